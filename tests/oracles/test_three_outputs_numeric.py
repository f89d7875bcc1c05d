"""The basic solutions in floats against the theorem, extremes included, and against a search that knows neither."""

from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize

from rropt.closed_forms.three_outputs import three_outputs
from rropt.exact.epsilon import read_epsilon
from rropt.objectives.prevalence import read_prevalence
from rropt.oracles.agreement import agrees
from rropt.oracles.three_outputs_numeric import solve_three_outputs
from rropt.program.three_outputs import three_output_program


@pytest.mark.parametrize("epsilon", ["0", "1/10^12", "1/1000", "1/2", "ln3", "20"])
@pytest.mark.parametrize("delta", ["1/10^12", "1/1000", "1/10", "9/10"])
@pytest.mark.parametrize("pi", ["1/10^6", "1/7", "1/2"])
def test_is_near_the_theorem(epsilon: str, delta: str, pi: str) -> None:
    program = three_output_program(
        read_epsilon(epsilon).t, F(delta.replace("10^12", "1000000000000")), read_prevalence(pi)
    )  # type: ignore[arg-type]
    theorem = three_outputs(program)
    assert agrees(solve_three_outputs(program).value, float(theorem.value))


def test_a_local_search_from_many_starts_finds_no_more_and_comes_near() -> None:
    t, delta, pi, m = 1.6, 0.1, 0.25, 3
    found = solve_three_outputs(three_output_program(F(8, 5), F(1, 10), read_prevalence("1/4")))
    rng, most = np.random.default_rng(8), 0.0

    def gain(x: Any) -> float:
        a, b = x[:m], x[m : 2 * m]
        return -float(((b - a) ** 2 / ((1 - pi) * a + pi * b + 1e-12)).sum())

    constraints = [
        {"type": "eq", "fun": lambda x: np.array([x[:m].sum() - 1, x[m : 2 * m].sum() - 1])},
        {
            "type": "ineq",
            "fun": lambda x: x[2 * m :] - np.concatenate([x[:m] - t * x[m : 2 * m], x[m : 2 * m] - t * x[:m]]),
        },
        {"type": "ineq", "fun": lambda x: delta - np.array([x[2 * m : 3 * m].sum(), x[3 * m :].sum()])},
    ]
    for _ in range(20):
        start = np.concatenate([rng.dirichlet(np.ones(m), size=2).ravel(), np.zeros(2 * m)])
        answer = minimize(gain, start, bounds=[(0, 1)] * (4 * m), constraints=constraints)
        most = max(most, -answer.fun if answer.success else 0.0)
    assert most * found.value == pytest.approx(1, rel=1e-4)


@pytest.mark.parametrize("interval", ["1/10..2/5", "1/2..9/10", "0..1", "0..1/1000"])
@pytest.mark.parametrize(("t", "delta"), [("1", "1/1000"), ("101/100", "1/10"), ("2", "9/10")])
def test_the_worst_prevalence_is_found_by_every_basic_solution_for_itself(t: str, delta: str, interval: str) -> None:
    program = three_output_program(F(t), F(delta), read_prevalence(interval))
    theorem = three_outputs(program)
    assert theorem is not None and agrees(solve_three_outputs(program).value, float(theorem.value))
