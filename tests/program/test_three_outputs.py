"""The program of three outputs is about one prevalence."""

from fractions import Fraction as F

import pytest

from rropt.exact.errors import InputError
from rropt.objectives.prevalence import read_prevalence
from rropt.program.three_outputs import three_output_program


def test_the_information_is_the_sum_over_rows() -> None:
    program = three_output_program(F(2), F(1, 10), read_prevalence("1/2"))
    assert program.information(((F(1, 4), F(3, 4)), (F(3, 4), F(1, 4)))) == 1


@pytest.mark.parametrize("prevalence", ["every", "1/10..2/5"])
def test_which_merge_is_best_depends_on_the_prevalence(prevalence: str) -> None:
    with pytest.raises(InputError, match="at one prevalence"):
        three_output_program(F(2), F(1, 10), read_prevalence(prevalence))


@pytest.mark.parametrize("prevalence", [0, 1])
def test_at_a_certain_prevalence_two_outputs_suffice(prevalence: int) -> None:
    with pytest.raises(InputError, match="information is infinite"):
        three_output_program(F(2), F(1, 10), read_prevalence(prevalence))
