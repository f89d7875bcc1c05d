"""B(h): what a privacy demand asks of a mechanism, as one number.

A mechanism keeps every posterior probability at most h of its prior exactly if its parity is at most
B(h) = inf over 0 < p < 1 of ((1−p)/p)·(h(p)/(1−h(p))); so the demand is ε-LDP with ε = log B(h), and equally a bound B(h)
on every Bayes factor. (Chai & Nayak 2018, equation 3.3 and Theorem 3.1.)
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from numbers import Rational, Real
from typing import Any

from rropt.breach.certificate import breach_certificate, why_uncertified
from rropt.breach.curved.enclosure import lipschitz_cell, read_ends, search
from rropt.breach.numeric import NO_SOLVER, agrees, breach_sdp
from rropt.breach.result import BreachBound, Canonical, Leg, interval, outward
from rropt.exact.decimal import shown
from rropt.exact.element import Element, Number
from rropt.exact.enclosure import Bounds
from rropt.exact.errors import Disagreement, InputError, Undecided
from rropt.exact.fields import Free
from rropt.exact.grammar import read_integer, read_number
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.privacy.boundary.algebra import reflect, where_below
from rropt.privacy.boundary.function import BreachFunction
from rropt.privacy.boundary.infimum import Infimum, Stationary, infimum, keeps
from rropt.privacy.boundary.reading import as_boundary, boundaries_of, is_sympy

__all__ = ["breach_bound", "exact_bound"]

FIRST_CELL = Fraction(1, 1024)


def breach_bound(
    demand: object,
    *,
    lipschitz: object = None,
    ends: tuple[object, object] | None = None,
    width: object = None,
    budget: int = 20000,
) -> BreachBound:
    """B(h) of a demand, exactly where possible and else enclosed rigorously.

    `demand` is a named demand, a `BreachFunction`, a table of points (p, h), a sympy expression in one symbol, a pair
    (h_l, h_u) of any of these three (a curved one beside a table too), or a Python function of a Fraction that returns an
    exact number (or a pair lower, upper).
    A Python function needs `lipschitz`, a bound on |h'|, and `ends` = (c, η) with h(p) ≥ cp on (0, η] and
    1 − h(p) ≤ (1−p)/c on [1−η, 1). The bounds then hold for every function that has the values it returned, keeps to
    `lipschitz` and `ends`, and lies between p and 1: no dip that keeps to them escapes between the points looked at, and
    one that breaks them is noticed only where a point meets it. `width` is the relative gap at which a search stops
    (1/1000 for a Python function, 1/100000 for a smooth expression), `budget` the most cells it looks at.
    """
    cells = _cells(budget)
    if _is_pair_of_expressions(demand):
        from rropt.breach.curved.pairs import CurvedPair, pair_of_expressions, smaller

        demand = pair_of_expressions(demand)
        if isinstance(demand, CurvedPair):
            from rropt.breach.curved.region import canonical_of

            found = smaller(demand, lambda h: breach_bound(h, ends=ends, width=width, budget=budget))
            return replace(found, canonical=canonical_of(demand))
    if (h := as_boundary(demand)) is not None:
        return replace(exact_bound(h, stated=getattr(demand, "parity", None)), canonical=_canonical(demand, h))
    if is_sympy(demand):
        from rropt.breach.curved.bound import expression_bound

        return expression_bound(
            demand, ends=read_ends(ends), width=_positive("1/100000" if width is None else width), budget=cells
        )
    if not callable(demand):
        raise InputError(
            f"{str(demand)[:60]!r} is no demand; give a named demand, a table of points (p, h) or a function"
        )
    return _searched(demand, lipschitz, ends, _positive("1/1000" if width is None else width), cells)


def _is_pair_of_expressions(demand: object) -> bool:
    return isinstance(demand, tuple | list) and len(demand) == 2 and any(map(is_sympy, demand))


def _canonical(demand: object, h: BreachFunction) -> Canonical | None:
    """What the boundary h made of a stated pair forbids beyond the pair; None where no pair was stated."""
    try:
        pair = None if isinstance(demand, BreachFunction) else boundaries_of(demand)
        if pair is None:
            return None
        return Canonical(h, tuple(where_below(h, pair[1])), tuple(where_below(pair[0], reflect(h))))
    except Undecided:
        return None


def _cells(budget: object) -> int:
    try:
        return read_integer(budget, least=0, most=10**9, name="budget")
    except InputError:
        raise InputError(f"budget = {str(budget)[:40]} must be a whole number of cells, such as 20000") from None


def _positive(x: object) -> Fraction:
    value = read_number(x)
    if not isinstance(value, Fraction) or value <= 0:
        raise InputError(f"the bound {x} must be a positive rational number")
    return value


def exact_bound(h: BreachFunction, *, stated: Callable[[], Number | float] | None = None) -> BreachBound:
    """B(h) of an exact piecewise function on all legs; `stated` gives the closed form of a named demand."""
    found = infimum(h)
    if stated is not None and found.exact is not None and stated() != found.exact:
        raise Disagreement(f"the closed form {show(stated())} of {h} is not the infimum {_value(found)} of its table")
    legs = [Leg("symbolic", "exact" if found.exact is not None else "enclosed", _value(found), "stationary points")]
    free = any(isinstance(x, Element) and isinstance(x.field, Free) for p in h.pieces for x in (*p.top, *p.below))
    if not free:
        legs.append(_numeric(h, found))
    text = _checked(breach_certificate(h, found))
    value, status, judge = (_value(found), "accepted", "the checker") if text else ("none", "uncertified", "")
    legs.append(Leg("certified", status, value, judge))
    lower, upper = _bounds(found, free)
    where = "" if found.least is None else _where(found.least)
    return BreachBound(
        str(h),
        found.exact,
        lower,
        upper,
        where,
        tuple(legs),
        text,
        _said(found),
        "" if text else why_uncertified(h, found),
    )


def _numeric(h: BreachFunction, found: Infimum) -> Leg:
    """The semidefinite program's answer; raises where it contradicts the exact one, which is also re-evaluated."""
    numeric = breach_sdp(h)
    if numeric.solver == NO_SOLVER:
        return Leg("numeric", numeric.status, "inf" if math.isinf(numeric.value) else "none", "")
    sound = isinstance(found.lower, float) or keeps(h, found.lower)
    if not sound or not agrees(numeric, found.lower, found.upper):
        raise Disagreement(
            f"three legs of B(h) disagree for h = {h}: stationary points give {_value(found)}, the semidefinite program"
            f" {numeric.value} ({numeric.status}), and the exact test of that value says {'yes' if sound else 'no'}"
        )
    return Leg("numeric", numeric.status, f"{numeric.value:.9g}", f"semidefinite program, {numeric.solver}")


