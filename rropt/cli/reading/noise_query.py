"""Computes the exact answer of a numeric query about a file, and the query's sensitivity.

The exact answer is confidential: only a release, which adds noise to it, may be published.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from pathlib import Path

from rropt.cli.reading.data_file import count_texts
from rropt.cli.terminal.common import fields, numbers
from rropt.cli.terminal.repeated import first_repeated
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_rational
from rropt.exact.spelling import counted
from rropt.noise.sensitivity import (
    Neighbours,
    Sensitivity,
    bounded_mean,
    bounded_sum,
    count,
    fraction,
    histogram,
)
from rropt.survey.tally import label_of

__all__ = ["Asked", "Query", "ask", "read_query", "read_ranges", "sensitivity_of_query"]

Ranges = Sequence[tuple[Fraction, Fraction]]


class Query(StrEnum):
    """The numeric questions that a release answers."""

    COUNT = "count"
    FRACTION = "fraction"
    HISTOGRAM = "histogram"
    SUM = "sum"
    MEAN = "mean"

    @property
    def has_ranges(self) -> bool:
        """Whether the query adds up values of people; these are clamped to public ranges."""
        return self in (Query.SUM, Query.MEAN)

    @property
    def is_average(self) -> bool:
        """Whether the query divides by the number of people."""
        return self in (Query.FRACTION, Query.MEAN)


@dataclass(frozen=True, slots=True)
class Asked:
    """A query as it was asked. `names` names its coordinates, and `values` has their exact values, which are confidential.

    `sensitivity` is the query's sensitivity. `ranges` has, for each column whose values were clamped, its name and the two ends of
    its range.
    """

    names: tuple[str, ...]
    values: tuple[Fraction, ...]
    sensitivity: Sensitivity
    ranges: tuple[tuple[str, Fraction, Fraction], ...] = ()


def read_query(text: str) -> Query:
    """Read the name of one of the five queries."""
    if text not in list(Query):
        raise InputError(f"the query '{text}' must be one of {', '.join(Query)}; give one of these")
    return Query(text)


def sensitivity_of_query(
    query: Query, neighbours: Neighbours, people: int | None, cells: int, ranges: Ranges
) -> Sensitivity:
    """Compute the sensitivity of a query about `people` people. If their number is confidential, `people` is a lower bound on
    it."""
    if query is Query.COUNT:
        return count(neighbours)
    if query is Query.HISTOGRAM:
        return histogram(cells, neighbours)
    if query is Query.SUM:
        return bounded_sum(ranges, neighbours)
    if people is None:
        raise InputError(f"the sensitivity of a {query} depends on the number of people; give --people")
    return fraction(people, neighbours) if query is Query.FRACTION else bounded_mean(people, ranges, neighbours)


def ask(
    file: Path,
    query: Query,
    columns: Sequence[str],
    neighbours: Neighbours,
    *,
    equals: str,
    categories: str | None,
    ranges: tuple[str | None, str | None],
    at_least: int | None,
) -> Asked:
    """Compute the query's exact values from the distinct texts of each column and their counts."""
    boxes = read_ranges(*_read_range(query, *ranges), len(columns))
    if len(columns) != 1 and not query.has_ranges:
        raise InputError(f"the query {query} takes one column, not {len(columns)}; sum and mean take several")
    if (twice := first_repeated(columns)) is not None:
        raise InputError(f"the column '{twice}' was named twice; name each column once")
    tallies, cells = [_tally(file, name) for name in columns], _public_cells(query, equals, categories)
    n = sum(tallies[0].values())
    # `share` divides sums and counts: by n for an average, else by 1
    people, share = (_public_number(n, neighbours, at_least), n) if query.is_average else (None, 1)
    sensitivity = sensitivity_of_query(query, neighbours, people, len(cells), boxes)
    if query.has_ranges:
        values = [_clamped_sum(*given) / share for given in zip(tallies, columns, boxes, strict=True)]
        used = tuple((name, *ends) for name, ends in zip(columns, boxes, strict=True))
        return Asked(tuple(f"{query} of {name}" for name in columns), tuple(values), sensitivity, used)
    what = Query.FRACTION if query is Query.FRACTION else Query.COUNT
    names = tuple(f"{what} of {columns[0]} = {cell}" for cell in cells)
    counted_in: Counter[str] = Counter()
    for text, people in tallies[0].items():
        counted_in[label_of(text, cells)] += people  # 1.0 counts as 1, as a file of doubles writes it
    return Asked(names, tuple(Fraction(counted_in[cell], share) for cell in cells), sensitivity)


