"""The minimal form of a mechanism: outputs that never happen are dropped, and outputs with proportional rows, which tell the same
about the input, are merged.

Two mechanisms are equivalent in Blackwell's order exactly when their minimal forms are equal up to the order of rows (Chai & Nayak,
Theorem 4.1 and Remark 4.1).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rropt.exact.matrix import Matrix, freeze, product, total_of
from rropt.exact.stochastic import group_proportional
from rropt.mechanism import Mechanism

__all__ = ["MinimalForm", "minimal_form"]

ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class MinimalForm:
    """The minimal form of `original`: its row g is the sum of the proportional rows `groups[g]`; `never` has the indices of zero
    rows, which are dropped."""

    original: Mechanism
    mechanism: Mechanism
    groups: tuple[tuple[int, ...], ...]
    never: tuple[int, ...]

    @property
    def said(self) -> str:
        """Say what was dropped or merged; empty if nothing was."""
        names = self.original.output_labels
        merged = ["+".join(names[i] for i in group) for group in self.groups if len(group) > 1]
        parts = [f"outputs that never happen dropped: {', '.join(names[i] for i in self.never)}"] if self.never else []
        return "; ".join(parts + ([f"outputs that tell the same merged: {', '.join(merged)}"] if merged else []))

    @property
    def merge(self) -> Matrix:
        """The garbling M with M·original = minimal form. It sends an output that never happens to the first output."""
        merged = [(*self.groups[0], *self.never), *self.groups[1:]]
        return freeze([ONE if i in group else ZERO for i in range(self.original.m)] for group in merged)

    @property
    def split(self) -> Matrix:
        """The garbling S with S·minimal form = original, which draws one of the merged outputs in proportion to their rows."""
        groups = [*zip(self.groups, map(total_of, self.mechanism.rows), strict=True)]
        return freeze(
            [total_of(row) / whole if i in group else ZERO for group, whole in groups]
            for i, row in enumerate(self.original.rows)
        )

    def carry(self, garbling: Matrix, source: MinimalForm) -> Mechanism:
        """Turn a garbling of the minimal form of `source` into one of its original, whose outputs are those of this original."""
        rows = product(product(self.split, garbling), source.merge)
        return Mechanism(rows, source.original.outputs, self.original.outputs)


def minimal_form(p: Mechanism) -> MinimalForm:
    """Drop the zero rows of p and add up its proportional rows; two garblings in the result show that it is equivalent to p.

    The labels of merged outputs are joined by `+`. If two labels of the result would then be equal, its outputs have no labels.
    """
    groups = group_proportional(p.rows)
    rows = [[sum((p.rows[i][j] for i in group), ZERO) for j in range(p.k)] for group in groups]
    labels = p.outputs and ["+".join(p.outputs[i] for i in group) for group in groups]
    if labels and len(set(labels)) < len(labels):  # such as outputs a, b and a+b, of which a and b are merged
        labels = None
    never = tuple(i for i, row in enumerate(p.rows) if not any(row))
    return MinimalForm(p, Mechanism(rows, p.inputs, labels), groups, never)
