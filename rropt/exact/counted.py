"""A number with what it counts: one question, two questions."""

from __future__ import annotations

__all__ = ["counted"]


def counted(n: int, one: str, many: str = "") -> str:
    """`1 question`, `2 questions`; the plural is the word with an s unless it is given."""
    return f"{n} {one}" if n == 1 else f"{n} {many or one + 's'}"
