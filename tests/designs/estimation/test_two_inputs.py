"""Two inputs with δ > 0: the objectives of M against the binary optimum of four answers and against random mechanisms."""

from __future__ import annotations

import json
import random
from fractions import Fraction as F

import pytest

from rropt import (
    LDP,
    Contrast,
    Design,
    Determinant,
    InputError,
    LargestVariance,
    Mechanism,
    TotalVariance,
    Variance,
    design,
    verify,
)

PLACE = ["1/4", "3/4"]
OBJECTIVES = (TotalVariance(PLACE), LargestVariance(PLACE), Determinant(PLACE), Contrast([1, 0], PLACE))


@pytest.mark.parametrize(
    ("epsilon", "delta"), [("ln3", "1/1000"), ("0", "1/10"), pytest.param("1/2", "1/10", marks=pytest.mark.slow)]
)
def test_the_design_that_dominates_all_others_is_optimal(epsilon: str, delta: str) -> None:
    demand = LDP(epsilon, delta=delta)
    binary = design(Variance("3/4"), demand, outputs=4).value
    for objective, times in zip(OBJECTIVES, (2, 2, 1, 1), strict=True):
        found = design(objective, demand, inputs=2)
        assert found.verdict == "optimal" and found.value == times * binary == objective.value(found.mechanism)
        assert json.loads(found.certificate)["claim"] == "dominant" and verify(found.to_json()).is_accepted
        assert Design.from_json(found.to_json()) == found
        (estimator,) = found.estimators
        moved = [
            [sum(a * p for a, p in zip(row, c, strict=True)) for c in found.mechanism.columns] for row in estimator
        ]
        assert [tuple(row) for row in moved] == list(objective.contrast_of(2))


def test_several_prevalences_have_one_design() -> None:
    demand, lists = LDP("ln3", delta="1/10"), [PLACE, ["1/2", "1/2"]]
    values = [design(TotalVariance(pi), demand, inputs=2).value for pi in lists]
    assert design(TotalVariance(lists, worst=True), demand, inputs=2).value == max(values)
    assert design(TotalVariance(lists, weights=[1, 3]), demand, inputs=2).value == values[0] / 4 + values[1] * 3 / 4


def test_a_geometric_mean_of_determinants_has_bounds_that_are_judged() -> None:
    lists = [["11/16", "5/16"], ["19/32", "13/32"], ["13/21", "8/21"]]
    found = design(Determinant(lists), LDP("ln3", delta="1/2"), inputs=2)
    assert found.verdict == "within" and verify(found.to_json()).is_accepted
    again = Design.from_json(found.to_json())
    assert again.lower <= found.lower < found.upper <= again.upper
    document = json.loads(found.to_json())
    document["value"]["upper"] = document["value"]["lower"] = "1/10"
    with pytest.raises(InputError, match="value"):
        Design.from_json(json.dumps(document))


@pytest.mark.parametrize("epsilon", [60, 200])
def test_an_epsilon_that_protects_hardly_is_no_division_by_zero(epsilon: int) -> None:
    found = design(Determinant(PLACE), LDP(epsilon), inputs=2)
    assert float(found.value) == pytest.approx(3 / 16) and verify(found.to_json()).is_accepted


def test_random_mechanisms_are_no_better() -> None:
    rng, demand = random.Random(3), LDP("ln3", delta="1/10")
    best = [design(objective, demand, inputs=2).value for objective in OBJECTIVES]
    rows = [
        (F(1), F(0)),
        (F(0), F(1)),
        (F(3), F(1)),
        (F(1), F(3)),
        (F(2), F(1)),
        (F(1), F(2)),
        (F(5), F(1)),
        (F(1), F(4)),
    ]
    tried = 0
    for _ in range(150):
        weights = [F(rng.choice((0, 0, 1, 3, 9))) for _ in rows]
        sides = [sum(w * r[j] for w, r in zip(weights, rows, strict=True)) for j in (0, 1)]
        if 0 in sides:
            continue
        made = Mechanism([[w * r[j] / sides[j] for j in (0, 1)] for w, r in zip(weights, rows, strict=True) if w])
        if demand.holds(made) and made.rows:
            tried += 1
            assert all(x.value(made) >= least for x, least in zip(OBJECTIVES, best, strict=True))
    assert tried > 10


def test_a_changed_value_is_refused_when_it_is_read() -> None:
    text = design(TotalVariance(PLACE), LDP("ln3", delta="1/10"), inputs=2).to_json()
    value = json.loads(text)["value"]["exact"]
    with pytest.raises(InputError, match="value"):
        Design.from_json(text.replace(f'"exact": "{value}"', '"exact": "1/7"'))
