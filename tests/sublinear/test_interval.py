"""The checker's intervals hold what python-flint's balls hold, and are short; what they do not decide is rejected."""

import random
from fractions import Fraction

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
        for mine, theirs in ((interval.logarithm, ball(x).log()), (interval.root, ball(x).sqrt())):
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


def test_what_is_not_decided_is_rejected() -> None:
    for act in (lambda: interval.logarithm((0, 1)), lambda: interval.divide((1, 1), (-1, 1))):
        with pytest.raises(Rejected) as refusal:
            act()
        assert refusal.value.condition == "sign-decided"
