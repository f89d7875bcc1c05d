"""Three inputs and more with δ > 0: a linear program over rows by levels, in which each ordered pair of inputs has a limit δ.

Let T = e^ε. The entries of a row by levels are 0 or some of 1, T, T², …, without a gap. Rows of this kind are enough
(`rropt.designs.rows.generators`). So the optimum is the largest Σ θ_s f(s), where f is the objective's function of a row, over
weights θ_s ≥ 0 of these rows s. The weights must satisfy Σ θ_s s = (1, …, 1) and, for all inputs j ≠ l, Σ θ_s (s_j − T s_l)⁺ ≤ δ.
Let the multipliers y_j and m_jl ≥ 0 satisfy f(s) ≤ yᵀs + Σ m_jl (s_j − T s_l)⁺ at all rows by levels. Then the optimum is at most Σ
y + δ Σ m. Other listed rows with budgets are treated in the same way.

With a slack variable for each limit, the program has the form: maximise cᵀx subject to Ax = 1 and x ≥ 0. HiGHS proposes a basis,
and the basis's equations are solved again in balls (numbers with error bounds). If the inequality for f(s) then still fails at some
row, another program is solved. Its costs are the differences between the two sides of that inequality, divided by the largest
difference.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

import flint
import numpy as np

from rropt.designs.objectives.row_function import BITS, ball_near, floats_of
from rropt.designs.rows.generators import Generators, Weights
from rropt.designs.sublinear.program import SublinearProgram
from rropt.exact.enclosure import enclose_ball
from rropt.exact.errors import Undecided
from rropt.exact.matrix import total_of, transpose
from rropt.exact.patience import require_time
from rropt.solvers.highs import dense_rows, minimise
from rropt.solvers.simplex import minimise as minimise_exactly

__all__ = ["Levels", "prices_of_levels", "settle_exactly", "solve_levels"]

Array: TypeAlias = Any
ENOUGH = 1e-15  # the largest excess, relative to the size of f, at which the rounds end
MOST_ROUNDS = 5
KEPT = Fraction(1, 1 << 44)  # the part of delta that is reserved for the rounding of weights
IN_THE_MIDDLE = (("solver", "ipm"), ("run_crossover", "off"))
FEW = 20  # the most rows that join the exact program at once
TINY = 1e-30  # a weight in balls of at most this size is taken for 0
FINE = 100  # bits of multipliers
NEAR = 1e-9  # rows whose inequality is within this part of the size of f of equality are evaluated in balls
# y is raised by this part of the size of f, as rows of the demand itself lie a little outside the rational cone
SPARE = Fraction(1, 1 << 55)


@dataclass(frozen=True, slots=True)
class Levels:
    """A solution: the value as a float, the rational weights of rows by their indices, and the dual prices.

    The prices are those of the inputs in `columns` and those of the budgets in `limits`.
    """

    value: float
    weights: Weights
    columns: tuple[Fraction, ...]
    limits: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class _Standard:
    """The linear program in floats: maximise cᵀx subject to Ax = 1 and x ≥ 0, where A is `matrix` and c is `worth`.

    There is one variable for each row, scaled to mean 1, then one slack variable for each budget. A has one line for each input,
    then one line for each budget. A budget's line is divided by the budget's limit, which is δ minus a small reserve for rounding.
    """

    generators: Generators
    matrix: Array
    worth: Array

    @classmethod
    def of(cls, program: SublinearProgram) -> _Standard:
        generators = program.rows
        assert isinstance(generators, Generators)
        size = generators.floats.mean(axis=1)
        rows, over = generators.floats / size[:, None], generators.taken / size / float(_room(generators))
        many, k = over.shape[0], rows.shape[1]
        matrix = np.block([[rows.T, np.zeros((k, many))], [over, np.eye(many)]])
        return cls(generators, matrix, np.concatenate([floats_of(program.function, rows), np.zeros(many)]))

    def ball_column(self, program: SublinearProgram, n: int) -> tuple[list[Any], Any]:
        """Return column n of the matrix, and the objective's coefficient of this column, as balls (numbers with rigorous error
        bounds)."""
        size, k = len(self.matrix), program.function.k
        if n >= len(self.generators.rows):
            return [flint.arb(int(i == k + n - len(self.generators.rows))) for i in range(size)], flint.arb(0)
        ray = self.generators.rows[n]
        mean = sum(ray, Fraction(0)) / k
        row = [x / mean for x in ray]
        over = [budget.take(row) / _room(self.generators) for budget in self.generators.budgets]
        return [ball_near(x) for x in (*row, *over)], program.function.ball([ball_near(x) for x in row])


def _room(generators: Generators) -> Fraction:
    """Return δ minus the part that is reserved for the rounding of weights."""
    return generators.delta * (1 - KEPT)


@lru_cache(maxsize=4)
def solve_levels(program: SublinearProgram) -> Levels:
    """Compute a mechanism's weights and dual prices, all rational and optimal up to rounding."""
    standard = _Standard.of(program)
    one = np.ones(len(standard.matrix))
    # the size is 0 for the information under a prior that is certain of one input
    size, y = float(standard.worth.max()) or 1.0, np.zeros(len(one))
    unit = size
    for _ in range(MOST_ROUNDS):
        require_time()
        left = standard.worth - y @ standard.matrix
        answer = minimise(-left / unit, dense_rows(list(standard.matrix), list(one), list(one)))
        if not answer.is_solved:
            require_time()
            raise Undecided(
                f"HiGHS did not solve a program over rows ({answer.status}), so no design is proposed; "
                "change the numbers slightly"
            )
        exact, weights = _of_basis(program, standard, answer.basic_columns, answer.basic_rows)
        y = np.array([float(x) for x in exact])
        lacks = float((standard.worth - y @ standard.matrix).max())
        if lacks <= ENOUGH * size:
            break
        unit = lacks
    k, delta = program.function.k, _room(standard.generators)
    columns, limits = list(exact[:k]), [max(Fraction(0), x) / delta for x in exact[k:]]
    more = _lacking(program, standard, columns, limits, size)
    found = standard.generators.weights(weights)
    return Levels(float(answer.point @ standard.worth), found, tuple(x + more for x in columns), tuple(limits))


