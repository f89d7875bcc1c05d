"""Rows under budgets of pairs, or under several demands, with δ = 0: the extreme rays of their cone in place of patterns.

With T_jl the smallest ratio that is asked of the ordered pair (j, l), every row r of a mechanism has r_j ≤ T_jl·r_l. These rows
are a cone without a line, so each is a sum of extreme rays with weights ≥ 0; on an extreme ray the inputs that are not 0 hang
together by equalities r_j = T_jl·r_l (`rropt.checker.model.cone` has the proof, and enumerates by trees). Here the rays are the
vertices of {r : Σ r = 1}, by the double description method.

With one ε and δ > 0 there is no cone, but the planes r_j = T·r_l cut all rows r ≥ 0 into cones, on each of which all (r_j − T r_l)⁺
are linear. Their extreme rays are the rows by levels: entries 0 or 1, T, …, T^n, of which none is left out
(`rropt.checker.model.slack`). To split a row into these costs no more of δ and loses no information, so that they are enough; what
of δ each of them takes is a linear constraint on the weights, for each ordered pair.

Where some T is irrational it is replaced by a rational one that is no larger: what the smaller cone allows, the demand allows too.
The mechanism Σ θ_s s and its estimator are then rational, and unbiased exactly; the dual is judged on the true rays.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations, product
from typing import Any, TypeAlias

import numpy as np

from rropt.categories.numeric.rounding import nearby_solutions
from rropt.exact.element import Element, Number, generator, lift
from rropt.exact.errors import InputError
from rropt.exact.fields import Field, Free, join
from rropt.exact.matrix import identity, rank
from rropt.exact.sign import enclose
from rropt.problem.advice import refuse_empty
from rropt.problem.patterns import label_orders
from rropt.problem.problem import Problem
from rropt.solvers.double_description import vertices

__all__ = ["MOST_CONE_INPUTS", "Cone", "Weights", "cone_of"]

Array: TypeAlias = Any
Ray = tuple[Fraction, ...]
Weights = dict[tuple[int, ...], Fraction]
MOST_CONE_INPUTS = 6  # the checker enumerates the rays of no more
MOST_RAYS, MOST_PAIRS = 5_000, 4_000_000
WIDTH = Fraction(1, 10**20)
MOST_LEVEL_INPUTS = 6  # of which the rows by levels are 9,300
MOST_LEVEL = Fraction(10) ** 150  # of e^(k epsilon): floats hold its square
FINE = 60
SPARE = 2.0**-34  # of delta, which is left for rounding
UNUSED = 1e-9  # of the chance of a ray, below which it is taken for one of none
ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class Cone:
    """The extreme rays, rational; `is_exact` where the demand's own ratios are."""

    rays: tuple[Ray, ...]
    is_exact: bool
    over: Array = field(default=None, compare=False)
    """With δ > 0, what a ray takes of the slack of each ordered pair, by pair and ray, in floats."""
    ratio: Fraction = Fraction(1)
    delta: Fraction = Fraction(0)

    @property
    def floats(self) -> Array:
        """A row for each ray."""
        return np.array([[float(x) for x in ray] for ray in self.rays])

    @property
    def has_slack(self) -> bool:
        """Whether rays are limited by what they take of δ."""
        return self.delta > 0

    def room(self) -> float:
        """δ, but for what is kept for rounding."""
        return float(self.delta) * (1 - SPARE)

    def slack_taken(self, rows: Sequence[Ray]) -> Fraction:
        """The most that rows take of the slack of a pair."""
        pairs = permutations(range(len(rows[0])), 2)
        return max(sum((max(ZERO, row[j] - self.ratio * row[n]) for row in rows), ZERO) for j, n in pairs)

    @property
    def identifies_all(self) -> bool:
        """Whether some mechanism tells all inputs apart."""
        return rank(self.rays) == len(self.rays[0])

    @property
    def has_zeros(self) -> bool:
        """Whether some ray is 0 at an input, so that an answer may prove that this input is not the truth."""
        return any(x == 0 for ray in self.rays for x in ray)

    def weights(self, near: Sequence[float]) -> Weights:
        """Rational weights near these, by the place of the ray, whose rays sum to the row of ones."""
        kept = [n for n, w in enumerate(near) if w > (0 if self.has_slack else UNUSED * max(near))]
        found = self._solve(near, kept)
        found = self._within_delta(found) if self.has_slack else found
        return {place: found[place] for place in sorted(found, key=self._order, reverse=True)}

    def _order(self, place: tuple[int, ...]) -> Ray:
        """By which rows are sorted: those of which the first input is most likely come first."""
        ray = self.rays[place[0]]
        return tuple(x / max(ray) for x in ray)

    def labels(self, weights: Weights, inputs: Sequence[str] | None) -> tuple[str, ...]:
        """Labels of answers: b>a,c where b makes it more likely than a and c do, and it rules out all others."""
        return label_orders([self.rays[n] for (n,) in weights], inputs)

    def _within_delta(self, weights: Weights) -> Weights:
        """The weights; where rounding takes too much of δ, with a little of k-ary randomized response, which takes nothing."""
        taken = self.slack_taken(self.rows(weights))
        if taken <= self.delta:
            return weights
        kept = Fraction(math.floor(self.delta / taken * (1 << FINE)), 1 << FINE)
        k = len(self.rays[0])
        found = {place: w * kept for place, w in weights.items()}
        for j in range(k):
            place = (self.rays.index(tuple(self.ratio if j == n else ONE for n in range(k))),)
            found[place] = found.get(place, ZERO) + (1 - kept) / (self.ratio + k - 1)
        return found

    def _solve(self, near: Sequence[float], kept: list[int]) -> Weights:
        rows = [list(column) for column in zip(*(self.rays[n] for n in kept), strict=True)]
        sizes = [float(sum(self.rays[n])) * near[n] for n in kept]
        found = nearby_solutions(rows, [[ONE] * len(rows)], [[near[n] for n in kept]], sizes, bits=60)
        if found is None or any(w < 0 for w in found[0]):
            raise InputError("no rational weights were found near the numeric optimum; give ratios with fewer digits")
        return {(n,): w for n, w in zip(kept, found[0], strict=True) if w}

    def rows(self, weights: Weights) -> tuple[Ray, ...]:
        """The rows of the mechanism of these weights."""
        return tuple(tuple(w * x for x in self.rays[n]) for (n,), w in weights.items())


