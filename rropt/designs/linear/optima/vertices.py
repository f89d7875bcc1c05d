"""List all optimal vertices of a linear design with δ = 0, given an optimal mechanism and optimal multipliers y of the inputs.

Let W_ij be the gain of output i at input j, p_ij the entry of a mechanism there, and T the ratio e^ε. For an output i let
c_j = W_ij − y_j. The balance of the output is the sum over j of T·c_j where c_j > 0, and of c_j elsewhere. It is at most 0 (see
`rropt.designs.linear.program`). A mechanism that keeps the demand is optimal exactly if each of its rows satisfies one of two
conditions. If the output's balance is below 0, the row is zero. If its balance is 0, let u_i be the least entry of the row; then
p_ij = T·u_i where c_j > 0, and p_ij = u_i where c_j < 0. Where c_j = 0, the entry p_ij may lie anywhere from u_i to T·u_i.

So the unknowns are the numbers u_i, and the entries p_ij with c_j = 0. The equations are that each column sums to 1. If every c_j
of a row is 0, the row has no unknown u_i. Its entries are the unknowns, and they need only the inequalities p_ij ≤ T·p_il. Each of
these is added once a vertex violates it. If the equations have one solution, that is the only optimum.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rropt.designs.linear.balances import balances_of
from rropt.designs.linear.optima.face import ALL, Face, FaceCondition, FaceEffort, vertices
from rropt.designs.linear.program import LinearProgram
from rropt.exact.element import Number
from rropt.exact.matrix import Matrix, freeze

__all__ = ["optimal_vertices"]

ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(slots=True)
class _Unknowns:
    """The unknowns that describe the optimal mechanisms, and the conditions on them.

    `entries` maps (i, j) to the number n of an unknown and a factor c: p_ij is c times unknown n. `start` has the values of the
    unknowns at the given optimal mechanism. In some rows every entry is an unknown of its own; `open_rows` lists, for each such
    row, the numbers of its unknowns.
    """

    entries: dict[tuple[int, int], tuple[int, Number]] = field(default_factory=dict)
    start: list[Number] = field(default_factory=list)
    conditions: list[FaceCondition] = field(default_factory=list)
    open_rows: list[list[int]] = field(default_factory=list)

    def new(self, value: Number) -> int:
        """Add an unknown with its value at the given optimal mechanism; return its number."""
        self.start.append(value)
        return len(self.start) - 1


def optimal_vertices(
    program: LinearProgram, rows: Matrix, y: Sequence[Number], effort: FaceEffort = ALL
) -> list[Matrix] | None:
    """List every optimal mechanism that is a vertex of the set of optima.

    One optimum, `rows`, and optimal multipliers `y` of the inputs are given. None if the list exceeds the limits in `effort`.
    """
    if program.ratio == 1:
        totals = [sum(row, ZERO) for row in program.gains]
        best = [i for i, total in enumerate(totals) if total == max(totals)]
        return [tuple((ONE if i == n else ZERO,) * program.k for i in range(program.m)) for n in best]
    unknowns = _Unknowns()
    for i, signs in enumerate(_signs(program, rows, y)):
        if signs is not None:
            _add_row(unknowns, program, i, rows[i], signs)
    columns: list[dict[int, Number]] = [{} for _ in range(program.k)]
    for (_, j), (n, c) in unknowns.entries.items():
        columns[j][n] = c
    equations = [FaceCondition(terms, ONE) for terms in columns]
    face = Face(tuple(unknowns.start), equations, unknowns.conditions)
    face.missing = lambda point: _find_violated(program, point, unknowns.open_rows)
    found = vertices(face, effort)
    return None if found is None else [_mechanism_at(unknowns, program, rows, point) for point in found]


def _signs(program: LinearProgram, rows: Matrix, y: Sequence[Number]) -> list[list[int] | None]:
    """List for each output the signs of the numbers c_j = W_ij − y_j over the inputs j. None for an output that no optimum uses.

    Here W_ij is the gain of output i at input j, and y_j the multiplier of input j. Let T = e^ε. The balance of an output is the
    sum over j of T·c_j where c_j > 0, and of c_j elsewhere. No optimum uses an output whose balance is negative.
    """
    balances, found = balances_of(program.gains, y, program.ratio), list[list[int] | None]()
    for i, row in enumerate(rows):
        if not any(row) and balances.negative[i]:
            found.append(None)
            continue
        signs = balances.signs(i)
        found.append(signs if any(row) or balances.exact(i, signs) == 0 else None)
    return found


def _add_row(unknowns: _Unknowns, program: LinearProgram, i: int, row: Sequence[Number], signs: Sequence[int]) -> None:
    """Add the unknowns of one output, and the conditions on these unknowns.

    `row` is the row of output i in the given optimum. `signs` has the sign of W_ij − y_j for each input j, where W_ij is the gain
    at input j, and y_j is the multiplier of input j.
    """
    own = {j: unknowns.new(row[j]) for j, s in enumerate(signs) if s == 0}
    unknowns.entries |= {(i, j): (n, ONE) for j, n in own.items()}
    if len(own) == program.k:
        unknowns.conditions += [FaceCondition({n: ONE}) for n in own.values()]
        unknowns.open_rows.append(list(own.values()))
        return
    j = next(j for j, s in enumerate(signs) if s)
    least = unknowns.new(row[j] / program.ratio if signs[j] > 0 else row[j])
    unknowns.entries |= {(i, j): (least, program.ratio if s > 0 else ONE) for j, s in enumerate(signs) if s}
    unknowns.conditions.append(FaceCondition({least: ONE}))
    for n in own.values():
        unknowns.conditions += [FaceCondition({n: ONE, least: -ONE}), FaceCondition({n: -ONE, least: program.ratio})]


def _find_violated(
    program: LinearProgram, point: Sequence[Number], open_rows: Sequence[Sequence[int]]
) -> Iterable[FaceCondition]:
    """Yield, for each open row of the mechanism, the inequality p_ij ≤ T·p_il that `point` violates most, if it violates one.

    In an open row every entry is an unknown of its own. Each open row is given as the numbers of its unknowns.
    """
    for row in open_rows:
        high, low = max(row, key=lambda n: point[n]), min(row, key=lambda n: point[n])
        if point[high] > program.ratio * point[low]:
            yield FaceCondition({high: -ONE, low: program.ratio})


def _mechanism_at(unknowns: _Unknowns, program: LinearProgram, rows: Matrix, point: Sequence[Number]) -> Matrix:
    """Return the mechanism that the unknowns describe at a point. At the point of `rows`, return `rows` itself."""
    if list(point) == unknowns.start:
        return rows
    table: list[list[Number]] = [[ZERO] * program.k for _ in range(program.m)]
    for (i, j), (n, c) in unknowns.entries.items():
        table[i][j] = c * point[n]
    return freeze(table)
