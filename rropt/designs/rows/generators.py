"""The generators of a cone with budgets that are listed one by one: extreme rays, rows by levels, and rows by trees.

Without a budget they are the extreme rays of the cone. On such a ray the inputs that are not 0 hang together by equalities
r_j = T_jl·r_l (`rropt.checker.rows.rays` has the proof, and enumerates by trees). Here the rays are the vertices of
{r : Σ r = 1}, by the double description method.

Where every pair has a budget, of one T, the planes r_j = T·r_l cut all rows r ≥ 0 into cones, on each of which all
max(0, r_j − T·r_l) are linear. The extreme rays of these are the rows by levels: entries 0 or 1, T, …, T^n, of which none is left
out (`rropt.checker.rows.rays`).

Under a vulnerability of one guess of the input, alone or joined with demands without a slack, they are the rows by trees (`trees`);
under one with gains those by planes (`planes`), of up to four inputs. There the budget is what is gained above the action that is
best without an answer, so that it is 0 where nothing is told. It is divided by what it may be at most, so that all budgets of a
demand are of one size.

Where some T is irrational it is replaced by a rational one that is no larger: what the smaller cone allows, the demand allows too.
The mechanism Σ θ_s s and its estimator are then rational, and unbiased exactly; the dual is judged on the true rays.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any, TypeAlias

import numpy as np

from rropt.designs.floats.rounding import nearby_solutions
from rropt.designs.rows.classes import Classes
from rropt.designs.rows.cone import Budget, Cone, Plane
from rropt.designs.rows.levels import levels
from rropt.designs.rows.patterns import label_orders
from rropt.designs.rows.planes import MOST_PLANE_INPUTS, rows_by_planes
from rropt.designs.rows.rays import Ray, extreme_rays, rational_below
from rropt.designs.rows.trees import rows_by_trees
from rropt.exact.element import Element, Number, is_free
from rropt.exact.errors import InputError
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import rank, total_of
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.privacy import Notion
from rropt.privacy.bounds import Average, PairBounds, refuse_empty
from rropt.solvers.highs import dense_rows, minimise

__all__ = ["MOST_CONE_INPUTS", "MOST_LEVEL_INPUTS", "Generators", "Weights", "generators_of"]

Array: TypeAlias = Any
Weights = dict[tuple[int, ...], Fraction]
MOST_CONE_INPUTS = 6  # the checker enumerates the rays of no more
MOST_LEVEL_INPUTS = 6  # of which the rows by levels are 9,300
MOST_LEVEL = Fraction(10) ** 150  # of e^(k epsilon): floats hold its square
WIDTH = Fraction(1, 10**20)
FINE = 60
SPARE = 2.0**-34  # of delta, which is left for rounding
NEARLY = 1e-8  # of a budget, which floats tell from all of it
UNUSED = 1e-9  # of the chance of a row, below which it is taken for one of none
ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class Generators:
    """Rational rows; `is_exact` if the ratios are exactly the demand's. All budgets have the same δ; those of pairs
    have their own T.

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
        """The T of every budget."""
        return Fraction(self.budgets[0].ratio)  # type: ignore[arg-type]

    @property
    def delta(self) -> Fraction:
        """The δ of every budget; 0 if there is none."""
        return Fraction(self.budgets[0].most) if self.budgets else ZERO  # type: ignore[arg-type]

    def room(self) -> float:
        """δ minus a rounding reserve."""
        return float(self.delta) * (1 - SPARE)

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
        most = [-minimise(-row / size, covered).value for row in self.taken]
        # a program that is not solved says nothing: its value is no number
        return not all(x <= self.room() * (1 - NEARLY) for x in most)

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


def generators_of(demand: Notion, bounds: PairBounds, *, aim: str, is_two_listed: bool = False) -> Generators | None:
    """List the generators of a demand's cone; None if these are patterns, or for two inputs with one common slack.

    `aim` names what is designed, for refusals; with `is_two_listed` those of two inputs are listed too.
    """
    if bounds.common is None:
        return _of_sides(demand, bounds, aim)
    ratio, delta = bounds.common
    if delta == 0 or (bounds.k == 2 and not is_two_listed) or is_infinite(ratio):
        return None
    return _of_budgets(bounds.k, ratio, delta, aim)


