"""The best found mechanism of few answers for estimates, against SLSQP under constraints written otherwise, and poor cases."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize

from rropt import Contrast, Determinant, LargestVariance, Mechanism, Metric, TotalVariance, design
from rropt.designs.estimation.descent import values_in_floats
from rropt.problem import worst
from tests.designs.estimation.test_few_under_conditions import drawn, posed, require_kept, worth
from tests.designs.few_answers import spelled


@pytest.mark.parametrize(
    ("objective", "inputs", "conditions", "reached"),
    [
        (TotalVariance(), 3, [], 9.33334),
        pytest.param(TotalVariance(), 4, ["P[3,2] <= 1/3"], 12.4256, marks=pytest.mark.slow),
    ],
)
def test_what_the_merged_and_joined_answers_miss(
    objective: Any, inputs: int, conditions: list[str], reached: float
) -> None:
    found = design(objective, Metric("line", "ln2"), inputs=inputs, outputs=inputs, subject_to=conditions)
    require_kept(found, found.problem.demand, inputs)
    assert found.upper <= reached


@pytest.mark.slow
def test_one_is_found_where_the_joined_answers_tell_nothing() -> None:
    found = design(LargestVariance(), Metric("line", "ln(3/2)"), inputs=4, outputs=4, subject_to=["P[3,2] <= 1/3"])
    require_kept(found, found.problem.demand, 4)
    assert found.upper <= 15.9985


@pytest.mark.first(seed=1)
@pytest.mark.then(seed=11)
@pytest.mark.parametrize("seed", [8, *range(8), *range(9, 40)])
def test_a_search_from_a_few_starts_finds_hardly_better(seed: int) -> None:
    demand, pi, scores, polytope, conditions = drawn(seed, 3, 3)
    kind = ["total", "largest", "determinant"][seed % 3]
    at, K = np.array(pi, dtype=float), np.array([scores], dtype=float)
    draw, best = np.random.default_rng(seed), np.inf
    ends = [polytope.best(draw.normal(size=(3, 3))) for _ in range(8)]
    if ends[0] is None:
        return
    sums = np.kron(np.ones((1, 3)), np.eye(3))
    limits = [
        {"type": "ineq", "fun": lambda x: polytope.right - polytope.lines @ x},
        {"type": "eq", "fun": lambda x: sums @ x - 1},
    ]
    for _ in range(3):
        first = draw.dirichlet(np.ones(8)) @ np.array(ends).reshape(8, 9)
        x = minimize(
            lambda x: min(worth(kind, np.clip(x, 0, 1).reshape(3, 3), at, K), 1e3),
            first,
            method="SLSQP",
            constraints=limits,
        ).x
        if (polytope.lines @ x <= polytope.right + 1e-8).all() and np.abs(sums @ x - 1).max() < 1e-8:
            best = min(best, worth(kind, np.clip(x, 0, 1).reshape(3, 3), at, K))
    if best > 1e3:
        return
    found = design(posed(kind, pi, scores), demand, inputs=3, outputs=3, subject_to=spelled(conditions))
    require_kept(found, demand, 3)
    assert float(found.lower) * (1 - 1e-7) <= best and float(found.upper) <= best * 1.02


@pytest.mark.parametrize("seed", range(3))
def test_values_in_floats_are_those_of_the_objectives(seed: int) -> None:
    rng = np.random.default_rng(seed)
    counts = rng.multinomial(20, [1 / 4] * 4, size=3).T + 1
    mechanism = Mechanism(
        [[f"{n}/{total}" for n, total in zip(row, counts.sum(axis=0), strict=True)] for row in counts]
    )
    rows = np.array([[float(x) for x in row] for row in mechanism.rows])
    pi, other = ["1/2", "1/3", "1/6"], ["1/5", "1/5", "3/5"]
    for objective in (
        TotalVariance([pi, other], weights=["1/4", "3/4"]),
        Determinant([pi, other], worst=True),
        Determinant([pi, other]),
        LargestVariance(pi),
        LargestVariance(pi, of="shares"),
        Contrast([[1, 2, 4], [0, 1, 0]], pi),
        Contrast([10**9 + 1, 10**9 + 2, 10**9 + 4], pi),
        Contrast([[10**12, 2 * 10**12, 0], ["1/10000000", 0, 0]], pi),
        Contrast([1, 2, 4], pi) + TotalVariance(other),
        worst(Determinant(pi), 2 * TotalVariance(other)),
    ):
        assert values_in_floats(objective, rows[None])[0] == pytest.approx(float(objective.value_bounds(mechanism)[1]))
    alike = np.full((1, 3, 3), 1 / 3)
    for unidentified in (TotalVariance(pi), Contrast([[10**12, 0, 0], [0, "1/10000000", 0]], pi)):
        assert values_in_floats(unidentified, alike)[0] == np.inf
