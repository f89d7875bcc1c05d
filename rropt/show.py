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
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import Context
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias, final

from rropt.errors import InputError, need, spell_out
from rropt.files import require_place, write_whole
from rropt.values import Round, digits, down, flat, flat_column, is_number, near, outward, plain, up

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
    "set_fields",
    "to_data",
    "to_html",
    "to_markdown",
    "to_text",
    "up",
]

# A notebook shows this many rows of a table.
MOST_ROWS = 60


# ---- Blocks ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Say:
    """A sentence. In JSON it stands in the list `key`; with key "" only words have it, because its numbers have keys of their
    own. If `is_wrapped` is false, it is one line of a terminal however long it is, as programs read it."""

    text: str
    key: str = "notes"
    is_wrapped: bool = True


@dataclass(frozen=True, slots=True)
class Warn:
    """A sentence without which the answer would mislead; in JSON it stands in the list `attention`."""

    text: str


@dataclass(frozen=True, slots=True)
class Fact:
    """One value with its name. `how` says how words round it: "up" for an error, "down" for what is reached at least. If `shown` is
    false, only JSON has the fact, because a sentence tells it."""

    key: str
    label: str
    value: Any
    how: Round = "near"
    shown: bool = True


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


@dataclass(frozen=True, slots=True)
class Table:
    """A table of raw values, one row per tuple. If `shown` is false, only JSON, CSV and data frames have it."""

    key: str
    cols: Sequence[Col]
    rows: Sequence[Sequence[Any]]
    shown: bool = True

    @classmethod
    def of(cls, key: str, *columns: tuple[Col, Iterable[Any]], shown: bool = True) -> Table:
        """Make a table of columns, each with its values, which may be an array."""
        values = [getattr(x, "tolist", lambda x=x: x)() for _, x in columns]
        return cls(key, [col for col, _ in columns], list(zip(*values, strict=True)), shown)

    def cells(self, escape: Callable[[str], str]) -> Cells:
        """Return what words show, as texts that are escaped for a form."""
        places = [j for j, col in enumerate(self.cols) if col.shown]
        head = [escape(self.cols[j].label) for j in places]
        rows = [[escape(near(row[j], self.cols[j].how)) for j in places] for row in self.rows]
        return Cells(head if any(head) else [], rows, [all(is_number(row[j]) for row in self.rows) for j in places])

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
    """Text that is copied as it stands, line by line, in a named language; a page in "markdown" is itself the answer."""

    key: str
    text: str
    language: str = ""


Block: TypeAlias = Say | Warn | Fact | Table | Figure | Heading | Items | Code
# What `_shown` makes of blocks: facts stand in tables.
Shown: TypeAlias = Say | Warn | Table | Figure | Heading | Items | Code


def set_fields(own: object, **values: object) -> None:
    """Set the fields of a frozen object that reads what it is made of."""
    for name, value in values.items():
        object.__setattr__(own, name, value)


