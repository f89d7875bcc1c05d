"""A certificate that is true of a part of a question, or of another one, proves nothing of the whole question.

The forger knows how rropt makes a design again, and writes every field that follows as rropt does.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest

import rropt
from rropt import LDP, Contrast, Design, InputError, Linear, PairwiseLDP, Trace, Variance
from rropt.certificate.judge import judge
from rropt.certificate.read import letter_of_statement, read_cut
from rropt.designs.objectives.estimation_mixed import EstimateWorst
from rropt.exact.grammar import read_number
from rropt.exact.infinity import is_infinite
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.problem.reach.least import Least
from rropt.problem.stored.again import make_again
from rropt.problem.stored.document import carried_certificates, judge_document
from tests.problem.stored.test_document import MADE, Document, made

ALWAYS_ONE = {"subject_to": ["P[0,0] + P[1,0] <= 1/2"]}


def is_taken(document: Document) -> bool:
    """Whether a design is made again from a forged question and certificates, and accepted as rropt writes it."""
    verdicts = [judge(text) for text in carried_certificates(document)]
    assert all(v.is_accepted for v in verdicts), [v.reason for v in verdicts]
    with suppress(InputError):
        told = make_again(document, " ".join(v.sentence for v in verdicts))
        return judge_document(told.to_dict())[0] == "accepted"
    return False


def with_certificate(document: Document, statement: Document) -> Document:
    """The document with a certificate in place of its own, and in place of that of its only piece."""
    text = json.dumps(statement)
    return {**document, "certificate": text, "pieces": [{**x, "certificate": text} for x in document["pieces"][:1]]}


def cut_field(field: Document) -> Document | None:
    """The lower half of an interval; None for a single number."""
    if "t" in field:
        return None
    low, high = read_cut(field["from"]), read_cut(field["to"])
    assert not is_infinite(low)
    start = enclose(low)[1]
    middle = start + 1 if is_infinite(high) else (start + enclose(high)[0]) / 2
    return {**field, "to": show(Fraction(middle).limit_denominator(1000)), "ends": field["ends"][0] + "]"}


def cut(statement: Document) -> Iterator[Document]:
    """The same statement about a part of the numbers: about fewer pieces, a shorter interval, or fewer prevalences."""
    if statement["claim"] == "pieces":
        *kept, last = statement["pieces"]
        field = {**statement["field"], "to": last["field"].get("from", last["field"].get("t"))}
        yield {
            **statement,
            "field": {**field, "ends": field["ends"][0] + kept[-1]["field"].get("ends", "[]")[1]},
            "pieces": kept,
        }
        return
    if (shorter := cut_field(statement["field"])) is not None:
        yield {**statement, "field": shorter}
    if "every" in statement.get("objective", {}):
        start, end = statement["objective"]["every"]
        low, high = (enclose(read_number(x, t=letter_of_statement(statement)))[0] for x in (start, end))
        middle = show(((low + high) / 2).limit_denominator(1000))
        yield {**statement, "objective": {**statement["objective"], "every": [start, middle]}}


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in MADE
        if name in ("every prevalence", "prevalences") or '"interval": {' in json.dumps(made(name)["problem"])
    ],
)
def test_a_part_of_a_range_is_not_the_range(name: str) -> None:
    document, tried = made(name), 0
    of_all = {**document, "pieces": [{**x, "interval": str(document["problem"]["demand"])} for x in document["pieces"]]}
    for text in dict.fromkeys(carried_certificates(document) + [x["certificate"] for x in document["pieces"]]):
        for shorter in cut(json.loads(text)):
            if judge(json.dumps(shorter)).is_accepted:
                tried += 1
                assert not is_taken(with_certificate(document, shorter))
                assert not is_taken(with_certificate(of_all, shorter))
    assert tried
    for piece in document["pieces"] if len(document["pieces"]) > 1 else ():
        alone = {**document, "mechanism": piece["mechanisms"][0] if piece["mechanisms"] else None}
        assert not is_taken({**alone, "pieces": [piece], "certificate": piece["certificate"]})
        told = {**piece, "interval": "LDP('every')"}
        assert not is_taken({**alone, "pieces": [told], "certificate": piece["certificate"]})


def of_another_claim() -> Document:
    """That a mechanism breaks a demand, as the evidence that it is the best for each prevalence."""
    document = rropt.design(Variance("every"), LDP("ln3")).to_dict()
    own = json.loads(document["pieces"][0]["certificate"])
    broken = {"rows": ["0"], "input": "0", "against": "1"}
    kept = {key: own[key] for key in ("schema", "field", "notion")}
    return with_certificate(
        document, {**kept, "claim": "violates", "mechanism": [["9/10", "1/10"], ["1/10", "9/10"]], "event": broken}
    )


def of_privacy_alone() -> Document:
    """That a mechanism keeps a demand, as the evidence that it is the best for each prevalence."""
    found = rropt.design(Variance("every"), LDP("ln3")).to_dict()
    document = {**found, "unshown": {"legs": {}, "notes": []}}
    own = json.loads(document["pieces"][0]["certificate"])
    kept = {key: own[key] for key in ("schema", "field", "notion")}
    return with_certificate(document, {**kept, "claim": "satisfies", "mechanism": [["3/5", "2/5"], ["2/5", "3/5"]]})


def of_the_least_trace() -> Document:
    """That the least trace is at most 2/3, as evidence that no trace exceeds 1."""
    half = {"subject_to": ["P[0,0] >= 1/2"]}
    largest = json.loads(rropt.design(Trace(), LDP("ln3"), inputs=2, **half).certificate)
    least = {key: x for key, x in largest.items() if key != "value"} | {
        "claim": "within",
        "objective": {"name": "trace", "sense": "min"},
        "mechanism": [["1/2", "5/6"], ["1/2", "1/6"]],
        "lower": "0",
        "upper": "2/3",
        "prices": {"column": ["0", "0"], "condition": ["0"]},
    }
    none = rropt.design(Variance("1/4"), LDP("ln3"), subject_to=["P[0,0] <= 1/2", "P[1,1] <= 1/2"]).to_dict()
    return with_certificate(
        {**none, "problem": rropt.design(Variance("1/4"), LDP("ln3"), **half).to_dict()["problem"]}, least
    )


def of_fewer_outputs() -> Document:
    """That no mechanism with two outputs meets a condition that one with three outputs meets."""
    none = rropt.design(Trace(), LDP("ln3"), inputs=2, outputs=2, **ALWAYS_ONE).to_dict()
    three = rropt.design(Linear([["1", "0"], ["0", "1"], ["0", "0"]]), LDP("ln3"), **ALWAYS_ONE)
    assert three.value == 0
    return {**none, "problem": three.to_dict()["problem"]}


def of_two_inputs() -> Document:
    """That nothing is told of two inputs, for a question about a third one."""
    none = rropt.design(Variance("1/4"), PairwiseLDP({(0, 1): "0", (1, 0): "0"})).to_dict()
    asked = rropt.design(Contrast([["0", "0", "1"]], ["1/3", "1/3", "1/3"]), LDP("ln3"), inputs=3).to_dict()["problem"]
    return {**none, "problem": {**asked, "demand": none["problem"]["demand"], "interval": None}}


def of_exchanged_labels() -> Document:
    """That the first answer is called 1, where the trace wants the answer 0 of truth 0."""
    document = rropt.design(Trace(), LDP("ln3"), inputs=2).to_dict()
    return with_certificate(document, {**json.loads(document["certificate"]), "outputs": ["1", "0"]})


def of_privacy_with_exchanged_labels() -> Document:
    """The same labels, beside a certificate of privacy alone, which names none."""
    document = rropt.design(Trace(), LDP("ln3"), inputs=2).to_dict()
    own = json.loads(document["certificate"])
    kept = {key: own[key] for key in ("schema", "field", "notion", "mechanism")}
    told = {
        **document,
        "unshown": {"legs": {}, "notes": [], "value": {"lower": "3/2", "upper": "3/2"}, "outputs": ["1", "0"]},
    }
    return with_certificate(told, {**kept, "claim": "satisfies"})


@pytest.mark.parametrize(
    "forge",
    [
        *(of_another_claim, of_privacy_alone, of_the_least_trace, of_fewer_outputs, of_two_inputs),
        *(of_exchanged_labels, of_privacy_with_exchanged_labels),
    ],
)
def test_a_claim_about_another_question_is_refused(forge: Callable[[], Document]) -> None:
    assert not is_taken(forge())


@pytest.mark.parametrize(("epsilon", "root"), [("ln(2)/3", "t^3-4"), ("ln(2)/2", "t^2-8")])
def test_the_letter_of_a_certificate_is_the_number_that_the_question_means(epsilon: str, root: str) -> None:
    """The roots are 2^(2/3) and 2·2^(1/2): numbers of the question's field, which is written by another number."""
    document = {**rropt.design(Trace(), LDP(epsilon), inputs=2).to_dict(), "unshown": {"legs": {}, "notes": []}}
    own, a, b = json.loads(document["certificate"]), "t/(t+1)", "1/(t+1)"
    field = {"t": {"root": root, "between": ["1", "3"]}}
    shown = {"mechanism": [[a, b], [b, a]], "value": "2*t/(t+1)", "prices": {"column": [a, a]}}
    assert not is_taken(with_certificate({**document, "minimisers": []}, {**own, **shown, "field": field}))


