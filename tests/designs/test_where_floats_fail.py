"""The trace at k = 16 for t from 1 + 10^-8 to 10^10: common solvers err, the design is exact; extremes and large sizes."""

import random
from fractions import Fraction as F
from typing import Any

import cvxpy as cp
import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import csr_matrix, kron

from rropt.certificate.writing import dumps
from rropt.checker import check
from rropt.designs.linear.certificate import write_linear
from rropt.designs.linear.legs import CommonLinear
from rropt.designs.objectives.trace import Trace
from rropt.designs.objectives.variance import Variance
from rropt.exact.epsilon import Epsilon
from rropt.privacy import LDP
from rropt.problem.design import design
from rropt.problem.known import pose
from rropt.problem.problem import Problem
from rropt.problem.result import Verdict

K = 16
RATIOS = [1 + F(1, 10**8), 1 + F(1, 10**6), F(3, 2)] + [F(10) ** n for n in (3, 6, 7, 8, 9, 10)]


def optimum(t: F) -> F:
    return K * t / (t + K - 1)


@pytest.mark.parametrize("t", RATIOS, ids=lambda t: f"{float(t):.10g}")
@pytest.mark.parametrize("closed_forms", [True, False])
def test_the_design_is_exact_at_every_ratio(t: F, closed_forms: bool) -> None:
    found = design(Trace(), LDP(Epsilon(t)), inputs=K, closed_forms=closed_forms)
    assert found.verdict is Verdict.OPTIMAL and found.value == optimum(t) and found.gap == 0
    assert check(found.certificate).status == "accepted" and found.problem.demand.holds(found.mechanism)


def pairs() -> tuple[Any, Any]:
    a, b = np.repeat(np.arange(K), K), np.tile(np.arange(K), K)
    return a[a != b], b[a != b]


def naive_highs(t: float) -> tuple[bool, float, float]:
    """scipy's HiGHS (dual simplex) on p_ij ≤ t·p_il: whether it claims an optimum, which, and the worst ratio over t."""
    a, b = pairs()
    e = np.eye(K)
    rows = kron(np.eye(K), csr_matrix(e[a] - t * e[b]))
    answer = linprog(
        -e.ravel(), A_ub=rows, b_ub=np.zeros(rows.shape[0]), A_eq=np.tile(e, K), b_eq=np.ones(K), method="highs-ds"
    )
    if answer.status != 0:
        return False, float("nan"), float("nan")
    return True, -answer.fun, worst_ratio(answer.x.reshape(K, K)) / t


def worst_ratio(p: Any) -> float:
    p = np.maximum(p, 0)
    low, high = p.min(axis=1), p.max(axis=1)
    return float(max((h / x if x else np.inf) for x, h in zip(low, high, strict=True) if h))


def test_a_common_simplex_says_optimal_and_is_wrong() -> None:
    """Measured with HiGHS 1.x: 14.0 at 10^7, 5.0 at 10^8, 3.0 at 10^9, each `optimal`; the optimum is just below 16."""
    claims = {t: naive_highs(float(t)) for t in RATIOS}
    claimed, value, _ = claims[F(3, 2)]
    assert claimed and value == pytest.approx(float(optimum(F(3, 2))), rel=1e-9)
    wrong = [t for t, (claimed, value, _) in claims.items() if claimed and abs(value - float(optimum(t))) > 1e-2]
    assert wrong and all(claims[t][1] < 15 < optimum(t) for t in wrong)


@pytest.mark.slow
def test_common_solvers_answer_with_mechanisms_that_break_the_demand() -> None:
    """A first-order answer whose largest ratio exceeds t, and a simplex answer with a zero beside a positive entry."""
    a, b = pairs()
    broken = []
    for t in (1e3, 1e6, 1e8):
        p = cp.Variable((K, K), nonneg=True)
        problem = cp.Problem(cp.Maximize(cp.trace(p)), [cp.sum(p, axis=0) == 1, p[:, a] <= t * p[:, b]])
        problem.solve(solver="SCS", max_iters=5000)
        if problem.status == "optimal" and worst_ratio(p.value) > t * (1 + 1e-6):
            broken.append(t)
    broken += [t for t in RATIOS if naive_highs(float(t))[2] > 1 + 1e-6]
    assert broken


@pytest.mark.parametrize("epsilon", ["1/1000", "20"])
def test_extremes_of_epsilon(epsilon: str) -> None:
    for found in (
        design(Trace(), LDP(epsilon), inputs=K),
        design(Trace(), LDP(epsilon), inputs=K, closed_forms=False),
        design(Trace(), LDP(epsilon, delta="1/10"), inputs=6),
        design(Trace([1, 2, 3, 4]), LDP(epsilon)),
        design(Variance("1/4"), LDP(epsilon)),
        design(Variance("1/4"), LDP(epsilon, delta="1/100")),
        design(Variance("1/4"), LDP(epsilon, delta="1/100"), outputs="free"),
    ):
        assert found.verdict is Verdict.OPTIMAL and check(found.certificate).status == "accepted"


@pytest.mark.parametrize("epsilon", ["ln3", "1/2"])
@pytest.mark.slow_at("1/2")
def test_the_trace_at_64(epsilon: str) -> None:
    found = design(Trace(), LDP(epsilon), inputs=64)
    t = LDP(epsilon).t
    assert found.verdict is Verdict.OPTIMAL and found.value == 64 * t / (t + 63)  # type: ignore[operator]


@pytest.mark.parametrize("closed_forms", [True, False])
def test_a_random_weighted_trace_at_32(closed_forms: bool) -> None:
    rng = random.Random(23)
    w = [F(rng.randint(1, 1000), rng.randint(1, 50)) for _ in range(32)]
    found = design(Trace(w), LDP("3"), closed_forms=closed_forms)
    t, ordered = LDP("3").t, sorted(w, reverse=True)
    assert found.verdict is Verdict.OPTIMAL
    assert found.value == max(t * sum(ordered[:r], F(0)) / (t + r - 1) for r in range(1, 33))  # type: ignore[operator]


@pytest.mark.slow
def test_a_trace_of_24_inputs_with_delta_is_not_too_much_for_the_checker() -> None:
    problem = Problem(Trace(), LDP("1/2", delta="1/10"), inputs=24)
    posed = pose(problem)
    form = posed.theorem()
    assert isinstance(posed, CommonLinear) and form is not None and "pair[0,1]" in form.multipliers
    document = write_linear(problem, posed.program, form.rows, form.multipliers, (form.value, form.value))
    assert check(dumps(document)).status == "accepted"
