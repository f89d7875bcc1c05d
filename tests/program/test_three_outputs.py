"""The program of three outputs is about one prevalence, its own or the least favourable of an interval."""

from fractions import Fraction as F

import pytest

from rropt.exact.errors import InputError
from rropt.exact.field import Free, generator
from rropt.objectives.prevalence import read_prevalence
from rropt.program.three_outputs import three_output_program


def test_the_information_is_the_sum_over_rows() -> None:
    program = three_output_program(F(2), F(1, 10), read_prevalence("1/2"))
    assert program.information(((F(1, 4), F(3, 4)), (F(3, 4), F(1, 4)))) == 1


def test_every_prevalence_is_a_question_at_one_epsilon() -> None:
    assert three_output_program(F(2), F(1, 10), read_prevalence("every")).prevalence.upper == 1
    with pytest.raises(InputError, match="epsilon free together with every prevalence"):
        three_output_program(generator(Free()), F(1, 10), read_prevalence("every"))
    with pytest.raises(InputError, match="give rational ends"):
        three_output_program(F(2), F(1, 10), read_prevalence("every:1/3..2^(1/2)/2"))


@pytest.mark.parametrize(
    ("interval", "point"), [("1/10..2/5", F(2, 5)), ("3/5..1", F(3, 5)), ("0..1", F(1, 2)), ("1/4..1/2", F(1, 2))]
)
def test_the_least_favourable_prevalence_is_the_one_nearest_to_a_half(interval: str, point: F) -> None:
    assert three_output_program(F(2), F(1, 10), read_prevalence(interval)).prevalence.point == point


def test_the_slope_decides_whether_a_mechanism_is_at_its_worst() -> None:
    rising = ((F(1, 10), F(0)), (F(1, 2), F(1, 4)), (F(2, 5), F(3, 4)))  # reveals the first input only
    flat = ((F(1, 10), F(0)), (F(4, 5), F(4, 5)), (F(1, 10), F(1, 10)), (F(0), F(1, 10)))
    for rows, below, above, inside in ((rising, False, True, False), (rising[::-1], False, True, False)):
        assert three_output_program(F(9), F(1, 10), read_prevalence("0..1/2")).is_worst_for(rows) is below
        assert three_output_program(F(9), F(1, 10), read_prevalence("1/2..1")).is_worst_for(rows) is above
        assert three_output_program(F(9), F(1, 10), read_prevalence("1/4..3/4")).is_worst_for(rows) is inside
    assert three_output_program(F(9), F(1, 10), read_prevalence("1/4..3/4")).is_worst_for(flat)


@pytest.mark.parametrize("prevalence", [0, 1])
def test_at_a_certain_prevalence_two_outputs_suffice(prevalence: int) -> None:
    with pytest.raises(InputError, match="information is infinite"):
        three_output_program(F(2), F(1, 10), read_prevalence(prevalence))
