"""Extreme rows of demands by pairs: the checker's enumeration by trees against every vertex by brute force, and attacks."""

from __future__ import annotations

import json
import random
from fractions import Fraction as F
from itertools import permutations
from typing import Any

import pytest
from rays import Ratios, brute_rays

from rropt import (
    LDP,
    Contrast,
    Determinant,
    Divergence,
    Information,
    LargestVariance,
    Metric,
    PairwiseLDP,
    Sensitive,
    TotalVariance,
    design,
)
from rropt.checker import check
from rropt.checker.arithmetic.quotient import constant
from rropt.checker.limits import BUDGET, Budget
from rropt.checker.model.cone import extreme_rows
from rropt.checker.model.demand import Demand, PairBounds

PI = ("1/2", "1/3", "1/6")


def random_ratios(rng: random.Random, k: int) -> Ratios:
    """Some pairs with ratios, often ties of products."""
    return {
        pair: F(rng.choice((1, 2, 2, 3, 4, 6, 9)), rng.choice((1, 1, 1, 2)))
        for pair in permutations(range(k), 2)
        if rng.random() < rng.choice((0.4, 0.8, 1))
    }


def enumerated(k: int, ratios: Ratios) -> set[tuple[F, ...]]:
    table = {pair: (constant(t.numerator, t.denominator), constant(0)) for pair, t in ratios.items()}
    demand = Demand("pairs", [], None, PairBounds(table, None, None, None))  # type: ignore[arg-type]
    BUDGET.set(Budget(1 << 24, 1 << 28))
    rows = [[F(*x.fraction()) for x in row] for row in extreme_rows(demand, k)]
    return {tuple(x / sum(row) for x in row) for row in rows}


@pytest.mark.parametrize("k", [2, 3, 4])
def test_the_rows_are_all_extreme_rays(k: int) -> None:
    rng = random.Random(k)
    for _ in range({2: 20, 3: 30, 4: 3}[k]):
        ratios = random_ratios(rng, k)
        assert enumerated(k, ratios) == brute_rays(k, ratios), ratios


def test_one_ratio_has_the_patterns_and_a_line_of_five_its_trees() -> None:
    same = dict.fromkeys(permutations(range(4), 2), F(3))
    assert len(enumerated(4, same)) == 2**4 - 2
    line = {(j, n): F(2) ** abs(j - n) for j, n in permutations(range(5), 2)}
    assert len(enumerated(5, line)) == 2**4  # each of the four steps goes up or down by the factor 2


DEMANDS = [
    Metric("line", "ln3"),
    LDP("ln3") & PairwiseLDP({(0, 1): "ln2"}),
    Sensitive([1], "ln3"),
    Metric("line", "1/2"),
]
ASKED = [TotalVariance(PI), Contrast([[1, -1, 0]], PI), Determinant(PI), Information(PI), Divergence("tv")]


@pytest.mark.parametrize("objective", ASKED, ids=lambda x: x.name)
@pytest.mark.parametrize("demand", DEMANDS, ids=str)
def test_a_dual_that_is_a_little_too_small_is_rejected(objective: Any, demand: Any) -> None:
    document = json.loads(design(objective, demand, inputs=3).certificate)
    assert check(json.dumps(document)).status == "accepted"
    column = document["dual"]["column"]
    lowered = {**document, "dual": {**document["dual"], "column": [*column[:-1], f"{column[-1]}-1/1000"]}}
    verdict = check(json.dumps(lowered))
    assert verdict.status == "rejected" and verdict.condition in ("dual-pattern", "upper-bound", "lower-bound")


def changed(document: dict[str, Any], **keys: Any) -> str:
    return json.dumps({**document, **keys})


def test_what_several_demands_do_not_allow() -> None:
    document = json.loads(design(TotalVariance(PI), Metric("line", "ln3")).certificate)
    assert check(changed(document, classes=["0", "1", "2"])).status == "malformed"
    assert check(changed(document, field={"from": "2", "to": "3", "ends": "[]"})).status == "malformed"
    weaker = [[j, n] for j, n in document["notion"]["pairs"] if (j, n) != ("0", "2")]
    ratios = [
        t for (j, n), t in zip(*(document["notion"][x] for x in ("pairs", "ratios")), strict=True) if [j, n] in weaker
    ]
    fewer = {**document["notion"], "pairs": weaker, "ratios": ratios, "deltas": ["0"] * len(weaker)}
    assert check(changed(document, notion=fewer)).status == "accepted"  # the two steps between imply it
    seven = {"inputs": list("abcdefg"), "mechanism": [["1"] * 7], "outputs": ["0"], "notion": document["notion"]}
    assert check(changed(document, **seven)).status == "malformed"
    told = json.loads(design(Divergence("tv"), Sensitive([1], "ln3"), inputs=3).certificate)
    assert check(changed(told, objective={**told["objective"], "kind": "kl"})).condition == "infinite"
    two = json.loads(design(Divergence("tv"), Metric("line", "ln3"), inputs=2).certificate)
    assert check(changed(two, dual={**two["dual"], "pair": ["0", "0"]})).status == "malformed"
    slack = {"name": "ldp", "ratio": "3", "delta": "1/10"}
    plain = json.loads(design(LargestVariance(PI), LDP("ln3")).certificate)
    assert check(changed(plain, notion=slack)).condition == "delta-zero"
