"""The numeric leg at sampled points: right formulas agree, wrong ones are seen, in t and in π."""

from fractions import Fraction as F

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.linear.trace import Trace
from rropt.privacy import LDP, Parity
from rropt.problem.agreement import AGREEMENT
from rropt.problem.problem import Problem
from rropt.problem.sampled import at_ratio, largest_difference, largest_difference_at
from rropt.variance.objective import Variance

T = read_epsilon("every").t


@pytest.mark.parametrize(
    ("problem", "formula"),
    [
        (Problem(Trace(), LDP("every"), inputs=3), 3 * T / (T + 2)),  # type: ignore[operator]
        (Problem(Variance("1/4"), LDP("every")), T / (T - 1) ** 2 + F(3, 16)),  # type: ignore[operator]
        (Problem(Variance("1/4"), LDP("every"), outputs="free"), T / (T - 1) ** 2 + F(3, 16)),  # type: ignore[operator]
        (Problem(Variance("every"), LDP("ln3")), (F(3, 2), F(3, 2))),
        (Problem(Variance("every", positive=0), LDP("ln3")), (F(3, 2), F(3, 2))),
    ],
    ids=str,
)
def test_a_right_formula_agrees_and_a_wrong_one_does_not(problem: Problem, formula: object) -> None:
    worst, points = largest_difference(problem, formula)
    assert worst < AGREEMENT and points >= 7
    wrong = (formula[0], formula[1] + F(1, 1000)) if isinstance(formula, tuple) else formula + F(1, 1000)  # type: ignore[operator]
    assert largest_difference(problem, wrong)[0] > AGREEMENT


def test_the_same_question_at_one_ratio() -> None:
    problem = at_ratio(Problem(Trace(), LDP("every", delta="1/10"), inputs=3), F(5, 2))
    assert problem.demand.reduced() == (F(5, 2), F(1, 10)) and problem.k == 3
    assert at_ratio(Problem(Variance("1/4"), Parity(3)), F(2)).demand == Parity(2)


def test_given_points_are_compared_with_the_solver() -> None:
    problem = Problem(Trace([1, 2]), LDP("every"))
    assert largest_difference_at(problem, [(F(2), F(2)), (F(5), F(5, 2))]) < AGREEMENT
    assert largest_difference_at(problem, [(F(2), F(2)), (F(5), F(3))]) > 0.1
