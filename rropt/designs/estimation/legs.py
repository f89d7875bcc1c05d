"""The programs for objectives about estimates. They solve in floats, prove bounds, and handle a free ε."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import ClassVar

from rropt.designs.estimation.alike import AlikeShares
from rropt.designs.estimation.certificate import Proof, write_unattained
from rropt.designs.estimation.columns import prove_by_columns, solve_by_columns
from rropt.designs.estimation.exact import prove
from rropt.designs.estimation.few import FewEstimates
from rropt.designs.estimation.numeric.floats import measures_of
from rropt.designs.estimation.numeric.solution import Solution, say, solve, solve_over
from rropt.designs.estimation.orbits import square_of, sums_by_orbits, uniform_columns
from rropt.designs.estimation.parts import pose_by_parts
from rropt.designs.estimation.pieces import has_sizes, pieces_of_sizes
from rropt.designs.estimation.priced import PricedEstimates
from rropt.designs.estimation.program import EstimationProgram, normal_form, require_own_solver
from rropt.designs.estimation.revealing import RevealingEstimates
from rropt.designs.estimation.split import Bounded, Certified, SplitEstimates
from rropt.designs.estimation.theorems import best_sizes, largest_variance
from rropt.designs.estimation.two_inputs import TwoInputs, is_of_two_inputs
from rropt.designs.estimation.within import bound_variances
from rropt.designs.objectives.estimation import OfEstimation
from rropt.designs.reductions.one_bit import OneBit
from rropt.designs.reductions.revealing import has_many_with_slack
from rropt.designs.rows.float_patterns import FloatPatterns
from rropt.designs.rows.orbits import Orbits
from rropt.designs.rows.supports import MOST_CANDIDATES, MOST_DEVELOPED, Pattern
from rropt.engine.sets import Counts
from rropt.exact.element import Number
from rropt.exact.matrix import Matrix
from rropt.problem.answers import ClosedForm, Evidence, NumericAnswer, Parts, Search, Unattained, ask_cvxpy
from rropt.problem.contract import Program, Reduction
from rropt.problem.notes import OfMechanism
from rropt.problem.problem import Problem

__all__ = ["REDUCTIONS", "ContrastVariances", "Covariances", "pose", "pose_without_patterns"]

REDUCTIONS: tuple[Reduction, ...] = (OneBit(),)


@dataclass(frozen=True, slots=True)
class Covariances(OfEstimation, Program):
    """The common base of the programs for criteria about the covariance of estimates, if any number of outputs is allowed.

    At equal prevalences subset selection of the best size gives every contrast of length 1 the least variance E. By symmetry and
    convexity no mechanism is better; each objective computes its value from E.
    """

    problem: Problem
    program: EstimationProgram
    _solved: list[Solution] = field(default_factory=list)
    named: ClassVar[str] = "subset selection of size {}, by symmetry"

    @abstractmethod
    def solve(self) -> Solution:
        """Solve for the numeric optimum."""

    @property
    def solution(self) -> Solution:
        """The numeric optimum, computed once."""
        if not self._solved:
            self._solved.append(self.solve())
        return self._solved[0]

    @property
    def is_uniform(self) -> bool:
        """Whether every share is estimated, all prevalences are equal, and the program is over rows with entries 1 and e^ε."""
        program = self.program
        return (
            isinstance(program.rows, Orbits)
            and program.is_total
            and len(program.prevalences) == 1
            and len(set(program.prevalences[0])) == 1
        )

    @property
    def sizes(self) -> tuple[int, ...]:
        """The best sizes of the sets in subset selection at equal prevalences: one size, or two sizes with the same value."""
        return best_sizes(self.program.k, self.program.ratio)

    def value_of(self, size: int) -> Number:
        """Compute the criterion's value for subset selection with sets of this size, at equal prevalences."""
        k = self.program.k
        found: Number = self.objective.value_where_alike(k, largest_variance(k, size, self.program.ratio))
        return found

    def theorem(self) -> ClosedForm | None:
        """Give the theorem that subset selection of the best size is optimal, with its value.

        Return None if the prevalences are not one list of equal numbers, if not every share is estimated, if the program is not
        over rows with entries 1 and e^ε, or if no answer depends on the truth.
        """
        if self.program.rows.is_silent or not self.is_uniform:
            return None
        said = self.named.format(" and ".join(map(str, self.sizes)))
        return ClosedForm(theorem=said, value=self.value_of(self.sizes[0]), rows=())

    def prove(self, theorem: ClosedForm | None, *, optima: Search) -> Evidence | Unattained:
        """Certify the design. The certificate has the design's rows, unless they are too many to write down. Then it has one weight
        for all rows that differ only by exchanging equal inputs; for subset selection it has the size of the sets.

        If no answer depends on the truth, certify that nothing is identified.
        """
        if self.program.rows.is_silent:
            return write_unattained(self.problem)
        if self.is_uniform:
            size = self.sizes[0]
            if self.program.k > MOST_DEVELOPED and math.comb(self.program.k, size) > MOST_CANDIDATES:
                return self.by_orbit(size)
        return self.prove_in_rows()

    @abstractmethod
    def by_orbit(self, size: int) -> Evidence:
        """Certify subset selection with sets of this size at equal prevalences, without writing down the sets."""

    @abstractmethod
    def prove_in_rows(self) -> Evidence:
        """Find a mechanism. Prove that it is optimal, or prove a lower and an upper bound on the optimum.

        The mechanism's rows are written down, unless they are too many.
        """

    def pieces(self, *, closed_forms: bool) -> Parts:
        """Divide the interval of the free ε into parts, in each of which one size of subset selection is best."""
        return pieces_of_sizes(self.problem, self.by_orbit)


