"""The certificate of B(h): the pieces of h, B(h), and the prior at which the least ratio of odds is attained or approached."""

from __future__ import annotations

import json

from rropt.certificate.judge import accept
from rropt.certificate.scope import scope_of
from rropt.certificate.statements import implication
from rropt.certificate.write import SCHEMA
from rropt.errors import InputError
from rropt.exact.element import Number
from rropt.exact.infinity import is_infinite
from rropt.exact.spelling import show
from rropt.privacy.boundary import BreachFunction, Infimum, Stationary

__all__ = ["certify_bound"]

PRECISE = "(g*p/(1+(g-1)*p))"


def certify_bound(h: BreachFunction, found: Infimum) -> tuple[str, str]:
    """Have the checker judge a certificate that `found` is B(h); return its text and "", or "" and the reason why there is none."""
    if found.least is None:
        return "", "it is infinite, as every mechanism keeps this demand" if is_infinite(
            found.lower
        ) else "it is only enclosed"
    if found.least.piece is None:
        return "", (
            f"it comes from h at the one prior p = {show(found.least.point)}, below both limits there, and certificates "
            "state limits"
        )
    is_precise = len(h.pieces) == 1 and not h.is_linear and h.pieces[0].top[0] == 0
    if not h.is_linear and not is_precise:
        return "", "h has pieces that are not linear, which certificates of B(h) cannot state"
    try:
        data = _identity() if is_precise else _of_pieces(h, found.least)
    except (InputError, ValueError):
        return "", "the numbers of h lie in no common field that certificates can name"
    text = json.dumps(data, indent=1)
    accept(text, "B(h)")
    return text, ""


def _identity() -> dict[str, object]:
    """State that the boundary γp/(1 + (γ − 1)p) multiplies the odds of p by exactly γ at every prior p."""
    states = f"((1-p)/p)*({PRECISE}/(1-{PRECISE})) = g"
    return implication(["p", "g"], ["p > 0", "p < 1", "g >= 1"], states, [])


def _of_pieces(h: BreachFunction, least: Stationary) -> dict[str, object]:
    """State the pieces of a piecewise linear h, the least ratio of odds, and the piece and the prior at which it is least."""
    numbers: list[Number] = [x for piece in h.pieces for x in (piece.start, piece.end, piece.left, piece.right)]
    scope = scope_of([*numbers, least.value, least.point])
    number = scope.number
    pieces = [
        {"from": number(x.start), "to": number(x.end), "left": number(x.left), "right": number(x.right)}
        for x in h.pieces
    ]
    claim = {"schema": SCHEMA, "claim": "breach", "field": scope.domain, "pieces": pieces}
    at = {"piece": str(least.piece), "point": scope.number(least.point)}
    return {**claim, "gamma": scope.number(least.value), "at": at}
