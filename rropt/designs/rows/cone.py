"""A demand in terms of a mechanism's rows: a cone in which every row lies, and budgets that limit sums over the rows.

A mechanism p has a row p_i for each answer i. A demand asks Σ_i max(0, p_ij − T·p_il) ≤ δ of ordered pairs (j, l) of inputs. Each
pair has its ratio T > 0 and its slack δ.

- If δ = 0, no term of the sum is positive, and so r_j ≤ T·r_l for every row r of a mechanism. These inequalities are the *sides*
  of the cone C = {r ≥ 0 : r_j ≤ T_jl·r_l}. If several demands have a side for one pair, the least T implies the others. The cone
  contains no line, because r ≥ 0.
- If δ > 0, the pair has a *budget*: h(r) = max(0, r_j − T·r_l), which is convex and homogeneous, sums to at most δ over the rows.
  The programs use no other property of h, so any maximum h of linear functions of a row may have a budget.

Conversely, rows of C that sum to (1, …, 1) and keep the budgets are a mechanism of the demand. *Generators* are rows s of C such
that each r in C is a sum Σ θ_s s with weights θ ≥ 0, and h(r) = Σ θ_s h(s) for every budget. Split each row of a mechanism into
such terms. Then the sum of each h over the rows stays the same, and Σ_i f(r_i) does not fall for a convex and homogeneous f. So the
largest Σ_i f(r_i) is the largest Σ θ_s f(s), a program over the weights θ ≥ 0 of generators. `rropt.designs.rows.listing` lists the
generators; `orbits` does so if all pairs have one T and no slack.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rropt.exact.element import Number, is_free
from rropt.exact.errors import Undecided
from rropt.exact.matrix import total_of
from rropt.exact.sign import enclose
from rropt.privacy.bounds import PairBounds

__all__ = ["Budget", "Cone", "Place", "Plane"]

Pair = tuple[int, int]
Place = tuple[int, ...]
"""The name of a bound: the ordered pair of inputs, followed by the number of the demand if there are several demands.

No name is the beginning of another one.
"""
WIDTH = Fraction(1, 10**15)
ZERO = Fraction(0)


Plane = tuple[tuple[int, Number], ...]
"""A linear function g·r of a row r: the inputs with a nonzero factor, each with that factor."""


@dataclass(frozen=True, slots=True)
class Budget:
    """A budget: the sum of h(r) = max(0, g·r, …) over a mechanism's rows r is at most `most`; the vectors g are its `planes`."""

    planes: tuple[Plane, ...]
    most: Number

    @classmethod
    def of_pair(cls, j: int, against: int, ratio: Number, delta: Number) -> Budget:
        """Make the budget that limits the sum of max(0, r_j − T·r_l) over a mechanism's rows r to at most δ.

        The argument `against` is l, `ratio` is T, and `delta` is δ.
        """
        return cls((((j, Fraction(1)), (against, -ratio)),), delta)

    @classmethod
    def of_planes(cls, planes: Sequence[Sequence[Number]], most: Number) -> Budget:
        """Make the budget that limits the sum of max(g_0·r, g_1·r, …) over a mechanism's rows r to at most `most`.

        The maximum may be negative, but a budget limits a function that is at least 0. So g_0·r is subtracted from the maximum,
        which becomes max(0, (g_1 − g_0)·r, …). The rows sum to (1, …, 1), so the g_0·r sum to the sum of the factors of g_0. This
        sum is subtracted from `most`.
        """
        first, *others = planes
        rest = [tuple((j, a - b) for j, (a, b) in enumerate(zip(g, first, strict=True)) if a != b) for g in others]
        return cls(tuple(dict.fromkeys(g for g in rest if g)), most - total_of(list(first)))

    @property
    def ratio(self) -> Number:
        """The ratio T of the budget's pair of inputs; the budget must have been made by `of_pair`."""
        ((_, (_, factor)),) = self.planes
        return -factor

    def take(self, row: Sequence[Number]) -> Number:
        """Evaluate the function h that the budget limits, at a row."""
        return max([Fraction(0), *(total_of([a * row[j] for j, a in plane]) for plane in self.planes)])


@dataclass(frozen=True, slots=True)
class Cone:
    """The inequalities that every row of a mechanism satisfies, and the budgets that limit sums over its rows, for k inputs.

    For each ordered pair (j, l) of inputs without slack, `sides` has the least T for which r_j ≤ T·r_l is demanded, and `places`
    has the name of the first bound that demands this T. `budgets` has the budgets by the names of their bounds.
    """

    k: int
    sides: Mapping[Pair, Number]
    places: Mapping[Pair, Place]
    budgets: Mapping[Place, Budget]

    @classmethod
    def of(cls, bounds: PairBounds) -> Cone:
        """Sort a demand's bounds into inequalities for every row, and budgets.

        A bound with slack 0 holds for every row of a mechanism. A bound with a slack above 0 is a budget: it limits a sum over all
        rows.
        """
        return cls.of_places(bounds.k, bounds.places())

    @classmethod
    def of_places(cls, k: int, bounds: Iterable[tuple[Place, tuple[Number, Number]]]) -> Cone:
        """Sort bounds into those without slack, which hold for every row, and those with slack, which are budgets.

        Each bound is given as its name and the pair (ratio, slack).
        """
        sides: dict[Pair, Number] = {}
        places: dict[Pair, Place] = {}
        budgets = {}
        for place, (ratio, delta) in bounds:
            pair = (place[0], place[1])
            if delta != 0:
                budgets[place] = Budget.of_pair(*pair, ratio, delta)
            elif pair not in sides or sides[pair] > ratio:
                sides[pair], places[pair] = ratio, place
        return cls(k, sides, places, budgets)

    def without_chains(self) -> Cone:
        """Leave out each inequality r_j ≤ T·r_l that two of the remaining inequalities imply.

        Let the pair (j, l) of inputs have the ratio T_jl. Its inequality follows from those of (j, n) and (n, l) if
        T_jn·T_nl ≤ T_jl. Enclosures of the ratios decide most cases.
        """
        left = dict(self.sides)
        # ratios of a free epsilon have no enclosure, so that all of them are compared exactly
        near = {pair: (ZERO, ZERO) if is_free(ratio) else enclose(ratio, width=WIDTH) for pair, ratio in left.items()}
        for (j, end), ratio in self.sides.items():
            for n in range(self.k):
                one, two = (j, n), (n, end)
                if one not in left or two not in left or near[one][0] * near[two][0] > near[j, end][1]:
                    continue
                if _is_at_most(left[one] * left[two], ratio):
                    del left[j, end]
                    break
        return replace(self, sides=left, places={pair: self.places[pair] for pair in left})


def _is_at_most(x: Number, y: Number) -> bool:
    """Whether x ≤ y; if epsilon is free, whether x ≤ y at all values of epsilon. False also if this cannot be decided."""
    try:
        return bool(x <= y)
    except Undecided:
        return False
