"""Information and divergences with δ > 0 for three inputs and more: as a linear program over rows found by brute force says."""

from __future__ import annotations

import json
import math
from fractions import Fraction as F
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from rropt import LDP, Divergence, Information, InputError, design
from tests.checker.rays import brute_lines
from tests.over_rows import excess, information, largest_over
from tests.with_delta import rivals, stands

PI = {3: ("1/2", "1/3", "1/6"), 4: ("1/10", "1/5", "3/10", "2/5")}
T = {"ln3": 3.0, "1/2": math.exp(0.5), "0": 1.0}


def kept(aim: Any, row: np.ndarray) -> float:
    """f of a row, written out again."""
    if isinstance(aim, Information):
        priors = aim.priors or [[F(1, len(row))] * len(row)]
        weights = [float(w) for w in aim.weights] if len(priors) > 1 else [1.0]
        return sum(w * float(information(prior, row)) for w, prior in zip(weights, priors, strict=True))
    between = list(permutations(row, 2)) if aim.p is None else [(row[int(aim.p)], row[int(aim.q)])]
    if aim.kind == "tv":
        return sum(abs(a - b) / 2 for a, b in between)
    return sum((math.sqrt(a) - math.sqrt(b)) ** 2 / 2 for a, b in between)


def by_brute_rows(aims: list[Any], t: float, delta: float, k: int) -> float:
    """The linear program over the lines in which k − 1 of the planes r_j = 0 and r_j = t·r_l meet, by scipy."""
    rays = np.array([[float(x) for x in ray] for ray in brute_lines(k, F(t))])
    over = [excess(rays, j, n, t) for j, n in permutations(range(k), 2)]
    return largest_over(rays, [[kept(aim, ray) for ray in rays] for aim in aims], over, [delta] * len(over))


def objectives(k: int) -> list[Any]:
    pi = PI[k]
    return [
        Information(pi),
        Information([pi, pi[::-1]], weights=["1/4", "3/4"]),
        Divergence("tv", 0, 1),
        Divergence("tv"),
        Divergence("hellinger", 0, k - 1),
        Divergence("hellinger"),
    ]


def judged(aim: Any, epsilon: str, delta: str, k: int) -> None:
    expected = by_brute_rows([aim], T[epsilon], float(F(delta)), k)
    stands(aim, LDP(epsilon, delta=delta), k, expected=expected, near=F(1, 10**12), rel=1e-7)


@pytest.mark.parametrize("delta", ["1/10", "1/1000"])
@pytest.mark.parametrize("epsilon", ["ln3", "1/2"])
def test_a_linear_program_over_brute_rows_agrees(epsilon: str, delta: str) -> None:
    for aim in objectives(3):
        judged(aim, epsilon, delta, 3)


@pytest.mark.slow
@pytest.mark.parametrize("delta", ["1/10", "1/10000"])
def test_of_four_inputs_too(delta: str) -> None:
    for aim in [*objectives(4), Information()]:
        judged(aim, "1/2", delta, 4)


def test_total_variation_between_two_of_three_inputs_is_that_of_two() -> None:
    found = design(Divergence("tv", 0, 1), LDP("ln3", delta="1/10"), inputs=3)
    assert float(found.lower) == pytest.approx(0.1 + 0.9 * 0.5, rel=1e-14)


def test_no_privacy_but_delta() -> None:
    found = design(Information(PI[3]), LDP(0, delta="1/4"))
    direct = -sum(float(F(p)) * math.log(float(F(p))) for p in PI[3])
    assert float(found.lower) >= direct / 4 - 1e-12
    assert float(found.lower) == pytest.approx(by_brute_rows([Information(PI[3])], 1.0, 0.25, 3), rel=1e-7)


def test_random_exact_mechanisms_never_beat_a_bound() -> None:
    demand = LDP("ln3", delta="1/10")
    aims = [Information(PI[3]), Divergence("tv"), Divergence("hellinger", 0, 1)]
    highest, reached = [design(aim, demand, inputs=3).upper for aim in aims], 0
    for rival in rivals(demand):
        for aim, upper in zip(aims, highest, strict=True):
            value = aim.value_bounds(rival)[0]
            assert value <= upper
            reached += value > upper / 4
    assert reached > 10


def test_what_is_infinite_or_too_large_is_refused() -> None:
    for kind in ("kl", "chi2"):
        with pytest.raises(InputError, match="infinite"):
            design(Divergence(kind), LDP("ln3", delta="1/10"), inputs=3)
    with pytest.raises(InputError, match="of 300 inputs cannot be bounded"):
        design(Information(), LDP("ln3", delta="1/10"), inputs=300)


def test_the_certificate_says_what_was_shown() -> None:
    found = design(Information(PI[3]), LDP("ln3", delta="1/10"))
    document = json.loads(found.certificate or "")
    assert document["claim"] == "within" and len(document["prices"]["budget"]) == 6
    assert "delta" in found.sentence and "information in nats" in found.sentence


@pytest.mark.parametrize("k", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_the_least_of_two_priors_is_that_of_a_program_over_brute_rows(k: int) -> None:
    lists = [PI[k], PI[k][::-1]]
    expected = by_brute_rows([Information(one) for one in lists], 3.0, 0.1, k)
    stands(Information(lists, worst=True), LDP("ln3", delta="1/10"), k, expected=expected, near=F(1, 10**12), rel=1e-7)
