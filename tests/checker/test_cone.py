"""Rays of demands by pairs and of budgets: the checker's enumeration against every vertex by brute force, and attacks."""

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
from rropt.checker.arithmetic.quotient import ONE, Quotient, constant
from rropt.checker.limits import BUDGET, Budget
from rropt.checker.model.demand import Demand, PairTable
from rropt.checker.rows.prices import Asked, Prices
from rropt.checker.rows.rays import rays
from rropt.checker.text.field import read_domain
from rropt.checker.text.part import Scalar, read_number

PI = ("1/2", "1/3", "1/6")


def random_ratios(rng: random.Random, k: int) -> Ratios:
    """Some pairs with ratios, often ties of products."""
    return {
        pair: F(rng.choice((1, 2, 2, 3, 4, 6, 9)), rng.choice((1, 1, 1, 2)))
        for pair in permutations(range(k), 2)
        if rng.random() < rng.choice((0.4, 0.8, 1))
    }


def number(x: F) -> Quotient:
    return constant(x.numerator, x.denominator)


def enumerated(k: int, ratios: Ratios, budgets: Ratios | None = None) -> set[tuple[F, ...]]:
    """What is tried where some pairs have no slack, and others a slack with a price; each row sums to 1."""
    slack, budgets = constant(1, 10), budgets or {}
    bounds = {pair: (number(t), constant(0)) for pair, t in ratios.items()}
    bounds |= {pair: (number(t), slack) for pair, t in budgets.items()}
    demand = Demand("pairs", [], None, PairTable(bounds, None, None, None, k))  # type: ignore[arg-type]
    prices = Prices(
        [ONE] * k, dict.fromkeys(budgets, ONE), [], {}, {pair: Asked(*pair, *bounds[pair]) for pair in budgets}
    )
    return scaled(rays(demand, prices, list(range(k))))


def scaled(rows: list[list[Quotient]]) -> set[tuple[F, ...]]:
    found = [[F(*x.fraction()) for x in row] for row in rows]
    return {tuple(x / sum(row) for x in row) for row in found}


def scalar(x: Quotient) -> Scalar:
    return Scalar(x, None)  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def budget() -> None:
    BUDGET.set(Budget(1 << 24, 1 << 28))


@pytest.mark.parametrize("k", [2, 3, 4])
def test_the_rows_are_all_extreme_rays(k: int) -> None:
    rng = random.Random(k)
    for _ in range({2: 20, 3: 30, 4: 3}[k]):
        ratios = random_ratios(rng, k)
        assert enumerated(k, ratios) == brute_rays(k, ratios), ratios


@pytest.mark.parametrize("k", [2, 3, 4])
def test_all_rays_of_the_parts_into_which_budgets_cut_the_cone_are_tried(k: int) -> None:
    rng = random.Random(10 + k)
    for _ in range({2: 20, 3: 30, 4: 3}[k]):
        both = {pair: t * rng.choice((F(1, 3), F(1))) for pair, t in random_ratios(rng, k).items()}
        paid = {pair for pair in both if rng.random() < 0.5}
        ratios, budgets = ({p: t for p, t in both.items() if (p in paid) == want} for want in (False, True))
        bends = [(j, n, t) for (j, n), t in budgets.items()]
        assert enumerated(k, ratios, budgets) >= brute_rays(k, ratios, bends), (ratios, budgets)


@pytest.mark.parametrize("ratio", [F(3), F(1), F(2, 5)])
@pytest.mark.parametrize("classes", [[0, 1, 2], [0, 0, 1], [0, 0, 0]])
def test_under_one_ratio_one_row_of_each_orbit_is_tried(ratio: F, classes: list[int]) -> None:
    k = len(classes)
    demand = Demand("ldp", [scalar(number(ratio))], scalar(constant(1, 10)))
    pairs = list(permutations(range(k), 2))
    asked = {pair: Asked(*pair, number(ratio), constant(1, 10)) for pair in pairs}
    tried = scaled(rays(demand, Prices([ONE] * k, dict.fromkeys(pairs, ONE), [], {}, asked), classes))
    exchanges = [p for p in permutations(range(k)) if all(classes[p[j]] == classes[j] for j in range(k))]
    orbits = {tuple(row[j] for j in p) for row in tried for p in exchanges}
    assert orbits >= brute_rays(k, {}, [(j, n, ratio) for j, n in pairs])


def test_classes_whose_budgets_differ_are_not_exchanged() -> None:
    demand = Demand("ldp", [scalar(constant(2))], scalar(constant(1, 10)))
    asked = {pair: Asked(*pair, constant(2), constant(1, 10)) for pair in permutations(range(2), 2)}
    one, both = (Prices([ONE], dict.fromkeys(paid, ONE), [], {}, asked) for paid in ([(0, 1)], asked))
    assert len(rays(demand, one, [0, 0])) > len(rays(demand, both, [0, 0]))


