"""The least of objectives of estimates of several kinds together: a convex program, with bounds of rropt's from both sides.

The objective is the largest of some sums Σ ω V of parts, each one criterion at one list of prevalences π, with C = M⁻¹ − ππᵀ and
M = Σ r rᵀ/(rᵀπ) over the rows. For every X whose rows sum to 0 (so that CMXᵀ = Xᵀ, as CM = 1 − π1ᵀ),

    sums of variances     Tr KCKᵀ ≥ 2 Tr KXᵀ − Tr XMXᵀ               (what is left is Tr (KC − X)M(KC − X)ᵀ),
    largest eigenvalue v  v ≥ 2‖X‖ − Tr XMXᵀ                         (‖X‖² = Tr XCMXᵀ ≤ v Tr XMXᵀ, and v + ‖X‖²/v ≥ 2‖X‖),
    determinant           1/det M ≥ c(k − Tr XMXᵀ), c the cofactor of XᵀX.

The last: with J the form of M on the contrasts, n = k − 1 dimensions, 1/det M = 1/(k det J), and with Z the form of XᵀX there, c is
det Z/k (the eigenvalues of XᵀX other than that of 1 multiply to k times a cofactor), Tr XMXᵀ = Tr ZJ ≥ n (det Z det J)^{1/n}, and
x = (det Z det J)^{-1/n} has xⁿ ≥ 1 + n − n/x. So each part is at least a constant less w Tr XMXᵀ, for any X, w = 1 or c. The
largest of sums is at least every mean of them, with weights λ; so it is at least the constants, λ and ω times, less B ≥ Σ f(r),
f(s) = Σ λωw‖Xs‖²/(sᵀπ), which prices bound as for one criterion. At the optimum X = KC, v times a root of the dual (of trace 1)
of the eigenvalue, or a root of C, and the λ of the program leave no gap.

The checker has a claim about none of these mixtures. So it is told of the mechanism alone, whose value is computed exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from rropt.designs.estimation.exact import notes_of, spread_mechanism
from rropt.designs.estimation.least import MOST_INPUTS, ByRows
from rropt.designs.estimation.legs import Covariances
from rropt.designs.estimation.numeric.floats import floats, value_of_part
from rropt.designs.estimation.numeric.solution import Solution, say
from rropt.designs.estimation.prices import FINE, Form, Prices, prices_above
from rropt.designs.estimation.split import SOURCE
from rropt.designs.estimation.within import BEYOND_FLOATS, centre_rows, choose_shares
from rropt.designs.floats.interior_point import Optimum
from rropt.designs.floats.rounding import round_relative
from rropt.designs.objectives.determinant import Determinant
from rropt.designs.objectives.estimation import Estimation, EveryShare, estimation_of
from rropt.designs.objectives.estimation_mixed import Group, Mixed
from rropt.designs.objectives.largest_variance import LargestVariance
from rropt.designs.reductions.halving import SEVERAL
from rropt.designs.rows.classes import Classes
from rropt.designs.rows.float_patterns import FloatPatterns
from rropt.designs.rows.supports import Pattern, thin_orbit
from rropt.exact.element import Number
from rropt.exact.enclosure import sqrt_bounds
from rropt.exact.errors import InputError
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import determinant
from rropt.mechanism import Mechanism
from rropt.problem.answers import Evidence, NumericAnswer
from rropt.problem.bounded import evidence_of_bounds
from rropt.problem.contract import Program, Reduction
from rropt.problem.problem import Problem
from rropt.problem.result import Design

__all__ = ["REDUCTIONS", "LeastMixed", "pose"]

Array: TypeAlias = Any
ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class LeastMixed(ByRows):
    """The least of several criteria together."""

    @property
    def _mixed(self) -> Mixed:
        found = self.objective
        assert isinstance(found, Mixed)
        return found

    @property
    def groups(self) -> list[Group]:
        """The sums of parts of whose largest this is the least."""
        return self._mixed.groups(self.program.k)

    @property
    def parts(self) -> list[Estimation]:
        """All parts, each once."""
        return list(dict.fromkeys(part for group in self.groups for part in group))

    @property
    def is_bounded(self) -> bool:
        """Whether the bounds are rropt's: they are, but where nothing is told."""
        return not self.program.rows.is_silent

    @property
    def is_uniform(self) -> bool:
        """Whether subset selection is best for every part."""
        return Covariances.is_uniform.fget(self) and all(isinstance(x, EveryShare) for x in self.parts)  # type: ignore[attr-defined]

    def solve_over(self, patterns: FloatPatterns) -> Solution:
        """Solve the convex program, with the weights of the sums and the duals of the eigenvalues."""
        from rropt.designs.estimation.numeric.cvxpy import solve_mixture

        parts, groups = self.parts, self.groups
        places = [self._place_of(part) for part in parts]
        weights = np.array([[float(group.get(part, 0)) for part in parts] for group in groups])
        p, means, duals = solve_mixture(patterns, parts, places, weights)
        v, first = patterns.vectors, patterns.chances[0]
        try:
            inverses = tuple((np.linalg.inv((v.T * (p / (first * g))) @ v), np.zeros(0)) for g in patterns.chances)
        except np.linalg.LinAlgError as error:
            raise InputError(BEYOND_FLOATS) from error
        optimum = Optimum(p, inverses, means, np.zeros(self.program.k), np.zeros_like(p), 0.0, 0.0)
        found = Solution(self.program, patterns, optimum, (), duals=tuple(duals))
        values = [value_of_part(x, found.contrasts_of_covariance(n)) for x, n in zip(parts, places, strict=True)]
        reached, unit = float(max(weights @ values)), patterns.gain**2
        gap = reached - float(self._lower(found)[0])
        return replace(found, optimum=replace(optimum, value=reached * unit, gap=abs(gap) * unit))

    def _place_of(self, part: Estimation) -> int:
        return self.program.prevalences.index(part.prevalences.lists[0])

    def say(self, solution: Solution) -> NumericAnswer:
        """Report the value of the convex program."""
        return say(solution.value, solution.gap, "cvxpy with CLARABEL")

    def _lower(self, solution: Solution) -> tuple[Fraction, Prices]:
        """A lower bound for all mechanisms, with its prices."""
        means = [max(ZERO, x) for x in round_relative(solution.optimum.weights, FINE)]
        constant, duals = ZERO, iter(solution.duals)
        found: list[tuple[list[list[Fraction]], list[Fraction]]] = [([], []) for _ in self.program.prevalences]
        for part in self.parts:
            counted = sum((x * group.get(part, ZERO) for x, group in zip(means, self.groups, strict=True)), ZERO)
            weight, place = counted / sum(means), self._place_of(part)
            dual = next(duals) if isinstance(part, LargestVariance) else None
            if weight:
                least, x, factor = _tangent(solution, part, place, dual)
                constant += weight * least
                found[place][0].extend(x)
                found[place][1].extend([weight * factor] * len(x))
        forms = [Form(matrix or [[ZERO] * self.program.k], weights or [ZERO]) for matrix, weights in found]
        prices = prices_above(solution, forms, None)
        more = _rounding(solution, forms, prices)
        pi = self.program.prevalences[0]
        prices = Prices(tuple(y + more * x for y, x in zip(prices.columns, pi, strict=True)), prices.limits)
        return max(ZERO, constant - prices.bound(self.program)), prices

    def bounds_of(self, solution: Solution, mechanism: Mechanism) -> tuple[Number, Number]:
        """The lower bound for all mechanisms, and the value of this one."""
        upper = self.objective.value_bounds(mechanism)[1]
        if is_infinite(upper):
            raise InputError(BEYOND_FLOATS)
        return self._lower(solution)[0], upper

    def prove_in_rows(self) -> Evidence:
        """Give the mechanism with its exact value, and the lower bound."""
        program = self.program
        if self.is_uniform:
            shares: dict[Pattern, Fraction] = dict(thin_orbit(Classes.by([0] * program.k), (self.sizes[0],)))
            mechanism, value = spread_mechanism(program, shares, self.problem.inputs), self.value_of(self.sizes[0])
            return self._bounded(mechanism, (value, value), "subset selection, exact")
        mechanism = spread_mechanism(program, choose_shares(self.solution), self.problem.inputs)
        return self._bounded(mechanism, self.bounds_of(self.solution, mechanism), SOURCE)

    def _bounded(self, mechanism: Mechanism, bounds: tuple[Number, Number], source: str) -> Evidence:
        notes = notes_of(self.program, mechanism)[:-1]
        return evidence_of_bounds(self.problem, mechanism, bounds, source=source, notes=notes)

    def by_orbit(self, size: int) -> Evidence:
        """Refuse sets that are too many to write down."""
        raise InputError(
            f"the {self.objective.called} of {self.program.k} inputs is designed for at most {MOST_INPUTS}; at equal prevalences "
            "the design of the total variance is the best for each of them"
        )


