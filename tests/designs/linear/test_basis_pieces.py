"""Conditions, and the worst of several, where ε or δ is free: every piece against scipy's linear programs, and what is refused."""

from __future__ import annotations

import itertools
import json
import random
from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from rropt import LDP, InputError, Linear, Trace, Utility, design
from rropt.designs.linear.basis_pieces import BasisOracle
from rropt.exact.substitute import value_at
from rropt.problem import worst
from rropt.problem.known import pose
from rropt.problem.problem import Problem
from rropt.problem.stored.document import judge_document
from rropt.problem.verdicts import Verdict
from tests.pieces import samples


def by_scipy(problem: Problem, objectives: list[Any], ratio: float, delta: float) -> float | None:
    """The optimum over entries P and positive parts w of what is asked of pairs; None where nothing meets the conditions."""
    m, k = problem.m, problem.k
    sign = 1 if problem.objective.sense == "min" else -1
    pairs = list(itertools.permutations(range(k), 2))
    size = m * k + m * len(pairs) + 1
    upper, bounds, equal, right = [], [], [], []
    for one in objectives:
        row = np.zeros(size)
        row[: m * k] = [sign * float(x) for weights in one.matrix(k, m) for x in weights]
        row[-1] = -1
        upper.append(row)
        bounds.append(0.0)
    for c, (j, n) in enumerate(pairs):
        whole = np.zeros(size)
        for i in range(m):
            row = np.zeros(size)
            row[i * k + j], row[i * k + n], row[m * k + c * m + i] = 1, -ratio, -1
            upper.append(row)
            bounds.append(0.0)
            whole[m * k + c * m + i] = 1
        upper.append(whole)
        bounds.append(delta)
    for j in range(k):
        row = np.zeros(size)
        row[[i * k + j for i in range(m)]] = 1
        equal.append(row)
        right.append(1.0)
    for condition in problem.conditions:
        row = np.zeros(size)
        for (i, j), a in condition.terms:
            row[i * k + j] = float(a)
        if condition.relation == "==":
            equal.append(row)
            right.append(float(condition.bound))
        else:
            turned = 1 if condition.relation == "<=" else -1
            upper.append(turned * row)
            bounds.append(turned * float(condition.bound))
    found = linprog(
        np.eye(size)[-1],
        A_ub=np.array(upper),
        b_ub=bounds,
        A_eq=np.array(equal),
        b_eq=right,
        bounds=[(0, None)] * (size - 1) + [(None, None)],
        method="highs",
    )
    return sign * float(found.fun) if found.status == 0 else None


def drawn(rng: np.random.Generator, m: int, k: int) -> Any:
    if m == k and rng.random() < 0.4:
        return Trace([int(x) for x in rng.integers(1, 5, size=k)])
    return Utility([[F(int(x), 4) for x in rng.integers(-8, 9, size=k)] for _ in range(m)])


def random_conditions(rng: np.random.Generator, m: int, k: int) -> list[str]:
    found = []
    for _ in range(int(rng.integers(0, 3))):
        (i, j), (a, b) = rng.integers(0, (m, k), size=(2, 2)).tolist()
        relation = str(rng.choice(["<=", ">=", "=="], p=[0.45, 0.45, 0.1]))
        more = f" + P[{a},{b}]" if rng.random() < 0.5 else ""
        found.append(f"P[{i},{j}]{more} {relation} {F(int(rng.integers(2, 7)), 8) * (2 if more else 1)}")
    return found


