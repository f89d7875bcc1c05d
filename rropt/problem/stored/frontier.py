"""Judge the JSON of an optimum along ε, δ or a vulnerability. The optimum is computed anew from the designs in the JSON, and then
the two are compared."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from rropt.certificate.judge import Status
from rropt.exact.errors import InputError, OutOfTime, Undecided
from rropt.problem.reach.along import FrontierAlong
from rropt.problem.reach.place import place_of, put, require_alone
from rropt.problem.result import Design
from rropt.problem.stored.again import Document
from rropt.problem.stored.document import differences, read_document
from rropt.problem.stored.fields import SCHEMA

__all__ = ["read_frontier"]


def read_frontier(document: Document) -> tuple[Status, str, FrontierAlong | None]:
    """Judge a JSON document with an optimum along ε, δ or a vulnerability. Return three things: the status; the answer in words, or
    the reason for a refusal; and the answer itself, or None if it is not accepted."""
    points = document.get("points")
    stated = {"free": document.get("free")} | {
        f"points[{n}]": x for n, x in enumerate(points if isinstance(points, list) else ())
    }
    designs: dict[str, Design] = {}
    for key, part in stated.items():
        if part is None and key == "free":
            continue
        if not isinstance(part, dict) or part.get("schema") != SCHEMA:
            said = f"the field '{key}' must be a design's JSON of this version ({SCHEMA}){' or null' if key == 'free' else ''}"
            return Status.MALFORMED, said, None
        status, said, found = read_document(part)
        if found is None:
            return status, f"of the field '{key}': {said}", None
        designs[key] = found
    try:
        made = _make(document.get("along"), designs)
    except OutOfTime:
        raise
    except (InputError, Undecided) as error:
        return Status.REJECTED, str(error), None
    path = next(differences(made.to_dict(), document), None)
    if path is not None:
        return Status.REJECTED, f"the field '{path}' does not agree with the designs", None
    return Status.ACCEPTED, made.statement, made


def _make(along: Any, designs: dict[str, Design]) -> FrontierAlong:
    """Make the optimum as a function of ε, δ or a vulnerability from its designs. `along` names which of the three it is.

    `designs` has either one design for an interval of this number, under the key "free", or several designs, each at one value.
    Several designs must answer the same question, and must be in increasing order of the number.
    """
    if along not in ("epsilon", "delta", "vulnerability"):
        raise InputError(f"the field 'along' must be epsilon, delta or vulnerability, not {str(along)[:40]!r}")
    free = designs.pop("free", None)
    points = tuple(designs.values())
    asked = next((x for x in (free, *points) if x is not None and x.requirement is not None), None)
    if asked is not None:
        raise InputError("a design of the file is about a value to be reached, which is no optimum; make the file anew")
    if (free is None) == (not points):
        raise InputError("the file must hold either one design in pieces or designs at points; make the file anew")
    if free is not None:
        if free.problem.interval is None or free.problem.free != along:
            raise InputError(
                f"the field 'along' names {along}, but the design stored in the field 'free' does not leave {along} open; make "
                "the file anew"
            )
        require_alone(free.problem, along)
        if not free.pieces:
            raise InputError("the design stored in the field 'free' has no pieces; make the file anew")
        return FrontierAlong(objective=free.problem.objective, along=along, free=free, points=())
    if any(found.pieces for found in points):
        raise InputError("a design in the field 'points' is itself in pieces; each must be at one number")
    places = [place_of(found.problem, along) for found in points]
    if not all(x < y for x, y in pairwise(places)):
        raise InputError(f"the designs are not in increasing order of {along}")
    if any(put(found.problem, along, places[0]) != put(points[0].problem, along, places[0]) for found in points):
        raise InputError(f"the designs differ in more than their {along}")
    return FrontierAlong(objective=points[0].problem.objective, along=along, free=None, points=points)
