"""Variances with δ > 0 over more rows by levels than the checker lists: bounds by column generation.

The interior point over some rows gives weights, matrices X_a and prices y and z; with these the rows join at which
Σ_a w_a‖X_a s‖²/(sᵀπ_a) exceeds what is paid by most (`rropt.designs.rows.priced_levels`). What the last prices lack anywhere is paid
by raising y along π_0: the lemma on prices (SPEC.md, sections 4 and 5) then holds at all rows, with the rational X_a, y and z.
"""

from __future__ import annotations
import time, os

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from rropt.designs.estimation.exact import notes_of, spread_mechanism
from rropt.designs.estimation.numeric.floats import floats, patterns_of, scales_of
from rropt.designs.estimation.numeric.solution import Solution
from rropt.designs.estimation.prices import Form
from rropt.designs.estimation.program import EstimationProgram
from rropt.designs.estimation.split import Criterion
from rropt.designs.estimation.within import choose_shares, lower_bound, upper_bound
from rropt.designs.objectives.estimation import OfEstimation, estimation_of
from rropt.designs.rows.generators import Generators
from rropt.designs.rows.priced_levels import Lacking, PricedLevels
from rropt.exact.patience import ignore_limit, seconds_left
from rropt.problem.answers import Evidence, NumericAnswer, Search
from rropt.problem.bounded import evidence_of_bounds
from rropt.problem.contract import ANY_NUMBER, Program
from rropt.problem.problem import Problem

__all__ = ["PricedEstimates"]

Array: TypeAlias = Any
Make: TypeAlias = Callable[[Problem, EstimationProgram], Criterion]
SOURCE = "an interior point and column generation over rows by levels"
ENOUGH = 1e-9  # relative, of what the prices lack
MOST_ROUNDS = 40


@dataclass(frozen=True, slots=True)
class _Round:
    """The optimum over some rows, and what its prices lack at any row."""

    solution: Solution
    lacking: Lacking


@dataclass(frozen=True, slots=True)
class PricedEstimates(OfEstimation, Program):
    """The least variances of mechanisms of one ε and δ > 0, for more inputs than rows by levels are listed for."""

    problem: Problem
    rows: PricedLevels
    make: Make
    _solved: list[_Round] = field(default_factory=list)

    @classmethod
    def of(cls, problem: Problem, make: Make) -> PricedEstimates | None:
        """Pose the program; None if inputs are too many."""
        rows = PricedLevels.of(problem)
        return None if rows is None else cls(problem, rows, make)

    def numeric(self, solver: str | None) -> NumericAnswer:
        """Solve over a growing set of rows by the interior point method."""
        found = self.solved
        value = found.solution.value
        return NumericAnswer(status="Optimal", value=value, source=SOURCE, resolution=found.lacking.near + found.solution.gap)

    @property
    def is_bounded(self) -> bool:
        """True: the rows are more than the checker lists."""
        return True

    def prove(self, theorem: object, *, optima: Search) -> Evidence:
        """Round the mechanism and the prices of the last program, and raise these by what they lack."""
        solution = self.solved.solution
        program = solution.program
        shares = choose_shares(solution)
        uppers = [upper_bound(solution, shares, place) for place in range(len(program.prevalences))]
        lower, _ = lower_bound(solution, self._raise_by)
        mechanism = spread_mechanism(program, shares, self.problem.inputs)
        return evidence_of_bounds(
            self.problem,
            mechanism,
            (lower, program.combine([upper.value for upper in uppers])),
            source=SOURCE,
            estimators=estimation_of(self.problem).list_estimators([upper.estimator for upper in uppers], self.problem.k),
            notes=notes_of(program, mechanism),
        )

    @property
    def solved(self) -> _Round:
        """The last round, computed once."""
        if not self._solved:
            self._solved.append(self._solve())
        return self._solved[0]

    def _solve(self) -> _Round:
        at = self.rows.first()
        best: _Round | None = None
        for _ in range(MOST_ROUNDS):
            t0=time.time()
            with ignore_limit():
                criterion = self._criterion(replace(self.rows.some(at), is_symmetric=False))
                solution = criterion.solve_over(patterns_of(criterion.program))
            t1=time.time()
            lacking = self._price(solution)
            if os.environ.get("LEV"): print(len(at), solution.value, solution.gap, lacking.near, t1-t0, time.time()-t1, flush=True)
            if best is None or lacking.near < best.lacking.near:
                best = _Round(solution, lacking)
            if lacking.near <= ENOUGH * solution.value + 2 * solution.gap or seconds_left() == 0:
                break
            at = np.unique(np.vstack([at, lacking.at]), axis=0)
        assert best is not None
        return best

    def _criterion(self, generators: Generators) -> Criterion:
        objective, k = estimation_of(self.problem), self.problem.k
        lists, contrast = objective.prevalences.at(k), objective.contrast_of(k)
        weights, scales = objective.prevalences.weights, objective.scales_of(k)
        program = EstimationProgram(generators, lists, weights, contrast, objective.contrasts_every_share, scales)
        return self.make(self.problem, program)

    def _price(self, found: Solution) -> Lacking:
        """What the prices of floats lack, over sᵀπ_0."""
        parts = [
            (floats(found.contrasts_of_covariance(place)), float(w) * scales_of(found.program, place))
            for place, w in enumerate(found.optimum.weights)
        ]
        return self._lacking(parts, found.multipliers(), found.optimum.limits / found.patterns.gain**2)

    def _raise_by(self, solution: Solution, forms: Sequence[Form], y: Sequence[Fraction], limits: Sequence[Fraction]) -> Fraction:
        """How much of π_0 is to be added to y, with an allowance for rounding."""
        parts = [(floats(form.matrix), floats(form.weights)) for form in forms]
        return self._lacking(parts, floats(y), floats(limits)).most

    def _lacking(self, parts: Sequence[tuple[Array, Array]], y: Array, limits: Array) -> Lacking:
        lists = [floats(pi) for pi in estimation_of(self.problem).prevalences.at(self.problem.k)]

        def worth(rows: Array) -> Array:
            return sum((rows @ x.T) ** 2 @ d / (rows @ pi) for (x, d), pi in zip(parts, lists, strict=True))

        def sizes(rows: Array) -> Array:
            return sum((rows @ abs(x).T) ** 2 @ d / (rows @ pi) for (x, d), pi in zip(parts, lists, strict=True))

        return self.rows.lacking(worth, sizes, y, np.maximum(limits, 0), lists[0])

    @property
    def notes(self) -> tuple[str, ...]:
        """Say that any number of outputs is allowed."""
        return (ANY_NUMBER,)
