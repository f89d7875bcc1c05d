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
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from rropt.engine.asks import Ask, Asked, Condition, Guess
from rropt.engine.cone import Row, generators
from rropt.engine.found import Sense
from rropt.solvers.rational import ZERO

if TYPE_CHECKING:
    import cvxpy

__all__ = ["pose_determinant", "pose_entries", "pose_largest", "pose_sums", "pose_variances"]

Matrices = Sequence[Sequence[Sequence[Fraction]]]
Array = np.ndarray[Any, np.dtype[np.float64]]
Shares = Sequence[object]
Rows = Sequence[Row]
# the weight of a part, its contrasts and its shares
Part = tuple[object, Sequence[Sequence[object]], Shares]


def pose_entries(asked: Asked, weights: Matrices, sense: Sense, conditions: Sequence[Condition] = ()) -> cvxpy.Problem:
    """Pose the optimum of Σ W·P, or the worst of several, under a demand and conditions."""
    import cvxpy as cp

    parameter = _parameters()
    P = cp.Variable((len(weights[0]), asked.k), nonneg=True, name="P")
    relations = [cp.sum(P, axis=0) == 1]
    if asked.pure is not None:
        ratio, least = parameter("ratio", float(asked.pure.low)), cp.Variable((len(weights[0]), 1), name="u")
        relations += [ratio * least @ np.ones((1, asked.k)) >= P, least @ np.ones((1, asked.k)) <= P]
    rest = [ask for ask in asked.asks if asked.pure is None or ask.slack or ask.ratio != asked.pure]
    relations += [_pose_ask(ask, P, parameter) for ask in rest]
    relations += [_pose_guess(guess, P) for guess in asked.guesses]
    relations += [_pose_condition(condition, P) for condition in conditions]
    values = [cp.sum(cp.multiply(np.array(W, dtype=float), P)) for W in weights]
    if sense == "max":
        return cp.Problem(cp.Maximize(cp.minimum(*values) if len(values) > 1 else values[0]), relations)
    return cp.Problem(cp.Minimize(cp.maximum(*values) if len(values) > 1 else values[0]), relations)


def _parameters() -> Callable[[str, float], Any]:
    """Make a parameter for each value, the first of a name without a number."""
    import cvxpy as cp

    made: dict[tuple[str, float], Any] = {}

    def parameter(name: str, value: float) -> Any:
        if (name, value) not in made:
            many = sum(own == name for own, _ in made)
            made[name, value] = cp.Parameter(nonneg=True, value=value, name=f"{name}_{many}" if many else name)
        return made[name, value]

    return parameter


def _pose_ask(ask: Ask, P: Any, parameter: Callable[[str, float], Any]) -> Any:
    import cvxpy as cp

    above = P[:, ask.j] - parameter("ratio", float(ask.ratio.low)) * P[:, ask.against]
    return cp.sum(cp.pos(above)) <= parameter("delta", float(ask.slack)) if ask.slack else above <= 0


def _pose_guess(guess: Guess, P: Any) -> Any:
    import cvxpy as cp

    gains = P @ np.array([[float(x) for x in plane] for plane in guess.planes]).T
    return cp.sum(cp.max(gains, axis=1)) <= float(guess.bound)


def _pose_condition(condition: Condition, P: Any) -> Any:
    return _related(condition, sum(float(a) * P[entry] for entry, a in condition.terms.items()))


def _related(condition: Condition, total: Any) -> Any:
    bound = float(condition.bound)
    if condition.relation == "=":
        return total == bound
    return total <= bound if condition.relation == "<=" else total >= bound


def pose_sums(
    asked: Asked, functions: Sequence[Callable[[Row], Any]], conditions: Sequence[Condition] = (), labels: int = 1
) -> cvxpy.Problem:
    """Pose the largest Σ f(r), or the largest least of several such sums, in weights of rows."""
    import cvxpy as cp

    rows, used = _generators(asked)
    gains = _numbers([[f(row) for row in rows] for f in functions])
    theta = cp.Variable((labels, len(rows)), nonneg=True, name="theta")
    known = cp.Parameter(gains.shape, value=gains, name="gains")
    values = known @ cp.sum(theta, axis=0)
    relations = [*_relations(asked, rows, used, theta), *(_pose_on_rows(one, rows, theta) for one in conditions)]
    return cp.Problem(cp.Maximize(cp.min(values)), relations)


