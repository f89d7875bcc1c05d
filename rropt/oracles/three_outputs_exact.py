"""The exact leg of the variance with three outputs: every pair of the four best rows merged, compared exactly.

Where no merge that is best at the least favourable prevalence is at its worst there, each is taken at its own worst: a place
that is known, or a rational near it, where its information is an upper bound and its tangent's least value a lower one.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from rropt.exact.field import Number
from rropt.exact.matrix import Matrix
from rropt.program.three_outputs import ThreeOutputProgram

__all__ = ["BestAtWorst", "best_at_worst", "best_merges"]

NEIGHBOURS = (0, 3, 5)  # of the six pairs of four rows: the first two, the middle two, the last two


@dataclass(frozen=True, slots=True)
class BestAtWorst:
    """A merge whose least information in the interval is between `lower` and `upper`, the greatest of all."""

    rows: Matrix
    lower: Number
    upper: Number
    places: tuple[Number, ...]
    merges: tuple[Matrix, ...]


def best_at_worst(program: ThreeOutputProgram) -> BestAtWorst:
    """The merge with the greatest least information, and where it and the merges of neighbours are looked at."""
    merges = _merges(program)
    places = [program.near_worst_place(rows) for rows in merges]
    seen = [program.information(rows, at) for rows, at in zip(merges, places, strict=True)]
    upper = max(seen)
    best = [n for n, found in enumerate(seen) if found == upper]
    lower = program.least_information(merges[best[0]], places[best[0]])
    exact = tuple(merges[n] for n in best) if lower == upper else ()
    return BestAtWorst(merges[best[0]], lower, upper, (*(places[n] for n in NEIGHBOURS), places[best[0]]), exact)


def best_merges(program: ThreeOutputProgram) -> tuple[Number, tuple[Matrix, ...]]:
    """The least 1/I over the six merges, and every merge that has it and is at its worst there."""
    merges = _merges(program)
    values = [program.information(rows) for rows in merges]
    most = max(values)
    return 1 / most, tuple(
        rows for rows, value in zip(merges, values, strict=True) if value == most and program.is_worst_for(rows)
    )


def _merges(program: ThreeOutputProgram) -> list[Matrix]:
    """The four best rows with every two of them merged."""
    t, d, zero = program.ratio, program.delta, Fraction(0)
    weight = (1 - d) / (t + 1)
    four: Matrix = ((d, zero), (weight * t, weight), (weight, weight * t), (zero, d))
    return [_merge(four, i, j) for i, j in combinations(range(4), 2)]


def _merge(four: Matrix, i: int, j: int) -> Matrix:
    """The rows with row j added to row i."""
    both = tuple(x + y for x, y in zip(four[i], four[j], strict=True))
    return tuple(both if n == i else row for n, row in enumerate(four) if n != j)
