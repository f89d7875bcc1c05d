"""Golden lines: questions as data with the answers of the version before, one file `data/ROOM.jsonl` a room.

The first line of a file is its header: `room`, `wheel` (sha256 of what answered), `commit`, `versions` of all packages, `covers`,
`not_covered`, `left_out` (ids of questions that took too long) and `digest` (sha256 of the lines that follow). Each line then is
`{"id", "cell", "seed", "size", "ask", "answer", "seconds"}`; `seconds` of the processor are there to choose cheap lines.
`"expected_after": "refused"` marks a question that the redesign no longer answers.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import json
import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
DATA = HERE / "data"
DIGITS, SHORT = 25, 40

Answer = Callable[[dict[str, Any]], dict[str, Any]]


def list_rooms() -> list[str]:
    """The rooms that have recorded lines."""
    return sorted(path.stem for path in DATA.glob("*.jsonl"))


def read_lines(room: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Read a room's header and its lines."""
    header, *lines = (json.loads(line) for line in (DATA / f"{room}.jsonl").read_text("utf-8").splitlines())
    return header, lines


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def find_reader(room: str, which: str | None = None) -> Answer:
    """Find the function `answer` of a room's reader: `old`, `new`, or that of a file. By default the new one where there is one."""
    which = which or ("new" if (HERE / "new" / f"{room}.py").exists() else "old")
    if which in ("old", "new"):
        return importlib.import_module(f"tests.gold.{which}.{room}").answer
    spec = importlib.util.spec_from_file_location(f"gold_reader_{room}", which)
    assert spec and spec.loader, which
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.answer


def find_promise(room: str) -> Answer:
    """Find the function `promised` of a room's new reader, which leaves out of an answer of before what SCOPE promises no more; by
    default nothing."""
    if not is_new(room):
        return lambda answer: answer
    found: Answer = getattr(importlib.import_module(f"tests.gold.new.{room}"), "promised", lambda answer: answer)
    return found


def is_new(room: str) -> bool:
    """Whether a room has switched to its new reader."""
    return (HERE / "new" / f"{room}.py").exists()


def exact_number(low: Fraction | int, high: Fraction | int | None = None, text: str = "") -> dict[str, str]:
    """An exact number, or an interval that contains one, as golden lines say it: `exact` if its text is short, and decimals of
    25 digits rounded outward unless the text is a fraction."""
    high = low if high is None else high
    if low == high and len(str(low)) <= SHORT:
        return {"exact": str(low)}
    short = {"exact": text} if 0 < len(text) <= SHORT else {}
    return short | {"low": round_decimal(low, up=False), "high": round_decimal(high, up=True)}


def round_decimal(x: Fraction | int, *, up: bool) -> str:
    """Write x with 25 digits or so, rounded up or down."""
    x = Fraction(x)
    scale = DIGITS - len(str(abs(x.numerator))) + len(str(x.denominator))
    scaled = x * Fraction(10) ** scale
    return str(Decimal(math.ceil(scaled) if up else math.floor(scaled)).scaleb(-scale).normalize())
