"""The variance in cvxpy: several solvers, near the exact optimum; the edges against the parametrised family."""

from fractions import Fraction as F

import pytest

from rropt.designs.objectives.variance import Variance
from rropt.designs.variance.cvxpy import edge_minimum, parametrised_minimum, solve_binary
from rropt.designs.variance.legs import normal_form
from rropt.designs.variance.numeric import float_pieces
from rropt.designs.variance.polyhedron import VarianceProgram
from rropt.exact.errors import InputError
from rropt.privacy import LDP
from rropt.problem.known import pose
from rropt.problem.problem import Problem
from rropt.solvers.agreement import are_in_agreement
from tests import brute_force


def binary(problem: Problem) -> VarianceProgram:
    program = normal_form(problem)
    assert isinstance(program, VarianceProgram)
    return program


@pytest.mark.parametrize("solver", ["HIGHS", "CLARABEL"])
@pytest.mark.parametrize(
    ("delta", "pi"), [("0", "1/4"), ("1/10", "1/4"), ("2/5", "1/10"), ("1/3", "9/10"), ("1/4", "1/4")]
)
def test_the_binary_variance(solver: str, delta: str, pi: str) -> None:
    program = binary(Problem(Variance(pi), LDP("ln2", delta=delta)))
    answer = solve_binary(program, solver)
    assert are_in_agreement(answer.value, float(brute_force.least_variance(F(2), F(delta), F(pi))[0]))


@pytest.mark.parametrize("solver", ["HIGHS", "CLARABEL"])
def test_edges_and_the_parametrised_family_agree_each_by_itself(solver: str) -> None:
    for delta, pi in ((F(1, 10), F(1, 4)), (F(2, 5), F(1, 10)), (F(1, 3), F(9, 10))):
        program = binary(Problem(Variance(pi), LDP("ln2", delta=delta)))
        (piece,) = float_pieces(program)
        best = float(brute_force.least_variance(F(2), delta, pi)[0])
        for found in (edge_minimum(piece, solver), parametrised_minimum(piece, solver)):
            assert found is not None and are_in_agreement(found, best)


@pytest.mark.parametrize("solver", ["HIGHS", "CLARABEL"])
def test_the_worst_case(solver: str) -> None:
    program = binary(Problem(Variance("1/10..2/5"), LDP("ln2", delta="1/10")))
    value = F(solve_binary(program, solver).value)
    for shift, lower in ((-F(1, 10**6), True), (F(1, 10**6), False)):
        assert brute_force.nothing_below(value * (1 + shift), F(2), F(1, 10), F(1, 10), F(2, 5)) is lower


@pytest.mark.parametrize("solver", ["HIGHS", "CLARABEL", "SCS"])
@pytest.mark.parametrize(("delta", "value"), [("0", F(2) + F(3, 16)), ("1", F(3, 16))])
def test_the_asymptotic_variance(solver: str, delta: str, value: F) -> None:
    answer = pose(Problem(Variance("1/4"), LDP("ln2", delta=delta), outputs="free")).numeric(solver)
    assert answer.value is not None and are_in_agreement(answer.value, float(value))


def test_an_unknown_solver_is_one_sentence() -> None:
    for outputs in (2, "free"):
        with pytest.raises(InputError, match="solver best is not installed; choose from"):
            pose(Problem(Variance("1/4"), LDP("1/2"), outputs=outputs)).numeric("best")
