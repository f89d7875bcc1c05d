"""The numeric leg of estimation in cvxpy: a semidefinite program in the probabilities of the orbits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import cvxpy as cp
import numpy as np

from rropt.categories.numeric.floats import contrast_of, measure_of, patterns_of
from rropt.categories.numeric.interior_point import FloatPatterns, Measure
from rropt.categories.program import EstimationProgram
from rropt.solvers.cvxpy import CvxpyAnswer, require_values, run

__all__ = ["Duals", "solve_dual", "solve_estimation", "solve_least_eigenvalue", "widen_dual"]

Array: TypeAlias = Any


def solve_estimation(program: EstimationProgram, solver: str) -> CvxpyAnswer:
    """The least mean, or the least of the largest, of the traces at each list of prevalences."""
    patterns, measure = patterns_of(program), measure_of(program)
    first = patterns.chances[0]
    p = cp.Variable(len(first), nonneg=True)
    alike = (patterns.vectors / first[:, None]).T
    constraints = [cp.sum(p) == 1, *([alike @ p == 0] if len(alike) else []), *_within(patterns, p)]
    traces = [_trace(p, patterns, measure, g) for g in patterns.chances]
    if program.weights is None:
        aim = cp.maximum(*traces)
    else:
        aim = cp.sum([float(w) * x for w, x in zip(program.weights, traces, strict=True)])
    found = run(cp.Problem(cp.Minimize(aim), constraints), solver)
    return replace(found, value=found.value / patterns.gain**2)


@dataclass(frozen=True, slots=True)
class Duals:
    """K C in the basis of contrasts for each list of prevalences, the multipliers of Σ p = 1 and of the coverage, those of the
    limits, and the probabilities p, which are the multipliers of the patterns here."""

    images: tuple[Array, ...]
    bounds: Array
    limits: Array
    chances: Array


def solve_dual(program: EstimationProgram, patterns: FloatPatterns, weights: Array, value: float) -> Duals:
    """The dual with these weights of the lists of prevalences; the value is about that without 1/(t − 1)².

    A cone program without the inverse of M, for contrasts at whose optimum M is singular: maximise 2 Σ w Tr K Zᵀ − λ₀ where
    Σ_a w_a‖Z_a v‖²/(sᵀπ_a) ≤ λ₀ sᵀπ + λᵀv at every pattern. With K and Z over the root of the value, and λ over it, numbers are
    of the size 1, as a solver wants them; and with v, 1/K, Z and λ in units of the largest v/(sᵀπ).
    """
    first = patterns.chances[0]
    unit, root = 1 / float(np.abs(patterns.vectors / first[:, None]).max()), float(np.sqrt(abs(value)))
    v, contrast = patterns.vectors * unit, contrast_of(program) @ patterns.basis * (unit / root)
    matrices = [cp.Variable(contrast.shape) for _ in patterns.chances]
    constant, linear = cp.Variable(), cp.Variable(v.shape[1])
    paid = cp.Variable(len(patterns.limits), nonneg=True) if len(patterns.limits) else None
    bound = constant + (v / first[:, None]) @ linear
    if paid is not None:
        bound = bound + (patterns.limits / first).T @ paid
    scaled = [np.sqrt(w / (g * first))[:, None] * v for w, g in zip(weights, patterns.chances, strict=True)]
    cones = _squares_below([z @ s.T for z, s in zip(matrices, scaled, strict=True)], bound)
    aim = cp.sum([2 * w * cp.sum(cp.multiply(contrast, z)) for w, z in zip(weights, matrices, strict=True)]) - constant
    if paid is not None:
        aim = aim - patterns.room * cp.sum(paid)
    require_values(run(cp.Problem(cp.Maximize(aim), [cones]), "CLARABEL"), *matrices, constant, linear)
    limits = np.zeros(0) if paid is None else np.maximum(paid.value, 0) * root**2
    above, beside = cones.dual_value
    chances = np.maximum(np.ravel(above) + np.reshape(beside, (-1, len(v)))[-1], 0)
    bounds = np.concatenate([[float(constant.value)], linear.value * unit]) * root**2
    return Duals(tuple(z.value * (unit * root) for z in matrices), bounds, limits, chances)


def _squares_below(parts: list[Any], bound: Any) -> Any:
    """Σ‖column‖² over the matrices is at most the bound, column by column."""
    beside = cp.vstack([*(2 * x for x in parts), cp.reshape(bound - 1, (1, bound.size), order="C")])
    return cp.SOC(bound + 1, beside, axis=0)


def widen_dual(
    patterns: FloatPatterns, weights: Array, near: tuple[list[Array], Array], rest: Array, outside: Array
) -> tuple[list[Array], Array]:
    """The images and the multipliers of a dual, with what these are along the directions `rest` chosen so that the patterns
    `outside` of the others' span have the most room, in proportion; as they were where that is none."""
    first, v = patterns.chances[0][outside], patterns.vectors[outside]
    kept, along = np.eye(len(rest)) - rest @ rest.T, v @ rest
    images, bounds = [z @ kept for z in near[0]], np.concatenate([near[1][:1], kept @ near[1][1:]])
    # of the size 1, as a solver wants it: images by its root, multipliers by it
    size = float(abs(bounds[0]))
    room, linear = cp.Variable(), cp.Variable(rest.shape[1])
    turned = [cp.Variable((len(z), rest.shape[1])) for z in images]
    bound = (bounds[0] + (v / first[:, None]) @ bounds[1:]) / size + (along / first[:, None]) @ linear - room
    scales = [np.sqrt(w / (g[outside] * first)) for w, g in zip(weights, patterns.chances, strict=True)]
    parts = [
        z / np.sqrt(size) @ (v * scale[:, None]).T + x @ (along * scale[:, None]).T
        for z, x, scale in zip(images, turned, scales, strict=True)
    ]
    cones = _squares_below(parts, bound)
    run(cp.Problem(cp.Maximize(room), [cones, room <= 1]), "CLARABEL")
    if room.value is None or room.value <= 0:
        return near
    chosen = [z + np.sqrt(size) * x.value @ rest.T if w else z for w, z, x in zip(weights, images, turned, strict=True)]
    return chosen, bounds + size * np.concatenate([[0.0], rest @ linear.value])


