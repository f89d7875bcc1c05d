from fractions import Fraction

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.families.four_output import four_output, tight_delta, tight_parity
from rropt.families.warner import warner
from rropt.mechanism import Mechanism


def test_definition():
    mechanism = four_output(delta="1/10", p="2/3")
    rows = [["1/10", 0], ["3/5", "3/10"], ["3/10", "3/5"], [0, "1/10"]]
    assert mechanism == Mechanism(rows, outputs=("surely 0", "perhaps 0", "perhaps 1", "surely 1"))


def test_without_delta_it_is_warner():
    assert four_output(delta=0, epsilon=1).drop_zero_rows().rows == warner(epsilon=1).rows


@pytest.mark.parametrize("delta", ["0", "1/10", "1"])
@pytest.mark.parametrize("parameters", [{"p": "1/2"}, {"p": "1/3"}, {"p": 1}, {"epsilon": "1/2"}, {"epsilon": "every"}])
def test_parity(delta, parameters, parity):
    assert tight_parity(delta=delta, **parameters) == parity(four_output(delta=delta, **parameters))


@pytest.mark.parametrize("delta", ["0", "1/10", "1"])
@pytest.mark.parametrize("parameters", [{"p": "1/3"}, {"epsilon": "1/2"}, {"epsilon": "ln3"}])
@pytest.mark.parametrize("at", [0, "1/4", "1/2", 2])
def test_tight_delta_against_the_sum_of_excesses(delta, parameters, at):
    columns = four_output(delta=delta, **parameters).columns
    t = read_epsilon(at).t
    excess = [sum(max(Fraction(0), a - t * b) for a, b in zip(x, y, strict=True)) for x, y in (columns, columns[::-1])]
    assert tight_delta(at=at, delta=delta, **parameters) == max(excess)


def test_at_its_own_epsilon_the_tight_delta_is_delta():
    assert tight_delta(at="1/2", delta="1/10", epsilon="1/2") == Fraction(1, 10)
