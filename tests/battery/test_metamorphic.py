"""What is known of an answer without knowing it: gains times a number, inputs in any order, answers split. The reversed order,
labels, tighter demands and post-processing are in test_objectives.py and test_notions.py."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

import pytest

from rropt import (
    LDP,
    Contrast,
    Design,
    Determinant,
    Divergence,
    Information,
    InputError,
    LargestVariance,
    Linear,
    Mechanism,
    PairwiseLDP,
    TotalVariance,
    Trace,
    Utility,
    Vulnerability,
    design,
)
from rropt.objectives.base import Objective, worst
from rropt.privacy.notion import Notion
from tests.differential.problems import number, pick

Row = list[F]
Order = list[int]
SEEDS = range(3)
DEMANDS = [LDP("ln3"), LDP("1/2"), LDP("ln2", delta="1/10")]


def overlap(a: Design, b: Design, factor: F = F(1)) -> bool:
    """Whether the bounds of the second, and of the first times a factor, meet; bounds of what is exact are equal."""
    assert a.lower is not None and a.upper is not None and b.lower is not None and b.upper is not None
    low, high = sorted((a.lower * factor, a.upper * factor))
    return bool(low <= b.upper and b.lower <= high)


@pytest.mark.parametrize("demand", DEMANDS, ids=str)
@pytest.mark.parametrize("seed", SEEDS)
def test_gains_times_a_number_are_worth_that_many_times(seed: int, demand: LDP) -> None:
    rng = random.Random(seed)
    table, weights, factor = (
        [[number(rng) for _ in range(3)] for _ in range(3)],
        [number(rng) for _ in range(3)],
        F(rng.randint(2, 99), 7),
    )
    scaled = [[factor * x for x in row] for row in table]
    pairs: list[tuple[Objective, Objective]] = [
        (Trace(weights), Trace([factor * w for w in weights])),
        (Utility(table), Utility(scaled)),
        (Utility(table, sense="min"), Utility(scaled, sense="min")),
        (Linear(table), Linear(scaled)),
    ]
    for one, other in pairs:
        assert overlap(design(one, demand, inputs=3), design(other, demand, inputs=3), factor)
    turned = Linear([[-x for x in row] for row in table], sense="max")
    assert overlap(design(Linear(table), demand), design(turned, demand), F(-1))


def permuted(row: Row, order: Order) -> Row:
    return [row[j] for j in order]


OF_SHARES: dict[str, Callable[[Row, Row], Objective]] = {
    "total variance": lambda pi, scores: TotalVariance(pi),
    "contrast": lambda pi, scores: Contrast(scores, pi),
    "determinant": lambda pi, scores: Determinant(pi),
    "largest variance": lambda pi, scores: LargestVariance(pi),
    "largest variance of a share": lambda pi, scores: LargestVariance(pi, of="shares"),
    "information": lambda pi, scores: Information(pi),
    "divergence": lambda pi, scores: Divergence("chi2", pi, [(x + F(1, len(pi))) / 2 for x in pi[::-1]]),
}


@pytest.mark.some(name=2)
@pytest.mark.parametrize("name", [name for name in OF_SHARES if name != "divergence"])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_of_the_inputs_changes_nothing(seed: int, name: str) -> None:
    rng = random.Random(f"{name} {seed}")
    k = 4 if seed else 3
    pi, scores, order = pick(rng, k, 9), [F(n * n + rng.randint(0, 3)) for n in range(k)], rng.sample(range(k), k)
    make, demand = OF_SHARES[name], LDP(rng.choice(["ln3", "1/2"]))
    there = design(make(permuted(pi, order), permuted(scores, order)), demand, inputs=k)
    assert overlap(design(make(pi, scores), demand, inputs=k), there)


@pytest.mark.parametrize("name", ["total variance", "information"])
def test_the_order_of_the_inputs_of_a_demand_by_pairs_changes_nothing(name: str) -> None:
    rng = random.Random(name)
    pi, order = pick(rng, 3, 9), [2, 0, 1]
    table = {(j, n): F(rng.randint(3, 9), 2) for j in range(3) for n in range(3) if j != n}

    def demand(places: Order) -> Notion:
        return PairwiseLDP({(j, n): f"log({table[places[j], places[n]]})" for j, n in table})

    one = design(OF_SHARES[name](pi, pi), demand([0, 1, 2]), inputs=3)
    assert overlap(one, design(OF_SHARES[name](permuted(pi, order), pi), demand(order), inputs=3))


@pytest.mark.parametrize("name", OF_SHARES)
def test_an_answer_that_is_split_at_random_is_worth_as_much(name: str) -> None:
    rng = random.Random(name)
    pi = pick(rng, 3, 9)
    objective = OF_SHARES[name](pi, [F(1), F(2), F(5)])
    found = design(objective, LDP("ln3"), inputs=3).mechanism
    assert found is not None
    parts = [(row, pick(rng, 3)) for row in found.rows]
    split = Mechanism([[w * x for x in row] for row, weights in parts for w in weights])
    (low, high), (least, most) = objective.value_bounds(found), objective.value_bounds(split)
    assert low <= most and least <= high and (low != high or (low, high) == (least, most))


SHARES, SCORES = [F(4, 21), F(8, 21), F(3, 7)], [F(9), F(6), F(4)]
TABLE = [[F(3), F(1), F(0)], [F(1), F(2), F(1, 2)], [F(0), F(1), F(5)]]
OF_SCORES: dict[str, tuple[int, Callable[[F], Objective]]] = {
    "contrast": (2, lambda c: Contrast(times(c, SCORES), SHARES)),
    "two contrasts": (2, lambda c: Contrast([times(c, SCORES), times(c, [F(1), F(-2), F(1)])], SHARES)),
    "worst place": (2, lambda c: Contrast(times(c, SCORES), [SHARES, SHARES[::-1]], worst=True)),
    "mean of places": (2, lambda c: Contrast(times(c, SCORES), [SHARES, SHARES[::-1]])),
    "sum": (1, lambda c: c * TotalVariance(SHARES) + 2 * c * Contrast(SCORES, SHARES[::-1])),
    "worst": (2, lambda c: worst(Contrast(times(c, SCORES), SHARES), 3 * Contrast(times(c, [F(1), F(0), F(1)])))),
    "trace": (1, lambda c: Trace(times(c, SCORES))),
    "utility": (1, lambda c: Utility([times(c, row) for row in TABLE])),
    "linear cost": (1, lambda c: Linear([times(c, row) for row in TABLE])),
    "linear gain": (1, lambda c: Linear([times(c, row) for row in TABLE], sense="max")),
    "worst cost": (1, lambda c: worst(*(Linear([times(c, row) for row in rows]) for rows in (TABLE, TABLE[::-1])))),
}
SCALED_DEMANDS: list[Notion] = [
    LDP("ln3"),
    LDP("ln3", delta="1/10"),
    PairwiseLDP({(0, 1): "ln3", (1, 0): "ln2", (1, 2): "ln3", (2, 1): "1"}),
    Vulnerability("3/5", SHARES) & LDP("ln9"),
]
ASKED: dict[str, dict[str, Any]] = {
    "free": {},
    "two answers": {"outputs": 2},
    "conditions": {"outputs": 3, "subject_to": ["P[0,0] >= 2/5", "P[1,1] >= 1/3"]},
    "an equality": {"outputs": 3, "subject_to": ["P[0,0] + P[1,0] == 4/5"]},
}


def times(c: F, row: Row) -> Row:
    return [c * x for x in row]


@pytest.mark.some(name=2)
@pytest.mark.first(asked=1)
@pytest.mark.then(asked=1)
@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("demand", SCALED_DEMANDS, ids=str)
@pytest.mark.parametrize("name", OF_SCORES)
def test_scores_times_a_number_are_worth_its_power(name: str, demand: Notion, asked: str) -> None:
    """No bound rests on a tolerance in the units of the scores; what a local search finds in two units differs by a twentieth."""
    power, make = OF_SCORES[name]
    found: list[Any] = []
    for c in (F(1), F(10) ** 12, F(1, 10**7)):
        try:
            at = design(make(c), demand, **ASKED[asked])
        except InputError as refused:
            found.append(str(refused)[:40])
            continue
        assert at.lower is not None and at.upper is not None
        found.append((at.verdict, at.lower / c**power, at.upper / c**power))
    for other in found[1:]:
        if isinstance(other, str) or isinstance(found[0], str):
            assert other == found[0]
            continue
        (verdict, low, high), (same, least, most) = found[0], other
        assert verdict == same and low <= most and least <= high
        assert float(least) == pytest.approx(float(low), rel=1e-7)
        assert float(most) == pytest.approx(float(high), rel=5e-2)
