"""Randomizes one column of a CSV or Parquet file. The other columns and the file's format stay as they are."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from rropt.cli.reading.data_file import MOST_NAMED, is_parquet, reading, scan, separator_of
from rropt.cli.reading.meanings import suggest_map
from rropt.cli.terminal.common import is_directory
from rropt.cli.terminal.progress import Progress
from rropt.exact.errors import InputError
from rropt.files import write_whole
from rropt.surface.screen import wrap
from rropt.survey.draws import draw
from rropt.survey.tally import composed, label_of

if TYPE_CHECKING:
    from rropt.mechanism import Mechanism

__all__ = ["randomize_column"]

AT_ONCE = 100_000
KEEP, REFUSE = "keep", "error"


def randomize_column(
    p: Mechanism,
    file: Path,
    column: str,
    output: Path | None,
    *,
    mapping: Mapping[str, str],
    missing: str,
    named: str | None = None,
    rng: Any,
) -> str | None:
    """Replace the true values in a column by randomized answers, and rename the column if `named` is given.

    Write the new table to the file `output`. If `output` is None, return the text of the CSV.
    """
    _require_format(file, output)
    frame = _read(file, column)
    if named is not None and named != column and named in frame.columns:
        raise InputError(f"{file} has a column '{named}' already; give another name with --as")
    with reading(file):
        texts: list[str | None] = frame[column].cast(_polars().String).to_list()
    places = _places(p, texts, mapping, missing)
    answers: list[str | None] = []
    with Progress("randomizing", len(texts)) as progress:
        for start in range(0, len(texts), AT_ONCE):
            some = places[start : start + AT_ONCE]
            drawn = iter(draw(p, [label for label in some if label is not None], rng=rng))
            for label in some:
                one = None if label is None else next(drawn)
                answers.append(None if one is None else one if isinstance(one, str) else p.output_labels[one])
            progress.reached(len(answers))
    done = frame.with_columns(_polars().Series(column, answers, dtype=_polars().String)).rename(
        {column: named or column}
    )
    _say_drawn(answers, named or column, output)
    if output is None:
        return str(done.write_csv(separator=separator_of(file)))
    whole = io.BytesIO()
    if is_parquet(file):
        done.write_parquet(whole)
    else:
        done.write_csv(whole, separator=separator_of(file))
    write_whole(output, whole.getvalue())
    return None


def _say_drawn(answers: Sequence[str | None], column: str, output: Path | None) -> None:
    """Say how many answers were drawn.

    Warn also that another draw for the same people costs epsilon again, or biases the estimate.
    """
    from rropt.exact.spelling import counted

    empty = sum(x is None for x in answers)
    left = f", {empty} left empty" if empty else ""
    typer.echo(
        wrap(
            f"rropt: {counted(len(answers) - empty, 'answer')} drawn into the column '{column}'{left}; draw "
            "once: answers drawn again for the same people, from the truths or from these answers, cost epsilon again or bias the "
            "estimate"
        ),
        err=True,
    )
    if output is not None and output.is_file():
        typer.echo(
            wrap(
                f"rropt: {output} held a file, which is overwritten; whoever has seen answers of the same people in it knows as "
                "much as from two answers of each, which cost twice epsilon"
            ),
            err=True,
        )


def _polars() -> Any:
    import polars

    return polars


def _require_format(file: Path, output: Path | None) -> None:
    if output is None:
        if is_parquet(file):
            raise InputError(
                f"{file} is Parquet, which cannot be shown on the screen; name the new file with -o OUT.parquet"
            )
        return
    if is_directory(output):
        raise InputError(f"{output} is a directory; name a file with -o")
    if is_parquet(file) != is_parquet(output):
        kind = ".parquet" if is_parquet(file) else ".csv"
        raise InputError(f"the new file {output} keeps the format of {file}; name it {output.with_suffix(kind).name}")


def _read(file: Path, column: str) -> Any:
    from rropt.exact.reading import list_near

    with reading(file):
        frame = scan(file, printed=False).collect()  # not printed: the other columns are written as they are
    if column not in frame.columns:
        raise InputError(f"the data of {file} have no column '{column}'; {list_near(column, frame.columns)}")
    return frame


def _places(p: Mechanism, texts: Sequence[str | None], mapping: Mapping[str, str], missing: str) -> list[str | None]:
    """Return the label of each row's input; None for a missing value that stays missing."""
    labels = frozenset(p.input_labels)
    known: dict[str | None, str | None] = {}
    found: list[str | None] = []
    strange: dict[str, int] = {}
    for row, text in enumerate(texts, start=2):  # the header is line 1
        if text not in known:
            meant = _meant(text, mapping, p.input_labels)
            if meant is None:
                known[text] = _missing(missing, p.input_labels)
            elif meant in labels:
                known[text] = meant
            else:
                strange.setdefault("" if text is None else text, row)
                continue
        # such a row is refused after the loop
        elif known[text] is None and missing == REFUSE:
            continue
        found.append(known[text])
    if not strange and missing == REFUSE and any(x is None for x in known.values()):
        row = next(n for n, text in enumerate(texts, start=2) if known[text] is None)
        raise InputError(
            f"row {row} has no value; give --missing keep to leave it empty, or --missing LABEL to count it as an input"
        )
    if strange:
        also = missing == REFUSE and any(text is None or not text.strip() for text in texts)
        raise InputError(_unknown(strange, p.input_labels, blank=also))
    return found


def _unknown(strange: Mapping[str, int], labels: Sequence[str], *, blank: bool) -> str:
    """Write the error for texts in the column that are not inputs of the mechanism.

    `strange` maps each such text to the first row that has it, and the error names some of them with their rows. It also says what
    to do. `blank` says whether there are missing values too.
    """
    named = ", ".join(f"row {row} ({text!r})" for text, row in list(strange.items())[:MOST_NAMED])
    more = f" and {len(strange) - MOST_NAMED} more different texts" if len(strange) > MOST_NAMED else ""
    way = suggest_map(strange, labels, blank=blank, leave="--missing keep", left="stay empty")
    return f"these are not inputs of the mechanism (inputs: {', '.join(labels[:8])}): {named}{more}; {way}"


def _meant(text: str | None, mapping: Mapping[str, str], labels: Sequence[str]) -> str | None:
    """Translate a cell into the label of an input. None if the value is missing.

    If the map names the cell's text, its replacement takes the place of the text. The value is missing if the text is then empty or
    blank. A text that is no label is returned as it is.
    """
    if text is not None and composed(text) in mapping:
        text = mapping[composed(text)] or None
    if text is None or not text.strip():
        return None
    return label_of(text, labels)


def _missing(missing: str, labels: Sequence[str]) -> str | None:
    if missing in (KEEP, REFUSE):
        return None
    if missing not in labels:
        raise InputError(
            f"--missing {missing} is none of keep, error and the inputs {', '.join(labels[:8])}; give one of these"
        )
    return missing
