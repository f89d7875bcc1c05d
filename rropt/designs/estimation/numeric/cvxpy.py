"""Solve estimation in floats by cvxpy, as a semidefinite program in the probabilities of rows, or of orbits of rows.

An orbit contains the rows that differ by exchanging equal inputs. `solve_images` instead solves a program of second-order cones in
the matrices that prove the lower bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import cvxpy as cp
import numpy as np

from rropt.designs.estimation.numeric.floats import contrast_of, measures_of, patterns_of, roots_of, value_of_part
from rropt.designs.estimation.program import EstimationProgram
from rropt.designs.floats.interior_point import Measure
from rropt.designs.objectives.determinant import Determinant
from rropt.designs.objectives.estimation import Estimation
from rropt.designs.objectives.estimation_mixed import express
from rropt.designs.rows.float_patterns import FloatPatterns
from rropt.solvers.cvxpy import CvxpyAnswer, require_values, run

__all__ = ["covering", "solve_estimation", "solve_images", "solve_least_eigenvalue", "solve_over_patterns", "within"]

Array: TypeAlias = Any


def solve_estimation(program: EstimationProgram, solver: str) -> CvxpyAnswer:
    """Minimise the sum of variances over all possible rows.

    If there are several lists of prevalences, minimise the weighted mean of their sums, or the largest of these sums.
    """
    return solve_over_patterns(program, patterns_of(program), solver)


def solve_over_patterns(program: EstimationProgram, patterns: FloatPatterns, solver: str) -> CvxpyAnswer:
    """Minimise the sum of variances over the mechanisms that have these rows.

    If there are several lists of prevalences, minimise the weighted mean of their sums, or the largest of these sums.
    """
    measures = measures_of(program)
    first = patterns.chances[0]
    p = cp.Variable(len(first), nonneg=True)
    constraints = [cp.sum(p) == 1, *covering(patterns, p), *within(patterns, p)]
    traces = [_trace(p, patterns, measure, g) for measure, g in zip(measures, patterns.chances, strict=True)]
    if program.weights is None:
        aim = cp.maximum(*traces)
    else:
        aim = cp.sum([float(w) * x for w, x in zip(program.weights, traces, strict=True)])
    found = run(cp.Problem(cp.Minimize(aim), constraints), solver)
    return replace(found, value=found.value / patterns.gain**2)


def solve_images(
    program: EstimationProgram, patterns: FloatPatterns, weights: Array, value: float
) -> tuple[Array, ...]:
    """Compute the matrix √D K C for each list of prevalences, by a cone program.

    The rows of K are the contrasts, the diagonal matrix D has their weights, and C is the covariance. Each column of the result
    belongs to one vector of the basis of contrasts in `patterns`. `weights` has the weight w_a of each list π_a of prevalences.
    `value` is the optimum, in units of 1/(t − 1)² with t = e^ε.

    For some contrasts the information matrix M is singular at the optimum, so the program does not use the inverse of M. Its
    unknowns are a matrix Z_a for each list, a number λ₀, a vector λ, and a price ν for each limit on slack. The result is the
    matrices Z_a of the optimum. The program maximises 2 Σ_a w_a Tr √D K Z_aᵀ − λ₀ − room·Σν, where `room` is the slack that each
    limit allows. For every row s it demands that Σ_a w_a‖Z_a v‖²/(sᵀπ_a) ≤ λ₀ sᵀπ_0 + λᵀv + νᵀ(slack that s uses). If s is t at a
    set of inputs and 1 elsewhere, v is the indicator of this set in the basis. For any other s, v is s in the basis, up to a
    factor. If the slack of a limit may be left over, its price ν is at least 0.

    Solvers need numbers of size about 1. So K and Z are divided by the root of the value, and λ₀, λ and ν by the value. v is
    divided by the largest entry of v/(sᵀπ_0), and K, Z and λ are scaled to match.
    """
    first = patterns.chances[0]
    unit, root = 1 / float(np.abs(patterns.vectors / first[:, None]).max()), float(np.sqrt(abs(value)))
    v, contrast = patterns.vectors * unit, contrast_of(program) @ patterns.basis * (unit / root)
    contrasts = [roots_of(program, place)[:, None] * contrast for place in range(len(patterns.chances))]
    matrices = [cp.Variable(contrast.shape) for _ in contrasts]
    constant, linear, price, signs = cp.Variable(), cp.Variable(v.shape[1]), cp.Constant(0), []
    bound = constant + (v / first[:, None]) @ linear
    if len(patterns.limits):  # older releases of cvxpy have no variable of no entries
        paid = cp.Variable(len(patterns.limits))
        bound, price, signs = (
            bound + (patterns.limits / first).T @ paid,
            cp.sum(paid),
            [paid[patterns.may_fall_short] >= 0],
        )
    scaled = [np.sqrt(w / (g * first))[:, None] * v for w, g in zip(weights, patterns.chances, strict=True)]
    parts = [2 * z @ x.T for z, x in zip(matrices, scaled, strict=True)]
    below = cp.SOC(bound + 1, cp.vstack([*parts, cp.reshape(bound - 1, (1, bound.size), order="C")]), axis=0)
    gains = zip(weights, contrasts, matrices, strict=True)
    aim = cp.sum([2 * w * cp.sum(cp.multiply(x, z)) for w, x, z in gains]) - constant
    problem = cp.Problem(cp.Maximize(aim - patterns.room * price), [below, *signs])
    require_values(run(problem, "CLARABEL"), *matrices)
    return tuple(z.value * (unit * root) for z in matrices)


def solve_least_eigenvalue(patterns: FloatPatterns) -> tuple[Array, list[Array]]:
    """Maximise the smallest eigenvalue of the information on contrasts over the probabilities of the rows in `patterns`.

    Each row s has a probability p. If s is e^ε at a set of inputs and 1 elsewhere, v is the indicator of this set in the basis of
    contrasts; else v is s in this basis, up to a factor. The information at the list π_a of prevalences is
    J_a = Σ p·vvᵀ/(sᵀπ_0 sᵀπ_a), summed over the rows, where π_0 is the first list. If there are several lists, the smallest
    eigenvalue of all the J_a is maximised. The result has the best probabilities, and the dual matrix W_a ⪰ 0 of each J_a.
    """
    first, v = patterns.chances[0], patterns.vectors
    r = v.shape[1]
    x, least, cones = cp.Variable(len(first), nonneg=True), cp.Variable(), []
    # rows that use slack have probabilities of about its size
    p = cp.multiply(np.where(patterns.limits.any(axis=0), min(1.0, patterns.room), 1.0), x)
    # J is divided by the least eigenvalue at an even design, because solvers need numbers of size about 1
    start = first / first.sum() if patterns.start is None else patterns.start
    unit = min(float(np.linalg.eigvalsh((v.T * (start / first / g)) @ v)[0]) for g in patterns.chances)
    for g in patterns.chances:
        entries = np.einsum("oi,oj->ijo", v, v).reshape(r * r, -1) / (first * g * unit)
        j = cp.reshape(entries @ p, (r, r), order="C")
        cones.append((j + j.T) / 2 - least * np.eye(r) >> 0)
    problem = cp.Problem(cp.Maximize(least), [cp.sum(p) == 1, *covering(patterns, p), *within(patterns, p), *cones])
    found = run(problem, "CLARABEL", tol_gap_abs=1e-13, tol_gap_rel=1e-13, tol_feas=1e-13)
    require_values(found, x, least, *cones)
    duals = [(cone.dual_value + cone.dual_value.T) / 2 for cone in cones]
    return np.maximum(p.value, 0), duals


def solve_mixture(
    patterns: FloatPatterns, parts: Sequence[Estimation], places: Sequence[int], weights: Array
) -> tuple[Array, Array, list[Array]]:
    """Minimise the largest of several weighted sums of the criteria `parts`.

    `weights` has the weights of the criteria, indexed [sum, part]. The criterion parts[i] is taken at the list of prevalences that
    has the index places[i].

    The first result has the probabilities of the rows in `patterns`. The second has a weight for each sum: the mean of the sums
    with these weights equals the optimum. The third has a dual matrix for each criterion that is a `LargestVariance`.
    """
    first, v = patterns.chances[0], patterns.vectors
    r = v.shape[1]
    x = cp.Variable(len(first), nonneg=True)
    p = cp.multiply(np.where(patterns.limits.any(axis=0), min(1.0, patterns.room), 1.0), x)
    # J is divided by the least eigenvalue at an even design, because solvers need numbers of size about 1
    start = first / first.sum() if patterns.start is None else patterns.start
    even = [(v.T * (start / first / g)) @ v for g in patterns.chances]
    unit = min(float(np.linalg.eigvalsh(j)[0]) for j in even)
    at = []
    for g in patterns.chances:
        entries = np.einsum("oi,oj->ijo", v, v).reshape(r * r, -1) / (first * g * unit)
        j = cp.reshape(entries @ p, (r, r), order="C")
        at.append((j + j.T) / 2)
    values, cones = zip(
        *(express(x, at[place], patterns.basis) for x, place in zip(parts, places, strict=True)), strict=True
    )
    scale = unit * patterns.gain**2
    powers = np.array([scale ** -(r if isinstance(x, Determinant) else 1.0) for x in parts])
    whole = [patterns.basis @ np.linalg.inv(j / unit) @ patterns.basis.T for j in even]
    sizes = np.array([value_of_part(x, whole[place]) for x, place in zip(parts, places, strict=True)])
    scaled = weights * powers
    scaled /= float(max(scaled @ sizes))
    most = cp.Variable()
    sums = [cp.sum([w * x for w, x in zip(line, values, strict=True) if w]) <= most for line in scaled]
    own = [cone for cone in cones for cone in cone]
    problem = cp.Problem(cp.Minimize(most), [cp.sum(p) == 1, *covering(patterns, p), *within(patterns, p), *own, *sums])
    found = run(problem, "CLARABEL", tol_gap_abs=1e-12, tol_gap_rel=1e-12, tol_feas=1e-12)
    require_values(found, x, *own)
    means = np.maximum([float(line.dual_value) for line in sums], 0)
    duals = [(cone.dual_value + cone.dual_value.T) / 2 for cone in own]
    return np.maximum(p.value, 0), means / means.sum(), duals


def covering(patterns: FloatPatterns, p: Any) -> list[Any]:
    """List the constraints of cvxpy by which every input has the same total probability.

    `p` has the probabilities of the rows in `patterns`. The constraints are scaled by the largest coefficient, because solvers
    leave larger residuals where coefficients are small.
    """
    alike = (patterns.vectors / patterns.chances[0][:, None]).T
    return [alike / np.abs(alike).max() @ p == 0] if len(alike) else []


def within(patterns: FloatPatterns, p: Any) -> list[Any]:
    """List the constraints of cvxpy by which the rows together use no more of each limit than it allows.

    `p` has the probabilities of the rows in `patterns`. A limit that must be met exactly gives an equation.
    """
    taken, loose = patterns.limits / patterns.chances[0] / patterns.room, patterns.may_fall_short
    sides = [taken[loose] @ p <= 1] if loose.any() else []
    return [*sides, taken[~loose] @ p == 1] if not loose.all() else sides


def _trace(p: Any, patterns: FloatPatterns, measure: Measure, g: Array) -> Any:
    """Return the trace to be minimised at one list π of prevalences, as an expression of cvxpy in the probabilities p.

    The expression is a sum. The first summand is the trace of B·J⁻¹, where J is the information on the contrasts that are constant
    on every class of equal inputs, and B is the block of `measure`. Each class of several inputs adds a trace over the contrasts
    that are 0 at all inputs outside the class. `g` has the probability sᵀπ of each row s in `patterns`.
    """
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
