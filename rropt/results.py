"""The forms in which every result can be shown: words in a terminal, a table in a notebook, and plain data.

A result class defines three methods. `explain()` returns words, `to_dict()` returns plain data, and `as_table()` returns a header
and rows of text. The other forms are made from these three, in the same way for all results. There is one exception: some results
make their data frames or their LaTeX differently.
"""

from __future__ import annotations

import dataclasses
import html
import json
import math
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias, final

from rropt.exact.decimal import decimal, double_text, show_with_decimal, write_few_digits
from rropt.exact.element import Element, Number, is_free
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.spelling import show
from rropt.surface.optional import import_pandas
from rropt.surface.screen import WarningLine, fit_table, parts_of

if TYPE_CHECKING:
    import pandas

__all__ = [
    "AT_LEAST",
    "AT_MOST",
    "EXACT_COLUMN",
    "FieldResult",
    "InTable",
    "LATEX",
    "Result",
    "Shown",
    "Table",
    "Tabled",
    "data_frame",
    "escape_latex",
    "exact_fields",
    "fact_table",
    "fields_of",
    "html_table",
    "json_text",
    "latex_table",
    "notebook_html",
    "number_fields",
    "numbers_of",
    "plain_data",
    "say_value",
    "text_table",
]

Table: TypeAlias = tuple[Sequence[str], Sequence[Sequence[str]]]
DECIMAL = r"-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?"
LONG = 24
MOST_ROWS = 60
NAMES = {"input", "output", "answer", "first", "second", "pattern", "quantity", "plan", "covariance", "made of"}
EXACT_COLUMN = " (exact)"
"""The ending of the name of each column of a data frame that holds exact numbers as text."""
AT_LEAST, AT_MOST = "value at least", "value at most"
"""The columns of a data frame that hold bounds of a value."""
FACTS = ("quantity", "value")
LATEX = {c: "\\" + c for c in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    **{c: f"${name}$" for c, name in (("ε", r"\varepsilon"), ("δ", r"\delta"), ("π", r"\pi"), ("γ", r"\gamma"))},
    **{
        c: f"${name}$"
        for c, name in (("≈", r"\approx"), ("≤", r"\le"), ("≥", r"\ge"), ("·", r"\cdot"), ("∞", r"\infty"))
    },
    **{
        c: f"${name}$" for c, name in (("×", r"\times"), ("−", "-"), ("√", r"\surd"), ("Σ", r"\Sigma"), ("…", r"\dots"))
    },
}


class Shown(ABC):
    """Base class of all results. A result defines the three abstract methods; the final methods use these three and are never
    overridden."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        """Wrap `explain` so that its numbers have few digits, whoever calls it."""
        if "explain" in vars(cls) and not hasattr(cls.explain, "__wrapped__"):
            cls.explain = write_few_digits()(cls.explain)  # type: ignore[method-assign]

    @abstractmethod
    def explain(self) -> str:
        """The result in words, as a terminal shows it."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary in which every number is text."""

    @abstractmethod
    def as_table(self) -> Table:
        """A header, and rows of text."""

    @final
    def to_json(self) -> str:
        """The dictionary as JSON text, with the schema that names its kind."""
        return json_text({"schema": f"rropt/{type(self).__name__.lower()}/1", **self.to_dict()})

    @final
    def __repr__(self) -> str:
        return self.explain()

    @final
    def _repr_html_(self) -> str:
        with write_few_digits():
            return notebook_html(self.explain, self.as_table())


class Tabled(Shown):
    """A result whose `to_latex` writes the table of `as_table`. A subclass that does not derive from `Result` defines its own
    `to_pandas`."""

    __slots__ = ()

    @final
    def to_latex(self) -> str:
        """The table as a LaTeX tabular."""
        return latex_table(*self.as_table())


class InTable(Shown):
    """A result whose `explain` writes the table of `as_table`, and no sentences."""

    __slots__ = ()

    @final
    def explain(self) -> str:
        """The table, as a terminal shows it."""
        return text_table(*self.as_table())


class Result(Tabled):
    """A result whose `to_pandas` makes a data frame of the table of `as_table`."""

    __slots__ = ()

    @final
    def to_pandas(self) -> pandas.DataFrame:
        """The table as a data frame: numbers as doubles or whole numbers, and exact forms as text in a column `…
        (exact)` of their own."""
        return data_frame(*self.as_table())


