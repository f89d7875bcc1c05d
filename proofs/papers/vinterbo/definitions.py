"""Vinterbo: the words of the paper as terms, and its matrices as exact tables.

a is the probability of keeping a bit, K = 2^n the number of bit strings, s = Σ p_x², c the constant of Lemma 4.5,
u = exp(α/k). `Table`s are tuples of rows; the entries of C_{a,b}(n) are monomials, written as pairs of exponents of a
and b, or integer polynomials in a, so that an equality of tables holds for every a at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from flint import fmpz_poly

DEFINE = {
    "base(a)": "(a^2 + (1-a)^2)/(2*a-1)^2",
    "fL(c, s)": "(c - s)/(1 - s)",
    "mean(K)": "2/(K+1)",
    "spread(K)": "4*(K-1)/((K+1)^2*(K+2)*(K+3))",
    "ca(u)": "(u^2 + 1)/(u - 1)^2",
    "cM(p)": "(p^2 - 2*p + 2)/(2*(p-1)^2)",
    "cW(p)": "(2*p^2 - 2*p + 1)/(2*p-1)^2",
    "r(a)": "max((1-a)/a, a/(1-a))",
}

Bits = tuple[int, ...]
Table = tuple[tuple[Any, ...], ...]
HALF = Fraction(1, 2)
KEEP, FLIP = fmpz_poly([0, 1]), fmpz_poly([1, -1])  # a and 1 - a
FLIP_BACK = fmpz_poly([-1, 1])  # a - 1
ONE_BIT = ((KEEP, FLIP), (FLIP, KEEP))
BACK = ((KEEP, FLIP_BACK), (FLIP_BACK, KEEP))  # (2a - 1) times C_a inverse, by Theorem 4.4
LENGTH = fmpz_poly([1, -2, 2])  # a^2 + (1-a)^2
GAP = fmpz_poly([-1, 2])  # 2a - 1


def strings(n: int) -> list[Bits]:
    """All bit strings of length n, the first bit varying slowest: in the order of a Kronecker product's rows."""
    return list(product((0, 1), repeat=n))


def eta(x: Sequence[int]) -> int:
    """The paper's index: η(x) = Σ x_i 2^i, the first bit least significant."""
    return sum(b << i for i, b in enumerate(x))


def first_is_highest(x: Sequence[int]) -> int:
    """The index in which the first bit is the most significant."""
    return eta(tuple(reversed(x)))


def inverse_eta(i: int, n: int) -> Bits:
    """ς(i): the string with index i."""
    return tuple(i >> j & 1 for j in range(n))


def distance(x: Sequence[int], y: Sequence[int]) -> int:
    """|x ⊕ y|."""
    return sum(a != b for a, b in zip(x, y, strict=True))


def table(n: int, entry: Callable[[Bits, Bits], Any], index: Callable[[Sequence[int]], int]) -> Table:
    """The 2^n × 2^n table with entry(r, x) in row index(r) and column index(x)."""
    place = sorted(strings(n), key=index)
    return tuple(tuple(entry(r, x) for x in place) for r in place)


def kron(left: Table, right: Table, times: Callable[[Any, Any], Any] = lambda x, y: x * y) -> Table:
    """The Kronecker product; the index of the first factor varies slowest."""
    return tuple(tuple(times(x, y) for x in p for y in q) for p in left for q in right)


def iterated(factor: Table, n: int, times: Callable[[Any, Any], Any] = lambda x, y: x * y, one: Any = 1) -> Table:
    """Definition 4.1: factor ⊗ iterated(n - 1), and (1) for n = 0."""
    return kron(factor, iterated(factor, n - 1, times, one), times) if n > 0 else ((one,),)


def add(x: tuple[int, int], y: tuple[int, int]) -> tuple[int, int]:
    """The product of two monomials."""
    return (x[0] + y[0], x[1] + y[1])


def monomials(n: int) -> Table:
    """C_{a,b}(n), each entry a^i b^j as the pair (i, j)."""
    return iterated((((1, 0), (0, 1)), ((0, 1), (1, 0))), n, add, (0, 0))


def multiply(left: Table, right: Table) -> Table:
    """The matrix product."""
    columns = list(zip(*right, strict=True))
    return tuple(tuple(sum((x * y for x, y in zip(p, q, strict=True)), 0 * p[0]) for q in columns) for p in left)


def scalar(value: Any, n: int) -> Table:
    """value times the identity of size 2^n."""
    return tuple(tuple(value if i == j else 0 * value for j in range(1 << n)) for i in range(1 << n))


def randomizer(a: Fraction, n: int) -> Table:
    """C_a(n) at a rational a."""
    return iterated(((a, 1 - a), (1 - a, a)), n, one=Fraction(1))
