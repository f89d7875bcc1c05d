"""Rational enclosures `(lower, upper)` of logarithms, roots and balls, each rounded outward.

python-flint's `arb` is rigorous ball arithmetic: the exact value lies in the ball. Its end points are dyadic
rationals, so `enclose_ball` makes them `Fraction`s without another rounding.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from threading import RLock

import flint

from rropt.exact.errors import InputError, Undecided

__all__ = [
    "ALONE",
    "Bounds",
    "ball",
    "enclose_ball",
    "enclose_coarsely",
    "log_bounds",
    "nth_root_bounds",
    "precision",
    "refine",
    "say_log_nearby",
    "sqrt_bounds",
]

Bounds = tuple[Fraction, Fraction]
DEFAULT_WIDTH = Fraction(1, 10**15)
MOST_BITS = 1 << 20  # of the working precision
MOST_PLACES = 1 << 16  # bits after the point of a bound, beyond those of the wanted width

ALONE = RLock()
"""Held by the thread that changes what belongs to the process: FLINT's precision, or when garbage is looked for."""


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Compute balls with this number of bits, while no other thread changes it."""
    with ALONE, flint.ctx.workprec(bits):
        yield


def _dyadic(x: flint.arb) -> Fraction:
    mantissa, exponent = x.man_exp()
    m, e = int(mantissa), int(exponent)
    return Fraction(m << e) if e >= 0 else Fraction(m, 1 << -e)


def _floor(x: flint.arb, bits: int) -> Fraction:
    """Round x, a ball of radius 0, down to a multiple of 2^−bits.

    The denominator of x is never written out, because it may be too long for the memory if x is tiny.
    """
    mantissa, exponent = x.man_exp()
    m, e = int(mantissa), int(exponent)
    return Fraction(m << e) if e >= 0 else Fraction(m >> (-e - bits) if -e > bits else m << (bits + e), 1 << bits)


def enclose_ball(x: flint.arb) -> Bounds:
    """The end points of a finite ball as fractions: lower ≤ every point of the ball ≤ upper."""
    return _dyadic(x.lower()), _dyadic(x.upper())


def enclose_coarsely(x: flint.arb, bits: int) -> Bounds:
    """The end points of a finite ball, rounded outward to multiples of 2^−bits."""
    return _floor(x.lower(), bits), -_floor(-x.upper(), bits)


def ball(x: Fraction) -> flint.arb:
    """A ball that contains the fraction x, at the current working precision."""
    return flint.arb(flint.fmpq(x.numerator, x.denominator))


def refine(compute: Callable[[], flint.arb], *, width: Fraction = DEFAULT_WIDTH) -> Bounds:
    """Find rational bounds, at most `width` apart, on the number that `compute` encloses in a ball at the current precision.

    The precision is doubled until the bounds are at most `width` apart. `Undecided` is raised if `MOST_BITS` bits do not suffice.
    """
    bits, places = 64, width.denominator.bit_length() + MOST_PLACES
    while bits <= MOST_BITS:
        with precision(bits):
            value = compute()
            if value.is_finite():
                lower, upper = enclose_coarsely(value, places)
                if upper - lower <= width:
                    return lower, upper
        bits *= 2
    raise Undecided(f"rropt could not find bounds at most {width} apart with {MOST_BITS} bits")


def log_bounds(x: Fraction, *, width: Fraction = DEFAULT_WIDTH) -> Bounds:
    """Find lower ≤ log x ≤ upper with upper − lower ≤ width, for x > 0."""
    if x <= 0:
        raise InputError(f"log({x}) is not a real number; give a positive argument")
    return refine(lambda: ball(x).log(), width=width)


def say_log_nearby(x: Fraction) -> str:
    """Write a hint for an error message that refuses log x: a rational just below log x, and one just above."""
    unit = 10**6
    low, high = (end * unit for end in log_bounds(x))
    return f" near it, such as {math.floor(low)}/{unit} just below or {math.ceil(high)}/{unit} just above,"


def rational_root(x: Fraction) -> Fraction | None:
    """√x if it is rational, for x ≥ 0; else None."""
    top, below = math.isqrt(x.numerator), math.isqrt(x.denominator)
    return Fraction(top, below) if (top * top, below * below) == (x.numerator, x.denominator) else None


def sqrt_bounds(x: Fraction, *, width: Fraction = DEFAULT_WIDTH) -> Bounds:
    """Find lower ≤ √x ≤ upper with upper − lower ≤ width, for x ≥ 0; both are √x if it is rational."""
    root = rational_root(x) if x >= 0 else None
    return (root, root) if root is not None else nth_root_bounds(x, 2, width=width)


def nth_root_bounds(x: Fraction, n: int, *, width: Fraction = DEFAULT_WIDTH) -> Bounds:
    """Find lower ≤ x^(1/n) ≤ upper with upper − lower ≤ width, for x ≥ 0."""
    if x < 0:
        raise InputError(f"the root of order {n} of {x} is not a real number; give a nonnegative argument")
    if x == 0:
        return x, x
    return refine(lambda: ball(x).root(n), width=width)
