"""Demands in words hold no code, and delta is said as what it is."""

import math
import random
from fractions import Fraction as F

import pytest

from rropt import check, from_spec, profile
from rropt.exact.decimal import DIGITS, EXACT
from rropt.exact.epsilon import read_epsilon
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
from rropt.privacy.in_words import demand_in_words, promise_in_words, tight_in_words
from rropt.problem.every_notion import say_alone
from rropt.results import say_value


@pytest.mark.parametrize(
    ("demand", "words"),
    [
        (LDP("1/2", delta="1/10"), "local differential privacy with epsilon = 0.5 and delta = 0.1"),
        (LDP("ln3"), "local differential privacy with epsilon = log(3)"),
        (LDP("every"), "local differential privacy with epsilon = every epsilon > 0"),
        (
            Sensitive([0], "ln3", delta="0..1/10"),
            "protection of 0 alone with epsilon = log(3) and every delta in [0, 1/10]",
        ),
        (LDP("ln3", delta="0..1/10"), "local differential privacy with epsilon = log(3) and every delta in [0, 1/10]"),
        (Parity("5/2"), "a largest ratio (parity) of 2.5"),
        (RhoBreach("1/10", "1/3"), "protection from breaches from 0.1 to 1/3"),
        (BetaFactor(2), "a beta factor of 2"),
        (BayesFactor(3), "a Bayes factor of 3"),
    ],
)
def test_each_notion(demand: Notion, words: str) -> None:
    assert demand_in_words(demand) == words


@pytest.mark.parametrize(
    "demand",
    [
        LDP("1/2..2"),
        LDP("every", delta="1/t"),
        Sensitive([0], "1/2..2"),
        Metric("line", "1/2..2"),
        *(kind(LDP("every").t) for kind in (Parity, BetaFactor, BayesFactor)),
    ],
    ids=str,
)
def test_a_sentence_with_the_letter_t_says_what_it_is(demand: Notion) -> None:
    assert ", where t = e^epsilon" in demand.sentence() and ", where" in Sensitive([0], "ln3", delta="every").sentence()


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
    assert (
        "of the people with a given truth, up to 5 % may give an answer that proves it"
        in LDP(1, delta="0.05").say_slack()
    )
    assert LDP(1).say_slack() == Parity(2).say_slack() == ""


@pytest.mark.parametrize(
    ("name", "numbers", "words"),
    [
        ("parity", {"gamma": "3"}, "no answer is more than 3 times as likely under one truth as under another"),
        ("rho breach", {"rho1": "1/5", "rho2": "3/7"}, "no answer lifts a chance from below 1/5 to above 3/7"),
        ("beta factor", {"beta": "3"}, "the chance of anything by more than 3"),
        ("bayes factor", {"factor": "3"}, "the odds of anything by more than 3"),
        ("sip", {}, "one of 50 % is from 25 to 75 %"),
        ("csip", {}, "after any answer a chance of 1 % is at most 2.95 %, one of 10 % is at most 25 %"),
    ],
)
def test_what_a_mechanism_keeps_needs_no_letter(name: str, numbers: dict[str, str], words: str) -> None:
    assert words in tight_in_words(name, numbers, F(3))
    assert not any(letter in tight_in_words(name, numbers, F(3)) for letter in ("gamma", "beta =", "h(p)", "*p"))


def test_bounds_in_words_are_rounded_outward() -> None:
    """For t = e: 3.92 % < 100/(10e − 9·(e − 1)) … and at most e·10 %/(1 + (e − 1)/10) = 23.196… %."""
    t = read_epsilon(1).t
    token = EXACT.set(False)
    try:
        said = tight_in_words("sip", {}, t)
        assert "no answer is more than 2.71829 times" in tight_in_words("parity", {}, t)
    finally:
        EXACT.reset(token)
    assert math.e * 10 / (1 + (math.e - 1) / 10) < 23.2 and 10 / (math.e - (math.e - 1) / 10) > 3.92
    assert "one of 10 % is from 3.92 to 23.2 %" in said


