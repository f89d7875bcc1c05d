"""The estimates of several groups of one survey, in one table."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rropt.exact.counted import counted
from rropt.exact.errors import InputError
from rropt.results import latex_table, notebook, text_table
from rropt.survey.result import Estimate

if TYPE_CHECKING:
    import pandas

__all__ = ["Estimates"]


@dataclass(frozen=True, slots=True, repr=False)
class Estimates:
    """One `Estimate` a group, in the order of the groups' labels."""

    by: str
    groups: tuple[tuple[str, Estimate], ...]

    def __getitem__(self, group: object) -> Estimate:
        for name, found in self.groups:
            if name == str(group):
                return found
        raise InputError(f"there is no group '{group}'; the groups are {', '.join(name for name, _ in self.groups)}")

    def __len__(self) -> int:
        return len(self.groups)

    def _table(self) -> tuple[list[str], list[list[str]]]:
        _, first = self.groups[0]
        rows = [[name, str(e.n), *row] for name, e in self.groups for row in e._rows()]
        return [self.by, "answers", *first._header()], rows

    def __repr__(self) -> str:
        every = [e.notes() for _, e in self.groups]
        common = [note for note in every[0] if all(note in notes for notes in every)]
        own = [
            f"{name}: {x}"
            for (name, _), notes in zip(self.groups, every, strict=True)
            for x in notes
            if x not in common
        ]
        people = sum(e.n for _, e in self.groups)
        head = (
            f"Estimates for {counted(len(self.groups), 'group')} of {counted(people, 'answer')}, each with its error:"
        )
        return "\n".join([head, text_table(*self._table()), *common, *own])

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary of the groups' dictionaries."""
        return {"schema": "rropt/estimates/2", "by": self.by, "groups": {name: e.to_dict() for name, e in self.groups}}

    def to_json(self) -> str:
        """The dictionary as JSON text."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=1)

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame of doubles, one row a group and input."""
        import pandas

        frames = {name: e.to_pandas() for name, e in self.groups}
        return pandas.concat(frames, names=[self.by])

    def to_latex(self) -> str:
        """The table as a tabular."""
        return latex_table(*self._table())

    def _repr_html_(self) -> str:
        return notebook(self._table(), repr(self))
