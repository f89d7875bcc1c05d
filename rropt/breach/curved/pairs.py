"""A pair (h_l, h_u) with sympy expressions: two exact functions where all is linear over linear, else two upper boundaries.

The pair says as much as min{h_u(p), 1 − h_l(1 − p)} (Chai & Nayak 2018, Lemma 3.1). The odds ratio R grows with h, so B of
the smaller of two boundaries is the smaller of both B: no crossing of the two has to be found for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import sympy

from rropt.breach.curved.reading import as_function, read_parts
from rropt.breach.result import BreachBound, Leg
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.quadratic import compare
from rropt.privacy.boundary.algebra import reflect
from rropt.privacy.boundary.function import BreachFunction, piecewise_linear, require_lower, require_upper
from rropt.privacy.boundary.reading import is_sympy

__all__ = ["CurvedPair", "pair_of_expressions", "smaller"]

UNCERTIFIED = (
    "which side has the smaller B(h) is not decided, and a side is only enclosed, which certificates do not state"
)
P = sympy.Symbol("p", real=True)
Side = BreachFunction | Any


@dataclass(frozen=True, slots=True)
class CurvedPair:
    """Both sides as upward boundaries, h_u and 1 − h_l(1 − p), each exact or a sympy expression in p; and what was stated."""

    upper: Side
    mirrored: Side
    name: str


def pair_of_expressions(demand: Any) -> tuple[BreachFunction, BreachFunction] | CurvedPair:
    """Two exact functions, or a pair with a curved side."""
    lower, upper = (_side(x) for x in demand)
    if isinstance(lower, BreachFunction) and isinstance(upper, BreachFunction):
        return lower, upper
    if isinstance(lower, BreachFunction):
        mirrored: Side = reflect(require_lower(lower))
    else:
        mirrored = 1 - lower.subs(P, 1 - P)
    if isinstance(upper, BreachFunction):
        require_upper(upper)
    return CurvedPair(upper, mirrored, f"({lower}, {upper})")


def _side(x: Any) -> Side:
    """One side as an exact function where it is linear over linear, else as an expression in p."""
    if isinstance(x, BreachFunction):
        return x
    if not is_sympy(x) and not isinstance(x, int):
        return piecewise_linear(x)
    expression = sympy.sympify(x)
    symbols = expression.free_symbols
    if len(symbols) > 1:
        raise InputError(f"h = {x} has the symbols {sorted(symbols, key=str)}; it must have one")
    return as_function(read_parts(expression), str(x)) or expression.subs(dict.fromkeys(symbols, P))


def smaller(pair: CurvedPair, bound: Callable[[Side], BreachBound]) -> BreachBound:
    """B of the pair: the smaller B of both sides."""
    sides = {"h_u": bound(pair.upper), "1 - h_l(1 - p)": bound(pair.mirrored)}
    exact, most = _least(*sides.values()), min(x.upper for x in sides.values())
    decide = [n for n, x in sides.items() if (x.lower <= most if exact is None else x.exact == exact)]
    if len(decide) > 1 and exact is None:
        lower = min(x.lower for x in sides.values())
        legs = [replace(leg, name=f"{leg.name}, {n}") for n, x in sides.items() for leg in _below(x.legs)]
        said = " ".join(dict.fromkeys(x.said for x in sides.values()))
        return BreachBound(pair.name, None, lower, most, "", tuple(legs), None, said, UNCERTIFIED)
    found = sides[decide[0]]
    said = f"B(h) is that of the smaller side, {decide[0]}. {found.said}".strip()
    legs = [replace(leg, source=f"{leg.source}; of {decide[0]}") for leg in _below(found.legs)]
    texts = [_texts(sides[n]) for n in sorted(sides, key=lambda n: n == decide[0])]
    shows = tuple(text for of_side in texts for text in of_side) if all(texts) else ()
    why = "" if shows else next(x.uncertified for x in sides.values() if not _texts(x))
    legs += (
        [Leg("certified", "accepted", found.brief(), f"the checker, {len(shows)} texts of both sides")] if shows else []
    )
    return replace(
        found, demand=pair.name, legs=tuple(legs), certificate=None, certificates=shows, said=said, uncertified=why
    )


def _texts(side: BreachBound) -> tuple[str, ...]:
    """What the checker accepted of one side."""
    return side.certificates or (() if side.certificate is None else (side.certificate,))


def _below(legs: tuple[Leg, ...]) -> list[Leg]:
    """The legs of one side that hold for the pair: a certificate states that side alone."""
    return [leg for leg in legs if leg.name != "certified"]


def _least(a: BreachBound, b: BreachBound) -> Number | float | None:
    """The smaller of two exact numbers, or the one that is below the bounds of the other; None where that is open."""
    if a.exact is not None and b.exact is not None:
        if isinstance(a.exact, float) or isinstance(b.exact, float):
            return b.exact if isinstance(a.exact, float) else a.exact
        return a.exact if compare(a.exact, b.exact) <= 0 else b.exact
    known, other = (a, b) if a.exact is not None else (b, a)
    return known.exact if known.exact is not None and known.upper <= other.lower else None
