"""Determinants and largest variances with others: against semidefinite programs over rows by brute force, poses, and refusals."""

from __future__ import annotations

import itertools
import json
from fractions import Fraction as F
from typing import Any

import cvxpy as cp
import numpy as np
import pytest

from rropt import (
    LDP,
    Contrast,
    Design,
    Determinant,
    InputError,
    LargestVariance,
    Metric,
    TotalVariance,
    Vulnerability,
    design,
    least,
)
from rropt.designs import EstimateSum, EstimateWorst, VarianceSum, VarianceWorst
from rropt.problem import worst
from rropt.problem.stored.document import judge_document
from rropt.problem.verdicts import Verdict
from tests.designs.estimation.test_together import drawn_list
from tests.over_rows import excess, patterns, related
from tests.strategies.conditions import random_conditions

FINE = {"tol_gap_abs": 1e-9, "tol_gap_rel": 1e-9, "tol_feas": 1e-9}
A, B = ["1/2", "1/4", "1/4"], ["1/5", "2/5", "2/5"]


class Model:
    """A convex program over weights of given rows, with M⁻¹ by Schur's complements and no basis of contrasts."""

    def __init__(self, rows: np.ndarray, unit: float) -> None:
        """Values in units of their size, as a solver wants them."""
        self.unit = unit
        self.rows, self.theta, self.cones = rows, cp.Variable(len(rows), nonneg=True), []
        self.constraints = [rows.T @ self.theta == 1]

    def moments(self, pi: np.ndarray) -> Any:
        k = len(pi)
        entries = np.einsum("si,sj->ijs", self.rows, self.rows / (self.rows @ pi)[:, None]).reshape(k * k, -1)
        m = cp.reshape(entries @ self.theta, (k, k), order="C")
        return (m + m.T) / 2

    def at(self, x: Any, pi: np.ndarray) -> Any:
        """One criterion at one list of prevalences."""
        k, m = len(pi), self.moments(pi)
        if isinstance(x, Determinant):
            return cp.exp(-cp.log_det(m) - np.log(self.unit))
        if isinstance(x, LargestVariance) and x.of == "contrasts":
            most = cp.Variable()
            self.cones.append(cp.bmat([[most * np.eye(k) + np.outer(pi, pi), np.eye(k)], [np.eye(k), m]]) >> 0)
            return most / self.unit
        contrast = np.array(x.contrast, float) if isinstance(x, Contrast) else np.eye(k)
        t = cp.Variable((len(contrast), len(contrast)), symmetric=True)
        self.cones.append(cp.bmat([[t, contrast], [contrast.T, m]]) >> 0)
        spread = cp.diag(t) - (contrast @ pi) ** 2
        return (cp.max(spread) if isinstance(x, LargestVariance) else cp.sum(spread)) / self.unit

    def value(self, x: Any, k: int) -> Any:
        if isinstance(x, EstimateSum | VarianceSum):
            return cp.sum([float(w) * self.value(term, k) for w, term in x.terms])
        if isinstance(x, EstimateWorst | VarianceWorst):
            return cp.maximum(*(self.value(one, k) for one in x.objectives))
        values = [self.at(x, np.array(pi, float)) for pi in x.prevalences.at(k)]
        weights = x.prevalences.weights
        if len(values) == 1:
            return values[0]
        return (
            cp.maximum(*values)
            if weights is None
            else cp.sum([float(w) * v for w, v in zip(weights, values, strict=True)])
        )

    def least(self, objective: Any, k: int) -> float:
        aim = cp.Minimize(self.value(objective, k))
        value = cp.Problem(aim, [*self.constraints, *self.cones]).solve(solver="CLARABEL", **FINE)
        return float(value) * self.unit


def term_of(rng: np.random.Generator, k: int, pi: list[F]) -> Any:
    """A criterion of any kind, at these prevalences or others, one in three of several lists."""
    other = pi if rng.random() < 0.5 else drawn_list(rng, k)
    several = {"prevalence": [pi, other], "worst": True} if rng.random() < 0.3 else {"prevalence": other}
    kind = int(rng.integers(5))
    if kind == 0:
        return Determinant(**several)
    if kind == 1:
        return LargestVariance(**several)
    if kind == 2:
        return LargestVariance(**several, of="shares")
    if kind == 3:
        return TotalVariance(**several)
    return Contrast([0, 1, *rng.integers(-2, 3, size=k - 2).tolist()], **several)


