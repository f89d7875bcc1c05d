"""The six merges compared exactly: ties are all listed."""

from fractions import Fraction as F

from rropt.objectives.prevalence import read_prevalence
from rropt.oracles.three_outputs_exact import best_merges
from rropt.program.three_outputs import three_output_program


def test_at_a_half_both_end_merges_are_best() -> None:
    value, merges = best_merges(three_output_program(F(2), F(1, 10), read_prevalence("1/2")))
    assert len(merges) == 2 and merges[0] == tuple(row[::-1] for row in merges[1][::-1])
    assert value == F(25, 18)
