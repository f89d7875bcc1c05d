"""Finds B(h) for a boundary h whose pieces are quotients of linear functions, and checks the result in two ways.

B(h) is the infimum over priors p of the odds of h(p) divided by the odds of p. It is found from the points where the derivative of
this quotient is 0, and from the ends of the pieces. It is computed once more by an iteration in doubles. The checker judges a
certificate, if one can state the result.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from rropt.breach.certificate import breach_certificate
from rropt.breach.leg import BoundLeg, Standing
from rropt.breach.numeric import SolverOutcome, is_within_tolerance, iterated_least
from rropt.breach.reasons import Uncertified
from rropt.breach.result import BreachBound, shorten_outward, spell_interval
from rropt.certificate.judge import accept
from rropt.exact.decimal import show_with_decimal
from rropt.exact.element import Bound, Element, is_free
from rropt.exact.errors import Disagreement
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.spelling import show
from rropt.privacy.boundary import BreachFunction, Infimum, Stationary, broken_at, infimum

__all__ = ["exact_bound"]


def exact_bound(h: BreachFunction, *, stated: Callable[[], Bound] | None) -> BreachBound:
    """Find B(h) and its certificate for a boundary h whose pieces are quotients of linear functions.

    B(h) is the infimum over priors p of the odds of h(p) divided by the odds of p. An iteration in doubles computes it once more,
    as a check. If h is the boundary of a named demand, `stated` computes the demand's own closed form of B(h). If the closed form
    differs from the B(h) that was found, raise `Disagreement`.
    """
    found = infimum(h)
    if stated is not None and found.value is not None and stated() != found.value:
        raise Disagreement(
            f"two computations of the bound B(h) for {h} disagree: its closed form gives {show(stated())}, and its table "
            f"{_value(found)}"
        )
    standing = Standing.ENCLOSED if found.value is None else Standing.EXACT
    legs = [BoundLeg("symbolic", standing, _value(found), "stationary points")]
    free = any(is_free(x) for piece in h.pieces for x in (*piece.top, *piece.below))
    if not free:
        legs.append(_numeric_leg(h, found))
    evidence = breach_certificate(h, found)
    text, why = _judge(evidence), ""
    if isinstance(evidence, Uncertified):
        why = evidence.at("" if found.least is None else show(found.least.point))
        legs.append(BoundLeg("certified", Standing.UNCERTIFIED, None, ""))
    else:
        legs.append(BoundLeg("certified", Standing.ACCEPTED, _value(found), "the checker"))
    lower, upper = _bounds(found, free)
    where = "" if found.least is None else _where(found.least)
    piece = None if found.least is None else found.least.piece
    return BreachBound(
        *(str(h), found.value, lower, upper, where, tuple(legs), text, _say(found), why), h=h, least_on=piece
    )


def _numeric_leg(h: BreachFunction, found: Infimum) -> BoundLeg:
    """Compute B(h) once more in doubles, and return the result.

    B(h) is the infimum over priors p of the odds of the boundary h(p) divided by the odds of p. `found` is the earlier result.
    Raise `Disagreement` if the result in doubles contradicts `found`, or if an exact test shows that `found.lower` is too large.
    """
    numeric = iterated_least(h)
    if numeric.answer in (SolverOutcome.BEYOND_DOUBLES, SolverOutcome.NOT_NEEDED):
        return BoundLeg("numeric", numeric.status, "inf" if math.isinf(numeric.value) else None, "")
    sound = is_infinite(found.lower) or broken_at(h, found.lower) is None
    if not sound or not is_within_tolerance(numeric, found.lower, found.upper):
        raise Disagreement(
            f"the computations of the bound B(h) for h = {h} disagree: stationary points give {_value(found)}, an iteration in "
            f"doubles gives {numeric.value} ({numeric.status}), and an exact test {'accepts' if sound else 'rejects'} the lower "
            "bound of the stationary points"
        )
    return BoundLeg("numeric", numeric.status, f"{numeric.value:.9g}", "Dinkelbach's iteration in doubles")


def _value(found: Infimum) -> str:
    return spell_interval(found.lower, found.upper) if found.value is None else show(found.value)


def _bounds(found: Infimum, free: bool) -> tuple[Any, Any]:
    if is_infinite(found.lower) or is_infinite(found.upper):
        return INFINITY, INFINITY
    return (Fraction(1), INFINITY) if free else shorten_outward(found.lower, found.upper)


def _where(least: Stationary) -> str:
    return (
        f"{'attained' if least.attained else 'approached, not attained,'} at prior p = {show_with_decimal(least.point)}"
    )


def _say(found: Infimum) -> str:
    if found.value is None:
        return "B(h) is enclosed by exact tests of rational numbers; a design uses the lower end."
    if isinstance(found.value, Element) and not is_free(found.value):
        return "B(h) is irrational; a design that wants a rational number uses `rational_lower()`, which is below it."
    return ""


def _judge(evidence: str | Uncertified) -> str | None:
    """Have the checker judge the certificate, and return it if it is accepted. None if `evidence` is a reason for having none."""
    if isinstance(evidence, Uncertified):
        return None
    accept(evidence, "B(h)")
    return evidence
