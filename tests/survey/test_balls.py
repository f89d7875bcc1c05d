"""Balls contain their number, and square roots are enclosed."""

from fractions import Fraction

import flint
import pytest

from rropt.exact.grammar import read_number
from rropt.survey.balls import ball_of, root_bounds


def test_balls_contain_their_number() -> None:
    with flint.ctx.workprec(128):
        ball = ball_of(read_number("e^(1/2)"))
        assert ball.contains(flint.arb("0.5").exp().mid()) or ball.overlaps(flint.arb("0.5").exp())
        assert float(ball.rad()) < 1e-35


@pytest.mark.parametrize("text", ["2", "1/4", "e-2", "0", "1/10**20"])
def test_roots_are_enclosed(text: str) -> None:
    x = read_number(text)
    low, high = root_bounds(x)
    assert low * low <= x <= high * high
    assert high - low <= Fraction(1, 10**15)


def test_a_negative_variance_has_root_zero() -> None:
    assert root_bounds(Fraction(-1, 3)) == (0, 0)
