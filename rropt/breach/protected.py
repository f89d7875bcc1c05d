"""Finds what a mechanism really protects.

The literature has two definitions of the region that a mechanism protects. One region has the pairs (p, p*) of prior and posterior
probability that the mechanism never attains. The other has the pairs outside the bounds 1 − h_γ(1−p) ≤ p* ≤ h_γ(p), where
h_γ(p) = γp/(1 + (γ−1)p) and γ is the parity, the largest ratio of two entries of a row. With two inputs, only pairs on finitely
many curves are attained. With more, the two regions agree, except perhaps if some output is possible for one input only. (Chai &
Nayak 2018, Definitions 2.2–2.4 and Section 3.)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key, partial
from typing import ClassVar

from rropt.breach.boundaries import points_of
from rropt.exact.element import Bound, Number, ratio
from rropt.exact.grammar import read_probability
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.ordering import order_of
from rropt.given import mechanism_of
from rropt.mechanism import Mechanism
from rropt.plots.beliefs import draw_beliefs
from rropt.privacy.boundary import odds_boundary
from rropt.show import Block, Col, Fact, Figure, Result, Say, Table

__all__ = ["MechanismRegion", "protected_region"]

Interval = tuple[Bound, Bound]


@dataclass(frozen=True, slots=True, repr=False)
class MechanismRegion(Result):
    """The protection that a mechanism gives. `ratios` has all possible values of (odds after)/(odds before), over all priors,
    events and outputs, as closed intervals. `parity` is the largest of these values."""

    schema: ClassVar[str] = "rropt/protected-region/2"
    mechanism: Mechanism
    parity: Bound
    ratios: tuple[Interval, ...]

    @property
    def definitions_agree(self) -> bool:
        """Whether the pairs (prior, posterior) that are never attained are the same as those outside the bounds.

        Some pairs inside the bounds 1 − h_γ(1−p) and h_γ(p) may never be attained either."""
        whole = Fraction(0) if is_infinite(self.parity) else 1 / self.parity
        return self.ratios == ((whole, self.parity),)

    def attains(self, prior: object, posterior: object) -> bool:
        """Whether some output takes the probability of some event from `prior` to `posterior`."""
        p, after = read_probability(prior, "prior"), read_probability(posterior, "posterior")
        if p in (0, 1):
            return after == p
        factor = INFINITY if after == 1 else after * (1 - p) / ((1 - after) * p)
        return any(_is_between(low, factor, high) for low, high in self.ratios)

    def show(self) -> Iterator[Block]:
        """Yield the parity, the attained ratios, and whether the two definitions of a protected region agree."""
        same = "the same region" if self.definitions_agree else "different regions"
        yield Say(f"The attained pairs and the bounds of the parity give {same}.", key="")
        yield Fact("parity", "parity", self.parity, "up")
        yield Fact("definitions_agree", "", self.definitions_agree, shown=False)
        cols = (Col("from", "(odds after)/(odds before), from", "down"), Col("to", "to", "up"))
        yield Table("ratios", cols, self.ratios)
        attained = [(float(low), float(high)) for low, high in self.ratios]
        boundary = points_of(odds_boundary(self.parity))
        draw = partial(draw_beliefs, boundary=boundary, factor=float(self.parity), attained=attained)
        yield Figure("beliefs", draw, "What may be believed after an answer")


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

    Examples:
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
