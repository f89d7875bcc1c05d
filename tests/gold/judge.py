"""One golden line asked of a reader, and what differs on purpose."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from tests.gold.compare import differences, width_of
from tests.gold.lines import HERE, Answer

WIDE = Fraction(1, 10**6)


def read_reasons() -> dict[str, str]:
    """Read the reason of each line that is answered otherwise on purpose, by id."""
    return json.loads((HERE / "differences.json").read_text("utf-8"))


def judge_line(
    line: dict[str, Any], answer: Answer, *, new: bool, promised: Answer = lambda answer: answer
) -> list[str]:
    """Ask a line, and list what differs. What is given up may be refused at any time, and must be once its
    room is new, whatever was answered before. A new room may answer
    what was refused by a limit, and refuse where the bounds were farther apart than WIDE. Its bounds are to be as near as `gap`
    says or as before. `promised` leaves out of an answer of before what is promised no more."""
    found, expected = answer(line["ask"]), promised(line["answer"])
    goes = line.get("expected_after") == "refused"
    if goes and "refused" in found:
        return []
    if not new:
        return differences({x: y for x, y in expected.items() if x != "gap"}, found)
    if goes:
        return ["refused: it is answered now, and is to be refused"]
    width, size = width_of(expected)
    if ("refused" in found and width > WIDE * size) or (expected.get("free") or {}).get("limit"):
        return []
    return differences(expected, found)
