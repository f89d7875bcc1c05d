from fractions import Fraction as F

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.noise.geometric import DiscreteLaplace
from rropt.noise.staircase import best_absolute, best_square
from rropt.oracles.noise_lp import noise_program, solve_noise


@pytest.mark.parametrize("epsilon", ["1/2", "1", "ln3", "3"])
def test_the_bound_encloses_the_closed_form_of_the_staircase(epsilon):
    e = read_epsilon(epsilon)
    absolute = solve_noise(noise_program(e, steps=16))
    best = best_absolute(e, F(1))
    assert absolute.lower <= best and best < absolute.lower * F(101, 100)
    assert absolute.claimed == pytest.approx(float(absolute.lower), abs=1e-7)
    square = solve_noise(noise_program(e, steps=16, power=2))
    least = best_square(e, F(1))
    assert square.lower <= least[0] and least[1] < square.lower * F(103, 100)


def test_a_finer_grid_gives_a_better_bound():
    e = read_epsilon("2")
    coarse, fine = (solve_noise(noise_program(e, steps=n)).lower for n in (4, 16))
    assert coarse < fine <= best_absolute(e, F(1))


@pytest.mark.parametrize("power", [1, 2])
def test_on_the_integers_with_sensitivity_one_the_geometric_is_optimal(power):
    e = read_epsilon("1")
    noise = DiscreteLaplace(e, 1)
    best = noise.mean_absolute if power == 1 else noise.variance
    found = solve_noise(noise_program(e, steps=1, power=power), real=False)
    assert best * (1 - F(1, 10**9)) < found.lower <= best


def test_programs_too_large_or_degenerate_are_refused():
    with pytest.raises(InputError, match="too large"):
        noise_program(read_epsilon("1/1000"), steps=64)
    with pytest.raises(InputError, match="from 0 to 50"):
        noise_program(read_epsilon("0"))
