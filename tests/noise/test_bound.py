"""The bound by multipliers in closed form: it is the least error, no noise is below it, and its moves can be made."""

from fractions import Fraction as F
from itertools import accumulate

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.sign import enclose_relative
from rropt.noise.bound import bound_at, real_bound, whole_bound
from rropt.noise.discrete_laplace import DiscreteLaplace
from rropt.noise.staircase import Error, best_absolute, best_gamma_square, best_square, best_width, whole_error
from tests.noise.laws import moment

EPSILONS = ["1/1000", "1/10", "ln2", "1", "ln9", "5", "9", "30", "200", "1000"]


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_the_bound_on_the_absolute_error_is_the_staircases_error(epsilon):
    e = read_epsilon(epsilon)
    assert real_bound(e, Error.ABSOLUTE) == best_absolute(e, F(1))


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_the_bound_on_the_squared_error_is_next_to_the_staircases_error(epsilon):
    e = read_epsilon(epsilon)
    lower = enclose_relative(real_bound(e, Error.SQUARED), bits=200)[0]
    tiny = F(1, 10**1300) if epsilon == "1000" else F(1, 10**400)
    upper = best_square(e, F(1), width=tiny)[1]
    assert 0 <= upper - lower <= upper / 10**15


@pytest.mark.parametrize("t", [F(11, 10), F(2), F(9), F(10**6)])
def test_every_staircase_is_above_the_bound_and_a_wider_first_step_proves_nothing(t):
    e = read_epsilon(f"ln({t})")
    best = real_bound(e, Error.SQUARED)
    for gamma in (F(1, 50), F(1, 5), F(2, 5), F(3, 5), F(1)):
        # the first steps alone, so below the errors of the whole staircase by less than one part in 10⁹
        assert moment(t, F(1), gamma, 1, 300) * (1 + F(1, 10**9)) >= enclose_relative(real_bound(e, Error.ABSOLUTE))[0]
        assert moment(t, F(1), gamma, 2, 300) * (1 + F(1, 10**9)) >= best
    low, high = best_gamma_square(e)
    assert bound_at(t, low / 2, Error.SQUARED) < best
    with pytest.raises(InputError, match="above the best gamma"):
        bound_at(t, high + F(1, 10**6), Error.SQUARED)
    with pytest.raises(InputError, match="from 0 to 1"):
        bound_at(t, F(-1, 10), Error.ABSOLUTE)


@pytest.mark.parametrize("error", list(Error))
@pytest.mark.parametrize("t", [F(11, 10), F(2), F(9), F(1000)])
@pytest.mark.parametrize("delta", [1, 2, 5, 12])
def test_only_the_best_width_of_whole_noise_proves_its_error(error, t, delta):
    e = read_epsilon(f"ln({t})")
    best, value = best_width(e, delta, error)
    assert whole_bound(e, delta, best, error) == value
    usual = DiscreteLaplace(e, delta)
    assert value <= (usual.mean_absolute if error is Error.ABSOLUTE else usual.variance)
    for width in range(1, delta + 1):
        if whole_error(1 / t, delta, width, error) > value:
            with pytest.raises(InputError, match="not the best one"):
                whole_bound(e, delta, width, error)
    with pytest.raises(InputError, match="must be a whole number from 1"):
        whole_bound(e, delta, delta + 1, error)


@pytest.mark.parametrize("error", list(Error))
@pytest.mark.parametrize("t", [F(11, 10), F(2), F(9), F(1000)])
@pytest.mark.parametrize("delta", [1, 2, 5, 12])
def test_the_moves_of_the_proof_can_be_made(error, t, delta):
    """Room C(x) in a block, filled from its end: what starts at x never has to go beyond x + Δ."""
    e, b, power = read_epsilon(f"ln({t})"), 1 / t, error.power
    width = best_width(e, delta, error)[0]
    v = whole_bound(e, delta, width, error)

    def room(x):
        far = sum((b**i * ((x + (i - 1) * delta) ** power - v) for i in range(1, 40)), F(0))
        return far + b**40 * _tail(b, x + 39 * delta, delta, power, v)

    places = range(width, width + delta)
    sources = [v / 2 if x == 0 else v - x**power for x in range(width)]
    rooms = [room(x) for x in places]
    assert sum(sources) == sum(rooms) and min([*sources, *rooms]) >= 0
    assert t * rooms[0] == width**power - v + room(width + delta)
    for x, total in enumerate(accumulate(sources)):
        assert total <= sum(rooms[: x + delta - width + 1])


def _tail(b, y, delta, power, v):
    """Σ_{i≥0} bⁱ((y + iΔ)^p − v)."""
    r = 1 - b
    if power == 1:
        return (y - v) / r + delta * b / r**2
    return (y * y - v) / r + 2 * y * delta * b / r**2 + delta**2 * b * (1 + b) / r**3
