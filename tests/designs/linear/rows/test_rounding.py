"""Bounds of the pair form from floats: rigorous on both sides, and close together, also where T is huge or δ tiny."""

import random
from fractions import Fraction as F
from typing import Any

import pytest

from rropt.designs.linear.program import LinearProgram
from rropt.designs.linear.rows import rounding
from rropt.designs.linear.rows.program import RowProgram
from rropt.designs.linear.rows.rounding import round_floats
from rropt.exact.epsilon import read_epsilon
from tests import brute_force


def relative_gap(w: Any, t: Any, delta: F) -> F:
    """The gap over the larger bound, after both sides are shown feasible from the definitions."""
    rows, found = round_floats(RowProgram.of_all_pairs(LinearProgram(t, delta, w, True)))
    assert brute_force.satisfies(rows, t, delta)
    assert all(0 <= share <= found.budgets.get((j, el), 0) for (_, j, el), share in found.excess.items())
    m, k = len(w), len(w[0])
    for i in range(m):
        for j in range(k):
            others = [el for el in range(k) if el != j]
            spent = sum(
                (found.excess.get((i, j, el), F(0)) - t * found.excess.get((i, el, j), F(0)) for el in others), F(0)
            )
            assert found.columns[j] + spent >= w[i][j]
    lower = brute_force.total(w, rows)
    upper = sum(found.columns, F(0)) + delta * sum(found.budgets.values(), F(0))
    assert lower <= upper
    return F((upper - lower) / max(abs(lower), abs(upper)))


@pytest.mark.parametrize("epsilon", ["ln3", "1/2", "1/100", "4", "20", "30"])
@pytest.mark.parametrize(("m", "k"), [(2, 2), (4, 3), (6, 5)])
@pytest.mark.parametrize("delta", ["1/7", "1/1000000000"])
def test_both_sides_are_feasible_and_near(epsilon: str, m: int, k: int, delta: str) -> None:
    rng, t = random.Random(m * k), read_epsilon(epsilon).t
    w = tuple(tuple(F(rng.randint(-100, 100), 100) for _ in range(k)) for _ in range(m))
    assert relative_gap(w, t, F(delta)) <= F(1, 10**9)
    trace = tuple(tuple(F(rng.randint(1, 9)) if i == j else F(0) for j in range(k)) for i in range(m))
    assert relative_gap(trace, t, F(delta)) <= F(1, 10**9)


def test_an_excess_is_mixed_away_by_what_the_constant_mechanism_leaves() -> None:
    """Rows that break a tiny delta by 10^-9 lose about 10^-9, not all that they know."""
    t, delta, e = F(2), F(1, 10**9), F(1, 10**9)
    low = (1 - delta - e) / (t + 1)
    program = RowProgram.of_all_pairs(LinearProgram(t, delta, ((F(1), F(0)), (F(0), F(1))), True))
    rows = rounding._feasible([[1 - low, low], [low, 1 - low]], program)
    assert brute_force.satisfies(rows, t, delta)
    assert 1 - low - rows[0][0] < F(1, 10**8)


def test_shares_are_cut_to_what_the_entries_have() -> None:
    w = ((F(1), F(0)), (F(0), F(1)))
    program = RowProgram.of_all_pairs(LinearProgram(F(10) ** 9, F(1, 10), w, True))
    shares = {(0, 0, 1): F(1, 10**6), (0, 1, 0): F(0), (1, 0, 1): F(0), (1, 1, 0): F(0)}
    found = rounding._cut(program, rounding._planes(program), shares, [F(1), F(1)])
    assert found[0, 0, 1] * 10**9 <= 1 and found[0, 0, 1] > 0 and found[1, 1, 0] == 0
