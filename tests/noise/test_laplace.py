import math
from fractions import Fraction as F

import numpy as np
import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.noise.laplace import Laplace

NOISE = Laplace(read_epsilon("ln3"), F(2), 3)


def test_scale_variance_and_tails_agree_with_scipy():
    b = 2 / math.log(3)
    assert float(NOISE.scale[0]) == pytest.approx(b) and float(NOISE.variance[1]) == pytest.approx(2 * b * b)
    for z in (F(0), F(1, 2), F(3), F(10)):
        w = math.exp(-float(z) / b)
        assert float(NOISE.tail_linf(z)[0]) == pytest.approx(1 - (1 - w) ** 3)
        assert float(NOISE.union_bound(z)[1]) == pytest.approx(3 * w)


def test_enclosures_are_narrow_and_in_the_right_order():
    lower, upper = NOISE.tail_linf("5")
    assert 0 < lower <= upper <= lower + F(1, 10**15)
    assert upper < NOISE.union_bound("5")[0]


@pytest.mark.parametrize("failure", ["1/20", "1/1000", "9/10"])
def test_radii_invert_the_tails_and_the_union_bound_is_the_larger(failure):
    exact, union = NOISE.radius_linf(failure), NOISE.radius_union(failure)
    assert NOISE.tail_linf(exact[1])[0] <= F(failure) <= NOISE.tail_linf(exact[0])[1]
    assert exact[1] < union[0]


def test_in_one_coordinate_both_are_the_lectures_theorem_9():
    one = Laplace(read_epsilon("1/2"), F(1))
    z = one.radius_linf("1/20")
    assert float(z[0]) == pytest.approx(2 * math.log(20))
    assert abs(one.radius_union("1/20")[0] - z[0]) < F(1, 10**14)


def test_the_tails_hold_in_simulation():
    draws = np.abs(np.random.default_rng(0).laplace(scale=float(NOISE.scale[0]), size=(100_000, 3)))
    p = float(NOISE.tail_linf(4)[0])
    assert abs((draws.max(axis=1) >= 4).mean() - p) < 4 * math.sqrt(p * (1 - p) / 100_000)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Laplace(read_epsilon("1"), F(0)), "makes no sense"),
        (lambda: Laplace(read_epsilon("inf"), F(1)), "cannot be used for noise"),
        (lambda: NOISE.tail_linf(-1), "negative"),
        (lambda: NOISE.radius_linf(1), "strictly between"),
    ],
)
def test_what_makes_no_sense_is_refused(make, message):
    with pytest.raises(InputError, match=message):
        make()


@pytest.mark.parametrize("dimension", [1, 3, 1000])
@pytest.mark.parametrize("z", ["0", "1/10^8", "100", "5000", "10^12"])
def test_a_small_probability_is_enclosed_closely_and_is_never_negative(dimension: int, z: str) -> None:
    noise = Laplace(read_epsilon("1"), F(1), dimension)
    lower, upper = noise.tail_linf(z)
    union = noise.union_bound(z)
    assert 0 <= lower <= upper <= max(1, union[1]) and lower <= union[1]
    if z in ("100", "5000"):
        assert abs(upper - union[0]) <= union[0] / 10**15 and upper - lower <= upper / 10**15


def test_numbers_are_read_as_everywhere() -> None:
    assert Laplace("1/2", "2.5") == Laplace(read_epsilon("1/2"), F(5, 2))  # type: ignore[arg-type]
    low, high = Laplace(0.5, 2.5).scale  # type: ignore[arg-type]
    assert low < 5 < high < low + F(1, 10**12)
