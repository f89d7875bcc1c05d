"""Enclosures contain the number, as mpmath has it, and are as narrow as asked."""

from fractions import Fraction

import flint
import mpmath
import pytest

from rropt.exact.enclosure import Bounds, ball, enclose_ball, log_bounds, nth_root_bounds, refine, sqrt_bounds
from rropt.exact.errors import InputError, Undecided

WIDTHS = [Fraction(1, 10), Fraction(1, 10**15), Fraction(1, 10**60)]


def _exp_bounds(x: Fraction, *, width: Fraction = Fraction(1, 10**15)) -> Bounds:
    return refine(lambda: ball(x).exp(), width=width)


def exactly(value: mpmath.mpf) -> Fraction:
    sign, mantissa, exponent, _ = value._mpf_
    return (-1) ** sign * Fraction(int(mantissa)) * Fraction(2) ** exponent


@pytest.mark.parametrize("width", WIDTHS, ids=str)
@pytest.mark.parametrize("x", [Fraction(1, 3), Fraction(7), Fraction(10**20, 3), Fraction(1, 10**20)], ids=str)
def test_bounds_hold_the_number_within_the_width(x: Fraction, width: Fraction) -> None:
    with mpmath.workdps(150):
        y = mpmath.mpf(x.numerator) / x.denominator
        cases = [(log_bounds, mpmath.log(y)), (sqrt_bounds, mpmath.sqrt(y))]
        if x < 100:
            cases.append((_exp_bounds, mpmath.exp(y)))
        for bounds, value in cases:
            lower, upper = bounds(x, width=width)
            slack = Fraction(1, 10**120)
            assert lower <= exactly(value) + slack and exactly(value) - slack <= upper
            assert 0 <= upper - lower <= width


def test_directions_and_exact_cases() -> None:
    lower, upper = sqrt_bounds(Fraction(2))
    assert lower**2 < 2 < upper**2
    lower, upper = nth_root_bounds(Fraction(5), 3)
    assert lower**3 < 5 < upper**3
    assert nth_root_bounds(Fraction(0), 3) == (0, 0)
    low, high = _exp_bounds(Fraction(0))
    assert low <= 1 <= high


@pytest.mark.parametrize("x", [Fraction(0), Fraction(-1)])
def test_what_is_not_real_is_refused(x: Fraction) -> None:
    with pytest.raises(InputError):
        log_bounds(x)
    with pytest.raises(InputError):
        sqrt_bounds(x - 1)


def test_a_ball_holds_its_fraction() -> None:
    lower, upper = enclose_ball(ball(Fraction(1, 3)))
    assert lower < Fraction(1, 3) < upper


def test_what_never_narrows_is_undecided() -> None:
    with pytest.raises(Undecided):
        refine(lambda: flint.arb(0, 1))


def test_the_root_of_a_square_is_exact() -> None:
    assert sqrt_bounds(Fraction(1, 10**4)) == (Fraction(1, 100), Fraction(1, 100))
    lower, upper = sqrt_bounds(Fraction(2))
    assert lower**2 < 2 < upper**2


def test_a_number_too_small_to_write_down_is_rounded_outward() -> None:
    huge = Fraction(10**400)
    lower, upper = refine(lambda: (-ball(huge)).exp())
    assert lower <= 0 <= upper and upper - lower < Fraction(1, 10**100)
    small = _exp_bounds(Fraction(-900))
    assert 0 < small[0] <= small[1] and small[1] / small[0] < 1 + Fraction(1, 10**6)
