"""Compiled expressions: the ball holds the value at every point of the argument's ball."""

from __future__ import annotations

import random
from fractions import Fraction as F

import pytest
import sympy
from flint import arb, ctx

from rropt.breach.curved.balls import on_balls
from rropt.exact.enclosure import ball, enclose_ball
from rropt.exact.errors import InputError

X = sympy.Symbol("x", positive=True)
EXPRESSIONS = [
    X**3 - X / 7 + sympy.Rational(1, 9),
    sympy.exp(-3 * X) / (1 + X**2),
    sympy.log(1 + X) + sympy.sqrt(X) * sympy.pi,
    sympy.sin(X) * sympy.cos(X) + sympy.tan(X / 2) - sympy.E,
    sympy.sinh(X) + sympy.cosh(X) * sympy.tanh(X) + sympy.atan(X) + sympy.asin(X / 3),
    X ** sympy.Rational(-2, 3) + 2**X + X**-2,
]


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=str)
def test_values_lie_in_the_balls(expression: sympy.Expr) -> None:
    rng, function = random.Random(0), on_balls(expression, X)
    for _ in range(20):
        u = F(rng.randint(1, 90), 100)
        v = u + F(rng.randint(0, 9), 100)
        low, high = enclose_ball(function(ball(u).union(ball(v))))
        for n in range(4):
            x = u + (v - u) * n / 3
            value = F(str(sympy.N(expression.subs(X, sympy.Rational(x.numerator, x.denominator)), 40)))
            assert low - F(1, 10**12) <= value <= high + F(1, 10**12)


@pytest.mark.slow
def test_unknown_functions_and_huge_expressions_are_refused() -> None:
    with pytest.raises(InputError, match="no rigorous bounds"):
        on_balls(sympy.gamma(X), X)
    with pytest.raises(InputError, match="simplify"):
        on_balls(sympy.Add(*[X**n * sympy.exp(X + n) for n in range(900)]), X)
    assert isinstance(on_balls(X, X)(arb(1)), arb)


def test_a_root_of_one_minus_p_is_bounded_up_to_the_end() -> None:
    with ctx.workprec(128):
        near_one = ball(F(3, 4)).union(ball(F(1)))
        value = on_balls((1 - X) ** sympy.Rational(3, 2), X)(near_one)
        assert value.is_finite() and value.upper() < 0.1251 and value.contains(0)
        below_zero = ball(F(1, 4)).union(ball(F(1, 2)))
        assert not on_balls(sympy.sqrt(X - 1), X)(below_zero).is_finite()


def test_powers_of_a_ball_about_zero_are_numbers() -> None:
    about_zero = ball(F(-1, 8)).union(ball(F(1, 8)))
    for n in (1, 2, 3):
        assert on_balls(X**n, X)(about_zero).contains(0) and on_balls(X**n, X)(about_zero).upper() < 0.13**n * 1.1
