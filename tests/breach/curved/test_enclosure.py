"""Branch and bound: rigorous at every stop, for Lipschitz functions and for balls."""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest
from flint import arb

from rropt.breach.curved.enclosure import Ends, lipschitz_cell, odds, read_ends, search
from rropt.breach.curved.smooth import Smooth, end_bound, sample, smooth_cell
from rropt.exact.errors import InputError

WHOLE = [(F(1, 100), F(99, 100))]
SQUARE_ROOT = Smooth(lambda q: q, lambda q: arb(1), 2, F(0), F(1))


def three(p: F) -> tuple[F, F]:
    value = 3 * p / (1 + 2 * p)
    return value, value


@pytest.mark.parametrize("budget", [1, 10, 100, 3000])
def test_every_stop_brackets_the_infimum(budget: int) -> None:
    found = search(WHOLE, lipschitz_cell(three, F(3)), budget=budget)
    assert found.lower <= 3 <= found.upper
    assert found.cells <= budget + 2 and found.reached == (found.upper - found.lower <= found.upper / 1000)


def test_a_smaller_lipschitz_bound_than_true_is_the_callers_lie_and_a_larger_one_only_costs() -> None:
    slow = search(WHOLE, lipschitz_cell(three, F(6)), width=F(1, 50))
    fast = search(WHOLE, lipschitz_cell(three, F(3)), width=F(1, 50))
    assert slow.reached and fast.reached and slow.cells > fast.cells


@pytest.mark.parametrize("u", [F(1, 50), F(1, 3), F(9, 10)])
def test_cells_of_balls_lie_below_every_value_inside(u: F) -> None:
    v = u * F(31, 30)
    low, met = smooth_cell(SQUARE_ROOT)(u, v)
    inside = [odds(q * q, q) for q in (u + (v - u) * F(n, 20) for n in range(21))]
    assert low <= min(inside) <= met and met - low < F(1, 5) * met


def test_ends_are_bounded_by_the_slope() -> None:
    at_one = end_bound(SQUARE_ROOT, 1, F(199, 100))
    assert at_one is not None and F(199, 100) <= at_one[1] <= 2
    at_zero = end_bound(SQUARE_ROOT, 0, F(2))
    assert at_zero is not None and at_zero[1] >= 2
    assert 2 < sample(SQUARE_ROOT) < F(201, 100)


def test_ends_are_read_and_checked() -> None:
    assert read_ends(None) is None and read_ends(("3/2", "1/20")) == Ends(F(3, 2), F(1, 20))
    for bad in ((0, "1/20"), (1, "1/2"), (1, 0), ("sqrt(2)", "1/20")):
        with pytest.raises(InputError):
            read_ends(bad)


def test_odds_of_a_sure_event_are_infinite() -> None:
    assert odds(F(1, 2), F(1)) == math.inf and odds(F(1, 5), F(1, 2)) == 4
