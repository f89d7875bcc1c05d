"""Linear objectives under a demand with a ratio T_jl and a slack δ_jl of its own for each ordered pair of inputs.

The pair form of `rropt.linear.program` holds with these in place of T and δ: variables p_ij ≥ 0 and excesses w_ijl ≥ 0,

    p_ij − T_jl·p_il − w_ijl ≤ 0,    Σ_i w_ijl ≤ δ_jl,    Σ_i p_ij = 1,

and multipliers μ_ijl, y_jl, y_j of these with μ_ijl ≤ y_jl prove Σ_j y_j + Σ_jl δ_jl·y_jl. Over the rationals the exact simplex
method gives a mechanism and multipliers whose bounds meet. Where some number is irrational its problem lies between two of
rationals: a mechanism that keeps smaller ratios and slacks keeps the stated ones, and multipliers for larger ones prove
their bound for the stated ones too, since W_ij ≤ y_j + Σ_l (μ_ijl − T_lj·μ_ilj) only gets easier as T falls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix, total_of
from rropt.exact.sign import enclose
from rropt.linear.program import LinearProgram, PairMultipliers
from rropt.solvers import simplex

__all__ = ["PairwiseProgram", "solve_pairwise"]

Pair = tuple[int, int]
WIDTH = Fraction(1, 10**15)
MOST_EQUATIONS, MOST_FIELD_EQUATIONS = 400, 40
ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class PairwiseProgram:
    """Maximise (or minimise) ΣW·P under the bounds of the pairs of which something is demanded."""

    weights: Matrix
    maximise: bool
    bounds: Mapping[Pair, tuple[Number, Number]]

    @property
    def linear(self) -> LinearProgram:
        """The objective alone, without a demand."""
        return LinearProgram(ONE, ONE, self.weights, self.maximise)

    def bound(self, multipliers: PairMultipliers) -> Number:
        """What multipliers prove: no mechanism has a better value."""
        slack = [self.bounds[pair][1] * y for pair, y in multipliers.pairs.items()]
        found = total_of([*multipliers.columns, *slack])
        return found if self.maximise else -found

    def rounded(self, *, up: bool) -> PairwiseProgram:
        """The program with every ratio and slack rational, none smaller (or none larger) than the stated one."""
        end = 1 if up else 0
        bounds = {
            pair: (enclose(ratio, width=WIDTH)[end], min(max(enclose(delta, width=WIDTH)[end], ZERO), ONE))
            for pair, (ratio, delta) in self.bounds.items()
        }
        return replace(self, bounds=bounds)

    @property
    def is_rational(self) -> bool:
        """Whether every ratio and slack is rational."""
        return all(isinstance(x, Fraction) for pair in self.bounds.values() for x in pair)


def solve_pairwise(program: PairwiseProgram) -> tuple[Matrix, PairMultipliers]:
    """A mechanism of the demand and multipliers; their bounds meet where the numbers are rational, or the program is small."""
    if program.is_rational:
        return _unpack(program, _minimise(program))
    inner = program.rounded(up=False)
    below = _minimise(inner)
    if _equations(program) <= MOST_FIELD_EQUATIONS:
        return _unpack(program, _minimise(program, basis=below.basis))
    outer = program.rounded(up=True)
    return _unpack(inner, below)[0], _unpack(outer, _minimise(outer, basis=below.basis))[1]


def _equations(program: PairwiseProgram) -> int:
    m, k = len(program.weights), len(program.weights[0])
    return len(program.bounds) * (m + 1) + k


def _minimise(program: PairwiseProgram, basis: Sequence[int] | None = None) -> simplex.Solution:
    """The exact simplex method on the standard form: columns p, w, the slacks of the first rows, and of the second."""
    gains, pairs = program.linear.gains, list(program.bounds)
    m, k = len(gains), len(gains[0])
    n, q = m * k, len(pairs)
    if (equations := _equations(program)) > MOST_EQUATIONS:
        raise InputError(
            f"{m} outputs and {k} inputs with budgets for {q} pairs are {equations} equations, beyond the effort of "
            f"{MOST_EQUATIONS}; ask for fewer"
        )
    width = n + 2 * q * m + q
    a: list[list[Number]] = []
    for index, (pair, (ratio, _)) in enumerate(program.bounds.items()):
        for i in range(m):
            excess, slack = n + index * m + i, n + (q + index) * m + i
            entries = {i * k + pair[0]: ONE, i * k + pair[1]: -ratio, excess: -ONE, slack: ONE}
            a.append(_row(width, entries))
    for index in range(q):
        own = range(n + index * m, n + (index + 1) * m)
        a.append(_row(width, dict.fromkeys([*own, n + 2 * q * m + index], ONE)))
    a += [_row(width, dict.fromkeys(range(j, n, k), ONE)) for j in range(k)]
    b = [*([ZERO] * (q * m)), *(program.bounds[pair][1] for pair in pairs), *([ONE] * k)]
    costs = [*(-x for r in gains for x in r), *([ZERO] * (width - n))]
    return simplex.minimise(costs, a, b, basis=basis)


def _row(width: int, entries: Mapping[int, Number]) -> list[Number]:
    row: list[Number] = [ZERO] * width
    for place, x in entries.items():
        row[place] = x
    return row


def _unpack(program: PairwiseProgram, found: simplex.Solution) -> tuple[Matrix, PairMultipliers]:
    """The mechanism, and the multipliers by what they belong to; zeros are left out."""
    m, k, pairs = len(program.weights), len(program.weights[0]), list(program.bounds)
    n = len(pairs) * m
    rows = tuple(tuple(found.x[i * k : (i + 1) * k]) for i in range(m))
    places = ((index * m + i, (i, *pair)) for index, pair in enumerate(pairs) for i in range(m))
    excess = {place: -found.duals[row] for row, place in places if found.duals[row]}
    whole = {pair: -found.duals[n + index] for index, pair in enumerate(pairs) if found.duals[n + index]}
    return rows, PairMultipliers(tuple(-y for y in found.duals[n + len(pairs) :]), whole, excess)
