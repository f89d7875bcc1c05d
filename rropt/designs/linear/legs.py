"""The programs of linear objectives, which apply theorems, call solvers and certify the optimum, also if ε or δ is free."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from rropt.certificate.judge import accept
from rropt.certificate.writing import dumps
from rropt.designs.empty import refuse_empty
from rropt.designs.linear.basis_pieces import find_basis_pieces
from rropt.designs.linear.certificate import write_infeasible
from rropt.designs.linear.exact import prove, prove_rows, with_optima
from rropt.designs.linear.few import FewLabels
from rropt.designs.linear.pieces import find_pieces
from rropt.designs.linear.program import LinearProgram, dual_bound
from rropt.designs.linear.rounded_weights import RationalWeights
from rropt.designs.linear.rows.program import RowProgram
from rropt.designs.linear.theorems import trace, weighted_trace
from rropt.designs.objectives.linear import LinearObjective
from rropt.designs.objectives.trace import Trace
from rropt.designs.reductions.halving import ByHalving
from rropt.designs.rows.cone import Cone
from rropt.designs.rows.listing import require_room
from rropt.exact.element import Number
from rropt.exact.errors import InputError, Undecided
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import Matrix
from rropt.exact.spelling import show
from rropt.problem.answers import (
    ClosedForm,
    Evidence,
    NumericAnswer,
    Parts,
    Search,
    Unsatisfiable,
    ask_cvxpy,
)
from rropt.problem.contract import Program
from rropt.problem.problem import Problem
from rropt.problem.refutation import Refutation
from rropt.problem.result import Design, Leg

__all__ = ["REDUCTIONS", "CommonLinear", "RowLinear", "is_crossed", "linear_program", "pose", "row_program"]

REDUCTIONS = (RationalWeights(),)
# for more inputs the numeric leg of a trace at δ > 0 solves for symmetric mechanisms alone, as the full program has k³ variables
MANY_INPUTS = 16


@dataclass(frozen=True, slots=True)
class CommonLinear(Program):
    """The program of a linear objective if the demand has one ratio and one slack for all pairs of inputs."""

    problem: Problem
    program: LinearProgram

    def theorem(self) -> ClosedForm | None:
        """Apply the theorem about the trace, or the one about the trace with weights.

        Let T = e^ε be the ratio of the demand, and δ its slack. The first theorem holds for every T and δ. The second holds if
        δ = 0, T ≠ 1, no weight is negative, and some weight is positive. None if the objective is no trace, or if it has weights
        for which the second theorem does not hold.
        """
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
        """Solve in floats by HiGHS or, if `solver` is given, by this solver of cvxpy.

        For the trace without weights at δ > 0 with more than `MANY_INPUTS` inputs, HiGHS considers only symmetric mechanisms. These
        have one probability of the true answer, and one of every other answer.
        """
        from rropt.designs.linear.numeric import resolution, solve_linear, solve_symmetric_trace

        objective, program = self.problem.objective, self.program
        if (
            solver is None
            and isinstance(objective, Trace)
            and objective.weights is None
            and program.delta != 0
            and program.k > MANY_INPUTS
        ):
            alike = solve_symmetric_trace(program)
            return NumericAnswer(status=alike.status, value=alike.value, source="HiGHS over symmetric mechanisms")
        if solver is None:
            from rropt.solvers.highs import TOLERANCE

            found = solve_linear(self.program)
            blur = resolution(self.program, TOLERANCE)
            return NumericAnswer(status=found.status, value=found.value, source=found.solver, resolution=blur)
        from rropt.solvers.cvxpy import TOLERANCE as LOOSE

        answer = self.problem.solve_cvxpy(solver)
        blur, source = resolution(self.program, LOOSE), f"cvxpy with {solver}"
        return NumericAnswer(status=answer.status, value=answer.value, source=source, resolution=blur)

    def prove(self, theorem: ClosedForm | None, *, optima: Search) -> Evidence:
        """Find a mechanism with multipliers, by the `theorem` if there is one, and other optima as far as `optima` asks."""
        return prove(self.problem, self.program, theorem, optima)

    def pieces(self, *, closed_forms: bool) -> Parts:
        """Find the optimum as a function of the free ε or δ, piece by piece (a piece is a range of ε or δ on which one function
        holds)."""
        return find_pieces(self.problem, self.program, closed_forms=closed_forms)

    def refute(self, found: Design, wanted: Number) -> Refutation:
        """Certify by the multipliers of the optimum that no mechanism reaches the wanted value."""
        multipliers = self._evidence_multipliers()
        bound = dual_bound(multipliers, self.program.delta, found.problem.objective.sense)
        return _refutation(found, self.program, multipliers, wanted, bound)

    def _evidence_multipliers(self) -> dict[str, Number]:
        """Return the multipliers that prove the optimum, by name.

        If neither ε nor δ is free, they are computed. Otherwise the theorem about the trace without weights gives them, and an
        InputError is raised for every other objective.
        """
        if not self.has_pieces:
            return dict(prove(self.problem, self.program, None, "one").multipliers)
        objective = self.problem.objective
        if not isinstance(objective, Trace) or objective.weights is not None:
            raise InputError(
                f"with {self.problem.free} free, rropt cannot prove that the {objective} does not reach a required value; give one "
                f"{self.problem.free}"
            )
        return dict(trace(self.program).multipliers)

    @property
    def notes(self) -> tuple[str, ...]:
        """If the number of outputs is free, return a note on why one output for each action suffices; else none."""
        if self.problem.outputs != "free":
            return ()
        return ("more outputs than actions do not help: acting on an output is post-processing",)


@dataclass(frozen=True, slots=True)
class OverRows(Program):
    """The common base of the programs `RowLinear` (one linear objective) and `Worst` (the worst of several linear objectives).

    It solves them in floats, and finds their optimum piece by piece if ε or δ is free.
    """

    problem: Problem
    program: RowProgram

    def pieces(self, *, closed_forms: bool) -> Parts:
        """Find the optimum as a function of the free ε or δ, piece by piece (a piece is a range of ε or δ on which one function
        holds)."""
        for average in self.program.averages.values():
            require_room(self.problem.demand, average, self.problem.objective.called, may_be_tight=True)
        return find_basis_pieces(self.problem, self.program)

    def numeric(self, solver: str | None) -> NumericAnswer:
        """Solve in floats. If a solver of cvxpy is named, use it. Otherwise use HiGHS or, if the program is large, alternating
        directions."""
        if solver is not None:
            return ask_cvxpy(Problem.solve_cvxpy, self.problem, solver)
        from rropt.designs.linear.numeric import resolution
        from rropt.solvers.highs import TOLERANCE

        status, value, source = self._in_floats()
        linear = self.program.linear
        blur = max(resolution(replace(linear, weights=x), TOLERANCE) for x in self.program.several or (linear.weights,))
        return NumericAnswer(status=status, value=value, source=source, resolution=blur)

    def _in_floats(self) -> tuple[str, float, str]:
        """Solve in floats; return the status, the value and the name of the method."""
        from rropt.designs.linear.rows.splitting import claim_in_floats

        return claim_in_floats(self.program)


@dataclass(frozen=True, slots=True)
class RowLinear(OverRows):
    """The program of one linear objective if pairs of inputs differ in their bounds, if the demand bounds an average, or if the
    mechanism must meet linear conditions."""

    def prove(self, theorem: ClosedForm | None, *, optima: Search) -> Evidence | Unsatisfiable:
        """Find a mechanism with multipliers, and other optima as far as `optima` asks.

        If no mechanism keeps the demand and meets the conditions, certify that instead.
        """
        program = self.program
        impossible = program.contradiction()
        found = prove_rows(self.problem, program) if impossible is None else None
        if not isinstance(found, Evidence):
            named = impossible if found is None else program.named(found)
            assert named is not None
            status, value, source = self._in_floats()
            if not math.isnan(value):
                status = f"{status}: the contradiction is smaller than its tolerance"
            what = "exists" if found is None else "meets these conditions"
            return Unsatisfiable(
                certificate=dumps(write_infeasible(self.problem, program.linear, named, None)),
                numeric=Leg("numeric", status, None, source),
                notes=(f"no mechanism of the demand {what}; the certificate says so itself",),
            )
        return with_optima(found, program, optima)

    def refute(self, found: Design, wanted: Number) -> Refutation:
        """Certify by the multipliers of the optimum that no mechanism reaches the wanted value."""
        evidence = self.prove(None, optima="one")
        assert isinstance(evidence, Evidence)
        bound = evidence.upper if self.program.maximise else evidence.lower
        return _refutation(found, self.program.linear, evidence.multipliers, wanted, bound)


def _refutation(
    found: Design, program: LinearProgram, multipliers: Mapping[str, Number], wanted: Number, bound: Number
) -> Refutation:
    """Certify by the multipliers of the optimum that no mechanism reaches the wanted value."""
    objective = found.problem.objective
    text = dumps(write_infeasible(found.problem, program, multipliers, wanted))
    side, above = ("at least", "at most ") if objective.sense == "max" else ("at most", "at least ")
    best = show(found.value) if found.value is not None else f"{above}{show(bound)}"
    return Refutation(
        certificate=text,
        sentence=accept(text, "infeasibility"),
        bound=bound,
        why=f"the best {objective} is {best}, so {side} {show(wanted)} cannot be reached; the certificate says that "
        "itself",
    )


def linear_program(problem: Problem) -> LinearProgram:
    """Build the linear program of a problem whose demand has one ratio and one slack for all pairs of inputs."""
    ratio, delta = problem.ratio_and_delta
    return LinearProgram(ratio, delta, _weights(problem), problem.objective.sense == "max")


def _weights(problem: Problem) -> Matrix:
    assert isinstance(problem.objective, LinearObjective)
    return problem.objective.matrix(problem.k, problem.m)


def row_program(problem: Problem, weights: Matrix) -> RowProgram:
    """Build the linear program over rows for a problem, given the weights of its objective.

    A demand that asks nothing is refused, unless it states the same finite ratio and the slack 1 for all pairs of inputs.
    """
    bounds, common = problem.bounds, problem.bounds.common
    if not bounds.asks_anything() and (common is None or is_infinite(common[0])):
        raise refuse_empty(problem.demand)
    pure = common is not None and common[1] == 0 and not is_infinite(common[0])
    return RowProgram.under(
        weights,
        problem.objective.sense == "max",
        dict(bounds.places()),
        problem.conditions,
        common=problem.ratio_and_delta[0] if pure else None,
        averages=bounds.averages(),
    )


def is_crossed(problem: Problem) -> bool:
    """Whether some pair of inputs has several demands such that another one becomes the strictest within the interval of the free ε
    or δ."""
    if problem.interval is None or not problem.bounds.others:
        return False
    try:
        Cone.of_places(problem.k, problem.bounds.places()).without_chains()
    except Undecided:
        return True
    return False


def pose(problem: Problem) -> CommonLinear | RowLinear | FewLabels | ByHalving:
    """Choose the program of a problem.

    If the problem allows fewer answers than it has, the program is `FewLabels`. If the strictest demand on some pair changes within
    the interval of the free ε or δ, it is `ByHalving`. If there are no conditions, and all pairs have the same ratio and slack, it
    is `CommonLinear`. Otherwise it is `RowLinear`.
    """
    if problem.gives_few:
        return FewLabels(problem, pose, lambda several: several[0])
    if is_crossed(problem):
        return ByHalving(problem)
    if problem.bounds.common is not None and not problem.conditions:
        return CommonLinear(problem, linear_program(problem))
    return RowLinear(problem, row_program(problem, _weights(problem)))
