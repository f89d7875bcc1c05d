"""All optimal vertices of a small linear design with δ > 0, from optimal multipliers of the pair form.

With e_ijl ≥ max(0, d_ijl), d_ijl = p_ij − T·p_il, and Σ_i e_ijl ≤ δ, the multipliers y_j, y_jl and 0 ≤ μ_ijl ≤ y_jl are optimal, so
a feasible mechanism is optimal exactly if it is complementary to them:

* p_ij = 0 where W_ij − y_j − Σ_l μ_ijl + T·Σ_l μ_ilj < 0;
* where y_jl > 0: d_ijl = 0 for 0 < μ_ijl < y_jl, d_ijl ≤ 0 for μ_ijl = 0, d_ijl ≥ 0 for μ_ijl = y_jl, and these last
  sum to δ;
* where y_jl = 0: Σ_{i∈S} d_ijl ≤ δ for every set S of outputs.

Equations and inequalities in P alone: if the equations have one solution it is the only optimum, else as many tight
inequalities as they leave free directions are tried.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import comb

from rropt.exact.errors import InputError
from rropt.exact.field import Number
from rropt.exact.matrix import Matrix, freeze, independent_rows, solve
from rropt.program.linear import LinearProgram

__all__ = ["optimal_pair_vertices"]

ZERO, ONE = Fraction(0), Fraction(1)
MOST_ENTRIES, MOST_OUTPUTS, MOST_BASES, MOST_BASES_ELEMENTS = 16, 4, 5000, 400
Row = tuple[tuple[Number, ...], Number]  # coefficients of the entries of P row by row, and the right side


@dataclass(slots=True)
class _Face:
    """Equations and inequalities (≥) of the optimal face."""

    program: LinearProgram
    equations: list[Row] = field(default_factory=list)
    inequalities: list[Row] = field(default_factory=list)

    def row(self, entries: Mapping[tuple[int, int], Number], right: Number) -> Row:
        """One condition from its nonzero coefficients."""
        places = ((i, j) for i in range(self.program.m) for j in range(self.program.k))
        return tuple(entries.get(place, ZERO) for place in places), right

    def holds(self, point: tuple[Number, ...]) -> bool:
        """Whether a point satisfies all of them."""
        exact = all(_dot(a, point) == b for a, b in self.equations)
        return exact and all(_dot(a, point) >= b for a, b in self.inequalities)

    def difference(self, outputs: list[int], j: int, n: int, sign: Number = ONE) -> dict[tuple[int, int], Number]:
        """The coefficients of the sum of d_ijn over some outputs, times a sign."""
        return {(i, j): sign for i in outputs} | {(i, n): -sign * self.program.ratio for i in outputs}


def optimal_pair_vertices(program: LinearProgram, multipliers: Mapping[str, Number]) -> list[Matrix] | None:
    """Every vertex of the optimal face; None where that is more than is searched."""
    if program.m * program.k > MOST_ENTRIES or program.m > MOST_OUTPUTS:
        return None
    face = _face(program, multipliers)
    size = program.m * program.k
    equations = [face.equations[n] for n in independent_rows([a for a, _ in face.equations])]
    free = size - len(equations)
    most = MOST_BASES if isinstance(program.ratio, Fraction) else MOST_BASES_ELEMENTS
    if comb(len(face.inequalities), free) > most:
        return None
    found: dict[Matrix, None] = {}
    for tight in combinations(face.inequalities, free):
        point = _solved([*equations, *tight])
        if point is not None and face.holds(point):
            found[freeze(point[i * program.k : (i + 1) * program.k] for i in range(program.m))] = None
    return list(found)


def _face(program: LinearProgram, multipliers: Mapping[str, Number]) -> _Face:
    face, inputs = _Face(program), range(program.k)
    for j in inputs:
        face.equations.append(face.row({(i, j): ONE for i in range(program.m)}, ONE))
    for i, row in enumerate(program.gains):
        for j, w in enumerate(row):
            spent = sum((_excess(multipliers, i, j, n) for n in inputs if n != j), ZERO)
            earned = sum((_excess(multipliers, i, n, j) for n in inputs if n != j), ZERO)
            slack = w - multipliers.get(f"column[{j}]", ZERO) - spent + program.ratio * earned
            (face.equations if slack < 0 else face.inequalities).append(face.row({(i, j): ONE}, ZERO))
    for j in inputs:
        for n in inputs:
            if j != n:
                _add_pair(face, multipliers, j, n)
    return face


def _add_pair(face: _Face, multipliers: Mapping[str, Number], j: int, n: int) -> None:
    """The conditions on d_ijn for all outputs i."""
    program, outputs = face.program, range(face.program.m)
    y = multipliers.get(f"pair[{j},{n}]", ZERO)
    if y == 0:
        for size in range(1, program.m + 1):
            for chosen in combinations(outputs, size):
                face.inequalities.append(face.row(face.difference(list(chosen), j, n, -ONE), -program.delta))
        return
    above = [i for i in outputs if _excess(multipliers, i, j, n) == y]
    for i in outputs:
        spent = _excess(multipliers, i, j, n)
        if spent == y:
            face.inequalities.append(face.row(face.difference([i], j, n), ZERO))
        elif spent > 0:
            face.equations.append(face.row(face.difference([i], j, n), ZERO))
        else:
            face.inequalities.append(face.row(face.difference([i], j, n, -ONE), ZERO))
    face.equations.append(face.row(face.difference(above, j, n), program.delta))


def _excess(multipliers: Mapping[str, Number], i: int, j: int, n: int) -> Number:
    return multipliers.get(f"excess[{i},{j},{n}]", ZERO)


def _solved(rows: list[Row]) -> tuple[Number, ...] | None:
    try:
        return tuple(x for (x,) in solve([a for a, _ in rows], [(b,) for _, b in rows]))
    except InputError:
        return None


def _dot(a: tuple[Number, ...], point: tuple[Number, ...]) -> Number:
    return sum((x * y for x, y in zip(a, point, strict=True) if x and y), ZERO)
