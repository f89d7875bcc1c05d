"""Find and bound the optimum of estimates by column generation, if there are too many patterns to list in one program.

Let t = e^ε. The pattern s of a set S of inputs is a row that is t at the inputs in S and 1 elsewhere, so that s = 1 + g·1_S with
g = t − 1. For k inputs there are 2^k patterns. The interior point method over some of them gives prices y, and a matrix X_a for
each list π_a of prevalences, which has the weight w_a. The dual inequality at a pattern s says that yᵀs is at least
Σ_a w_a‖X_a s‖²/(sᵀπ_a). The amount by which yᵀs is too small is computed in floats at all 2^k patterns. The patterns with the
largest amounts are added, and the interior point method runs again. Let G = X_aᵀX_a or, if the contrasts have weights, X_aᵀDX_a
with the diagonal matrix D of these weights; the squares in ‖X_a s‖² have the same weights. As the entries of 1_S are 0 or 1,

    sᵀGs = 1ᵀG1 + 1_Sᵀ(g²G + 2g·diag(G1))1_S.

For a rigorous lower bound of the optimum X_a and y are made rational. At each pattern, the amount by which yᵀs is too small is
divided by sᵀπ_0, where π_0 is the first list of prevalences. Let c be the largest of these quotients. With the prices y + c·π_0 the
dual inequality holds at every pattern. An upper bound of c is computed in floats, with an allowance for rounding errors:

* By the IEEE rules a sum of n products, in any order, has an error of at most n·2^-53 times the sum of the products' absolute
  values.
* Three sums of at most k terms are nested in one another.
* Let |G| have the absolute values of the entries of G, and let A = g²|G| + 2g·diag(|G|1). The absolute values of the products in
  1_Sᵀ(g²G + 2g·diag(G1))1_S sum to at most Σ_{j in S} Σ_l A_jl.
* The number of operations is counted twice, for safety. The code uses only sums, products and quotients.
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
from rropt.designs.rows.float_patterns import FloatPatterns
from rropt.designs.rows.orbits import Orbits
from rropt.designs.rows.pricing import Blocks, Evaluate, LargestNumbers, first_sets, largest, sets_of
from rropt.engine.sets import Classes
from rropt.exact.matrix import Rows, product, transpose
from rropt.exact.patience import ignore_limit, seconds_left
from rropt.problem.answers import Evidence
from rropt.problem.bounded import evidence_of_bounds
from rropt.problem.problem import Problem

__all__ = ["QuotientForm", "bound_missing", "prove_by_columns", "solve_by_columns"]

Array: TypeAlias = Any
ENOUGH = 2e-10  # the search stops when no more than this part of the value is missing
MOST_LATE = 4  # rounds in a row that do not improve on the best one, before the search stops
MOST_ROUNDS = 80
JOIN = 400  # patterns that join in a round
KEPT = 600  # patterns of the smallest slack that stay in a round


@dataclass(frozen=True, slots=True)
class QuotientForm:
    """The function sᵀGs/(sᵀπ) of a row s, for a symmetric positive semidefinite G (`matrix`) and prevalences π."""

    matrix: Array
    prevalences: Array


@dataclass(frozen=True, slots=True)
class _Priced:
    """Two functions that are evaluated in floats at a block of patterns. A block is given as a slice of all 2^k patterns.

    A pattern is a row with entries 1 and e^ε. `value` returns, for each pattern s, by how much the prices y violate the dual
    inequality at s. This amount is divided by sᵀπ_0, where π_0 is the first list of prevalences. `error` returns a bound on the
    rounding error of each value, in multiples of 2^-52.
    """

    value: Evaluate
    error: Evaluate


def _price_forms(forms: Sequence[QuotientForm], y: Array, gain: float) -> _Priced:
    """Return two functions of the rows s with entries 1 and t. One computes (Σ sᵀGs/(sᵀπ) − yᵀs)/(sᵀπ_0), and the other bounds its
    rounding error.

    Each item of `forms` has a matrix G and prevalences π, and gives one term of the sum. π_0 are the prevalences of the first item.
    y are the prices of the inputs, and `gain` is t − 1.
    """
    blocks, k = Blocks.of(len(y)), len(y)
    chances = [blocks.linear(gain * form.prevalences, 1.0) for form in forms]
    across = [gain**2 * x.matrix + np.diag(2 * gain * x.matrix.sum(axis=1)) for x in forms]
    constants = [float(x.matrix.sum()) for x in forms]
    above = [blocks.quadratic(a) for a in across]
    # the entries of a row of G may cancel in 2g·G1, so its rounding error depends on their absolute values
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
    """Return a rational upper bound, at least 0, on (Σ sᵀGs/(sᵀπ) − yᵀs)/(sᵀπ_0) over all rows s with entries 1 and t.

    The sum has one term for each pair in `forms`, which consists of a rational matrix G and a list π of prevalences. π_0 is the
    first of these lists, and y are the prices of the inputs. `gain` is the float nearest to t − 1.
    """
    near = [QuotientForm(floats(g), floats(pi)) for g, pi in forms]
    priced, unit = _price_forms(near, floats(y), gain), float(np.finfo(float).eps)
    blocks = Blocks.of(len(y))
    most = max(float((priced.value(part) + unit * priced.error(part)).max()) for part in blocks.parts)
    return max(Fraction(0), Fraction(most))


def solve_by_columns(program: EstimationProgram) -> Solution:
    """Compute the optimum in floats by column generation: solve over some rows, add rows that violate the dual, and repeat.

    All rows have the entries 1 and e^ε. The rounds end when the violation is negligible, when it has not decreased for some rounds,
    or when time or the rounds are used up. The solution of the round with the smallest violation is returned.
    """
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
    """Find the rows s at which the solution's prices y violate the dual inequality most, with the size of each violation.

    The violation is the amount by which yᵀs is too small, divided by sᵀπ_0, where π_0 is the first list of prevalences. The rows
    have the entries 1 and t, and `gain` is t − 1.
    """
    program = found.program
    forms = []
    for a, (w, pi) in enumerate(zip(found.optimum.weights, program.prevalences, strict=True)):
        x = floats(found.contrasts_of_covariance(a))
        forms.append(QuotientForm(float(w) * (x.T * scales_of(program, a)) @ x, floats(pi)))
    priced = _price_forms(forms, floats(found.multipliers()), gain)
    return largest(Blocks.of(program.k), priced.value, many=JOIN)


def prove_by_columns(problem: Problem, solution: Solution) -> Evidence:
    """Return a rational mechanism with its estimators, and bounds from both sides.

    The checker verifies that the mechanism keeps the demand, but not the bounds; rropt alone states these.
    """
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
    """Return a rational number c such that the prices y + c·π_0 meet the dual inequality at every row with entries 1 and e^ε.

    Here y are the given prices of the inputs, and π_0 is the first list of prevalences.
    """
    squares = [
        (product(transpose(x.matrix), [[d * v for v in row] for d, row in zip(x.weights, x.matrix, strict=True)]), pi)
        for x, pi in zip(forms, solution.program.prevalences, strict=True)
    ]
    return bound_missing(squares, y, float(solution.program.ratio - 1))