def test_the_tight_numbers_of_a_mechanism_are_rounded_to_what_it_keeps() -> None:
    """ln(7/5) = 0.33647223…, and no chance below 2/3 is one below 0.666667 too."""
    token = EXACT.set(False)
    try:
        said = tight_in_words("ldp", {"epsilon": "ln(7/5)"}, F(7, 5))
        half = tight_in_words("ldp", {"epsilon": "1/3"}, read_epsilon("1/3").t)
        assert say_alone({"no": read_epsilon("ln(7/5)")}).endswith("with epsilon = 0.336473 for no.")
        rho = tight_in_words("rho breach", {"rho1": "2/3", "rho2": "14/19"}, F(7, 5))
        assert tight_in_words("ldp", {"epsilon": "ln3"}, F(3)) == "epsilon = log(3) ≈ 1.09862"
    finally:
        EXACT.reset(token)
    assert said == "epsilon = 0.336473" and 0.336472 < math.log(7 / 5) < 0.336473
    assert half == "epsilon = 0.333334" and rho == "no answer lifts a chance from below 0.666666 to above 0.736843"


def test_what_proves_something_is_said_so() -> None:
    assert "may lift a small chance to 1 or lower a large one to 0" in tight_in_words("sip", {}, math.inf)
    assert "impossible under another" in tight_in_words("parity", {}, math.inf)


def test_of_every_epsilon_the_factor_is_named() -> None:
    t = read_epsilon("every").t
    assert tight_in_words("csip", {}, t) == f"the odds of anything are at most multiplied by {t}"
    assert (
        tight_in_words("parity", {}, t)
        == f"no answer is more than {t} times as likely under one truth as under another"
    )


@pytest.mark.parametrize(
    ("demand", "labels", "indices"),
    [
        (PairwiseLDP([["0", "ln2"], ["ln3", "0"]]), "likely if the truth is no as if it is yes", "is 0 as if it is 1"),
        (PairwiseLDP({(1, 0): "0"}), "is at most as likely if the truth is yes as if it is no", "is 1 as if it is 0"),
        (Sensitive([1], "ln3"), "If the truth about you is yes", "If the truth about you is 1"),
        (LDP(3) & Sensitive([1], "ln3"), "if the truth about you is yes", "if the truth about you is 1"),
    ],
)
def test_a_promise_names_truths_by_their_labels(demand: Notion, labels: str, indices: str) -> None:
    told = demand.about(2, ("no", "yes"))
    assert labels in promise_in_words(demand, 2, ("no", "yes")) == told.sentence()
    assert indices in promise_in_words(demand, 2, None)
    assert dict(told.bounds(2, ("no", "yes")).places()) == dict(demand.bounds(2).places())


def test_where_every_truth_is_sensitive_no_other_is_called_unprotected() -> None:
    demand = Sensitive([1, 0], "ln3")
    assert "not protected" in promise_in_words(demand, 3, None)
    assert promise_in_words(demand, 2, None) == demand.sentence_beside()


def test_a_tight_epsilon_in_a_sentence_is_never_below_the_true_one() -> None:
    """In decimals alone, as the commands write: rounded up by one function, so that no two sentences differ in the last digit."""
    rng, token, digits = random.Random("tight"), EXACT.set(False), DIGITS.set(4)
    try:
        for _ in range(40):
            p = from_spec(f"warner:p={F(rng.randint(51, 99), 100) - F(1, rng.choice((10**3, 10**9)))}")
            epsilon = LDP.tightest_epsilon(p)
            said = tight_in_words("ldp", {"epsilon": str(epsilon)}, epsilon.t).removeprefix("epsilon = ")
            assert F(said) >= epsilon.bounds()[0] and F(said) < epsilon.bounds()[1] * F(1001, 1000)
            assert say_value(epsilon) == said
            assert f"Tight epsilon (delta = 0): {said};" in check(p).explain() and f"\n{said} " in profile(p).explain()
    finally:
        EXACT.reset(token)
        DIGITS.reset(digits)
