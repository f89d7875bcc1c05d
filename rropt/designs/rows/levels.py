"""The rows by levels: what every row r ≥ 0 is a sum of, with nothing lost, where each ordered pair of inputs has a budget of one T.

An entry is 0 at level 0 and T^(n−1) at level n ≥ 1. On an extreme ray of the cones into which the planes r_j = T·r_l cut the
rows, the levels in use have no gap. A row of level 1 alone at several inputs is none for T > 1: the rows that have T at one of
these inputs sum to a multiple of it, and to the same multiple of what it takes of every budget.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

__all__ = ["levels"]

Array: TypeAlias = Any


def levels(k: int) -> Array:
    """List the exponents of T of the entries, a row of whole numbers for each, in the order of a dictionary.

    An order of the inputs with ties names two rows: its places are counted from 0, so that the lowest holds zeros, or from 1.
    """
    orders = np.vstack([ranks for _, ranks in sorted(_orders_with_ties(k).items())])
    found = np.vstack([orders, orders + 1])
    most = found.max(axis=1)
    found = found[(most > 1) | ((most == 1) & ((found == 1).sum(axis=1) == 1))]
    return found[np.lexsort(found.T[::-1])]


def _orders_with_ties(k: int) -> dict[int, Array]:
    """The surjections of k inputs on the places 0, …, n − 1, by n: each input joins a place, or is a place of its own between them."""
    found = {1: np.zeros((1, 1), np.int8)}
    for _ in range(1, k):
        longer: dict[int, list[Array]] = {}
        for n, ranks in found.items():
            for place in range(n):
                longer.setdefault(n, []).append(_with_column(ranks, place))
            for place in range(n + 1):
                longer.setdefault(n + 1, []).append(_with_column(ranks + (ranks >= place), place))
        found = {n: np.vstack(parts) for n, parts in longer.items()}
    return found


def _with_column(ranks: Array, place: int) -> Array:
    return np.hstack([ranks, np.full((len(ranks), 1), place)]).astype(np.int8)
