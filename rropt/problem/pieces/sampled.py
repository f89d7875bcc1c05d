"""The numeric answer if epsilon, delta or the prevalence ranges over an interval: a solver's values at sampled points are compared
with the exact values there."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import Disagreement, OutOfTime
from rropt.exact.fields import DELTA
from rropt.exact.infinity import is_infinite
from rropt.exact.sign import bounds_inside
from rropt.exact.substitute import value_at
from rropt.privacy import LDP, All, Metric, Notion, Parity, Sensitive
from rropt.privacy.notion import is_open
from rropt.problem.answers import NumericAnswer
from rropt.problem.known import pose
from rropt.problem.problem import Problem
from rropt.problem.result import Leg
from rropt.solvers.agreement import AGREEMENT

__all__ = [
    "at_ratio",
    "compare_sampled",
    "compare_values",
    "float_at",
    "points_between",
    "sampled_ratios",
    "solve_sampled",
]

POINTS = 7


def at_ratio(problem: Problem, t: Fraction) -> Problem:
    """State the same question at one rational t (e^epsilon, or delta)."""
    demand = problem.demand
    if not isinstance(demand, All):
        return problem.restated(demand=_at_ratio(problem, demand, t))
    return problem.restated(
        demand=All(*(_at_ratio(problem, one, t) if is_open(one) else one for one in demand.demands))
    )


def _at_ratio(problem: Problem, demand: Notion, t: Fraction) -> Notion:
    """State a demand at a rational t (e^epsilon, or delta)."""
    if isinstance(demand, Sensitive) and problem.free == DELTA:
        return demand.with_delta(t)
    if isinstance(demand, Metric | Sensitive):
        return demand.with_epsilon(Epsilon(t))
    common = demand.bounds(problem.k).common
    assert common is not None and not is_infinite(common[0])
    ratio, delta = (value_at(x, t) for x in common if not is_infinite(x))
    return LDP(Epsilon(ratio), delta=delta) if isinstance(demand, LDP) else Parity(ratio)


def points_between(low: Fraction, high: Fraction) -> list[Fraction]:
    """Seven equally spaced points inside an interval."""
    return [low + (high - low) * n / (POINTS + 1) for n in range(1, POINTS + 1)]


def sampled_ratios(problem: Problem) -> list[Fraction | None]:
    """Rational points inside the free interval of t = e^epsilon, or of delta; [None] if neither is free."""
    interval = problem.interval
    return [None] if interval is None else list(points_between(*bounds_inside(interval)))


def float_at(x: Number, t: Fraction | None) -> float:
    """A number as a double; if it is a function of t, its value at the given t."""
    return float(x if t is None else value_at(x, t))


def compare_sampled(asked: Iterable[tuple[Problem, float]]) -> Leg:
    """Solve each problem in floats, and compare the result with the exact value that is paired with the problem.

    A `Leg` (an answer with its source) is returned, which states the largest relative difference. `Disagreement` is raised if this
    difference is too large. Problems that the solver does not solve, or not in time, are not counted.
    """
    found = [(solve_sampled(problem), exact) for problem, exact in asked]
    solved = [(answer, exact) for answer, exact in found if answer is not None]
    if not solved:
        return Leg("numeric", f"not solved at {len(found)} sampled points", None, "no numeric answer")
    most = max(abs(answer.value - exact) / max(1.0, abs(exact)) for answer, exact in solved)
    status = f"largest relative difference {most:.1e} at {len(solved)} sampled points"
    if most > AGREEMENT:
        raise Disagreement(f"the numeric optimum is not near the exact one: {status}")
    return Leg("numeric", status, None, "; ".join(dict.fromkeys(answer.source for answer, _ in solved)))


def compare_values(problem: Problem, values: Iterable[tuple[Number, Fraction | None]]) -> Leg:
    """Compare each value with a solver's optimum, both taken at the rational t that is paired with the value. A value that is
    paired with None is left out."""
    return compare_sampled((at_ratio(problem, t), float_at(value, t)) for value, t in values if t is not None)


def solve_sampled(problem: Problem) -> NumericAnswer | None:
    """Return the answer in floats. None if there is no finite one, if time is over, or if a number is beyond doubles."""
    try:
        found = pose(problem).numeric(None)
    except (OutOfTime, OverflowError):
        return None
    return found if math.isfinite(found.value) else None
