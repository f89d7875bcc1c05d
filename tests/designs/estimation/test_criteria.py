"""Every criterion of estimation under conditions that bind: against cvxpy over rows listed by brute force, by hand, and refusals.

A problem is solved without conditions first. Then a sum of entries is asked to be nearer to its largest value than answers that are
best without conditions can bring it, however they are dealt to labels.
"""

from __future__ import annotations

import json
import math
from contextlib import suppress
from fractions import Fraction as F
from functools import cache
from typing import Any

import cvxpy as cp
import numpy as np
import pytest
from typer.testing import CliRunner

from rropt import (
    LDP,
    Contrast,
    Design,
    Determinant,
    InputError,
    LargestVariance,
    PairwiseLDP,
    TotalVariance,
    design,
)
from rropt.certificate.judge import judge
from rropt.cli import app
from rropt.designs.objectives.estimation_together import VarianceSum, VarianceWorst
from rropt.problem import worst
from rropt.problem.problem import Problem
from rropt.problem.stored.document import judge_document
from rropt.problem.verdicts import Verdict
from tests.by_label import DEMANDS, Asked, asked_of, demand_of, rows_of, summed
from tests.over_rows import beyond_bound, excess, largest_over, related

KINDS = ("sum", "worst", "share", "largest", "determinant")
MANY = 30  # of each kind
FAST = 3


class ByCvxpy:
    """The least value over weights of rows by label, an estimator of each row for variances, and J for the other criteria."""

    def __init__(self, problem: Problem) -> None:
        self.problem, k = problem, problem.k
        self.asked = asked_of(problem.demand, k)
        self.rows = rows_of(self.asked, k)
        self.gain = float(np.abs(self.rows - 1).max())
        self.basis = np.linalg.qr(np.column_stack([np.ones(k), np.eye(k)]))[0][:, 1:k]
        # differences from 1 in units of the largest, which is small where t is near 1
        self.v = (self.rows - 1) / self.gain @ self.basis
        self.theta = cp.Variable((problem.m, len(self.rows)), nonneg=True)
        self.each = cp.sum(self.theta, axis=0)
        self.constraints: list[Any] = [cp.sum(self.each) == 1, self.v.T @ self.each == 0]
        for j, n, ratio, delta in self.asked:
            if delta:
                taken = excess(self.rows, j, n, ratio)
                self.constraints.append(self.each @ taken / delta <= 1)
        for c in problem.conditions:
            beyond = beyond_bound(c, self.rows, problem.m)
            left = cp.sum(cp.multiply(beyond / np.abs(beyond).max(), self.theta))
            self.constraints.append(related(left, c.relation, 0))

    def variance(self, contrast: Any, pi: Any) -> Any:
        """The least Σ ‖z‖²/w over estimators z of rows of weight w, in units of 1/gain²."""
        shown = np.array([[float(x) for x in row] for row in contrast]) @ self.basis
        q, count = self.rows @ floats(pi), len(self.rows)
        z, spent = cp.Variable((len(shown), count)), cp.Variable(count, nonneg=True)
        across = cp.reshape(spent - self.each, (1, count), order="C")
        cone = cp.SOC(spent + self.each, cp.vstack([2 * z, across]), axis=0)
        self.constraints += [(z / np.sqrt(q)[None, :]) @ self.v == shown, cone]
        return cp.sum(spent)

    def moments(self, pi: Any) -> Any:
        """J = VᵀMV, in units of gain²."""
        r, q = self.v.shape[1], self.rows @ floats(pi)
        entries = np.einsum("oi,oj->ijo", self.v, self.v / q[:, None]).reshape(r * r, -1)
        j = cp.reshape(entries @ self.each, (r, r), order="C")
        return (j + j.T) / 2

    def sum_of(self, x: Any) -> Any:
        """A total variance, contrasts or a sum of such, each at one list or the mean of several."""
        k = self.problem.k
        if isinstance(x, VarianceSum):
            return sum(float(w) * self.sum_of(one) for w, one in x.terms)
        lists, weights = x.prevalences.at(k), x.prevalences.weights
        return sum(float(w) * self.variance(x.contrast_of(k), pi) for w, pi in zip(weights, lists, strict=True))

    def largest_of(self, x: Any) -> Any:
        """The same, or the worst of several."""
        k = self.problem.k
        if isinstance(x, VarianceWorst):
            return cp.maximum(*map(self.largest_of, x.objectives))
        if isinstance(x, LargestVariance):
            rows = x.contrast_of(k)
            return cp.maximum(*(self.variance([row], pi) for row in rows for pi in x.prevalences.at(k)))
        if x.prevalences.is_worst:
            return cp.maximum(*(self.variance(x.contrast_of(k), pi) for pi in x.prevalences.at(k)))
        return self.sum_of(x)

    def value(self) -> float | None:
        """The optimum; None where there are no weights."""
        x, k = self.problem.objective, self.problem.k
        lists, weights = x.prevalences.at(k), x.prevalences.weights
        if isinstance(x, Determinant):
            logs = [-cp.log_det(self.moments(pi)) for pi in lists]
            aim = (
                cp.maximum(*logs) if weights is None else sum(float(w) * y for w, y in zip(weights, logs, strict=True))
            )
        elif isinstance(x, LargestVariance) and not x.is_of_shares:
            least = cp.Variable()
            self.constraints += [self.moments(pi) - least * np.eye(k - 1) >> 0 for pi in lists]
            aim = -least
        else:
            aim = self.largest_of(x)
        program = cp.Problem(cp.Minimize(aim), self.constraints)
        for fine in (1e-10, 1e-8):
            with suppress(cp.SolverError):
                found = program.solve(solver="CLARABEL", tol_gap_abs=fine, tol_gap_rel=fine, tol_feas=fine)
                break
        if program.status not in ("optimal", "optimal_inaccurate"):
            return None
        if isinstance(x, Determinant):
            return math.exp(found) / k / self.gain ** (2 * (k - 1))
        return (-1 / found if isinstance(x, LargestVariance) and not x.is_of_shares else found) / self.gain**2


