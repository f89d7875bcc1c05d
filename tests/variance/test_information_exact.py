"""The exact leg of the asymptotic variance, by its own linear system, equals the theorem it does not read."""

from fractions import Fraction as F
from typing import Any

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.variance.exact import solve_fisher_exactly
from rropt.variance.information import FisherProgram, row_information
from rropt.variance.prevalence import read_prevalence
from rropt.variance.theorems import four_outputs
from tests import brute_force


@pytest.mark.parametrize("t", [F(1), F(3), read_epsilon("1/2").t, read_epsilon("20").t], ids=str)
@pytest.mark.parametrize("delta", [F(0), F(1, 10), F(1)], ids=str)
@pytest.mark.parametrize("pi", [F(1, 10), F(1, 2), F(8, 9)], ids=str)
def test_equals_the_theorem(t: Any, delta: F, pi: F) -> None:
    if t == 1 and delta == 0:
        return
    program = FisherProgram(t, delta, read_prevalence(pi))
    rows, dual = solve_fisher_exactly(program)
    theorem = four_outputs(program)
    assert brute_force.satisfies(rows, t, delta)
    assert theorem is not None
    (y0, y1), (m01, m10) = dual.columns, dual.pairs
    for a, b in [(t, F(1)), (F(1), t)] + [(F(1), F(0)), (F(0), F(1))] * (delta > 0):
        excess = m01 * (a - t * b) if a > t * b else m10 * (b - t * a) if b > t * a else 0
        assert m01 >= 0 and m10 >= 0 and row_information(a, b, pi) <= y0 * a + y1 * b + excess
    assert sum((row_information(a, b, pi) for a, b in rows), F(0)) * theorem.value == 1
    assert (sum(dual.columns, F(0)) + delta * sum(dual.pairs, F(0))) * theorem.value == 1


@pytest.mark.parametrize("pi", [0, 1])
def test_infinite_information_is_refused(pi: int) -> None:
    with pytest.raises(InputError, match="two outputs reach variance 0"):
        solve_fisher_exactly(FisherProgram(F(3), F(1, 10), read_prevalence(pi)))
