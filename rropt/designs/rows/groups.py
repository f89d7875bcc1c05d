"""Rows put into groups and added: what is left of a mechanism whose answers are told apart by their group alone."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from rropt.exact.element import Number
from rropt.exact.matrix import Matrix, total_of

__all__ = ["groups_of"]


def groups_of(rows: Sequence[Sequence[Number]], most: int) -> Iterator[Matrix]:
    """Put rows into `most` groups (one per row if there are fewer rows), none empty, in every way; add up each group."""
    size, wanted, k = len(rows), min(len(rows), most), len(rows[0])
    for groups in itertools.product(range(wanted), repeat=size):
        # the groups are numbered in the order in which they begin, and none is empty
        if list(dict.fromkeys(groups)) == list(range(wanted)):
            yield tuple(
                tuple(total_of([rows[n][j] for n in range(size) if groups[n] == g]) for j in range(k))
                for g in range(wanted)
            )
