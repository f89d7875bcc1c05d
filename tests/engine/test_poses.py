"""Other programs' answers to the same question: they agree with the certificate, and a false one would be noticed."""

from itertools import product

import pytest
import sympy

from rropt import LDP, Linear, PairwiseLDP, Problem, Trace, Utility, Vulnerability
from rropt.engine.cone import generators
from rropt.exact.errors import Disagreement, InputError
from rropt.families import krr
from rropt.objectives.base import worst
from rropt.problem.design import ask_others, design

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
    assert str(Problem(Trace(), demand, k).as_sympy().closed_form) == str(design(Trace(), demand, k).value)


SHARES = "1/2,1/4,1/4"
BY_ROWS = [
    ("information", "ldp:ln3", {}),
    (f"information:{SHARES}", "ldp:1,delta=1/10", {}),
    (f"worst(information:{SHARES},divergence:tv)", "ldp:1", {}),
    ("information+1/2*divergence:kl", "ldp:1", {}),
    ("information", "ldp:1", {"subject_to": ["P[0,0] <= 1/3", "P[1,1] >= 1/4"]}),
    (f"total-variance:{SHARES}", "ldp:1", {}),
    ("total-variance", "ldp:1,delta=1/10", {}),
    ("contrast:1,2,4", PairwiseLDP({(0, 1): 1, (1, 0): 1, (1, 2): 2, (2, 1): 2, (0, 2): 2, (2, 0): 2}), {}),
    (f"total-variance:{SHARES}:1/3,1/3,1/3,worst", "ldp:2", {}),
    (f"total-variance:{SHARES}+3*contrast:1,2,4", "ldp:2", {}),
    (f"determinant:{SHARES}", "ldp:1", {}),
    (f"determinant:{SHARES}:1/3,1/3,1/3", "ldp:1", {}),
    (f"largest-variance:{SHARES}", "ldp:1", {}),
    (f"largest-variance:{SHARES},of=shares", "ldp:1", {}),
]
WITH_FORMULA = [
    "information",
    "total-variance",
    "determinant",
    "largest-variance",
    "divergence:renyi,between=0/1,order=2",
]
KINDS = ["chi2", "hellinger", "hockey_stick,gamma=2", "jensen_shannon", "kl", "le_cam", "power,order=1/2", "tv"]
WITH_FORMULA += [f"divergence:{kind}{pair}" for kind in KINDS for pair in ("", ",between=2/0")]


@pytest.mark.parametrize("objective, demand, more", BY_ROWS, ids=str)
def test_cvxpy_agrees_on_weights_of_rows(objective, demand, more):
    found = design(objective, demand, 3, proof=True, **more)
    assert found.problem.as_cvxpy().is_dpp()
    assert found.others[0].value == pytest.approx(float(found.value), rel=1e-6)


@pytest.mark.parametrize("objective", WITH_FORMULA)
def test_formulas_of_symmetric_questions_are_the_certified_values(objective):
    found = design(objective, "ldp:ln3", 3, proof=True)
    assert [x.name for x in found.others] == ["cvxpy", "sympy"]
    assert found.others[1].value == pytest.approx(float(found.value), rel=1e-12)


@pytest.mark.parametrize("objective", [f"total-variance:{SHARES}", f"determinant:{SHARES}", f"information:{SHARES}"])
def test_the_question_in_symbols_has_the_value_of_a_mechanism(objective):
    """The objective at the weights of k-ary randomized response is its value, and the relations hold. Rows have 1 and T."""
    problem = Problem(objective, "ldp:ln3")
    posed = problem.as_sympy()
    rows = generators(problem.asked).rows
    at = {
        sympy.Symbol(f"theta_{n}", nonnegative=True): sympy.Rational(int(list(row).count(3) == 1), 5)
        for n, row in enumerate(rows)
    }
    relations = [x.subs(at) for x in posed.relations]
    matrices = {
        x.lhs: sympy.Matrix(x.rhs) for x in relations if isinstance(getattr(x, "lhs", None), sympy.MatrixSymbol)
    }
    for j, n in product(range(3), range(len(rows))):
        theta = sympy.Symbol(f"theta_{n}", nonnegative=True)
        assert posed.relations[j].lhs.coeff(theta) == int(rows[n][j])
    assert all(x == True for x in relations if getattr(x, "lhs", None) not in matrices)  # noqa: E712
    value = posed.objective.subs(at).subs(matrices).doit()
    assert float(value) == pytest.approx(float(problem.objective.value_bounds(krr(k=3, epsilon="ln3"))[0]), rel=1e-12)


@pytest.mark.parametrize("kind", ["kl", "chi2", "power,order=3", "renyi,order=2"])
def test_an_infinite_divergence_is_not_posed(kind):
    """With slack an answer may be impossible for one of the two inputs. Its part of the sum is no number, nor is it left out."""
    problem = Problem(f"divergence:{kind},between=2/0", "ldp:1,delta=1/10", 3)
    with pytest.raises(InputError, match="the divergence is infinite"):
        problem.as_sympy()
