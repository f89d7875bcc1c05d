"""A file of answers, one line of JSON for each, that a stopped process cannot harm.

A line counts once its end is written. A line that was cut short is left out, and asked again.
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
        try:
            text = self.path.read_text("utf-8") if self.path.exists() else ""
        except UnicodeDecodeError:
            raise InputError(f"the store {self.path} is no text; give another file") from None
        *lines, last = text.split("\n")
        for line in lines:
            try:
                found = json.loads(line)
                self.answers[found["question"]] = found["answer"]
            except (ValueError, KeyError, TypeError, RecursionError):
                self._require_cut(line)
        self._require_cut(last)
        if last:
            self._append("\n")

    def _require_cut(self, line: str) -> None:
        """Refuse a line that is no answer and none that was cut short, as the file is then somebody else's."""
        if not START.startswith(line[: len(START)]):
            raise InputError(f"the store {self.path} has a line that is no answer: {line[:60]!r}; give another file")

    def add(self, question: str, answer: dict[str, Any]) -> None:
        """Write an answer to the disk."""
        self.answers[question] = answer
        self._append(json.dumps({"question": question, "answer": answer}, ensure_ascii=False) + "\n")

    def _append(self, text: str) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
