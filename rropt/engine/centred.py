"""Rows in floats, centred and scaled, so that ratios near 1 and large ratios lose nothing.

A row s with the mean m becomes its differences d_j = (s_j − s_k)/m for j < k. They are taken exactly before they are rounded.
Then they are turned so that all directions have size 1: with a matrix `turn` of k − 1 rows, x = d·turn. What a row takes of
budgets is told in parts of mδ. Weights θ of the rows s/m make a mechanism of the demand if Σ θ = 1, Σ θ x = 0 and Σ θ h ≤ 1.

The price of a row s/m by columns y is Σ_j y_j + Σ_j t_j d_j, t_j = y_j − Σ y/k. So prices (level, tilt) of these conditions are
columns y_j = level/k + t_j with t = turn·tilt for j < k, and a last t_k that makes the sum of all t_j 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
from flint import fmpq

from rropt.engine.asks import Asked
from rropt.engine.cone import Generators
from rropt.solvers.rational import ZERO

__all__ = ["Array", "Centred", "centre"]

Array = npt.NDArray[np.float64]
SMALLEST_DIRECTION = 1e-12


@dataclass(frozen=True)
class Centred:
    """Rows in floats: `means`, the rows s/m themselves (`over`), differences (`raw`, a row each, and turned, `D`), and `h`, a row
    for each budget."""

    means: Array
    over: Array
    raw: Array
    turn: Array
    h: Array

    @cached_property
    def D(self) -> Array:
        """The turned differences, a row for each row."""
        return np.asarray(self.raw @ self.turn)

    @cached_property
    def A(self) -> Array:
        """The conditions on the weights: a line each for their sum, the directions and the budgets, a column for each row."""
        return np.vstack([np.ones(len(self.means)), self.D.T, self.h])

    @cached_property
    def b(self) -> Array:
        """The right sides of these conditions, where weights sum to 1."""
        return np.array([1.0] + [0.0] * self.turn.shape[1] + [1.0] * len(self.h))


def centre(asked: Asked, generators: Generators, turn: Array | None = None) -> Centred:
    """Centre the generators; those for the ratios above are turned as those below."""
    entries = np.array(list(map(float, generators.values)))[generators.places]
    means = entries.mean(axis=1)
    if len(generators.values) == 2 and asked.only_pure is not None:
        # patterns, whose directions are alike as they are
        (one, t), places = generators.values, generators.places
        raw = float(t - one) * (places[:, :-1] - places[:, -1:]) / means[:, None]
        turn = np.eye(asked.k - 1) / np.abs(raw).max()
    else:
        raw = generators.of_pairs(lambda x, y: float(x - y), slice(-1), slice(-1, None)) / means[:, None]
    parts = [[float(x / c.slack) for x in own] for c, own in zip(asked.budgets, generators.used, strict=True)]
    h = np.array(parts).reshape(len(parts), len(means)) / means
    return Centred(means, entries / means[:, None], raw, _turn(raw) if turn is None else turn, h)


def _turn(raw: Array) -> Array:
    """A matrix that makes all directions of size 1. Directions in which rows do not differ are left out."""
    size = np.abs(raw).max(axis=0)
    size[size == 0] = 1.0
    _, sigma, V = np.linalg.svd(raw / size / np.sqrt(len(raw)), full_matrices=False)
    own = sigma > SMALLEST_DIRECTION * max(1e-300, float(sigma.max(initial=0.0)))
    return np.asarray((V[own] / sigma[own, None]).T / size[:, None])


def exact_dot(a: Sequence[fmpq], b: Sequence[fmpq]) -> fmpq:
    """Σ a_j b_j."""
    return sum((x * y for x, y in zip(a, b, strict=True) if x and y), ZERO)
