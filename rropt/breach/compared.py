"""Compares two demands by B(h), and finds the smallest demand of a factor of odds that contains a demand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

from rropt.breach.bound import BreachBound, breach_bound
from rropt.breach.canonical import stated_region
from rropt.errors import InputError, Undecided
from rropt.exact.ordering import order_of
from rropt.privacy.boundary import BreachFunction, Side, odds_boundary
from rropt.show import Block, Fact, Result, Say

__all__ = ["DemandComparison", "DemandRelation", "Nesting", "TightestPrecise", "compare_demands", "tightest_precise"]


class DemandRelation(StrEnum):
    """Whether one demand is stronger than another, weaker, or equivalent."""

    STRONGER = "stronger"
    WEAKER = "weaker"
    EQUIVALENT = "equivalent"


VERBS = {
    DemandRelation.STRONGER: "asks more than",
    DemandRelation.WEAKER: "asks less than",
    DemandRelation.EQUIVALENT: "asks exactly as much as",
}


class Nesting(StrEnum):
    """How the two regions that two demands forbid lie: they are equal, one is inside the other, or neither is inside the other."""

    EQUAL = "equal"
    FIRST_INSIDE = "first inside second"
    SECOND_INSIDE = "second inside first"
    OVERLAPPING = "overlapping"


@dataclass(frozen=True, slots=True, repr=False)
class DemandComparison(Result):
    """Two demands, compared by their bounds on the parity, which are `first` and `second`. `relation` says whether the first demand
    is stronger or weaker. `regions` says whether one forbidden region contains the other, and is None if this is unknown."""

    schema: ClassVar[str] = "rropt/demand-comparison/2"
    first: BreachBound
    second: BreachBound
    relation: DemandRelation
    regions: Nesting | None

    def show(self) -> Iterator[Block]:
        """Yield which demand asks more, both bounds, and how the regions are nested."""
        yield Say(f"{self.first.demand} {VERBS[self.relation]} {self.second.demand}.", key="")
        yield Fact("relation", "the first is", self.relation.value)
        for key, name, x in (("first", "first", self.first), ("second", "second", self.second)):
            yield Fact(key, f"B(h) of the {name}", x if x.value is None else x.value)
        yield Fact("regions", "forbidden regions", "unknown" if self.regions is None else self.regions.value)


def compare_demands(first: object, second: object) -> DemandComparison:
    """Compare two demands by B(h), the infimum over priors p of the odds of the boundary h(p) divided by the odds of p. The demand
    with the smaller B(h) asks more, even if neither of the forbidden regions contains the other.

    Args:
        first: A demand, as in `breach_bound`.
        second: Another demand.

    Returns:
        Which demand asks more, the B(h) of both, and whether one forbidden region contains the other.

    Raises:
        InputError: A demand cannot be read, or has no boundary h. Undecided: The bounds of B(h) of the two demands overlap.

    Examples:
        >>> from rropt import BetaFactor, RhoBreach
        >>> from rropt.breach import compare_demands
        >>> compare_demands(BetaFactor(2), RhoBreach("1/5", "1/2")).relation.value
        'stronger'

    Reference: Chai and Nayak (2018), section 3.
    """
    a, b = breach_bound(first), breach_bound(second)
    if order_of(a.upper, b.lower) < 0:
        relation = DemandRelation.STRONGER
    elif order_of(b.upper, a.lower) < 0:
        relation = DemandRelation.WEAKER
    elif a.value is not None and b.value is not None:
        relation = DemandRelation.EQUIVALENT
    else:
        raise Undecided(
            f"B(h) of {a.demand} is {a.brief()} and that of {b.demand} is {b.brief()}, so that it is not known which is "
            "smaller; give tables of points in place of formulas"
        )
    return DemandComparison(a, b, relation, _nesting(first, second))


def _nesting(a: object, b: object) -> Nesting | None:
    try:
        first, second = stated_region(a), stated_region(b)
        forth, back = first.inside(second), second.inside(first)
    except (InputError, Undecided):  # a formula has no exact region, or it is not decided where boundaries cross
        return None
    if forth:
        return Nesting.EQUAL if back else Nesting.FIRST_INSIDE
    return Nesting.SECOND_INSIDE if back else Nesting.OVERLAPPING


@dataclass(frozen=True, slots=True, repr=False)
class TightestPrecise(Result):
    """A demand's `bound` on the parity, and the `boundary` h_γ(p) = γp/(1 + (γ−1)p) in which γ is this bound."""

    schema: ClassVar[str] = "rropt/tightest-precise/2"
    boundary: BreachFunction
    bound: BreachBound

    def __iter__(self) -> Iterator[Any]:
        return iter((self.boundary, self.bound))

    def show(self) -> Iterator[Block]:
        """Yield the boundary, and the demand's bound."""
        yield Say(f"Tightest precise demand: no posterior above h(p) = {self.boundary}.", key="")
        yield Fact("boundary", "", str(self.boundary), shown=False)
        yield from self.bound.show()


def tightest_precise(demand: object) -> TightestPrecise:
    """Find the bound B(h) of a demand, and the smallest region of a boundary γp/(1 + (γ−1)p) that contains the demand's region.

    The smallest one has γ = B(h). If only bounds of B(h) are known, γ is the lower bound, and the region may be larger.

    Args:
        demand: A demand, as in `breach_bound`.

    Returns:
        The precise demand, and the bound.

    Raises:
        InputError: The demand cannot be read.

    Examples:
        >>> from rropt import BetaFactor
        >>> from rropt.breach import tightest_precise
        >>> print(tightest_precise(BetaFactor(2)).bound.value)
        2

    Reference: Chai and Nayak (2018), section 3.
    """
    bound = breach_bound(demand)
    return TightestPrecise(odds_boundary(bound.lower, Side.UPPER), bound)
