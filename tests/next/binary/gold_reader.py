"""The golden questions of a share's variance, asked of the new rooms: a reader for `python -m tests.gold designs`."""

from __future__ import annotations

import json
from typing import Any

from rropt.engine.found import Found, Minimisers
from rropt.exact import Disagreement, Undecided
from rropt.exact.errors import InputError
from rropt.next.problem.design import design
from rropt.next.problem.result import Design
from rropt.objectives.variance import Variance
from tests.gold import reading_old as reading
from tests.next.engine import gold_reader as engine

Ask = dict[str, Any]
engine.CLASSES["variance"] = Variance


def answer(ask: Ask) -> Ask:
    """Answer a question; refusals by the class of the error."""
    if ask["question"] != "design":
        return engine.answer(ask)
    try:
        return tell(design(**engine.arguments(ask), seconds=100), ask)
    except (InputError, Undecided, Disagreement) as error:
        return {"refused": reading.refusal(error)}
    except TypeError as error:  # an option that there is no more
        return {"refused": str(error)}


def tell(found: Any, ask: Ask) -> Ask:
    """Verdict, claim, bounds and minimisers."""
    told = engine.tell(found, ask)
    if isinstance(found, Design):
        told["claim"] = json.loads(found.certificate)["claim"]
        if "minimisers" in ask.get("tell", ()):
            told["minimisers"] = tell_minimisers(found)
    return told


def tell_minimisers(found: Design) -> list[Any]:
    """All optimal mechanisms, each with the other end of its half-line if there is one, in order."""
    if not isinstance(found.found, Found) or not isinstance(found.found.prices, Minimisers):
        return []
    ordered = sorted(found.found.prices.faces, key=lambda face: [float(x) for row in face[0] for x in row])
    return [[reading.table(rows) for rows in face if rows is not None] for face in ordered]
