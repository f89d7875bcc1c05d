from fractions import Fraction as F

from rropt.mechanism import Mechanism
from rropt.order.decision import normalise
from rropt.order.numeric.rounding import round_gains


def rr(p):
    return Mechanism([[p, 1 - p], [1 - p, p]])


def test_round_gains_are_preferred_and_still_separate():
    gains = ((F(49, 50), F(1, 100)), (F(1, 100), F(97, 100)))
    found = round_gains(gains, rr(F(3, 4)), rr(F(4, 5)))
    assert {x for row in found for x in row} <= {F(0), F(1, 2), F(1)}
    problem = normalise(found)
    assert problem.value(rr(F(4, 5))) > problem.value(rr(F(3, 4)))


def test_none_where_nothing_separates():
    assert round_gains(((F(1), F(0)), (F(0), F(1))), rr(F(4, 5)), rr(F(3, 4))) is None
    assert round_gains(((F(0), F(0)),), rr(F(3, 4)), rr(F(4, 5))) is None
    assert round_gains(((F(1), F(2)), (F(1), F(2))), rr(F(3, 4)), rr(F(4, 5))) is None
