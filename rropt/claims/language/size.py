"""Bounds the size of numbers and terms before they are computed: a text as short as ((2^400)^400)^400 stands for a huge number.

If a number would be too long, `Undecided` is raised. Before a number that is merely long is computed, the time limit is checked.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

from rropt.claims.language.syntax import Add, Call, Div, Mul, Node, Num, Pow, Term, walk
from rropt.exact.errors import Undecided
from rropt.exact.patience import require_time

__all__ = ["MOST_DEGREE", "MOST_NODES", "count_nodes", "degree", "is_short", "raised", "require_short"]

MOST_NODES = 200_000
MOST_DEGREE = 2_000
MOST_BITS = 200_000
LONG = 4_000


def require_short(x: Fraction, times: int = 1) -> Fraction:
    """Return x; raise `Undecided` if x to the power `times` would be too long a number."""
    size = _bits(x, times)
    if size > LONG:
        require_time()
        if size > MOST_BITS:
            raise Undecided("a number is too long")
    return x


def is_short(x: Fraction, times: int) -> bool:
    """Whether x to the power `times` is a number that is not too long."""
    return _bits(x, times) <= MOST_BITS


def _bits(x: Fraction, times: int) -> int:
    """Bound the number of bits of x to the power `times`; powers of 0 and ±1 need no more bits than x itself."""
    size = max(x.numerator.bit_length(), x.denominator.bit_length())
    return size * abs(times) if size > 1 else size


def raised(x: Fraction, n: int) -> Fraction:
    """Return x to the whole power n; raise `Undecided` if that would be too long a number."""
    return require_short(x, n) ** n


def count_nodes(node: Node) -> int:
    """Count the nodes of a tree. If it has more than MOST_NODES, the limit for a statement, return MOST_NODES + 1."""
    return sum(1 for _ in islice(walk(node), MOST_NODES + 1))


def degree(term: Term) -> int:
    """Return an upper bound on the degree of a term, where each function call counts as a variable.

    A long number counts 1 for every `LONG` bits of its length, because its powers grow too.
    """
    match term:
        case Num(value):
            return max(value.numerator.bit_length(), value.denominator.bit_length()) // LONG
        case Add(items):
            return max(map(degree, items))
        case Mul(items):
            return sum(map(degree, items))
        case Div(a, b):
            return degree(a) + degree(b)
        case Pow(base, n):
            return n * max(1, degree(base))
        case Call(_, arguments):
            return max(1, *map(degree, arguments))
    return 1
