"""The region of priors and posteriors that a demand (h_l, h_u) forbids, and the equivalent demand with one boundary.

A pair (p, p*) of prior and posterior probability of an event lies in the region if p* < h_l(p) or p* > h_u(p). A mechanism
keeps the demand exactly if it keeps that of h_l ⋆ h_u alone, whose region may be larger. (Chai & Nayak 2018, Lemma 3.1.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.ordering import order_of
from rropt.exact.spelling import show
from rropt.privacy.boundary.algebra import is_at_most, reflect, star, where_below
from rropt.privacy.boundary.function import BreachFunction
from rropt.privacy.boundary.in_words import boundary_in_words
from rropt.privacy.boundary.reading import boundaries_of
from rropt.results import FieldResult, Result, Table, text_table

__all__ = ["CanonicalRegion", "Region", "canonical_region", "stated_region"]

Places = tuple[tuple[Number, Number], ...]


@dataclass(frozen=True, slots=True, repr=False)
class Region(FieldResult):
    """The pairs (p, p*) with p* < lower(p) or p* > upper(p)."""

    lower: BreachFunction
    upper: BreachFunction

    def breaches(self, prior: object, posterior: object) -> bool:
        """Whether the pair lies in the region."""
        after = read_number(posterior)
        return order_of(after, self.lower(prior)) < 0 or order_of(after, self.upper(prior)) > 0

    def inside(self, other: Region) -> bool:
        """Whether the other region contains this one, so that the other forbids at least as much."""
        return is_at_most(self.lower, other.lower) and is_at_most(other.upper, self.upper)

    def explain(self) -> str:
        """Both boundaries, piece by piece."""
        table = text_table(*self.as_table())
        return f"A posterior probability below the lower or above the upper boundary is a breach\n{table}"

    def as_table(self) -> Table:
        """A table of the rows of both boundaries."""
        sides = (("lower", self.lower), ("upper", self.upper))
        rows = [(name, *row) for name, boundary in sides for row in boundary.as_table()[1]]
        return ("boundary", "where", "value"), rows


@dataclass(frozen=True, slots=True, repr=False)
class CanonicalRegion(Result):
    """The canonical region, and the intervals of p where it forbids more than the stated region; unpacks as (region, above, below).

    `above` has the intervals where its upper boundary is lower than stated, `below` those where its lower boundary is higher.
    """

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
        """The upper boundary as text, without the name of its demand."""
        return str(replace(self.region.upper, name=""))

    def explain(self) -> str:
        """Say the boundary, and where it forbids more than was stated."""
        line = boundary_in_words(self.region.upper)
        above = f"for p in {_intervals(self.above)}" if self.above else "nowhere"
        return (
            f"the equivalent canonical region: no posterior above h(p) = {line}, nor below its mirror image; it "
            f"forbids more than was stated above {above}; below, {_intervals(self.below) or 'nowhere'}"
        )

    def to_dict(self) -> dict[str, Any]:
        """The upper boundary and the intervals, as text."""
        sides = (("above", self.above), ("below", self.below))
        return {"upper": self.formula} | {side: [[show(a), show(b)] for a, b in x] for side, x in sides}

    def as_table(self) -> Table:
        """A table of the region's boundaries."""
        return self.region.as_table()


def _intervals(places: Sequence[tuple[Number, Number]]) -> str:
    return ", ".join(f"({show(a)}, {show(b)})" for a, b in places)


def stated_region(demand: object) -> Region:
    """The region as the demand states it, by both of its boundaries."""
    pair = boundaries_of(demand)
    if pair is None and isinstance(demand, BreachFunction):
        pair = reflect(demand), demand
    if pair is None:
        raise InputError(f"{str(demand)[:60]!r} states no boundaries; give a demand or a pair (h_l, h_u)")
    return Region(*pair)


def canonical_region(demand: object) -> CanonicalRegion:
    """The region of [h_l ⋆ h_u], equivalent to the demand's own, and the intervals of p where it is larger: above and below.

    Args:
        demand: A demand, a boundary, a table, or a pair of boundaries, as in `breach_bound`.

    Returns:
        The region, with the places where it forbids more than was stated.

    Raises:
        InputError: The demand has no boundary.

    Example:
        >>> from rropt import BetaFactor
        >>> from rropt.breach import canonical_region
        >>> canonical_region(BetaFactor(2)).to_dict()["upper"]
        '0=0,1/3=2/3,1=1'

    Reference: Chai and Nayak (2018), section 3.
    """
    stated = stated_region(demand)
    upper = star(stated.lower, stated.upper)
    region = Region(reflect(upper), upper)
    above, below = where_below(upper, stated.upper), where_below(stated.lower, region.lower)
    return CanonicalRegion(region, tuple(above), tuple(below))
