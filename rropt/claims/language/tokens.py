"""Cuts a statement into words that are read one after the other. If reading fails, writes a sentence that says where."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rropt.exact.errors import InputError

__all__ = ["WORDS", "Tokens"]

MOST_DEPTH = 60
TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+\.?\d*|\.\d+)|(?P<name>[A-Za-z_][A-Za-z0-9_']*)|"
    r"(?P<sign>\*\*|<=|>=|!=|==|[-+*/^(){}\[\],:<>=~≤≥≠]))",
    re.ASCII,
)
SAME = {"≤": "<=", "≥": ">=", "≠": "!=", "==": "=", "**": "^"}
WORDS = {"and", "or", "not", "implies", "iff", "exists", "true", "false", "subset", "argmin", "in"}


@dataclass(slots=True)
class Tokens:
    """A text cut into tokens (kind, text, position), and the index `at` of the next token to be read."""

    text: str
    items: list[tuple[str, str, int]] = field(default_factory=list)
    at: int = 0
    depth: int = 0

    def __post_init__(self) -> None:
        position, end = 0, len(self.text.rstrip())
        while position < end:
            found = TOKEN.match(self.text, position)
            if found is None:
                rest = self.text[position:]
                self.items.append(("bad", "", position + len(rest) - len(rest.lstrip())))
                self.at = len(self.items) - 1
                raise self.fail(f"unexpected '{rest.strip()[:1]}'")
            kind = str(found.lastgroup)
            self.items.append((kind, SAME.get(found[kind], found[kind]), found.start(kind)))
            position = found.end()
        self.items.append(("end", "", end))

    def fail(self, why: str) -> InputError:
        place = self.items[self.at][2] if self.at < len(self.items) else len(self.text)
        shown = self.text if len(self.text) <= 80 else f"{self.text[:77]}..."
        return InputError(f"cannot read '{shown}' as a statement: {why} at character {place + 1}")

    def descend(self) -> None:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise self.fail("parentheses, powers or 'exists' are nested too deep")

    @property
    def ahead(self) -> tuple[str, str]:
        """Return the kind and text of the next token, which stays unread."""
        return self.items[self.at][:2]

    def next_is(self, *wanted: str) -> bool:
        kind, text = self.ahead
        return kind in ("sign", "name") and text in wanted

    def take(self, *wanted: str) -> str | None:
        if self.next_is(*wanted):
            self.at += 1
            return self.items[self.at - 1][1]
        return None

    def need(self, wanted: str) -> None:
        if self.take(wanted) is None:
            raise self.fail(f"'{wanted}' is missing")

    def name(self) -> str:
        kind, text = self.ahead
        if kind != "name" or text in WORDS:
            raise self.fail("a name is missing")
        self.at += 1
        return text
