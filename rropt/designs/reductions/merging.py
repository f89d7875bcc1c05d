"""Merge inputs that every contrast weighs alike into one input, so that a scale with few scores becomes a small problem.

K has a row for each contrast and a column for each input; π_a are lists of prevalences with weights w_a. Divide the inputs into
*parts*. The inputs of one part have equal columns in K and, at every list, shares in the same proportions: π_aj = c_j π_am for
the total share π_am of the part m. Merged, they are one input with that column and share. The two problems have the same optimum:

* A mechanism for the parts becomes a mechanism for the inputs if each input gets the column of its part. An estimator of the
  contrasts from the answers stays unbiased, with the same variance, because both the mechanism and K repeat the columns of the
  parts.
* A dual (X_a, y) for the parts becomes a dual for the inputs with the columns c_j X_am and prices c_j y_m. For a row s of the
  inputs let s̄_m = Σ c_j s_j over the part m. Then X_a s, sᵀπ_a and yᵀs have the same values for the inputs at s as for the parts
  at s̄. If 1 ≤ s ≤ t, then 1 ≤ s̄ ≤ t; and Σ_a w_a‖X_a s̄‖²/(s̄ᵀπ_a) ≤ yᵀs̄ holds for all such rows, because it holds at
  patterns. Tr K X_aᵀ, Kπ_a and Σ y keep their values as well.

If the inputs were not merged, the patterns with weight would not determine the prices of equal inputs one by one, and floats would
only come near to some dual.
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
    """Groups of inputs that are merged (`parts`), with methods that convert between the inputs and the merged inputs.

    `proportions` has for each input its share of the total prevalence of its group. `exchangeable` has the classes of the inputs
    that may be exchanged.
    """

    parts: Classes
    proportions: tuple[Fraction, ...]
    exchangeable: Classes

    def merge_lists(self, lists: Lists) -> Lists:
        """Add up the prevalences of the inputs of each group, in every list."""
        return tuple(tuple(sum((pi[j] for j in part), Fraction(0)) for part in self.parts.members) for pi in lists)

    def merge_columns(self, rows: Lists) -> Lists:
        """Reduce contrasts of the inputs to contrasts of the merged inputs: keep one of the equal columns of each group."""
        return tuple(tuple(row[part[0]] for part in self.parts.members) for row in rows)

    def widen_shares(self, shares: Mapping[tuple[int, ...], Fraction]) -> dict[tuple[int, ...], Fraction]:
        """Convert shares of patterns, which are sets of merged inputs, to shares of sets of the inputs themselves; the order
        stays."""
        return {tuple(sorted(j for a in pattern for j in self.parts.members[a])): w for pattern, w in shares.items()}

    def widen_prices(self, rows: Matrix) -> Matrix:
        """Convert prices, or rows of X, of the merged inputs to those of the inputs: each is multiplied by the input's
        proportion."""
        places = self.parts.places
        return freeze([c * row[a] for c, a in zip(self.proportions, places, strict=True)] for row in rows)


def merge(lists: Lists, contrast: Lists, exchangeable: Classes) -> Merging | None:
    """Find the groups of inputs with equal columns in `contrast` and proportional prevalences in all lists; None if no two are
    alike."""
    columns = list(zip(*contrast, strict=True))
    tilts = [tuple(pi[j] / lists[0][j] for pi in lists) for j in range(len(columns))]
    parts = Classes.by(list(zip(columns, tilts, strict=True)))
    if len(parts.members) == len(columns):
        return None
    whole = [sum((lists[0][j] for j in part), Fraction(0)) for part in parts.members]
    return Merging(parts, tuple(p / whole[a] for p, a in zip(lists[0], parts.places, strict=True)), exchangeable)
