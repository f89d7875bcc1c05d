"""Rational interval arithmetic in plain Python: outward rounding, exp, log, square roots, erf.

The interval that an operation returns contains all values that the operation takes at points of its arguments. The replay uses this
arithmetic, which shares no code with the ball arithmetic of `rropt.exact`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import isqrt

from rropt.claims.language.size import raised, require_short
from rropt.exact.errors import Undecided

__all__ = [
    "Interval",
    "add",
    "divide",
    "erf",
    "exponential",
    "logarithm",
    "multiply",
    "point",
    "power",
    "round_outward",
    "square_root",
]

Interval = tuple[Fraction, Fraction]
MOST_EXPONENT = 4000

# a search evaluates the same formulas at the same points again and again, and every logarithm needs that of 2
remember = lru_cache(maxsize=1 << 10)


def point(x: Fraction) -> Interval:
    return x, x


def round_outward(x: Interval, bits: int) -> Interval:
    """Widen the interval x to end points that are easier to compute with.

    Each new end point is a whole number of about `bits` binary digits, multiplied by a power of 2. An end point that is a short
    whole number stays.
    """
    return _down(require_short(x[0]), bits), -_down(-require_short(x[1]), bits)


def _down(x: Fraction, bits: int) -> Fraction:
    if x == 0 or (x.denominator == 1 and x.numerator.bit_length() <= bits):
        return x
    shift = bits - (x.numerator.bit_length() - x.denominator.bit_length())
    if shift >= 0:
        return Fraction((x.numerator << shift) // x.denominator, 1 << shift)
    return Fraction((x.numerator // (x.denominator << -shift)) << -shift)


def add(a: Interval, b: Interval) -> Interval:
    return a[0] + b[0], a[1] + b[1]


def multiply(a: Interval, b: Interval) -> Interval:
    products = (a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1])
    return min(products), max(products)


def divide(a: Interval, b: Interval) -> Interval:
    if b[0] <= 0 <= b[1]:
        raise Undecided("a divisor may be 0, because 0 lies between its bounds")
    return multiply(a, (1 / b[1], 1 / b[0]))


def power(a: Interval, n: int) -> Interval:
    low, high = raised(a[0], n), raised(a[1], n)
    if n % 2 or a[0] >= 0:
        return low, high
    return (Fraction(0) if a[1] >= 0 else high), max(low, high)


def square_root(x: Interval, bits: int) -> Interval:
    if x[0] < 0:
        raise Undecided("the number under a square root may be negative, because its lower bound is")
    return _root(x[0], bits), _root(x[1], bits, up=True)


def _root(x: Fraction, bits: int, *, up: bool = False) -> Fraction:
    size = x.numerator.bit_length() - x.denominator.bit_length()
    shift = max(0, bits - size // 2)
    scaled = (x.numerator << 2 * shift) // x.denominator
    root = isqrt(scaled)
    exact = root * root * x.denominator == x.numerator << 2 * shift
    return Fraction(root + (1 if up and not exact else 0), 1 << shift)


def exponential(x: Interval, bits: int) -> Interval:
    return _exp(x[0], bits)[0], _exp(x[1], bits)[1]


@remember
def _exp(x: Fraction, bits: int) -> Interval:
    if abs(x) > MOST_EXPONENT:
        raise Undecided(
            f"exp({x}) is too large or too near 0 to be bounded; give an exponent from -{MOST_EXPONENT} to {MOST_EXPONENT}"
        )
    if x < 0:
        low, high = _exp(-x, bits)
        return round_outward((1 / high, 1 / low), bits)
    halvings = max(0, x.numerator.bit_length() - x.denominator.bit_length() + 5)
    working = bits + 2 * halvings + 10
    low, high = _small_exp(round_outward((x / (1 << halvings),) * 2, working), working)
    for _ in range(halvings):
        low, high = round_outward((low * low, high * high), working)
    return round_outward((low, high), bits)


def _small_exp(x: Interval, bits: int) -> Interval:
    """Add up Taylor's series of exp for 0 ≤ x ≤ 1/2; the terms left out add up to less than twice the last term added."""
    total: Interval = point(Fraction(1))
    term: Interval = point(Fraction(1))
    n = 0
    while term[1] * (1 << bits) > 1:
        n += 1
        term = round_outward((term[0] * x[0] / n, term[1] * x[1] / n), bits)
        total = round_outward(add(total, term), bits + 5)
    return total[0], total[1] + 2 * term[1]


