"""`rropt draw`: answers drawn with exactly the probabilities of a mechanism."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy

from rropt import survey
from rropt.cli.together import beliefs_of
from rropt.engine.sets import SetMechanism, answers_of
from rropt.errors import InputError, one_line
from rropt.exact.reading import list_near, place_of
from rropt.exact.spelling import counted
from rropt.files import read_text, require_kept
from rropt.given import MechanismLike
from rropt.markers import Whole
from rropt.mechanism import Mechanism
from rropt.privacy.words import warnings_of_proof
from rropt.show import Block, Col, Fact, Result, Say, Table, Warn
from rropt.survey.answers import Labels, Meanings, meaning
from rropt.survey.data_file import MOST_NAMED, DataTable, read_table

__all__ = ["Drawn", "draw"]

KEEP, REFUSE = "keep", "error"
# where a text stands that is no input, by its number and the text
IN_COLUMN, IN_LINES, BY_OPTION = "row {0} ({1!r})", "line {0} ({1!r})", "--input {1!r}"
LINES = "answer"
"""The name of the column of answers to inputs that stand in no column of a file."""
ONCE = (
    "draw once: answers drawn again for the same people, from the truths or from these answers, cost epsilon again or bias the "
    "estimate."
)


@dataclass(frozen=True, slots=True, repr=False)
class Drawn(Result):
    """Drawn answers, one a line, or a file's rows with answers in the place of the truths in a column; None where there is none.

    `bits` says where the random bits come from.
    """

    schema: ClassVar[str] = "rropt/draw/1"
    names: tuple[str, ...]
    rows: Sequence[Sequence[Any]]
    column: str | None
    bits: str
    notes: Sequence[str]

    def show(self) -> Iterator[Block]:
        """Yield the table, after what a second draw would cost. Without a column words have the answers alone, for programs."""
        yield Fact("bits", "bits", self.bits, shown=False)
        table = Table("answers", [Col(x, x) for x in self.names], self.rows, shown=self.column is not None)
        if self.column is None:
            yield table
            yield from (Say(x, key="", is_wrapped=False) for (x,) in self.rows)
            return
        answers = [row[self.names.index(self.column)] for row in self.rows]
        left = f", {empty} left empty" if (empty := answers.count(None)) else ""
        said = f"{counted(len(answers) - empty, 'answer')} drawn into the column '{self.column}'{left}; {ONCE}"
        yield from map(Warn, (*self.notes, said))
        yield table


def draw(
    mechanism: MechanismLike,
    *,
    input: Sequence[Whole] = (),
    file: Path | None = None,
    column: str | None = None,
    meanings: Meanings = None,
    missing: str = "error",
    seed: int | None = None,
) -> Drawn:
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
    notes, bits, rng = [*filter(None, (p.said,)), *warnings_of_proof(p.pair), *beliefs_of(p)], "operating system", None
    if seed is not None:
        if seed < 0:
            raise InputError(f"--seed {seed} must be at least 0")
        rng, bits = numpy.random.default_rng(seed), f"numpy generator seeded {seed}, for simulations only"
        notes.append(f"seeded ({seed}), for simulations only; these draws protect nobody")
    if column is None or file is None:
        table = DataTable((LINES,), [(x.strip() or None,) for x in input or _lines(p.input_labels, file)])
        truths = _truths(p, table.column(LINES), {}, KEEP, BY_OPTION if input else IN_LINES)
        if empty := truths.count(None):
            notes.append(f"{counted(empty, 'empty line')} skipped; they have no answers")
        # the output has answers alone
        for note in notes:
            print(f"rropt: {one_line(note)}", file=sys.stderr)
    else:
        table = read_table(file, printed=False)  # not printed: the other columns are written as they are
        if column not in table.names:
            raise InputError(f"the data of {file} have no column '{column}'; {list_near(column, table.names)}")
        truths = _truths(p, table.column(column), meanings or {}, missing, IN_COLUMN)
    drawn = map(str, survey.draw(p, [x for x in truths if x is not None], rng=rng))
    answers = [None if x is None else next(drawn) for x in truths]
    place = table.names.index(column or LINES)
    rows = [(*row[:place], x, *row[place + 1 :]) for row, x in zip(table.rows, answers, strict=True) if column or x]
    return Drawn(table.names, rows, column, bits, notes)


def _lines(labels: Sequence[str], file: Path | None) -> Sequence[str]:
    """Read the inputs from the lines of the file or of stdin.

    A table is refused by the names of its columns alone, as its rows are people's truths.
    """
    # stdin may be redirected from the file that -o would overwrite
    if file is None:
        require_kept(Path("/dev/stdin"))
    lines = (read_text(file) if file else sys.stdin.read()).removeprefix("\ufeff").splitlines()
    if not any(map(str.strip, lines)):
        raise InputError(
            "no inputs were given; name one with --input, or list them in --file or on stdin, one per line"
        )
    names = [x.strip().strip('"') for x in re.split("[,;\t]", lines[0])]
    if names[1:] and Labels(labels).place(lines[0]) is None:
        raise InputError(
            f"{file or 'the standard input'} has several columns ({', '.join(names[:8])}); name the one to randomize with "
            "--column, beside --file"
        )
    return lines


def _truths(
    p: Mechanism | SetMechanism, cells: Sequence[Any], meanings: Mapping[str, str], missing: str, where: str
) -> list[str | None]:
    """Return the label of the input that each cell means; None for a missing value that stays missing.

    In a column, below its header, a cell is a label; a line or an option may also be an index.
    """
    if missing not in (KEEP, REFUSE, *p.input_labels):
        raise InputError(
            f"--missing {missing} is none of keep, error and the inputs {', '.join(p.input_labels[:8])}; give one of these"
        )
    labels, found, strange = Labels(p.input_labels), dict[str, str | None](), dict[str, int]()
    texts = ["" if cell is None else str(cell) for cell in cells]
    for row, text in enumerate(texts, start=2 if where == IN_COLUMN else 1):
        if text in found:
            continue
        meant = meaning(text, meanings) or ""
        place = labels.place(meant)
        if place is None and where != IN_COLUMN:
            place = place_of(meant, p.inputs, p.k, as_text=True)
        if not meant.strip():
            if missing == REFUSE:
                raise InputError(
                    f"row {row} has no value; give --missing keep to leave it empty, or --missing LABEL to count it as an input"
                )
            found[text] = None if missing == KEEP else missing
        elif place is None:
            strange.setdefault(text, row)
        else:
            found[text] = p.input_labels[place]
    if strange:
        raise InputError(_unknown(strange, p.input_labels, where))
    return [found[text] for text in texts]


def _unknown(strange: Mapping[str, int], labels: Sequence[str], where: str) -> str:
    """Write the error for texts that are not inputs of the mechanism. `strange` maps each to the first row that has it.

    Of lines only the first is told, as each is the truth of one person.
    """
    first, most = next(iter(strange)), MOST_NAMED if where == IN_COLUMN else 1
    named = ", ".join(where.format(row, text) for text, row in list(strange.items())[:most])
    more = f" and {len(strange) - most} more different texts" if len(strange) > most else ""
    way = f"give their labels, or the indices 0 to {len(labels) - 1}"
    if where == IN_COLUMN:
        way = f'say what each stands for, such as --meanings "{first}={labels[0]}", or "{first}=" for a missing value'
    return f"these are not inputs of the mechanism (inputs: {', '.join(labels[:8])}): {named}{more}; {way}"
