"""The results of two half-samples for several groups, in one table, and the differences between the groups.

Let λ be the vector of a group's two shares of yes. A share of interest x is estimated as a linear function of λ: x = c·λ. So the
difference x_B − x_A of groups A and B has the variance c V_A cᵀ + c V_B cᵀ − 2 c V_AB cᵀ. Here V_A and V_B are the covariance
matrices of λ in each group, and V_AB is the covariance between the groups. V_AB is 0, except if both groups are domains of the same
clusters (`spread`). If the variance of a difference is 0, it is computed from the largest possible variances of λ in both groups
instead. The joint test is Wald's test that no group differs from the first. If the model has cheaters, the test compares two shares
at once: that of honest yes and that of honest no.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import product, transpose
from rropt.exact.spelling import counted
from rropt.results import Result, Table, text_table
from rropt.survey.groups import ByGroup, by_note, common_and_own, say_many
from rropt.survey.halves.result import Model, TwoSamples
from rropt.survey.halves.spread import covariance_between
from rropt.survey.relations.comparison import pairs_of
from rropt.survey.relations.difference import GroupDifference, fields_of_differences, table_of_differences
from rropt.survey.relations.wald import JointTest, compare_all
from rropt.survey.tally import MISSING, text_of

__all__ = ["TwoSamplesByGroup"]


@dataclass(frozen=True, slots=True, repr=False)
class TwoSamplesByGroup(ByGroup[TwoSamples], Result):
    """The results of all groups of the column `by`, in the order of the groups' labels. Index with a label to get the `TwoSamples`
    of one group: `found["north"]`."""

    @property
    def differences(self) -> tuple[GroupDifference, ...]:
        """The differences between groups, one for every pair of groups and every share of interest: second group minus first.

        If there are at most ten groups, all pairs are compared. If there are more, the first group is compared with each of the
        others. People whose group is missing are no group.
        """
        return tuple(self._difference(a, b, i) for a, b in pairs_of(self._compared) for i in range(len(self._sought)))

    @property
    def joint(self) -> JointTest | None:
        """The test that the shares of interest are the same in all groups.

        None if the covariance matrix of the differences is not positive definite, or has fewer degrees of freedom than differences.
        """
        names = self._compared
        at = [(name, i) for name in names for i in range(self._free)]
        values = [self[name].shares[: self._free] for name in names]
        covariance = [[self._covariance(a, i, b, j) for b, j in at] for a, i in at]
        return compare_all(values, covariance, self._freedoms(names) or None)

    def between(self, first: object, second: object) -> tuple[GroupDifference, ...]:
        """The differences of two groups, one for every share of interest: second group minus first."""
        return tuple(self._difference(text_of(first), text_of(second), i) for i in range(len(self._sought)))

    @property
    def _compared(self) -> list[str]:
        """The names of the groups that are compared: all but that of people whose group is missing. Refuse fewer than two."""
        known = [name for name in self if name != MISSING]
        if len(known) < 2:
            raise InputError(
                f"there is one group, '{(known or list(self))[0]}', and so nothing to compare; name a column of several groups"
            )
        return known

    @property
    def _sought(self) -> tuple[str, ...]:
        """The names of the shares that are compared. With an unrelated question it is only the share of yes to the sensitive
        question; with cheating it is all three shares."""
        _, found = self.groups[0]
        return found.names[:1] if found.model is Model.UNRELATED else found.names

    @property
    def _free(self) -> int:
        """The number of compared shares that do not follow from the others.

        For an unrelated question it is 1. For cheating it is 2, because the three shares sum to 1.
        """
        return 1 if len(self._sought) == 1 else 2

    def _freedoms(self, names: Sequence[str]) -> list[int]:
        """List the degrees of freedom of the named groups; empty without clusters and strata."""
        return [x for name in names if (x := self[name].freedom) is not None]

    def _covariance(self, a: str, i: int, b: str, j: int) -> Number:
        """Return the covariance of share i in group a with share j in group b."""
        if a == b:
            return self[a].covariance[i][j]
        between = covariance_between(self[a].spread, self[b].spread)
        return product(product((self[a].slopes[i],), between), transpose((self[b].slopes[j],)))[0][0]

    def _difference(self, first: str, second: str, i: int) -> GroupDifference:
        a, b = self[first], self[second]
        variance = a.covariance[i][i] + b.covariance[i][i] - 2 * self._covariance(first, i, second, i)
        is_largest, freedom = variance <= 0, min(self._freedoms((first, second)), default=None)
        if is_largest:
            every = [(c, v) for x in (a, b) for c, v in zip(x.slopes[i], x.spread.largest, strict=True)]
            variance = sum((c * c * v for c, v in every), Fraction(0))
        return GroupDifference(
            first, second, self._sought[i], b.shares[i] - a.shares[i], variance, a.confidence, is_largest, freedom
        )

    def compared(self) -> str:
        """Write the test that all groups are alike, and the table of differences."""
        pairs, joint = self.differences, self.joint
        what = f"the share of the {self._sought[0]}" if self._free == 1 else "the shares of honest yes and honest no"
        lines = []
        if joint is not None and len(pairs) > 1:
            lines = [joint.conclude(f"the groups differ in {what}", pairs[0].confidence)]
        drawn = "Student's t and F, the groups being domains of the same clusters"
        law = "normal, for large samples" if pairs[0].freedom is None else drawn
        alike = [f"{x.second} − {x.first} ({x.share_of})" for x in pairs if x.is_exact]
        told = [f"The same in all clusters, so the largest variance stands in: {'; '.join(alike)}."] if alike else []
        if MISSING in self:
            left = sum(half.n for half in self[MISSING].halves)
            told.append(f"Left out of the comparison: {counted(left, 'answer')} without a value of {self.by}.")
        return "\n".join(
            [
                *lines,
                f"Differences of {counted(len(self._compared), 'group')}:",
                text_table(*table_of_differences(pairs)),
                f"Intervals and tests are Wald's, {law}.",
                *told,
            ]
        )

    def as_table(self) -> Table:
        """A table with one row per group and share, with the larger epsilon of the group's half-samples."""
        _, first = self.groups[0]
        rows = [
            [name, str(sum(half.n for half in x.halves)), *row, x.epsilon.shown(direction="upper")]
            for name, x in self.groups
            for row in x.as_table()[1]
        ]
        return [self.by, "answers", *first.as_table()[0], "epsilon"], rows

    def explain(self, *, compared: bool = False) -> str:
        """Write the warnings, the table of results, and the assumptions. If `compared`, also write how the groups differ."""
        people = sum(half.n for _, x in self.groups for half in x.halves)
        head = (
            f"Two half-samples in {counted(len(self), 'group')} of {counted(people, 'answer')}, each group by itself:"
        )
        first = by_note([(name, x.attention()) for name, x in self.groups])
        notes = common_and_own([(name, x.notes()) for name, x in self.groups])
        told = [f"{self.compared()}\n"] if compared else []
        return "\n".join([*say_many(self.by, len(self)), *first, *told, head, text_table(*self.as_table()), *notes])

    def to_dict(self) -> dict[str, Any]:
        """Return a plain dictionary, with the dictionary of each group's result."""
        groups = {name: x.to_dict() for name, x in self.groups}
        return {"schema": "rropt/two-samples-groups/1", "by": self.by, "groups": groups}

    def compared_to_dict(self) -> dict[str, Any]:
        """The differences and the joint test as a plain dictionary; every number is a string."""
        pairs, joint = self.differences, self.joint
        return {
            "differences": fields_of_differences(pairs),
            "joint": None if joint is None else joint.to_dict(),
        }
