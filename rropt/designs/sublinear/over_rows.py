"""The optimum over listed rows, by the exact simplex method, if there are conditions on labels of answers or several sums.

Let f be the objective's function of a row; its sum over the rows of a mechanism is maximised. Either conditions must be met by the
answers with certain labels, or the objective is the least of several sums, or both. Let θ_as be the weight of the row s in answers
with the label a. The demand and the conditions are linear in these weights (`rropt.designs.reductions.labelled`).

A budget says Σ θ h(s) ≤ b for a function h of the row; let z be its price. Condition n has the coefficients a_n,a at the label a,
the bound b_n, and the price u_n. Its sign σ_n is −1 if it says ≥, and 1 if not. Let y be the prices of the inputs. By the lemma on
prices (SPEC.md, section 4), the largest Σ θ_as f(s) is the least

    Σ y + Σ z b + Σ_n u_n σ_n b_n  over prices y, z ≥ 0 and u_n ≥ 0 (of any sign for an equality) with
    f(s) ≤ y·s + Σ z h(s) + Σ_n u_n σ_n a_n,a·s at every row s and label a.

Now let the objective be the least of several sums, of functions f_b. Then the largest v is sought for which Σ θ_as f_b(s) ≥ v for
each b. The prices of these inequalities sum to 1 (or more, if the largest v is 0; then all prices are divided by that sum). They
are the weights w_b of a mean f = Σ w_b f_b, and the other prices bound this f.

A column of the program is a pair of a label and a row. HiGHS proposes some columns in floats, and the exact simplex method solves
the program over these. Columns at which f exceeds the right side of the inequality above are added, until there are none. If f has
logarithms or roots, a rational number just above f(s) is used in place of f(s), so that the inequality holds for f itself. If a
ratio of the demand is irrational, the rows are those of a rational ratio just below it. Every mechanism with these rows keeps the
demand. The prices are then raised a little. Only for an f with exact values and few patterns the irrational ratio itself is kept.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from rropt.certificate.writing import dumps
from rropt.designs.objectives.row_function import Function, floats_of
from rropt.designs.reductions.labelled import Labelled, notes_of_labels, refuse_all
from rropt.designs.rows.generators import Generators
from rropt.designs.rows.patterns import label_orders
from rropt.designs.sublinear.certificate import write_sublinear
from rropt.designs.sublinear.pieces import pieces_by_parts
from rropt.designs.sublinear.program import BEYOND, SublinearProgram
from rropt.designs.sublinear.unjudged import bound_beyond_the_checker
from rropt.engine.sets import Classes
from rropt.exact.element import Number
from rropt.exact.errors import InputError, Undecided
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import total_of, transpose
from rropt.exact.patience import require_time
from rropt.problem.answers import Evidence, NumericAnswer, Parts, Search, Unsatisfiable
from rropt.problem.contract import Program
from rropt.problem.problem import Problem
from rropt.problem.split import split_labels
from rropt.solvers.highs import HighsAnswer, dense_rows, minimise
from rropt.solvers.simplex import minimise as minimise_exactly

__all__ = ["OverListedRows"]

Array: TypeAlias = Any
Row = tuple[Number, ...]
FINE = 220  # bits to which f is rounded up
FEW = 12  # the most columns that join the exact program at once
# the part of the largest price by which y is raised, for rows of the demand outside the rational cone
SPARE = Fraction(1, 1 << 55)
ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class _Found:
    """A solution: weights of rows, by the indices (kind of label, row), and dual prices.

    The prices of the inputs are in `columns`, those of the conditions in `conditions`, and those of the budgets in `limits`. If the
    least of several sums is maximised, the prices bound a weighted mean of these sums, and `shares` has the mean's weights.
    """

    weights: dict[tuple[int, int], Number]
    columns: tuple[Number, ...]
    conditions: tuple[Number, ...]
    limits: tuple[Number, ...]
    shares: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class _Listed:
    """The linear program: the possible rows for each label of answers, and the function that is summed over the rows."""

    by_label: Labelled
    function: Function

    @classmethod
    def of(cls, problem: Problem, program: SublinearProgram) -> _Listed:
        function, given = program.function, program.rows
        rows = given if isinstance(given, Generators) else given.ratio
        return cls(Labelled.of(problem, rows, keeps_field=function.is_exact), function)

    @property
    def several(self) -> tuple[Function, ...]:
        """The functions, one for each sum, if the least of several sums is maximised; else empty."""
        return self.function.each if self.function.is_least else ()

    def right(self) -> list[Number]:
        """Return the right sides of the equations, after a slack variable has been added to each inequality."""
        return [*self.by_label.right(), *[ZERO] * len(self.several)]

    def left(self) -> list[list[Number]]:
        """Return the coefficients of the variables that are not weights of rows: one list per variable, one number per equation.

        If the least of several sums is maximised, the first of these variables is v, the value of that least sum. All the other
        variables are slack variables, one for each inequality.
        """
        many = len(self.right())
        last = range(many - len(self.several), many)
        found: list[list[Number]] = [[-ONE if i in last else ZERO for i in range(many)]] if self.several else []
        for place in self.by_label.inequalities():
            found.append([ONE if i == place else ZERO for i in range(many)])
        for place in last:
            found.append([-ONE if i == place else ZERO for i in range(many)])
        return found


@dataclass(frozen=True, slots=True)
class OverListedRows(Program):
    """Maximises the sum of the objective's function over listed rows, or the least of several such sums. Conditions on labels of
    answers are met, if there are any."""

    problem: Problem
    program: SublinearProgram

    def numeric(self, solver: str | None) -> NumericAnswer:
        """Compute the optimum in floats: by a solver of cvxpy if `solver` names one, else by HiGHS.

        First the sum of the objective's function over the rows of a mechanism is maximised. Then the objective's value is computed
        from this sum.
        """
        listed = _Listed.of(self.problem, self.program)
        if solver is None:
            answer, scale = _in_floats(listed)
            status, value, source = answer.status, -answer.value * scale, "HiGHS over listed rows"
        else:
            status, value = _by_cvxpy(listed, solver)
            source = f"cvxpy with {solver}"
        return NumericAnswer(status=status, value=self.program.function.outer_float(value), source=source)

    def prove(self, theorem: object, *, optima: Search) -> Evidence | Unsatisfiable:
        """Find an optimal mechanism as rows with weights, and dual prices; or prove that no mechanism meets the conditions.

        The checker compares the prices with the objective's function at each row.
        """
        listed = _Listed.of(self.problem, self.program)
        found = _solve(listed)
        return refuse_all(self.problem) if found is None else self._evidence(listed, found)

    def pieces(self, *, closed_forms: bool) -> Parts:
        """Bound the optimum from both sides on parts of the interval of ε; if it is known exactly as a function of ε, return it."""
        return pieces_by_parts(self.problem)

    def _evidence(self, listed: _Listed, found: _Found) -> Evidence:
        rows, parts = listed.by_label.deal(found.weights)
        posed = split_labels(self.problem, parts) if self.problem.splits_answers else self.problem
        function = self.program.function
        most = total_of(
            [
                *found.columns,
                *(z * b.most for z, b in zip(found.limits, listed.by_label.budgets, strict=True)),
                *(u * c.sign_of_most * c.bound for u, c in zip(found.conditions, self.problem.conditions, strict=True)),
            ]
        )
        bounds = function.finite_bounds(function.bounds(tuple(row for row in rows if any(row)))[0], most)
        limits = self._all_limits(listed, found)
        document = write_sublinear(
            posed,
            rows,
            found.columns,
            None,
            Classes.single(self.problem.k),
            bounds,
            function.vectors,
            found.shares if function.is_least else None,
            limits,
            found.conditions,
        )
        outputs = posed.output_labels
        if not self.problem.conditions:
            outputs = label_orders(rows, self.problem.inputs)
            document["outputs"] = list(outputs)
        evidence = Evidence(
            rows=rows,
            bounds=bounds,
            certificate=dumps(document),
            source="the exact simplex method over listed rows",
            minimisers=((rows, None),),
            outputs=outputs,
        )
        return bound_beyond_the_checker(self.problem, self.program, evidence, list(listed.by_label.kinds))

    def _all_limits(self, listed: _Listed, found: _Found) -> Sequence[Number]:
        """Return the dual prices of all budgets, which are limits of sums over the rows.

        The program leaves out the budgets whose limit lets no row use anything of them. Their prices are computed afterwards.
        """
        rows, function = self.program.rows, self.program.function
        if not (isinstance(rows, Generators) and (rows.tight or rows.outside)):
            return found.limits
        mean = function.mean(found.shares) if function.is_least else function
        charged = [
            [
                y + total_of([u * coefficients[j] for u, coefficients in zip(found.conditions, kind, strict=True)])
                for j, y in enumerate(found.columns)
            ]
            for kind in listed.by_label.kinds
        ]
        limits = rows.with_tight(found.limits, lambda row: mean.above(row, bits=FINE), charged)
        if limits is None:
            raise InputError(
                f"the {function.words} is {BEYOND}; give a larger vulnerability or an epsilon above 0, or take the kind tv or "
                "hellinger"
            )
        return limits

    @property
    def notes(self) -> tuple[str, ...]:
        """Say that several answers may share a label or, without conditions, that any number of outputs is allowed."""
        return notes_of_labels(self.problem)


def _worth(listed: _Listed, function: Function) -> list[Number]:
    """Return, for each row, a number that is at least the value of `function` there.

    If all functions can be computed exactly, the number is that value itself. If one of several functions can only be enclosed, the
    checker encloses their mean too, and cannot show an equality for it. So a little is then added to the value of every function.
    """
    spare = ZERO if listed.function.is_exact else Fraction(1, 1 << FINE)
    found = [function.above(row, bits=FINE) + spare * max(row) for row in listed.by_label.rows]
    assert not any(map(is_infinite, found))  # rows with an infinite f were refused or set aside
    return found


def _solve(listed: _Listed) -> _Found | None:
    """Solve the linear program exactly, by column generation; None if no mechanism meets the conditions."""
    kinds, many = len(listed.by_label.kinds), len(listed.by_label.rows)
    worth = [_worth(listed, f) for f in listed.several or (listed.function,)]
    columns = listed.by_label.columns()
    costs: list[Number] = [ZERO] * (kinds * many)
    if listed.several:
        columns = [[*c, *(w[n % many] for w in worth)] for n, c in enumerate(columns)]
    else:
        costs = [-worth[0][n % many] for n in range(kinds * many)]
    beside, right = listed.left(), listed.right()
    costs_beside = [-ONE if listed.several and n == 0 else ZERO for n in range(len(beside))]
    answer, _ = _in_floats(listed)
    chosen = [n for n in answer.basic_columns if n < kinds * many] or list(range(0, many, max(1, many // FEW)))
    while True:
        require_time()
        table = transpose([*(columns[n] for n in chosen), *beside])
        found = minimise_exactly([*(costs[n] for n in chosen), *costs_beside], table, right)
        if found.status == "unbounded":
            raise Undecided("the linear program over rows has no finite optimum, so no design is proposed")
        # the reduced costs; if the program is infeasible, a negative number marks a column that breaks the proof that it is
        paid, is_met = (found.duals, True) if found.status == "optimal" else (found.farkas, False)
        reduced = [
            (costs[n] if is_met else ZERO) - total_of([a * b for a, b in zip(c, paid, strict=True) if a])
            for n, c in enumerate(columns)
        ]
        failing = sorted((n for n, x in enumerate(reduced) if x < 0), key=lambda n: float(reduced[n]))
        new = [n for n in failing if n not in set(chosen)][:FEW]
        if not new:
            return _read(listed, chosen, found.x, paid) if is_met else None
        chosen += new


def _read(listed: _Listed, chosen: Sequence[int], x: Sequence[Number], duals: Sequence[Number]) -> _Found:
    """Convert a solution x over the `chosen` columns, and its dual, to weights of rows and prices.

    If the least of several sums is maximised, the prices bound a weighted mean of these sums; the result has its weights as
    `shares`.
    """
    k, n, several = listed.by_label.problem.k, len(listed.by_label.problem.conditions), len(listed.several)
    many = len(listed.by_label.rows)
    weights = {divmod(place, many): w for place, w in zip(chosen, x, strict=False) if w}
    shares = tuple(duals[len(duals) - several :])
    # if the least is 0 the weights may sum to more than 1: then all prices are divided by that sum
    unit = total_of(list(shares)) if several else ONE
    paid = [-d / unit for d in duals[: len(duals) - several]]
    columns, conditions, limits = paid[:k], paid[k : k + n], paid[k + n :]
    if not listed.by_label.is_exact:
        sizes = [abs(float(y)) for y in paid] + [
            float(w) for f in listed.several or (listed.function,) for w in _worth(listed, f)
        ]
        more = SPARE * Fraction(2) ** math.frexp(max(sizes))[1] * (1 + n)
        columns = [y + more for y in columns]
    return _Found(weights, tuple(columns), tuple(conditions), tuple(limits), tuple(w / unit for w in shares))


def _table_in_floats(listed: _Listed) -> tuple[Array, Array, Array, float]:
    """Return the program in floats: the costs, the left sides and the right sides of the equations, and a scale.

    The values of the objective's function have been divided by the scale.
    """
    rows = np.array([[float(x) for x in row] for row in listed.by_label.rows])
    worth = np.array([floats_of(f, rows) for f in listed.several or (listed.function,)])
    scale, kinds = float(worth.max()) or 1.0, len(listed.by_label.kinds)
    worth = np.tile(worth / scale, kinds)
    columns = np.array([[float(x) for x in c] for c in listed.by_label.columns()])
    beside = np.array([[float(x) for x in c] for c in listed.left()]).reshape(-1, len(listed.right()))
    if listed.several:
        columns = np.hstack([columns, worth.T])
        costs = np.concatenate([np.zeros(len(columns)), [-1.0], np.zeros(len(beside) - 1)])
    else:
        costs = np.concatenate([-worth[0], np.zeros(len(beside))])
    return costs, np.vstack([columns, beside]).T, np.array([float(x) for x in listed.right()]), scale


def _in_floats(listed: _Listed) -> tuple[HighsAnswer, float]:
    """Solve the linear program with HiGHS; return its answer, and the number by which the objective's function was divided."""
    costs, table, right, scale = _table_in_floats(listed)
    return minimise(costs, dense_rows(list(table), list(right), list(right))), scale


def _by_cvxpy(listed: _Listed, solver: str) -> tuple[str, float]:
    """Maximise the sum of the objective's function over a mechanism's rows, or the least of several sums, by this solver of cvxpy.

    Return the solver's status and the largest value.
    """
    import cvxpy as cp

    from rropt.solvers.cvxpy import require_solver, run

    costs, table, right, scale = _table_in_floats(listed)
    x = cp.Variable(len(costs), nonneg=True)
    answer = run(cp.Problem(cp.Maximize(-costs @ x), [table @ x == right]), require_solver(solver))
    return answer.status, answer.value * scale
