"""What an answer consists of, and every form in which it is shown.

A result writes one method, `show()`. It yields blocks: sentences, facts and tables with raw values. Words for a terminal, JSON,
HTML, Markdown, LaTeX, CSV, data frames and pictures are made from these blocks here, and nowhere else. Therefore no result formats
a number, and no label of a stranger reaches a form without being escaped: each form has one function that escapes.
"""

from __future__ import annotations

import base64
import csv
import html
import io
import json
import math
import re
import shutil
import textwrap
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, TypeAlias, final

from flint import fmpq, fmpz

from rropt.exact.decimal import DIGITS, EXACT, FEW, decimal, double_of_decimal, show_with_decimal
from rropt.exact.element import Element, is_free
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError, spell_out
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.spelling import show as spell
from rropt.files import require_place, write_whole

if TYPE_CHECKING:
    import numpy
    import pandas
    from matplotlib.figure import Figure as Canvas

__all__ = [
    "Block",
    "Code",
    "Col",
    "Fact",
    "Figure",
    "Heading",
    "Items",
    "Result",
    "Round",
    "Say",
    "Table",
    "Warn",
    "digits",
    "down",
    "literal",
    "near",
    "outward",
    "plain",
    "to_csv",
    "to_data",
    "to_html",
    "to_latex",
    "to_markdown",
    "to_text",
    "up",
]

Round: TypeAlias = Literal["near", "up", "down"]
MODES = {"near": ROUND_HALF_EVEN, "up": ROUND_CEILING, "down": ROUND_FLOOR}
DIRECTIONS: dict[str, Literal["nearest", "upper", "lower"]] = {"near": "nearest", "up": "upper", "down": "lower"}
LARGEST = 2**53
"""Up to this size every whole number is a double."""
MOST_ROWS = 60
"""A notebook shows this many rows of a table."""


# ---- Numbers ---------------------------------------------------------------------------------------------------------------------


@contextmanager
def digits(n: int, *, exact: bool = False) -> Iterator[None]:
    """While active, words have n significant digits (4 otherwise), and exact numbers beside decimals if `exact` is true."""
    tokens = DIGITS.set(n), EXACT.set(exact)
    try:
        yield
    finally:
        DIGITS.reset(tokens[0])
        EXACT.reset(tokens[1])


def near(x: Any, how: Round = "near") -> str:
    """Write a value for a reader. Numbers have few digits, rounded as `how` says; None and NaN are "none".

    A double is the decimal that prints it. A value with bounds `lower` and `upper` is one number if both bounds are the same number
    after rounding; otherwise it is "a to b", rounded outward. With `how` up or down it is the bound on that side, so rounded.

    Example:
        >>> from fractions import Fraction
        >>> near(Fraction(2, 3)), near(0.051234, "up"), near(15716), near(True)
        ('0.6667', '0.05124', '15,716', 'yes')
    """
    x = _usual(x)
    if x is None:
        return "none"
    if isinstance(x, bool):
        return "yes" if x else "no"
    if isinstance(x, str):
        return x
    if isinstance(x, list):
        return ", ".join(near(y, how) for y in x)
    if isinstance(x, int) and abs(x) < 10**16:
        return f"{x:,}" if abs(x) >= 10**4 else str(x)
    if isinstance(x, float):
        return str(float(x)) if math.isinf(x) else _spell(Decimal(repr(float(x))), how)
    if (bounds := _bounds(x)) is None:
        x = Fraction(x) if isinstance(x, int) else x
        if EXACT.get(False) or is_free(x):
            return show_with_decimal(x, digits=DIGITS.get(FEW), direction=DIRECTIONS[how])
        return _spell(Decimal(decimal(x, digits=DIGITS.get(FEW), direction=DIRECTIONS[how])), how)
    if how != "near":
        return near(bounds[how == "up"], how)
    low, high = map(near, bounds)
    return low if low == high else outward(*bounds)


def up(x: Any) -> str:
    """Write a value rounded up, such as a standard error or a p-value."""
    return near(x, "up")


def down(x: Any) -> str:
    """Write a value rounded down, such as a power that is reached."""
    return near(x, "down")


def outward(low: Any, high: Any) -> str:
    """Write an interval as "a to b", where a is rounded down and b is rounded up."""
    return f"{down(low)} to {up(high)}"


