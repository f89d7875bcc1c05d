"""For every exact number, a ball of python-flint at the working precision that contains it, and square roots of it."""

from __future__ import annotations

from fractions import Fraction

import flint

from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds, ball, sqrt_bounds
from rropt.exact.sign import enclose

__all__ = ["ball_of", "root_bounds"]


def ball_of(x: Number) -> flint.arb:
    """A ball that contains x, of a radius that suits the working precision in force."""
    if isinstance(x, Fraction):
        return ball(x)
    lower, upper = enclose(x, width=Fraction(1, 1 << flint.ctx.prec))
    return ball(lower).union(ball(upper))


def root_bounds(x: Number, *, width: Fraction = Fraction(1, 10**15)) -> Bounds:
    """lower ≤ √max(0, x) ≤ upper with upper − lower ≤ width: the standard error of a variance x."""
    tight = width * width / 4
    lower, upper = enclose(x, width=tight)
    low, high = (sqrt_bounds(max(Fraction(0), y), width=width / 2) for y in (lower, upper))
    return low[0], high[1]
