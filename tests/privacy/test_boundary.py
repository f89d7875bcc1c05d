"""Breach boundaries: reading and printing, minima and mirror images, where a ratio breaks one, and B(h)."""

import itertools
import math
from fractions import Fraction

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from rropt import InputError
from rropt.exact.reading import read_number
from rropt.privacy.boundary import Boundary, Odds, Table, broken_at, largest_factor, least, mirror, read_boundary, table

GRID = [Fraction(n, 60) for n in range(1, 60)]
GAP = Fraction(1, 10**30)


@st.composite
def upper_tables(draw: st.DrawFn) -> Table:
    """Upper boundaries with up to four pieces and jumps."""
    cuts = sorted(draw(st.sets(st.integers(1, 11), max_size=3)))
    ps = [Fraction(0), *(Fraction(c, 12) for c in cuts), Fraction(1)]
    points = []
    for p, q in itertools.pairwise(ps):
        for end in (p, q):
            points.append((end, 1 - (1 - end) * Fraction(draw(st.integers(0, 6)), 6)))
    return table(*points)


def test_reading_and_printing() -> None:
    for text in ("0=1/5,8/9=1,1=1", "odds:3", "0=1/2,1/5=1/2,1/5=1,1=1", "odds:inf", "0=0,1=1", "odds:3; 0=1/5,1=1"):
        h = read_boundary(text, side="upper")
        assert str(h) == text and read_boundary(str(h), side="upper") == h
    assert read_boundary([(0, "1/5"), ("8/9", 1), (1, 1)], side="upper") == read_boundary(
        "0=1/5,8/9=1,1=1", side="upper"
    )
    assert str(read_boundary("rho:1/5,1/2", side="upper")) == "0=1/2,1/5=1/2,1/5=1,1=1"
    assert str(read_boundary("rho:1/5,1/2", side="lower")) == "0=0,1/2=0,1/2=1/5,1=1/5"
    assert str(read_boundary("beta:2", side="upper")) == "0=0,1/2=1,1=1"
    assert str(read_boundary("beta:2", side="lower")) == "0=0,1=1/2"
    assert read_boundary("odds:1/3", side="lower") == Odds(Fraction(1, 3)) == mirror(Odds(Fraction(3)))
    h = table((0, "1/5"), (1, 1))
    assert read_boundary(h, side="upper") is h


@pytest.mark.parametrize(
    "bad", ["", "0", "0=1", "0=0,0=1", "1=0,0=1", "0=0,1=x", "0=-1,1=1", "rho:1", "odds:", "x:1", None]
)
def test_what_is_no_boundary_is_refused(bad: object) -> None:
    with pytest.raises(InputError, match=r"^[^\n]+$"):
        read_boundary(bad, side="upper")


@given(upper_tables(), upper_tables())
@settings(max_examples=80, deadline=None, derandomize=True)
def test_the_minimum_of_two_tables_is_their_minimum(a: Table, b: Table) -> None:
    h = least(a, b)
    ends = {x.start for t in (a, b) for x in t.pieces}
    for p in GRID:
        if p not in ends:
            assert h.at(p) == min(a.at(p), b.at(p))
    assert least(a, a) == a or all(least(a, a).at(p) == a.at(p) for p in GRID)


@given(upper_tables())
@settings(max_examples=40, deadline=None, derandomize=True)
def test_a_mirror_image_is_seen_from_the_complement(h: Table) -> None:
    for p in GRID:
        if p not in {x.start for x in h.pieces}:
            assert mirror(h).at(1 - p) == 1 - h.at(p)
    assert mirror(mirror(h)) == h


def test_odds() -> None:
    half = Fraction(1, 2)
    assert Odds(Fraction(3)).at(half) == Fraction(3, 4) and Odds(math.inf).at(half) == 1
    assert Odds(math.inf).inverse().at(half) == 0 and Odds(math.inf).inverse().inverse() == Odds(math.inf)
    assert Odds(math.inf).at(Fraction(0)) == 0 and Odds(Fraction(0)).at(Fraction(1)) == 1
    for p in GRID:
        assert Odds(Fraction(3)).inverse().at(p) == 1 - Odds(Fraction(3)).at(1 - p)


def test_a_minimum_of_different_kinds() -> None:
    h = least(read_boundary("0=1/5,8/9=1,1=1", side="upper"), Odds(Fraction(2)))
    assert all(h.at(p) == min(Fraction(1, 5) + Fraction(9, 10) * p, 1, 2 * p / (1 + p)) for p in GRID)
    assert least(Odds(Fraction(2)), Odds(Fraction(3))) == Odds(Fraction(2))
    with pytest.raises(InputError, match="mirror image"):
        mirror(h)


@given(upper_tables(), st.fractions(min_value=1, max_value=20, max_denominator=6))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_a_prior_that_is_broken_is_shown_and_else_none_is(h: Table, gamma: Fraction) -> None:
    p = broken_at(h, gamma)
    if p is None:
        assert all(Odds(gamma).at(q) <= max(h.at(q), h.at(q - GAP)) for q in GRID)
    else:
        assert 0 < p < 1 and Odds(gamma).at(p) > h.at(p)
        assert p not in {x.start for x in h.pieces}


@given(upper_tables())
@settings(max_examples=150, deadline=None, derandomize=True)
def test_b_of_h_is_the_largest_ratio_that_breaks_nothing(h: Table) -> None:
    b = largest_factor(h)
    assert broken_at(h, b) is None
    if isinstance(b, float):
        assert all(h.at(p) == 1 for p in GRID)
    else:
        assert b >= 1 and broken_at(h, b + GAP) is not None
        ratios = [(1 - p) * v / (p * (1 - v)) for p in GRID if (v := h.at(p)) != 1]
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
    everything: list[Boundary] = [table((0, 1), (1, 1)), Odds(math.inf), read_boundary("beta:inf", side="upper")]
    for h in everything:
        assert largest_factor(h) == math.inf and broken_at(h, math.inf) is None
    assert broken_at(table((0, 1), ("1/2", 1), ("1/2", "9/10"), (1, 1)), math.inf) is not None
    assert broken_at(Odds(Fraction(10**9)), math.inf) is not None


def test_an_irrational_table_is_decided_or_refused() -> None:
    h = table((0, "1/e"), (1, 1))
    assert broken_at(h, Fraction(1)) is None and broken_at(h, Fraction(100)) is not None
    assert largest_factor(h) == 1 / (1 - read_number("1/e"))
    with pytest.raises(InputError, match="irrational"):
        largest_factor(table((0, "1/e"), ("3/4", 1), (1, 1)))
