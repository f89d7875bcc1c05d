"""Put the rows of a mechanism into groups, and add up the rows of each group. The sums are the rows of a mechanism whose answers
are the groups."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from rropt.exact.element import Number
from rropt.exact.matrix import Matrix, total_of

__all__ = ["groups_of"]


def groups_of(rows: Sequence[Sequence[Number]], most: int) -> Iterator[Matrix]:
    """Yield, for each way to put the rows into `most` nonempty groups, the sum of the rows of each group.

    If there are fewer rows than `most`, each row is a group.
    """
    size, wanted, k = len(rows), min(len(rows), most), len(rows[0])
    for groups in itertools.product(range(wanted), repeat=size):
        # one numbering of each partition is taken: its groups are numbered in the order of their first rows, and none is empty
        if list(dict.fromkeys(groups)) == list(range(wanted)):
            yield tuple(
                tuple(total_of([rows[n][j] for n in range(size) if groups[n] == g]) for j in range(k))
                for g in range(wanted)
            )
