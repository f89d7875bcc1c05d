"""B(h) as an algebraic number of any degree: the value of the odds ratio at a stationary point that no formula reaches.

Where every part is a rational function N/D of q over Q, the stationary points are the roots of integer polynomials f, and
the value γ at such a root is one of Res_q(f(q), N(q) − γ·D(q)). Enclosures single out the irreducible factor and its root,
and show that this value is below every other candidate.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import flint
import sympy
from flint import fmpz_poly

from rropt.breach.curved.algebraic import Curve, Polynomial, horner, slope_of
from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds, ball, enclose_ball
from rropt.exact.errors import InputError, Undecided
from rropt.exact.fields import Free
from rropt.exact.isolate import Root, compare_roots, factors, isolate, narrowed
from rropt.exact.matrix import is_rational
from rropt.exact.quadratic import compare
from rropt.exact.sign import count_roots, enclose

__all__ = ["far_points", "least_root"]

BITS = (64, 128, 256, 512)
UNIT = Free(Fraction(0), Fraction(1))
WIDTH = Fraction(1, 10**18)


def least_root(curves: Sequence[Curve], others: Sequence[Number]) -> Root | None:
    """The infimum of R over the curves and the other values as a root; None where it is another candidate or not decided."""
    if not all(is_rational([curve.top, curve.below]) for curve in curves):
        return None
    rest = [*others, *(v for curve in curves for v in curve.values)]
    try:
        found = [_value(curve, at) for curve in curves if not curve.complete for at in far_points(curve)]
        if not found:
            return None
        best = found[0]
        for value in found[1:]:
            best = value if compare_roots(value, best) < 0 else best
        return narrowed(best, WIDTH) if all(_below(best, x) for x in rest) else None
    except (InputError, Undecided):
        return None


def far_points(curve: Curve) -> list[Root]:
    """The roots of degree above 2 of N'D − ND' strictly inside the part."""
    slope = _integers(slope_of(curve.top, curve.below))
    roots = [root for root in isolate([slope], UNIT) if len(root.polynomial) > 3]
    inside = []
    for root in roots:
        near = root
        while any(compare(near.lower, x) < 0 < compare(near.upper, x) for x in (curve.start, curve.end)):
            near = narrowed(near, (near.upper - near.lower) / 4)
        if compare(curve.start, near.lower) <= 0 and compare(near.upper, curve.end) <= 0:
            inside.append(near)
    return inside


def _integers(f: Polynomial) -> fmpz_poly:
    """A positive multiple with integer coefficients."""
    rational = [x for x in f if isinstance(x, Fraction)]
    scale = sympy.ilcm(1, *(x.denominator for x in rational))
    return fmpz_poly([int(x * int(scale)) for x in rational])


def _value(curve: Curve, at: Root) -> Root:
    """R at a stationary point, as a root of its minimal polynomial."""
    x, y = sympy.symbols("x y")
    f, top, below = (
        sympy.Poly([sympy.Rational(*Fraction(c).as_integer_ratio()) for c in reversed(p)], x).as_expr()  # type: ignore[arg-type]
        for p in (list(at.polynomial), curve.top, curve.below)
    )
    resultant = sympy.Poly(sympy.resultant(f, top - y * below, x), y)
    scale = sympy.ilcm(1, *(c.q for c in resultant.all_coeffs()))
    irreducible = factors([fmpz_poly([int(c * scale) for c in reversed(resultant.all_coeffs())])])
    for bits in BITS:
        low, high = _enclosed(curve, narrowed(at, Fraction(1, 2**bits)), bits)
        hits = [c for c in irreducible if len(c) > 1 and count_roots(fmpz_poly(list(c)), low, high)]
        if len(hits) == 1 and count_roots(fmpz_poly(list(hits[0])), low, high) == 1:
            return Root(hits[0], low, high)
    raise Undecided("the value at a stationary point was not told apart from its conjugates")


def _enclosed(curve: Curve, at: Root, bits: int) -> Bounds:
    """Bounds of R at the root, a little wide so that neither is the value itself."""
    with flint.ctx.workprec(2 * bits + 64):
        q = ball(at.lower).union(ball(at.upper))
        top, below = (horner([ball(c) for c in f if isinstance(c, Fraction)], q) for f in (curve.top, curve.below))
        low, high = enclose_ball(top / below)
    return low - Fraction(1, 2**bits), high + Fraction(1, 2**bits)


def _below(root: Root, other: Number) -> bool:
    """Whether the root, of degree above 2 or rational or quadratic as it comes out, is below the number."""
    for bits in BITS:
        near, (low, high) = narrowed(root, Fraction(1, 2**bits)), enclose(other, width=Fraction(1, 2**bits))
        if near.upper < low or near.lower > high:
            return near.upper < low
    return False
