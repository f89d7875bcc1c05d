"""One theorem a file: mechanism, value and multipliers as functions of T, δ, π and k; no oracle, no float."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.matrix import Matrix
from rropt.linear.program import PairMultipliers
from rropt.objectives import Trace
from rropt.problem.problem import Problem
from rropt.program import FisherProgram, LinearProgram, Program, VarianceProgram, normal_form
from rropt.variance.information import FisherDual
from rropt.variance.polyhedron import Point
from rropt.variance.prevalence import Quantifier

__all__ = ["ClosedForm", "closed_form"]


@dataclass(frozen=True, slots=True)
class ClosedForm:
    """What a theorem says of a problem: its value, one optimal mechanism, all minimisers where it names them."""

    theorem: str
    value: Number
    rows: Matrix
    points: tuple[Point, ...] = ()
    columns: tuple[Number, ...] | None = None
    pair: PairMultipliers | None = None
    dual: FisherDual | None = None


def closed_form(problem: Problem, program: Program | None = None) -> ClosedForm | None:
    """The closed form of a problem (and of its normal form, if that is known), where one of the theorems applies."""
    program = normal_form(problem) if program is None else program
    if isinstance(program, VarianceProgram):
        return _variance(program)
    if isinstance(program, FisherProgram):
        from rropt.variance.theorem_four_outputs import four_outputs

        return four_outputs(program) if program.prevalence.quantifier is Quantifier.AT else None
    return _linear(problem, program)


def _variance(program: VarianceProgram) -> ClosedForm | None:
    from rropt.variance.theorem_warner import warner_variance
    from rropt.variance.theorems import binary_variance

    if program.ratio == 1 and program.delta == 0:
        return None
    if program.prevalence.quantifier is not Quantifier.AT:
        return None
    return warner_variance(program) if program.warner else binary_variance(program)


def _linear(problem: Problem, program: LinearProgram) -> ClosedForm | None:
    from rropt.linear.theorem_weighted import weighted_trace
    from rropt.linear.theorems import trace

    if not isinstance(problem.objective, Trace):
        return None
    if problem.objective.weights is None:
        return trace(program)
    weights = tuple(program.weights[i][i] for i in range(program.k))
    if program.delta != 0 or program.ratio == 1 or any(w < 0 for w in weights) or max(weights) == Fraction(0):
        return None
    return weighted_trace(program, weights)
