"""Infinity is above every number, joins with them where that means something, and refuses the rest."""

import math
import operator
import pickle
from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest

from rropt.exact import Rational
from rropt.exact.element import Number, generator
from rropt.exact.errors import InputError
from rropt.exact.fields import Exponential, Free
from rropt.exact.infinity import INFINITY, Infinity, is_infinite

E = generator(Exponential(F(1)))
NUMBERS: list[Number | int] = [0, 3, Rational(-7, 2), Rational(10**400), E, -E, 1 / E, generator(Free())]


@pytest.mark.parametrize("x", NUMBERS, ids=str)
def test_it_is_above_every_number_and_its_negative_below(x: Number) -> None:
    assert x < INFINITY > x and x > -INFINITY < x and x <= INFINITY >= x and x != INFINITY != x
    assert (max(x, INFINITY), min(INFINITY, x)) == (INFINITY, x)
    assert not is_infinite(x)


@pytest.mark.parametrize("x", NUMBERS[:-1], ids=str)
def test_sums_products_and_quotients_with_a_number(x: Number) -> None:
    for found, meant in [
        (INFINITY + x, INFINITY),
        (x + INFINITY, INFINITY),
        (INFINITY - x, INFINITY),
        (x - INFINITY, -INFINITY),
        (-INFINITY + x, -INFINITY),
        (INFINITY + F(-7, 2), INFINITY),
        (INFINITY * F(-7, 2), -INFINITY),
    ]:
        assert (found, type(found)) == (meant, Infinity)
    for nothing in (x / INFINITY, x / -INFINITY):
        assert nothing == 0 and not isinstance(nothing, float)
    if x == 0:
        with pytest.raises(InputError, match=r"inf \* 0"):
            _ = x * INFINITY
        with pytest.raises(ZeroDivisionError):
            _ = INFINITY / x
        return
    signed = INFINITY if x > 0 else -INFINITY
    assert [x * INFINITY, INFINITY * x, INFINITY / x] == [signed] * 3
    assert {type(x * INFINITY), type(INFINITY * x), type(INFINITY / x)} == {Infinity}


@pytest.mark.parametrize(
    ("act", "x", "y"),
    [
        (operator.sub, INFINITY, INFINITY),
        (operator.add, INFINITY, -INFINITY),
        (operator.truediv, INFINITY, INFINITY),
    ],
)
def test_what_means_no_number_is_refused(act: Callable[[Any, Any], Any], x: Infinity, y: Infinity) -> None:
    with pytest.raises(InputError, match="is undefined"):
        act(x, y)
    assert INFINITY + INFINITY == INFINITY * INFINITY == -INFINITY * -INFINITY == INFINITY


def test_it_is_the_float_among_floats() -> None:
    assert (INFINITY, hash(INFINITY), float(-INFINITY)) == (math.inf, hash(math.inf), -math.inf)
    assert (repr(INFINITY), f"{INFINITY:.2f}", type(INFINITY + 0.5)) == ("inf", "inf", float)
    assert np.isinf(INFINITY * np.array([1.0, 2.0])).all()
    kept = pickle.loads(pickle.dumps((INFINITY, -INFINITY)))
    assert kept == (INFINITY, -INFINITY) and {type(x) for x in kept} == {Infinity}
    assert is_infinite(math.inf) and is_infinite(-INFINITY) and not is_infinite(1.5) and not is_infinite("inf")
