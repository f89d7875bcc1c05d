"""List the rows by levels. If all pairs of inputs have one ratio T and one slack δ > 0, all mechanisms are made of these rows.

A row by levels is described by a level for each input. The entry is 0 at level 0, and T^(n−1) at level n ≥ 1. Each ordered pair
(j, l) of inputs has a budget: the sum of max(0, r_j − T·r_l) over the rows r is at most δ. The planes r_j = T·r_l cut the set of
rows r ≥ 0 into cones. On each cone, the amount of a budget that a row uses is a linear function of the row. So the extreme rays of
all cones suffice (`generators.py`). On such a ray the levels from 1 to the highest one all occur.

For T > 1 a row with level 1 at several inputs and level 0 at all others is left out, because other rows replace it. These rows
arise by raising the entry from 1 to T at one of the several inputs, at each input in turn. Their sum is a multiple of the row left
out, and uses the same multiple of every budget.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import Any, TypeAlias

import numpy as np

__all__ = ["entries_of", "levels", "number_of_orders", "table_of_excess", "taken_at"]

Array: TypeAlias = Any


def levels(k: int, alike: Sequence[int] | None = None) -> Array:
    """List the rows by levels of k inputs, as an array of levels indexed [row, input], in lexicographic order.

    The rows come from the orders of the inputs, in which inputs may be tied. An order gives two rows: in one the lowest inputs have
    level 0, in the other they have level 1. A row is left out if its highest level is 0, or if its highest level is 1 at several
    inputs.

    `alike`, if given, has a number for each input, and inputs with equal numbers may be exchanged. Rows that result from each other
    by such exchanges are listed only once. The listed row is the one whose levels do not fall from one input to the next, among
    inputs with equal numbers.
    """
    orders = np.vstack([ranks for _, ranks in sorted(_orders_with_ties(alike or range(k)).items())])
    found = np.vstack([orders, orders + 1])
    most = found.max(axis=1)
    found = found[(most > 1) | ((most == 1) & ((found == 1).sum(axis=1) == 1))]
    return found[np.lexsort(found.T[::-1])]


def entries_of(t: Fraction, k: int) -> list[Fraction]:
    """List the entries at levels 0 to k: 0, 1, T, …, T^(k−1), where T is `t`."""
    return [Fraction(0), *(t**n for n in range(k))]


def table_of_excess(t: Fraction, k: int) -> Array:
    """Tabulate max(0, a − T b), where T is `t`, as floats, indexed [level of the entry a, level of the entry b]."""
    entries = entries_of(t, k)
    return np.array([[float(max(Fraction(0), a - t * b)) for b in entries] for a in entries])


def taken_at(at: Array, t: Fraction) -> Array:
    """Compute how much each row uses of the budget of each ordered pair of inputs.

    `at` has a level for each row and input: level 0 is the entry 0, and level n ≥ 1 is the entry T^(n−1), where T is `t`. A row s
    uses max(0, s_j − T·s_l) of the budget of the pair (j, l). The result is in floats, indexed [ordered pair, row].
    """
    k = at.shape[1]
    table = table_of_excess(t, k)
    return np.array([table[at[:, j], at[:, n]] for j, n in permutations(range(k), 2)])


def number_of_orders(sizes: Sequence[int]) -> int:
    """Count the ways to put inputs in order, if ties are allowed; orders that differ by exchanging inputs of one class count once.

    `sizes` has the number of inputs in each class. The function `levels` makes two rows from each order, and leaves out a few of
    these rows.
    """
    found: dict[tuple[int, ...], int] = {(0,) * len(sizes): 1}
    for left in product(*(range(n + 1) for n in sizes)):
        if any(left):
            parts = product(*(range(n + 1) for n in left))
            found[left] = sum(found[rest] for rest in parts if rest != left)
    return found[tuple(sizes)]


def _orders_with_ties(alike: Sequence[int]) -> dict[int, Array]:
    """List the ways to put the inputs in order, where inputs may be tied.

    An order puts each input at one of the places 0, …, n − 1. The result has, for each number n of places, an array of these
    places, indexed [order, input]. Among inputs with equal numbers in `alike`, places do not fall from one input to the next.

    The orders are built input by input: each input either joins a place of the earlier inputs, or makes a new place.
    """
    found, last = {1: np.zeros((1, 1), np.int8)}, {alike[0]: 0}
    for j, kind in list(enumerate(alike))[1:]:
        longer: dict[int, list[Array]] = {}
        for n, ranks in found.items():
            least = ranks[:, last[kind]] if kind in last else np.full(len(ranks), -1)
            for place in range(n):
                longer.setdefault(n, []).append(_with_column(ranks[least <= place], place))
            for place in range(n + 1):
                kept = ranks[least < place]
                longer.setdefault(n + 1, []).append(_with_column(kept + (kept >= place), place))
        found = {n: np.vstack(parts) for n, parts in longer.items()}
        last[kind] = j
    return found


def _with_column(ranks: Array, place: int) -> Array:
    return np.hstack([ranks, np.full((len(ranks), 1), place)]).astype(np.int8)
