"""An answer that is a list of facts, and perhaps a table: printed as `label: text`, in JSON a key with plain data.

All that such an answer becomes, text, JSON and CSV, is made here.

One rule for numbers in JSON: each is a string. What was stated or counted is one string; what was computed is an object
of `exact` (in rropt's grammar, or null) and `lower` and `upper` (decimals rounded outward); doubles say so by their key
or beside them. A string that holds a number holds nothing else.
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
        """The fact with further numbers beside its own in JSON."""
        own = self.value if isinstance(self.value, dict) else {"exact": None, "lower": None, "upper": None}
        return replace(self, value={**more, **own})


def words(key: str, text: str, *, label: str = "", value: Any = None) -> Fact:
    """A fact in a sentence; in JSON `value`, if that says more."""
    return Fact(key, label or key.replace("_", " "), text, text if value is None else value)


def lead(text: str) -> Fact:
    """The leading sentence, for people only: JSON has its numbers under their own keys."""
    return Fact("", "", f"{text}\n", None)


def stated(key: str, x: object, *, label: str = "") -> Fact:
    """A number that was stated or counted."""
    return Fact(key, label or key.replace("_", " "), str(x), str(x))


def measured(key: str, x: Bound | None, *, label: str = "") -> Fact:
    """A computed exact number or infinity; or None."""
    from rropt.exact.decimal import show_with_decimal

    return Fact(key, label or key.replace("_", " "), "none" if x is None else show_with_decimal(x), _fields(x, x, x))


def double(key: str, x: float, *, label: str = "") -> Fact:
    """A number computed in doubles, marked so in JSON."""
    from rropt.exact.decimal import double_text

    return Fact(key, label or key.replace("_", " "), double_text(x), {"double": repr(x)})


def enclosed(key: str, bounds: Bounds, *, label: str = "") -> Fact:
    """A number known by bounds: one decimal if both agree in the digits shown, else both."""
    from rropt.exact.decimal import decimal

    if -TINY < bounds[0] < bounds[1] < TINY:
        bounds, text = (-TINY if bounds[0] < 0 else Fraction(0), TINY), "less than 1e-1000"
    else:
        low, high = map(decimal, bounds)
        text = low if low == high else f"between {low} and {high}"
    return Fact(key, label or key.replace("_", " "), text, _fields(None, *bounds))


def rounded_up(key: str, bounds: Bounds | None, *, label: str = "", none: str = "none") -> Fact:
    """A standard error, rounded up; its bounds in JSON."""
    from rropt.exact.decimal import decimal

    name = label or key.replace("_", " ")
    if bounds is None:
        return Fact(key, name, none, None)
    return Fact(key, name, decimal(bounds[1], digits=4, direction="upper"), _fields(None, *bounds))


def budget(key: str, epsilon: Epsilon | None, *, label: str = "", none: str = "none") -> Fact:
    """An ε, exact and with bounds."""
    name = label or key.replace("_", " ")
    if epsilon is None:
        return Fact(key, name, none, None)
    low, high = (epsilon.t, epsilon.t) if is_infinite(epsilon.t) else epsilon.bounds()
    fields = _fields(None, low, high) or {}
    return Fact(key, name, epsilon.said or epsilon.shown(), {**fields, "exact": str(epsilon)})


def _fields(exact: Any, lower: Any, upper: Any) -> dict[str, Any] | None:
    from rropt.results import number_fields

    return number_fields(exact, lower, upper)


def text_of(facts: Iterable[Fact]) -> str:
    """One line per fact, warnings first; warnings and a leading sentence have no label."""
    from rropt.exact.decimal import EXACT, spell_decimals

    first = sorted(facts, key=lambda fact: fact.key != "warning")
    lines = (f"{fact.label}: {fact.text}" if fact.key not in ("", "warning") else fact.text for fact in first)
    return "\n".join(lines if EXACT.get() else map(spell_decimals, lines))


def document(schema: str, facts: Iterable[Fact]) -> dict[str, Any]:
    """The facts by key; facts with one key are merged."""
    found: dict[str, Any] = {"schema": schema}
    for fact in filter(lambda fact: fact.key, facts):
        found[fact.key] = {**found[fact.key], **fact.value} if fact.key in found else fact.value
    return found


@dataclass(frozen=True, slots=True)
class Report:
    """A sentence, a table (of which only chosen rows are printed), facts, and notes."""

    schema: str
    facts: Sequence[Fact]
    header: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
    chosen: Sequence[int]
    notes: tuple[str, ...] = ()
    answer: str = ""

    def text(self) -> str:
        """The report for a terminal."""
        lines = [self.answer, "", fit_table(self.header, [tuple(map(cell_text, self.rows[i])) for i in self.chosen])]
        if len(self.chosen) < len(self.rows):
            lines.append(f"… {len(self.rows) - len(self.chosen)} more; --show or --table prints them")
        return "\n".join([*lines, "", text_of(self.facts), *self.notes])

    def document(self) -> dict[str, Any]:
        """The whole report; every number is a string."""
        rows = [dict(zip(self.header, map(_cell_value, self.rows[i]), strict=True)) for i in self.chosen]
        facts = document(self.schema, self.facts)
        return {**facts, "cells": str(len(self.rows)), "rows": rows, "notes": list(self.notes)}

    def csv(self) -> str:
        """All rows of the table as CSV, one number per cell: exact if available, doubles in full precision."""
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
    """A cell for a person."""
    from rropt.exact.decimal import show_with_decimal

    return cell if isinstance(cell, str) else show_with_decimal(cell)


def _exact(cell: Cell) -> str:
    from rropt.exact.spelling import show

    return cell if isinstance(cell, str) else show(cell)


def _cell_value(cell: Cell) -> Any:
    """A cell for JSON: a number, with a decimal if the exact form is not enough for a reader."""
    from rropt.exact.decimal import decimal

    exact = _exact(cell)
    return exact if isinstance(cell, str) or cell_text(cell) == exact else {"exact": exact, "decimal": decimal(cell)}
