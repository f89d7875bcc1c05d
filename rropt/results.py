"""What every result is to its reader: words in a terminal, a table in a notebook, and plain forms to carry away.

A result states three things: `explain()` in words, `to_dict()` as plain data, `as_table()` as a header and rows of text.
Everything else follows from these and is the same for all results.
"""

from __future__ import annotations

import dataclasses
import html
import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias, final

from rropt.exact.decimal import decimal, shown
from rropt.exact.element import Element, Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.fields import Free
from rropt.exact.screen import fit_table
from rropt.exact.spelling import show

if TYPE_CHECKING:
    import pandas

__all__ = [
    "FieldResult",
    "Result",
    "Table",
    "escape_latex",
    "fact_table",
    "fields_of",
    "is_free",
    "json_text",
    "latex_table",
    "notebook",
    "number_fields",
    "plain",
    "said",
    "text_table",
]

Table: TypeAlias = tuple[Sequence[str], Sequence[Sequence[str]]]
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


class Result(ABC):
    """The base of results: three abstract answers, and final methods that follow from them. Nothing is overridden."""

    __slots__ = ()

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
    def to_pandas(self) -> pandas.DataFrame:
        """The table as a data frame of text."""
        import pandas

        header, rows = self.as_table()
        return pandas.DataFrame([list(row) for row in rows], columns=list(header))

    @final
    def to_latex(self) -> str:
        """The table as a LaTeX tabular."""
        return latex_table(*self.as_table())

    @final
    def __repr__(self) -> str:
        return self.explain()

    @final
    def _repr_html_(self) -> str:
        return notebook(self.as_table(), self.explain())


class FieldResult(Result):
    """A result whose plain form is its fields."""

    __slots__ = ()

    @final
    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary of the fields, in which every number is text."""
        return fields_of(self)


def said(x: Any) -> str:
    """A value for a person: exact numbers with a decimal beside them, sequences with commas, nothing as `none`."""
    if x is None:
        return "none"
    if isinstance(x, bool):
        return "yes" if x else "no"
    if isinstance(x, Fraction | Element):
        return shown(x)
    if isinstance(x, Epsilon):
        return x.shown()
    if isinstance(x, float):
        return f"{x:.6g}"
    return ", ".join(map(said, x)) if isinstance(x, tuple | list) else str(x)


def plain(x: Any) -> Any:
    """The same as plain data: every number a string that rropt reads back, a result inside a result its dictionary."""
    if x is None or isinstance(x, bool | str):
        return x
    if isinstance(x, Fraction | Element):
        return show(x)
    if isinstance(x, float):
        return repr(float(x))  # numpy.float64 is a float that names itself
    if isinstance(x, Enum):
        return x.value
    if isinstance(x, Mapping):
        return {str(key): plain(value) for key, value in x.items()}
    if isinstance(x, tuple | list):
        return [plain(value) for value in x]
    if hasattr(x, "to_dict"):
        return {key: value for key, value in x.to_dict().items() if key != "schema"}
    return str(x)


def fields_of(result: Any) -> dict[str, Any]:
    """The fields of a frozen result as plain data."""
    return {field.name: plain(getattr(result, field.name)) for field in dataclasses.fields(result)}


def is_free(x: object) -> bool:
    """Whether the number is a function of a free t."""
    return isinstance(x, Element) and isinstance(x.field, Free)


def number_fields(value: Number | None, lower: Number | None, upper: Number | None) -> dict[str, Any] | None:
    """`exact` (or null), `lower` and `upper`: decimals rounded outward."""
    if lower is None or upper is None:
        return None if value is None else {"exact": show(value), "lower": None, "upper": None}
    free = is_free(lower) or is_free(upper)
    return {
        "exact": None if value is None else show(value),
        "lower": None if free else decimal(lower, digits=17, direction="lower"),
        "upper": None if free else decimal(upper, digits=17, direction="upper"),
    }


def fact_table(facts: Mapping[str, Any]) -> Table:
    """One row a fact."""
    return FACTS, [(name, said(value)) for name, value in facts.items()]


def json_text(document: Mapping[str, Any]) -> str:
    """A document as JSON text."""
    return json.dumps(document, ensure_ascii=False, indent=1)


def text_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns two spaces apart, as wide as their widest cell; a table that is too wide for the screen folds or turns."""
    return fit_table(header, rows)


def latex_table(header: Sequence[str], rows: Sequence[Sequence[str]], *, last: Iterator[str] | None = None) -> str:
    """A tabular with one header line; what LaTeX would take for a command or has no letter for is spelled out.

    `last` is LaTeX for the last cell of every row below the header.
    """
    cells = [list(map(escape_latex, row)) for row in [header, *rows]]
    if last is not None:
        cells[1:] = [[*row[:-1], next(last)] for row in cells[1:]]
    lines = [" & ".join(row) + r" \\" for row in cells]
    body = "\n".join([lines[0], r"\hline", *lines[1:]])
    return rf"\begin{{tabular}}{{{'l' * len(header)}}}" + "\n" + body + "\n" + r"\end{tabular}"


def escape_latex(text: str) -> str:
    """The text with nothing in it that LaTeX takes for a command or has no letter for."""
    return "".join(LATEX.get(character, character) for character in text)


def notebook(table: Table, words: str) -> str:
    """The table and the words as HTML, everything escaped."""
    header, rows = table
    lines = [_cells("th", header), *(_cells("td", row) for row in rows)] if header else []
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    table_or_none = f"<table>{body}</table>" if body else ""
    return f"{table_or_none}<pre>{html.escape(words)}</pre>"


def _cells(tag: str, row: Sequence[str]) -> str:
    return "".join(f"<{tag}>{html.escape(text)}</{tag}>" for text in row)
