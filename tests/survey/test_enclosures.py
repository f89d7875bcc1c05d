"""Balls contain their number, square roots are enclosed, and text is rounded in the safe direction."""

from fractions import Fraction

import flint
import pytest

from rropt import from_spec
from rropt.exact.grammar import read_number
from rropt.exact.sign import ball_of as quotient_ball
from rropt.results import latex_table, text_table
from rropt.survey.enclosures import StandardError, ball_of, bounds_text, root_bounds, root_text, standard_error
from rropt.survey.variance import variance
from rropt.survey.weights import linear_weights


def test_balls_contain_their_number() -> None:
    with flint.ctx.workprec(128):
        ball = ball_of(read_number("e^(1/2)"))
        assert ball.contains(flint.arb("0.5").exp().mid()) or ball.overlaps(flint.arb("0.5").exp())
        assert float(ball.rad()) < 1e-35


def test_balls_are_narrow_at_a_tiny_epsilon_where_a_quotient_of_balls_is_everything() -> None:
    p = from_spec("krr:k=4,epsilon=1e-20")
    v = variance(p, linear_weights(p), [Fraction(1, 4)] * 4, 10)[0]
    with flint.ctx.workprec(128):
        assert ball_of(v).rel_accuracy_bits() > 120 and not quotient_ball(v).is_finite()


@pytest.mark.parametrize("text", ["2", "1/4", "e-2", "0", "1/10**20"])
def test_roots_are_enclosed(text: str) -> None:
    x = read_number(text)
    low, high = root_bounds(x)
    assert low * low <= x <= high * high
    assert high - low <= Fraction(1, 10**15)


def test_a_negative_variance_has_root_zero() -> None:
    assert root_bounds(Fraction(-1, 3)) == (0, 0)


def test_columns_align() -> None:
    lines = text_table(["a", "bb"], [["long", "1"], ["x", "22"]]).splitlines()
    assert [line.index(c) for line, c in zip(lines, ("bb", "1", "22"), strict=True)] == [6, 6, 6]


def test_latex_escapes() -> None:
    assert r"50\% \& more\_x" in latex_table(["h"], [["50% & more_x"]])


def test_roundings_have_their_direction() -> None:
    assert root_text(Fraction(2), digits=3) == "1.42"
    assert bounds_text((Fraction(1, 3), Fraction(1, 3)), digits=3) == ("0.333", "0.334")


def test_a_standard_error_is_an_enclosure_that_reads_as_its_upper_end() -> None:
    error = standard_error(Fraction(1, 3))
    low, high = error
    assert low * low <= Fraction(1, 3) <= high * high and error == (low, high)
    assert repr(error) == "0.5774" and f"{error:.3f} {error}" == "0.578 0.5774" and float(error) == float(high)
    assert error < 0.58 and error <= high and error > Fraction(1, 2) and error >= high and not error < low
    assert sorted([standard_error(Fraction(1, 2)), error])[0] is error


@pytest.mark.parametrize("spec", [".1f", ".2f", ".3g", ".1%", "8.2e"])
def test_a_standard_error_in_a_format_is_not_below_itself(spec: str) -> None:
    for upper in (Fraction(149, 10_000), Fraction(1, 3), Fraction(1, 8)):
        written = format(StandardError((upper / 2, upper)), spec)
        number = Fraction(written.strip().rstrip("%")) / (100 if spec.endswith("%") else 1)
        assert number >= upper and float(number) <= 1.5 * float(upper) + 0.1
    assert f"{StandardError((Fraction(1, 100), Fraction(149, 10_000))):>8}" == "  0.0149"
