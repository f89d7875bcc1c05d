"""Certificates of B(h) for a curved h: an inequality on every part of h, and one that nothing larger passes.

With p = qⁿ, h is on each part a rational function over Q of q, the certificate's t, and R ≥ γ there says
h·(1−p) ≥ γ·p·(1−h), whose sign the checker decides by counting roots; where R takes the value γ inside, the part is cut.
That B(h) is no larger is seen at a point where h·(1−p) = γ·p·(1−h) or, where γ is only approached at an end, from
h·(1−p) ≤ (γ + K·d)·p·(1−h) at every small distance d from it. Where γ is irrational, or an end of a part is a root in q
that has no name in certificates, rational bounds of γ stand in its place, and a rational point near the end.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import sympy
from flint import fmpz_poly

from rropt.breach.curved.algebraic import Curve, horner
from rropt.breach.curved.root import far_points
from rropt.certificate.model import Certificate
from rropt.certificate.scope import cut, root_cut
from rropt.certificate.statements import emit_instance, emit_pieces
from rropt.exact.element import Number, element
from rropt.exact.errors import Disagreement, Undecided
from rropt.exact.fields import Free, Radical
from rropt.exact.isolate import Root
from rropt.exact.matrix import is_rational
from rropt.exact.quadratic import compare
from rropt.exact.sign import enclose
from rropt.exact.spelling import show

__all__ = ["Formula", "inequalities", "rational_bounds"]

NEAR = Fraction(1, 10**15)
STEPS = range(2, 90, 4)


@dataclass(frozen=True, slots=True)
class Formula:
    """h on a part as a text in t = q with p = qⁿ, and what calculus knows of its odds ratio."""

    h: str
    n: int
    curve: Curve

    def at(self, **more: str) -> dict[str, str]:
        """What the variables of the statements are."""
        return {"p": "t" if self.n == 1 else f"t^{self.n}", "h": self.h, **more}


def inequalities(
    formulas: Sequence[Any],
    q: Any,
    orders: Sequence[int],
    curves: Sequence[Curve],
    isolated: Sequence[tuple[Number, Number]],
    value: Number | Root,
) -> tuple[str, ...]:
    """The texts of certificates, all accepted, that show B(h) = value; `Undecided` with the reason where there are none."""
    pieces = [_formula(f, q, n, c) for f, n, c in zip(formulas, orders, curves, strict=True)]
    low, high = rational_bounds(value)
    found = [_above(piece, low) for piece in pieces]
    found += [_point(x, v, f"h*(1-p) >= {show(low)}*p*(1-h)") for x, v in isolated]
    if high == low:
        found.append(_attained(pieces, isolated, low))
    else:
        found.append(_near(pieces, isolated, high))
    return tuple(_accepted(x) for x in found)


def rational_bounds(value: Number | Root) -> tuple[Fraction, Fraction]:
    """Rationals low ≤ value ≤ high, strictly but where it is rational, within NEAR of it."""
    if isinstance(value, Fraction):
        return value, value
    low, high = (value.lower, value.upper) if isinstance(value, Root) else enclose(value, width=NEAR / 8)
    scale = int(4 / NEAR)
    return Fraction(int(low * scale) - 1, scale), Fraction(int(high * scale) + 2, scale)


def _formula(formula: Any, q: Any, n: int, curve: Curve) -> Formula:
    top, below = sympy.fraction(sympy.together(formula))
    sides = [sympy.Poly(x, q).all_coeffs()[::-1] for x in (top, below)]
    if not all(c.is_Rational for side in sides for c in side):
        raise Undecided("a part of h has irrational coefficients, for which certificates have no name beside t")
    scale = sympy.ilcm(1, *(c.q for side in sides for c in side))
    num, den = (fmpz_poly([int(c * scale) for c in side]) for side in sides)
    return Formula(show(element(Free(Fraction(0)), num, den), symbol="t"), n, curve)


def _above(piece: Formula, gamma: Fraction) -> Certificate:
    """R ≥ γ on the whole part, in pieces cut where R = γ inside."""
    curve = piece.curve
    inside = [x for x in curve.points if _takes(curve, x, gamma)]
    ends = [curve.start, *sorted(inside, key=lambda x: enclose(x)[0]), curve.end]
    states = f"h*(1-p) >= {show(gamma)}*p*(1-h)"

    def over(a: Number, b: Number, ends: str) -> Certificate:
        return emit_instance(
            piece.at(), [], states, verdict=True, domain={"from": _cut(a), "to": _cut(b), "ends": ends}
        )

    spans = list(pairwise(ends))
    if len(spans) == 1:
        return over(*spans[0], "()")
    cuts = [over(a, b, "()" if b is ends[-1] else "(]") for a, b in spans]
    return emit_pieces({"from": _cut(ends[0]), "to": _cut(ends[-1]), "ends": "()"}, cuts)


def _takes(curve: Curve, x: Number, gamma: Fraction) -> bool:
    """Whether R(x) = γ."""
    top, below = (horner(f, x) for f in (curve.top, curve.below))
    return bool(below) and compare(top, gamma * below) == 0


def _cut(x: Number) -> Any:
    """An end in the certificate's spelling; a number a + b√c as a root of its quadratic."""
    if not isinstance(x, Fraction) and isinstance(x.field, Radical) and x.field.degree == 2 and x.den.degree() <= 0:
        b, a = (Fraction(int(x.num[i]), int(x.den[0])) for i in (1, 0))
        f = (a * a - b * b * x.field.radicand, -2 * a, Fraction(1))
        scale = sympy.ilcm(1, *(c.denominator for c in f))
        low, high = enclose(x, width=abs(b) / 8)
        return root_cut([int(c * int(scale)) for c in f], low - abs(b) / 8, high + abs(b) / 8)
    try:
        return cut(x)
    except ValueError:
        raise Undecided(f"the end {show(x)} of a part has no name in certificates") from None