def frontier_of(points: list[Design]) -> Document:
    found: Any = rropt.frontier(Trace(), inputs=2, points=["1", "2"]).to_dict()
    return {**found, "points": [point.to_dict() for point in points]}


@pytest.mark.parametrize(
    "make",
    [
        lambda: rropt.design(Trace(), LDP("1..2"), inputs=2),
        lambda: rropt.design(Trace(), LDP("1"), inputs=2, require=100),
    ],
    ids=["in pieces", "with a value to be reached"],
)
def test_a_point_of_a_frontier_is_an_optimum_at_one_number(make: Callable[[], Design]) -> None:
    assert not rropt.verify(json.dumps(frontier_of([make()]))).is_accepted


@pytest.mark.parametrize(
    "make",
    [
        lambda: rropt.design(rropt.TotalVariance(), LDP("ln3"), inputs=40, plain=True),
        lambda: rropt.design(Contrast([0, "1/2", 1], ["1/2", "1/4", "1/4"]), LDP("ln3", delta="1/10"), outputs=2),
    ],
    ids=["plain", "one bit"],
)
def test_a_reduction_makes_no_more_of_a_claim(make: Callable[[], Design]) -> None:
    """A certificate of privacy alone shows no value, whatever simpler question it is about."""
    found = make()
    keeps = json.loads(found.certificate)
    judged = rropt.verify(found.to_json())
    assert judged.is_accepted and judged.follows and not judged.shows_value
    assert (judged.claim == "satisfies") is (keeps["claim"] == "satisfies")


