"""A file about an interval states its question, and each certificate in it must be about this question and its own piece."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction as F
from typing import Any

import pytest

from rropt.exact.element import generator
from rropt.exact.epsilon import read_epsilon
from rropt.exact.fields import DELTA, Free
from rropt.mechanism import Mechanism
from rropt.order.blackwell import compare, dominates
from rropt.order.interval.comparison import ComparisonPieces, compare_on_interval
from rropt.order.interval.pieces import DominancePieces
from rropt.problem.stored.verify import Verification, verify

Document = dict[str, Any]
UNDECIDED = {
    "holds": None,
    "garbling": None,
    "decision": None,
    "values": None,
    "certificate": None,
    "reason": "unknown",
}


def rr(p: Any) -> Mechanism:
    return Mechanism([[p, 1 - p], [1 - p, p]])


def warner(lower: int, upper: int, *, letter: str = "t") -> Mechanism:
    t = generator(Free(F(lower), F(upper), False, False, letter))
    return rr(t / (1 + t))


def judged(document: Document) -> Verification:
    return verify(json.dumps(document))


def without(found: DominancePieces, place: int) -> DominancePieces:
    """What is found if the piece at this place is not decided."""
    pieces = list(found.pieces)
    pieces[place] = replace(pieces[place], **UNDECIDED)
    return replace(found, pieces=tuple(pieces))


def half_decided() -> Document:
    """A is at least as informative as B from 3 on, and B than A up to 3; the other half of each direction is undecided."""
    found = compare(warner(2, 5), rr(F(3, 4)))
    assert isinstance(found, ComparisonPieces)
    told = ComparisonPieces(without(found.forward, 0), without(found.backward, -1)).to_dict()
    document: Document = json.loads(json.dumps(told))
    return document


def test_an_undecided_piece_at_an_end_does_not_keep_an_honest_file_from_being_shown() -> None:
    found = judged(half_decided())
    assert found.is_accepted and set(found.unshown) == {"pieces.A over B[].reason", "pieces.B over A[].reason"}


def other_direction(x: Document) -> None:
    x["pieces"]["B over A"] = x["pieces"]["A over B"]


def other_mechanism(x: Document) -> None:
    x["B"]["exact"] = [["2/3", "1/3"], ["1/3", "2/3"]]


def other_interval(x: Document) -> None:
    x["pieces"]["A over B"][1]["certificate"] = compare(warner(4, 5), rr(F(3, 4))).forward.pieces[0].certificate


def wider_piece(x: Document) -> None:
    first, last = x["pieces"]["A over B"]
    first["field"]["to"] = last["field"]["from"] = "5/2"


def gap(x: Document) -> None:
    x["pieces"]["A over B"][0]["field"]["to"] = "5/2"


def overlap(x: Document) -> None:
    x["pieces"]["A over B"][0]["field"]["ends"] = "[]"


def left_out(x: Document) -> None:
    del x["pieces"]["A over B"][0]


def repeated(x: Document) -> None:
    x["pieces"]["A over B"].append(x["pieces"]["A over B"][1])


def reordered(x: Document) -> None:
    x["pieces"]["A over B"].reverse()


def beyond(x: Document) -> None:
    for half in x["pieces"].values():
        half[-1]["field"]["to"] = "1"


def too_high(x: Document) -> None:
    end = {"root": "t^4000-t-3", "between": ["1", "2"]}
    x["pieces"]["A over B"][0]["field"]["from"] = x["pieces"]["B over A"][0]["field"]["from"] = end


def of_delta(x: Document) -> None:
    x["variable"] = DELTA


def no_ends(x: Document) -> None:
    del x["pieces"]["A over B"][0]["field"]


def no_variable(x: Document) -> None:
    del x["variable"]


def decided(x: Document) -> None:
    x["pieces"]["A over B"][0]["holds"] = "yes"


FORGED = [
    *(other_direction, other_mechanism, other_interval, wider_piece, gap, overlap, left_out, repeated, reordered),
    *(beyond, too_high, of_delta, no_ends, no_variable, decided),
]


@pytest.mark.parametrize("forge", FORGED)
def test_beside_an_undecided_piece_no_other_is_shown_by_what_is_not_about_it(forge: Callable[[Document], None]) -> None:
    document = half_decided()
    forge(document)
    assert judged(document).status == "rejected"


def test_an_answer_for_another_interval_is_not_the_other_direction() -> None:
    """Neither mechanism depends on t, so that only the ends differ."""
    short, long = (compare_on_interval(rr(F(3, 4)), rr(F(2, 3)), Free(F(4), F(x), False, False)) for x in (5, 10))
    assert judged(short.to_dict()).is_accepted
    assert judged(ComparisonPieces(short.forward, long.backward).to_dict()).status == "rejected"


def test_a_file_is_judged_if_no_interval_is_decided_but_its_ends_are() -> None:
    t = generator(Free(F(1), F(3), False, False))
    found = dominates(rr(t / (t + 1) + (t - 1) * (t - 3) / 100), rr(t / (t + 1)))
    assert isinstance(found, DominancePieces) and [piece.holds for piece in found.pieces] == [True, False, True]
    assert judged(without(found, 1).to_dict()).is_accepted


def test_a_file_of_a_free_delta_names_delta_and_is_accepted() -> None:
    delta = generator(Free(F(0), F(1, 4), False, False, DELTA))
    found = compare(rr(F(3, 4) + delta), rr(F(3, 4)))
    assert isinstance(found, ComparisonPieces)
    assert [interval for interval, _ in found.relations] == ["delta = 0", "(0, 1/4]"]
    assert "epsilon" not in found.explain() and "epsilon" not in found.forward.explain() and DELTA in found.sentence
    assert (
        judged(found.to_dict()).is_accepted
        and judged(dominates(rr(F(3, 4) + delta), rr(F(3, 4))).to_dict()).is_accepted
    )
    assert judged({**found.to_dict(), "variable": "t = e^epsilon"}).status == "rejected"


def test_where_delta_is_irrational_it_is_undecided_in_words_about_delta() -> None:
    delta = generator(Free(F(0), F(1, 4), False, False, DELTA))
    found = dominates(rr(F(3, 4)), rr(F(3, 4) + (delta * delta - F(1, 32)) ** 2))
    assert isinstance(found, DominancePieces) and [piece.holds for piece in found.pieces] == [False, None, False]
    assert found.pieces[1].interval == "delta = about 0.1767767" and "epsilon" not in found.pieces[1].reason
    assert "irrational delta" in found.pieces[1].reason and judged(found.to_dict()).is_accepted


@pytest.mark.parametrize("between", [["1", "100"], ["3/2", "2"], ["1", f"1{'0' * 3000}"]], ids=["wide", "near", "huge"])
def test_the_bounds_of_an_irrational_end_do_not_change_the_text_of_the_piece(between: list[str]) -> None:
    t = generator(Free(F(1), F(200), False, False))
    told = json.dumps(dominates(rr(t * t / (t * t + 1)), rr(F(3, 4))).to_dict())
    document = json.loads(told)
    own = document["pieces"][0]["field"]["to"]["between"]
    changed = json.loads(told.replace(json.dumps(own), json.dumps(between)))
    assert own != between and judged(changed).is_accepted
    assert changed["pieces"][1]["interval"] == document["pieces"][1]["interval"] == "[about 1.7320508, 200]"


@pytest.mark.parametrize("epsilon", ["ln(8)/2..ln9", "ln(8)/2..ln(19)/2", "ln(3)/2..2"])
def test_the_ends_of_an_interval_may_be_roots_and_share_no_field(epsilon: str) -> None:
    t = read_epsilon(epsilon).t
    found = compare(rr(t / (1 + t)), rr(F(3, 4)))
    assert isinstance(found, ComparisonPieces) and [where for where, _ in found.relations][1] == "t = 3"
    assert judged(found.to_dict()).is_accepted
