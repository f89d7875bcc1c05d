from fractions import Fraction as F

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.noise.staircase import (
    Staircase,
    best_absolute,
    best_gamma_absolute,
    best_gamma_square,
    best_square,
    laplace_loss_absolute,
    laplace_loss_square,
)


@pytest.mark.parametrize("gamma", [F(0), F(1, 3), F(1)])
def test_moments_are_the_integrals_of_the_density(gamma):
    noise = Staircase(read_epsilon("ln3"), F(2), gamma)
    mass = absolute = square = F(0)
    for k in range(60):
        for low, high in ((F(k), k + gamma), (k + gamma, F(k + 1))):
            height = noise.density(2 * low)
            mass += 4 * height * (high - low)
            absolute += 4 * height * (high**2 - low**2)
            square += F(16, 3) * height * (high**3 - low**3)
    assert abs(1 - mass) < F(1, 10**20)
    assert abs(noise.mean_absolute() - absolute) < F(1, 10**20)
    assert abs(noise.variance() - square) < F(1, 10**20)


@pytest.mark.parametrize("epsilon", ["1/4", "1", "ln3", "3"])
def test_the_density_is_private_at_every_shift_up_to_the_sensitivity(epsilon):
    noise = Staircase(read_epsilon(epsilon), F(1), F(1, 3))
    points = [F(i, 12) + F(1, 100) for i in range(-40, 40)]
    t = noise.epsilon.t
    ratios = [noise.density(x) / noise.density(x + d) for x in points for d in (F(1, 4), F(1, 2), F(1), F(-1))]
    assert max(ratios) == t


@pytest.mark.parametrize("epsilon", ["1/4", "1", "ln3", "5"])
def test_the_closed_forms_are_the_values_at_their_gamma_and_no_other_gamma_is_better(epsilon):
    e = read_epsilon(epsilon)
    best = best_absolute(e, F(3))
    assert Staircase(e, F(3), best_gamma_absolute(e)).mean_absolute() == best
    low, high = best_gamma_square(e)
    least = best_square(e, F(3))
    middle = Staircase(e, F(3), (low + high) / 2).variance()
    assert least[0] <= middle and float(middle) == pytest.approx(float(least[1]), rel=1e-12)
    for i in range(17):
        other = Staircase(e, F(3), F(i, 16))
        assert other.mean_absolute() >= best and other.variance() > least[0]


def test_laplace_loses_nothing_as_epsilon_vanishes_and_exponentially_much_as_it_grows():
    small, large = read_epsilon("1/1000"), read_epsilon("10")
    assert 1 < laplace_loss_absolute(small)[0] < laplace_loss_absolute(small)[1] < 1 + F(1, 10**6)
    assert laplace_loss_absolute(large)[0] > 14 and laplace_loss_square(large)[0] > 20
    one = read_epsilon("1")
    assert float(laplace_loss_absolute(one)[0]) == pytest.approx(1 / float(best_absolute(one, F(1))))
    assert float(laplace_loss_square(one)[0]) == pytest.approx(2 / float(best_square(one, F(1))[0]))


def test_a_gamma_outside_the_unit_interval_is_refused():
    with pytest.raises(InputError, match="gamma"):
        Staircase(read_epsilon("1"), F(1), F(2))
