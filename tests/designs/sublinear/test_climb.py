"""The climb to a good mechanism of few answers, where the best is known from all vertices."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rropt import LDP, Divergence, Information, Mechanism, PairwiseLDP, Problem, design
from rropt.designs.objectives.row_function import Function
from rropt.designs.sublinear.climb import climb

PRIOR = ["1/2", "1/4", "1/8", "1/8"]
CHAIN = {(0, 1): "ln3", (1, 0): "ln3", (1, 2): "ln3", (2, 1): "ln3"}


def function_of(problem: Problem) -> Function:
    found = problem.objective.function(problem.input_labels)  # type: ignore[attr-defined]
    assert isinstance(found, Function)
    return found


@pytest.mark.slow_at("objective0-demand0-4-3")
@pytest.mark.parametrize(
    ("objective", "demand", "k", "m"),
    [
        (Information(PRIOR), LDP("ln3"), 4, 3),
        (Information(), PairwiseLDP(CHAIN), 3, 2),
        (Divergence("hellinger"), LDP("ln3", delta="1/10"), 4, 2),
    ],
)
def test_the_climb_ends_at_the_best_vertex(objective: object, demand: object, k: int, m: int) -> None:
    problem = Problem(objective, demand, inputs=k, outputs=m)  # type: ignore[arg-type]
    best, function = design(problem), function_of(problem)
    rows = climb(problem, function, m, [])
    assert rows is not None and best.upper is not None
    low, high = function.bounds(rows)
    assert high <= best.upper * (1 + Fraction(1, 10**12)) and float(low) == pytest.approx(float(best.upper), rel=1e-9)
    assert demand.holds(Mechanism(rows))  # type: ignore[attr-defined]


def test_eight_inputs_in_three_answers_lose_little() -> None:
    """Merged rows, or the best two answers, kept 88 % of what any number of answers tell."""
    shares = [3, 1, 4, 1, 5, 9, 2, 6]
    found = design(Information([Fraction(x, 31) for x in shares]), LDP("ln3"), outputs=3)
    assert found.lower is not None and found.upper is not None
    assert found.lower > Fraction(99, 100) * found.upper
