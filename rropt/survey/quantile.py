"""For every confidence level, a rational enclosure of the squared normal quantile."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from rropt.exact.decimal import decimal
from rropt.exact.enclosure import Bounds, ball, refine
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_rational

__all__ = ["normal_quantile", "percent", "read_confidence", "squared_quantile"]


def read_confidence(confidence: object) -> Fraction:
    """A confidence level strictly between 0 and 1."""
    level = read_rational(confidence)
    if not 0 < level < 1:
        raise InputError(f"confidence = {confidence} must lie strictly between 0 and 1, such as 0.95")
    return level


def percent(level: Fraction) -> str:
    """The level in percent: exact within 20 digits, else rounded down, so that no level is printed as 100."""
    exact = decimal(level * 100, digits=20)
    return exact if Fraction(exact) == level * 100 else decimal(level * 100, direction="lower")


@lru_cache(maxsize=64)
def normal_quantile(probability: Fraction) -> Bounds:
    """lower ≤ z ≤ upper with Φ(z) = probability: z = √2·erf⁻¹(2·probability − 1)."""
    return refine(lambda: ball(2 * probability - 1).erfinv() * ball(Fraction(2)).sqrt())


@lru_cache(maxsize=64)
def squared_quantile(level: Fraction) -> Bounds:
    """lower ≤ z² ≤ upper for the z that a standard normal exceeds in size with probability 1 − level."""
    return refine(lambda: 2 * ball(level).erfinv() ** 2)
