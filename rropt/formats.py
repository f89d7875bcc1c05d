"""A mechanism as a terminal's table, LaTeX, CSV, JSON and a matrix of sympy; CSV and JSON are read back here, too.

A table has the heading `Pr(output | input)`, and one column for each of up to ten inputs. CSV and JSON write a fixed t as its
value, such as e^(1/2) or 2^(1/3), so that nothing else is needed to read their entries.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from rropt.exact.conversion import latex_of, sympy_of
from rropt.exact.decimal import EXACT, decimal, write_few_digits
from rropt.exact.element import Element, Number, generator, is_free
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import Either, InputError
from rropt.exact.fields import DELTA, Free, Radical
from rropt.exact.matrix import Matrix, common_field
from rropt.exact.reading import drop_number_labels
from rropt.exact.spelling import counted, show
from rropt.files import csv_cells, is_labelled, read_json, reads_as_number
from rropt.surface.screen import fit_table

if TYPE_CHECKING:
    import sympy

__all__ = [
    "cell",
    "csv_cells",
    "decimal_or_none",
    "digest",
    "drop_number_labels",
    "entries_of_csv",
    "entries_of_json",
    "grid",
    "heading",
    "is_labelled",
    "is_rounded",
    "to_csv",
    "to_dict",
    "to_json",
    "to_latex",
    "to_sympy",
    "to_text",
]

SCHEMA = "rropt/mechanism/1"
MOST_BYTES = 1 << 26
MOST_SHOWN = 10
WIDEST = 30


class Labelled(Protocol):
    """A matrix with the labels of its inputs and outputs, such as a mechanism."""

    @property
    def rows(self) -> Matrix: ...
    @property
    def k(self) -> int: ...
    @property
    def m(self) -> int: ...
    @property
    def inputs(self) -> tuple[str, ...] | None: ...
    @property
    def outputs(self) -> tuple[str, ...] | None: ...
    @property
    def input_labels(self) -> tuple[str, ...]: ...
    @property
    def output_labels(self) -> tuple[str, ...]: ...
    @property
    def said(self) -> str: ...


def _field_line(p: Labelled) -> str:
    field = common_field(p.rows)
    return "" if field is None else f", {field}"


def cell(x: Number) -> str:
    """Write one entry for a reader: `exact ≈ decimal`, or only `≈ decimal` if the exact form is long.

    Only the exact form is written for a whole number and for a function of a free t (a t that ranges over an interval). If the
    context variable `EXACT` is False, only the decimal is written for every other entry, without the sign ≈.
    """
    exact = _exact_cell(x)
    if _has_no_decimal(x):
        return exact
    if not EXACT.get():
        return decimal(x)
    return f"≈ {decimal(x)}" if is_rounded(x) else f"{exact} ≈ {decimal(x)}"


def is_rounded(x: Number) -> bool:
    """Whether the exact form of an entry is too long for its cell, which then shows a decimal alone."""
    return not _has_no_decimal(x) and len(_exact_cell(x)) > WIDEST


def _exact_cell(x: Number) -> str:
    return show(x, symbol="t") if isinstance(x, Element) and not isinstance(x.field, Radical | Free) else show(x)


def _has_no_decimal(x: Number) -> bool:
    """Whether an entry is shown without a decimal: it is a whole number, or a function of a free t."""
    return isinstance(x.field, Free) if isinstance(x, Element) else x.denominator == 1


def grid(p: Labelled) -> list[list[str]]:
    """Return the table's cells: a header of inputs, then one row per output; long tables are cut with an ellipsis."""
    js, ls = range(min(p.k, MOST_SHOWN)), range(min(p.m, 2 * MOST_SHOWN))
    table = [["output \\ input", *(p.input_labels[j] for j in js)]]
    with write_few_digits():
        table += [[p.output_labels[i], *(cell(p.rows[i][j]) for j in js)] for i in ls]
    if p.k > MOST_SHOWN:
        table = [[*row, "…"] for row in table]
    return table + ([["…"] * len(table[0])] if p.m > 2 * MOST_SHOWN else [])


def heading(p: Labelled) -> str:
    """Write the heading of the table: title, numbers of inputs and outputs, and what t is if entries contain it."""
    return f"Pr(output | input), {counted(p.k, 'input')}, {counted(p.m, 'output')}{_field_line(p)}"


def to_text(p: Labelled) -> str:
    """Write the table for a terminal."""
    table = grid(p)
    return "\n".join([heading(p), fit_table(table[0], table[1:])] + ([p.said] if p.said else []))


def to_latex(p: Labelled) -> str:
    """Write a `pmatrix` with one row per output."""
    body = r" \\ ".join(" & ".join(latex_of(x) for x in row) for row in p.rows)
    return rf"\begin{{pmatrix}} {body} \end{{pmatrix}}"


def to_sympy(p: Labelled, t: object = None) -> sympy.Matrix:
    """Return the exact matrix in sympy; `t` replaces a free t."""
    import sympy

    return sympy.Matrix(p.m, p.k, [sympy_of(x, t) for row in p.rows for x in row])


def decimal_or_none(x: Number) -> str | None:
    """Write a number as a decimal rounded to nearest; None for a function of a free t."""
    return None if is_free(x) else decimal(x, digits=17)


