"""The exact leg of linear objectives alone: evidence for each kind of program, bounds that meet, and what is beyond it."""

import random
from dataclasses import replace
from fractions import Fraction as F
from typing import Any

import pytest

from rropt.checker import check
from rropt.designs.linear import exact as module
from rropt.designs.linear.exact import near
from rropt.designs.objectives.trace import Trace
from rropt.designs.objectives.utility import Utility
from rropt.exact.epsilon import read_epsilon
from rropt.exact.sign import enclose
from rropt.privacy import LDP
from rropt.problem.answers import ClosedForm, Evidence
from rropt.problem.design import design
from rropt.problem.known import pose
from rropt.problem.problem import Problem
from rropt.problem.verdicts import Optima

PROBLEMS = [
    Problem(Trace(), LDP("1/2"), inputs=5),
    Problem(Trace(), LDP("ln3", delta="1/10"), inputs=3),
    Problem(Trace([3, 2, 1]), LDP("1/2")),
    Problem(Utility([[1, 2], [4, 0], [3, 3]], ["1/4", "3/4"], sense="min"), LDP("1/2")),
    Problem(Utility([[1, 2], [4, 0]]), LDP("ln3", delta="1/10")),
]


def proved(problem: Problem, theorem: ClosedForm | None = None) -> Evidence:
    found = pose(problem).prove(theorem, optima="few")
    assert isinstance(found, Evidence)
    return found


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
@pytest.mark.parametrize("with_theorem", [True, False])
def test_proves_each_kind_of_program(problem: Problem, with_theorem: bool) -> None:
    theorem = pose(problem).theorem() if with_theorem else None
    evidence = proved(problem, theorem)
    assert evidence.lower == evidence.upper == evidence.value and check(evidence.certificate).status == "accepted"
    if theorem is not None:
        assert evidence.value == theorem.value


def test_a_theorem_s_multipliers_are_used_where_there_are_some() -> None:
    problem = Problem(Trace(), LDP("1/2"), inputs=5)
    said = [proved(problem, t).source for t in (pose(problem).theorem(), None)]
    assert "theorem" in said[0] and "simplex" in said[1]


@pytest.mark.parametrize("epsilon", ["1/1000", "1/2", "20"])
def test_the_near_rational_is_near_beside_t_minus_one(epsilon: str) -> None:
    t: Any = read_epsilon(epsilon).t
    assert abs(near(t) - t) < min((t - 1) / 10**17, F(1, 10**17)) and near(t) != t
    assert near(F(5, 3)) == F(5, 3)


def test_effort_that_runs_out_leaves_rigorous_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(25)
    monkeypatch.setattr(module, "optimal_staircase", lambda *_: None)
    for epsilon in ("1/1000", "1/2", "ln3", "20"):
        for k, m in ((2, 3), (8, 8)):
            problem = Problem(Utility([[rng.randint(-9, 9) for _ in range(k)] for _ in range(m)]), LDP(epsilon))
            exact = design(problem, closed_forms=False)
            evidence = proved(problem)
            assert exact.lower == evidence.lower <= evidence.upper == exact.upper  # the door goes the same way
            assert check(evidence.certificate).status == "accepted"
            # a double resolves an entry 1/T to no better than the solver's tolerance, so at e^20 the bounds are wider
            relative = F(1, 10**7) if epsilon == "20" else F(1, 10**9)
            assert enclose(evidence.upper - evidence.lower)[1] <= relative * max(1, abs(enclose(evidence.upper)[0]))
            monkeypatch.undo()
            best = design(problem, closed_forms=False).value
            assert evidence.lower <= best <= evidence.upper  # type: ignore[operator]
            monkeypatch.setattr(module, "optimal_staircase", lambda *_: None)


