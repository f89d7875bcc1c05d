"""Bounds of what answers keep with δ > 0, where rows by levels are too many, and of the least at several priors."""

from __future__ import annotations

import random
from fractions import Fraction as F

import pytest

from rropt import LDP, Divergence, Information, InputError, Mechanism, design
from rropt.designs.objectives.sublinear import SublinearObjective
from rropt.designs.sublinear.alike import RevealingRows
from rropt.problem.problem import Problem
from rropt.problem.verdicts import Verdict
from tests.designs.estimation.test_revealing import random_mechanism

PI, OTHER = ["2/5", "3/10", "3/10"], ["1/6", "1/3", "1/2"]


@pytest.mark.parametrize(
    "objective",
    [
        Information(PI),
        Information([PI, OTHER], weights=[1, 2]),
        Divergence("tv", PI, OTHER),
        Divergence("tv"),
        Divergence("hellinger", 0, 2),
    ],
    ids=str,
)
@pytest.mark.parametrize(("epsilon", "delta"), [("1/2", "1/20"), ("ln3", "1/1000")])
def test_the_bounds_hold_the_optimum_of_three_inputs(objective: SublinearObjective, epsilon: str, delta: str) -> None:
    demand = LDP(epsilon, delta=delta)
    found = RevealingRows(Problem(objective, demand, inputs=3)).prove(None, optima="one")
    exact = design(objective, demand, inputs=3)
    assert exact.lower is not None and exact.upper is not None
    assert found.lower <= exact.upper and exact.lower <= found.upper
    assert found.upper - found.lower < 20 * F(delta)


@pytest.mark.parametrize("objective", [Information(), Divergence("tv"), Divergence("hellinger", 1, 4)], ids=str)
@pytest.mark.slow
def test_no_mechanism_of_eleven_inputs_is_above_the_bound(objective: SublinearObjective) -> None:
    demand, rng = LDP("ln3", delta="1/20"), random.Random(6)
    found = design(objective, demand, inputs=11)
    assert found.verdict is Verdict.WITHIN and found.is_bounded and found.upper is not None and found.lower is not None
    assert found.mechanism is not None and demand.holds(found.mechanism)
    for _ in range(40):
        other = Mechanism(random_mechanism(11, F(3), F(1, 20), rng))
        assert demand.holds(other) and objective.value_bounds(other)[0] <= found.upper


def test_the_least_of_several_priors_is_bounded_with_delta() -> None:
    """Of five inputs, of which the exact simplex method is not asked."""
    lists = [[*PI[:2], "1/10", "1/10", "1/10"], [*OTHER[:2], "1/6", "1/6", "1/6"]]
    found = design(Information(lists, worst=True), LDP("ln3", delta="1/1000"))
    pure = design(Information(lists, worst=True), LDP("ln3"))
    assert found.lower is not None and found.upper is not None and pure.upper is not None
    assert pure.upper < found.lower < found.upper < pure.upper + F(1, 100)
    # it is at most the information at each prior, which the checker bounds
    for one in lists:
        alone = design(Information(one), LDP("ln3", delta="1/1000"))
        assert alone.upper is not None and found.lower <= alone.upper


def test_an_infinite_divergence_is_refused() -> None:
    with pytest.raises(InputError, match="is infinite"):
        design(Divergence("kl", 0, 1), LDP(1, delta="1/10"), inputs=8)
