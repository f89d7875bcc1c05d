"""Boundaries read from text, points and names, and printed so that they read back."""

from fractions import Fraction

import pytest

from rropt import InputError
from rropt.privacy.boundary import Odds, mirror, table
from rropt.privacy.boundary_text import read_boundary


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
