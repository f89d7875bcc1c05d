"""The worst of several linear objectives: against a program of cvxpy, its certificates, and what is refused."""

from __future__ import annotations

import json
from fractions import Fraction as F
from typing import Any

import cvxpy as cp
import numpy as np
import pytest

from rropt import (
    LDP,
    Design,
    Divergence,
    Information,
    InputError,
    Linear,
    PairwiseLDP,
    Trace,
    Utility,
    Vulnerability,
    design,
)
from rropt.checker import check
from rropt.designs import LinearSum, LinearWorst
from rropt.problem import worst
from rropt.problem.stored.document import judge_document
from rropt.problem.verdicts import Verdict


def by_cvxpy(objective: LinearWorst, k: int, ratio: float, delta: float, conditions: Any = ()) -> float:
    """The value by excesses of each pair, with the largest or least value as a variable of its own."""
    tables = [np.array([[float(x) for x in row] for row in x.matrix(k, k)]) for x in objective.objectives]
    p, z = cp.Variable((k, k), nonneg=True), cp.Variable()
    limits = [cp.sum(p, axis=0) == 1, *(made(p) for made in conditions)]
    for j in range(k):
        limits += [cp.sum(cp.pos(p[:, j] - ratio * p[:, n])) <= delta for n in range(k) if n != j]
    values = [cp.sum(cp.multiply(table, p)) for table in tables]
    if objective.sense == "max":
        return float(cp.Problem(cp.Maximize(z), [*limits, *(x >= z for x in values)]).solve(solver="CLARABEL"))
    return float(cp.Problem(cp.Minimize(z), [*limits, *(x <= z for x in values)]).solve(solver="CLARABEL"))


def drawn(rng: np.random.Generator) -> tuple[LinearWorst, int]:
    k, count, sense = int(rng.integers(2, 5)), int(rng.integers(2, 5)), str(rng.choice(["max", "min"]))
    tables = rng.integers(-6, 7, size=(count, k, k)).tolist()
    return LinearWorst(*(Linear(table, sense=sense) for table in tables)), k  # type: ignore[arg-type]


def is_accepted(found: Design) -> bool:
    return judge_document(json.loads(found.to_json()))[0] == "accepted"


@pytest.mark.parametrize("seed", range(200))
def test_it_is_the_optimum_of_cvxpy(seed: int) -> None:
    rng = np.random.default_rng(seed)
    objective, k = drawn(rng)
    ratio, delta = F(int(rng.integers(5, 20)), 4), F(int(rng.integers(0, 3)), 10)
    found = design(objective, LDP(f"ln({ratio})", delta=delta), inputs=k)
    assert found.verdict is Verdict.OPTIMAL and found.value is not None and found.mechanism is not None
    assert objective.value(found.mechanism) == found.value and LDP(f"ln({ratio})", delta=delta).holds(found.mechanism)
    assert float(found.value) == pytest.approx(by_cvxpy(objective, k, float(ratio), float(delta)), abs=1e-6)
    assert check(found.certificate).status == "accepted"


@pytest.mark.parametrize("seed", range(40))
def test_conditions_and_an_irrational_ratio(seed: int) -> None:
    rng = np.random.default_rng(1000 + seed)
    objective, k = drawn(rng)
    found = design(objective, LDP("1/2"), inputs=k, subject_to=["P[0,0] <= 2/5"])
    assert found.verdict is Verdict.OPTIMAL and found.value is not None
    wanted = by_cvxpy(objective, k, float(np.exp(0.5)), 0.0, [lambda p: p[0, 0] <= 0.4])
    assert float(found.value) == pytest.approx(wanted, abs=1e-6) and is_accepted(found)


def test_the_least_of_two_that_are_opposed_is_a_compromise() -> None:
    """p_00 ≥ z and 2 p_11 ≥ z under a ratio of 3: p_00 = 6/7 has p_11 = 3/7, where 1 − p_11 = 4/7 and p_01 ≥ p_00/3 are slack."""
    found = design(worst(Trace([1, 0]), 2 * Trace([0, 1])), LDP("ln3"), check="full")
    assert found.value == F(6, 7) and {leg.name for leg in found.legs} >= {"cvxpy", "sympy", "certified"}
    assert str(found.problem.objective) == "least of (trace weighted by 1, 0) and (2-fold trace weighted by 0, 1)"


def test_under_pairs_and_a_vulnerability() -> None:
    objective = worst(Trace(), Utility([[1, 0, 0], [0, 1, 1], [0, "1/2", 1]], ["1/2", "1/4", "1/4"]))
    for demand in (PairwiseLDP([[0, 1, 2], [1, 0, 1], [2, 1, 0]]), Vulnerability("2/3") & LDP("2")):
        found = design(objective, demand, inputs=3)
        assert found.verdict is Verdict.OPTIMAL and is_accepted(found)
        assert found.mechanism is not None and demand.holds(found.mechanism)
        assert found.value == objective.value(found.mechanism)


def test_what_is_out_of_reach_is_shown() -> None:
    objective = worst(Trace(), 2 * Trace([0, 1]))
    refused = design(objective, LDP("ln3"), inputs=2, require="8/5")
    assert refused.verdict is Verdict.INFEASIBLE and is_accepted(refused)
    none = design(objective, LDP("ln3"), inputs=2, subject_to=["P[0,0] >= 99/100", "P[0,1] <= 1/100"])
    assert none.verdict is Verdict.INFEASIBLE and is_accepted(none)


def test_refusals() -> None:
    for too_few in ((), (Trace(),), (Divergence("tv", 0, 1),)):
        with pytest.raises(InputError, match="needs two or more objectives"):
            worst(*too_few)
    with pytest.raises(InputError, match="some of these objectives are maximised"):
        worst(Trace(), Linear([[1, 2], [3, 4]]))
    with pytest.raises(InputError, match="about 2 and 3 inputs"):
        worst(Trace([1, 2]), Trace([1, 2, 3]))
    with pytest.raises(InputError, match="cannot be combined"):
        worst(Trace(), worst(Trace(), Trace([1, 2])))
    with pytest.raises(InputError, match="cannot be combined with other objectives, or multiplied; combine"):
        2 * worst(Trace(), Trace([1, 2]))
    with pytest.raises(InputError, match=r"Information\(\) is not of the group of objectives that this sum"):
        LinearSum((2, Information()))
