"""The difference of one share, or of the mean of a scale, between two groups, with its error, interval and test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds
from rropt.exact.spelling import show
from rropt.results import Result, Table, exact_fields, number_fields
from rropt.survey.enclosures import (
    PValue,
    StandardError,
    bounds_text,
    interval_fields,
    number,
    root_text,
    standard_error,
)
from rropt.survey.intervals.interval import normal_bounds
from rropt.survey.intervals.quantile import name_ends, percent
from rropt.survey.relations.wald import holm, two_sided

__all__ = ["GroupDifference", "fields_of_differences", "table_of_differences"]


@dataclass(frozen=True, slots=True, repr=False)
class GroupDifference(Result):
    """The difference of one input's share between two groups: the share in group `second` minus the share in group `first`.

    With `scores`, it is the difference of the groups' means of the scores.
    """

    first: str
    second: str
    share_of: str
    difference: Number
    variance: Number
    confidence: Fraction
    is_exact: bool = False
    freedom: int | None = None
    scores: tuple[Fraction, ...] | None = None

    @property
    def standard_error(self) -> StandardError:
        """The square root of the variance, as an enclosure that prints as a decimal rounded up."""
        return standard_error(self.variance)

    @property
    def interval(self) -> Bounds:
        """The difference ± z standard errors (± t with clusters), rounded outward and cut to possible values ([−1, 1] for
        shares)."""
        most, (lower, upper) = self._most, self._ends()
        return max(-most, min(most, lower)), min(most, max(-most, upper))

    @property
    def _most(self) -> Fraction:
        """The largest possible difference: 1 for shares, else the distance of the largest and the least score."""
        return Fraction(1) if self.scores is None else max(self.scores) - min(self.scores)

    def _ends(self) -> Bounds:
        """The interval of the difference before it is cut to possible differences."""
        return normal_bounds(self.difference, self.variance, self.confidence, self.freedom)

    @property
    def is_empty(self) -> bool:
        """Whether no possible difference fits the answers; both ends of the interval are then the nearest possible difference."""
        lower, upper = self._ends()
        return lower > self._most or upper < -self._most

    @property
    def p_value(self) -> PValue:
        """The two-sided p-value of the test that there is no difference, rounded up."""
        return two_sided(self.difference, self.variance, self.freedom)

    def explain(self) -> str:
        """The answer in a sentence."""
        lower, upper = bounds_text(self.interval)
        what = f'share of "{self.share_of}"' if self.scores is None else self.share_of
        if self.is_empty:
            return (
                f"The {what} in {self.second} minus that in {self.first} is estimated at {number(self.difference)}; at "
                f"{percent(self.confidence)}% confidence no difference from {number(-self._most)} to {number(self._most)} fits, "
                f"so some may have answered otherwise than the mechanism says. p = {self.p_value} for no difference."
            )
        return (
            f"The {what} in {self.second} minus that in {self.first} is estimated at "
            f"{number(self.difference)}, with a standard error of {root_text(self.variance)}; the "
            f"{percent(self.confidence)}% interval is from {lower} to {upper}, and p = {self.p_value} for no difference."
        )

    def as_table(self) -> Table:
        """A table of one row."""
        header = ["groups", "input", "difference", "standard error", *name_ends(self.confidence), "p-value"]
        ends = bounds_text(self.interval)
        pair = f"{self.second} − {self.first}"
        row = [pair, self.share_of, number(self.difference), root_text(self.variance), *ends, str(self.p_value)]
        kept = [i for i in range(len(row)) if self.scores is None or i != 1]
        return [header[i] for i in kept], [[row[i] for i in kept]]

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary; every number is a string."""
        return {
            "first": self.first,
            "second": self.second,
            **({"input": self.share_of} if self.scores is None else {"scores": list(map(show, self.scores))}),
            "difference": exact_fields(self.difference),
            "variance": exact_fields(self.variance),
            "standard_error": number_fields(None, *self.standard_error),
            "standard_error_from": "exact" if self.is_exact else "estimated",
            "degrees_of_freedom": None if self.freedom is None else str(self.freedom),
            "confidence": show(self.confidence),
            "interval": interval_fields(self.interval),
            "p_value": number_fields(None, *self.p_value),
        }


def table_of_differences(pairs: Sequence[GroupDifference]) -> Table:
    """Make a table with one row per difference. If there are several, it also has the p-values adjusted by Holm's method."""
    header, rows = pairs[0].as_table()[0], [row for x in pairs for row in x.as_table()[1]]
    if len(rows) == 1:
        return header, rows
    adjusted = holm([x.p_value for x in pairs])
    return [*header, "p (Holm)"], [[*row, str(p)] for row, p in zip(rows, adjusted, strict=True)]


def fields_of_differences(pairs: Sequence[GroupDifference]) -> list[dict[str, Any]]:
    """Return the differences as plain dictionaries, each with Holm's adjusted p-value."""
    adjusted = holm([x.p_value for x in pairs])
    return [x.to_dict() | {"p_value_holm": number_fields(None, *p)} for x, p in zip(pairs, adjusted, strict=True)]