def _range(p: Labelled) -> dict[str, str]:
    """Return a dictionary with the interval of a free epsilon or delta as text, such as {"epsilon": "1/2..1"}.

    It is empty if neither is free, or if the interval is all epsilon > 0.
    """
    field = common_field(p.rows)
    if not isinstance(field, Free) or field == Free():
        return {}
    if field.is_delta:
        return {DELTA: f"{show(field.lower)}..{show(field.upper)}"}
    return {"epsilon": str(Epsilon(generator(field)))}


def to_dict(p: Labelled) -> dict[str, Any]:
    """Return a plain dictionary of strings: labels, exact entries, and entries as decimals rounded to nearest.

    If t = e^epsilon or delta is free, the decimal of an entry that contains it is None. The key `epsilon` or `delta` then holds the
    interval in which it lies. The key is left out if the interval is all epsilon > 0.
    """
    return {
        "schema": SCHEMA,
        **_range(p),
        "inputs": list(p.inputs) if p.inputs else None,
        "outputs": list(p.outputs) if p.outputs else None,
        "exact": [[show(x) for x in row] for row in p.rows],
        "decimal": [[decimal_or_none(x) for x in row] for row in p.rows],
    }


def digest(p: Labelled) -> str:
    """Compute the SHA-256 hash of the exact entries in order and of the interval of a free t. Labels do not count."""
    interval = next(iter(_range(p).values()), None)
    entries = json.dumps([interval, [[show(x) for x in row] for row in p.rows]], separators=(",", ":"))
    return f"sha256:{hashlib.sha256(entries.encode()).hexdigest()}"


def to_json(p: Labelled) -> str:
    """Write the dictionary of `to_dict` as JSON text."""
    return json.dumps(to_dict(p), ensure_ascii=False, indent=1)


class Entries(NamedTuple):
    """The content of a mechanism's CSV or JSON: rows as text, labels, and the range of a free `epsilon` or `delta`.

    `header` is set only if it is doubtful that a CSV's first line has labels: its first cell is a word other than `output` and
    `input`, but all its other cells are numbers. Then the line was read as labels, and `header` has its text. Otherwise `header` is
    empty.
    """

    rows: list[list[str]]
    inputs: list[str] | None
    outputs: list[str] | None
    epsilon: str | None = None
    delta: str | None = None
    header: str = ""


def entries_of_json(text: str) -> Entries:
    """Read the JSON text of a mechanism that `to_json` wrote.

    The exact entries, the labels and the range of what is free (key `epsilon` or `delta`) are read. The decimals are ignored.
    """
    data = read_json(text)
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        raise InputError(f'a mechanism\'s JSON must have "schema": "{SCHEMA}", as Mechanism.to_json writes it')
    rows, inputs, outputs = data.get("exact"), data.get("inputs"), data.get("outputs")
    if not isinstance(rows, list) or not all(isinstance(r, list) and all(isinstance(x, str) for x in r) for r in rows):
        raise InputError(
            'a mechanism\'s JSON must have "exact": rows of strings such as [["3/4", "1/4"], ["1/4", "3/4"]]'
        )
    for labels in (inputs, outputs):
        if labels is not None and not (isinstance(labels, list) and all(isinstance(x, str) for x in labels)):
            raise InputError("the labels of a mechanism's JSON must be lists of strings or null")
    epsilon, delta = data.get("epsilon"), data.get(DELTA)
    for name, x in (("epsilon", epsilon), (DELTA, delta)):
        if not (x is None or isinstance(x, str)):
            raise InputError(f'"{name}" in a mechanism\'s JSON must be a string such as "1/2..1"')
    if epsilon is not None and delta is not None:
        raise InputError(
            'a mechanism\'s JSON has both "epsilon" and "delta"; keep only the one that stands for the free number'
        )
    return Entries(rows, inputs, outputs, epsilon, delta)


def to_csv(p: Labelled) -> str:
    """Write labelled CSV text with exact entries."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["output", *p.input_labels])
    writer.writerows([label, *map(show, row)] for label, row in zip(p.output_labels, p.rows, strict=True))
    return out.getvalue()


def entries_of_csv(text: str, *, rows_are_inputs: bool = False) -> Entries:
    """Read the rows of a CSV text. If `is_labelled` finds labels in it, read the labels of inputs and outputs too.

    The first cell of a labelled text is empty or a word. The word `output` says that rows are outputs, and `input` that rows are
    inputs. If `rows_are_inputs` contradicts this word, the text is refused.
    """
    lines = csv_cells(text)
    across: list[str] | None = None
    down: list[str] | None = None
    header = ""
    own, other = ("input", "output") if rows_are_inputs else ("output", "input")
    if lines[0][0] == other:
        option = Either("rows_are_inputs=True", "--rows-are-inputs")
        advice = ("leave ", option, " out") if rows_are_inputs else ("give ", option)
        raise InputError(f"the CSV file's first cell is '{other}', so its rows are {other}s; ", *advice)
    if is_labelled(lines, own):
        header = ",".join(lines[0]) if lines[0][0] not in ("", own) and all(map(reads_as_number, lines[0][1:])) else ""
        across = drop_number_labels(lines[0][1:])
        down = drop_number_labels([row[0] for row in lines[1:]])
        lines = [row[1:] for row in lines[1:]]
    inputs, outputs = (down, across) if rows_are_inputs else (across, down)
    return Entries(lines, inputs, outputs, header=header)
