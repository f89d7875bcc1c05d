"""Inequalities with exp, log and erf on an interval: the true ones shown, those false by a hair never."""

import pytest

from rropt.claims.claim import Claim, read
from rropt.claims.decide import decide
from rropt.claims.replay.boxes import show_by_boxes

TRUE = [
    ("exp(z) <= 1 + z + z^2", "[0, 1]"),
    ("exp(z) < 2.7183 and log(1+z) <= z", "[0, 1]"),
    ("log(z) < z/2", "[1, 10]"),
    ("sqrt(z)*exp(-z) < 0.43", "[1/10, 4]"),
    ("normal_cdf(z) > 0.97", "[1.9, 3]"),
    ("z*exp(z) >= exp(z) - 1", "[0, 2]"),
]
FALSE = [
    ("exp(z) <= 1 + z + z^2/2", "[0, 1]"),
    ("exp(z) < 1 + z + z^2", "[0, 1]"),
    ("exp(z) <= 2.71828182845904523", "[0, 1]"),
    ("1/(z-1/2) + exp(z) > -10^9", "[0, 1]"),
    ("log(z) <= 0", "[0, 1 + 1/10^9]"),
    ("erf(z) < 1/2", "[0, 1/2]"),
]


def boxes(states: str, domain: str) -> int | None:
    reading = read(Claim("mine.x", states, given={"z": domain}))
    return show_by_boxes(reading.hypotheses, reading.conclusion)


@pytest.mark.slow_at("exp(z) <= 1 + z + z^2-[0, 1]")
@pytest.mark.slow_at(
    "exp(z) < 2.7183 and log(1+z) <= z-[0, 1]",
    "log(z) < z/2-[1, 10]",
    "normal_cdf(z) > 0.97-[1.9, 3]",
    "sqrt(z)*exp(-z) < 0.43-[1/10, 4]",
    "z*exp(z) >= exp(z) - 1-[0, 2]",
)
@pytest.mark.full_at("log(z) < z/2-[1, 10]", "sqrt(z)*exp(-z) < 0.43-[1/10, 4]")
@pytest.mark.parametrize(("states", "domain"), TRUE)
def test_true_inequalities(states: str, domain: str) -> None:
    found = boxes(states, domain)
    assert found is not None and found >= 1
    assert decide(Claim("mine.x", states, given={"z": domain})).kind == "proved"


@pytest.mark.parametrize(("states", "domain"), FALSE)
def test_false_or_undefined_ones(states: str, domain: str) -> None:
    assert boxes(states, domain) is None


@pytest.mark.parametrize(
    ("states", "domain"), [("exp(z) > z", "z > 0"), ("z^2 >= 0", "[0, 1]"), ("exp(z) = exp(z)", "[0, 1]")]
)
def test_what_is_not_its_business(states: str, domain: str) -> None:
    assert boxes(states, domain) is None
