"""Questions as programs of cvxpy, with Parameters for their numbers, so that they can be changed and solved again.

Linear objectives are posed in entries. The variable `P` is the mechanism, a row for each answer. The parameters are `ratio` (e^ε)
and `delta`, with a number behind the name for each further ratio or slack. A demand on all pairs with δ = 0 takes a variable u_i
for each answer, u_i ≤ P_ij ≤ ratio·u_i: that is k inequalities a row in place of k(k − 1).

Sums over rows and criteria of estimates are posed in weights of rows, since a mechanism has any number of answers: it is a sum
of multiples θ_r·r of the generators r of the demand's cone (`engine.cone`), and Σ θ_r·r = (1, …, 1). The variable `theta` has the
weights, a row for each label that conditions name. A sum is linear in them, with its gains f(r) as the parameter `gains`. Fisher's
information about the shares π is J = Σ θ_r (Bᵀr)(Bᵀr)ᵀ/(r·π), where the columns of B are an orthonormal basis of the vectors with
the sum 0; the covariance of the best estimates is B·J⁻¹·Bᵀ, and all criteria are convex functions of J.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import cvxpy as cp
import numpy as np

from rropt.engine.asks import Ask, Asked, Condition, Guess
from rropt.engine.cone import Row, generators
from rropt.engine.found import Sense
from rropt.solvers.rational import ZERO

__all__ = ["pose_entries", "pose_estimates", "pose_sums"]

Matrices = Sequence[Sequence[Sequence[Fraction]]]
Array = np.ndarray[Any, np.dtype[np.float64]]
Shares = Sequence[object]
Rows = Sequence[Row]


def pose_entries(asked: Asked, weights: Matrices, sense: Sense, conditions: Sequence[Condition] = ()) -> cp.Problem:
    """Pose the optimum of Σ W·P, or the worst of several, under a demand and conditions."""
    parameter = _parameters()
    P = cp.Variable((len(weights[0]), asked.k), nonneg=True, name="P")
    relations = [cp.sum(P, axis=0) == 1]
    if asked.pure is not None:
        ratio, least = parameter("ratio", float(asked.pure.low)), cp.Variable((len(weights[0]), 1), name="u")
        relations += [ratio * least @ np.ones((1, asked.k)) >= P, least @ np.ones((1, asked.k)) <= P]
    rest = [ask for ask in asked.asks if asked.pure is None or ask.slack or ask.ratio != asked.pure]
    relations += [_pose_ask(ask, P, parameter) for ask in rest]
    relations += [_pose_guess(guess, P) for guess in asked.guesses]
    relations += [_related(one, sum(float(a) * P[entry] for entry, a in one.terms.items())) for one in conditions]
    values = [cp.sum(cp.multiply(np.array(W, dtype=float), P)) for W in weights]
    if sense == "max":
        return cp.Problem(cp.Maximize(cp.minimum(*values) if len(values) > 1 else values[0]), relations)
    return cp.Problem(cp.Minimize(cp.maximum(*values) if len(values) > 1 else values[0]), relations)


def _parameters() -> Callable[[str, float], Any]:
    """Make a parameter for each value, the first of a name without a number."""
    made: dict[tuple[str, float], Any] = {}

    def parameter(name: str, value: float) -> Any:
        if (name, value) not in made:
            many = sum(own == name for own, _ in made)
            made[name, value] = cp.Parameter(nonneg=True, value=value, name=f"{name}_{many}" if many else name)
        return made[name, value]

    return parameter


def _pose_ask(ask: Ask, P: Any, parameter: Callable[[str, float], Any]) -> Any:
    above = P[:, ask.j] - parameter("ratio", float(ask.ratio.low)) * P[:, ask.against]
    return cp.sum(cp.pos(above)) <= parameter("delta", float(ask.slack)) if ask.slack else above <= 0


def _pose_guess(guess: Guess, P: Any) -> Any:
    gains = P @ np.array([[float(x) for x in plane] for plane in guess.planes]).T
    return cp.sum(cp.max(gains, axis=1)) <= float(guess.bound)


def _related(condition: Condition, total: Any) -> Any:
    bound = float(condition.bound)
    if condition.relation == "=":
        return total == bound
    return total <= bound if condition.relation == "<=" else total >= bound


def pose_sums(
    asked: Asked, functions: Sequence[Callable[[Row], Any]], conditions: Sequence[Condition] = (), labels: int = 1
) -> cp.Problem:
    """Pose the largest Σ f(r), or the largest least of several such sums, in weights of rows."""
    rows, used = _generators(asked)
    gains = _numbers([[f(row) for row in rows] for f in functions])
    theta = cp.Variable((labels, len(rows)), nonneg=True, name="theta")
    known = cp.Parameter(gains.shape, value=gains, name="gains")
    values = known @ cp.sum(theta, axis=0)
    relations = [*_relations(asked, rows, used, theta), *(_pose_on_rows(one, rows, theta) for one in conditions)]
    return cp.Problem(cp.Maximize(cp.min(values)), relations)


def pose_estimates(
    asked: Asked, lists: Sequence[Shares], values: Callable[[Sequence[Estimate]], Sequence[Any]]
) -> cp.Problem:
    """Pose the least value, or the least largest of several, of the best estimates at lists of shares."""
    rows, used = _generators(asked)
    theta = cp.Variable((1, len(rows)), nonneg=True, name="theta")
    found = values([Estimate.of(rows, theta, shares) for shares in lists])
    goal = cp.max(cp.hstack(found)) if found[1:] else found[0]
    return cp.Problem(cp.Minimize(goal), _relations(asked, rows, used, theta))


@dataclass(frozen=True, slots=True)
class Estimate:
    """The best estimates of shares: convex functions of their information, which is `scale`·J in the columns of B."""

    basis: Array
    J: cp.Expression
    scale: float

    @classmethod
    def of(cls, rows: Rows, theta: cp.Variable, shares: Shares) -> Estimate:
        """The estimates from weights of rows; the matrices of the rows are a parameter, with numbers near 1."""
        own = _numbers(rows)
        n = own.shape[1] - 1
        basis = np.linalg.svd(np.ones((1, n + 1)))[2][1:].T
        turned = own @ basis / np.sqrt(own @ _numbers([shares])[0])[:, None]
        matrices = np.einsum("ra,rb->rab", turned, turned).reshape(len(own), n * n)
        scale = float(np.abs(matrices).max()) or 1.0
        known = cp.Parameter(matrices.shape, value=matrices / scale, name="information")
        J = cp.reshape(theta[0] @ known, (n, n), order="C")
        return cls(basis, (J + J.T) / 2, scale)

    def variance(self, contrasts: Sequence[Sequence[object]], weight: Fraction) -> cp.Expression:
        """A weight times Tr KB·(KB·I⁻¹)ᵀ for the contrasts K."""
        return float(weight) * cp.matrix_frac((_numbers(contrasts) @ self.basis).T, self.J) / self.scale

    def determinant(self) -> cp.Expression:
        """The logarithm of k times the determinant of the covariance of all shares but one, which is 1/(k·det I)."""
        return -cp.log_det(self.J) - len(self.basis.T) * math.log(self.scale)

    def largest(self) -> cp.Expression:
        """The largest variance of a contrast of length 1, which is 1 over the least eigenvalue of I."""
        return cp.inv_pos(cp.lambda_min(self.J)) / self.scale

    @staticmethod
    def mean(determinants: Sequence[cp.Expression], weights: Sequence[Fraction]) -> cp.Expression:
        """The geometric mean: of logarithms, the mean."""
        return sum(float(w) * x for w, x in zip(weights, determinants, strict=True))


def _generators(asked: Asked) -> tuple[Rows, Rows]:
    """The generators with entries that sum to 1, since solvers take numbers near 1 best, and what they take of every budget."""
    found = generators(asked)
    sums = [sum(row, ZERO) for row in found.rows]
    rows = [tuple(x / s for x in row) for row, s in zip(found.rows, sums, strict=True)]
    return rows, [tuple(x / s for x, s in zip(used, sums, strict=True)) for used in found.used]


def _relations(asked: Asked, rows: Rows, parts: Rows, theta: Any) -> list[Any]:
    """Σ θ_r·r = (1, …, 1), and the budgets."""
    own, total = _numbers(rows), cp.sum(theta, axis=0)
    found = [total @ cp.Parameter(own.shape, value=own, name="rows") == 1]
    for ask, used in zip(asked.budgets, parts, strict=True):
        found.append(total @ _numbers([[x / ask.slack for x in used]])[0] <= 1)
    return found


def _pose_on_rows(condition: Condition, rows: Rows, theta: Any) -> Any:
    own = _numbers(rows)
    total = sum(float(a) * (theta[i] @ own[:, j]) for (i, j), a in condition.terms.items())
    return _related(condition, total)


def _numbers(table: Sequence[Sequence[Any]]) -> Array:
    return np.array([[float(x) for x in line] for line in table])
