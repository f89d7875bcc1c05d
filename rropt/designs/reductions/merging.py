"""Inputs that every contrast weighs alike are one input to the best design, so that a scale of a few scores is a small problem.

Let the inputs of a part have equal columns in K and, at every list of prevalences, shares in one proportion: π_aj = c_j π_am for
the share π_am of the part m. Merged, they are one input with that column and share. The two problems have one optimum:

* A merged mechanism, read at the part of each input, is a mechanism of the inputs. Its M is that of the parts with each row and
  column repeated, so that an estimator L of the parts estimates the same, with the same variance: K is repeated too.
* A dual (X_a, y) of the parts is one of the inputs with the columns c_j X_am and c_j y_m. For a row s of the inputs and s̄ with
  s̄_m = Σ c_j s_j over the part, X_a s and sᵀπ_a and yᵀs are those of s̄; 1 ≤ s̄ ≤ t, and Σ_a w_a‖X_a s̄‖²/(s̄ᵀπ_a) ≤ yᵀs̄ holds
  for all such rows, as it holds at patterns. Tr K X_aᵀ, Kπ_a and Σ y stay as they are as well.

Without it the dual of equal inputs is not told apart by the patterns that carry weight, and floats come only near to one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from rropt.designs.rows.classes import Classes
from rropt.exact.matrix import Matrix, freeze

__all__ = ["Merging", "merge"]

Lists = tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True, slots=True)
class Merging:
    """Parts of equal inputs, each input's factor (its `proportions`), and the classes of parts that may be exchanged."""

    parts: Classes
    proportions: tuple[Fraction, ...]
    exchangeable: Classes

    def merge_lists(self, lists: Lists) -> Lists:
        """The prevalences of the parts, from those of the inputs."""
        return tuple(tuple(sum((pi[j] for j in part), Fraction(0)) for part in self.parts.members) for pi in lists)

    def merge_columns(self, rows: Lists) -> Lists:
        """The contrasts of the parts, from those of the inputs."""
        return tuple(tuple(row[part[0]] for part in self.parts.members) for row in rows)

    def widen_shares(self, shares: Mapping[tuple[int, ...], Fraction]) -> dict[tuple[int, ...], Fraction]:
        """Convert shares of patterns of parts to shares of patterns of inputs, in the same order."""
        return {tuple(sorted(j for a in pattern for j in self.parts.members[a])): w for pattern, w in shares.items()}

    def widen_prices(self, rows: Matrix) -> Matrix:
        """Convert prices, or rows of X, of parts to those of inputs."""
        places = self.parts.places
        return freeze([c * row[a] for c, a in zip(self.proportions, places, strict=True)] for row in rows)


def merge(lists: Lists, contrast: Lists, exchangeable: Classes) -> Merging | None:
    """Merge inputs that are alike at these prevalences; None if no two are."""
    columns = list(zip(*contrast, strict=True))
    tilts = [tuple(pi[j] / lists[0][j] for pi in lists) for j in range(len(columns))]
    parts = Classes.by(list(zip(columns, tilts, strict=True)))
    if len(parts.members) == len(columns):
        return None
    whole = [sum((lists[0][j] for j in part), Fraction(0)) for part in parts.members]
    return Merging(parts, tuple(p / whole[a] for p, a in zip(lists[0], parts.places, strict=True)), exchangeable)
