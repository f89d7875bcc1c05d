"""Variances with δ > 0 by pricing rows by levels: against the certified program over all rows, by symmetry, and in fractions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from rropt import LDP, Contrast, Design, Determinant, Problem, TotalVariance, design, verify
from rropt.checker import check
from rropt.designs.estimation.priced import PricedEstimates
from rropt.designs.estimation.revealing import RevealingEstimates
from rropt.designs.rows import priced_levels
from rropt.designs.rows.levels import levels
from rropt.designs.rows.orbits import Orbits
from rropt.designs.rows.priced_levels import PricedLevels
from rropt.engine.sets import Classes
from rropt.problem.known import pose

FIRST, SECOND = ["1/10", "1/5", "3/10", "2/5"], ["1/4", "1/4", "1/8", "3/8"]
OBJECTIVES = [
    TotalVariance(FIRST),
    TotalVariance(SECOND),
    TotalVariance([FIRST, SECOND], worst=True),
    TotalVariance([FIRST, SECOND]),
    Contrast([1, -1, 2, 0], FIRST),
    Contrast([1, 1, 0, -2], SECOND),
    TotalVariance(FIRST) + 2 * Contrast([1, 1, 0, -2], SECOND),
]
DEMANDS = [LDP("ln3", delta="1/10"), LDP("1/2", delta="1/50"), LDP("3", delta="1/100"), LDP("1/10", delta="1/3")]


def shares(*sizes: int) -> list[Fraction]:
    """Prevalences of so many inputs in each class, all classes apart."""
    whole = sum(n * (a + 1) for a, n in enumerate(sizes))
    return [Fraction(a + 1, whole) for a, n in enumerate(sizes) for _ in range(n)]


def priced(problem: Problem) -> PricedEstimates:
    found = PricedEstimates.of(problem)
    assert found is not None
    return found


@pytest.mark.first(demand=1)
@pytest.mark.parametrize("objective", OBJECTIVES, ids=str)
@pytest.mark.parametrize("demand", DEMANDS, ids=str)
def test_few_inputs_have_the_optimum_over_all_rows(
    objective: Any, demand: LDP, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(priced_levels, "MOST_LEVEL_INPUTS", 2)
    found, listed = priced(Problem(objective, demand)).prove(None, optima="one"), design(objective, demand)
    assert listed.lower is not None and listed.upper is not None and not listed.is_bounded
    assert found.lower <= listed.upper and listed.lower <= found.upper
    assert float(found.upper - found.lower) <= 1e-6 * float(found.upper)
    assert check(found.certificate).status == "accepted"


@pytest.mark.parametrize(
    ("sizes", "demand"),
    [
        ([6, 1], LDP("ln3", delta="1/20")),
        pytest.param([1] * 7, LDP("ln3", delta="1/20"), marks=pytest.mark.slow),
        pytest.param([1] * 7, LDP("1/2", delta="1/5"), marks=pytest.mark.slow),
        pytest.param([1] * 7, LDP("3", delta="1/20"), marks=pytest.mark.slow),
        pytest.param([1] * 8, LDP("ln3", delta="1/20"), marks=pytest.mark.slow),
        pytest.param([1] * 8, LDP("3", delta="1/20"), marks=pytest.mark.slow),
        pytest.param([1] * 8, LDP("2", delta="1/10000"), marks=pytest.mark.slow),
        pytest.param([3, 3, 3], LDP("1/2", delta="1/20"), marks=pytest.mark.slow),
        pytest.param([5, 5], LDP("ln3", delta="1/20"), marks=pytest.mark.slow),
        pytest.param([9, 1], LDP("ln3", delta="1/20"), marks=pytest.mark.slow),
        pytest.param([6, 6], LDP("ln2", delta="1/20"), marks=pytest.mark.slow),
    ],
    ids=str,
)
@pytest.mark.slow
def test_many_inputs_are_bounded_narrowly(sizes: Sequence[int], demand: LDP) -> None:
    objective = TotalVariance(shares(*sizes))
    found = design(objective, demand)
    assert found.mechanism is not None and found.lower is not None and found.upper is not None
    assert demand.holds(found.mechanism) and verify(found.to_json()).is_accepted
    assert found.lower <= objective.value_bounds(found.mechanism)[1] <= found.upper
    assert float(found.upper - found.lower) <= 1e-5 * float(found.upper)
    assert Design.from_json(found.to_json()).to_json() == found.to_json()
    revealing = RevealingEstimates(Problem(objective, demand)).prove(None, optima="one")
    assert revealing.lower <= found.lower and found.upper <= revealing.upper


@pytest.mark.slow
@pytest.mark.parametrize(
    "objective", [TotalVariance(shares(4, 3)), Contrast([1] * 4 + [-1] * 3, shares(4, 3))], ids=str
)
def test_classes_change_nothing(objective: Any) -> None:
    problem = Problem(objective, LDP("ln3", delta="1/20"))
    classed, single = priced(problem), Classes.single(7)
    rows, program = (
        PricedLevels.of(single, Fraction(3), Fraction(1, 20)),
        replace(classed.program, rows=Orbits(single, Fraction(3))),
    )
    assert rows is not None and not classed.is_bounded
    apart, found = replace(classed, rows=rows, program=program, _solved=[]), classed.prove(None, optima="one")
    assert apart.is_bounded and check(found.certificate).status == "accepted"
    bounds = apart.prove(None, optima="one")
    assert found.lower <= bounds.upper and bounds.lower <= found.upper
    numeric = apart.numeric(None)
    assert numeric.value == pytest.approx(float(found.upper), rel=1e-6)
    assert numeric.status == "optimal" or "stopped at a gap of" in numeric.status


@pytest.mark.parametrize("k", [7, pytest.param(10, marks=pytest.mark.slow)])
def test_equal_shares_have_the_optimum_by_symmetry(k: int) -> None:
    """A program over two orbits, solved in fractions, certifies it."""
    problem = Problem(TotalVariance(), LDP("ln3", delta="1/10"), inputs=k)
    known, found = design(problem), priced(problem).prove(None, optima="one")
    assert known.verdict == "optimal"
    assert found.lower <= known.value <= found.upper  # type: ignore[operator]
    assert float(found.upper - found.lower) <= 1e-6 * float(found.upper)


@pytest.mark.slow
def test_a_larger_lower_bound_is_rejected() -> None:
    document = json.loads(str(design(TotalVariance(shares(6, 1)), LDP("ln3", delta="1/20")).certificate))
    assert document["claim"] == "within" and check(json.dumps(document)).status == "accepted"
    more = Fraction(document["lower"]) + Fraction(1, 10**6)
    assert check(json.dumps({**document, "lower": str(more)})).status == "rejected"


@pytest.mark.first(seed=2)
@pytest.mark.parametrize("seed", range(10))
def test_what_prices_lack_is_not_understated(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In fractions, at every row."""
    monkeypatch.setattr(priced_levels, "MOST_LEVEL_INPUTS", 2)
    rng, k, t = np.random.default_rng(seed), 4, Fraction(5, 2)
    rows = PricedLevels.of(Classes.single(k), t, Fraction(1, 10))
    assert rows is not None

    def near(*shape: int) -> list[Any]:
        return (rng.integers(-50, 50, shape) / 64).tolist()

    x, y, z, p = near(k, k), near(k), [abs(n) for n in near(k * (k - 1))], [Fraction(n) for n in FIRST]
    pi = np.array([float(n) for n in p])

    def worth(s: Any) -> Any:
        return ((s @ np.array(x).T) ** 2).sum(axis=1) / (s @ pi)

    def sizes(s: Any) -> Any:
        return ((s @ abs(np.array(x)).T) ** 2).sum(axis=1) / (s @ pi)

    found, lacking = rows.lacking(lambda s: (worth(s), sizes(s)), np.array(y), np.array(z), pi), []
    for at in levels(k).tolist():
        s = [t ** (n - 1) if n else Fraction(0) for n in at]
        chance = sum(a * b for a, b in zip(s, p, strict=True))
        images = [sum(Fraction(a) * b for a, b in zip(row, s, strict=True)) for row in x]
        paid = sum(Fraction(a) * b for a, b in zip(y, s, strict=True))
        for cost, (j, n) in zip(z, permutations(range(k), 2), strict=True):
            paid += Fraction(cost) * max(Fraction(0), s[j] - t * s[n])
        lacking.append((sum(a * a for a in images) / chance - paid) / chance)
    most = max(lacking)
    assert most <= found.most and float(found.most - most) < 1e-6
    assert found.near == pytest.approx(float(most), rel=1e-12)


def test_too_many_that_differ_are_bounded_as_before() -> None:
    demand = LDP("ln3", delta="1/20")
    for objective in (TotalVariance(shares(*[1] * 9)), TotalVariance(shares(7, 6)), Determinant(shares(*[1] * 7))):
        assert isinstance(pose(Problem(objective, demand)), RevealingEstimates)
