"""The estimates of several groups of one survey, in one table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rropt.exact.errors import InputError
from rropt.exact.spelling import counted
from rropt.results import Table, Tabled
from rropt.survey.result import Estimate, text_of_shares
from rropt.survey.scale import ScaleMean
from rropt.survey.sets.result import SetEstimate

if TYPE_CHECKING:
    import pandas

__all__ = ["Estimates"]


@dataclass(frozen=True, slots=True, repr=False)
class Estimates(Tabled):
    """One `Estimate` a group (`SetEstimate` where answers are sets), in the order of the groups' labels."""

    by: str
    groups: tuple[tuple[str, Estimate | SetEstimate], ...]

    def __getitem__(self, group: object) -> Estimate | SetEstimate:
        for name, found in self.groups:
            if name == str(group):
                return found
        raise InputError(f"there is no group '{group}'; the groups are {', '.join(name for name, _ in self.groups)}")

    def __len__(self) -> int:
        return len(self.groups)

    def means(self, scores: Sequence[object] | str) -> dict[str, ScaleMean]:
        """The mean of a scale in every group (`Estimate.mean`)."""
        groups = [(name, e) for name, e in self.groups if isinstance(e, Estimate)]
        if len(groups) < len(self):
            raise InputError("a mean of scores is not worked out for answers that are sets, too many for a matrix")
        return {name: e.mean(scores) for name, e in groups}

    def as_table(self) -> Table:
        """One row a group and input."""
        _, first = self.groups[0]
        rows = [[name, str(e.n), *row] for name, e in self.groups for row in e.as_table()[1]]
        return [self.by, "answers", *first.as_table()[0]], rows

    def explain(self) -> str:
        """The table, what all groups have in common, and what each has of its own."""
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
        first = [f"{name}: {x}" for name, e in self.groups for x in e.attention()]
        return "\n".join([head, *first, text_of_shares(*self.as_table()), *common, *own])

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary of the groups' dictionaries."""
        return {"schema": "rropt/estimates/2", "by": self.by, "groups": {name: e.to_dict() for name, e in self.groups}}

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame of doubles, one row a group and input."""
        import pandas

        frames = {name: e.to_pandas() for name, e in self.groups}
        return pandas.concat(frames, names=[self.by])
