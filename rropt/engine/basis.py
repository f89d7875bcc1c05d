"""The point and the prices of a basis in exact numbers of Q(t), where a ratio is irrational.

A basis that is optimal for the ratios just below and just above is written out in t. The rationals beside t are 2^-90 apart, so
that no number of the basis but 0 changes its sign between them, unless numbers are extreme; the checker decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from rropt.engine.asks import Ask
from rropt.exact.element import Element, Number
from rropt.exact.matrix import solve
from rropt.solvers.program import Name, Program
from rropt.solvers.rational import fraction
from rropt.solvers.system import System

__all__ = ["count_powers", "pose_rows", "taken_exactly", "used_exactly", "write_out"]

V = TypeVar("V", bound=Any)

MOST_DENSE = 150
# of t in all different numbers together; the checker does only so much work for a certificate
MOST_POWERS = 2500


def write_out(program: Program[Number]) -> tuple[list[Number], dict[Name, Number]] | None:
    """The unknowns and the prices that solve a square program with all rows tight; None if they are too many or too long."""
    system: System[Number] = System(program.rows, Fraction(0), _solve)
    if len(system.core) > MOST_DENSE:
        return None
    point, prices = system.solve(program.right), system.solve_transposed(program.gains)
    if count_powers(point + prices) > MOST_POWERS:
        return None
    return point, dict(zip(program.names, prices, strict=True))


def count_powers(numbers: Iterable[Number]) -> int:
    """The degrees of all different numbers together."""
    return sum(x.num.degree() + x.den.degree() for x in {x for x in numbers if isinstance(x, Element)})


def pose_rows(
    rows: Sequence[Sequence[V]], gains: Sequence[V], left: Sequence[V], budgets: Mapping[str, tuple[Sequence[V], V]]
) -> Program[V]:
    """The program of weights of some rows, with their gains: they sum to `left`; by the name of a budget stand what each row takes
    of it, and what is left of it."""
    program: Program[V] = Program()
    x = program.variables(gains)
    for j, right in enumerate(left):
        program.add(("column", j), {n: s[j] for n, s in zip(x, rows, strict=True)}, right, equal=True)
    for name, (used, right) in budgets.items():
        program.add(("budget", name), dict(zip(x, used, strict=True)), right)
    return program


def taken_exactly(budgets: Sequence[Ask], rows: Sequence[Sequence[Number]]) -> dict[str, tuple[list[Number], Number]]:
    """What exact rows take of budgets, and the budgets, for `pose_rows`."""
    return {ask.name: ([used_exactly(ask, s) for s in rows], fraction(ask.slack)) for ask in budgets}


def used_exactly(ask: Ask, s: Sequence[Number]) -> Number:
    """The part of a budget that an exact row takes, h(s)."""
    return max(Fraction(0), s[ask.j] - ask.ratio.exact * s[ask.against])


def _solve(matrix: Sequence[Sequence[Number]], right: Sequence[Number]) -> list[Number]:
    return [row[0] for row in solve(matrix, [[b] for b in right])]
