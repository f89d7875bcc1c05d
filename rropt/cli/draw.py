"""`rropt draw`: answers drawn with exactly the probabilities of a mechanism."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal

import numpy

from rropt import survey
from rropt.engine.sets import SetMechanism, answers_of
from rropt.errors import InputError, one_line
from rropt.exact.reading import list_near, place_of
from rropt.exact.spelling import counted
from rropt.files import read_text
from rropt.given import MechanismLike
from rropt.markers import Whole
from rropt.mechanism import Mechanism
from rropt.privacy.words import warnings_of_proof
from rropt.show import Block, Col, Fact, Result, Say, Table, Warn
from rropt.survey.answers import Labels, meaning
from rropt.survey.data_file import MOST_NAMED, DataTable, read_table

__all__ = ["Drawn", "draw"]

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
    meanings: Mapping[str, str] | None = None,
    missing: Literal["error", "keep"] = "error",
    seed: int | None = None,
) -> Drawn:
    """Randomize inputs with exactly the stated probabilities. They are given by --input, or in a file.

    Args:
        mechanism: A file, or a spec such as warner:p=3/4.
        input: An input's label or index; repeatable.
        file: Read the inputs from a file, one a line; with --column a CSV or Parquet file.
        column: Randomize this column of the file; the others stay.
        meanings: What cells stand for: "Yes=yes,yes =yes,NA=" (NA is missing).
        missing: What becomes of a missing value in the column: an error, or it is kept empty.
        seed: Reproducible draws, for simulations only: never a person's.

    Returns:
        The answers.
    """
    p = answers_of(mechanism)
    notes, bits, rng = [*filter(None, (p.said,)), *warnings_of_proof(p.pair)], "operating system", None
    if seed is not None:
        if seed < 0:
            raise InputError(f"--seed {seed} must be at least 0")
        rng, bits = numpy.random.default_rng(seed), f"numpy generator seeded {seed}, for simulations only"
        notes.append(f"seeded ({seed}), for simulations only; these draws protect nobody")
    if column is None or file is None:
        lines = input if file is None else read_text(file).removeprefix("\ufeff").splitlines()
        table = DataTable((LINES,), [(x.strip() or None,) for x in lines])
        truths = _truths(p, table.column(LINES), "input" if input else "line")
        if empty := truths.count(None):
            notes.append(f"{counted(empty, 'empty line')} skipped; they have no answers")
        # the output has answers alone
        for note in notes:
            print(f"rropt: {one_line(note)}", file=sys.stderr)
    else:
        table = read_table(file, printed=False)  # not printed: the other columns are written as they are
        if column not in table.names:
            raise InputError(f"the data of {file} have no column '{column}'; {list_near(column, table.names)}")
        truths = _truths(p, table.column(column), "row", meanings)
        if missing == "error" and None in truths:
            raise InputError(
                f"row {truths.index(None) + 2} has no value; fill it, or give --missing keep to leave it empty"
            )
    drawn = map(str, survey.draw(p, [x for x in truths if x is not None], rng=rng))
    answers = [None if x is None else next(drawn) for x in truths]
    place = table.names.index(column or LINES)
    rows = [(*row[:place], x, *row[place + 1 :]) for row, x in zip(table.rows, answers, strict=True) if column or x]
    return Drawn(table.names, rows, column, bits, notes)


def _truths(
    p: Mechanism | SetMechanism, cells: Sequence[Any], where: str, meanings: Mapping[str, str] | None = None
) -> list[str | None]:
    """Return the label of the input that each cell means; None for a missing value.

    `where` says what has a cell: a row below the header of a column, a line, or an option. In a column a cell is a label, elsewhere
    it may also be an index. What is no input is refused: of lines only the first is told, as each is the truth of one person.
    """
    labels, is_column = Labels(p.input_labels), where == "row"
    texts = ["" if cell is None else str(cell) for cell in cells]
    meant = {text: meaning(text, meanings) or "" for text in texts}
    places = {text: labels.place(x) for text, x in meant.items()}
    if not is_column:
        places |= {x: place_of(meant[x], p.inputs, p.k, as_text=True) for x, place in places.items() if place is None}
    strange = [x for x, place in places.items() if place is None and meant[x].strip()]
    if strange:
        start, most = (2, MOST_NAMED) if is_column else (1, 1)
        named = ", ".join(f"{where} {texts.index(x) + start} ({x!r})" for x in strange[:most])
        more = f" and {len(strange) - most} more different texts" if len(strange) > most else ""
        way = f"give their labels, or the indices 0 to {p.k - 1}; of a table name its --file, and the --column to randomize"
        if is_column:
            first = strange[0]
            way = f'say what each stands for, such as --meanings "{first}={p.input_labels[0]}", or "{first}=" for a missing value'
        inputs = ", ".join(p.input_labels[:8])
        raise InputError(f"these are not inputs of the mechanism (inputs: {inputs}): {named}{more}; {way}")
    return [None if (place := places[text]) is None else p.input_labels[place] for text in texts]
