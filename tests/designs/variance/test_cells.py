"""The cells of a t-interval: maximal, in order, with every corner that ties at a breakpoint."""

from fractions import Fraction as F
from typing import Any

import pytest

from rropt.designs.objectives.prevalence import read_prevalence
from rropt.designs.variance.cells import _sign, cells_of
from rropt.designs.variance.polyhedron import VarianceProgram
from rropt.exact.element import Element, generator
from rropt.exact.epsilon import read_epsilon
from rropt.exact.fields import Free
from rropt.exact.isolate import isolate
from tests import brute_force


def cells(epsilon: str, delta: str, pi: str, **more: Any) -> Any:
    t = read_epsilon(epsilon).t
    assert isinstance(t, Element) and isinstance(t.field, Free)
    return cells_of(VarianceProgram(t, F(delta), read_prevalence(pi), **more), t.field)


def at(point: Any, t: Any) -> tuple[Any, Any]:
    def value(x: Any) -> Any:
        if isinstance(x, F):
            return x
        num, den = (sum((int(c) * t**n for n, c in enumerate(p.coeffs())), F(0)) for p in (x.num, x.den))
        return num / den

    return value(point[0]), value(point[1])


def test_a_rational_breakpoint_is_named_exactly() -> None:
    """δ = π = 1/4: δ(t+δ) = π(t+2δ−1)² at t = 2, where Example 1.4 of Holohan, Leith and Mason stands."""
    left, tie, right = cells("every", "1/4", "1/4")
    assert tie.domain == {"t": "2"} and tie.sample is None and len(tie.points) == 2
    assert left.domain == {"from": "1", "to": "2", "ends": "()"} and right.domain == {
        "from": "2",
        "to": "inf",
        "ends": "()",
    }
    assert set(tie.points) == set(left.points) | set(right.points)
    assert {at(p, F(2)) for p in tie.points} == {(4, 1), (F(3, 2), F(3, 2))}


@pytest.mark.parametrize(("delta", "pi"), [("1/10", "1/4"), ("1/3", "1/2"), ("9/10", "1/100"), ("1/7", "5/7")])
def test_the_sample_of_each_cell_lies_in_it_and_has_its_minimisers(delta: str, pi: str) -> None:
    for cell in cells("every", delta, pi):
        if cell.sample is None:
            continue
        found = {VarianceProgram.rows(at(p, cell.sample)) for p in cell.points}
        _, where = brute_force.least_variance(cell.sample, F(delta), F(pi))
        assert {(r[0][0], r[1][1]) for r in found} == set(where)


@pytest.mark.parametrize(
    ("epsilon", "count", "ends"), [("ln2..ln3", 2, "(]"), ("ln1.5..ln2", 2, "[)"), ("ln1.5..ln3", 3, "[)")]
)
def test_ties_at_closed_ends_are_cells_of_their_own(epsilon: str, count: int, ends: str) -> None:
    found = cells(epsilon, "1/4", "1/4")
    assert len(found) == count
    assert next(c for c in found if c.sample is not None).domain["ends"] == ends
    assert [len(c.points) for c in found if c.sample is None] == [2]


def test_no_breakpoint_where_the_same_form_stays_optimal() -> None:
    (only,) = cells("1..2", "1/10", "1/4")
    assert only.domain == {"from": "exp(1)", "to": "exp(2)", "ends": "[]"} and len(only.points) == 1
    (everything,) = cells("every", "1", "1/4")
    assert everything.domain == {"from": "1", "to": "inf", "ends": "()"}


def test_parts_cover_a_cell_in_order() -> None:
    """At δ = 1/10 the design (1, δ) has p00 − t·p01 = 1 − 9t/10, which changes its sign at t = 10/9."""
    first = cells("every", "1/10", "1/4")[0]
    assert {"t": "10/9"} in first.parts
    assert first.parts[0]["from"] == "1" and first.parts[-1]["to"] == first.domain["to"]
    for a, b in zip(first.parts[::2], first.parts[2::2], strict=False):
        assert a["to"] == b["from"]
    assert [p["t"] for p in first.parts[1::2]] == [p["to"] for p in first.parts[:-1:2]]


def test_the_sign_at_a_root_is_that_of_the_quotient_and_a_pole_has_none() -> None:
    t = generator(Free())
    (root,) = isolate([(t * t - 3).num], Free())
    quotients = (t - 1, t - 2, t * t - 3, (t - 1) / (t - 2), (t - 2) / (t - 3), 1 / (t * t - 3), F(-1), F(0))
    assert [_sign(x, root) for x in quotients] == [1, -1, 0, -1, 1, -1, -1, 0]
