"""What two designs say of the least ε or δ, and that designs which do not say it are refused."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
import sympy

from rropt import LDP, Determinant, Information, InputError, Parity, RhoBreach, Trace, design, least, verify
from rropt.exact.infinity import INFINITY
from rropt.privacy import Notion
from rropt.problem import Least

UNLIKE = [*["1/8"] * 6, "1/4"]
"""A prior of seven inputs that are not all alike: with delta > 0 no certificate is about their information."""


@pytest.fixture(scope="module")
def by_pieces() -> Least:
    return least("epsilon", Trace(), reach=2, inputs=3)


@pytest.fixture(scope="module")
def by_points() -> Least:
    return least("epsilon", Trace(), reach=2, inputs=3, demand=Parity(6))


def test_the_answer_says_itself_first(by_pieces: Least, by_points: Least) -> None:
    assert by_pieces.explain().startswith("The least epsilon at which the trace is at least 2 is log(4)")
    assert by_points.explain().startswith("The least epsilon at which the trace is at least 2 lies between 1.38629")
    assert by_points.value is None and 0 < by_points.upper - by_points.lower < 1e-6


def test_its_json_is_judged_and_made_again(by_pieces: Least, by_points: Least) -> None:
    for found in (by_pieces, by_points):
        judged = verify(found.to_json())
        assert judged.is_accepted and judged.says == found.statement


FORGED: list[tuple[str, Callable[[dict[str, Any]], Any]]] = [
    ("rejected", lambda d: d["value"].update(exact="log(3)")),
    ("rejected", lambda d: d["value"].update(lower="1.3")),
    ("rejected", lambda d: d.update(reach="3/2")),
    ("rejected", lambda d: d.update(reach="5/2")),
    ("rejected", lambda d: d.update(reach="inf")),
    ("malformed", lambda d: d.update(reach=2)),
    ("rejected", lambda d: d.update(of="delta")),
    ("rejected", lambda d: d.update(of="both")),
    ("rejected", lambda d: d.update(below=None)),
    ("rejected", lambda d: d.update(design=None)),
    ("rejected", lambda d: d.update(design=None, below=None)),
    ("rejected", lambda d: d.update(below=d["design"])),
    ("rejected", lambda d: d["design"].update(verdict="within")),
    ("malformed", lambda d: d.update(below={"schema": "rropt/design/1"})),
    ("malformed", lambda d: d.update(design=[])),
    ("rejected", lambda d: d.update(below=json.loads(design(Trace(), LDP("every"), inputs=4).to_json()))),
    ("rejected", lambda d: d.update(design=json.loads(design(Trace(), LDP("ln5"), inputs=3).to_json()))),
]


@pytest.mark.parametrize("number", range(len(FORGED)))
def test_a_forged_document_is_not_accepted(by_pieces: Least, number: int) -> None:
    status, forge = FORGED[number]
    document = json.loads(by_pieces.to_json())
    forge(document)
    assert verify(json.dumps(document)).status.value == status


def test_a_certificate_at_a_larger_epsilon_does_not_show_a_smaller_bound(by_points: Least) -> None:
    """The bounds are worked out from the designs, so that another design below gives another bound, and not a false one."""
    weaker = design(Trace(), LDP("ln2") & Parity(6), inputs=3, require=2)
    made = Least(of="epsilon", reach=by_points.reach, design=by_points.design, below=weaker)
    assert made.lower < by_points.lower and made.upper == by_points.upper


def test_designs_that_do_not_show_it_are_refused(by_points: Least) -> None:
    reached = design(Trace(), LDP("ln5"), inputs=3)
    other = design(Trace(), LDP("1"), inputs=3, require="5/2")
    for found, below in ((reached, other), (by_points.design, other), (None, None), (None, reached)):
        with pytest.raises(InputError):
            Least(of="epsilon", reach=by_points.reach, design=found, below=below)


def test_a_design_alone_says_only_that_none_is_below_the_smallest() -> None:
    reached = design(Trace(), LDP("ln5"), inputs=3)
    made = Least(of="epsilon", reach=2, design=reached, below=None)
    assert (made.value, made.lower) == (None, 0) and made.upper >= Fraction(math.log(5))


def test_a_value_to_be_reached_may_be_a_plain_whole_number(by_pieces: Least) -> None:
    made = Least(of="epsilon", reach=2, design=by_pieces.design, below=by_pieces.below)  # type: ignore[arg-type]
    assert made == by_pieces and isinstance(made.reach, Fraction)


def test_pieces_of_another_letter_show_nothing() -> None:
    """At no epsilon does the trace of 3 inputs reach 3, and at delta = 1 it does."""
    free = json.loads(design(Trace(), LDP("every"), inputs=3).to_json())
    value = {"exact": None, "lower": "inf", "upper": "inf"}
    forged = {"schema": "rropt/least/1", "of": "delta", "reach": "3", "value": value, "design": None, "below": free}
    assert verify(json.dumps({**forged, "of": "epsilon"})).is_accepted
    assert verify(json.dumps(forged)).status.value == "rejected"


def test_of_two_epsilons_the_one_that_stays_is_the_same_on_both_sides() -> None:
    """Nothing at the smaller of 1 and 1/10 reaches 2, which says nothing of epsilon = 1."""
    below = design(Trace(), LDP(1) & LDP("1/10"), inputs=3, require=2)
    above = design(Trace(), LDP("ln5") & LDP("ln5"), inputs=3)
    with pytest.raises(InputError, match="differ in more than"):
        Least(of="epsilon", reach=above.value, design=above, below=below)


@pytest.fixture(scope="module")
def bounded() -> Least:
    """No certificate is about the optimum: both designs have bounds of rropt's own."""
    below, above = (design(Information(UNLIKE), LDP(x, delta="1/1000")) for x in ("1.64", "1.66"))
    return Least(of="epsilon", reach=Fraction(1, 3), design=above, below=below)


