"""How many logical lines the checker has: Python's own count, docstrings and decorators included."""

from __future__ import annotations

import tokenize
from pathlib import Path

import rropt.checker


def logical_lines() -> int:
    total = 0
    for path in Path(rropt.checker.__file__).parent.glob("*.py"):
        with path.open("rb") as file:
            total += sum(token.type == tokenize.NEWLINE for token in tokenize.tokenize(file.readline))
    return total
