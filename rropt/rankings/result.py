"""The table of the named families for k categories at one ε, best first."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.exact.decimal import decimal, spell_decimals
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import Either, InputError
from rropt.exact.reading import label_all
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.problem.result import Design
from rropt.rankings.appraisal import EFFICIENT, Bounds
from rropt.results import InTable, Result, Table, Tabled, number_fields, text_table
from rropt.surface.optional import import_pandas

if TYPE_CHECKING:
    import pandas

__all__ = ["GIVEN", "Ranked", "Ranking", "sort_best_first"]

HEADER = ("mechanism", "value", "total n·Var", "people", "efficiency", "bits")
MOST_SHOWN = 20
MOST_SHARES = 8
GIVEN = "the mechanism given"
NEXT_TO = Fraction(1, 10**12)


@dataclass(frozen=True, slots=True, repr=False)
class Ranked(InTable, Result):
    """A row of the ranking: one member of a family, with one estimator. `variances` has n·Var of each share, where n is the number
    of answers, and `total` has their sum. `value` is the value of the objective.

    `people` is the least number of answers for which every share's standard error is at most the wanted one. `efficiency` has
    bounds on the certified optimum divided by `value` or, if more is better, on `value` divided by the optimum. It is None if no
    optimum at this ε is certified.
    """

    family: str
    parameters: tuple[tuple[str, str], ...]
    epsilon: Epsilon
    estimator: str
    outputs: int
    bits: int
    variances: tuple[Bounds, ...]
    total: Bounds
    value: Bounds
    people: int
    efficiency: Bounds | None
    spec: str | None = None

    @property
    def largest(self) -> Bounds:
        """Bounds of the largest n·Var of a share."""
        return max(low for low, _ in self.variances), max(high for _, high in self.variances)

    def cells(self) -> tuple[str, ...]:
        """Write the row of the table."""
        named = self.full_name() if self.estimator == EFFICIENT else f"{self.full_name()}, counts"
        return (
            named,
            decimal(self.value[1]),
            decimal(self.total[1]),
            str(self.people),
            self._efficiency(),
            str(self.bits),
        )

    def full_name(self, before: str = ", ") -> str:
        """Name the family, and after `before` each parameter: `subset selection, size 2`, or `subset selection of size 2`."""
        return before.join([self.family, *(f"{name} {x}" for name, x in self.parameters)])

    def _efficiency(self) -> str:
        """Write the efficiency, rounded down. It is written as 1 if the upper bound is 1 and the lower bound is within 10^-12 of 1.
        The text is empty if no efficiency is known."""
        if self.efficiency is None:
            return ""
        low, high = self.efficiency
        return "1" if high == 1 and low > 1 - NEXT_TO else decimal(low, digits=4, direction="lower")

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary; every number is a string."""
        return {
            "family": self.family,
            "parameters": dict(self.parameters),
            "spec": self.spec,
            "epsilon": str(self.epsilon),
            "estimator": self.estimator,
            "variances": list(map(_fields, self.variances)),
            "total": _fields(self.total),
            "largest": _fields(self.largest),
            "value": _fields(self.value),
            "people": str(self.people),
            "outputs": str(self.outputs),
            "bits": str(self.bits),
            "efficiency": None if self.efficiency is None else _fields(self.efficiency),
        }

    def as_table(self) -> Table:
        """A table that has this row alone, with the header of the ranking."""
        return HEADER, [self.cells()]


