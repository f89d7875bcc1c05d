"""Ratios within rows: conventions at zero, extremes that t does not decide, and conjunctions of comparisons."""

import math
from fractions import Fraction

import pytest

import rropt.exact.element
from rropt import Mechanism
from rropt.exact import Undecided
from rropt.exact.grammar import read_number
from rropt.privacy.ratios import are_all_true, are_ratios_within, extremes, largest_ratio, ratio, violations_of_ratio

T = read_number("t")


def test_ratios_at_zero() -> None:
    assert ratio(Fraction(0), Fraction(0)) == 1 and ratio(Fraction(1, 2), Fraction(0)) == math.inf
    assert ratio(Fraction(0), Fraction(1, 2)) == 0 and ratio(T, Fraction(2)) == T / 2


def test_extremes_are_the_first_of_equals() -> None:
    assert extremes([Fraction(1), Fraction(2), Fraction(2), Fraction(1)]) == (1, 0)


def test_extremes_where_others_cross() -> None:
    row = [T + 1, Fraction(2) * T, 4 * T, Fraction(1)]
    assert extremes(row) == (2, 3)
    with pytest.raises(Undecided):
        extremes([T, Fraction(2)])


def test_one_false_condition_decides_and_an_undecided_one_does_not() -> None:
    def undecided() -> bool:
        raise Undecided("unknown")

    assert are_all_true([]) and are_all_true([lambda: True])
    assert not are_all_true([undecided, lambda: False])
    with pytest.raises(Undecided, match="unknown"):
        are_all_true([lambda: True, undecided])


def test_ratios_within_agrees_with_the_largest_ratio() -> None:
    p = Mechanism([["1/2", "1/3", 0], ["1/2", "2/3", 1]])
    assert (
        largest_ratio(p).value == math.inf
        and are_ratios_within(p, math.inf)
        and not are_ratios_within(p, Fraction(10**9))
    )
    assert violations_of_ratio(p, math.inf) == () and [v.name for v in violations_of_ratio(p, Fraction(2))] == [
        "upper[0,0]",
        "upper[0,1]",
    ]


def test_an_entry_that_stands_in_many_places_is_compared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    low, high = read_number("1/(t+1)"), read_number("t/(t+1)")
    looked, ordered = [], rropt.exact.element._compare
    monkeypatch.setattr(rropt.exact.element, "_compare", lambda *both: looked.append(both) or ordered(*both))
    assert extremes([low, high] * 50) == (1, 0) and len(looked) <= 4
