from fractions import Fraction as F

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.sign import enclose_relative
from rropt.noise.numeric import MOST_STEPS, default_steps, least_error_on_grid, most_steps, slack, why_out_of_reach
from rropt.noise.staircase import Error, best_absolute, best_square, best_width


@pytest.mark.parametrize("epsilon", ["1/2", "1", "ln3", "3", "9", "15", "30"])
@pytest.mark.parametrize("steps", [1, 2, 5])
@pytest.mark.parametrize("error", list(Error))
def test_the_program_finds_no_better_noise_than_the_whole_staircase(epsilon, steps, error):
    e = read_epsilon(epsilon)
    value = enclose_relative(best_width(e, steps, error)[1])[1]
    assert least_error_on_grid(e, steps, error) == pytest.approx(float(value), rel=1e-6)


def test_a_finer_grid_comes_nearer_to_the_real_optimum_from_below():
    e = read_epsilon("2")
    for error, best in ((Error.ABSOLUTE, best_absolute(e, F(1))), (Error.SQUARED, best_square(e, F(1))[0])):
        found = [(least_error_on_grid(e, n, error) - slack(error)) / n**error.power for n in (4, 16)]
        assert found[0] < found[1] <= float(best) < found[1] * 1.02


@pytest.mark.parametrize(
    ("epsilon", "error"), [("1/10", "squared"), ("2", "absolute"), ("4", "squared"), ("5", "absolute")]
)
@pytest.mark.slow_at("5-absolute")
def test_the_chosen_steps_come_within_a_thousandth_and_no_fewer_do(epsilon, error):
    e, kind = read_epsilon(epsilon), Error(error)
    best = float(best_absolute(e, F(1)) if kind is Error.ABSOLUTE else best_square(e, F(1))[1])
    chosen = default_steps(e, kind)
    shares = [
        (float(enclose_relative(best_width(e, m, kind)[1])[1]) - slack(kind)) / m**kind.power / best
        for m in range(24, chosen + 1)
    ]
    assert 0.999 <= shares[-1] <= 1 and all(x < 0.999 for x in shares[:-1])


def test_the_steps_are_few_where_the_nodes_reach_far():
    small = ("1/10000", "1/1000", "1/100", "1/10")
    assert [default_steps(read_epsilon(epsilon), Error.ABSOLUTE) for epsilon in small] == [1, 2, 8, 24]
    assert default_steps(read_epsilon("31"), Error.ABSOLUTE) == 0 == default_steps(read_epsilon("1e-9"), Error.SQUARED)
    assert most_steps(read_epsilon("5")) == MOST_STEPS and most_steps(read_epsilon("1/1000")) == 3


@pytest.mark.parametrize(
    ("epsilon", "steps", "said"),
    [("31", 1, "is above 30"), ("1e-9", 1, "too many points"), ("1/1000", 4, "at most 3 steps")],
)
def test_programs_out_of_reach_say_why(epsilon, steps, said):
    e = read_epsilon(epsilon)
    assert said in str(why_out_of_reach(e, steps))
    with pytest.raises(InputError, match=said):
        least_error_on_grid(e, steps, Error.ABSOLUTE)
    assert why_out_of_reach(read_epsilon("1"), 4) is None
