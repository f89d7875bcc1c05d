"""A design that carries another design's certificate is accepted only if what it says is true of its own question.

For all ordered pairs (A, B) of answers, A's question is given B's certificate, and whatever else a forger may choose. The forger
knows how rropt makes a design again, and so writes every field that follows as rropt does. What is then accepted is compared with
A's own optimum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import rropt
from rropt import LDP, Design, Divergence, Information, InputError, TotalVariance, Trace, Variance
from rropt.exact.infinity import is_infinite
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.problem.pieces.piece import Between
from rropt.problem.stored.again import make_again
from rropt.problem.stored.document import judge_document, read_document
from rropt.problem.stored.verify import _piece_value, at
from tests.problem.stored.test_document import MADE, Document

HALF: dict[str, Any]
NONE: dict[str, Any]
HALF, NONE = {"subject_to": ["P[0,0] >= 1/2"]}, {"subject_to": ["P[0,0] <= P[0,1]"]}
SLACK = LDP("ln3", delta="1/10")
NEAR: dict[str, Callable[[], Design]] = {
    "trace of half": lambda: rropt.design(Trace(), LDP("ln9"), inputs=2, outputs=2, **HALF),
    "variance of half": lambda: rropt.design(Variance("1/2"), LDP("ln9"), **HALF),
    "variance of none": lambda: rropt.design(Variance("1/4"), SLACK, **NONE),
    "information of none": lambda: rropt.design(Information(), SLACK, inputs=2, outputs=2, **NONE),
    "total of none": lambda: rropt.design(TotalVariance(), SLACK, inputs=2, outputs=["a", "b"], **NONE),
    "divergence of none": lambda: rropt.design(Divergence("tv", 0, 1), SLACK, inputs=2, outputs=2, **NONE),
    "three outputs": lambda: rropt.design(Variance("1/4"), SLACK, outputs=3),
    "four outputs": lambda: rropt.design(Variance("1/4"), SLACK, outputs=4),
    "any outputs": lambda: rropt.design(Variance("1/4"), SLACK, outputs="free"),
    "worst of three outputs": lambda: rropt.design(Variance(("1/4", "3/4")), SLACK, outputs=3),
    "worst of any outputs": lambda: rropt.design(Variance(("1/4", "3/4")), SLACK, outputs="free"),
    "mirrored": lambda: rropt.design(Variance("3/4", positive=0), SLACK, outputs=3),
    "total of three": lambda: rropt.design(TotalVariance(), SLACK, inputs=2, outputs=3),
    "trace with delta": lambda: rropt.design(Trace(), SLACK, inputs=2, outputs="free"),
    "two of three": lambda: rropt.design(Trace(), LDP("ln3"), inputs=3, outputs=2),
    "three": lambda: rropt.design(Trace(), LDP("ln3"), inputs=3),
    "plain": lambda: rropt.design(TotalVariance(), LDP("ln3"), inputs=3, plain=True),
    "total": lambda: rropt.design(TotalVariance(), LDP("ln3"), inputs=3),
}
"""Questions that differ in one thing: the objective, the conditions, or the number of outputs."""
ANSWERS = {**NEAR, **MADE}
EPSILONS, PREVALENCES = ("ln(5/3)", "ln2", "ln7"), ("1/5", "1/3", "4/5")
Bounds = tuple[Any, Any]
Place = tuple[str | None, Fraction | None]


@cache
def document(name: str) -> Document:
    return ANSWERS[name]().to_dict()


@cache
def own(name: str) -> Design:
    """The design for A's question, without a required value."""
    _, _, found = read_document(document(name))
    assert found is not None
    return found if found.requirement is None else rropt.design(found.problem)


