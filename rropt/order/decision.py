"""Decision problems. Someone sees the output, chooses an action, and gains what the action is worth under the true input. A
mechanism is at least as informative as another exactly if it is worth at least as much on every decision problem (Blackwell
1953)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from typing import Any

from rropt.exact.element import Number
from rropt.exact.matrix import Matrix, freeze, product, transpose
from rropt.exact.sign import enclose
from rropt.mechanism import Mechanism

__all__ = ["Decision", "Witness", "find_witness", "no_decision", "normalise"]

ZERO = Fraction(0)
# Gains are rounded to multiples of 1/n for the first of these n that keeps the second mechanism worth more.
DIGITS = (1, 2, 10, 1000, 10**6, 10**12, 10**18, 10**30)
WIDTH = Fraction(1, 10**36)


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision problem: a prior w ≥ 0 with Σw = 1, and gains indexed [action][input]."""

    prior: tuple[Number, ...]
    gains: Matrix

    @property
    def weighted(self) -> list[list[Number]]:
        """The gains times the prior, which tell any two mechanisms apart as well if all inputs are equally likely."""
        return [[w * g for w, g in zip(self.prior, row, strict=True)] for row in self.gains]

    def value(self, p: Mechanism) -> Number:
        """Compute exactly what a mechanism p is worth if the best action is taken after each output.

        With the prior w and the gains G, this is V(p) = Σ_i max_a Σ_j w_j G_aj p_ij.
        """
        return sum((max(row) for row in product(p.rows, transpose(self.weighted))), ZERO)


@dataclass(frozen=True, slots=True)
class Witness(Decision):
    """A decision problem that tells two mechanisms apart; `first` and `second` are what the two are worth on it."""

    first: Number
    second: Number

    @classmethod
    def of(cls, decision: Decision, first: Mechanism, second: Mechanism) -> Witness:
        """Compute exactly what two mechanisms are worth on a decision problem."""
        return cls(decision.prior, decision.gains, decision.value(first), decision.value(second))

    @property
    def exchanged(self) -> Witness:
        """The same decision problem with the two mechanisms in the other order."""
        return replace(self, first=self.second, second=self.first)

    def named(self, first: str, second: str) -> Mapping[str, Any]:
        """Return the decision problem for JSON, with the names of the two mechanisms."""
        better = first if self.first > self.second else second
        values = {first: self.first, second: self.second}
        return {"better": better, "prior": self.prior, "gains": self.gains, "values": values}


def no_decision(k: int) -> Decision:
    """Return the decision problem in which every mechanism is worth 0."""
    return Decision((Fraction(1, k),) * k, ((ZERO,) * k,))


def normalise(gains: Sequence[Sequence[Number]]) -> Decision:
    """Make a decision problem with the uniform prior from gains, which are first brought into [0, 1].

    For each input, the least gain is subtracted. This changes the value of all mechanisms by the same amount. Then all gains are
    divided by the largest one, which scales all values by one factor. Of actions with equal gains only one is kept.
    """
    k = len(gains[0])
    least = [min(row[j] for row in gains) for j in range(k)]
    shifted = [tuple(x - c for x, c in zip(row, least, strict=True)) for row in gains]
    scale = max(max(row) for row in shifted)
    return Decision((Fraction(1, k),) * k, freeze([[x / scale for x in row] for row in dict.fromkeys(shifted)]))


def find_witness(gains: Sequence[Sequence[Number]], first: Mechanism, second: Mechanism) -> Witness | None:
    """Make a decision problem from gains on which the second mechanism is worth strictly more; None if it is not.

    The gains are rounded to few digits if this leaves the second mechanism worth more. What both are worth is computed exactly.
    """
    near = [[enclose(x, width=WIDTH)[0] for x in row] for row in gains]
    scale = max(abs(x) for row in near for x in row)
    rounded = ([[Fraction(round(x / scale * n), n) for x in row] for row in near] for n in DIGITS if scale)
    for tried in chain(rounded, [gains]):
        if len({*map(tuple, tried)}) < 2:  # one action is no decision
            continue
        found = Witness.of(normalise(tried), first, second)
        if found.second > found.first:
            return found
    return None
