"""The two poses of the variance: of two outputs in x = p00/D and y = p11/D, D = p00 + p11 − 1, and of more in weights of rows.

With A = x − π and B = y − 1 + π the least A·B is no convex program. For a number s > 0, the Parameter `s`, the least s·A + B is a
linear one, and A·B is the least of (s·A + B)²/(4s) over s, as at s = B/A both are equal. At worst over an interval of π the plane
is cut where the worst π lies, at (x − y + 1)/2 between two more Parameters; where that is inside, the variance is
((x + y − 1)/2)², and x + y − 1 is s·A + B at s = 1, whatever π is.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from rropt.designs.objectives.prevalence import Prevalence, Quantifier
from rropt.designs.objectives.variance import Variance
from rropt.designs.variance import poses_by_rows
from rropt.designs.variance.legs import gives_few, normal_form
from rropt.designs.variance.polyhedron import planes_of
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.problem.posed.demand import placed_matrix, relations_of, symbols_of
from rropt.problem.posed.symbols import Derivation, Step, SymbolicProblem, no_form, numbers_for
from rropt.problem.problem import Problem

if TYPE_CHECKING:
    import cvxpy

    from rropt.solvers.cvxpy import CvxpyAnswer

__all__ = ["along_an_edge", "as_cvxpy", "as_sympy", "derive_binary", "derive_warner", "solve_cvxpy"]

STARTS = (1e-8, 1e-4, 1e-2, 1.0, 1e2, 1e4, 1e8)
DEPTH = 12
SAME = 1e-12


def _objective(problem: Problem) -> tuple[Variance, Prevalence]:
    objective = problem.objective
    assert isinstance(objective, Variance)
    return objective, objective.of_second


def _refuse_few(problem: Problem) -> None:
    """Refuse to pose what is not convex."""
    if gives_few(problem, normal_form(problem)):
        raise InputError(
            f"at most {problem.outputs} answers make no convex program; pose the problem with outputs free, which bounds it"
        )


def as_cvxpy(problem: Problem) -> cvxpy.Problem:
    """The linear program in `x` and `y` for two outputs, with the Parameters `ratio`, `delta`, `prevalence` and `s`.

    For the worst case over an interval it also has `peak_low` and `peak_high`. For more outputs it maximises the
    information over `weights` of rows, whose inverse is the variance.
    """
    if problem.outputs != 2:
        _refuse_few(problem)
        return poses_by_rows.as_cvxpy(problem)
    import cvxpy as cp

    from rropt.problem.posed.floats import Posed, demanded

    objective, pi = _objective(problem)
    demand = demanded(problem)
    x, y, a, b = (cp.Variable(name=name) for name in ("x", "y", "A", "B"))
    prevalence, s = cp.Parameter(nonneg=True, name="prevalence"), cp.Parameter(nonneg=True, name="s", value=1.0)
    prevalence.value = None if pi.quantifier is Quantifier.EVERY else float(pi.lower)
    stated = [*demand.stated, prevalence, s]
    constraints = [x >= 1, y >= 1, a == x - prevalence, b == y - 1 + prevalence]
    places = ((0, 1), (1, 0)) if demand.places is None else demand.places
    for n, (j, *_) in enumerate(places):
        t = demand.ratio if demand.places is None else demand.ratio[n]
        slack: Any = 0.0
        if demand.delta is not None:
            slack = demand.delta if demand.places is None else demand.delta[n]
        # the first input against the second bounds p00 by p01, the second against the first p11 by p10
        own, other = (x, y) if j == 0 else (y, x)
        constraints.append((t - 1 + slack) * own + slack * other >= t + slack)
    for condition in problem.conditions:
        constraints += _planes(condition, x, y)
    for average in demand.averages:
        constraints += [float(h.a) * x + float(h.b) * y >= float(h.c) for h in planes_of(average)]
    if objective.warner:
        constraints.append(x == y)
    if pi.quantifier is Quantifier.WORST:
        low, high = (
            cp.Parameter(name=f"peak_{name}", value=float(x)) for name, x in (("low", pi.lower), ("high", pi.upper))
        )
        stated += [low, high]
        constraints += [x - y + 1 >= 2 * low, x - y + 1 <= 2 * high]
    return Posed(cp.Minimize(s * a + b), constraints, stated)


def _planes(condition: Any, x: Any, y: Any) -> list[Any]:
    """A condition on P as constraints, for D > 0: (p00, p01, p10, p11)·D = (x, x − 1, y − 1, y)."""
    entries = {(0, 0): x, (0, 1): x - 1, (1, 0): y - 1, (1, 1): y}
    left = sum(float(c) * entries[place] for place, c in condition.terms) - float(condition.bound) * (x + y - 1)
    return [{"<=": left <= 0, ">=": left >= 0, "==": left == 0}[condition.relation]]


def along_an_edge(first: tuple[float, float], second: tuple[float, float], prevalence: float) -> cvxpy.Problem:
    """The quadratic program of the variance between two points (x, y), with u in [0, 1], where it is convex.

    It is convex if both x and y grow along the edge. If one grows and the other falls it is concave, and the least
    value is at an end.
    """
    import cvxpy as cp

    (x, y), (dx, dy) = first, (second[0] - first[0], second[1] - first[1])
    curvature, slope = dx * dy, (x - prevalence) * dy + (y - 1 + prevalence) * dx
    if curvature < 0:
        raise InputError(
            f"along the edge from {first} to {second} the variance is concave, so that it is least at an end; solve it there"
        )
    u = cp.Variable(name="u")
    constant = (x - prevalence) * (y - 1 + prevalence)
    return cp.Problem(cp.Minimize(curvature * cp.square(u) + slope * u + constant), [u >= 0, u <= 1])


def solve_cvxpy(problem: Problem, solver: str | None) -> CvxpyAnswer:
    """The least variance of two outputs by a search over s, in each part of the plane with its own worst prevalence."""
    if problem.outputs != 2:
        _refuse_few(problem)
        return poses_by_rows.solve_cvxpy(problem, solver)
    from rropt.solvers.cvxpy import CvxpyAnswer

    _, pi = _objective(problem)
    posed = as_cvxpy(problem)
    known = posed.param_dict
    if pi.quantifier is not Quantifier.WORST:
        found = [_least_product(posed, solver)]
    else:
        low, high = float(pi.lower), float(pi.upper)
        found = []
        # at the ends the worst π is one number, and what lies beyond is no bound: |x − y + 1| ≤ 2·far
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
    """The least A·B over the points that some s selects: from several s, then between neighbours until no new point appears."""
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
    """A and B at the optimum for this s."""
    from rropt.problem.posed.floats import solve

    posed.param_dict["s"].value = s
    if solve(posed, solver).status != "optimal":
        return None
    return float(posed.var_dict["A"].value), float(posed.var_dict["B"].value)


def as_sympy(problem: Problem) -> SymbolicProblem:
    """q(1 − q)/D² in symbols of P under the demand, the conditions and D > 0; q is the probability of the second
    output.

    For more outputs it is 1/Σ w·f(row), in weights w of rows.
    """
    if problem.outputs != 2:
        _refuse_few(problem)
        return poses_by_rows.as_sympy(problem)
    import sympy

    objective, pi = _objective(problem)
    posed = symbols_of(problem)
    p, symbol = posed.rows, sympy.Symbol("pi", real=True)
    gap = p[0][0] + p[1][1] - 1
    x, y = p[0][0] / gap, p[1][1] / gap
    at: Any = symbol
    stated: dict[Any, Number] = dict(posed.stated)
    named = {**posed.named, "prevalence": symbol}
    if pi.quantifier is Quantifier.WORST:
        low, high = sympy.symbols("pi_low pi_high", real=True)
        at = sympy.Min(sympy.Max((x - y + 1) / 2, low), high)
        stated |= {low: pi.lower, high: pi.upper}
        named["prevalence"] = (low, high)
    elif pi.quantifier is Quantifier.AT:
        stated[symbol] = pi.point
    relations = [*relations_of(problem, posed), sympy.Gt(gap, 0)]
    if objective.warner:
        relations.append(sympy.Eq(p[0][0], p[1][1]))
    return SymbolicProblem(
        sense="min",
        objective=(x - at) * (y - 1 + at),
        constraints=tuple(relations),
        symbols=named,
        numbers=numbers_for(stated),
        derive=_derivation(problem, named),
        place=lambda mechanism: placed_matrix(posed, mechanism),
    )


def _derivation(problem: Problem, named: dict[str, Any]) -> Any:
    objective, pi = _objective(problem)
    if problem.conditions:
        return no_form("conditions leave no closed form")
    if problem.bounds.common is None:
        return no_form("budgets of each input against the other, or several demands, leave no closed form")
    if pi.quantifier is Quantifier.WORST:
        return no_form("at worst over an interval of prevalences there is no closed form here; each vertex is compared")
    t, d = named["ratio"], named.get("delta", 0)
    if problem.ratio_and_delta[0] == 1 and d == 0:
        return no_form("no answer depends on the truth, so that no variance is finite")
    return lambda: (derive_warner if objective.warner else derive_binary)(t, d, named["prevalence"])


def _lines(t: Any, d: Any, x: Any, y: Any) -> list[Any]:
    """The expressions that are ≥ 0 in the polyhedron."""
    return [x - 1, y - 1, (t - 1 + d) * x + d * y - t - d, d * x + (t - 1 + d) * y - t - d]


def _is_never_negative(x: Any, t: Any, d: Any) -> bool:
    """Whether x ≥ 0 for all t > 1 and 0 < δ < 1, by the signs of coefficients after t = 1 + u and δ = 1/(1 + w)."""
    import sympy

    u, w = sympy.symbols("u w", positive=True)
    top, below = sympy.fraction(sympy.together(sympy.sympify(x).subs({t: 1 + u, d: 1 / (1 + w)})))
    signs = [{bool(c > 0) for c in sympy.Poly(part, u, w).coeffs() if c != 0} for part in (top, below)]
    return signs[0] in (set(), signs[1]) and len(signs[1]) == 1


def derive_binary(t: Any, d: Any, pi: Any) -> Derivation:
    """Derive the least variance from the vertices of the polygon, which sympy finds, and where two vertices tie."""
    import sympy

    x, y = sympy.symbols("x y", real=True)
    lines, vertices = _lines(t, d, x, y), []
    for n, one in enumerate(lines):
        for two in lines[n + 1 :]:
            for point in sympy.solve([one, two], [x, y], dict=True):
                if len(point) == 2 and all(
                    _is_never_negative(other.subs(point), t, d) for other in lines if other not in (one, two)
                ):
                    vertices.append((sympy.factor(point[x]), sympy.factor(point[y])))
    vertices = list(dict.fromkeys(vertices))
    values = [sympy.factor(sympy.expand((a - pi) * (b - 1 + pi))) for a, b in vertices]
    steps = [
        Step("with x = p00/D and y = p11/D the demand is a polygon, and n·Var is", (x - pi) * (y - 1 + pi)),
        Step("its vertices (x, y) for t > 1", vertices),
        Step("n·Var at each", values),
    ]
    if len(vertices) > 1:
        symmetric = next(n for n, (a, b) in enumerate(vertices) if sympy.simplify(a - b) == 0)
        other = next(n for n, (a, b) in enumerate(vertices) if b == 1)
        apart = sympy.solve(sympy.Eq(values[symmetric], values[other]), pi)
        steps.append(Step("two vertices are equally good at the prevalence", [sympy.factor(g) for g in apart]))
    return Derivation(sympy.Min(*values) if len(values) > 1 else values[0], tuple(steps))


def derive_warner(t: Any, d: Any, pi: Any) -> Derivation:
    """Derive the least variance for p00 = p11: the least x on the diagonal, because the variance grows with x."""
    import sympy

    x = sympy.Symbol("x", real=True)
    variance = sympy.expand((x - pi) * (x - 1 + pi))
    slope = sympy.diff(variance, x)
    least = sympy.factor(sympy.solve(_lines(t, d, x, x)[2], x)[0])
    value = sympy.factor(variance.subs(x, least))
    steps = (
        Step("where x = y, n·Var is", variance),
        Step("its slope, which is more than 0 for x >= 1, as at 1 it is", slope.subs(x, 1)),
        Step("the least x of the demand", least),
        Step("n·Var there", value),
    )
    return Derivation(value, steps)
