"""The program of a linear objective: its theorem, its solvers, its evidence and its pieces."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rropt.certificate.judge import accept
from rropt.certificate.writing import dumps
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.spelling import show
from rropt.linear.certificate import infeasible
from rropt.linear.exact import prove
from rropt.linear.objective import LinearObjective
from rropt.linear.pieces import find_pieces
from rropt.linear.program import LinearProgram, dual_bound
from rropt.linear.rounded_weights import RationalWeights
from rropt.linear.theorems import trace, weighted_trace
from rropt.linear.trace import Trace
from rropt.problem.answers import ClosedForm, Evidence, NumericAnswer, Parts, Refutation, Search
from rropt.problem.contract import Program
from rropt.problem.problem import Problem
from rropt.problem.result import Design

__all__ = ["REDUCTIONS", "Linear", "linear_program", "pose"]

REDUCTIONS = (RationalWeights(),)


@dataclass(frozen=True, slots=True)
class Linear(Program):
    """A linear objective over the mechanisms of a demand."""

    problem: Problem
    program: LinearProgram

    @property
    def has_pieces(self) -> bool:
        """Whether epsilon is free."""
        return self.problem.interval is not None

    def theorem(self) -> ClosedForm | None:
        """The trace at every T and δ; a trace with weights that are not negative, at δ = 0 and T > 1."""
        objective, program = self.problem.objective, self.program
        if not isinstance(objective, Trace):
            return None
        if objective.weights is None:
            return trace(program)
        weights = objective.weights
        if program.delta != 0 or program.ratio == 1 or any(w < 0 for w in weights) or max(weights) == Fraction(0):
            return None
        return weighted_trace(program, weights)

    def numeric(self, solver: str | None) -> NumericAnswer:
        """HiGHS on the row-wise form, or a solver of cvxpy."""
        from rropt.linear.numeric import resolution, solve_linear

        if solver is None:
            from rropt.solvers.highs import TOLERANCE

            found = solve_linear(self.program)
            blur = resolution(self.program, TOLERANCE)
            return NumericAnswer(status=found.status, value=found.value, source=found.solver, resolution=blur)
        from rropt.linear import cvxpy
        from rropt.solvers.cvxpy import TOLERANCE as LOOSE
        from rropt.solvers.cvxpy import require_solver

        answer = cvxpy.solve_linear(self.program, require_solver(solver))
        blur, source = resolution(self.program, LOOSE), f"cvxpy with {solver}"
        return NumericAnswer(status=answer.status, value=answer.value, source=source, resolution=blur)

    def prove(self, theorem: ClosedForm | None, *, optima: Search) -> Evidence:
        """A mechanism with multipliers."""
        return prove(self.problem, self.program, theorem, optima)

    def pieces(self, *, closed_forms: bool) -> Parts:
        """The forms of the optimum on the interval of t."""
        return find_pieces(self.problem, self.program, closed_forms=closed_forms)

    def refute(self, found: Design, wanted: Number) -> Refutation:
        """The multipliers of the optimum show it."""
        multipliers = self._evidence_multipliers()
        objective = found.problem.objective
        text = dumps(infeasible(found.problem, self.program, multipliers, wanted))
        best = found.value if found.value is not None else found.upper
        assert best is not None
        side = "at least" if objective.sense == "max" else "at most"
        return Refutation(
            certificate=text,
            sentence=accept(text, "infeasibility"),
            bound=dual_bound(multipliers, self.program.delta, objective.sense),
            why=f"the best {objective} is {show(best)}, so {side} {show(wanted)} cannot be reached; the certificate says that "
            "itself",
        )

    def _evidence_multipliers(self) -> dict[str, Number]:
        """The multipliers of the optimum: those of its theorem where epsilon is free."""
        if not self.has_pieces:
            return dict(prove(self.problem, self.program, None, "one").multipliers)
        objective = self.problem.objective
        if not isinstance(objective, Trace) or objective.weights is not None:
            raise InputError("a requirement with epsilon free is decided for the trace and the variance; fix epsilon")
        return dict(trace(self.program).multipliers)

    @property
    def notes(self) -> tuple[str, ...]:
        """Why a free number of outputs needs no more than the actions."""
        if self.problem.outputs != "free":
            return ()
        return ("more outputs than actions do not help: acting on an output is post-processing",)


def linear_program(problem: Problem) -> LinearProgram:
    """The normal form of a linear objective."""
    objective = problem.objective
    assert isinstance(objective, LinearObjective)
    ratio, delta = problem.ratio_and_delta
    return LinearProgram(ratio, delta, objective.matrix(problem.k, problem.m), objective.sense == "max")


def pose(problem: Problem) -> Linear:
    """The program of a problem."""
    return Linear(problem, linear_program(problem))
