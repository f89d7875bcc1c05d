"""Rigorous rational bounds on a linear design in the pair form, from floats: for when an exact basis is beyond the effort.

Feasible rows: HiGHS's rows read as rationals, columns scaled to 1, then mixed with the constant mechanism 1/m, of which
each p_ij − T·p_il is −(T−1)/m. With weight λ the sum Σ_i max(0, p_ij − T·p_il) = s of a pair becomes at most
(1−λ)·s − λ(T−1)/m or 0, so the least weight that surely serves is the largest (s − δ)/(s + (T−1)/m).
Feasible multipliers: shares cut to [0, y_jl]; where the shares μ_ilj that an entry pays with T exceed what it has,
y_j − W_ij + Σ_l μ_ijl, they are cut in proportion, since an error of a double times T may be large; then the columns'
multipliers are raised to the least that serve every output.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor

from rropt.exact.element import Number
from rropt.exact.matrix import Matrix
from rropt.exact.sign import enclose
from rropt.linear.numeric import float_matrix, pairs_of, pairwise, power_of_two
from rropt.linear.program import LinearProgram, PairMultipliers

__all__ = ["round_pair_bounds"]

DIGITS, FINE = 10**15, 10**45
WIDTH = Fraction(1, 10**30)
ROUNDS = 3
ZERO, ONE = Fraction(0), Fraction(1)

Shares = dict[tuple[int, ...], Fraction]


def round_pair_bounds(program: LinearProgram) -> tuple[Matrix, PairMultipliers]:
    """Rows that meet the demand and multipliers that prove a bound, all rational; plain ones where the solver has failed."""
    below, above = enclose(program.ratio, width=WIDTH)
    less = max(enclose(program.delta, width=WIDTH)[0], ZERO)
    gains = float_matrix(program)
    scale = power_of_two(gains)
    answer = pairwise(gains / scale, float(program.ratio), float(program.delta))
    m, k = program.m, program.k
    if not answer.is_solved:
        return ((Fraction(1, m),) * k,) * m, PairMultipliers(
            tuple(max(w) for w in zip(*program.gains, strict=True)), {}, {}
        )
    table = [[_rational(x) for x in row] for row in answer.point[: m * k].reshape(m, k).tolist()]
    duals = [Fraction(scale) * Fraction(-x) for x in answer.multipliers.tolist()]
    return _feasible(table, max(below, ONE), less), _multipliers(program, duals, above)


def _rational(x: float) -> Fraction:
    return max(ZERO, Fraction(round(x * DIGITS), DIGITS))


def _feasible(table: list[list[Fraction]], ratio: Fraction, delta: Fraction) -> Matrix:
    m, k = len(table), len(table[0])
    sums = [sum(column, ZERO) for column in zip(*table, strict=True)]
    rows = [[x / s for x, s in zip(row, sums, strict=True)] for row in table]
    weight, slack = ZERO, (ratio - 1) / m
    for j, el in pairs_of(k):
        excess = sum((max(ZERO, row[j] - ratio * row[el]) for row in rows), ZERO)
        if excess > delta:
            weight = max(weight, (excess - delta) / (excess + slack))
    return tuple(tuple((1 - weight) * x + weight / m for x in row) for row in rows)


def _multipliers(program: LinearProgram, duals: list[Fraction], ratio: Fraction) -> PairMultipliers:
    m, k = program.m, program.k
    pairs = pairs_of(k)
    caps = {pair: max(ZERO, y) for pair, y in zip(pairs, duals[len(pairs) * m : len(pairs) * (m + 1)], strict=True)}
    shares: Shares = {
        (i, j, el): max(ZERO, min(duals[q * m + i], caps[j, el])) for q, (j, el) in enumerate(pairs) for i in range(m)
    }
    for _ in range(ROUNDS):
        shares = _cut(program, shares, duals[-k:], ratio)
    columns = []
    for j in range(k):
        others = [el for el in range(k) if el != j]
        columns.append(
            max(
                program.gains[i][j] - sum((shares[i, j, el] - ratio * shares[i, el, j] for el in others), ZERO)
                for i in range(m)
            )
        )
    kept: dict[tuple[int, ...], Number] = {place: x for place, x in shares.items() if x}
    return PairMultipliers(tuple(columns), {pair: y for pair, y in caps.items() if y}, kept)


def _cut(program: LinearProgram, shares: Shares, columns: list[Fraction], ratio: Fraction) -> Shares:
    """The shares that an entry pays with T, cut in proportion to what it has at the stated multipliers of the columns."""
    found, k = dict(shares), program.k
    for i in range(program.m):
        for j in range(k):
            others = [el for el in range(k) if el != j]
            paid = ratio * sum((shares[i, el, j] for el in others), ZERO)
            has = columns[j] - program.gains[i][j] + sum((shares[i, j, el] for el in others), ZERO)
            if paid > max(ZERO, has):
                for el in others:
                    found[i, el, j] = Fraction(floor(shares[i, el, j] * max(ZERO, has) / paid * FINE), FINE)
    return found