class OneKind(Reduction):
    """The reduction of objectives together to one that the checker has a claim about, where they are one."""

    __slots__ = ()

    def simplify(self, problem: Problem) -> Problem | None:
        """The same question for that objective."""
        objective = estimation_of(problem)
        known = objective.known(problem.k) if isinstance(objective, Mixed) else None
        return None if known is None else problem.restated(objective=known)

    def restore(self, found: Design, problem: Problem) -> Design:
        """The design unchanged."""
        return replace(found, problem=problem)


REDUCTIONS: tuple[Reduction, ...] = (OneKind(),)


def pose(problem: Problem) -> Program:
    """The program of a problem at one ε and δ; a free one is refused, as the parts of its interval would have no certificates."""
    if problem.interval is not None:
        raise InputError(
            f"with {problem.free} free the {problem.objective.called} is not designed; give one {problem.free}, or ",
            SEVERAL,
        )
    return LeastMixed.pose(problem)


def _tangent(
    solution: Solution, part: Estimation, place: int, dual: Array | None
) -> tuple[Fraction, list[list[Fraction]], Fraction]:
    """A constant, X and w such that the part is at least the constant less w Tr XMXᵀ, near equality at the optimum."""
    basis, gain = solution.patterns.basis, solution.patterns.gain
    block = solution.optimum.inverses[place][0]
    if dual is not None:
        largest = float(np.linalg.eigvalsh(block)[-1]) / gain**2
        x = centre_rows(largest * _root(dual / np.trace(dual)) @ basis.T, FINE)
        squares = sum((v * v for row in x for v in row), ZERO)
        return 2 * sqrt_bounds(squares)[0], x, Fraction(1)
    if isinstance(part, Determinant):
        x = centre_rows(_root(block) @ basis.T / gain, FINE)
        columns = list(zip(*x, strict=True))[:-1]
        form = [[sum((a * b for a, b in zip(one, two, strict=True)), ZERO) for two in columns] for one in columns]
        cofactor = determinant(form)
        assert isinstance(cofactor, Fraction)
        return cofactor * len(x[0]), x, cofactor
    contrast = part.contrast_of(solution.program.k)
    x = centre_rows(floats(contrast) @ solution.contrasts_of_covariance(place), FINE)
    inner = sum((a * b for row, line in zip(contrast, x, strict=True) for a, b in zip(row, line, strict=True)), ZERO)
    return 2 * inner, x, Fraction(1)


