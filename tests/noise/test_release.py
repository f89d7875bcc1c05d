import math
from fractions import Fraction as F
from math import floor

import numpy as np
import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.noise.release import release
from rropt.noise.sensitivity import bounded_mean, histogram


def test_counts_keep_their_own_sensitivity_and_come_out_whole():
    found = release((F(10), F(4), F(0)), histogram(3, "replace"), read_epsilon("1"), rng=1)
    assert found.noise.sensitivity == 2 and found.grids == (1, 1, 1)
    assert all(x.denominator == 1 for x in found.answers)


def test_means_lie_on_grids_that_lose_nothing_each_in_proportion_to_its_range():
    sensitivity = bounded_mean(10, [(0, 1), (0, 5)], "replace")
    found = release((F(1, 3), F(2)), sensitivity, read_epsilon("ln3"), rng=1)
    assert found.noise.sensitivity == 2 * 1024
    assert found.grids == (F(1, 10240), F(5, 10240))
    assert all((x / g).denominator == 1 for x, g in zip(found.answers, found.grids, strict=True))
    assert "1/10240, 1/2048" in repr(found)


@pytest.mark.parametrize("size", [F(1), F(1, 7), F(3, 10)])
def test_the_steps_cover_every_rounding(size):
    grid = size / 1024

    def rounded(x):
        return floor(x / grid + F(1, 2))

    starts = [grid * F(i, 20) for i in range(20)]
    assert max(rounded(a + move) - rounded(a) for a in starts for move in (size, size * F(999, 1000))) == 1024


def test_the_noise_is_centred_on_the_answer():
    sensitivity = bounded_mean(100, [(0, 1)], "replace")
    draws = [release((F(1, 2),), sensitivity, read_epsilon("1"), rng=seed).answers[0] for seed in range(300)]
    error = float(sum(draws) / len(draws) - F(1, 2))
    assert abs(error) < 4 * (2**0.5 / 100) / 300**0.5


def test_mismatched_values_are_refused():
    with pytest.raises(InputError, match="the number of values is 1"):
        release((F(1),), histogram(2, "replace"), read_epsilon("1"))


def test_floats_and_numpy_numbers_are_released_exactly():
    query, epsilon = bounded_mean(np.int64(10), [(0.1, 0.7)], "replace"), read_epsilon("1")
    assert query == bounded_mean(10.0, [(F(1, 10), F(7, 10))], "replace")
    expected = release([F(1, 3)], query, epsilon, rng=1).answers
    assert release([0.3333333333333333], query, epsilon, rng=1).answers == expected
    assert all(
        isinstance(x, F) for x in release([0.3], bounded_mean(10.0, [(0, 1)], "replace"), epsilon, rng=1).answers
    )
    with pytest.raises(InputError, match="cannot read 'nan'"):
        release([math.nan], query, epsilon)
    for bad in (lambda: bounded_mean(2.5, [(0, 1)], "replace"), lambda: histogram(2.5, "replace")):
        with pytest.raises(InputError, match="at least 1"):
            bad()
