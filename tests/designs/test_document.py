"""A design's JSON whose fields disagree with the certificate that it carries."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

import rropt
from rropt import CSIP, LDP, Parity, RhoBreach, Trace, Utility, Variance
from rropt.designs.document import disagreement, judge_document, not_judged
from rropt.privacy.boundary.reading import from_csv

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
    "three outputs": lambda: rropt.design(Variance("1/2"), LDP("1/2", delta="1/10"), outputs=3),
    "three outputs throughout": lambda: rropt.design(Variance("1/2"), LDP("0..1", delta="1/10"), outputs=3),
    "three outputs at their worst": lambda: rropt.design(
        Variance(("1/10", "2/5")), LDP("1/2", delta="1/10"), outputs=3
    ),
    "three outputs at their worst throughout": lambda: rropt.design(
        Variance(("3/5", "2/3"), positive=0), LDP("0..1", delta="1/10"), outputs=3
    ),
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
    "three at each": lambda: rropt.design(Variance("every:0..2/5"), LDP("ln1.3", delta="1/10"), outputs=3),
    "three near each": lambda: rropt.design(
        Variance("every", positive=0), LDP("1/4", delta="1/10"), outputs=["a", "b", "c"]
    ),
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


def unjudged(path: Path) -> bool:
    """Whether the leaf is among what `not_judged` names."""
    if path[0] != "legs":
        return bool(path[0] == "notes")
    return path[1] == "numeric" or path[2] == "source" or path[1:] == ("symbolic", "status")


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
        name in ("another field", "three near each"),
    )
    assert "notes" in not_judged(document)


@pytest.mark.parametrize("name", SWEPT)
def test_every_leaf_is_judged_or_listed_as_not_judged(name: str) -> None:
    document = made(name)
    for path, value in leaves(document):
        if path == ("certificate",) or unjudged(path):
            continue
        false = "41/5" if value != "41/5" else "42/5"
        other = edited(document, path, false)
        said = disagreement(other, document["sentence"])
        if path[:2] == ("problem", "demand") and "the boundary's name" in not_judged(other):
            continue
        assert said is not None and str(path[0]) in said, (path, value, said)


@pytest.mark.parametrize("name", ["labels", "too much", "unattained", "weights", "every prevalence"])
def test_no_field_may_be_missing_or_added(name: str) -> None:
    document = made(name)
    places: list[Path] = [(key,) for key in document if key != "certificate"]
    places += [("problem", key) for key in document["problem"]]
    places += [("pieces", 0, key) for key in (document["pieces"] or [{}])[0]]
    for path in places:
        assert disagreement(edited(document, path, KeyError), document["sentence"]) is not None, path
    assert "'efficiency'" in (disagreement({**document, "efficiency": "1"}, document["sentence"]) or "")
    assert "'problem.note'" in (disagreement(edited(document, ("problem", "note"), "1"), document["sentence"]) or "")


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
        ("variance", ("standard_error_at_1000",), "0.001"),
        ("variance", ("legs",), "three"),
        ("variance", ("legs", "symbolic"), "2"),
        ("variance", ("legs", "symbolic", "value"), None),
        ("variance", ("legs", "certified", "status"), "rejected"),
        ("variance", ("notes",), "none"),
        ("variance", ("problem",), None),
        ("variance", ("problem", "objective"), "variance at prevalence 1/3"),
        ("variance", ("problem", "prevalence"), {"at": "1/3"}),
        ("variance", ("problem", "prevalence"), {"worst": ["1/4", "1/3"]}),
        ("variance", ("problem", "prevalence"), {"every": ["0", "1"]}),
        ("variance", ("problem", "prevalence"), {"at": "t"}),
        ("variance", ("problem", "restriction"), "warner"),
        ("variance", ("problem", "positive"), "0"),
        ("variance", ("problem", "inputs"), "7"),
        ("variance", ("problem", "outputs"), "free"),
        ("variance", ("problem", "demand", "name"), "parity"),
        ("variance", ("problem", "demand", "ratio"), "inf"),
        ("variance", ("problem", "demand", "delta"), "0"),
        ("variance", ("problem", "demand"), {"name": "ldp"}),
        ("variance", ("pieces",), ["x"]),
        ("labels", ("problem", "inputs"), ["yes", "no"]),
        ("labels", ("problem", "inputs"), "2"),
        ("labels", ("problem", "outputs"), "2"),
        ("radical", ("problem", "name"), "variance"),
        ("radical", ("problem", "weights"), ["1", "2", "3"]),
        ("loss", ("problem", "sense"), "max"),
        ("loss", ("problem", "prior"), ["1/3", "1/3", "1/3"]),
        ("loss", ("problem", "utility", 0, 0), "2"),
        ("too much", ("requirement",), "1"),
        ("too much", ("requirement",), "3"),
        ("too small", ("requirement",), "1"),
        ("too small throughout", ("requirement",), "1000"),
        ("too small throughout", ("requirement",), "t"),
        ("too small", ("verdict",), "within"),
        ("unattained", ("verdict",), "optimal"),
        ("interval", ("problem", "interval", "ends"), "()"),
        ("interval", ("problem", "interval", "to"), {"exact": "inf", "lower": "inf", "upper": "inf"}),
        ("interval", ("problem", "interval"), None),
        ("interval", ("pieces", 0, "interval"), "LDP('1/2..100')"),
        ("epsilons", ("pieces", 0, "interval"), "(1, 100)"),
        ("epsilons", ("pieces", 0, "to"), {"exact": "inf", "lower": "inf", "upper": "inf"}),
        ("epsilons", ("pieces", 0, "ends"), "(]"),
        ("epsilons", ("pieces", 0, "value", "exact"), "1/16"),
        ("epsilons", ("pieces", 1, "mechanisms"), []),
        ("epsilons", ("pieces", 1, "certificate"), "{}"),
        ("prevalences", ("pieces", 0, "value", "formula"), "0"),
        ("three at each", ("pieces", 1, "value", "relative_gap"), "1/10"),
        ("three at each", ("pieces", 1, "ends"), "[]"),
        ("three at each", ("problem", "prevalence"), {"every": ["1/10", "2/5"]}),
        ("three at each", ("problem", "prevalence"), {"every": ["0", "1/3"]}),
        ("three near each", ("verdict",), "optimal"),
        ("three near each", ("problem", "demand", "ratio"), "13/10"),
    ],
)
def test_a_field_that_says_something_else_is_named(name: str, path: Path, value: Any) -> None:
    document = made(name)
    assert f"'{path[0]}" in (disagreement(edited(document, path, value), document["sentence"]) or "")


@pytest.mark.parametrize("name", ["weights", "epsilons", "prevalences", "three at each", "three near each"])
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


def test_the_worst_prevalence_with_free_outputs_is_the_one_nearest_to_a_half() -> None:
    document = made("worst and free")
    for bounds, agrees in (
        (["1/10", "1/2"], False),
        (["0", "1"], False),
        (["1/5", "2/5"], False),
        (["1/10", "2/5"], True),
    ):
        problem = rropt.Problem(Variance((bounds[0], bounds[1])), LDP("1/2"), outputs="free")
        other = {**document, "problem": rropt.design(problem).to_dict()["problem"]}
        assert (disagreement(other, document["sentence"]) is None) is agrees


def test_another_certificate_is_about_another_question() -> None:
    one, two = made("variance"), made("free outputs")
    status, said = judge_document({**one, "certificate": two["certificate"], "sentence": two["sentence"]})
    assert status == "rejected" and "'problem" in said


def test_the_name_of_a_boundary_is_not_judged_but_its_parity_is() -> None:
    boundary = from_csv("0,1/5\n8/9,1\n1,1\n", name="policy.csv")
    document = rropt.design(Trace(), CSIP(boundary), inputs=3).to_dict()
    assert disagreement(document, document["sentence"]) is None
    assert document["problem"]["demand"]["h"] == "policy.csv" and "the boundary's name" in not_judged(document)
    for path, value in ((("problem", "parity"), "7/5"), (("problem", "demand", "h"), None)):
        assert "'problem" in (disagreement(edited(document, path, value), document["sentence"]) or "")


def test_what_depends_on_nothing_is_said_to_be_unjudged() -> None:
    assert any("prevalence" in part for part in not_judged(made("unattained")))
    assert any("requirement" in part for part in not_judged(made("too small")))


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
            assert isinstance(piece.formula, tuple) and not isinstance(piece.lower, float)
            (x, y), pi = piece.formula, piece.lower
            value = Variance(pi, positive=positive).value(piece.mechanisms[0])
            assert (x - pi) * (y - 1 + pi) == value, name


def test_documents_of_other_kinds_are_judged_by_their_sentence() -> None:
    document = {"schema": "rropt/other/1", "certificate": "", "sentence": "All is well."}
    assert disagreement(document, "All is well.") is None and "every field" in not_judged(document)[0]
    assert "'sentence'" in (disagreement(document, "") or "")
    assert Parity("3").to_dict()["name"] == "parity"
