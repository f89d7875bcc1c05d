"""The linear programs in cvxpy: three solvers, near the exact optimum."""

from fractions import Fraction as F

import pytest

from rropt.designs.objectives.trace import Trace
from rropt.designs.objectives.utility import Utility
from rropt.exact.errors import InputError
from rropt.privacy import LDP
from rropt.problem.known import pose
from rropt.problem.problem import Problem
from rropt.solvers.agreement import are_in_agreement
from tests import brute_force

UTILITY = [[3, -1, 2], [0, 4, -2], [1, 1, 1]]
W = tuple(tuple(F(x, 3) for x in row) for row in UTILITY)


@pytest.mark.parametrize("solver", ["HIGHS", "CLARABEL", "SCS"])
@pytest.mark.parametrize("delta", ["0", "1/10"])
def test_linear_programs(solver: str, delta: str) -> None:
    for sense in ("max", "min"):
        problem = Problem(Utility(UTILITY, sense=sense), LDP("ln2", delta=delta))  # type: ignore[arg-type]
        best = brute_force.best_linear(W, F(2), F(delta), maximise=sense == "max")
        answer = pose(problem).numeric(solver)
        assert (
            answer.source == f"cvxpy with {solver}"
            and answer.status == "optimal"
            and are_in_agreement(answer.value, float(best))
        )


def test_an_unknown_solver_is_one_sentence() -> None:
    with pytest.raises(InputError, match="solver best is not installed; choose from"):
        pose(Problem(Trace(), LDP("1/2"), inputs=3)).numeric("best")
