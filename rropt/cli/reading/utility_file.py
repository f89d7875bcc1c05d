"""Reads the CSV of a utility or loss. It has a row for each action and a column for each input, and may have labels of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rropt.cli.terminal.common import read_text
from rropt.cli.terminal.repeated import first_repeated
from rropt.exact.errors import InputError

__all__ = ["UtilityTable", "order_of", "read_utility"]

Labels = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UtilityTable:
    """A table of utilities or losses, with its cells as texts.

    Labels are None if the file has none, or if they are 0, 1, … in this order.
    """

    path: Path
    rows: tuple[tuple[str, ...], ...]
    actions: Labels | None
    inputs: Labels | None

    def arranged(self, inputs: Sequence[str] | None, outputs: Sequence[str] | None) -> UtilityTable:
        """Return the table with `inputs` as labels of its columns and `outputs` as labels of its rows.

        If the table has labels of its own, its columns and rows are first put in the order of the new labels.
        """
        across = order_of(self.inputs, inputs, self.path, "input")
        down = order_of(self.actions, outputs, self.path, "action")
        rows = self.rows if down is None else tuple(self.rows[i] for i in down)
        if across is not None:
            rows = tuple(tuple(row[j] for j in across) for row in rows)
        return UtilityTable(self.path, rows, tuple(outputs) if outputs else None, tuple(inputs) if inputs else None)

    def for_inputs(self, inputs: Sequence[str] | None) -> UtilityTable:
        """Return the table with its columns in the order of the labels `inputs`; its rows keep their order.

        If `inputs` is None and the columns are named 0, 1, …, they are put in this order. Columns with other names then keep their
        order.
        """
        if inputs is None and order_of(self.inputs, None, self.path, "input") is None:
            inputs = self.inputs
        return self.arranged(inputs, self.actions)


def order_of(own: Sequence[str] | None, wanted: Sequence[str] | None, path: Path, what: str) -> list[int] | None:
    """Return, for each label in `wanted`, its index among the file's labels `own`; None if the file has no labels.

    Refuse a file that has other labels than those in `wanted`. If `wanted` is None and the labels of the file are 0, 1, … in some
    order, return the order that sorts them. If `wanted` is None and the file has other labels, return None.
    """
    from rropt.exact.reading import label_all

    if own is None:
        return None
    if wanted is None:
        wanted = label_all(None, len(own))
        if set(own) != set(wanted):
            return None
    if sorted(own) != sorted(wanted):
        raise InputError(f"the {what}s of {path} are {', '.join(own[:12])}, not {', '.join(wanted[:12])}; rename them")
    return [own.index(label) for label in wanted]


def read_utility(path: Path) -> UtilityTable:
    """Read a table of utilities from a CSV file. The first cell of the file decides whether its first line and first column are
    labels.

    They are labels if the first cell is empty or is `output` or `action`. They are not labels if it is a number. If it is any other
    word, they are labels, and a file with a number below this word is refused.
    """
    from rropt.exact.spelling import counted
    from rropt.formats import csv_cells, drop_number_labels, is_labelled

    lines = csv_cells(read_text(path))
    if not is_labelled(lines, "output", "action"):
        return UtilityTable(path, tuple(map(tuple, lines)), None, None)
    across, down = drop_number_labels(lines[0][1:]), drop_number_labels([row[0] for row in lines[1:]])
    if len(lines) < 2:
        raise InputError(f"{path} holds labels but no row of numbers; give one row per action")
    for n, row in enumerate(lines[1:], start=2):
        if len(row) != len(lines[0]):
            raise InputError(
                f"line {n} of {path} has {counted(len(row) - 1, 'number')} for {counted(len(lines[0]) - 1, 'input')}; "
                "give one for each"
            )
    for what, labels in (("input", across), ("action", down)):
        if (twice := first_repeated(labels or ())) is not None:
            raise InputError(f"the {what} '{twice[:40]}' stands twice in {path}; rename one")
    rows = tuple(tuple(row[1:]) for row in lines[1:])
    return UtilityTable(path, rows, tuple(down) if down else None, tuple(across) if across else None)
