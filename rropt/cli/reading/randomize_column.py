"""Randomizes one column of a CSV or Parquet file. The other columns stay as they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from unicodedata import normalize

from rropt.engine.sets import SetMechanism
from rropt.errors import InputError
from rropt.exact.reading import list_near
from rropt.mechanism import Mechanism
from rropt.progress import track
from rropt.survey.answers import Labels
from rropt.survey.data_file import MOST_NAMED, read_table
from rropt.survey.draws import draw

__all__ = ["randomize_column"]

AT_ONCE = 100_000
KEEP, REFUSE = "keep", "error"


def randomize_column(
    p: Mechanism | SetMechanism,
    file: Path,
    column: str,
    mapping: Mapping[str, str],
    missing: str,
    rng: Any,
) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
    """Replace the true values in a column by randomized answers; return the names of all columns, and the rows.

    A missing value that stays missing is None.
    """
    table = read_table(file, printed=False)  # not printed: the other columns are written as they are
    if column not in table.names:
        raise InputError(f"the data of {file} have no column '{column}'; {list_near(column, table.names)}")
    texts = [None if cell is None else str(cell) for cell in table.column(column)]
    places = _places(p, texts, mapping, missing)
    drawn = iter(_drawn(p, [label for label in places if label is not None], rng))
    place = table.names.index(column)
    rows = [
        (*row[:place], None if label is None else next(drawn), *row[place + 1 :])
        for row, label in zip(table.rows, places, strict=True)
    ]
    return table.names, rows


def _drawn(p: Mechanism | SetMechanism, labels: Sequence[str], rng: Any) -> Iterator[str]:
    """Draw an answer for each label, and show how far the work is."""
    parts = [labels[start : start + AT_ONCE] for start in range(0, len(labels), AT_ONCE)]
    for part in track(parts, "randomizing"):
        yield from (x if isinstance(x, str) else p.output_labels[x] for x in draw(p, part, rng=rng))  # type: ignore[union-attr]


def _places(
    p: Mechanism | SetMechanism, texts: Sequence[str | None], mapping: Mapping[str, str], missing: str
) -> list[str | None]:
    """Return the label of each row's input; None for a missing value that stays missing."""
    known: dict[str | None, str | None] = {}
    found: list[str | None] = []
    strange: dict[str, int] = {}
    labels = Labels(p.input_labels)
    for row, text in enumerate(texts, start=2):  # the header is line 1
        if text not in known:
            meant = _meant(text, mapping)
            if meant is None:
                known[text] = _missing(missing, p.input_labels)
            elif (place := labels.place(meant)) is not None:
                known[text] = p.input_labels[place]
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
        raise InputError(_unknown(strange, p.input_labels))
    return found


def _unknown(strange: Mapping[str, int], labels: Sequence[str]) -> str:
    """Write the error for texts in the column that are not inputs of the mechanism.

    `strange` maps each such text to the first row that has it, and the error names some of them with their rows. It also says what
    to do.
    """
    named = ", ".join(f"row {row} ({text!r})" for text, row in list(strange.items())[:MOST_NAMED])
    more = f" and {len(strange) - MOST_NAMED} more different texts" if len(strange) > MOST_NAMED else ""
    first = next(iter(strange))
    way = f'say what each stands for, such as --map "{first}={labels[0]}", or "{first}=" for a missing value'
    return f"these are not inputs of the mechanism (inputs: {', '.join(labels[:8])}): {named}{more}; {way}"


def _meant(text: str | None, mapping: Mapping[str, str]) -> str | None:
    """Translate a cell by the map; None if the value is missing."""
    meant = text if text is None else mapping.get(normalize("NFC", text), text)
    return meant if meant and meant.strip() else None


def _missing(missing: str, labels: Sequence[str]) -> str | None:
    if missing in (KEEP, REFUSE):
        return None
    if missing not in labels:
        raise InputError(
            f"--missing {missing} is none of keep, error and the inputs {', '.join(labels[:8])}; give one of these"
        )
    return missing
