"""Finds certificates that B(h) = γ, for a boundary h that is given by formulas.

B(h) is the infimum of the odds ratio R = ((1−p)/p)·(h/(1−h)) over priors p.

There is one certificate of the inequality R ≥ γ for every part of h, one for every single prior at which h has a value of its own,
and one last certificate that B(h) ≤ γ. On every part h must be a quotient of polynomials in q with rational coefficients, where
p = qⁿ. A certificate writes t for q.

R ≥ γ is stated as h·(1−p) ≥ γ·p·(1−h), and the checker decides it by counting roots. If R = γ at points inside the part, the part
is cut there.

If R attains γ at a point, B(h) ≤ γ is shown by h·(1−p) = γ·p·(1−h) at this point. If R only approaches γ at an end of a part, the
last certificate states h·(1−p) ≤ (γ + K·d)·p·(1−h) with some constant K, for every small distance d from the end. If the checker
accepts neither, the last certificate shows B(h) ≤ γ + `NEAR`. If γ is irrational, rational bounds stand in its place; they differ
from γ by about `NEAR`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

import sympy
from flint import fmpz_poly

from rropt.breach.curved.algebraic import AlgebraicCandidate, Exact, end_in_q
from rropt.breach.curved.reading import Curved, CurvedPart, Q, read_sympy_number
from rropt.breach.reasons import Uncertified
from rropt.certificate.judge import judge
from rropt.certificate.model import Certificate
from rropt.certificate.scope import root_cut
from rropt.certificate.statements import emit_instance, emit_pieces
from rropt.exact.element import Number, element
from rropt.exact.errors import Disagreement
from rropt.exact.fields import Free
from rropt.exact.isolate import Root, narrow
from rropt.exact.ordering import order_of
from rropt.exact.sign import enclose
from rropt.exact.spelling import show

__all__ = ["inequalities", "rational_bounds"]

NEAR = Fraction(1, 10**15)
STEPS = range(2, 90, 4)
"""The exponents k of the distances 2^−k at which a statement near an end is tried."""


def inequalities(curved: Curved, found: Exact) -> tuple[str, ...] | Uncertified:
    """Find certificates that together show that B(h) is the value found. The checker has accepted each of them.

    The first certificates are inequalities: one for each part of h, and one for each single prior at which h has a value of its
    own. The last certificate states that B(h) is at most the value found. The bounds that the certificates show may differ from the
    value found by about `NEAR`. If there are no such certificates, return the reason instead.
    """
    if not all(c.is_Rational for part in curved.parts for side in _sides(part) for c in side):
        return Uncertified.COEFFICIENTS
    points = [(read_sympy_number(p), read_sympy_number(h)) for p, h in curved.isolated]
    if not all(isinstance(x, Fraction) for point in points for x in point):
        return Uncertified.SINGLE_VALUE
    low, high = rational_bounds(found.value)
    texts = [_text(_above(part, low, found)) for part in curved.parts]
    texts += [_text(_at_point(p, h, f"h*(1-p) >= {show(low)}*p*(1-h)")) for p, h in points]
    for verdict in map(judge, texts):
        if not verdict.is_accepted and not verdict.asks_too_much:
            raise Disagreement(
                f"the checker rejected an inequality about the bound B(h): {verdict.reason}; this is an error in rropt; please "
                "report it"
            )
        if not verdict.is_accepted:  # the checker takes on no statement of this size
            return Uncertified.TOO_MUCH_WORK
    last = (text for text in map(_text, _below(found, low, high)) if judge(text).is_accepted)
    return next(((*texts, text) for text in last), Uncertified.NO_UPPER_STATEMENT)


def rational_bounds(value: Number | Root) -> tuple[Fraction, Fraction]:
    """Rationals low ≤ value ≤ high that differ from the value by at most about NEAR; both equal it if it is rational."""
    if isinstance(value, Fraction):
        return value, value
    low, high = (value.lower, value.upper) if isinstance(value, Root) else enclose(value, width=NEAR / 8)
    scale = int(4 / NEAR)
    return Fraction(int(low * scale) - 1, scale), Fraction(int(high * scale) + 2, scale)


def _sides(part: CurvedPart) -> list[list[Any]]:
    """Return the coefficients of the numerator of h on the part, and those of its denominator. Constant terms come first."""
    return [sympy.Poly(x, Q).all_coeffs()[::-1] for x in sympy.fraction(sympy.together(part.formula))]


def _variables(part: CurvedPart) -> dict[str, str]:
    """Write p and h as texts for a certificate, both as functions of t.

    Here t stands for the variable q of the part, where p = qⁿ.
    """
    sides = _sides(part)
    scale = sympy.ilcm(1, *(c.q for side in sides for c in side))
    top, below = (fmpz_poly([int(c * scale) for c in side]) for side in sides)
    h = show(element(Free(Fraction(0)), top, below), symbol="t")
    return {"p": "t" if part.n == 1 else f"t^{part.n}", "h": h}


def _above(part: CurvedPart, low: Fraction, found: Exact) -> Certificate:
    """Make the certificate that the odds ratio is at least `low` on the whole part, an interval of priors.

    If the odds ratio equals `low` at points inside the interval, the interval is cut at these points. The certificate then makes
    the claim for each smaller interval. `found` has the points where the odds ratio may be least.
    """
    touching = [x.at for x in found.candidates if x.part is part and x.inside and _as_rational(x.value) == low]
    places = [_cut(x) for x in (end_in_q(part.start, part.n), *touching, end_in_q(part.end, part.n))]
    states, variables = f"h*(1-p) >= {show(low)}*p*(1-h)", _variables(part)
    if not touching:
        return _over(variables, states, places[0], places[1], "()")
    cuts = [_over(variables, states, a, b, "()" if b is places[-1] else "(]") for a, b in pairwise(places)]
    return emit_pieces({"from": places[0], "to": places[-1], "ends": "()"}, cuts)


def _over(variables: dict[str, str], states: str, start: Any, end: Any, ends: str) -> Certificate:
    return emit_instance(variables, [], states, verdict=True, domain={"from": start, "to": end, "ends": ends})


def _at_point(p: Number, h: Number, states: str) -> Certificate:
    return emit_instance({"p": show(p), "h": show(h)}, [], states, verdict=True)


def _as_rational(x: Root) -> Fraction | None:
    return Fraction(-x.polynomial[0], x.polynomial[1]) if len(x.polynomial) == 2 else None


def _cut(x: Root) -> Any:
    """Write a root in the form that certificates use.

    A rational root becomes a text. Any other root becomes a dictionary with a polynomial and two bounds.
    """
    rational = _as_rational(x)
    return root_cut(x.polynomial, x.lower, x.upper) if rational is None else show(rational)


def _below(found: Exact, low: Fraction, high: Fraction) -> Iterator[Certificate]:
    """Propose statements that B(h) is at most `high`, or at most `high` + NEAR, the strongest statement first.

    B(h) is the infimum over priors p of the odds ratio, that is, the odds of h(p) divided by the odds of p. The rationals `low` and
    `high` are bounds of B(h). If the infimum lies at a single prior at which h has a value of its own, the only statement is about
    that prior. Otherwise there are two cases:

    - If B(h) is rational (`low` equals `high`), the first statements say that the odds ratio attains B(h), or approaches it at an
      end of a part. The other statements say that the odds ratio is at most `high` + NEAR at some rational point nearby.
    - If B(h) is irrational, all statements say that the odds ratio is at most `high` at some rational point nearby.
    """
    best, relation = found.least, "=" if high == low else "<="
    states = f"h*(1-p) {relation} {show(high)}*p*(1-h)"
    if best.part is None:
        yield _at_point(*best.point, states)
        return
    if high == low and best.inside:
        yield emit_instance(_variables(best.part), [], states, verdict=True, domain={"t": _cut(best.at)})
    if high == low and not best.inside:
        yield from _approach_end(best, best.part, low)
    near = high if high > low else high + NEAR
    for place in _places_nearby(best, best.part):
        states = f"h*(1-p) <= {show(near)}*p*(1-h)"
        yield emit_instance(_variables(best.part), [], states, verdict=True, domain={"t": show(place)})


def _approach_end(best: AlgebraicCandidate, part: CurvedPart, gamma: Fraction) -> Iterator[Certificate]:
    """Propose statements that show that the odds ratio tends to at most `gamma` at the end of the part where `best` lies.

    A statement has a constant K and a length. It says that at every distance d from the end, up to this length, the ratio is at
    most gamma + K·d. Each statement has a smaller length than the one before, and a larger K. If the end is irrational, nothing
    is proposed.
    """
    end = _as_rational(best.at)
    if end is None:
        return
    away = 1 if order_of(part.start, end**part.n) == 0 else -1
    distance = ("t" if not end else f"t-{show(end)}") if away > 0 else f"{show(end)}-t"
    for k in STEPS:
        to = end + away * Fraction(1, 2**k)
        if _is_inside(part, to):
            a, b = sorted((end, to))
            states = f"h*(1-p) <= ({show(gamma)}+{4**k}*d)*p*(1-h)"
            yield _over(_variables(part) | {"d": distance}, states, show(a), show(b), "()")


def _places_nearby(best: AlgebraicCandidate, part: CurvedPart) -> Iterator[Fraction]:
    """Rational points q inside the part, nearer and nearer to the place where the odds ratio is least."""
    for k in STEPS:
        width = Fraction(1, 2**k)
        at = narrow(best.at, width)
        middle = (at.lower + at.upper) / 2
        yield from (x for x in (middle, middle - width, middle + width) if _is_inside(part, x))


def _is_inside(part: CurvedPart, q: Fraction) -> bool:
    return q > 0 and order_of(part.start, q**part.n) < 0 < order_of(part.end, q**part.n)


def _text(certificate: Certificate) -> str:
    return json.dumps(dict(certificate.data), ensure_ascii=False) + "\n"
