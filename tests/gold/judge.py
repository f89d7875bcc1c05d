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
    """Ask a line, and list what differs. The redesign is to refuse what it gives up, whatever was answered before; it may answer
    what was refused by a limit; and its bounds are to be as near as `gap` says, which the version before need not meet."""
    found, expected = answer(line["ask"]), line["answer"]
    if not new:
        return differences({x: y for x, y in expected.items() if x != "gap"}, found)
    if line.get("expected_after") == "refused":
        return [] if "refused" in found else ["refused: it is answered now, and is to be refused"]
    return [] if (expected.get("free") or {}).get("limit") else differences(expected, found)
