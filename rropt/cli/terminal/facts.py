"""An answer that is a list of facts, and perhaps a table: each fact is printed as `label: text`, and is a key in JSON.

The text, the JSON and the CSV of such an answer are made here.

In JSON every number is a string with no other text in it. A number that was stated or counted is one string. A computed number
outside a table or list is an object with three entries. `exact` is in rropt's grammar, or null. `lower` and `upper` are decimals
that enclose the number. A number computed in doubles is marked as a double, by its key or by an entry beside it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from rropt.exact.infinity import is_infinite
from rropt.surface.screen import fit_table

if TYPE_CHECKING:
    from rropt.exact.element import Bound, Number
    from rropt.exact.enclosure import Bounds
    from rropt.exact.epsilon import Epsilon

__all__ = [
    "Cell",
    "Fact",
    "Report",
    "budget",
    "cell_text",
    "document",
    "double",
    "enclosed",
    "lead",
    "measured",
    "rounded_up",
    "stated",
    "text_of",
    "words",
]

TINY = Fraction(1, 10**1000)
FILED = 12
"""Digits of a double in a file."""

Cell: TypeAlias = "str | Number"  # an exact number, or text: a name, a count, a double


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of an answer: `label: text` for a person, `key` with `value` in JSON."""

    key: str
    label: str
    text: str
    value: Any

    def beside(self, **more: str) -> Fact:
        """Return a copy of the fact whose JSON value also has the entries `more`.

        If the value is not a dictionary, it is first replaced by a dictionary whose entries `exact`, `lower` and `upper` are None.
        """
        own = self.value if isinstance(self.value, dict) else {"exact": None, "lower": None, "upper": None}
        return replace(self, value={**more, **own})


def words(key: str, text: str, *, label: str = "", value: Any = None) -> Fact:
    """Make a fact that is shown to people as `text`. Its value in JSON is `value`, or the text if `value` is None."""
    return Fact(key, label or key.replace("_", " "), text, text if value is None else value)


def lead(text: str) -> Fact:
    """Make the leading sentence, for people only; JSON has its numbers under their own keys."""
    return Fact("", "", f"{text}\n", None)


def stated(key: str, x: object, *, label: str = "") -> Fact:
    """Make a fact of a number that was stated or counted."""
    return Fact(key, label or key.replace("_", " "), str(x), str(x))


def measured(key: str, x: Bound | None, *, label: str = "") -> Fact:
    """Make a fact from a computed exact number, which may be infinite. If `x` is None, the fact says "none"."""
    from rropt.exact.decimal import show_with_decimal

    return Fact(key, label or key.replace("_", " "), "none" if x is None else show_with_decimal(x), _fields(x, x, x))


def double(key: str, x: float, *, label: str = "") -> Fact:
    """Make a fact from a number computed in doubles; JSON says that it is a double."""
    from rropt.exact.decimal import double_text

    return Fact(key, label or key.replace("_", " "), double_text(x), {"double": repr(x)})


def enclosed(key: str, bounds: Bounds, *, label: str = "") -> Fact:
    """Make a fact from a lower and an upper bound on a number.

    It shows one decimal if both bounds have the same digits, else both bounds. If both are closer to 0 than TINY, it says only
    this.
    """
    from rropt.exact.decimal import decimal

    if -TINY < bounds[0] < bounds[1] < TINY:
        bounds, text = (-TINY if bounds[0] < 0 else Fraction(0), TINY), "less than 1e-1000"
    else:
        low, high = map(decimal, bounds)
        text = low if low == high else f"between {low} and {high}"
    return Fact(key, label or key.replace("_", " "), text, _fields(None, *bounds))


def rounded_up(key: str, bounds: Bounds, *, label: str = "") -> Fact:
    """Make a fact from two bounds on a standard error. Its text shows the upper bound, rounded up. JSON has both bounds."""
    from rropt.exact.decimal import decimal

    text = decimal(bounds[1], digits=4, direction="upper")
    return Fact(key, label or key.replace("_", " "), text, _fields(None, *bounds))


