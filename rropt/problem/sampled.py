"""The numeric leg of a design with a free parameter: solvers at sampled points against the formulas."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rropt.exact.element import Element, Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.fields import Free
from rropt.exact.sign import enclose, inside
from rropt.linear.numeric import solve_linear
from rropt.objectives import Variance
from rropt.privacy import LDP, Parity
from rropt.problem.problem import Problem
from rropt.program import FisherProgram, LinearProgram, normal_form
from rropt.variance.information import BestVariance
from rropt.variance.information_numeric import solve_fisher
from rropt.variance.numeric import solve_variance
from rropt.variance.prevalence import Prevalence

__all__ = ["at_ratio", "largest_difference", "largest_difference_at"]

POINTS = 7


def at_ratio(problem: Problem, t: Fraction) -> Problem:
    """The same question at one rational t."""
    demand: Any = Parity(t)
    if isinstance(problem.demand, LDP):
        demand = LDP(Epsilon(t), delta=problem.demand.delta)
    return Problem(problem.objective, demand, outputs=problem.outputs, inputs=problem.inputs or problem.k)


def _solve(problem: Problem) -> float:
    program = normal_form(problem)
    if isinstance(program, LinearProgram):
        return solve_linear(program).value
    return solve_fisher(program).value if isinstance(program, FisherProgram) else solve_variance(program).value


def _at(x: Number, t: Fraction | None) -> float:
    if isinstance(x, Element) and t is not None:
        top, below = (sum(int(c) * t**n for n, c in enumerate(p.coeffs())) for p in (x.num, x.den))
        return float(top / below)
    return float(x)


def _ratios(ratio: Number) -> list[Fraction | None]:
    """Rational points of a free interval; [None] where the ratio is one number."""
    if not isinstance(ratio, Element) or not isinstance(ratio.field, Free):
        return [None]
    low, high = inside(ratio.field)
    return [low + (high - low) * n / (POINTS + 1) for n in range(1, POINTS + 1)]


def _prevalences(problem: Problem) -> list[Number | None]:
    objective = problem.objective
    if not isinstance(objective, Variance) or not objective.for_each:
        return [None]
    low, high = (enclose(x)[0] for x in (objective.prevalence.lower, objective.prevalence.upper))
    return [low + (high - low) * n / (POINTS + 1) for n in range(1, POINTS + 1)]


def _value(formula: Any, t: Fraction | None, pi: Number | None) -> float:
    """The formula's value: a number, a point (x, y), or a list of them by cells of t or of π."""
    if isinstance(formula, list):
        formula = _chosen(formula, t, pi)
    if isinstance(formula, BestVariance):
        assert pi is not None
        return _at(formula.at(pi), t)
    if isinstance(formula, tuple):
        assert pi is not None
        x, y = (_at(c, t) for c in formula)
        return (x - float(pi)) * (y - 1 + float(pi))
    return _at(formula, t)


def _chosen(pieces: list[Any], t: Fraction | None, pi: Number | None) -> Any:
    """The form of the piece in which the sample lies; forms of all pieces of t are compared, and the least taken."""
    if pi is not None:
        return next(point for a, b, point in pieces if a <= pi <= b)
    return min((value for _, value in pieces), key=lambda value: _at(value, t))


def largest_difference(problem: Problem, formula: Any) -> tuple[float, int]:
    """The largest relative difference between the formula and the solver over the sampled points, and their number."""
    ratio, _ = problem.demand.reduced()
    worst, count = 0.0, 0
    for t in _ratios(ratio):  # type: ignore[arg-type]
        for pi in _prevalences(problem):
            asked = problem if t is None else at_ratio(problem, t)
            asked = asked if pi is None else _at_prevalence(asked, pi)
            exact, found = _value(formula, t, _second(problem, pi)), _solve(asked)
            worst, count = max(worst, abs(found - exact) / max(1.0, abs(exact))), count + 1
    return worst, count


def largest_difference_at(problem: Problem, points: Sequence[tuple[Fraction, Fraction]]) -> float:
    """The largest relative difference between the values at rational t and the solver's."""
    found = ((float(value), _solve(at_ratio(problem, t))) for t, value in points)
    return max(abs(numeric - exact) / max(1.0, abs(exact)) for exact, numeric in found)


def _second(problem: Problem, pi: Number | None) -> Number | None:
    """The prevalence of the second input."""
    objective = problem.objective
    if pi is None or not isinstance(objective, Variance):
        return pi
    return objective.other_way(pi)


def _at_prevalence(problem: Problem, pi: Number) -> Problem:
    objective = problem.objective
    assert isinstance(objective, Variance)
    asked = Variance(Prevalence(pi, pi), warner=objective.warner, positive=objective.positive)
    return Problem(asked, problem.demand, outputs=problem.outputs, inputs=problem.inputs)
