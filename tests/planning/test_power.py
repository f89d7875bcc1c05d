"""Planned power is reached: by enumeration, and by simulation of the test itself."""

from fractions import Fraction

import numpy as np
import pytest

from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.planning.planner import plan
from rropt.planning.power import enumerated_power, read_power, second_group
from rropt.planning.spread import read_region

WARNER = Mechanism([["9/10", "1/10"], ["1/10", "9/10"]])


def test_enumerated_power_is_near_the_planned_one() -> None:
    found = plan(WARNER, prevalence="1/10", difference="0.15", power="0.9")
    assert found.power is not None
    assert 0.88 < found.power < 0.93


def test_enumeration_agrees_with_simulation() -> None:
    n, rng, size = 80, np.random.default_rng(5), 40_000
    hits = [rng.binomial(n, 0.1 + 0.8 * x, size) / n for x in (0.1, 0.3)]
    error = np.sqrt(sum(h * (1 - h) / (n - 1) for h in hits))
    simulated = (np.abs(hits[0] - hits[1]) > 1.959963984540054 * error).mean()
    exact = enumerated_power(WARNER, 1, 0.1, 0.3, n, 0.95)
    assert abs(simulated - exact) < 4 * (exact * (1 - exact) / size) ** 0.5


def test_without_a_difference_the_test_keeps_its_level() -> None:
    assert enumerated_power(WARNER, 1, 0.3, 0.3, 200, 0.95) == pytest.approx(0.05, abs=0.01)


def test_more_power_and_smaller_differences_need_more() -> None:
    sizes = [plan(WARNER, prevalence="1/10", difference="0.1", power=p).n for p in ("0.5", "0.8", "0.95")]
    assert sizes == sorted(sizes)
    assert (
        plan(WARNER, prevalence="1/10", difference="0.05").n > 3 * plan(WARNER, prevalence="1/10", difference="0.1").n
    )


def test_the_other_group_stays_inside() -> None:
    assert second_group(read_region("9/10", 2, 1), Fraction(1, 5)).lower == Fraction(7, 10)
    assert enumerated_power(WARNER, 1, 0.1, 0.2, 10**6, 0.95) is None
    for bad in ("1..1/2", "1/10..2/5"):
        with pytest.raises(InputError):
            plan(WARNER, prevalence=bad, difference="0.1")
    with pytest.raises(InputError, match=r"power = 0\.3"):
        read_power("0.3")
    with pytest.raises(InputError, match="no prevalence differs"):
        second_group(read_region("1/2", 2, 1), Fraction(3, 5))
