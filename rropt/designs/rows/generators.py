"""The generators of a cone with budgets that are listed one by one: extreme rays, and rows by levels.

Without a budget they are the extreme rays of the cone. On such a ray the inputs that are not 0 hang together by equalities
r_j = T_jl·r_l (`rropt.checker.rows.rays` has the proof, and enumerates by trees). Here the rays are the vertices of
{r : Σ r = 1}, by the double description method.

Where every pair has a budget, of one T, the planes r_j = T·r_l cut all rows r ≥ 0 into cones, on each of which all
max(0, r_j − T·r_l) are linear. The extreme rays of these are the rows by levels: entries 0 or 1, T, …, T^n, of which none is left
out (`rropt.checker.rows.rays`).

Where some T is irrational it is replaced by a rational one that is no larger: what the smaller cone allows, the demand allows too.
The mechanism Σ θ_s s and its estimator are then rational, and unbiased exactly; the dual is judged on the true rays.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations
from typing import Any, TypeAlias

import numpy as np

from rropt.designs.floats.rounding import nearby_solutions
from rropt.designs.rows.classes import Classes
from rropt.designs.rows.cone import Budget, Cone
from rropt.designs.rows.levels import levels
from rropt.designs.rows.patterns import label_orders
from rropt.designs.rows.rays import Ray, extreme_rays, rational_below
from rropt.exact.element import Element, Number, is_free
from rropt.exact.errors import InputError
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import rank, total_of
from rropt.exact.sign import enclose
from rropt.privacy import Notion
from rropt.privacy.bounds import PairBounds, refuse_empty

__all__ = ["MOST_CONE_INPUTS", "MOST_LEVEL_INPUTS", "Generators", "Weights", "generators_of"]

Array: TypeAlias = Any
Weights = dict[tuple[int, ...], Fraction]
MOST_CONE_INPUTS = 6  # the checker enumerates the rays of no more
MOST_LEVEL_INPUTS = 6  # of which the rows by levels are 9,300
MOST_LEVEL = Fraction(10) ** 150  # of e^(k epsilon): floats hold its square
WIDTH = Fraction(1, 10**20)
FINE = 60
SPARE = 2.0**-34  # of delta, which is left for rounding
UNUSED = 1e-9  # of the chance of a row, below which it is taken for one of none
ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class Generators:
    """The rows, rational; `is_exact` where the demand's own ratios are. Of every budget the same δ, and of a T that is theirs.

    `taken` is what a row takes of a budget, by budget and row, in floats.
    """

    rows: tuple[Ray, ...]
    is_exact: bool
    budgets: tuple[Budget, ...]
    taken: Array = field(compare=False)

    @property
    def floats(self) -> Array:
        """A row for each generator."""
        return np.array([[float(x) for x in row] for row in self.rows])

    @property
    def classes(self) -> Classes:
        """A class for each input: rows that are alike are listed one by one."""
        return Classes.single(len(self.rows[0]))

    @property
    def words(self) -> str:
        """What the rows are called."""
        return "rows by levels" if self.has_budgets else "extreme rows"

    @property
    def is_rational(self) -> bool:
        """Whether the rows are rational, which they are."""
        return True

    @property
    def is_listed(self) -> bool:
        """Whether the checker tries them all, which it does."""
        return True

    @property
    def is_silent(self) -> bool:
        """Whether no answer depends on the truth."""
        return len(self.rows) == 1

    def names(self) -> list[tuple[int, ...]]:
        """Name each row by its place."""
        return [(n,) for n in range(len(self.rows))]

    def row(self, name: tuple[int, ...]) -> Ray:
        """The row at a place."""
        return self.rows[name[0]]

    def sums(self, name: tuple[int, ...]) -> Ray:
        """The sum of a row over each class."""
        return self.row(name)

    @property
    def has_budgets(self) -> bool:
        """Whether the weights are limited by budgets."""
        return bool(self.budgets)

    @property
    def ratio(self) -> Fraction:
        """The T of every budget."""
        return Fraction(self.budgets[0].ratio)  # type: ignore[arg-type]

    @property
    def delta(self) -> Fraction:
        """The δ of every budget; 0 where there is none."""
        return Fraction(self.budgets[0].most) if self.budgets else ZERO  # type: ignore[arg-type]

    def room(self) -> float:
        """δ minus a rounding reserve."""
        return float(self.delta) * (1 - SPARE)

    def most_taken(self, rows: Sequence[Ray]) -> Number:
        """The most that rows take of a budget."""
        return max(total_of([budget.take(row) for row in rows]) for budget in self.budgets)

    @property
    def identifies_all(self) -> bool:
        """Whether some mechanism tells all inputs apart."""
        return rank(self.rows) == len(self.rows[0])

    @property
    def has_zeros(self) -> bool:
        """Whether some row is 0 at an input, so that an answer may prove that this input is not the truth."""
        return any(x == 0 for row in self.rows for x in row)

    def weights(self, near: Sequence[float]) -> Weights:
        """Find rational weights near these, by the place of the row, by which the rows sum to (1, …, 1)."""
        kept = [n for n, w in enumerate(near) if w > (0 if self.has_budgets else UNUSED * max(near))]
        found = self._solve(near, kept)
        found = self._within_budgets(found) if self.has_budgets else found
        return {place: found[place] for place in sorted(found, key=self._order, reverse=True)}

    def _order(self, place: tuple[int, ...]) -> Ray:
        """By which rows are sorted: those of which the first input is most likely come first."""
        row = self.rows[place[0]]
        return tuple(x / max(row) for x in row)

    def labels(self, weights: Weights, inputs: Sequence[str] | None) -> tuple[str, ...]:
        """Labels of answers: b>a,c where b makes it more likely than a and c do, and it rules out all others."""
        return label_orders([self.rows[n] for (n,) in weights], inputs)

    def _within_budgets(self, weights: Weights) -> Weights:
        """Mix in a little of k-ary randomized response, which takes nothing, where rounding takes too much of a budget."""
        taken, ratio = self.most_taken(self.weigh(weights)), self.ratio
        if taken <= self.delta:
            return weights
        kept = Fraction(math.floor(self.delta / taken * (1 << FINE)), 1 << FINE)
        k = len(self.rows[0])
        found = {place: w * kept for place, w in weights.items()}
        for j in range(k):
            place = (self.rows.index(tuple(ratio if j == n else ONE for n in range(k))),)
            found[place] = found.get(place, ZERO) + (1 - kept) / (ratio + k - 1)
        return found

    def _solve(self, near: Sequence[float], kept: list[int]) -> Weights:
        rows = [list(column) for column in zip(*(self.rows[n] for n in kept), strict=True)]
        sizes = [float(sum(self.rows[n])) * near[n] for n in kept]
        found = nearby_solutions(rows, [[ONE] * len(rows)], [[near[n] for n in kept]], sizes, bits=60)
        if found is None or any(w < 0 for w in found[0]):
            raise InputError("no rational weights were found near the numeric optimum; give ratios with fewer digits")
        return {(n,): w for n, w in zip(kept, found[0], strict=True) if w}

    def weigh(self, weights: Weights) -> tuple[Ray, ...]:
        """Multiply the rows by their weights: the rows of a mechanism."""
        return tuple(tuple(w * x for x in self.rows[n]) for (n,), w in weights.items())


def generators_of(demand: Notion, bounds: PairBounds, *, aim: str) -> Generators | None:
    """List the generators of a demand's cone; None where these are patterns, or where two inputs have one slack in common.

    `aim` names what is designed, in refusals.
    """
    if bounds.common is None:
        return _of_sides(demand, bounds, aim)
    ratio, delta = bounds.common
    if delta == 0 or bounds.k == 2 or is_infinite(ratio):
        return None
    return _of_budgets(bounds.k, ratio, delta, aim)


def _of_sides(demand: Notion, bounds: PairBounds, aim: str) -> Generators:
    """The extreme rays under several demands or budgets of pairs."""
    if bounds.k > MOST_CONE_INPUTS:
        raise InputError(
            f"under {demand} the {aim} is designed for at most {MOST_CONE_INPUTS} inputs, not for {bounds.k}; "
            "state one demand with one budget"
        )
    cone = Cone.of(bounds)
    if cone.budgets:
        raise InputError(f"under several demands or budgets of pairs the {aim} is designed for delta = 0; drop delta")
    if not cone.sides:
        raise refuse_empty(demand)
    rows = extreme_rays(cone.k, rational_below(cone.sides))
    is_exact = not any(isinstance(x, Element) for x in cone.sides.values())
    return Generators(rows, is_exact, (), np.zeros((0, len(rows))))


def _of_budgets(k: int, ratio: Number, delta: Number, aim: str) -> Generators:
    """The rows by levels under one ε and δ > 0, of a ratio that is no larger than e^ε."""
    if k > MOST_LEVEL_INPUTS:
        raise InputError(
            f"with delta > 0 the {aim} is designed for at most {MOST_LEVEL_INPUTS} inputs, not for {k}; "
            "drop delta, or ask about fewer"
        )
    if is_free(ratio) or not isinstance(delta, Fraction):
        raise InputError(f"with delta > 0 the {aim} is designed for one epsilon and a rational delta")
    t = ratio if isinstance(ratio, Fraction) else max(ONE, enclose(ratio, width=WIDTH)[0])
    if t**k > MOST_LEVEL:
        raise InputError(
            f"with delta > 0 the {aim} of {k} inputs is not designed for so large an epsilon, of which floats come to an end; give "
            f"at most {math.floor(math.log(MOST_LEVEL) / k)}"
        )
    powers = [ZERO, *(t**n for n in range(k))]
    listed: dict[Ray, tuple[int, ...]] = {}
    for found in levels(k):
        # at T = 1 several levels are one row
        listed.setdefault(tuple(powers[n] for n in found), found)
    table = np.array([[float(max(ZERO, a - t * b)) for b in powers] for a in powers])
    at = np.array(list(listed.values()))
    pairs = list(permutations(range(k), 2))
    taken = np.array([table[at[:, j], at[:, n]] for j, n in pairs])
    return Generators(
        tuple(listed), isinstance(ratio, Fraction), tuple(Budget.of_pair(j, n, t, delta) for j, n in pairs), taken
    )
