"""Finds what a mechanism really protects and the bound of a demand, and compares two demands by their bounds.

The literature has two definitions of the region that a mechanism protects. One region has the pairs (p, p*) of prior and posterior
probability that the mechanism never attains. The other has the pairs outside the bounds 1 − h_γ(1−p) ≤ p* ≤ h_γ(p), where
h_γ(p) = γp/(1 + (γ−1)p) and γ is the parity, the largest ratio of two entries of a row. With two inputs, only pairs on finitely
many curves are attained. With more, the two regions agree, except perhaps if some output is possible for one input only. (Chai &
Nayak 2018, Definitions 2.2–2.4 and Section 3.)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cmp_to_key
from typing import Any

from rropt.breach.bound import breach_bound
from rropt.breach.boundaries import table_of
from rropt.breach.canonical import Region, stated_region
from rropt.breach.result import BreachBound
from rropt.exact.decimal import show_with_decimal
from rropt.exact.element import Bound, Number
from rropt.exact.errors import InputError, Undecided
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.isolate import compare_roots
from rropt.exact.ordering import order_of
from rropt.mechanism import Mechanism, mechanism_of
from rropt.privacy.boundary import BreachFunction, everything, precise_boundary, reflect
from rropt.privacy.bounds import read_probability
from rropt.privacy.ratios import ratio
from rropt.results import FieldResult, Result, Table, fact_table, fields_of, say_value, text_table

__all__ = [
    "AttainedPair",
    "DemandComparison",
    "DemandRelation",
    "MechanismRegion",
    "Nesting",
    "TightestPrecise",
    "compare_demands",
    "protected_region",
    "tightest_precise",
]

Interval = tuple[Bound, Bound]


class DemandRelation(StrEnum):
    """Whether one demand is stronger than another, weaker, or equivalent."""

    STRONGER = "stronger"
    WEAKER = "weaker"
    EQUIVALENT = "equivalent"

    @property
    def words(self) -> str:
        """The verb of a sentence that says how the first demand relates to the second."""
        return ASKS[self]


ASKS = {
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
class AttainedPair(FieldResult):
    """A prior, an event (a set of inputs) and an output that takes the event's probability from `before` to `after`."""

    prior: tuple[Number, ...]
    event: tuple[int, ...]
    output: int
    before: Number
    after: Number

    def explain(self) -> str:
        """Say the prior, the event and the output."""
        belief, event = f"({say_value(self.prior)})", f"{{{say_value(self.event)}}}"
        change = f"from {say_value(self.before)} to {say_value(self.after)}"
        return f"prior {belief}: output {self.output} takes the probability of the inputs {event} {change}"

    def as_table(self) -> Table:
        """A table with one row per field."""
        return fact_table({name: getattr(self, name) for name in ("prior", "event", "output", "before", "after")})