def _of_sides(demand: Notion, bounds: PairBounds, aim: str) -> Generators:
    """The extreme rays under several demands, or under budgets of pairs."""
    if bounds.k > MOST_CONE_INPUTS:
        raise InputError(
            f"under {demand} the {aim} is designed for at most {MOST_CONE_INPUTS} inputs, not for {bounds.k}; "
            "state one demand with one budget"
        )
    cone = Cone.of(bounds)
    if cone.budgets:
        raise InputError(f"under several demands or budgets of pairs the {aim} is designed for delta = 0; drop delta")
    if averages := tuple(bounds.averages().values()):
        found = _of_averages(demand, cone, averages, aim)
        idle = all(one.is_one_guess() and one.most >= 1 for one in averages)
        if not idle and found.may_take_all():
            return found
    elif not cone.sides:
        raise refuse_empty(demand)
    rows = extreme_rays(cone.k, rational_below(cone.sides))
    is_exact = not any(isinstance(x, Element) for x in cone.sides.values())
    return Generators(rows, is_exact, (), np.zeros((0, len(rows))))


def _of_averages(demand: Notion, cone: Cone, averages: Sequence[Average], aim: str) -> Generators:
    """The rows under vulnerabilities and bounds of pairs without slack: by trees, or with gains by planes."""
    planes = [_scaled_planes(demand, average, aim) for average in averages]
    sides = rational_below(cone.without_chains().sides)
    silent = (ONE,) * cone.k
    if all(average.is_one_guess() for average in averages):
        shares = [
            [(j, max(column)) for j, column in enumerate(zip(*one, strict=True)) if any(column)] for one in planes
        ]
        bends = [(j, n, b / a) for one in shares for (j, a), (n, b) in combinations(one, 2)]
        found = rows_by_trees(cone.k, sides, bends)
    else:
        _require_few_inputs(cone.k, aim)
        both = [pair for one in planes for pair in combinations(one, 2)]
        cuts = [tuple(x - y for x, y in zip(a, b, strict=True)) for a, b in both]
        found = rows_by_planes(cone.k, sides, cuts)
    rows = tuple(dict.fromkeys((silent, *found)))
    made = tuple(Budget(tuple(map(_of_factors, one)), ONE) for one in planes)
    near = np.array([[float(x) for x in row] for row in rows])
    taken = np.array([np.max(near @ np.array([[float(x) for x in g] for g in one]).T, axis=1) for one in planes])
    is_exact = not any(isinstance(x, Element) for x in cone.sides.values())
    # every mechanism takes at least what one takes that tells nothing
    return Generators(rows, is_exact, made, taken, {(0,): ONE})


def _scaled_planes(demand: Notion, average: Average, aim: str) -> list[tuple[Fraction, ...]]:
    """The planes of h minus its base, divided by the room, so that the sum of the largest is at most 1."""
    base, room = average.base(), average.room()
    if not all(isinstance(x, Fraction) for x in (average.most, *(x for g in average.planes for x in g))):
        raise InputError(
            f"under a vulnerability the {aim} is designed for a rational prior, gain and bound, and {demand} has others"
        )
    known = average.take([ONE] * len(base))
    if average.most < known or (average.most == known and not average.is_dominated()):
        gained = "is guessed right" if average.is_one_guess() else "is gained"
        best = "guess" if average.is_one_guess() else "action"
        what = (
            "nothing keeps it"
            if average.most < known
            else f"no answer may then change the best {best}, which is not designed for"
        )
        raise InputError(
            f"{show(known)} {gained} without an answer, and a vulnerability of at most {show(average.most)} is asked for: "
            f"{what}; give more than {show(known)}"
        )
    return [tuple(Fraction((x - y) / room) for x, y in zip(g, base, strict=True)) for g in average.planes]  # type: ignore[arg-type]


def _of_factors(factors: Sequence[Fraction]) -> Plane:
    """The plane with these factors, without the zero ones."""
    return tuple((j, x) for j, x in enumerate(factors) if x)


def _require_few_inputs(k: int, aim: str) -> None:
    """Refuse more inputs than the checker lists rows by planes for."""
    if k > MOST_PLANE_INPUTS:
        raise InputError(
            f"under a vulnerability with gains the {aim} is designed for at most {MOST_PLANE_INPUTS} inputs, not for {k}; drop "
            "gain, which is one guess of the input then, or give Trace, Utility or Linear"
        )


def _of_budgets(k: int, ratio: Number, delta: Number, aim: str) -> Generators:
    """The rows by levels under one ε and δ > 0, for a rational ratio of at most e^ε."""
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
    rows = tuple(listed)
    # k-ary randomized response, which takes nothing
    likely = [rows.index(tuple(t if j == n else ONE for n in range(k))) for j in range(k)]
    least: Weights = {(n,): 1 / (t + k - 1) for n in likely} if t > 1 else {(likely[0],): ONE}
    budgets = tuple(Budget.of_pair(j, n, t, delta) for j, n in pairs)
    return Generators(rows, isinstance(ratio, Fraction), budgets, taken, least, "rows by levels")
