"""Linear objectives under a demand with ratios T_jl and slacks δ_jl of its own for each ordered pair of inputs.

The pair form of `rropt.linear.program` holds with these in place of T and δ, once for each bound: variables p_ij ≥ 0 and, where
δ_jl > 0, excesses w_ijl ≥ 0,

    p_ij − T_jl·p_il [− w_ijl] ≤ 0,    [Σ_i w_ijl ≤ δ_jl,]    Σ_i p_ij = 1,

and multipliers μ_ijl, y_jl, y_j of these with μ_ijl ≤ y_jl prove Σ_j y_j + Σ_jl δ_jl·y_jl. A bound with δ = 0 that a chain of two
others with δ = 0 implies, T_jn·T_nl ≤ T_jl, is left out: of a metric on a line only neighbours are left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from rropt.designs.rows.cone import Cone, Place
from rropt.exact.element import Number
from rropt.exact.matrix import Matrix, total_of
from rropt.exact.sign import enclose
from rropt.linear.program import LinearProgram, PairMultipliers

__all__ = ["Equations", "PairwiseProgram", "Place"]

Bound = tuple[Number, Number]
Row = tuple[dict[int, Number], Number, bool]
WIDTH = Fraction(1, 10**15)
ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class Equations:
    """The rows as their entries by column, their right side, and whether they are equations; which rows a bound has."""

    rows: list[Row]
    width: int
    shares: dict[Place, list[int]]
    wholes: dict[Place, int]


@dataclass(frozen=True, slots=True)
class PairwiseProgram:
    """Maximise (or minimise) ΣW·P under the bounds of the pairs of which something is demanded."""

    weights: Matrix
    maximise: bool
    bounds: Mapping[Place, Bound]

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
        known: dict[Number, Fraction] = {}

        def near(x: Number) -> Fraction:
            if x not in known:
                known[x] = enclose(x, width=WIDTH)[end]
            return known[x]

        bounds = {
            place: (max(near(ratio), ONE), min(max(near(delta), ZERO), ONE))
            for place, (ratio, delta) in self.bounds.items()
        }
        return replace(self, bounds=bounds)

    @property
    def is_rational(self) -> bool:
        """Whether every ratio, slack and weight is rational."""
        numbers = [x for bound in self.bounds.values() for x in bound] + [x for row in self.weights for x in row]
        return all(isinstance(x, Fraction) for x in numbers)

    def without_implied(self) -> PairwiseProgram:
        """The program without bounds that others imply, each by those that are left."""
        cone = Cone.of_places(len(self.weights[0]), self.bounds.items()).without_chains()
        kept = {*cone.places.values(), *cone.budgets}
        return replace(self, bounds={place: bound for place, bound in self.bounds.items() if place in kept})

    def equations(self) -> Equations:
        """The rows of the form: those of the bounds, output by output, and the sums of excesses; then the columns."""
        m, k = len(self.weights), len(self.weights[0])
        width, rows = m * k, list[Row]()
        shares: dict[Place, list[int]] = {}
        wholes: dict[Place, int] = {}
        for place, (ratio, delta) in self.bounds.items():
            j, end = place[:2]
            shares[place] = list(range(len(rows), len(rows) + m))
            for i in range(m):
                row: dict[int, Number] = {i * k + j: ONE, i * k + end: -ratio}
                if delta != 0:
                    row[width + i] = -ONE
                rows.append((row, ZERO, False))
            if delta != 0:
                wholes[place] = len(rows)
                rows.append((dict.fromkeys(range(width, width + m), ONE), delta, False))
                width += m
        rows += [(dict.fromkeys(range(j, m * k, k), ONE), ONE, True) for j in range(k)]
        return Equations(rows, width, shares, wholes)
