"""The variance of a share for cvxpy and in symbols. With two answers a mechanism is a point (x, y) (`rropt.binary.polygon`).

*In numbers.* Let A = x − π and B = y − 1 + π. The variance A·B is no convex function. But for every s > 0, the Parameter `s`,
the least s·A + B is a linear program; and A·B is the least (s·A + B)²/(4s) over all s, attained at s = B/A. So the best vertex
is among those that the linear programs find. For two vertices that are found, the next s gives s·A + B the same value at both,
until there is no vertex between them (Aneja and Nair, 1979). Along an edge of the polygon A·B is quadratic. Where A and B both
grow it is convex, and a quadratic program finds its least value; else it is concave, and least at an end of the edge.

For the worst share of [a, b] the Parameters `peak_low` and `peak_high` bound (x − y + 1)/2, the share at which the variance is
largest. Where it is below a or above b, the worst share is this end; between, the variance is ((x + y − 1)/2)², and s = 1 finds
its least value.

*In symbols.* The vertices are solved for and compared; with any number of answers the prices of the four rows are solved for.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import pairwise
from typing import Any

import cvxpy as cp
import numpy as np
import sympy

from rropt.binary.many import information_of
from rropt.binary.polygon import Polygon
from rropt.binary.share import Meaning, Share
from rropt.engine.asks import Ask, Asked, Condition
from rropt.exact.conversion import sympy_of
from rropt.exact.element import Number
from rropt.poses.cvxpy import pose_sums
from rropt.poses.sympy import Formula, SymbolicProblem, entries, pose_sums as pose_sums_in_symbols
from rropt.solvers.rational import fraction

__all__ = ["least_in_plane", "pose_information", "pose_information_in_symbols", "pose_plane", "pose_plane_in_symbols"]

STARTS = (1e-8, 1e-4, 1e-2, 1.0, 1e2, 1e4, 1e8)
DEPTH = 12
# A bound on (x − y + 1)/2 that stands for none.
FAR = 1e9
Point = tuple[float, float]


def pose_plane(
    asked: Asked, share: Share, conditions: Sequence[Condition] = (), *, is_diagonal: bool = False
) -> cp.Problem:
    """Pose the least s·A + B over the polygon of two answers."""

    x, y, a, b = (cp.Variable(name=name) for name in ("x", "y", "A", "B"))
    prevalence = cp.Parameter(nonneg=True, name="prevalence", value=float(share.lower))
    s = cp.Parameter(nonneg=True, name="s", value=1.0)
    relations = [x >= 1, y >= 1, a == x - prevalence, b == y - 1 + prevalence]
    relations += [_pose_ask(n, ask, x, y) for n, ask in enumerate(asked.asks)]
    relations += [_pose_condition(one, x, y) for one in conditions]
    if is_diagonal:
        relations.append(x == y)
    if share.meaning is Meaning.WORST:
        low, high = (
            cp.Parameter(name=name, value=float(end))
            for name, end in (("peak_low", share.lower), ("peak_high", share.upper))
        )
        relations += [x - y + 1 >= 2 * low, x - y + 1 <= 2 * high]
    return cp.Problem(cp.Minimize(s * a + b), relations)


def _pose_ask(n: int, ask: Ask, x: Any, y: Any) -> Any:

    end = f"_{n}" if n else ""
    t = cp.Parameter(nonneg=True, name=f"ratio{end}", value=float(fraction(ask.ratio.low)))
    d = cp.Parameter(nonneg=True, name=f"delta{end}", value=float(ask.slack))
    own, other = (x, y) if ask.j == 0 else (y, x)
    return (t - 1 + d) * own + d * other >= t + d


def _pose_condition(condition: Condition, x: Any, y: Any) -> Any:
    """The condition divided by D, by which p00 becomes x, p01 becomes x − 1, p10 becomes y − 1 and p11 becomes y."""
    entry = {(0, 0): x, (0, 1): x - 1, (1, 0): y - 1, (1, 1): y}
    left = sum(float(c) * entry[place] for place, c in condition.terms.items()) - float(condition.bound) * (x + y - 1)
    return left == 0 if condition.relation == "=" else condition.sign * left <= 0


def least_in_plane(posed: cp.Problem, polygon: Polygon, share: Share) -> float:
    """The least variance by linear programs and, at one share, by quadratic programs along the edges; NaN if there is none."""
    known = posed.param_dict
    low, high = float(share.lower), float(share.upper)
    if share.meaning is not Meaning.WORST:
        return min([*_products(posed), *_along_edges(polygon, low)], default=math.nan)
    found = []
    for at, ends in ((low, (-FAR, low)), (high, (high, FAR))):
        known["peak_low"].value, known["peak_high"].value = ends
        known["prevalence"].value = at
        found += _products(posed)
    known["peak_low"].value, known["peak_high"].value, known["prevalence"].value = low, high, low
    found += [((a + b) / 2) ** 2 for a, b in _points(posed, [1.0])]
    return min(found, default=math.nan)


def _products(posed: cp.Problem) -> list[float]:
    """A·B at all vertices that some s finds."""
    found = sorted(set(_points(posed, STARTS)))
    found += [point for pair in pairwise(found) for point in _between(posed, *pair, DEPTH)]
    return [a * b for a, b in found]


def _between(posed: cp.Problem, left: Point, right: Point, depth: int) -> Iterator[Point]:
    """The vertices between two, where s·A + B is less than at both."""
    width, height = right[0] - left[0], left[1] - right[1]
    if depth == 0 or width <= 1e-12 * abs(right[0]) or height <= 1e-12 * abs(left[1]):
        return
    s = height / width
    for point in _points(posed, [s]):
        if s * (point[0] - left[0]) + (point[1] - left[1]) < -1e-9 * height:
            yield point
            yield from _between(posed, left, point, depth - 1)
            yield from _between(posed, point, right, depth - 1)


def _points(posed: cp.Problem, weights: Sequence[float]) -> list[Point]:
    """The points (A, B) at which s·A + B is least, for each s that has one."""

    found = []
    for s in weights:
        posed.param_dict["s"].value = s
        posed.solve(solver=cp.HIGHS)
        if posed.status == cp.OPTIMAL:
            found.append((float(posed.var_dict["A"].value), float(posed.var_dict["B"].value)))
    return found


def _along_edges(polygon: Polygon, pi: float) -> Iterator[float]:
    """The least A·B on each edge, or on the line x = y if only this is meant."""
    rows = np.array([[float(line.a), float(line.b), float(line.c)] for line in polygon.lines])
    edges = [(1.0, -1.0, 0.0)] if polygon.is_diagonal else rows
    for a, b, c in edges:
        origin, direction = np.array([a, b]) * c / (a * a + b * b), np.array([-b, a])
        slopes, slacks = rows[:, :2] @ direction, rows[:, :2] @ origin - rows[:, 2]
        scale = np.abs(rows[:, :2]).sum(axis=1) * (1 + np.abs(origin).sum())
        flat = np.abs(slopes) <= 1e-12 * scale
        if (slacks[flat] < -1e-9 * scale[flat]).any():
            continue
        ends = -slacks[~flat] / slopes[~flat]
        low = max(ends[slopes[~flat] > 0], default=-np.inf)
        high = min(ends[slopes[~flat] < 0], default=np.inf)
        if low <= high:
            yield _on_edge(origin - [pi, 1 - pi], direction, low, high)


def _on_edge(start: Any, direction: Any, low: float, high: float) -> float:
    """The least product of the two coordinates of start + u·direction for low ≤ u ≤ high."""

    curvature, slope = direction[0] * direction[1], start[0] * direction[1] + start[1] * direction[0]
    ends = [float(np.prod(start + u * direction)) for u in (low, high) if np.isfinite(u)]
    if curvature <= 0:
        return min(ends)
    u = cp.Variable()
    bounds = [u >= low] * bool(np.isfinite(low)) + [u <= high] * bool(np.isfinite(high))
    posed = cp.Problem(cp.Minimize(curvature * cp.square(u) + slope * u + start[0] * start[1]), bounds)
    return min([*ends, float(posed.solve(solver=cp.CLARABEL))])


def pose_plane_in_symbols(
    asked: Asked, share: Share, conditions: Sequence[Condition] = (), *, is_diagonal: bool = False
) -> SymbolicProblem:
    """Pose the least variance of two answers in the entries p_ij, with its formula where it has one."""
    p, relations = entries(asked, 2, conditions)
    gap = p[0][0] + p[1][1] - 1
    x, y = p[0][0] / gap, p[1][1] / gap
    low, high = sympy_of(share.lower), sympy_of(share.upper)
    pi = low if share.meaning is Meaning.AT else sympy.Min(sympy.Max((x - y + 1) / 2, low), high)
    relations += [sympy.Gt(gap, 0), *([sympy.Eq(p[0][0], p[1][1])] if is_diagonal else [])]
    formula = None
    if asked.common is not None and not conditions and share.meaning is Meaning.AT:
        t, d = sympy_of(asked.common[0].exact), sympy_of(fraction(asked.common[1]))
        formula = (_least_on_diagonal if is_diagonal else _least_of_vertices)(t, d, low)
    return SymbolicProblem("min", (x - pi) * (y - 1 + pi), tuple(relations), formula)


def _lines(t: Any, d: Any, x: Any, y: Any) -> list[Any]:
    """The expressions that the demand asks to be at least 0 at a point."""
    return [x - 1, y - 1, (t - 1 + d) * x + d * y - t - d, d * x + (t - 1 + d) * y - t - d]


def _least_of_vertices(ratio: sympy.Expr, delta: sympy.Expr, share: sympy.Expr) -> Formula:
    """Take the least variance of the vertices' formulas at the numbers that are asked."""
    symbols, vertices, values = _vertices_in_symbols(has_delta=delta != 0)
    at = dict(zip(symbols, (ratio, delta, share), strict=True))
    return Formula(min((value.subs(at) for value in values), key=float), (*vertices, *values))


