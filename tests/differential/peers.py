"""What cvxpy with two solvers, and libqif, answer to the same numbers: models of their own, in floats, believed in nothing."""

from __future__ import annotations

import itertools
import math
import warnings
from collections.abc import Callable
from typing import Any

import cvxpy as cp
import numpy as np

from tests.differential.exact import Measures, sublinear
from tests.differential.problems import Asked
from tests.over_rows import excess

SOLVERS = {"linear": ("HIGHS", "CLARABEL"), "cone": ("CLARABEL", "SCS")}
Answer = tuple[str, float]
"""The status, and the value where there is one."""


def floats(x: Any) -> Any:
    return np.array(x, dtype=float)


def run(model: cp.Problem, solver: str, value: Callable[[], float]) -> Answer:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            model.solve(solver=solver)
        except cp.error.SolverError:
            return "failed", math.nan
        except Exception as error:  # its own fault, such as an inverse of a singular matrix when the value is computed
            return f"raised {type(error).__name__}", math.nan
    if model.status not in ("optimal", "optimal_inaccurate"):
        return model.status, math.nan
    return model.status, float(value())


def of_cvxpy(asked: Asked, measures: Measures | None) -> dict[str, Answer]:
    """Each solver's answer; none where no model of cvxpy says the problem."""
    if asked.gains:
        model, value = _linear(asked)
    elif asked.objective == "variance, free outputs" or asked.kind:
        assert measures is not None
        model, value = _sums(asked, measures)
    elif asked.objective in ("variance", "variance at worst"):
        return {}
    else:
        assert measures is not None
        model, value = _estimation(asked, measures)
    kind = "linear" if asked.gains or asked.kind or asked.objective == "variance, free outputs" else "cone"
    return {solver: run(model, solver, value) for solver in SOLVERS[kind]}


def _linear(asked: Asked) -> tuple[cp.Problem, Callable[[], float]]:
    gains = floats(asked.gains)
    p = cp.Variable(gains.shape, nonneg=True)
    limits = [cp.sum(p, axis=0) == 1]
    for (j, low), (ratio, delta) in asked.demand.items():
        excess = p[:, j] - float(ratio) * p[:, low]
        limits.append(excess <= 0 if delta == 0 else cp.sum(cp.pos(excess)) <= float(delta))
    for terms, relation, bound in asked.conditions:
        left = sum(float(x) * p[i, j] for (i, j), x in terms.items())
        limits.append(left <= float(bound) if relation == "<=" else left >= float(bound))
    model = cp.Problem(cp.Maximize(cp.sum(cp.multiply(gains, p))), limits)
    return model, lambda: asked.sense * model.value


def _weights(measures: Measures) -> tuple[cp.Variable, list[Any]]:
    """Weights of the rays, at most what each slack allows."""
    s = floats(measures.rays)
    theta = cp.Variable(len(s), nonneg=True)
    limits = [theta @ s == 1]
    for (j, low), (ratio, delta) in measures.demand.items():
        if 0 < delta < 1:
            limits.append(theta @ excess(s, j, low, float(ratio)) <= float(delta))
    return theta, limits


def _sums(asked: Asked, measures: Measures) -> tuple[cp.Problem, Callable[[], float]]:
    theta, limits = _weights(measures)
    if asked.objective == "variance, free outputs":
        (pi,) = asked.prevalences
        gains = floats([(s[1] - s[0]) ** 2 / (s[0] * pi[0] + s[1] * pi[1]) for s in measures.rays])
        model = cp.Problem(cp.Maximize(theta @ gains), limits)
        return model, lambda: 1 / model.value if model.value > 0 else math.inf
    tables = [floats([sublinear(k, v, s) for s in measures.rays]) for k, v in parts(asked)]
    if asked.weights is None:
        model = cp.Problem(cp.Maximize(cp.minimum(*(theta @ t for t in tables))), limits)
    else:
        each = [1.0] * len(tables) if len(asked.weights) < len(tables) else floats(asked.weights)
        model = cp.Problem(cp.Maximize(theta @ sum(w * t for w, t in zip(each, tables, strict=True))), limits)
    return model, lambda: model.value


def parts(asked: Asked) -> list[tuple[str, list[Any]]]:
    """The functions of rows that are added: one a prior, or one an ordered pair of inputs."""
    if asked.kind == "information":
        return [("information", [v]) for v in asked.vectors]
    if asked.vectors:
        return [(asked.kind, asked.vectors)]
    from tests.differential.exact import unit

    both = itertools.permutations(range(asked.k), 2)
    return [(asked.kind, [unit(a, asked.k), unit(b, asked.k)]) for a, b in both]


def _estimation(asked: Asked, measures: Measures) -> tuple[cp.Problem, Callable[[], float]]:
    theta, limits = _weights(measures)
    s, k = floats(measures.rays), asked.k
    places = [floats(pi) for pi in asked.prevalences]
    information = [s.T @ cp.diag(cp.multiply(theta, 1 / (s @ pi))) @ s for pi in places]
    contrast = floats(asked.contrast)
    if asked.objective == "determinant":
        model = cp.Problem(cp.Maximize(cp.log_det(information[0])), limits)
        return model, lambda: math.exp(-model.value)
    if asked.objective == "largest variance":
        v = cp.Variable()
        for m, pi in zip(information, places, strict=True):
            z = cp.Variable((k, k), symmetric=True)
            limits += [cp.bmat([[m, np.eye(k)], [np.eye(k), z]]) >> 0, v * np.eye(k) - z + np.outer(pi, pi) >> 0]
        model = cp.Problem(cp.Minimize(v), limits)
        return model, lambda: model.value
    terms = [
        cp.matrix_frac(contrast.T, (m + m.T) / 2) - float(np.sum((contrast @ pi) ** 2))
        for m, pi in zip(information, places, strict=True)
    ]
    if asked.weights is None:
        model = cp.Problem(cp.Minimize(cp.max(cp.hstack(terms))), limits)
    else:
        model = cp.Problem(cp.Minimize(sum(float(w) * x for w, x in zip(asked.weights, terms, strict=True))), limits)
    return model, lambda: model.value


def of_libqif(asked: Asked) -> Answer | None:
    """Its linear program for a loss under a metric, where the problem is one; None where it is not, or libqif is not installed."""
    is_metric = len(asked.demand) == asked.k * (asked.k - 1) and all(
        delta == 0 and asked.demand[b, a][0] == ratio for (a, b), (ratio, delta) in asked.demand.items()
    )
    if not asked.gains or asked.conditions or not is_metric:
        return None
    try:
        import qif
    except ImportError:
        return None
    gains, k = floats(asked.gains), asked.k
    found = qif.mechanism.d_privacy.min_loss_given_d(
        np.full(k, 1.0 / k),
        len(gains),
        lambda a, b: 0.0 if a == b else math.log(asked.demand[int(a), int(b)][0]),
        lambda x, y: -k * gains[int(y), int(x)],
    )
    channel = np.array(found)
    if channel.shape != (k, len(gains)):
        return "no answer", math.nan
    return "optimal", asked.sense * float((gains.T * channel).sum())
