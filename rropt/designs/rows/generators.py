"""The generators of a demand: rows whose multiples make up all mechanisms of the demand.

The generators are extreme rays, patterns, rows by levels, by trees, by regions or by planes. `cone` defines generators and budgets.
Its cone contains every row of every mechanism of the demand. A bound or budget of an ordered pair (j, l) of inputs has a ratio
T_jl. Below, r and s are rows, h is the function whose sum over the rows a budget limits, and f is the function whose sum over the
rows is the objective.

Without a budget the generators are the extreme rays of the cone. The nonzero entries of an extreme ray are connected by equalities
r_j = T_jl·r_l. `rropt.checker.rows.rays` has the proof, and enumerates the rays by trees. This package finds the rays in another
way, by the double description method: they are the vertices of the part of the cone where Σ r = 1.

Now let every ordered pair have a budget, with one ratio T and one δ for all. The planes r_j = T·r_l cut the set of all rows r ≥ 0
into cones. On each of these cones every function max(0, r_j − T·r_l) is linear. The extreme rays of these cones are the rows by
levels. The entries of a row by levels are 0 or one of 1, T, …, T^n, and each of the powers 1 to T^n occurs
(`rropt.checker.rows.rays`).

All other demands with budgets may also have sides, which are bounds without a slack. A region is a part of the cone on which the
function h of every budget is linear. The generators of these demands are

* patterns, if no pair has a budget, one T > 1 bounds all pairs, and every vulnerability asks for one guess of the input under a
  uniform prior;
* else rows by trees (`trees`), if every vulnerability asks for one guess of the input or if there is none, unless the inputs are
  many and the regions are few;
* else rows by planes (`planes`), if the inputs are few and the regions are many;
* else rows by regions (`regions`).

A vulnerability limits the expected gain of somebody who chooses the best of several actions after each answer. If the actions are
one guess for each input, the budget limits this gain. In other cases one of the actions is best without an answer, and the budget
limits only what is gained beyond the gain of this action. A row with equal entries then uses nothing of the budget. Each of these
budgets is divided by its limit, so that every limit becomes 1.

A vulnerability has no room if its limit equals what is gained without an answer. Let g be the gains of the action that is best
without an answer (their mean, if several are best). Then the limit says Σ_i h(r_i) ≤ g·(1, …, 1) = h(1, …, 1). Such a limit is not
treated as a budget. Because h(s) ≥ g·s for all s, every row of a mechanism has h(r_i) = g·r_i. Because h is linear on each part of
the cone, the generators with h(s) = g·s generate all rows of the cone with h(s) = g·s. Now let f(s) ≤ y·s at these generators.
There are finitely many generators, and f is finite at all of them. So some number z satisfies f(s) ≤ y·s + z (h(s) − g·s) at all
generators. Therefore y − z g and z are dual prices that hold on the whole cone. They show that Σ f is at most Σ y.

If some ratio is irrational, a rational number that is no larger replaces it. Then the cone becomes smaller, and every mechanism of
the smaller cone keeps the demand. The mechanism Σ θ_s s with weights θ_s, and its estimator, are then rational, and the estimator
is exactly unbiased. The dual prices are judged at the rays of the true ratios.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from rropt.designs.floats.rounding import nearby_solutions
from rropt.designs.rows.cone import Budget
from rropt.designs.rows.patterns import label_orders
from rropt.designs.rows.rays import Ray
from rropt.engine.sets import Classes
from rropt.exact.element import Bound, Number
from rropt.exact.errors import InputError
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import total_of, transpose
from rropt.exact.sign import enclose
from rropt.solvers.highs import dense_rows, minimise
from rropt.solvers.simplex import minimise as minimise_exactly

__all__ = ["Generators", "Weights", "room_of"]

Array: TypeAlias = Any
Weights = dict[tuple[int, ...], Fraction]
FINE = 60
WIDTH = Fraction(1, 1 << 20)
SPARE = 2.0**-34  # the part of delta that is reserved for rounding
NEARLY = 1e-8  # a budget counts as used up if less than this part of it is left
PARTS_TAKEN = (40, 30, 20, 10)  # n: the part 2^-n that is taken off float weights before the rest is solved for exactly
SMALL = 1e-3  # entries of a row that differ by less, relative to the largest entry, are near one another
UNUSED = 1e-9  # a row whose weight is below this part of the largest weight counts as unused
ZERO, ONE = Fraction(0), Fraction(1)


def room_of(delta: Fraction) -> float:
    """Return δ minus a small reserve for rounding."""
    return float(delta) * (1 - SPARE)


@dataclass(frozen=True, slots=True)
class Generators:
    """Rows of a demand, as rational numbers, from which all mechanisms of the demand can be made.

    More precisely: every mechanism of the demand results from merging answers of a mechanism whose rows are multiples of these
    rows.

    `is_exact` is True if the ratios of the demand are rational. All budgets have the same limit δ. `taken` says, in floats, how
    much of each budget each row uses; it is indexed [budget, row]. `least` has the weights of a mechanism that uses as little as
    possible of every budget. A row's name is a tuple with one element, the row's index.
    """

    rows: tuple[Ray, ...]
    is_exact: bool
    budgets: tuple[Budget, ...]
    taken: Array = field(compare=False)
    least: Mapping[tuple[int, ...], Fraction] = field(default_factory=dict, compare=False)
    words: str = "extreme rows"
    """A name for the rows, for sentences about how an answer was found."""
    is_symmetric: bool = False
    """Whether the list of rows stays the same when inputs are exchanged. Then equal weights of the rows that use no budget sum to
    the same number at every input."""
    tight: Mapping[int, Budget] = field(default_factory=dict, compare=False)
    """Budgets that allow nothing, by their indices among all budgets: no row of a mechanism uses anything of them."""
    outside: tuple[Ray, ...] = field(default=(), compare=False)
    """Generators that no mechanism has as a row, for example because they use something of a budget in `tight`."""
    equal: tuple[tuple[int, int], ...] = ()
    """Pairs (j, l) of inputs with the demand s_j ≤ s_l; rows of a mechanism have s_j = s_l there, because they sum to (1, …, 1)."""

    @property
    def floats(self) -> Array:
        """The rows as floats, one per generator."""
        return np.array([[float(x) for x in row] for row in self.rows])

    def near_silence(self, prior: Sequence[Fraction]) -> tuple[float, Array] | None:
        """Write each row as q·(1 + gain·v), and return the number `gain` and an array with the vectors v as lines, both in floats.

        Here q is the probability of the row's answer at `prior`. Each row has its own number q and vector v, and all rows have the
        same gain. The gain and all v are computed exactly and then rounded to floats, because a difference of nearly equal floats
        would lose v. None if only one row is listed, or if the entries of some row differ too much.
        """
        rows = self.floats
        if self.is_silent or np.ptp(rows, axis=1).max() >= SMALL * np.abs(rows).max():
            return None
        chances = [sum((x * p for x, p in zip(row, prior, strict=True)), ZERO) for row in self.rows]
        apart = [[x / q - 1 for x in row] for row, q in zip(self.rows, chances, strict=True)]
        gain = max(abs(x) for row in apart for x in row)
        return float(gain), np.array([[float(x / gain) for x in row] for row in apart])

    @property
    def classes(self) -> Classes:
        """A class for each input, because rows that differ only by exchanging inputs are listed one by one."""
        return Classes.single(len(self.rows[0]))

    @property
    def is_rational(self) -> bool:
        """True: the rows are rational numbers."""
        return True

    @property
    def is_listed(self) -> bool:
        """True: all rows are listed, so that column generation is not needed."""
        return True

    @property
    def is_silent(self) -> bool:
        """Whether only one row is listed: then every mechanism has multiples of it as rows, and its answers tell nothing."""
        return len(self.rows) == 1

    def names(self) -> list[tuple[int, ...]]:
        """The names of all rows: one-element tuples with the row's index."""
        return [(n,) for n in range(len(self.rows))]

    def row(self, name: tuple[int, ...]) -> Ray:
        """Return the row with this name, a tuple whose only element is the row's index."""
        return self.rows[name[0]]

    def sums(self, name: tuple[int, ...]) -> Ray:
        """Return the sums of a row's entries over the classes of inputs.

        Each input is a class of its own here, so the row itself is returned. `name` is a tuple whose only element is the row's
        index.
        """
        return self.row(name)

    @property
    def has_budgets(self) -> bool:
        """Whether there are budgets, which limit sums over the rows of a mechanism."""
        return bool(self.budgets)

    @property
    def ratio(self) -> Fraction:
        """The ratio T of the first budget. All budgets must have the same ratio."""
        return Fraction(self.budgets[0].ratio)  # type: ignore[arg-type]

    @property
    def delta(self) -> Fraction:
        """The δ of every budget; 0 if there is none."""
        return Fraction(self.budgets[0].most) if self.budgets else ZERO  # type: ignore[arg-type]

    def room(self) -> float:
        """Return δ minus a small reserve for rounding."""
        return room_of(self.delta)

    def with_tight(
        self, limits: Sequence[Number], worth: Callable[[Ray], Bound], columns: Sequence[Sequence[Number]]
    ) -> list[Number] | None:
        """Find dual prices of the tight budgets, and return the dual prices of all budgets: `limits`, with these prices inserted.

        A budget limits the sum of a function h over a mechanism's rows; it is tight if h must be 0 at every row. `limits` has the
        dual prices z of the other budgets. `worth` is the objective's function f, and each y in `columns` is a list of dual prices
        of the inputs. For each y the inequality f(s) ≤ y·s + Σ z h(s), a sum over the budgets, must hold at all listed rows s.

        The prices of the tight budgets make the inequality hold at the rows in `outside` too. All tight budgets get the same price,
        rounded up to a power of two. A large price does not make the bound worse, because h is 0 at the rows of a mechanism. None
        if f is infinite at a row in `outside`, or if the inequality fails at such a row and every tight budget has h = 0 there.
        """
        lacking, highs = [ZERO], [worth(row) for row in self.outside]
        if any(map(is_infinite, highs)):
            return None
        for row, high in zip(self.outside, highs, strict=True):
            taken = total_of([budget.take(row) for budget in self.tight.values()])
            paid = total_of([z * one.take(row) for z, one in zip(limits, self.budgets, strict=True) if z])
            for y in columns:
                more = high - paid - total_of([a * x for a, x in zip(y, row, strict=True)])
                if taken:
                    lacking.append(enclose(more / taken, width=WIDTH)[1])
                # a side of ratio 1 forbids such a row and has no price
                elif more > 0:
                    return None
        most = max(lacking)
        price = Fraction(2) ** math.frexp(float(most) * (1 + SPARE))[1] if most else ZERO
        found = list(limits)
        for place in sorted(self.tight):
            found.insert(place, price)
        return found

    def may_have(self, row: Ray) -> bool:
        """Whether the row has equal entries at the two inputs of every pair in `equal`.

        If not, no mechanism can have this row, even multiplied by a number.
        """
        return all(row[j] == row[against] for j, against in self.equal)

    def without(self, places: Sequence[int]) -> Generators:
        """Return the generators without the rows at these indices; these rows, which no mechanism has, are added to `outside`."""
        left = [n for n in range(len(self.rows)) if n not in set(places)]
        return replace(
            self,
            rows=tuple(self.rows[n] for n in left),
            taken=self.taken[:, left],
            least={(left.index(n),): w for (n,), w in self.least.items()},
            outside=(*self.outside, *(self.rows[n] for n in places)),
        )

    def taken_by(self, rows: Sequence[Ray]) -> list[Fraction]:
        """Return, for each budget, the exact sum over these rows of the function that the budget limits."""
        return [Fraction(total_of([budget.take(row) for row in rows])) for budget in self.budgets]  # type: ignore[arg-type]

    def least_weights(self) -> Array:
        """The weights of the mechanism `least` as floats, one for each row."""
        found = np.zeros(len(self.rows))
        for (n,), w in self.least.items():
            found[n] = float(w)
        return found

    def may_take_all(self) -> bool:
        """Whether some weights whose rows sum to (1, …, 1) use (nearly) all of a budget."""
        size, one = self.floats.mean(axis=1), np.ones(self.floats.shape[1])
        covered = dense_rows(list((self.floats / size[:, None]).T), list(one), list(one))
        most = (-minimise(-row / size, covered).value for row in self.taken)
        # the value of a program that is not solved is NaN, and its budget counts as one that may be used up
        return any(not x <= self.room() * (1 - NEARLY) for x in most)

    def even_weights(self) -> Array:
        """Find float weights, as even as possible, with which the rows sum to (1, …, 1).

        Each weight is multiplied by the mean of its row's entries. Of all possible choices of weights, one is returned for which
        the smallest of these products is as large as possible.
        """
        size = self.floats.mean(axis=1)
        rows, one = self.floats / size[:, None], np.ones(self.floats.shape[1])
        # the last variable is the least weight; each other variable is what a row's weight has above it
        covered = np.hstack([rows.T, rows.sum(axis=0)[:, None]])
        answer = minimise(-np.eye(len(rows) + 1)[-1], dense_rows(list(covered), list(one), list(one)))
        return (answer.point[:-1] + answer.point[-1]) / size

    @property
    def has_zeros(self) -> bool:
        """Whether some listed row is 0 at an input, so that its answer would rule that input out."""
        return any(x == 0 for row in self.rows for x in row)

    def weights(self, near: Sequence[float]) -> Weights:
        """Find rational weights near the floats `near`, with which the rows sum to (1, …, 1) and stay within all budgets. Return
        the weights by the rows' names."""
        kept = [n for n, w in enumerate(near) if w > (0 if self.has_budgets else UNUSED * max(near))]
        found = self._solve(near, kept)
        found = self._within_budgets(found) if self.has_budgets else found
        return self.in_order(found)

    def in_order(self, weights: Weights) -> Weights:
        """Sort weights by the rows, scaled to the largest entry 1, in falling lexicographic order: rows that favour the first input
        come first."""

        def likely(place: tuple[int, ...]) -> Ray:
            row = self.rows[place[0]]
            return tuple(x / max(row) for x in row)

        return {place: weights[place] for place in sorted(weights, key=likely, reverse=True)}

    def labels(self, weights: Weights, inputs: Sequence[str] | None) -> tuple[str, ...]:
        """Label the answers that have a weight: b>a,c for a row that is larger at b than at a and c, and 0 elsewhere."""
        return label_orders([self.rows[n] for (n,) in weights], inputs)

    def _within_budgets(self, weights: Weights) -> Weights:
        """Return the weights if they keep all budgets, else a mixture with the weights in `least` that keeps all budgets."""
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
            return self._complete({(n,): Fraction(near[n]) for n in kept})
        return {(n,): w for n, w in zip(kept, found[0], strict=True) if w}

    def cover(self, costs: Sequence[Fraction], wanted: Sequence[Fraction] | None = None) -> Weights | None:
        """Find the weights of least total cost with which the rows sum to `wanted`. None if there are no such weights.

        If `wanted` is None, the rows must sum to (1, …, 1).
        """
        found = minimise_exactly(costs, transpose(self.rows), wanted or [ONE] * len(self.rows[0]))
        if found.status != "optimal":
            return None
        return {(n,): Fraction(x) for n, x in enumerate(found.x) if x}  # type: ignore[arg-type]

    def _complete(self, near: Weights) -> Weights:
        """Replace float weights by exact ones, with which the rows sum to (1, …, 1) exactly.

        With the float weights `near`, the rows sum to (1, …, 1) only up to rounding. So every weight is reduced by the same small
        part of itself. Then exact weights are found with which the rows sum to the rest, and they are added. If there are no such
        weights, a larger part is taken off, and so on. If no reduction helps, or if there are budgets, an InputError is raised.
        """
        for bits in PARTS_TAKEN if not self.has_budgets else ():
            kept = {place: w * (1 - Fraction(1, 1 << bits)) for place, w in near.items()}
            rest = [1 - sum(column, ZERO) for column in zip(*self.weigh(kept), strict=True)]
            if (found := self.cover([ONE] * len(self.rows), rest)) is not None:
                return {n: w for n in dict.fromkeys((*kept, *found)) if (w := kept.get(n, ZERO) + found.get(n, ZERO))}
        raise InputError(
            "no rational weights were found near the numeric optimum, as the demand's ratios are so near to 1 that floats do not "
            "tell rows apart; give an epsilon with fewer digits, or a larger one"
        )

    def weigh(self, weights: Weights) -> tuple[Ray, ...]:
        """Multiply the rows by their weights, to get the rows of a mechanism."""
        return tuple(tuple(w * x for x in self.rows[n]) for (n,), w in weights.items())