class FieldResult(Result):
    """A result whose `to_dict` returns the fields of its dataclass."""

    __slots__ = ()

    @final
    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary of the fields, in which every number is text."""
        return fields_of(self)


def say_value(x: Any) -> str:
    """Write a value for a reader: exact numbers with a decimal, sequences with commas, None as `none`."""
    if x is None:
        return "none"
    if isinstance(x, bool):
        return "yes" if x else "no"
    if isinstance(x, Fraction | Element):
        return show_with_decimal(x)
    if isinstance(x, Epsilon):
        return x.shown(direction="upper")
    if isinstance(x, float):
        return double_text(x)
    return ", ".join(map(say_value, x)) if isinstance(x, tuple | list) else str(x)


def plain_data(x: Any) -> Any:
    """Convert a value to plain data: numbers as strings that rropt reads back, results as their dictionaries."""
    if isinstance(x, Enum):  # before texts, because an enumeration of texts is one
        return x.value
    if x is None or isinstance(x, bool | str):
        return x
    if isinstance(x, Fraction | Element):
        return show(x)
    if isinstance(x, float):
        # only NaN differs from itself; it becomes None
        return None if x != x else repr(float(x))  # the repr of a numpy.float64 would name its type
    if isinstance(x, Mapping):
        return {str(key): plain_data(value) for key, value in x.items()}
    if isinstance(x, tuple | list):
        return [plain_data(value) for value in x]
    if hasattr(x, "to_dict"):
        return {key: value for key, value in x.to_dict().items() if key != "schema"}
    return str(x)


def fields_of(result: Any) -> dict[str, Any]:
    """Return the fields of a frozen result as plain data."""
    return {field.name: plain_data(getattr(result, field.name)) for field in dataclasses.fields(result)}


def exact_fields(x: Number | None) -> dict[str, Any] | None:
    """Return the JSON fields of an exact number x. `exact` is the text of x; `lower` and `upper` are decimals, rounded down and up.
    These two are None if x is a function of a variable t without a value. If x is None, return None in place of the fields."""
    return None if x is None else number_fields(x, x, x)


def number_fields(value: Number | None, lower: Number | None, upper: Number | None) -> dict[str, Any] | None:
    """Return the JSON fields of a number that lies between the bounds `lower` and `upper`, and whose exact value is `value` if
    known.

    The field `exact` is the text of `value`; it is None if `value` is None. The fields `lower` and `upper` are the bounds as
    decimals, rounded outward. Both are None if a bound is None, or if a bound is a function of a variable t without a value. The
    whole result is None if `value` is None and a bound is None, too.
    """
    if lower is None or upper is None:
        return None if value is None else {"exact": show(value), "lower": None, "upper": None}
    free = is_free(lower) or is_free(upper)
    return {
        "exact": None if value is None else show(value),
        "lower": None if free else decimal(lower, digits=17, direction="lower"),
        "upper": None if free else decimal(upper, digits=17, direction="upper"),
    }


def fact_table(facts: Mapping[str, Any]) -> Table:
    """Make a table of named facts, one row per fact."""
    return FACTS, [(name, say_value(value)) for name, value in facts.items()]


def json_text(document: Mapping[str, Any]) -> str:
    """Write a document as JSON text."""
    return json.dumps(document, ensure_ascii=False, indent=1)


def text_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Write columns two spaces apart, each as wide as its widest cell. A table too wide for the screen is folded into several, or
    each row is turned into lines."""
    return fit_table(header, rows)


def latex_table(header: Sequence[str], rows: Sequence[Sequence[str]], *, last: Iterator[str] | None = None) -> str:
    """Write a LaTeX tabular with one header line. Characters that LaTeX would misread, or cannot print, are replaced by LaTeX
    commands.

    If `last` is given, the last cell of each row is ignored. The next text that `last` yields is written in place of this cell, as
    it is.
    """
    cells = [list(map(escape_latex, row)) for row in [header, *rows]]
    if last is not None:
        cells[1:] = [[*row[:-1], next(last)] for row in cells[1:]]
    lines = [" & ".join(row) + r" \\" for row in cells]
    body = "\n".join([lines[0], r"\hline", *lines[1:]])
    return rf"\begin{{tabular}}{{{'l' * len(header)}}}" + "\n" + body + "\n" + r"\end{tabular}"


def escape_latex(text: str) -> str:
    """Escape all characters of a text that LaTeX would misread, or lacks. If LaTeX would read the beginning of the text, such as
    "[no]", as an option of the command before it, put an empty group {} first."""
    group = "{}" if text.lstrip().startswith(("[", "*")) else ""
    return group + "".join(LATEX.get(character, character) for character in text)