def _public_cells(query: Query, equals: str, categories: str | None) -> list[str]:
    """List the values to count, which are stated and never read from the confidential file."""
    if query is not Query.HISTOGRAM:
        return [equals]
    if categories is None:
        raise InputError("a histogram's cells must be public; name them with --categories a,b,c")
    cells = fields(categories, "--categories")
    if (twice := first_repeated(cells)) is not None:
        # one person would be counted in both, and the noise would be too small
        raise InputError(f"'{twice}' stands twice in --categories, whose cells are disjoint; name it once")
    return cells


def _read_range(query: Query, lower: str | None, upper: str | None) -> tuple[str, str]:
    """Return both ends of the public range of the values, as the user typed them.

    A sum or a mean needs both ends, because its values are clamped to the range. Any other query must be asked without ends; the
    result is then "0" and "1". The ends are never guessed from the file.
    """
    given = {"--lower": lower, "--upper": upper}
    if not query.has_ranges:
        if named := [f"{name} {value}" for name, value in given.items() if value is not None]:
            raise InputError(f"{named[0]} goes with a sum or a mean, not with a {query}; drop it")
        return "0", "1"
    if lower is None or upper is None:
        missing = " and ".join(name for name, value in given.items() if value is None)
        raise InputError(
            f"a {query} needs the public range of its values, to which they are clamped; give {missing}, "
            "such as --lower 0 --upper 100"
        )
    return lower, upper


def _tally(file: Path, column: str) -> dict[str, int]:
    found = count_texts(file, column)
    if not found:
        raise InputError(f"{file} has no rows; give a file with one row per person")
    if missing := found.get(None):
        raise InputError(f"the column '{column}' has {missing} missing values; drop or fill these rows first")
    return {text: n for text, n in found.items() if text is not None}


def _public_number(n: int, neighbours: Neighbours, at_least: int | None) -> int:
    """Return the number of people if it is public, else the lower bound that was stated."""
    if neighbours is Neighbours.REPLACE:
        return n
    if at_least is None:
        raise InputError(
            "with add-remove neighbours the number of people in the data is confidential; give a public lower bound, --at-least"
        )
    if n < at_least:
        raise InputError(
            f"the data have fewer people than the {at_least} that --at-least promises; give a smaller public bound"
        )
    return at_least


def read_ranges(lower: str, upper: str, width: int) -> list[tuple[Fraction, Fraction]]:
    """Read the ranges of `width` columns from the texts of the lower and the upper ends.

    Each text has one number for all columns, or one number for each column.
    """
    ends = {option: numbers(text, option) for option, text in (("--lower", lower), ("--upper", upper))}
    for option, given in ends.items():
        if len(given) not in (1, width):
            raise InputError(
                f"{option} has {counted(len(given), 'number')} for {counted(width, 'column')}; give one for all, or one for each"
            )
    lows, highs = (given * width if len(given) == 1 else given for given in ends.values())
    for low, high in zip(lows, highs, strict=True):
        if not low < high:
            raise InputError(f"the range from {low} to {high} is empty; give --lower below --upper")
    return list(zip(lows, highs, strict=True))


def _clamped_sum(tally: Mapping[str, int], column: str, ends: tuple[Fraction, Fraction]) -> Fraction:
    """Sum a column's values, after each is clamped to the range.

    The number of values that clamping changes is confidential, so it is not printed.
    """
    low, high = ends
    return sum((people * min(max(_value(text, column), low), high) for text, people in tally.items()), Fraction(0))


def _value(text: str, column: str) -> Fraction:
    try:
        return read_rational(text)
    except InputError:
        raise InputError(f"the column '{column}' has {text[:40]!r}, which is not a number; recode or drop it") from None
