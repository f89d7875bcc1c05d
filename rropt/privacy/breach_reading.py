"""From a stated demand to the one exact upward boundary h that says as much: every named demand becomes a function."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import reduce
from typing import Any, Literal

from rropt.exact.errors import InputError
from rropt.privacy.breach_algebra import minimum, reflect, star
from rropt.privacy.breach_function import BreachFunction, piecewise_linear, require_upper
from rropt.privacy.breach_named import everything, precise

__all__ = ["as_boundary", "boundaries_of", "from_boundary"]

Pair = tuple[BreachFunction, BreachFunction]
Side = Literal["lower", "upper"]


def _of_odds(factor: Any) -> BreachFunction:
    """p ↦ factor·p/(1 + (factor−1)p); a factor below 1 is the mirror image of its inverse."""
    if factor == math.inf:
        return everything()
    if factor >= 1:
        return precise(factor)
    return reflect(everything() if factor == 0 else precise(1 / factor))


def _of_table(pieces: Sequence[Any], side: Side) -> BreachFunction:
    """At a jump the less demanding of the two limits is the value, as the named demands define it."""
    weaker = max if side == "upper" else min
    points = [(pieces[0].start, pieces[0].left)]
    for n, piece in enumerate(pieces):
        follows = pieces[n + 1].left if n + 1 < len(pieces) else piece.right
        jump = [piece.right, weaker(piece.right, follows), follows]
        points += [(piece.end, h) for h in (jump if follows != piece.right else jump[:1])]
    return piecewise_linear(points)


def from_boundary(boundary: Any, *, side: Side) -> BreachFunction:
    """The exact function that a notion's boundary (a table, a bound on odds, a minimum of such) is."""
    if isinstance(boundary, BreachFunction):
        return boundary
    if hasattr(boundary, "factor"):
        return _of_odds(boundary.factor)
    if hasattr(boundary, "parts"):
        return reduce(minimum, (from_boundary(part, side=side) for part in boundary.parts))
    return _of_table(boundary.pieces, side)


def boundaries_of(demand: object) -> Pair | None:
    """(h_l, h_u) as a demand states them: a notion with two boundaries, or a pair of functions; None for others."""
    if isinstance(demand, tuple) and len(demand) == 2 and all(isinstance(x, BreachFunction) for x in demand):
        return demand
    if hasattr(demand, "h_l") and hasattr(demand, "h_u"):
        return from_boundary(demand.h_l, side="lower"), from_boundary(demand.h_u, side="upper")
    if hasattr(demand, "h"):
        upper = from_boundary(demand.h, side="upper")
        return reflect(upper), upper
    if hasattr(demand, "boundaries"):
        lower, upper = demand.boundaries()
        return from_boundary(lower, side="lower"), from_boundary(upper, side="upper")
    return _of_parity(demand)


def _of_parity(demand: Any) -> Pair | None:
    """Both boundaries of a bound γ on the parity; refused for a demand with δ > 0, which bounds no posterior."""
    if not hasattr(demand, "reduced"):
        return None
    gamma, delta = demand.reduced()
    if delta != 0:
        raise InputError(f"{demand} allows a breach of any size with probability delta, so it has no boundary h")
    upper = _of_odds(gamma)
    return reflect(upper), upper


def as_boundary(demand: object) -> BreachFunction | None:
    """The upward boundary h of a demand: a notion, a boundary, a pair (h_l, h_u) or a table; None for anything else."""
    if isinstance(demand, BreachFunction):
        return require_upper(demand)
    if (pair := boundaries_of(demand)) is not None:
        return star(*pair, name="" if isinstance(demand, tuple) else repr(demand))
    if isinstance(demand, Sequence) and not isinstance(demand, str):
        return require_upper(piecewise_linear(demand))
    return None
