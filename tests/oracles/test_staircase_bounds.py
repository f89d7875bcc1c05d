"""Bounds from floats: rigorous on both sides, and close together."""

import random
from fractions import Fraction as F

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.oracles.staircase_bounds import rounded_bounds
from rropt.program.linear import LinearProgram
from tests import brute_force


@pytest.mark.parametrize("epsilon", ["ln3", "1/2", "1/100", "5"])
@pytest.mark.parametrize(("m", "k"), [(2, 2), (5, 3), (9, 8)])
def test_both_sides_are_feasible_and_near(epsilon: str, m: int, k: int) -> None:
    rng, t = random.Random(m * k), read_epsilon(epsilon).t
    assert not isinstance(t, float)
    w = tuple(tuple(F(rng.randint(-100, 100), 100) for _ in range(k)) for _ in range(m))
    rows, columns = rounded_bounds(LinearProgram(t, F(0), w, True))
    assert brute_force.satisfies(rows, t, F(0))
    for row in w:
        parts = [a - b for a, b in zip(row, columns, strict=True)]
        assert t * sum((c for c in parts if c > 0), F(0)) + sum((c for c in parts if c < 0), F(0)) <= 0
    gap = sum(columns, F(0)) - brute_force.total(w, rows)
    assert 0 <= gap < F(1, 10**8)