@cache
def _vertices_in_symbols(*, has_delta: bool) -> tuple[tuple[sympy.Expr, ...], ...]:
    """Return the symbols T, δ and π, the vertices for all T > 1 and δ, and the variance of each.

    At T = 1 the vertex A lies between the others, and its formula has no less variance than the better of these.
    """
    t, pi, x, y = sympy.symbols("T pi x y", real=True)
    d = sympy.Symbol("delta", real=True) if has_delta else sympy.Integer(0)
    lines, vertices = _lines(t, d, x, y), []
    for n, one in enumerate(lines):
        for two in lines[n + 1 :]:
            for point in sympy.solve([one, two], [x, y], dict=True):
                rest = [other.subs(point) for other in lines if other not in (one, two)]
                if len(point) == 2 and all(_is_never_negative(r, t, d) for r in rest):
                    vertices.append(sympy.Tuple(sympy.factor(point[x]), sympy.factor(point[y])))
    found = tuple(dict.fromkeys(vertices))
    return (t, d, pi), found, tuple(sympy.factor((a - pi) * (b - 1 + pi)) for a, b in found)


def _is_never_negative(x: Any, t: Any, d: Any) -> bool:
    """Whether x ≥ 0 for all t > 1 and 0 < d < 1, by the signs of its coefficients in u and w, t = 1 + u and d = 1/(1 + w)."""
    u, w = sympy.symbols("u w", positive=True)
    top, below = sympy.fraction(sympy.together(sympy.sympify(x).subs({t: 1 + u, d: 1 / (1 + w)})))
    signs = [{bool(c > 0) for c in sympy.Poly(part, u, w).coeffs() if c != 0} for part in (top, below)]
    return signs[0] in (set(), signs[1]) and len(signs[1]) == 1


