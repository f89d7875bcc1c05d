"""The exact leg alone: evidence for each kind of program, bounds that meet, and what is beyond it."""

from fractions import Fraction as F
from typing import Any

import pytest

from rropt.checker import check
from rropt.closed_forms import closed_form
from rropt.designs import exact_leg
from rropt.designs.exact_leg import near, prove
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.objectives import Trace, Utility, Variance
from rropt.privacy import LDP
from rropt.problem import Problem
from rropt.program import normal_form

PROBLEMS = [
    Problem(Variance("1/4"), LDP("1/2", delta="1/10")),
    Problem(Variance("1/10..2/5"), LDP("1/2", delta="1/10")),
    Problem(Variance("1/4", warner=True), LDP("1/2")),
    Problem(Variance("1/4"), LDP("1/2", delta="1/10"), outputs="free"),
    Problem(Trace(), LDP("1/2"), inputs=5),
    Problem(Trace(), LDP("ln3", delta="1/10"), inputs=3),
    Problem(Trace([3, 2, 1]), LDP("1/2")),
    Problem(Utility([[1, 2], [4, 0], [3, 3]], ["1/4", "3/4"], sense="min"), LDP("1/2")),
    Problem(Utility([[1, 2], [4, 0]]), LDP("ln3", delta="1/10")),
]


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
@pytest.mark.parametrize("with_theorem", [True, False])
def test_proves_each_kind_of_program(problem: Problem, with_theorem: bool) -> None:
    theorem = closed_form(problem) if with_theorem else None
    evidence = prove(problem, normal_form(problem), theorem)
    assert evidence.lower == evidence.upper == evidence.value and check(evidence.certificate).status == "accepted"
    if theorem is not None:
        assert evidence.value == theorem.value


def test_a_theorem_s_multipliers_are_used_where_there_are_some() -> None:
    problem = Problem(Trace(), LDP("1/2"), inputs=5)
    said = [prove(problem, normal_form(problem), t).source for t in (closed_form(problem), None)]
    assert "theorem" in said[0] and "simplex" in said[1]


@pytest.mark.parametrize("epsilon", ["1/1000", "1/2", "20"])
def test_the_near_rational_is_near_beside_t_minus_one(epsilon: str) -> None:
    t: Any = read_epsilon(epsilon).t
    assert abs(near(t) - t) < min((t - 1) / 10**17, F(1, 10**17)) and near(t) != t
    assert near(F(5, 3)) == F(5, 3)


def test_effort_that_runs_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    from rropt.oracles import pair_exact, staircase_simplex

    monkeypatch.setattr(staircase_simplex, "exact_basis", lambda *_: None)
    monkeypatch.setattr(pair_exact, "solve_pairs", lambda *_: None)
    for problem in (PROBLEMS[7], PROBLEMS[8]):
        with pytest.raises(InputError, match="stated effort"):
            prove(problem, normal_form(problem), None)


def test_an_uncertain_optimum_is_a_rigorous_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    """Multipliers of a suboptimal basis still bound: the verdict is an interval that holds the optimum."""
    problem = PROBLEMS[7]
    honest = exact_leg._columns
    monkeypatch.setattr(exact_leg, "_columns", lambda p: (honest(p)[0], tuple(y + F(1, 100) for y in honest(p)[1])))
    best = prove(problem, normal_form(problem), None)
    assert best.value is None and best.upper - best.lower == F(2, 100)
    assert check(best.certificate).status == "accepted"


@pytest.mark.parametrize("delta", ["0", "1/10"])
def test_utilities_outside_q_are_refused_where_no_theorem_applies(delta: str) -> None:
    problem = Problem(Utility([["exp(1/2)", 1], [0, 2]]), LDP("1/2", delta=delta))
    with pytest.raises(InputError, match="not rational; give a rational number near it"):
        prove(problem, normal_form(problem), None)
    weighted = Problem(Trace(["exp(1/2)", 1]), LDP("1/2"))
    evidence = prove(weighted, normal_form(weighted), closed_form(weighted))
    assert check(evidence.certificate).status == "accepted"