def floats(numbers: Any) -> np.ndarray:
    return np.array([float(x) for x in numbers])


def most_of(coefficients: np.ndarray, rows: np.ndarray, asked: list[Asked]) -> float:
    """The largest Σ a P[label,input] of all mechanisms of the demand, by scipy: rows count as the label that they add most to."""
    worth = (rows @ coefficients.T).max(axis=1)
    taken = [excess(rows, j, n, ratio) for j, n, ratio, delta in asked if delta]
    return largest_over(rows, worth, taken, [delta for *_, delta in asked if delta])


def shares_of(rng: np.random.Generator, k: int) -> list[F]:
    weights = rng.integers(1, 9, k)
    return [F(int(x), int(weights.sum())) for x in weights]


def variance_of(rng: np.random.Generator, k: int, pi: list[F]) -> Any:
    while rng.integers(2):
        contrast = rng.integers(-3, 4, k).tolist()
        if len(set(contrast)) > 1:
            return Contrast(contrast, pi)
    return TotalVariance(pi)


def objective_of(rng: np.random.Generator, k: int, kind: str) -> Any:
    lists = [shares_of(rng, k) for _ in range(int(rng.integers(1, 3)))]
    one = lists[0] if len(lists) == 1 else lists
    if kind == "sum":
        weights = rng.integers(1, 6, 2)
        return sum(int(w) * variance_of(rng, k, lists[n % len(lists)]) for n, w in enumerate(weights))
    if kind == "worst":
        return worst(variance_of(rng, k, lists[0]), F(int(rng.integers(1, 6)), 2) * variance_of(rng, k, lists[-1]))
    if kind == "determinant":
        return Determinant(one) if len(lists) == 1 or rng.integers(2) else Determinant(one, worst=True)
    return LargestVariance(one, worst=len(lists) > 1, of="shares" if kind == "share" else "contrasts")