@dataclass(frozen=True, slots=True, repr=False)
class Ranking(Tabled):
    """Every named family for k inputs at one ε and prevalence, best first; `elsewhere` has published settings at other ε."""

    inputs: int
    epsilon: Epsilon
    prevalence: tuple[Number, ...]
    objective: str
    standard_error: Fraction
    rows: tuple[Ranked, ...]
    elsewhere: tuple[Ranked, ...]
    optimum: Design | None = None
    notes: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    """The names of the inputs; empty if none were given."""
    two_answers: Design | None = None
    """For a mean of scores, the best design of two answers, which tell nothing else of the shares; else None."""

    @property
    def best(self) -> Ranked:
        """The first of the rows."""
        return self.rows[0]

    def row(self, family: str, **parameters: object) -> Ranked:
        """Find the best row of a family, such as `row("subset selection", size=2)`; refuse if there is none."""
        wanted = {(name, str(x)) for name, x in parameters.items()}
        of_family = [row for row in (*self.rows, *self.elsewhere) if row.family.casefold() == family.casefold()]
        for row in of_family:
            if wanted <= set(row.parameters):
                return row
        if of_family:
            asked, best = (
                ", ".join(f"{x} = {y}" for x, y in given) for given in (parameters.items(), of_family[0].parameters)
            )
            raise InputError(
                f"the family '{family[:60]}' has no row with {asked[:60]}; its best row has {best or 'no parameters'}"
            )
        raise InputError(
            f"the ranking has no family '{family[:60]}'; the families are {', '.join(sorted({r.family for r in self.rows}))}"
        )

    def explain(self) -> str:
        """Write a sentence with the answer, then the table of rows, then what the table's numbers mean."""
        kept = self._telling()
        parts = [self._answer(), *self._fewest(), *self._in_two_answers(), "", text_table(*self._table(kept))]
        if more := len(self.rows) - len(kept):
            parts.append(f"… and {more} more members of these families ({Either('`rows`', '--json')} has all)")
        parts += self._each_share(kept)
        if self.elsewhere:
            settings = "; ".join(dict.fromkeys(row.full_name() for row in self.elsewhere))
            header, lines = self.as_table()
            own = zip(lines[len(self.rows) :], self.elsewhere, strict=True)
            short = [[named.replace(row.full_name(), row.family), *numbers] for (named, *numbers), row in own]
            parts += ["", f"Published settings, each at an epsilon of its own ({settings}):", text_table(header, short)]
        return "\n".join([*parts, "", *self.notes])

    def _each_share(self, kept: Sequence[Ranked]) -> list[str]:
        """Tabulate n·Var of each share, if the shares differ and are few."""
        if self.inputs > MOST_SHARES or len(set(self.prevalence)) == 1:
            return []
        header = ["n·Var of each share", *label_all(self.labels, self.inputs)]
        rows = [[row.cells()[0], *(decimal(high, digits=4) for _, high in row.variances)] for row in kept]
        return ["", text_table(header, rows)]

    def _telling(self) -> list[Ranked]:
        """Choose the rows to show: the first `MOST_SHOWN` of all rows, and the best row of each family with each estimator."""
        seen: set[tuple[str, str]] = set()
        kept = []
        for n, row in enumerate(self.rows):
            key = (row.family, row.estimator)
            if n < MOST_SHOWN or key not in seen:
                kept.append(row)
            seen.add(key)
        return kept

    def _fewest(self) -> list[str]:
        """Say which row needs fewest people for the wanted standard error in every share, if it is not the best row."""
        fewest = min(self.rows, key=lambda row: row.people)
        if fewest.people == self.best.people:
            return []
        error = decimal(self.standard_error)
        return [
            f"Fewest people for a standard error of {error} or less in every share: {fewest.full_name(' of ')}, "
            f"{fewest.people:,} against {self.best.people:,}."
        ]

    def _in_two_answers(self) -> list[str]:
        """Say how well two answers estimate the mean of scores, and how far that is from the certified optimum."""
        found, best = self.two_answers, self.optimum
        if found is None or found.upper is None:
            return []
        said = f"Two answers, which estimate the mean alone: {decimal(found.upper)}"
        if best is not None and best.lower is not None:
            efficiency = enclose(best.lower)[0] / enclose(found.upper)[1]
            said += f", {decimal(efficiency, digits=4, direction='lower')} of the certified optimum"
        flag = Either("design(…, outputs=2)", "rropt design --objective contrast --outputs 2")
        return [f"{said} ({flag})."]

    def _answer(self) -> str:
        best = self.best
        mine = "the mechanism given and " if any(row.family == GIVEN for row in self.rows) else ""
        said = (
            f"Of {mine}what people use for {self.inputs} categories at epsilon = {self.epsilon.shown()}, "
            f"{best.full_name(' of ')} is best for the {spell_decimals(self.objective)}: {decimal(best.value[1])}"
        )
        if best.efficiency is None:
            return f"{said}; no optimum was certified to hold it against."
        if best.efficiency[0] == 1:
            return f"{said}, the certified optimum."
        if best.efficiency[1] == 1 and best.efficiency[0] > 1 - NEXT_TO:
            return f"{said}, within 10^-12 of the certified optimum."
        return f"{said}, {decimal(best.efficiency[0], digits=4, direction='lower')} of the certified optimum."

    def as_table(self) -> Table:
        """A table of all rows. The rows with published settings, at their own ε, come last.

        The objective's value has a column only if it differs from the total variance in some row.
        """
        header, rows = self._table(self.rows)
        own = self._table(self.elsewhere)[1]
        every = zip([*rows, *own], (*self.rows, *self.elsewhere), strict=True)
        return [*header, "epsilon"], [[*cells, row.epsilon.shown()] for cells, row in every]

    def _table(self, rows: Sequence[Ranked]) -> tuple[list[str], list[list[str]]]:
        """Write the header and these rows, without the column of values if all values are the total variance."""
        at, every = HEADER.index("value"), (*self.rows, *self.elsewhere)
        kept = [n for n in range(len(HEADER)) if n != at or any(row.value != row.total for row in every)]
        return [HEADER[n] for n in kept], [[row.cells()[n] for n in kept] for row in rows]

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame of the rows, with doubles (upper bounds; for the efficiency a lower bound) and the exact ε as text."""
        pandas = import_pandas()
        rows = (*self.rows, *self.elsewhere)
        return pandas.DataFrame(  # type: ignore[no-any-return]
            {
                "family": [x.family for x in rows],
                "parameters": [", ".join(f"{name} {value}" for name, value in x.parameters) for x in rows],
                "estimator": [x.estimator for x in rows],
                "value": [float(x.value[1]) for x in rows],
                "total n·Var": [float(x.total[1]) for x in rows],
                "largest n·Var": [float(x.largest[1]) for x in rows],
                "people": [x.people for x in rows],
                "outputs": [x.outputs for x in rows],
                "bits": [x.bits for x in rows],
                "efficiency": [math.nan if x.efficiency is None else float(x.efficiency[0]) for x in rows],
                "epsilon": [float(x.epsilon) for x in rows],
                "epsilon (exact)": [str(x.epsilon) for x in rows],
            }
        )

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary; every number is a string."""
        numbered = label_all(None, self.inputs)
        return {
            "schema": "rropt/ranking/1",
            "inputs": str(self.inputs),
            "epsilon": str(self.epsilon),
            "prevalence": list(map(show, self.prevalence)),
            "objective": self.objective,
            "standard_error": show(self.standard_error),
            "rows": [row.to_dict() for row in self.rows],
            "elsewhere": [row.to_dict() for row in self.elsewhere],
            "optimum": None if self.optimum is None else self.optimum.to_dict(),
            **({} if self.two_answers is None else {"two_answers": self.two_answers.to_dict()}),
            **({"labels": list(self.labels)} if self.labels not in ((), numbered) else {}),
            "notes": list(self.notes),
        }


def _fields(bounds: Bounds) -> dict[str, Any] | None:
    return number_fields(bounds[0] if bounds[0] == bounds[1] else None, *bounds)


def sort_best_first(rows: Sequence[Ranked], *, larger: bool) -> tuple[Ranked, ...]:
    """Sort rows from the best to the worst, by the upper bounds of their values at 25 digits. If `larger`, more is better, and the
    largest comes first. Rows with equal values are sorted by their number of outputs, fewest first."""
    sign = -1 if larger else 1
    return tuple(sorted(rows, key=lambda row: (sign * Fraction(decimal(row.value[1], digits=25)), row.outputs)))
