"""Minimise criteria of different kinds together by a convex program, and bound the least value from both sides.

The objective is the largest of several groups. A group is a weighted sum Σ ω V of criteria V with the weights ω. A criterion
depends on the covariance C = M⁻¹ − ππᵀ at one list of prevalences π, where M = Σ r rᵀ/(rᵀπ) over the rows r of the mechanism. If
the criterion is a sum of variances, let K be its contrasts. Every matrix X whose rows sum to 0 has CMXᵀ = Xᵀ, because CM = I − π1ᵀ.
For k inputs and every such X the following hold:

    sums of variances     Tr KCKᵀ ≥ 2 Tr KXᵀ − Tr XMXᵀ               (the difference is Tr (KC − X)M(KC − X)ᵀ ≥ 0),
    largest eigenvalue v  v ≥ 2‖X‖ − Tr XMXᵀ                         (‖X‖² = Tr XCMXᵀ ≤ v Tr XMXᵀ, and v + ‖X‖²/v ≥ 2‖X‖),
    determinant           1/det M ≥ c(k − Tr XMXᵀ), with the cofactor c of XᵀX.

Proof of the last line: the contrasts have n = k − 1 dimensions. Let the columns of U be an orthonormal basis of them. Let J = UᵀMU
and Z = UᵀXᵀXU. Then 1/det M = 1/(k det J). The eigenvalues of XᵀX, except that of (1, …, 1), multiply to k times a cofactor, so
c = det Z/k. With x = (det Z det J)^{-1/n} it follows that 1/det M = c xⁿ. The inequality of the arithmetic and geometric means
gives Tr XMXᵀ = Tr ZJ ≥ n/x, and xⁿ + n/x ≥ n + 1 = k.

So each criterion is at least a constant minus w Tr XMXᵀ, with w = c for a determinant and w = 1 otherwise. The largest group is at
least every weighted mean of the groups. Let λ be the weights of such a mean. Let f(s) = Σ λωw‖Xs‖²/(sᵀπ), summed over all criteria
of all groups, and let B be at least Σ f(r) over the rows r of every mechanism. Then the objective is at least Σ λω·(constant) − B.
Prices give such a number B, as for a single criterion (`prices.py`).

This bound equals the optimum if λ are the weights that belong to the optimum of the convex program, and if X is chosen as follows.
For a sum of variances X = KC. For a largest eigenvalue v, X = v√W, where W is the dual matrix with trace 1. For a determinant
X = √C.

The checker has no claim about several criteria together. Its certificate is about the mechanism's privacy alone, and rropt states
the bounds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from rropt.designs.estimation.exact import notes_of, spread_mechanism
from rropt.designs.estimation.least import ByRows
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
from rropt.designs.rows.float_patterns import FloatPatterns
from rropt.designs.rows.supports import Pattern, thin_orbit
from rropt.engine.sets import Classes
from rropt.exact.element import Number
from rropt.exact.enclosure import sqrt_bounds
from rropt.exact.errors import Either, InputError
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import determinant
from rropt.exact.spelling import roughly
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
    """The program for the least value of an objective that has several criteria. The objective is the largest of several weighted
    sums of these criteria.
    """

    @property
    def _mixed(self) -> Mixed:
        found = self.objective
        assert isinstance(found, Mixed)
        return found

    @property
    def groups(self) -> list[Group]:
        """The groups, each a mapping of criteria to their weights.

        A group stands for the weighted sum of its criteria, and the objective is the largest of these sums.
        """
        return self._mixed.groups(self.program.k)

    @property
    def parts(self) -> list[Estimation]:
        """The criteria of all groups, each listed once."""
        return list(dict.fromkeys(part for group in self.groups for part in group))

    @property
    def is_bounded(self) -> bool:
        """Whether the bounds on the optimum are stated by rropt only, and are not verified by the checker.

        If the demand lets no answer depend on the truth, the result is False. Otherwise it is True.
        """
        return not self.program.rows.is_silent

    @property
    def is_uniform(self) -> bool:
        """Whether subset selection is best for every criterion, by symmetry: all inputs are alike, and every criterion is about
        every share."""
        return Covariances.is_uniform.fget(self) and all(isinstance(x, EveryShare) for x in self.parts)  # type: ignore[attr-defined]

    def solve_over(self, patterns: FloatPatterns) -> Solution:
        """Minimise the objective over the mechanisms that have these rows, by a convex program.

        The objective is the largest of several sums of criteria, one sum for each of `groups`. At the optimum it equals a weighted
        mean of these sums, whose weights are returned in `optimum.weights`. `duals` has the dual matrix W of each criterion that is
        a largest eigenvalue.
        """
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
        """Compute a lower bound for all mechanisms, and the dual prices that prove it."""
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
        """Return a lower bound for all mechanisms, and an upper bound of the value of this mechanism."""
        upper = self.objective.value_bounds(mechanism)[1]
        if is_infinite(upper):
            raise InputError(BEYOND_FLOATS)
        return self._lower(solution)[0], upper

    def prove_in_rows(self) -> Evidence:
        """Return the mechanism with its value, and the lower bound for all mechanisms.

        The checker verifies only that the mechanism keeps the demand.
        """
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
        """Raise an error, because subset selection has too many sets of inputs to write down.

        For criteria of different kinds together there is no certificate that does not list the sets.
        """
        k, many = self.program.k, roughly(math.comb(self.program.k, size))
        raise InputError(
            f"the {self.objective.called} of {k} inputs needs {many} sets as answers, too many to write down; give fewer inputs, "
            "or ask for ",
            Either("TotalVariance", "--objective total-variance"),
            ", whose design at equal prevalences is also optimal for this objective",
        )


class OneKind(Reduction):
    """Replace an objective that has several criteria by a single criterion with the same value, if there is one. The checker can
    verify the new objective.
    """

    __slots__ = ()

    def simplify(self, problem: Problem) -> Problem | None:
        """Return the problem with a single objective that has the same value for every mechanism. None if no such objective is
        known.
        """
        objective = estimation_of(problem)
        known = objective.known(problem.k) if isinstance(objective, Mixed) else None
        return None if known is None else problem.restated(objective=known)

    def restore(self, found: Design, problem: Problem) -> Design:
        """Return the design unchanged, as the answer to the problem as it was asked."""
        return replace(found, problem=problem)


REDUCTIONS: tuple[Reduction, ...] = (OneKind(),)


def pose(problem: Problem) -> Program:
    """Pose the program of a problem. If ε or δ ranges over an interval, the problem is refused.

    Bounds on parts of an interval would need certificates, and for these criteria the checker accepts no certificate of bounds.
    """
    if problem.interval is not None:
        raise InputError(
            f"if {problem.free} is free, the {problem.objective.called} cannot be designed; give one {problem.free}, or ",
            SEVERAL,
        )
    return LeastMixed.pose(problem)


def _tangent(
    solution: Solution, part: Estimation, place: int, dual: Array | None
) -> tuple[Fraction, list[list[Fraction]], Fraction]:
    """Return a rational constant c, matrix X and factor w. For every mechanism, c − w Tr XMXᵀ is a lower bound on the criterion
    `part`.

    Here M is Σ r rᵀ/(rᵀπ) over the mechanism's rows r, where π is the list of prevalences of index `place`. At the numeric optimum
    the bound nearly equals the criterion. If the criterion is a largest eigenvalue, `dual` is its dual matrix W. Otherwise `dual`
    is None.
    """
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
    """Return a matrix R with RᵀR = `square`. Negative eigenvalues of `square`, which rounding may make, count as 0."""
    values, vectors = np.linalg.eigh((square + square.T) / 2)
    return (np.sqrt(np.maximum(values, 0)) * vectors).T


def _rounding(solution: Solution, forms: Sequence[Form], prices: Prices) -> Fraction:
    """Return the multiple of π_0 that must be added to the prices y so that rounding errors cannot make them too small.

    The errors arise where the prices are compared in floats with f(s) = Σ d(Xs)²/(sᵀπ) at the rows s. `forms` has the matrices X
    and the weights d of their rows. π_0 is the first list of prevalences. In any order, a sum of n products has an error of at most
    n units in the last place of the sum of the products' absolute values. Entries of rows, and t − 1, have an error of at most one
    unit in their own last place. The number of operations is counted twice, for safety.
    """
    patterns, unit = solution.patterns, float(np.finfo(float).eps)
    k, y = solution.program.k, floats(prices.columns)
    # a row with gain 1 is an arbitrary row minus 1, whose error is a unit in the last place of 1
    spread = abs(patterns.indicators) + (1.0 if patterns.gain == 1.0 else 0.0)
    lost = abs(y.sum()) + patterns.gain * spread @ abs(y) + abs(floats(prices.limits)) @ abs(patterns.limits)
    for form, chances in zip(forms, patterns.chances, strict=True):
        sums = abs(floats([sum(row, ZERO) for row in form.matrix]))
        sizes = sums + patterns.gain * spread @ abs(floats(form.matrix)).T
        lost = lost + sizes**2 @ floats(form.weights) / chances * 4
    return Fraction(float(max(lost / patterns.chances[0])) * (6 * k + 40) * unit)
