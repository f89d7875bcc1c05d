from fractions import Fraction as F

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.noise.geometric import DiscreteLaplace
from rropt.noise.lower_bound import NoiseProgram, lower_bound


def bands(program, value=F(0)):
    return [((value,) * (program.last + 1 - i),) * 2 for i in range(1, program.steps + 1)]


@pytest.mark.parametrize("power", [1, 2])
def test_the_tails_weight_and_cost_are_those_of_a_long_geometric_tail(power):
    program = NoiseProgram(read_epsilon("ln3"), 4, 10, power)
    for j in (7, 10):
        forced = [(F(1, 3) ** r, F(j + 4 * r, 4) ** power) for r in range(200)]
        assert abs(program.weight(j) - 2 * sum(w for w, _ in forced)) < F(1, 10**20)
        assert abs(program.cost(j) - 2 * sum(w * x for w, x in forced)) < F(1, 10**20)
    assert (program.weight(0), program.weight(6), program.cost(6)) == (1, 2, 2 * F(6, 4) ** power)


def test_no_multipliers_give_the_trivial_bound_and_any_multipliers_a_valid_one():
    epsilon = read_epsilon("ln3")
    program = NoiseProgram(epsilon, 1, 12)
    best = DiscreteLaplace(epsilon, 1).mean_absolute
    assert lower_bound(program, bands(program)) == 0
    for value in (F(1, 100), F(1), F(50)):
        assert lower_bound(program, bands(program, value)) <= best


def test_the_geometric_optimum_is_certified_exactly_by_hand_made_multipliers():
    # Δ = 1 step: complementary slackness makes every p_j ≤ t·p_{j+1} tight; the reduced costs then all equal λ·w_j
    epsilon, last = read_epsilon("ln3"), 12
    program = NoiseProgram(epsilon, 1, last)
    best = DiscreteLaplace(epsilon, 1).mean_absolute
    forward, y = [], F(0)
    for j in range(last):
        # c_j + y_j − t·y_{j−1} = λ·w_j
        y = best * program.weight(j) - program.cost(j) + 3 * y
        forward.append(y)
    assert min(forward) >= 0
    found = lower_bound(program, [(tuple(forward), (F(0),) * last)], real=False)
    assert best - F(1, 10**12) < found <= best


def test_negative_multipliers_and_senseless_programs_are_refused():
    program = NoiseProgram(read_epsilon("1"), 1, 2)
    with pytest.raises(InputError, match="negative"):
        lower_bound(program, bands(program, F(-1)))
    with pytest.raises(InputError, match="no sense"):
        NoiseProgram(read_epsilon("1"), 4, 2)
