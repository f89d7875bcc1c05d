"""Solve a design's problem a second time, by sympy and by cvxpy, and compare their answers with the design's certificate. Sympy
derives a closed form; cvxpy computes the optimum in floats. The answer of either is called a leg.

If ε, δ or the prevalence is free, both are asked at sampled points. If an answer contradicts what is certified, `Disagreement` is
raised, and its message shows every answer.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NoReturn

from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import Disagreement, InputError
from rropt.exact.fields import DELTA
from rropt.exact.sign import as_float, enclose
from rropt.exact.spelling import counted
from rropt.exact.substitute import value_at
from rropt.problem.contract import of_prevalences
from rropt.problem.leg import CVXPY, SOURCES, SYMPY, Leg
from rropt.problem.pieces.piece import Between, Formula, Piece
from rropt.problem.pieces.sampled import at_ratio, points_between, sampled_ratios
from rropt.problem.problem import Problem
from rropt.problem.result import Design
from rropt.problem.verdicts import Verdict
from rropt.solvers.agreement import DIGITS, EXACTLY, lies_within

__all__ = ["posed_legs"]

MOST_DIGITS = 1000  # the precision up to which sympy evaluates where digits cancel
MOST_TERMS = 60_000
"""A program of more terms than this is not solved for the comparison."""
STRIDE = 3
"""Sympy and cvxpy are asked at every third of the sampled points."""


@dataclass(frozen=True, slots=True)
class _Point:
    """A problem in which nothing is free, with the certified bounds on its optimum. The bounds are equal if the optimum is known
    exactly."""

    problem: Problem
    lower: Number | float
    upper: Number | float


def posed_legs(found: Design) -> tuple[Leg, ...]:
    """Ask sympy and cvxpy for the optimum of the design's problem, and compare their answers with what is certified.

    Args:
        found: The design.

    Returns:
        The answer of sympy and the answer of cvxpy. Empty if there is no optimum with which to compare them.

    Raises:
        Disagreement: One of them contradicts what is certified.
    """
    if found.verdict is Verdict.UNATTAINED or (found.verdict is Verdict.INFEASIBLE and found.requirement is None):
        return ()
    points = list(_points(found))
    if not points:
        return ()
    form, why = _closed_form(found.problem)
    answers = _derived(found, points, form, why), _solved(found, points)
    legs = tuple(leg for leg, _ in answers)
    wrong = [(leg.name, point) for leg, point in answers if point is not None]
    if wrong:
        _contradict(found, legs, wrong)
    return legs


def _points(found: Design) -> Iterator[_Point]:
    """Yield the design's problem with the certified bounds on its optimum. If ε, δ or the prevalence is free, yield instead the
    problem at some sampled points, each with the bounds there.

    If the design proves that a required value is out of reach, this value is one bound, and the other bound is infinite. Yield
    nothing if the optimum has no bounds, or if its upper bound is infinite for any other reason.
    """
    if found.verdict is Verdict.INFEASIBLE:
        assert found.requirement is not None
        is_least = found.problem.objective.sense == "min"
        ends = (found.requirement, math.inf) if is_least else (-math.inf, found.requirement)
        yield _Point(found.problem, *ends)
    elif found.pieces:
        yield from _sampled(found)
    elif found.lower is not None and found.upper is not None and not math.isinf(as_float(found.upper) or 0):
        yield _Point(found.problem, found.lower, found.upper)


def _sampled(found: Design) -> Iterator[_Point]:
    for t in sampled_ratios(found.problem)[::STRIDE]:
        problem = found.problem if t is None else at_ratio(found.problem, t)
        for piece in found.pieces:
            if (
                piece.variable == "prevalence"
                or t is None
                or piece.covers(t if found.problem.free == DELTA else Epsilon(t))
            ):
                yield from _on_piece(problem, piece, t)
                if t is not None:
                    break


def _on_piece(problem: Problem, piece: Piece, t: Fraction | None) -> Iterator[_Point]:
    value = piece.value
    if isinstance(value, Between):
        yield _Point(problem, value.lower, value.upper)
    elif isinstance(value, Formula):
        low, high = (piece.lower, piece.upper) if t is None else of_prevalences(problem.objective).say_range(None)[:2]
        assert not isinstance(low, float) and not isinstance(high, float)
        for pi in points_between(enclose(low)[1], enclose(high)[0])[::STRIDE]:
            exact = value.at(pi) if t is None else value_at(value.at(pi), t)
            yield _Point(_at_prevalence(problem, pi), exact, exact)
    else:
        exact = value if t is None else value_at(value, t)
        yield _Point(problem, exact, exact)


def _at_prevalence(problem: Problem, pi: Fraction) -> Problem:
    return problem.restated(objective=of_prevalences(problem.objective).at_prevalence(pi))


def _closed_form(problem: Problem) -> tuple[Any, str]:
    """Ask sympy for a closed form, which is an expression in the problem's symbols. Return the form and an empty text. If there is
    no form, return None and the reason."""
    try:
        form = problem.as_sympy().derive()
    except InputError as why:
        return None, str(why)
    return form.closed_form, form.reason


def _derived(found: Design, points: list[_Point], form: Any, why: str) -> tuple[Leg, _Point | None]:
    """Evaluate sympy's closed form `form` at the points, and compare it with their certified bounds.

    The first result is a `Leg` (an answer with its source): it has sympy's answer, or the reason why there is none. The second
    result is the first point whose bounds the form contradicts, or None if it contradicts none.
    """
    leg = Leg(SYMPY, why, None, SOURCES[SYMPY])
    if form is None:
        return leg, None
    leg = replace(leg, status=f"closed form {form}")
    for point in points:
        value = form.subs(point.problem.as_sympy().numbers)
        if value.free_symbols:
            return leg, None
        exact = _evaluate(value)
        if exact is None:
            return replace(
                leg, value=None, status=f"{leg.status}; not evaluated: over {MOST_DIGITS} digits cancel"
            ), None
        leg = replace(leg, value=exact if value.is_Rational else as_float(exact))
        if not _is_between(exact, point):
            return leg, point
    return (replace(leg, value=None, status=f"{leg.status}; {_equal_at(points)}") if found.pieces else leg), None


def _evaluate(value: Any) -> Fraction | None:
    """Return sympy's number as a fraction: exactly if it is rational, else to `DIGITS` digits. Return None if its terms cancel so
    nearly that sympy would have to compute them to more than `MOST_DIGITS` digits."""
    from sympy.core.evalf import PrecisionExhausted

    if value.is_Rational:
        return Fraction(int(value.p), int(value.q))
    try:
        return Fraction(str(value.evalf(DIGITS, maxn=MOST_DIGITS, strict=True)))
    except PrecisionExhausted:
        return None


def _solved(found: Design, points: list[_Point]) -> tuple[Leg, _Point | None]:
    """Solve the design's problem at the points by cvxpy, and compare the answers with the certified bounds.

    The first result is a `Leg` (an answer with its source): it has cvxpy's answer, or the reason why there is none. The second
    result is the first point whose bounds the answer contradicts, or None if there is none.
    """
    leg, solved = Leg(CVXPY, "not solved", None, SOURCES[CVXPY]), 0
    for point in points:
        if why := _why_not(point.problem):
            leg = replace(leg, status=why)
            continue
        try:
            answer = point.problem.solve_cvxpy()
        except InputError as refusal:
            leg = replace(leg, status=str(refusal))
            continue
        leg = replace(leg, status=answer.status, value=answer.value if math.isfinite(answer.value) else None)
        if leg.value is None:
            continue
        low, high = float(point.lower), float(point.upper)
        if not lies_within(answer.value, low, high):
            if not low - answer.blur <= answer.value <= high + answer.blur:
                return leg, point
            said = f"its point misses constraints, which may be worth {answer.blur:.1e}"
            leg = replace(leg, status=f"{answer.status}; {said}")
        solved += 1
    if found.pieces and solved:
        leg = replace(leg, value=None, status=f"optimal; {_equal_at(points[:solved])}")
    return leg, None


def _equal_at(points: list[_Point]) -> str:
    return f"in agreement with what is certified at {counted(len(points), 'sampled point')}"


def _why_not(problem: Problem) -> str:
    """Return the reason why cvxpy is not asked to solve a problem: its program is too large. Return an empty text if cvxpy is to be
    asked."""
    common = problem.bounds.common
    pure = common is not None and common[1] == 0
    terms = problem.m * problem.k * (2 if pure else problem.k - 1)
    return f"not solved here: a program of {terms} terms; solve problem.as_cvxpy()" if terms > MOST_TERMS else ""


def _is_between(x: Fraction, point: _Point) -> bool:
    """Whether x lies between the point's bounds, up to the error with which x was evaluated."""
    least, most = _outward(point.lower)[0], _outward(point.upper)[1]
    room = EXACTLY * max(Fraction(1), abs(x))
    return least - room <= x <= most + room


def _outward(x: Number | float) -> tuple[Fraction | float, Fraction | float]:
    return (x, x) if isinstance(x, float) else enclose(x, width=EXACTLY)


def _contradict(found: Design, legs: tuple[Leg, ...], wrong: list[tuple[str, _Point]]) -> NoReturn:
    """Raise `Disagreement`. Its message names the methods that contradict the answer's bounds, and has these bounds and all
    answers."""
    point = wrong[0][1]
    who, low, high = " and ".join(name for name, _ in wrong), float(point.lower), float(point.upper)
    where = f" of the problem to {point.problem}" if found.pieces else ""
    said = "; ".join(map(str, (*found.fast_legs, *legs)))
    contradicts = "contradicts" if len(wrong) == 1 else "contradict"
    raise Disagreement(
        f"{who} {contradicts} the bounds of the answer{where}, which go from {low:.12g} to {high:.12g}; {said}"
    )
