"""The solvers of cvxpy: found by name in any case, an unknown one refused, and a failure without a value."""

import math

import cvxpy as cp
import pytest

from rropt.exact.errors import InputError
from rropt.solvers.cvxpy import OPTIONS, require_solver, run


def test_a_solver_is_known_by_its_name_in_any_case() -> None:
    assert require_solver("highs") == require_solver("HIGHS") == "HIGHS"
    with pytest.raises(InputError, match=r"solver best is not installed; choose from .*HIGHS"):
        require_solver("best")


@pytest.mark.parametrize("solver", ["HIGHS", "CLARABEL", "SCS", None])
def test_the_value_and_status_are_the_solvers(solver: str | None) -> None:
    x = cp.Variable()
    found = run(cp.Problem(cp.Minimize(3 * x), [x >= 2]), solver)
    assert found.status == "optimal" and found.value == pytest.approx(6, rel=1e-6)
    none = run(cp.Problem(cp.Minimize(x), [x >= 2, x <= 1]), solver)
    assert none.status == "infeasible" and not math.isfinite(none.value)


def test_a_failure_is_a_status_without_a_value(recwarn: pytest.WarningsRecorder) -> None:
    x = cp.Variable(boolean=True)
    found = run(cp.Problem(cp.Minimize(x)), "CLARABEL")
    assert found.status.startswith("failed: ") and "\n" not in found.status and math.isnan(found.value)
    assert not recwarn.list


def test_a_status_that_is_not_optimal_has_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    x = cp.Variable()
    for problem in (cp.Problem(cp.Minimize(x)), cp.Problem(cp.Minimize(x), [x >= 2, x <= 1])):
        assert math.isnan(run(problem, "HIGHS").value)
    monkeypatch.setitem(OPTIONS, "SCS", {"max_iters": 3})
    few = run(cp.Problem(cp.Minimize(cp.exp(x) + cp.exp(-3 * x))), "SCS")
    assert few.status == "optimal_inaccurate" and math.isnan(few.value)
