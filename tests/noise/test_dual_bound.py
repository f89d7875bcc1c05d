"""The bound by multipliers in closed form: it is the least error, no noise is below it, and its moves can be made."""

from fractions import Fraction as F
from itertools import accumulate

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.sign import enclose_relative
from rropt.noise.discrete_staircase import DiscreteStaircase, best_discrete
from rropt.noise.dual_bound import bound_at, real_bound, whole_bound
from rropt.noise.geometric import DiscreteLaplace
from rropt.noise.staircase import Staircase, best_absolute, best_gamma_square, best_square
from rropt.oracles.noise_lp import noise_program, solve_noise

EPSILONS = ["1/1000", "1/10", "ln2", "1", "ln9", "5", "9", "30", "200", "1000"]


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_the_bound_on_the_absolute_error_is_the_staircases_error(epsilon):
    e = read_epsilon(epsilon)
    assert real_bound(e) == best_absolute(e, F(1))


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_the_bound_on_the_squared_error_is_next_to_the_staircases_error(epsilon):
    e = read_epsilon(epsilon)
    lower = enclose_relative(real_bound(e, power=2), bits=200)[0]
    tiny = F(1, 10**1300) if epsilon == "1000" else F(1, 10**400)
    upper = best_square(e, F(1), width=tiny)[1]
    assert 0 <= upper - lower <= upper / 10**15


@pytest.mark.parametrize("t", [F(11, 10), F(2), F(9), F(10**6)])
def test_every_staircase_is_above_the_bound_and_a_wider_first_step_proves_nothing(t):
    e = read_epsilon(f"ln({t})")
    best = real_bound(e, power=2)
    for gamma in (F(1, 50), F(1, 5), F(2, 5), F(3, 5), F(1)):
        noise = Staircase(e, F(1), gamma)
        assert noise.mean_absolute() >= real_bound(e) and noise.variance() >= best
    low, high = best_gamma_square(e)
    assert bound_at(t, low / 2, power=2) < best
    with pytest.raises(InputError, match="above the best width"):
        bound_at(t, high + F(1, 10**6), power=2)
    with pytest.raises(InputError, match="from 0 to 1"):
        bound_at(t, F(-1, 10), power=1)


@pytest.mark.parametrize("power", [1, 2])
@pytest.mark.parametrize("t", [F(11, 10), F(2), F(9), F(1000)])
@pytest.mark.parametrize("delta", [1, 2, 5, 12])
def test_only_the_best_width_of_whole_noise_proves_its_error(power, t, delta):
    e = read_epsilon(f"ln({t})")
    best, value = best_discrete(e, delta, error="absolute" if power == 1 else "squared")
    assert whole_bound(e, delta, best.width, power=power) == value
    assert value <= (DiscreteLaplace(e, delta).mean_absolute if power == 1 else DiscreteLaplace(e, delta).variance)
    for width in range(1, delta + 1):
        noise = DiscreteStaircase(e, delta, width)
        if (noise.mean_absolute() if power == 1 else noise.variance()) > value:
            with pytest.raises(InputError, match="not the best one"):
                whole_bound(e, delta, width, power=power)
    with pytest.raises(InputError, match="a width lies from 1"):
        whole_bound(e, delta, delta + 1)


@pytest.mark.parametrize("power", [1, 2])
def test_a_linear_program_finds_no_better_whole_noise(power):
    e = read_epsilon("ln3")
    width = best_discrete(e, 5, error="absolute" if power == 1 else "squared")[0].width
    found = solve_noise(noise_program(e, steps=5, power=power), real=False)
    assert abs(found.claimed * 5**power - float(whole_bound(e, 5, width, power=power))) < 1e-5


@pytest.mark.parametrize("power", [1, 2])
@pytest.mark.parametrize("t", [F(11, 10), F(2), F(9), F(1000)])
@pytest.mark.parametrize("delta", [1, 2, 5, 12])
def test_the_moves_of_the_proof_can_be_made(power, t, delta):
    """Room C(x) in a block, filled from its end: what starts at x never has to go beyond x + Δ."""
    e, b = read_epsilon(f"ln({t})"), 1 / t
    width = best_discrete(e, delta, error="absolute" if power == 1 else "squared")[0].width
    v = whole_bound(e, delta, width, power=power)

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
