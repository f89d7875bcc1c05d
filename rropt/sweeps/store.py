"""A file of answers, one line of JSON for each, that a stopped process cannot harm.

A line that was cut short is left out, and asked again.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from rropt.exact.errors import InputError
from rropt.files import require_place

__all__ = ["add_answer", "read_answers"]

START = '{"question": '
"""How the line of an answer begins."""


def read_answers(path: Path) -> dict[str, dict[str, Any]]:
    """Read the answers in a file, by the text of their question; none if there is no file."""
    if require_place(path).exists() and not path.is_file():
        raise InputError(f"the store {path} is a directory, a device or a pipe; give a file")
    # bytes that are no text are in no answer, and so are refused below
    text = path.read_text("utf-8", errors="replace") if path.exists() else ""
    answers = {}
    for line in text.split("\n"):
        try:
            found = json.loads(line)
            answers[found["question"]] = dict(found["answer"])
        except (ValueError, KeyError, TypeError, RecursionError):
            if not START.startswith(line[: len(START)]):
                raise InputError(
                    f"the store {path} has a line that is no answer: {line[:60]!r}; give another file"
                ) from None
    return answers


def add_answer(path: Path, question: str, answer: dict[str, Any]) -> None:
    """Write an answer to the disk, on a line of its own also after one that was cut short."""
    with path.open("a+b") as file:
        file.seek(max(0, file.tell() - 1))
        end = b"" if file.read() in (b"", b"\n") else b"\n"
        line = json.dumps({"question": question, "answer": answer}, ensure_ascii=False)
        file.write(end + f"{line}\n".encode())
        file.flush()
        os.fsync(file.fileno())
