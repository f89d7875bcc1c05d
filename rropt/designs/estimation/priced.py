"""Variances with δ > 0 over more rows by levels than the checker lists: bounds by column generation.

The interior point over some rows gives weights, matrices X_a and prices y and z; with these the rows join at which
Σ_a w_a‖X_a s‖²/(sᵀπ_a) exceeds what is paid by most (`rropt.designs.rows.priced_levels`). What the best prices lack anywhere is
paid by raising y along π_0: the lemma on prices (SPEC.md, sections 4 and 5) then holds at all rows, with the rational X_a, y and z.

Inputs of equal prevalences and contrasts form a class. By symmetry and convexity some best mechanism is left as it is by every
exchange of two inputs of one class: it has one weight for each orbit of rows, and prices that the exchange leaves too, so that one
row of each orbit is priced. A budget of the pair j, l is then what an orbit takes in the mean over the pairs of their classes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import permutations, product
from typing import Any, TypeAlias

import numpy as np

from rropt.certificate.judge import judge
from rropt.designs.estimation.certificate import Proof, ProofAt, write_proof
from rropt.designs.estimation.exact import notes_of, spread_mechanism
from rropt.designs.estimation.numeric.floats import floats, measures_of, scales_of
from rropt.designs.estimation.numeric.solution import ACTIVE, Solution, solve_over
from rropt.designs.estimation.prices import Form
from rropt.designs.estimation.program import EstimationProgram, classes_of, program_over, require_size
from rropt.designs.estimation.revealing import RevealingEstimates
from rropt.designs.estimation.within import DIGITS, choose_shares, lower_bound, upper_bound
from rropt.designs.objectives.estimation import OfEstimation, estimation_of
from rropt.designs.rows.alike import many_orders, orders_of
from rropt.designs.rows.float_patterns import FloatPatterns
from rropt.designs.rows.levels import number_of_orders
from rropt.designs.rows.orbits import Orbits
from rropt.designs.rows.priced_levels import ENOUGH, Lacking, PricedLevels
from rropt.exact.decimal import decimal
from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.problem.answers import Evidence, NumericAnswer, Search
from rropt.problem.bounded import evidence_of_bounds
from rropt.problem.contract import ANY_NUMBER, Program
from rropt.problem.problem import Problem

__all__ = ["PricedEstimates"]

Array: TypeAlias = Any
SOURCE = "an interior point and column generation over rows by levels"
MOST_JUDGED = 8_000  # orders with ties, with two rows each, of which the checker tries 16,384
MOST_SPREAD = 6000  # rows of the orbits that carry weight, of which a few are chosen


@dataclass(frozen=True, slots=True)
class _Round:
    """The optimum over the orbits of some rows, their levels, and what its prices lack at any row."""

    solution: Solution
    at: Array
    lacking: Lacking

    @property
    def loss(self) -> float:
        """What the prices lack."""
        return self.lacking.near

    @property
    def is_enough(self) -> bool:
        """Whether this is hardly more than what the interior point leaves."""
        return self.loss <= ENOUGH * self.solution.value + 2 * self.solution.gap


@dataclass(frozen=True, slots=True, kw_only=True)
class _WrittenOut(Solution):
    """An optimum whose orbits are written out; what belongs to inputs is that of the orbits: of one class equal to the last bit."""

    orbits: Solution

    def contrasts_of_covariance(self, place: int) -> Array:
        """K C, by input."""
        return self.orbits.contrasts_of_covariance(place)

    def multipliers(self) -> Array:
        """y for the centred X = K C."""
        return self.orbits.multipliers()


@dataclass(frozen=True, slots=True)
class PricedEstimates(OfEstimation, Program):
    """The least variances of mechanisms of one ε and δ > 0, for more inputs than rows by levels are listed for."""

    problem: Problem
    rows: PricedLevels
    program: EstimationProgram
    _solved: list[_Round] = field(default_factory=list)

    @classmethod
    def of(cls, problem: Problem) -> PricedEstimates | None:
        """Pose the program; None if too many inputs differ."""
        require_size(problem)
        classes = classes_of(problem)
        rows = PricedLevels.of(classes, *problem.ratio_and_delta)
        return None if rows is None else cls(problem, rows, program_over(problem, Orbits(classes, rows.below)))

    def numeric(self, solver: str | None) -> NumericAnswer:
        """Solve over a growing set of rows by the interior point method."""
        found = self.solved
        value, lacking = found.solution.value, max(found.lacking.near, 0.0)
        return NumericAnswer(status="Optimal", value=value, source=SOURCE, resolution=lacking + found.solution.gap)

    @property
    def is_bounded(self) -> bool:
        """Whether one row of each orbit is more than the checker tries."""
        return number_of_orders(self.program.classes.sizes) > MOST_JUDGED

    def prove(self, theorem: object, *, optima: Search) -> Evidence:
        """Round the mechanism and the prices of the best round, and raise these by what they lack."""
        orders = self._orders()
        spread = self._spread(*(orders or (self.rows.first()[:0], np.zeros(0))))
        lower, dual = lower_bound(spread, self._raise_by)
        program, places = spread.program, range(len(spread.program.prevalences))
        try:
            shares = {} if orders is None else choose_shares(spread)
            uppers = [upper_bound(spread, shares, place) for place in places]
        except InputError:
            # too many rows of orbits, or none whose weights are rational and near: what reveals the truth is a mechanism
            revealing = RevealingEstimates(self.problem).prove(None, optima=optima)
            return replace(revealing, bounds=(max(revealing.lower, lower), revealing.upper))
        upper = decimal(program.combine([x.value for x in uppers]), digits=DIGITS, direction="upper")
        proof = Proof(
            bounds=(lower, Fraction(upper)),
            places=tuple(ProofAt(estimator=uppers[n].estimator, matrix=dual.matrices[n]) for n in places),
            columns=dual.columns,
            limits=dual.limits if any(dual.limits) else (),
            weights=dual.weights,
        )
        return self._evidence(spread_mechanism(program, shares, self.problem.inputs), program, proof)

    def _evidence(self, mechanism: Mechanism, program: EstimationProgram, proof: Proof) -> Evidence:
        """The checker's verdict on both bounds, where it accepts them, else rropt's own."""
        estimators = estimation_of(self.problem).list_estimators([at.estimator for at in proof.places], self.rows.k)
        notes = notes_of(program, mechanism)
        if not self.is_bounded:
            text = write_proof(
                self.problem, rows=mechanism.rows, outputs=mechanism.output_labels, proof=proof, classes=self.rows.alike
            )
            if judge(text).is_accepted:
                return Evidence(
                    rows=mechanism.rows,
                    bounds=proof.bounds,
                    certificate=text,
                    source=SOURCE,
                    outputs=mechanism.outputs,
                    estimators=estimators,
                    notes=notes,
                )
        return evidence_of_bounds(
            self.problem, mechanism, proof.bounds, source=SOURCE, estimators=estimators, notes=notes
        )

    @property
    def solved(self) -> _Round:
        """The round whose prices lack least, computed once."""
        if not self._solved:
            self._solved.append(self.rows.best(self._solve))
        return self._solved[0]

    def _solve(self, at: Array) -> _Round:
        solution = solve_over(self.program, self._patterns(at), measures_of(self.program))
        return _Round(solution, at, self._price(solution))

    def _patterns(self, at: Array) -> FloatPatterns:
        """The orbits of rows at these levels, each scaled to the chance 1 at the first prevalences, as 1 + counts."""
        classes, lists = self.program.classes, [floats(pi) for pi in self.program.prevalences]
        plain = self.rows.floats(at)
        scales = plain @ lists[0]
        rows = plain / scales[:, None]
        first = [members[0] for members in classes.members]
        sums = np.array([rows[:, members].sum(axis=1) for members in classes.members]).T
        sizes = floats(classes.sizes)
        found = FloatPatterns.of(classes, 1.0, [pi[first] for pi in lists], sums - sizes)
        several = found.several
        centred = [rows[:, members] - rows[:, members].mean(axis=1)[:, None] for members in classes.members]
        spreads = [(centred[a] ** 2).sum(axis=1) / (sizes[a] - 1) for a in several]
        found = replace(
            found,
            chances=tuple(rows @ pi for pi in lists),
            spreads=np.array(spreads).reshape(len(several), len(rows)).T,
        )
        taken = self.rows.taken(at)
        limits = np.array([taken[pairs].mean(axis=0) for pairs in self._pairs]) / scales
        covered, others = self._start(at, plain)
        return found.with_limits(limits, self.rows.room, covered * scales, others * scales)

    def _start(self, at: Array, plain: Array) -> tuple[Array, Array]:
        """Weights of k-ary randomized response, and of all rows; those that reveal the input make up what others leave."""
        classes = self.program.classes
        highest = np.array(classes.places)[at.argmax(axis=1)]
        sizes = floats(classes.sizes)[highest]
        likely = (at.min(axis=1) == 1) & (at.sum(axis=1) == self.rows.k + 1)
        others = 1 / plain.max(axis=1) / len(at)
        means = np.array([plain[:, members].mean(axis=1) for members in classes.members])
        reveals = at.sum(axis=1) == 1
        others[reveals] += (sizes * (1 - means @ others)[highest])[reveals]
        return np.where(likely, sizes, 0.0), others

    @property
    def _pairs(self) -> list[list[int]]:
        """The places of ordered pairs of inputs, grouped by their classes."""
        places = self.program.classes.places
        found: dict[tuple[int, int], list[int]] = {}
        for n, (j, against) in enumerate(permutations(range(len(places)), 2)):
            found.setdefault((places[j], places[against]), []).append(n)
        return list(found.values())

    def _limits(self, solution: Solution) -> Array:
        """The prices of budgets, pair by pair."""
        found = np.zeros(self.rows.k * (self.rows.k - 1))
        for price, pairs in zip(solution.optimum.limits, self._pairs, strict=True):
            found[pairs] = max(price, 0.0) / len(pairs)
        return found

    def _orders(self) -> tuple[Array, Array] | None:
        """The levels of all rows of the orbits that carry weight, and their chances; None if these are too many."""
        best = self.solved
        chances = best.solution.optimum.chances
        units = np.where(self.rows.taken(best.at).any(axis=0), min(1.0, self.rows.room), 1.0)
        kept = np.flatnonzero(chances > ACTIVE * units)
        orbits = [list(self._orders_of(best.at[n])) for n in kept if self._many(best.at[n]) <= MOST_SPREAD]
        if len(orbits) < len(kept) or sum(map(len, orbits)) > MOST_SPREAD:
            return None
        parts = [np.full(len(orbit), chances[n] / len(orbit)) for n, orbit in zip(kept, orbits, strict=True)]
        return np.array([row for orbit in orbits for row in orbit]), np.concatenate(parts)

    def _many(self, row: Array) -> int:
        """The number of rows of an orbit."""
        return math.prod(many_orders(row[list(members)].tolist()) for members in self.program.classes.members)

    def _orders_of(self, row: Array) -> Iterator[Array]:
        """The rows of an orbit, by their levels."""
        members = self.program.classes.members
        for orders in product(*(orders_of(row[list(inputs)].tolist()) for inputs in members)):
            found = row.copy()
            for inputs, order in zip(members, orders, strict=True):
                found[list(inputs)] = order
            yield found

    def _spread(self, at: Array, chances: Array) -> Solution:
        """Write the orbits out, with a class for each input; rows of k-ary randomized response join with no weight."""
        k, solution, pi = self.rows.k, self.solved.solution, floats(self.program.prevalences[0])
        silent = np.ones((k, k), at.dtype) + np.eye(k, dtype=at.dtype)
        known = {tuple(row) for row in at.tolist()}
        more = np.array([row for row in silent if tuple(row.tolist()) not in known], at.dtype).reshape(-1, k)
        generators = self.rows.some(np.vstack([at, more]))
        program = replace(self.program, rows=generators, is_total=False)
        patterns = FloatPatterns.of_rays(generators.floats, [floats(p) for p in program.prevalences])
        patterns = replace(patterns, limits=generators.taken / (generators.floats @ pi), room=generators.room())
        optimum = replace(
            solution.optimum,
            chances=np.concatenate([chances, np.zeros(len(more))]),
            slacks=np.zeros(len(chances) + len(more)),
            limits=self._limits(solution),
        )
        return _WrittenOut(program, patterns, optimum, (), orbits=solution)

    def _price(self, found: Solution) -> Lacking:
        """What the prices of floats lack, over sᵀπ_0."""
        parts = [
            (floats(found.contrasts_of_covariance(place)), float(w) * scales_of(found.program, place))
            for place, w in enumerate(found.optimum.weights)
        ]
        return self._lacking(parts, found.multipliers(), self._limits(found))

    def _raise_by(
        self, _: Solution, forms: Sequence[Form], y: Sequence[Fraction], limits: Sequence[Fraction]
    ) -> Fraction:
        """How much of π_0 is to be added to y, with an allowance for rounding."""
        parts = [(floats(form.matrix), floats(form.weights)) for form in forms]
        return self._lacking(parts, floats(y), floats(limits)).most

    def _lacking(self, parts: Sequence[tuple[Array, Array]], y: Array, limits: Array) -> Lacking:
        lists = [floats(pi) for pi in self.program.prevalences]

        def worth(rows: Array) -> tuple[Array, Array]:
            found = sizes = np.zeros(len(rows))
            for (x, d), pi in zip(parts, lists, strict=True):
                chances = rows @ pi
                found = found + (rows @ x.T) ** 2 @ d / chances
                sizes = sizes + (rows @ abs(x).T) ** 2 @ d / chances
            return found, sizes

        return self.rows.lacking(worth, y, limits, lists[0])

    @property
    def notes(self) -> tuple[str, ...]:
        """Say that any number of outputs is allowed."""
        return (ANY_NUMBER,)
