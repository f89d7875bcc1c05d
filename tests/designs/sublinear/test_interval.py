"""The checker's intervals hold what python-flint's balls hold, and are short; what they do not decide is rejected."""

import random
from fractions import Fraction
from math import ceil, floor

import flint
import pytest

from rropt.checker.arithmetic import interval
from rropt.checker.limits import BUDGET, MOST_SPACE, MOST_WORK, Budget
from rropt.checker.refusals import Rejected
from rropt.exact.enclosure import ball, enclose_ball


@pytest.fixture(autouse=True)
def budget() -> None:
    BUDGET.set(Budget(MOST_WORK, MOST_SPACE))


def near(x: Fraction) -> tuple[int, int]:
    low = (x.numerator << interval.PRECISION) // x.denominator
    return low, low + 1


@pytest.mark.parametrize("seed", range(40))
def test_logarithms_and_roots(seed: int) -> None:
    rng = random.Random(seed)
    x = Fraction(rng.randint(1, 10**12), rng.randint(1, 10 ** rng.randint(1, 25)))
    with flint.ctx.workprec(600):
        for mine, theirs in ((interval.logarithm, ball(x).log()), (interval.square_root, ball(x).sqrt())):
            low, high = (Fraction(n, interval.UNIT) for n in mine(near(x)))
            exact = enclose_ball(theirs)
            assert low <= exact[0] <= exact[1] <= high
            assert high - low < Fraction(10**30, 2**interval.PRECISION)


@pytest.mark.parametrize("x", [Fraction(1), Fraction(2), Fraction(1, 2), Fraction(1, 2**300), Fraction(2**90)])
def test_logarithms_of_powers_of_two(x: Fraction) -> None:
    exact = x.numerator.bit_length() - x.denominator.bit_length()
    with flint.ctx.workprec(600):
        two = enclose_ball(flint.arb(2).log())
    low, high = (Fraction(n, interval.UNIT) for n in interval.logarithm(near(x)))
    ends = sorted([exact * two[0], exact * two[1]])
    assert low <= ends[0] and ends[1] <= high


ENDS = [
    (-7, 2),
    (-9, -4),
    (-1, 3),
    (0, 0),
    (0, 5),
    (3, 3),
    (interval.UNIT // 3, interval.UNIT),
    (5 * interval.UNIT + 1, 7 << 385),
]


@pytest.mark.parametrize("a", ENDS)
def test_what_is_rounded_is_rounded_outward_by_less_than_a_step(a: tuple[int, int]) -> None:
    assert interval.halve(a) == (floor(Fraction(a[0], 2)), ceil(Fraction(a[1], 2)))
    for b in ENDS:
        assert interval.plus(a, b) == (min(x + y for x in a for y in b), max(x + y for x in a for y in b))
        assert interval.minus(a, b) == (min(x - y for x in a for y in b), max(x - y for x in a for y in b))
        products = [Fraction(x * y, interval.UNIT) for x in a for y in b]
        assert interval.times(a, b) == (floor(min(products)), ceil(max(products)))
        if not b[0] <= 0 <= b[1]:
            quotients = [Fraction(x * interval.UNIT, y) for x in a for y in b]
            assert interval.divide(a, b) == (floor(min(quotients)), ceil(max(quotients)))


def test_roots_are_enclosed_to_two_steps() -> None:
    for a in [(0, 0), (0, 5), (-3, 3), (interval.UNIT // 3, interval.UNIT), (5 * interval.UNIT + 1, 7 << 385)]:
        low, high = interval.square_root(a)
        assert low**2 <= max(a[0], 0) * interval.UNIT < (low + 1) ** 2
        assert (high - 1) ** 2 <= a[1] * interval.UNIT < high**2


def test_what_is_not_decided_is_rejected() -> None:
    undecided = [(-1, 1), (0, 1), (-1, 0), (0, 0)]
    acts = [lambda b=b: interval.divide((1, 1), b) for b in undecided]
    for act in (lambda: interval.logarithm((0, 1)), lambda: interval.logarithm((-1, 1)), *acts):
        with pytest.raises(Rejected) as refusal:
            act()
        assert refusal.value.failed == "sign-decided"
