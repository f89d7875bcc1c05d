"""The functions φ of divergences: what an answer of the probabilities a and b adds to each, b·φ(a/b) (SPEC.md, 5.8).

The probabilities are rationals, balls, or expressions of sympy; if φ is rational, also exact numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from rropt.exact.errors import InputError
from rropt.solvers.rational import ZERO, rational

__all__ = ["KINDS", "Phi", "phi_of", "times_log"]


@dataclass(frozen=True)
class Phi:
    """b·φ(a/b), and φ′(1).

    `is_infinite` tells whether φ(x)/x grows without limit, so that a divergence is infinite if b = 0 < a.
    """

    of: Callable[[Any, Any], Any]
    slope: fmpq = ZERO
    is_rational: bool = False
    is_infinite: bool = False

    def at(self, a: Any, b: Any) -> Any:
        """b·φ(a/b) with the limits where a or b is 0."""
        if self.is_infinite and b == 0 and a != 0:
            raise InputError(
                "the divergence is infinite for some mechanism of this demand, as an answer may be impossible for one input; give "
                "every pair of inputs an epsilon and no delta, or ask for another divergence"
            )
        return a if a == 0 and b == 0 else self.of(a, b)


def _log(x: Any) -> Any:
    if isinstance(x, fmpq | arb):
        return arb(x).log()
    import sympy

    return sympy.log(x)


def _raised(x: Any, power: Fraction) -> Any:
    return arb(x) ** rational(power) if isinstance(x, fmpq | arb) else x**power


def times_log(x: Any) -> Any:
    """x·log x, 0 at 0."""
    return x * _log(x) if x != 0 else x


def _kl(a: Any, b: Any) -> Any:
    return a * _log(a / b) if a != 0 and not _same(a, b) else 0 * a


def _hellinger(a: Any, b: Any) -> Any:
    return 0 * a if _same(a, b) else (a + b) / 2 - _raised(a * b, Fraction(1, 2))


def _jensen_shannon(a: Any, b: Any) -> Any:
    return 0 * a if _same(a, b) else (times_log(a) + times_log(b)) / 2 - times_log((a + b) / 2)


def _tv(a: Any, b: Any) -> Any:
    return a / 2 - b / 2 if a > b else b / 2 - a / 2


def _same(a: Any, b: Any) -> bool:
    return not isinstance(a, arb) and not isinstance(b, arb) and bool(a == b)


def _power(order: Fraction) -> Phi:
    n, d = (order - 1).as_integer_ratio()

    def of(a: Any, b: Any) -> Any:
        if _same(a, b):
            return 0 * a
        mean = 0 * a if a == 0 or b == 0 else _raised(a, order) * _raised(b, 1 - order)
        return (mean - b) * d / n

    return Phi(of, rational(order / (order - 1)), is_infinite=order > 1)


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