def test_over_an_interval_a_ray_is_left_out_only_where_it_is_outside_at_every_t() -> None:
    """Of the three planes the third cuts off a ray of the other two where t > 2 alone."""
    domain = read_domain({"from": "1", "to": "3", "ends": "[]"})
    t = read_number("t", domain, "")
    bounds = {(0, 1): (t, constant(0)), (1, 2): (t, constant(0)), (0, 2): (constant(4), constant(0))}
    demand = Demand("pairs", [], None, PairTable(bounds, None, None, None, 3))  # type: ignore[arg-type]
    found = rays(demand, Prices([ONE] * 3, {}, [], {}, {}), [0, 1, 2])
    for at in (F(1), F(3, 2), F(2), F(5, 2), F(3)):
        here = [[F(*substituted(x, at)) for x in row] for row in found]
        ratios = {(0, 1): at, (1, 2): at, (0, 2): F(4)}
        assert {tuple(x / sum(row) for x in row) for row in here} >= brute_rays(3, ratios), at


def substituted(x: Quotient, at: F) -> tuple[int, int]:
    """The value of a quotient of polynomials in t."""
    top, below = (sum(c * at**e for e, c in p.items()) for p in (x.num, x.den))
    return F(top, below).as_integer_ratio()


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
    column = document["prices"]["column"]
    lowered = {**document, "prices": {**document["prices"], "column": [*column[:-1], f"{column[-1]}-1/1000"]}}
    verdict = check(json.dumps(lowered))
    assert verdict.status == "rejected" and verdict.condition in ("price-row", "upper-bound", "lower-bound")


def changed(document: dict[str, Any], **keys: Any) -> str:
    return json.dumps({**document, **keys})


def test_what_demands_by_pairs_allow() -> None:
    document = json.loads(design(TotalVariance(PI), Metric("line", "ln3")).certificate)
    assert check(changed(document, classes=["0", "1", "2"])).status == "accepted"
    assert (
        check(changed(document, classes=["0", "1", "1"], prices={"column": ["9", "9"]})).condition == "class-exchange"
    )
    assert check(changed(document, field={"from": "3", "to": "4", "ends": "[]"})).status == "accepted"
    weaker = [[j, n] for j, n in document["notion"]["pairs"] if (j, n) != ("0", "2")]
    ratios = [
        t for (j, n), t in zip(*(document["notion"][x] for x in ("pairs", "ratios")), strict=True) if [j, n] in weaker
    ]
    fewer = {**document["notion"], "pairs": weaker, "ratios": ratios, "deltas": ["0"] * len(weaker)}
    assert check(changed(document, notion=fewer)).status == "accepted"  # the two steps between imply it
    told = json.loads(design(Divergence("tv"), Sensitive([1], "ln3"), inputs=3).certificate)
    assert check(changed(told, objective={**told["objective"], "kind": "kl"})).condition == "infinite"
    two = json.loads(design(Divergence("tv"), Metric("line", "ln3"), inputs=2).certificate)
    unasked = {**two["notion"], "pairs": [["0", "1"]], "ratios": ["3"], "deltas": ["0"]}
    paid = {**two["prices"], "budget": {"1,0": "1"}}
    assert check(changed(two, notion=unasked, prices=paid)).condition == "budget-asked"
    plain = json.loads(design(LargestVariance(PI), LDP("ln3")).certificate)
    slack = {"name": "ldp", "ratio": "3", "delta": "1/10"}
    assert check(changed(plain, notion=slack)).condition == "price-row"


@pytest.mark.slow
def test_there_is_a_limit_to_the_rays() -> None:
    """Seven inputs of which no two products of ratios are equal."""
    pairs = [[str(j), str(n)] for j, n in permutations(range(7), 2)]
    ratios = [f"{n + 2}+1/{10**9 + n}" for n in range(len(pairs))]
    notion = {"name": "pairs", "pairs": pairs, "ratios": ratios, "deltas": ["0"] * len(pairs)}
    document = {
        "schema": "rropt.certificate/3",
        "claim": "within",
        "field": {"t": "1"},
        "notion": notion,
        "inputs": list("abcdefg"),
        "outputs": ["all"],
        "objective": {"name": "divergence", "kind": "tv"},
        "mechanism": [["1"] * 7],
        "lower": "0",
        "upper": "42",
        "prices": {"column": ["6"] * 7},
    }
    assert check(json.dumps(document)).status == "unfinished"
