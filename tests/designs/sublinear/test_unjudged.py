"""Bounds of rropt's own: beside certified ones where the checker would take them on, and against designs that it accepts."""

from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest

from rropt import (
    LDP,
    Design,
    Divergence,
    Information,
    InputError,
    Metric,
    PairwiseLDP,
    TotalVariance,
    Vulnerability,
    design,
    verify,
)
from rropt.certificate.judge import Judged, Status
from rropt.designs.sublinear import unjudged
from rropt.privacy import Notion
from rropt.problem import worst
from tests.strategies.conditions import random_conditions

ONE_GUESS_AND_A_SILENT_ACTION = [*([int(a == j) for j in range(5)] for a in range(5)), ["1/6"] * 5]


@pytest.mark.parametrize(
    "objective",
    [Information(["1/3", "1/6", "1/6", "1/6", "1/6"]), Divergence("hellinger", 0, 4), Divergence("tv", 0, 1)],
)
@pytest.mark.slow_at("objective1")
def test_an_action_that_is_never_best_changes_nothing(objective: Information | Divergence) -> None:
    """With it the demand is one of gains, of five inputs, which the checker does not read; without it certified."""
    bounded = design(objective, Vulnerability("1/2", None, ONE_GUESS_AND_A_SILENT_ACTION) & LDP("ln4"), inputs=5)
    certified = design(objective, Vulnerability("1/2") & LDP("ln4"), inputs=5)
    assert bounded.is_bounded and not certified.is_bounded
    assert bounded.lower <= certified.upper and certified.lower <= bounded.upper
    assert bounded.upper - bounded.lower < F(1, 10**10)
    assert verify(bounded.to_json()).is_accepted and Design.from_json(bounded.to_json()).lower == bounded.lower


@pytest.mark.parametrize("demand", [Metric("line", "ln2"), LDP("ln3") & LDP("ln2", delta="1/10"), Vulnerability("1/2")])
def test_where_the_checker_would_accept_the_bounds_are_the_same(
    demand: Notion, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The judge is made to have no time for the optimum, as it has none for larger ones."""
    certified = design(Information(), demand, inputs=3)
    with monkeypatch.context() as patched:
        patched.setattr(unjudged, "judge", lambda text: Judged(Status.UNFINISHED, "", "too much"))
        bounded = design(Information(), demand, inputs=3)
    assert bounded.is_bounded and bounded.mechanism == certified.mechanism
    assert abs(bounded.lower - certified.lower) < F(1, 10**12) and abs(bounded.upper - certified.upper) < F(1, 10**12)


@pytest.mark.parametrize("seed", range(40))
def test_under_conditions_the_bounds_are_those_that_the_checker_would_accept(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of one objective, of a sum and of the least of two; at irrational ratios too, under one demand with a slack or two."""
    rng = np.random.default_rng(seed)
    terms = [Divergence("le_cam", 0, 1), Information(), Divergence("tv", 1, 2)][: 1 + seed % 3]
    objective: Any = terms[0] if len(terms) < 2 else worst(*terms) if rng.integers(2) else sum(terms)
    demand: Notion = LDP("ln3" if rng.integers(2) else "1", delta=F(int(rng.integers(1, 6)), 40))
    if rng.integers(2):
        demand = demand & LDP("2", delta="1/80")
    named: Any = {"inputs": 3, "outputs": ["a", "b"], "subject_to": random_conditions(rng, 2, 3, least=3)}
    certified = design(objective, demand, **named)
    if certified.lower is None or certified.upper is None:
        return
    with monkeypatch.context() as patched:
        patched.setattr(unjudged, "judge", lambda text: Judged(Status.UNFINISHED, "", "too much"))
        bounded = design(objective, demand, **named)
    assert bounded.is_bounded and bounded.mechanism == certified.mechanism
    assert bounded.lower is not None and bounded.upper is not None
    # at an irrational ratio the rows are those of one a little above
    assert abs(bounded.lower - certified.lower) < F(1, 10**12) and abs(bounded.upper - certified.upper) < F(1, 10**10)
    assert bounded.lower <= certified.upper and certified.lower <= bounded.upper
    assert Design.from_json(bounded.to_json()).to_json() == bounded.to_json()


@pytest.mark.full
def test_four_inputs_under_two_demands_with_a_slack_and_a_condition_are_bounded() -> None:
    demand = LDP("2", delta="3/20") & LDP("3", delta="1/40")
    found = design(Divergence("le_cam"), demand, inputs=4, outputs=["a", "b"], subject_to=["P[0,0] == 7/8"])
    assert found.is_bounded and float(found.lower) == pytest.approx(6.8007877969, abs=1e-9)
    assert found.upper - found.lower < F(1, 10**9) and verify(found.to_json()).is_accepted


@pytest.mark.slow
def test_metrics_of_eight_and_nine_inputs_are_their_chains() -> None:
    certified, bounded = (design(Information(), Metric("line", "ln2"), inputs=k) for k in (8, 9))
    assert not certified.is_bounded and float(certified.lower) == pytest.approx(0.4991794711335, abs=1e-12)
    assert bounded.is_bounded and float(bounded.lower) == pytest.approx(0.5686857553922, abs=1e-12)


def test_gains_that_amount_to_one_guess_are_read_as_gains() -> None:
    """Twice what a guess is worth, at most 3/2, is a chance of at most 3/4; at most 2 asks nothing."""
    doubled = [[2 * int(a == j) for j in range(5)] for a in range(5)]
    found = design(Information(), Vulnerability("3/2", None, doubled), inputs=5)
    guessed = design(Information(), Vulnerability("3/4"), inputs=5)
    assert found.is_bounded and found.lower <= guessed.upper and guessed.lower <= found.upper
    assert design(Information(), Vulnerability(2, None, doubled), inputs=5).is_bounded
    three = [row[:3] for row in doubled[:3]]
    assert not design(Information(), Vulnerability("3/2", None, three), inputs=3).is_bounded
    with pytest.raises(InputError, match="at most 4 inputs, not for 5"):
        design(TotalVariance(), Vulnerability("3/2", None, doubled), inputs=5)


@pytest.mark.slow
def test_at_an_irrational_ratio_the_rows_are_those_of_one_just_above() -> None:
    """Between the certified optima at rational ratios around e; the demand is that of one guess of five inputs."""
    gains = Vulnerability("1/4", None, ONE_GUESS_AND_A_SILENT_ACTION)
    found = design(Information(), gains & LDP(1), inputs=5)
    low, high = (
        design(Information(), Vulnerability("1/4") & LDP(f"ln{t}"), inputs=5) for t in ("2.718281", "2.718282")
    )
    assert found.is_bounded and low.lower <= found.upper and found.lower <= high.upper
    assert found.upper - found.lower < F(1, 10**12) and verify(found.to_json()).is_accepted
    some = PairwiseLDP([["inf", 1, *["inf"] * 3], *[["inf"] * 5] * 4], deltas=[[0, "1/100", 0, 0, 0], *[[0] * 5] * 4])
    with_slack = design(Information(), gains & some, inputs=5)
    certified = design(Information(), Vulnerability("1/4") & some, inputs=5)
    assert with_slack.is_bounded and not certified.is_bounded
    assert with_slack.lower <= certified.upper and certified.lower <= with_slack.upper


def test_what_nobody_shows_is_refused() -> None:
    with pytest.raises(InputError, match="at most 4 inputs, not for 5"):
        design(TotalVariance(), Vulnerability("1/2", None, ONE_GUESS_AND_A_SILENT_ACTION), inputs=5)
