"""The programs of the objectives of estimation: their solvers, evidence and pieces."""

from __future__ import annotations

from dataclasses import dataclass, field

from rropt.categories.exact import prove
from rropt.categories.objective import Estimation
from rropt.categories.program import EstimationProgram, normal_form
from rropt.categories.solution import Solution, solve
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.spelling import show
from rropt.problem.answers import ClosedForm, Evidence, NumericAnswer, Parts, Refutation, Search, Unattained
from rropt.problem.contract import Program, Reduction
from rropt.problem.problem import Problem
from rropt.problem.result import Design

__all__ = ["REDUCTIONS", "Categories", "pose"]

REDUCTIONS: tuple[Reduction, ...] = ()


@dataclass(frozen=True, slots=True)
class Categories(Program):
    """The least variance of estimated shares, or of contrasts of them, with any number of outputs."""

    problem: Problem
    program: EstimationProgram
    _solved: list[Solution] = field(default_factory=list)

    @property
    def has_pieces(self) -> bool:
        """Whether epsilon is free."""
        return self.problem.interval is not None

    def theorem(self) -> ClosedForm | None:
        """No theorem is asked."""
        return None

    def numeric(self, solver: str | None) -> NumericAnswer:
        """The interior point, or a convex program of a solver of cvxpy."""
        if solver is None:
            found = self.solution
            return NumericAnswer(status="optimal", value=found.value, source="interior point over all patterns")
        from rropt.categories.cvxpy import solve_estimation
        from rropt.solvers.cvxpy import require_solver

        answer = solve_estimation(self.program, require_solver(solver))
        return NumericAnswer(status=answer.status, value=answer.value, source=f"cvxpy with {solver}")

    @property
    def solution(self) -> Solution:
        """The numeric optimum, found once."""
        if not self._solved:
            self._solved.append(solve(self.program))
        return self._solved[0]

    def prove(self, theorem: ClosedForm | None, *, optima: Search) -> Evidence | Unattained:
        """A mechanism of patterns with exact bounds from both sides."""
        return prove(self.problem, self.solution)

    def pieces(self, *, closed_forms: bool) -> Parts:
        """Not yet."""
        raise InputError(f"the {self.problem.objective.name} needs one epsilon; give a number such as 1/2")

    def refute(self, found: Design, wanted: Number) -> Refutation:
        """The certificate of the least value shows that no smaller one is reached."""
        assert found.lower is not None
        return Refutation(
            certificate=found.certificate,
            sentence=found.sentence,
            bound=None,
            why=f"the certificate proves that the smallest {found.problem.objective} is at least {show(found.lower)}, and "
            f"{show(wanted)} is less, so it cannot be reached",
        )


def pose(problem: Problem) -> Program:
    """The program of a problem."""
    assert isinstance(problem.objective, Estimation)
    return Categories(problem, normal_form(problem))
