"""A limit of seconds ends in bounds, in what is known, or in a sentence; `tiny` is over before anything is found."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from rropt import (
    LDP,
    Design,
    Determinant,
    Information,
    InputError,
    LargestVariance,
    Metric,
    PairwiseLDP,
    TotalVariance,
    Trace,
    Utility,
    Variance,
    design,
    verify,
)
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
    assert exact.verdict == "optimal" and exact.notes == ()


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


def test_what_the_checker_does_not_take_on_at_the_limit_is_out_of_time() -> None:
    with pytest.raises(OutOfTime, match="give more seconds"):
        design(TotalVariance([f"{j}/78" for j in range(1, 13)]), LDP("1/2"), seconds=TINY)


@pytest.mark.parametrize("epsilon", ["1/2", "1/2..3/2"])
@pytest.mark.parametrize("criterion", [LargestVariance, Determinant, TotalVariance])
def test_prices_that_no_time_was_left_for_are_no_reason_to_blame_epsilon(criterion: Any, epsilon: str) -> None:
    with pytest.raises(OutOfTime, match="give more seconds"):
        design(criterion(["1/2", "1/4", "1/4"]), LDP(epsilon), seconds=TINY)


CONDITIONS = ["P[0,1] == P[1,0]", "sum(P[2,:]) <= 1"]
ONE_DELTA = LDP("every", delta="1/10")


@pytest.mark.some(ask=2)
@pytest.mark.parametrize("seconds", [TINY, 0.005, 0.05])
@pytest.mark.parametrize(
    "ask",
    [
        lambda s: design(Variance("1/4"), ONE_DELTA, seconds=s),
        lambda s: design(Variance("every"), LDP("1/3", delta="1/10"), seconds=s),
        lambda s: design(Variance("1/4"), LDP("ln3", delta="every"), seconds=s),
        lambda s: design(Variance("1/10"), LDP(1, delta="1/20"), subject_to=["P[0,0] >= 1/3"], seconds=s),
        lambda s: design(Variance("1/10"), LDP("1/2", delta="1/10") & LDP(3), outputs="free", seconds=s),
        lambda s: design(Trace(range(1, 9)), LDP(1), subject_to=CONDITIONS, seconds=s),
        lambda s: design(Trace(range(1, 9)), Metric("line", "ln2"), inputs=8, seconds=s),
        lambda s: design(Information(["1/2", "1/4", *["1/24"] * 6]), LDP(1), outputs="free", seconds=s),
        lambda s: design(Information(["1/2", "1/4", "1/4"]), Metric("line", 1), outputs="free", seconds=s),
    ],
)
def test_whatever_is_known_at_the_limit_is_no_disagreement(ask: Callable[[float], Design], seconds: float) -> None:
    try:
        found = ask(seconds)
    except OutOfTime:
        return
    assert found.verdict in ("optimal", "within") and verify(found.to_json()).status == "accepted"


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
