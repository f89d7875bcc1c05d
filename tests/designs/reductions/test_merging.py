"""Inputs that a contrast weighs alike; and that bounds of contrasts meet, also where the best M is singular."""

from __future__ import annotations

import random
from fractions import Fraction as F

import pytest

from rropt import LDP, Contrast, InputError, design
from rropt.problem.known import pose
from rropt.problem.problem import Problem

CLOSE = 1e-9
EPSILONS = ["1/10", "1/2", "1", "2", "4", "ln3"]


def shares(rng: random.Random, k: int) -> list[F]:
    drawn = [rng.randint(1, 9) for _ in range(k)]
    return [F(x, sum(drawn)) for x in drawn]


def random_contrast(rng: random.Random, k: int) -> list[list[int]]:
    while True:
        rows = [[rng.randint(-3, 3) for _ in range(k)] for _ in range(rng.choice([1, 1, 1, 2]))]
        if any(len(set(row)) > 1 for row in rows):
            return rows


def relative_gap(objective: Contrast, epsilon: str) -> float:
    found = pose(Problem(objective, LDP(epsilon), outputs="free")).prove(None, optima=None)
    return float(found.upper / found.lower - 1)


@pytest.mark.parametrize(
    ("seed", "count"), [(0, 12), *(pytest.param(n, 120, marks=pytest.mark.full) for n in (1, 2, 3))]
)
def test_bounds_of_random_contrasts_meet(seed: int, count: int) -> None:
    rng = random.Random(seed)
    for _ in range(count):
        k = rng.choice([3, 4, 4, 5, 5, 6, 7])
        rows, pi, epsilon = random_contrast(rng, k), shares(rng, k), rng.choice(EPSILONS)
        assert relative_gap(Contrast(rows, pi), epsilon) <= CLOSE, (rows, pi, epsilon)


@pytest.mark.parametrize(
    ("scores", "drawn", "epsilon"),
    [([3, -2, 1, 1], (8, 9, 4, 2), "1/10"), ([0, 0, 3, -3, 3], (4, 7, 4, 5, 2), "1/10")],
)
def test_inputs_of_one_score_are_one_input(scores: list[int], drawn: tuple[int, ...], epsilon: str) -> None:
    pi = [F(x, sum(drawn)) for x in drawn]
    merged = sorted(set(scores))
    together = [sum(p for p, x in zip(pi, scores, strict=True) if x == score) for score in merged]
    whole, parts = (design(Contrast(x, q), LDP(epsilon), outputs="free") for x, q in ((scores, pi), (merged, together)))
    assert whole.verdict == parts.verdict == "within"
    assert whole.lower <= parts.upper and parts.lower <= whole.upper
    assert whole.upper / whole.lower - 1 <= F(1, 10**12)
    # the answers tell no two inputs of one score apart
    columns = list(zip(*whole.mechanism.rows, strict=True))
    assert all(columns[i] == columns[j] for i in range(len(pi)) for j in range(i) if scores[i] == scores[j])


@pytest.mark.parametrize("n", [2, 3, 4])
def test_a_parity_is_a_yes_no_question(n: int) -> None:
    pi = shares(random.Random(n), 1 << n)
    scores = [(-1) ** j.bit_count() for j in range(1 << n)]
    mean = sum(x * p for x, p in zip(scores, pi, strict=True))
    found = design(Contrast(scores, pi), LDP("ln3"), outputs="free")
    # of randomized response with t = 3: 4t/(t − 1)² + 1 − mean², here for ±1 in place of 0 and 1
    value = 3 + 1 - mean * mean
    if n < 4:
        assert found.value == value and found.verdict == "optimal"
    else:  # sixteen inputs of different prevalences have more patterns than the checker tries
        assert found.verdict == "within" and found.lower <= value <= found.upper <= found.lower * (1 + F(1, 10**12))


# a list without weight, and a list alone at whose optimum M is singular
@pytest.mark.parametrize(
    ("scores", "lists", "epsilon"),
    [
        ([2, -2, -1, -1], ["6/20,8/20,1/20,5/20", "8/23,9/23,1/23,5/23", "7/22,3/22,8/22,4/22"], "1/10"),
        (
            [[-2, -1, 2, 1, -1], [0, -2, -2, -2, 2], [-2, 2, 0, -1, -2]],
            ["9/26,6/26,1/26,2/26,8/26", "8/35,6/35,5/35,9/35,7/35", "6/30,8/30,2/30,7/30,7/30"],
            "1/5",
        ),
        (
            [[0, 0, 2, 2, -2], [-1, -1, 1, -1, -1], [-1, -1, 1, 1, -2]],
            ["4/20,3/20,3/20,1/20,9/20", "3/25,9/25,4/25,7/25,2/25", "7/23,7/23,3/23,1/23,5/23"],
            "1/10",
        ),
    ],
)
def test_the_worst_of_several_may_be_one(scores: list[object], lists: list[str], epsilon: str) -> None:
    pi = [x.split(",") for x in lists]
    assert relative_gap(Contrast(scores, pi, worst=True), epsilon) <= CLOSE


def test_a_contrast_of_a_value_of_many_thousands() -> None:
    lists = ["4/29,5/29,2/29,2/29,8/29,8/29", "7/31,3/31,4/31,5/31,3/31,9/31", "5/25,1/25,3/25,4/25,4/25,8/25"]
    pi = [x.split(",") for x in lists]
    assert relative_gap(Contrast([[1, 1, 2, 1, -1, -2], [0, -2, 2, 0, 1, -2]], pi), "4") <= CLOSE


def test_few_scores_of_many_inputs() -> None:
    pi = shares(random.Random(4), 40)
    found = design(Contrast([j % 5 for j in range(40)], pi), LDP("1"), outputs="free")
    five = design(Contrast(range(5), [sum(pi[n::5]) for n in range(5)]), LDP("1"), outputs="free")
    assert found.verdict == "within" and "bounded by rropt, not by the checker" in str(found)
    assert found.lower <= five.upper and five.lower <= found.upper
    assert found.upper / found.lower - 1 <= F(1, 10**9) and found.mechanism.m <= 15
    with pytest.raises(InputError, match="give at most 24 inputs"):
        design(Contrast(range(40), pi), LDP("1"), outputs="free")
