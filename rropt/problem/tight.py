"""The tightest numbers of a mechanism under a notion of privacy, in words."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from rropt.exact.decimal import EXACT, decimal, show_with_decimal
from rropt.exact.element import Bound, Number, is_free
from rropt.exact.epsilon import read_epsilon
from rropt.exact.grammar import read_number
from rropt.exact.infinity import is_infinite
from rropt.exact.spelling import show
from rropt.privacy.bounds import spell_factor

__all__ = ["show_factor", "tight_in_words"]


def show_factor(x: Bound) -> str:
    """Write an upper bound on a factor as text. Decimals are rounded up.

    If exact forms are wanted, the bound is written exactly and as a decimal. Otherwise `spell_factor` writes it.
    """
    return show_with_decimal(x, direction="upper") if EXACT.get() else spell_factor(x, digits=None)


def tight_in_words(name: str, numbers: Mapping[str, str], gamma: Bound) -> str:
    """Say in words the tightest numbers of the notion `name` that a mechanism meets. They are rounded so that the statement remains
    true.

    `gamma` is the largest ratio γ of two entries of a row of the mechanism. `numbers` has the tightest numbers as text. For "sip"
    and "csip", the tightest upper boundary is γp/(1 + (γ − 1)p); for "sip", the tightest lower boundary is p/(γ − (γ − 1)p). The
    text gives their values at three probabilities p.
    """
    if name == "ldp":
        return f"epsilon = {numbers['epsilon'] if is_free(gamma) else read_epsilon(numbers['epsilon']).shown(direction='upper')}"
    if is_infinite(gamma):
        return UNBOUNDED[name]
    if name in BY_FACTOR and not is_free(gamma) and gamma == 1:
        return "every answer is as likely under one truth as under any other"
    if name == "rho breach":
        if is_free(gamma):
            return f"no answer lifts a chance from below {numbers['rho1']} to above {numbers['rho2']}"
        low, high = (read_number(numbers[x]) for x in ("rho1", "rho2"))
        return f"no answer lifts a chance from below {_rounded(low, 'lower')} to above {_rounded(high, 'upper')}"
    if name in ("sip", "csip"):
        return _of_three_chances(gamma, both=name == "sip")
    return BY_FACTOR[name].format(_rounded(gamma, "upper"))


BY_FACTOR = {
    "parity": "no answer is more than {0} times as likely under one truth as under another",
    "beta factor": "no answer multiplies or divides the chance of anything by more than {0}",
    "bayes factor": "no answer multiplies or divides the odds of anything by more than {0}",
}
UNBOUNDED = {
    "parity": "an answer is possible under one truth and impossible under another",
    "rho breach": "an answer may lift a small chance to 1",
    "beta factor": "an answer may multiply a chance without bound",
    "bayes factor": "an answer may multiply odds without bound",
    "sip": "an answer may lift a small chance to 1 or lower a large one to 0",
    "csip": "an answer may lift a small chance to 1",
}
CHANCES = (Fraction(1, 100), Fraction(1, 10), Fraction(1, 2))


def _of_three_chances(gamma: Number, *, both: bool) -> str:
    """Say how far an answer may raise probabilities of 1 %, 10 % and 50 %, if no two entries of a row of the mechanism have a ratio
    above γ. If `both` is True, say also how far it may lower them.

    If γ depends on a number that ranges over an interval, say instead by which factor odds may change.
    """
    if is_free(gamma):
        also = f" and at most divided by {show(gamma)}" if both else ""
        return f"the odds of anything are at most multiplied by {show(gamma)}{also}"
    said = []
    for p in CHANCES:
        least, most = p / (gamma - (gamma - 1) * p), gamma * p / (1 + (gamma - 1) * p)
        low, high = _of_100(least, "lower"), _of_100(most, "upper")
        said.append(f"of {100 * p} % is {f'from {low} to' if both else 'at most'} {high} %")
    return f"after any answer a chance {', one '.join(said)}"


def _of_100(x: Number, direction: Literal["lower", "upper"]) -> str:
    return decimal(100 * x, digits=3, direction=direction)


def _rounded(x: Number, direction: Literal["lower", "upper"]) -> str:
    """Write a bound for a sentence, rounded in the stated direction. If exact forms are wanted (`EXACT`), or if x is a function of
    t, write it exactly."""
    return show(x) if EXACT.get() or is_free(x) else decimal(x, direction=direction)