def _least_on_diagonal(ratio: sympy.Expr, delta: sympy.Expr, share: sympy.Expr) -> Formula:
    """Where x = y the variance grows with x ≥ 1, so that the least x of the demand is best."""
    x, t, d, pi = sympy.symbols("x T delta pi", real=True)
    value = (x - pi) * (x - 1 + pi)
    (least,) = sympy.solve(_lines(t, d, x, x)[2], x)
    found = sympy.factor(value.subs(x, least))
    derivation = (
        value,
        sympy.Eq(sympy.Symbol("slope"), sympy.diff(value, x)),
        sympy.Eq(x, least, evaluate=False),
        found,
    )
    return Formula(found.subs({t: ratio, d: delta, pi: share}), derivation)


def pose_information(asked: Asked, share: Number) -> cp.Problem:
    """Pose the largest information at one share with any number of answers, in weights of rows."""
    return pose_sums(asked, [lambda row: information_of(float(row[0]), float(row[1]), float(share))])


def pose_information_in_symbols(asked: Asked, share: Number) -> SymbolicProblem:
    """Pose the least 1/I at one share with any number of answers, in weights of rows."""
    pi = sympy_of(share)
    posed = pose_sums_in_symbols(asked, [lambda row: information_of(row[0], row[1], pi)])
    formula = None
    if asked.common is not None:
        t, d = sympy_of(asked.common[0].exact), sympy_of(fraction(asked.common[1]))
        formula = _least_of_four_rows(t, d, pi)
    return replace(posed, sense="min", objective=1 / posed.objective, formula=formula)


def _least_of_four_rows(ratio: sympy.Expr, delta: sympy.Expr, share: sympy.Expr) -> Formula:
    """Solve for prices that are tight at the rows (T, 1), (1, T), (1, 0) and (0, 1), and for the weights that take all slack."""
    t, d, pi, y, z, w = sympy.symbols("T delta pi y_0 y_1 w", real=True)

    information = partial(information_of, pi=pi)
    prices = (sympy.Eq(t * y + z, information(t, 1)), sympy.Eq(y + t * z, information(1, t)))
    (tight,) = sympy.solve(prices, [y, z], dict=True)
    budgets = information(1, 0) - tight[y], information(0, 1) - tight[z]
    bound = sympy.factor(sympy.together(tight[y] + tight[z] + d * sum(budgets)))
    weights = sympy.Eq(w * (t + 1) + d, 1)
    (weight,) = sympy.solve(weights, w)
    reached = weight * (information(t, 1) + information(1, t)) + d * (information(1, 0) + information(0, 1))
    assert sympy.simplify(reached - bound) == 0  # what the four rows reach is what the prices prove
    value = sympy.factor(1 / bound)
    return Formula(value.subs({t: ratio, d: delta, pi: share}), (*prices, weights, sympy.Eq(sympy.Symbol("I"), bound)))