def _spell(x: Decimal, how: Round) -> str:
    context = Context(prec=DIGITS.get(FEW), rounding=MODES[how], Emax=10**9, Emin=-(10**9))
    found = x.normalize(context)
    return f"{found:f}" if -7 <= found.adjusted() < 16 else f"{found:e}"


def _usual(x: Any) -> Any:
    """Replace numpy's, FLINT's and enumerations' values by Python's, NaN by None, and a sequence by a list of such values."""
    if isinstance(x, fmpq | fmpz):
        return Fraction(int(x.p), int(x.q)) if isinstance(x, fmpq) else int(x)
    x = x.value if isinstance(x, Enum) else x.tolist() if hasattr(x, "tolist") else x
    if isinstance(x, tuple | list):
        return [_usual(y) for y in x]
    if isinstance(x, Epsilon) and (x.is_free or is_infinite(x.t)):
        return str(x) if x.is_free else INFINITY
    return None if isinstance(x, float) and math.isnan(x) else x


def _bounds(x: Any) -> tuple[Any, Any] | None:
    """Return the bounds of a value that is known by bounds alone; None for any other value."""
    if isinstance(x, Epsilon):
        return x.bounds(width=Fraction(1, 10 ** (DIGITS.get(FEW) + 17)))
    return None if isinstance(x, Fraction | Element | int) else (x.lower, x.upper)


def plain(x: Any) -> Any:
    """Write a value as JSON has it.

    A double is a number; infinity is "inf", and NaN is null. An exact number is `{"exact", "lower", "upper"}`: its text, and the
    doubles next to it, rounded outward (null for a function of a free number). So is a value with bounds, whose `exact` is null.
    """
    x = _usual(x)
    if x is None or isinstance(x, bool | str) or (isinstance(x, int) and abs(x) <= LARGEST):
        return x
    if isinstance(x, list):
        return [plain(y) for y in x]
    if isinstance(x, Mapping):
        return {str(key): plain(y) for key, y in x.items()}
    if isinstance(x, float):
        return str(float(x)) if math.isinf(x) else float(x)
    low, high = _bounds(x) or (x, x)
    exact = str(x) if isinstance(x, Epsilon) else None if hasattr(x, "lower") else spell(_number(x))
    return {"exact": exact, "lower": _double(low, "down"), "upper": _double(high, "up")}


def _number(x: Any) -> Any:
    return Fraction(x) if isinstance(x, int) else x


def _double(x: Any, how: Round) -> float | str | None:
    """Return the double next to a number, below it or above it as `how` says; None if the number is a function of a free one."""
    x = _number(_usual(x))
    if is_free(x):
        return None
    if not isinstance(x, float):
        x = double_of_decimal(
            decimal(x, digits=40, direction=DIRECTIONS[how]), direction="upper" if how == "up" else "lower"
        )
    return str(float(x)) if math.isinf(x) else float(x)


def _flat(x: Any, *, exact: bool = False) -> Any:
    """Write a value for a data frame or CSV: a number as the nearest double, or as exact text if this is asked for."""
    found = plain(x)
    if isinstance(found, list):
        return ", ".join(str(_flat(y, exact=exact)) for y in _usual(x))
    if not isinstance(found, dict):
        return float(found) if found in ("inf", "-inf") else found
    if found["lower"] is None or (exact and found["exact"] is not None):
        return found["exact"]
    low, high = float(found["lower"]), float(found["upper"])
    if found["exact"] is None:
        return low + (high - low) / 2
    return (
        low
        if low == high
        else float(_usual(x))
        if math.isfinite(low) and math.isfinite(high)
        else math.copysign(math.inf, low)
    )


# ---- Blocks ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Say:
    """A sentence. In JSON it stands in the list `key`; with key "" only words have it, because its numbers have keys of their
    own."""

    text: str
    key: str = "notes"


@dataclass(frozen=True, slots=True)
class Warn:
    """A sentence without which the answer would mislead; in JSON it stands in the list `attention`."""

    text: str


@dataclass(frozen=True, slots=True)
class Fact:
    """One value with its name. `how` says how words round it: "up" for an error, "down" for what is reached at least."""

    key: str
    label: str
    value: Any
    how: Round = "near"


@dataclass(frozen=True, slots=True)
class Col:
    """A column of a table: its key in JSON and data frames, its heading, its rounding, and whether words show it."""

    key: str
    label: str
    how: Round = "near"
    shown: bool = True