def _root(square: Array) -> Array:
    """A matrix R with RᵀR the given one, whose negative eigenvalues are rounding."""
    values, vectors = np.linalg.eigh((square + square.T) / 2)
    return (np.sqrt(np.maximum(values, 0)) * vectors).T


def _rounding(solution: Solution, forms: Sequence[Form], prices: Prices) -> Fraction:
    """How much of π_0 covers what floats may have lost at a row where f and the prices were compared.

    Sums of n products are right to n units of the last place of the sum of their sizes, whatever their order; entries of rows, and
    t − 1, to a unit of theirs. Counts are taken twice over.
    """
    patterns, unit = solution.patterns, float(np.finfo(float).eps)
    k, y = solution.program.k, floats(prices.columns)
    # of rows that are written as 1 and a rest, the rest is right to a unit of 1
    spread = abs(patterns.indicators) + (1.0 if patterns.gain == 1.0 else 0.0)
    lost = abs(y.sum()) + patterns.gain * spread @ abs(y) + abs(floats(prices.limits)) @ abs(patterns.limits)
    for form, chances in zip(forms, patterns.chances, strict=True):
        sums = abs(floats([sum(row, ZERO) for row in form.matrix]))
        sizes = sums + patterns.gain * spread @ abs(floats(form.matrix)).T
        lost = lost + sizes**2 @ floats(form.weights) / chances * 4
    return Fraction(float(max(lost / patterns.chances[0])) * (6 * k + 40) * unit)
