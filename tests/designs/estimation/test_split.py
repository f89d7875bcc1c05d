"""Total variance and contrasts under conditions on labels whose answers may be split: against cvxpy, by hand, and refusals."""

from __future__ import annotations

import json
from fractions import Fraction as F
from typing import Any

import cvxpy as cp
import numpy as np
import pytest
from typer.testing import CliRunner

from rropt import (
    LDP,
    Contrast,
    Design,
    InputError,
    TotalVariance,
    design,
)
from rropt.certificate.judge import judge
from rropt.cli import app
from rropt.problem.problem import Problem
from rropt.problem.stored.document import judge_document
from rropt.problem.verdicts import Verdict
from tests.by_label import DEMANDS, Asked, asked_of, demand_of, rows_of, summed
from tests.over_rows import beyond_bound, excess, related
from tests.strategies.conditions import random_conditions


def by_cvxpy(problem: Problem) -> float | None:
    """The least Σ ‖z‖²/w over estimators z of rows of weight w, each row as each label; None where there are no weights.

    Differences from 1 are in units of the largest, which is small where t is near 1.
    """
    k, m, objective = problem.k, problem.m, problem.objective
    asked = asked_of(problem.demand, k)
    rows = rows_of(asked, k)
    gain = float(np.abs(rows - 1).max())
    basis = np.linalg.qr(np.column_stack([np.ones(k), np.eye(k)]))[0][:, 1:k]
    v = (rows - 1) / gain @ basis
    pi = np.array([float(x) for x in objective.prevalences.at(k)[0]])
    q = rows @ pi
    contrast = np.array([[float(x) for x in row] for row in objective.contrast_of(k)]) @ basis
    unit = float(np.abs(contrast).max())
    count = len(rows)
    theta, spent = cp.Variable((m, count), nonneg=True), cp.Variable(count, nonneg=True)
    z, each = cp.Variable((len(contrast), count)), cp.sum(theta, axis=0)
    constraints = [cp.sum(each) == 1, v.T @ each == 0, (z / np.sqrt(q)[None, :]) @ v == contrast / unit]
    constraints.append(
        cp.SOC(spent + each, cp.vstack([2 * z, cp.reshape(spent - each, (1, count), order="C")]), axis=0)
    )
    for j, n, ratio, delta in asked:
        if delta:
            constraints.append(each @ excess(rows, j, n, ratio) / delta <= 1)
    for c in problem.conditions:
        beyond = beyond_bound(c, rows, m)
        constraints.append(related(cp.sum(cp.multiply(beyond / np.abs(beyond).max(), theta)), c.relation, 0))
    program = cp.Problem(cp.Minimize(cp.sum(spent)), constraints)
    value = program.solve(solver="CLARABEL", tol_gap_abs=1e-10, tol_gap_rel=1e-10, tol_feas=1e-10)
    return float(value) * (unit / gain) ** 2 if program.status in ("optimal", "optimal_inaccurate") else None


def conditions_of(rng: np.random.Generator, m: int, k: int, asked: list[Asked]) -> list[str]:
    """One to three conditions on one or two entries; of every two problems one also has a label that speaks for an input, so
    much that answers that are best for estimates do not meet it."""
    found = random_conditions(rng, m, k, least=1)
    if rng.integers(2):
        (i,), (j, n) = rng.permutation(m)[:1], rng.permutation(k)[:2]
        up, down = (min(t for *pair, t, _ in asked if pair == [x, y]) for x, y in ((j, n), (n, j)))
        # two answers alone have the chance P[i,j] at most, where both keep their odds
        most = up * (down - 1) / (up * down - 1)
        odds, chance = (
            F(x).limit_denominator(1000)
            for x in (1 + (up - 1) * float(rng.uniform(0.8, 1)), most * float(rng.uniform(0.8, 1)))
        )
        found = [*found[:1], f"P[{i},{j}] >= {odds}*P[{i},{n}]", f"P[{i},{j}] >= {chance}"]
    return found


def objective_of(rng: np.random.Generator, k: int) -> Any:
    weights = rng.integers(1, 9, k)
    shares = [F(int(x), int(weights.sum())) for x in weights]
    if rng.integers(2):
        return TotalVariance(shares)
    while True:
        contrast = rng.integers(-3, 4, (int(rng.integers(1, 3)), k)).tolist()
        if any(len(set(row)) > 1 for row in contrast):
            return Contrast(contrast, shares)


