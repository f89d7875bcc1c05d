"""Information and divergences with δ > 0 by pricing rows by levels: against certified optima over all rows, and by symmetry."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from rropt import LDP, Divergence, Information, Problem, design, verify
from rropt.designs.objectives.sublinear import SublinearObjective
from rropt.designs.rows import priced_levels
from rropt.designs.rows.levels import levels
from rropt.designs.rows.priced_levels import PricedLevels
from rropt.designs.sublinear.priced import PricedRows

DEMANDS = [LDP("ln3", delta="1/10"), LDP("1/2", delta="1/50"), LDP("3", delta="1/100"), LDP("1/10", delta="1/3")]


def shares(rng: random.Random, k: int) -> list[Fraction]:
    parts = [rng.randint(1, 9) for _ in range(k)]
    return [Fraction(x, sum(parts)) for x in parts]


def priced(problem: Problem) -> PricedRows:
    objective = problem.objective
    assert isinstance(objective, SublinearObjective)
    found = PricedRows.of(problem, objective.function(tuple(map(str, range(problem.k)))))
    assert found is not None
    return found


@pytest.mark.first(seed=2)
@pytest.mark.parametrize("seed", range(24))
def test_few_inputs_have_the_optimum_over_all_rows(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    k, demand = rng.choice((3, 4, 5)), rng.choice(DEMANDS)
    first, second = shares(rng, k), shares(rng, k)
    objective = rng.choice(
        (
            Information(first),
            2 * Information(first) + Divergence("tv", first, second),
            Divergence("tv", first, second),
            Divergence("hellinger", first, second),
        )
    )
    monkeypatch.setattr(priced_levels, "MOST_LEVEL_INPUTS", 2)
    found, listed = priced(Problem(objective, demand, inputs=k)), design(objective, demand, inputs=k)
    assert listed.lower is not None and listed.upper is not None and not listed.is_bounded
    bounded = found.prove(None, optima="one")
    assert bounded.lower <= listed.upper and listed.lower <= bounded.upper
    size = 1e-5 * max(float(listed.upper), 1e-4)
    assert float(bounded.upper - bounded.lower) < size
    assert abs(found.numeric(None).value - float(listed.upper)) < size


@pytest.mark.slow
def test_seven_equal_inputs_have_the_optimum_over_orbits() -> None:
    demand = LDP("ln2", delta="1/20")
    found = priced(Problem(Information(), demand, inputs=7)).prove(None, optima="one")
    known = design(Information(), demand, inputs=7)
    assert known.lower is not None and known.upper is not None and not known.is_bounded
    assert found.lower <= known.upper and known.lower <= found.upper
    assert float(found.upper - found.lower) < 1e-6


@pytest.mark.parametrize("k", [pytest.param(7, marks=pytest.mark.slow), pytest.param(8, marks=pytest.mark.full)])
@pytest.mark.parametrize("demand", [LDP("ln2", delta="1/20"), LDP("1", delta="1/100")], ids=str)
def test_so_many_different_inputs_are_within_a_millionth(k: int, demand: LDP) -> None:
    prior = [Fraction(2 * j + 2, k * (k + 1)) for j in range(k)]
    found = design(Information(prior), demand)
    assert found.is_bounded and found.lower is not None and found.upper is not None
    assert 0 < float(found.upper - found.lower) < 1e-6 and verify(found.to_json()).is_accepted
    assert found.mechanism is not None and demand.holds(found.mechanism)


def test_what_lacks_most_is_that_of_each_row_in_fractions() -> None:
    rng = np.random.default_rng(5)
    ratio, k = Fraction(3, 2), 4
    rows = PricedLevels(k, ratio, ratio, Fraction(1, 10), tuple(range(k)))
    y, z, p = rng.random(k), rng.random(k * (k - 1)), rng.random(k) + 0.1
    lacking = rows.lacking(lambda s: ((s**2).sum(axis=1),) * 2, y, z, p)
    powers = [Fraction(0), *(ratio**n for n in range(k))]
    pairs = [(j, n) for j in range(k) for n in range(k) if j != n]
    most = Fraction(-(10**9))
    for at in levels(k).tolist():
        s = [powers[n] for n in at]
        paid = sum(Fraction(a) * x for a, x in zip(y, s, strict=True))
        paid += sum(Fraction(a) * max(Fraction(0), s[j] - ratio * s[n]) for a, (j, n) in zip(z, pairs, strict=True))
        chance = sum(Fraction(a) * x for a, x in zip(p, s, strict=True))
        most = max(most, (sum(x * x for x in s) - paid) / chance)
    assert max(most, Fraction(0)) <= lacking.most < most + Fraction(1, 10**6)
    assert abs(float(most) - lacking.near) < 1e-12 * abs(float(most))
