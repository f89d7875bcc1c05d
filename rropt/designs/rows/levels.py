"""The rows by levels: what every row r ≥ 0 is a sum of, with nothing lost, where each ordered pair of inputs has a budget of one T.

An entry is 0 at level 0 and T^(n−1) at level n ≥ 1. On an extreme ray of the cones into which the planes r_j = T·r_l cut the
rows, the levels in use have no gap. A row of level 1 alone at several inputs is none for T > 1: the rows that have T at one of
these inputs sum to a multiple of it, and to the same multiple of what it takes of every budget.
"""

from __future__ import annotations

from itertools import product

__all__ = ["levels"]


def levels(k: int) -> list[tuple[int, ...]]:
    """List the exponents of T of the entries, a tuple for each row."""
    return [x for x in product(range(k + 1), repeat=k) if _is_a_row(set(x) - {0}, sum(x))]


def _is_a_row(used: set[int], total: int) -> bool:
    """Whether no level is skipped; rows with level 1 alone need a single input."""
    return bool(used) and len(used) == max(used) and (len(used) > 1 or total == 1)
