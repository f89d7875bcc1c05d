"""Every notion of the library is told, with numbers that the mechanism meets and that nothing smaller would be."""

import math
from fractions import Fraction as F

import pytest
from rropt.problem.tight_notions import in_words, tight_notions

import rropt.privacy
from rropt.exact.grammar import read_number
from rropt.mechanism import Mechanism
from rropt.privacy import CSIP, LDP, SIP, BayesFactor, BetaFactor, Parity, RhoBreach

WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
OPEN = Mechanism([["1", "1/4"], ["0", "3/4"]])
T = read_number("e^(1/2)")
OVER_E = Mechanism([[T / (T + 1), 1 / (T + 1)], [1 / (T + 1), T / (T + 1)]])


def test_every_notion_is_there() -> None:
    kinds = {name for name in rropt.privacy.__all__ if isinstance(getattr(rropt.privacy, name), type)}
    notions = {name for name in kinds if all(hasattr(getattr(rropt.privacy, name), x) for x in ("tightest", "reduced"))}
    assert notions - {"Notion"} == {"LDP", "Parity", "RhoBreach", "BetaFactor", "BayesFactor", "SIP", "CSIP"}
    assert list(tight_notions(WARNER)) == ["ldp", "parity", "rho breach", "beta factor", "bayes factor", "sip", "csip"]


@pytest.mark.parametrize("mechanism", [WARNER, OPEN, OVER_E, Mechanism([["1/2", "1/2"], ["1/2", "1/2"]])])
def test_the_numbers_are_met_by_the_mechanism(mechanism: Mechanism) -> None:
    found = tight_notions(mechanism)
    assert Parity(found["parity"]["gamma"]).holds(mechanism)
    assert BetaFactor(found["beta factor"]["beta"]).holds(mechanism)
    assert BayesFactor(found["bayes factor"]["factor"]).holds(mechanism)
    assert LDP(found["ldp"]["epsilon"]).holds(mechanism) or found["ldp"]["epsilon"] == "inf"
    assert SIP(found["sip"]["lower"], found["sip"]["upper"]).holds(mechanism)
    assert CSIP(found["csip"]["h"]).holds(mechanism)


def test_nothing_tighter_is_met() -> None:
    found = tight_notions(WARNER)
    assert found["sip"] == {"lower": "odds:1/3", "upper": "odds:3"} and found["csip"] == {"h": "odds:3"}
    assert not SIP("odds:1/3", "odds:29/10").holds(WARNER) and not SIP("odds:10/29", "odds:3").holds(WARNER)
    assert not CSIP("odds:29/10").holds(WARNER) and not RhoBreach("1/5", "42/100").holds(WARNER)


def test_rho_is_of_the_stated_demand() -> None:
    assert tight_notions(WARNER, RhoBreach("1/4", "9/10"))["rho breach"] == {"rho1": "1/4", "rho2": "1/2"}


@pytest.mark.parametrize(
    ("gamma", "words"),
    [
        (F(3), "not above 3/4"),
        (F(2), "h(p) = 2*p/(1 + p)"),
        (F(3, 2), "h(p) = (3/2)*p/(1 + (1/2)*p)"),
        (T, "g = e^(1/2)"),
        (F(1), "no answer lifts any event"),
        (math.inf, "may lift any event to 1"),
    ],
)
def test_the_words_of_csip(gamma: object, words: str) -> None:
    assert words in in_words("csip", {}, gamma)


def test_the_words_of_sip_and_rho() -> None:
    assert in_words("sip", {}, F(3)).endswith("p/(3 - 2*p) and 3*p/(1 + 2*p); even chances between 1/4 and 3/4")
    assert "or lower it to 0" in in_words("sip", {}, math.inf)
    assert in_words("rho breach", {"rho1": "1/5", "rho2": "3/7"}, F(3)) == "from rho1 = 1/5 no posterior above 3/7"