def test_effort_that_runs_out_with_delta_leaves_rigorous_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = proved(PROBLEMS[4])
    monkeypatch.setattr("rropt.designs.linear.rows.exact._search", lambda *_: None)
    found = proved(PROBLEMS[4])
    assert check(found.certificate).status == "accepted" and "rational" in found.source
    assert found.lower <= exact.upper and exact.lower <= found.upper
    assert enclose(found.upper - found.lower)[1] <= F(1, 10**9) * max(1, abs(enclose(found.upper)[0]))


@pytest.mark.parametrize("inputs", [3, 9])
def test_optima_that_cannot_be_listed_cost_no_optimum(monkeypatch: pytest.MonkeyPatch, inputs: int) -> None:
    """Their list needs multipliers of k(k - 1) pairs for each answer, where the optimum needs those of inputs."""
    monkeypatch.setattr("rropt.designs.linear.rows.exact.MOST_ENTRIES", inputs * inputs + inputs + 2)
    found = design(Trace(), LDP("ln3"), inputs=inputs, subject_to=["P[0,0] >= 1/10"], optima="all")
    assert found.value == F(3 * inputs, inputs + 2) and found.optima is Optima.UNFINISHED


def test_multipliers_of_less_than_the_optimum_list_no_optima(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = module.solve_rows

    def doubtful(program: Any, **options: Any) -> Any:
        found = honest(program, **options)
        columns = found.multipliers.columns
        if program.common is not None:
            return found
        return replace(found, multipliers=replace(found.multipliers, columns=tuple(y + F(1, 100) for y in columns)))

    monkeypatch.setattr(module, "solve_rows", doubtful)
    found = design(Trace(), LDP("ln3"), inputs=3, subject_to=["P[0,0] >= 1/10"], optima="all")
    assert found.value == F(9, 5) and found.optima is Optima.UNFINISHED


def test_multipliers_that_are_not_the_best_still_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = PROBLEMS[3]
    honest = module._columns

    def raised(program: Any) -> Any:
        rows, columns, source = honest(program)
        return rows, tuple(y + F(1, 100) for y in columns), source

    monkeypatch.setattr(module, "_columns", raised)
    found = proved(problem)
    assert found.value is None and found.upper - found.lower == F(2, 100)
    assert check(found.certificate).status == "accepted"


@pytest.mark.parametrize("delta", ["0", "1/10"])
def test_utilities_of_the_field_have_an_exact_optimum(delta: str) -> None:
    problem = Problem(Utility([["exp(1/2)", 1], [0, "3/exp(1)"]]), LDP("1/2", delta=delta))
    found = proved(problem)
    assert found.value is not None and check(found.certificate).status == "accepted"
    weighted = Problem(Trace(["exp(1/2)", 1]), LDP("1/2"))
    evidence = proved(weighted, pose(weighted).theorem())
    assert check(evidence.certificate).status == "accepted"


@pytest.mark.slow_at("0")
@pytest.mark.slow_at("ln3")
@pytest.mark.first(epsilon=2)
@pytest.mark.parametrize("epsilon", ["0", "ln3", "1", "1e-8", "ln(1e30)"])
def test_at_delta_1_the_best_answer_to_each_input_is_optimal(epsilon: str) -> None:
    demand = LDP(epsilon, delta=1)
    weights = ["-8/7", "-17/3", "3", "19/6", "1"]
    assert design(Trace(weights), demand).value == F(43, 6)
    table = [[1, 2, "1/2"], [0, 3, 5]]
    assert design(Utility(table), demand).value == F(1, 3) * (1 + 3 + 5)
    assert design(Utility(table, sense="min"), demand).value == F(1, 3) * (0 + 2 + F(1, 2))
    large = [f"{(-1) ** j * (j + 1)}/7" for j in range(20)]
    assert design(Trace(large), demand).value == sum(F(j + 1, 7) for j in range(0, 20, 2))


def test_at_delta_1_weights_of_the_field_are_exact_too() -> None:
    found = design(Trace(["exp(1)", "-exp(1)", "-2*exp(1)"]), LDP(1, delta=1))
    assert str(found.value) == "exp(1)" and found.verdict.value == "optimal"