def logarithm(x: Interval, bits: int) -> Interval:
    if x[0] <= 0:
        raise Undecided("the argument of a logarithm may be 0 or negative, because its lower bound is")
    return _log(x[0], bits)[0], _log(x[1], bits)[1]


@remember
def _log(x: Fraction, bits: int) -> Interval:
    """Enclose log x. Write x = 2^k·y with y between 1/2 and 2; then log x = k log 2 + 2 artanh((y − 1)/(y + 1))."""
    if x == 1:
        return point(Fraction(0))
    k = x.numerator.bit_length() - x.denominator.bit_length()
    y = x / Fraction(2) ** k
    working = bits + 10 + abs(k).bit_length()
    two = _twice_artanh(Fraction(1, 3), working)
    rest = _twice_artanh((y - 1) / (y + 1), working)
    return add(multiply(point(Fraction(k)), two), rest)


@remember
def _twice_artanh(z: Fraction, bits: int) -> Interval:
    if z < 0:
        low, high = _twice_artanh(-z, bits)
        return -high, -low
    u = round_outward((z, z), bits)
    square = round_outward(multiply(u, u), bits)
    total, term, n = u, u, 1
    while term[1] * (1 << bits) > 1:
        n += 2
        term = round_outward(multiply(term, square), bits)
        total = round_outward(add(total, (term[0] / n, term[1] / n)), bits + 5)
    rest = term[1] * square[1] / (n * (1 - square[1]))
    return 2 * total[0], 2 * (total[1] + rest)


def erf(x: Interval, bits: int) -> Interval:
    return _erf(x[0], bits)[0], _erf(x[1], bits)[1]


def _erf(x: Fraction, bits: int) -> Interval:
    """Enclose erf x.

    If x < 0, it is −erf(−x). If x > 30, it lies in [1 − 2^−1000, 1]. Otherwise it is the alternating series
    2/√π Σ (−1)^n x^(2n+1)/(n!(2n+1)).
    """
    if x < 0:
        low, high = _erf(-x, bits)
        return -high, -low
    if x > 30:
        return 1 - Fraction(1, 1 << 1000), Fraction(1)
    working = bits + 2 * int(x * x) + 20
    square = round_outward((x * x, x * x), working)
    power_term: Interval = round_outward(point(x), working)
    total: Interval = power_term
    n = 0
    while n <= square[1] or power_term[1] * (1 << working) > 1:
        n += 1
        power_term = round_outward(multiply(power_term, (square[0] / n, square[1] / n)), working)
        term = (power_term[0] / (2 * n + 1), power_term[1] / (2 * n + 1))
        total = round_outward(add(total, term if n % 2 == 0 else (-term[1], -term[0])), working)
    rest = power_term[1]
    low, high = total[0] - rest, total[1] + rest
    return round_outward(divide((2 * low, 2 * high), square_root(_circle(working), working)), bits)


def _circle(bits: int) -> Interval:
    """Enclose π = 16 arctan(1/5) − 4 arctan(1/239)."""
    a, b = _arctan(5, bits), _arctan(239, bits)
    return 16 * a[0] - 4 * b[1], 16 * a[1] - 4 * b[0]


def _arctan(inverse: int, bits: int) -> Interval:
    total, n = Fraction(0), 0
    while True:
        term = Fraction(1, (2 * n + 1) * inverse ** (2 * n + 1))
        if term * (1 << bits) < 1:
            return round_outward((total - term, total + term), bits + 5)
        total += term if n % 2 == 0 else -term
        n += 1
