"""The point and the prices of a basis in exact numbers of Q(t), where a ratio is irrational.

A basis that is optimal for the ratios just below and just above is written out in t. The rationals beside t are 2^-90 apart, so
that no number of the basis but 0 changes its sign between them, unless numbers are extreme; the checker decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from rropt.exact.element import Element, Number
from rropt.exact.matrix import solve
from rropt.next.solvers.program import Basis, Name, Program
from rropt.next.solvers.system import System

__all__ = ["count_powers", "write_out"]

MOST_DENSE = 150
# of t in all different numbers together; the checker does only so much work for a certificate
MOST_POWERS = 2500


def write_out(program: Program[Number], basis: Basis) -> tuple[Mapping[int, Number], Mapping[Name, Number]] | None:
    """Return the basic variables and the prices of the rows without a basic slack; None if they are too many or too long."""
    tight = [r for r in range(len(program.rows)) if r not in basis.slacks]
    place = {n: at for at, n in enumerate(basis.columns)}
    rows = [{place[n]: v for n, v in program.rows[r].items() if n in place and v} for r in tight]
    system: System[Number] = System(rows, Fraction(0), _solve)
    if len(system.core) > MOST_DENSE:
        return None
    point = system.solve([program.right[r] for r in tight])
    prices = system.solve_transposed([program.gains[n] for n in basis.columns])
    if count_powers(point + prices) > MOST_POWERS:
        return None
    return (
        dict(zip(basis.columns, point, strict=True)),
        {program.names[r]: v for r, v in zip(tight, prices, strict=True)},
    )


def count_powers(numbers: Iterable[Number]) -> int:
    """The degrees of all different numbers together."""
    return sum(x.num.degree() + x.den.degree() for x in set(numbers) if isinstance(x, Element))


def _solve(matrix: Sequence[Sequence[Number]], right: Sequence[Number]) -> list[Number]:
    return [row[0] for row in solve(matrix, [[b] for b in right])]
