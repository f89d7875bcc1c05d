"""Read a file's column of answers: translate its texts by a map, and name the rows whose text is not an answer."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rropt.cli.reading.data_file import MOST_NAMED, bad_numbers_of, lines_of, reading, rows_without, scan
from rropt.cli.reading.meanings import suggest_map
from rropt.exact.errors import InputError

if TYPE_CHECKING:
    from rropt.survey.tally import Strange

__all__ = ["naming_rows", "warn_of_counts", "with_meanings"]

MOST_ROWS = 1000
"""A file with more rows is not suspected to be a table of counts."""
NAMES_OF_COUNTS = ("count", "counts", "n", "freq", "frequency", "number", "total", "people", "respondents", "answers")


def with_meanings(data: Any, column: str, pairs: Mapping[str, str]) -> Any:
    """Translate the texts of a column by the map `pairs`; a text mapped to an empty text becomes null. Cells of a Boolean column
    are read as the texts `true` and `false`.
    """
    import polars

    kind = data.collect_schema().get(column)
    if kind is None or not (pairs or kind == polars.Boolean):
        return data
    meant = [pairs[text] or None for text in pairs]
    return data.with_columns(polars.col(column).cast(polars.String).str.normalize("NFC").replace(list(pairs), meant))


def warn_of_counts(file: Path, column: str, used: Sequence[str], *, named: bool = False) -> list[str]:
    """Warn of a column that seems to hold numbers of respondents, although each row is taken as one respondent.

    A column seems to hold such numbers if three conditions are met. Each row has a whole number of at least 0. The sum of the
    numbers exceeds the number of rows. No two rows have the same answer and group. If the column has a usual name for counts, the
    last condition is weaker: no two rows may agree in all other columns.

    If `named` is true, only columns with a usual name for counts are examined. This suits files in which covariates may be whole
    numbers too. A file with more than MOST_ROWS rows gets no warning.
    """
    import polars

    with reading(file):
        frame = scan(file).head(MOST_ROWS + 1).collect()
    if not 0 < frame.height <= MOST_ROWS:
        return []
    for name in frame.columns:
        if named and name.strip().casefold() not in NAMES_OF_COUNTS:
            continue
        if not (frame[name].dtype == polars.String or frame[name].dtype.is_numeric()):
            continue
        # a column named like counts needs only rows that differ in any other column
        others = (
            [x for x in frame.columns if x != name]
            if name.strip().casefold() in NAMES_OF_COUNTS
            else list({column, *used})
        )
        values = frame[name].cast(polars.String).str.strip_chars().cast(polars.Float64, strict=False)
        if name in (column, *used) or values.has_nulls() or frame.select(others).is_duplicated().any():
            continue
        if (values >= 0).all() and (values % 1 == 0).all() and float(values.sum()) > frame.height:
            each = f"each of the {frame.height} rows is" if frame.height > 1 else "the only row is"
            return [
                f"WARNING: {each} taken as one respondent, but the column '{name}' looks like counts; if it says how many gave "
                f"each answer, add --counts {name}."
            ]
    return []


@contextmanager
def naming_rows(
    file: Path, column: str, weights: str | None, counts: str | None = None, *, can_drop: bool = True
) -> Iterator[None]:
    """Add row numbers to an error that the block under `with` raises.

    The error is about a wrong answer, weight, count or unit. The numbers are those of the first rows with a wrong value. `can_drop`
    says whether the command has the option `--other drop`, which the error may then suggest.
    """
    from rropt.survey.frames import BadCounts, BadWeights, LacksUnit
    from rropt.survey.tally import MISSING, Strange

    try:
        yield
    except Strange as error:
        if set(error.counts) == {MISSING}:
            rows = ", ".join(f"row {n}" for n, _ in lines_of(file, column, [""]))
            raise InputError(*error.args, f"; the first is {rows}" if rows else "") from None
        rows_of_texts = lines_of(file, column, [x for x in error.counts if x != MISSING])
        raise InputError(_strange(error, rows_of_texts, can_drop=can_drop)) from None
    except LacksUnit as error:
        lacking = rows_without(file, error.column)
        blank = sum(is_blank for _, is_blank in lacking)
        named = ", ".join(f"row {n}{' (blank)' * is_blank}" for n, is_blank in lacking[:MOST_NAMED])
        more = f" and {len(lacking) - MOST_NAMED} more" if len(lacking) > MOST_NAMED else ""
        delete = "; blank lines hold no answer: delete them" if blank else ""
        raise InputError(*error.args, f": {named}{more}{delete}" if named else "") from None
    except (BadWeights, BadCounts) as error:
        whole = isinstance(error, BadCounts)
        bad = bad_numbers_of(file, (counts if whole else weights) or "", whole=whole)
        found = [f"row {n} ({value!r})" for n, value in bad]
        raise InputError(*error.args, f"; {', '.join(found)}" if found else "") from None


def _strange(error: Strange, rows: Sequence[tuple[int, str]], *, can_drop: bool) -> str:
    """Describe the answers that are not outputs of the mechanism: the first row and the number of each, and what to do."""
    from rropt.survey.tally import MISSING, composed

    times = {composed(text): number for text, number in error.counts.items()}
    first = {text: n for n, text in rows}
    texts = sorted((x for x in error.counts if x != MISSING), key=lambda x: first.get(composed(x), math.inf))
    blank, number = error.counts.get(MISSING, 0), sum(error.counts.values())
    every = number == 1 or not error.others
    who = f"{'none' if every and number > 1 else number} of {number + error.others} answers"
    said = f"{who} is an output" if every and number > 1 else f"{who} {'is' if number == 1 else 'are'} no output"
    outputs = ", ".join(error.outputs[:8]) + (", …" if len(error.outputs) > 8 else "")
    named = ", ".join(f"row {n} ({text!r}{_times(times.get(text, 1))})" for n, text in rows[:MOST_NAMED])
    more = f" and {len(texts) - MOST_NAMED} more different texts" if len(texts) > MOST_NAMED else ""
    absent = f", {blank} missing" if blank else ""
    way = suggest_map(
        texts, error.outputs, blank=bool(blank), leave="--missing drop", left="are left out", some=error.others > 0
    )
    other = "" if not (error.others and can_drop) else ", or leave out what is no output with --other drop"
    return f"{said} of the mechanism (outputs: {outputs}): {named}{more}{absent}; {way}{other}"


def _times(number: int) -> str:
    return "" if number == 1 else f", {number} in all"
