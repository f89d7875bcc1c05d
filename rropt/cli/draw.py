"""`rropt draw`: answers drawn with exactly the probabilities of a mechanism."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy

from rropt import survey
from rropt.cli.together import beliefs_of, proofs_of, tell_beside
from rropt.engine.sets import SetMechanism, answers_of
from rropt.errors import InputError
from rropt.exact.reading import list_near
from rropt.exact.spelling import counted
from rropt.files import read_text, require_kept
from rropt.given import MechanismLike
from rropt.markers import Whole
from rropt.mechanism import Mechanism
from rropt.progress import track
from rropt.show import Block, Col, Fact, Result, Say, Table, Warn
from rropt.survey.answers import Labels, Meanings, meaning
from rropt.survey.data_file import MOST_NAMED, read_table
from rropt.survey.draws import index_of

__all__ = ["Drawn", "DrawnColumn", "draw"]

AT_ONCE = 100_000
KEEP, REFUSE = "keep", "error"


@dataclass(frozen=True, slots=True, repr=False)
class Drawn(Result):
    """Drawn answers, one a line, and where the random bits come from."""

    schema: ClassVar[str] = "rropt/draw/1"
    bits: str
    outputs: tuple[str, ...]

    def show(self) -> Iterator[Block]:
        """Yield the answers alone, as words are read by programs; a CSV has them under a name."""
        yield Table("answers", [Col("answer", "answer")], [(x,) for x in self.outputs], shown=False)
        yield Fact("bits", "bits", self.bits, shown=False)
        yield from (Say(x, key="", is_wrapped=False) for x in self.outputs)


@dataclass(frozen=True, slots=True, repr=False)
class DrawnColumn(Result):
    """A table in which a column of truths is replaced by answers; None stands for a missing one."""

    schema: ClassVar[str] = "rropt/drawn-column/1"
    column: str
    names: tuple[str, ...]
    rows: Sequence[Sequence[Any]]
    notes: Sequence[str]

    def show(self) -> Iterator[Block]:
        """Yield what a second draw would cost, and the table."""
        yield from map(Warn, self.notes)
        place = self.names.index(self.column)
        drawn = sum(row[place] is not None for row in self.rows)
        empty = len(self.rows) - drawn
        left = f", {empty} left empty" if empty else ""
        yield Warn(
            f"{counted(drawn, 'answer')} drawn into the column '{self.column}'{left}; draw once: answers drawn again for the same "
            "people, from the truths or from these answers, cost epsilon again or bias the estimate."
        )
        yield Table("rows", tuple(Col(x, x) for x in self.names), self.rows)


def draw(
    mechanism: MechanismLike,
    *,
    input: Sequence[Whole] = (),
    file: Path | None = None,
    column: str | None = None,
    meanings: Meanings = None,
    missing: str = "error",
    seed: int | None = None,
) -> Result:
    """Randomize inputs with exactly the stated probabilities. Without --input or --file they are read from stdin, one a line.

    Args:
        mechanism: A file, or a spec such as warner:p=3/4.
        input: An input's label or index; repeatable.
        file: Read the inputs from a file, one a line; with --column a CSV or Parquet file.
        column: Randomize this column of the file; the others stay.
        meanings: What cells stand for: "Yes=yes,yes =yes,NA=" (NA is missing).
        missing: A missing value: error, keep (left empty), or an input's label.
        seed: Reproducible draws, for simulations only: never a person's.

    Returns:
        The answers.
    """
    p = answers_of(mechanism)
    rng, told = None, [*filter(None, (p.said,)), *proofs_of(p), *beliefs_of(p)]
    if seed is not None:
        if seed < 0:
            raise InputError(f"--seed {seed} must be at least 0")
        rng = numpy.random.default_rng(seed)
        told.append(f"seeded ({seed}), for simulations only; these draws protect nobody")
    if column is not None:
        if file is None or input:
            raise InputError(
                f"--column {column} gives each row of a file one answer; name the file with --file, and drop --input"
            )
        names, rows = randomize_column(p, file, column, meanings or {}, missing, rng)
        return DrawnColumn(column, names, rows, told)
    if meanings is not None or missing != "error":
        raise InputError("--meanings and --missing are about a file's column; name it with --column")
    given = _read(p, input, file)
    # the output has answers alone
    for line in told:
        tell_beside(line)
    drawn = survey.draw(p, given, rng=rng)
    bits = "operating system" if seed is None else f"numpy generator seeded {seed}, for simulations only"
    return Drawn(bits, tuple(str(x) for x in drawn))


def _read(p: Mechanism | SetMechanism, given: Sequence[str], file: Path | None) -> list[str]:
    """Read the labels of the inputs from the options, the file or stdin."""
    if given and file:
        raise InputError(f"--input {given[0]} and --file {file} both name inputs; give one of them")
    if given:
        return [_label(p, text, "--input") for text in given]
    if not file and sys.stdin is None:
        raise InputError("the standard input is closed; name an input with --input, or give a file with --file")
    # stdin may be redirected from the file that -o would overwrite
    if not file:
        require_kept(Path("/dev/stdin"))
    lines = (read_text(file) if file else sys.stdin.read()).removeprefix("\ufeff").splitlines()
    _refuse_table(file, lines, p.input_labels)
    found = [_label(p, line.strip(), f"line {i}") for i, line in enumerate(lines, start=1) if line.strip()]
    if empty := sum(not line.strip() for line in lines):
        tell_beside(f"{empty} empty line{'s' * (empty > 1)} skipped; they have no answers")
    if not found:
        raise InputError(
            "no inputs were given; name one with --input, or list them in --file or on stdin, one per line"
        )
    return found


def _refuse_table(file: Path | None, lines: list[str], labels: Sequence[str]) -> None:
    """Refuse a file whose first line contains a separator and is no label of an input, and ask for its column."""
    first = lines[0] if lines else ""
    separator = next((x for x in ",;\t" if x in first), None)
    if file is not None and separator is not None and first not in labels:
        names = [name.strip().strip('"') for name in first.split(separator)]
        raise InputError(
            f"{file} has several columns ({', '.join(names[:8])}); name the one to randomize with --column"
        )


def _label(p: Mechanism | SetMechanism, text: str, place: str) -> str:
    """Return the label of the input that a text means: its label, else its index. An error says where the text stands."""
    is_label = text in p.input_labels
    try:
        return str(
            p.input_labels[index_of(p, int(text) if not is_label and text.isdecimal() and len(text) < 10 else text)]
        )
    except InputError as error:
        near = next((x for x in p.input_labels if x.casefold() == text.casefold()), None)
        raise InputError(f"{place}: {error}", "" if near is None else f"; did you mean {near!r}?") from None


# a column of a file


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
        yield from (x if isinstance(x, str) else p.output_labels[x] for x in survey.draw(p, part, rng=rng))  # type: ignore[union-attr]


def _places(
    p: Mechanism | SetMechanism, texts: Sequence[str | None], mapping: Mapping[str, str], missing: str
) -> list[str | None]:
    """Return the label of each row's input; None for a missing value that stays missing."""
    labels, filled = Labels(p.input_labels), _missing(missing, p.input_labels)
    means = {text: meaning(text or "", mapping) or "" for text in dict.fromkeys(texts)}
    rows = {text: row for row, text in reversed([*enumerate(texts, start=2)])}  # the header is line 1
    lacking = [text for text, meant in means.items() if not meant.strip()]
    strange = {
        str(text): rows[text] for text, meant in means.items() if text not in lacking and labels.place(meant) is None
    }
    if strange:
        raise InputError(_unknown(strange, p.input_labels))
    if lacking and missing == REFUSE:
        raise InputError(
            f"row {rows[lacking[0]]} has no value; give --missing keep to leave it empty, or --missing LABEL to count it as an "
            "input"
        )
    known = {text: filled if text in lacking else labels.name(meant) for text, meant in means.items()}
    return [known[text] for text in texts]


def _unknown(strange: Mapping[str, int], labels: Sequence[str]) -> str:
    """Write the error for texts in the column that are not inputs of the mechanism.

    `strange` maps each such text to the first row that has it, and the error names some of them with their rows. It also says what
    to do.
    """
    named = ", ".join(f"row {row} ({text!r})" for text, row in list(strange.items())[:MOST_NAMED])
    more = f" and {len(strange) - MOST_NAMED} more different texts" if len(strange) > MOST_NAMED else ""
    first = next(iter(strange))
    way = f'say what each stands for, such as --meanings "{first}={labels[0]}", or "{first}=" for a missing value'
    return f"these are not inputs of the mechanism (inputs: {', '.join(labels[:8])}): {named}{more}; {way}"


def _missing(missing: str, labels: Sequence[str]) -> str | None:
    if missing in (KEEP, REFUSE):
        return None
    if missing not in labels:
        raise InputError(
            f"--missing {missing} is none of keep, error and the inputs {', '.join(labels[:8])}; give one of these"
        )
    return missing
