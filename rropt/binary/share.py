"""The share π of the second of two inputs, and the variance of its estimate by a given mechanism.

Let p_ij be the probability of answer i at input j. For two answers let D = p00 + p11 − 1 ≠ 0, and let q = p10 + πD be the
probability of answer 1. The unbiased estimate (share of answer 1 − p10)/D then has n·Var = q(1 − q)/D². For any number of
answers the best asymptotic variance of a regular unbiased estimate is 1/I(π), with Fisher's information I(π) = Σ_i d_i²/q_i,
where d_i = p_i1 − p_i0 and q_i = p_i0 + π·d_i. For two answers both are equal.

I is convex in π, as its terms have the derivative −d_i³/q_i² and a second derivative that is at least 0. So on [a, b] it is
least at a if I'(a) ≥ 0, at b if I'(b) ≤ 0, and else where I' = 0. Bisection encloses that point. I lies above its tangents,
which bound its least value from below. Reference: Holohan, Leith and Mason (2016), equation (6).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from rropt.engine.found import Document
from rropt.exact.element import Bound, Number
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_rational, spell_range
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.matrix import Rows
from rropt.exact.spelling import show

__all__ = [
    "state",
    "variance_at",
    "Meaning",
    "Share",
    "information",
    "least_on_tangent",
    "read_share",
    "variance",
    "worst_share",
]

ZERO, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)
GAP = Fraction(1, 10**12)


class Meaning(Enum):
    """What a share stands for: one number, the worst of a range, or each number of a range."""

    AT = "at"
    WORST = "worst"
    EVERY = "every"


@dataclass(frozen=True, slots=True)
class Share:
    """The shares from `lower` to `upper`, which are equal if one number is meant."""

    lower: Fraction
    upper: Fraction
    meaning: Meaning = Meaning.AT

    def mirrored(self) -> Share:
        """The share 1 − π of the other input."""
        return Share(1 - self.upper, 1 - self.lower, self.meaning)

    def nearest(self, peak: Number) -> Number:
        """The share of the range that is nearest to a number."""
        return self.lower if self.lower == self.upper else min(max(peak, self.lower), self.upper)

    def __str__(self) -> str:
        if self.meaning is Meaning.AT:
            return show(self.lower)
        if self.meaning is Meaning.WORST:
            return f"{show(self.lower)}..{show(self.upper)}"
        return "every" if self.lower == 0 and self.upper == 1 else f"every:{show(self.lower)}..{show(self.upper)}"

    def in_words(self) -> str:
        """Say the share in a sentence."""
        if self.meaning is Meaning.AT:
            return f"prevalence {show(self.lower)}"
        which = "the worst" if self.meaning is Meaning.WORST else "every"
        return f"{which} prevalence from {show(self.lower)} to {show(self.upper)}"


def state(meaning: Meaning, lower: Number, upper: Number, *, is_diagonal: bool = False) -> Document:
    """The variance with two answers as a certificate states it; `is_diagonal` restricts it to p00 = p11."""
    where = {"prevalence": lower} if meaning is Meaning.AT else {meaning.value: (lower, upper)}
    return {"name": "variance"} | where | ({"restriction": "warner"} if is_diagonal else {})


def read_share(x: object) -> Share:
    """Read a share: `1/4` is one number, `1/10..2/5` the worst of a range, `every` or `every:1/10..2/5` each number of a range.

    A pair of numbers is the worst of the range between them.
    """
    if isinstance(x, Share):
        return x
    if isinstance(x, tuple) and len(x) == 2:
        lower, upper = map(_read_end, x)
        return _range(lower, upper, Meaning.WORST)
    text = spell_range(x.strip()) if isinstance(x, str) else ""
    if text == "every":
        return Share(ZERO, ONE, Meaning.EVERY)
    if ".." in text:
        ends = text.removeprefix("every:").split("..")
        if len(ends) != 2 or not all(map(str.strip, ends)):
            raise InputError(f"prevalence {text[:60]} is no range; give both ends, such as 1/10..2/5")
        meaning = Meaning.EVERY if text.startswith("every:") else Meaning.WORST
        return _range(_read_end(ends[0]), _read_end(ends[1]), meaning)
    if "," in text:
        raise InputError(
            f"prevalence {text[:60]} has a comma; give one number, the share of the second input, with a decimal point (0.25), or "
            "a range such as 0.05..0.3"
        )
    found = _read_end(text or x)
    return Share(found, found)


def _read_end(x: object) -> Fraction:
    found = read_rational(x, "prevalence")
    if not 0 <= found <= 1:
        hint = "; per cent are written with their sign, as 15%" if found > 1 else ""
        raise InputError(f"prevalence {show(found)[:60]} must lie between 0 and 1{hint}")
    return found


def _range(lower: Fraction, upper: Fraction, meaning: Meaning) -> Share:
    if lower == upper:
        raise InputError(f"prevalence {show(lower)}..{show(upper)} is one number and no range; give {show(lower)}")
    if lower > upper:
        raise InputError(f"prevalence {show(lower)}..{show(upper)} is an empty range; give the smaller end first")
    return Share(lower, upper, meaning)


def variance(rows: Rows, share: Share) -> tuple[Number, Number]:
    """Bounds of n·Var at a share, or at the worst of a range: equal if it is known exactly."""
    if all(p0 == p1 for p0, p1 in rows):
        raise InputError(
            f"the variance at {share.in_words()} is infinite, as no answer of this mechanism depends on the truth; give another"
        )
    if share.meaning is Meaning.EVERY:
        raise InputError(
            f"the variance at {share.in_words()} is a function and no number; give one prevalence, such as 1/4"
        )
    if len(rows) == 2:
        (p00, p01), _ = rows
        at = share.nearest((p00 - HALF) / (p00 - p01))  # where q is nearest to 1/2
    else:
        at = worst_share(rows, share)
    found = variance_at(rows, at)
    is_exact = len(rows) == 2 or share.lower == share.upper
    return found, found if is_exact else 1 / least_on_tangent(rows, at, share)


def variance_at(rows: Rows, at: Number) -> Number:
    """The variance 1/I at a share; 0 if the information is infinite."""
    found = information(rows, at)
    return ZERO if is_infinite(found) else 1 / found


def information(rows: Rows, at: Number) -> Bound:
    """Fisher's information I about the share; infinite if an answer that one input gives has the probability 0."""
    total: Number = ZERO
    for p0, p1 in rows:
        d, q = p1 - p0, p0 + at * (p1 - p0)
        if d != 0 and q == 0:
            return INFINITY
        if d != 0:
            total = total + d * d / q
    return total


