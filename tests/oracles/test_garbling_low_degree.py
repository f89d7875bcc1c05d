from fractions import Fraction as F

from rropt.exact.fields import Free
from rropt.exact.matrix import common_field, is_rational, product
from rropt.exact.substitute import at_point
from rropt.mechanism import Mechanism
from rropt.oracles.garbling_low_degree import inner_garbling
from rropt.oracles.stretch import points_from

TWO = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon="every")
THREE = Mechanism(
    [["t/(2*t+2)", "1/(2*t+2)"], ["1/(2*t+2)", "t/(2*t+2)"], ["1/2", "1/2"]],
    epsilon="every",
)
FLAT = Mechanism([["3/5", "2/5"], ["2/5", "3/5"]])
FIELD = common_field(TWO.rows, THREE.rows)


def test_an_inner_garbling_satisfies_its_equations_for_every_t_and_keeps_what_it_can_rational():
    assert isinstance(FIELD, Free)
    found = inner_garbling(THREE, FLAT, FIELD, [F(9)])
    assert product(found.garbling, THREE.rows) == FLAT.rows
    assert all(sum(column, F(0)) == 1 for column in zip(*found.garbling, strict=True))
    assert all(at_point(x, FIELD, F(9)) > 0 for row in found.garbling for x in row)
    assert sum(is_rational([column]) for column in zip(*found.garbling, strict=True)) == 1
    assert found.holds_at(F(9)) and not found.holds_at(F(11, 10))


def test_it_goes_on_to_the_last_point_that_one_garbling_reaches():
    points = points_from(F(9), None)
    found = inner_garbling(THREE, FLAT, FIELD, points)
    assert all(found.holds_at(t) for t in points) and points[-1] > 10**5


def test_where_constant_entries_do_not_go_far_they_become_polynomials_in_the_inverse_of_t():
    """Row 0 of any garbling must fall like 1/t, as its target does, so no constant entries reach a large t."""
    q = Mechanism([["1/(3*t)", "1/(3*t)"], ["1-1/(3*t)", "1-1/(3*t)"]], epsilon="every")
    points = [F(n) for n in (2, 8, 32, 128)]
    found = inner_garbling(THREE, q, FIELD, points)
    assert all(found.holds_at(t) for t in points)
    assert not any(is_rational([column]) for column in zip(*found.garbling, strict=True))


def test_there_is_none_where_p_does_not_dominate_or_only_just():
    assert inner_garbling(TWO, FLAT, FIELD, [F(5, 4)]) is None
    assert inner_garbling(TWO, TWO, FIELD, [F(2)]) is None
