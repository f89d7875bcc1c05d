"""Breach boundaries: minima, mirror images and bounds on the odds, point by point."""

import itertools
import math
from fractions import Fraction

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from rropt import InputError
from rropt.privacy.boundary import Odds, Table, least, mirror, table
from rropt.privacy.boundary_text import read_boundary

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
