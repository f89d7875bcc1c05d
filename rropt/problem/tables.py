"""A file of numbers: a column for each input, a row for each action of a utility, each prior, or each list of scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rropt.exact.errors import InputError
from rropt.exact.reading import drop_number_labels, require_distinct
from rropt.files import csv_cells, is_file, is_labelled, read_text, reads_as_number

__all__ = ["NumberTable", "read_table"]


@dataclass(frozen=True, slots=True)
class NumberTable:
    """The rows of a CSV file, whose numbers are texts; `actions` and `inputs` are the labels of rows and columns, if it has any."""

    path: str
    rows: tuple[tuple[str, ...], ...]
    actions: tuple[str, ...] | None
    inputs: tuple[str, ...] | None

    def arranged(
        self, inputs: Sequence[str] | None, actions: Sequence[str] | None = None
    ) -> tuple[tuple[str, ...], ...]:
        """The rows, in the order of these labels of inputs and actions."""
        down, across = self._order(self.actions, actions, "row"), self._order(self.inputs, inputs, "column")
        return tuple(tuple(row[j] for j in across) for row in (self.rows[i] for i in down))

    def _order(self, own: tuple[str, ...] | None, wanted: Sequence[str] | None, what: str) -> Sequence[int]:
        if own is None or wanted is None:
            return range(len(self.rows) if what == "row" else len(self.rows[0]))
        if sorted(own) != sorted(wanted):
            raise InputError(
                f"the {what}s of {self.path} are named {', '.join(own[:12])}, not {', '.join(wanted[:12])}; rename them"
            )
        return [own.index(label) for label in wanted]


def read_table(text: str) -> NumberTable | str:
    """Read the CSV file of this name; a text that names no file, such as 1,0:0,1, stays as it is.

    Rows and columns have labels if the file's first cell is empty, `output`, `action` or another word; `input` and `truth`, which
    say that a row is one, are refused.
    """
    path = Path(text)
    if not is_file(path):
        if path.suffix.lower() == ".csv" or {"[", ";"} & {*text}:
            raise InputError(
                f"there is no file {text[:60]}; give a CSV file, or the numbers, such as 1,0:0,1 with : between rows"
            )
        return text
    lines = csv_cells(read_text(path))
    across = down = None
    if is_labelled(lines, "output", "action"):
        if lines[0][0] in ("input", "truth"):
            raise InputError(
                f"{text} has a row for each {lines[0][0]}, but should have a column for each; exchange rows and columns"
            )
        across, down = tuple(lines[0][1:]), tuple(row[0] for row in lines[1:])
        require_distinct(across, "input")
        require_distinct(down, "action")
        lines = [row[1:] for row in lines[1:]]
    if not lines or any(len(row) != len(across or lines[0]) for row in lines):
        raise InputError(f"{text} must have a row of numbers for each action, with a number for each input in all")
    wrong = ((i, j, x) for i, row in enumerate(lines) for j, x in enumerate(row) if not reads_as_number(x))
    for i, j, x in wrong:
        but = f", but {x[:40]!r}" if x.strip() else ""
        raise InputError(
            f"{text} has no number in row {down[i] if down else i + 1}, column {across[j] if across else j + 1}{but}; write it, "
            "or 0"
        )
    return NumberTable(
        text,
        tuple(map(tuple, lines)),
        actions=down if down and drop_number_labels(down) else None,
        inputs=across if across and drop_number_labels(across) else None,
    )
