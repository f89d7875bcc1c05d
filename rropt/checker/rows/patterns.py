"""Lists patterns, the rows with entries 1 and T, at which it is enough to try a bound on f. SPEC.md, section 4.2.

The bound is the inequality of the lemma on prices, f(s) <= y s (rows/prices.py). It must hold at every row s of the cone, which is
the set of all rows that the demand allows. This is the second of three ways to show that. It needs a convex and homogeneous f, and
a demand that asks one ratio T >= 1 of all pairs of inputs and has no slack.

Let u be the least entry of a row of the cone. Then all entries of the row lie between u and T u. So the row lies in a box whose
corners are u times the patterns, the rows of {1, T}^k. Hence the row is a sum of patterns with weights >= 0. As f is convex and
homogeneous, f at the row is at most the sum of f at these patterns with the same weights. So if f(s) <= y s at every pattern s, the
inequality holds at every row of the cone.

Suppose that f and y do not change if two inputs of one class are exchanged. Then it is enough to try one pattern for each choice of
how many inputs of each class have the entry T.
"""

from collections.abc import Iterator
from itertools import product

from ..arithmetic.quotient import ONE, Quotient
from ..limits import spend
from ..refusals import require
from .numbers import Row


def patterns(sizes: list[int], ratio: Quotient) -> Iterator[Row]:
    """Give the rows with entries 1 and T (`ratio`), one for each choice of how many inputs of each class have T.

    Inputs of one class may be exchanged, and `sizes` has the number of inputs of each class. Each row is a list of triples (x, n,
    c), which say that n inputs of the class c have the entry x.
    """
    for counts in product(*(range(n + 1) for n in sizes)):
        spend(20 * len(sizes))
        yield pattern(counts, sizes, ratio)


def pattern(counts: tuple[int, ...] | list[int], sizes: list[int], ratio: Quotient) -> Row:
    """Make the row that is T (`ratio`) at counts[a] of the sizes[a] inputs of each class a, and 1 at the others.

    The row is a list of triples (x, n, c), which say that n inputs of the class c have the entry x. Triples with n = 0 are left
    out.
    """
    both = enumerate(zip(counts, sizes, strict=True))
    return [(x, m, a) for a, (c, n) in both for x, m in ((ratio, c), (ONE, n - c)) if m]


def require_bounded(is_bounded: bool) -> None:
    """Reject unless the function of a row is shown to be at most the prices at a row."""
    require(is_bounded, "price-row", "the function is not shown to be at most the prices at a row")
