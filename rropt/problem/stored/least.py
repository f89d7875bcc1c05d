"""Judge the JSON of a least ε, δ or vulnerability. The least number is computed anew from the two designs in the JSON, and then the
two results are compared."""

from __future__ import annotations

from typing import Any

from rropt.certificate.judge import Status
from rropt.exact.errors import InputError, OutOfTime, Undecided
from rropt.exact.grammar import read_number
from rropt.exact.infinity import is_infinite
from rropt.problem.reach.least import Least
from rropt.problem.result import Design
from rropt.problem.stored.again import Document
from rropt.problem.stored.document import differences, read_document
from rropt.problem.stored.fields import SCHEMA

__all__ = ["read_least"]


def read_least(document: Document) -> tuple[Status, str, Least | None]:
    """Judge a JSON document that states a least ε, δ or vulnerability. Return three things: the status; the answer in words, or the
    reason for a refusal; and the answer itself, or None if it is not accepted."""
    designs: dict[str, Design | None] = {}
    for key in ("design", "below"):
        part = document.get(key)
        if part is None:
            designs[key] = None
            continue
        if not isinstance(part, dict) or part.get("schema") != SCHEMA:
            return (
                Status.MALFORMED,
                f"the field '{key}' must be a design's JSON of this version ({SCHEMA}) or null",
                None,
            )
        status, said, designs[key] = read_document(part)
        if status is not Status.ACCEPTED:
            return status, f"of the field '{key}': {said}", None
    try:
        made = Least(of=_read_of(document), reach=_read_reach(document), **designs)
    except OutOfTime:
        raise
    except (InputError, Undecided) as error:
        return Status.REJECTED, str(error), None
    path = next(differences(made.to_dict(), document), None)
    if path is not None:
        return Status.REJECTED, f"the field '{path}' does not agree with the two designs", None
    return Status.ACCEPTED, made.statement, made


def _read_of(document: Document) -> Any:
    of = document.get("of")
    if of not in ("epsilon", "delta", "vulnerability"):
        raise InputError(f"the field 'of' must be epsilon, delta or vulnerability, not {str(of)[:40]!r}")
    return of


def _read_reach(document: Document) -> Any:
    text = document.get("reach")
    if not isinstance(text, str):
        raise InputError(f"the field 'reach' must be a number in quotation marks, such as \"3/4\", not {text!r:.40}")
    found = read_number(text)
    if is_infinite(found):
        raise InputError("the field 'reach' is infinite")
    return found
