"""Branch and bound: rigorous at every stop, for formulas in balls and for functions with a Lipschitz bound."""

from __future__ import annotations

import math
import random
from fractions import Fraction as F

import mpmath
import pytest
import sympy

from rropt.breach.bound import breach_bound
from rropt.breach.curved.enclosure import Ends, odds, part_cell, search
from rropt.breach.curved.promised import lipschitz_bounds, read_ends
from rropt.breach.curved.reading import Curved, read_expression
from rropt.exact.errors import InputError

P = sympy.Symbol("p")
SQUARE_ROOT = read_expression(sympy.sqrt(P))
TRANSCENDENTAL = [
    sympy.sin(sympy.pi * P / 2),
    P * sympy.exp(1 - P),
    sympy.log(1 + 5 * P) / sympy.log(6),
    1 - (1 - P) ** 2 * sympy.exp(-P),
    P + P * (1 - P) * sympy.exp(-10 * P),
    P + sympy.E * P * (1 - P) / 10,
    sympy.sqrt(P) * sympy.exp(P - 1) + P * (1 - sympy.exp(P - 1)),
    sympy.Piecewise((sympy.sin(sympy.pi * P / 2), sympy.Rational(1, 3) > P), (sympy.sqrt(P), True)),
]


def three(p: F) -> tuple[F, F]:
    value = 3 * p / (1 + 2 * p)
    return value, value


def whole(lipschitz: int) -> list[object]:
    return [(F(1, 100), F(99, 100), lipschitz_bounds(three, F(lipschitz)))]


@pytest.mark.parametrize("budget", [1, 10, 100, 3000])
def test_every_stop_brackets_the_infimum(budget: int) -> None:
    found = search(whole(3), width=F(1, 1000), budget=budget)
    assert found.lower <= 3 <= found.upper
    assert found.cells <= budget + 2 and found.reached == (found.upper - found.lower <= found.upper / 1000)


@pytest.mark.slow
def test_a_larger_lipschitz_bound_than_true_only_costs() -> None:
    slow, fast = (search(whole(n), width=F(1, 50), budget=20000) for n in (6, 3))
    assert slow.reached and fast.reached and slow.cells > fast.cells


@pytest.mark.parametrize("u", [F(0), F(1, 50), F(1, 3), F(9, 10), F(99, 100)])
def test_cells_of_balls_lie_below_every_value_inside(u: F) -> None:
    assert isinstance(SQUARE_ROOT, Curved)
    v = min(max(u * F(31, 30), F(1, 100)), F(1))
    cell = part_cell(SQUARE_ROOT.parts[0], None)
    assert cell is not None
    low, met = cell[2](u, v)
    inside = [odds(q * q, q) for q in (u + (v - u) * F(n, 20) for n in range(1, 20))]
    assert low <= min(inside) <= met and (u == 0 or met - low < F(1, 5) * met)


@pytest.mark.some(h=2)
@pytest.mark.parametrize("h", TRANSCENDENTAL, ids=str)
@pytest.mark.parametrize("budget", [3, 40, 20000])
def test_dense_samples_of_many_digits_lie_above_the_lower_bound_and_reach_the_upper(h: sympy.Expr, budget: int) -> None:
    found = breach_bound(h, budget=budget)
    rng, ratio = random.Random(5), sympy.lambdify(P, (1 - P) * h / (P * (1 - h)), "mpmath")
    with mpmath.workdps(80):
        places = [mpmath.mpf(k) / 997 for k in range(1, 997)] + [mpmath.mpf(rng.random()) for _ in range(200)]
        places += [mpmath.mpf(10) ** -k for k in range(3, 25)] + [1 - mpmath.mpf(10) ** -k for k in range(3, 25)]
        least = min(ratio(p) for p in places)
        lower = mpmath.mpf(found.lower.numerator) / found.lower.denominator
        assert lower <= least
        if budget == 20000:
            assert found.upper < math.inf and float(found.upper - found.lower) < 2e-5 * float(found.upper)
            assert least <= float(found.upper) * (1 + 1e-4)


@pytest.mark.slow
def test_an_end_that_balls_cannot_bound_is_said_and_bounded_by_a_promise() -> None:
    h = P - P * sympy.log(P) / 2
    blind, told = breach_bound(h), breach_bound(h, ends=("3/2", "1/1000"))
    assert blind.lower == 1 and "could not be bounded near p = 0 or p = 1" in blind.said
    assert told.lower == F(3, 2) and "could not be bounded" not in told.said


def test_a_part_that_lies_in_the_promise_is_left_out() -> None:
    # beyond p = 1/1000 the formula of the first part falls below p
    near_0 = sympy.Piecewise((3 * P - 400 * P**2, sympy.Rational(1, 1000) >= P), (TRANSCENDENTAL[3], True))
    far = 1 - (1 - P) / 3 - 300 * (1 - P) ** 2
    near_1 = sympy.Piecewise((TRANSCENDENTAL[3], sympy.Rational(999, 1000) >= P), (far, True))
    for h in (near_0, near_1):
        told = breach_bound(h, ends=("3/2", "1/100"))
        assert told.lower == F(3, 2) and told.upper < F(31, 10)
    parts = read_expression(near_0).parts
    assert part_cell(parts[0], Ends(F(3, 2), F(1, 1000))) is None
    assert part_cell(parts[0], Ends(F(3, 2), F(1, 1001))) is not None


def test_no_value_is_taken_beyond_an_irrational_end_of_a_part() -> None:
    end, steep = sympy.sqrt(2) / 2, 10**6
    falling = P + (1 - P) * P / (1 + sympy.exp(steep * (P - sympy.Rational(707107, steep))))
    h = sympy.Piecewise((falling, end >= P), (1 - (1 - P) * P / 1000, True))
    found = breach_bound(h, width=F(1, 10**22), ends=("11/10", "1/100"))
    with mpmath.workdps(40):
        at = mpmath.sqrt(2) / 2
        value = sympy.lambdify(P, falling, "mpmath")(at)
        assert (1 - at) * value / (at * (1 - value)) <= mpmath.mpf(found.upper.numerator) / found.upper.denominator


def test_a_search_that_ends_at_narrow_cells_has_not_reached_its_gap() -> None:
    h = read_expression(P - P * sympy.log(P))
    assert isinstance(h, Curved)
    found = search([cell for part in h.parts if (cell := part_cell(part, None))], width=F(1, 1000), budget=20000)
    assert found.lower == 0 and found.upper > 4 and found.cells < 20000 and not found.reached
    assert "stopped at cells too narrow to halve" in breach_bound(P - P * sympy.log(P), width="1/1000").said


def test_ends_are_read_and_checked() -> None:
    assert read_ends(None) is None and read_ends(("3/2", "1/20")) == Ends(F(3, 2), F(1, 20))
    for bad in ((0, "1/20"), (1, "1/2"), (1, 0), ("sqrt(2)", "1/20")):
        with pytest.raises(InputError):
            read_ends(bad)


def test_odds_of_a_sure_event_are_infinite() -> None:
    assert odds(F(1, 2), F(1)) == math.inf and odds(F(1, 5), F(1, 2)) == 4
