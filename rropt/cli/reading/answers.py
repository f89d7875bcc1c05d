"""A file's column of answers: what its texts stand for, and the rows of what is no answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rropt.cli.reading.data_file import MOST_NAMED, bad_weights_of, lines_of
from rropt.cli.reading.meanings import suggest_map
from rropt.exact.errors import InputError

if TYPE_CHECKING:
    from rropt.survey.tally import Strange

__all__ = ["naming_rows", "with_meanings"]


def with_meanings(data: Any, column: str, pairs: Mapping[str, str]) -> Any:
    """The frame with what the texts of a column stand for; nothing, where that is a missing value. Truth values are the texts
    `true` and `false`."""
    import polars

    kind = data.collect_schema().get(column)
    if kind is None or not (pairs or kind == polars.Boolean):
        return data
    meant = [pairs[text] or None for text in pairs]
    return data.with_columns(polars.col(column).cast(polars.String).replace(list(pairs), meant))


@contextmanager
def naming_rows(file: Path, column: str, weights: str | None) -> Iterator[None]:
    """Whatever answer is no output of the mechanism, or weight no weight, is named with the row where it first stands."""
    from rropt.survey.frames import BadWeights
    from rropt.survey.tally import MISSING, Strange

    try:
        yield
    except Strange as error:
        if set(error.counts) == {MISSING}:
            rows = ", ".join(f"row {n}" for n, _ in lines_of(file, column, [""]))
            raise InputError(*error.args, f"; the first is {rows}" if rows else "") from None
        raise InputError(_strange(error, lines_of(file, column, [x for x in error.counts if x != MISSING]))) from None
    except BadWeights as error:
        found = [f"row {n} ({value!r})" for n, value in bad_weights_of(file, weights or "")]
        raise InputError(*error.args, f"; {', '.join(found)}" if found else "") from None


def _strange(error: Strange, rows: Sequence[tuple[int, str]]) -> str:
    """Answers that are no output: each text with its first row and its number, and what to do about them."""
    from rropt.survey.tally import MISSING

    texts = [text for text in error.counts if text != MISSING]
    blank, number = error.counts.get(MISSING, 0), sum(error.counts.values())
    every = number == 1 or not error.others
    who = f"{'none' if every and number > 1 else number} of {number + error.others} answers"
    said = f"{who} is an output" if every and number > 1 else f"{who} {'is' if number == 1 else 'are'} no output"
    outputs = ", ".join(error.outputs[:8]) + (", …" if len(error.outputs) > 8 else "")
    named = ", ".join(f"row {n} ({text!r}{_times(error.counts.get(text, 1))})" for n, text in rows[:MOST_NAMED])
    more = f" and {len(texts) - MOST_NAMED} more different texts" if len(texts) > MOST_NAMED else ""
    absent = f", {blank} missing" if blank else ""
    way = suggest_map(
        texts, error.outputs, blank=bool(blank), leave="--missing drop", left="are left out", some=error.others > 0
    )
    other = "" if not error.others else ", or leave out what is no output with --other drop"
    return f"{said} of the mechanism (outputs: {outputs}): {named}{more}{absent}; {way}{other}"


def _times(number: int) -> str:
    return "" if number == 1 else f", {number} in all"
