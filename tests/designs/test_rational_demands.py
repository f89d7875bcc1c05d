"""Rational demands on both sides of an irrational one: never on the wrong side, near in what variances depend on."""

from fractions import Fraction as F

import pytest

from rropt.designs.rational_demands import demand_note, rational_demands
from rropt.privacy import LDP


@pytest.mark.parametrize(
    ("epsilon", "delta"),
    [
        ("1/2", "1/10"),
        ("1/2", "exp(-1)"),
        ("ln3", "2^(1/2)/10"),
        ("ln3/2", "1/10"),
        ("1/10^20", "1/10^30"),
        ("60", "1/3"),
    ],
)
def test_the_demand_lies_between(epsilon: str, delta: str) -> None:
    demand = LDP(epsilon, delta=delta)
    t, d = demand.reduced()
    inner, outer = (x.reduced() for x in rational_demands(t, d))  # type: ignore[arg-type]
    assert inner[0] <= t <= outer[0] and inner[1] <= d <= outer[1] < 1
    for low, high, x in (
        (inner[0] - 1, outer[0] - 1, t - 1),
        (inner[1], outer[1], d),
        (1 - outer[1], 1 - inner[1], 1 - d),
    ):  # type: ignore[operator]
        assert low > 0 and high - low <= x / 10**35
    assert inner != outer and "rounded up" in demand_note(demand)


def test_a_delta_near_one_stays_below_it() -> None:
    t, d = LDP("1/2", delta="1 - exp(-100)").reduced()
    assert rational_demands(t, d)[1].delta < 1  # type: ignore[arg-type]


def test_a_rational_demand_is_its_own() -> None:
    demand = LDP("ln3", delta="1/10")
    assert rational_demands(F(3), F(1, 10)) == (demand, demand) and demand_note(demand) == ""
