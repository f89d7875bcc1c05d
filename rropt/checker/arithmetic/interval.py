"""Interval arithmetic for real numbers that are not quotients of polynomials in t, such as logarithms and square roots.

An interval (low, high) is a pair of integers with low <= 2^PRECISION x <= high for the number x that it encloses. Every operation
rounds the ends outward.
"""

from functools import lru_cache
from math import isqrt

from ..limits import spend
from ..refusals import Rejected
from .polynomial import Polynomial, bits_of_longest
from .quotient import Quotient
from .roots import dense

# Bits after the point: enough that what rounding loses stays far below the gaps that are claimed.
PRECISION = 384
UNIT = 1 << PRECISION
# The logarithm of so many leading bits of a number is remembered; they are enough to keep the series for the rest short.
LEADING = 6

Interval = tuple[int, int]


def plus(a: Interval, b: Interval) -> Interval:
    """Enclose the sum of two numbers; no rounding is needed."""
    return a[0] + b[0], a[1] + b[1]


def minus(a: Interval, b: Interval) -> Interval:
    """Enclose the difference of two numbers; no rounding is needed."""
    return a[0] - b[1], a[1] - b[0]


def times(a: Interval, b: Interval) -> Interval:
    """Enclose the product of two numbers, from the least to the largest product of their ends, rounded outward."""
    if a[0] >= 0 and b[0] >= 0:
        spend(8, a[1].bit_length(), b[1].bit_length())
        return a[0] * b[0] >> PRECISION, -(-a[1] * b[1] >> PRECISION)
    spend(8, bits_of_longest(a), bits_of_longest(b))
    corners = [x * y for x in a for y in b]
    return min(corners) >> PRECISION, -(-max(corners) >> PRECISION)


def halve(a: Interval) -> Interval:
    """Enclose half of a number, rounding outward."""
    return a[0] >> 1, -(-a[1] >> 1)


