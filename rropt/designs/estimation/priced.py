"""Bound variances with δ > 0 by column generation, if there are more rows than the checker lists.

Each entry of a row is 0 or a power of T = e^ε. An entry 0 is said to be at level 0, and an entry T^(n−1) at level n. The interior
point method over some of the rows gives weights of these rows, a matrix X_a for each list π_a of prevalences, a price y for each
input, and a price z for each budget of slack. w_a is the weight of the list π_a. The price of a row s is yᵀs, plus the sum over all
budgets of z times the amount of the budget that s uses. The price should be at least Σ_a w_a‖X_a s‖²/(sᵀπ_a), where each square in
‖X_a s‖² is multiplied by the weight of its contrast, if the contrasts have weights. The rows where it is too small by the largest
amounts are added (`rropt.designs.rows.priced_levels`). Then the program is solved again, and so on. At last a multiple of π_0 is
added to y, so that no price is too small. Then the lemma on prices (SPEC.md, sections 4 and 5) holds at all rows, with rational
X_a, y and z.

Inputs with equal prevalences and contrasts form a class. By symmetry and convexity, some best mechanism and its prices do not
change if two inputs of one class are exchanged. An orbit has the rows that differ only by such exchanges. That mechanism has one
weight for each orbit, and only one row of each orbit is priced. What an orbit uses of the budget of a pair of inputs is the mean of
what this row uses over all pairs of inputs from the same two classes.
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
from rropt.designs.estimation.numeric.solution import ACTIVE, Solution, say, solve_over
from rropt.designs.estimation.prices import Form
from rropt.designs.estimation.program import (
    EstimationProgram,
    classes_of,
    program_over,
    require_own_solver,
    require_size,
)
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
from rropt.problem.contract import Program
from rropt.problem.notes import ANY_NUMBER
from rropt.problem.problem import Problem

__all__ = ["PricedEstimates"]

Array: TypeAlias = Any
SOURCE = "an interior point and column generation over rows by levels"
MOST_JUDGED = 8_000  # orders of inputs, with ties; each has two rows, and the checker tries at most 16,384 rows
MOST_SPREAD = 6000  # rows of the orbits that carry weight, from which a few are chosen


@dataclass(frozen=True, slots=True)
class _Round:
    """The result of one round of column generation.

    `solution` is the optimum over the orbits of some rows. `at` has the levels of these rows: an entry at level 0 is 0, and an
    entry at level n is T^(n−1), with T = e^ε. `lacking` says at which rows the dual prices are too small, and by how much.
    """

    solution: Solution
    at: Array
    lacking: Lacking

    @property
    def loss(self) -> float:
        """The largest value of (f(s) − the dual price of s)/(sᵀπ_0) over all rows s, computed in floats.

        f(s) is the least dual price that proves the lower bound. π_0 is the first list of prevalences.
        """
        return self.lacking.near

    @property
    def is_enough(self) -> bool:
        """Whether `loss` is so small that no further round is needed. It is then hardly larger than the gap that the interior point
        method leaves between its bounds.
        """
        return self.loss <= ENOUGH * self.solution.value + 2 * self.solution.gap


@dataclass(frozen=True, slots=True, kw_only=True)
class _WrittenOut(Solution):
    """An optimum in which each row has a probability of its own.

    It is made from the optimum `orbits`, in which rows that differ only by exchanging equal inputs have one probability together.
    Numbers that belong to inputs are taken from `orbits`. So inputs of one class have numbers that are equal to the last bit.
    """

    orbits: Solution

    def contrasts_of_covariance(self, place: int) -> Array:
        """Return K C, indexed [contrast, input], for the contrasts K and the covariance C; taken from the solution over orbits."""
        return self.orbits.contrasts_of_covariance(place)

    def multipliers(self) -> Array:
        """Return the price of each input, taken from `orbits`, the optimum over orbits of rows.

        The prices and the matrix X = K C together prove a lower bound. The rows of K are the contrasts, and C is the covariance.
        """
        return self.orbits.multipliers()


@dataclass(frozen=True, slots=True)
class PricedEstimates(OfEstimation, Program):
    """The program of the least variances under one ε and δ > 0 if there are too many rows to list.

    It begins with a few rows, and adds others where they would improve the value.
    """

    problem: Problem
    rows: PricedLevels
    program: EstimationProgram
    _solved: list[_Round] = field(default_factory=list)

    @classmethod
    def of(cls, problem: Problem) -> PricedEstimates | None:
        """Pose the program of a problem, or return None if `PricedLevels` cannot handle its equal inputs, its ε and its δ."""
        require_size(problem)
        classes = classes_of(problem)
        rows = PricedLevels.of(classes, *problem.ratio_and_delta)
        return None if rows is None else cls(problem, rows, program_over(problem, Orbits(classes, rows.below)))

    def numeric(self, solver: str | None) -> NumericAnswer:
        """Solve by the interior point method over a growing set of rows. Refuse a named solver, which would need all rows."""
        require_own_solver(solver, self.problem)
        found = self.solved
        return say(found.solution.value, max(found.lacking.near, 0.0) + found.solution.gap, SOURCE)

    @property
    def is_bounded(self) -> bool:
        """Whether the bounds are stated by rropt alone, because there are more orbits of rows than the checker tries.

        The checker tries one row of each orbit.
        """
        return number_of_orders(self.program.classes.sizes) > MOST_JUDGED

    def prove(self, theorem: object, *, optima: Search) -> Evidence:
        """Prove bounds from the best round of column generation.

        The round's mechanism is rounded to rationals, and its prices are raised until no row's price is too small. If the mechanism
        has too many rows, or if no rational weights are found, the mechanism that `RevealingEstimates` finds is given instead.
        """
        orders = self._orders()
        spread = self._spread(*(orders or (self.rows.first()[:0], np.zeros(0))))
        lower, dual = lower_bound(spread, self._raise_by)
        program, places = spread.program, range(len(spread.program.prevalences))
        try:
            shares = {} if orders is None else choose_shares(spread)
            uppers = [upper_bound(spread, shares, place) for place in places]
        except InputError:
            # the orbits have too many rows, or no rational weights are near: reveal the truth with probability δ instead
            revealing = RevealingEstimates.of(self.problem).prove(None, optima=optima)
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
        """Return evidence with a certificate of both bounds.

        If there are too many rows for the checker, or if it does not accept the certificate, rropt alone states the bounds.
        """
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
        """The best round of column generation, in which the prices are too small by the least amount; computed once."""
        if not self._solved:
            self._solved.append(self.rows.best(self._solve))
        return self._solved[0]

    def _solve(self, at: Array) -> _Round:
        """Solve over some rows, and find rows whose prices are too small at this optimum.

        `at` has the levels of the entries of the given rows. Each of them stands for its orbit. The head of this file explains
        levels, prices and orbits.
        """
        solution = solve_over(self.program, self._patterns(at), measures_of(self.program))
        return _Round(solution, at, self._price(solution))

    def _patterns(self, at: Array) -> FloatPatterns:
        """Convert rows to floats; `at` has the level of each entry, indexed [row, input].

        Each row stands for its orbit: all rows that differ from it only by exchanging inputs of a class. The row is scaled so that
        its answer has probability 1 at the first list of prevalences. Then 1 is subtracted from each entry, and the results are
        added up over the inputs of each class.
        """
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
        """Return the weights of two mechanisms, from which the starting point of the interior point method is made.

        The first mechanism is k-ary randomized response, with weights up to a common factor. In the second mechanism every row has
        a positive weight. First all rows get small weights. Then the rows that reveal the input get so much more that the
        probabilities of the answers to every input sum to 1.
        """
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
        """The ordered pairs of inputs, grouped by the classes of their two inputs.

        A pair is given by its index in the list of all ordered pairs.
        """
        places = self.program.classes.places
        found: dict[tuple[int, int], list[int]] = {}
        for n, (j, against) in enumerate(permutations(range(len(places)), 2)):
            found.setdefault((places[j], places[against]), []).append(n)
        return list(found.values())

    def _limits(self, solution: Solution) -> Array:
        """Return the dual prices of the constraints on slack, one for each ordered pair of inputs.

        Two pairs have the same price if their first inputs are of one class and their second inputs are of one class.
        """
        found = np.zeros(self.rows.k * (self.rows.k - 1))
        for price, pairs in zip(solution.optimum.limits, self._pairs, strict=True):
            found[pairs] = max(price, 0.0) / len(pairs)
        return found

    def _orders(self) -> tuple[Array, Array] | None:
        """Return all rows of the orbits that carry weight, and their probabilities. Return None if these rows are too many.

        An orbit has the rows that differ only by exchanging equal inputs. Rows are given by the levels of their entries: an entry
        at level 0 is 0, and an entry at level n is T^(n−1), with T = e^ε.
        """
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
        """Return the number of different rows that are obtained from a row by exchanging inputs of the same class."""
        return math.prod(many_orders(row[list(members)].tolist()) for members in self.program.classes.members)

    def _orders_of(self, row: Array) -> Iterator[Array]:
        """Yield each row that is obtained from this row by exchanging inputs of the same class.

        Rows are given by the levels of their entries: an entry at level 0 is 0, and an entry at level n is T^(n−1), with T = e^ε.
        """
        members = self.program.classes.members
        for orders in product(*(orders_of(row[list(inputs)].tolist()) for inputs in members)):
            found = row.copy()
            for inputs, order in zip(members, orders, strict=True):
                found[list(inputs)] = order
            yield found

    def _spread(self, at: Array, chances: Array) -> Solution:
        """Make a solution that has a probability for each single row, not for each orbit; each input is a class of its own.

        `at` has the levels of the rows' entries, as the head of this file explains, and `chances` has the rows' probabilities. Rows
        of k-ary randomized response that are not in `at` are added with probability 0.
        """
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
        """Find the rows s whose numeric dual price is too small, and by how much.

        Each amount is divided by sᵀπ_0, where π_0 is the first list of prevalences.
        """
        parts = [
            (floats(found.contrasts_of_covariance(place)), float(w) * scales_of(found.program, place))
            for place, w in enumerate(found.optimum.weights)
        ]
        return self._lacking(parts, found.multipliers(), self._limits(found))

    def _raise_by(
        self, _: Solution, forms: Sequence[Form], y: Sequence[Fraction], limits: Sequence[Fraction]
    ) -> Fraction:
        """Return a number c such that the prices y + c·π_0 meet the dual inequality at every row.

        π_0 is the first list of prevalences. c includes an allowance for rounding.
        """
        parts = [(floats(form.matrix), floats(form.weights)) for form in forms]
        return self._lacking(parts, floats(y), floats(limits)).most

    def _lacking(self, parts: Sequence[tuple[Array, Array]], y: Array, limits: Array) -> Lacking:
        """Find the rows s whose price is smaller than Σ d(Xs)²/(sᵀπ), and by how much.

        For each list π of prevalences, `parts` has a matrix X and the weights d of the rows of X. The sum is over the lists and
        over the rows of X. The price of s is computed from the prices y of the inputs and from the prices `limits` of the
        constraints on slack.
        """
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
