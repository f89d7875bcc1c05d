"""Choose the linear program for a problem about information or divergences.

The class of the usual program is here too. Its linear program has one variable for each orbit of patterns, or for each listed row.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from rropt.designs.objectives.sublinear import SublinearObjective
from rropt.designs.reductions.halving import ByHalving
from rropt.designs.reductions.revealing import has_many_with_slack, is_with_slack
from rropt.designs.rows.listing import generators_of
from rropt.designs.sublinear.alike import AlikeInputs, RevealingRows
from rropt.designs.sublinear.bends import bends_of
from rropt.designs.sublinear.exact import prove
from rropt.designs.sublinear.few import FewAnswers
from rropt.designs.sublinear.over_rows import OverListedRows
from rropt.designs.sublinear.pieces import pieces_by_parts, require_halves, require_parts
from rropt.designs.sublinear.priced import PricedRows
from rropt.designs.sublinear.program import SublinearProgram
from rropt.designs.sublinear.theorems import binary
from rropt.designs.sublinear.unjudged import bound_beyond_the_checker
from rropt.exact.errors import InputError
from rropt.exact.infinity import is_infinite
from rropt.exact.spelling import counted
from rropt.problem.answers import ClosedForm, Evidence, NumericAnswer, Parts, Search
from rropt.problem.contract import Program, Reduction
from rropt.problem.notes import ANY_NUMBER
from rropt.problem.problem import Problem
from rropt.problem.split import with_labels

__all__ = ["REDUCTIONS", "Sublinear", "pose"]

REDUCTIONS: tuple[Reduction, ...] = ()
MOST_LEAST_INPUTS = 4  # the most inputs for which, with δ > 0, the exact simplex method runs over the rows by levels


@dataclass(frozen=True, slots=True)
class Sublinear(Program):
    """Maximises the sum of a convex and homogeneous function over a mechanism's rows, or the least of several such sums, with any
    number of answers."""

    problem: Problem
    program: SublinearProgram

    def theorem(self) -> ClosedForm | None:
        """Return the theorem that a design of two answers is optimal for the total variation distance between two distributions.

        Return None for other objectives, and for demands other than one ε for all pairs of inputs with δ = 0.
        """
        return binary(self.program)

    def numeric(self, solver: str | None) -> NumericAnswer:
        """Compute the optimum in floats: by a solver of cvxpy if `solver` names one, else by HiGHS.

        If the patterns are too many to list, HiGHS is used even if a solver is named.

        First the sum of the objective's function over the rows of a mechanism is maximised. Then the objective's value is computed
        from this sum.
        """
        found = self._numeric_sum(solver)
        return replace(found, value=self.program.function.outer_float(found.value))

    def _numeric_sum(self, solver: str | None) -> NumericAnswer:
        """Compute in floats the largest sum of the objective's function over the rows of a mechanism.

        The method `numeric` computes the objective's value from this sum.
        """
        from rropt.designs.sublinear.columns import solve_by_columns
        from rropt.designs.sublinear.numeric import solve, solve_by
        from rropt.designs.sublinear.slack import solve_levels

        # if f is 0 at every row, δ makes no difference
        program = replace(self.program, delta=Fraction(0)) if self.program.function.is_zero else self.program
        if not self.program.rows.is_listed:
            found = solve_by_columns(self.program)
            source = "HiGHS and column generation" + (
                "" if solver is None else f"; so many patterns are not for {solver}"
            )
            return NumericAnswer(status=found.status, value=found.value, source=source)
        if solver is None and self.program.rows.has_budgets:
            return NumericAnswer(
                status="Optimal", value=solve_levels(self.program).value, source=f"HiGHS over {self.program.rows.words}"
            )
        if solver is None:
            found = solve(program)
            return NumericAnswer(status=found.status, value=found.value, source="HiGHS over patterns")
        status, value = solve_by(program, solver)
        return NumericAnswer(status=status, value=value, source=f"cvxpy with {solver}")

    @property
    def is_bounded(self) -> bool:
        """Whether rropt states the bounds itself, without a certificate. It does if the patterns are too many to list."""
        return not self.program.rows.is_listed

    def prove(self, theorem: ClosedForm | None, *, optima: Search) -> Evidence:
        """Find an optimal mechanism, and prices that bound all mechanisms. Certify both or, if the checker could not judge a
        certificate, only state the bounds."""
        return bound_beyond_the_checker(self.problem, self.program, prove(self.problem, self.program, theorem))

    def pieces(self, *, closed_forms: bool) -> Parts:
        """Bound the optimum from both sides on parts of the interval of ε; if it is known exactly as a function of ε, return it."""
        return pieces_by_parts(self.problem)

    @property
    def notes(self) -> tuple[str, ...]:
        """Return a note: any number of outputs is allowed, and the stated mechanism has few outputs."""
        return (ANY_NUMBER,)


def pose(problem: Problem) -> Program:
    """Choose the program of a problem by its demand, its free number, its number of answers, and the number of its rows."""
    objective = problem.objective
    assert isinstance(objective, SublinearObjective)
    if problem.interval is not None and (problem.interval.is_delta or problem.bounds.common is None):
        require_halves(problem)
        return ByHalving(problem, lambda: bends_of(problem, objective.function(problem.input_labels)))
    if problem.splits_answers:
        return _pose_split(problem, objective)
    if problem.outputs != "free":
        return _pose_few(problem, objective)
    if problem.interval is not None:
        require_parts(problem)
        # on an endless interval a theorem holds for every t and no program is solved, so any finite ratio will do
        highest = problem.interval.lower if is_infinite(problem.interval.upper) else problem.interval.upper
        return Sublinear(problem, SublinearProgram.of_ratio(objective.function(problem.input_labels), highest))
    function = objective.function(problem.input_labels)
    is_large = has_many_with_slack(problem) or (problem.k > MOST_LEAST_INPUTS and function.is_least)
    if is_large and is_with_slack(problem):
        # made only because it refuses an f that may be infinite
        SublinearProgram.of_ratio(function, *problem.ratio_and_delta)
        return AlikeInputs.of(problem, function) or PricedRows.of(problem, function) or RevealingRows(problem)
    is_listed = problem.bounds.common is None or not function.is_zero
    generators = None
    if is_listed:
        aim, is_unjudged = objective.called, not function.is_least
        generators = generators_of(problem.demand, problem.bounds, aim=aim, is_unjudged=is_unjudged, may_be_tight=True)
    if generators is not None and function.is_least:
        return OverListedRows(problem, SublinearProgram(function, generators))
    if generators is not None:
        return Sublinear(problem, SublinearProgram(function, generators))
    return Sublinear(problem, SublinearProgram.of_ratio(function, *problem.ratio_and_delta))


def _pose_split(problem: Problem, objective: SublinearObjective) -> Program:
    """Choose the program of a problem whose conditions name labels of answers."""
    function = objective.function(problem.input_labels)
    if problem.interval is not None:
        require_parts(problem)
        return OverListedRows(problem, SublinearProgram.of_ratio(function, problem.interval.lower))
    generators = generators_of(
        problem.demand, problem.bounds, aim=objective.called, is_two_listed=True, may_be_tight=True
    )
    if generators is not None:
        return OverListedRows(problem, SublinearProgram(function, generators))
    return OverListedRows(problem, SublinearProgram.of_ratio(function, problem.ratio_and_delta[0]))


def _pose_few(problem: Problem, objective: SublinearObjective) -> Program:
    """Make the program for mechanisms with a limited number of answers.

    It contains a function that makes the same problem's program without this limit, whose optimum is an upper bound.
    """
    if problem.interval is not None and problem.conditions:
        raise InputError(
            f"if {problem.free} is free, a design of {counted(problem.m, 'answer')} cannot have conditions; give one number for "
            f"{problem.free}, or give labels of answers (then several answers may share a label)"
        )
    if problem.interval is not None:
        require_parts(problem)
    free = with_labels(problem) if problem.conditions else problem.with_usual_answers()
    return FewAnswers(problem, lambda: pose(free), objective.function(problem.input_labels))
