"""Finds bounds of B(h) for a boundary h that is a Python function.

B(h) is the infimum over priors p of the odds of h(p) divided by the odds of p. The bounds use the values that the function returns,
and what the caller promises about it. The option `lipschitz` limits how fast h changes, and the option `ends` limits h near p = 0
and p = 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from numbers import Rational, Real

import sympy

from rropt.breach.curved.enclosure import Bound, Ends, OnCell, odds, search, search_words
from rropt.breach.leg import BoundLeg, Standing
from rropt.breach.reasons import Uncertified
from rropt.breach.result import BreachBound, shorten_outward, spell_interval
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.infinity import is_infinite
from rropt.exact.sign import enclose
from rropt.exact.spelling import show

__all__ = ["lipschitz_bounds", "promised_bound", "read_ends", "read_positive"]

FIRST_CELL = Fraction(1, 1024)
SIGNIFICANT = 1 << 60


def promised_bound(
    h: Callable[[Fraction], object], lipschitz: object, promise: Ends | None, *, width: Fraction, budget: int
) -> BreachBound:
    """Find bounds of B(h) for a Python function h by branch and bound.

    The bounds rest on the promise |h(p) − h(q)| ≤ `lipschitz`·|p − q|, because h is known only at the points where it is called.
    `promise` may promise more about h near the priors 0 and 1. If it is None, the lower bound is 1.
    """
    if lipschitz is None:
        raise InputError(
            "a Python function h needs a limit on how fast it changes; call bound = breach_bound(h, lipschitz=L), where |h(p) - "
            "h(q)| <= L|p - q|, and give bound to design as the demand"
        )
    slope = read_positive(lipschitz, "lipschitz")
    first = FIRST_CELL if promise is None else promise.eta
    bounds = lipschitz_bounds(lambda p: _read_value(h, p), slope)
    found = search([(first, 1 - first, bounds)], width=width, budget=budget)
    said = search_words(found)
    if promise is None:
        low: Bound = Fraction(1)
        said += (
            " The lower end is 1 because nothing was promised near p = 0 and p = 1; give ends=(c, eta) with"
            " h(p) >= c*p on (0, eta] and 1 - h(p) <= (1-p)/c on [1-eta, 1)."
        )
    else:
        low = max(Fraction(1), min(found.lower, promise.c))
        said += " The lower end is the promise about the ends." if promise.c < found.lower else ""
    low, high = shorten_outward(low, found.upper)
    legs = (BoundLeg("numeric", Standing.RIGOROUS, spell_interval(low, high), "branch and bound"),)
    why = Uncertified.FUNCTION.at(f"lipschitz = {show(slope)}{'' if promise is None else ', ends'}")
    name = getattr(h, "__name__", "a function")
    return BreachBound(name, low if low == high else None, low, high, "", legs, None, said, why)


def lipschitz_bounds(h: Callable[[Fraction], tuple[Fraction, Fraction]], lipschitz: Fraction) -> OnCell:
    """Return a function that bounds the odds ratio of a boundary on a cell [u, v] of priors.

    Let b(p) be the value of the boundary at the prior p; `h` returns a lower and an upper bound of it. The odds ratio is the odds
    of b(p) divided by the odds of p. The bounds assume b(p) ≥ p and |b(p) − b(q)| ≤ L·|p − q| with L = `lipschitz`. If the
    bounds from `h` show that b(u) and b(v) differ by more than L·(v − u), the returned function raises `InputError`.
    """

    def on_cell(u: Fraction, v: Fraction) -> tuple[Bound, Bound]:
        (left, left_up), (right, right_up) = h(u), h(v)
        if max(left - right_up, right - left_up) > lipschitz * (v - u):
            raise InputError(
                f"h changes by more than lipschitz = {lipschitz} times the distance between p = {u} and p = {v}; "
                "give a larger lipschitz"
            )
        least = max((left + right - lipschitz * (v - u)) / 2, u)
        bound = odds(v, least)
        return _shorten(max(bound, Fraction(1))), min(odds(u, left_up), odds(v, right_up))

    return on_cell


def _shorten(x: Bound) -> Bound:
    """Round a bound down to a fraction with the denominator `SIGNIFICANT`, if its own denominator is not smaller."""
    if is_infinite(x) or x.denominator < SIGNIFICANT:
        return x
    return Fraction(math.floor(x * SIGNIFICANT), SIGNIFICANT)


def read_ends(ends: object) -> Ends | None:
    """Read the option `ends` of `breach_bound`, a pair (c, η) of rational numbers.

    With this pair the caller promises h(p) ≥ c·p on (0, η] and 1 − h(p) ≤ (1−p)/c on [1−η, 1), where h is the boundary. None if
    `ends` is None.
    """
    if ends is None:
        return None
    if not isinstance(ends, tuple | list) or len(ends) != 2:
        raise InputError(f"ends = {str(ends)[:40]} must be a pair (c, eta), such as ends=(2, '1/100')")
    c, eta = (read_number(x) for x in ends)
    if not isinstance(c, Fraction) or not isinstance(eta, Fraction):
        raise InputError(
            f"ends = ({show(c)}, {show(eta)}) must be two rational numbers; replace an irrational one by a smaller rational one"
        )
    return Ends(c, eta)


def read_positive(x: object, name: str) -> Fraction:
    """Read a positive rational number; `name` is its name in an error message."""
    value = read_number(x)
    if not isinstance(value, Fraction) or value <= 0:
        raise InputError(f"{name} = {x} must be a positive rational number")
    return value


def _read_value(h: Callable[[Fraction], object], p: Fraction) -> tuple[Fraction, Fraction]:
    """Call the boundary h at the prior p, and return rational bounds of its value. The bounds lie in [p, 1].

    Raise `InputError` if h fails, or if the value is a float, is not a number, or does not lie between p and 1.
    """
    try:
        value = h(p)
    except Exception as e:
        raise InputError(f"h({p}) raised {type(e).__name__}: {e}; h must have a value at every prior in (0, 1)") from e
    lower, upper = _pair_of_bounds(value, p)
    low, high = enclose(read_number(lower))[0], enclose(read_number(upper))[1]
    if high < p or low > 1 or low > high:
        raise InputError(f"h({p}) = {value} does not lie between p and 1, as an upward breach boundary must")
    return max(low, p), min(high, Fraction(1))


def _pair_of_bounds(value: object, p: Fraction) -> tuple[object, object]:
    """Return a lower and an upper bound of h(p), from the `value` that the user's function h returned at the prior `p`.

    If `value` is a number, it serves as both bounds. If it is a pair, return the pair. If it is a tuple of another length, raise
    `InputError`. Raise it also for a float, alone or in a pair, because its error is unknown.
    """
    if isinstance(value, tuple) and len(value) != 2:
        raise InputError(f"h({p}) = {value} has {len(value)} parts; return one exact number or a pair (lower, upper)")
    both = value if isinstance(value, tuple) else (value, value)
    for x in both:
        floating = isinstance(x, Real) and not isinstance(x, Rational)
        if floating or (isinstance(x, sympy.Basic) and x.has(sympy.Float)):
            raise InputError(f"h({p}) is the float {x}, whose error is unknown; return a Fraction or a pair of bounds")
    return both
