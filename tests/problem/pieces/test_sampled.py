"""The numeric leg at sampled points: right formulas agree, wrong ones are seen."""

from fractions import Fraction as F

import pytest

from rropt.designs.objectives.trace import Trace
from rropt.designs.objectives.variance import Variance
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import Disagreement
from rropt.exact.patience import limit_seconds
from rropt.privacy import LDP, Parity
from rropt.problem.design import design
from rropt.problem.pieces.parts import sample_between
from rropt.problem.pieces.sampled import at_ratio, compare_sampled, float_at, points_between, sampled_ratios
from rropt.problem.problem import Problem

T = read_epsilon("every").t


@pytest.mark.parametrize(
    ("problem", "formula"),
    [
        (Problem(Trace(), LDP("every"), inputs=3), 3 * T / (T + 2)),  # type: ignore[operator]
        (Problem(Variance("1/4"), LDP("every")), T / (T - 1) ** 2 + F(3, 16)),  # type: ignore[operator]
        (Problem(Variance("1/4"), LDP("every"), outputs="free"), T / (T - 1) ** 2 + F(3, 16)),  # type: ignore[operator]
    ],
    ids=str,
)
def test_a_right_formula_agrees_and_a_wrong_one_does_not(problem: Problem, formula: object) -> None:
    ratios = [t for t in sampled_ratios(problem) if t is not None]
    assert len(ratios) >= 7
    leg = compare_sampled((at_ratio(problem, t), float_at(formula, t)) for t in ratios)  # type: ignore[arg-type]
    assert f"at {len(ratios)} sampled points" in leg.status and leg.value is None
    wrong = formula + F(1, 1000)  # type: ignore[operator]
    with pytest.raises(Disagreement, match="numeric optimum is not near the exact one"):
        compare_sampled((at_ratio(problem, t), float_at(wrong, t)) for t in ratios)


def test_the_same_question_at_one_ratio() -> None:
    problem = at_ratio(Problem(Trace(), LDP("every", delta="1/10"), inputs=3), F(5, 2))
    assert problem.demand.reduced() == (F(5, 2), F(1, 10)) and problem.k == 3
    assert at_ratio(Problem(Variance("1/4"), Parity("2*t")), F(2)).demand == Parity(4)


def test_the_points_lie_inside() -> None:
    assert points_between(F(1), F(9)) == [2, 3, 4, 5, 6, 7, 8]
    assert all(t > 3 for t in sampled_ratios(Problem(Variance("1/4"), LDP("ln3..inf"))))  # type: ignore[operator]
    assert sampled_ratios(Problem(Variance("every"), LDP("ln3"))) == [None]


def test_given_points_are_compared_with_the_solver() -> None:
    problem = Problem(Trace([1, 2]), LDP("every"))
    compare_sampled([(at_ratio(problem, F(2)), 2.0), (at_ratio(problem, F(5)), 2.5)])
    with limit_seconds(1e-9):
        found = compare_sampled([(at_ratio(Problem(Variance("1/4"), LDP("every", delta="1/10")), F(2)), 39 / 16)])
    assert found.status == "not solved at 1 sampled points"
    with pytest.raises(Disagreement, match=r"largest relative difference 1\.7e-01 at 2 sampled points"):
        compare_sampled([(at_ratio(problem, F(2)), 2.0), (at_ratio(problem, F(5)), 3.0)])


def test_a_finished_answer_is_not_lost_for_want_of_time_or_of_doubles() -> None:
    found = design(Variance("1/4"), LDP("every", delta="1/10"))
    told = sample_between(found.problem, found.pieces, 1e-9)
    assert told.status == "within the bounds at 7 sampled points" and told.source == "HiGHS"
    with limit_seconds(1e-9):
        late = sample_between(found.problem, found.pieces, 1e-9)
    assert late.status == "not solved at 7 sampled points"
    beyond = design(Trace(), LDP("1..log(10^400)"), inputs=3)
    assert beyond.fast_legs[1].status == "not solved at 7 sampled points"
    assert beyond.value == 3 * beyond.problem.ratio_and_delta[0] / (beyond.problem.ratio_and_delta[0] + 2)
    assert sample_between(beyond.problem, beyond.pieces, 1e-9).status == "not solved at 7 sampled points"
