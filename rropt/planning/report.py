"""A planning result that is a table: a title, aligned rows of text and sentences below it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rropt.estimates.tables import latex_table, text_table
from rropt.results import notebook

if TYPE_CHECKING:
    import pandas

__all__ = ["Table"]


@dataclass(frozen=True, slots=True, repr=False)
class Table:
    """Every cell is text; numbers among them are in rropt's grammar or decimals whose rounding the notes state."""

    name: str
    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return "\n".join([self.title, text_table(self.header, self.rows), *self.notes])

    def column(self, title: str) -> tuple[str, ...]:
        """The cells under one heading."""
        place = self.header.index(title)
        return tuple(row[place] for row in self.rows)

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary of text."""
        return {
            "schema": f"rropt/{self.name}/1",
            "title": self.title,
            "rows": [dict(zip(self.header, row, strict=True)) for row in self.rows],
            "notes": list(self.notes),
        }

    def to_json(self) -> str:
        """The dictionary as JSON text."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=1)

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame of text."""
        import pandas

        return pandas.DataFrame(list(self.rows), columns=list(self.header))

    def to_latex(self) -> str:
        """The rows as a tabular."""
        return latex_table(self.header, self.rows)

    def _repr_html_(self) -> str:
        return notebook((self.header, self.rows), repr(self))
