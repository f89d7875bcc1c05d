import itertools
import math
from fractions import Fraction as F

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.noise.discrete_laplace import DiscreteLaplace

NOISE = DiscreteLaplace(read_epsilon("ln3"), 1, 2)


def test_probabilities_sum_to_one_and_meet_the_demand_with_equality():
    for epsilon, delta in (("ln3", 1), ("1", 3), ("ln8", 3)):
        noise = DiscreteLaplace(read_epsilon(epsilon), delta)
        w = noise.ratio
        # Σ over |k| ≤ K plus the tail is 1 identically
        assert sum((noise.probability(k) for k in range(-4, 5)), F(0)) + noise.tail(5) == 1
        t = noise.epsilon.t
        assert max(noise.probability(k) / noise.probability(k + delta) for k in range(-6, 6)) == t
        assert w**delta * t == 1


def test_moments_are_the_sums_of_the_series():
    w = NOISE.ratio
    assert w == F(1, 3)
    absolute = sum(abs(k) * NOISE.probability(k) for k in range(-60, 61))
    square = sum(k * k * NOISE.probability(k) for k in range(-60, 61))
    assert abs(absolute - NOISE.mean_absolute) < F(1, 10**20)
    assert abs(square - NOISE.variance) < F(1, 10**20)
    low, high = NOISE.standard_deviation()
    assert low**2 <= NOISE.variance <= high**2


def test_vector_tails_are_the_enumerated_ones_and_the_union_bound_is_larger():
    for k in range(6):
        small = [(a, b) for a, b in itertools.product(range(-k, k + 1), repeat=2)]
        inside = sum((NOISE.probability(a) * NOISE.probability(b) for a, b in small if max(abs(a), abs(b)) < k), F(0))
        assert NOISE.tail_linf(k) == 1 - inside
        assert NOISE.union_bound(k) >= NOISE.tail_linf(k)


@pytest.mark.parametrize("failure", [F(1, 20), F(1, 1000), F(9, 10)])
def test_the_radius_is_the_least_whole_number_beyond_which_the_noise_rarely_goes(failure):
    k = NOISE.radius_linf(failure)
    assert NOISE.tail_linf(k) <= failure
    assert k == 0 or NOISE.tail_linf(k - 1) > failure


@pytest.mark.parametrize(("sensitivity", "dimension"), [(0, 1), (1, 0)])
def test_impossible_noise_is_refused(sensitivity, dimension):
    with pytest.raises(InputError, match="integer noise"):
        DiscreteLaplace(read_epsilon("1"), sensitivity, dimension)


def test_numbers_are_read_as_everywhere():
    noise = DiscreteLaplace("ln4", 2.0)  # type: ignore[arg-type]
    assert (noise.ratio, noise.sensitivity) == (F(1, 2), 2) and noise == DiscreteLaplace(read_epsilon("ln4"), 2)
    assert noise == DiscreteLaplace("ln4", "2")  # type: ignore[arg-type]
    for sensitivity in (math.inf, math.nan, "two", 1.5):
        with pytest.raises(InputError):
            DiscreteLaplace("ln4", sensitivity)  # type: ignore[arg-type]
