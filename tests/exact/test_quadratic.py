"""Roots of quadratics, and their nonnegativity on an interval."""

from __future__ import annotations

import random
from fractions import Fraction as F

import pytest

from rropt.exact.grammar import read_number
from rropt.exact.quadratic import is_quadratic_nonnegative, quadratic_roots, square_root


@pytest.mark.parametrize(
    ("coefficients", "roots"),
    [
        ((0, 0, 0), ()),
        ((5, 0, 0), ()),
        ((-3, 2, 0), ("3/2",)),
        ((1, -2, 1), ("1",)),
        ((1, 0, 1), ()),
        ((-2, 0, 1), ("-sqrt(2)", "sqrt(2)")),
        ((2, 0, -1), ("-sqrt(2)", "sqrt(2)")),
        ((-5, 1, 4), ("-5/4", "1")),
    ],
)
def test_roots_in_order(coefficients: tuple[int, int, int], roots: tuple[str, ...]) -> None:
    assert quadratic_roots(*map(F, coefficients)) == tuple(map(read_number, roots))


def test_a_root_of_an_irrational_number_has_no_field() -> None:
    assert quadratic_roots(-read_number("sqrt(2)"), F(0), F(1)) is None
    assert quadratic_roots(F(-1), read_number("e^(1/2)"), F(0)) == (1 / read_number("e^(1/2)"),)


def test_square_roots_are_shown_without_square_factors() -> None:
    assert str(square_root(F(125, 9))) == "5*5^(1/2)/3" and square_root(F(4, 9)) == F(2, 3) and square_root(F(0)) == 0
    big = F(10**40 + 1)
    assert square_root(big) ** 2 == big


def test_nonnegativity_on_an_interval_against_a_fine_grid() -> None:
    rng, yes = random.Random(0), 0
    for _ in range(400):
        c = [F(rng.randint(-6, 6), rng.randint(1, 4)) for _ in range(3)]
        u = F(rng.randint(0, 6), 8)
        v = u + F(rng.randint(1, 4), 8)
        grid = [c[0] + x * (c[1] + x * c[2]) for x in (u + (v - u) * F(n, 64) for n in range(65))]
        found = is_quadratic_nonnegative(c[0], c[1], c[2], u, v)
        assert not found or min(grid) >= 0
        assert found or min(grid) < F(1, 100)
        yes += found
    assert 50 < yes < 350


def test_a_double_root_inside_is_nonnegative_and_a_shade_lower_is_not() -> None:
    third = F(1, 3)
    assert is_quadratic_nonnegative(third**2, -2 * third, F(1), F(0), F(1))
    assert not is_quadratic_nonnegative(third**2 - F(1, 10**30), -2 * third, F(1), F(0), F(1))
