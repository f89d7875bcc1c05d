"""The certificate of a breach bound: the pieces of h, the value and where it is attained, as text."""

from __future__ import annotations

import json
from typing import Any

from flint import fmpz_poly

from rropt.exact.element import Element, Number
from rropt.exact.errors import InputError, Undecided
from rropt.exact.fields import Exponential, Field, Free, Radical
from rropt.exact.matrix import common_field
from rropt.exact.roots import root
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.privacy.boundary.function import BreachFunction
from rropt.privacy.boundary.infimum import Infimum

__all__ = ["breach_certificate", "why_uncertified"]

SCHEMA = "rropt.certificate/1"


def _cut(x: Number | float) -> Any:
    """A point of the line of t, as the format spells it."""
    if isinstance(x, float):
        return "inf"
    if not isinstance(x, Element):
        return show(x)
    if isinstance(x.field, Exponential) and x.den.is_one() and x.num == fmpz_poly([0, 1]):
        return f"exp({show(x.field.epsilon)})"
    raise Undecided(f"the end {show(x)} of an interval of t has no spelling in a certificate")


def _field(field: Field | None) -> dict[str, Any]:
    if field is None:
        return {"t": "1"}
    if isinstance(field, Exponential):
        return {"t": f"exp({show(field.epsilon)})"}
    if isinstance(field, Radical):
        q, n = field.radicand, field.degree
        lower, upper = enclose(root(q, n))
        lower, upper = lower.limit_denominator(10**6) - 1, upper.limit_denominator(10**6) + 1
        return {
            "t": {"root": f"{q.denominator}*t^{n} - {q.numerator}", "between": [show(max(lower, q * 0)), show(upper)]}
        }
    assert isinstance(field, Free)
    ends = ("(" if field.lower_open else "[") + (")" if field.upper_open else "]")
    return {"from": _cut(field.lower), "to": _cut(field.upper), "ends": ends}


def _numbers(h: BreachFunction, found: Infimum) -> list[Number]:
    numbers = [x for piece in h.pieces for x in (piece.start, piece.end, piece.left, piece.right)]
    if found.least is not None:
        numbers += [found.least.value, found.least.point]
    return numbers


def _spell(x: Number, field: Field | None) -> str:
    """x as an expression in the certificate's t."""
    if isinstance(x, Element) and x.field != field:
        from rropt.exact.element import lift

        assert field is not None
        x = lift(x, field)
    return show(x, symbol="t") if isinstance(x, Element) else show(x)


def _precise(h: BreachFunction, found: Infimum) -> dict[str, Any] | None:
    """The claim for h_γ, whose odds ratio is γ at every prior: an identity of rational functions."""
    piece = h.pieces[0]
    if len(h.pieces) > 1 or piece.top[0] or piece.below[0] != 1 or piece.top[1] != piece.below[1] + 1:
        return None
    boundary = "(g*p/(1+(g-1)*p))"
    return {
        "schema": SCHEMA,
        "claim": "implication",
        "field": {"t": "1"},
        "variables": ["p", "g"],
        "given": ["p > 0", "p < 1", "g >= 1"],
        "states": f"((1-p)/p)*({boundary}/(1-{boundary})) = g",
        "multiplier": {"times": "1", "given": []},
        "terms": [],
    }


def breach_certificate(h: BreachFunction, found: Infimum) -> str | None:
    """The text of a certificate that B(h) is `found`, or None where the format has no row for it.

    It has none for h = 1 throughout, for a value that is only enclosed, for pieces that are not linear (but for h_γ), for
    a value of h at one point below both its limits, and for numbers without a common field.
    """
    if found.least is None or found.least.piece is None:
        return None
    if not h.is_linear:
        claim = _precise(h, found)
        return None if claim is None else json.dumps(claim, indent=1)
    try:
        field = common_field((tuple(_numbers(h, found)),))
        place = _field(field)
    except (InputError, Undecided):
        return None
    pieces = [
        {
            "from": _spell(p.start, field),
            "to": _spell(p.end, field),
            "left": _spell(p.left, field),
            "right": _spell(p.right, field),
        }
        for p in h.pieces
    ]
    claim = {"schema": SCHEMA, "claim": "breach", "field": place, "pieces": pieces}
    at = {"piece": str(found.least.piece), "point": _spell(found.least.point, field)}
    return json.dumps(claim | {"gamma": _spell(found.least.value, field), "at": at}, indent=1)


def why_uncertified(h: BreachFunction, found: Infimum) -> str:
    """Why `breach_certificate` has none, for a sentence."""
    if isinstance(found.lower, float):
        return "B(h) is infinite, and a certificate states a finite bound; every mechanism keeps this demand"
    if found.least is None:
        return "B(h) is only enclosed, by exact tests of rational numbers"
    if found.least.piece is None:
        p = show(found.least.point)
        return (
            f"B(h) comes from the value of h at the one prior p = {p}, which lies below both its limits there, and "
            "certificates state limits alone"
        )
    if not h.is_linear:
        return "certificates state boundaries of linear pieces, and h is none"
    return "the numbers of h have no common field with a name in certificates"
