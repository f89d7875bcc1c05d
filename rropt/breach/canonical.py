"""The region of priors and posteriors that a demand with two boundaries forbids, and the equivalent demand with one boundary.

Let h_l be the lower and h_u the upper boundary. A pair (p, p*) of the prior and the posterior probability of an event lies in the
region if p* < h_l(p) or p* > h_u(p). Let h(p) = min{h_u(p), 1 − h_l(1 − p)}. A mechanism satisfies the demand (h_l, h_u) if and
only if it satisfies the demand with the single upper boundary h, whose region may be larger. (Chai & Nayak 2018, Lemma 3.1.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

from rropt.breach.boundaries import boundaries_of, is_at_most, where_below
from rropt.exact.element import Number
from rropt.exact.ordering import order_of
from rropt.exact.spelling import show
from rropt.plots.beliefs import draw_beliefs
from rropt.privacy.boundary import BreachFunction, infimum, reflect, star
from rropt.show import Block, Col, Figure, Result, Say, Table

__all__ = ["CanonicalRegion", "Region", "canonical_region", "points_of", "stated_region"]

STEPS = 80
"""Of a curved piece in a picture."""
Places = tuple[tuple[Number, Number], ...]


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
