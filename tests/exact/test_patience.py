"""The limit of seconds: nested limits only shorten one another, and what was reached is told."""

import math

import pytest

from rropt.exact.errors import InputError, OutOfTime
from rropt.exact.patience import limit_seconds, read_seconds, require_time, seconds_left


def test_without_a_limit_nothing_ends() -> None:
    assert seconds_left() == math.inf
    require_time()


def test_a_limit_that_is_reached_stops_and_is_told_to_those_around() -> None:
    with limit_seconds(1000) as outer:
        with limit_seconds(math.inf, share=0.5):
            assert 400 < seconds_left() <= 500
        assert not outer.ended and seconds_left() > 900
        with pytest.raises(OutOfTime, match="seconds = 1000; give more"), limit_seconds(1e-9) as inner:
            while not inner.ended:
                require_time()
        assert outer.ended
    assert seconds_left() == math.inf


def test_an_inner_limit_cannot_outlast_the_outer_one() -> None:
    with limit_seconds(10), limit_seconds(10**6):
        assert seconds_left() <= 10


@pytest.mark.parametrize("seconds", [10**400, 0, -1, "many", True, math.nan, math.inf, 10**9])
def test_what_is_no_number_of_seconds(seconds: object) -> None:
    with pytest.raises(InputError, match=r"seconds = .* must be a number above 0"):
        read_seconds(seconds)
    assert read_seconds(None) == math.inf and read_seconds("2.5") == 2.5
