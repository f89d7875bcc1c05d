"""What objectives of estimation say of a candidate: from the covariance of its estimates, not from its rows, which may be many."""

from __future__ import annotations

from typing import Any

import flint

from rropt.categories.d_and_e.eigenvalue import enclose_largest
from rropt.categories.d_and_e.objective import Determinant, LargestVariance
from rropt.categories.objective import Estimation
from rropt.exact.element import Number
from rropt.exact.enclosure import ball
from rropt.exact.matrix import determinant, total_of
from rropt.problem.sets import SetMechanism
from rropt.rankings.appraisal import MOST_KINDS, Bounds, bounds_of, covariance, kinds
from rropt.rankings.structure import BITS, Structure, Unlisted

__all__ = ["value_of"]

Square = list[list[Any]]


def value_of(objective: Estimation, structure: Structure | SetMechanism | Unlisted) -> Bounds | None:
    """Bounds of the value; None where the covariance is not worked out, or the value is infinite."""
    if isinstance(structure, Unlisted):
        return None
    if isinstance(structure, SetMechanism):
        bounds = objective.value_of_sets(structure)
        return None if isinstance(bounds[0], float) or isinstance(bounds[1], float) else (bounds[0], bounds[1])
    lists, weights = objective.prevalences.at(structure.k), objective.prevalences.weights
    if any(kinds(structure, shares) > MOST_KINDS for shares in lists):
        return None
    with flint.ctx.workprec(BITS):
        found = [_at(objective, covariance(structure, shares)) for shares in lists]
    lows, highs = ([bounds[end] for bounds in found] for end in (0, 1))
    if weights is None:
        return max(lows), max(highs)
    low, high = (total_of([w * x for w, x in zip(weights, ends, strict=True)]) for ends in (lows, highs))
    return low, high


def _at(objective: Estimation, matrix: Square) -> Bounds:
    """The value at one list of prevalences."""
    if isinstance(objective, LargestVariance):
        alike = _alike(matrix)
        return (alike, alike) if alike is not None else enclose_largest(matrix)
    if isinstance(objective, Determinant):
        return bounds_of(_determinant(matrix))
    zero, k = 0 * matrix[0][0], range(len(matrix))
    contrast = [[ball(x) if isinstance(zero, flint.arb) else x for x in row] for row in objective.contrast_of(len(k))]
    return bounds_of(sum((x * matrix[a][b] * row[b] for row in contrast for a, x in enumerate(row) for b in k), zero))


def _alike(matrix: Square) -> Number | None:
    """The number e of a covariance e(1 − J/k), which all contrasts of one length have; None where there is none."""
    k, e = range(len(matrix)), matrix[0][0] - matrix[0][1]
    if isinstance(e, flint.arb):
        return None
    return e if all(x == matrix[0][int(a != b)] for a in k for b, x in enumerate(matrix[a])) else None


def _determinant(matrix: Square) -> Any:
    """The determinant of the covariance without its first row and column: e^(k−1)/k where all contrasts are alike."""
    alike, rest = _alike(matrix), [row[1:] for row in matrix[1:]]
    if alike is not None:
        return alike ** len(rest) / len(matrix)
    return flint.arb_mat(rest).det() if isinstance(rest[0][0], flint.arb) else determinant(rest)
