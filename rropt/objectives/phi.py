"""The functions φ of divergences: what an answer of the probabilities a and b adds to each, b·φ(a/b) (SPEC.md, 5.8)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.solvers.rational import ZERO, rational

__all__ = ["KINDS", "Phi", "phi_in_symbols", "phi_of", "times_log"]

Real = fmpq | arb


@dataclass(frozen=True)
class Phi:
    """b·φ(a/b) of rationals or balls, and of all exact numbers if φ is rational; and φ′(1).

    `is_infinite` tells whether φ(x)/x grows without limit, so that a divergence is infinite if b = 0 < a.
    """

    of: Callable[[Any, Any], Any]
    slope: fmpq = ZERO
    is_rational: bool = False
    is_infinite: bool = False

    @property
    def exact(self) -> Callable[[Number, Number], Number] | None:
        """The function of exact numbers; None if φ is not rational."""
        return self.at if self.is_rational else None

    def at(self, a: Any, b: Any) -> Any:
        """b·φ(a/b) with the limits where a or b is 0."""
        if self.is_infinite and b == 0 and a != 0:
            raise InputError(
                "the divergence is infinite for some mechanism of this demand, as an answer may be impossible for one input; give "
                "every pair of inputs an epsilon and no delta, or ask for another divergence"
            )
        return a if a == 0 and b == 0 else self.of(a, b)


def times_log(x: Real) -> Real:
    """x·log x, 0 at 0."""
    return arb(x) * arb(x).log() if x != 0 else ZERO


def _kl(a: Real, b: Real) -> Real:
    return arb(a) * (arb(a) / arb(b)).log() if a != 0 and not _same(a, b) else ZERO


def _hellinger(a: Real, b: Real) -> Real:
    return ZERO if _same(a, b) else arb(a + b) / 2 - (arb(a) * arb(b)).sqrt()


def _jensen_shannon(a: Real, b: Real) -> Real:
    return ZERO if _same(a, b) else (times_log(a) + times_log(b)) / 2 - times_log((a + b) / 2)


def _tv(a: Any, b: Any) -> Any:
    return a / 2 - b / 2 if a > b else b / 2 - a / 2


def _same(a: Real, b: Real) -> bool:
    return isinstance(a, fmpq) and isinstance(b, fmpq) and a == b


def _power(order: Fraction) -> Phi:
    o = rational(order)

    def of(a: Real, b: Real) -> Real:
        if _same(a, b):
            return ZERO
        if a == 0 or b == 0:
            return -arb(b) / (o - 1)
        return ((arb(o) * arb(a).log() + arb(1 - o) * arb(b).log()).exp() - b) / (o - 1)

    return Phi(of, o / (o - 1), is_infinite=order > 1)


def _hockey_stick(gamma: Fraction) -> Phi:
    n, d = gamma.as_integer_ratio()

    def of(a: Any, b: Any) -> Any:
        left = (d * a - n * b) / d
        return left if left > 0 else 0 * left

    return Phi(of, is_rational=True)


FIXED = {
    "chi2": Phi(lambda a, b: (a - b) * (a - b) / b, is_rational=True, is_infinite=True),
    "hellinger": Phi(_hellinger),
    "jensen_shannon": Phi(_jensen_shannon),
    "kl": Phi(_kl, fmpq(1), is_infinite=True),
    "le_cam": Phi(lambda a, b: (a - b) * (a - b) / (2 * (a + b)), is_rational=True),
    "tv": Phi(_tv, is_rational=True),
}
WITH_NUMBER = {"hockey_stick": _hockey_stick, "power": _power, "renyi": _power}
KINDS = tuple(sorted([*FIXED, *WITH_NUMBER]))


def phi_of(kind: str, number: Fraction | None) -> Phi:
    """The φ of a kind; `number` is γ of a hockey stick, and the order of a power or of Rényi's divergence."""
    if number is None:
        return FIXED[kind]
    return WITH_NUMBER[kind](number)


def phi_in_symbols(kind: str, number: Any, a: Any, b: Any) -> Any:
    """b·φ(a/b) for expressions of sympy; `number` is γ or the order."""
    import sympy

    def times_log(x: Any) -> Any:
        return x * sympy.log(x) if x != 0 else sympy.Integer(0)

    match kind:
        case "chi2":
            return (a - b) ** 2 / b
        case "hellinger":
            return (a + b) / 2 - sympy.sqrt(a * b)
        case "hockey_stick":
            return sympy.Max(0, a - number * b)
        case "jensen_shannon":
            return (times_log(a) + times_log(b)) / 2 - times_log((a + b) / 2)
        case "kl":
            return times_log(a) - (a * sympy.log(b) if a != 0 else 0)
        case "le_cam":
            return (a - b) ** 2 / (2 * (a + b)) if a != 0 or b != 0 else sympy.Integer(0)
        case "tv":
            return sympy.Abs(a - b) / 2
    return (a**number * b ** (1 - number) - b) / (number - 1) if a != 0 or b != 0 else sympy.Integer(0)
