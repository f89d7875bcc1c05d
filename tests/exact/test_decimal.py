"""Decimals round in the direction named, and never through a float."""

import math
from fractions import Fraction

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from rropt.exact.decimal import decimal, double_of_decimal, say_more, show_with_decimal, spell_decimals
from rropt.exact.element import Number, generator
from rropt.exact.fields import Free
from rropt.exact.grammar import read_number

rationals = st.fractions(min_value=-(10**9), max_value=10**9, max_denominator=10**9)


@given(rationals, st.integers(1, 30))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_rounding_has_its_direction(x: Fraction, digits: int) -> None:
    lower, nearest, upper = (Fraction(decimal(x, digits=digits, direction=d)) for d in ("lower", "nearest", "upper"))
    assert lower <= x <= upper and lower <= nearest <= upper
    assert abs(nearest - x) <= min(x - lower, upper - x) or nearest in (lower, upper)
    if x:
        assert upper - lower <= abs(x) * Fraction(10) ** (1 - digits)


@pytest.mark.parametrize(
    ("text", "digits", "decimals"),
    [
        ("e", 6, ("2.71828", "2.71828", "2.71829")),
        (
            "e",
            30,
            ("2.71828182845904523536028747135", "2.71828182845904523536028747135", "2.71828182845904523536028747136"),
        ),
        ("-e", 3, ("-2.72", "-2.72", "-2.71")),
        ("sqrt(2)", 4, ("1.414", "1.414", "1.415")),
        ("e^-50", 3, ("1.92e-22", "1.93e-22", "1.93e-22")),
    ],
)
def test_irrational_numbers(text: str, digits: int, decimals: tuple[str, str, str]) -> None:
    x = read_number(text)
    assert tuple(decimal(x, digits=digits, direction=d) for d in ("lower", "nearest", "upper")) == decimals


def test_plain_and_scientific() -> None:
    assert decimal(Fraction(1, 8)) == "0.125" and decimal(Fraction(1000)) == "1000" and decimal(Fraction(0)) == "0"
    assert decimal(Fraction(1, 10**9)) == "1e-9" and decimal(math.inf) == "inf"


def test_shown_puts_a_decimal_beside_an_exact_form() -> None:
    assert (
        show_with_decimal(Fraction(1, 3)) == "1/3 ≈ 0.333333"
        and show_with_decimal(Fraction(2)) == "2"
        and show_with_decimal(math.inf) == "inf"
    )
    assert show_with_decimal(read_number("e/(e+1)")) == "e/(e + 1) ≈ 0.731059"
    assert show_with_decimal(generator(Free()) + 1) == "t + 1"
    assert "/" not in show_with_decimal(Fraction(1, 10**90))


def test_a_decimal_that_stands_for_a_long_exact_form_says_so() -> None:
    assert show_with_decimal(read_number("1/3")) == "1/3 ≈ 0.333333"
    assert show_with_decimal(read_number("1/3^200")).startswith("≈ 3.7648")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prevalences (7/10, 3/25, 1/3)", "prevalences (0.7, 0.12, 1/3)"),
        ("prevalence 1/10..2/5.", "prevalence 0.1..0.4."),
        ("log(3/2), t^(1/2), p*(1/2), 0.1/2", "log(3/2), t^(1/2), p*(1/2), 0.1/2"),
    ],
)
def test_fractions_in_a_list_or_a_range_are_all_decimals(text: str, said: str) -> None:
    assert spell_decimals(text) == said


@pytest.mark.parametrize(
    ("times", "what", "said"),
    [
        (Fraction(1309, 1000), "people", "30.9 % more people than the optimum"),
        (Fraction(1761, 100), "people", "18 times the people of the optimum"),
        (Fraction(10), "people", "10 times the people of the optimum"),
        (Fraction(9991, 1000), "people", "900 % more people than the optimum"),
        (Fraction(1234567, 10), "", "123457 times the optimum"),
        (Fraction(5, 4), "", "25 % more than the optimum"),
        (read_number("e^3"), "people", "21 times the people of the optimum"),
    ],
)
def test_much_more_is_said_as_times_rounded_up(times: Number, what: str, said: str) -> None:
    assert say_more(times, what, "the optimum") == said


@pytest.mark.parametrize(
    "text", ["0.1", "-0.1", "0.97222222222222222", "1e-330", "-1e-330", "1e400", "-1e400", "0.5", "0"]
)
def test_a_double_lies_on_the_side_asked_for(text: str) -> None:
    low, near, high = (double_of_decimal(text, direction=way) for way in ("lower", "nearest", "upper"))  # type: ignore[arg-type]
    assert low <= Fraction(text) <= high and near in (low, high)
    assert high in (low, math.nextafter(low, math.inf))
