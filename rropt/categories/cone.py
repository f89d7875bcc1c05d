"""Rows under budgets of pairs, or under several demands, with δ = 0: the extreme rays of their cone in place of patterns.

With T_jl the smallest ratio that is asked of the ordered pair (j, l), every row r of a mechanism has r_j ≤ T_jl·r_l. These rows
are a cone without a line, so each is a sum of extreme rays with weights ≥ 0; on an extreme ray the inputs that are not 0 hang
together by equalities r_j = T_jl·r_l (`rropt.checker.model.cone` has the proof, and enumerates by trees). Here the rays are the
vertices of {r : Σ r = 1}, by the double description method.

Where some T is irrational it is replaced by a rational one that is no larger: what the smaller cone allows, the demand allows too.
The mechanism Σ θ_s s and its estimator are then rational, and unbiased exactly; the dual is judged on the true rays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from rropt.categories.rounding import nearby_solutions
from rropt.exact.element import Element, Number, generator, lift
from rropt.exact.errors import InputError
from rropt.exact.fields import Field, Free, join
from rropt.exact.matrix import identity, rank
from rropt.exact.sign import enclose
from rropt.problem.problem import Problem
from rropt.solvers.double_description import vertices

__all__ = ["MOST_CONE_INPUTS", "Cone", "cone_of"]

Array: TypeAlias = Any
Ray = tuple[Fraction, ...]
Weights = dict[tuple[int, ...], Fraction]
MOST_CONE_INPUTS = 6  # the checker enumerates the rays of no more
MOST_RAYS, MOST_PAIRS = 5_000, 4_000_000
WIDTH = Fraction(1, 10**20)
UNUSED = 1e-9  # of the chance of a ray, below which it is taken for one of none
ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class Cone:
    """The extreme rays, rational; `is_exact` where the demand's own ratios are."""

    rays: tuple[Ray, ...]
    is_exact: bool

    @property
    def floats(self) -> Array:
        """A row for each ray."""
        return np.array([[float(x) for x in ray] for ray in self.rays])

    @property
    def identifies_all(self) -> bool:
        """Whether some mechanism tells all inputs apart."""
        return rank(self.rays) == len(self.rays[0])

    @property
    def rules_out(self) -> bool:
        """Whether some answer may prove that an input is not the truth."""
        return any(x == 0 for ray in self.rays for x in ray)

    def weights(self, near: Sequence[float]) -> Weights:
        """Rational weights near these, by the place of the ray, whose rays sum to the row of ones."""
        kept = [n for n, w in enumerate(near) if w > UNUSED * max(near)]
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
    """The cone of a problem; None where the demand is one, with the same ratio and slack for every pair."""
    bounds = problem.bounds
    if bounds.common is not None and not bounds.others:
        return None
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
        raise InputError(f"{problem.demand} demands nothing, so the direct question is best; give a finite budget")
    exact = not any(isinstance(x, Element) for x in ratios.values())
    return Cone(_rays(problem.k, _rational(ratios)), exact)


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
