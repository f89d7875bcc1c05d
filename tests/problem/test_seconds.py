"""A limit of seconds ends in bounds, in what is known, or in a sentence; `tiny` is over before anything is found."""

import random

import pytest

from rropt import LDP, InputError, PairwiseLDP, Trace, Utility, Variance, design
from rropt.checker import check
from rropt.exact.errors import OutOfTime
from rropt.problem.verdicts import Optima

TINY = 1e-9


def utility(k: int) -> Utility:
    rng = random.Random(k)
    return Utility([[rng.randint(-99, 99) for _ in range(k)] for _ in range(k)])


BY_PAIR = PairwiseLDP({(0, 1): 1, (1, 2): "inf", (2, 0): 2})


@pytest.mark.parametrize("demand", [LDP(1), LDP("ln3"), LDP(1, delta="1/10"), LDP("ln3", delta="1/10"), BY_PAIR])
def test_a_linear_design_without_time_is_within_certified_bounds(demand: LDP) -> None:
    exact = design(utility(6), demand)
    found = design(utility(6), demand, seconds=TINY)
    assert found.verdict == "within" and check(found.certificate).status == "accepted"
    assert found.lower is not None and exact.lower is not None and exact.upper is not None and found.upper is not None
    assert found.lower <= exact.lower and exact.upper <= found.upper
    assert any("the limit, seconds = 1e-09" in note for note in found.notes)
    assert exact.verdict == "optimal" and len(exact.notes) == (demand is BY_PAIR)


def test_a_theorem_needs_no_time_and_a_list_says_that_it_is_not_whole() -> None:
    found = design(Trace([1, 2, 3, 4, 5]), LDP(1), optima="all", seconds=TINY)
    assert found.verdict == "optimal" and found.optima is Optima.UNFINISHED and len(found.minimisers) == 1
    assert "their list is longer than the effort or the seconds" in found.all_notes[-1]
    assert design(Trace([1, 2, 3, 4, 5]), LDP(1), optima="all", seconds=None).optima is Optima.MIXTURES
    assert "was not asked" in design(Trace([1, 2, 3]), LDP(1), optima="one").all_notes[-1]
    assert design(Variance("1/4"), LDP(1), seconds=TINY).verdict == "optimal"


@pytest.mark.parametrize(
    ("objective", "demand"),
    [
        (utility(3), LDP("every")),
        (utility(3), LDP("every", delta="1/10")),
    ],
)
def test_what_has_no_bounds_ends_in_a_sentence(objective: Utility, demand: LDP) -> None:
    with pytest.raises(OutOfTime, match="not found within seconds = 1e-09; give more seconds"):
        design(objective, demand, seconds=TINY)


def test_seconds_that_are_none() -> None:
    with pytest.raises(InputError, match="seconds = 0 must be"):
        design(Trace(), LDP(1), inputs=2, seconds=0)


@pytest.mark.parametrize("delta", ["1e-12", "1e-20"])
@pytest.mark.parametrize("epsilon", ["ln3", "1"])
def test_a_delta_below_the_solvers_tolerance_has_an_exact_optimum(epsilon: str, delta: str) -> None:
    loss = Utility([[abs(i - j) for j in range(5)] for i in range(5)], sense="min")
    found, less = design(loss, LDP(epsilon, delta=delta)), design(loss, LDP(epsilon))
    assert found.verdict == "optimal" and found.value is not None and less.value is not None
    assert 0 < float(less.value - found.value) < 100 * float(delta)