class Cells(NamedTuple):
    """A table as words show it: its headings (none if it has no headings), its rows, and which columns have numbers alone."""

    head: list[str]
    rows: list[list[str]]
    are_numbers: list[bool]

    def escaped(self, escape: Callable[[str], str]) -> Cells:
        """Escape all texts for a form."""
        return Cells([*map(escape, self.head)], [[*map(escape, row)] for row in self.rows], self.are_numbers)


@dataclass(frozen=True, slots=True)
class Table:
    """A table of raw values, one row per tuple. If `shown` is false, only JSON, CSV and data frames have it."""

    key: str
    cols: Sequence[Col]
    rows: Sequence[Sequence[Any]]
    shown: bool = True

    def cells(self) -> Cells:
        """Return what words show."""
        places = [j for j, col in enumerate(self.cols) if col.shown]
        head = [self.cols[j].label for j in places]
        rows = [[near(row[j], self.cols[j].how) for j in places] for row in self.rows]
        return Cells(head if any(head) else [], rows, [all(_is_number(row[j]) for row in self.rows) for j in places])

    def records(self) -> list[dict[str, Any]]:
        """Return the rows as JSON has them, with all columns."""
        return [{col.key: plain(x) for col, x in zip(self.cols, row, strict=True)} for row in self.rows]


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture: `draw` draws it on an empty figure of matplotlib. Words do not have it; HTML does, with `label` beneath."""

    key: str
    draw: Callable[[Canvas], object]
    label: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of what follows."""

    text: str


@dataclass(frozen=True, slots=True)
class Items:
    """A list of sentences."""

    key: str
    items: Sequence[str]


@dataclass(frozen=True, slots=True)
class Code:
    """Text that is copied as it stands, line by line, in a named language."""

    key: str
    text: str
    language: str = ""


Block: TypeAlias = Say | Warn | Fact | Table | Figure | Heading | Items | Code


def _is_number(x: Any) -> bool:
    return not isinstance(_usual(x), str | bool | list)


class Result(ABC):
    """Base class of all results. A result defines `schema` and `show`; every form follows from these.

    Example:
        >>> class Share(Result):
        ...     schema = "rropt/share/1"
        ...
        ...     def show(self):
        ...         yield Say("Some 21 % have used the drug.", key="")
        ...         yield Warn("40 people are few.")
        ...         yield Fact("share", "Share", Fraction(5, 24))
        ...         yield Fact("error", "Standard error", 0.07212345, "up")
        ...         yield Table("by_group", [Col("group", "Group"), Col("p", "p-value", "up")], [["a & b", 0.0312], ["c", None]])
        >>> Share()
        Some 21 % have used the drug.
        Warning: 40 people are few.
        Share           0.2083
        Standard error  0.07213
        <BLANKLINE>
        Group  p-value
        a & b   0.0312
        c         none
        <BLANKLINE>
        >>> print(Share().to_json())
        {
         "schema": "rropt/share/1",
         "attention": [
          "40 people are few."
         ],
         "share": {
          "exact": "5/24",
          "lower": 0.20833333333333331,
          "upper": 0.20833333333333334
         },
         "error": 0.07212345,
         "by_group": [
          {
           "group": "a & b",
           "p": 0.0312
          },
          {
           "group": "c",
           "p": null
          }
         ]
        }
    """

    __slots__ = ()
    schema: ClassVar[str]

    @abstractmethod
    def show(self) -> Iterator[Block]:
        """Yield the answer in blocks, in the order of reading. The first sentence is the answer."""

    @final
    def __repr__(self) -> str:
        return to_text(self.show())

    @final
    def _repr_html_(self) -> str:
        return to_html(self.show(), most_rows=MOST_ROWS)

    @final
    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data."""
        return {"schema": self.schema, **to_data(self.show())}

    @final
    def to_json(self) -> str:
        """Write the answer as JSON."""
        text = json.dumps(self.to_dict(), ensure_ascii=False, indent=1, allow_nan=False)
        # half of a surrogate pair, as in a broken label, cannot be written as UTF-8
        return re.sub("[\ud800-\udfff]", lambda found: f"\\u{ord(found[0]):04x}", text)

    @final
    def to_markdown(self) -> str:
        """Write the answer as Markdown."""
        return to_markdown(self.show())

    @final
    def to_latex(self) -> str:
        """Write the facts and tables of the answer as LaTeX tabulars."""
        return to_latex(self.show())

    @final
    def to_csv(self, key: str = "", *, exact: bool = False) -> str:
        """Write a table as CSV, the first or the one of this key, with decimals that R and pandas read.

        If `exact` is true, exact numbers are written as their exact texts instead.
        """
        return to_csv(self.table(key), exact=exact)

    @final
    def to_pandas(self, key: str = "", *, exact: bool = False) -> pandas.DataFrame:
        """Return a table as a data frame, the first or the one of this key, with doubles for numbers.

        If `exact` is true, exact numbers are written as their exact texts instead.
        """
        import pandas

        table = self.table(key)
        rows = [[_flat(x, exact=exact) for x in row] for row in table.rows]
        return pandas.DataFrame(rows, columns=[col.key for col in table.cols])

    @final
    def to_numpy(self, key: str = "") -> numpy.ndarray[Any, Any]:
        """Return the columns of numbers of a table, the first or the one of this key, as an array of doubles."""
        import numpy

        table = self.table(key)
        places = [j for j in range(len(table.cols)) if all(_is_number(row[j]) for row in table.rows)]
        rows = [[math.nan if row[j] is None else _flat(row[j]) for j in places] for row in table.rows]
        return numpy.array(rows, dtype=float).reshape(len(rows), len(places))

    @final
    def table(self, key: str = "") -> Table:
        """Return the table of this key, or the first one. An answer without tables is one table of its facts."""
        blocks = [*self.show()]
        tables = [x for x in blocks if isinstance(x, Table)]
        if not tables and not key:
            facts = [(x.key, x.value) for x in blocks if isinstance(x, Fact)]
            return Table("facts", (Col("quantity", "Quantity"), Col("value", "Value")), facts)
        found: Table = _of_key(tables, key, "table")
        return found

    @final
    def plot(self, path: Path | str, key: str = "") -> Path:
        """Draw the answer's picture, the first or the one of this key, into an SVG or PNG file."""
        figure = _of_key([x for x in self.show() if isinstance(x, Figure)], key, "picture")
        target = require_place(Path(path), picture=True)
        write_whole(target, _draw(figure, target.suffix.lower()[1:]))
        return target