def prices_of_levels(program: SublinearProgram) -> tuple[float, Array, Array]:
    """Compute in floats the value of the program, the dual prices of the inputs, and the dual prices of the budgets.

    There may be many optimal prices. The interior point method of HiGHS, which is used here, returns some in the middle of them,
    while the simplex method would return those at a vertex. At a row outside the program, the objective's function may exceed the
    price of the row; with prices in the middle it exceeds the price by less.
    """
    standard = _Standard.of(program)
    size, one = float(standard.worth.max()) or 1.0, np.ones(len(standard.matrix))
    answer = minimise(
        -standard.worth / size, dense_rows(list(standard.matrix), list(one), list(one)), options=IN_THE_MIDDLE
    )
    if not answer.is_solved:
        require_time()
        raise Undecided(
            f"HiGHS did not solve a program over rows ({answer.status}), so no design is proposed; "
            "change the numbers slightly"
        )
    k, prices = program.function.k, -answer.multipliers * size
    return -answer.value * size, prices[:k], np.maximum(prices[k:], 0) / float(_room(standard.generators))


def settle_exactly(program: SublinearProgram, near: Levels) -> Levels:
    """Solve the program by the exact simplex method, beginning with the first row and the rows that have weight in the solution
    `near`.

    Rows at which the objective's function exceeds the price of the row are added until there are none. If the function or the rows
    are not exact, or if the simplex method finds no optimum, `near` is returned unchanged.
    """
    generators, function = program.rows, program.function
    assert isinstance(generators, Generators)
    if not (generators.is_exact and function.is_exact):
        return near
    k, rows, budgets = function.k, generators.rows, generators.budgets
    # an equation for each input, then one for each budget, whose slack variables are in `left`
    columns = [[*row, *(budget.take(row) for budget in budgets)] for row in rows]
    left = [[Fraction(int(i == k + n)) for i in range(k + len(budgets))] for n in range(len(budgets))]
    right = [*[Fraction(1)] * k, *(budget.most for budget in budgets)]
    worth: list[Any] = [function.exact(row) for row in rows]
    chosen = list(dict.fromkeys((0, *(n for (n,) in near.weights))))
    while True:
        require_time()
        costs = [*(-worth[n] for n in chosen), *[Fraction(0)] * len(budgets)]
        found = minimise_exactly(costs, transpose([*(columns[n] for n in chosen), *left]), right)
        if found.status != "optimal":
            return near
        paid = [-x for x in found.duals]
        lacking = [
            f - total_of([a * b for a, b in zip(c, paid, strict=True)]) for f, c in zip(worth, columns, strict=True)
        ]
        failing = sorted((n for n, gap in enumerate(lacking) if gap > 0), key=lambda n: -float(lacking[n]))
        if not failing:
            weights: Weights = {(n,): x for n, x in zip(chosen, found.x, strict=False) if x}  # type: ignore[misc]
            return Levels(float(-found.value), generators.in_order(weights), tuple(paid[:k]), tuple(paid[k:]))  # type: ignore[arg-type]
        chosen += failing[:FEW]