@dataclass(frozen=True, slots=True, repr=False)
class MechanismRegion(Result):
    """The protection that a mechanism gives. `ratios` has all possible values of (odds after)/(odds before), over all priors,
    events and outputs, as closed intervals. `parity` is the largest of these values."""

    mechanism: Mechanism
    parity: Bound
    ratios: tuple[Interval, ...]

    @property
    def by_bounds(self) -> Region:
        """The region of pairs (prior, posterior) whose posterior lies outside the bounds 1 − h_γ(1−p) and h_γ(p) at the prior p.

        Here γ is the parity and h_γ(p) = γp/(1 + (γ−1)p). Some pairs inside the bounds may never be attained either."""
        upper = everything() if is_infinite(self.parity) else precise_boundary(self.parity)
        return Region(reflect(upper), upper)

    @property
    def definitions_agree(self) -> bool:
        """Whether the pairs (prior, posterior) that are never attained are the same as the pairs in the region `by_bounds`."""
        whole = Fraction(0) if is_infinite(self.parity) else 1 / self.parity
        return self.mechanism.k > 1 and self.ratios == ((whole, self.parity),)

    def attains(self, prior: object, posterior: object) -> bool:
        """Whether some output takes the probability of some event from `prior` to `posterior`."""
        p, after = _probabilities(prior, posterior)
        if p in (0, 1):
            return after == p
        factor = _odds_factor(p, after)
        return any(_is_between(low, factor, high) for low, high in self.ratios)

    def breaches(self, prior: object, posterior: object) -> bool:
        """Whether the mechanism never attains this pair. (`by_bounds.breaches` tells whether the pair lies outside the bounds.)"""
        return not self.attains(prior, posterior)

    def witness(self, prior: object, posterior: object) -> AttainedPair | None:
        """Find a distribution of the inputs, an event and an output that take the event's probability from `prior` to `posterior`.
        `prior` must lie strictly between 0 and 1. None if the mechanism never does this."""
        p, after = _probabilities(prior, posterior)
        if not 0 < p < 1:
            raise InputError(f"the prior probability {prior} of the event must lie strictly between 0 and 1")
        factor = _odds_factor(p, after)
        for i, row in enumerate(self.mechanism.rows):
            for event in _events(row):
                found = _belief(row, event, factor, p)
                if found is not None:
                    return AttainedPair(found, event, i, p, after)
        return None

    def explain(self) -> str:
        """Write the parity and the attained odds ratios, and say whether the two definitions of a protected region agree."""
        same = "the same region" if self.definitions_agree else "different regions"
        lines = [text_table(*self.as_table()), f"The attained pairs and the bounds of the parity give {same}."]
        return "\n".join([*lines, repr(self.mechanism)])

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary in which every number is text."""
        return {"schema": "rropt/protected-region/1", **fields_of(self), "definitions_agree": self.definitions_agree}

    def as_table(self) -> Table:
        """A table of the parity, rounded up, and each interval of attained ratios, rounded outward."""
        rows = [("parity", show_with_decimal(self.parity, direction="upper"))]
        for low, high in self.ratios:
            ends = show_with_decimal(low, direction="lower"), show_with_decimal(high, direction="upper")
            rows.append(("attained (odds after)/(odds before)", say_value(low) if low == high else " to ".join(ends)))
        return ("quantity", "value"), rows


def _probabilities(prior: object, posterior: object) -> tuple[Number, Number]:
    return read_probability(prior, "prior"), read_probability(posterior, "posterior")


def _odds_factor(p: Number, after: Number) -> Bound:
    return INFINITY if after == 1 else after * (1 - p) / ((1 - after) * p)


def _is_between(low: Bound, x: Bound, high: Bound) -> bool:
    return order_of(low, x) <= 0 <= order_of(high, x)


def _ratios_attained(row: Sequence[Number]) -> list[Interval]:
    """Return the intervals of all ratios (odds after)/(odds before) that an output attains, over all events and priors.

    `row` has the output's probability for each input. The ratio for an event is a mean of `row` over the event, divided by a mean
    over the other inputs, both weighted by the prior. With three or more inputs, all ratios from min/max to max/min of the row are
    attained. The exception is a row with only one positive entry, which attains only 0 and ∞."""
    positive = sum(1 for x in row if x)
    if len(row) < 2 or not positive:
        return []
    low, high = min(row), max(row)
    if len(row) == 2 or positive == 1:
        return [(r, r) for r in (ratio(low, high), ratio(high, low))]
    return [(low / high, ratio(high, low))]


def _join(intervals: Iterable[Interval]) -> tuple[Interval, ...]:
    """The union of closed intervals as disjoint intervals in increasing order."""
    joined: list[Interval] = []
    for low, high in sorted(intervals, key=lambda x: cmp_to_key(order_of)(x[0])):
        if joined and order_of(joined[-1][1], low) >= 0:
            top = high if order_of(joined[-1][1], high) < 0 else joined[-1][1]
            joined[-1] = (joined[-1][0], top)
        else:
            joined.append((low, high))
    return tuple(joined)


def protected_region(mechanism: Mechanism) -> MechanismRegion:
    """Find which pairs of prior and posterior probability of an event a mechanism never attains.

    Args:
        mechanism: The mechanism.

    Returns:
        A result that tells which pairs are never attained, and which pairs lie outside the bounds that the parity gives.

    Raises:
        Undecided: The entries depend on a free number t, and the order of entries of a row, or of their ratios, changes with t.

    Example:
        >>> from rropt import from_spec
        >>> from rropt.breach import protected_region
        >>> print(protected_region(from_spec("warner:p=3/4")).parity)
        3

    Reference: Chai and Nayak (2018), section 3.
    """
    mechanism = mechanism_of(mechanism)
    ratios = _join(interval for row in mechanism.rows for interval in _ratios_attained(row))
    parity: Bound = ratios[-1][1] if ratios else Fraction(1)
    return MechanismRegion(mechanism, parity, ratios)


def _events(row: Sequence[Number]) -> list[tuple[int, ...]]:
    """List some events (sets of inputs) that together attain every ratio (odds after)/(odds before) that an output attains. `row`
    has the output's probability for each input."""
    k = len(row)
    top, bottom = max(range(k), key=lambda j: row[j]), min(range(k), key=lambda j: row[j])
    if top == bottom:
        top = k - 1
    sets = [{top}, {bottom}, {top, bottom}]
    sets += [set(range(k)) - s for s in sets]
    return [tuple(sorted(s)) for s in sets if 0 < len(s) < k]