@dataclass(frozen=True, slots=True)
class ContrastVariances(Covariances):
    """The program for the least variance of estimated shares, or of contrasts of the shares, with any number of outputs."""

    named: ClassVar[str] = "Ye and Barg (2019): subset selection of size {}"

    @property
    def notes(self) -> tuple[str, ...]:
        """Say which two sizes of subset selection are equally good, if there are two."""
        found = None if self.has_pieces else self.theorem()
        sizes = self.sizes if found is not None else ()
        if len(sizes) < 2:
            return ()
        return (
            OfMechanism(f"subset selection of size {sizes[0]} and of size {sizes[1]} tie, and so do their mixtures"),
        )

    def numeric(self, solver: str | None) -> NumericAnswer:
        """Solve by the interior point method, or by the solver of cvxpy that is named. If there are too many possible rows to list,
        a named solver is refused.
        """
        if not self.program.rows.is_listed:
            require_own_solver(solver, self.problem)
        if solver is None:
            return self.say(self.solution)
        from rropt.designs.estimation.numeric.cvxpy import solve_estimation

        return ask_cvxpy(solve_estimation, self.program, solver)

    def solve(self) -> Solution:
        """Solve by the interior point method: over all possible rows or, if these are too many to list, by column generation."""
        return solve(self.program) if self.program.rows.is_listed else solve_by_columns(self.program)

    def solve_over(self, patterns: FloatPatterns) -> Solution:
        """Compute the optimum over the mechanisms that have these rows, by the interior point method."""
        return solve_over(self.program, patterns, measures_of(self.program))

    def say(self, solution: Solution) -> NumericAnswer:
        """Report the value of the interior point method."""
        return say(solution.value, solution.gap, f"interior point over all {self.program.rows.words}")

    def solve_by(self, solver: str, patterns: FloatPatterns) -> NumericAnswer:
        """Solve with this solver of cvxpy over the mechanisms that have these rows."""
        from rropt.designs.estimation.numeric.cvxpy import solve_over_patterns

        return ask_cvxpy(lambda program, name: solve_over_patterns(program, patterns, name), self.program, solver)

    def bound(self, solution: Solution, shares: dict[Pattern, Fraction], *, margin: float) -> Proof:
        """Prove bounds from both sides. The upper bound is for the mechanism that `shares` describes.

        `shares` maps a set of inputs to the share of the row that is e^ε at these inputs and 1 elsewhere. If the rows are of
        another kind, `shares` has their weights.
        """
        return bound_variances(solution, shares, margin=margin)

    def list_estimators(self, proof: Proof) -> tuple[Matrix, ...]:
        """Return the estimators that users are given, one for each list of prevalences."""
        return self.objective.list_estimators([at.estimator for at in proof.places], self.problem.k)

    @property
    def is_bounded(self) -> bool:
        """Whether the bounds are stated by rropt alone, and not verified by the checker.

        This is so if there are more possible rows than the checker tries, no theorem applies, and some answer can depend on the
        truth.
        """
        return not self.program.rows.is_silent and self.theorem() is None and not self.program.is_tried

    def prove_in_rows(self) -> Evidence:
        """Find a mechanism and exact bounds from both sides.

        If there are too many possible rows for the checker, column generation is used, and rropt alone states the bounds.
        """
        return (prove if self.program.is_tried else prove_by_columns)(self.problem, self.solution)

    def by_orbit(self, size: int) -> Evidence:
        """Certify subset selection with sets of this size at equal prevalences, without writing down the sets."""
        program, square = self.program, square_of(self.program)
        assert square is not None
        shares: dict[Counts, Fraction] = {(size,): Fraction(1)}
        found = sums_by_orbits(self.problem, program, shares, square, uniform_columns(program.k, program.ratio))
        assert found is not None
        return found


def pose(problem: Problem) -> Program:
    """Choose the program for the variances of a problem, by its demand, its conditions and its number of inputs."""
    simple = pose_without_patterns(problem, pose, _of_contrasts, priced=PricedEstimates.of)
    return simple or ContrastVariances(problem, normal_form(problem))


def _of_contrasts(problem: Problem, program: EstimationProgram) -> ContrastVariances:
    """Make a program for the estimated shares in which each share counts as one contrast, because Newton's steps work only on
    contrasts.
    """
    return ContrastVariances(problem, replace(program, is_total=False))


def pose_without_patterns(
    problem: Problem,
    pose: Callable[[Problem], Program],
    make: Callable[[Problem, EstimationProgram], Certified | Bounded],
    *,
    priced: Callable[[Problem], Program | None] = lambda _: None,
) -> Program | None:
    """Choose a program for a problem that the usual program cannot solve, for any criterion. Return None if the usual program can.

    The usual program has one weight for each possible row. Three arguments belong to the criterion. `pose` makes its program for a
    problem without a limit on the number of answers. `make` makes the criterion for a problem with conditions, from the problem and
    a program in which each label has its own weights of rows. `priced` makes a program if δ > 0 and there are too many rows to
    list; it may return None.
    """
    if problem.interval is not None and (problem.conditions or problem.outputs == "free"):
        if has_sizes(problem):
            return None
        return TwoInputs(problem) if is_of_two_inputs(problem) else pose_by_parts(problem)
    if problem.splits_answers:
        return SplitEstimates.of(problem, make)
    if problem.outputs != "free":
        return FewEstimates(problem, pose)
    if is_of_two_inputs(problem):
        return TwoInputs(problem)
    if not has_many_with_slack(problem):
        return None
    if (found := AlikeShares.of(problem) or priced(problem)) is not None:
        return found
    return RevealingEstimates.of(problem)