def _of_basis(
    program: SublinearProgram, standard: _Standard, columns: Sequence[int], rows: Sequence[int]
) -> tuple[list[Fraction], Array]:
    """Solve a basis's equations in balls (numbers with error bounds); return the dual prices as rationals, and the weights of all
    rows as floats.

    The basis is given as HiGHS reports it: `columns` has the indices of its variables, and `rows` those of its constraints.
    """
    size, several = len(standard.matrix), len(standard.generators.rows)
    with flint.ctx.workprec(BITS):
        basis = [standard.ball_column(program, n) for n in columns]
        basis += [([flint.arb(int(i == r)) for i in range(size)], flint.arb(0)) for r in rows]
        turned = flint.arb_mat([column for column, _ in basis])
        try:
            found = turned.solve(flint.arb_mat([[cost] for _, cost in basis])).tolist()
            point = turned.transpose().solve(flint.arb_mat([[1]] * size)).tolist()
        except ZeroDivisionError:
            raise Undecided(
                "the equations of a basis that HiGHS names have no unique solution, so no design is proposed; change the numbers "
                "slightly"
            ) from None
        weights = np.zeros(several)
        means = standard.generators.floats.mean(axis=1)
        for n, (x,) in zip(columns, point, strict=False):
            if n < several and x.mid() > TINY:
                weights[n] = float(x.mid()) / means[n]
        return [_round(enclose_ball(x.mid())[0]) for (x,) in found], weights


def _round(x: Fraction) -> Fraction:
    """Round a number to a rational near it, with a relative precision of FINE bits."""
    if not x:
        return x
    unit = Fraction(2) ** (math.frexp(float(x))[1] - FINE)
    return round(x / unit) * unit


def _lacking(
    program: SublinearProgram, standard: _Standard, columns: Sequence[Fraction], limits: Sequence[Fraction], size: float
) -> Fraction:
    """Return a number that, added to the dual price of every input, makes the price of every row at least the objective's function
    there.

    Only rows at which the two are nearly equal in floats are compared rigorously.
    """
    generators, k = standard.generators, program.function.k
    paid = (*columns, *(x * _room(generators) for x in limits))
    y = np.array([float(x) for x in paid])
    slack = (y @ standard.matrix - standard.worth)[: len(generators.rows)]
    more = Fraction(0)
    with flint.ctx.workprec(BITS):
        for n in np.flatnonzero(slack < NEAR * size):
            column, cost = standard.ball_column(program, int(n))
            over = cost - sum((a * ball_near(b) for a, b in zip(column, paid, strict=True)), flint.arb(0))
            more = max(more, enclose_ball(over / k)[1])
    return _round(more) + SPARE * Fraction(size)
