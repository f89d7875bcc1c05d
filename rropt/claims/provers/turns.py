"""Chooses points at which to cut the range of a variable.

The cuts are at, or on both sides of, points where a function of the variable, or its first or second derivative, has a local
minimum or maximum. These points are found in floats.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import numpy as np

from rropt.claims.language.differentiate import derivative
from rropt.claims.language.syntax import Compare, Formula, Term
from rropt.claims.normal import difference
from rropt.claims.refuters.guided import approximate
from rropt.claims.refuters.points import domain_of
from rropt.claims.replay.cuts import only_variable
from rropt.exact.errors import InputError

__all__ = ["choose_cuts", "zeros_and_turns"]

MOST_TURNS = 2
MOST_SLOPES = 2
STEPS = 160
REACH = 60.0
NARROWINGS = 60


def choose_cuts(hypotheses: tuple[Formula, ...], conclusion: Formula) -> list[list[Fraction]]:
    """Choose points at which to cut the range of the only variable; return several lists of such cuts, to be tried in turn.

    Take the difference of the two sides of the conclusion. The range is cut where the difference has a local minimum or maximum. If
    such a point is a simple rational number, it is a cut itself; otherwise there are cuts on both sides of it. If the difference
    has no such points, those of its first derivative are used. If the first derivative has none either, those of the second
    derivative are used. For example, the first derivative of e^x - x^2 is least at log 2.
    """
    x = only_variable(hypotheses, conclusion)
    if x is None or not isinstance(conclusion, Compare) or conclusion.relation in ("=", "!="):
        return []
    grid = _grid(*domain_of((x,), hypotheses).ranges[x])
    turns = next(filter(None, (_turns(term, x, grid) for term in _slopes(difference(conclusion), x))), [])
    if not 0 < len(turns) <= MOST_TURNS:
        return []
    found = [_cuts(turns, share) for share in (Fraction(1, 8), Fraction(1, 3))]
    return [cuts for i, cuts in enumerate(found) if cuts not in found[:i] and all(a < b for a, b in pairwise(cuts))]


def zeros_and_turns(term: Term, x: str, ends: tuple[Fraction | None, Fraction | None]) -> list[float]:
    """Find in floats where the term has its local minima and maxima between the ends, and where it changes its sign."""
    grid = _grid(*ends)
    heights = [_height(term, x, at) for at in grid]
    zeros = [_bisect(term, x, grid[i], grid[i + 1]) for i in range(len(grid) - 1) if heights[i] * heights[i + 1] < 0]
    return [*_turns(term, x, grid), *zeros]


def _bisect(term: Term, x: str, low: float, high: float) -> float:
    """Find by bisection a value of x between `low` and `high` at which the term changes its sign."""
    rises = _height(term, x, high) > 0
    for _ in range(NARROWINGS):
        middle = (low + high) / 2
        if (_height(term, x, middle) > 0) == rises:
            high = middle
        else:
            low = middle
    return (low + high) / 2


def _height(term: Term, x: str, at: float) -> float:
    try:
        return approximate(term, {x: at})
    except (ArithmeticError, ValueError, KeyError):
        return math.nan


def _slopes(term: Term, x: str) -> Iterator[Term]:
    """Yield the term, its first derivative and its second derivative, as far as they exist."""
    yield term
    for _ in range(MOST_SLOPES):
        try:
            term = derivative(term, x)
        except InputError:
            return
        yield term


def _turns(term: Term, x: str, grid: list[float]) -> list[float]:
    """Find in floats the local minima and maxima of the term, from its values on the grid."""

    def value(at: float) -> float:
        return _height(term, x, at)

    heights = [value(at) for at in grid]
    return [
        _refine(value, grid[i - 1], grid[i + 1], heights[i] <= heights[i - 1])
        for i in range(1, len(grid) - 1)
        if (heights[i] - heights[i - 1]) * (heights[i + 1] - heights[i]) < 0
    ]


def _grid(low: Fraction | None, high: Fraction | None) -> list[float]:
    """List values inside a range.

    They are evenly spaced if the range is bounded. If it has one end, they are denser near this end; if it has no end, near 0.
    """
    if low is not None and high is not None:
        return [float(x) for x in np.linspace(float(low), float(high), STEPS)[1:-1]]
    steps = [float(x) for x in np.geomspace(1e-4, REACH, STEPS)]
    if low is not None:
        return [float(low) + s for s in steps]
    if high is not None:
        return [float(high) - s for s in reversed(steps)]
    return [*(-s for s in reversed(steps)), 0.0, *steps]


def _refine(value, low: float, high: float, is_least: bool) -> float:  # type: ignore[no-untyped-def]
    """Find by trisection where `value` is least (greatest if not `is_least`) between `low` and `high`."""
    for _ in range(NARROWINGS):
        a, b = low + (high - low) / 3, high - (high - low) / 3
        if (value(a) < value(b)) == is_least:
            high = b
        else:
            low = a
    return (low + high) / 2


def _cuts(turns: list[float], share: Fraction) -> list[Fraction]:
    found: list[Fraction] = []
    for turn in turns:
        simple = Fraction(turn).limit_denominator(12)
        if abs(float(simple) - turn) < 1e-6 * max(1.0, abs(turn)):
            found.append(simple)
        else:
            width = share * max(Fraction(1, 4), Fraction(abs(turn)).limit_denominator(64))
            middle = Fraction(turn).limit_denominator(64)
            found += [(middle + sign * width).limit_denominator(64) for sign in (-1, 1)]
    return found
