"""The program of a linear objective: its theorem, its solvers, its evidence and its pieces."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from rropt.certificate.judge import accept, judge
from rropt.certificate.writing import dumps
from rropt.designs.reductions.plain import Plain
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import Matrix
from rropt.exact.spelling import show
from rropt.linear.certificate import write_infeasible, write_linear
from rropt.linear.conditioned import Conditioned, float_answer, solve_conditioned
from rropt.linear.exact import prove
from rropt.linear.objective import LinearObjective
from rropt.linear.optima.face import FaceEffort
from rropt.linear.optima.listing import list_optima
from rropt.linear.optima.vertices_under_bounds import Bounded, optimal_vertices_under_bounds
from rropt.linear.pairs.exact import PairwiseProgram, solve_pairwise
from rropt.linear.pieces import find_pieces
from rropt.linear.program import LinearProgram, dual_bound
from rropt.linear.rounded_weights import RationalWeights
from rropt.linear.theorems import trace, weighted_trace
from rropt.linear.trace import Trace
from rropt.privacy.bounds import refuse_empty
from rropt.problem.answers import (
    ClosedForm,
    Evidence,
    NumericAnswer,
    Parts,
    Refutation,
    Search,
    Unsatisfiable,
    ask_cvxpy,
)
from rropt.problem.contract import Program
from rropt.problem.problem import Problem
from rropt.problem.result import Design, Leg

__all__ = ["REDUCTIONS", "CommonLinear", "PairwiseLinear", "linear_program", "pose"]

REDUCTIONS = (Plain(), RationalWeights())
MANY_INPUTS = 16  # from here on the float solver of a trace at δ > 0, with k³ variables, keeps to symmetric mechanisms


@dataclass(frozen=True, slots=True)
class CommonLinear(Program):
    """A linear objective under a demand with one ratio and one slack for all pairs of inputs."""

    problem: Problem
    program: LinearProgram

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
        from rropt.linear.numeric import resolution, solve_linear, solve_symmetric_trace

        objective, program = self.problem.objective, self.program
        if (
            isinstance(objective, Trace)
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
        bound = dual_bound(multipliers, self.program.delta, found.problem.objective.sense)
        return _refutation(found, self.program, multipliers, wanted, bound)

    def _evidence_multipliers(self) -> dict[str, Number]:
        """The multipliers of the optimum: those of its theorem where epsilon is free."""
        if not self.has_pieces:
            return dict(prove(self.problem, self.program, None, "one").multipliers)
        objective = self.problem.objective
        if not isinstance(objective, Trace) or objective.weights is not None:
            raise InputError(
                f"a requirement with {self.problem.free} free is decided for the trace and the variance; fix it"
            )
        return dict(trace(self.program).multipliers)

    @property
    def notes(self) -> tuple[str, ...]:
        """Why a free number of outputs needs no more than the actions."""
        if self.problem.outputs != "free":
            return ()
        return ("more outputs than actions do not help: acting on an output is post-processing",)


@dataclass(frozen=True, slots=True)
class PairwiseLinear(Program):
    """A linear objective under a demand with a budget for each pair of inputs."""

    problem: Problem
    program: PairwiseProgram

    def numeric(self, solver: str | None) -> NumericAnswer:
        """The pair form by HiGHS, or by a solver of cvxpy."""
        if solver is None:
            from rropt.linear.numeric import resolution
            from rropt.linear.pairs.numeric import solve_in_floats
            from rropt.solvers.highs import TOLERANCE

            found = solve_in_floats(self.program.without_implied())
            value = found.value if self.program.maximise else -found.value
            blur = resolution(self.program.linear, TOLERANCE)
            return NumericAnswer(status=found.status, value=value, source="HiGHS", resolution=blur)
        from rropt.linear.cvxpy import solve_pairwise as solve_by_cvxpy

        return ask_cvxpy(solve_by_cvxpy, self.program, solver)

    def prove(self, theorem: ClosedForm | None, *, optima: Search) -> Evidence:
        """A mechanism with multipliers, by an exact basis; rationals around what the checker does not follow."""
        found = self._evidence(over_field=True)
        if not (self.program.is_rational or judge(found.certificate).is_accepted):
            found = self._evidence(over_field=False)
        program = self.program.without_implied()
        return _with_optima(found, Bounded(program.linear.gains, program.bounds), optima)

    def _evidence(self, *, over_field: bool) -> Evidence:
        program = self.program
        rows, multipliers = solve_pairwise(program, over_field=over_field)
        attained, bound = program.linear.value(rows), program.bound(multipliers)
        bounds = (attained, bound) if program.maximise else (bound, attained)
        met = attained == bound
        return Evidence(
            rows=rows,
            value=attained if met else None,
            lower=bounds[0],
            upper=bounds[1],
            certificate=dumps(write_linear(self.problem, program.linear, rows, multipliers.named(), bounds)),
            source="an exact basis of the pair form" if met else "rationals on both sides of the optimum",
            minimisers=((rows, None),),
            multipliers=multipliers.named(),
        )

    def refute(self, found: Design, wanted: Number) -> Refutation:
        """The multipliers of the optimum show it."""
        evidence = self.prove(None, optima="one")
        multipliers = evidence.multipliers
        bound = evidence.upper if self.program.maximise else evidence.lower
        return _refutation(found, self.program.linear, multipliers, wanted, bound)


@dataclass(frozen=True, slots=True)
class ConditionedLinear(Program):
    """A linear objective under a demand and linear conditions on the mechanism."""

    problem: Problem
    program: Conditioned

    def numeric(self, solver: str | None) -> NumericAnswer:
        """The same inequalities in floats."""
        if solver is None:
            from rropt.linear.numeric import resolution
            from rropt.solvers.highs import TOLERANCE

            status, value = float_answer(self.program)
            blur = resolution(self.program.linear, TOLERANCE)
            return NumericAnswer(status=status, value=value, source="HiGHS", resolution=blur)
        from rropt.linear.cvxpy import solve_conditioned as solve_in_floats

        return ask_cvxpy(solve_in_floats, self.program, solver)

    def prove(self, theorem: ClosedForm | None, *, optima: Search) -> Evidence | Unsatisfiable:
        """A mechanism with multipliers, or multipliers of a contradiction."""
        program, found = self.program, solve_conditioned(self.program)
        if found.rows is None:
            status, value = float_answer(program)
            if not math.isnan(value):
                status = f"{status}: the contradiction is smaller than its tolerance"
            return Unsatisfiable(
                certificate=dumps(write_infeasible(self.problem, program.linear, found.multipliers, None)),
                numeric=Leg("numeric", status, None, "HiGHS"),
                notes=("no mechanism of the demand meets these conditions; the certificate says so itself",),
            )
        attained, bound = program.linear.value(found.rows), program.bound(found.multipliers)
        bounds = (attained, bound) if program.maximise else (bound, attained)
        evidence = Evidence(
            rows=found.rows,
            value=attained if attained == bound else None,
            lower=bounds[0],
            upper=bounds[1],
            certificate=dumps(write_linear(self.problem, program.linear, found.rows, found.multipliers, bounds)),
            source=found.source,
            minimisers=((found.rows, None),),
            multipliers=found.multipliers,
        )
        bounded = Bounded(program.linear.gains, program.bounds, program.conditions)
        return _with_optima(evidence, bounded, optima, lambda: _pair_multipliers(program))

    def refute(self, found: Design, wanted: Number) -> Refutation:
        """The multipliers of the optimum show it."""
        evidence = self.prove(None, optima="one")
        assert isinstance(evidence, Evidence)
        bound = evidence.upper if self.program.maximise else evidence.lower
        return _refutation(found, self.program.linear, evidence.multipliers, wanted, bound)


def _with_optima(
    found: Evidence, program: Bounded, search: Search, multipliers: Callable[[], Mapping[str, Number]] | None = None
) -> Evidence:
    """The evidence with the other optimal mechanisms; `multipliers` are those of the pair form, where the evidence has others."""
    if found.value is None:
        return found

    def find(effort: FaceEffort) -> list[Matrix] | None:
        if len(program.gains) * len(program.gains[0]) > effort.unknowns:
            return None
        named = found.multipliers if multipliers is None else multipliers()
        return optimal_vertices_under_bounds(program, found.rows, named, effort)

    minimisers, known = list_optima(found.rows, program.gains, search, find)
    return replace(found, minimisers=minimisers, optima=known)


def _pair_multipliers(program: Conditioned) -> Mapping[str, Number]:
    """Optimal multipliers for every pair of inputs, also where one ratio for all pairs needs fewer."""
    return solve_conditioned(replace(program, common=None)).multipliers


def _refutation(
    found: Design, program: LinearProgram, multipliers: Mapping[str, Number], wanted: Number, bound: Number
) -> Refutation:
    """The certificate that no mechanism reaches the value, by the multipliers of the optimum."""
    objective = found.problem.objective
    text = dumps(write_infeasible(found.problem, program, multipliers, wanted))
    best = found.value if found.value is not None else found.upper
    assert best is not None
    side = "at least" if objective.sense == "max" else "at most"
    return Refutation(
        certificate=text,
        sentence=accept(text, "infeasibility"),
        bound=bound,
        why=f"the best {objective} is {show(best)}, so {side} {show(wanted)} cannot be reached; the certificate says that "
        "itself",
    )


def linear_program(problem: Problem) -> LinearProgram:
    """The normal form of a linear objective under a demand with one ratio and one slack."""
    ratio, delta = problem.ratio_and_delta
    return LinearProgram(ratio, delta, _weights(problem), problem.objective.sense == "max")


def _weights(problem: Problem) -> Matrix:
    assert isinstance(problem.objective, LinearObjective)
    return problem.objective.matrix(problem.k, problem.m)


def _conditioned_program(problem: Problem) -> ConditionedLinear:
    """The program under conditions: the bounds of all pairs, and the one ratio where there is one and no slack."""
    if problem.interval is not None:
        raise InputError("under conditions epsilon and delta must be numbers; give one of each, such as 1/2 and 0")
    bounds, common = problem.bounds, problem.bounds.common
    pure = common is not None and common[1] == 0 and not is_infinite(common[0])
    finite = dict(bounds.places())
    if not finite and (common is None or is_infinite(common[0])):
        raise refuse_empty(problem.demand)
    one = problem.ratio_and_delta[0] if pure else None
    maximise = problem.objective.sense == "max"
    return ConditionedLinear(problem, Conditioned(_weights(problem), maximise, finite, one, problem.conditions))


def pose(problem: Problem) -> CommonLinear | PairwiseLinear | ConditionedLinear:
    """The program of a problem."""
    if problem.conditions:
        return _conditioned_program(problem)
    bounds = problem.bounds
    if bounds.common is not None:
        return CommonLinear(problem, linear_program(problem))
    asked = dict(bounds.places())
    if not asked:
        raise refuse_empty(problem.demand)
    return PairwiseLinear(problem, PairwiseProgram(_weights(problem), problem.objective.sense == "max", asked))
