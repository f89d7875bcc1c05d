"""Chai and Nayak: the words of the paper as terms, and exact finite helpers of the claims.

p = P_α(Q) is a prior and q = P_α(Q|d_i) a posterior probability; g = γ, b = β, r1 and r2 = ρ1 and ρ2, a and c are
arguments of h. For a response d_i, an event Q and a prior α let x be the α-average of the i-th row over Q and y that
over its complement: then q = px/(px + (1−p)y), which is `post(p, u)` with u = x/y, and a row of parity g has 1/g ≤ u ≤ g
(claim `averages`). So statements about every k, m, α and Q become statements about p and u.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

from rropt.exact.element import Number

DEFINE = {
    "post(p, u)": "p*u/(p*u + 1 - p)",
    "H(g, p)": "g*p/(1 + (g-1)*p)",
    "L(g, p)": "1 - H(g, 1-p)",
    "R(p, h)": "(1-p)/p*h/(1-h)",
    "K(r1, r2)": "r2*(1-r1)/(r1*(1-r2))",
}
PRIOR = {"p": "(0, 1)"}
RHO = {"r1": "0 < r1", "r2": "r1 < r2 < 1"}

Rows = Sequence[Sequence[Number]]
BY_RATIO = (
    "every k, m, prior and event: the posterior depends on them through p and u, a ratio of averages of a row, alone"
)
AVERAGES = (
    "every k, m, prior and event: by the claim chai_nayak.averages the posterior depends on them through p and u alone"
)


def fractions(rows: Sequence[Sequence[int]], over: int) -> tuple[tuple[Fraction, ...], ...]:
    """A matrix of whole numbers over one denominator."""
    return tuple(tuple(Fraction(x, over) for x in row) for row in rows)


def parity(rows: Rows) -> Number | float:
    """Definition 1.3, pair by pair, with 0/0 = 1 and a/0 = ∞."""
    ratios = [_ratio(a, b) for row in rows for a in row for b in row]
    return max(ratios)


def _ratio(a: Number, b: Number) -> Number | float:
    if b:
        return a / b
    return math.inf if a else Fraction(1)


def proportional(first: Sequence[Number], second: Sequence[Number]) -> bool:
    """Whether the two rows are linearly dependent."""
    pairs = list(zip(first, second, strict=True))
    return all(a * d == b * c for (a, b), (c, d) in itertools.combinations(pairs, 2))


def proportional_pairs(rows: Rows) -> int:
    """How many pairs of rows are proportional."""
    return sum(proportional(a, b) for a, b in itertools.combinations(rows, 2))


def events(k: int) -> Iterator[tuple[int, ...]]:
    """The subsets of the k categories other than the empty one and the whole."""
    for size in range(1, k):
        yield from itertools.combinations(range(k), size)


def posteriors(rows: Rows, belief: Sequence[Fraction], prior: Fraction) -> set[Number]:
    """The posterior probabilities that events of this prior probability reach under a belief."""
    found = set()
    for event in events(len(belief)):
        if sum(belief[j] for j in event) != prior:
            continue
        for row in rows:
            total = sum(w * x for w, x in zip(belief, row, strict=True))
            if total:
                found.add(sum((belief[j] * row[j] for j in event), Fraction(0)) / total)
    return found


def product(a: Rows, b: Rows) -> tuple[tuple[Number, ...], ...]:
    """The matrix product."""
    columns = list(zip(*b, strict=True))
    return tuple(tuple(sum((x * y for x, y in zip(row, c, strict=True)), Fraction(0)) for c in columns) for row in a)


def line(row: Sequence[Number]) -> str:
    """A row as text."""
    return "(" + ", ".join(map(str, row)) + ")"
