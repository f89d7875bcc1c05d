"""A linear objective ΣW·P over the mechanisms with Σ_i max(0, p_ij − T·p_il) ≤ δ for all ordered pairs j ≠ l.

There are two forms of this program. The *row-wise form* is for δ = 0. With u_i the least entry of row i, it says that
u_i ≤ p_ij ≤ T·u_i and Σ_i p_ij = 1. The multiplier of this equation is y_j, named `column[j]`. The dual of the form depends on y
alone: with c_ij = W_ij − y_j, the best multipliers of p_ij ≤ T·u_i and u_i ≤ p_ij are max(c_ij, 0) and max(−c_ij, 0). They are
feasible iff the *balance* of every output i is at most 0:

    Σ_j φ(c_ij) ≤ 0,     φ(c) = T·max(c, 0) − max(−c, 0),

and then ΣW·P ≤ Σ_j y_j. The *pair form* is for any δ. It says that max(0, p_ij − T·p_il) sums to at most δ for each ordered pair
(j, l), with the multiplier y_jl, named `pair[j,l]`. Output i has a share of this multiplier, 0 ≤ μ_ijl ≤ y_jl, named
`excess[i,j,l]`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rropt.exact.element import Number
from rropt.exact.matrix import Matrix, total_of

__all__ = ["LinearProgram", "Multipliers", "column_multipliers", "dual_bound"]


@dataclass(frozen=True, slots=True)
class LinearProgram:
    """Maximise (or minimise) ΣW·P over mechanisms with Σ_i max(0, p_ij − T·p_il) ≤ δ for all inputs j ≠ l.

    `ratio` is T, and `weights` is W, with one row for each of m outputs and one column for each of k inputs.
    """

    ratio: Number
    delta: Number
    weights: Matrix
    maximise: bool

    @property
    def k(self) -> int:
        """The number of inputs."""
        return len(self.weights[0])

    @property
    def m(self) -> int:
        """The number of outputs."""
        return len(self.weights)

    @property
    def gains(self) -> Matrix:
        """The weights W of the equivalent maximisation: for a minimisation all signs are changed."""
        return self.weights if self.maximise else tuple(tuple(-x for x in row) for row in self.weights)

    def value(self, rows: Matrix) -> Number:
        """Compute ΣW·P for the mechanism P. If one object stands at several entries of P, it is multiplied once, by the sum of the
        weights there."""
        shared: dict[int, tuple[Number, list[Number]]] = {}
        for weights, row in zip(self.weights, rows, strict=True):
            for w, p in zip(weights, row, strict=True):
                if p:
                    shared.setdefault(id(p), (p, []))[1].append(w)
        return total_of([total_of(ws) * p for p, ws in shared.values()])


@dataclass(frozen=True, slots=True)
class Multipliers:
    """Multipliers of a linear program: y_j of columns, z of budgets, u of conditions, and μ of each output in a side or budget.

    A side is a bound p_ij ≤ T·p_il on every output i. A budget has some linear functions of a row, its planes. It takes at each
    output the largest of 0 and the values of the planes at the output's row, and bounds the sum of these numbers. Sides and budgets
    are named as in `Cone`. The name of a μ in `excess` is the output, followed by the name of the side or budget, and by the index
    of the plane if the budget has several.
    """

    columns: tuple[Number, ...]
    budgets: Mapping[tuple[int, ...], Number]
    excess: Mapping[tuple[int, ...], Number]
    conditions: Mapping[tuple[int, ...], Number] = field(default_factory=dict)
    shares: Mapping[tuple[int, ...], Number] = field(default_factory=dict)
    """For the worst of several objectives: the weights of the objectives, by index, in the mean that bounds the worst."""

    def named(self) -> dict[str, Number]:
        """Return all multipliers but the weights of objectives, by the names that certificates use."""
        found = column_multipliers(self.columns)
        for kind, part in (("pair", self.budgets), ("excess", self.excess), ("condition", self.conditions)):
            found |= {f"{kind}[{','.join(map(str, name))}]": y for name, y in part.items()}
        return found


def column_multipliers(columns: Sequence[Number]) -> dict[str, Number]:
    """Name the column multipliers as certificates do; for δ = 0 they determine the others."""
    return {f"column[{j}]": y for j, y in enumerate(columns)}


def dual_bound(multipliers: Mapping[str, Number], delta: Number, sense: str) -> Number:
    """Compute the bound on the value that multipliers by name prove: the sum of the column multipliers, plus δ times the sum of the
    pair multipliers.

    The sign of the bound is changed unless `sense` is "max", because the multipliers are those of a maximisation.
    """
    columns, pairs = (
        total_of([y for name, y in multipliers.items() if name.startswith(x)]) for x in ("column", "pair")
    )
    bound = columns + delta * pairs
    return bound if sense == "max" else -bound
