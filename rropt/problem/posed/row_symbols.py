"""The rows of an objective over rows, for its poses: those of the demand, or the extreme rays of its cone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.designs.rows.listing import generators_of
from rropt.problem.posed.demand import Ratios, ratio_symbols
from rropt.problem.posed.rows import RowTable, placed_weights, relations_of_rows, rows_of
from rropt.problem.problem import Problem

if TYPE_CHECKING:
    from rropt.mechanism import Mechanism

__all__ = ["PosedRows", "posed_rows", "table_of"]


@dataclass(frozen=True, slots=True)
class PosedRows:
    """The rows in symbols, with their weights and the relations between these."""

    problem: Problem
    table: RowTable
    ratios: Ratios
    rows: tuple[tuple[Any, ...], ...]
    weights: tuple[Any, ...]
    rounded: Fraction | None

    @property
    def relations(self) -> tuple[Any, ...]:
        """The relations that the weights satisfy."""
        return relations_of_rows(self.table, self.rows, self.weights, self.ratios)

    @property
    def named(self) -> dict[str, Any]:
        """The symbols by name."""
        from sympy import Matrix

        ratios = self.ratios.named if self.table.names_ratios else {}
        return {"weights": self.weights, "rows": Matrix(self.rows), **ratios}

    def place(self, mechanism: Mechanism) -> dict[Any, Any]:
        """The weights of a mechanism's rows, by symbol."""
        return placed_weights(self.table, self.weights, self.problem, mechanism, self.rounded)


def table_of(problem: Problem) -> tuple[RowTable, Fraction | None]:
    """The rows of a problem, for each label that conditions name; and their rational ratio, if it lies a little below e^ε."""
    table, rounded = _table_of_demand(problem)
    return (table.counted_as(problem.m, problem.conditions) if problem.splits_answers else table), rounded


def _table_of_demand(problem: Problem) -> tuple[RowTable, Fraction | None]:
    """The rows of a demand; and their rational ratio, if it lies a little below e^ε.

    Those of bounds by pair and of several demands are numbers.
    """
    bounds = problem.bounds
    generators = generators_of(
        problem.demand, bounds, aim=problem.objective.called, is_unjudged=True, may_be_tight=True
    )
    if generators is None:
        return rows_of(problem), None
    if not generators.has_budgets or bounds.common is None:
        return rows_of(problem, generators.rows), None
    return rows_of(problem), generators.ratio


def posed_rows(problem: Problem) -> PosedRows:
    """The rows of a problem in symbols."""
    import sympy

    from rropt.exact.conversion import sympy_of

    table, rounded = table_of(problem)
    ratios = ratio_symbols(problem)
    if rounded is not None:
        ratios = replace(ratios, stated={**ratios.stated, ratios.ratio: rounded})
    at = ratios.ratio if ratios.by_place is None else [t for t, _ in ratios.by_place.values()]
    rows = tuple(
        tuple(sympy_of(x) if isinstance(x, Fraction) else sympy.sympify(x) for x in row) for row in table.rows(at)
    )
    weights = sympy.symbols(f"w_0:{len(rows)}", real=True)
    if not table.names_ratios:
        ratios = replace(ratios, stated={})
    return PosedRows(problem, table, ratios, rows, weights, rounded)
