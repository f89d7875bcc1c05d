"""A planning result that is a table: a title, aligned rows of text and sentences below it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from rropt.exact.decimal import decimal, shown
from rropt.exact.element import Number
from rropt.exact.spelling import show
from rropt.results import latex_table, notebook, text_table

if TYPE_CHECKING:
    import pandas

__all__ = ["Cell", "Table"]

Cell: TypeAlias = str | Number | tuple[tuple[str, str], ...]


def _text(cell: Cell) -> str:
    if isinstance(cell, str):
        return cell
    return ", ".join(f"{name} = {x}" for name, x in cell) if isinstance(cell, tuple) else shown(cell)


def _plain(cell: Cell) -> Any:
    if isinstance(cell, str):
        return cell
    return dict(cell) if isinstance(cell, tuple) else {"exact": show(cell), "decimal": decimal(cell, digits=17)}


@dataclass(frozen=True, slots=True, repr=False)
class Table:
    """A cell is text (a word, or one number), an exact number, or a tuple of named numbers (name, number).

    Numbers that are text are in rropt's grammar or decimals whose rounding the notes state.
    """

    name: str
    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return "\n".join([self.title, text_table(self.header, self.cells()), *self.notes])

    def cells(self) -> list[tuple[str, ...]]:
        """The rows as text for a person."""
        return [tuple(map(_text, row)) for row in self.rows]

    def column(self, title: str) -> tuple[str, ...]:
        """The cells under one heading."""
        place = self.header.index(title)
        return tuple(row[place] for row in self.cells())

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary; every number is a string that holds nothing else."""
        return {
            "schema": f"rropt/{self.name}/1",
            "title": self.title,
            "rows": [dict(zip(self.header, map(_plain, row), strict=True)) for row in self.rows],
            "notes": list(self.notes),
        }

    def to_json(self) -> str:
        """The dictionary as JSON text."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=1)

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame of text."""
        import pandas

        return pandas.DataFrame(self.cells(), columns=list(self.header))

    def to_latex(self) -> str:
        """The rows as a tabular."""
        return latex_table(self.header, self.cells())

    def _repr_html_(self) -> str:
        return notebook((self.header, self.cells()), repr(self))
