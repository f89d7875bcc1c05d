"""Bounds from floats: rigorous on both sides, and within 10^-9 of one another whatever epsilon is."""

import random
from fractions import Fraction as F
from typing import Any

import pytest

from rropt.checker import check
from rropt.designs.linear.numeric import LinearAnswer
from rropt.designs.linear.program import LinearProgram
from rropt.designs.linear.pure import bounds as staircase_bounds
from rropt.designs.linear.pure import exact as staircase_simplex
from rropt.designs.linear.pure.bounds import round_bounds
from rropt.designs.objectives.trace import Trace
from rropt.designs.objectives.utility import Utility
from rropt.exact.epsilon import read_epsilon
from rropt.privacy import LDP
from rropt.problem.design import design
from rropt.problem.result import Verdict
from tests import brute_force


def relative_gap(w: Any, t: Any) -> F:
    """The gap over the larger bound, after both sides are shown feasible from the definitions."""
    rows, columns = round_bounds(LinearProgram(t, F(0), w, True))
    assert brute_force.satisfies(rows, t, F(0))
    for row in w:
        parts = [a - b for a, b in zip(row, columns, strict=True)]
        assert t * sum((c for c in parts if c > 0), F(0)) + sum((c for c in parts if c < 0), F(0)) <= 0
    lower, upper = brute_force.total(w, rows), sum(columns, F(0))
    assert lower <= upper
    return F((upper - lower) / max(abs(lower), abs(upper))) if lower != upper else F(0)


def dense(rng: random.Random, m: int, k: int) -> Any:
    return tuple(tuple(F(rng.randint(-1000, 1000), 1000) for _ in range(k)) for _ in range(m))


def of_all_sizes(rng: random.Random, m: int, k: int) -> Any:
    return tuple(tuple(F(rng.randint(-9, 9)) * F(10) ** rng.randint(-7, 6) for _ in range(k)) for _ in range(m))


def zeros_and_ones(rng: random.Random, m: int, k: int) -> Any:
    return tuple(tuple(F(rng.randint(0, 1)) for _ in range(k)) for _ in range(m))


def weighted_trace(rng: random.Random, m: int, k: int) -> Any:
    return tuple(tuple(F(rng.randint(1, 1000)) if i == j else F(0) for j in range(k)) for i in range(m))


@pytest.mark.parametrize("epsilon", ["1/100000", "1/1000", "1/2", "ln3", "12", "20", "25", "30", "40", "150"])
@pytest.mark.parametrize("kind", [dense, of_all_sizes, zeros_and_ones, weighted_trace], ids=lambda f: f.__name__)
@pytest.mark.parametrize(("m", "k"), [(2, 2), (9, 8)])
def test_both_sides_are_feasible_and_near(epsilon: str, kind: Any, m: int, k: int) -> None:
    t = read_epsilon(epsilon).t
    assert relative_gap(kind(random.Random(m * k), m, k), t) <= F(1, 10**9)


@pytest.mark.parametrize("epsilon", ["1/1000", "1/2", "20", "40"])
@pytest.mark.parametrize("k", [8, 16, 32])
def test_a_design_whose_simplex_stops_is_within_a_billionth(
    epsilon: str, k: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staircase_simplex, "MOST_EXACT_STEPS", 0)
    monkeypatch.setattr(staircase_simplex, "propose_basis", lambda program: None)
    rng = random.Random(k)
    weights = [rng.randint(1, 1000) for _ in range(k)]
    for objective in (Utility(dense(rng, k, k)), Trace(weights)):
        found = design(objective, LDP(epsilon), closed_forms=False)
        assert found.verdict in (Verdict.WITHIN, Verdict.OPTIMAL) and check(found.certificate).status == "accepted"
        assert found.gap is not None and found.upper is not None and found.gap <= abs(found.upper) / 10**9
        assert found.fast_legs[2].source.startswith("floats made rational")


def test_a_solver_that_fails_costs_rounds_and_no_precision(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows and multipliers of zeros, and no basis: the columns are then generated from nothing."""
    import numpy as np

    def nothing(program: LinearProgram) -> LinearAnswer:
        return LinearAnswer("none", "unknown", float("nan"), np.zeros((program.m, program.k)), np.zeros(program.k))

    monkeypatch.setattr(staircase_bounds, "solve_linear", nothing)
    rng = random.Random(3)
    for epsilon in ("1/2", "20"):
        assert relative_gap(dense(rng, 6, 5), read_epsilon(epsilon).t) <= F(1, 10**9)


def test_a_gap_is_never_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without refinement the bounds at epsilon = 20 are rigorous, but far from a billionth."""
    monkeypatch.setattr(staircase_bounds, "refine", lambda *a: iter(()))
    w, t = zeros_and_ones(random.Random(1), 8, 8), read_epsilon("20").t
    assert relative_gap(w, t) > 0