@pytest.mark.slow_at("13")
@pytest.mark.parametrize("seed", range(120))
def test_every_piece_is_the_optimum_of_scipy(seed: int) -> None:
    rng = np.random.default_rng(seed)
    m, k = int(rng.integers(2, 4)), int(rng.integers(2, 4))
    objectives = [drawn(rng, m, k) for _ in range(1 + int(rng.integers(0, 3)))]
    objective: Any = worst(*objectives) if len(objectives) > 1 else objectives[0]
    conditions = (
        random_conditions(rng, m, k) if len(objectives) > 1 else [*random_conditions(rng, m, k), "P[0,0] <= 9/10"]
    )
    is_delta = seed % 4 == 3
    delta: Any = "0..1/3" if is_delta else str(F(int(rng.integers(0, 3)), 10))
    demand = LDP("ln2", delta=delta) if is_delta else LDP("1/4..2", delta=delta)
    problem = Problem(objective, demand, inputs=k, outputs=m, subject_to=conditions)

    def wanted(t: F) -> float | None:
        ratio, slack = (2.0, float(t)) if is_delta else (float(t), float(F(delta)))
        return by_scipy(problem, objectives, ratio, slack)

    try:
        found = design(problem)
    except InputError as refusal:
        assert "no mechanism meets the conditions" in str(refusal)
        assert wanted(F(1, 3) if is_delta else F(7389, 1000)) is None
        return
    if found.problem.demand != demand:
        # the conditions can be met from there on
        assert wanted(F(found.pieces[0].lower) * F(9999, 10000)) is None
    assert found.verdict is Verdict.OPTIMAL and judge_document(json.loads(found.to_json()))[0] == "accepted"
    for piece in found.pieces:
        for document in json.loads(piece.certificate).get("pieces", [json.loads(piece.certificate)]):
            for t in samples(document["field"])[:3]:
                best = wanted(t)
                assert best is not None
                assert float(value_at(piece.value, t)) == pytest.approx(best, abs=1e-7)  # type: ignore[arg-type]


def test_a_piece_begins_where_a_condition_ceases_to_bind() -> None:
    """P[0,1] ≤ 1/5 is met by the best design from t = 4 on; before, p01 = 1/5 and p00 = t/5."""
    found = design(Trace(), LDP("every"), inputs=2, subject_to=["P[0,1] <= 1/5"])
    assert [str(piece.value) for piece in found.pieces] == ["(t + 4)/5", "2*t/(t + 1)"]
    assert found.pieces[0].upper == found.pieces[1].lower == 4
    assert (
        design(Trace(), LDP("ln3"), inputs=2, subject_to=["P[0,1] <= 1/5"]).value
        == F(7, 5)
        == found.pieces[0].at("ln3")
    )


def _require_scipy_throughout(found: Any, objectives: list[Any]) -> None:
    """Compare every piece with scipy at several t inside it, up to what HiGHS's tolerance of 1e-7 is worth at costs of 4."""
    for piece in found.pieces:
        for document in json.loads(piece.certificate).get("pieces", [json.loads(piece.certificate)]):
            for t in [t for t in samples(document["field"]) if t < 1000]:
                best = by_scipy(found.problem, objectives, float(t), 0.0)
                assert float(value_at(piece.value, t)) == pytest.approx(best, abs=1e-6)


def test_an_equality_that_a_degenerate_basis_leaves_out_is_asked_for_at_every_t() -> None:
    """At t = 3/2, which is sampled, P[1,1] = 3/5 is what the best design has anyway: a basis may hold its columns' sums
    there by chance."""
    costs = Linear([[1, 1], [3, 4]])
    found = design(costs, LDP("every"), subject_to=["P[1,1] >= 3/5"])
    same = design(costs, LDP("every"), subject_to=["P[0,1] <= 2/5"])
    assert [piece.upper for piece in found.pieces] == [F(3, 2), float("inf")]
    assert [piece.value for piece in found.pieces] == [piece.value for piece in same.pieces]
    _require_scipy_throughout(found, [costs])


@pytest.mark.some(entry=2)
@pytest.mark.parametrize("entry", ["P[0,0]", "P[1,1]", "P[1,0]", "P[2,1]"])
@pytest.mark.parametrize("seed", range(3))
def test_at_least_three_fifths(seed: int, entry: str) -> None:
    rng = np.random.default_rng(seed)
    costs = Linear([[int(x) for x in row] for row in rng.integers(0, 5, size=(3, 3))])
    found = design(costs, LDP("every"), subject_to=[f"{entry} >= 3/5"])
    assert found.verdict is Verdict.OPTIMAL
    _require_scipy_throughout(found, [costs])


