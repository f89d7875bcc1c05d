"""Decimals around a number that is too long for a sentence, which its place and digest alone would leave unknown.

They are decimals of a fixed number of digits, rounded away from the number. SPEC.md, section 6.
"""

from decimal import Decimal
from fractions import Fraction

from ..arithmetic.interval import UNIT, to_interval
from ..arithmetic.quotient import Quotient
from ..limits import spend
from ..refusals import Rejected

# Digits of the decimals that stand beside a digest, and of how far apart two bounds are.
LONG_DIGITS = 10
SHORT_DIGITS = 3

Ratio = tuple[int, int]  # a numerator and a denominator > 0, not in lowest terms


def spell_around(x: Quotient) -> str:
    """Spell, for example: ", from 0.3333333333 to 0.3333333334"; empty for a number that varies over an interval."""
    found = enclose_ratio(x)
    return "" if found is None else _spell_between(*found)


def spell_around_rational(q: Fraction) -> str:
    """The same of a rational number."""
    return _spell_between(q.as_integer_ratio(), q.as_integer_ratio())


def _spell_between(low: Ratio, high: Ratio) -> str:
    """Two decimals between which a number lies."""
    return f", from {spell_decimal(low, LONG_DIGITS, -1)} to {spell_decimal(high, LONG_DIGITS, 1)}"


def enclose_ratio(x: Quotient) -> tuple[Ratio, Ratio] | None:
    """Rationals below and above a number at one point; None over an interval, or where enclosures do not show it."""
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
    """The nearest decimal with so many digits below (side -1) or above (side 1) a rational."""
    n, d = x
    if n == 0:
        return "0"
    if n < 0:
        return f"-{spell_decimal((-n, d), digits, -side)}"
    # 10^exponent is a unit in the last place; as 2^10 is near 10^3 the first guess is off by some, and corrected
    exponent = (n.bit_length() - d.bit_length()) * 30103 // 100000 - digits
    spend(16, n.bit_length() + d.bit_length(), 4 * abs(exponent) + 64)
    while n * 10 ** max(-exponent, 0) >= d * 10 ** (max(exponent, 0) + digits):
        exponent += 1
    units, rest = divmod(n * 10 ** max(-exponent, 0), d * 10 ** max(exponent, 0))
    units += side > 0 and rest > 0
    if units == 10**digits:
        units, exponent = units // 10, exponent + 1
    return str(Decimal(f"{units}E{exponent}"))
