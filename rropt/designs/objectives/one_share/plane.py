"""Write, in cvxpy and sympy, the problem of the least variance among designs with two outputs.

Let p00 and p11 be the diagonal entries of the mechanism, and D = p00 + p11 − 1. The variables are x = p00/D and y = p11/D. For the
prevalence π let A = x − π and B = y − 1 + π. Then the variance is A·B, and minimising A·B is not a convex program. But for every
number s > 0, the Parameter `s`, minimising s·A + B is a linear program. And A·B is the least value of (s·A + B)²/(4s) over all s,
attained at s = B/A.

For given x and y, A·B is largest at π = (x − y + 1)/2, the peak. Now suppose that the largest variance over an interval of π is
minimised. The peak may lie below the interval, in it, or above it. These three cases divide the plane of x and y into three parts.
Constraints with two more Parameters select one part. If the peak lies in the interval, the variance is ((x + y − 1)/2)². At s = 1,
s·A + B is x + y − 1 for every π.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from rropt.designs.objectives.prevalence import Prevalence, Quantifier
from rropt.problem.problem import Problem

if TYPE_CHECKING:
    from rropt.problem.posed.demand import Entries
    from rropt.problem.posed.floats import Posed
    from rropt.problem.posed.symbols import Derivation, SymbolicProblem
    from rropt.solvers.cvxpy import CvxpyAnswer

__all__ = ["least_in_plane", "plane_in_symbols", "pose_in_plane"]

STARTS = (1e-8, 1e-4, 1e-2, 1.0, 1e2, 1e4, 1e8)
DEPTH = 12
SAME = 1e-12


def pose_in_plane(problem: Problem, pi: Prevalence, *, has_equal_diagonal: bool) -> Posed:
    """Write the linear program that minimises s·A + B, where A·B is the variance at the prevalence π.

    Let p00 and p11 be the diagonal entries of the mechanism, and D = p00 + p11 − 1. The variables are x = p00/D and y = p11/D, with
    A = x − π and B = y − 1 + π.

    The program has the Parameters `ratio`, `delta` if δ > 0, `prevalence` and `s`. If the worst π of an interval is meant, it also
    has `peak_low` and `peak_high`. They bound (x − y + 1)/2, the π at which the variance is largest.
    """
    import cvxpy as cp

    from rropt.problem.posed.floats import Frame, average_constraint, demanded

    demand = demanded(problem)
    x, y, a, b = (cp.Variable(name=name) for name in ("x", "y", "A", "B"))
    frame = Frame(demand, [x >= 1, y >= 1], demand.stated)
    prevalence = frame.state(cp.Parameter(nonneg=True, name="prevalence"))
    s = frame.state(cp.Parameter(nonneg=True, name="s", value=1.0))
    prevalence.value = None if pi.quantifier is Quantifier.EVERY else float(pi.lower)
    frame.constraints += [a == x - prevalence, b == y - 1 + prevalence]
    for n, (j, *_) in enumerate(((0, 1), (1, 0)) if demand.places is None else demand.places):
        t = demand.ratio if demand.places is None else demand.ratio[n]
        slack: Any = 0.0
        if demand.delta is not None:
            slack = demand.delta if demand.places is None else demand.delta[n]
        # the pair (0, 1) bounds p00 by p01, and the pair (1, 0) bounds p11 by p10
        own, other = (x, y) if j == 0 else (y, x)
        frame.constraints.append((t - 1 + slack) * own + slack * other >= t + slack)
    for condition in problem.conditions:
        frame.constraints += _planes(condition, x, y)
    scaled = cp.bmat([[x, x - 1], [y - 1, y]])  # P divided by D
    frame.constraints += [average_constraint(scaled, average, x + y - 1) for average in demand.averages]
    if has_equal_diagonal:
        frame.constraints.append(x == y)
    if pi.quantifier is Quantifier.WORST:
        ends = (("peak_low", pi.lower), ("peak_high", pi.upper))
        low, high = (frame.state(cp.Parameter(name=name, value=float(end))) for name, end in ends)
        frame.constraints += [x - y + 1 >= 2 * low, x - y + 1 <= 2 * high]
    return frame.pose(cp.Minimize(s * a + b))


def plane_in_symbols(
    frame: Entries, pi: Prevalence, symbol: Any, derive: Callable[[], Derivation], *, has_equal_diagonal: bool
) -> SymbolicProblem:
    """Write the variance in symbols, as a function of the entries of the mechanism p, with the relation p00 + p11 > 1.

    `symbol` is the prevalence, and `derive` derives the closed form. If the worst prevalence of an interval is meant, the two ends
    of the interval are symbols instead. With `has_equal_diagonal`, p00 = p11 is a further relation.
    """
    import sympy

    p = frame.rows
    gap = p[0][0] + p[1][1] - 1
    x, y = p[0][0] / gap, p[1][1] / gap
    at, named, stated = symbol, symbol, {}
    if pi.quantifier is Quantifier.WORST:
        named = low, high = sympy.symbols("pi_low pi_high", real=True)
        at = sympy.Min(sympy.Max((x - y + 1) / 2, low), high)
        stated = {low: pi.lower, high: pi.upper}
    elif pi.quantifier is Quantifier.AT:
        stated = {symbol: pi.point}
    relations = [sympy.Gt(gap, 0), *([sympy.Eq(p[0][0], p[1][1])] if has_equal_diagonal else [])]
    return frame.pose((x - at) * (y - 1 + at), derive, *relations, prevalence=named, stated=stated)


def _planes(condition: Any, x: Any, y: Any) -> list[Any]:
    """Write a linear condition on the mechanism as constraints on x = p00/D and y = p11/D.

    Here p are the entries of the mechanism, and D = p00 + p11 − 1 is positive. The condition is divided by D. This turns p00 into
    x, p01 into x − 1, p10 into y − 1, and p11 into y.
    """
    entries = {(0, 0): x, (0, 1): x - 1, (1, 0): y - 1, (1, 1): y}
    left = sum(float(c) * entries[place] for place, c in condition.terms) - float(condition.bound) * (x + y - 1)
    return [{"<=": left <= 0, ">=": left >= 0, "==": left == 0}[condition.relation]]


def least_in_plane(posed: Posed, pi: Prevalence, solver: str | None) -> CvxpyAnswer:
    """Find the least variance by solving linear programs for several values of their Parameter `s` (`_least_product`).

    If the largest variance over an interval of prevalences is minimised, there are three cases: the variance is largest at the
    lower end of the interval, inside it, or at its upper end. Each case is solved, and the least value is returned.
    """
    from rropt.solvers.cvxpy import CvxpyAnswer

    known = posed.param_dict
    if pi.quantifier is not Quantifier.WORST:
        found = [_least_product(posed, solver)]
    else:
        low, high = float(pi.lower), float(pi.upper)
        found = []
        # in the outer parts the worst π is an end of the interval; `far` stands for no bound on (x − y + 1)/2
        far = 1e9
        for at, ends in ((low, (-far, low)), (None, (low, high)), (high, (high, far))):
            known["peak_low"].value, known["peak_high"].value = ends
            known["prevalence"].value = low if at is None else at
            found.append(_least_product(posed, solver) if at is not None else _least_peak(posed, solver))
    values = [x for x in found if x is not None]
    return CvxpyAnswer("optimal", min(values)) if values else CvxpyAnswer(str(posed.status), math.nan)


def _least_peak(posed: Any, solver: str | None) -> float | None:
    point = _solve(posed, 1.0, solver)
    return None if point is None else (sum(point) / 2) ** 2


def _least_product(posed: Any, solver: str | None) -> float | None:
    """Find the least variance: the least product A·B among the points (A, B) that minimise s·A + B for some number s.

    `posed` is the linear program that minimises s·A + B; `s` is its Parameter, and A and B are two of its variables. First it is
    solved for each s in STARTS. Then, for two neighbouring points, the next s is the one that gives s·A + B the same value at both.
    This is repeated until no new point appears, at most DEPTH times. None if the solver finds no point.
    """
    found = [point for s in STARTS if (point := _solve(posed, s, solver)) is not None]
    found = sorted(set(found))
    found += [point for pair in pairwise(found) for point in _between(posed, *pair, solver, DEPTH)]
    return min((a * b for a, b in found), default=None)


def _between(posed: Any, left: Any, right: Any, solver: str | None, depth: int) -> list[tuple[float, float]]:
    width, height = right[0] - left[0], left[1] - right[1]
    if width <= SAME * abs(right[0]) or height <= SAME * abs(left[1]) or depth == 0:
        return []
    s = height / width
    point = _solve(posed, s, solver)
    if point is None or s * (point[0] - left[0]) + (point[1] - left[1]) > -1e-9 * height:
        return []
    sides = ((left, point), (point, right))
    return [point, *(p for a, b in sides for p in _between(posed, a, b, solver, depth - 1))]


def _solve(posed: Any, s: float, solver: str | None) -> tuple[float, float] | None:
    """Return the variables A and B of the linear program where s·A + B is least; None if the solver finds no optimum."""
    from rropt.problem.posed.floats import solve

    posed.param_dict["s"].value = s
    if solve(posed, solver).status != "optimal":
        return None
    return float(posed.var_dict["A"].value), float(posed.var_dict["B"].value)
