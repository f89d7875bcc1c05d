"""Reading a notion's numbers, rounding them to the safe side, and simple rationals between two numbers."""

import math
from fractions import Fraction

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from rropt import InputError
from rropt.exact.grammar import read_number
from rropt.privacy.bounds import between, factor, read_factor, read_probability

unit = st.fractions(min_value=0, max_value=3, max_denominator=10**6)


@given(unit, unit)
@settings(max_examples=200, deadline=None, derandomize=True)
def test_the_number_between_is_the_simplest(a: Fraction, b: Fraction) -> None:
    if a == b:
        return
    low, high = min(a, b), max(a, b)
    found = between(low, high)
    assert isinstance(found, Fraction) and low < found < high
    smaller = min(found.denominator, 50)
    assert not any(low < Fraction(n, d) < high for d in range(1, smaller) for n in range(3 * d + 1))


def test_between_irrational_and_free_numbers() -> None:
    e, t = read_number("e"), read_number("t")
    close = between(e, e + Fraction(1, 10**40))
    assert e < close < e + Fraction(1, 10**40)
    assert t < between(t, t + 1) < t + 1


def test_factors_for_a_sentence_never_round_down() -> None:
    assert factor(Fraction(5, 2)) == "5/2" and factor(math.inf) == "inf" and factor(read_number("t")) == "t"
    for text in ("e", "1/3 + 1e-9", "12345/6789", "sqrt(2)"):
        assert Fraction(factor(read_number(text))) >= read_number(text)


def test_reading() -> None:
    assert read_factor("inf", "g") == math.inf == read_factor(math.inf, "g") and read_factor("1", "g") == 1
    assert read_probability("1/t", "delta", t=Fraction(4)) == Fraction(1, 4)
    for bad in ("1/2", "t-1", "-inf"):
        with pytest.raises(InputError):
            read_factor(bad, "g")
    for bad in ("3/2", "-1", "t"):
        with pytest.raises(InputError, match="between 0 and 1"):
            read_probability(bad, "delta")