class Result(ABC):
    """Base class of all results. A result defines `schema` and `show`; every form follows from these.

    Two results are equal if all that they tell is, unless a class compares its fields itself.

    Examples:
        >>> from fractions import Fraction
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
    page_title: ClassVar[str] = ""
    """The title of a page of this answer alone, unless that is the command."""

    @abstractmethod
    def show(self) -> Iterator[Block]:
        """Yield the answer in blocks, in the order of reading. The first sentence is the answer."""

    def __post_init__(self) -> None:
        """Let nobody write into the arrays of an answer; an array that the caller gave stays theirs."""
        for name in getattr(self, "__dataclass_fields__", ()):
            own: Any = getattr(self, name, None)
            if hasattr(own, "setflags"):
                own = own.view()
                own.setflags(write=False)
                object.__setattr__(self, name, own)

    def __eq__(self, other: object) -> bool:
        return self.to_json() == other.to_json() if isinstance(other, Result) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.to_json())

    @final
    def __repr__(self) -> str:
        return to_text(self.show())

    @final
    def _repr_html_(self) -> str:
        return to_html(self.show(), most_rows=MOST_ROWS)

    @final
    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data, whose words are the same however many digits are shown elsewhere."""
        data: dict[str, Any] = Context().run(lambda: to_data(self.show()))
        return {"schema": self.schema, **data}

    @final
    def to_json(self) -> str:
        """Write the answer as JSON."""
        text = json.dumps(self.to_dict(), ensure_ascii=False, indent=1, allow_nan=False)
        # half of a surrogate pair, as in a broken label, cannot be written as UTF-8
        return re.sub("[\ud800-\udfff]", lambda found: f"\\u{ord(found[0]):04x}", text)

    @final
    def to_html(self) -> str:
        """Write the answer as HTML."""
        return to_html(self.show())

    @final
    def to_markdown(self) -> str:
        """Write the answer as Markdown."""
        return to_markdown(self.show())

    @final
    def to_latex(self) -> str:
        """Write the facts and tables of the answer as LaTeX tabulars; a board's page is refused, as it would lose its sentences."""
        if self.page_title:
            raise InputError(
                "a page has warnings and promises that tables in LaTeX lack; write it as HTML, Markdown, text or JSON"
            )
        tables = [x for x in _shown(self.show()) if isinstance(x, Table)]
        return "\n\n".join(_tabular(x.cells(_escape_latex)) for x in tables)

    @final
    def to_csv(self, key: str = "", *, exact: bool = False, digits: int | None = None) -> str:
        """Write a table as CSV, the first or the one of this key: its keys, then its rows, with decimals that R and pandas
        read, and an empty cell where there is no value.

        If `exact` is true, exact numbers are written as their exact texts instead. Decimals have all digits of a double, or as many
        significant ones as `digits` says.
        """
        table, out = self.table(key), io.StringIO()
        columns = (flat_column(x, exact=exact, digits=digits) for x in zip(*table.rows, strict=True))
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([col.key for col in table.cols])
        for row in zip(*columns, strict=True):
            writer.writerow(["" if x is None else str(x).lower() if isinstance(x, bool) else x for x in row])
        return out.getvalue()

    @final
    def to_pandas(self, key: str = "", *, exact: bool = False) -> pandas.DataFrame:
        """Return a table as a data frame, the first or the one of this key, with doubles for numbers.

        If `exact` is true, exact numbers are written as their exact texts instead.
        """
        table = self.table(key)
        rows = [[flat(x, exact=exact) for x in row] for row in table.rows]
        frame: pandas.DataFrame = need("pandas", "a data frame", "pandas").DataFrame(
            rows, columns=[col.key for col in table.cols]
        )
        return frame

    @final
    def to_numpy(self, key: str = "") -> numpy.ndarray[Any, Any]:
        """Return the columns of numbers of a table, the first or the one of this key, as an array of doubles."""
        import numpy

        table = self.table(key)
        places = [j for j in range(len(table.cols)) if all(is_number(row[j]) for row in table.rows)]
        rows = [[math.nan if row[j] is None else flat(row[j]) for j in places] for row in table.rows]
        if free := next((x for row in rows for x in row if isinstance(x, str)), None):
            raise InputError(f"{free[:40]} is a function of a free number, not a double; take it at one value")
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
    return spell_out(text).replace("$", r"\$")


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
    values, lists = dict[str, Any](), dict[str, list[str]](attention=[])
    for x in blocks:
        match x:
            case Warn(text):
                lists["attention"].append(text)
            case Say(text, key) if key:
                lists.setdefault(key, []).append(text)
            case Items(key, items):
                lists.setdefault(key, []).extend(items)
            case Fact(key) | Table(key) | Code(key):
                assert key not in values, f"two blocks have the key {key}"
                values[key] = x.records() if isinstance(x, Table) else plain(x.value) if isinstance(x, Fact) else x.text
    return {"attention": lists.pop("attention"), **values, **lists}


# ---- Words -----------------------------------------------------------------------------------------------------------------------


