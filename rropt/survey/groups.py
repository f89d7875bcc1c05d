"""The estimates of several groups of one survey, in one table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.spelling import counted
from rropt.results import Table, Tabled
from rropt.surface.optional import import_pandas
from rropt.survey.result import Estimate
from rropt.survey.scale import ScaleMean
from rropt.survey.sentences import text_of_shares
from rropt.survey.sets.result import SetEstimate
from rropt.survey.tally import label_of
from rropt.survey.told import leaves_shares, notes_of

if TYPE_CHECKING:
    import pandas

__all__ = ["MOST_GROUPS", "Estimates", "ByGroup", "by_note", "common_and_own", "say_many"]

MOST_GROUPS = 10
"""All pairs of at most this many groups are compared. If there are more, a sentence asks whether the column holds numbers that are
no labels of groups."""
One = TypeVar("One")
MOST_NAMED = 5


@dataclass(frozen=True, slots=True, repr=False)
class ByGroup(Generic[One]):
    """Base class of results with one result for each group of the column `by`, in the order of the groups' labels. Index with a
    label to get one group's result: `found["north"]`."""

    by: str
    groups: tuple[tuple[str, One], ...]

    def __getitem__(self, group: object) -> One:
        found = dict(self.groups)
        if (name := label_of(group, found)) in found:
            return found[name]
        raise InputError(f"there is no group '{group}'; the groups are {', '.join(self)}")

    def __len__(self) -> int:
        return len(self.groups)

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self.groups)

    def __contains__(self, group: object) -> bool:
        return label_of(group, names := tuple(self)) in names


@dataclass(frozen=True, slots=True, repr=False)
class Estimates(ByGroup[Estimate | SetEstimate], Tabled):
    """The estimates of all groups, in the order of the groups' labels. Each is an `Estimate`, or a `SetEstimate` if answers are
    sets. Index with a label to get one: `found["north"]`.

    If the groups are strata of known sizes, `over_strata(found, sizes)` combines them.
    """

    without: tuple[tuple[str, str], ...] = ()
    """Groups without a counted answer, each with the reason; the clusters of their rows still belong to the survey."""

    def attention(self) -> list[str]:
        """Warnings to read before any number: which groups have no estimate, and the warnings of each other group."""
        return [*self._lacking(), *by_note([(name, e.attention()) for name, e in self.groups])]

    def _lacking(self) -> list[str]:
        return [f"The group {name} has no estimate, because {why}." for name, why in self.without]

    def means(self, scores: Sequence[object] | str) -> dict[str, ScaleMean]:
        """The mean of a scale in every group (`Estimate.mean`)."""
        groups = [(name, e) for name, e in self.groups if isinstance(e, Estimate)]
        if len(groups) < len(self):
            raise InputError(
                "the mean of scores needs the matrix of the mechanism, which is too large where answers are sets; use the shares"
            )
        return {name: e.mean(scores) for name, e in groups}

    def as_table(self) -> Table:
        """A table with one row per group and input."""
        _, first = self.groups[0]
        rows = [[name, str(e.n), *row] for name, e in self.groups for row in e.as_table()[1]]
        return [self.by, "answers", *first.as_table()[0]], rows

    def explain(self) -> str:
        """Write the table, the notes that apply to all groups, and the notes that apply to some groups only."""
        people = sum(e.n for _, e in self.groups)
        head = (
            f"Estimates for {counted(len(self.groups), 'group')} of {counted(people, 'answer')}, each with its error:"
        )
        differ = any(not isinstance(e, Estimate) or e.shift != 0 for _, e in self.groups)
        said = [] if differ else ["Every estimate is the maximum likelihood estimate as well."]
        table = text_of_shares(*self.as_table(), differ=differ)
        many = say_many(self.by, len(self.groups) + len(self.without))
        return "\n".join([*many, head, *self.attention(), table, *said, *common_and_own(self._notes())])

    def _notes(self) -> list[tuple[str, list[str]]]:
        """Return each group's name with the group's notes.

        One kind of note says how far the linear estimates are from the maximum likelihood shares. So that few different notes are
        printed, it does not state the group's own distance, but the largest distance of several groups. If the group has a negative
        share, these are all groups with a negative share. Otherwise they are all groups without one. So there are at most two such
        notes.
        """
        largest: dict[bool, Number] = {}
        for _, e in self.groups:
            if isinstance(e, Estimate):
                why = leaves_shares(e)
                largest[why] = max(largest.get(why, e.shift), e.shift)
        return [
            (name, notes_of(e, apart=largest[leaves_shares(e)]) if isinstance(e, Estimate) else e.notes())
            for name, e in self.groups
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return a plain dictionary, with the dictionary of each group's estimate under `groups`."""
        groups = {name: e.to_dict() for name, e in self.groups}
        told = {"attention": self._lacking()} if self.without else {}
        return {"schema": "rropt/estimates/2", "by": self.by, **told, "groups": groups}

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame of doubles, one row per group and input."""
        pandas = import_pandas()
        frames = {name: e.to_pandas() for name, e in self.groups}
        return pandas.concat(frames, names=[self.by])  # type: ignore[no-any-return]


def say_many(by: str, n: int, *, so: str = "") -> list[str]:
    """If the column `by` has more than 10 values, advise the user to form classes.

    The result is a list with one sentence, or an empty list. The sentence states the number of values `n`. The text `so` follows
    this number.
    """
    told = f"{by} has {n} values{so}; cut a number, such as an age, into a few classes."
    return [told] if n > MOST_GROUPS else []


def common_and_own(notes: Sequence[tuple[str, Sequence[str]]]) -> list[str]:
    """List the notes of several groups. Notes of all groups come first, each once. Each other note follows the names of the groups
    it applies to."""
    common = [note for note in notes[0][1] if all(note in some for _, some in notes)]
    return [*common, *by_note([(name, [x for x in some if x not in common]) for name, some in notes])]


def by_note(notes: Sequence[tuple[str, Sequence[str]]]) -> list[str]:
    """List each note once, after the names of the groups it applies to. Of many groups only the first are named."""
    found: dict[str, list[str]] = {}
    for name, some in notes:
        for note in some:
            found.setdefault(note, []).append(name)
    lines = []
    for text, names in found.items():
        left = len(names) - MOST_NAMED
        more = f" and {counted(left, 'more group', 'more groups')}" if left > 0 else ""
        lines.append(f"{'; '.join(names[:MOST_NAMED])}{more}: {text}")
    return lines
