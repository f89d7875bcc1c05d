from fractions import Fraction as F

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import Disagreement, InputError
from rropt.exact.sign import enclose
from rropt.noise.discrete_staircase import best_discrete
from rropt.noise.geometric import DiscreteLaplace
from rropt.noise.staircase import best_absolute, best_square
from rropt.oracles.noise_lp import MOST_STEPS, default_steps, most_steps, noise_program, require_order, solve_noise


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


@pytest.mark.parametrize(("epsilon", "power"), [("1/1000", 1), ("1/10", 2), ("2", 1), ("4", 2), ("6", 1), ("9", 1)])
def test_the_chosen_steps_make_the_bound_tight(epsilon, power):
    e = read_epsilon(epsilon)
    best = enclose(best_absolute(e, F(1)))[1] if power == 1 else best_square(e, F(1))[1]
    found = solve_noise(noise_program(e, power=power))
    assert best * F(999, 1000) < found.lower <= best
    assert found.program.steps == default_steps(e, power=power) <= 200


@pytest.mark.parametrize(("epsilon", "sensitivity"), [("15", 3), ("25", 2), ("30", 5)])
def test_whole_noise_is_certified_for_large_budgets_too(epsilon, sensitivity):
    e = read_epsilon(epsilon)
    best = enclose(best_discrete(e, sensitivity)[1], width=F(1, 10**40))[1]
    lower = solve_noise(noise_program(e, steps=sensitivity), real=False).lower * sensitivity
    assert best * (1 - F(1, 10**6)) < lower <= best


def test_a_coarse_grid_weakens_the_bound_and_refutes_nothing():
    e = read_epsilon("20")
    square = solve_noise(noise_program(e, steps=24, power=2))
    assert square.lower == 0 > square.claimed
    for found, best in (
        (square, best_square(e, F(1))[1]),
        (solve_noise(noise_program(e, steps=24)), enclose(best_absolute(e, F(1)))[1]),
    ):
        require_order(found.lower, F(found.claimed), best, "all in order")


@pytest.mark.parametrize(
    ("lower", "claimed", "closed"),
    [(F(2), F(2), F(1)), (F(1, 2), F(2), F(1)), (F(1), F(1, 2), F(1)), (F(1) + F(1, 10**30), F(1), F(1))],
)
def test_only_what_contradicts_a_theorem_disagrees(lower, claimed, closed):
    with pytest.raises(Disagreement, match="three numbers"):
        require_order(lower, claimed, closed, "three numbers")


def test_the_most_steps_are_named_and_taken():
    for epsilon in ("1/1000", "1", "5"):
        e = read_epsilon(epsilon)
        most = most_steps(e)
        assert most <= MOST_STEPS and noise_program(e, steps=most).steps == most
        with pytest.raises(InputError, match=f"take at most {most} steps"):
            noise_program(e, steps=most + 1)
    assert most_steps(read_epsilon("5")) == MOST_STEPS


def test_programs_too_large_or_degenerate_are_refused():
    with pytest.raises(InputError, match="too large"):
        noise_program(read_epsilon("1/1000"), steps=64)
    for epsilon in ("0", "31"):
        with pytest.raises(InputError, match="above 0 and at most 30"):
            noise_program(read_epsilon(epsilon))
    with pytest.raises(InputError, match="too small"):
        most_steps(read_epsilon("1e-9"))
