"""The boundaries of a demand, read from a demand, a table or a text; the region of priors and posteriors that they forbid; and the
equivalent demand with one boundary.

Let h_l be the lower and h_u the upper boundary. A pair (p, p*) of the prior and the posterior probability of an event lies in the
region if p* < h_l(p) or p* > h_u(p). Let h(p) = min{h_u(p), 1 − h_l(1 − p)}. A mechanism satisfies the demand (h_l, h_u) if and
only if it satisfies the demand with the single upper boundary h, whose region may be larger. (Chai & Nayak 2018, Lemma 3.1.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cmp_to_key, partial
from typing import Any, ClassVar

from rropt.errors import InputError
from rropt.exact.element import Number
from rropt.exact.ordering import order_of
from rropt.exact.spelling import show
from rropt.plots.beliefs import draw_beliefs
from rropt.privacy.beliefs import CSIP, SIP, OnBeliefs
from rropt.privacy.boundary import BreachFunction, infimum, odds_boundaries, reflect, split_by_sign, star
from rropt.privacy.notion import Notion, OfRatio
from rropt.show import Block, Col, Figure, Result, Say, Table

__all__ = [
    "CanonicalRegion",
    "Region",
    "as_boundary",
    "canonical_region",
    "is_sympy",
    "points_of",
    "stated_region",
]

# Of a curved piece in a picture.
STEPS = 80
Places = tuple[tuple[Number, Number], ...]
Pair = tuple[BreachFunction, BreachFunction]


def as_boundary(demand: object) -> BreachFunction:
    """Return the upper boundary to which a demand is equivalent; the demand is one that `boundaries_of` reads."""
    name = repr(demand) if isinstance(demand, Notion) else getattr(demand, "name", "")
    return star(*boundaries_of(demand), name=name)


def boundaries_of(demand: object) -> Pair:
    """Return the two boundaries (h_l, h_u) of a demand.

    The demand may be a notion that states its boundaries or bounds all ratios alike, one upper boundary, or a pair of boundaries. A
    boundary may be a function, a table of points or its text. What has no boundaries is refused.
    """
    if isinstance(demand, tuple) and len(demand) == 2 and all(map(_is_boundary, demand)):
        return SIP(*(_points(x) or x for x in demand)).boundaries()
    if not isinstance(demand, Notion):
        return CSIP(_points(demand) or demand).boundaries()
    if isinstance(demand, OnBeliefs):
        return demand.boundaries()
    if not isinstance(demand, OfRatio) or demand.reduced()[1] != 0:
        raise InputError(
            f"{demand} bounds no belief by a boundary h; give one such as LDP(1), with delta = 0, or RhoBreach('1/5', '1/2')"
        )
    return odds_boundaries(demand.parity())


def _is_boundary(x: object) -> bool:
    return isinstance(x, BreachFunction | str) or _points(x) is not None


def _points(x: object) -> Sequence[Sequence[object]] | None:
    """Return a table of points, also one of numpy; None if x is none."""
    rows = x.tolist() if hasattr(x, "tolist") else x
    if not isinstance(rows, Sequence) or isinstance(rows, str) or not rows:
        return None
    is_table = all(isinstance(row, Sequence) and not isinstance(row, str) and len(row) == 2 for row in rows)
    return rows if is_table else None


def is_sympy(x: object) -> bool:
    """Whether the class of x, or a base of this class, comes from sympy; sympy is not imported for this."""
    return any(str(c.__module__).partition(".")[0] == "sympy" for c in type(x).__mro__)


def where_below(f: BreachFunction, g: BreachFunction) -> list[tuple[Number, Number]]:
    """Return the maximal open intervals on which f < g, in increasing order.

    There may be a point p with f(p) < g(p) that is no end of such an interval. It is listed among them as (p, p).
    """
    found: list[tuple[Number, Number]] = []

    def touches(p: Number) -> bool:
        return bool(found) and order_of(found[-1][1], p) == 0

    def is_less(p: Number) -> bool:
        return order_of(f(p), g(p)) < 0

    for u, v, _, _, order in split_by_sign(f, g):
        if order < 0 and touches(u) and is_less(u):
            found[-1] = (found[-1][0], v)
        elif order < 0:
            found.append((u, v))
        elif not touches(u) and is_less(u):
            found.append((u, u))
    one = Fraction(1)
    return found if touches(one) or not is_less(one) else [*found, (one, one)]


def is_at_most(f: BreachFunction, g: BreachFunction) -> bool:
    """Whether f(p) ≤ g(p) for every p of [0, 1]; if so, the demand of an upper boundary f implies that of g."""
    # breakpoints first, as they decide it where a crossing cannot be written
    points = sorted({*f.breakpoints, *g.breakpoints}, key=cmp_to_key(order_of))
    return all(order_of(f(p), g(p)) <= 0 for p in points) and all(order <= 0 for *_, order in split_by_sign(f, g))


@dataclass(frozen=True, slots=True)
class Region:
    """The pairs (p, p*) of prior and posterior probability of an event that a demand forbids: p* < lower(p) or p* > upper(p)."""

    lower: BreachFunction
    upper: BreachFunction

    def inside(self, other: Region) -> bool:
        """Whether every pair that this region forbids is forbidden by the other region too."""
        return is_at_most(self.lower, other.lower) and is_at_most(other.upper, self.upper)


@dataclass(frozen=True, slots=True, repr=False)
class CanonicalRegion(Result):
    """The canonical region of a demand: the equivalent region whose lower boundary is the mirror image of its upper boundary.

    The canonical region may forbid more than the region that the demand states. `above` lists the open intervals of p where the
    canonical upper boundary is lower than the stated upper boundary. `below` lists those where the canonical lower boundary is
    higher than the stated lower boundary. A single p at which the boundaries differ in this way is listed as (p, p), unless it is
    an end of a listed interval. An object unpacks as (region, above, below).
    """

    schema: ClassVar[str] = "rropt/canonical-region/2"
    region: Region
    above: Places
    below: Places

    def __iter__(self) -> Iterator[Any]:
        return iter((self.region, self.above, self.below))

    @property
    def is_stronger(self) -> bool:
        """Whether the canonical region forbids more than was stated."""
        return bool(self.above or self.below)

    @property
    def formula(self) -> str:
        """The upper boundary as text, without the name of the demand: as a list of points, as `odds:γ`, or as formulas."""
        return str(replace(self.region.upper, name=""))

    def show(self) -> Iterator[Block]:
        """Yield the upper boundary, and for which priors the region forbids more than was stated."""
        yield Say(
            f"No posterior may lie above h(p) = {self.formula}, nor below its mirror image. This forbids more than was "
            f"stated above {_intervals(self.above)}, and below {_intervals(self.below)}.",
            key="",
        )
        cols = (Col("where", "where"), Col("h", "h(p)"))
        yield Table(
            "upper", cols, [(f"{show(x.start)} < p < {show(x.end)}", x.formula) for x in self.region.upper.pieces]
        )
        upper = self.region.upper
        draw = partial(draw_beliefs, boundary=points_of(upper), factor=float(infimum(upper).upper))
        yield Figure("beliefs", draw, "What may be believed after an answer")
        for side, places in (("above", self.above), ("below", self.below)):
            yield Table(side, (Col("from", "from"), Col("to", "to")), places, shown=False)


def points_of(h: BreachFunction) -> tuple[list[float], list[float]]:
    """Return points of a boundary for a picture, with both limits where it jumps."""
    points = list[tuple[float, float]]()
    for piece in h.pieces:
        start, end = float(piece.start), float(piece.end)
        (a, b), (c, d) = (tuple(map(float, pair)) for pair in (piece.top, piece.below))
        steps = STEPS if d else 1
        places = [start + (end - start) * n / steps for n in range(steps + 1)]
        points += [(p, (a + b * p) / (c + d * p)) for p in places]
    return [p for p, _ in points], [x for _, x in points]


def _intervals(places: Sequence[tuple[Number, Number]]) -> str:
    told = ", ".join(f"({show(a)}, {show(b)})" if order_of(a, b) else f"{{{show(a)}}}" for a, b in places)
    return f"for p in {told}" if told else "nowhere"


def stated_region(demand: object) -> Region:
    """Return the region that the demand forbids by its own lower and upper boundary; if it states only an upper one, the lower is
    its mirror image."""
    return Region(*boundaries_of(demand))


def canonical_region(demand: object) -> CanonicalRegion:
    """Find the canonical region of a demand: an equivalent region whose lower boundary is the mirror image of its upper boundary.

    If the demand states the boundaries h_l and h_u, the upper boundary of the canonical region is min{h_u(p), 1 − h_l(1 − p)}. The
    result also lists where the canonical region forbids more than the demand states.

    Args:
        demand: A demand, a `BreachFunction`, a table of points (p, h), or a pair (h_l, h_u) of such functions or tables.

    Returns:
        The region, with the places where it forbids more than was stated.

    Raises:
        InputError: The demand has no boundary. Undecided: It cannot be decided where two boundaries cross.

    Examples:
        >>> from rropt import BetaFactor
        >>> from rropt.breach import canonical_region
        >>> canonical_region(BetaFactor(2)).formula
        '0=0,1/3=2/3,1=1'

    Reference: Chai and Nayak (2018), section 3.
    """
    stated = stated_region(demand)
    upper = star(stated.lower, stated.upper)
    region = Region(reflect(upper), upper)
    above, below = where_below(upper, stated.upper), where_below(stated.lower, region.lower)
    return CanonicalRegion(region, tuple(above), tuple(below))