def test_each_step_of_a_chain_of_reductions_is_said() -> None:
    """One kind of contrast, twice, is one contrast; and that is a question of one bit."""
    score = Contrast([0, 3], ["1/4", "3/4"])
    alone = rropt.verify(rropt.design(score, LDP("ln3"), inputs=2, outputs=2).to_json())
    twice = rropt.verify(rropt.design(EstimateWorst(score, score), LDP("ln3"), inputs=2, outputs=2).to_json())
    assert alone.follows and twice.follows == alone.follows and not twice.shows_value


@pytest.mark.full
def test_a_frontier_says_which_values_no_certificate_shows() -> None:
    prior = [Fraction(j, 36) for j in range(1, 9)]
    found = rropt.frontier(rropt.Information(prior), delta="1/10", points=["ln3"], seconds=20)
    assert found.points[0].is_bounded
    assert rropt.problem.verdicts.BOUNDED in found.statement
    assert rropt.verify(found.to_json()).says == found.statement


@pytest.mark.parametrize("depth", [900, 985, 990, 995, 5000])
def test_whatever_an_answer_contains_the_result_is_a_verdict(depth: int) -> None:
    nested = f'{{"schema": "rropt/compare/1", "x": {"[" * depth}{"]" * depth}}}'
    assert rropt.verify(nested).status.value in ("malformed", "unfinished")


def least_beside_a_delta_that_varies() -> Any:
    below = rropt.design(Variance("1/50"), LDP("ln(3/2)..ln4", delta="t/30"))
    at = rropt.design(Variance("1/50"), LDP("ln3", delta="1/10"))
    return Least(of="epsilon", reach="499/2500", design=at, below=below)


def least_of_another_part() -> Any:
    below = rropt.design(Trace(), LDP("ln3", delta="1/10") & LDP("every"), inputs=2)
    return Least(of="epsilon", reach="17/10", design=None, below=below)


@pytest.mark.parametrize("make", [least_beside_a_delta_that_varies, least_of_another_part])
def test_a_least_is_about_the_only_number_that_varies(make: Callable[[], Any]) -> None:
    with pytest.raises(InputError):
        make()


def of_privacy(problem: Document, rows: list[list[str]], upper: str) -> Document:
    """A design whose certificate says that a mechanism keeps the demand, and whose bounds nothing shows."""
    own = json.loads(problem["certificate"])
    keeps = {key: own[key] for key in ("schema", "field", "notion")} | {"claim": "satisfies", "mechanism": rows}
    unshown = {"legs": {}, "notes": [], "value": {"lower": "0", "upper": upper}}
    return with_certificate({**problem, "minimisers": [], "verdict": "within", "unshown": unshown}, keeps)


def test_a_mechanism_of_privacy_alone_meets_what_the_objective_asks() -> None:
    warner = rropt.design(Variance("1/50", warner=True), LDP("ln3", delta="1/10")).to_dict()
    assert not is_taken(of_privacy(warner, [["1", "9/10"], ["0", "1/10"]], "5"))
    third = {"subject_to": ["P[0,0] <= 1/3", "P[1,1] <= 1/3"]}
    none = rropt.design(Variance("1/4"), LDP("ln3"), **third).to_dict()
    assert not is_taken(of_privacy(none, [["1/4", "3/4"], ["3/4", "1/4"]], "5"))


def test_bounds_show_no_minimisers() -> None:
    document = rropt.design(Trace(), LDP("ln3"), inputs=2).to_dict()
    own = json.loads(document["certificate"])
    silent = [[["1/2", "1/2"], ["1/2", "1/2"]], [["1", "1"], ["0", "0"]]]
    within = {key: x for key, x in own.items() if key != "value"}
    within |= {"claim": "within", "lower": "1", "upper": "3/2", "mechanism": silent[0]}
    listed = [{"mechanism": {"exact": rows}} for rows in silent]
    assert not is_taken(with_certificate({**document, "minimisers": listed}, within))
