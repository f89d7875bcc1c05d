"""Writes the certificate of B(h), a number that belongs to the boundary h of a privacy demand.

The demand says that an event of prior probability p has a posterior probability of at most h(p). B(h) is the infimum over p of the
odds of h(p) divided by the odds of p. If h is linear in pieces, the certificate states these pieces, B(h), and the prior at which
the infimum is attained or approached.
"""

from __future__ import annotations

import json

from rropt.breach.reasons import Uncertified
from rropt.certificate.model import SCHEMA, Certificate
from rropt.certificate.scope import scope_of
from rropt.certificate.statements import emit_implication
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.infinity import is_infinite
from rropt.privacy.boundary import BreachFunction, Infimum, Stationary

__all__ = ["breach_certificate"]

PRECISE = "(g*p/(1+(g-1)*p))"


def breach_certificate(h: BreachFunction, found: Infimum) -> str | Uncertified:
    """Return a certificate that `found` is B(h), the infimum of the odds of h(p) divided by the odds of p, for a boundary h.

    If no certificate can state this, return the reason instead.
    """
    if found.least is None:
        return Uncertified.INFINITE if is_infinite(found.lower) else Uncertified.BISECTED
    if found.least.piece is None:
        return Uncertified.ONE_PRIOR
    if not h.is_linear:
        return json.dumps(dict(_identity().data), indent=1) if _is_precise(h) else Uncertified.NOT_LINEAR
    try:
        return json.dumps(dict(_of_pieces(h, found.least).data), indent=1)
    except (InputError, ValueError):  # no field holds all the numbers, or it has no name
        return Uncertified.NO_FIELD


def _is_precise(h: BreachFunction) -> bool:
    """Return whether h(p) = γp/(1 + (γ−1)p) for some number γ, so that the odds may grow by the factor γ at every prior p."""
    (a, b), (c, d) = h.pieces[0].top, h.pieces[0].below
    return len(h.pieces) == 1 and not a and b == c + d


def _identity() -> Certificate:
    """Make the certificate that the boundary h(p) = γp/(1 + (γ−1)p) multiplies the odds of p by exactly γ at every prior p.

    The certificate states this as an identity in the variables p and γ.
    """
    states = f"((1-p)/p)*({PRECISE}/(1-{PRECISE})) = g"
    return emit_implication(["p", "g"], ["p > 0", "p < 1", "g >= 1"], states, [])


def _of_pieces(h: BreachFunction, least: Stationary) -> Certificate:
    """Make the certificate of the least odds ratio for a piecewise linear boundary h.

    The odds ratio at a prior p is the odds of h(p) divided by the odds of p. The certificate states the pieces of h, the least odds
    ratio, and the piece and the prior at which it is least.
    """
    numbers: list[Number] = [x for piece in h.pieces for x in (piece.start, piece.end, piece.left, piece.right)]
    scope = scope_of([*numbers, least.value, least.point])
    names = ("from", "to", "left", "right")
    pieces = [dict(zip(names, scope.numbers([p.start, p.end, p.left, p.right]), strict=True)) for p in h.pieces]
    claim = {"schema": SCHEMA, "claim": "breach", "field": scope.domain, "pieces": pieces}
    at = {"piece": str(least.piece), "point": scope.number(least.point)}
    return Certificate({**claim, "gamma": scope.number(least.value), "at": at})
