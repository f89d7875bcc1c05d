"""All optimal vertices of a linear design with δ > 0, from an optimal mechanism and multipliers of the pair form.

With e_ijl ≥ max(0, d_ijl), d_ijl = p_ij − T·p_il, and Σ_i e_ijl ≤ δ, the multipliers y_j, y_jl and 0 ≤ μ_ijl ≤ y_jl are optimal, so
a feasible mechanism is optimal exactly if it is complementary to them:

* p_ij = 0 where W_ij − y_j − Σ_l μ_ijl + T·Σ_l μ_ilj < 0;
* where y_jl > 0: d_ijl = 0 for 0 < μ_ijl < y_jl, d_ijl ≤ 0 for μ_ijl = 0, d_ijl ≥ 0 for μ_ijl = y_jl, and these last
  sum to δ;
* where y_jl = 0: Σ_{i∈S} d_ijl ≤ δ for every set S of outputs, of which only those are given that some vertex of the
  others violates.

Equations and inequalities in P alone: if the equations have one solution it is the only optimum.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.matrix import Matrix, freeze
from rropt.exact.sign import enclose, sign
from rropt.linear.numeric import pairs_of
from rropt.linear.optima.face import ALL, Face, FaceCondition, FaceEffort, vertices
from rropt.linear.program import LinearProgram

__all__ = ["optimal_pair_vertices"]

ZERO, ONE = Fraction(0), Fraction(1)
WIDTH = Fraction(1, 10**30)
Bounds = tuple[Fraction, Fraction]


def optimal_pair_vertices(
    program: LinearProgram, rows: Matrix, multipliers: Mapping[str, Number], effort: FaceEffort = ALL
) -> list[Matrix] | None:
    """Every vertex of the optimal face, in which `rows` lies; None where that is more than is searched."""
    face = Face(program.ratio, tuple(x for row in rows for x in row))
    for j in range(program.k):
        face.equations.append(FaceCondition({i * program.k + j: (1, 0) for i in range(program.m)}, ONE))
    for i, row in enumerate(rows):
        for j, x in enumerate(row):
            zero = not x and _has_spare(program, multipliers, i, j)
            (face.equations if zero else face.inequalities).append(FaceCondition({i * program.k + j: (1, 0)}))
    open_pairs = [pair for pair in pairs_of(program.k) if not _add_pair(face, program, multipliers, *pair)]
    face.missing = lambda point: _find_violated(program, point, open_pairs)
    found = vertices(face, effort)
    return None if found is None else [_mechanism_at(program, rows, point) for point in found]


def _difference(
    program: LinearProgram, outputs: Iterable[int], j: int, n: int, sense: int = 1
) -> dict[int, tuple[int, int]]:
    """The coefficients of the sum of d_ijn over some outputs, times ±1."""
    terms = {}
    for i in outputs:
        terms[i * program.k + j], terms[i * program.k + n] = (sense, 0), (0, -sense)
    return terms


def _has_spare(program: LinearProgram, multipliers: Mapping[str, Number], i: int, j: int) -> bool:
    """Whether the multipliers leave p_ij less than nothing: by enclosures where they tell, else exactly."""
    others = [n for n in range(program.k) if n != j]
    w, column = program.gains[i][j], multipliers.get(f"column[{j}]", ZERO)
    spent = [x for n in others if (x := _excess(multipliers, i, j, n))]
    earned = [x for n in others if (x := _excess(multipliers, i, n, j))]
    upper = _bounds(w)[1] - sum((_bounds(x)[0] for x in (column, *spent)), ZERO)
    upper += _bounds(program.ratio)[1] * sum((_bounds(x)[1] for x in earned), ZERO)
    if upper < 0:
        return True
    return sign(w - column - sum(spent, ZERO) + program.ratio * sum(earned, ZERO)) < 0


def _bounds(x: Number) -> Bounds:
    return enclose(x, width=WIDTH)


def _add_pair(face: Face, program: LinearProgram, multipliers: Mapping[str, Number], j: int, n: int) -> bool:
    """The conditions on d_ijn for all outputs i; False where the pair has no multiplier."""
    y = multipliers.get(f"pair[{j},{n}]", ZERO)
    if y == 0:
        return False
    above = []
    for i in range(program.m):
        spent = _excess(multipliers, i, j, n)
        if spent == y:
            above.append(i)
            face.inequalities.append(FaceCondition(_difference(program, [i], j, n)))
        elif spent == 0:
            face.inequalities.append(FaceCondition(_difference(program, [i], j, n, -1)))
        else:
            face.equations.append(FaceCondition(_difference(program, [i], j, n)))
    face.equations.append(FaceCondition(_difference(program, above, j, n), program.delta))
    return True


def _find_violated(
    program: LinearProgram, point: Sequence[Number], pairs: Sequence[tuple[int, int]]
) -> Iterable[FaceCondition]:
    """The demands of those pairs that a point fails, on the outputs where it is above."""
    for j, n in pairs:
        excesses = {i: point[i * program.k + j] - program.ratio * point[i * program.k + n] for i in range(program.m)}
        above = {i: x for i, x in excesses.items() if x > 0}
        if sum(above.values(), ZERO) > program.delta:
            yield FaceCondition(_difference(program, above, j, n, -1), -program.delta)


def _excess(multipliers: Mapping[str, Number], i: int, j: int, n: int) -> Number:
    return multipliers.get(f"excess[{i},{j},{n}]", ZERO)


def _mechanism_at(program: LinearProgram, rows: Matrix, point: Sequence[Number]) -> Matrix:
    """The mechanism at a point; the stated one where it is that."""
    found = freeze(point[i * program.k : (i + 1) * program.k] for i in range(program.m))
    return rows if found == rows else found