def _point(x: Number, value: Number, states: str) -> Certificate:
    """A statement about h at a single prior."""
    if not isinstance(x, Fraction) or not isinstance(value, Fraction):
        raise Undecided(
            "h has an irrational value at a single prior, or at an irrational one, which is in no certificate"
        )
    return emit_instance({"p": show(x), "h": show(value)}, [], states, verdict=True)


def _attained(pieces: Sequence[Formula], isolated: Sequence[tuple[Number, Number]], gamma: Fraction) -> Certificate:
    """That R takes the value γ, or approaches it at an end of a part."""
    equal = f"h*(1-p) = {show(gamma)}*p*(1-h)"
    for x, v in isolated:
        if v != 1 and (1 - x) * v == gamma * x * (1 - v):
            return _point(x, v, equal)
    for piece in pieces:
        for x in piece.curve.points:
            if _takes(piece.curve, x, gamma):
                return emit_instance(piece.at(), [], equal, verdict=True, domain={"t": _cut(x)})
    return _first(text for piece in pieces if piece.curve.top for text in _approached(piece, gamma))


def _approached(piece: Formula, gamma: Fraction) -> Iterator[Certificate]:
    """Statements R ≤ γ + K·d at distance d of an end, for smaller and smaller stretches and larger K."""
    curve = piece.curve
    for end, other, away in ((curve.start, curve.end, 1), (curve.end, curve.start, -1)):
        if not isinstance(end, Fraction):
            continue
        for k in STEPS:
            to = end + away * Fraction(1, 2**k)
            if away * compare(to, other) >= 0:
                continue
            d = ("t" if not end else f"t-{show(end)}") if away > 0 else f"{show(end)}-t"
            a, b = sorted((end, to))
            yield emit_instance(
                piece.at(d=d),
                [],
                f"h*(1-p) <= ({show(gamma)}+{4**k}*d)*p*(1-h)",
                verdict=True,
                domain={"from": _cut(a), "to": _cut(b), "ends": "()"},
            )


def _near(pieces: Sequence[Formula], isolated: Sequence[tuple[Number, Number]], high: Fraction) -> Certificate:
    """That R is at most `high` at a rational point."""
    states = f"h*(1-p) <= {show(high)}*p*(1-h)"
    points = [_point(x, v, states) for x, v in isolated if v != 1 and (1 - x) * v <= high * x * (1 - v)]
    return _first([*points, *(text for piece in pieces if piece.curve.top for text in _close(piece, high, states))])


def _close(piece: Formula, high: Fraction, states: str) -> Iterator[Certificate]:
    """The statement at rational points of the part that are ever closer to where R may be least."""
    curve = piece.curve
    for x in (curve.start, curve.end, *curve.points, *_far(curve)):
        for k in STEPS:
            width = Fraction(1, 2**k)
            low, up = (x.lower, x.upper) if isinstance(x, Root) else enclose(x, width=width / 2)
            for near in (low - width / 2, up + width / 2, (low + up) / 2):
                if compare(curve.start, near) < 0 < compare(curve.end, near):
                    top, below = horner(curve.top, near), horner(curve.below, near)
                    if top <= high * below:
                        yield emit_instance(piece.at(), [], states, verdict=True, domain={"t": show(near)})
                        return


def _far(curve: Curve) -> list[Root]:
    """Stationary points that are in no field at hand."""
    return far_points(curve) if not curve.complete and is_rational([curve.top, curve.below]) else []


def _first(candidates: Any) -> Certificate:
    for text in candidates:
        if _verdict(text).status == "accepted":
            return text  # type: ignore[no-any-return]
    raise Undecided("no statement was found that bounds B(h) from above")


def _text(certificate: Certificate) -> str:
    return json.dumps(dict(certificate.data), ensure_ascii=False) + "\n"


def _verdict(certificate: Certificate) -> Any:
    from rropt.checker import check

    return check(_text(certificate))


def _accepted(certificate: Certificate) -> str:
    verdict = _verdict(certificate)
    if "more work" in verdict.reason:
        raise Undecided("its certificate would ask more of the checker than it takes on")
    if verdict.status != "accepted":
        raise Disagreement(f"the checker {verdict.status} an inequality of B(h) ({verdict.reason})")
    return _text(certificate)
