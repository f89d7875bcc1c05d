"""Rigorous rational bounds on a linear design in the pair form, from floats: for when an exact basis is beyond the effort.

Feasible rows: HiGHS's rows read as rationals, columns scaled to 1, then mixed with the constant mechanism 1/m: each sum
Σ_i max(0, p_ij − T·p_il) is convex in P and at most 0 for the constant one (T ≥ 1), so the least weight that brings every
pair within δ is the largest excess over the excess plus δ. Feasible multipliers: shares cut to [0, y_jl], and then the
columns' multipliers raised to the least that serve every output.
"""

from __future__ import annotations

from fractions import Fraction

from rropt.exact.field import Number
from rropt.exact.matrix import Matrix
from rropt.exact.sign import enclose
from rropt.oracles.linear_numeric import float_matrix, pairs_of, pairwise
from rropt.program.linear import LinearProgram, PairMultipliers

__all__ = ["rounded_pair_bounds"]

DIGITS = 10**15
WIDTH = Fraction(1, 10**30)
ZERO, ONE = Fraction(0), Fraction(1)


def rounded_pair_bounds(program: LinearProgram) -> tuple[Matrix, PairMultipliers]:
    """Rows that meet the demand and multipliers that prove a bound, all rational."""
    below, above = enclose(program.ratio, width=WIDTH)
    less = max(enclose(program.delta, width=WIDTH)[0], ZERO)
    answer = pairwise(float_matrix(program), float(program.ratio), float(program.delta))
    m, k = program.m, program.k
    table = [[_rational(x) for x in row] for row in answer.point[: m * k].reshape(m, k).tolist()]
    duals = [_rational(-x) for x in answer.multipliers.tolist()]
    return _feasible(table, max(below, ONE), less), _multipliers(program, duals, above)


def _rational(x: float) -> Fraction:
    return max(ZERO, Fraction(round(x * DIGITS), DIGITS))


def _feasible(table: list[list[Fraction]], ratio: Fraction, delta: Fraction) -> Matrix:
    m, k = len(table), len(table[0])
    sums = [sum(column, ZERO) for column in zip(*table, strict=True)]
    rows = [[x / s for x, s in zip(row, sums, strict=True)] for row in table]
    worst = max(sum((max(ZERO, row[j] - ratio * row[el]) for row in rows), ZERO) for j, el in pairs_of(k))
    if worst <= delta:
        return tuple(map(tuple, rows))
    weight = 1 - delta / worst
    return tuple(tuple((1 - weight) * x + weight / m for x in row) for row in rows)


def _multipliers(program: LinearProgram, duals: list[Fraction], ratio: Fraction) -> PairMultipliers:
    m, k = program.m, program.k
    pairs = pairs_of(k)
    caps = dict(zip(pairs, duals[len(pairs) * m : len(pairs) * (m + 1)], strict=True))
    shares = {(i, j, el): min(duals[q * m + i], caps[j, el]) for q, (j, el) in enumerate(pairs) for i in range(m)}
    columns: list[Number] = []
    for j in range(k):
        others = [el for el in range(k) if el != j]
        columns.append(
            max(
                program.gains[i][j] - sum((shares[i, j, el] - ratio * shares[i, el, j] for el in others), ZERO)
                for i in range(m)
            )
        )
    kept = {place: x for place, x in shares.items() if x}
    return PairMultipliers(tuple(columns), {pair: y for pair, y in caps.items() if y}, dict(kept))
