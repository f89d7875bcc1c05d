"""Mechanisms with entries of few bits: every demand is kept, and no answer is added."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest
from flint import fmpq

from rropt import LDP, Design, Determinant, LargestVariance, PairwiseLDP, TotalVariance, design
from rropt.engine import interior
from rropt.engine.asks import Asked
from rropt.engine.cone import Row
from rropt.engine.rounding import with_few_bits
from rropt.objectives.base import Objective
from rropt.solvers.rational import fraction

ONE = fmpq(1)


def subsets(k: int, sizes: list[int], t: fmpq, draw: random.Random) -> list[tuple[fmpq, Row]]:
    """A mechanism of all sets of the given sizes, with random shares of the sizes and the ratio t."""
    shares = [fmpq(draw.randint(1, 999)) for _ in sizes]
    found = []
    for size, share in zip(sizes, shares, strict=True):
        rows = [tuple(t if j in own else ONE for j in range(k)) for own in combinations(range(k), size)]
        total = sum((row[0] for row in rows), fmpq(0))
        found += [(share / sum(shares, fmpq(0)) / total, row) for row in rows]
    return found


@pytest.mark.parametrize("epsilon", ["1/1000", "1", "ln2", "15"])
@pytest.mark.parametrize("sizes", [[1], [2], [1, 3], [2, 3]])
def test_rounding_keeps_the_demand_and_the_rows(epsilon: str, sizes: list[int]) -> None:
    asked = Asked.of(LDP(epsilon), 5)
    made = subsets(5, sizes, asked.asks[0].ratio.low, random.Random(len(sizes)))
    found = with_few_bits(asked, made)
    assert all(sum(column, fmpq(0)) == 1 for column in zip(*found, strict=True))
    assert all(ask.use(row[ask.j], row[ask.against]) == 0 for ask in asked.asks for row in found)
    assert len(found) == len(made)
    for row, (w, before) in zip(found, made, strict=True):
        assert len(set(row)) == len(set(before))  # equal entries stay equal
        assert all(abs(x - w * y) < fmpq(1, 1 << 49) for x, y in zip(row, before, strict=True))


def test_budgets_are_kept() -> None:
    """Randomized response and an answer that shows the truth with chance δ = 1/7 keep (ε, δ), and no δ is left."""
    asked = Asked.of(LDP("1", delta="1/7"), 3)
    t, delta = asked.asks[0].ratio.low, fmpq(1, 7)
    made = [(w * (1 - delta), row) for w, row in subsets(3, [1], t, random.Random(1))]
    made += [(delta, tuple(fmpq(int(j == i)) for j in range(3))) for i in range(3)]
    found = with_few_bits(asked, made)
    assert all(sum(column, fmpq(0)) == 1 for column in zip(*found, strict=True))
    assert all(sum((ask.use(row[ask.j], row[ask.against]) for row in found), fmpq(0)) <= delta for ask in asked.asks)
    assert len(found) == 6
    assert all(
        (x == 0) == (y == 0) for row, (_, own) in zip(found, made, strict=True) for x, y in zip(row, own, strict=True)
    )


@pytest.mark.parametrize(
    "objective", [TotalVariance(["2/5", "3/10", "1/5", "1/10"]), LargestVariance(["1/2", "1/4", "1/8", "1/8"])]
)
@pytest.mark.parametrize("epsilon", ["1/2", "1", "3"])
def test_no_answer_is_left_over(objective: TotalVariance | LargestVariance, epsilon: str) -> None:
    found = design(objective, LDP(epsilon))
    assert isinstance(found, Design) and found.mechanism is not None
    assert all(len(set(row)) == 2 for row in found.mechanism.rows)
    assert min(max(map(float, row)) for row in found.mechanism.rows) > 1e-12


@pytest.mark.parametrize("epsilon", ["1/1000", "1", "ln3", "15"])
def test_answers_under_one_epsilon_are_multiples_of_patterns(epsilon: str) -> None:
    """So numbers are short, and no answer loses by rounding."""
    shares = ["2/5", "3/10", "1/5", "1/10"]
    found = design(TotalVariance(shares), LDP(epsilon))
    assert isinstance(found, Design) and found.mechanism is not None
    ratios = {max(row) / min(row) for row in found.mechanism.rows}
    assert len(ratios) == 1 and ratios.pop() <= LDP(epsilon).t
    # 53 bits of each weight, and 53 of the ratio for each of at most three factors
    assert max(len(str(x)) for row in found.mechanism.rows for x in row) < 2 * 80
    assert found.lower is not None and found.upper is not None
    assert float(found.upper - found.lower) < 1e-12 * float(found.lower)


LISTS = [["3/17", "2/17", "7/34", "5/17", "7/34"], ["2/39", "1/13", "11/39", "11/39", "4/13"]]


def test_lists_of_shares_that_are_not_the_worst_leave_the_optimum_exact() -> None:
    """A share of one list alone decides, and the mechanism is one of many that are best for it."""
    found = design(LargestVariance(LISTS, of="shares", worst=True), LDP("1/30", delta="1/10"))
    assert isinstance(found, Design) and found.lower is not None and found.upper is not None
    assert float(found.upper - found.lower) < 1e-9
    assert fraction(fmpq(2125650154, 10**9)) < found.lower


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("objective", "demand"),
    [
        (LargestVariance(LISTS, of="shares", worst=True), LDP("1/30", delta="1/10")),
        (TotalVariance(["2/5", "3/10", "1/5", "1/10"]), LDP("1")),
        (Determinant(["2/5", "3/10", "1/5", "1/10"]), LDP("1", delta="1/20")),
    ],
    ids=["worst", "total", "determinant"],
)
def test_the_last_digits_of_the_floats_do_not_matter(
    monkeypatch: pytest.MonkeyPatch, objective: Objective, demand: LDP, seed: int
) -> None:
    """Where the interior point ends is another point on another processor, and bounds are as near as they were."""
    draw, approach = np.random.default_rng(seed), interior._approach
    monkeypatch.setattr(
        interior,
        "_approach",
        lambda dual: (*(x * (1 + 1e-8 * draw.standard_normal(len(x))) for x in approach(dual)[:2]), 1e-8),
    )
    found = design(objective, demand)
    assert isinstance(found, Design) and found.lower is not None and found.upper is not None
    assert float(found.upper - found.lower) < 1e-11 * float(found.lower)


def test_the_largest_of_several_determinants_is_shown_where_it_has_few_digits() -> None:
    # the moments at the second list have few digits, and so has their product, whose logarithm is compared with that of the bound
    lists = [["999999/1000000", "1/1000000"], ["3/4", "1/4"]]
    found = design(Determinant(lists, worst=True), LDP("ln3"), 2)
    assert found.lower is not None and found.upper is not None and 0 < found.upper - found.lower < 1e-11


@pytest.mark.parametrize(
    ("epsilon", "shares"), [("1/30", ["9/14", "2/7", "1/14"]), ("1/1000", ["3/5", "2/15", "4/15"])]
)
def test_a_small_ratio_beside_a_small_slack_is_answered(epsilon: str, shares: list[str]) -> None:
    """Rows with zeros tell most and take most of the budget, so that prices are far from those of the first guess."""
    found = design(LargestVariance(shares), LDP(epsilon, delta="1/100"))
    assert found.lower is not None and found.upper is not None
    assert float(found.upper - found.lower) < 1e-9 * float(found.lower)


def test_a_largest_variance_under_budgets_of_some_pairs_is_found() -> None:
    """Even weights of the rows are far from any mechanism, and so are their information and the first multipliers."""
    budgets = {(0, 1): "1/30", (1, 0): "1", (1, 2): "2", (2, 0): "2", (2, 1): "1/30"}
    demand = PairwiseLDP(budgets, deltas={(1, 0): "1/100", (1, 2): "1/2", (2, 1): "1/100"})
    found = design(LargestVariance(["1/3", "2/9", "4/9"]), demand)
    assert found.lower is not None and found.upper is not None
    assert float(found.upper - found.lower) < 1e-9 * float(found.lower)


@pytest.mark.slow
def test_rows_of_high_powers_of_a_ratio_are_weighed_in_time() -> None:
    """Rows are products of e^20 and e^(1/2), hence of powers of one t up to t^40: numerators have 7,000 bits."""
    shares = ["3/10", "3/10", "1/10", "3/10"]
    found = design(TotalVariance(shares), LDP("20") & LDP("1/2", delta="1/100"), seconds=60)
    assert found.lower is not None and found.upper is not None
    assert float(found.upper - found.lower) < 1e-11 * float(found.lower)
