"""HiGHS directly: against scipy, its statuses, and the hot start."""

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import linprog

from rropt import LDP, Metric, Utility, design
from rropt.solvers import highs
from rropt.solvers.highs import HighsAnswer, dense_rows, hot_model, minimise, run


@pytest.mark.parametrize("seed", range(10))
def test_agrees_with_scipy(seed: int) -> None:
    rng = np.random.default_rng(seed)
    a, c = rng.uniform(0.1, 1, (4, 6)), rng.uniform(0.1, 1, 6)
    b = rng.uniform(0.5, 1, 4)
    answer = minimise(c, dense_rows(a.tolist(), b.tolist(), [np.inf] * 4))
    reference = linprog(c, A_ub=-a, b_ub=-b)
    assert answer.is_solved and answer.value == pytest.approx(reference.fun, abs=1e-9)
    assert (a @ answer.point >= b - 1e-8).all()
    assert answer.multipliers @ b == pytest.approx(answer.value, abs=1e-8)
    assert len(answer.basic_columns) + len(answer.basic_rows) == 4


@pytest.mark.slow
def test_no_solver_writes_to_standard_output() -> None:
    """In a process of its own: the banner of HiGHS 1.16.0 comes once a process, past Python's streams."""
    program = (
        "import cvxpy as cp, numpy as np; from rropt.solvers import cvxpy, highs\n"
        "highs.minimise(np.ones(1), highs.dense_rows([[1.0]], [1.0], [np.inf]))\n"
        "x = cp.Variable(); cvxpy.run(cp.Problem(cp.Minimize(x), [x >= 1]), 'HIGHS')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == ""


def test_says_when_there_is_no_optimum() -> None:
    rows = dense_rows([[1.0, 1.0]], [1.0], [np.inf])
    assert not minimise(np.array([-1.0, 0.0]), rows).is_solved
    assert not minimise(np.array([1.0, 1.0]), dense_rows([[1.0, 1.0]], [-np.inf], [-1.0])).is_solved


def test_a_hot_model_answers_changed_costs_like_a_new_one() -> None:
    rows = dense_rows([[1.0, 2.0], [3.0, 1.0]], [2.0, 3.0], [np.inf, np.inf])
    model = hot_model(np.ones(2), rows)
    for cost in ([1.0, 1.0], [5.0, 1.0], [1.0, 9.0]):
        model.changeColsCost(2, np.arange(2, dtype=np.int32), np.array(cost))
        assert run(model).value == pytest.approx(minimise(np.array(cost), rows).value)


def test_where_the_dual_simplex_gives_up_the_others_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["Not Set", "Unknown", "Optimal"])

    def stubborn(model: object) -> HighsAnswer:
        return replace(honest(model), status=next(answers))

    honest = highs.run
    monkeypatch.setattr(highs, "run", stubborn)
    assert minimise(np.array([1.0, 1.0]), dense_rows([[1.0, 2.0]], [2.0], [np.inf])).is_solved
    assert next(answers, None) is None


def test_a_program_that_both_legs_of_a_design_ask_is_solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    solved = []
    monkeypatch.setattr(highs, "_minimise", lambda *asked, solve=highs._minimise: solved.append(asked) or solve(*asked))
    utility = Utility([[3, 1, 0], [1, 4, 1], [0, 2, 5]])
    for demand in (LDP("1/2"), LDP("ln3", delta="1/10"), Metric([[0, 1, 2], [1, 0, 1], [2, 1, 0]], "1/2")):
        solved.clear()
        assert design(utility, demand, optima="one").verdict.value == "optimal"
        assert len(solved) == 1, demand
    design(utility, LDP("1/2"), optima="one")
    assert len(solved) == 2  # nothing is remembered from one answer to the next


def test_a_status_that_is_not_optimal_has_no_value() -> None:
    rows = dense_rows([[1.0, 1.0]], [1.0], [np.inf])
    unbounded = minimise(np.array([-1.0, 0.0]), rows)
    infeasible = minimise(np.array([1.0, 1.0]), dense_rows([[1.0, 1.0]], [-np.inf], [-1.0]))
    huge = minimise(np.array([1.0, -1e25]), dense_rows([[1.0, 1e-25]], [-np.inf], [1e25]))
    for answer in (unbounded, infeasible, huge):
        assert answer.is_solved != np.isnan(answer.value), answer.status


def test_weights_that_no_double_precision_solver_takes_leave_the_numeric_leg_unsolved() -> None:
    utility = Utility([["-1", "-1e25", "-1/4"], ["-1e25", "-16", "-9/2"]])
    found = design(utility, LDP("ln3", delta="1/10"))
    assert found.verdict == "optimal" and str(found.value) == "-240000000000000000000000767/160"
    assert found.fast_legs[1].value is None and found.fast_legs[1].status.startswith("not solved: ")