def pose_variances(asked: Asked, parts: Sequence[Part], *, is_worst: bool) -> cvxpy.Problem:
    """Pose the least Σ w·V, or the least largest V, with V = Tr KB·J⁻¹·(KB)ᵀ for each part's contrasts K and shares."""
    import cvxpy as cp

    rows, used = _generators(asked)
    theta, basis = cp.Variable((1, len(rows)), nonneg=True, name="theta"), _sum_0(asked.k)
    values = []
    for weight, contrasts, shares in parts:
        K = _numbers(contrasts) @ basis
        scale, J = _information(rows, theta, shares, basis)
        value = cp.matrix_frac(K.T, J) / scale
        values.append(value if is_worst else float(weight) * value)  # type: ignore[arg-type]
    goal = cp.max(cp.hstack(values)) if is_worst else sum(values)
    return cp.Problem(cp.Minimize(goal), _relations(asked, rows, used, theta))


def pose_determinant(asked: Asked, lists: Sequence[Shares], weights: Sequence[object]) -> cvxpy.Problem:
    """Pose the largest log det J, the largest mean of several, or the largest least of several without weights. The determinant
    of the covariance of all shares but one is 1/(k·det J), and the mean of several lists is the geometric one."""
    import cvxpy as cp

    rows, used = _generators(asked)
    theta, basis = cp.Variable((1, len(rows)), nonneg=True, name="theta"), _sum_0(asked.k)
    found = [_information(rows, theta, shares, basis) for shares in lists]
    logs = [cp.log_det(J) + (asked.k - 1) * math.log(scale) for scale, J in found]
    if not weights:
        return cp.Problem(cp.Maximize(cp.min(cp.hstack(logs))), _relations(asked, rows, used, theta))
    mean = sum(float(w) * x for w, x in zip(weights, logs, strict=True))  # type: ignore[arg-type]
    return cp.Problem(cp.Maximize(mean), _relations(asked, rows, used, theta))


def pose_largest(asked: Asked, lists: Sequence[Shares]) -> cvxpy.Problem:
    """Pose the least largest variance of a contrast of length 1, which is 1 over the least eigenvalue of J; the worst of lists."""
    import cvxpy as cp

    rows, used = _generators(asked)
    theta, basis = cp.Variable((1, len(rows)), nonneg=True, name="theta"), _sum_0(asked.k)
    found = [_information(rows, theta, shares, basis) for shares in lists]
    values = [cp.inv_pos(cp.lambda_min(J)) / scale for scale, J in found]
    return cp.Problem(cp.Minimize(cp.max(cp.hstack(values))), _relations(asked, rows, used, theta))


def _generators(asked: Asked) -> tuple[Rows, Rows]:
    """The generators with entries that sum to 1, since solvers take numbers near 1 best, and what they take of every budget."""
    found = generators(asked)
    sums = [sum(row, ZERO) for row in found.rows]
    rows = [tuple(x / s for x in row) for row, s in zip(found.rows, sums, strict=True)]
    return rows, [tuple(x / s for x, s in zip(used, sums, strict=True)) for used in found.used]


def _information(rows: Rows, theta: Any, shares: Shares, basis: Array) -> tuple[float, Any]:
    """A number and J over it, with the matrices of the rows as a parameter."""
    import cvxpy as cp

    own, n = _numbers(rows), basis.shape[1]
    turned = own @ basis / np.sqrt(own @ _numbers([shares])[0])[:, None]
    matrices = np.einsum("ra,rb->rab", turned, turned).reshape(len(own), n * n)
    scale = float(np.abs(matrices).max()) or 1.0
    known = cp.Parameter(matrices.shape, value=matrices / scale, name="information")
    J = cp.reshape(theta[0] @ known, (n, n), order="C")
    return scale, (J + J.T) / 2


def _relations(asked: Asked, rows: Rows, parts: Rows, theta: Any) -> list[Any]:
    """Σ θ_r·r = (1, …, 1), and the budgets."""
    import cvxpy as cp

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


def _sum_0(k: int) -> Array:
    """An orthonormal basis of the vectors with the sum 0, as columns."""
    found: Array = np.linalg.svd(np.ones((1, k)))[2][1:].T
    return found
