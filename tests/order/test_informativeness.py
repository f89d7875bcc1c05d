import math
from fractions import Fraction as F

import pytest

from rropt.mechanism import Mechanism
from rropt.order.informativeness import bayes_success, least_variance, mutual_information

RR = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])


def test_bayes_success_and_variance_of_warner():
    assert bayes_success(RR) == F(3, 4)
    pi = F(1, 5)
    said_yes = F(1, 4) * (1 - pi) + F(3, 4) * pi
    assert least_variance(RR, pi) == said_yes * (1 - said_yes) / F(1, 4)
    assert least_variance(Mechanism([["1", "1"]]), pi) is None


@pytest.mark.parametrize("epsilon", [None, "1", "1/3"])
def test_mutual_information_is_enclosed(epsilon):
    p = RR if epsilon is None else Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon=epsilon)
    lower, upper = mutual_information(p, width=F(1, 10**12))
    x = float(p[0, 0])
    value = math.log(2) + x * math.log(x) + (1 - x) * math.log(1 - x)
    assert upper - lower <= F(1, 10**12)
    assert float(lower) - 1e-15 <= value <= float(upper) + 1e-15


def test_certain_answers_tell_everything():
    lower, upper = mutual_information(Mechanism([["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]]))
    assert lower <= F(math.log(3)) + F(1, 10**12) and upper >= F(math.log(3)) - F(1, 10**12)
