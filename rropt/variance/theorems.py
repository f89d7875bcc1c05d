"""The least variance with two outputs under (ε,δ)-LDP, with every minimiser.

In the coordinates of `rropt.variance.polyhedron` the polyhedron has, for 0 < δ < 1 and T > 1, the three vertices

    A = (a, a),  a = (T+δ)/(T−1+2δ),        B = (1/δ, 1),        C = (1, 1/δ),

that is p00 = p11 = (T+δ)/(T+1); (p00, p11) = (1, δ); and (δ, 1). Since (a−π)(a−1+π) = a(a−1) + π(1−π) and
a − 1 = (1−δ)/(T−1+2δ), A beats B iff π > g and C iff 1 − π > g, where

    g = δ(T+δ)/(T−1+2δ)².

With δ = 0 only A remains; with T = 1 the vertex A falls on the segment BC, whose ends are better; with δ = 1 all three
are the direct question. At π ∈ {0, 1} and δ > 0 the variance 0 is taken on a whole face of which B or C is the end.
Reference: Holohan, Leith, Mason (2016), Theorems 2 and 3, Corollary 2.
"""

from __future__ import annotations

from fractions import Fraction

from rropt.closed_forms import ClosedForm
from rropt.exact.element import Number
from rropt.variance.polyhedron import Point, VarianceProgram

__all__ = ["binary_variance", "symmetric_point", "threshold"]


def threshold(ratio: Number, delta: Number) -> Number:
    """g(T, δ): below it in prevalence the one-sided design is best, above it the symmetric one."""
    return delta * (ratio + delta) / (ratio - 1 + 2 * delta) ** 2


def symmetric_point(ratio: Number, delta: Number) -> Point:
    """The vertex A."""
    a = (ratio + delta) / (ratio - 1 + 2 * delta)
    return a, a


def binary_variance(program: VarianceProgram) -> ClosedForm:
    """The least variance and all its minimisers, for T > 1 or δ > 0."""
    points = _minimisers(program.ratio, program.delta, program.prevalence.point)
    return ClosedForm(
        "Holohan, Leith and Mason, Theorems 2 and 3 and Corollary 2",
        program.value(points[0]),
        program.rows(points[0]),
        points=points,
    )


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