@cache
def drawn(kind: str, seed: int) -> tuple[Problem, Any, list[str]]:
    """A problem with a condition that cuts off what is best without, the design of that, and conditions that nothing meets."""
    rng, of = np.random.default_rng(1000 * KINDS.index(kind) + seed), seed % 5
    k, m = 4 if of in (0, 4) else 3, int(rng.integers(2, 4))
    while True:
        demand = demand_of(rng, k, of)
        if of == 2:  # by pair, of rational ratios: of others the checker has too much to do
            demand = PairwiseLDP([["0" if i == j else f"ln{rng.integers(2, 8)}" for j in range(k)] for i in range(k)])
        if of == 4:
            demand = LDP(F(1, int(rng.integers(10, 60))))
        objective = objective_of(rng, k, kind)
        coefficients = rng.integers(-2, 4, (m, k)) * (rng.random((m, k)) < 0.6)
        try:
            free = design(objective, demand, inputs=k)
        except InputError:  # of some worst cases at a small epsilon, without any condition
            continue
        asked = asked_of(demand, k)
        rows, best = rows_of(asked, k), np.array([floats(row) for row in free.mechanism.rows])
        has, most = float((best @ coefficients.T).max(axis=1).sum()), most_of(coefficients, rows, asked)
        # what answers may add to a sum of entries of the same size
        room = float(np.abs(coefficients).sum()) * (most_of(np.eye(k), rows, asked) - 1) / 100
        if most - has > max(room, 1e-9):
            break
    terms = [f"{a}*P[{i},{j}]" for i, row in enumerate(coefficients.tolist()) for j, a in enumerate(row) if a]
    left, sign = " + ".join(terms).replace("+ -", "- "), "==" if rng.random() < 0.2 else ">="
    part, beyond = (F(has + (most - has) * x).limit_denominator(10**9) for x in (float(rng.uniform(0.2, 0.95)), 1.01))
    problem = Problem(
        objective, demand, inputs=k, outputs=list(map(str, range(m))), subject_to=[f"{left} {sign} {part}"]
    )
    return problem, free, [f"{left} >= {beyond}"]


SEEDS = [
    pytest.param(kind, seed, marks=[pytest.mark.slow] if seed >= FAST else [], id=f"{kind}, {seed}")
    for kind in KINDS
    for seed in range(MANY)
]


@pytest.mark.some(kind=2)
@pytest.mark.then(seed=12)
@pytest.mark.parametrize(("kind", "seed"), SEEDS)
def test_the_optimum_is_that_of_cvxpy_and_the_condition_binds(kind: str, seed: int) -> None:
    problem, free, _ = drawn(kind, seed)
    found = design(problem)
    assert judge(found.certificate).is_accepted
    assert found.lower is not None and found.upper is not None
    # a semidefinite program, and one of which some variances are not the largest, are solved less exactly
    assert found.upper - found.lower < found.upper / 10 ** (8 if kind in ("sum", "determinant") else 6)
    assert float(found.upper) == pytest.approx(ByCvxpy(problem).value(), rel=1e-6)
    assert all(c.holds(summed(found)) for c in problem.conditions)
    assert found.problem.objective.value_bounds(found.mechanism)[0] <= found.upper
    assert found.lower > free.upper


@pytest.mark.parametrize(("kind", "seed"), SEEDS[::2])
def test_conditions_that_nothing_meets_are_certified(kind: str, seed: int) -> None:
    problem, _, beyond = drawn(kind, seed)
    found = design(
        problem.objective, problem.demand, inputs=problem.k, outputs=problem.output_labels, subject_to=beyond
    )
    assert found.verdict is Verdict.INFEASIBLE and judge(found.certificate).is_accepted


LISTS = [["1/2", "1/4", "1/4"], ["1/5", "2/5", "2/5"]]
OBJECTIVES = [
    TotalVariance(LISTS[0]) + 2 * Contrast([0, 1, 3], LISTS[1]),
    worst(TotalVariance(LISTS[0]) + Contrast([0, 1, 3], LISTS[0]), 3 * Contrast([1, 0, 0], LISTS[1])),
    LargestVariance(of="shares"),
    LargestVariance(),
    LargestVariance(LISTS, worst=True),
    Determinant(LISTS[0]),
    Determinant(LISTS, weights=["1/3", "2/3"]),
    Determinant(LISTS, worst=True),
]


