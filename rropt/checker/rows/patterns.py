"""Prices that bound f at all patterns (rows with entries 1 and T) bound f at every row that a demand allows. SPEC.md, section 4.2.

This is the second of three ways to show the inequality of the lemma on prices, f(s) <= y s at every row s that the demand allows
(its cone). This way is for a convex f, and for one pure demand.

Let all pairs have one ratio T >= 1 and no slack. All entries of a row of the cone lie between its least entry u and T u. So the row
lies in a box whose corners are u times the patterns, the rows of {1, T}^k, and is a combination of patterns with weights >= 0. A
function f that is convex and homogeneous is at most that combination of its values at patterns. So if f(s) <= y s at every pattern
s, this holds on the cone. If two inputs of one class may be exchanged in f and in y without a change, it is enough to try one
pattern of each orbit, that is, for each choice of how many inputs of each class are at T.
"""

from collections.abc import Iterator
from itertools import product

from ..arithmetic.quotient import ONE, Quotient
from ..limits import spend
from .numbers import Row


def patterns(sizes: list[int], ratio: Quotient) -> Iterator[Row]:
    """Give the rows with entries 1 and T (`ratio`), one for each choice of how many inputs of each class have T.

    `sizes` has the number of inputs of each class. A row is a list of triples (entry, number of inputs of a class that have it,
    class).
    """
    for counts in product(*(range(n + 1) for n in sizes)):
        spend(20 * len(sizes))
        yield pattern(counts, sizes, ratio)


def pattern(counts: tuple[int, ...] | list[int], sizes: list[int], ratio: Quotient) -> Row:
    """Make the row that is T (`ratio`) at counts[a] of the sizes[a] inputs of each class a, and 1 at the others.

    A row is a list of triples (entry, number of inputs of a class that have it, class).
    """
    both = [
        (x, m, a) for a, (c, n) in enumerate(zip(counts, sizes, strict=True)) for x, m in ((ratio, c), (ONE, n - c))
    ]
    return [entry for entry in both if entry[1]]