def budget(key: str, epsilon: Epsilon, *, label: str = "") -> Fact:
    """Make a fact from an ε. JSON has its exact form, and a lower and an upper bound as decimals.

    If the text shows only a decimal, this decimal is rounded up.
    """
    low, high = (epsilon.t, epsilon.t) if is_infinite(epsilon.t) else epsilon.bounds()
    fields = _fields(None, low, high) or {}
    text = epsilon.said or epsilon.shown(direction="upper")
    return Fact(key, label or key.replace("_", " "), text, {**fields, "exact": str(epsilon)})


def _fields(exact: Any, lower: Any, upper: Any) -> dict[str, Any] | None:
    from rropt.results import number_fields

    return number_fields(exact, lower, upper)


def text_of(facts: Iterable[Fact]) -> str:
    """Write one line per fact, warnings first; warnings and a leading sentence have no label."""
    from rropt.exact.decimal import EXACT, spell_decimals

    first = sorted(facts, key=lambda fact: fact.key != "warning")
    lines = (f"{fact.label}: {fact.text}" if fact.key not in ("", "warning") else fact.text for fact in first)
    return "\n".join(lines if EXACT.get() else map(spell_decimals, lines))


def document(schema: str, facts: Iterable[Fact]) -> dict[str, Any]:
    """Collect the values of the facts in a dictionary by their keys.

    Facts with the same key are merged; their values must be dictionaries.
    """
    found: dict[str, Any] = {"schema": schema}
    for fact in filter(lambda fact: fact.key, facts):
        found[fact.key] = {**found[fact.key], **fact.value} if fact.key in found else fact.value
    return found


@dataclass(frozen=True, slots=True)
class Report:
    """An answer with a table, to be written as text, JSON or CSV. The parts are a first sentence, the table, facts, and notes.

    Text and JSON have only the chosen rows of the table; CSV has all rows.
    """

    schema: str
    facts: Sequence[Fact]
    header: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
    chosen: Sequence[int]
    notes: tuple[str, ...] = ()
    answer: str = ""

    def text(self) -> str:
        """Write the report for a terminal."""
        lines = [self.answer, "", fit_table(self.header, [tuple(map(cell_text, self.rows[i])) for i in self.chosen])]
        if len(self.chosen) < len(self.rows):
            lines.append(f"… {len(self.rows) - len(self.chosen)} more; --show or --table prints them")
        return "\n".join([*lines, "", text_of(self.facts), *self.notes])

    def document(self) -> dict[str, Any]:
        """Make the JSON of the report, with the chosen rows; every number is a string."""
        rows = [dict(zip(self.header, map(_cell_value, self.rows[i]), strict=True)) for i in self.chosen]
        facts = document(self.schema, self.facts)
        return {**facts, "cells": str(len(self.rows)), "rows": rows, "notes": list(self.notes)}

    def csv(self) -> str:
        """Write all rows of the table as CSV, one number per cell: exact if it is known exactly, else a double of 12 digits."""
        from rropt.exact.decimal import DIGITS

        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.header)
        shown_digits = DIGITS.set(FILED)
        try:
            writer.writerows(map(_exact, self.rows[i]) for i in range(len(self.rows)))
        finally:
            DIGITS.reset(shown_digits)
        return out.getvalue()


def cell_text(cell: Cell) -> str:
    """Write a cell for a person."""
    from rropt.exact.decimal import show_with_decimal

    return cell if isinstance(cell, str) else show_with_decimal(cell)


def _exact(cell: Cell) -> str:
    from rropt.exact.spelling import show

    return cell if isinstance(cell, str) else show(cell)


def _cell_value(cell: Cell) -> Any:
    """Return the exact form of a cell, for JSON. If people see the cell in another form, return an object with the exact form and a
    decimal.
    """
    from rropt.exact.decimal import decimal

    exact = _exact(cell)
    return exact if isinstance(cell, str) or cell_text(cell) == exact else {"exact": exact, "decimal": decimal(cell)}
