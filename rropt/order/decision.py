"""A decision problem: a prior over inputs and the gain of every action under every input.

The value of a mechanism M is the average gain of the best rule: V(M) = Σ_i max_a Σ_j w_j G_aj M_ij. Here w is the prior, G_aj is
the gain of action a under input j, and M_ij is the probability of output i under input j.

A garbling of a mechanism P is C·P for a column-stochastic matrix C. On no decision problem is its value above V(P). If a mechanism
Q is not a garbling of P, then V(Q) > V(P) on some decision problem (Blackwell 1951, 1953). Such a problem is a witness that P does
not dominate Q.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.matrix import Matrix, freeze, product, transpose
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.results import FieldResult, Table, say_value, text_table

__all__ = ["Decision", "normalise"]

ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True, repr=False)
class Decision(FieldResult):
    """A decision problem: a prior w ≥ 0 with Σw = 1, and gains indexed [action][input]."""

    prior: tuple[Number, ...]
    gains: Matrix

    def value(self, p: Mechanism) -> Number:
        """Compute exactly what a mechanism p earns on average if the best action is taken after each output.

        With the prior w and the gains G, this is V(p) = Σ_i max_a Σ_j w_j G_aj p_ij.
        """
        weighted = [[w * g for w, g in zip(self.prior, row, strict=True)] for row in self.gains]
        return sum((max(row) for row in product(p.rows, transpose(weighted))), ZERO)

    def explain(self) -> str:
        """Write a heading, then the prior and the gains as a table."""
        return "A decision problem: choose the action after seeing the output\n" + text_table(*self.as_table())

    def as_table(self) -> Table:
        """A table of the prior and the gains, one row per action and one column per input."""
        rows = [["prior", *map(say_value, self.prior)]]
        rows += [[f"gains of action {a}", *map(show, row)] for a, row in enumerate(self.gains)]
        return ["", *(f"input {j}" for j in range(len(self.prior)))], rows


def normalise(gains: Sequence[Sequence[Number]]) -> Decision:
    """Make a decision problem with the uniform prior from gains, which are first brought into [0, 1].

    For each input, the least gain is subtracted. This changes the value of all mechanisms by the same amount. Then all gains are
    divided by the largest one, which scales all values by one factor. Of actions with equal gains only one is kept.
    """
    k = len(gains[0])
    least = [min(row[j] for row in gains) for j in range(k)]
    shifted = [tuple(x - c for x, c in zip(row, least, strict=True)) for row in gains]
    scale = max(max(row) for row in shifted)
    actions = list(dict.fromkeys(shifted))
    return Decision((Fraction(1, k),) * k, freeze([[x / scale for x in row] for row in actions]))
