"""How the text of any answer is judged, how a design is read back from its JSON, and how its question is asked again at one value
of a free number.

A design that is read is made again from its question and its certificate, and compared with its text
(`rropt.problem.stored.document`).
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from typing import Any, TypeVar

from rropt.above import find, given
from rropt.certificate.judge import Status, judge
from rropt.certificate.read import STRENGTHS, weakest_claim
from rropt.checker.limits import FILE_SECONDS
from rropt.checker.text.labels import shorten
from rropt.exact.decimal import decimal, write_as_json
from rropt.exact.element import Element, Number, is_free
from rropt.exact.errors import Disagreement, InputError, OutOfTime, Undecided
from rropt.exact.fields import DELTA
from rropt.exact.grammar import read_number
from rropt.exact.patience import limit_seconds
from rropt.exact.spelling import show
from rropt.exact.substitute import at_epsilon
from rropt.formats import read_json
from rropt.privacy.notion import range_of
from rropt.problem.contract import OfPrevalences, no_value_at
from rropt.problem.design import design
from rropt.problem.known import steps_to
from rropt.problem.pieces.piece import Between, Formula, Piece
from rropt.problem.reach.along import FRONTIER_SCHEMA
from rropt.problem.reach.least import LEAST_SCHEMA
from rropt.problem.result import Design
from rropt.problem.stored.document import certificates_in, differences, disagreement, read_document
from rropt.problem.stored.fields import SCHEMA
from rropt.problem.stored.frontier import read_frontier
from rropt.problem.stored.least import read_least
from rropt.problem.stored.verification import NOT_JUDGED, Verification
from rropt.problem.verdicts import Verdict

__all__ = [
    "design_at",
    "design_of",
    "is_answer",
    "read_design",
    "verify",
    "verify_answer",
    "verify_certificate",
]

T = TypeVar("T")
NO_JSON = "the text is not a JSON document; give a certificate, or a JSON answer that carries one"


def verify(text: str) -> Verification:
    """Judge a certificate, or a JSON answer by the certificate that it carries.

    Args:
        text: The text of a certificate, of a design's JSON, or of another answer's JSON with a certificate in it.

    Returns:
        A result whose `status` is "accepted", "rejected", "malformed", or "unfinished" (at a limit of time or memory).

    Example:
        >>> from rropt import LDP, Trace, design, verify
        >>> found = design(Trace(), LDP("ln3"), inputs=3)
        >>> verify(found.to_json()).status.value, verify(found.certificate.replace("9/5", "2")).status.value
        ('accepted', 'rejected')

    Reference: SPEC.md, the format of certificates and what the checker does with each.
    """
    if not isinstance(text, str):
        raise InputError(
            f"verify reads the text of a certificate or of a JSON answer, not {str(text)[:60]!r}; for a result give its to_json()"
        )
    document = answer_in(text)
    if document is None and not text.lstrip().startswith("{"):
        return Verification(Status.MALFORMED, f"{NO_JSON} (for a file its text, not its name)")
    return verify_certificate(text) if document is None else verify_answer(document)


def answer_in(text: str) -> dict[str, Any] | None:
    """Return the JSON answer of rropt that a text holds, which may carry certificates; None if the text is to be judged as a
    certificate. Designs have no number outside a string; a plan and other answers that are not judged may have."""
    try:
        document = read_json(text, has_numbers=True)
        if is_answer(document) and document.get("schema") in (SCHEMA, LEAST_SCHEMA, FRONTIER_SCHEMA, *given("stored")):
            document = read_json(text)
    except InputError:
        return None
    return document if is_answer(document) else None


def verify_certificate(text: str) -> Verification:
    """Judge a text as a certificate, not as an answer that carries one."""
    found = judge(text)
    if not found.is_accepted:
        return Verification(found.status, found.reason)
    claim = weakest_claim([text])
    return Verification(found.status, found.sentence, claim=claim, shows_value=claim in STRENGTHS[1:])


def is_answer(document: object) -> bool:
    """Whether a JSON document is an answer of rropt that may carry certificates, and not itself a certificate."""
    if not isinstance(document, dict):
        return False
    is_alone = "claim" in document or not isinstance(document.get("certificate"), str)
    return str(document.get("schema")).startswith("rropt/") or not is_alone


def verify_answer(document: dict[str, Any]) -> Verification:
    """Judge the certificates of an answer; make again what follows from them, and compare it with the answer.

    Whatever the answer contains, the result is a verdict: an error that its numbers or its shape cause is turned into one.
    """
    try:
        with limit_seconds(FILE_SECONDS):
            return _verify_answer(document)
    except OutOfTime:
        return Verification(Status.UNFINISHED, f"the answer takes more than {FILE_SECONDS} seconds to be made again")
    except RecursionError:
        return Verification(Status.UNFINISHED, "the answer is nested too deeply to be read")
    except (InputError, Undecided, Disagreement) as error:
        return Verification(Status.REJECTED, str(error))
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
        said = f"a field is missing, or is not what {shorten(str(document.get('schema')))} has there"
        return Verification(Status.REJECTED, said)


def _verify_answer(document: dict[str, Any]) -> Verification:
    """Judge an answer by the function for its kind."""
    if document.get("schema") == SCHEMA:
        status, says, made = read_document(document)
        return Verification(status, says) if made is None else _verified(made, document)
    if document.get("schema") == LEAST_SCHEMA:
        return _verify_least(document)
    if document.get("schema") == FRONTIER_SCHEMA:
        return _verify_frontier(document)
    return _verify_other(document)


def _verify_other(document: dict[str, Any]) -> Verification:
    """Judge an answer that is neither a design, nor a least number, nor an optimum along a number.

    Every certificate in the answer is judged. Then the fields that follow from the certificates are computed, and compared with
    those in the answer.
    """
    name = str(document.get("schema"))
    carried = list(certificates_in(document))
    if name not in given("stored") and not any(place is document for *_, place in carried):
        # such as a checkup or a ranking, which may hold a design as a whole
        way = (
            "save the design in it as a file of its own"
            if carried
            else "verify the file of the design that it is about"
        )
        said = f"{NOT_JUDGED}this answer ({shorten(name)}) carries no certificate of its own; {way}"
        return Verification(Status.MALFORMED, said)
    texts = [text for _, found, _ in carried for text in found]
    if not texts:
        return Verification(Status.MALFORMED, f"{NOT_JUDGED}this answer ({shorten(name)}) carries no certificate")
    status, says, _ = read_document(document)
    if status is not Status.ACCEPTED:
        return Verification(status, says)
    unshown = list[str]()
    with write_as_json():
        made = find("stored", name)(document)
    in_use = {place for place, *_ in certificates_in(made)}
    idle = next((place for place, *_ in carried if place not in in_use), None)
    if idle is not None:
        said = f"the field '{idle}' has a certificate from which nothing in this answer follows; save it as a file of its own"
        return Verification(Status.REJECTED, said)
    path = next(iter([*differences(made, document, beside=unshown)]), None)
    if path is not None:
        return Verification(Status.REJECTED, disagreement(path))
    # a field that is unshown in several items of a list is named once
    names = dict.fromkeys(re.sub(r"\[\d+\]", "[]", path) for path in unshown)
    return Verification(status, says, claim=weakest_claim(texts), unshown=tuple(names))


def _verify_least(document: dict[str, Any]) -> Verification:
    """Judge a least ε, δ or vulnerability: its two designs, and what follows from both."""
    status, says, made = read_least(document)
    if made is None:
        return Verification(status, says)
    stated = {key: part for key in ("design", "below") if (part := document[key]) is not None}
    parts = [_verified(part, stated[key]) for key in stated if (part := getattr(made, key)) is not None]
    unshown = [f"{key}.{name}" for key, part in zip(stated, parts, strict=True) for name in part.unshown]
    return _joined(says, parts, unshown, shows_value=not made.is_bounded)


def _verify_frontier(document: dict[str, Any]) -> Verification:
    """Judge an optimum along ε, δ or a vulnerability: each design, and then what follows from all designs together."""
    status, says, made = read_frontier(document)
    if made is None:
        return Verification(status, says)
    designs = made.points if made.free is None else (made.free,)
    stated = document["points"] if made.free is None else [document["free"]]
    parts = [_verified(one, part) for one, part in zip(designs, stated, strict=True)]
    unshown = [name for part in parts for name in part.unshown]
    shows = all(part.shows_value or one.lower is None for one, part in zip(designs, parts, strict=True))
    return _joined(says, parts, unshown, shows_value=shows)


def _joined(says: str, parts: Sequence[Verification], unshown: Sequence[str], *, shows_value: bool) -> Verification:
    """Describe the verdict on an answer made of several designs, which are all accepted; its claim is the weakest of theirs."""
    claims = [part.claim for part in parts]
    return Verification(
        Status.ACCEPTED,
        says,
        claim=min(
            claims, key=lambda claim: STRENGTHS.index(claim) if claim in STRENGTHS else len(STRENGTHS), default=""
        ),
        shows_value=shows_value,
        unshown=tuple(dict.fromkeys(unshown)),
        follows=tuple(said for part in parts for said in (part.says, *part.follows)),
    )


def _verified(made: Design, document: dict[str, Any]) -> Verification:
    """Describe the verdict on an accepted design: what its certificate shows of the value, and the sentences that lead from the
    certificate to the answer."""
    claim, verdict = made.claim, made.verdict
    is_near = claim == verdict or (claim in ("satisfies", "dominant") and verdict in (Verdict.OPTIMAL, Verdict.WITHIN))
    steps = [f"{said[0].upper()}{said[1:]}." for said in steps_to(made.problem)]
    is_about = is_near and not steps
    follows = [*steps, *([] if is_near else [_follows(made)])]
    # each mechanism that is listed is shown to be optimal, but nothing shows that none was struck out; a design with
    # estimators lists none
    lists_none = verdict is Verdict.OPTIMAL and not (made.minimisers or made.pieces or made.estimators)
    is_struck = lists_none and made.mechanism is not None
    return Verification(
        Status.ACCEPTED,
        made.sentence,
        # whatever a reduction makes of it, a claim of privacy alone shows no value
        claim=claim if is_about or claim == "satisfies" else verdict.value,
        shows_value=is_about and claim in STRENGTHS[1:],
        unshown=(*document["unshown"], *(["minimisers"] if is_struck else [])),
        follows=tuple(follows),
    )


def _follows(made: Design) -> str:
    """Say how the answer follows from its certificate, if the certificate claims something else. Such a certificate shows that the
    value (or the trace) asked for is out of reach, or it is about the same objective with rounded numbers."""
    if made.verdict is Verdict.WITHIN:
        assert made.lower is not None and made.upper is not None
        low = decimal(made.lower, digits=15, direction="lower")
        high = decimal(made.upper, digits=15, direction="upper")
        asked = made.problem.objective
        return f"So for the {asked} the optimum lies between {low} and {high}."
    if made.requirement is None:
        return "So no mechanism of the demand and the conditions has p00 + p11 > 1."
    less = "less" if made.problem.objective.sense == "min" else "more"
    return f"The {show(made.requirement)} that was asked for is {less}, so none of these mechanisms reaches it."


def design_at(found: Design, epsilon: object = None, delta: object = None, prevalence: object = None) -> Design:
    """Solve a design's question at one epsilon (or delta), one prevalence or both; return that design, with a certificate of its
    own.

    Raises `Disagreement` if its value is not the value that the design's pieces have there.
    """
    problem = found.problem
    if epsilon is None and delta is None and prevalence is None:
        raise InputError(
            'no epsilon, delta or prevalence was given; give a value for the one that varies in this design, such as epsilon "ln3"'
        )
    interval = range_of(problem.demand)
    free, fixed_name, given = (
        (DELTA, "epsilon", epsilon) if interval is not None and interval.is_delta else ("epsilon", DELTA, delta)
    )
    if interval is not None and given is not None:
        raise InputError(
            f"in this design {free} is free, not {fixed_name}; give {free}= in place of {fixed_name} = {given}"
        )
    name, epsilon = ("epsilon", epsilon) if delta is None else (DELTA, delta)
    if epsilon is not None:
        if interval is None:
            such = "LDP('every')" if delta is None else "LDP('ln3', delta='0..1/10')"
            raise InputError(
                f"epsilon and delta do not vary in this design, so it has no value at {name} = {epsilon}; design under {such}"
            )
        # stated anew, because at this number one demand may imply another
        problem = at(problem, epsilon).restated()
    if prevalence is not None:
        if not isinstance(problem.objective, OfPrevalences):
            raise no_value_at(prevalence)
        problem = problem.restated(objective=problem.objective.at_prevalence(prevalence))
    fixed = design(problem)
    pi = None if prevalence is None else read_number(prevalence)
    if fixed.value is None or any(isinstance(piece.value, Between) for piece in found.pieces):
        return fixed
    for piece in found.pieces:
        there = prevalence if piece.variable == "prevalence" else epsilon
        if there is not None and piece.covers(there) and (value := _piece_value(piece, epsilon, pi)) != fixed.value:
            said = f"has the optimum {show(value)}, and a design made for these numbers {show(fixed.value)}"
            raise Disagreement(
                f"at {free} = {epsilon}, prevalence = {prevalence} the stored answer {said}; nothing is concluded"
            )
    return fixed


def _piece_value(piece: Piece, epsilon: object, pi: Number | None) -> Number:
    """The value of a piece at one epsilon and at one prevalence `pi`. `epsilon` is None if epsilon is not free, or stays free. `pi`
    may be None if the value does not depend on the prevalence."""
    value = piece.value
    assert not isinstance(value, Between)
    if not isinstance(value, Formula):
        return value if epsilon is None else piece.at(epsilon)
    assert pi is not None
    found: Number = value.at(pi)
    return found if epsilon is None else at(found, epsilon)


def at(x: T, epsilon: object) -> T:
    """Replace a free epsilon (or delta) by one value wherever it occurs in x: a number, a demand, a question or a collection of
    these."""
    if is_free(x):
        return at_epsilon(x, epsilon)  # type: ignore[return-value]
    if isinstance(x, tuple):
        return tuple(at(y, epsilon) for y in x)  # type: ignore[return-value]
    if isinstance(x, dict):
        return {key: at(y, epsilon) for key, y in x.items()}  # type: ignore[return-value]
    if dataclasses.is_dataclass(x) and not isinstance(x, type | Element):
        twin = object.__new__(type(x))
        for field in dataclasses.fields(x):
            object.__setattr__(twin, field.name, at(getattr(x, field.name), epsilon))
        return twin
    return x


def read_design(document: dict[str, Any]) -> Design:
    """Read the design that `Design.to_dict` wrote. Refuse it if it has no mechanism. Refuse it also if it is in pieces, even if one
    mechanism, as a function of what is free, holds throughout."""
    found = design_of(document)
    if found.pieces:
        raise InputError(
            "the design is in pieces, and so has no single mechanism; ask for one at one epsilon, delta and prevalence"
        )
    if found.mechanism is None and found.sets is None:
        raise InputError(
            f"the design has no mechanism, as it is {found.verdict.value}; ask for one under other conditions"
        )
    return found


def _kind_of(document: object) -> str:
    """Return the schema of a document that is not a design's, as a text for an error message; "none" if it has no schema. If the
    document is a device, the text adds that the design should be given instead."""
    found = str(document.get("schema", "")) if isinstance(document, dict) else ""
    if found == "rropt/device/1":
        return (
            f"{found!r}: give the design that the device was made from, and the instrument beside it, such as --coins 2"
        )
    return f"{found[:40]!r}" if found else "none"


def design_of(document: Any) -> Design:
    """Read the design that `Design.to_dict` wrote, if the checker accepts its certificate and the derived fields agree
    with it."""
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise InputError(
            f'a design\'s JSON has "schema": "{SCHEMA}", as `rropt design … --json -o design.json` writes it; this has '
            f"{_kind_of(document)}"
        )
    if not isinstance(document.get("certificate"), str):
        raise InputError("the design's JSON carries no certificate; give one as `rropt design … --json` writes it")
    status, said, made = read_document(document)
    if made is None:
        raise InputError(f"the design is {status}: {said}")
    return made
