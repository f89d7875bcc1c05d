"""The domain, which is the set where t lies, and the signs that a polynomial in t takes there."""

from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import Any

from ..limits import SIGN_PRECISIONS, spend
from ..refusals import Rejected
from ..speed import STEP, STEP_BITS, enclose_in_steps, remember
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
    """A real number at which a domain (the set in which t lies) begins or ends.

    It is given as a rational, as e to a rational exponent, or as the only root of the polynomial `root` between `low` and `high`.
    The polynomial has opposite signs at `low` and at `high`. `words` name the number in a sentence. `known` keeps the enclosures
    that have been computed, by their precision.
    """

    words: str
    rational: Fraction | None = None
    exponent: Fraction | None = None
    root: Dense = ()
    low: Fraction = Fraction(0)
    high: Fraction = Fraction(0)
    known: dict[int, tuple[Fraction, Fraction]] = field(default_factory=dict)

    def enclose(self, precision: int) -> tuple[Fraction, Fraction]:
        """Find rationals (low, high), at most 2^-precision apart, such that low < this number <= high."""
        return remember(self.known, precision, lambda: self._compute_enclosure(precision))

    def _compute_enclosure(self, precision: int) -> tuple[Fraction, Fraction]:
        """Compute what `enclose` returns, by the series of the exponential or by bisecting at the root's change of sign."""
        if self.rational is not None:
            return self.rational - Fraction(1, 2**precision), self.rational
        if self.exponent is not None:
            return enclose_exponential(self.exponent, precision)
        low, high = self.low, self.high
        below = sign(scaled_value(self.root, low))
        # each step halves high - low
        for _ in range((ceil((high - low) * 2**precision) - 1).bit_length()):
            middle = (low + high) / 2
            low, high = (middle, high) if sign(scaled_value(self.root, middle)) == below else (low, middle)
        return low, high

    def is_root_of(self, p: Dense) -> bool:
        """Whether the polynomial p, which must not be 0, vanishes at this number.

        If this number is e to a rational exponent other than 0, it is the root of no integer polynomial (Lindemann). Suppose
        instead that this number is given as the only root of the polynomial `root` between `low` and `high`. Let g be the greatest
        common divisor of p and `root`. Then p vanishes at this number iff g has a root between `low` and `high`. As `low` and
        `high` are no roots of `root`, they are no roots of g.
        """
        if self.rational is not None:
            return scaled_value(p, self.rational) == 0
        if self.exponent is not None:
            return False
        divisor = sturm_chain(self.root, p)[-1]
        return count_roots(divisor, self.low, self.high) == 1


@dataclass(frozen=True, slots=True, eq=False)
class Domain:
    """The set in which t lies: one point or an interval.

    `words` describe the domain in a sentence. If the domain is one rational number, `point` is this number, and all numbers of the
    certificate are rational. Otherwise `point` is None.

    In an interval, t lies strictly between `lower` and `upper`, or is one of the ends listed in `closed`. If `upper` is None, t has
    no upper bound. If the domain is one point, rational or not, `lower` and `upper` are the same object. The other fields keep what
    has been computed.
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
        """Whether the domain is a single point, rational or not."""
        return self.upper is self.lower

    def signs(self, p: Polynomial) -> frozenset[int]:
        """Find which of the signs -1, 0, 1 the polynomial takes on the domain.

        If the domain is an interval and the polynomial has a root strictly inside it, all three are returned, even if the sign does
        not change there.
        """
        spend(len(p) * (1 + (bits_of_longest(p.values()) >> 9)))
        key = key_of(p)
        return remember(self.signs_known, key, lambda: self._signs(p), len(key))

    def steps(self) -> tuple[int, int] | None:
        """Find integers (low, high) with low <= 2^128 t <= high for every t of the domain.

        Return None if the domain has no upper end, or if the enclosure of its lower end begins below 0.
        """
        return remember(self.steps_known, STEP_BITS, self._compute_steps)

    def _compute_steps(self) -> tuple[int, int] | None:
        if self.upper is None:
            return None
        low, high = self.lower.enclose(STEP_BITS)[0], self.upper.enclose(STEP_BITS)[1]
        return (floor(low * STEP), ceil(high * STEP)) if low >= 0 else None

    def _signs(self, q: Polynomial) -> frozenset[int]:
        """Compute what `signs` returns, for a polynomial that is not constant.

        First its values are enclosed over the whole domain by integer arithmetic, which often shows that it has one sign. If not,
        the closed ends at which the polynomial vanishes are found, and its roots inside are counted. If there are none inside, it
        has one sign there.
        """
        low, high = enclose_in_steps(q, ONE_POLYNOMIAL, self.steps())
        if low > 0 or high < 0:
            return frozenset({1 if low > 0 else -1})
        p = dense(q)
        at_ends = {0 for end in self.closed if end.is_root_of(p)}
        if self.is_point():
            return frozenset(at_ends or {sign(scaled_value(p, next_to(p, self.lower)[0]))})
        first, last = self._inside(p)
        if first < last and count_roots(p, first, last):
            return frozenset({-1, 0, 1})
        return frozenset(at_ends | {sign(scaled_value(p, first))})

    def _inside(self, p: Dense) -> tuple[Fraction, Fraction]:
        """Find two rationals such that all roots of p inside the domain lie between them.

        The first rational is above the lower end of the domain, and p has no root between that end and the first rational. So p has
        the sign there that it has at the first rational. The second rational is below the upper end, and p has no root between the
        second rational and that end. If there is no upper end, the second rational is above all roots of p.

        If the second rational is not above the first, p has no root inside the domain.
        """
        first = next_to(p, self.lower)[1]
        if self.upper is not None:
            return first, next_to(p, self.upper)[0]
        return first, abs(first) + beyond_all_roots(p)


def next_to(p: Dense, cut: Cut) -> tuple[Fraction, Fraction]:
    """Find two rationals, one below and one above the number `cut`, such that p has no root between them except perhaps the cut.

    The two rationals themselves are not roots of p. Enclosures of the cut are tried, each narrower than the one before. If none
    that is allowed is narrow enough, reject the certificate.
    """
    wanted = int(cut.is_root_of(p))
    for n in SIGN_PRECISIONS:
        low, high = cut.enclose(2**n)
        high += Fraction(1, 2**2**n)  # as the cut may be equal to the upper rational of its enclosure
        if scaled_value(p, low) and scaled_value(p, high) and count_roots(p, low, high) == wanted:
            return low, high
    raise Rejected("sign-decided", "a sign that is not decided within the limits")