def _belief(row: Sequence[Number], event: tuple[int, ...], factor: Bound, p: Number) -> tuple[Number, ...] | None:
    """Return a prior under which the event has probability p and an output multiplies the odds of the event by `factor`. None if
    there is no such prior. `row` has the output's probability for each input."""
    inside, outside = list(event), [j for j in range(len(row)) if j not in event]
    a, b = min(row[j] for j in inside), max(row[j] for j in inside)
    c, d = min(row[j] for j in outside), max(row[j] for j in outside)
    chosen: tuple[Number, Number] | None
    if is_infinite(factor):
        chosen = (b, Fraction(0)) if b and not c else None
    elif not factor:
        chosen = (Fraction(0), d) if d and not a else None
    else:
        # the largest average y of the row outside the event for which factor·y inside can be reached too
        y = min(d, b / factor)
        chosen = (factor * y, y) if y and y >= c and factor * y >= a else None
    if chosen is None:
        return None
    weights: list[Number] = [Fraction(0)] * len(row)
    for group, value, total in ((inside, chosen[0], p), (outside, chosen[1], 1 - p)):
        low, high = min(group, key=lambda j: row[j]), max(group, key=lambda j: row[j])
        share = (value - row[low]) / (row[high] - row[low]) if row[high] != row[low] else Fraction(0)
        weights[low] += total * (1 - share)
        weights[high] += total * share
    return tuple(weights)


@dataclass(frozen=True, slots=True, repr=False)
class TightestPrecise(FieldResult):
    """A demand's `bound` on the parity, and the `boundary` h_γ(p) = γp/(1 + (γ−1)p) in which γ is this bound."""

    boundary: BreachFunction
    bound: BreachBound

    def __iter__(self) -> Iterator[Any]:
        return iter((self.boundary, self.bound))

    def explain(self) -> str:
        """Write the boundary h_γ(p) = γp/(1 + (γ−1)p), and the demand's bound on the parity, from which γ is taken."""
        return f"Tightest precise demand: every posterior at most h(p), h = {self.boundary}\n{self.bound!r}"

    def as_table(self) -> Table:
        """A table of the pieces of the boundary."""
        return table_of(self.boundary)