def drawn(seed: int, kind: int) -> Problem:
    """A random problem of two to four inputs and two or three labels."""
    k = 2 + seed % (2 if kind == 3 else 3)
    rng = np.random.default_rng(1000 * kind + seed)
    m = int(rng.integers(2, 4))
    objective, demand = objective_of(rng, k), demand_of(rng, k, kind)
    outputs = list(map(str, range(m)))
    return Problem(
        objective, demand, inputs=k, outputs=outputs, subject_to=conditions_of(rng, m, k, asked_of(demand, k))
    )


KINDS = ("one epsilon", "with a slack", "by pair", "two demands", "a small epsilon")
DEFAULT = 8  # of each kind; the slow tests take as many as are drawn
SEEDS = [(kind, seed) for kind, many in enumerate((60, 50, 40, 40, 40)) for seed in range(many)]


@pytest.mark.some(kind=2)
@pytest.mark.slow_at("with a slack, 5")
@pytest.mark.parametrize(
    ("kind", "seed"),
    [
        pytest.param(kind, seed, id=f"{KINDS[kind]}, {seed}", marks=[pytest.mark.slow] * (seed >= DEFAULT))
        for kind, seed in SEEDS
    ],
)
def test_the_optimum_is_that_of_cvxpy(kind: int, seed: int) -> None:
    found = design(drawn(seed, kind))
    try:
        wanted = by_cvxpy(found.problem)
    except cp.SolverError:  # of problems that nothing meets Clarabel does not always say so
        assert found.verdict is Verdict.INFEASIBLE
        wanted = None
    assert judge(found.certificate).is_accepted
    if found.verdict is Verdict.INFEASIBLE:
        assert wanted is None
        return
    assert wanted is not None and found.lower is not None and found.upper is not None
    assert found.upper - found.lower < found.upper / 10**8
    assert float(found.upper) == pytest.approx(wanted, rel=5e-8)
    assert all(c.holds(summed(found)) for c in found.problem.conditions)
    assert found.problem.objective.value_bounds(found.mechanism)[0] <= found.upper


@pytest.mark.slow
def test_the_gap_that_was_widest_is_closed_from_a_careful_interior_point() -> None:
    """Of a contrast that needs few answers, under a slack, from which Newton's steps went astray at first."""
    found = design(drawn(107, 1))
    assert judge(found.certificate).is_accepted and found.gap / found.upper < F(1, 10**9)
    assert float(found.lower) == pytest.approx(by_cvxpy(found.problem), rel=1e-8)


@pytest.mark.slow
def test_conditions_bind_in_some_of_them_and_not_in_others_and_some_are_not_met() -> None:
    binds = idle = unmet = 0
    for kind, seed in SEEDS[::5]:
        found = design(drawn(seed, kind))
        if found.verdict is Verdict.INFEASIBLE:
            unmet += 1
            continue
        free = design(found.problem.objective, found.problem.demand, inputs=found.problem.k)
        assert found.upper >= free.lower
        binds += found.lower > free.upper * F(1001, 1000)
        idle += found.lower < free.upper * F(1000001, 1000000)
    assert min(binds, idle, unmet) >= 5, (binds, idle, unmet)


def test_a_condition_that_costs_nothing_as_answers_are_split() -> None:
    """P[0,0] ≤ 1/10 is met by answers that bear another label, and the optimum is that of no condition."""
    free = design(TotalVariance(), LDP("ln3"), inputs=3)
    found = design(TotalVariance(), LDP("ln3"), inputs=3, subject_to=["P[0,0] <= 1/10"])
    assert free.value == F(25, 6)
    assert found.lower <= free.value <= found.upper and found.gap < F(1, 10**12)


def test_by_hand() -> None:
    """P[0,0] = 3/4, P[0,1] = 1/4 and odds of at most 3 leave no freedom: rows of the label 0 are as (3, 1), the others as (1, 3).

    So the answer is the truth with chance 3/4, and n·Var of each of the two shares at 1/2 is (1/2 · 1/2)/(3/4 − 1/4)² = 1.
    """
    asked = ["P[0,0] = 3/4", "P[0,1] = 1/4"]
    found = design(TotalVariance(), LDP("ln3"), inputs=2, subject_to=asked)
    assert found.lower <= 2 <= found.upper and found.gap < F(1, 10**12)
    asked = ["P[0,0] = 3/4", "P[0,1] = 1/2"]
    found = design(Contrast([0, 1]), LDP("ln3"), subject_to=asked)
    # the same two rows, each of weight 1/4, may be dealt to both labels: 3a + b = 3/4 and a + 3b = 1/2 for a = 7/32, b = 3/32
    assert found.lower <= 1 <= found.upper and found.gap < F(1, 10**12)