@pytest.mark.some(objective=2)
@pytest.mark.parametrize("demand", DEMANDS, ids=str)
@pytest.mark.parametrize("objective", OBJECTIVES, ids=str)
def test_under_every_kind_of_demand_and_for_several_lists(demand: Any, objective: Any) -> None:
    asked = ["P[a,a] >= 11/20*P[b,a] + 2/5", "sum(P[b,:]) <= 9/10"]
    found = design(objective, demand, inputs=("a", "b", "c"), subject_to=asked)
    text = found.to_json()
    assert judge_document(json.loads(text))[0] == "accepted" and found.gap / found.upper <= F(1, 10**8)
    again = Design.from_json(text)
    assert (again.lower, again.upper) == (found.lower, found.upper)
    assert design(objective, demand, inputs=("a", "b", "c")).lower <= found.upper


@pytest.mark.parametrize("objective", [*OBJECTIVES[:4], OBJECTIVES[5]], ids=str)
@pytest.mark.slow_at("variance of the worst share at equal prevalences")
def test_the_three_legs_agree(objective: Any) -> None:
    found = design(objective, LDP("1"), inputs=3, subject_to=["P[0,0] >= 3/5", "P[0,1] <= 3/10"], check="full")
    assert float(found.problem.solve_cvxpy().value) == pytest.approx(float(found.upper), rel=1e-6)
    assert found.problem.as_sympy().sense == "min"


def test_by_hand() -> None:
    """P[0,0] = 3/4, P[0,1] = 1/4 and odds of at most 3 leave no freedom: the truth with chance 3/4.

    n·Var of each share at 1/2 is (1/2 · 1/2)/(3/4 − 1/4)² = 1, and that of their difference over √2, of length 1, is 4/2.
    """
    asked = ["P[0,0] = 3/4", "P[0,1] = 1/4"]
    for objective, value in (
        (Determinant(), 1),
        (LargestVariance(), 2),
        (LargestVariance(of="shares"), 1),
        (TotalVariance() + 3 * Contrast([0, 1]), 5),
        (worst(TotalVariance(), 3 * Contrast([0, 1])), 3),
    ):
        found = design(objective, LDP("ln3"), inputs=2, subject_to=asked)
        assert found.lower <= value <= found.upper and found.gap < F(1, 10**9)


def test_where_shares_are_not_told_apart() -> None:
    """P[0,0] = T/(1 + T), P[0,1] = P[0,2] = 1/(1 + T) leaves two rows, which tell the first input from the others alone."""
    asked = ["P[0,0] = 3/4", "P[0,1] = 1/4", "P[0,2] = 1/4"]
    for objective in (Determinant(), LargestVariance(), LargestVariance(of="shares")):
        with pytest.raises(InputError, match=r"no mechanism .* identifies the shares"):
            design(objective, LDP("ln3"), inputs=3, outputs=["0", "1"], subject_to=asked)


def test_at_epsilon_zero_nothing_is_estimated_or_nothing_meets_the_conditions() -> None:
    for objective in (Determinant(), LargestVariance()):
        assert design(objective, LDP("0"), inputs=3, subject_to=["P[0,0] >= 1/9"]).verdict is Verdict.UNATTAINED
        asked = ["P[0,0] >= 2/3", "P[0,1] <= 1/3"]
        assert design(objective, LDP("0"), inputs=3, subject_to=asked).verdict is Verdict.INFEASIBLE


def test_the_command_line_says_the_same() -> None:
    asked = ["design", "--objective", "determinant", "--epsilon", "ln2", "--inputs", "3", "--json"]
    answer = CliRunner().invoke(app, [*asked, "--subject-to", "P[0,0] >= 3/5", "--subject-to", "P[0,1] <= 3/10"])
    assert answer.exit_code == 0, answer.output
    found = design(Determinant(), LDP("ln2"), inputs=3, subject_to=["P[0,0] >= 3/5", "P[0,1] <= 3/10"])
    assert json.loads(answer.output)["certificate"] == json.loads(found.to_json())["certificate"]
