"""Every printed optimum of Holohan, Leith and Mason (2016), recomputed from its inputs and certified."""

from fractions import Fraction as F
from typing import Any

import pytest

from rropt.checker import check
from rropt.designs.objectives.variance import Variance
from rropt.exact.sign import enclose
from rropt.privacy import LDP
from rropt.problem.design import design
from rropt.problem.result import Verdict
from tests import brute_force


def prints(x: Any, text: str) -> bool:
    """Whether x rounds to the printed decimal."""
    half = F(1, 2) / 10 ** len(text.partition(".")[2])
    low, high = enclose(x)
    return F(text) - half <= low and high <= F(text) + half


def certified(pi: str, epsilon: str, delta: str, **more: Any) -> Any:
    found = design(Variance(pi, **more), LDP(epsilon, delta=delta))
    assert found.verdict is Verdict.OPTIMAL and check(found.certificate).status == "accepted"
    assert found.fast_legs[0].value == found.fast_legs[2].value == found.value
    assert abs(float(found.fast_legs[1].value) - float(found.value)) < 1e-6 * max(1, float(found.value))
    return found


def symmetric(epsilon: str, delta: str) -> Any:
    t, d = LDP(epsilon).t, F(delta)
    return (((t + d) / (t + 1), (1 - d) / (t + 1)), ((1 - d) / (t + 1), (t + d) / (t + 1)))  # type: ignore[operator]


def at_symmetric(epsilon: str, delta: str, pi: str) -> Any:
    p = symmetric(epsilon, delta)[0][0]
    return brute_force.binary_variance(p, p, F(pi))


def g(epsilon: str, delta: str) -> Any:
    t, d = LDP(epsilon).t, F(delta)
    return d * (t + d) / (t + 2 * d - 1) ** 2  # type: ignore[operator]


@pytest.mark.parametrize("epsilon", ["1/1000", "1/2", "ln3", "2", "20"])
@pytest.mark.parametrize("pi", ["1/100", "1/4", "1/2", "9/10"])
def test_theorem_2(epsilon: str, pi: str) -> None:
    found = certified(pi, epsilon, "0")
    assert found.mechanism.rows == symmetric(epsilon, "0") and len(found.minimisers) == 1


@pytest.mark.parametrize("pi", ["1/10", "1/4", "1/2", "3/4", "9/10"])
@pytest.mark.parametrize("delta", ["1/100", "1/10", "2/5"])
@pytest.mark.parametrize("epsilon", ["1/2", "ln2"])
def test_theorem_3_and_corollary_2(epsilon: str, delta: str, pi: str) -> None:
    found, threshold, small = certified(pi, epsilon, delta), g(epsilon, delta), min(F(pi), 1 - F(pi))
    one_sided = {((1, 1 - F(delta)), (0, F(delta)))} if F(pi) <= F(1, 2) else set()
    if F(pi) >= F(1, 2):
        one_sided |= {((F(delta), 0), (1 - F(delta), 1))}
    expected = {symmetric(epsilon, delta)} if threshold < small else one_sided
    if threshold == small:
        expected = {symmetric(epsilon, delta)} | one_sided
    assert {m.mechanism.rows for m in found.minimisers} == expected


@pytest.mark.parametrize("delta", ["0", "1/10", "2/5"])
@pytest.mark.parametrize("epsilon", ["1/1000", "1/2", "ln2", "20"])
def test_theorem_4(epsilon: str, delta: str) -> None:
    for pi in ("1/10", "1/2"):
        found = certified(pi, epsilon, delta, warner=True)
        assert found.mechanism.rows == symmetric(epsilon, delta) and len(found.minimisers) == 1


def test_example_1_1() -> None:
    found = certified("1/4", "1/2", "1/10")
    assert prints(g("1/2", "1/10"), "0.243") and prints(found.value, "2.372")
    assert found.mechanism.rows == symmetric("1/2", "1/10") and len(found.minimisers) == 1
    assert prints(brute_force.binary_variance(F(1), F(1, 10), F(1, 4)), "2.438")


def test_example_1_2() -> None:
    found = certified("1/10", "1", "2/5")
    assert (
        prints(g("1", "2/5"), "0.197") and found.value == F(6, 25) and prints(at_symmetric("1", "2/5", "1/10"), "0.385")
    )
    assert found.mechanism.rows == ((1, F(3, 5)), (0, F(2, 5)))


def test_example_1_3_prints_a_variance_that_its_inputs_do_not_give() -> None:
    """Printed: 0.143 for (δ, 1) at ε = 1/2, δ = 1/3, π = 9/10. Certified: λ(1−λ)/δ² = (29/30)(1/30)·9 = 29/100."""
    found = certified("9/10", "1/2", "1/3")
    assert prints(g("1/2", "1/3"), "0.382") and prints(at_symmetric("1/2", "1/3", "9/10"), "0.854")
    assert found.mechanism.rows == ((F(1, 3), 0), (F(2, 3), 1)) and len(found.minimisers) == 1
    assert found.value == brute_force.binary_variance(F(1, 3), F(1), F(9, 10)) == F(29, 100)
    assert not prints(found.value, "0.143")
    assert brute_force.nothing_below(F(29, 100), F(8, 5), F(1, 3), F(9, 10), F(9, 10))  # 8/5 < e^(1/2)


def test_example_1_3_prints_a_third_variance_that_differs_too() -> None:
    """Printed: 1.911 for the other one-sided design, (1, δ), which has 189/100."""
    other = brute_force.binary_variance(F(1), F(1, 3), F(9, 10))
    assert other == F(189, 100) and not prints(other, "1.911") and other > certified("9/10", "1/2", "1/3").value


def test_example_1_4() -> None:
    found = certified("1/4", "ln2", "1/4")
    assert g("ln2", "1/4") == F(1, 4) and found.value == F(15, 16)
    assert {m.mechanism.rows for m in found.minimisers} == {symmetric("ln2", "1/4"), ((1, F(3, 4)), (0, F(1, 4)))}
