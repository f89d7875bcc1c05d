"""Where a ratio breaks a boundary, and B(h), the largest that breaks nothing."""

import math
from fractions import Fraction

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from rropt import InputError
from rropt.exact.grammar import read_number
from rropt.privacy.boundary.breaking import broken_at
from rropt.privacy.boundary.function import BreachFunction, piecewise_linear
from rropt.privacy.boundary.infimum import largest_factor
from rropt.privacy.boundary.named import odds_after, odds_boundary
from rropt.privacy.boundary.reading import read_boundary
from tests.strategies.demands import upper_tables

GRID = [Fraction(n, 60) for n in range(1, 60)]
GAP = Fraction(1, 10**30)


def test_a_value_at_one_point_is_part_of_the_demand() -> None:
    h = read_boundary("0=1,1/2=1,1/2=2/3,1/2=1,1=1", side="upper")
    assert largest_factor(h) == 2 and broken_at(h, Fraction(2)) is None
    assert broken_at(h, 2 + GAP) == Fraction(1, 2) == broken_at(h, math.inf) or broken_at(h, math.inf) is not None


@given(upper_tables(), st.fractions(min_value=1, max_value=20, max_denominator=6))
@settings(max_examples=200, deadline=None, derandomize=True)
@pytest.mark.slow
def test_a_prior_that_is_broken_is_shown_and_else_none_is(h: BreachFunction, gamma: Fraction) -> None:
    p = broken_at(h, gamma)
    if p is None:
        assert all(odds_after(q, gamma) <= h(q) for q in GRID)
    else:
        assert 0 < p < 1 and odds_after(p, gamma) > h(p)


@given(upper_tables())
@settings(max_examples=150, deadline=None, derandomize=True)
@pytest.mark.slow
def test_b_of_h_is_the_largest_ratio_that_breaks_nothing(h: BreachFunction) -> None:
    b = largest_factor(h)
    assert broken_at(h, b) is None
    if isinstance(b, float):
        assert all(h(p) == 1 for p in GRID)
    else:
        assert b >= 1 and broken_at(h, b + GAP) is not None
        ratios = [(1 - p) * v / (p * (1 - v)) for p in GRID if (v := h(p)) != 1]
        assert all(b <= r for r in ratios)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0=1/5,8/9=1,1=1", "(23 + 3*sqrt(5))/16"),
        ("rho:1/5,1/2", "4"),
        ("beta:2", "2"),
        ("beta:1", "1"),
        ("odds:7/2", "7/2"),
        ("0=0,1=1", "1"),
        ("0=1/2,1/2=1/2,1/2=1,1=1", "1"),
        ("0=0,1/4=1/2,1=1", "3/2"),
        ("odds:e", "e"),
        ("odds:5;rho:1/5,1/2", "4"),
        ("odds:3;rho:1/5,1/2", "3"),
    ],
)
def test_known_values_of_b(text: str, value: str) -> None:
    assert largest_factor(read_boundary(text, side="upper")) == read_number(value)


def test_b_is_infinite_where_everything_is_allowed() -> None:
    everything = [
        piecewise_linear([(0, 1), (1, 1)]),
        *(read_boundary(x, side="upper") for x in ("odds:inf", "beta:inf")),
    ]
    for h in everything:
        assert largest_factor(h) == math.inf and broken_at(h, math.inf) is None
    assert broken_at(piecewise_linear([(0, 1), ("1/2", 1), ("1/2", "9/10"), (1, 1)]), math.inf) is not None
    assert broken_at(odds_boundary(10**9, "upper"), math.inf) is not None


def test_an_irrational_table_is_decided_or_refused() -> None:
    h = piecewise_linear([(0, "1/e"), (1, 1)])
    assert broken_at(h, Fraction(1)) is None and broken_at(h, Fraction(100)) is not None
    assert largest_factor(h) == 1 / (1 - read_number("1/e"))
    with pytest.raises(InputError, match="irrational"):
        largest_factor(piecewise_linear([(0, "1/e"), ("3/4", 1), (1, 1)]))