def solve_least_eigenvalue(patterns: FloatPatterns) -> tuple[Array, list[Array], float]:
    """The probabilities whose J = Σ p·vvᵀ/(sᵀπ_0 sᵀπ) have the largest least eigenvalue, their duals W ⪰ 0, and that eigenvalue."""
    first, v = patterns.chances[0], patterns.vectors
    r = v.shape[1]
    p, least, cones = cp.Variable(len(first), nonneg=True), cp.Variable(), []
    for g in patterns.chances:
        entries = np.einsum("oi,oj->ijo", v, v).reshape(r * r, -1) / (first * g)
        j = cp.reshape(entries @ p, (r, r), order="C")
        cones.append((j + j.T) / 2 - least * np.eye(r) >> 0)
    problem = cp.Problem(
        cp.Maximize(least), [cp.sum(p) == 1, (v / first[:, None]).T @ p == 0, *_within(patterns, p), *cones]
    )
    found = run(problem, "CLARABEL", tol_gap_abs=1e-13, tol_gap_rel=1e-13, tol_feas=1e-13)
    require_values(found, p, least, *cones)
    duals = [(cone.dual_value + cone.dual_value.T) / 2 for cone in cones]
    return np.maximum(p.value, 0), duals, float(least.value)


def _within(patterns: FloatPatterns, p: Any) -> list[Any]:
    """The limits of what orbits take of a slack."""
    return [patterns.limits / patterns.chances[0] @ p <= patterns.room] if len(patterns.limits) else []


def _trace(p: Any, patterns: FloatPatterns, measure: Measure, g: Array) -> Any:
    """Tr B·(inverse) at one list of prevalences, in the basis of contrasts constant on classes and by class."""
    scales = 1 / (patterns.chances[0] * g)
    parts = []
    if patterns.vectors.shape[1]:
        r = patterns.vectors.shape[1]
        entries = np.einsum("oi,oj->ijo", patterns.vectors, patterns.vectors).reshape(r * r, -1) * scales
        block = patterns.basis.T @ measure.block @ patterns.basis
        values, vectors = np.linalg.eigh(block)
        factor = vectors * np.sqrt(np.maximum(values, 0))
        matrix = cp.reshape(entries @ p, (r, r), order="C")
        parts.append(cp.matrix_frac(factor, (matrix + matrix.T) / 2))
    for n, (many, b) in enumerate(zip(patterns.dimensions, measure.singles, strict=True)):
        if b:
            parts.append(many * b * cp.inv_pos((patterns.spreads[:, n] * scales) @ p))
    return cp.sum(parts)
