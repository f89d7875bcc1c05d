"""Closed forms of the least variance under (ε,δ)-LDP with two inputs; T stands for e^ε.

Two outputs, with every minimiser. Let π be the prevalence. In the coordinates (x, y) of `rropt.designs.variance.polyhedron`, for 0
< δ < 1 and T > 1, the polyhedron has three vertices:

    A = (a, a),  a = (T+δ)/(T−1+2δ),        B = (1/δ, 1),        C = (1, 1/δ).

Vertex A is the mechanism p00 = p11 = (T+δ)/(T+1), B is (p00, p11) = (1, δ), and C is (p00, p11) = (δ, 1). The variance at A is
(a−π)(a−1+π) = a(a−1) + π(1−π), where a − 1 = (1−δ)/(T−1+2δ). So A beats B if and only if π > g, and A beats C if and only if 1 − π
> g, where

    g = δ(T+δ)/(T−1+2δ)².

With δ = 0 only A remains. With T = 1 the vertex A falls on the segment BC, whose ends are better. With δ = 1 all three vertices are
the mechanism that always tells the truth. At π ∈ {0, 1} and δ > 0 a whole face has the variance 0, and B or C is an end of the
face. Reference: Holohan, Leith, Mason (2016), Theorems 2 and 3, Corollary 2.

Two outputs with p00 = p11 = p. The best p is (T+δ)/(T+1). On the diagonal x = y the variance is (x−π)(x−1+π) = x(x−1) + π(1−π). It
increases for x ≥ 1, and the demand is x ≥ a with a = (T+δ)/(T−1+2δ). So x = a is optimal for every prevalence, and there is no
other optimum. Reference: Holohan, Leith, Mason (2016), Theorem 4.

Any number of outputs, asymptotically. Reveal the input with probability δ, else answer by randomized response of ratio T:

    rows (δ, 0), (1−δ)(T, 1)/(T+1), (1−δ)(1, T)/(T+1), (0, δ).

This mechanism is at least as informative as every (ε,δ)-LDP mechanism, so it maximises the information for every π at once.

The proof is by duality. Let f(a,b) = (b−a)²/((1−π)a+πb) be the information of a row. Let y solve T·y₀ + y₁ = f(T,1) and y₀ + T·y₁ =
f(1,T). Let m₀₁ = f(1,0) − y₀ = 1/(1−π) − y₀ and m₁₀ = f(0,1) − y₁ = 1/π − y₁. Both multipliers are nonnegative, because f is convex
on the segments from (T,1) to (1,0) and from (1,T) to (0,1). The inequality of `information.py` holds with equality on all four
rays. Every row of the mechanism lies on one of these rays. With δ = 0 the revealing rows vanish.
"""

from __future__ import annotations

from fractions import Fraction

from rropt.designs.rows.two_inputs import dominating_rows
from rropt.designs.variance.information import FisherDual, FisherProgram, row_information
from rropt.designs.variance.polyhedron import Point, VarianceProgram
from rropt.exact.element import Number
from rropt.problem.answers import ClosedForm

__all__ = [
    "FOUR_DOMINATE",
    "binary_variance",
    "four_outputs",
    "symmetric_point",
    "threshold",
    "warner_variance",
]

FOUR_DOMINATE = "the four-output mechanism dominates every (epsilon, delta)-private one (rropt.families.four_output)"


def threshold(ratio: Number, delta: Number) -> Number:
    """Compute the number g = δ(T+δ)/(T−1+2δ)², with which the best design of two outputs at the prevalence π is found.

    If min(π, 1 − π) is below g, a one-sided design is best, with (p00, p11) = (1, δ) or (δ, 1). If it is above g, the symmetric
    design with p00 = p11 is best.
    """
    return delta * (ratio + delta) / (ratio - 1 + 2 * delta) ** 2


def symmetric_point(ratio: Number, delta: Number) -> Point:
    """Compute the point (x, y) = (a, a) of the symmetric design with two outputs, with a = (T+δ)/(T−1+2δ)."""
    a = (ratio + delta) / (ratio - 1 + 2 * delta)
    return a, a


def binary_variance(program: VarianceProgram) -> ClosedForm:
    """Return the least variance of a mechanism with two outputs at one prevalence, and all vertices where it is attained.

    The ratio T must be above 1, or δ above 0.
    """
    points = _minimisers(program.ratio, program.delta, program.prevalence.point)
    return _of_points(program, points, "Holohan, Leith and Mason, Theorems 2 and 3 and Corollary 2")


def _of_points(program: VarianceProgram, points: tuple[Point, ...], theorem: str) -> ClosedForm:
    optima = tuple(map(program.rows, points))
    return ClosedForm(theorem=theorem, value=program.value(points[0]), rows=optima[0], optima=optima)


def _minimisers(ratio: Number, delta: Number, pi: Number) -> tuple[Point, ...]:
    symmetric, one = symmetric_point(ratio, delta), Fraction(1)
    if delta == 0 or delta == 1:
        return (symmetric,)
    small, g = min(pi, 1 - pi), threshold(ratio, delta)
    if g < small:
        return (symmetric,)
    one_sided: list[Point] = []
    if pi <= Fraction(1, 2):
        one_sided.append((1 / delta, one))
    if pi >= Fraction(1, 2):
        one_sided.append((one, 1 / delta))
    on_segment = ratio == 1
    return tuple(([symmetric] if g == small and not on_segment else []) + one_sided)


def warner_variance(program: VarianceProgram) -> ClosedForm:
    """Return the least variance among designs of two outputs with p00 = p11, for T > 1 or δ > 0."""
    point = symmetric_point(program.ratio, program.delta)
    return _of_points(program, (point,), "Holohan, Leith and Mason, Theorem 4")


def four_outputs(program: FisherProgram) -> ClosedForm | None:
    """Return the four-output optimum with its value and multipliers.

    None if nothing identifies the prevalence. None also if the prevalence is 0 or 1 and δ > 0, because the information is then
    infinite.
    """
    t, d, pi = program.ratio, program.delta, program.prevalence.point
    if (t == 1 and d == 0) or (pi in (0, 1) and d != 0):
        return None
    dual = _dual(t, d, pi)
    rows = dominating_rows(t, d)
    return ClosedForm(theorem=FOUR_DOMINATE, value=1 / dual.information(d), rows=rows, multipliers=dual.named())


def _dual(t: Number, delta: Number, pi: Number) -> FisherDual:
    """Compute multipliers which prove that no mechanism has more information at the prevalence `pi` than the four-output
    mechanism."""
    zero = Fraction(0)
    if t == 1:
        return FisherDual((zero, zero), (1 / (1 - pi), 1 / pi))
    f, g = row_information(t, Fraction(1), pi), row_information(Fraction(1), t, pi)
    y0, y1 = (t * f - g) / (t * t - 1), (t * g - f) / (t * t - 1)
    if delta == 0:
        return FisherDual((y0, y1), (zero, zero))
    return FisherDual((y0, y1), (1 / (1 - pi) - y0, 1 / pi - y1))
