"""The numeric leg asks the right solver for each kind of program and reports its status."""

import random
from fractions import Fraction as F

import pytest
from rropt.problem.numeric_leg import solve

from rropt.linear.trace import Trace
from rropt.linear.utility import Utility
from rropt.privacy import LDP
from rropt.problem.design import design
from rropt.problem.problem import Problem
from rropt.program import normal_form
from rropt.variance.objective import Variance
from tests import brute_force

PROBLEMS = [
    (Problem(Variance("1/4"), LDP("ln2", delta="1/4")), 15 / 16),
    (Problem(Variance("1/4"), LDP("ln3"), outputs="free"), 15 / 16),
    (Problem(Trace(), LDP("ln3"), inputs=3), 9 / 5),
    (Problem(Utility([[0, 4], [4, 0]], sense="min"), LDP("ln3")), 1.0),
]


@pytest.mark.parametrize(("problem", "value"), PROBLEMS, ids=lambda x: str(x)[:40])
@pytest.mark.parametrize("solver", [None, "HIGHS", "CLARABEL"])
def test_each_program_by_highs_directly_and_by_cvxpy(problem: Problem, value: float, solver: str | None) -> None:
    leg = solve(normal_form(problem), solver)
    assert leg.name == "numeric" and leg.value == pytest.approx(value, rel=1e-6)
    assert leg.status.lower() == "optimal" and leg.source == ("HiGHS" if solver is None else f"cvxpy with {solver}")


@pytest.mark.parametrize("size", [10**6, 10**8, 10**10, 10**12, 10**16, 10**20])
@pytest.mark.parametrize("delta", ["0", "1/10"])
def test_a_loss_that_forbids_an_action_hides_no_other(size: int, delta: str) -> None:
    rng = random.Random(size)
    for _ in range(4):
        k, m = rng.choice([(2, 2), (2, 3), (3, 2)])
        loss = [[F(rng.randint(0, 6), rng.randint(1, 3)) for _ in range(k)] for _ in range(m)]
        loss[rng.randrange(m)][rng.randrange(k)] = F(size)
        found = design(Utility(loss, sense="min"), LDP("ln3", delta=delta))
        weights = [[x / k for x in row] for row in loss]
        assert found.value == brute_force.best_linear(weights, F(3), F(delta), maximise=False)
        leg = found.legs[1]
        assert leg.value == pytest.approx(float(found.value), rel=1e-6) and "cannot tell" not in leg.status


def test_a_loss_of_ten_thousand_million_for_a_forbidden_action() -> None:
    found = design(Utility([["0", "1e10"], ["1", "0"], ["1/2", "1/2"]], sense="min"), LDP("ln3"))
    assert found.value == F(3, 8) and found.legs[1].value == pytest.approx(0.375)
