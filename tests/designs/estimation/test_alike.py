"""δ > 0 over many categories of equal shares: against the program over all rows by levels, and with a certificate."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from rropt import (
    LDP,
    Design,
    Determinant,
    Divergence,
    Information,
    InputError,
    LargestVariance,
    Problem,
    TotalVariance,
    design,
    verify,
)
from rropt.checker import check
from rropt.designs.estimation.alike import AlikeShares
from rropt.designs.estimation.priced import PricedEstimates
from rropt.designs.estimation.revealing import RevealingEstimates
from rropt.exact.matrix import identity, product
from rropt.problem.known import pose

DEMANDS = [LDP("ln3", delta="1/10"), LDP("1/2", delta="1/50"), LDP("ln2", delta="3/5"), LDP(0, delta="1/10")]


@pytest.mark.some(demand=2)
@pytest.mark.parametrize("k", [3, 4, 5])
@pytest.mark.parametrize("demand", DEMANDS, ids=str)
def test_few_categories_have_the_optimum_over_all_rows(demand: LDP, k: int) -> None:
    """All rows by levels are listed there, by an interior point that knows nothing of symmetry."""
    posed = AlikeShares.of(Problem(TotalVariance(), demand, inputs=k))
    assert posed is not None
    found, listed = posed.prove(None, optima="one"), design(TotalVariance(), demand, inputs=k)
    assert listed.lower is not None and listed.upper is not None
    assert found.lower <= listed.upper and listed.lower <= found.upper
    assert float(found.upper - found.lower) <= 1e-12 * float(found.upper)
    assert check(found.certificate).status == "accepted"
    assert posed.numeric(None).value == pytest.approx(float(found.upper), rel=1e-9)


@pytest.mark.parametrize("objective", [Determinant(), LargestVariance()], ids=str)
@pytest.mark.parametrize("demand", DEMANDS[:2], ids=str)
def test_other_criteria_are_bounded_narrowly(objective: Any, demand: LDP) -> None:
    posed = AlikeShares.of(Problem(objective, demand, inputs=4))
    assert posed is not None
    found, listed = posed.prove(None, optima="one"), design(objective, demand, inputs=4)
    assert listed.lower is not None and listed.upper is not None
    assert found.lower <= listed.upper and listed.lower <= found.upper
    many = design(objective, demand, inputs=8)
    assert many.is_bounded and verify(many.to_json()).is_accepted and many.mechanism is not None
    assert many.lower is not None and many.upper is not None
    assert many.lower <= objective.value(many.mechanism) <= many.upper <= many.lower * (1 + Fraction(1, 10**12))


@pytest.mark.parametrize(
    ("objective", "demand", "k", "wanted"),
    [
        (Determinant(), LDP("ln3", delta="1/10"), 7, "1/1000"),
        (Divergence("hellinger"), LDP("1/2", delta="1/20"), 10, "30"),
        (Information([Fraction(j + 1, 91) for j in range(13)]), LDP("1"), 13, "1"),
    ],
    ids=str,
)
@pytest.mark.slow_at(
    "sum over ordered pairs of inputs of the squared Hellinger distance-LDP('1/2', delta='1/20')-10-30"
)
def test_no_certificate_is_claimed_where_rropt_alone_states_the_bounds(
    objective: Any, demand: LDP, k: int, wanted: str
) -> None:
    assert design(objective, demand, inputs=k).is_bounded
    with pytest.raises(InputError, match="the checker cannot confirm it"):
        design(objective, demand, inputs=k, require=wanted)


def test_seven_categories_are_certified() -> None:
    demand = LDP("ln3", delta="1/10")
    found = design(TotalVariance(), demand, inputs=7)
    assert found.verdict == "optimal" and verify(found.to_json()).is_accepted and found.mechanism is not None
    assert demand.holds(found.mechanism) and TotalVariance().value(found.mechanism) == found.value
    assert product(found.estimators[0], found.mechanism.rows) == identity(7)
    assert Design.from_json(found.to_json()).to_json() == found.to_json()
    more = design(TotalVariance(), LDP("ln3", delta="1/9"), inputs=7)
    less = design(TotalVariance(), LDP("ln3", delta="1/11"), inputs=7)
    pure = design(TotalVariance(), LDP("ln3"), inputs=7)
    values = [float(x.value) for x in (more, found, less, pure)]  # type: ignore[arg-type]
    assert values == sorted(set(values))


def test_a_larger_bound_is_rejected() -> None:
    document = json.loads(str(design(TotalVariance(), LDP("ln3", delta="1/10"), inputs=7).certificate))
    y = Fraction(document["prices"]["column"][0])
    for change in (
        {"value": str(Fraction(document["value"]) + Fraction(1, 1000))},
        {"prices": {**document["prices"], "column": [str(y * (1 - Fraction(1, 10**6)))]}},
    ):
        assert check(json.dumps({**document, **change})).status == "rejected"


@pytest.mark.slow
def test_an_irrational_ratio_is_enclosed() -> None:
    found = design(TotalVariance(), LDP("1/2", delta="1/20"), inputs=8)
    assert found.verdict == "within" and not found.is_bounded and verify(found.to_json()).is_accepted
    assert found.lower is not None and found.upper is not None
    assert 0 <= found.upper - found.lower < Fraction(1, 10**13)


def test_a_requirement_that_cannot_be_met_is_certified() -> None:
    found = design(TotalVariance(), LDP("ln3", delta="1/10"), inputs=7, require="5")
    assert found.verdict == "infeasible" and verify(found.to_json()).is_accepted


def test_what_is_not_alike_is_priced() -> None:
    unequal = [Fraction(j + 2, 35) for j in range(7)]
    demand = LDP("ln3", delta="1/10")
    assert isinstance(pose(Problem(TotalVariance(), demand, inputs=7)), AlikeShares)
    assert isinstance(pose(Problem(TotalVariance(unequal), demand)), PricedEstimates)
    assert isinstance(pose(Problem(TotalVariance(), demand, inputs=11)), PricedEstimates)
    assert isinstance(pose(Problem(TotalVariance(), demand, inputs=13)), RevealingEstimates)
