"""Statements about a mechanism, as the checker judges them."""

import pytest

from rropt import LDP, PairwiseLDP, RhoBreach, Vulnerability, from_spec
from rropt.certificate.judge import judge
from rropt.certificate.statements import implication, satisfies, text_of

WARNER = from_spec("warner:p=3/4")
KEPT = [
    LDP("ln3"),
    LDP(1, delta="1/10"),
    RhoBreach("1/5", "1/2"),
    Vulnerability("3/4"),
    PairwiseLDP({(0, 1): "ln3"}) & LDP(2),
]
BROKEN = [LDP("ln2"), LDP("1/2", delta="1/10"), RhoBreach("1/5", "1/4"), Vulnerability("2/3")]


@pytest.mark.parametrize("demand", KEPT, ids=str)
def test_a_demand_that_is_kept(demand):
    assert judge(text_of(satisfies(WARNER, demand))).is_accepted


@pytest.mark.parametrize("demand", BROKEN, ids=str)
def test_a_demand_that_is_broken(demand):
    assert not judge(text_of(satisfies(WARNER, demand))).is_accepted


def test_an_implication():
    """x ≥ 0 and y ≥ 0 imply x + y ≥ 0."""
    terms = [{"times": "1", "given": [str(n)]} for n in (0, 1)]
    assert judge(text_of(implication(["x", "y"], ["x >= 0", "y >= 0"], "x + y >= 0", terms))).is_accepted
    assert not judge(text_of(implication(["x", "y"], ["x >= 0", "y >= 0"], "x - y >= 0", terms))).is_accepted
