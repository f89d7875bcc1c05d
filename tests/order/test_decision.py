from fractions import Fraction as F

from rropt.mechanism import Mechanism
from rropt.order.decision import Decision, normalise

RR = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])


def test_value_of_guessing_the_input_is_the_bayes_success():
    guess = Decision((F(1, 3), F(2, 3)), ((F(1), F(0)), (F(0), F(1))))
    assert guess.value(RR) == F(1, 4) + F(1, 2)
    assert guess.value(Mechanism([["1", "1"]])) == F(2, 3)


def test_normalising_keeps_every_difference_of_values_up_to_one_factor():
    gains = ((F(3), F(-2)), (F(-1), F(5)), (F(3), F(-2)))
    problem = normalise(gains)
    assert len(problem.gains) == 2
    assert all(0 <= g <= 1 for row in problem.gains for g in row)
    raw = Decision((F(1, 2), F(1, 2)), gains)
    others = [RR, Mechanism([["1", "1"]]), Mechanism([["1", "0"], ["0", "1"]])]
    differences = [(raw.value(p) - raw.value(RR), problem.value(p) - problem.value(RR)) for p in others]
    assert all(a == 7 * b for a, b in differences)
