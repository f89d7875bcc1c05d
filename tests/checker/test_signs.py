"""Signs at a point by bounds in steps of 2^-64, against exact arithmetic, where they decide and where they must not."""

import random
from fractions import Fraction as F

import pytest

from rropt.checker.numbers import MOST_WORK, WORK, bracket, nearly
from rropt.checker.read import cut


@pytest.fixture(autouse=True)
def budget() -> None:
    WORK.set([MOST_WORK])


def value(p: list[int], x: F) -> F:
    return sum((c * x**i for i, c in enumerate(p)), F(0))


def test_one_sign_is_shown_only_where_there_is_one() -> None:
    rng = random.Random(7)
    shown = 0
    for _ in range(2000):
        p = [rng.randint(-9, 9) for _ in range(rng.randint(1, 6))] + [rng.choice([-3, -1, 1, 2])]
        low = F(rng.randint(-200, 2000), 100)
        high = low + F(1, 10 ** rng.randint(0, 12))
        if nearly(tuple(p), low, high):
            shown += 1
            signs = {value(p, low + (high - low) * n / 50) > 0 for n in range(51)}
            assert low > 0 and len(signs) == 1 and all(value(p, x) != 0 for x in (low, high))
    assert shown > 1000


@pytest.mark.parametrize("digits", [3, 9, 15, 17])
def test_a_rational_near_e_is_told_from_it_as_far_as_64_bits_go(digits: int) -> None:
    low, high = bracket(cut("exp(1)"), 64)
    near = F(round(low * 10**digits), 10**digits)
    p = (-near.numerator, near.denominator)
    assert nearly(p, low, high)
    assert (value(list(p), low) > 0) == (low > near)


def test_nothing_is_shown_below_zero_or_at_a_root() -> None:
    assert not nearly((1,), F(-1), F(1))
    assert not nearly((-1, 1), F(1), F(1))
    assert not nearly((-1, 1), F(1, 2), F(3, 2))
    assert nearly((1,), F(1), F(2)) and nearly((-1,), F(1), F(2))
