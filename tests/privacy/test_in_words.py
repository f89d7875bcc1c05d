"""Demands in words hold no code, and delta is said as what it is."""

import pytest

from rropt.privacy import (
    CSIP,
    LDP,
    SIP,
    BayesFactor,
    BetaFactor,
    Metric,
    Notion,
    PairwiseLDP,
    Parity,
    RhoBreach,
    Sensitive,
)
from rropt.privacy.in_words import demand_in_words, slack_in_words


@pytest.mark.parametrize(
    ("demand", "words"),
    [
        (LDP("1/2", delta="1/10"), "local differential privacy with epsilon = 0.5 and delta = 0.1"),
        (LDP("ln3"), "local differential privacy with epsilon = log(3)"),
        (LDP("every"), "local differential privacy with epsilon = every epsilon > 0"),
        (Parity("5/2"), "a largest ratio (parity) with gamma = 2.5"),
        (RhoBreach("1/10", "1/3"), "protection from breaches from 0.1 to 1/3"),
        (BetaFactor(2), "a beta factor with beta = 2"),
        (BayesFactor(3), "a Bayes factor with factor = 3"),
    ],
)
def test_each_notion(demand: Notion, words: str) -> None:
    assert demand_in_words(demand) == words


def test_others_have_words_without_code() -> None:
    for demand in (
        SIP("odds:1/3", "odds:3"),
        CSIP("odds:3"),
        PairwiseLDP({("no", "yes"): "1/2"}),
        Metric("line", 1),
        Sensitive("yes", 1),
    ):
        assert "(" not in demand_in_words(demand).replace("(SIP)", "").replace("(CSIP)", "").split(" with ")[0]
        assert type(demand).__name__ + "(" not in demand_in_words(demand)


def test_delta_is_a_chance_of_no_protection() -> None:
    assert "of the people with a given truth, up to 5 % may give an answer that proves it" in slack_in_words(
        LDP(1, delta="0.05")
    )
    assert slack_in_words(LDP(1)) == slack_in_words(Parity(2)) == ""
