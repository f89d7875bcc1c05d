"""What the engine reads: floors, binomials of a small number, even powers; a false neighbour of each is never proved."""

import re

import pytest

from rropt.claims import Claim, decide

WHOLE = {"n": "integer n >= 1"}


@pytest.mark.slow_at("-p*log(p) - (1-p)*log(1-p) <= log(2)-given8")
@pytest.mark.parametrize(
    ("states", "given"),
    [
        ("binomial(n,2) = n*(n-1)/2", {"n": "integer n >= 0"}),
        ("binomial(n,3) <= n^3/6", {"n": "integer n >= 1"}),
        ("binomial(n+1,2) = binomial(n,2) + n", {"n": "integer n >= 0"}),
        ("floor(x) <= x", {"x": "real"}),
        ("x < floor(x) + 1", {"x": "real"}),
        ("ceil(x) >= x and ceil(x) < x + 1", {"x": "real"}),
        ("x^(2*n) >= 0", {**WHOLE, "x": "real"}),
        ("n^m >= m", {"n": "integer n >= 2", "m": "integer m >= 1"}),
        ("-p*log(p) - (1-p)*log(1-p) <= log(2)", {"p": "(0, 1)"}),
        ("sqrt(3 + 2*sqrt(2)) = 1 + sqrt(2)", {}),
    ],
)
def test_a_true_statement_is_proved(states: str, given: dict[str, str]) -> None:
    assert decide(Claim("reads.true", states, given=given)).kind.value == "proved"


@pytest.mark.parametrize(
    ("states", "given"),
    [
        ("binomial(n,2) = n*(n+1)/2", {"n": "integer n >= 0"}),
        ("floor(x) < x", {"x": "real"}),
        ("x <= floor(x)", {"x": "real"}),
        ("ceil(x) > x", {"x": "real"}),
        ("-p*log(p) - (1-p)*log(1-p) <= log(2) - 1/100", {"p": "(0, 1)"}),
        ("x^(2*n) > 0", {**WHOLE, "x": "real"}),
        ("x^(2*n+1) >= 0", {**WHOLE, "x": "real"}),
        ("x^(3*n) >= 0", {**WHOLE, "x": "real"}),
    ],
)
def test_a_false_neighbour_is_refuted(states: str, given: dict[str, str]) -> None:
    assert decide(Claim("reads.false", states, given=given)).kind.value == "refuted"


def test_a_binomial_of_a_number_that_need_not_be_whole_is_not_proved() -> None:
    """At n = 1/2 the binomial has no value, whatever n (n-1)/2 is there."""
    assert decide(Claim("reads.real", "binomial(n,2) = n*(n-1)/2", given={"n": "n >= 0"})).kind.value == "undecided"


def test_a_binomial_below_zero_asks_for_a_hypothesis() -> None:
    found = decide(Claim("reads.below", "binomial(n,1) = n", given={"n": "integer n >= -3"}))
    assert found.kind.value != "proved"


def test_what_stays_undecided_says_how_far_the_provers_came() -> None:
    found = decide(Claim("reads.open", "binomial(n,k) >= 1", given={"n": "integer n >= 1", "k": "integer 1 <= k <= n"}))
    assert found.kind.value == "undecided"
    assert any(
        "why: the provers do not read it: rropt has no rule for binomial(n, k)" in line for line in found.evidence
    )
    found = decide(
        Claim("reads.open", "(x >= 0 implies x + y^3 <= exp(x + y)) or x = x + 1", given={"x, y": "[0, 1]"}), seconds=30
    )
    assert found.kind.value != "undecided" or any(re.search("stays? open", line) for line in found.evidence)
