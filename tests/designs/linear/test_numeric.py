"""The numeric leg of a linear design: against z3's exact optimum, scipy on the naive model, and over large ranges of t."""

import random
from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from rropt.designs.linear.legs import linear_program
from rropt.designs.linear.numeric import pairs_of, power_of_two, solve_linear
from rropt.designs.linear.program import LinearProgram
from rropt.designs.linear.rows.numeric import MANY
from rropt.designs.linear.rows.program import RowProgram
from rropt.designs.linear.rows.rounding import round_floats
from rropt.designs.linear.theorems import trace
from rropt.designs.objectives.trace import Trace
from rropt.privacy import LDP
from rropt.problem.problem import Problem
from rropt.solvers.agreement import are_in_agreement
from rropt.solvers.vertex import solve_in_floats
from tests import brute_force


def random_weights(rng: random.Random, m: int, k: int, top: int) -> Any:
    return tuple(tuple(F(rng.randint(-top, top)) for _ in range(k)) for _ in range(m))


def naive(w: Any, t: float, maximise: bool) -> float:
    """The pairwise model p_ij ≤ t·p_il by scipy."""
    m, k = len(w), len(w[0])
    rows = []
    for i in range(m):
        for j, el in pairs_of(k):
            row = np.zeros(m * k)
            row[i * k + j], row[i * k + el] = 1, -t
            rows.append(row)
    cost = np.array([[float(x) for x in r] for r in w]).ravel() * (-1 if maximise else 1)
    answer = linprog(cost, A_ub=rows, b_ub=np.zeros(len(rows)), A_eq=np.tile(np.eye(k), m), b_eq=np.ones(k))
    return float(-answer.fun if maximise else answer.fun)


@pytest.mark.slow_at("1/10")
@pytest.mark.parametrize("delta", [F(0), F(1, 10)], ids=str)
def test_is_near_the_exact_optimum(delta: F) -> None:
    rng = random.Random(17)
    for _ in range(30):
        m, k, t = rng.randint(1, 4), rng.randint(2, 4), 1 + F(rng.randint(1, 40), 10)
        w, maximise = random_weights(rng, m, k, rng.choice([1, 6])), rng.random() < 0.5
        answer = solve_linear(LinearProgram(t, delta, w, maximise))
        assert are_in_agreement(answer.value, float(brute_force.best_linear(w, t, delta, maximise=maximise)))
        assert answer.rows.shape == (m, k) and np.allclose(answer.rows.sum(axis=0), 1)


def test_agrees_with_scipy_on_the_naive_model() -> None:
    rng = random.Random(18)
    for _ in range(10):
        m, k = rng.randint(2, 6), rng.randint(2, 6)
        w, maximise = random_weights(rng, m, k, 9), rng.random() < 0.5
        assert are_in_agreement(solve_linear(LinearProgram(F(5, 2), F(0), w, maximise)).value, naive(w, 2.5, maximise))


def test_the_pairs_are_all_ordered_pairs() -> None:
    assert sorted(pairs_of(3)) == [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]


@pytest.mark.parametrize("t", [1 + F(1, 10**8), F(10**4), F(10**8), F(10**10)], ids=lambda t: f"{float(t):.3g}")
def test_the_scaled_rows_stay_right_where_naive_models_fail(t: F) -> None:
    k = 16
    w = tuple(tuple(F(int(i == j)) for j in range(k)) for i in range(k))
    assert are_in_agreement(solve_linear(LinearProgram(t, F(0), w, True)).value, float(k * t / (t + k - 1)))


@pytest.mark.parametrize("t", [10**3, 10**6, 485165195, 72004899337, 10**13])
@pytest.mark.parametrize("delta", [F(1, 10), F(1, 10**6)], ids=str)
def test_the_pair_form_is_right_at_a_huge_ratio(t: int, delta: F) -> None:
    """Coefficients 1 and T in one row made the solver answer -2.69 for -4.35, or nothing."""
    rng = random.Random(6)
    for m, k in ((3, 3), (6, 6)):
        w = tuple(tuple(F(rng.randint(-1000, 1000), 1000) for _ in range(k)) for _ in range(m))
        program = LinearProgram(F(t), delta, w, True)
        rows, found = round_floats(RowProgram.of_all_pairs(program))
        lower = float(program.value(rows))
        assert float(sum(found.columns, F(0)) + delta * sum(found.budgets.values(), F(0))) - lower < 1e-9
        assert are_in_agreement(solve_linear(program).value, lower)


def test_gains_of_any_size_are_solved_alike() -> None:
    w = tuple(tuple(F((3 * i + 5 * j) % 7, 10**9) for j in range(4)) for i in range(4))
    small = solve_linear(LinearProgram(F(2), F(0), w, True)).value
    large = solve_linear(LinearProgram(F(2), F(0), tuple(tuple(10**12 * x for x in r) for r in w), True)).value
    assert small * 1e12 == pytest.approx(large, rel=1e-9)


@pytest.mark.first(epsilon=1)
@pytest.mark.parametrize(("epsilon", "delta"), [("1/2", "1/10"), ("1/1000", "1/1000000"), ("20", "1/100")])
@pytest.mark.slow
def test_the_interior_point_of_many_excesses_is_near_the_simplex_and_the_theorem(epsilon: str, delta: str) -> None:
    program = linear_program(Problem(Trace(), LDP(epsilon, delta=delta), inputs=18))
    assert MANY < 18 * 18 * 17
    best, simplex = trace(program).value, solve_in_floats(RowProgram.of_all_pairs(program).form().program)
    assert are_in_agreement(solve_linear(program).value, float(best))
    assert are_in_agreement(-simplex.value, float(best))


@pytest.mark.parametrize(
    ("gains", "power"), [([5.0, -9.0], 8), ([0.75, 0.0], 0.5), ([0.0, 0.0], 1), ([np.inf, 2.0], 1)]
)
def test_gains_are_scaled_by_a_power_of_two_if_they_have_one(gains: list[float], power: float) -> None:
    assert power_of_two(np.array([gains])) == power
