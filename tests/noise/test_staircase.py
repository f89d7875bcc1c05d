from fractions import Fraction as F

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.noise.discrete_laplace import DiscreteLaplace
from rropt.noise.staircase import (
    Error,
    best_absolute,
    best_gamma_absolute,
    best_gamma_square,
    best_square,
    best_width,
    laplace_loss,
    step_polynomial,
    sum_over,
    whole_error,
)
from tests.noise.laws import density, moment, whole_law

TINY = F(1, 10**20)


@pytest.mark.parametrize("gamma", [F(0), F(1, 3), F(1)])
def test_the_reference_density_has_mass_one_and_is_private_at_every_shift(gamma):
    assert abs(1 - moment(F(3), F(2), gamma, 0, 60)) < TINY
    points = [F(i, 12) + F(1, 100) for i in range(-40, 40)]
    law = {x: density(F(3), F(1), gamma, x) for x in points}
    shifted = {(x, d): density(F(3), F(1), gamma, x + d) for x in points for d in (F(1, 4), F(1, 2), F(1), F(-1))}
    assert max(law[x] / value for (x, _), value in shifted.items()) == 3


@pytest.mark.parametrize("t", [F(3, 2), F(3), F(20)])
@pytest.mark.slow
def test_the_closed_forms_are_the_values_at_their_gamma_and_no_other_gamma_is_better(t):
    e, steps = read_epsilon(f"ln({t})"), 200
    best, least = best_absolute(e, F(3)), best_square(e, F(3))
    low, high = best_gamma_absolute(e), best_gamma_square(e)
    gamma = F(str(round(1 / (1 + float(t) ** 0.5), 12)))
    assert abs(float(low) - float(gamma)) < 1e-9
    assert float(moment(t, F(3), gamma, 1, steps)) == pytest.approx(float(best), rel=1e-12)
    square = moment(t, F(3), (high[0] + high[1]) / 2, 2, steps)
    assert float(square) == pytest.approx(float(least[1]), rel=1e-12)
    for i in range(17):
        assert float(moment(t, F(3), F(i, 16), 1, steps)) >= float(best) * (1 - 1e-15)
        assert moment(t, F(3), F(i, 16), 2, steps) > least[0] * (1 - TINY)


def test_the_closed_forms_read_numbers_as_every_public_function_does():
    half = read_epsilon("1/2")
    assert best_absolute("1/2", 1) == best_absolute(half, F(1)) and best_absolute(0.5, "3/2") == best_absolute(
        half, F(3, 2)
    )
    assert best_square("1/2", 1) == best_square(half, F(1))
    assert best_gamma_absolute("1/2") == best_gamma_absolute(half)
    assert best_gamma_square("1/2") == best_gamma_square(half)
    for wrong in ("0", "inf", "every", "-1", "x"):
        for call in (
            lambda e: best_absolute(e, 1),
            lambda e: best_square(e, 1),
            best_gamma_absolute,
            best_gamma_square,
        ):
            with pytest.raises(InputError):
                call(wrong)
    for wrong in (0, "-1", "x", "ln3", None):
        for call in (best_absolute, best_square):
            with pytest.raises(InputError):
                call("1/2", wrong)


def test_laplace_loses_nothing_as_epsilon_vanishes_and_exponentially_much_as_it_grows():
    small, large = read_epsilon("1/1000"), read_epsilon("10")
    low, high = laplace_loss(small, Error.ABSOLUTE)
    assert 1 < low < high < 1 + F(1, 10**6)
    assert laplace_loss(large, Error.ABSOLUTE)[0] > 14 and laplace_loss(large, Error.SQUARED)[0] > 20
    one = read_epsilon("1")
    assert float(laplace_loss(one, Error.ABSOLUTE)[0]) == pytest.approx(1 / float(best_absolute(one, F(1))))
    assert float(laplace_loss(one, Error.SQUARED)[0]) == pytest.approx(2 / float(best_square(one, F(1))[0]))


@pytest.mark.parametrize("power", [1, 2, 3])
def test_the_step_polynomial_is_the_series(power):
    b, x = F(1, 3), F(2, 5)
    series = sum(b**k * (x + 4 * k) ** power for k in range(120))
    assert abs(sum_over(step_polynomial(b, 4, power), [x]) - series) < TINY
    points = [F(0), F(1), F(7, 2)]
    assert sum_over((F(1), F(0), F(2)), points) == sum(1 + 2 * y * y for y in points)


@pytest.mark.parametrize(("sensitivity", "width"), [(1, 1), (3, 1), (3, 2), (4, 4)])
def test_the_whole_law_sums_to_one_is_private_and_has_the_stated_errors(sensitivity, width):
    law = whole_law(F(3), sensitivity, width, 400)
    assert abs(sum(law.values()) - 1) < TINY
    for error in Error:
        mean = sum(abs(i) ** error.power * p for i, p in law.items())
        assert abs(mean - whole_error(F(1, 3), sensitivity, width, error)) < TINY
    ratios = {law[i] / law[i + d] for i in range(-20, 20) for d in range(-sensitivity, sensitivity + 1)}
    assert max(ratios) == 3


@pytest.mark.parametrize("text", ["1", "ln3"])
def test_sensitivity_one_is_discrete_laplace(text):
    epsilon = read_epsilon(text)
    usual = DiscreteLaplace(epsilon, 1)
    assert best_width(epsilon, 1, Error.ABSOLUTE) == (1, usual.mean_absolute)
    assert best_width(epsilon, 1, Error.SQUARED) == (1, usual.variance)


def test_sensitivities_without_whole_noise_are_refused():
    for sensitivity in (0, 1001):
        with pytest.raises(InputError, match="from 1 to 1000"):
            best_width(read_epsilon("1"), sensitivity, Error.ABSOLUTE)
