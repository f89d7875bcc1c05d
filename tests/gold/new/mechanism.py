"""Answers the questions of mechanisms: CSV with exact texts, and JSON with the keys that it has now."""

from __future__ import annotations

import json as json_text
from typing import Any

from rropt import Mechanism
from tests.gold.old import mechanism as before
from tests.gold.reading_old import Asked, answer_by, mechanism, told


def answer(ask: Asked) -> Asked:
    return answer_by({**before.KINDS, "round_trip": round_trip, "json": json}, ask)


def round_trip(round_trip: Any) -> Asked:
    """A mechanism written as CSV and as JSON and read again."""
    p = mechanism(round_trip)
    return {"csv": told(Mechanism.from_csv(p.to_csv(exact=True))), "json": told(Mechanism.from_json(p.to_json()))}


def json(json: str) -> Asked:
    """A mechanism's JSON, with a row of the table for each list of entries."""
    try:
        document = json_text.loads(json)
        names = [document.get(key) or [str(i) for i in range(n)] for key, n in sizes(document)]
        rows = [
            {"output": output, **dict(zip(names[0], row, strict=True))}
            for output, row in zip(names[1], document["exact"], strict=True)
        ]
        free = {key: document[key] for key in ("epsilon", "delta") if document.get(key) is not None}
        schema = str(document["schema"]).replace("rropt/mechanism/1", Mechanism.schema)
        json = json_text.dumps({"schema": schema, "mechanism": rows, **({"free": free} if free else {})})
    except (AttributeError, LookupError, TypeError, ValueError):
        pass  # what was no document of before stays as it is, and is refused
    return told(Mechanism.from_json(json))


def sizes(document: dict[str, Any]) -> list[tuple[str, int]]:
    """The numbers of inputs and outputs."""
    return [("inputs", len(document["exact"][0])), ("outputs", len(document["exact"]))]
