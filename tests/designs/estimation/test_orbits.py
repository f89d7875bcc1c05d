"""Designs by orbits are those with rows, where both are possible, and reach where no matrix does."""

from __future__ import annotations

import itertools
import json
import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import rropt.designs.estimation.exact
import rropt.designs.estimation.legs
import rropt.designs.estimation.program
import rropt.designs.sublinear.exact
from rropt import (
    LDP,
    Contrast,
    Design,
    Determinant,
    Divergence,
    Information,
    LargestVariance,
    TotalVariance,
    design,
    verify,
)
from rropt.designs.rows.supports import cyclic_blocks

DIFFERENCES = [[1, -1, 0, 0], [0, 1, -1, 0], [0, 0, 1, -1], [1, 0, 0, -1], [1, 0, -1, 0], [0, 1, 0, -1]]
TWO = ["1/10", "1/10", "1/10", "7/20", "7/20"]


def by_orbits(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on every mechanism that may be given by orbits is."""
    for module in (rropt.designs.estimation.exact, rropt.designs.estimation.legs):
        monkeypatch.setattr(module, "MOST_CANDIDATES", 0)
        monkeypatch.setattr(module, "MOST_DEVELOPED", 0)
    monkeypatch.setattr(rropt.designs.estimation.exact, "MOST_LISTED", 0)
    monkeypatch.setattr(rropt.designs.estimation.program, "MOST_WRITTEN", 0)
    monkeypatch.setattr(rropt.designs.sublinear.exact, "MOST_ENTRIES", 0)


@pytest.mark.parametrize("epsilon", ["ln3", "1/2"])
@pytest.mark.parametrize(
    "objective",
    [
        TotalVariance(),
        TotalVariance(TWO),
        LargestVariance(),
        Information(),
        Information(TWO),
        Divergence("chi2"),
        Divergence("kl"),
        Divergence("hellinger", TWO, ["1/5"] * 5),
        Contrast([[1, 1, 1, 0, 0], [0, 0, 0, 1, 3]]),
    ],
)
def test_as_with_rows(objective: Any, epsilon: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = design(objective, LDP(epsilon), inputs=5)
    by_orbits(monkeypatch)
    orbits = design(objective, LDP(epsilon), inputs=5)
    assert rows.mechanism is not None and orbits.mechanism is None and orbits.sets is not None
    assert rows.value == orbits.value
    assert float(rows.upper) == pytest.approx(float(orbits.upper), rel=1e-9)
    # both bounds are true
    assert orbits.lower <= rows.upper and rows.lower <= orbits.upper


def test_the_determinant_as_with_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = design(Determinant(), LDP("ln2"), inputs=5)
    by_orbits(monkeypatch)
    assert design(Determinant(), LDP("ln2"), inputs=5).value == rows.value
    assert float(design(Determinant(), LDP("1/2"), inputs=5).value) == pytest.approx(
        float(Fraction(1, 5) * design(LargestVariance(), LDP("1/2"), inputs=5).value ** 4)
    )


@pytest.mark.slow_at("ln3-1000")
@pytest.mark.parametrize(("epsilon", "k"), [("ln3", 1000), ("1/2", 130)])
def test_a_thousand_inputs(epsilon: str, k: int) -> None:
    found = design(TotalVariance(), LDP(epsilon), inputs=k)
    t = math.exp(0.5) if epsilon == "1/2" else 3.0
    # Ye and Barg's risk of every size
    risks = [(k - 1) ** 2 * (k + (t - 1) * d) ** 2 / (k * (t - 1) ** 2 * d * (k - d)) for d in range(1, k)]
    assert float(found.value) == pytest.approx(min(risks), rel=1e-12)
    assert found.sets.counts == ((risks.index(min(risks)) + 1,),) and len(found.certificate) < 400_000


@pytest.mark.parametrize(("k", "size"), [(7, 3), (12, 4), (20, 8), (40, 11), (41, 1)])
def test_blocks_hold_pairs_alike(k: int, size: int) -> None:
    """By counting the sets that hold each pair, which no product of polynomials does."""
    blocks = cyclic_blocks(k, size)
    assert sum(blocks.values()) == 1 and 0 < len(blocks) <= k // 2 and min(blocks.values()) > 0
    together = [[Fraction(0)] * k for _ in range(k)]
    for block, share in blocks.items():
        assert len(set(block)) == size
        for shift in range(k):
            for x, y in itertools.product(block, repeat=2):
                together[(x + shift) % k][(y + shift) % k] += share / k
    for a, b in itertools.product(range(k), repeat=2):
        assert together[a][b] == Fraction(size, k) * (1 if a == b else Fraction(size - 1, k - 1))


@pytest.mark.slow_at("16-ln3")
@pytest.mark.slow_at("17-ln3")
@pytest.mark.parametrize(("k", "epsilon"), [(6, "1/2"), (16, "ln3"), (17, "ln3"), (18, "ln2")])
def test_few_answers_as_rows(k: int, epsilon: str) -> None:
    found = design(LargestVariance(), LDP(epsilon), inputs=k)
    assert found.mechanism.m <= k * (k - 1) // 2 and found.verdict.value == "optimal"
    # M of these rows is that of subset selection, E(1 − J/k) + ππᵀ inverted
    rows, e = found.mechanism.rows, found.value
    weights = [k / sum(row) for row in rows]
    for i, j in ((0, 0), (k - 1, k - 1), (0, 1), (2, 5), (1, k - 1)):
        entry = sum(w * row[i] * row[j] for w, row in zip(weights, rows, strict=True))
        assert entry == ((1 if i == j else 0) - Fraction(1, k)) / e + 1


@pytest.mark.parametrize("epsilon", ["ln3", "1/2"])
def test_few_answers_by_blocks(epsilon: str) -> None:
    found = design(TotalVariance(), LDP(epsilon), inputs=60)
    assert found.sets.m <= 60 * 30 and found.sets.bits <= 11
    assert "1,800 sets, 11 bits to send" in found.explain()


def test_the_json_of_one_has_no_matrix() -> None:
    found = design(LargestVariance(), LDP("ln3"), inputs=40)
    document = json.loads(found.to_json())
    assert document["mechanism"] is None and Design.from_json(found.to_json()) == found
    assert "set of 10 of the 40 truths" in found.explain()
    document["mechanism"] = {"exact": [["1"] * 40], "decimal": [["1"] * 40], "inputs": None, "outputs": None}
    assert not verify(json.dumps(document)).is_accepted


def test_a_determinant_whose_rows_are_too_long_is_shown_by_its_orbit() -> None:
    """Over Q(e) 13 inputs have no short triangle by rows; of all subset selections the best is found again in floats."""
    found, t, k = design(Determinant(), LDP(1), inputs=13), math.e, 13
    assert found.verdict == "optimal" and verify(found.to_json()).is_accepted
    values = []
    for size in range(1, k // 2 + 1):
        sets = itertools.combinations(range(k), size)
        rows = np.array([[t if j in chosen else 1.0 for j in range(k)] for chosen in sets])
        rows /= rows.sum(axis=0)
        values.append(1 / float(np.linalg.det((rows.T / rows.mean(axis=1)) @ rows)))
    assert found.value is not None and float(found.value) == pytest.approx(min(values), rel=1e-9)
