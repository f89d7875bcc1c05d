"""All optimal vertices of a small linear design with δ = 0, from optimal multipliers y of the inputs.

Every optimal mechanism has its rows made of the columns (output i, pattern s in {1,T}^k) on which y leaves no slack:
with c = W_i − y these are, where Σ_j max over {1,T} of s_j·c_j is 0, the patterns with T wherever c_j > 0 and 1 wherever
c_j < 0. So the optimal face is the image of {θ ≥ 0 : Σ θ_c s_c = (1,…,1)} over those columns, and its vertices are images
of basic solutions. A mechanism is a vertex when it cannot be moved both ways: a row may move only along its scalings on
the sets of inputs that its tight ratios p_ij = T·p_il connect, and these vectors, of all rows, must be independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

from rropt.exact.errors import InputError
from rropt.exact.field import Number
from rropt.exact.matrix import Matrix, freeze, independent_rows, rank, solve
from rropt.program.linear import LinearProgram

__all__ = ["optimal_vertices"]

ZERO, ONE = Fraction(0), Fraction(1)
MOST_ENTRIES, MOST_BASES = 64, 3000
Column = tuple[int, tuple[Number, ...]]


def optimal_vertices(program: LinearProgram, y: Sequence[Number]) -> list[Matrix] | None:
    """Every vertex of the optimal face; None where that is more than is searched."""
    if program.m * program.k > MOST_ENTRIES:
        return None
    if program.ratio == 1:
        totals = [sum(row, ZERO) for row in program.gains]
        best = [i for i, total in enumerate(totals) if total == max(totals)]
        return [_rows([(i, (ONE,) * program.k)], [ONE], program) for i in best]
    columns = _tight_columns(program, y)
    if columns is None:
        return None
    patterns = freeze(zip(*(pattern for _, pattern in columns), strict=True))
    independent = independent_rows(patterns)
    if comb(len(columns), len(independent)) > MOST_BASES:
        return None
    found: dict[Matrix, None] = {}
    for basis in combinations(range(len(columns)), len(independent)):
        theta = _solved(patterns, independent, basis)
        if theta is not None:
            found[_rows([columns[n] for n in basis], theta, program)] = None
    return [rows for rows in found if _is_vertex(rows, program.ratio)]


def _tight_columns(program: LinearProgram, y: Sequence[Number]) -> list[Column] | None:
    """The columns without slack, constant patterns left out (they are sums of others); None where they are too many."""
    found: list[Column] = []
    for i, row in enumerate(program.gains):
        c = [w - a for w, a in zip(row, y, strict=True)]
        if sum((program.ratio * x if x > 0 else x for x in c), ZERO) != 0:
            continue
        free = [j for j, x in enumerate(c) if x == 0]
        if 2 ** len(free) > MOST_BASES:
            return None
        sure = [program.ratio if x > 0 else ONE for x in c]
        for size in range(len(free) + 1):
            for raised in combinations(free, size):
                pattern = tuple(program.ratio if j in raised else x for j, x in enumerate(sure))
                if len(set(pattern)) > 1 or program.k == 1:
                    found.append((i, pattern))
    return found if comb(len(found), min(program.k, len(found))) <= MOST_BASES else None


def _solved(patterns: Matrix, independent: Sequence[int], basis: Sequence[int]) -> list[Number] | None:
    """θ ≥ 0 of the basis, if it has one and satisfies the equations of all inputs."""
    try:
        values = solve([[patterns[j][n] for n in basis] for j in independent], [(ONE,)] * len(independent))
    except InputError:
        return None
    theta = [x for (x,) in values]
    if min(theta) < 0:
        return None
    sums = (sum((row[n] * x for n, x in zip(basis, theta, strict=True)), ZERO) for row in patterns)
    return theta if all(total == 1 for total in sums) else None


def _rows(columns: Sequence[Column], theta: Sequence[Number], program: LinearProgram) -> Matrix:
    table: list[list[Number]] = [[ZERO] * program.k for _ in range(program.m)]
    for (i, pattern), x in zip(columns, theta, strict=True):
        if x:
            table[i] = [a + x * s for a, s in zip(table[i], pattern, strict=True)]
    return freeze(table)


def _is_vertex(rows: Matrix, ratio: Number) -> bool:
    moves = [move for row in rows if any(row) for move in _moves(row, ratio)]
    return rank(moves) == len(moves)


def _moves(row: Sequence[Number], ratio: Number) -> list[list[Number]]:
    """The row on each set of inputs that tight ratios connect, and 0 elsewhere."""
    group = list(range(len(row)))
    for j, high in enumerate(row):
        for n, low in enumerate(row):
            if j != n and high == ratio * low and group[j] != group[n]:
                old, new = group[n], group[j]
                group = [new if g == old else g for g in group]
    return [[x if g == one else ZERO for g, x in zip(group, row, strict=True)] for one in dict.fromkeys(group)]
