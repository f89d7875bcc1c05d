"""A search for a good mechanism of at most m answers for estimates, by descents from several starts.

The variances decrease in M = Σ r rᵀ/(rᵀπ) and are convex in it, and M is convex in the rows r. So the variances are neither convex
nor concave in the rows, and a descent may end at a local minimum. Sequential quadratic programming (SLSQP) lowers the logarithm of
the objective in floats, under the linear constraints of all mechanisms of m answers. It starts from the given mechanisms and from
mixtures of corners of that polytope, drawn with a fixed seed: half of these mixtures are the best of many, the other half are taken
as they are drawn. The objective is then linearised at the best result, and an exact linear program minimises it within a small box
around that result; so the mechanism that is returned meets the demand and the conditions exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from rropt.designs.estimation.numeric.floats import floats, rises_of, value_of_part
from rropt.designs.objectives.determinant import Determinant
from rropt.designs.objectives.estimation import Estimation
from rropt.designs.objectives.estimation_together import Largest, Sum
from rropt.designs.reductions.slope import Slope, exactly_best
from rropt.exact.matrix import Matrix
from rropt.exact.patience import require_time
from rropt.problem.conditions import Condition
from rropt.problem.problem import Problem

__all__ = ["descend", "values_in_floats"]

Array: TypeAlias = Any
DRAWN, CORNERS, STEPS = 10, 8, 60
SPREAD, SCREENED = 0.2, 20  # the Dirichlet parameter of mixtures' weights; mixtures drawn for each that is a start
MOST_WORK = 12_000_000  # the largest number of starts × unknowns² × inequalities
STEP = 1e-7  # of difference quotients, to both sides
SINGULAR = 1e-9  # eigenvalues of M below this part of the largest count as 0
UNKNOWN = 1e30  # the value where something is not identified, as a multiple of the best start's
BOX, DIGITS = Fraction(1, 10**6), 9  # half the width of the box around the best result; decimals of that result
LACKING = 1e-7  # by which the constraints may be violated in floats


def values_in_floats(objective: Estimation, rows: Array) -> Array:
    """Compute the objective of each of several mechanisms, whose `rows` are indexed [mechanism, row, input].

    The value is infinite for a mechanism whose answers do not identify everything that is estimated.
    """
    if isinstance(objective, Sum):
        return sum(float(w) * values_in_floats(x, rows) for w, x in objective.terms)
    if isinstance(objective, Largest):
        return np.max([values_in_floats(x, rows) for x in objective.objectives], axis=0)
    k = rows.shape[-1]
    K = rises_of(objective, k)
    found = []
    for pi in floats(objective.prevalences.at(k)):
        q = rows @ pi
        M = np.swapaxes(rows, -1, -2) @ (rows / np.where(q > LACKING**2, q, np.inf)[..., None])
        back = np.linalg.pinv(M, rcond=SINGULAR, hermitian=True)
        rest = np.abs(K - K @ back @ M).max(axis=-1)
        missed = (rest > np.sqrt(SINGULAR) * K.max(axis=-1)).any(axis=-1)
        found.append(np.where(missed, np.inf, value_of_part(objective, back - np.outer(pi, pi))))
    weights = objective.prevalences.weights
    if len(found) == 1 or weights is None:
        return np.max(found, axis=0)
    if isinstance(objective, Determinant):
        return np.exp(floats(weights) @ np.log(found))
    return floats(weights) @ np.array(found)


def descend(problem: Problem, objective: Estimation, most: int, starts: Sequence[Matrix]) -> Matrix | None:
    """Descend from the given starts and from seeded ones; return the best mechanism found, with at most `most` answers.

    None if the program is too large, if HiGHS finds no mechanism to start from, if no descent keeps the demand, or if the exact
    program has no solution.
    """
    from scipy.optimize import minimize  # slow to load

    slope = Slope.of(problem, most)
    if slope is None or (most_starts := MOST_WORK // (slope.lines.size * slope.lines.shape[1])) == 0:
        return None
    k, size = problem.k, most * problem.k
    corners = [x for x in map(slope.corner, _weights(most, k)) if x is not None]
    if not corners:
        return None
    given = [np.pad(floats(x), ((0, most - len(x)), (0, 0))) for x in starts]
    rng = np.random.default_rng(1)
    firsts = [slope.at(x) for x in given]
    mixed = rng.dirichlet(np.full(len(corners), SPREAD), size=DRAWN * SCREENED) @ np.array(corners)
    values = values_in_floats(objective, mixed[:, :size].reshape(-1, most, k))
    unit = min((float(x) for x in values if 0 < x < np.inf), default=1.0)
    firsts += [*mixed[np.argsort(values, kind="stable")[: DRAWN // 2]], *mixed[: DRAWN // 2]]
    even = slope.low == slope.high
    sides = np.vstack([slope.lines[~even], -slope.lines[~even]])
    room = np.concatenate([slope.high[~even], -slope.low[~even]])
    sides, room = sides[np.isfinite(room)], room[np.isfinite(room)]
    limits: list[dict[str, Any]] = [
        {"type": "eq", "fun": lambda x: slope.lines[even] @ x - slope.low[even], "jac": lambda _: slope.lines[even]},
        {"type": "ineq", "fun": lambda x: room - sides @ x, "jac": lambda _: -sides},
    ]
    moved = STEP * np.eye(size)

    def height(x: Array) -> tuple[float, Array]:
        require_time()
        tried = np.concatenate([x[:size] + moved, x[:size] - moved, x[None, :size]]).reshape(-1, most, k)
        logs = np.log(np.clip(values_in_floats(objective, np.maximum(tried, 0.0)) / unit, 1 / UNKNOWN, UNKNOWN))
        return float(logs[-1]), np.concatenate([(logs[:size] - logs[size:-1]) / (2 * STEP), np.zeros(len(x) - size)])

    best, kept = float(np.log(UNKNOWN)), None
    for first in firsts[:most_starts]:
        options = {"maxiter": STEPS}
        found = minimize(
            height,
            first,
            jac=True,
            method="SLSQP",
            bounds=[(0, None)] * len(first),
            constraints=limits,
            options=options,
        ).x
        lacking = [*np.abs(limits[0]["fun"](found)), *-limits[1]["fun"](found), *-found]
        value = height(found)[0]
        if max(lacking) < LACKING and value < best:
            best, kept = value, found
    if kept is None:
        return None
    near = [(divmod(n, k), round(Fraction(x), DIGITS)) for n, x in enumerate(kept[:size].tolist())]
    box = [Condition(f"P[{i},{j}] <= {x + BOX}", (((i, j), Fraction(1)),), "<=", x + BOX) for (i, j), x in near]
    box += [
        Condition(f"P[{i},{j}] >= {x - BOX}", (((i, j), Fraction(1)),), ">=", x - BOX) for (i, j), x in near if x > BOX
    ]
    return exactly_best(problem, -height(kept)[1][:size].reshape(most, k), box)


def _weights(most: int, k: int) -> list[Array]:
    """Draw random matrices of weights, indexed [answer, input], from which starting points are made.

    For each matrix W the caller finds the mechanism P with the largest ΣW·P, the sum of the products of their entries. Mixtures of
    these mechanisms are starting points. In the first half of the matrices each input has weight 1 at one answer and 0 at all
    others. In the second half the weights of each answer have the mean 0, so that no answer is favoured.
    """
    rng = np.random.default_rng(0)
    groups = [np.eye(most)[rng.permutation(max(most, k))[:k] % most].T for _ in range(CORNERS)]
    drawn = [rng.normal(size=(most, k)) for _ in range(CORNERS)]
    return [*groups, *(x - x.mean(axis=1, keepdims=True) for x in drawn)]
