"""Every interval contains the value: against mpmath at twice the precision."""

from fractions import Fraction
from random import Random

import mpmath
import pytest

from rropt.claims.replay import intervals
from rropt.exact.errors import Undecided

CASES = {
    "exp": (intervals.exponential, mpmath.exp, (-30, 30)),
    "log": (intervals.logarithm, mpmath.log, (0, 50)),
    "sqrt": (intervals.square_root, mpmath.sqrt, (0, 1000)),
    "erf": (intervals.erf, mpmath.erf, (-6, 6)),
}


@pytest.mark.slow_at("erf")
@pytest.mark.parametrize("name", CASES)
def test_functions_are_enclosed_tightly(name: str) -> None:
    ours, theirs, (low, high) = CASES[name]
    rng = Random(name)
    with mpmath.workdps(80):
        for _ in range(60):
            x = Fraction(rng.randint(low * 997 + 1, high * 997), 997)
            for bits in (32, 100):
                a, b = ours(intervals.point(x), bits)
                value = theirs(mpmath.mpf(x.numerator) / x.denominator)
                assert mpmath.mpf(a.numerator) / a.denominator <= value <= mpmath.mpf(b.numerator) / b.denominator
                assert b - a <= Fraction(max(1, abs(b)), 2 ** (bits - 12))


def test_arithmetic_contains_every_combination() -> None:
    rng = Random(2)
    for _ in range(200):
        a, b = (tuple(sorted(Fraction(rng.randint(-9, 9), 4) for _ in range(2))) for _ in range(2))
        for x in (*a, sum(a) / 2):
            for y in (*b, sum(b) / 2):
                assert _inside(x + y, intervals.add(a, b))
                assert _inside(x * y, intervals.multiply(a, b))
                assert _inside(x**3, intervals.power(a, 3)) and _inside(x**2, intervals.power(a, 2))
                if not b[0] <= 0 <= b[1]:
                    assert _inside(x / y, intervals.divide(a, b))
        assert _inside(a[0], intervals.round_outward(a, 5)) and _inside(a[1], intervals.round_outward(a, 5))


def _inside(x: Fraction, interval: intervals.Interval) -> bool:
    return interval[0] <= x <= interval[1]


@pytest.mark.parametrize(
    "attempt",
    [
        lambda: intervals.divide((Fraction(1), Fraction(1)), (Fraction(-1), Fraction(1))),
        lambda: intervals.logarithm((Fraction(0), Fraction(1)), 64),
        lambda: intervals.square_root((Fraction(-1), Fraction(1)), 64),
        lambda: intervals.exponential(intervals.point(Fraction(10**9)), 64),
    ],
)
def test_what_cannot_be_enclosed_raises(attempt: object) -> None:
    with pytest.raises(Undecided):
        attempt()  # type: ignore[operator]
