from fractions import Fraction as F

from rropt.exact.fields import Free
from rropt.exact.matrix import is_rational
from rropt.mechanism import Mechanism
from rropt.oracles.gains_low_degree import fixed_gains, separating_gains
from rropt.oracles.garbling_parametric import at_sample
from rropt.order.decision import normalised

TWO = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon="every")
FLAT = Mechanism([["3/5", "2/5"], ["2/5", "3/5"]])
FIELD = Free()


def test_gains_found_at_one_t_tell_the_mechanisms_apart_near_it_and_not_beyond():
    found = separating_gains(TWO, FLAT, FIELD, [F(5, 4)])
    assert is_rational(found.gains) and found.holds_at(F(5, 4)) and found.holds_at(F(6, 5))
    assert not found.holds_at(F(2))
    assert fixed_gains(TWO, FLAT, found.gains, F(2)) is None
    assert separating_gains(TWO, FLAT, FIELD, [F(2)]) is None


def test_gains_go_on_to_the_last_point_where_the_second_earns_more():
    """Randomized response at 3/5 earns more than that of e^epsilon below 3/2, at one pair of gains for all."""
    points = [F(11, 10), F(5, 4), F(7, 5), F(149, 100), F(2), F(3)]
    found = separating_gains(TWO, FLAT, FIELD, points)
    problem = normalised(found.gains)
    leads = [problem.value(FLAT) - problem.value(at_sample(TWO, FIELD, t)) for t in points]
    assert [x > 0 for x in leads] == [True] * 4 + [False] * 2


def test_where_no_constant_gains_serve_all_points_they_depend_on_t():
    """Q's output 0 multiplies odds by 11·t/10, above P's t, and only gains in a proportion near t to 1 notice."""
    q = Mechanism([["11/100", "1/(10*t)"], ["89/100", "1-1/(10*t)"]], epsilon="every")
    points = [F(2), F(4), F(8), F(16), F(64)]
    found = separating_gains(TWO, q, FIELD, points)
    assert not is_rational(found.gains)
    assert all(fixed_gains(TWO, q, found.gains, t) is not None for t in points)
