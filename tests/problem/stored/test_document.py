"""A design's JSON whose fields disagree with the certificate that it carries."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

import rropt
from rropt import CSIP, LDP, Parity, RhoBreach, Trace, Utility, Variance
from rropt.problem.stored.document import disagreement, judge_document, not_judged
from rropt.variance.polyhedron import PointVariance

Document = dict[str, Any]
Path = tuple[Any, ...]
LOSS = Utility([[1, 0, "1/2"], [0, "1/3", 1]], ["1/2", "1/4", "1/4"], sense="min")
MADE: dict[str, Callable[[], rropt.Design]] = {
    "variance": lambda: rropt.design(Variance("1/4"), LDP("1/2", delta="1/10")),
    "labels": lambda: rropt.design(Variance("1/4"), LDP("1/2"), inputs=["no", "yes"]),
    "faces": lambda: rropt.design(Variance(0), LDP("1/2", delta="1/10")),
    "first input": lambda: rropt.design(Variance("1/3", positive=0), RhoBreach("1/5", "1/2")),
    "restricted": lambda: rropt.design(Variance("1/4", warner=True), LDP("1/2", delta="1/10")),
    "worst": lambda: rropt.design(Variance(("1/4", "3/4")), LDP(0, delta="1/10")),
    "free outputs": lambda: rropt.design(Variance("1/4"), LDP("1/2", delta="1/10"), outputs="free"),
    "worst and free": lambda: rropt.design(Variance(("1/10", "2/5")), LDP("1/2"), outputs="free"),
    "irrational": lambda: rropt.design(Utility([["2^(1/2)", 0], [0, 1]]), LDP("ln3", delta="1/10")),
    "another field": lambda: rropt.design(Utility([["2^(1/2)", 0], [0, 1]]), LDP("1/2"), outputs=["a", "b"]),
    "silent end": lambda: rropt.design(Variance(0), LDP("1/2", delta="1/10"), outputs=3),
    "silent end throughout": lambda: rropt.design(Variance(1), LDP("1/2..1", delta="1/10"), outputs=3),
    "empty outputs": lambda: rropt.design(Variance("1/4"), LDP("ln2", delta="1/10"), outputs=["a", "b", "c", "d", "e"]),
    "best of all": lambda: rropt.design(Variance("every"), LDP("1/2", delta="1/10"), outputs="free"),
    "best of all throughout": lambda: rropt.design(Variance("every:0..1/3"), LDP("1/2..2"), outputs=4),
    "loss": lambda: rropt.design(LOSS, LDP("1/2", delta="1/20"), outputs=["a", "b"]),
    "radical": lambda: rropt.design(Trace(), LDP("ln(2)/2"), inputs=3),
    "boundary": lambda: rropt.design(Trace([2, 1]), CSIP("0=1/5,8/9=1,1=1")),
    "too much": lambda: rropt.design(Trace(), LDP("ln3"), inputs=3, require=2),
    "too small": lambda: rropt.design(Variance("1/4"), LDP("ln3"), require="1/2"),
    "unattained": lambda: rropt.design(Variance("1/4"), LDP(0)),
    "interval": lambda: rropt.design(Trace(), LDP("1/2..2"), inputs=2),
    "no theorem": lambda: rropt.design(Trace(), LDP("1/2..2"), inputs=2, closed_forms=False),
    "several vertices": lambda: rropt.design(Utility([[1, 1], [1, 1]]), LDP("ln3")),
    "weights": lambda: rropt.design(Trace([1, "1/2"]), LDP("0..2")),
    "utility": lambda: rropt.design(Utility([[1, 0], [0, "1/3"]]), LDP("every")),
    "prevalences": lambda: rropt.design(Variance("every:1/10..2/5", positive=0), LDP("1/2", delta="1/10")),
    "every prevalence": lambda: rropt.design(Variance("every"), LDP("1/2")),
    "epsilons": lambda: rropt.design(Variance("1/4"), LDP("every", delta="1/10")),
    "free on an interval": lambda: rropt.design(Variance(("1/10", "2/5")), LDP("1/2..2"), outputs="free"),
    "too small throughout": lambda: rropt.design(Variance("1/4"), LDP("1/2..2"), require="1/1000"),
}
SWEPT = [name for name in MADE if name != "epsilons"]


@cache
def text_of(name: str) -> str:
    return MADE[name]().to_json()


def made(name: str) -> Document:
    document: Document = json.loads(text_of(name))
    return document


def edited(document: Document, path: Path, value: Any) -> Document:
    copy: Document = json.loads(json.dumps(document))
    place: Any = copy
    for key in path[:-1]:
        place = place[key]
    if value is KeyError:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return copy


def leaves(x: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    for key, value in x.items() if isinstance(x, dict) else enumerate(x):
        if isinstance(value, dict | list) and value:
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key), value


def unjudged(path: Path, document: Document) -> bool:
    """Whether the leaf is among what `not_judged` names."""
    named = not_judged(document)
    if path[0] in named:
        return True
    if path[0] == "pieces" and path[-1] in ("interval", "value_said"):
        return "the sentences of pieces" in named
    if path[0] in ("value", "gap") and "how far the bounds are" in named[-1]:
        return True
    if not any("formula of the piece" in name for name in named):
        return False
    labels = {"inputs", "outputs"} & set(path)
    return bool(labels) or (path[0] == "pieces" and path[2] not in ("mechanisms", "certificate"))


@pytest.mark.parametrize("name", MADE)
def test_what_rropt_writes_agrees(name: str) -> None:
    document = made(name)
    assert disagreement(document, document["sentence"]) is None
    status, said = judge_document(document)
    asked = document["requirement"] if name.startswith("too small") else None
    follows = f" The {asked} that was asked for is less, so no mechanism of the demand reaches it." if asked else ""
    said, step, _ = said.partition(
        " For the "
    )  # what follows for the objective that was asked about, where that is another
    assert (status, said, bool(step)) == (
        "accepted",
        document["sentence"] + follows,
        name == "another field",
    )
    assert "notes" in not_judged(document)


@pytest.mark.parametrize("name", SWEPT)
def test_every_leaf_is_judged_or_listed_as_not_judged(name: str) -> None:
    document = made(name)
    for path, value in leaves(document):
        if path == ("certificate",) or unjudged(path, document):
            continue
        false = "41/5" if value != "41/5" else "42/5"
        other = edited(document, path, false)
        assert disagreement(other, document["sentence"]) is not None, (path, value)


@pytest.mark.parametrize("name", ["labels", "too much", "unattained", "weights", "every prevalence"])
def test_no_judged_field_may_be_missing_and_an_added_one_is_said_to_be_unjudged(name: str) -> None:
    document = made(name)
    for key in set(document) - set(not_judged(document)) - {"certificate", "variance_per_answer", "requirement"}:
        assert disagreement(edited(document, (key,), KeyError), document["sentence"]) is not None, key
    assert "efficiency" in not_judged({**document, "efficiency": "1"})


@pytest.mark.parametrize(
    ("name", "path", "value"),
    [
        ("variance", ("schema",), "foo/1"),
        ("variance", ("verdict",), "within"),
        ("variance", ("gap",), "1"),
        ("variance", ("sentence",), "For t = 1, all is well."),
        ("variance", ("minimisers",), []),
        ("variance", ("minimisers",), "none"),
        ("variance", ("minimisers", 0, "kind"), "face"),
        ("variance", ("mechanism",), None),
        ("variance", ("mechanism", "inputs"), ["no", "yes"]),
        ("variance", ("value",), None),
        ("variance", ("variance_per_answer", "upper"), "1"),
        ("variance", ("pieces",), ["x"]),
        ("too much", ("requirement",), "1"),
        ("too much", ("requirement",), "3"),
        ("too small", ("requirement",), "1"),
        ("too small throughout", ("requirement",), "1000"),
        ("too small throughout", ("requirement",), "t"),
        ("too small", ("verdict",), "within"),
        ("unattained", ("verdict",), "optimal"),
        ("epsilons", ("pieces", 0, "to"), {"exact": "inf", "lower": "inf", "upper": "inf"}),
        ("epsilons", ("pieces", 0, "ends"), "(]"),
        ("epsilons", ("pieces", 0, "value", "exact"), "1/16"),
        ("epsilons", ("pieces", 1, "mechanisms"), []),
        ("epsilons", ("pieces", 1, "certificate"), "{}"),
        ("prevalences", ("pieces", 0, "value", "formula"), "0"),
    ],
)
def test_a_field_that_says_something_else_is_named(name: str, path: Path, value: Any) -> None:
    document = made(name)
    other = edited(document, path, value)
    assert str(path[0]) in judge_document(other)[1] or "cannot be compared" in judge_document(other)[1]
    assert judge_document(other)[0] != "accepted"


@pytest.mark.parametrize("name", ["weights", "epsilons", "prevalences"])
def test_pieces_are_neither_dropped_nor_moved(name: str) -> None:
    document = made(name)
    pieces = document["pieces"]
    assert len(pieces) > 1
    swapped = [dict(piece) for piece in pieces]
    swapped[0]["mechanisms"], swapped[-1]["mechanisms"] = swapped[-1]["mechanisms"], swapped[0]["mechanisms"]
    for others in (pieces[1:], pieces[:-1], pieces[::-1], [*pieces, pieces[0]], [], swapped):
        assert judge_document({**document, "pieces": others})[0] != "accepted"


@pytest.mark.parametrize("name", ["worst", "radical", "loss", "free outputs"])
def test_a_false_minimiser_is_named(name: str) -> None:
    document = made(name)
    constant = json.loads(json.dumps(document["minimisers"][0]))
    constant["mechanism"]["exact"][0][0] = "1"
    for more in ([*document["minimisers"], constant], [*document["minimisers"], document["minimisers"][0]]):
        assert "'minimisers" in (disagreement({**document, "minimisers": more}, document["sentence"]) or "")
    towards = {**document["minimisers"][0], "kind": "face", "towards": constant["mechanism"]}
    changed = {**document, "minimisers": [towards, *document["minimisers"][1:]]}
    assert "'minimisers[0]" in (disagreement(changed, document["sentence"]) or "")


def test_the_certificate_of_another_design_does_not_fit() -> None:
    one, two = made("variance"), made("free outputs")
    status, said = judge_document({**one, "certificate": two["certificate"], "sentence": two["sentence"]})
    assert status == "rejected" and "'mechanism" in said


def test_the_question_is_not_judged_and_that_is_said() -> None:
    for name in MADE:
        assert {"problem", "legs", "notes"} <= set(not_judged(made(name)))


def test_a_piece_says_its_interval_and_value_in_numbers() -> None:
    first, tie, last = made("epsilons")["pieces"]
    assert first["variable"] == "t = e^epsilon" and first["ends"] == "()" and last["to"]["exact"] == "inf"
    assert first["from"]["exact"] == "1" and first["to"] == tie["from"] == tie["to"] == last["from"]
    assert first["to"]["exact"] == "(10^(1/2) + 5)/5" and first["to"]["lower"] < first["to"]["upper"]
    assert first["value"] == {"exact": "39/16", "lower": "2.4375", "upper": "2.4375"} and first["value_said"] == "39/16"
    part = made("prevalences")["pieces"][0]
    assert part["variable"] == "prevalence" and set(part["value"]) == {"formula", "x", "y"}


def test_of_an_end_without_a_closed_form_the_bounds_are_given() -> None:
    found = rropt.design(Utility([[3, 0, 1], [0, 2, 1], [1, 1, "3/2"]]), LDP("every")).to_dict()
    ends = [piece["to"] for piece in found["pieces"]]
    assert disagreement(found, found["sentence"]) is None
    assert all(end["lower"] <= end["upper"] for end in ends) and ends[-1]["exact"] == "inf"


def test_the_point_of_a_piece_is_told_of_the_input_that_is_asked_about() -> None:
    for name, positive in (("prevalences", 0), ("1", 1)):
        asked = Variance("every:1/10..2/5", positive=positive)
        found = rropt.design(asked, LDP("1/2", delta="1/10"))
        for piece in found.pieces:
            assert isinstance(piece.value, PointVariance) and not isinstance(piece.lower, float)
            x, y, pi = piece.value.x, piece.value.y, piece.lower
            value = Variance(pi, positive=positive).value(piece.mechanisms[0])
            assert piece.value.at(pi) == (x - pi) * (y - 1 + pi) == value, name


def test_documents_of_other_kinds_are_judged_by_their_sentence() -> None:
    document = {"schema": "rropt/other/1", "certificate": "", "sentence": "All is well."}
    assert disagreement(document, "All is well.") is None and "every field" in not_judged(document)[0]
    assert "'sentence'" in (disagreement(document, "") or "")
    assert Parity("3").to_dict()["name"] == "parity"
