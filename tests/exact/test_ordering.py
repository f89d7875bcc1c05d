"""The order of numbers of different fields, and simple numbers between two."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from rropt.exact.errors import OutOfTime, Undecided
from rropt.exact.grammar import read_number
from rropt.exact.infinity import INFINITY
from rropt.exact.ordering import number_between, order_of
from rropt.exact.patience import limit_seconds
from rropt.exact.roots import nth_root

F = Fraction


@pytest.mark.parametrize(
    ("a", "b", "order"),
    [
        ("20^(1/2)", "2*5^(1/2)", 0),
        ("(3+20^(1/2))/7", "(3+2*5^(1/2))/7", 0),
        ("2^(1/2)", "3^(1/2)", -1),
        ("1+2^(1/2)", "7^(1/2)-1/5", -1),
        ("e^(1/2)", "sqrt(2)", 1),
        ("sqrt(2)", "99/70", -1),
        ("1/3", "1/3", 0),
    ],
)
def test_numbers_of_different_fields_are_ordered(a: str, b: str, order: int) -> None:
    x, y = read_number(a), read_number(b)
    assert (order_of(x, y), order_of(y, x)) == (order, -order)
    assert order_of(nth_root(F(20), 2), 2 * nth_root(F(5), 2)) == 0


@pytest.mark.parametrize("infinity", [INFINITY, math.inf])
def test_infinity_equals_itself_and_lies_above_all_numbers(infinity: Any) -> None:
    assert order_of(infinity, infinity) == order_of(-infinity, -infinity) == 0
    for x in (F(10**9), nth_root(F(2), 2), -infinity):
        assert (order_of(x, infinity), order_of(infinity, x)) == (-1, 1)


def test_a_free_t_against_a_radical_is_undecided() -> None:
    with pytest.raises(Undecided):
        order_of(read_number("t"), read_number("sqrt(2)"))


def test_between_is_strictly_between_and_short() -> None:
    assert number_between(F(0), F(1)) == F(1, 2)
    for a, b in [("sqrt(2)", "sqrt(3)"), ("1", "1+1/10^40"), ("e^(1/2)", "2")]:
        x, y = read_number(a), read_number(b)
        assert order_of(x, number_between(x, y)) < 0 < order_of(y, number_between(x, y))


@given(st.fractions(0, 50, max_denominator=200), st.fractions(0, 50, max_denominator=200))
def test_the_number_between_is_the_simplest(a: Fraction, b: Fraction) -> None:
    """Every denominator is tried, from 1 on."""
    low, high = min(a, b), max(a, b)
    if low == high:
        return
    found = number_between(low, high)
    assert isinstance(found, Fraction) and low < found < high
    first = next(d for d in range(1, found.denominator + 1) if math.floor(low * d) + 1 < high * d)
    assert found.denominator == first


def test_between_irrational_and_free_numbers() -> None:
    e, t = read_number("e"), read_number("t")
    close = number_between(e, e + Fraction(1, 10**40))
    assert e < close < e + Fraction(1, 10**40)
    assert t < number_between(t, t + 1) < t + 1


def test_numbers_of_two_fields_are_compared_within_the_limit_of_time() -> None:
    clock = iter(range(100))
    with limit_seconds(1, clock=lambda: float(next(clock))), pytest.raises(OutOfTime):
        order_of(read_number("sqrt(2)"), read_number("exp(1/3)"))
