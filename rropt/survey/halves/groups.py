"""What two half-samples tell of several groups, in one table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rropt.exact.errors import InputError
from rropt.exact.spelling import counted
from rropt.results import Result, Table, text_table
from rropt.survey.groups import by_note
from rropt.survey.halves.result import TwoSamples

__all__ = ["TwoSamplesByGroup"]


@dataclass(frozen=True, slots=True, repr=False)
class TwoSamplesByGroup(Result):
    """One `TwoSamples` a group of the column `by`, in the order of the groups' labels: `found["north"]`."""

    by: str
    groups: tuple[tuple[str, TwoSamples], ...]

    def __getitem__(self, group: object) -> TwoSamples:
        for name, found in self.groups:
            if name == str(group):
                return found
        raise InputError(f"there is no group '{group}'; the groups are {', '.join(name for name, _ in self.groups)}")

    def __len__(self) -> int:
        return len(self.groups)

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self.groups)

    def as_table(self) -> Table:
        """One row a group and share, with the larger epsilon of the group's half-samples."""
        _, first = self.groups[0]
        rows = [
            [name, str(sum(half.n for half in x.halves)), *row, x.epsilon.shown()]
            for name, x in self.groups
            for row in x.as_table()[1]
        ]
        return [self.by, "answers", *first.as_table()[0], "epsilon"], rows

    def explain(self) -> str:
        """What must be known first, the table, and what it rests on."""
        people = sum(half.n for _, x in self.groups for half in x.halves)
        head = (
            f"Two half-samples in {counted(len(self), 'group')} of {counted(people, 'answer')}, each group by itself:"
        )
        first = by_note([(name, x.attention()) for name, x in self.groups])
        every = [(name, x.notes()) for name, x in self.groups]
        common = [note for note in every[0][1] if all(note in notes for _, notes in every)]
        own = by_note([(name, [x for x in notes if x not in common]) for name, notes in every])
        return "\n".join([head, *first, text_table(*self.as_table()), *common, *own])

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary of the groups' dictionaries."""
        groups = {name: x.to_dict() for name, x in self.groups}
        return {"schema": "rropt/two-samples-groups/1", "by": self.by, "groups": groups}
