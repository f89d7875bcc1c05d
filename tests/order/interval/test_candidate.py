from fractions import Fraction as F

from rropt.exact.element import generator
from rropt.exact.matrix import product
from rropt.mechanism import Mechanism
from rropt.order.interval.candidate import candidate_at, mechanism_at

P = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon="every")
FIELD = P.rows[0][0].field
Q = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])


def test_a_garbling_is_a_function_of_t_with_its_conditions():
    found = candidate_at(P, Q, FIELD, F(5))
    assert product(found.garbling, P.rows) == Q.rows and found.gains is None
    assert found.holds_at(F(3)) and not found.holds_at(F(29, 10))
    t = generator(FIELD)
    assert any(p == (t - 3).num or p == (3 - t).num or p(3) == 0 for p in found.polynomials(FIELD))


def test_gains_hold_below_the_breakpoint_only():
    found = candidate_at(P, Q, FIELD, F(2))
    assert found.garbling is None and found.holds_at(F(29, 10)) and not found.holds_at(F(3))


def test_a_program_without_a_unique_garbling_goes_through_a_basis():
    found = candidate_at(P.repeat(2), P, FIELD, F(2))
    assert product(found.garbling, P.repeat(2).rows) == P.rows


def test_a_mechanism_at_one_number():
    assert mechanism_at(P, F(3)).rows == Q.rows