def forged(a: str, b: str) -> Iterator[Document]:
    """A's question with B's certificate: with B's answer; without a mechanism; and as proof that a value is out of reach."""
    one, other = document(a), document(b)
    carried = {key: value for key, value in {**one, **other}.items() if key not in ("estimators", "problem")}
    base = {**carried, "problem": one["problem"], "requirement": None}
    yield {**one, **{key: other[key] for key in ("certificate", "sentence", "pieces")}}
    yield base
    yield {**base, "mechanism": None, "minimisers": []}
    yield {**base, **({"estimators": other["estimators"]} if "estimators" in other else {})}
    nothing: Document = {
        "mechanism": None,
        "value": None,
        "gap": None,
        "minimisers": [],
        "unshown": {"legs": {}, "notes": []},
    }
    for value in wanted(b):
        listed: list[list[Document]] = [[], other["pieces"]] if other["pieces"] else [[]]
        for pieces in listed:
            yield {**base, **nothing, "pieces": pieces, "verdict": "infeasible", "requirement": value}


@cache
def wanted(b: str) -> tuple[str, ...]:
    """Values near B's optimum on both sides, and others."""
    near, best = ["1/100", "1", "3"], own(b)
    for x in () if best.pieces or best.lower is None or best.upper is None else (best.lower, best.upper):
        near += [show(enclose(x)[0] - Fraction(1, 1000)), show(enclose(x)[1] + Fraction(1, 1000))]
    asked = document(b)["requirement"]
    return tuple(dict.fromkeys([*near, *([] if asked is None else [asked])]))


def optimum(found: Design, place: Place) -> Bounds | None:
    """The bounds of a design's optimum, where something is free at one place; None if there is no finite one."""
    epsilon, pi = place
    for piece in found.pieces:
        there = pi if piece.variable == "prevalence" else epsilon
        if there is not None and piece.covers(there):
            if isinstance(piece.value, Between):
                return at(piece.value.lower, epsilon), at(piece.value.upper, epsilon)
            value = _piece_value(piece, epsilon, pi)
            return value, value
    return None if found.pieces or found.lower is None else (at(found.lower, epsilon), at(found.upper, epsilon))


def places(found: Design) -> list[Place]:
    """Where two answers to one question are compared."""
    kinds = {piece.variable for piece in found.pieces}
    epsilons: list[str | None] = [None] if found.problem.interval is None else [*EPSILONS]
    listed: list[Place] = [
        (x, Fraction(y)) for x in epsilons for y in (PREVALENCES if "prevalence" in kinds else ("1/3",))
    ]
    return [place for place in listed if not found.pieces or optimum(found, place) is not None]


def is_true(told: Design, best: Design) -> bool:
    """Whether a design says what is so, by a design for the same question."""
    largest = best.problem.objective.sense == "max"
    for place in places(best):
        known, said = optimum(best, place), optimum(told, place)
        if told.verdict in ("infeasible", "unattained"):
            value = told.requirement
            if known is not None and (value is None or told.verdict == "unattained"):
                return False
            if known is not None and (known[0] >= at(value, place[0]) if largest else known[1] <= at(value, place[0])):
                return False
        elif known is None or said is None or not (told.is_bounded or (said[0] <= known[1] and known[0] <= said[1])):
            return False
    return all(is_fit(told, x.mechanism) for x in told.minimisers)


def is_fit(told: Design, p: rropt.Mechanism) -> bool:
    """Whether a mechanism keeps the demand, has few enough answers, and has the value that is told."""
    problem = told.problem
    low, high = problem.objective.value_bounds(p)
    assert told.lower is not None and told.upper is not None
    is_few = problem.outputs == "free" or problem.splits_answers or sum(map(any, p.rows)) <= problem.outputs
    is_near = not is_infinite(low) and not is_infinite(high) and told.lower <= high and low <= told.upper
    return is_few and is_near and problem.demand.holds(p)


@pytest.mark.then(name=2)
@pytest.mark.first(name=12)
@pytest.mark.parametrize("name", ANSWERS)
@pytest.mark.slow_at("trace of half", "worst of three outputs")
def test_what_is_accepted_with_another_certificate_is_true_of_the_question(name: str) -> None:
    accepted = 0
    for other in ANSWERS:
        for document in forged(name, other):
            with suppress(InputError):
                told = make_again(document, document["sentence"])
                if judge_document(told.to_dict())[0] == "accepted":
                    assert is_true(told, own(name)), (other, told.verdict, told.requirement, told.value)
                    accepted += 1
    assert accepted
