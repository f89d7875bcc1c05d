"""All optimal vertices of a linear design with δ = 0, from an optimal mechanism and optimal multipliers y of the inputs.

With c = W_i − y, output i has Σ_j φ(c_j) ≤ 0 (see `rropt.program.linear`), and a private mechanism is optimal exactly if
its row i is zero where that is not an equality, and else p_ij = T·u_i where c_j > 0 and p_ij = u_i where c_j < 0, u_i the
least entry. With the columns' sums these are equations for the u_i and the p_ij with c_j = 0 between u_i and T·u_i; where
every c_j is 0, p_ij ≤ T·p_il alone is asked. If they have one solution it is the only optimum.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations

from rropt.exact.field import Number
from rropt.exact.matrix import Matrix, freeze
from rropt.exact.sign import enclose, sign
from rropt.oracles.face import Condition, Face, vertices
from rropt.program.linear import LinearProgram

__all__ = ["optimal_vertices"]

ZERO, ONE = Fraction(0), Fraction(1)
WIDTH = Fraction(1, 10**30)
UNIT, TIMES = (1, 0), (0, 1)
MOST_FREE = 12  # inputs of an output that nothing distinguishes: each pair of them is an inequality


@dataclass(slots=True)
class _Unknowns:
    """What each entry is in the unknowns, and the conditions on these."""

    entries: dict[tuple[int, int], tuple[int, tuple[int, int]]] = field(default_factory=dict)
    start: list[Number] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)

    def new(self, value: Number) -> int:
        """One more unknown, with its value at the stated mechanism."""
        self.start.append(value)
        return len(self.start) - 1


def optimal_vertices(program: LinearProgram, rows: Matrix, y: Sequence[Number]) -> list[Matrix] | None:
    """Every vertex of the optimal face, in which `rows` lies; None where that is more than is searched."""
    if program.ratio == 1:
        totals = [sum(row, ZERO) for row in program.gains]
        best = [i for i, total in enumerate(totals) if total == max(totals)]
        return [tuple((ONE if i == n else ZERO,) * program.k for i in range(program.m)) for n in best]
    unknowns = _Unknowns()
    for i, signs in enumerate(_signs(program, rows, y)):
        if signs is not None and not _add_row(unknowns, program, i, rows[i], signs):
            return None
    columns = [
        Condition({n: c for (_, own), (n, c) in unknowns.entries.items() if own == j}, ONE) for j in range(program.k)
    ]
    found = vertices(Face(program.ratio, tuple(unknowns.start), columns, unknowns.conditions))
    return None if found is None else [_placed(unknowns, program, rows, point) for point in found]


def _signs(program: LinearProgram, rows: Matrix, y: Sequence[Number]) -> list[list[int] | None]:
    """The signs of W_ij − y_j of each output that an optimum may use, None for the others."""
    bounds = [enclose(x, width=WIDTH) for x in y]
    ratio = enclose(program.ratio, width=WIDTH)
    return [_row_signs(w, rows[i], y, bounds, program.ratio, ratio[1]) for i, w in enumerate(program.gains)]


def _row_signs(
    weights: Sequence[Number],
    row: Sequence[Number],
    y: Sequence[Number],
    bounds: Sequence[tuple[Fraction, Fraction]],
    ratio: Number,
    above: Fraction,
) -> list[int] | None:
    """Enclosures decide most signs, and exact numbers the others."""
    signs = []
    most = ZERO
    for w, x, (low, high) in zip(weights, y, bounds, strict=True):
        small, large = enclose(w, width=WIDTH)
        found = 1 if small > high else -1 if large < low else sign(w - x)
        signs.append(found)
        most += above * (large - low) if found > 0 else (large - low) if found < 0 else ZERO
    if any(row):
        return signs
    if most < 0:
        return None
    parts = (s * (w - x) * (ratio if s > 0 else -1) for s, w, x in zip(signs, weights, y, strict=True) if s)
    return signs if sum(parts, ZERO) == 0 else None


def _add_row(unknowns: _Unknowns, program: LinearProgram, i: int, row: Sequence[Number], signs: Sequence[int]) -> bool:
    """The unknowns of an output and the conditions on them; whether they are few enough."""
    free = [j for j, s in enumerate(signs) if s == 0]
    own = {j: unknowns.new(row[j]) for j in free}
    unknowns.entries |= {(i, j): (n, UNIT) for j, n in own.items()}
    if len(free) == program.k:
        unknowns.conditions += [Condition({a: (-1, 0), b: TIMES}) for a, b in permutations(own.values(), 2)]
        return len(free) <= MOST_FREE
    j = next(j for j, s in enumerate(signs) if s)
    least = unknowns.new(row[j] / program.ratio if signs[j] > 0 else row[j])
    unknowns.entries |= {(i, j): (least, TIMES if s > 0 else UNIT) for j, s in enumerate(signs) if s}
    unknowns.conditions.append(Condition({least: UNIT}))
    for n in own.values():
        unknowns.conditions += [Condition({n: UNIT, least: (-1, 0)}), Condition({n: (-1, 0), least: TIMES})]
    return True


def _placed(unknowns: _Unknowns, program: LinearProgram, rows: Matrix, point: Sequence[Number]) -> Matrix:
    """The mechanism at a point; the stated one where it is that, since its numbers are made already."""
    if list(point) == unknowns.start:
        return rows
    table: list[list[Number]] = [[ZERO] * program.k for _ in range(program.m)]
    for (i, j), (n, (a, _)) in unknowns.entries.items():
        table[i][j] = point[n] if a else program.ratio * point[n]
    return freeze(table)
