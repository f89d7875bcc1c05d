"""Rows that are all near (1, …, 1): what tells them apart is computed exactly, as floats of the rows themselves lose it."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt import (
    Contrast,
    Determinant,
    Divergence,
    Information,
    LargestVariance,
    Metric,
    PairwiseLDP,
    TotalVariance,
    design,
    verify,
)

TINY = ["1/10000", "1/100000", "1/1000000"]
ALL = [(a, b) for a in range(3) for b in range(3) if a != b]


@pytest.mark.parametrize("epsilon", ["1/1000", *TINY, "1/1000000000"])
def test_the_mean_of_a_scale_under_a_metric(epsilon: str) -> None:
    """As epsilon falls, epsilon² times the variance tends to 1; to the second order it is 1 + ε/2 + ε²/4 at all of these."""
    e, found = float(F(epsilon)), design(Contrast([0, 1, 2]), Metric("line", epsilon), inputs=3)
    assert found.upper / found.lower - 1 < F(1, 10**7) and verify(found.to_json()).is_accepted
    assert float(found.upper) * e * e == pytest.approx(1 + e / 2 + e * e / 4, rel=1e-9)


@pytest.mark.parametrize("epsilon", ["1847068e-13", "6604217e-13"])
@pytest.mark.slow_at("1847068e-13")
def test_a_pattern_of_tiny_weight_joins(epsilon: str) -> None:
    """Two patterns of three carry nearly all weight but cannot meet the equations without the third; gaps were 4e-3 and 3e-4."""
    found = design(Contrast([0, 1, 2]), Metric("line", epsilon), inputs=3)
    assert found.upper / found.lower - 1 < F(1, 10**6)


@pytest.mark.parametrize("epsilon", TINY)
@pytest.mark.parametrize(
    "aim", [TotalVariance(), Determinant(), LargestVariance(), Contrast([[0, 1, 2], [1, 0, 0]]), Contrast([1, -1, 0])]
)
def test_every_criterion_is_enclosed_narrowly(aim: object, epsilon: str) -> None:
    found = design(aim, Metric("line", epsilon), inputs=3)  # type: ignore[arg-type]
    assert found.upper / found.lower - 1 < F(1, 10**8) and verify(found.to_json()).is_accepted


@pytest.mark.parametrize("aim", [Contrast([0, 1, 2]), TotalVariance()])
@pytest.mark.parametrize("slacks", [[(0, 1)], [(0, 1), (1, 2)]])
def test_with_slacks_of_pairs(aim: object, slacks: list[tuple[int, int]]) -> None:
    """The gap was 11 % to 160 % of the variance."""
    demand = PairwiseLDP(dict.fromkeys(ALL, "1/100000"), deltas=dict.fromkeys(slacks, "1/1000000"))
    found = design(aim, demand, inputs=3)  # type: ignore[arg-type]
    assert found.upper / found.lower - 1 < F(1, 10**9) and verify(found.to_json()).is_accepted


@pytest.mark.parametrize("epsilon", [*TINY, "1/1000000000"])
@pytest.mark.parametrize(
    ("aim", "limit"),
    [
        (Information(), F(1, 3)),
        (Information(["1/2", "1/3", "1/6"]), F(5, 18)),
        (Divergence("kl", 0, 2), 2),
        (Divergence("chi2", 0, 2), 4),
        (Divergence("renyi", 0, 2, order="2"), 4),
        (Information() + Divergence("kl", 0, 2), F(7, 3)),
    ],
)
def test_information_and_divergences_are_enclosed_narrowly(aim: object, limit: F, epsilon: str) -> None:
    """Each tends to a number times epsilon²: half the largest prior variance of r_j/ε, (r_0 − r_2)²/2 for KL, twice that for χ²."""
    found = design(aim, Metric("line", epsilon), inputs=3)  # type: ignore[arg-type]
    assert found.upper / found.lower - 1 < F(1, 10**7) and verify(found.to_json()).is_accepted
    assert float(found.upper) / float(F(epsilon)) ** 2 == pytest.approx(float(limit), rel=3 * float(F(epsilon)) + 1e-7)


@pytest.mark.slow
def test_more_inputs() -> None:
    found = design(Contrast(list(range(6))), Metric("line", "1/100000"), inputs=6)
    assert found.upper / found.lower - 1 < F(1, 10**4) and verify(found.to_json()).is_accepted
    tells = design(Information(), Metric("line", "1/100000"), inputs=5)
    assert tells.upper / tells.lower - 1 < F(1, 10**9) and verify(tells.to_json()).is_accepted
