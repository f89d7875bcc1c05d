"""The tightest numbers, such as the least ε, with which a mechanism satisfies each notion of privacy."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rropt.exact.epsilon import Epsilon
from rropt.exact.fields import Free
from rropt.exact.matrix import common_field
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.privacy import CSIP, LDP, SIP, BayesFactor, BetaFactor, Notion, Parity, RhoBreach, Sensitive

__all__ = ["NAMES", "epsilons_alone", "say_alone", "tight_notions"]

FIFTH = Fraction(1, 5)
MOST_ALONE = 6
"""The largest number of inputs for which each input's own epsilon is computed."""
NAMES = {
    "ldp": "local differential privacy",
    "parity": "parity",
    "rho breach": "breach from rho1 to rho2",
    "beta factor": "beta factor",
    "bayes factor": "Bayes factor",
    "sip": "boundaries on both sides (SIP)",
    "csip": "boundary above (CSIP)",
}
"""The notions of privacy in words, by their keys in `tight_notions`."""


def tight_notions(mechanism: Mechanism, demand: Notion | None = None) -> dict[str, dict[str, str]]:
    """Return the mechanism's tight numbers under each notion, as texts. Each notion is mapped to a dictionary of its numbers by
    name.

    For ρ1-to-ρ2 privacy, the tight ρ2 is given for the ρ1 of the demand, or for 1/5 if the demand has no ρ1. The boundaries of SIP
    and CSIP are texts that rropt can read again: `odds:3` is the function h(p) = 3p/(1+2p), and `odds:1/3` is its inverse p/(3−2p),
    which is used for lower boundaries. Of (ε, δ)-LDP, only the least ε for δ = 0 is given; a mechanism's profile has the other
    pairs.
    """
    rho1 = demand.rho1 if isinstance(demand, RhoBreach) else FIFTH
    sip = SIP("odds:1", "odds:1").tightest(mechanism)
    return {
        "ldp": {"epsilon": str(LDP(0).tightest(mechanism))},
        "parity": {"gamma": show(Parity(1).tightest(mechanism))},
        "rho breach": {"rho1": show(rho1), "rho2": show(RhoBreach.tightest_rho2(mechanism, rho1))},
        "beta factor": {"beta": show(BetaFactor(2).tightest(mechanism))},
        "bayes factor": {"factor": show(BayesFactor(2).tightest(mechanism))},
        "sip": {"lower": str(sip.lower), "upper": str(sip.upper)},
        "csip": {"h": str(CSIP("odds:1").tightest(mechanism))},
    }


def epsilons_alone(mechanism: Mechanism) -> dict[str, Epsilon]:
    """Map each input's label to the least ε with which the mechanism protects this input alone, as the demand `Sensitive` does. The
    result is empty in three cases: all these ε are equal, there are more than `MOST_ALONE` inputs, or the mechanism is a function
    of an ε or δ that ranges over an interval."""
    if mechanism.k > MOST_ALONE or isinstance(common_field(mechanism.rows), Free):
        return {}
    found = Sensitive.tightest_epsilons(mechanism)
    return dict(zip(mechanism.input_labels, found, strict=True)) if len({x.t for x in found}) > 1 else {}


def say_alone(alone: Mapping[str, Epsilon]) -> str:
    """Say in a sentence how well each single input is protected. Empty if `alone` is empty.

    `alone` maps the label of an input to an ε: an answer is at most e^ε times as likely under this input as under any other.
    """
    if not alone:
        return ""
    told = ", ".join(f"{epsilon.shown(direction='upper')} for {label}" for label, epsilon in alone.items())
    return f"An answer is at most e^epsilon times as likely under one truth as under any other, with epsilon = {told}."
