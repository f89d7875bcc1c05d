"""The generators of a cone with budgets that are listed one by one: extreme rays, rows by levels, and rows by trees.

Without a budget they are the extreme rays of the cone. On such a ray the inputs that are not 0 hang together by equalities
r_j = T_jl·r_l (`rropt.checker.rows.rays` has the proof, and enumerates by trees). Here the rays are the vertices of
{r : Σ r = 1}, by the double description method.

Where every pair has a budget, of one T, the planes r_j = T·r_l cut all rows r ≥ 0 into cones, on each of which all
max(0, r_j − T·r_l) are linear. The extreme rays of these are the rows by levels: entries 0 or 1, T, …, T^n, of which none is left
out (`rropt.checker.rows.rays`).

Under budgets of other kinds, alone or several, beside what is asked without a slack, they are the rows by trees (`trees`): where
pairs have ratios and slacks of their own, or several of these, and under a vulnerability of one guess of the input. Under one with
gains they are those by planes (`planes`), of up to four inputs. There the budget is what is gained above the action that is
best without an answer, so that it is 0 where nothing is told. All of these budgets are divided by what they may be at most, so that
they are of one size.

Where some T is irrational it is replaced by a rational one that is no larger: what the smaller cone allows, the demand allows too.
The mechanism Σ θ_s s and its estimator are then rational, and unbiased exactly; the dual is judged on the true rays.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from rropt.designs.floats.rounding import nearby_solutions
from rropt.designs.rows.classes import Classes
from rropt.designs.rows.cone import Budget
from rropt.designs.rows.patterns import label_orders
from rropt.designs.rows.rays import Ray
from rropt.exact.element import Bound, Number
from rropt.exact.errors import InputError
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import rank, total_of
from rropt.exact.sign import enclose
from rropt.solvers.highs import dense_rows, minimise

__all__ = ["Generators", "Weights"]

Array: TypeAlias = Any
Weights = dict[tuple[int, ...], Fraction]
FINE = 60
WIDTH = Fraction(1, 1 << 20)
SPARE = 2.0**-34  # of delta, which is left for rounding
NEARLY = 1e-8  # of a budget, which floats tell from all of it
UNUSED = 1e-9  # of the chance of a row, below which it is taken for one of none
ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class Generators:
    """The rows, rational; `is_exact` where the demand's own ratios are. Every budget has the same δ.

    `taken` is the budget used by a row, as floats, indexed [budget, row]. `least` are weights of rows of a mechanism
    that uses as little of every budget as possible.
    """

    rows: tuple[Ray, ...]
    is_exact: bool
    budgets: tuple[Budget, ...]
    taken: Array = field(compare=False)
    least: Mapping[tuple[int, ...], Fraction] = field(default_factory=dict, compare=False)
    words: str = "extreme rows"
    """What the rows are called."""
    is_symmetric: bool = False
    """Whether inputs may be exchanged, also among the rows that take nothing: equal weights of these cover every input alike."""
    tight: Mapping[int, Budget] = field(default_factory=dict, compare=False)
    """Budgets of which every row takes nothing, as there is no room, by their places among all budgets."""
    outside: tuple[Ray, ...] = field(default=(), compare=False)
    """Generators of the cone that take something of a tight budget, which no mechanism has."""

    @property
    def floats(self) -> Array:
        """The rows as floats, one per generator."""
        return np.array([[float(x) for x in row] for row in self.rows])

    @property
    def classes(self) -> Classes:
        """A class for each input: rows that are alike are listed separately."""
        return Classes.single(len(self.rows[0]))

    @property
    def is_rational(self) -> bool:
        """True: the rows are rational."""
        return True

    @property
    def is_listed(self) -> bool:
        """True: the checker tries them all."""
        return True

    @property
    def is_silent(self) -> bool:
        """Whether no answer depends on the truth."""
        return len(self.rows) == 1

    def names(self) -> list[tuple[int, ...]]:
        """The index of each row, as its name."""
        return [(n,) for n in range(len(self.rows))]

    def row(self, name: tuple[int, ...]) -> Ray:
        """The row with this name."""
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
        """The T of every budget, if all pairs share it."""
        return Fraction(self.budgets[0].ratio)  # type: ignore[arg-type]

    @property
    def delta(self) -> Fraction:
        """The δ of every budget; 0 if there is none."""
        return Fraction(self.budgets[0].most) if self.budgets else ZERO  # type: ignore[arg-type]

    def room(self) -> float:
        """δ minus a rounding reserve."""
        return float(self.delta) * (1 - SPARE)

    def with_tight(
        self, limits: Sequence[Number], worth: Callable[[Ray], Bound], columns: Sequence[Sequence[Number]]
    ) -> list[Number] | None:
        """Add the prices of tight budgets to those of the others; None if f is infinite at a row outside.

        f(s) ≤ y·s + Σ z h(s) is known at the rows that take nothing of them, for each y in `columns`, and costs nothing more with a
        larger z of these, as h sums to 0. So z is as large as the rows outside ask for, and a little larger, to be a short number.
        """
        lacking = [ZERO]
        for row in self.outside:
            high, taken = worth(row), total_of([budget.take(row) for budget in self.tight.values()])
            if is_infinite(high):
                return None
            paid = total_of([z * one.take(row) for z, one in zip(limits, self.budgets, strict=True) if z])
            for y in columns:
                more = (high - paid - total_of([a * x for a, x in zip(y, row, strict=True)])) / taken
                lacking.append(enclose(more, width=WIDTH)[1])
        most = max(lacking)
        price = Fraction(2) ** math.frexp(float(most) * (1 + SPARE))[1] if most else ZERO
        found = list(limits)
        for place in sorted(self.tight):
            found.insert(place, price)
        return found

    def taken_by(self, rows: Sequence[Ray]) -> list[Fraction]:
        """The amount of each budget that rows use."""
        return [Fraction(total_of([budget.take(row) for row in rows])) for budget in self.budgets]  # type: ignore[arg-type]

    def least_weights(self) -> Array:
        """The weights of the mechanism `least`, as floats."""
        found = np.zeros(len(self.rows))
        for (n,), w in self.least.items():
            found[n] = float(w)
        return found

    def may_take_all(self) -> bool:
        """Whether some weights whose rows sum to (1, …, 1) use (nearly) all of a budget."""
        size, one = self.floats.mean(axis=1), np.ones(self.floats.shape[1])
        covered = dense_rows(list((self.floats / size[:, None]).T), list(one), list(one))
        most = (-minimise(-row / size, covered).value for row in self.taken)
        # a program that is not solved says nothing: its value is no number
        return any(not x <= self.room() * (1 - NEARLY) for x in most)

    def even_weights(self) -> Array:
        """Weights whose rows sum to (1, …, 1) and whose least weight, for rows of mean 1, is as large as possible."""
        size = self.floats.mean(axis=1)
        rows, one = self.floats / size[:, None], np.ones(self.floats.shape[1])
        # the last variable is the least weight, which all rows have; the others come on top of it
        covered = np.hstack([rows.T, rows.sum(axis=0)[:, None]])
        answer = minimise(-np.eye(len(rows) + 1)[-1], dense_rows(list(covered), list(one), list(one)))
        return (answer.point[:-1] + answer.point[-1]) / size

    @property
    def identifies_all(self) -> bool:
        """Whether some mechanism distinguishes all inputs."""
        return rank(self.rows) == len(self.rows[0])

    @property
    def has_zeros(self) -> bool:
        """Whether some row is 0 at an input, so that an answer may rule that input out."""
        return any(x == 0 for row in self.rows for x in row)

    def weights(self, near: Sequence[float]) -> Weights:
        """Round to rational weights, by row name, whose rows sum to (1, …, 1)."""
        kept = [n for n, w in enumerate(near) if w > (0 if self.has_budgets else UNUSED * max(near))]
        found = self._solve(near, kept)
        found = self._within_budgets(found) if self.has_budgets else found
        return self.in_order(found)

    def in_order(self, weights: Weights) -> Weights:
        """Sort weights by the input that their rows favour, first input first."""

        def likely(place: tuple[int, ...]) -> Ray:
            row = self.rows[place[0]]
            return tuple(x / max(row) for x in row)

        return {place: weights[place] for place in sorted(weights, key=likely, reverse=True)}

    def labels(self, weights: Weights, inputs: Sequence[str] | None) -> tuple[str, ...]:
        """Labels of answers: b>a,c for a row that is larger at b than at a and c, and 0 elsewhere."""
        return label_orders([self.rows[n] for (n,) in weights], inputs)

    def _within_budgets(self, weights: Weights) -> Weights:
        """Mix in a little of the least mechanism, if rounding uses too much of a budget."""
        taken, least = self.taken_by(self.weigh(weights)), self.taken_by(self.weigh(dict(self.least)))
        parts = [(self.delta - b) / (a - b) for a, b in zip(taken, least, strict=True) if a > self.delta]
        if not parts:
            return weights
        kept = Fraction(math.floor(min(parts) * (1 << FINE)), 1 << FINE)
        found = {place: w * kept for place, w in weights.items()}
        for place, w in self.least.items():
            found[place] = found.get(place, ZERO) + (1 - kept) * w
        return found

    def _solve(self, near: Sequence[float], kept: list[int]) -> Weights:
        rows = [list(column) for column in zip(*(self.rows[n] for n in kept), strict=True)]
        sizes = [float(sum(self.rows[n])) * near[n] for n in kept]
        found = nearby_solutions(rows, [[ONE] * len(rows)], [[near[n] for n in kept]], sizes, bits=60)
        if found is None or any(w < 0 for w in found[0]):
            raise InputError("no rational weights were found near the numeric optimum; give ratios with fewer digits")
        return {(n,): w for n, w in zip(kept, found[0], strict=True) if w}

    def weigh(self, weights: Weights) -> tuple[Ray, ...]:
        """Multiply the rows by their weights, to get the rows of a mechanism."""
        return tuple(tuple(w * x for x in self.rows[n]) for (n,), w in weights.items())
