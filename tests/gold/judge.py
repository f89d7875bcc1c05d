"""One golden line asked of a reader, and what differs on purpose."""

from __future__ import annotations

import json
from typing import Any

from tests.gold.compare import differences
from tests.gold.lines import HERE, Answer


def read_reasons() -> dict[str, str]:
    """Read the reason of each line that is answered otherwise on purpose, by id."""
    return json.loads((HERE / "differences.json").read_text("utf-8"))


def judge_line(line: dict[str, Any], answer: Answer, *, new: bool) -> list[str]:
    """Ask a line, and list what differs. A question that the redesign gives up is to be refused, whatever was answered before."""
    found = answer(line["ask"])
    if new and line.get("expected_after") == "refused":
        return [] if "refused" in found else ["refused: it is answered now, and is to be refused"]
    return differences(line["answer"], found)
