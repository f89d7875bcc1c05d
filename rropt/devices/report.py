"""A result that is a table: a title, aligned rows of text and sentences below it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from rropt.exact.decimal import decimal, show_with_decimal, spell_decimals
from rropt.exact.element import Number
from rropt.exact.errors import Either
from rropt.exact.spelling import show
from rropt.results import Result, text_table
from rropt.results import Table as Cells
from rropt.surface.screen import say_warning

__all__ = ["Cell", "Table"]

Cell: TypeAlias = str | Number | tuple[tuple[str, str], ...]


def _text(cell: Cell) -> str:
    if isinstance(cell, str):
        return spell_decimals(cell)
    if isinstance(cell, tuple):
        return ", ".join(f"{name} = {spell_decimals(x)}" for name, x in cell)
    return show_with_decimal(cell)


def _plain(cell: Cell) -> Any:
    if isinstance(cell, str):
        return cell
    return dict(cell) if isinstance(cell, tuple) else {"exact": show(cell), "decimal": decimal(cell, digits=17)}


@dataclass(frozen=True, slots=True, repr=False)
class Table(Result):
    """A result as a table.

    A cell is a text, an exact number, or a tuple of pairs (name, number). A text is words or a single number. Numbers given as
    text are in rropt's grammar, or rounded decimals.

    `proof` is the checker's sentence about the optimum. In JSON it is one of the notes. The printed text says only that the checker
    accepted the certificate, and where to read the sentence.
    """

    name: str
    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()
    proof: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    def explain(self) -> str:
        """Write the warnings, the title, the table and the notes."""
        whole = Either("`proof`", "--json")
        certified = (f"Certified: the checker accepted the optimum's certificate ({whole} has its sentence).",) * bool(
            self.proof
        )
        rows = [(name, *row[1:]) for name, row in zip(self._told_apart(), self.cells(), strict=True)]
        warned = (say_warning(spell_decimals(said)) for said in self.warnings)
        return "\n".join([*warned, spell_decimals(self.title), text_table(self.header, rows), *self.notes, *certified])

    def _told_apart(self) -> list[str]:
        """Return a name for each row, so that rows can be told apart when a table is too wide and is folded.

        The name of a row is its first cell. If several rows have the same first cell, the last named number in the row is added to
        its name.
        """
        names = [_text(row[0]) for row in self.rows]
        own = [next((_text(x[-1:]) for x in row if isinstance(x, tuple) and x), "") for row in self.rows]
        return [f"{x}, {y}" if y and names.count(x) > 1 else x for x, y in zip(names, own, strict=True)]

    def as_table(self) -> Cells:
        """The heading, and the rows as text for a person."""
        return self.header, self.cells()

    def cells(self) -> list[tuple[str, ...]]:
        """The rows as text for a person."""
        return [tuple(map(_text, row)) for row in self.rows]

    def column(self, title: str) -> tuple[str, ...]:
        """The cells under one heading."""
        place = self.header.index(title)
        return tuple(row[place] for row in self.cells())

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary. Numbers in it are strings that contain nothing but the number."""
        return {
            "schema": f"rropt/{self.name}/1",
            "title": "\n".join([*map(say_warning, self.warnings), self.title]),
            "rows": [dict(zip(self.header, map(_plain, row), strict=True)) for row in self.rows],
            "notes": [*self.proof, *self.notes],
        }
