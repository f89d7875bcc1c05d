"""Merge inputs that have equal weights in every contrast, so that a scale with few different scores becomes a small problem.

Let K have a row for each contrast and a column for each input, and let π_a be lists of prevalences with weights w_a. Divide the
inputs into *parts*. The inputs of one part have equal columns in K, and their shares are in the same proportions at every list. So
π_aj = c_j π_am, where π_am is the total share of the part m of input j. Merged, the inputs of a part are one input with their
common column and their total share. The problems before and after merging have the same optimum:

* A mechanism for the parts becomes a mechanism for the inputs if each input gets the column of its part. An estimator of the
  contrasts from the answers stays unbiased, with the same variance, because both the mechanism and K repeat the columns of the
  parts.
* A dual solution for the parts becomes one for the inputs. For the parts, it consists of a matrix X_a for each list and a price y_m
  for each part. They satisfy Σ_a w_a‖X_a s‖²/(sᵀπ_a) ≤ yᵀs for every row s with all entries from 1 to t = e^ε. It is enough to
  check the rows whose entries are 1 or t (patterns), because the left side is convex in s. For the inputs, take the columns
  c_j X_am and the prices c_j y_m, where m is the part of input j. For a row s of the inputs let s̄_m = Σ c_j s_j, a sum over the
  inputs j of the part m. Then X_a s, sᵀπ_a and yᵀs have the same values for the inputs at s as for the parts at s̄. If the entries
  of s are from 1 to t, so are those of s̄. So the inequality holds at s, because it holds at s̄. Tr K X_aᵀ, Kπ_a and Σ y keep their
  values as well.

Without merging, the patterns that have a positive weight would not determine a single price for each of several equal inputs. A
solution in floats would then only come near to some dual solution.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from rropt.engine.sets import Classes
from rropt.exact.matrix import Matrix, freeze

__all__ = ["Merging", "merge"]

Lists = tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True, slots=True)
class Merging:
    """Groups of inputs that are merged (`parts`), with methods that convert between the inputs and the merged inputs.

    `proportions` has, for each input, its prevalence divided by the total prevalence of its group. `exchangeable` has the classes
    of the inputs that may be exchanged.
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
        """Convert shares of sets of merged inputs (patterns) to shares of the corresponding sets of the inputs themselves. The
        order of the sets stays the same."""
        return {tuple(sorted(j for a in pattern for j in self.parts.members[a])): w for pattern, w in shares.items()}

    def widen_prices(self, rows: Matrix) -> Matrix:
        """Convert dual prices of the merged inputs to dual prices of the inputs.

        Each input gets the price of its group, times the input's part of the group's prevalence. `rows` may also be the dual matrix
        X of the module's docstring; its rows are converted in the same way.
        """
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
