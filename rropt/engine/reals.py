"""Real numbers in balls of FLINT's Arb, and rationals beside them."""

from __future__ import annotations

from contextlib import AbstractContextManager
from fractions import Fraction

from flint import arb, fmpq

from rropt.exact.element import Number
from rropt.exact.enclosure import precision
from rropt.exact.sign import enclose
from rropt.solvers.rational import ZERO, rational

__all__ = ["ball", "end", "middle", "precise", "shorter"]

PRECISION = 320
END_BITS = 96
# beside a ball at 0, which the checker encloses to 2^-250 or so
SMALL = fmpq(1, 2**220)


def precise(bits: int = PRECISION) -> AbstractContextManager[object]:
    """Compute balls in 320 bits, or as many as given."""
    return precision(bits)


def ball(x: Number) -> fmpq | arb:
    """A ball that contains x; x itself if it is rational."""
    if isinstance(x, Fraction):
        return rational(x)
    low, high = enclose(x, width=Fraction(1, 1 << PRECISION))
    return arb(rational(low)).union(arb(rational(high)))


def end(x: fmpq | arb, *, up: bool) -> fmpq:
    """A rational on the upper or the lower side of a number, 2^-96 of its size away, so that other enclosures fit between."""
    if isinstance(x, fmpq):
        return x
    mantissa, exponent = (int(v) for v in (x.upper() if up else x.lower()).man_exp())
    if not mantissa:
        return SMALL if up else -SMALL
    shift = mantissa.bit_length() - END_BITS
    whole = (mantissa >> shift if shift > 0 else mantissa << -shift) + (1 if up else -1)
    return whole * fmpq(2) ** (exponent + shift)


def middle(x: arb, bits: int) -> fmpq:
    """A rational of few bits near the middle of a ball."""
    mantissa, exponent = (int(v) for v in x.mid().man_exp())
    shift = max(0, mantissa.bit_length() - bits)
    return fmpq(mantissa >> shift) * fmpq(2) ** (exponent + shift)


def shorter(x: fmpq, *, up: bool, bits: int = END_BITS) -> fmpq:
    """A rational with few bits that is not below x, or not above it."""
    if not x:
        return ZERO
    unit = fmpq(2) ** (int(x.p).bit_length() - int(x.q).bit_length() - bits)
    return ((x / unit).ceil() if up else (x / unit).floor()) * unit
