"""Beyond the patterns that are listed one by one: column generation for estimation, and a rigorous bound of what it leaves.

The interior point over some patterns gives matrices X_a and a list y; all 2^k patterns are priced with them in floats, those at
which Σ_a w_a‖X_a s‖²/(sᵀπ_a) exceeds yᵀs most join, and so on. As 1_S is 0 or 1, with g = t − 1

    sᵀGs = 1ᵀG1 + 1_Sᵀ(g²G + 2g·diag(G1))1_S.

The bound: X_a and y are made rational, and y + c·π_0 meets the condition at a pattern where c·sᵀπ_0 is at least what is missing.
The largest of what is missing over sᵀπ_0 is had in floats with the error that their rounding can make, pattern by pattern: every
sum of n products in any order is right to n·2^-53 times the sum of their sizes (IEEE), there are three sums of at most k in one
another, and the sizes are at most Σ_{j in S} Σ_l |A_jl|; their count is taken twice over. No other functions are used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from rropt.designs.estimation.exact import notes_of, spread_mechanism
from rropt.designs.estimation.numeric.floats import floats, measures_of, scales_of
from rropt.designs.estimation.numeric.solution import ACTIVE, Solution, solve_over
from rropt.designs.estimation.prices import Form
from rropt.designs.estimation.program import EstimationProgram
from rropt.designs.estimation.within import choose_shares, lower_bound, upper_bound
from rropt.designs.objectives.estimation import estimation_of
from rropt.designs.rows.classes import Classes
from rropt.designs.rows.float_patterns import FloatPatterns
from rropt.designs.rows.orbits import Orbits
from rropt.designs.rows.pricing import Blocks, Evaluate, LargestNumbers, first_sets, largest, sets_of
from rropt.exact.matrix import Rows, product, transpose
from rropt.exact.patience import ignore_limit, seconds_left
from rropt.problem.answers import Evidence
from rropt.problem.bounded import evidence_of_bounds
from rropt.problem.problem import Problem

__all__ = ["QuotientForm", "bound_missing", "prove_by_columns", "solve_by_columns"]

Array: TypeAlias = Any
ENOUGH = 2e-10  # relative, of what is missing
MOST_LATE = 4  # rounds in which no less is missing than in the best one
MOST_ROUNDS = 80
JOIN = 400
KEPT = 600


@dataclass(frozen=True, slots=True)
class QuotientForm:
    """The function sᵀGs/(sᵀπ) of a pattern s, for a symmetric positive semidefinite G."""

    matrix: Array
    prevalences: Array


@dataclass(frozen=True, slots=True)
class _Priced:
    """The missing amount divided by sᵀπ_0, in blocks of floats, with a bound of their error in units of the last place."""

    value: Evaluate
    error: Evaluate


def _price_forms(forms: Sequence[QuotientForm], y: Array, gain: float) -> _Priced:
    """(Σ sᵀGs/(sᵀπ) − yᵀs)/(sᵀπ_0) for the patterns s."""
    blocks, k = Blocks.of(len(y)), len(y)
    chances = [blocks.linear(gain * form.prevalences, 1.0) for form in forms]
    across = [gain**2 * x.matrix + np.diag(2 * gain * x.matrix.sum(axis=1)) for x in forms]
    constants = [float(x.matrix.sum()) for x in forms]
    above = [blocks.quadratic(a) for a in across]
    # 2g·G1 has sizes of its own, where the entries of a row of G cancel
    sizes = [gain**2 * abs(x.matrix).sum(axis=1) + 2 * gain * abs(x.matrix).sum(axis=1) for x in forms]
    above_sizes = [blocks.linear(x, float(abs(form.matrix).sum())) for x, form in zip(sizes, forms, strict=True)]
    paid = blocks.linear(gain * y, float(y.sum()))
    paid_sizes = blocks.linear(gain * abs(y), float(abs(y).sum()))

    def value(part: slice) -> Array:
        found = -paid(part)
        for q, c, constant in zip(above, chances, constants, strict=True):
            found += (q(part) + constant) / c(part)
        return found / chances[0](part)

    def error(part: slice) -> Array:
        found = paid_sizes(part)
        for q, c in zip(above_sizes, chances, strict=True):
            found += q(part) / c(part)
        return found / chances[0](part) * (6 * k + 40)

    return _Priced(value, error)


def bound_missing(forms: Sequence[tuple[Rows, Sequence[Fraction]]], y: Sequence[Fraction], gain: float) -> Fraction:
    """A rational ≥ 0 and ≥ (Σ sᵀGs/(sᵀπ) − yᵀs)/(sᵀπ_0) at every pattern s, for rational G and y; `gain` is the float
    nearest to t − 1."""
    near = [QuotientForm(floats(g), floats(pi)) for g, pi in forms]
    priced, unit = _price_forms(near, floats(y), gain), float(np.finfo(float).eps)
    blocks = Blocks.of(len(y))
    most = max(float((priced.value(part) + unit * priced.error(part)).max()) for part in blocks.parts)
    return max(Fraction(0), Fraction(most))


def solve_by_columns(program: EstimationProgram) -> Solution:
    """Solve in floats over a growing set of patterns until hardly anything is missing at the others, or time is over."""
    program = replace(program, rows=Orbits(Classes.single(program.k), program.ratio))
    lists = [floats(pi) for pi in program.prevalences]
    gain, sets = float(program.ratio - 1), first_sets(np.mean(lists, axis=0))
    best, least, late = None, np.inf, 0
    for _ in range(MOST_ROUNDS):
        with ignore_limit():
            found = solve_over(program, FloatPatterns.of(program.classes, gain, lists, sets), measures_of(program))
        lacks = _price(found, gain)
        late = 0 if lacks.most < least else late + 1
        if not late:
            best, least = found, lacks.most
        if least <= ENOUGH * found.value or late > MOST_LATE or seconds_left() == 0:
            break
        slacks, chances = found.optimum.slacks, found.optimum.chances
        kept = (chances > ACTIVE / 100) | (slacks <= np.sort(slacks)[min(len(sets) - 1, KEPT)])
        sets = np.vstack([sets[kept], sets_of(lacks.patterns[lacks.values > 0], program.k)])
    assert best is not None
    return best


def _price(found: Solution, gain: float) -> LargestNumbers:
    program = found.program
    forms = []
    for a, (w, pi) in enumerate(zip(found.optimum.weights, program.prevalences, strict=True)):
        x = floats(found.contrasts_of_covariance(a))
        forms.append(QuotientForm(float(w) * (x.T * scales_of(program, a)) @ x, floats(pi)))
    priced = _price_forms(forms, floats(found.multipliers()), gain)
    return largest(Blocks.of(program.k), priced.value, many=JOIN)


def prove_by_columns(problem: Problem, solution: Solution) -> Evidence:
    """Find a rational mechanism, with bounds that only rropt states."""
    program = solution.program
    shares = choose_shares(solution)
    uppers = [upper_bound(solution, shares, place) for place in range(len(program.prevalences))]
    lower, _ = lower_bound(solution, _raise_by)
    reached = program.combine([upper.value for upper in uppers])
    mechanism, objective = spread_mechanism(program, shares, problem.inputs), estimation_of(problem)
    return evidence_of_bounds(
        problem,
        mechanism,
        (lower, reached),
        source="an interior point and column generation over all patterns",
        estimators=objective.list_estimators([upper.estimator for upper in uppers], problem.k),
        notes=notes_of(program, mechanism),
    )


def _raise_by(
    solution: Solution, forms: Sequence[Form], y: Sequence[Fraction], _limits: Sequence[Fraction]
) -> Fraction:
    """Add to y the multiple of π_0 that covers what is missing at any pattern."""
    squares = [
        (product(transpose(x.matrix), [[d * v for v in row] for d, row in zip(x.weights, x.matrix, strict=True)]), pi)
        for x, pi in zip(forms, solution.program.prevalences, strict=True)
    ]
    return bound_missing(squares, y, float(solution.program.ratio - 1))