def test_a_piece_is_cut_where_another_entry_of_a_row_becomes_the_smallest() -> None:
    several = [Linear([[4, 0, 0], [1, 1, 3], [0, 3, 4]]), Linear([[0, 3, 4], [1, 1, 3], [4, 0, 0]])]
    found = design(worst(*several), LDP("every"), subject_to=["P[0,1] == 9/10"])
    assert found.verdict is Verdict.OPTIMAL
    _require_scipy_throughout(found, several)


@pytest.mark.slow
def test_rows_that_stay_are_worth_another_function_where_another_objective_is_the_worst() -> None:
    """From t = 5/3 to 4 the rows are the same; up to 2 the second objective is the worst, and the third one beyond."""
    several = [
        Linear([[4, 2, 1], [4, 0, 0], [1, 3, 1]]),
        Linear([[3, 1, 2], [4, 4, 0], [0, 4, 4]]),
        Linear([[4, 1, 1], [4, 0, 4], [2, 1, 4]]),
    ]
    found = design(worst(*several), LDP("every"), subject_to=["P[1,2] <= 4/5"])
    assert [str(piece.value) for piece in found.pieces[-3:-1]] == ["(3*t + 11)/(t + 1)", "(4*t + 9)/(t + 1)"]
    assert found.pieces[-3].upper == 2
    _require_scipy_throughout(found, several)


def test_at_epsilon_zero_alone_a_point_has_its_own_multipliers() -> None:
    found = design(worst(Trace([1, 0]), Trace([0, 1])), LDP("0..1"), inputs=2, subject_to=["P[0,0] >= 1/4"])
    assert found.verdict is Verdict.OPTIMAL and found.pieces[0].at("0") == F(1, 2)
    assert judge_document(json.loads(found.to_json()))[0] == "accepted"


def test_labels_stand_at_every_piece() -> None:
    found = design(Trace(), LDP("ln2..ln9"), inputs=("no", "yes"), subject_to=["P[yes,yes] == 2/3"])
    assert found.verdict is Verdict.OPTIMAL and found.pieces[-1].mechanisms[0].output_labels == ("no", "yes")


@pytest.mark.parametrize("seed", range(4))
def test_what_is_left_of_weights_under_a_ratio_and_a_budget_for_the_same_pairs(seed: int) -> None:
    """Complementary slackness: what the multipliers leave of a weight is at most 0, and 0 where the entry is not."""
    r = random.Random(seed)
    cost = [[r.randint(0, 9) for _ in range(3)] for _ in range(3)]
    posed: Any = pose(Problem(Linear(cost, sense="max"), LDP("ln2..ln3") & LDP("ln(3/2)", delta="1/10")))
    form, t = BasisOracle(posed.program, "epsilon").find(F(5, 2)), F(5, 2)
    for row, left in zip(form.rows, form._left(), strict=True):
        assert all(value_at(x, t) <= 0 and value_at(x, t) * value_at(p, t) == 0 for p, x in zip(row, left, strict=True))


def test_refusals() -> None:
    with pytest.raises(InputError, match="make 49 entries, and at most 36 are allowed here with epsilon free"):
        design(Trace(), LDP("1..2"), inputs=7, subject_to=["P[0,0] >= 3/4"])
    with pytest.raises(InputError, match="is not rational; while epsilon is free"):
        design(Linear([["exp(1)", 0], [0, 1]]), LDP("1..2"), subject_to=["P[0,0] <= 3/4"])
    with pytest.raises(InputError, match="fix epsilon"):
        design(Trace(), LDP("1..2"), inputs=2, subject_to=["P[0,0] <= 3/4"], require="3/2")