def _value(found: Infimum) -> str:
    return interval(found.lower, found.upper) if found.exact is None else show(found.exact)


def _bounds(found: Infimum, free: bool) -> Bounds | tuple[Any, Any]:
    if isinstance(found.lower, float) or isinstance(found.upper, float):
        return math.inf, math.inf
    if free:
        return Fraction(1), math.inf
    return outward(found.lower, found.upper)


def _where(least: Stationary) -> str:
    return f"{'attained' if least.attained else 'approached, not attained,'} at prior p = {shown(least.point)}"


def _said(found: Infimum) -> str:
    if found.exact is None:
        return "B(h) is enclosed by exact tests of rational numbers; a design uses the lower end."
    if isinstance(found.exact, Element) and not isinstance(found.exact.field, Free):
        return "B(h) is irrational; a design that wants a rational number uses `rational_lower()`, which is below it."
    return ""


def _checked(text: str | None) -> str | None:
    """The certificate, once the checker has accepted it."""
    if text is None:
        return None
    from rropt.checker import check

    verdict = check(text)
    if verdict.status != "accepted":
        raise Disagreement(f"the checker does not accept the certificate of B(h): {verdict}")
    return text


def _searched(
    h: Callable[[Fraction], object], lipschitz: object, ends: tuple[object, object] | None, width: Fraction, budget: int
) -> BreachBound:
    """Branch and bound with the Lipschitz bound; without a promise about the ends nothing above 1 is known."""
    if lipschitz is None:
        raise InputError(
            "a Python function h needs lipschitz=L with |h(p) - h(q)| <= L|p - q|, else nothing is known; give them to "
            "breach_bound, whose answer a design takes as its demand"
        )
    slope, promise = _positive(lipschitz), read_ends(ends)
    first = FIRST_CELL if promise is None else promise.eta
    found = search([(first, 1 - first)], lipschitz_cell(lambda p: _read_value(h, p), slope), width=width, budget=budget)
    said = f"Branch and bound over {found.cells} cells{'' if found.reached else ', stopped by the effort allowed'}."
    if promise is None:
        low: Fraction | float = Fraction(1)
        said += (
            " The lower end is 1 because nothing was promised near p = 0 and p = 1; give ends=(c, eta) with"
            " h(p) >= c*p on (0, eta] and 1 - h(p) <= (1-p)/c on [1-eta, 1)."
        )
    else:
        low = max(Fraction(1), min(found.lower, promise.c))
        said += " The lower end is the promise about the ends." if promise.c < found.lower else ""
    low, high = outward(low, found.upper)
    legs = (Leg("numeric", "rigorous", interval(low, high), "branch and bound"),)
    name = getattr(h, "__name__", "a function")
    why = (
        "h is a Python function, which no certificate can state; the bounds rest on its values and the promises made "
        f"(lipschitz = {show(slope)}{'' if promise is None else ', ends'}, h(p) >= p), noticed to be broken only at the "
        "points looked at"
    )
    return BreachBound(name, low if low == high else None, low, high, "", legs, None, said, why)


def _pair_of_bounds(value: object, p: Fraction) -> tuple[object, object]:
    """The bounds as they are stated; numbers of a finite precision, of whatever library, are refused."""
    if isinstance(value, tuple) and len(value) != 2:
        raise InputError(f"h({p}) = {value} has {len(value)} parts; return one exact number or a pair (lower, upper)")
    import sympy

    both = value if isinstance(value, tuple) else (value, value)
    for x in both:
        floating = isinstance(x, Real) and not isinstance(x, Rational)
        if floating or (isinstance(x, sympy.Basic) and x.has(sympy.Float)):
            raise InputError(f"h({p}) is the float {x}, whose error is unknown; return a Fraction or a pair of bounds")
    return both


def _read_value(h: Callable[[Fraction], object], p: Fraction) -> tuple[Fraction, Fraction]:
    """h(p) as rational bounds in [p, 1]; a float is refused, for its error is not known."""
    try:
        value = h(p)
    except Exception as e:
        raise InputError(f"h({p}) raised {type(e).__name__}: {e}; h must have a value at every prior in (0, 1)") from e
    lower, upper = _pair_of_bounds(value, p)
    low, high = enclose(read_number(lower))[0], enclose(read_number(upper))[1]
    if high < p or low > 1 or low > high:
        raise InputError(f"h({p}) = {value} does not lie between p and 1, as an upward breach boundary must")
    return max(low, p), min(high, Fraction(1))
