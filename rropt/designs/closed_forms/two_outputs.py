"""The least variance of an estimated prevalence with two outputs: over all mechanisms, and over Warner's (those with p00 = p11)."""

from __future__ import annotations

from typing import Any

from rropt.problem.posed.symbols import Derivation, Step

__all__ = ["derive_binary", "derive_warner"]


def _lines(t: Any, d: Any, x: Any, y: Any) -> list[Any]:
    """List four expressions in x and y that are all ≥ 0 exactly if the demand allows the mechanism.

    Here t is e^epsilon and d is delta. p00 and p11 are the probabilities that input 0 has output 0, and that input 1 has output 1.
    With D = p00 + p11 − 1 > 0, x is p00/D and y is p11/D.
    """
    return [x - 1, y - 1, (t - 1 + d) * x + d * y - t - d, d * x + (t - 1 + d) * y - t - d]


def _is_never_negative(x: Any, t: Any, d: Any) -> bool:
    """Whether the signs of coefficients show that x ≥ 0 for all t > 1 and 0 < d < 1.

    x is rewritten as a quotient of polynomials in u and w, where t = 1 + u and d = 1/(1 + w) with positive u and w. The signs show
    that x ≥ 0 if all nonzero coefficients of the numerator and of the denominator have the same sign.
    """
    import sympy

    u, w = sympy.symbols("u w", positive=True)
    top, below = sympy.fraction(sympy.together(sympy.sympify(x).subs({t: 1 + u, d: 1 / (1 + w)})))
    signs = [{bool(c > 0) for c in sympy.Poly(part, u, w).coeffs() if c != 0} for part in (top, below)]
    return signs[0] in (set(), signs[1]) and len(signs[1]) == 1


def derive_binary(t: Any, d: Any, pi: Any) -> Derivation:
    """Derive n times the least variance of an estimated prevalence pi, over all mechanisms with two outputs.

    The demand allows a polygon of points (x, y), which `_lines` describes. The least variance is found at the vertices of this
    polygon. The steps also state at which prevalences two vertices are equally good.
    """
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
    """Derive n times the least variance at prevalence pi over Warner's mechanisms, in which p00 = p11.

    p00 and p11 are the probabilities that input 0 has output 0, and that input 1 has output 1. The demand allows a polygon of
    points (x, y), which `_lines` describes. Warner's mechanisms are the points with x = y. The variance grows with x, so the least
    x that the polygon allows is best.
    """
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
