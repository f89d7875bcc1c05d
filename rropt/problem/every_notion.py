"""The tight numbers of a mechanism under every notion, and in words."""

from __future__ import annotations

from fractions import Fraction

from rropt.exact.decimal import EXACT, decimal, exact_or_decimal
from rropt.exact.element import Number
from rropt.exact.epsilon import read_epsilon
from rropt.exact.grammar import read_number
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.privacy import CSIP, LDP, SIP, BayesFactor, BetaFactor, Notion, Parity, RhoBreach
from rropt.results import is_free

__all__ = ["in_words", "tight_notions"]

FIFTH = Fraction(1, 5)


def tight_notions(mechanism: Mechanism, demand: Notion | None = None) -> dict[str, dict[str, str]]:
    """By the names of each notion's own numbers; ρ2 is that of the demand's ρ1, or of 1/5.

    The boundaries of SIP and CSIP are in the text that they are read from: `odds:3` is h(p) = 3p/(1+2p), and `odds:1/3`
    as a lower one its mirror image. (ε, δ)-LDP is the mechanism's profile.
    """
    rho1 = demand.rho1 if isinstance(demand, RhoBreach) else FIFTH
    lower, upper = SIP("odds:1", "odds:1").tightest(mechanism)
    return {
        "ldp": {"epsilon": str(LDP(0).tightest(mechanism))},
        "parity": {"gamma": show(Parity(1).tightest(mechanism))},
        "rho breach": {"rho1": show(rho1), "rho2": show(RhoBreach.tightest_rho2(mechanism, rho1))},
        "beta factor": {"beta": show(BetaFactor(2).tightest(mechanism))},
        "bayes factor": {"factor": show(BayesFactor(2).tightest(mechanism))},
        "sip": {"lower": str(lower), "upper": str(upper)},
        "csip": {"h": str(CSIP("odds:1").tightest(mechanism))},
    }


def in_words(name: str, numbers: dict[str, str], gamma: Number | float) -> str:
    """One notion's numbers for a person to read."""
    if name in ("sip", "csip"):
        return _curve(name, gamma)
    if not (EXACT.get() or is_free(gamma)):
        numbers = {
            key: read_epsilon(x).shown() if key == "epsilon" else x if x == "inf" else decimal(read_number(x))
            for key, x in numbers.items()
        }
    if name == "rho breach":
        return f"from rho1 = {numbers['rho1']} no posterior above {numbers['rho2']}"
    return ", ".join(f"{key} = {x}" for key, x in numbers.items())


def _curve(name: str, gamma: Number | float) -> str:
    """What becomes of an event of probability p: the tight boundary as a formula, and even chances as an example."""
    above = name == "csip"
    if isinstance(gamma, float):
        return "an answer may lift any event" + (" to 1" if above else " to 1 or lower it to 0")
    if gamma == 1:
        return "no answer lifts any event" if above else "no answer lifts or lowers any event"
    is_written = isinstance(gamma, Fraction) or not (EXACT.get() or is_free(gamma))
    g, less = (exact_or_decimal(gamma), exact_or_decimal(gamma - 1)) if is_written else ("g", "(g - 1)")
    said = "" if is_written else f", g = {show(gamma)}"
    high = f"{_times(g)}p/(1 + {_times(less)}p)"
    low = f"p/({g} - {_times(less)}p)"
    top, bottom = exact_or_decimal(gamma / (gamma + 1)), exact_or_decimal(1 / (gamma + 1))
    if above:
        return f"no event of probability p above h(p) = {high}{said}; even chances not above {top}"
    return f"an event of probability p stays between {low} and {high}{said}; even chances between {bottom} and {top}"


def _times(factor: str) -> str:
    """The factor before p, left out where it is 1."""
    return "" if factor == "1" else f"({factor})*" if "/" in factor else f"{factor}*"
