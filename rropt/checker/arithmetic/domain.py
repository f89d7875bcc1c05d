"""The domain, which is the set where t lies, and the signs that a polynomial in t takes there."""

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

    It is one of three: a rational; e to a rational exponent; the only root of a polynomial between `low` and `high`, at which the
    polynomial has opposite signs. `words` name it in a sentence; `known` keeps computed enclosures by their precision.
    """

    words: str
    rational: Fraction | None = None
    exponent: Fraction | None = None
    root: Dense = ()
    low: Fraction = Fraction(0)
    high: Fraction = Fraction(0)
    known: dict[int, tuple[Fraction, Fraction]] = field(default_factory=dict)

    def enclose(self, precision: int) -> tuple[Fraction, Fraction]:
        """Find two rationals at most 2^-precision apart; the first is below the point, and the second is not below it."""
        return remember(self.known, precision, lambda: self._compute_enclosure(precision))

    def _compute_enclosure(self, precision: int) -> tuple[Fraction, Fraction]:
        """Enclose a rational by itself, e^q by its series, and a root by bisection at the change of sign."""
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

        e^q with a rational q other than 0 is the root of no integer polynomial (Lindemann). A point that is given as a root is a
        root of p too iff the greatest common divisor of p and the point's own polynomial has a root between `low` and `high`. As
        `low` and `high` are no roots of the point's own polynomial, they are no roots of that divisor.
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

    `point` is t if the domain is one rational number; then all numbers are rational. Else t lies between `lower` and `upper`, where
    None stands for infinity, or at one of the `closed` ends. If the domain is one point, rational or not, `lower` and `upper` are
    the same object. `words` describe the domain in a sentence. The other fields keep what has been computed.
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
        """Find the signs of a polynomial in t on the domain; all three signs are given if it has a root inside an interval."""
        spend(len(p) * (1 + (bits_of_longest(p.values()) >> 9)))
        key = key_of(p)
        return remember(self.signs_known, key, lambda: self._signs(p), len(key))

    def steps(self) -> tuple[int, int] | None:
        """Find two integers with 2^64 t between them for every t of the domain; None unless it has two ends, both nonnegative."""
        return remember(self.steps_known, 64, self._compute_steps)

    def _compute_steps(self) -> tuple[int, int] | None:
        if self.upper is None:
            return None
        low, high = self.lower.enclose(64)[0], self.upper.enclose(64)[1]
        return (floor(low * STEP), ceil(high * STEP)) if low >= 0 else None

    def _signs(self, q: Polynomial) -> frozenset[int]:
        """Compute the signs of a polynomial that is not constant.

        First the quick enclosures by arithmetic with 2^64 t are tried. Then the closed ends at which the polynomial vanishes are
        found, and its roots inside are counted. If there are none inside, it has one sign there.
        """
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
        """Find a rational above the lower end and one below the upper end, so that p has no root between either end and the
        rational beside it.

        So all roots of p inside the domain lie between the two rationals, and from the lower end to the first rational p has the
        sign that it has at this rational. If the domain is so short that the second rational is not above the first, the two
        stretches without a root cover the domain.
        """
        first = next_to(p, self.lower)[1]
        if self.upper is not None:
            return first, next_to(p, self.upper)[0]
        return first, abs(first) + beyond_all_roots(p)


def next_to(p: Dense, cut: Cut) -> tuple[Fraction, Fraction]:
    """Find rationals below and above the cut that are no roots of p; between them p has no root, unless the cut is one."""
    wanted = int(cut.is_root_of(p))
    for n in SIGN_PRECISIONS:
        low, high = cut.enclose(2**n)
        high += Fraction(1, 2**2**n)  # as the cut may be equal to the upper rational of its enclosure
        if scaled_value(p, low) and scaled_value(p, high) and count_roots(p, low, high) == wanted:
            return low, high
    raise Rejected("sign-decided", "a sign that is not decided within the limits")
