"""Where t may lie, and the signs that a polynomial in t takes there."""

from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import Any

from ..limits import SIGN_PRECISIONS, spend
from ..refusals import Rejected
from ..speed import STEP, enclose_in_steps, remember
from .polynomial import ONE_POLYNOMIAL, Polynomial, bits_of_longest, key_of
from .roots import (
    Dense,
    beyond_all_roots,
    count_roots,
    dense,
    enclose_exponential,
    scaled_value,
    sign,
    sturm_chain,
)


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """A point of the t-line, where a domain begins or ends.

    It is a rational, e to a rational exponent, or the only root of a polynomial between `low` and `high`, where the
    polynomial has opposite signs. `words` name it in a sentence; `known` keeps computed enclosures.
    """

    words: str
    rational: Fraction | None = None
    exponent: Fraction | None = None
    root: Dense = ()
    low: Fraction = Fraction(0)
    high: Fraction = Fraction(0)
    known: dict[int, tuple[Fraction, Fraction]] = field(default_factory=dict)

    def enclose(self, precision: int) -> tuple[Fraction, Fraction]:
        """Two rationals at most 2^-precision apart, the point above the first and not above the second."""
        return remember(self.known, precision, lambda: self._compute_enclosure(precision))

    def _compute_enclosure(self, precision: int) -> tuple[Fraction, Fraction]:
        """For a rational, itself; for e^q, by the series; for a root, by bisection at the change of sign."""
        if self.rational is not None:
            return self.rational - Fraction(1, 2**precision), self.rational
        if self.exponent is not None:
            return enclose_exponential(self.exponent, precision)
        low, high = self.low, self.high
        below = sign(scaled_value(self.root, low))
        while (high - low) * 2**precision > 1:
            middle = (low + high) / 2
            if sign(scaled_value(self.root, middle)) == below:
                low = middle
            else:
                high = middle
        return low, high

    def is_root_of(self, p: Dense) -> bool:
        """Whether a polynomial other than 0 vanishes at the point.

        e^q with a rational q other than 0 is the root of no integer polynomial (Lindemann). A point that is no rational is a
        root of p iff the greatest common divisor of p and its own polynomial has a root between its two rationals, which are
        no roots.
        """
        if self.rational is not None:
            return scaled_value(p, self.rational) == 0
        if self.exponent is not None:
            return False
        divisor = sturm_chain(self.root, p)[-1]
        return count_roots(divisor, self.low, self.high) == 1


@dataclass(frozen=True, slots=True, eq=False)
class Domain:
    """A point or an interval of the t-line.

    `point` is t if the domain is one rational number; all numbers are then rational. Otherwise t lies between `lower`
    and `upper` (None: infinity) or at one of the `closed` ends. If the domain is one irrational point, `lower` and
    `upper` are the same object.
    """

    words: str
    point: Fraction | None
    lower: Cut
    upper: Cut | None
    closed: tuple[Cut, ...]
    signs_known: dict[str, frozenset[int]] = field(default_factory=dict)
    numbers_known: dict[str, Any] = field(default_factory=dict)
    steps_known: dict[int, tuple[int, int] | None] = field(default_factory=dict)

    def is_point(self) -> bool:
        """Whether it is one point, rational or not."""
        return self.upper is self.lower

    def signs(self, p: Polynomial) -> frozenset[int]:
        """The signs of a polynomial in t on the domain; all three if it has a root inside an interval."""
        spend(len(p) * (1 + (bits_of_longest(p.values()) >> 9)))
        key = key_of(p)
        return remember(self.signs_known, key, lambda: self._signs(p), len(key))

    def steps(self) -> tuple[int, int] | None:
        """A range of integers that contains 2^64 t for every t of the domain; only if it has two ends, both nonnegative."""
        return remember(self.steps_known, 64, self._compute_steps)

    def _compute_steps(self) -> tuple[int, int] | None:
        if self.upper is None:
            return None
        low, high = self.lower.enclose(64)[0], self.upper.enclose(64)[1]
        return (floor(low * STEP), ceil(high * STEP)) if low >= 0 else None

    def _signs(self, q: Polynomial) -> frozenset[int]:
        """The signs of a polynomial that is not constant."""
        low, high = enclose_in_steps(q, ONE_POLYNOMIAL, self.steps())
        if low > 0 or high < 0:
            return frozenset({1 if low > 0 else -1})
        p = dense(q)
        at_ends = {0 for end in self.closed if end.is_root_of(p)}
        if self.is_point() and at_ends:
            return frozenset({0})
        first, last = self._inside(p)
        if first < last and count_roots(p, first, last):
            return frozenset({-1, 0, 1})
        return frozenset(at_ends | {sign(scaled_value(p, first))})

    def _inside(self, p: Dense) -> tuple[Fraction, Fraction]:
        """Two rationals: one above the lower end and one below the upper end, with no root of p between each end and
        its rational.

        So all roots inside lie between the two, and next to the lower end p has its sign at the first. If the domain is
        so short that the second is not above the first, the two root-free stretches cover it.
        """
        first = next_to(p, self.lower)[1]
        if self.upper is not None:
            return first, next_to(p, self.upper)[0]
        return first, abs(first) + beyond_all_roots(p)


def next_to(p: Dense, cut: Cut) -> tuple[Fraction, Fraction]:
    """Rationals below and above the cut; between them p has no root except possibly the cut, and neither is a root."""
    wanted = int(cut.is_root_of(p))
    for n in SIGN_PRECISIONS:
        low, high = cut.enclose(2**n)
        high += Fraction(1, 2**2**n)  # as the cut itself may be the upper one of its enclosure
        if scaled_value(p, low) and scaled_value(p, high) and count_roots(p, low, high) == wanted:
            return low, high
    raise Rejected("sign-decided", "a sign that is not decided within the limits")
