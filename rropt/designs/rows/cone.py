"""What a demand makes of the rows of mechanisms: a cone in which every row lies, and budgets for sums over the rows.

A demand asks Σ_i max(0, p_ij − T·p_il) ≤ δ of ordered pairs (j, l) of inputs, each with a ratio T > 0 and a slack δ.

- Where δ = 0 no term of the sum is positive, so that r_j ≤ T·r_l for every row r of a mechanism. These *sides* make the cone
  C = {r ≥ 0 : r_j ≤ T_jl·r_l}; of several demands on one pair the least T implies the others. As r ≥ 0, there is no line in C.
- Where δ > 0 it is a *budget*: h(r) = max(0, r_j − T·r_l), which is convex and homogeneous, sums to at most δ over the rows.

Conversely, rows of C that sum to (1, …, 1) and keep the budgets are a mechanism of the demand. *Generators* are rows s of C such
that each r in C is a sum Σ θ_s s, θ ≥ 0, with h(r) = Σ θ_s h(s) for every budget. To split the rows of a mechanism so takes no
more of a budget, and lowers no Σ_i f(r_i) of a convex and homogeneous f. So the largest Σ_i f(r_i) is that of Σ θ_s f(s), a
program over the weights θ ≥ 0 of generators (`rropt.designs.rows.generators`, and `patterns` where one T holds for all pairs).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rropt.exact.element import Number
from rropt.privacy.bounds import PairBounds

__all__ = ["Budget", "Cone"]


@dataclass(frozen=True, slots=True)
class Budget:
    """max(0, r_j − T·r_l), with l = `against`, sums to at most `delta` over the rows r of a mechanism."""

    j: int
    against: int
    ratio: Number
    delta: Number

    def take(self, row: Sequence[Number]) -> Number:
        """Evaluate max(0, r_j − T·r_l) at a row."""
        return max(Fraction(0), row[self.j] - self.ratio * row[self.against])


@dataclass(frozen=True, slots=True)
class Cone:
    """The least ratio of each ordered pair without a slack, and the budgets of the pairs with one."""

    k: int
    sides: Mapping[tuple[int, int], Number]
    budgets: tuple[Budget, ...]

    @classmethod
    def of(cls, bounds: PairBounds) -> Cone:
        """Split the bounds of a demand into sides and budgets."""
        sides: dict[tuple[int, int], Number] = {}
        budgets = []
        for (j, against, *_), (ratio, delta) in bounds.places():
            if delta == 0:
                sides[j, against] = min(ratio, sides.get((j, against), ratio))
            else:
                budgets.append(Budget(j, against, ratio, delta))
        return cls(bounds.k, sides, tuple(budgets))
