"""Fit text to a screen. A table that is too wide is split into several tables, or written with one line for each cell. A long line
is wrapped, but never inside a word. A number with several terms is wrapped only if a line would otherwise be too long, and only
between its terms.

The width is that of the environment variable COLUMNS if it is set, and otherwise that of the terminal. If there is no terminal, the
width is 80. It is never less than 40.
"""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Callable, Container, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import pairwise

__all__ = ["Grid", "WarningLine", "fit_table", "line_width", "parts_of", "say_warning", "wrap"]

Grid = tuple[Sequence[str], Sequence[Sequence[str]]]

NARROWEST = 40
GAP = 2
MOST_BLOCKS = 8
MOST_LEADING = 3
KEPT = "\u00a0"
# spaces at which no line ends, such as between a number and %, or between a name, = and its number
SUM = re.compile(r"(?<=[\w)\]]) (?=[-+] [\d(\w])|(?<=[-+]) (?=[\d(\w])")
TOGETHER = re.compile(
    r"(?<=[\d)]) (?=%)|(?<=[=≈≤≥<>±]) (?=[-−\d(])|(?<=[\w)]) (?=[=≈≤≥<>] ?[-−\d(])|(?<=[|]) (?=\w)|(?<=\w) (?=[|])"
)
MARK = "\ue000"  # a private character of Unicode, which no text of rropt contains
_SET_ASIDE: ContextVar[list[Grid | WarningLine] | None] = ContextVar("tables and warnings set aside", default=None)


@dataclass(frozen=True, slots=True)
class WarningLine:
    """A line of a text that is a warning. It is kept apart from the other lines, so that a notebook can display it differently."""

    line: str


def say_warning(sentence: str) -> str:
    """Mark a sentence as a warning line."""
    line = f"Warning: {sentence}"
    return line if (aside := _SET_ASIDE.get()) is None else _set_aside(aside, WarningLine(line))


def _set_aside(aside: list[Grid | WarningLine], part: Grid | WarningLine) -> str:
    """Append a part of a text to `aside`, and return the placeholder that stands for it in the text."""
    aside.append(part)
    return f"{MARK}{len(aside) - 1}{MARK}"


def parts_of(words: Callable[[], str]) -> list[str | Grid | WarningLine]:
    """Call `words`, and return the parts of its text in order: unwrapped lines, warnings, and tables not yet fitted to a screen."""
    parts: list[Grid | WarningLine] = []
    token = _SET_ASIDE.set(parts)
    try:
        lines = words().split("\n")
    finally:
        _SET_ASIDE.reset(token)
    found = [(line, re.fullmatch(f"{MARK}([0-9]+){MARK}", line.strip())) for line in lines]
    return [line if number is None else parts[int(number[1])] for line, number in found]


def line_width() -> int:
    """Return the number of characters that fit on a line."""
    return max(NARROWEST, shutil.get_terminal_size((80, 24)).columns)


def fit_table(header: Sequence[str], rows: Sequence[Sequence[str]], *, width: int | None = None) -> str:
    """Write a table with columns two spaces apart, each as wide as its widest cell; change its form if it is too wide.

    A table that is too wide is split into at most `MOST_BLOCKS` tables below each other. All of them begin with the same columns:
    those that distinguish the rows, if these are few. If more tables are needed, or if a column does not fit, the table is written
    with one line for each cell instead, or for each row if there are two columns.
    """
    if (aside := _SET_ASIDE.get()) is not None:
        return _set_aside(aside, (header, rows))
    width = line_width() if width is None else width
    table = [list(map(str, row)) for row in [header, *rows]]
    widths = [max(len(row[j]) for row in table) for j in range(len(header))]
    lead = _leading(table[1:], widths, width)
    pairs = {j for j, (x, y) in enumerate(pairwise(table[0])) if x.endswith("lower") and y.endswith("upper")}
    blocks = _blocks(widths, width, lead, pairs)
    if blocks is None or len(blocks) > MOST_BLOCKS:
        return _turn(table[0], table[1:], width)
    return "\n\n".join(_columns(table, widths, block) for block in blocks)


