"""Problems in sympy whose variables are the weights of given rows. Each row of a mechanism that keeps the demand is a sum of these
given rows, multiplied by weights ≥ 0. `rropt.problem.posed.rows` lists the given rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.exact.conversion import sympy_of
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.exact.stochastic import direction_of
from rropt.problem.posed.demand import Frame, ratio_symbols
from rropt.problem.posed.rows import Ratio, RowTable
from rropt.problem.problem import Problem
from rropt.problem.split import parts_of_labels

if TYPE_CHECKING:
    import sympy

    from rropt.mechanism import Mechanism

__all__ = ["WeighedRows", "rows_in_symbols"]

ZERO = Fraction(0)
NEAR = Fraction(1, 10**15)
"""A ratio of a mechanism's rows that lies below the demand's by at most this share is taken for the ratio of the program's rows."""


@dataclass(frozen=True, slots=True)
class WeighedRows(Frame):
    """A list of rows, with a symbol for the weight of each.

    Each row of a mechanism that meets the demand is a sum of these rows, multiplied by weights ≥ 0.
    """

    table: RowTable
    weights: tuple[Any, ...]

    @property
    def named(self) -> dict[str, Any]:
        """The symbols by name: `weights`, the matrix `rows` and, if the rows or the slack that they use depend on the demand's
        ratio, the demand's own symbols."""
        from sympy import Matrix

        ratios = self.ratios.named if self.table.names_ratios else {}
        return {"weights": self.weights, "rows": Matrix(self.rows), **ratios}

    def total(self, values: Sequence[Any]) -> Any:
        """Add up `values`, one for each row, each multiplied by the row's weight."""
        return sum(w * x for w, x in zip(self.weights, values, strict=True))

    @property
    def relations(self) -> tuple[Any, ...]:
        """The relations that the weights must satisfy. Each weight is ≥ 0, and the weighted rows sum to 1 at each input. The
        mechanism made of the weighted rows must also keep every condition, and the demand's limits on slack and on averages."""
        import sympy

        table, rows, ratios = self.table, self.rows, self.ratios
        covered = [self.total([row[j] for row in rows]) for j in range(table.k)]
        found = [sympy.Eq(x, 1) for x in covered] + [sympy.Ge(w, 0) for w in self.weights]
        places = list(ratios.by_place.values()) if ratios.by_place is not None else []
        ratio = [t for t, _ in places] or ratios.ratio
        for limit in table.limits:
            slack = ratios.delta if limit.place is None else places[limit.place][1]
            found.append(sympy.Le(self.total(table.taken(limit, ratio, rows, sympy.Max)), slack))
        for average in table.averages:
            gained = [
                sympy.Max(*(sum(sympy_of(a) * x for a, x in zip(plane, row, strict=True)) for plane in average.planes))
                for row in rows
            ]
            found.append(sympy.Le(self.total(gained), sympy_of(average.most)))
        for c in table.conditions:
            relation = {"<=": sympy.Le, ">=": sympy.Ge, "==": sympy.Eq}[c.relation]
            found.append(relation(self.total(table.left_of(c, rows, sympy_of)), sympy_of(c.bound)))
        return tuple(found)

    def place(self, mechanism: Mechanism) -> dict[sympy.Symbol, sympy.Expr]:
        """Return weights with which the listed rows add up to the mechanism's rows. Refuse a mechanism with a row that is no
        multiple of a listed row."""
        problem, table = self.problem, self.table
        if problem.bounds.common is not None:
            ratio: Ratio = table.rounded or _ratio_near(mechanism, problem.ratio_and_delta[0])
        else:
            ratio = [t for _, (t, _) in problem.bounds.places()]
        found: list[Number] = [ZERO] * len(self.weights)
        rows = table.rows(ratio)
        each = len(rows) // table.labels
        places = {
            (n // each, direction_of([x + ZERO for x in known])): n for n, known in reversed(list(enumerate(rows)))
        }
        for label, row in zip(_labels_of(table, problem, mechanism), mechanism.rows, strict=True):
            if not any(row):  # an answer that is never given
                continue
            place = places.get((label, direction_of(row)))
            if place is None:
                said = ", ".join(map(show, row))[:80]
                raise InputError(
                    f"the mechanism's row {said} is not proportional to any row of the program for this demand; give a mechanism "
                    "designed for this demand"
                )
            j = next(j for j, x in enumerate(rows[place]) if x != 0)
            found[place] = found[place] + row[j] / rows[place][j]
        return {symbol: sympy_of(w) for symbol, w in zip(self.weights, found, strict=True)}


def rows_in_symbols(problem: Problem, table: RowTable) -> WeighedRows:
    """Turn the rows of a table into expressions of sympy, with a symbol w_n for the weight of the n-th row."""
    import sympy

    ratios = ratio_symbols(problem)
    if table.rounded is not None:
        ratios = replace(ratios, stated={**ratios.stated, ratios.ratio: table.rounded})
    at = ratios.ratio if ratios.by_place is None else [t for t, _ in ratios.by_place.values()]
    rows = tuple(
        tuple(sympy_of(x) if isinstance(x, Fraction) else sympy.sympify(x) for x in row) for row in table.rows(at)
    )
    weights = sympy.symbols(f"w_0:{len(rows)}", real=True)
    if not table.names_ratios:
        ratios = replace(ratios, stated={})
    return WeighedRows(problem, rows, ratios, table, weights)


def _ratio_near(mechanism: Mechanism, ratio: Number) -> Number:
    """Return the ratio for which rows are listed. It is chosen so that the mechanism's rows are multiples of listed rows.

    If the demand's ratio `ratio` is rational, it is returned. If it is irrational, the mechanism may have been made for a rational
    ratio just below it. So let the largest ratio of two entries of a row be taken over those rows of the mechanism whose entries
    are all rational and positive. If this largest ratio lies just below `ratio`, it is returned; else `ratio` is.
    """
    if isinstance(ratio, Fraction):
        return ratio
    rational = [[x for x in row if isinstance(x, Fraction) and x > 0] for row in mechanism.rows]
    largest = max((max(row) / min(row) for row in rational if len(row) == mechanism.k), default=Fraction(1))
    low, high = enclose(ratio)
    return largest if low * (1 - NEAR) < largest <= high else ratio


def _labels_of(table: RowTable, problem: Problem, mechanism: Mechanism) -> list[int]:
    """Return, for each row of a mechanism, the index of the label that its answer bears. Conditions name answers by these labels.
    If conditions name no labels, every index is 0."""
    if table.labels == 1:
        return [0] * mechanism.m
    parts = parts_of_labels(problem, mechanism.output_labels)
    return [label for label, n in enumerate(parts) for _ in range(n)]
