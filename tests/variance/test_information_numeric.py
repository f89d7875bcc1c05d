"""The numeric leg of the asymptotic variance against the four-output formula, a solver of another family, and extremes."""

from fractions import Fraction as F

import numpy as np
import pytest
from scipy.optimize import linprog

from rropt.exact.epsilon import read_epsilon
from rropt.exact.sign import enclose
from rropt.privacy import LDP
from rropt.problem.agreement import agrees
from rropt.problem.design import design
from rropt.variance.information import FisherProgram
from rropt.variance.numeric import solve_fisher
from rropt.variance.objective import Variance
from rropt.variance.prevalence import read_prevalence
from rropt.variance.theorems import four_outputs


@pytest.mark.parametrize("epsilon", ["1/1000", "1/2", "ln3", "20"])
@pytest.mark.parametrize("delta", ["0", "1/10", "1"])
def test_is_near_the_theorem(epsilon: str, delta: str) -> None:
    program = FisherProgram(read_epsilon(epsilon).t, F(delta), read_prevalence("1/7"))  # type: ignore[arg-type]
    theorem = four_outputs(program)
    assert theorem is not None and agrees(solve_fisher(program).value, float(theorem.value))


def test_a_fine_grid_of_rows_gives_the_same_optimum() -> None:
    """Rows anywhere on a grid of the quadrant, not only on the four rays: the demand in excesses, by scipy."""
    t, delta, pi = 1.5, 0.1, 0.25
    slopes = [*np.linspace(0, 1, 61), *np.geomspace(1e-3, 1, 30), 1 / t]
    rays = np.array([(1.0, b) for b in slopes] + [(a, 1.0) for a in slopes])
    gains = (rays[:, 1] - rays[:, 0]) ** 2 / ((1 - pi) * rays[:, 0] + pi * rays[:, 1])
    excess = [np.maximum(rays[:, a] - t * rays[:, b], 0) for a, b in ((0, 1), (1, 0))]
    answer = linprog(-gains, A_ub=excess, b_ub=[delta] * 2, A_eq=rays.T, b_eq=[1, 1])
    found = solve_fisher(FisherProgram(F(3, 2), F(1, 10), read_prevalence("1/4"))).value
    assert -1 / answer.fun == pytest.approx(found, rel=1e-8)


@pytest.mark.parametrize("epsilon", ["1e-20", "1e-12", "1/1000", "1/2", "20", "100"])
@pytest.mark.parametrize("delta", ["0", "1e-30", "1/10"])
def test_the_float_is_near_the_certified_value_for_tiny_and_large_budgets(epsilon: str, delta: str) -> None:
    found = design(Variance("1/4"), LDP(epsilon, delta=delta), outputs="free")
    numeric = next(leg for leg in found.legs if leg.name == "numeric")
    assert abs(numeric.value / float(enclose(found.value)[0]) - 1) < 1e-4
