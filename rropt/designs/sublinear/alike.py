"""Information and divergences with δ > 0, for so many inputs that the possible rows are not listed one by one.

Let f be the objective's function of a row, whose sum over the rows is maximised. Let T = e^ε. The rows considered have entries that
are 0 or 1, T, T², … without a gap. An orbit is all such rows that have the same entries in another order. If f does not change when
inputs are exchanged, the linear program has one variable for each orbit (`AlikeInputs`).

If neither this program nor column generation (`priced.py`) is possible, the optimum for δ = 0 gives bounds (`RevealingRows`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeAlias

from rropt.certificate.prices import column_of
from rropt.certificate.read import read_matrix
from rropt.certificate.writing import dumps
from rropt.designs.objectives.row_function import Function, floats_of
from rropt.designs.objectives.sublinear import SublinearObjective
from rropt.designs.reductions.revealing import Document, Revealing
from rropt.designs.rows.alike import AlikeRows, Row
from rropt.designs.rows.patterns import label_orders
from rropt.designs.sublinear.certificate import write_sublinear
from rropt.engine.sets import Classes
from rropt.exact.element import Number
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import identity
from rropt.problem.answers import Evidence, NumericAnswer, Search
from rropt.problem.contract import Program
from rropt.problem.notes import ANY_NUMBER
from rropt.problem.problem import Problem

__all__ = ["AlikeInputs", "RevealingRows"]

Array: TypeAlias = Any
FINE = 220  # bits to which f is rounded up


class RevealingRows(Revealing):
    """Bounds the optimum for δ > 0, for information and divergences.

    The bounds are made from a mechanism and dual prices that are optimal for δ = 0.
    """

    __slots__ = ()

    def bound_of_all(self, pure: Evidence, stated: Document) -> Number:
        """Return an upper bound of the objective's value that holds for all mechanisms.

        Let f be the objective's function of a row. If the objective is the least of several sums, f is instead a mean of their
        functions, with the weights that the certificate `stated` has. Let y_j be the prices of the inputs in that certificate, and
        u_j the row that is 1 at input j and 0 elsewhere. Let e be the property `rest`, which is min(1, (k − 1)δ). Then the sum of f
        over the rows of any mechanism is at most Σ_j y_j + e Σ_j (f(u_j) − y_j)⁺. The objective's bound is computed from this sum.
        """
        function = self._function
        if function.is_least:
            function = function.mean(read_matrix([stated["witness"]["weights"]], Fraction(1))[0])
        units = [function.bounds((row,))[1] for row in identity(self.problem.k)]
        columns = read_matrix([column_of(stated)], Fraction(1))[0]
        summed = self.bound_sum(columns, [x for x in units if not is_infinite(x)])
        return function.finite_bounds(summed, summed)[1]

    @property
    def _function(self) -> Function:
        objective = self.problem.objective
        assert isinstance(objective, SublinearObjective)
        return objective.function(self.problem.input_labels)


@dataclass(frozen=True, slots=True)
class AlikeInputs(Program):
    """The linear program under one ε and a δ > 0, for an objective that treats all inputs alike.

    The program maximises the sum of the objective's function over the rows of a mechanism.
    """

    problem: Problem
    function: Function
    rows: AlikeRows

    @classmethod
    def of(cls, problem: Problem, function: Function) -> AlikeInputs | None:
        """Pose the program of a problem.

        The objective's function f must treat all inputs alike. It must not be 0 everywhere, and the objective must not be the least
        of several sums. `AlikeRows` must accept the problem's k, ε and δ. None if one of these conditions fails.
        """
        is_alike = len(set(function.keys)) == 1 and not function.is_least and not function.is_zero
        rows = AlikeRows.of(problem.k, *problem.ratio_and_delta) if is_alike else None
        return None if rows is None else cls(problem, function, rows)

    def numeric(self, solver: str | None) -> NumericAnswer:
        """Compute the optimum in floats: by a solver of cvxpy if `solver` names one, else by the program's own method.

        First the sum of the objective's function over the rows of a mechanism is maximised. Then the objective's value is computed
        from this sum.
        """
        status, value, source = self.rows.most_in_floats(self._worth, solver)
        return NumericAnswer(status=status, value=self.function.outer_float(value), source=source)

    def prove(self, theorem: object, *, optima: Search) -> Evidence:
        """Find an optimal mechanism and the prices that prove an upper bound, and certify both bounds.

        The mechanism has the rows of at most two orbits (an orbit is all the rows that have the same entries in some order). If it
        has too many rows to write down, `RevealingRows` gives a mechanism and bounds; the upper bound of this program replaces that
        one if it is lower.
        """
        k, best = self.problem.k, self.rows.best(self._above, self._worth)
        mechanism = best.mechanism
        if mechanism is None:
            found = RevealingRows(self.problem).prove(None, optima=optima)
            return replace(
                found, bounds=(found.lower, min(found.upper, self.function.finite_bounds(best.most, best.most)[1]))
            )
        bounds = self.function.finite_bounds(self.function.bounds(mechanism)[0], best.most)
        prices, limits = best.prices(k)
        classes = Classes((tuple(range(k)),))
        document = write_sublinear(
            self.problem, mechanism, prices, None, classes, bounds, self.function.vectors, None, limits
        )
        outputs = label_orders(mechanism, self.problem.inputs)
        document["outputs"] = list(outputs)
        return Evidence(
            rows=mechanism,
            bounds=bounds,
            certificate=dumps(document),
            source="linear program over orbits of rows by levels",
            minimisers=((mechanism, None),),
            outputs=outputs,
        )

    @property
    def _worth(self) -> Array:
        return floats_of(self.function, self.rows.floats)

    def _above(self, row: Row) -> Fraction:
        found = self.function.above(row, bits=FINE)
        assert isinstance(found, Fraction)  # the rows are rational, and an f that may be infinite was refused
        return found

    @property
    def notes(self) -> tuple[str, ...]:
        """Say that any number of outputs is allowed."""
        return (ANY_NUMBER,)
