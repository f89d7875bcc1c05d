"""A free ε beside a fixed e^ε: stand-ins on both sides, the fixed number itself, and nothing claimed in between."""

from fractions import Fraction as F
from itertools import pairwise

import pytest

from rropt.checker import check
from rropt.designs.comparison import compare
from rropt.designs.dominance import dominates
from rropt.exact.element import Element
from rropt.exact.errors import InputError, Undecided
from rropt.exact.isolate import Root, narrowed
from rropt.exact.sign import enclose
from rropt.families import from_spec
from rropt.mechanism import Mechanism
from rropt.oracles.garbling_parametric import at_sample

TWICE = Mechanism([["t^2/(t^2+1)", "1/(t^2+1)"], ["1/(t^2+1)", "t^2/(t^2+1)"]], epsilon="every")


def near(end):
    """An end as bounds 10^-40 apart."""
    if isinstance(end, Root):
        found = narrowed(end, F(1, 10**40))
        return found.lower, found.upper
    return (end, end) if isinstance(end, float) else enclose(end, width=F(1, 10**40))


PAIRS = [
    (from_spec("krr:k=3,epsilon=every"), from_spec("krr:k=3,epsilon=1")),
    (from_spec("krr:k=3,epsilon=2"), from_spec("krr:k=3,epsilon=1/2..3")),
    (from_spec("warner:epsilon=every"), from_spec("warner:epsilon=ln3/2")),
    (TWICE, from_spec("warner:epsilon=1")),
    (from_spec("warner:epsilon=1"), TWICE),
    (from_spec("warner:epsilon=1"), from_spec("warner:epsilon=1..2")),
]


@pytest.mark.parametrize("number", range(len(PAIRS)))
def test_the_pieces_agree_with_the_order_at_single_points_and_leave_a_tiny_gap(number):
    p, q = PAIRS[number]
    found = dominates(p, q)
    samples = [F(11, 10), F(3, 2), F(17, 10), F(9, 5), F(5, 2), F(27, 10), F(28, 10), F(6), F(8), F(19), F(300)]
    low, high = near(found.field.lower)[1], near(found.field.upper)[0]
    for t in (t for t in samples if low < t < high):
        (covering,) = [x for x in found.pieces if near(x.lower)[0] < t < near(x.upper)[1]]
        at = [at_sample(m, found.field, t) if m.rows[0][0].field == found.field else m for m in (p, q)]
        assert covering.holds is dominates(*at).holds
        assert check(covering.certificate).status == check(covering.through.certificate).status == "accepted"
        assert any(
            m is covering.through.first or m is covering.through.second for m in (covering.first, covering.second)
        )
    gaps = [x for x in found.pieces if x.holds is None]
    assert all(near(x.upper)[1] - near(x.lower)[0] < F(1, 10**28) for x in gaps)
    assert len(gaps) <= 2 and all(a.upper == b.lower for a, b in pairwise(found.pieces))


def test_the_fixed_number_itself_is_decided_in_its_own_field():
    for a, b in (PAIRS[0], PAIRS[2], PAIRS[5]):
        at = [piece for piece in dominates(a, b).pieces if piece.lower == piece.upper and piece.holds is not None]
        (point,) = at
        assert point.holds and check(point.certificate).status == "accepted" and point.through is None
    relations = dict(compare(*PAIRS[0]).relations)
    assert relations["t = e"] == "equivalent" and set(relations.values()) == {"better", "worse", "equivalent", None}


def test_no_gap_where_the_stand_ins_agree():
    found = compare(from_spec("krr:k=3,epsilon=2..3"), from_spec("krr:k=3,epsilon=1"))
    assert found.relation == "better" and all(len(half.pieces) == 1 for half in (found.forward, found.backward))
    assert "B' has a rational number in place of the e^epsilon of B; B' is at least as informative as B" in str(found)
    through = found.to_dict()["pieces"]["A over B"][0]["through"]
    assert through["for"] == "second" and check(through["certificate"]).status == "accepted"


def test_a_mechanism_that_is_not_monotone_in_its_number_is_refused():
    """Half the time randomized response with ratio t, else with 8/t: with another t neither dominates the other."""
    halves = [
        ["t/(2*t+2)", "1/(2*t+2)"],
        ["1/(2*t+2)", "t/(2*t+2)"],
        ["4/(8+t)", "t/(16+2*t)"],
        ["t/(16+2*t)", "4/(8+t)"],
    ]
    with pytest.raises(InputError, match="none that is less informative") as caught:
        dominates(from_spec("warner:epsilon=every"), Mechanism(halves, epsilon=1))
    assert "no rational function of a free t" in str(caught.value) and "ln3" in str(caught.value)


def test_undecided_is_never_no():
    found = dominates(*PAIRS[5])
    assert isinstance(found.pieces[0].lower, Element)
    halves = dominates(from_spec("warner:epsilon=3"), from_spec("warner:epsilon=1..3"))
    with pytest.raises(Undecided):
        bool(halves)
