"""The numeric leg asks the right solver for each kind of program and reports its status."""

import pytest

from rropt.objectives import Trace, Utility, Variance
from rropt.privacy import LDP
from rropt.problem.numeric_leg import solve
from rropt.problem.problem import Problem
from rropt.program import normal_form

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
