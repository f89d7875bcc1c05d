"""The cvxpy models: two solvers each, near the exact optimum; the edges against the parametrised family."""

from fractions import Fraction as F

import pytest

from rropt.exact.errors import InputError
from rropt.linear.trace import Trace
from rropt.linear.utility import Utility
from rropt.privacy import LDP
from rropt.problem.agreement import agrees
from rropt.problem.problem import Problem
from rropt.program import normal_form
from rropt.solvers import cvxpy_models
from rropt.variance.numeric import float_pieces
from rropt.variance.objective import Variance
from rropt.variance.polyhedron import VarianceProgram
from tests import brute_force

UTILITY = [[3, -1, 2], [0, 4, -2], [1, 1, 1]]
W = tuple(tuple(F(x, 3) for x in row) for row in UTILITY)


@pytest.mark.parametrize("solver", ["HIGHS", "CLARABEL", "SCS"])
@pytest.mark.parametrize("delta", ["0", "1/10"])
def test_linear_programs(solver: str, delta: str) -> None:
    for sense in ("max", "min"):
        program = normal_form(Problem(Utility(UTILITY, sense=sense), LDP("ln2", delta=delta)))  # type: ignore[arg-type]
        best = brute_force.best_linear(W, F(2), F(delta), maximise=sense == "max")
        answer = cvxpy_models.solve(program, solver)
        assert answer.status == "optimal" and agrees(answer.value, float(best))


@pytest.mark.parametrize("solver", ["HIGHS", "CLARABEL"])
@pytest.mark.parametrize(
    ("delta", "pi"), [("0", "1/4"), ("1/10", "1/4"), ("2/5", "1/10"), ("1/3", "9/10"), ("1/4", "1/4")]
)
def test_the_binary_variance(solver: str, delta: str, pi: str) -> None:
    program = normal_form(Problem(Variance(pi), LDP("ln2", delta=delta)))
    answer = cvxpy_models.solve(program, solver)
    assert agrees(answer.value, float(brute_force.least_variance(F(2), F(delta), F(pi))[0]))


@pytest.mark.parametrize("solver", ["HIGHS", "CLARABEL"])
def test_edges_and_the_parametrised_family_agree_each_by_itself(solver: str) -> None:
    for delta, pi in ((F(1, 10), F(1, 4)), (F(2, 5), F(1, 10)), (F(1, 3), F(9, 10))):
        program = normal_form(Problem(Variance(pi), LDP("ln2", delta=delta)))
        assert isinstance(program, VarianceProgram)
        (piece,) = float_pieces(program)
        best = float(brute_force.least_variance(F(2), delta, pi)[0])
        for found in (cvxpy_models.edge_minimum(piece, solver), cvxpy_models.parametrised_minimum(piece, solver)):
            assert found is not None and agrees(found, best)


@pytest.mark.parametrize("solver", ["HIGHS", "CLARABEL"])
def test_the_worst_case(solver: str) -> None:
    program = normal_form(Problem(Variance("1/10..2/5"), LDP("ln2", delta="1/10")))
    value = F(cvxpy_models.solve(program, solver).value)
    for shift, lower in ((-F(1, 10**6), True), (F(1, 10**6), False)):
        assert brute_force.nothing_below(value * (1 + shift), F(2), F(1, 10), F(1, 10), F(2, 5)) is lower


@pytest.mark.parametrize("solver", ["HIGHS", "CLARABEL", "SCS"])
@pytest.mark.parametrize(("delta", "value"), [("0", F(2) + F(3, 16)), ("1", F(3, 16))])
def test_the_asymptotic_variance(solver: str, delta: str, value: F) -> None:
    program = normal_form(Problem(Variance("1/4"), LDP("ln2", delta=delta), outputs="free"))
    assert agrees(cvxpy_models.solve(program, solver).value, float(value))


def test_an_unknown_solver_is_one_sentence() -> None:
    with pytest.raises(InputError, match="solver best is not installed; choose from"):
        cvxpy_models.solve(normal_form(Problem(Trace(), LDP("1/2"), inputs=3)), "best")