def to_text(blocks: Iterable[Block], *, width: int | None = None) -> str:
    """Fold blocks into words for a terminal, in lines of at most `width` characters (at most 80 unless stated)."""
    width = width or min(80, max(40, shutil.get_terminal_size((80, 24)).columns))
    text = "\n".join(_words(x, width) for x in _shown(blocks))
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n")


def _words(block: Shown, width: int) -> str:
    match block:
        case Warn(text):
            return _wrap(f"Warning: {text}", width)
        case Heading(text):
            return f"\n{_wrap(text, width)}\n{'-' * min(width, len(spell_out(text)))}"
        case Items(_, items):
            return "\n".join(_wrap(item, width, "- ", "  ") for item in items)
        case Code(_, text, "markdown"):
            return "\n".join(map(spell_out, text.split("\n")))
        case Code(_, text):
            return "\n" + "\n".join(f"    {spell_out(line)}".rstrip() for line in text.split("\n")) + "\n"
        case Table():
            cells = block.cells(spell_out)
            return f"\n{_lines_of(cells, width)}\n" if cells.head else _lines_of(cells, width)
        case Figure():
            return ""
        case Say(text, _, is_wrapped):
            return _wrap(text, width) if is_wrapped else spell_out(text)


def _shown(blocks: Iterable[Block]) -> Iterator[Shown]:
    """Put the facts of each run into one table of their labels and values, and leave out what words do not show."""
    kept = (x for x in blocks if not isinstance(x, Fact | Table) or x.shown)
    for are_facts, run in groupby(kept, lambda x: isinstance(x, Fact)):
        if are_facts:
            facts = [(x.label, near(x.value, x.how)) for x in run if isinstance(x, Fact)]
            yield Table("", (Col("", ""), Col("", "")), facts)
        else:
            yield from (x for x in run if not isinstance(x, Fact))


def _wrap(text: str, width: int, first: str = "", later: str = "") -> str:
    return textwrap.fill(spell_out(text), width, initial_indent=first, subsequent_indent=later, break_on_hyphens=False)


