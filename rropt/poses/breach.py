"""The problem of finding B(h), the infimum over priors 0 < p < 1 of R(p) = ((1 − p)/p)·h(p)/(1 − h(p)), posed for cvxpy and sympy.

For cvxpy it is a semidefinite program. Let N and D be the numerator and the denominator of R on a piece of h. The program finds the
least y = 1/γ for which y·N − D ≥ 0 on every piece. Each of these quadratics is written as a sum of squares plus a nonnegative
multiple of x(1 − x), where x runs from 0 to 1 along the piece. For sympy the problem is to minimise R itself. The minimum lies at a
root of the derivative of R, at an end of a piece, or at a breakpoint of h.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import cvxpy as cp
import numpy as np
import sympy

from rropt.errors import InputError
from rropt.exact.conversion import sympy_of
from rropt.exact.element import Bound, Number, is_free
from rropt.exact.infinity import is_infinite
from rropt.poses.others import OtherAnswer, ask_cvxpy, require_agreement
from rropt.poses.sympy import DerivedProblem, Formula, Step
from rropt.privacy.boundary import BoundaryPiece, BreachFunction

__all__ = ["BreachProblem", "ask_about_bound"]

ZERO = Fraction(0)
# Of Clarabel. Its own are 1e-8, and an error of 1/B(h) is B(h) times as large in parts of B(h).
TOLERANCES = dict.fromkeys(("tol_gap_abs", "tol_gap_rel", "tol_feas"), 1e-10)


@dataclass(frozen=True, slots=True)
class BreachProblem:
    """The problem of finding B(h), the infimum of the ratio of posterior to prior odds, for a boundary h in exact pieces.

    Examples:
        >>> from rropt import RhoBreach
        >>> from rropt.breach import problem
        >>> print(problem(RhoBreach("1/5", "1/2")).as_sympy().closed_form)
        4

    Reference: Chai and Nayak (2018), equation 3.3.
    """

    h: BreachFunction

    def as_cvxpy(self) -> cp.Problem:
        """Return a semidefinite program whose optimum is 1/B(h).

        The Parameters `top` and `below` have a row for every piece of h, and one for the value of h at every inner breakpoint: the
        coefficients of 1, x and x² in the numerator and the denominator, where x runs from 0 to 1 along the piece.
        """

        rows = [*_coefficients(self.h)]
        if not rows:
            raise InputError(f"h = {self.h} is 1 everywhere, so B(h) is infinite; give another h")
        tops, belows = (np.array([row[side] for row in rows]) for side in (0, 1))
        top = cp.Parameter(tops.shape, name="top", value=tops)
        below = cp.Parameter(belows.shape, name="below", value=belows)
        inverse, slack = cp.Variable(name="inverse"), cp.Variable(len(tops), nonneg=True, name="slack")
        relations = []
        for n in range(len(tops)):
            gram = cp.Variable((2, 2), PSD=True)
            part = [inverse * top[n, i] - below[n, i] for i in range(3)]
            relations += [
                gram[0, 0] == part[0],
                2 * gram[0, 1] + slack[n] == part[1],
                gram[1, 1] - slack[n] == part[2],
            ]
        return cp.Problem(cp.Minimize(inverse), relations)

    def as_sympy(self) -> DerivedProblem:
        """Pose in sympy the minimum of the ratio of odds, a function of the prior p, over 0 < p < 1, and derive it by calculus."""
        p = sympy.Symbol("p", real=True)
        cases = [(_ratio(x, p), sympy.And(p > sympy_of(x.start), p < sympy_of(x.end))) for x in self.h.pieces]
        jumps = zip(self.h.breakpoints[1:-1], self.h.values[1:-1], strict=True)
        cases += [(_odds(sympy_of(v), sympy_of(at)), sympy.Eq(p, sympy_of(at))) for at, v in jumps]
        form, steps, reason = _derive(self.h, p)
        return DerivedProblem(
            "min", sympy.Piecewise(*cases), (sympy.Gt(p, 0), sympy.Lt(p, 1)), form, tuple(steps), reason
        )


def _coefficients(h: BreachFunction) -> Iterator[tuple[list[float], list[float]]]:
    """Yield, for each piece and each value at an inner breakpoint, the coefficients of N and D of R = N/D in x, as doubles, scaled
    alike; what is 1 is left out."""
    for piece in h.pieces:
        if piece.top == piece.below:
            continue
        (a, b), (c, d) = piece.top, piece.below
        s, w = piece.start, piece.end - piece.start
        q = 1 - s
        # p = s + w·x, so that 1 − p = q − w·x and a + b·p = (a + b·s) + b·w·x
        fall, rise, high, low = (q, -w), (s, w), (a + b * s, b * w), (c - a + (d - b) * s, (d - b) * w)
        # a common factor p or 1 − p is left out: the program would have no inner point
        if s == 0 == high[0]:
            rise, high = (w, ZERO), (high[1], ZERO)
        if fall[0] + fall[1] == 0 == low[0] + low[1]:
            fall, low = (q, ZERO), (low[0], ZERO)
        top, below = _product(fall, high), _product(rise, low)
        yield _scaled(top, below)
    for at, value in zip(h.breakpoints[1:-1], h.values[1:-1], strict=True):
        if value != 1:
            yield _scaled([(1 - at) * value, 0 * at, 0 * at], [at * (1 - value), 0 * at, 0 * at])


def _product(u: tuple[Number, Number], v: tuple[Number, Number]) -> list[Number]:
    return [u[0] * v[0], u[0] * v[1] + u[1] * v[0], u[1] * v[1]]


def _scaled(top: list[Number], below: list[Number]) -> tuple[list[float], list[float]]:
    size = max(x if x >= 0 else -x for x in (*top, *below))
    return [float(x / size) for x in top], [float(x / size) for x in below]


def ask_about_bound(h: object, lower: Bound, upper: Bound) -> tuple[OtherAnswer, ...]:
    """Ask sympy and cvxpy for B(h), and compare their answers with its bounds; for a formula, ask sympy for its critical points."""
    if is_infinite(lower) or is_infinite(upper) or is_free(lower):
        return ()
    if not isinstance(h, BreachFunction):
        return _ask_about_formula(h, lower, upper)
    posed = BreachProblem(h)
    form = posed.as_sympy().closed_form
    answers = [OtherAnswer("sympy", str(form), math.nan if form is None else float(form))]
    answers.append(ask_cvxpy("cvxpy", posed.as_cvxpy, _solve))
    require_agreement(answers, lower, upper)
    return tuple(answers)


def _solve(posed: cp.Problem) -> float:
    """B(h) by the program of its inverse, which need not be solved to all digits that are asked for; NaN if it has no value.

    Of an inverse that is not far above the tolerances too few digits are right to compare B(h) by them.
    """
    inverse = float(posed.solve(solver="CLARABEL", **TOLERANCES))
    return 1 / inverse if inverse > 1e-6 and posed.status in ("optimal", "optimal_inaccurate") else math.nan


def _ask_about_formula(h: Any, lower: Bound, upper: Bound) -> tuple[OtherAnswer, ...]:
    """Ask sympy where the ratio of odds of a formula is stationary, and for its limits; keep the least value within the bounds."""
    (p,) = h.free_symbols
    ratio = sympy.simplify(_odds(h, p))
    try:
        roots = sympy.solve(sympy.numer(sympy.together(sympy.diff(ratio, p))), p)
        values = [ratio.subs(p, x) for x in roots if x.is_real and 0 < x < 1]
        values += [sympy.limit(ratio, p, 0, "+"), sympy.limit(ratio, p, 1, "-")]
    except (NotImplementedError, TypeError, ValueError):
        values = []
    low, high = float(lower) * (1 - 1e-9), float(upper) * (1 + 1e-9)
    known = [x for x in map(sympy.simplify, values) if x.is_real and low <= float(x) <= high]
    if not known:
        return (OtherAnswer("sympy", "finds no critical point within the bounds", math.nan),)
    least = min(known, key=float)
    return (OtherAnswer("sympy", str(least), float(least)),)


def _odds(h: Any, p: Any) -> Any:
    return sympy.oo if h == 1 else (1 - p) / p * h / (1 - h)


def _ratio(piece: BoundaryPiece, p: Any) -> Any:
    """The ratio of odds on a piece as a sympy expression in lowest terms; infinity if h is 1 on the piece."""
    (a, b), (c, d) = (tuple(map(sympy_of, pair)) for pair in (piece.top, piece.below))
    return sympy.oo if piece.top == piece.below else sympy.cancel(_odds((a + b * p) / (c + d * p), p))


def _derive(h: BreachFunction, p: Any) -> tuple[Formula | None, list[Step], str]:
    """Derive B(h) by calculus: the least of the ratio at the roots of its derivative inside a piece, its limits at the ends of the
    pieces, and its values at the inner breakpoints."""
    steps: list[Step] = []
    values: list[Any] = []
    for piece in h.pieces:
        ratio, start, end = _ratio(piece, p), sympy_of(piece.start), sympy_of(piece.end)
        if ratio == sympy.oo:
            continue
        slope = sympy.factor(sympy.numer(sympy.together(sympy.diff(ratio, p))))
        inside = _roots_between(slope, p, start, end)
        ends = [sympy.limit(ratio, p, start, "+"), sympy.limit(ratio, p, end, "-")]
        values += [sympy.expand(sympy.radsimp(ratio.subs(p, root))) for root in inside] + ends
        steps += [
            Step(f"between {start} and {end} the ratio of odds is", ratio),
            Step("the numerator of its derivative", slope),
            Step("the roots of that inside", inside),
            Step("the ratio there, and its limits at both ends", values[-len(inside) - 2 :]),
        ]
    for at, v in zip(h.breakpoints[1:-1], h.values[1:-1], strict=True):
        if v != 1:
            values.append(_odds(sympy_of(v), sympy_of(at)))
            steps.append(Step(f"at {sympy_of(at)} the ratio is", values[-1]))
    finite = [sympy.simplify(x) for x in values if x != sympy.oo]
    if any(x.free_symbols for x in finite):
        return None, steps, "a number of h is free, so that no ratio is known to be the least"
    least = min(finite, key=lambda x: x.evalf(40), default=sympy.oo)
    return Formula(least, ()), [*steps, Step("the least of all", least)], ""


def _roots_between(slope: Any, p: Any, start: Any, end: Any) -> list[Any]:
    """Return the real roots of the polynomial `slope` in p that lie strictly between `start` and `end`."""
    if not slope.has(p):
        return []
    known = [(root, root.evalf(40)) for root in sympy.roots(sympy.Poly(slope, p))]
    return [root for root, at in known if at.is_real and start.evalf(40) < at < end.evalf(40)]
