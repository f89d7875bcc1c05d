"""Bounds of the pair form from floats: rigorous on both sides, and close together."""

import random
from fractions import Fraction as F

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.oracles.pair_bounds import rounded_pair_bounds
from rropt.program.linear import LinearProgram
from tests import brute_force


@pytest.mark.parametrize("epsilon", ["ln3", "1/2", "1/100", "4"])
@pytest.mark.parametrize(("m", "k"), [(2, 2), (4, 3), (6, 5)])
def test_both_sides_are_feasible_and_near(epsilon: str, m: int, k: int) -> None:
    rng, t, delta = random.Random(m * k), read_epsilon(epsilon).t, F(1, 7)
    assert not isinstance(t, float)
    w = tuple(tuple(F(rng.randint(-100, 100), 100) for _ in range(k)) for _ in range(m))
    rows, found = rounded_pair_bounds(LinearProgram(t, delta, w, True))
    assert brute_force.satisfies(rows, t, delta)
    assert all(0 <= share <= found.pairs.get((j, el), 0) for (_, j, el), share in found.excess.items())
    for i in range(m):
        for j in range(k):
            others = [el for el in range(k) if el != j]
            spent = sum(
                (found.excess.get((i, j, el), F(0)) - t * found.excess.get((i, el, j), F(0)) for el in others), F(0)
            )
            assert found.columns[j] + spent >= w[i][j]
    bound = sum(found.columns, F(0)) + delta * sum(found.pairs.values(), F(0))
    assert 0 <= bound - brute_force.total(w, rows) < F(1, 10**7)