@pytest.mark.slow
def test_bounds_of_rropt_s_own_are_said_to_be_such(bounded: Least) -> None:
    assert bounded.design is not None and bounded.below is not None and bounded.below.is_bounded
    # the mechanism's own value shows the upper end; the optimum without delta, and what delta adds, the lower
    pure = least("epsilon", Information(UNLIKE), reach="1/3")
    assert bounded.lower < pure.lower and abs(bounded.upper - pure.upper) < Fraction(1, 50)
    assert bounded.statement.endswith("rests on a design whose value is bounded by rropt, not by the checker.")
    assert "certified" not in bounded.explain().split("\n\n")[0] and "Nothing less does" not in bounded.explain()
    judged = verify(bounded.to_json())
    assert judged.is_accepted and not judged.shows_value and judged.says == bounded.statement


@pytest.mark.full
def test_own_bounds_of_another_value_or_place_do_not_do(bounded: Least) -> None:
    for x in ("1/4", "3/10"):
        with pytest.raises(InputError, match="does not show that"):
            Least(of="epsilon", reach=Fraction(x), design=bounded.design, below=bounded.below)
    more = design(Information(UNLIKE), LDP(3, delta="1/1000"))
    with pytest.raises(InputError, match="does not show that"):
        Least(of="epsilon", reach=bounded.reach, design=bounded.design, below=more)


@pytest.mark.full
def test_a_design_alone_bounds_what_is_reached_at_every_epsilon_tried() -> None:
    found = least("epsilon", Information(UNLIKE), reach="1/100000", delta="1/1000")
    assert found.below is None and found.lower == 0 < found.upper < Fraction(1, 10**8)
    assert verify(found.to_json()).is_accepted


@pytest.mark.slow
def test_none_is_large_enough_by_bounds_of_rropt_s_own() -> None:
    found = least("epsilon", Information(UNLIKE), reach=5, delta="1/1000")
    assert found.design is None and found.is_bounded and "; this rests on a design" in found.statement
    assert verify(found.to_json()).is_accepted


@pytest.mark.parametrize("demand", [LDP("ln2"), Parity(9) & LDP("ln2")])
def test_an_epsilon_in_the_demand_is_told_where_to_stand(demand: Notion) -> None:
    with pytest.raises(InputError, match=r"give epsilon='ln2'$"):
        least("delta", Trace(), reach="8/5", inputs=3, demand=demand)
    with pytest.raises(InputError, match="epsilon must be given"):
        least("delta", Trace(), reach="8/5", inputs=3, demand=Parity(9))


def test_where_none_reaches_it_at_delta_one_no_delta_is_said() -> None:
    found = least("epsilon", Trace(), reach="9/5", inputs=3, demand=RhoBreach("1/3", "1/2"))
    assert found.design is None and found.lower == INFINITY
    assert "any delta" in found.statement and "delta = 1" not in found.statement
    assert verify(found.to_json()).says == found.statement


def test_a_requirement_that_is_forged_in_both_places_is_not_accepted(by_points: Least) -> None:
    document = json.loads(by_points.to_json())
    document["reach"] = document["below"]["requirement"] = "1"
    assert verify(json.dumps(document)).status.value == "rejected"


def test_the_answer_tells_of_which_mechanisms_it_is() -> None:
    found = least("epsilon", Trace(), reach=2, inputs=3, delta="1/10", demand=Parity(6))
    assert found.statement.endswith("(3 inputs, 3 outputs, delta = 1/10, a largest ratio (parity) of 6).")


def test_none_is_large_enough() -> None:
    assert least("epsilon", Trace(), reach=3, inputs=3).lower == INFINITY
    found = least("epsilon", Trace(), reach="31/10", inputs=3, subject_to=["P[0,0] <= 3/4"])
    assert (found.design, found.lower) == (None, INFINITY) and verify(found.to_json()).is_accepted
    assert found.statement.startswith("No epsilon is large enough")
    # the pieces of every epsilon reach 11/4, the most that the condition leaves, at none
    found = least("epsilon", Trace(), reach="11/4", inputs=3, subject_to=["P[0,0] <= 3/4"])
    assert (found.design, found.lower) == (None, INFINITY) and verify(found.to_json()).is_accepted
    # 49 entries have no pieces, and nothing beyond what was tried is said
    tried = least("epsilon", Trace(), reach="27/4", inputs=7, subject_to=["P[0,0] <= 3/4"])
    assert tried.design is None and 63 < tried.lower < 65 and "up to" in tried.statement


def test_an_epsilon_whose_t_has_no_name_is_told_by_its_polynomial() -> None:
    """At equal shares the least determinant of three categories is (t + 2)^4/(27 (t - 1)^4)."""
    found = least("epsilon", Determinant(), reach=10, inputs=3)
    assert str(found.value).startswith("log(CRootOf(") and str(found.value) in found.statement
    t = float(sympy.sympify(str(found.value)).args[0])
    assert (t + 2) ** 4 / (27 * (t - 1) ** 4) == pytest.approx(10, rel=1e-12)


@pytest.mark.slow
def test_a_root_of_high_degree_is_enclosed() -> None:
    found = least("epsilon", Determinant(), reach=10, inputs=5)
    assert found.value is None and 0 < float(found.upper) - float(found.lower) < 1e-6
    assert (
        design(Determinant(), LDP(found.upper), inputs=5).upper
        <= 10
        < design(Determinant(), LDP(found.lower), inputs=5).lower
    )
    assert verify(found.to_json()).is_accepted