def test_no_answer_tells_apart_what_is_estimated() -> None:
    """P[0,0] = T/(1 + T), P[0,1] = P[0,2] = 1/(1 + T) leaves two rows, which tell the first input from the others alone."""
    asked = ["P[0,0] = 3/4", "P[0,1] = 1/4", "P[0,2] = 1/4"]
    with pytest.raises(InputError, match=r"no mechanism .* identifies the shares"):
        design(TotalVariance(), LDP("ln3"), inputs=3, outputs=["0", "1"], subject_to=asked)
    found = design(Contrast([1, 0, 0]), LDP("ln3"), outputs=["0", "1"], subject_to=asked)
    assert judge(found.certificate).is_accepted
    # the answer is 0 with chance 1/4 + π/2 = 5/12, π = 1/3, so that n·Var is (5/12 · 7/12)/(1/2)²
    assert found.lower <= 4 * F(5, 12) * F(7, 12) <= found.upper and found.gap < F(1, 10**10)


@pytest.mark.some(objective=2)
@pytest.mark.parametrize("demand", DEMANDS, ids=str)
@pytest.mark.parametrize(
    "objective",
    [
        TotalVariance(),
        Contrast([0, 1, 3]),
        TotalVariance([["1/2", "1/4", "1/4"], ["1/5", "2/5", "2/5"]], weights=["1/3", "2/3"]),
        TotalVariance([["1/2", "1/4", "1/4"], ["1/5", "2/5", "2/5"]], worst=True),
        Contrast([0, 1, 3], [["1/2", "1/4", "1/4"], ["1/5", "2/5", "2/5"]], worst=True),
    ],
    ids=str,
)
def test_under_every_kind_of_demand_and_for_several_lists(demand: Any, objective: Any) -> None:
    asked = ["P[a,a] >= 2/5", "sum(P[b,:]) <= 9/10"]
    found = design(objective, demand, inputs=("a", "b", "c"), subject_to=asked)
    text = found.to_json()
    assert judge_document(json.loads(text))[0] == "accepted" and found.gap / found.upper <= F(1, 10**8)
    again = Design.from_json(text)
    assert (again.lower, again.upper) == (found.lower, found.upper)
    free = design(objective, demand, inputs=("a", "b", "c"))
    assert free.lower <= found.upper


@pytest.mark.slow
def test_the_three_legs_agree() -> None:
    found = design(TotalVariance(), LDP("1"), inputs=3, subject_to=["P[0,0] >= 3/5", "P[0,1] <= 3/10"], check="full")
    assert found.gap < F(1, 10**10)
    assert float(found.problem.solve_cvxpy().value) == pytest.approx(float(found.upper), rel=1e-6)


def test_a_named_solver_finds_the_same_optimum() -> None:
    shares = [F(1, 2), F(3, 10), F(1, 5)]
    found = design(TotalVariance(shares), LDP("ln3"), subject_to=["P[0,0] >= 3/5"], solver="CLARABEL")
    leg = next(leg for leg in found.fast_legs if leg.name == "numeric")
    assert leg.source == "cvxpy with CLARABEL" and leg.value == pytest.approx(float(found.upper), rel=1e-6)


def test_at_epsilon_zero_nothing_is_estimated_or_nothing_meets_the_conditions() -> None:
    assert design(TotalVariance(), LDP("0"), inputs=3, subject_to=["P[0,0] >= 1/9"]).verdict is Verdict.UNATTAINED
    asked = ["P[0,0] >= 2/3", "P[0,1] <= 1/3"]
    assert design(TotalVariance(), LDP("0"), inputs=3, subject_to=asked).verdict is Verdict.INFEASIBLE


@pytest.mark.parametrize(
    ("objective", "demand", "more", "said"),
    [
        (TotalVariance(), LDP("every"), {}, "give both of its ends"),
        (TotalVariance(), LDP("1"), {"outputs": "free"}, "with outputs = free the answers have no names"),
    ],
)
def test_what_stays_out_is_refused_in_one_sentence(objective: Any, demand: Any, more: Any, said: str) -> None:
    with pytest.raises(InputError, match=said) as refused:
        design(objective, demand, inputs=3, subject_to=["P[0,0] >= 1/2"], **more)
    assert "\n" not in str(refused.value)


def test_the_command_line_says_the_same() -> None:
    asked = ["design", "--objective", "total-variance", "--epsilon", "ln3", "--inputs", "3", "--json", "--subject-to"]
    answer = CliRunner().invoke(app, [*asked, "P[0,0] <= 1/10"])
    assert answer.exit_code == 0, answer.output
    found = design(TotalVariance(), LDP("ln3"), inputs=3, subject_to=["P[0,0] <= 1/10"])
    assert json.loads(answer.output)["certificate"] == json.loads(found.to_json())["certificate"]