def _lines_of(cells: Cells, width: int) -> str:
    """Write a table with columns two spaces apart.

    If it is too wide, a table of numbers is cut into several, each with the first column; any other has a line for each cell.
    """
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
    across = (width - widths[0]) // (2 + max(widths[1:], default=width))
    if across > 1 and all(cells.are_numbers[1:]):
        cuts = (slice(i, i + across) for i in range(1, len(widths), across))
        parts = ([[*row[:1], *row[cut]] for row in (cells.head, *cells.rows)] for cut in cuts)
        return "\n\n".join(
            _lines_of(Cells(part[0], part[1:], cells.are_numbers[: len(part[0])]), width) for part in parts
        )
    side = min(max(map(len, cells.head)), width // 2)
    return "\n\n".join(
        "\n".join(_beside(name, x, side, width) for name, x in zip(cells.head, row, strict=True)) for row in cells.rows
    )


def _beside(name: str, value: str, side: int, width: int) -> str:
    """Write a value beside its name; a long name stands on lines of its own."""
    above = f"{_wrap(name, width)}\n" if len(name) > side else ""
    return above + _wrap(value, width, f"{'' if above else name:<{side}}  ", " " * (side + 2)).rstrip()


# ---- HTML ------------------------------------------------------------------------------------------------------------------------


def to_html(blocks: Iterable[Block], *, most_rows: int | None = None, level: int = 3) -> str:
    """Fold blocks into HTML, as a notebook or a page shows them, with headings of this level. Pictures are embedded."""
    return f"<div>{''.join(_html(x, most_rows, level) for x in _shown(blocks))}</div>"


def _html(block: Shown, most_rows: int | None, level: int) -> str:
    match block:
        case Warn(text):
            return f"<p><strong>Warning: {_escape_html(text)}</strong></p>"
        case Heading(text):
            return f"<h{level}>{_escape_html(text)}</h{level}>"
        case Items(_, items):
            return f"<ul>{''.join(f'<li>{_escape_html(x)}</li>' for x in items)}</ul>"
        case Code(_, text):
            return "<pre><code>" + "\n".join(map(_escape_html, text.split("\n"))) + "</code></pre>"
        case Figure(key, _, label):
            data, label = base64.b64encode(_draw(block, "svg")).decode(), _escape_html(label or key)
            picture = f'<img alt="{label}" src="data:image/svg+xml;base64,{data}"/>'
            return f"<figure>{picture}<figcaption>{label}</figcaption></figure>"
        case Table():
            return _html_table(block.cells(_escape_html), most_rows)
        case Say(text):
            return f"<p>{_escape_html(text)}</p>"


def _html_table(cells: Cells, most_rows: int | None) -> str:
    sides = [f' style="text-align:{"right" if is_number else "left"}"' for is_number in cells.are_numbers]
    lines = ["".join(f"<th{side}>{x}</th>" for side, x in zip(sides, cells.head, strict=True))] if cells.head else []
    lines += [
        "".join(f"<td{side}>{x}</td>" for side, x in zip(sides, row, strict=True)) for row in cells.rows[:most_rows]
    ]
    if most_rows is not None and len(cells.rows) > most_rows:
        lines.append(f'<td colspan="{len(sides)}">… {len(cells.rows) - most_rows} more rows; to_pandas has all</td>')
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def _escape_html(text: str) -> str:
    return html.escape(spell_out(text))


# ---- Markdown --------------------------------------------------------------------------------------------------------------------


def to_markdown(blocks: Iterable[Block]) -> str:
    """Fold blocks into Markdown, with tables as GitHub, Quarto and Pandoc read them. Pictures are left out."""
    return "\n\n".join(filter(None, map(_markdown, _shown(blocks)))) + "\n"


def _markdown(block: Shown) -> str:
    match block:
        case Warn(text):
            return f"**Warning: {_escape_markdown(text)}**"
        case Heading(text):
            return f"### {_escape_markdown(text)}"
        case Items(_, items):
            return "\n".join(f"- {_escape_markdown(x)}" for x in items)
        case Code(_, text, "markdown"):
            return "\n".join(map(spell_out, text.split("\n")))
        case Code(_, text, language):
            fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
            return "\n".join([fence + language, *map(spell_out, text.split("\n")), fence])
        case Table():
            head, rows, are_numbers = block.cells(_escape_markdown)
            rule = ["--:" if is_number else ":--" for is_number in are_numbers]
            return "\n".join(f"| {' | '.join(row)} |" for row in [head or [""] * len(rule), rule, *rows])
        case Figure():
            return ""
        case Say(text):
            return _escape_markdown(text)


def _escape_markdown(text: str) -> str:
    """Escape all characters that Markdown or HTML in it would read, and what would begin a list, a quotation or a rule."""
    escaped = re.sub(r"([\\`*_{}\[\]<>#|~$!&])", r"\\\1", spell_out(text))
    begins = r"^(\s*)(\d+[.)]|[-+=])(?=[-=\s]|$)"
    return re.sub(begins, lambda found: f"{found[1]}{found[2][:-1]}\\{found[2][-1]}", escaped)


# ---- LaTeX -----------------------------------------------------------------------------------------------------------------------

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


def _tabular(cells: Cells) -> str:
    columns = "".join("r" if is_number else "l" for is_number in cells.are_numbers)
    lines = [" & ".join(row) + r" \\" for row in ([cells.head] if cells.head else []) + cells.rows]
    lines[1:1] = [r"\hline"] if cells.head else []
    return "\n".join([rf"\begin{{tabular}}{{{columns}}}", *lines, r"\end{tabular}"])


def _escape_latex(text: str) -> str:
    """Escape all characters that LaTeX would misread, or lacks. A text that begins as an option of the command before it, such as
    "[no]", begins with an empty group."""
    group = "{}" if text.lstrip().startswith(("[", "*")) else ""
    return group + "".join(LATEX.get(x, x) for x in spell_out(text))