def _leading(rows: Sequence[Sequence[str]], widths: Sequence[int], width: int) -> int:
    """If a table is split into parts below each other, return how many of its first columns are repeated in every part.

    These are the fewest first columns that distinguish all rows. If this takes more than `MOST_LEADING` columns, or if some other
    column does not fit beside them, only the first column is repeated.
    """
    for lead in range(1, min(MOST_LEADING, len(widths) - 1) + 1):
        if len({tuple(row[:lead]) for row in rows}) == len(rows):
            return lead if sum(widths[:lead]) + GAP * lead + max(widths[lead:]) <= width else 1
    return 1


def _blocks(widths: Sequence[int], width: int, lead: int, pairs: Container[int] = ()) -> list[list[int]] | None:
    """Split the columns of a table among tables below each other, and return the column indices of each of these tables.

    The first `lead` columns are in every table. `pairs` has the columns of the lower ends of intervals. Such a column is in the
    same table as the next one, if both fit. None if some column does not fit beside the first ones.
    """
    if sum(widths) + GAP * (len(widths) - 1) <= width:
        return [list(range(len(widths)))]
    found: list[list[int]] = []
    first = list(range(lead))
    for j in range(lead, len(widths)):
        if sum(widths[:lead]) + GAP * lead + widths[j] > width:
            return None
        room = width - sum(widths[i] + GAP for i in found[-1]) if found else 0
        both = widths[j] + (GAP + widths[j + 1] if j in pairs else 0)
        fits_alone = sum(widths[:lead]) + GAP * lead + both <= width
        if not found or (both if fits_alone else widths[j]) > room:
            found.append(list(first))
        found[-1].append(j)
    return found or None


def _columns(table: Sequence[Sequence[str]], widths: Sequence[int], chosen: Sequence[int]) -> str:
    gap = " " * GAP
    return "\n".join(gap.join(row[j].ljust(widths[j]) for j in chosen).rstrip() for row in table)


def _turn(header: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> str:
    """Write a wide table with one line for each cell: the column's name, then the cell.

    A long name or cell is wrapped in its own column. A table of two columns has one line for each row instead, and the header is
    the first of these lines.
    """
    if len(header) == 2:  # each row is a name and a value, and the header is one more such row
        pairs = [[(row[0], row[1])] for row in [header, *rows]]
        side = min(max(len(row[0]) for row in [header, *rows]), width // 2)
        return "\n".join(_record(pair, side, width) for pair in pairs)
    side = min(max(map(len, header)), width // 2)
    return "\n\n".join(_record(list(zip(header, row, strict=True)), side, width) for row in rows)


def _record(pairs: Sequence[tuple[str, str]], side: int, width: int) -> str:
    lines = []
    for name, value in pairs:
        names = textwrap.wrap(name, side, break_long_words=False, break_on_hyphens=False) or [""]
        space = max(12, width - side - GAP)
        values = _fold(value, space) or [""]
        for i in range(max(len(names), len(values))):
            left, right = (x[i] if i < len(x) else "" for x in (names, values))
            lines.append(f"{left.ljust(side)}{' ' * GAP}{right}".rstrip())
    return "\n".join(lines)


def _fold(text: str, width: int, later: str = "") -> list[str]:
    for joined in (SUM.sub(KEPT, TOGETHER.sub(KEPT, text)), TOGETHER.sub(KEPT, text)):
        lines = textwrap.wrap(joined, width, subsequent_indent=later, break_long_words=False, break_on_hyphens=False)
        if all(len(line) <= width for line in lines):
            break  # if some line is too long, an exact number may break between its terms
    return [line.replace(KEPT, " ") for line in lines]


def wrap(text: str, *, width: int | None = None) -> str:
    """Wrap long lines at spaces. If a line is indented, its continuation lines are indented by two more spaces."""
    if _SET_ASIDE.get() is not None:
        return text
    width = line_width() if width is None else width
    lines = []
    for line in text.split("\n"):
        if len(line) <= width:
            lines.append(line)
            continue
        indent = line[: len(line) - len(line.lstrip())]
        lines += _fold(line, width, indent + ("  " if indent else "")) or [line]
    return "\n".join(lines)
