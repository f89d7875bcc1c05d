"""Bounds by column generation for information and divergences with δ > 0, if the possible rows are too many for the checker.

Let f be the objective's function of a row. The possible rows have entries that are 0 or powers of e^ε. A linear program over some
of these rows gives their weights and dual prices of the inputs and of the budgets δ. At other rows s, f(s) may exceed the price of
s; the rows with the largest excess join the program (`rropt.designs.rows.priced_levels`). Finally the price of every input is
raised until f(s) is at most the price of s at every row s.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from rropt.designs.objectives.row_function import Function, floats_of
from rropt.designs.rows.generators import Generators
from rropt.designs.rows.patterns import label_orders
from rropt.designs.rows.priced_levels import ENOUGH, Lacking, PricedLevels
from rropt.designs.sublinear.program import SublinearProgram
from rropt.designs.sublinear.slack import prices_of_levels, solve_levels
from rropt.engine.sets import Classes
from rropt.exact.element import Number
from rropt.exact.matrix import total_of
from rropt.exact.patience import ignore_limit
from rropt.mechanism import Mechanism
from rropt.problem.answers import Evidence, NumericAnswer, Search
from rropt.problem.bounded import evidence_of_bounds
from rropt.problem.contract import Program
from rropt.problem.notes import ANY_NUMBER
from rropt.problem.problem import Problem

__all__ = ["PricedRows"]

Array: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class _Round:
    """The result of one round of column generation: the program over some rows, and its value.

    `lacking` has the largest excess of the objective's function over the dual price of a row, divided by the sum of the row. If the
    prices of all inputs are raised by this quotient, they bound all mechanisms; `most` is the upper bound that they prove.
    """

    program: SublinearProgram
    value: float
    lacking: Lacking
    most: Number

    @property
    def loss(self) -> float:
        """The bound `most` as a float; the best round is the one with the least bound."""
        return float(self.most)

    @property
    def is_enough(self) -> bool:
        """Whether the dual prices of this round are good enough to stop.

        The excess of the objective's function over the price of a row is divided by the sum of the row. The result is True if the
        largest of these quotients, times the number of inputs, is a negligible part of the value.
        """
        return self.lacking.near * self.program.function.k <= ENOUGH * self.value


@dataclass(frozen=True, slots=True)
class PricedRows(Program):
    """The problem to maximise the sum of the objective's function over a mechanism's rows under one ε and δ > 0.

    Column generation solves it. Let T = e^ε. Each column of the linear program is a possible row, whose entries are 0 or some of 1,
    T, T², ….
    """

    problem: Problem
    function: Function
    rows: PricedLevels
    _solved: list[_Round] = field(default_factory=list)

    @classmethod
    def of(cls, problem: Problem, function: Function) -> PricedRows | None:
        """Pose the program of a problem.

        None if `PricedLevels`, which prepares the column generation, refuses the number of inputs, ε or δ. None also if the
        objective's function is 0 at every row, or if the objective is the least of several sums.
        """
        if function.is_least or function.is_zero:
            return None
        rows = PricedLevels.of(Classes.single(problem.k), *problem.ratio_and_delta)
        return None if rows is None else cls(problem, function, rows)

    def numeric(self, solver: str | None) -> NumericAnswer:
        """Compute the optimum in floats, by column generation with HiGHS; a named solver is not used.

        First the sum of the objective's function over the rows of a mechanism is maximised. The objective's value is then computed
        from it.
        """
        value = self.function.outer_float(self.solution.value)
        return NumericAnswer(status="Optimal", value=value, source="HiGHS and column generation over rows by levels")

    @property
    def is_bounded(self) -> bool:
        """Return True: rropt states the bounds on the optimum itself, because the checker does not list so many rows."""
        return True

    def prove(self, theorem: object, *, optima: Search) -> Evidence:
        """Return a mechanism with a lower and an upper bound on the optimum; rropt states both bounds.

        The mechanism is found in the round of column generation whose upper bound is least. Its value is the lower bound. The dual
        prices of this round give the upper bound.
        """
        best = self.solution
        with ignore_limit():
            weights = solve_levels(best.program).weights
        generators = best.program.rows
        assert isinstance(generators, Generators)
        rows = generators.weigh(weights)
        reached, upper = self.function.finite_bounds(self.function.bounds(rows)[0], best.most)
        return evidence_of_bounds(
            self.problem,
            Mechanism(rows, self.problem.inputs, label_orders(rows, self.problem.inputs)),
            (reached, upper),
            source="HiGHS and column generation over rows by levels",
        )

    @property
    def solution(self) -> _Round:
        """The round of column generation whose prices give the least upper bound, computed once."""
        if not self._solved:
            self._solved.append(self.rows.best(self._solve))
        return self._solved[0]

    def _solve(self, at: Array) -> _Round:
        program = SublinearProgram(self.function, self.rows.some(at))
        value, y, z = prices_of_levels(program)
        lacking = self.rows.lacking(self._worth, y, z, np.ones(self.rows.k))  # the excess divided by the sum of the row
        paid = total_of([Fraction(x) for x in y]) + self.rows.delta * total_of([Fraction(x) for x in z])
        return _Round(program, value, lacking, paid + self.rows.k * lacking.most)

    def _worth(self, rows: Array) -> tuple[Array, Array]:
        """For each row, return the value of the objective's function in floats, and a number that limits the rounding error of this
        value.

        The value is a sum of terms, and the second number is an upper bound on the sum of their absolute values. A term is the
        value itself, or an entry of the row times a logarithm of a number of at most T^k, where T = e^ε and k is the number of
        inputs.
        """
        weight = float(sum(self.function.weights)) if self.function.is_several else 1.0
        longest = 2 + 2 * self.rows.k * math.log(self.rows.above)
        f = floats_of(self.function, rows)
        return f, abs(f) + weight * longest * rows.sum(axis=1)

    @property
    def notes(self) -> tuple[str, ...]:
        """Say that any number of outputs is allowed."""
        return (ANY_NUMBER,)