def divide(a: Interval, b: Interval) -> Interval:
    """Enclose the quotient a/b, rounding outward; reject the certificate if the interval of b contains 0."""
    spend(16, bits_of_longest(a), bits_of_longest(b))
    if b[0] <= 0 <= b[1]:
        raise Rejected("sign-decided", "a divisor whose sign is not decided within the limits")
    corners = [(x << PRECISION, y) for x in a for y in b]
    return min(x // y for x, y in corners), max(-(-x // y) for x, y in corners)


def to_interval(x: Quotient) -> Interval:
    """Enclose all values that the number takes on its domain.

    If the number is not constant, its domain must have an upper end. The interval is short if the number is constant, or if the
    domain is one point.
    """
    if x.is_constant():
        n, d = x.fraction()
        spend(16, n.bit_length(), d.bit_length())
        return (n << PRECISION) // d, -(-(n << PRECISION) // d)
    domain = x.domain
    assert domain is not None and domain.upper is not None, "a number with t has a domain with two ends"
    low, high = domain.lower.enclose(PRECISION)[0], domain.upper.enclose(PRECISION)[1]
    t = (low.numerator << PRECISION) // low.denominator, -(-(high.numerator << PRECISION) // high.denominator)
    return divide(_enclose_polynomial(x.num, t), _enclose_polynomial(x.den, t))


def _enclose_polynomial(p: Polynomial, t: Interval) -> Interval:
    """Enclose the values of a polynomial at all numbers of the interval t, by Horner's rule."""
    found = (0, 0)
    for c in reversed(dense(p)):
        found = plus(times(found, t), (c << PRECISION, c << PRECISION))
    return found


def square_root(a: Interval) -> Interval:
    """Enclose the square root of a number that is known to be nonnegative. The part of its interval below 0 is ignored."""
    spend(40, bits_of_longest(a), bits_of_longest(a))
    return isqrt(max(a[0], 0) << PRECISION), isqrt(max(a[1], 0) << PRECISION) + 1


def logarithm(a: Interval) -> Interval:
    """Enclose the natural logarithm of a number; reject the certificate unless both ends of its interval are positive."""
    if a[0] <= 0:
        raise Rejected("sign-decided", "a logarithm of a number that is not shown to be positive within the limits")
    low, high = _logarithm(a[0])
    if a[1] - a[0] > a[0] >> PRECISION // 2:
        return low, _logarithm(a[1])[1]
    # a short interval (a, b) needs one logarithm: log b <= log a + (b - a)/a, too large by less than half the square of (b - a)/a
    return low, high - ((a[0] - a[1] << PRECISION) // a[0])


def entropy_below(x: int) -> int:
    """Bound x log x from below, for a number x >= 1; all numbers are in steps of 2^-PRECISION.

    Let a be a number of LEADING bits that is nearest to x. The second derivative of x log x is 1/x, so that x log x is at least its
    tangent at a, which is (1 + log a) x - a, plus (x - a)^2/(2 max(a, x)). At most 2^-19 x is lost. As the logarithm of a is
    remembered, this takes much less time than `logarithm`.
    """
    n = x.bit_length() - LEADING
    leading = (x >> n - 1) + 1 >> 1
    a, log = leading << n, _logarithm_of_leading(leading, x.bit_length() - 1)[0]
    return (x * (UNIT + log) >> PRECISION) - a + (x - a) ** 2 // (2 * max(a, x))


def _logarithm(x: int) -> Interval:
    """Enclose log(x/2^PRECISION) for an integer x > 0.

    Let n be the integer for which m = x/2^n is at least 1 and less than 2. Let l be the number m cut after its first LEADING bits.
    The logarithm is (n - PRECISION) log 2 + log l + log(m/l). Each of the three logarithms is twice an artanh:
    log 2 = 2 artanh(1/3), log l = 2 artanh((l - 1)/(l + 1)) and log(m/l) = 2 artanh((m - l)/(m + l)). The last argument is at most
    2^-LEADING.
    """
    n = x.bit_length() - 1
    spend(PRECISION // 2)  # fewer than PRECISION/10 terms, as each power is at most 2^-12 of the one before
    x <<= LEADING  # so that short numbers have LEADING bits too; this changes no quotient below
    leading = x >> n + 1
    rounded = leading << n + 1
    rest, found = _artanh(x - rounded, x + rounded), _logarithm_of_leading(leading, n)
    return found[0] + 2 * rest[0], found[1] + 2 * rest[1]


@lru_cache(1 << 12)
def _logarithm_of_leading(leading: int, n: int) -> Interval:
    """Enclose log(l 2^n/2^PRECISION), which is (n - PRECISION) log 2 + log l, for l = leading/2^(LEADING - 1) with 1 <= l <= 2."""
    one, shift = 1 << LEADING - 1, n - PRECISION
    part = _artanh(leading - one, leading + one)
    ends = (ARTANH_OF_A_THIRD[0] * shift, ARTANH_OF_A_THIRD[1] * shift)
    return 2 * (part[0] + min(ends)), 2 * (part[1] + max(ends))


def _artanh(num: int, den: int) -> Interval:
    """Enclose artanh z, the sum of z^i/i over all odd i, for z = num/den with 0 <= z <= 1/3.

    All numbers are computed in whole steps of 2^-PRECISION and rounded down, so that each falls short of the true one. The
    shortfalls are counted in steps. The shortfall of z is less than 1. It contributes less than 2/3 to the shortfall of z^2, and
    rounding adds less than 1. So the shortfall of z^2 is less than 5/3.

    Each power z^i falls short by less than 2. This is shown by induction over i. For i = 1 the shortfall is less than 1. Now let
    z^i fall short by less than 2, and consider the next power z^i z^2. The shortfall of z^i contributes less than 2/9, as
    z^2 <= 1/9. The shortfall of z^2 contributes less than 5/9, as z^i <= 1/3. Rounding adds less than 1. The sum is less than 2.

    So a term z^i/i falls short by less than 3. When the loop ends, fewer than i/2 terms have been added, which together fall
    short by less than 3 i/2. The first power left out is below 2 steps, and each further one is at most 1/9 of the power before
    it. So the powers left out are below 9/4 together. The sum falls short by less than 3 i/2 + 9/4, which is less than 2 i + 4.
    """
    z = (num << PRECISION) // den
    square = z * z >> PRECISION
    power, i, found = z, 1, 0
    while power:
        found += power // i
        power = power * square >> PRECISION
        i += 2
    return found, found + 2 * i + 4


# artanh(1/3), which is half of log 2
ARTANH_OF_A_THIRD = _artanh(1, 3)
