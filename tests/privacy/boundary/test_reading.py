"""Boundaries read from text, points, names and odds, and printed so that they read back."""

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings

from rropt import SIP, InputError
from rropt.privacy.boundary.algebra import minimum, reflect
from rropt.privacy.boundary.function import BreachFunction, piecewise_linear
from rropt.privacy.boundary.named import odds_after, odds_boundary
from rropt.privacy.boundary.reading import read_boundary
from tests.strategies.demands import upper_tables

GRID = [Fraction(n, 60) for n in range(1, 60)]


def test_reading_and_printing() -> None:
    for text in (
        "0=1/5,8/9=1,1=1",
        "odds:3",
        "0=1/2,1/5=1/2,1/5=1,1=1",
        "odds:3; 0=1/5,1=1",
        "0=0,1=1",
        "odds:e^(1/2)",
        "0=0,0=1,1=1",
    ):
        h = read_boundary(text, side="upper")
        assert str(h) == text and read_boundary(str(h), side="upper") == h
    assert read_boundary([(0, "1/5"), ("8/9", 1), (1, 1)], side="upper") == read_boundary(
        "0=1/5,8/9=1,1=1", side="upper"
    )
    assert str(read_boundary("rho:1/5,1/2", side="upper")) == "0=1/2,1/5=1/2,1/5=1,1/5=1,1=1"
    assert str(read_boundary("rho:1/5,1/2", side="lower")) == "0=0,1/2=0,1/2=1/5,1=1/5"
    assert str(read_boundary("beta:2", side="upper")) == "0=0,1/2=1,1=1"
    assert str(read_boundary("beta:2", side="lower")) == "0=0,1=1/2"
    assert read_boundary("odds:1/3", side="lower") == odds_boundary(3, "lower") == reflect(odds_boundary(3, "upper"))
    h = piecewise_linear([(0, "1/5"), (1, 1)])
    assert read_boundary(h, side="upper") is h


@pytest.mark.parametrize(
    "bad", ["", "0", "0=1", "0=0,0=1", "1=0,0=1", "0=0,1=x", "0=-1,1=1", "rho:1", "odds:", "x:1", None]
)
def test_what_is_no_boundary_is_refused(bad: object) -> None:
    with pytest.raises(InputError, match=r"^[^\n]+$"):
        read_boundary(bad, side="upper")


@pytest.mark.slow
@given(upper_tables(), upper_tables())
@settings(max_examples=80, deadline=None, derandomize=True)
def test_the_minimum_of_two_tables_is_their_minimum(a: BreachFunction, b: BreachFunction) -> None:
    h = minimum(a, b)
    assert all(h(p) == min(a(p), b(p)) for p in GRID)
    assert all(minimum(a, a)(p) == a(p) for p in GRID)


@given(upper_tables())
@settings(max_examples=40, deadline=None, derandomize=True)
def test_a_mirror_image_is_seen_from_the_complement(h: BreachFunction) -> None:
    assert all(reflect(h)(1 - p) == 1 - h(p) for p in GRID)
    assert reflect(reflect(h)) == h


def test_odds() -> None:
    half = Fraction(1, 2)
    assert odds_boundary(3, "upper")(half) == Fraction(3, 4) == odds_after(half, Fraction(3))
    assert odds_boundary(math.inf, "upper")(half) == 1 == odds_after(half, math.inf)
    assert odds_boundary(math.inf, "lower")(half) == 0
    assert odds_boundary("inf", "upper")(0) == 0 and odds_boundary("inf", "lower")(1) == 1
    for p in GRID:
        assert odds_boundary(3, "lower")(p) == 1 - odds_boundary(3, "upper")(1 - p)
    with pytest.raises(InputError, match="between 0 and 1"):
        read_boundary("odds:3", side="lower")


def test_a_minimum_of_different_kinds() -> None:
    h = read_boundary("0=1/5,8/9=1,1=1; odds:2", side="upper")
    assert all(h(p) == min(Fraction(1, 5) + Fraction(9, 10) * p, 1, 2 * p / (1 + p)) for p in GRID)


def test_several_lower_boundaries_are_kept_together() -> None:
    """The higher of them binds, as of upper ones the lower does."""
    h = read_boundary("odds:1/3;odds:1/2", side="lower")
    assert all(h(p) == read_boundary("odds:1/2", side="lower")(p) for p in GRID)
    table, odds = (read_boundary(x, side="lower") for x in ("0=0,1/2=1/5,1=3/5", "odds:1/4"))
    both = SIP("0=0,1/2=1/5,1=3/5;odds:1/4", "odds:5").h_l
    assert all(both(p) == max(table(p), odds(p)) for p in GRID) and len({table(p) > odds(p) for p in GRID}) == 2
    assert read_boundary(str(both), side="lower") == both
    assert SIP("odds:1/3;odds:1/2", "odds:3").parity() == SIP("odds:1/2", "odds:3").parity() == 2
