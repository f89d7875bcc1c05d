"""The exact answer of a numeric query about a file, and its sensitivity: the confidential half of a release."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from rropt.cli.common import fields, numbers
from rropt.exact.counted import counted
from rropt.exact.errors import InputError
from rropt.exact.reading import read_rational
from rropt.noise.sensitivity import (
    Neighbours,
    Sensitivity,
    bounded_mean,
    bounded_sum,
    count,
    fraction,
    histogram,
)

__all__ = ["Asked", "ask", "known_sensitivity", "read_grid"]


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked: names of the coordinates, their confidential exact values, the query's sensitivity, and the
    ranges that the values of the columns were clamped to."""

    names: tuple[str, ...]
    values: tuple[Fraction, ...]
    sensitivity: Sensitivity
    ranges: tuple[tuple[str, Fraction, Fraction], ...] = ()


def ask(
    file: Path,
    query: str,
    columns: Sequence[str],
    neighbours: Neighbours,
    *,
    equals: str,
    categories: str | None,
    ranges: tuple[str | None, str | None],
    at_least: int | None,
) -> Asked:
    """The query's exact values from the distinct texts of each column and how often they occur."""
    boxes = _ranges(_stated(query, *ranges), columns)
    tallies = [_tally(file, name) for name in columns]
    if query in ("sum", "mean"):
        return _average(query, columns, tallies, neighbours, boxes, at_least)
    if len(columns) != 1:
        raise InputError(f"the query {query} takes one column, not {len(columns)}; sum and mean take several")
    tally, name = tallies[0], columns[0]
    hits = Fraction(tally.get(equals, 0))
    if query == "count":
        return Asked((f"count of {name} = {equals}",), (hits,), count(neighbours))
    if query == "fraction":
        n = sum(tally.values())
        known = _known(n, neighbours, at_least)
        return Asked((f"fraction of {name} = {equals}",), (hits / n,), fraction(known, neighbours))
    if query != "histogram":
        raise InputError(f"the query '{query}' is none of count, fraction, histogram, sum, mean; give one of these")
    if categories is None:
        raise InputError("a histogram's cells must be public; name them with --categories a,b,c")
    cells = fields(categories, "--categories")
    values = tuple(Fraction(tally.get(cell, 0)) for cell in cells)
    return Asked(tuple(f"count of {name} = {c}" for c in cells), values, histogram(len(cells), neighbours))


def _stated(query: str, lower: str | None, upper: str | None) -> tuple[str, str]:
    """Both ends of the range, which is public and never guessed: values outside it are clamped."""
    given = {"--lower": lower, "--upper": upper}
    if query not in ("sum", "mean"):
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


def known_sensitivity(
    query: str, neighbours: Neighbours, people: int | None, cells: int, ranges: tuple[str, str], width: int
) -> Sensitivity:
    """The sensitivity of a query about no file in particular."""
    if query == "count":
        return count(neighbours)
    if query == "histogram":
        return histogram(cells, neighbours)
    boxes = _ranges(ranges, [""] * width)
    if query == "sum":
        return bounded_sum(boxes, neighbours)
    if query not in ("fraction", "mean"):
        raise InputError(f"the query '{query}' is none of count, fraction, histogram, sum, mean; give one of these")
    if people is None:
        raise InputError(f"the sensitivity of a {query} depends on the number of people; give --people")
    return fraction(people, neighbours) if query == "fraction" else bounded_mean(people, boxes, neighbours)


def _tally(file: Path, column: str) -> Mapping[str, int]:
    import polars

    from rropt.cli.data_file import reading, scan

    frame = scan(file)
    names = frame.collect_schema().names()
    if column not in names:
        raise InputError(f"there is no column '{column}' in {file}; the columns are {', '.join(names[:12])}")
    text = polars.col(column).cast(polars.String).alias("value")
    with reading(file):
        table: Any = frame.select(text).group_by("value").len().collect(engine="streaming")
    found = dict(zip(table["value"].to_list(), table["len"].to_list(), strict=True))
    if found.get(None):
        raise InputError(f"the column '{column}' has {found[None]} missing values; drop or fill these rows first")
    if not found:
        raise InputError(f"{file} has no rows")
    return found


def _known(n: int, neighbours: Neighbours, at_least: int | None) -> int:
    """The public n: the number of people itself where it is public, else the stated lower bound."""
    if neighbours == "replace":
        return n
    if at_least is None:
        raise InputError("with add-remove neighbours n is confidential; give a public lower bound with --at-least")
    if n < at_least:
        raise InputError(f"there are fewer than the {at_least} people that --at-least promises")
    return at_least


def _ranges(ranges: tuple[str, str], columns: Sequence[str]) -> list[tuple[Fraction, Fraction]]:
    lower, upper = (numbers(x, option) for x, option in zip(ranges, ("--lower", "--upper"), strict=True))
    for name, given in (("--lower", lower), ("--upper", upper)):
        if len(given) not in (1, len(columns)):
            raise InputError(
                f"{name} has {counted(len(given), 'number')} for {counted(len(columns), 'column')}; give one or one for each"
            )
    found = [(lower[i % len(lower)], upper[i % len(upper)]) for i in range(len(columns))]
    for low, high in found:
        if not low < high:
            raise InputError(f"the range from {low} to {high} is empty; give --lower below --upper")
    return found


def read_grid(text: str | None, asked: Asked) -> Fraction | tuple[Fraction, ...] | None:
    """--grid: one number for columns of one range, or one for each column."""
    if text is None:
        return None
    grids = tuple(numbers(text, "--grid"))
    if len(grids) == 1 and len(set(asked.sensitivity.coordinates)) == 1:
        return grids[0]
    if len(grids) != len(asked.names):
        raise InputError(
            f"--grid {text} has {counted(len(grids), 'number')} for {counted(len(asked.names), 'column')}; "
            "give one for each, or drop --grid: each column then has noise in proportion to its range"
        )
    return grids


def _value(text: str, column: str) -> Fraction:
    try:
        return read_rational(text)
    except InputError:
        raise InputError(f"the column '{column}' has {text[:40]!r}, which is no number; recode or drop it") from None


def _average(
    query: str,
    columns: Sequence[str],
    tallies: Sequence[Mapping[str, int]],
    neighbours: Neighbours,
    ranges: list[tuple[Fraction, Fraction]],
    at_least: int | None,
) -> Asked:
    """Clamped sums or means; how many values were clamped is confidential and not told."""
    n = sum(tallies[0].values())
    sums = [
        sum((people * min(max(_value(text, name), low), high) for text, people in tally.items()), Fraction(0))
        for name, tally, (low, high) in zip(columns, tallies, ranges, strict=True)
    ]
    names = tuple(f"{query} of {name}" for name in columns)
    used = tuple((name, low, high) for name, (low, high) in zip(columns, ranges, strict=True))
    if query == "sum":
        return Asked(names, tuple(sums), bounded_sum(ranges, neighbours), used)
    known = _known(n, neighbours, at_least)
    return Asked(names, tuple(x / n for x in sums), bounded_mean(known, ranges, neighbours), used)