def cone_of(problem: Problem) -> Cone | None:
    """The cone of a problem; None where the demand is one, of the same ratio for every pair, with δ = 0 or about two inputs."""
    bounds = problem.bounds
    if bounds.common is not None:
        return _by_levels(problem) if problem.ratio_and_delta[1] != 0 and problem.k > 2 else None
    if problem.k > MOST_CONE_INPUTS:
        raise InputError(
            f"under {problem.demand} the {problem.objective.name} is designed for at most {MOST_CONE_INPUTS} inputs, not for "
            f"{problem.k}; state one demand with one budget"
        )
    ratios: dict[tuple[int, int], Number] = {}
    for (j, against, *_), (ratio, delta) in bounds.places():
        if delta != 0:
            raise InputError(
                f"under several demands or budgets of pairs the {problem.objective.name} is designed for delta = 0; drop delta"
            )
        ratios[j, against] = min(ratio, ratios.get((j, against), ratio))
    if not ratios:
        raise refuse_empty(problem.demand)
    exact = not any(isinstance(x, Element) for x in ratios.values())
    return Cone(_rays(problem.k, _rational(ratios)), exact)


def _by_levels(problem: Problem) -> Cone:
    """The rows by levels under one ε and δ > 0, of a ratio that is no larger than e^ε."""
    ratio, delta = problem.ratio_and_delta
    if problem.k > MOST_LEVEL_INPUTS:
        raise InputError(
            f"with delta > 0 the {problem.objective.name} is designed for at most {MOST_LEVEL_INPUTS} inputs, not for {problem.k}; "
            "drop delta, or ask about fewer"
        )
    if problem.interval is not None or not isinstance(delta, Fraction):
        raise InputError(
            f"with delta > 0 the {problem.objective.name} is designed for one epsilon and a rational delta"
        )
    t = ratio if isinstance(ratio, Fraction) else max(ONE, enclose(ratio, width=WIDTH)[0])
    if t**problem.k > MOST_LEVEL:
        raise InputError(
            f"with delta > 0 the {problem.objective.name} of {problem.k} inputs is not designed for so large an epsilon, of which "
            f"floats come to an end; give at most {math.floor(math.log(MOST_LEVEL) / problem.k)}"
        )
    powers = [ZERO, *(t**n for n in range(problem.k))]
    rays: dict[Ray, tuple[int, ...]] = {}
    for levels in product(range(problem.k + 1), repeat=problem.k):
        used = set(levels) - {0}
        # with one level alone the rows of several inputs are sums of others
        if used and len(used) == max(used) and (len(used) > 1 or sum(levels) == 1):
            rays.setdefault(tuple(powers[n] for n in levels), levels)
    table = np.array([[float(max(ZERO, a - t * b)) for b in powers] for a in powers])
    at = np.array(list(rays.values()))
    over = np.array([table[at[:, j], at[:, n]] for j, n in permutations(range(problem.k), 2)])
    return Cone(tuple(rays), isinstance(ratio, Fraction), over, t, delta)


def _rational(ratios: Mapping[tuple[int, int], Number]) -> dict[tuple[int, int], Fraction]:
    """Rational ratios, none larger; powers of one number stay powers of one number."""
    field: Field | None = None
    for x in ratios.values():
        if isinstance(x, Element):
            field = x.field if field is None else join(field, x.field)[0]
    if field is None:
        return dict(ratios)  # type: ignore[arg-type]
    if isinstance(field, Free):
        raise InputError("under several demands or budgets of pairs epsilon is one number; give one, such as 1/2")
    low = max(ONE, enclose(generator(field), width=WIDTH)[0])
    return {pair: _below(x, field, low) for pair, x in ratios.items()}


def _below(x: Number, field: Field, low: Fraction) -> Fraction:
    """The same power of a number below t; a rational number just below where x is no power of t."""
    if isinstance(x, Fraction):
        return x
    power = lift(x, field)
    n = power.num.degree()
    return low**n if power == generator(field) ** n else enclose(x, width=WIDTH)[0]


def _rays(k: int, ratios: Mapping[tuple[int, int], Fraction]) -> tuple[Ray, ...]:
    """The extreme rays, each with its first number that is not 0 equal to 1."""
    unit = identity(k)
    sides = [*unit] + [[t * b - a for a, b in zip(unit[j], unit[n], strict=True)] for (j, n), t in ratios.items()]
    # Σ r = 1 gives the last coordinate
    found = vertices([(c[-1], *(x - c[-1] for x in c[:-1])) for c in sides], most=MOST_RAYS, pairs=MOST_PAIRS)
    assert found is not None
    rows = [[Fraction(x) for x in (*point, ONE - sum(point, ZERO))] for point in found]  # type: ignore[arg-type]
    return tuple(tuple(x / next(y for y in row if y) for x in row) for row in rows)
