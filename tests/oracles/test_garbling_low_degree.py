from fractions import Fraction as F

from rropt.exact.field import Free
from rropt.exact.matrix import common_field, is_rational, product
from rropt.mechanism import Mechanism
from rropt.oracles.evaluate import at_point
from rropt.oracles.garbling_low_degree import constant_gains, fixed_gains, inner_garbling

TWO = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon="every")
THREE = Mechanism(
    [["t/(2*t+2)", "1/(2*t+2)"], ["1/(2*t+2)", "t/(2*t+2)"], ["1/2", "1/2"]],
    epsilon="every",
)
FLAT = Mechanism([["3/5", "2/5"], ["2/5", "3/5"]])
FIELD = common_field(TWO.rows, THREE.rows)


def test_an_inner_garbling_satisfies_its_equations_for_every_t_and_keeps_what_it_can_rational():
    assert isinstance(FIELD, Free)
    found = inner_garbling(THREE, FLAT, FIELD, F(9))
    assert product(found.garbling, THREE.rows) == FLAT.rows
    assert all(sum(column, F(0)) == 1 for column in zip(*found.garbling, strict=True))
    assert all(at_point(x, FIELD, F(9)) > 0 for row in found.garbling for x in row)
    assert sum(is_rational([column]) for column in zip(*found.garbling, strict=True)) == 1
    assert found.holds_at(F(9)) and not found.holds_at(F(11, 10))


def test_there_is_none_where_p_does_not_dominate_or_only_just():
    assert inner_garbling(TWO, FLAT, FIELD, F(5, 4)) is None
    assert inner_garbling(TWO, TWO, FIELD, F(2)) is None


def test_gains_found_at_one_t_tell_the_mechanisms_apart_near_it_and_not_beyond():
    found = constant_gains(TWO, FLAT, FIELD, F(5, 4))
    assert is_rational(found.gains) and found.holds_at(F(5, 4)) and found.holds_at(F(6, 5))
    assert not found.holds_at(F(2))
    assert fixed_gains(TWO, FLAT, found.gains, F(2)) is None
    assert constant_gains(TWO, FLAT, FIELD, F(2)) is None
