"""Linear objectives under a demand with a ratio T_jl and a slack δ_jl of its own for each ordered pair of inputs.

The pair form of `rropt.linear.program` holds with these in place of T and δ: variables p_ij ≥ 0 and excesses w_ijl ≥ 0,

    p_ij − T_jl·p_il − w_ijl ≤ 0,    Σ_i w_ijl ≤ δ_jl,    Σ_i p_ij = 1,

and multipliers μ_ijl, y_jl, y_j of these with μ_ijl ≤ y_jl prove Σ_j y_j + Σ_jl δ_jl·y_jl. Over the rationals the exact simplex
method gives a mechanism and multipliers whose bounds meet. Where some number is irrational its problem lies between two of
rationals: a mechanism that keeps smaller ratios and slacks keeps the stated ones, and multipliers for larger ones prove
their bound for the stated ones too, since W_ij ≤ y_j + Σ_l (μ_ijl − T_lj·μ_ilj) only gets easier as T falls.
"""

from __future__ import annotations

from collections.abc import Mapping
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
MOST_EQUATIONS = 400
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
    """A mechanism of the demand and multipliers; their bounds meet where every number is rational."""
    if program.is_rational:
        return _solve(program)
    rows, _ = _solve(program.rounded(up=False))
    _, multipliers = _solve(program.rounded(up=True))
    return rows, multipliers


def _solve(program: PairwiseProgram) -> tuple[Matrix, PairMultipliers]:
    """The optimum over the rationals, by the exact simplex method on the standard form with slacks."""
    gains, pairs = program.linear.gains, list(program.bounds)
    m, k = len(gains), len(gains[0])
    n, q = m * k, len(pairs)
    equations = q * (m + 1) + k
    if equations > MOST_EQUATIONS:
        raise InputError(
            f"{m} outputs and {k} inputs with budgets for {q} pairs are {equations} equations, beyond the effort of "
            f"{MOST_EQUATIONS}; ask for fewer"
        )
    width = n + 2 * q * m + q
    a, b = [], []
    for index, (pair, (ratio, _)) in enumerate(program.bounds.items()):
        for i in range(m):
            row: list[Number] = [ZERO] * width
            row[i * k + pair[0]], row[i * k + pair[1]] = ONE, -ratio
            row[n + index * m + i], row[n + q * m + index * m + i] = -ONE, ONE
            a.append(row)
            b.append(ZERO)
    for index, pair in enumerate(pairs):
        row = [ZERO] * width
        row[n + index * m : n + (index + 1) * m] = [ONE] * m
        row[n + 2 * q * m + index] = ONE
        a.append(row)
        b.append(program.bounds[pair][1])
    for j in range(k):
        row = [ZERO] * width
        row[j:n:k] = [ONE] * m
        a.append(row)
        b.append(ONE)
    costs = [*(-x for r in gains for x in r), *([ZERO] * (width - n))]
    found = simplex.minimise(costs, a, b)
    rows = tuple(tuple(found.x[i * k : (i + 1) * k]) for i in range(m))
    excess = {
        (i, *pair): -found.duals[index * m + i]
        for index, pair in enumerate(pairs)
        for i in range(m)
        if found.duals[index * m + i]
    }
    whole = {pair: -found.duals[q * m + index] for index, pair in enumerate(pairs)}
    multipliers = PairMultipliers(
        tuple(-y for y in found.duals[q * (m + 1) :]), {p: y for p, y in whole.items() if y}, excess
    )
    return rows, multipliers