def _of_key(blocks: Sequence[Any], key: str, what: str) -> Any:
    """Return the first block of this key, or the first of all if no key is given."""
    for x in blocks:
        if key in ("", x.key):
            return x
    named = ", ".join(x.key for x in blocks)
    raise InputError(f"this answer has no {what} {key!r}; it has {named}" if named else f"this answer has no {what}")


def literal(text: str) -> str:
    """Escape a label for a picture: matplotlib shows it as it stands, and reads no formula in it."""
    return _clean(text).replace("$", r"\$")


def _draw(figure: Figure, kind: str) -> bytes:
    """Draw a picture as the bytes of a file of this kind, which are the same at every time."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure as Canvas

    canvas = Canvas(layout="constrained")
    with rc_context({"svg.hashsalt": "rropt", "svg.fonttype": "none"}):
        figure.draw(canvas)
        data = io.BytesIO()
        canvas.savefig(data, format=kind, dpi=200, metadata={"Date": None} if kind == "svg" else None)
    return data.getvalue()


# ---- JSON ------------------------------------------------------------------------------------------------------------------------


def to_data(blocks: Iterable[Block]) -> dict[str, Any]:
    """Fold blocks into a document. A key stands for one value, or for one list of sentences."""
    found: dict[str, Any] = {"attention": []}
    for x in blocks:
        if isinstance(x, Warn):
            found["attention"].append(x.text)
        elif isinstance(x, Say | Items):
            if x.key:
                found.setdefault(x.key, []).extend([x.text] if isinstance(x, Say) else x.items)
        elif isinstance(x, Fact | Table | Code):
            assert x.key not in found, f"two blocks have the key {x.key}"
            found[x.key] = plain(x.value) if isinstance(x, Fact) else x.text if isinstance(x, Code) else x.records()
    return found


# ---- Words -----------------------------------------------------------------------------------------------------------------------


def to_text(blocks: Iterable[Block], *, width: int | None = None) -> str:
    """Fold blocks into words for a terminal, in lines of at most `width` characters (at most 80 unless stated)."""
    width = min(80, max(40, shutil.get_terminal_size((80, 24)).columns)) if width is None else width
    parts = list[str]()
    for x in _with_facts_together(blocks):
        if isinstance(x, Say | Warn):
            parts += [_wrap(x.text if isinstance(x, Say) else f"Warning: {x.text}", width)]
        elif isinstance(x, Items):
            parts += [_wrap(item, width, "- ") for item in x.items]
        elif isinstance(x, Heading):
            parts += ["", _wrap(x.text, width), "-" * min(width, len(_clean(x.text)))]
        elif isinstance(x, Code):
            parts += ["", *(f"    {_clean(line)}".rstrip() for line in x.text.split("\n")), ""]
        elif isinstance(x, Table) and x.shown:
            cells = x.cells().escaped(_clean)
            parts += ["", _lines_of(cells, width), ""] if cells.head else [_lines_of(cells, width)]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(parts)).lstrip("\n")


def _with_facts_together(blocks: Iterable[Block]) -> Iterator[Block]:
    """Replace each run of facts by one table of their labels and values."""
    run = list[Fact]()
    for x in [*blocks, Say("", key="")]:
        if isinstance(x, Fact):
            run.append(x)
            continue
        if run:
            yield Table("", (Col("", ""), Col("", "")), [(y.label, near(y.value, y.how)) for y in run])
            run = []
        if not (isinstance(x, Say) and not x.text):
            yield x


def _clean(text: str) -> str:
    """Write a text on one line; characters that would steer a terminal, and halves of characters, become escapes."""
    return re.sub("[\ud800-\udfff]", lambda found: ascii(found[0])[1:-1], spell_out(text))


def _wrap(text: str, width: int, first: str = "", later: str | None = None) -> str:
    later = " " * len(first) if later is None else later
    return textwrap.fill(_clean(text), width, initial_indent=first, subsequent_indent=later, break_on_hyphens=False)


def _lines_of(cells: Cells, width: int) -> str:
    """Write a table with columns two spaces apart. A table that is too wide becomes a line for each cell."""
    listed = [cells.head, *cells.rows] if cells.head else cells.rows
    widths = [max(map(len, column)) for column in zip(*listed, strict=True)]
    if sum(widths) + 2 * (len(widths) - 1) <= width:
        sides = [">" if is_number else "<" for is_number in cells.are_numbers]
        return "\n".join(
            "  ".join(f"{x:{side}{w}}" for x, side, w in zip(row, sides, widths, strict=True)).rstrip()
            for row in listed
        )
    if not cells.head:
        return "\n".join(_beside(name, value, min(widths[0], width // 2), width) for name, value in cells.rows)
    side = min(max(map(len, cells.head)), width // 2)
    return "\n\n".join(
        "\n".join(_beside(name, x, side, width) for name, x in zip(cells.head, row, strict=True)) for row in cells.rows
    )


def _beside(name: str, value: str, side: int, width: int) -> str:
    """Write a value beside its name; a long name stands on lines of its own."""
    above = f"{_wrap(name, width)}\n" if len(name) > side else ""
    return above + _wrap(value, width, f"{'' if above else name:<{side}}  ", " " * (side + 2)).rstrip()


# ---- HTML ------------------------------------------------------------------------------------------------------------------------


def to_html(blocks: Iterable[Block], *, most_rows: int | None = None) -> str:
    """Fold blocks into HTML, as a notebook or a page shows them. Pictures are embedded."""
    return f"<div>{''.join(_html(x, most_rows) for x in _with_facts_together(blocks))}</div>"


def _html(block: Block, most_rows: int | None) -> str:
    if isinstance(block, Warn):
        return f"<p><strong>Warning: {_escape_html(block.text)}</strong></p>"
    if isinstance(block, Say):
        return f"<p>{_escape_html(block.text)}</p>"
    if isinstance(block, Heading):
        return f"<h3>{_escape_html(block.text)}</h3>"
    if isinstance(block, Items):
        return f"<ul>{''.join(f'<li>{_escape_html(x)}</li>' for x in block.items)}</ul>"
    if isinstance(block, Code):
        return "<pre><code>" + "\n".join(map(_escape_html, block.text.split("\n"))) + "</code></pre>"
    if isinstance(block, Figure):
        data = base64.b64encode(_draw(block, "svg")).decode()
        label = _escape_html(block.label or block.key)
        picture = f'<img alt="{label}" src="data:image/svg+xml;base64,{data}"/>'
        return f"<figure>{picture}<figcaption>{label}</figcaption></figure>"
    return _html_table(block, most_rows) if isinstance(block, Table) and block.shown else ""


def _html_table(table: Table, most_rows: int | None) -> str:
    head, rows, are_numbers = table.cells().escaped(_escape_html)
    sides = [f' style="text-align:{"right" if is_number else "left"}"' for is_number in are_numbers]
    lines = ["".join(f"<th{side}>{x}</th>" for side, x in zip(sides, head, strict=True))] if head else []
    lines += ["".join(f"<td{side}>{x}</td>" for side, x in zip(sides, row, strict=True)) for row in rows[:most_rows]]
    if most_rows is not None and len(rows) > most_rows:
        lines.append(f'<td colspan="{len(sides)}">… {len(rows) - most_rows} more rows; to_pandas has all</td>')
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def _escape_html(text: str) -> str:
    return html.escape(_clean(text))


# ---- Markdown --------------------------------------------------------------------------------------------------------------------


def to_markdown(blocks: Iterable[Block]) -> str:
    """Fold blocks into Markdown, with tables as GitHub, Quarto and Pandoc read them."""
    return "\n\n".join(filter(None, map(_markdown, _with_facts_together(blocks)))) + "\n"


def _markdown(block: Block) -> str:
    if isinstance(block, Warn):
        return f"**Warning: {_escape_markdown(block.text)}**"
    if isinstance(block, Say):
        return _escape_markdown(block.text)
    if isinstance(block, Heading):
        return f"### {_escape_markdown(block.text)}"
    if isinstance(block, Items):
        return "\n".join(f"- {_escape_markdown(x)}" for x in block.items)
    if isinstance(block, Code):
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", block.text)), default=0))
        return "\n".join([fence + block.language, *map(_clean, block.text.split("\n")), fence])
    if not isinstance(block, Table) or not block.shown:
        return ""
    head, rows, are_numbers = block.cells().escaped(_escape_markdown)
    rule = ["--:" if is_number else ":--" for is_number in are_numbers]
    return "\n".join(f"| {' | '.join(row)} |" for row in [head or [""] * len(rule), rule, *rows])


def _escape_markdown(text: str) -> str:
    """Escape all characters that Markdown or HTML in it would read, and what would begin a list, a quotation or a rule."""
    escaped = re.sub(r"([\\`*_{}\[\]<>#|~$!&])", r"\\\1", _clean(text))
    begins = r"^(\s*)(\d+[.)]|[-+=])(?=[-=\s]|$)"
    return re.sub(begins, lambda found: f"{found[1]}{found[2][:-1]}\\{found[2][-1]}", escaped)


# ---- LaTeX and CSV ---------------------------------------------------------------------------------------------------------------

SYMBOLS = (
    "varepsilon",
    "delta",
    "pi",
    "gamma",
    "Sigma",
    "approx",
    "le",
    "ge",
    "cdot",
    "infty",
    "times",
    "surd",
    "dots",
    "pm",
)
LATEX = (
    {c: "\\" + c for c in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "−": "$-$"}
    | {c: f"${c}$" for c in "<>|"}
    | {c: rf"$\{name}$" for c, name in zip("εδπγΣ≈≤≥·∞×√…±", SYMBOLS, strict=True)}
)


def to_latex(blocks: Iterable[Block]) -> str:
    """Fold blocks into LaTeX: the facts and the tables, each a tabular."""
    return "\n\n".join(_tabular(x) for x in _with_facts_together(blocks) if isinstance(x, Table) and x.shown)


def _tabular(table: Table) -> str:
    head, rows, are_numbers = table.cells().escaped(_escape_latex)
    columns = "".join("r" if is_number else "l" for is_number in are_numbers)
    lines = [" & ".join(row) + r" \\" for row in ([head, *rows] if head else rows)]
    lines[1:1] = [r"\hline"] if head else []
    return "\n".join([rf"\begin{{tabular}}{{{columns}}}", *lines, r"\end{tabular}"])


def _escape_latex(text: str) -> str:
    """Escape all characters that LaTeX would misread, or lacks. A text that begins as an option of the command before it, such as
    "[no]", begins with an empty group."""
    group = "{}" if text.lstrip().startswith(("[", "*")) else ""
    return group + "".join(LATEX.get(x, x) for x in _clean(text))


def to_csv(table: Table, *, exact: bool = False) -> str:
    """Write a table as CSV: its keys, then its rows, with an empty cell where there is no value."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([col.key for col in table.cols])
    for row in table.rows:
        cells = [_flat(x, exact=exact) for x in row]
        writer.writerow(["" if x is None else str(x).lower() if isinstance(x, bool) else x for x in cells])
    return out.getvalue()
