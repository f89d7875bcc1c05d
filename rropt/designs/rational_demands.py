"""Rational demands on both sides of one with irrational numbers, for certificates in which t is the prevalence.

With T₁ ≤ e^ε ≤ T₂ and δ₁ ≤ δ ≤ δ₂ every mechanism of (T₁, δ₁) satisfies (ε, δ), and every mechanism of (ε, δ) satisfies
(T₂, δ₂). So a mechanism of the inner demand and a bound for all of the outer one enclose the optimum. T − 1, δ and 1 − δ are
enclosed relatively, since these are what variances depend on.
"""

from __future__ import annotations

from fractions import Fraction

from rropt.exact.decimal import around, decimal
from rropt.exact.epsilon import Epsilon
from rropt.exact.field import Number
from rropt.privacy import LDP, Notion
from rropt.program.ratio import ratio_and_delta

__all__ = ["demand_note", "rational_demands"]

DIGITS, ALL_DIGITS = 36, 400


def rational_demands(ratio: Number, delta: Number) -> tuple[LDP, LDP]:
    """The inner and the outer demand; both are the demand itself where its numbers are rational."""
    above, below = _bounds(ratio - 1), _bounds(delta)
    most = 1 - _bounds(1 - delta)[0]
    inner = LDP(Epsilon(1 + above[0]), delta=below[0])
    return inner, LDP(Epsilon(1 + above[1]), delta=min(below[1], most))


def _bounds(x: Number) -> tuple[Fraction, Fraction]:
    """Decimals of so many digits on both sides of an irrational number; a rational one twice."""
    if isinstance(x, Fraction):
        return x, x
    return around(x, x, digits=DIGITS)


def demand_note(demand: Notion) -> str:
    """What certificates of rational numbers near those of the demand say about it; nothing where they are its own."""
    ratio, delta = ratio_and_delta(demand)
    if isinstance(ratio, Fraction) and isinstance(delta, Fraction):
        return ""
    inner, outer = (" and ".join(_said(*ratio_and_delta(x))) for x in rational_demands(ratio, delta))
    return (
        f"no certificate names the prevalence beside the irrational numbers of {demand}: those of intervals are about {outer}, "
        f"rounded up, which every mechanism of the demand satisfies; the mechanisms are for {inner}, rounded down, and "
        "satisfy the demand; so the optimum lies between the bounds"
    )


def _said(ratio: Number, delta: Number) -> tuple[str, str]:
    """The numbers of a rational demand; those that are rounded are finite decimals."""
    return f"e^epsilon = {decimal(ratio, digits=ALL_DIGITS)}", f"delta = {decimal(delta, digits=ALL_DIGITS)}"
