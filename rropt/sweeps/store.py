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

__all__ = ["Store"]

START = '{"question": '
"""How the line of an answer begins."""


class Store:
    """The answers in a file, by the text of their question."""

    def __init__(self, path: Path | str) -> None:
        self.path = require_place(Path(path))
        self.answers: dict[str, dict[str, Any]] = {}
        # bytes that are no text are in no answer, and so are refused below
        text = self.path.read_text("utf-8", errors="replace") if self.path.exists() else ""
        for line in text.split("\n"):
            try:
                found = json.loads(line)
                self.answers[found["question"]] = dict(found["answer"])
            except (ValueError, KeyError, TypeError, RecursionError):
                if not START.startswith(line[: len(START)]):
                    raise InputError(
                        f"the store {self.path} has a line that is no answer: {line[:60]!r}; give another file"
                    ) from None
        if text and not text.endswith("\n"):
            self._append("\n")

    def add(self, question: str, answer: dict[str, Any]) -> None:
        """Write an answer to the disk."""
        self.answers[question] = answer
        self._append(json.dumps({"question": question, "answer": answer}, ensure_ascii=False) + "\n")

    def _append(self, text: str) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
