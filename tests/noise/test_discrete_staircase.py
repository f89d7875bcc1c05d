from fractions import Fraction as F

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.noise.discrete_staircase import DiscreteStaircase, best_discrete
from rropt.noise.geometric import DiscreteLaplace
from rropt.oracles.noise_lp import noise_program, solve_noise


@pytest.mark.parametrize(("sensitivity", "width"), [(1, 1), (3, 1), (3, 2), (4, 4)])
def test_the_law_sums_to_one_is_private_and_has_the_stated_moments(sensitivity, width):
    noise = DiscreteStaircase(read_epsilon("ln3"), sensitivity, width)
    law = {i: noise.probability(i) for i in range(-400, 401)}
    assert abs(sum(law.values()) - 1) < F(1, 10**30)
    assert abs(sum(abs(i) * p for i, p in law.items()) - noise.mean_absolute()) < F(1, 10**30)
    assert abs(sum(i * i * p for i, p in law.items()) - noise.variance()) < F(1, 10**30)
    ratios = {law[i] / law[i + d] for i in range(-20, 20) for d in range(-sensitivity, sensitivity + 1)}
    assert max(ratios) == 3


def test_sensitivity_one_is_discrete_laplace():
    for text in ("1", "ln3"):
        epsilon = read_epsilon(text)
        best, value = best_discrete(epsilon, 1)
        assert value == DiscreteLaplace(epsilon, 1).mean_absolute
        assert best.probability(3) == DiscreteLaplace(epsilon, 1).probability(3)


@pytest.mark.parametrize("epsilon", ["1/2", "1", "ln3", "3"])
@pytest.mark.parametrize("sensitivity", [1, 2, 3, 5])
@pytest.mark.parametrize("error", ["absolute", "squared"])
def test_no_integer_noise_does_better_by_the_rigorous_bound(epsilon, sensitivity, error):
    e, power = read_epsilon(epsilon), 1 if error == "absolute" else 2
    _, value = best_discrete(e, sensitivity, error=error)
    bound = solve_noise(noise_program(e, steps=sensitivity, power=power), real=False).lower * sensitivity**power
    assert value * (1 - F(1, 10**8)) < bound <= value


def test_impossible_widths_are_refused():
    with pytest.raises(InputError, match="1 <= width"):
        DiscreteStaircase(read_epsilon("1"), 3, 4)
    with pytest.raises(InputError, match="needs no noise"):
        best_discrete(read_epsilon("1"), 0)
