"""A linear objective ΣW·P over mechanisms P that keep the demand Σ_i max(0, p_ij − T·p_il) ≤ δ for all inputs j ≠ l.

Here T = e^ε, and p_ij is the probability of output i at input j. There are two forms of this program. The *row-wise form* is for
δ = 0. Let u_i be the least entry of row i. The constraints are u_i ≤ p_ij ≤ T·u_i and Σ_i p_ij = 1. The multiplier y_j belongs to
the equation of input j, and is named `column[j]`. The dual can be written in y alone. With c_ij = W_ij − y_j, the best multipliers
of p_ij ≤ T·u_i and u_i ≤ p_ij are max(c_ij, 0) and max(−c_ij, 0). These are feasible exactly if the *balance* of every output i is
at most 0:

    Σ_j φ(c_ij) ≤ 0,     φ(c) = T·max(c, 0) − max(−c, 0).

If they are feasible, ΣW·P ≤ Σ_j y_j. The *pair form* is for any δ. Its constraint for each ordered pair (j, l) is that the numbers
max(0, p_ij − T·p_il) sum to at most δ over the outputs i. The multiplier of this constraint is y_jl, named `pair[j,l]`. Each output
i has a number μ_ijl from 0 to y_jl, named `excess[i,j,l]`. It is the multiplier of the bound p_ij − T·p_il ≤ w_ijl, if w_ijl ≥ 0
stands for the output's term in the sum.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rropt.exact.element import Number
from rropt.exact.matrix import Matrix, total_of

__all__ = ["LinearProgram", "Multipliers", "column_multipliers", "dual_bound"]


@dataclass(frozen=True, slots=True)
class LinearProgram:
    """Maximise (or minimise) ΣW·P over mechanisms P = (p_ij) with Σ_i max(0, p_ij − T·p_il) ≤ δ for all inputs j ≠ l.

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
        """Compute ΣW·P for the mechanism P with the given rows, where W are the weights."""
        # an entry that stands at several places is multiplied once, by the sum of the weights there
        shared: dict[int, tuple[Number, list[Number]]] = {}
        for weights, row in zip(self.weights, rows, strict=True):
            for w, p in zip(weights, row, strict=True):
                if p:
                    shared.setdefault(id(p), (p, []))[1].append(w)
        return total_of([total_of(ws) * p for p, ws in shared.values()])


@dataclass(frozen=True, slots=True)
class Multipliers:
    """The multipliers of a linear program over the rows of a mechanism.

    A side is a bound p_ij ≤ T·p_il for every output i. A budget limits a sum over the outputs; its term is the largest of 0 and
    some linear functions of the output's row, called planes. `Cone` names the sides and budgets.

    `columns`, `budgets` and `conditions` have one multiplier for each column, budget and condition. `excess` has one for each
    output and each side or budget. A key of `excess` starts with the output, and goes on with the name of the side or budget. If a
    budget has several planes, the index of the plane follows.
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
    """Map the names that certificates use for the columns' multipliers to these multipliers.

    If δ = 0, these multipliers determine all others.
    """
    return {f"column[{j}]": y for j, y in enumerate(columns)}


def dual_bound(multipliers: Mapping[str, Number], delta: Number, sense: str) -> Number:
    """Compute the bound on the value that the multipliers, given by name, prove.

    For a maximisation (`sense` is "max"), the bound is the sum of the column multipliers, plus δ times the sum of the pair
    multipliers. For a minimisation, its sign is changed.
    """
    columns, pairs = (
        total_of([y for name, y in multipliers.items() if name.startswith(x)]) for x in ("column", "pair")
    )
    bound = columns + delta * pairs
    return bound if sense == "max" else -bound