def worst_share(rows: Rows, share: Share) -> Number:
    """The share of a range with the largest 1/I: an end, or a rational near it where I is at most 10^-12 of I above its least."""
    if share.lower == share.upper or _slope(rows, share.lower) >= 0:
        return share.lower
    if _slope(rows, share.upper) <= 0:
        return share.upper
    if share.lower < HALF < share.upper and _slope(rows, HALF) == 0:
        return HALF
    low, high = share.lower, share.upper
    while True:
        middle = (low + high) / 2
        for place in (middle.limit_denominator(math.isqrt(middle.denominator) + 1), middle):
            slope = _slope(rows, place)
            known = not is_infinite(slope) and low < place < high
            if known and max(slope, -slope) * (share.upper - share.lower) <= GAP * information(rows, place):
                return place
        low, high = (middle, high) if _slope(rows, middle) < 0 else (low, middle)


def least_on_tangent(rows: Rows, at: Number, share: Share) -> Number:
    """The least value on a range of the tangent to the information at a share, which bounds I from below."""
    slope = _slope(rows, at)
    return information(rows, at) - max(ZERO, slope * (at - share.lower), slope * (at - share.upper))


def _slope(rows: Rows, at: Number) -> Bound:
    """The derivative of the information; ±∞ at 0 or 1 if an answer has the probability 0 there."""
    total: Number = ZERO
    for p0, p1 in rows:
        q = (1 - at) * p0 + at * p1
        if p0 != p1 and q == 0:
            return -INFINITY if p1 > p0 else INFINITY
        if p0 != p1:
            total = total - (p1 - p0) ** 3 / q**2
    return total
