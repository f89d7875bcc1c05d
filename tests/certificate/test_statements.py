"""Statements about a mechanism, as the checker judges them."""

import pytest

from rropt import LDP, PairwiseLDP, RhoBreach, Vulnerability, from_spec
from rropt.certificate.judge import judge
from rropt.certificate.statements import implication, instance, profile, satisfies, text_of, violates
from rropt.privacy import profile as profile_of

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
    worst = demand.violations(WARNER)[0]
    assert not judge(text_of(satisfies(WARNER, demand))).is_accepted
    assert judge(text_of(violates(WARNER, demand, worst.outputs, worst.input, worst.against))).is_accepted


def test_a_profile():
    found = profile_of(WARNER)
    assert judge(text_of(profile(WARNER, found.breakpoints, found.deltas))).is_accepted
    assert not judge(text_of(profile(WARNER, found.breakpoints, [x / 2 for x in found.deltas]))).is_accepted


def test_implications_and_instances():
    """x ≥ 0 and y ≥ 0 imply x + y ≥ 0."""
    terms = [{"times": "1", "given": [str(n)]} for n in (0, 1)]
    assert judge(text_of(implication(["x", "y"], ["x >= 0", "y >= 0"], "x + y >= 0", terms))).is_accepted
    for verdict in (True, False):
        found = instance({"x": "2"}, ["x >= 0"], "x >= 1", verdict=verdict)
        assert judge(text_of(found)).is_accepted == verdict
