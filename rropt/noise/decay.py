"""The exact number e^(−εx) for a rational x, if it has an exact form; and a ball (an interval of python-flint) that contains ε."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rropt.exact.element import Number
from rropt.exact.enclosure import ball
from rropt.exact.epsilon import Epsilon, rational_base
from rropt.exact.errors import InputError, Received
from rropt.exact.grammar import exponential
from rropt.exact.infinity import is_infinite
from rropt.exact.roots import rational_power
from rropt.exact.sign import enclose

if TYPE_CHECKING:
    from flint import arb

__all__ = ["decay", "epsilon_ball", "require_scale"]


def require_scale(epsilon: Epsilon) -> Number:
    """Return t = e^ε. Refuse an ε that is 0, infinite or free, because such an ε gives the noise no scale sensitivity/ε."""
    t = epsilon.t
    if is_infinite(t) or t == 1 or epsilon.is_free:
        raise InputError(
            Received("epsilon", str(epsilon)), " cannot be used for noise; give one positive finite epsilon"
        )
    return t


def decay(epsilon: Epsilon, x: Fraction) -> Number:
    """Compute e^(−εx) as an exact number, for x ≥ 0. If x > 0, refuse an ε that is 0, infinite or free, or for which no exact
    form is known."""
    if x == 0:
        return Fraction(1)
    t = require_scale(epsilon)
    if (exact := epsilon.value) is not None:
        found = exponential(-exact * x)
        assert not is_infinite(found)
        return found
    if x.denominator == 1:
        return 1 / t**x.numerator
    base = rational_base(epsilon)
    if base is None:
        raise InputError(
            f"rropt cannot write e^(-{x}*epsilon) exactly for epsilon = {epsilon}; give a rational epsilon or the logarithm of a "
            "rational"
        )
    return 1 / rational_power(base[0], x / base[1])


def epsilon_ball(epsilon: Epsilon) -> arb:
    """Compute a ball, at python-flint's working precision, that contains ε."""
    import flint

    t = require_scale(epsilon)
    if (exact := epsilon.value) is not None:
        return ball(exact)
    base = rational_base(epsilon)
    if base is not None:
        return ball(base[0]).log() / base[1]
    lower, upper = enclose(t, width=Fraction(1, 1 << flint.ctx.prec))
    return ball(lower).union(ball(upper)).log()
