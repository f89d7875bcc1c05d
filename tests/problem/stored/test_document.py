"""A design's JSON whose fields disagree with the certificate that it carries."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

import rropt
from rropt import CSIP, LDP, Divergence, Linear, Parity, RhoBreach, Trace, Utility, Variance
from rropt.designs.variance.polyhedron import PointVariance
from rropt.problem.stored.demands import fields_of
from rropt.problem.stored.document import judge_document
from rropt.problem.stored.verify import verify_answer

Document = dict[str, Any]
Path = tuple[Any, ...]
TV = Divergence("tv", 0, 1)
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
    "worst of losses": lambda: rropt.design(
        rropt.problem.worst(Linear([[1, -2], [0, 2]]), Linear([[0, 1], [-1, "1/3"]])),
        LDP("1/2"),
        subject_to=["P[0,0] <= 7/10"],
    ),
    "worst of traces": lambda: rropt.design(rropt.problem.worst(Trace([1, 0]), Trace([0, "1/2"])), LDP("ln3")),
    "sum of divergences": lambda: rropt.design(TV + 2 * Divergence("le_cam", 0, 1), LDP("1/2"), inputs=2),
    "least of a sum": lambda: rropt.design(rropt.problem.worst(rropt.Information() + TV, TV), LDP("ln3"), inputs=2),
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


@pytest.mark.parametrize("name", MADE)
@pytest.mark.slow_at("epsilons")
def test_what_rropt_writes_is_made_again(name: str) -> None:
    document = made(name)
    assert judge_document(document) == ("accepted", document["sentence"])
    found = verify_answer(document)
    assert found.says == document["sentence"] and {"legs", "notes"} <= set(found.unshown)
    asked = document["requirement"] if name.startswith("too small") else None
    said = f"The {asked} that was asked for is less, so none of these mechanisms reaches it."
    # what follows for the objective or the number of outputs that was asked about, where that is another
    steps = ("So for the ", "certificate names weights", "certificate is about two outputs")
    assert [x for x in found.follows if not any(step in x for step in steps)] == ([said] if asked else [])
    assert bool(found.follows) == (asked is not None or name.startswith(("another field", "silent end")))


@pytest.mark.first(part=1)
@pytest.mark.then(part=1)
@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("name", SWEPT)
@pytest.mark.slow_at("prevalences-0")
def test_every_leaf_follows_from_question_and_certificate_or_stands_under_unshown(name: str, part: int) -> None:
    document = made(name)
    for path, value in list(leaves(document))[part::3]:
        if path == ("certificate",) or path[0] == "unshown":
            continue
        false = "41/5" if value != "41/5" else "42/5"
        status, said = judge_document(edited(document, path, false))
        # another question or verdict is refused by the first field that does not fit it
        assert status != "accepted" and (
            path[0] in said or path[0] in ("problem", "verdict") or "certificate" in path
        ), path


@pytest.mark.parametrize("name", SWEPT)
def test_what_is_unshown_changes_neither_the_verdict_nor_the_claim(name: str) -> None:
    document = made(name)
    told = verify_answer(document)
    for path, _ in leaves(document["unshown"]):
        other = verify_answer(edited(document, ("unshown", *path), "41/5"))
        assert not other.is_accepted or other == told, path


@pytest.mark.parametrize("name", ["labels", "too much", "unattained", "weights", "every prevalence"])
def test_no_field_may_be_missing_and_none_may_be_added(name: str) -> None:
    document = made(name)
    for key in set(document) - {"certificate"}:
        assert judge_document(edited(document, (key,), KeyError))[0] != "accepted", key
    for path in (("efficiency",), ("problem", "efficiency"), ("unshown", "efficiency")):
        status, said = judge_document(edited(document, path, "1"))
        assert status == "rejected" and f"'{'.'.join(path)}'" in said


@pytest.mark.first(wrong=1)
@pytest.mark.then(wrong=1)
@pytest.mark.parametrize("name", SWEPT)
@pytest.mark.parametrize("wrong", ["a text", ["a list"], {"an": "object"}, None, 7])
def test_another_type_is_refused_in_words_of_our_own(name: str, wrong: Any) -> None:
    document = made(name)
    for path in [(key,) for key in document] + [("unshown", key) for key in document["unshown"]]:
        if wrong is None and path[0] in ("mechanism", "value", "gap", "requirement"):
            continue
        status, said = judge_document(edited(document, path, wrong))
        is_note = path == ("unshown", "notes") and wrong == ["a list"]
        assert status != "accepted" or is_note or document.get(path[0]) == wrong, path
        assert "Error" not in said and "indices" not in said and "attribute" not in said, said


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
    status, said = judge_document(other)
    assert str(path[0]) in said or "schema" in said
    assert status != "accepted"


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
        assert "'minimisers" in judge_document({**document, "minimisers": more})[1]
    towards = {**document["minimisers"][0], "kind": "face", "towards": constant["mechanism"]}
    changed = {**document, "minimisers": [towards, *document["minimisers"][1:]]}
    assert "'minimisers[0]" in judge_document(changed)[1]


def test_the_certificate_of_another_design_does_not_fit() -> None:
    one, two = made("variance"), made("free outputs")
    status, said = judge_document({**one, "certificate": two["certificate"], "sentence": two["sentence"]})
    assert status == "rejected" and "'problem'" in said


def test_objectives_together_are_neither_others_nor_in_another_order_nor_their_sum() -> None:
    """All of these have the least value 1/2 or the worst 3/4, and the same mechanism, so that the words alone tell them apart."""
    back, stick = Divergence("tv", 1, 0), Divergence("hockey_stick", 0, 1, gamma=1)
    traces = Trace([1, 0]), Trace([0, 1]), Linear([["1/2", 0], [0, "1/2"]], sense="max")
    together = [(TV, back), (back, TV), (TV, back, TV), (TV, stick), traces[:2], traces[1::-1], traces]
    objectives = [*(rropt.problem.worst(*x) for x in together), TV, traces[-1]]
    documents = [rropt.design(x, LDP("ln3"), inputs=2).to_dict() for x in objectives]
    for one in documents:
        for other in documents:
            carries = {key: other[key] for key in other if key != "problem"}
            assert (judge_document({**one, **carries})[0] == "accepted") == (one is other)


def test_under_conditions_too_a_certificate_of_the_trace_is_none_of_a_weighted_one() -> None:
    asked = {"inputs": 2, "subject_to": ["P[0,0] <= 1/2"]}
    document = rropt.design(Trace(), LDP("ln3"), **asked).to_dict()
    other = rropt.design(Trace([3, 1]), LDP("ln3"), **asked).to_dict()["problem"]
    assert judge_document(document)[0] == "accepted"
    status, said = judge_document({**document, "problem": other})
    assert status == "rejected" and "another objective" in said


def test_what_names_no_objective_is_about_no_problem_of_another_kind() -> None:
    unattained = made("unattained")
    trace = rropt.design(Trace(), LDP(0), inputs=2).to_dict()["problem"]
    assert "another objective" in judge_document({**unattained, "problem": trace})[1]
    bounded = rropt.design(rropt.Information(), LDP("ln3", delta="1/10"), inputs=11).to_dict()
    assert bounded["sentence"].startswith("For t = ") and judge_document(bounded)[0] == "accepted"
    assert "another number of inputs" in judge_document(edited(bounded, ("problem", "inputs"), "12"))[1]


def test_a_value_missed_leaves_no_estimators() -> None:
    found = rropt.design(rropt.TotalVariance(), LDP("ln3"), inputs=3, require="1/1000")
    assert found.verdict == "infeasible" and not found.estimators
    assert judge_document(found.to_dict())[0] == "accepted"


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
    assert judge_document(found)[0] == "accepted"
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


def test_of_documents_of_other_kinds_certificate_and_sentence_are_judged() -> None:
    document = rropt.breach.breach_bound(rropt.RhoBreach("1/5", "1/2")).to_dict()
    assert verify_answer(document).is_accepted
    assert "'sentence'" in judge_document({**document, "sentence": "All is well."})[1]
    assert judge_document(made("variance") | {"schema": "rropt/comparison/1"})[0] == "rejected"
    assert fields_of(Parity("3"))["name"] == "parity"


def test_a_design_of_an_earlier_format_is_called_that() -> None:
    assert judge_document(made("variance") | {"schema": "rropt/design/1"}) == (
        "malformed",
        "the design is of an earlier format; make it anew with `rropt design`",
    )


def test_a_bound_on_the_trace_shows_no_variance_out_of_reach() -> None:
    asked: dict[str, Any] = {"subject_to": ["P[0,0] >= 1/2"]}
    missed = rropt.design(Variance("1/2"), LDP("ln9"), require="1/100", **asked)
    trace = rropt.design(Trace(), LDP("ln9"), inputs=2, outputs=2, **asked)
    assert judge_document(missed.to_dict())[0] == "accepted"
    forged = {**missed.to_dict(), "certificate": trace.certificate, "sentence": trace.sentence, "requirement": "1"}
    status, said = judge_document(forged)  # the optimum is 25/64
    assert status == "rejected" and "a quantity that was not asked about" in said
