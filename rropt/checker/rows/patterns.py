"""The second way: a convex function is at most the prices on the rows of one pure demand, by its patterns. SPEC.md, section 4.2.

Where all pairs have one ratio T >= 1 and no slack, a row of the cone has all its entries between u and T u, u its least one. It is
a nonnegative combination of patterns, the rows of {1, T}^k: the entries lie in a box, whose corners are u times these. So what is
convex and homogeneous, and at most y s at every pattern s, is at most y s on the cone. Where two inputs of one class may be
exchanged in the function and in y, one pattern of each orbit is enough: so many inputs of each class at T.
"""

from collections.abc import Iterator
from itertools import product

from ..arithmetic.quotient import ONE, Quotient
from ..limits import spend
from .numbers import Row


def patterns(sizes: list[int], ratio: Quotient) -> Iterator[Row]:
    """One pattern of each orbit, as triples (entry, number of inputs of a class that have it, class)."""
    for counts in product(*(range(n + 1) for n in sizes)):
        spend(20 * len(sizes))
        yield pattern(counts, sizes, ratio)


def pattern(counts: tuple[int, ...] | list[int], sizes: list[int], ratio: Quotient) -> Row:
    """Give the pattern that has T at so many inputs of each class."""
    both = [
        (x, m, a) for a, (c, n) in enumerate(zip(counts, sizes, strict=True)) for x, m in ((ratio, c), (ONE, n - c))
    ]
    return [entry for entry in both if entry[1]]
