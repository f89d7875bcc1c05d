"""Estimates from at most m answers: exact where a best mechanism has so few, else bounds that every mechanism of few respects."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from rropt import (
    LDP,
    Contrast,
    Design,
    Determinant,
    InputError,
    LargestVariance,
    Mechanism,
    PairwiseLDP,
    Problem,
    Sensitive,
    TotalVariance,
    Vulnerability,
    design,
    verify,
)
from rropt.checker import check
from rropt.problem import worst

SHARES = ["1/2", "3/10", "1/5"]
CHAIN = PairwiseLDP({(0, 1): "ln3", (1, 0): "ln3", (1, 2): "ln3", (2, 1): "ln3"})


def test_seven_shares_need_seven_answers_and_no_more() -> None:
    """At this epsilon the Fano plane is best of any number of answers."""
    found = design(TotalVariance(), LDP("ln(4/3)"), inputs=7, outputs=7)
    assert found.value == Fraction(1728, 7) and found.mechanism.m == 7
    assert "at most 7 outputs" in check(found.certificate).sentence
    with pytest.raises(InputError, match="fewer than 7 answers"):
        design(TotalVariance(), LDP("ln(4/3)"), inputs=7, outputs=6)


CASES: list[tuple[Any, Any, int]] = [
    (TotalVariance(SHARES), LDP("ln3"), 3),
    (TotalVariance(SHARES), LDP("ln3", delta="1/10"), 3),
    (TotalVariance(SHARES), Vulnerability("3/5", SHARES) & LDP("ln9"), 4),
    (TotalVariance([SHARES, SHARES[::-1]], worst=True), LDP("1"), 3),
    (Determinant(SHARES), LDP("ln3", delta="1/10"), 3),
    (LargestVariance(SHARES), LDP("ln3"), 3),
    (LargestVariance(SHARES), LDP("ln3"), 4),
    (Contrast([1, 2, 3], SHARES), LDP("ln3"), 3),
    (Contrast([1, 2, 3], SHARES), CHAIN, 2),
    (Contrast([1, 2, 3], SHARES), Vulnerability("3/5", SHARES), 2),
    (Contrast([[1, 0, -1], [1, -2, 1]], SHARES), LDP("1"), 3),
    (TotalVariance(SHARES) + TotalVariance(SHARES[::-1]), LDP("ln3"), 3),
    (worst(TotalVariance(SHARES), TotalVariance(SHARES[::-1])), LDP("ln3", delta="1/10"), 3),
    (TotalVariance(["1/4", "3/4"]), LDP("ln3", delta="1/10"), 3),
    (TotalVariance(["1/4", "3/4"]), LDP("ln3", delta="1/10"), 4),
]


@pytest.mark.some(objective=4)
@pytest.mark.parametrize(("objective", "demand", "m"), CASES)
def test_the_bounds_hold_what_few_answers_reach(objective: Any, demand: Any, m: int) -> None:
    found, free = design(objective, demand, outputs=m), design(objective, demand, outputs="free")
    # bounds of rropt's own are rounded outward to 17 digits
    assert free.lower * (1 - Fraction(1, 10**15)) <= found.lower <= found.upper and found.mechanism.m <= m
    assert demand.holds(found.mechanism) and objective.value_bounds(found.mechanism)[1] <= found.upper
    assert verify(found.to_json()).is_accepted and Design.from_json(found.to_json()).to_json() == found.to_json()
    rng = np.random.default_rng(m)
    k = found.problem.k
    for _ in range(40):
        rows = rng.dirichlet(np.ones(m), k).T
        share = Fraction(1)
        exact = [[Fraction(x).limit_denominator(10**4) for x in row] for row in rows[:-1]]
        exact.append([1 - sum(column) for column in zip(*exact, strict=True)])
        while share > Fraction(1, 100):
            tried = Mechanism([[share * x + (1 - share) / m for x in row] for row in exact])
            if demand.holds(tried):
                assert objective.value_bounds(tried)[1] >= found.lower
                break
            share *= Fraction(3, 4)


@pytest.mark.parametrize("seed", range(8))
def test_at_a_large_epsilon_k_answers_are_the_best(seed: int) -> None:
    """Where k-ary response is best of any number of answers, k of them are exact."""
    rng = random.Random(seed)
    k = rng.choice([3, 4])
    weights = [rng.randint(2, 4) for _ in range(k)]
    shares = [Fraction(w, sum(weights)) for w in weights]
    found, free = (design(TotalVariance(shares), LDP("ln40"), outputs=m) for m in (k, "free"))
    assert found.lower == free.lower and found.upper == free.upper and found.verdict == free.verdict
    assert check(found.certificate).status == "accepted"


def test_labels_and_what_is_refused() -> None:
    named = design(TotalVariance(SHARES), LDP("ln3"), outputs=["a", "b", "c", "d"])
    assert named.mechanism.outputs == ("a", "b", "c", "d")
    inputs = list("ABCDE")
    silent = design(TotalVariance(), Sensitive(["E"], 1), inputs=inputs, outputs=list("VWXYZ"))
    assert (silent.mechanism.outputs, silent.mechanism.inputs) == (tuple("VWXYZ"), tuple("ABCDE"))
    assert silent.problem.demand.holds(silent.mechanism) and verify(silent.to_json()).is_accepted
    with pytest.raises(InputError, match="fewer than 2 answers"):
        design(Contrast([1, 2, 3], SHARES), LDP("ln3"), outputs=1)
    with pytest.raises(InputError, match="one epsilon"):
        design(TotalVariance(SHARES), LDP("every"), outputs=3)
    with pytest.raises(InputError, match="256"):
        design(TotalVariance(SHARES), LDP("1"), outputs=257)
    problem = Problem(TotalVariance(SHARES), LDP("1"), outputs=3)
    for pose in (problem.as_cvxpy, problem.as_sympy):
        with pytest.raises(InputError, match="convex program"):
            pose()
    with pytest.raises(InputError, match="CLARABEL cannot design with at most"):
        design(problem, solver="CLARABEL")
    refused = design(TotalVariance(SHARES), LDP("ln3"), outputs=3, require=2)
    assert refused.verdict.value == "infeasible" and verify(refused.to_json()).is_accepted


def test_a_sum_of_means_of_one_scale_is_estimated_from_one_bit() -> None:
    """A yes with the chance q from 1/4 to 3/4, affine in the scores 1 to 4, estimates their mean with the variance 36 q(1 - q)."""
    for scale in ([1, 2, 4], [-1, -2, -4]):
        found = design(Contrast([1, 2, 4], SHARES) + Contrast(scale, SHARES[::-1]), LDP("ln3"), outputs=2)
        r = [Fraction(1, 4) + Fraction(x - 1, 6) for x in (1, 2, 4)]
        chances = [sum(Fraction(p) * x for p, x in zip(shares, r, strict=True)) for shares in (SHARES, SHARES[::-1])]
        assert found.upper == sum(36 * q * (1 - q) for q in chances) and found.lower < found.upper
