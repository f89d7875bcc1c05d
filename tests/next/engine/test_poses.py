"""Other programs' answers to the same question: they agree with the certificate, and a false one would be noticed."""

import pytest

from rropt import LDP, PairwiseLDP, Vulnerability
from rropt.exact.errors import Disagreement
from rropt.next.problem.design import design
from rropt.next.problem.problem import Problem
from rropt.next.problem.proof import ask_others
from rropt.objectives.base import worst
from rropt.objectives.linear import Linear, Trace, Utility

QUESTIONS = [
    (Trace(), LDP("ln3"), {}),
    (Trace(), LDP("1/2", delta="1/10"), {}),
    (Utility([[3, 1, 0], [0, 2, 1]], sense="min"), LDP(1) & LDP("1/2", delta="1/5"), {}),
    (Linear([[1, 2, 0], [0, 1, 3], [2, 0, 1]]), PairwiseLDP({(0, 1): "1", (2, 0): "ln2"}), {}),
    (Trace(), LDP(1), {"subject_to": ["P[0,0] <= 1/2", "sum(P[:,1]) = 1", "P[1,1] >= 1/3"]}),
    (Trace(), Vulnerability("1/2") & LDP(2), {}),
    (worst(Trace([1, 2, 1]), Utility([[1, 0, 0], [0, 1, 0], [0, 0, 4]])), LDP(1), {}),
]


@pytest.mark.parametrize("objective, demand, more", QUESTIONS, ids=str)
def test_cvxpy_and_sympy_agree(objective, demand, more):
    found = design(objective, demand, 3, proof=True, **more)
    assert found.others[0].name == "cvxpy"
    assert found.others[0].value == pytest.approx(float(found.value), rel=1e-6)


def test_a_contradiction_is_told():
    problem = Problem(Trace(), LDP("ln3"), 3)
    true = design(Trace(), LDP("ln3"), 3).value
    assert len(ask_others(problem, true, true)) == 2
    with pytest.raises(Disagreement):
        ask_others(problem, true + 1, true + 1)


def test_the_program_of_cvxpy_follows_its_parameters():
    posed = Problem(Trace(), LDP("ln3"), 4).as_cvxpy()
    assert posed.is_dpp()
    posed.param_dict["ratio"].value = 2
    assert posed.solve() == pytest.approx(8 / 5, abs=1e-6)


@pytest.mark.parametrize("k, delta", [(2, "0"), (3, "1/10"), (6, "1/3")])
def test_the_formula_of_sympy_is_the_certified_value(k, delta):
    demand = LDP("ln5", delta=delta)
    formula = Problem(Trace(), demand, k).as_sympy().closed_form
    assert str(formula) == str(design(Trace(), demand, k).value)
