"""Gains of many actions on four inputs, against a program by definition; guesses among equal inputs, against one over sizes."""

from __future__ import annotations

import json
import math
import random
from fractions import Fraction as F
from functools import cache, partial

import numpy as np
import pytest
from scipy.optimize import linprog

from rropt import LDP, Divergence, Information, Vulnerability, design, verify
from rropt.certificate.judge import judge
from tests.over_rows import information
from tests.regions import optimum, total_variation

RATIOS = {"ln6": 6.0, "ln3": 3.0, "1": float(np.exp(1))}
Table = list[list[F]]


def drawn(rng: random.Random, actions: int) -> tuple[list[F], Table, F]:
    """A prior, gains, and a vulnerability near what is gained without an answer."""
    shares = [rng.randint(1, 5) for _ in range(4)]
    prior = [F(x, sum(shares)) for x in shares]
    gain = [[F(rng.randint(-1, 6)) for _ in range(4)] for _ in range(actions)]
    planes = [[x * p for x, p in zip(row, prior, strict=True)] for row in gain]
    known, whole = max(map(sum, planes)), sum(map(max, zip(*planes, strict=True)))
    return prior, gain, F(known + (whole - known) * F(rng.randint(1, 4), 40))


@pytest.mark.slow_at("ln6-6", "ln6-5", "1-5", "1-6")
@pytest.mark.first(actions=2)
@pytest.mark.full_at("1-8", "None-8")
@pytest.mark.parametrize("actions", [5, 6, 8])
@pytest.mark.parametrize("epsilon", ["ln6", "1", None])
def test_the_optimum_is_that_of_the_program_by_definition(actions: int, epsilon: str | None) -> None:
    rng = random.Random(f"{actions} {epsilon}")
    prior, gain, most = drawn(rng, actions)
    alone = Vulnerability(most, prior, gain)
    demand = alone if epsilon is None else alone & LDP(epsilon)
    planes = [[x * p for x, p in zip(row, prior, strict=True)] for row in gain]
    ratio = None if epsilon is None else RATIOS[epsilon]
    for aim, f in ((Information(prior), partial(information, prior)), (Divergence("tv", 0, 1), total_variation)):
        found = design(aim, demand, inputs=4)
        assert not found.is_bounded and judge(found.certificate).is_accepted and demand.holds(found.mechanism)
        assert float(found.upper) == pytest.approx(optimum(f, planes, most, ratio, tight=False), abs=1e-8)


@pytest.mark.full
@pytest.mark.then(epsilon=1)
@pytest.mark.parametrize("epsilon", ["ln6", "1"])
def test_beyond_what_the_checker_takes_on_rropt_bounds(epsilon: str) -> None:
    prior, gain, most = drawn(random.Random(14), 14)
    found = design(Information(prior), Vulnerability(most, prior, gain) & LDP(epsilon), inputs=4)
    planes = [[x * p for x, p in zip(row, prior, strict=True)] for row in gain]
    assert found.is_bounded and found.upper - found.lower < F(1, 10**10) and verify(found.to_json()).is_accepted
    best = optimum(partial(information, prior), planes, most, RATIOS[epsilon], tight=False)
    assert float(found.upper) == pytest.approx(best, abs=1e-8)


@cache
def certificate_of_six_actions() -> str:
    prior, gain, most = drawn(random.Random(6), 6)
    return design(Information(prior), Vulnerability(most, prior, gain) & LDP("ln6"), inputs=4).certificate


@pytest.mark.parametrize("tampered", ["column", "budget", "at_most", "gains"])
@pytest.mark.slow
def test_a_tampered_certificate_of_six_actions_is_refused(tampered: str) -> None:
    prior, gain, most = drawn(random.Random(6), 6)
    found = json.loads(certificate_of_six_actions())
    named = next(one for one in found["notion"]["demands"] if one["name"] == "vulnerability")
    ((place, z),) = found["prices"]["budget"].items()
    if tampered == "column":
        found["prices"]["column"][2] = str(F(found["prices"]["column"][2]) - F(1, 10**9))
    elif tampered == "budget":
        found["prices"]["budget"][place] = str(F(z) * F(999, 1000))
    elif tampered == "at_most":
        named["at_most"] = str(most - F(1, 1000))
    else:  # a guesser who gains less by the action that is best at some answer: the prices pay for less there
        best = max(range(6), key=lambda a: sum(x * p for x, p in zip(gain[a], prior, strict=True)))
        named["gains"][best] = [str(x - 1) for x in gain[best]]
    expected = "vulnerability" if tampered == "at_most" else "price-row"
    assert judge(json.dumps(found)).condition == expected


def sizes(k: int, ratio: float, most: float) -> float:
    """Among k equal inputs: the largest Σ θ_c f_c over weights of the patterns with c entries of `ratio`, by scipy."""
    c = np.arange(1, k)
    total = k - c + ratio * c
    f = (c * ratio * np.log(k * ratio / total) + (k - c) * np.log(k / total)) / k
    f, total = np.append(f, 0.0), np.append(total, k)
    best = np.append(np.full(k - 1, ratio), 1.0) / k
    answer = linprog(-f, A_ub=[best], b_ub=[most], A_eq=[total / k], b_eq=[1.0])
    assert answer.status == 0
    return float(-answer.fun)


@pytest.mark.slow_at("7-1/4-ln4-True", "7-1/5-ln2-True")
@pytest.mark.full_at("7-1/5-ln2-True", "12-1/6-ln4-False")
@pytest.mark.parametrize(
    ("k", "most", "epsilon", "is_certified"),
    [
        *((7, "1/4", "ln4", True), (7, "1/5", "ln2", True)),
        *(pytest.param(*x, marks=pytest.mark.slow) for x in ((8, "1/4", "ln4", True), (12, "1/6", "ln4", False))),
    ],
)
def test_equal_inputs_are_a_program_over_sizes(k: int, most: str, epsilon: str, is_certified: bool) -> None:
    demand = Vulnerability(most) & LDP(epsilon)
    found = design(Information(), demand, inputs=k)
    assert found.is_bounded is not is_certified and demand.holds(found.mechanism)
    assert verify(found.to_json()).is_accepted and found.upper - found.lower < F(1, 10**10)
    assert float(found.upper) == pytest.approx(sizes(k, float(epsilon[2:]), float(F(most))), abs=1e-9)


@pytest.mark.slow
def test_seven_equal_inputs_at_an_irrational_ratio_are_certified() -> None:
    found = design(Information(), Vulnerability("1/4") & LDP(1), inputs=7)
    assert not found.is_bounded and float(found.upper) == pytest.approx(sizes(7, math.e, 0.25), abs=1e-9)
    stated = json.loads(found.certificate)
    stated["prices"]["column"] = [str(F(y) - F(1, 10**9)) for y in stated["prices"]["column"]]
    assert judge(json.dumps(stated)).condition == "price-row"