def notebook_html(words: Callable[[], str], table: Table) -> str:
    """Write the text that `words` returns as HTML. Lines become paragraphs, and tables in the text become HTML tables. If the text
    has no table, `table` is added after it, unless its header is empty."""
    parts, lines, page = parts_of(words), list[str](), list[str]()
    if not any(isinstance(part, tuple) for part in parts):
        parts = [*parts, table] if table[0] else parts
    for part in [*parts, ""]:
        if isinstance(part, WarningLine):
            lines.append(f"<strong>{html.escape(part.line)}</strong>")
            continue
        if isinstance(part, str) and part.strip():
            lines.append(_line(part))
            continue
        page += [f"<p>{'<br>'.join(lines)}</p>"] if lines else []
        lines = []
        page += [] if isinstance(part, str) else [html_table(*part)]
    return f"<div>{''.join(page)}</div>"


def _line(text: str) -> str:
    """Escape a line of words for HTML, and keep its indentation."""
    words = text.lstrip()
    return "&emsp;" * ((len(text) - len(words) + 1) // 2) + html.escape(words)


def html_table(header: Sequence[str], rows: Sequence[Sequence[str]], *, caption: str = "") -> str:
    """Write an HTML table. If a cell has an exact number and a decimal, or a very long exact number, the cell shows a decimal. The
    exact number then appears when the mouse is over the cell. After `MOST_ROWS` rows, the table says only how many more there
    are."""
    names = "".join(f"<th>{html.escape(name)}</th>" for name in header)
    lines = [names, *("".join(map(_html_cell, row)) for row in rows[:MOST_ROWS])]
    if len(rows) > MOST_ROWS:
        lines.append(f'<td colspan="{len(header)}">… {len(rows) - MOST_ROWS} more rows (to_pandas has all)</td>')
    title = f"<caption>{html.escape(caption)}</caption>" if caption else ""
    return f"<table>{title}{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def _html_cell(text: str) -> str:
    exact, sign, near = text.rpartition("≈ ")
    if not sign or not re.fullmatch(DECIMAL, near):
        is_long = re.fullmatch(r"-?[0-9]+(/[0-9]+)?", text) is not None and len(text) > LONG
        exact, near = (text, decimal(Fraction(text))) if is_long else ("", text)
    title = f' title="{html.escape(exact.strip())}"' if exact.strip() else ""
    return f"<td{title}>{html.escape(near)}</td>"


def data_frame(header: Sequence[str], rows: Sequence[Sequence[str]]) -> pandas.DataFrame:
    """Make a data frame from a table of text. A column of numbers becomes numeric. If some cells of this column have an exact form,
    a second column follows with the exact forms as text.

    A column counts as numbers if every cell is empty, "none", "inf", a decimal, a fraction, or an exact number with a decimal
    ("1/3 ≈ 0.333"), and if some cell has a number. A column whose name is in `NAMES` stays text, even if its cells are digits.
    """
    pandas = import_pandas()
    columns: dict[str, Any] = {}
    for j, name in enumerate(header):
        cells = [row[j] for row in rows]
        read = None if name in NAMES else numbers_of(cells)
        columns[name] = cells if read is None else read[0]
        if read is not None and any(read[1]):
            columns[name + EXACT_COLUMN] = [exact or cell for exact, cell in zip(read[1], cells, strict=True)]
    return pandas.DataFrame(columns)  # type: ignore[no-any-return]


def numbers_of(cells: Sequence[str]) -> tuple[list[Any], list[str | None]] | None:
    """Return the numbers in cells of text, and in a second list their exact forms (None for a cell without one).

    The result is None if some cell is neither a number nor empty, or if all are empty.
    """
    found = [_number_of(cell) for cell in cells]
    if None in found or all(x is not None and x[0] is None for x in found):
        return None
    numbers = [x[0] for x in found if x is not None]
    whole = all(isinstance(x, int) for x in numbers)
    return (
        numbers if whole else [math.nan if x is None else float(x) for x in numbers],
        [x[1] for x in found if x is not None],
    )


def _number_of(cell: str) -> tuple[int | float | None, str | None] | None:
    """Return a pair: the number in a cell, and its exact form, which is None if the cell has none. If the cell is empty or "none",
    both are None. If the cell is not a number, return None instead of a pair."""
    if cell in ("", "none", "None"):
        return None, None
    if re.fullmatch("-?[0-9]{1,15}", cell):
        return int(cell), None
    if cell == "inf" or re.fullmatch(DECIMAL, cell):
        return float(cell), None
    exact, near, digits = cell.rpartition("≈ ")
    exact = exact.strip()
    if near and not re.fullmatch(DECIMAL, digits):
        return None
    if re.fullmatch("-?[0-9]+(/[0-9]+)?", exact if near else cell):
        try:
            return float(Fraction(exact if near else cell)), exact if near else cell
        except (ZeroDivisionError, OverflowError):  # a cell that was asked for, such as 1/0, stays the text that it is
            return None
    if not near:
        return None
    try:
        return float(read_number(exact)) if exact else float(digits), exact or None
    except InputError:  # such as log(3), of which only the decimal can be read
        return float(digits), exact