def tightest_precise(demand: object, **options: object) -> TightestPrecise:
    """Find the bound B(h) of a demand, and the smallest region of a boundary γp/(1 + (γ−1)p) that contains the demand's region.

    The smallest one has γ = B(h). If only bounds of B(h) are known, γ is the lower bound, and the region may be larger.

    Args:
        demand: A demand, as in `breach_bound`.
        **options: The options of `breach_bound`.

    Returns:
        The precise demand, and the bound.

    Raises:
        InputError: The demand cannot be read. (`Undecided` is raised as in `breach_bound`.)

    Example:
        >>> from rropt import BetaFactor
        >>> from rropt.breach import tightest_precise
        >>> print(tightest_precise(BetaFactor(2)).bound.value)
        2

    Reference: Chai and Nayak (2018), section 3.
    """
    bound = breach_bound(demand, **options)  # type: ignore[arg-type]
    gamma = bound.value if bound.value is not None else bound.lower
    return TightestPrecise(everything() if is_infinite(gamma) else precise_boundary(gamma), bound)


@dataclass(frozen=True, slots=True, repr=False)
class DemandComparison(FieldResult):
    """Two demands, compared by their bounds on the parity, which are `first` and `second`. `relation` says whether the first demand
    is stronger or weaker. `regions` says whether one forbidden region contains the other, and is None if this is unknown."""

    first: BreachBound
    second: BreachBound
    relation: DemandRelation
    regions: Nesting | None

    def explain(self) -> str:
        """Say which demand is stricter, by how much, and how their regions are nested."""
        lines = f"{self.first.demand} {self.relation.words} {self.second.demand}"
        return f"{lines} (B = {self.first.brief()} against {self.second.brief()}; regions: {self.regions or 'unknown'})"

    def as_table(self) -> Table:
        """A table of each demand's bound on the parity, which demand is stronger, and which forbidden region contains the other."""
        header, rows = fact_table({"first against second": self.relation, "regions": self.regions or "unknown"})
        return header, [*((x.demand, f"B(h) = {x.brief()}") for x in (self.first, self.second)), *rows]


def _order(a: BreachBound, b: BreachBound) -> int:
    if a.value is not None and b.value is not None:
        return order_of(a.value, b.value)
    if a.root is not None and b.root is not None:
        return compare_roots(a.root, b.root)
    if a.upper < b.lower or b.upper < a.lower:
        return -1 if a.upper < b.lower else 1
    raise Undecided(
        f"rropt cannot tell which bound B(h) is smaller, that of {a.demand} or that of {b.demand}; a smaller width w in "
        "breach_bound(h, width=w) may tell them apart if h is a formula or a function"
    )


def _nesting(a: object, b: object) -> Nesting | None:
    try:
        first, second = stated_region(a), stated_region(b)
        forth, back = first.inside(second), second.inside(first)
    except (InputError, Undecided):  # a function without a region, or boundaries whose crossing is not decided
        return None
    if forth and back:
        return Nesting.EQUAL
    if forth:
        return Nesting.FIRST_INSIDE
    return Nesting.SECOND_INSIDE if back else Nesting.OVERLAPPING


def compare_demands(first: object, second: object) -> DemandComparison:
    """Compare two demands by B(h), the infimum over priors p of the odds of the boundary h(p) divided by the odds of p. The demand
    with the smaller B(h) asks more, even if neither of the forbidden regions contains the other.

    Args:
        first: A demand, as in `breach_bound`.
        second: Another demand.

    Returns:
        Which demand asks more, the B(h) of both, and whether one forbidden region contains the other.

    Raises:
        InputError: A demand cannot be read, or has no boundary h.
        Undecided: Only bounds of B(h) are known, and the intervals between the bounds of the two demands overlap.

    Example:
        >>> from rropt import BetaFactor, RhoBreach
        >>> from rropt.breach import compare_demands
        >>> str(compare_demands(BetaFactor(2), RhoBreach("1/5", "1/2"))).partition(" (")[0]
        "BetaFactor('2') asks more than RhoBreach('1/5', '1/2')"

    Reference: Chai and Nayak (2018), section 3.
    """
    a, b = breach_bound(first), breach_bound(second)
    relation = {-1: DemandRelation.STRONGER, 0: DemandRelation.EQUIVALENT, 1: DemandRelation.WEAKER}[_order(a, b)]
    return DemandComparison(a, b, relation, _nesting(first, second))
