"""Finds B(h) for boundaries h given by formulas.

B(h) is the infimum over priors p of the odds of h(p) divided by the odds of p. Bounds of B(h) are always computed by branch and
bound. If h is algebraic, B(h) is also computed exactly, and the bounds check the exact value. Otherwise the bounds are the answer.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint
import sympy
from flint import arb

from rropt.breach.curved.algebraic import Exact, least
from rropt.breach.curved.balls import on_balls
from rropt.breach.curved.enclosure import Bound, Ends, part_cell, search, search_words
from rropt.breach.curved.inequality import inequalities, rational_bounds
from rropt.breach.curved.reading import Curved, P, Q
from rropt.breach.leg import BoundLeg, Standing
from rropt.breach.reasons import Uncertified
from rropt.breach.result import BreachBound, root_words, shorten_outward, spell_interval
from rropt.exact.element import Number
from rropt.exact.enclosure import enclose_ball
from rropt.exact.errors import Disagreement, InputError
from rropt.exact.infinity import INFINITY
from rropt.exact.isolate import Root
from rropt.exact.ordering import order_of
from rropt.exact.spelling import show

__all__ = ["curved_bound"]


def curved_bound(curved: Curved, *, ends: Ends | None, width: Fraction, budget: int) -> BreachBound:
    """Find B(h) for a boundary h given by formulas: always bounds of it, and if possible its exact value.

    B(h) is the infimum over priors p of the odds of h(p) divided by the odds of p. The bounds come from branch and bound, and check
    the exact value. The search divides the priors into cells. It stops when the relative gap of the bounds is at most `width`, or
    when `budget` cells have been examined. If only cells that are too narrow to halve are left, the gap may be larger.
    """
    exact = least(curved)
    if exact is not None:  # the promise about the ends is not needed
        ends = None
    found = search(filter(None, (part_cell(part, ends) for part in curved.parts)), width=width, budget=budget)
    singles = [_ratio_at(p, h) for p, h in curved.isolated]
    low = min(found.lower, *(x for x, _ in singles), INFINITY if ends is None else ends.c)
    high = min(found.upper, *(x for _, x in singles), INFINITY)
    if high < 1 or (exact is not None and order_of(_bounds(exact)[1], Fraction(1)) < 0):
        raise InputError(f"h = {curved.name} is below p at some prior p; an upward breach boundary has h(p) >= p")
    lower, upper = shorten_outward(max(Fraction(1), low), high)
    numeric = BoundLeg("numeric", Standing.RIGOROUS, spell_interval(lower, upper), "branch and bound, ball arithmetic")
    said = search_words(found)
    if exact is None:
        if low == 0:
            said += " The lower end is 1 because h could not be bounded near p = 0 or p = 1; give ends=(c, eta)."
        legs = (*_limit_legs(curved, lower, upper), numeric)
        return BreachBound(curved.name, None, lower, upper, "", legs, None, said, Uncertified.ENCLOSED)
    _require_agreement(curved.name, exact, lower, upper)
    return _of_exact(curved, exact, numeric, said)


def _of_exact(curved: Curved, exact: Exact, numeric: BoundLeg, said: str) -> BreachBound:
    shown = root_words(exact.value) if isinstance(exact.value, Root) else show(exact.value)
    symbolic = BoundLeg("symbolic", Standing.EXACT, shown, "stationary points and limits")
    texts = inequalities(curved, exact)
    shows, why = ((), str(texts)) if isinstance(texts, Uncertified) else (texts, "")
    if shows:
        sure = shown if isinstance(exact.value, Fraction) else spell_interval(*rational_bounds(exact.value))
        certified = BoundLeg("certified", Standing.ACCEPTED, sure, f"the checker, {len(shows)} inequalities")
    else:
        certified = BoundLeg("certified", Standing.UNCERTIFIED, None, "")
    value, root = (None, exact.value) if isinstance(exact.value, Root) else (exact.value, None)
    lower, upper = shorten_outward(*_bounds(exact))
    legs = (symbolic, numeric, certified)
    return BreachBound(curved.name, value, lower, upper, "", legs, None, said, why, root=root, certificates=shows)


def _bounds(exact: Exact) -> tuple[Number, Number]:
    value = exact.value
    return (value.lower, value.upper) if isinstance(value, Root) else (value, value)


def _require_agreement(name: str, exact: Exact, lower: Bound, upper: Bound) -> None:
    """Raise `Disagreement` if the exact value of B(h) lies outside the bounds that a search found.

    B(h) is the infimum over priors p of the odds of the boundary h(p) divided by the odds of p. `exact` is its value by calculus,
    and `lower` and `upper` are the bounds. `name` is the name of h in the message.
    """
    low, high = _bounds(exact)
    below = isinstance(lower, Fraction) and order_of(high, lower) < 0
    if below or (isinstance(upper, Fraction) and order_of(low, upper) > 0):
        raise Disagreement(
            f"two computations of the bound B(h) for h = {name} disagree: calculus gives {[str(x) for x in (low, high)]}, and a "
            f"search gives {spell_interval(lower, upper)}"
        )


def _ratio_at(p: Any, h: Any) -> tuple[Bound, Bound]:
    """Bounds of the odds ratio ((1 − p)/p)·h/(1 − h) at a single prior p. If h is 1, both are infinite."""
    with flint.ctx.workprec(256):
        at, value = (on_balls(x, Q)(arb(0)) for x in (p, h))
        ratio = (1 - at) * value / (at * (1 - value))
        if h >= 1 or not ratio.is_finite():
            return INFINITY, INFINITY
        return enclose_ball(ratio)


def _limit_legs(curved: Curved, lower: Bound, upper: Bound) -> list[BoundLeg]:
    """Ask sympy for the limits of the odds ratio as p → 0 and as p → 1, to compare them with the bounds.

    The first limit that is finite and lies between the bounds is returned, as the only entry of a list. If there is no such
    limit, the list is empty.
    """
    places = [
        (part, end, side)
        for part in curved.parts
        for end, side in ((0, "+"), (1, "-"))
        if (part.start, part.end)[end] == end
    ]
    for part, end, side in places:
        h = part.formula.subs(Q, P ** sympy.Rational(1, part.n))
        try:
            value = sympy.limit((1 - P) * h / (P * (1 - h)), P, end, side)
        except NotImplementedError:
            # sympy raises this if it cannot tell
            continue
        if value.is_number and value.is_finite and lower <= Fraction(str(sympy.N(value, 30))) <= upper:
            return [BoundLeg("symbolic", Standing.LIMIT, str(value), "sympy, not certified")]
    return []
