"""Spells decimals that enclose a number which is too long for a sentence. SPEC.md, section 6.

In the sentence, the number is replaced by its place in the file and its digest. These do not tell how large the number is, so two
decimals follow. They have a fixed number of digits. One is rounded down and the other is rounded up, so that they enclose the
number.
"""

from decimal import Decimal
from fractions import Fraction

from ..arithmetic.interval import UNIT, to_interval
from ..arithmetic.quotient import Quotient
from ..limits import spend
from ..refusals import Rejected

# Digits of the decimals that stand beside a digest.
LONG_DIGITS = 10
# Digits of the difference of two bounds.
SHORT_DIGITS = 3

Ratio = tuple[int, int]  # a numerator and a denominator > 0, which may have common divisors


def spell_around(x: Quotient) -> str:
    """Spell decimals around a number, for example ", from 0.3333333333 to 0.3333333334"; "" if the number varies with t."""
    found = enclose_ratio(x)
    return "" if found is None else _spell_between(*found)


def spell_around_rational(q: Fraction) -> str:
    """Spell decimals around a rational number, for example ", from 0.3333333333 to 0.3333333334"."""
    return _spell_between(q.as_integer_ratio(), q.as_integer_ratio())


def _spell_between(low: Ratio, high: Ratio) -> str:
    """Spell a decimal below `low` and one above `high`, for a number that lies between `low` and `high`."""
    return f", from {spell_decimal(low, LONG_DIGITS, -1)} to {spell_decimal(high, LONG_DIGITS, 1)}"


def enclose_ratio(x: Quotient) -> tuple[Ratio, Ratio] | None:
    """Find rationals below and above a number, each as (numerator, denominator); both are the number itself if it is rational.

    Return None if the number varies over an interval of t, or if its denominator's enclosure at the point t contains 0.
    """
    if x.is_constant():
        return x.fraction(), x.fraction()
    if x.domain is None or not x.domain.is_point():
        return None
    try:
        low, high = to_interval(x)
    except Rejected:
        return None
    return (low, UNIT), (high, UNIT)


def spell_decimal(x: Ratio, digits: int, side: int) -> str:
    """Spell the nearest decimal of `digits` digits on one side of the rational x: at most x if `side` is -1, at least x if it is 1.

    x is (numerator, denominator). The number 0 is spelled "0", without further digits.
    """
    n, d = x
    if n == 0:
        return "0"
    if n < 0:
        return f"-{spell_decimal((-n, d), digits, -side)}"
    # 10^exponent is a unit in the last place; the first guess, from the lengths in bits, is never too large, and is raised below
    exponent = (n.bit_length() - d.bit_length()) * 30103 // 100000 - digits
    spend(16, n.bit_length() + d.bit_length(), 4 * abs(exponent) + 64)
    while n * 10 ** max(-exponent, 0) >= d * 10 ** (max(exponent, 0) + digits):
        exponent += 1
    units, rest = divmod(n * 10 ** max(-exponent, 0), d * 10 ** max(exponent, 0))
    units += side > 0 and rest > 0
    if units == 10**digits:
        units, exponent = units // 10, exponent + 1
    return str(Decimal(f"{units}E{exponent}"))