def objective_of(rng: np.random.Generator, k: int) -> Any:
    """A sum, or the largest, of two or three criteria of which one is none of variances alone; or the largest of sums."""
    pi = drawn_list(rng, k)
    terms = [
        (Determinant if rng.random() < 0.5 else LargestVariance)(pi),
        *(F(int(rng.integers(1, 9)), 4) * term_of(rng, k, pi) for _ in range(int(rng.integers(1, 3)))),
    ]
    if rng.random() < 0.3:
        return worst(terms[0] + terms[1], *terms[1:], TotalVariance(pi))
    return worst(*terms) if rng.random() < 0.5 else sum(terms)


def require_close(found: Design, wanted: float) -> None:
    assert found.lower is not None and found.upper is not None and found.mechanism is not None
    assert found.upper - found.lower <= found.upper * F(2, 10**5)
    assert float(found.lower) <= wanted * (1 + 2e-6) and wanted <= float(found.upper) * (1 + 2e-6)
    low, high = found.mechanism.value(found.problem.objective)
    assert float(low) <= float(found.upper) * (1 + 1e-12) and float(found.upper) <= float(high) * (1 + 1e-9)
    assert judge_document(json.loads(found.to_json()))[0] == "accepted"
    assert Design.from_json(found.to_json()).to_json() == found.to_json()


@pytest.mark.parametrize("seed", range(150))
def test_the_optimum_is_that_of_cvxpy(seed: int) -> None:
    rng = np.random.default_rng(seed)
    k = int(rng.integers(2, 5))
    objective, ratio = objective_of(rng, k), F(int(rng.integers(5, 20)), 4)
    found = design(objective, LDP(f"ln({ratio})"), inputs=k)
    rows = patterns(k, float(ratio))
    require_close(found, Model(rows, float(found.upper or 1)).least(objective, k))


@pytest.mark.parametrize("seed", range(60))
def test_with_a_slack_and_conditions_it_is_that_of_cvxpy(seed: int) -> None:
    """Rows of powers of T and zeros, of which those that matter are some; each for each of two labels under conditions."""
    rng = np.random.default_rng(1000 + seed)
    k, ratio, delta = 3, F(int(rng.integers(5, 16)), 4), F(int(rng.integers(0, 5)), 40)
    objective = objective_of(rng, k)
    conditions = random_conditions(rng, 2, k, least=1) if seed % 2 else []
    t = float(ratio)
    rows = np.array([r for r in itertools.product([0.0, 1.0, t, t * t], repeat=k) if any(r)])
    over = {(j, n): excess(rows, j, n, t) for j, n in itertools.permutations(range(k), 2)}
    if not delta:
        rows = rows[~np.any([x > 1e-9 for x in over.values()], axis=0)]
    labels = 2 if conditions else 1
    try:
        found = design(
            objective,
            LDP(f"ln({ratio})", delta=delta),
            inputs=k,
            **({"subject_to": conditions, "outputs": ["a", "b"]} if conditions else {}),
        )
    except InputError as error:
        assert "the shares or contrasts" in str(error) or "rational weights" in str(error)
        return
    model = Model(np.vstack([rows] * labels), float(found.upper or 1))
    if delta:
        model.constraints += [np.tile(x, labels) @ model.theta <= float(delta) for x in over.values()]
    for condition in found.problem.conditions:
        left = sum(
            float(a) * (rows[:, j] @ model.theta[i * len(rows) : (i + 1) * len(rows)]) for (i, j), a in condition.terms
        )
        most = float(condition.bound)
        model.constraints.append(related(left, condition.relation, most))
    if found.verdict in (Verdict.INFEASIBLE, Verdict.UNATTAINED):
        return
    require_close(found, model.least(objective, k))


def test_the_worst_of_one_kind_is_the_worst_of_its_lists() -> None:
    for kind in (Determinant, LargestVariance):
        named, spelled = design(kind([A, B], worst=True), LDP("ln3")), design(worst(kind(A), kind(B)), LDP("ln3"))
        assert spelled.certificate == named.certificate and not spelled.is_bounded
        assert Design.from_json(spelled.to_json()).problem.objective == worst(kind(A), kind(B))


def test_a_sum_with_a_worst_case_is_the_worst_of_sums() -> None:
    summed = TotalVariance([A, B], worst=True) + 2 * LargestVariance(A, of="shares")
    shares = [[int(i == j) for i in range(3)] for j in range(3)]
    spelled = worst(*(TotalVariance(pi) + 2 * Contrast(row, A) for pi in (A, B) for row in shares))
    one, other = design(summed, LDP("ln3")), design(spelled, LDP("ln3"))
    assert one.is_bounded and one.lower is not None and other.upper is not None and other.lower is not None
    assert abs(one.lower - other.lower) < F(1, 10**6)


