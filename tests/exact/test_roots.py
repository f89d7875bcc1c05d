"""Rational powers: exact where they are rational, else of the smallest radical that holds them."""

from fractions import Fraction

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from rropt.exact.element import Element
from rropt.exact.errors import InputError
from rropt.exact.fields import Radical
from rropt.exact.roots import nth_root, rational_power

positive = st.fractions(min_value=Fraction(1, 10**6), max_value=10**6, max_denominator=10**6)


@given(positive, st.integers(1, 12))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_a_root_raised_back_is_the_number(x: Fraction, n: int) -> None:
    r = nth_root(x, n)
    assert r**n == x and r > 0


@given(positive, st.integers(1, 7))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_the_root_of_a_power_is_rational(x: Fraction, n: int) -> None:
    assert nth_root(x**n, n) == x and isinstance(nth_root(x**n, n), Fraction)


def test_the_radicand_is_no_perfect_power() -> None:
    x = nth_root(Fraction(8), 6)
    assert isinstance(x, Element) and x.field == Radical(Fraction(2), 2)
    assert nth_root(Fraction(4, 9), 4) == 1 / nth_root(Fraction(3, 2), 2)
    assert nth_root(Fraction(0), 5) == 0 and nth_root(Fraction(1), 5) == 1


def test_rational_powers() -> None:
    assert rational_power(Fraction(8), Fraction(2, 3)) == 4
    assert rational_power(Fraction(8), Fraction(-2, 3)) == Fraction(1, 4)
    assert rational_power(Fraction(2), Fraction(3, 2)) ** 2 == 8


@pytest.mark.parametrize(
    ("x", "n"), [(Fraction(-1), 2), (Fraction(2), 0), (Fraction(2), 1001), (Fraction(2) ** 5000 + 1, 3)]
)
def test_roots_out_of_bounds_are_refused(x: Fraction, n: int) -> None:
    with pytest.raises(InputError):
        nth_root(x, n)