@pytest.mark.parametrize("delta", [0, "1/10"])
def test_of_two_shares_every_mixture_is_certified(delta: object) -> None:
    """n·Var of one share is V: the trace and the eigenvalue are 2V, the determinant V."""
    found = design(TotalVariance() + LargestVariance() + 2 * Determinant(), LDP("ln3", delta=delta), inputs=2)
    one = design(Contrast([0, 1]), LDP("ln3", delta=delta), inputs=2)
    assert found.verdict is Verdict.OPTIMAL and not found.is_bounded and one.value is not None
    assert found.value == 6 * one.value


def test_at_equal_prevalences_subset_selection_is_best_for_all() -> None:
    found = design(TotalVariance() + 2 * LargestVariance() + Determinant(), LDP("ln3"), inputs=3, check="full")
    alone = [design(x, LDP("ln3"), inputs=3).value for x in (TotalVariance(), LargestVariance(), Determinant())]
    total, largest, determinant = (F(x) for x in alone if x is not None)
    assert found.upper == pytest.approx(total + 2 * largest + determinant, rel=1e-15)
    assert all(leg.value is not None for leg in found.legs if leg.name in ("symbolic", "numeric", "sympy", "cvxpy"))


@pytest.mark.parametrize(
    "objective", [TotalVariance(A) + 2 * LargestVariance(B), worst(Determinant(A), TotalVariance(B))]
)
def test_both_poses_agree(objective: Any) -> None:
    found = design(objective, LDP("1"), check="full")
    values = {leg.name: leg.value for leg in found.legs}
    assert float(values["cvxpy"] or 0) == pytest.approx(float(found.upper or 0), rel=1e-6)


@pytest.mark.parametrize("demand", [Vulnerability("1/2"), Vulnerability("1/2") & LDP("1"), Metric("line", 1)], ids=str)
def test_under_other_demands(demand: Any) -> None:
    found = design(TotalVariance(A) + Determinant(B), demand, inputs=3)
    assert judge_document(json.loads(found.to_json()))[0] == "accepted"
    assert found.gap is not None and found.upper is not None and found.gap <= found.upper / 10**6


def test_few_answers_are_bounded_by_any_number_of_them() -> None:
    objective = worst(TotalVariance(A), LargestVariance(B))
    few, free = (design(objective, LDP("ln3"), outputs=m) for m in (3, "free"))
    assert few.mechanism is not None and few.mechanism.m == 3 and few.lower == free.lower
    assert few.upper is not None and free.upper is not None and few.upper >= free.upper


@pytest.mark.slow
def test_the_least_epsilon_of_a_mixture() -> None:
    found = least("epsilon", TotalVariance(A) + 2 * LargestVariance(B), reach="69/8")
    assert float(found.lower) <= float(np.log(3)) <= float(found.upper) + 1e-6


def test_refusals() -> None:
    with pytest.raises(InputError, match="as a geometric mean is not a sum"):
        TotalVariance(A) + Determinant([A, B])
    with pytest.raises(InputError, match="largest of 512 sums"):
        design(sum(TotalVariance([A, B], worst=True) for _ in range(9)), LDP("1"))
    with pytest.raises(InputError, match="give at most 16 sums, each with one list of prevalences"):
        design(worst(Contrast([0, 1, 2], A) + Contrast([0, 1, 2], B), Contrast([2, 4, 6], A)), LDP("1"))
    for objective in (
        TotalVariance() + Determinant(),
        TotalVariance(A) + 2 * Determinant(A),
        worst(TotalVariance(), 2 * Determinant(A)),
    ):
        for more in ({"seconds": 1e-9}, {"outputs": 4}, {"subject_to": ["P[0,0] >= 1/3"]}):
            with pytest.raises(InputError, match=r"cannot be designed; give one epsilon, or ask frontier"):
                design(objective, LDP("1/2..1"), inputs=3, **more)
    with pytest.raises(InputError, match=r"delta is free.* give one delta, or ask frontier"):
        design(TotalVariance() + Determinant(), LDP("ln3", delta="0..1/5"), inputs=3)
    with pytest.raises(InputError, match=r"of 64 inputs needs .* sets as answers"):
        design(TotalVariance() + Determinant(), LDP("3"), inputs=64)
