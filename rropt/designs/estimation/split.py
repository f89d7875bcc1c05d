"""Bound the best estimates under conditions on labels from both sides, if several answers may share a label.

A mechanism is given by a weight θ_as ≥ 0 for each label a and each row s (`rropt.designs.reductions.labelled`). The matrix
M = Σ θ_as s sᵀ/(sᵀπ) does not depend on which labels the rows have. Conditions and budgets are linear in θ. So if a criterion is
convex in M, its least value is a convex program. In comparison with the program without conditions, it has one more linear limit
for each condition. The lower bound has the same form as without conditions. It is proved by a matrix X, N or G, from which a convex
and homogeneous function f of rows is made. Let B be any number with B ≥ Σ θ_as f(s). Let k be the number of
inputs, K the contrasts and v the largest variance. Then

    variances             f(s) = ‖Xs‖²/(sᵀπ)            Tr K M⁻Kᵀ ≥ 2 Tr KXᵀ − Tr XMXᵀ ≥ 2 Tr KXᵀ − B,
    determinant           f(s) = sᵀNs/(sᵀπ), N ≻ 0      1/det M ≥ det N (k/Tr NM)^k ≥ det N (k/B)^k,
    largest variance v    f(s) = ‖Gs‖²/(sᵀπ), G1 = 0    v ≥ ‖G‖²/Tr GMGᵀ ≥ ‖G‖²/B.

Let r_i be the row of answer i. Condition n is σ_n Σ_i a_n,i·r_i ≤ σ_n b_n, where σ_n is −1 for a condition "at least", and else 1.
A budget is Σ θ h(s) ≤ b, where h(s) is what row s uses of it. Let y be prices of the inputs, z ≥ 0 prices of the budgets, and u_n
prices of the conditions. u_n ≥ 0, except that it may have any sign for an equality. By the lemma on prices (SPEC.md, section 4), if
f(s) ≤ y·s + Σ z h(s) + Σ_n u_n σ_n a_n,a·s at every row s and label a, then B = Σ y + Σ z b + Σ_n u_n σ_n b_n is such a number.

The bounds divide by B, so B must be positive. The checker first verifies that the certificate's mechanism keeps the demand and the
conditions. So B is at least Σ f(r) over the rows r of this mechanism, although single terms of B may be negative. For a determinant
this sum is Tr NM > 0, because N ≻ 0 and M ≠ 0. For a largest variance the sum is Tr GMGᵀ ≥ ‖G‖²/v, which is positive if G ≠ 0 and v
is finite. If G = 0, the bound is 0, and the checker does not divide. If no mechanism meets the conditions, no certificate of this
kind exists. Then the certificate of a linear objective shows that no mechanism meets them.

At an optimum the lower bound equals the value if the prices are the multipliers of the program, and if X = KM⁻, N = M⁻¹, or G is a
root of the dual matrix of the least eigenvalue. If there are several lists of prevalences, f is the weighted mean of the functions
f of the lists.

In floats, conditions and budgets are written in one form: Σ θ l ≤ 1, with a number l for each row and label. Rows are scaled to
sᵀπ = 1, so that the weights sum to 1. A budget has l = h(s)/b. Condition n has l = 1 + σ_n(a_n,a·s − b_n)/S, with a number S > 0 of
its own. So Σ θ l is 1 plus the excess of the condition's left side divided by S. If p is the price of this limit, then u_n = p/S,
and p(1 − σ_n b_n/S)π is added to y. Rows are written as s = 1 + g·v, where g is the largest difference of an entry from 1, so that
no digits are lost near t = 1.

The numeric method works on those rows and limits for which an interior point exists (`rropt.designs.rows.inside`). The weights near
its optimum are made rational. They meet exactly every limit that the optimum uses up.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np

from rropt.certificate.judge import judge
from rropt.designs.estimation.certificate import Proof, write_proof, write_unattained
from rropt.designs.estimation.exact import ATTAINED, PRICES_FALL_SHORT
from rropt.designs.estimation.numeric.floats import floats
from rropt.designs.estimation.numeric.solution import ACTIVE, Solution
from rropt.designs.estimation.program import EstimationProgram, program_over
from rropt.designs.estimation.within import MARGINS
from rropt.designs.floats.rounding import nearby_solutions
from rropt.designs.objectives.estimation import OfEstimation, estimation_of
from rropt.designs.reductions.labelled import Labelled, notes_of_labels, refuse_all
from rropt.designs.rows.float_patterns import FloatPatterns
from rropt.designs.rows.inside import SINGULAR, start_inside
from rropt.designs.rows.listing import generators_of
from rropt.designs.rows.supports import thin_floats
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix
from rropt.exact.spelling import counted
from rropt.mechanism import Mechanism
from rropt.problem.answers import Evidence, NumericAnswer, Search, Unattained, Unsatisfiable
from rropt.problem.bounded import evidence_of_bounds
from rropt.problem.contract import Program
from rropt.problem.contradiction import contradict
from rropt.problem.problem import Problem
from rropt.problem.split import split_labels

__all__ = ["SOURCE", "Bounded", "Certified", "SplitEstimates"]

Array: TypeAlias = Any
Weights = dict[tuple[int, ...], Fraction]
USED_UP = (1e-6, 1e-9, 1e-4)  # a limit counts as used up if less than this part of it is left; tried in turn
FINE = 60  # bits of weights
MOST_MOVES = 5
SOURCE = "a convex program, rounded"
ZERO, ONE = Fraction(0), Fraction(1)
Line = list[Fraction]


@dataclass(frozen=True, slots=True)
class _Limited:
    """The rows of a problem with conditions, and the limits on the weights of these rows.

    Each row s is scaled to sᵀπ = 1, where π has the prevalences. `chances` has the numbers sᵀπ before scaling. Labels that all
    conditions treat alike are of one kind, and the rows of each kind stand together. Let θ_s be the weight of the row s. Then every
    limit has the form Σ_s l_s θ_s ≤ 1. `taken` has the numbers l_s, indexed [limit, row]. The first limits come from the conditions
    and the others from the demand. A condition left ≤ right is written as 1 + (left − right)/S ≤ 1, with a number S > 0. `sizes`
    has the S of each condition. `is_equal` says which limits must be met exactly.
    """

    rows: list[Line]
    chances: Line
    taken: list[Line]
    sizes: Line
    is_equal: list[bool]

    @classmethod
    def of(cls, labelled: Labelled, pi: Sequence[Fraction]) -> _Limited:
        """Write down the rows and limits of a problem, scaled for its first list of prevalences."""
        conditions, k = labelled.problem.conditions, labelled.problem.k
        columns = [[Fraction(x) for x in column] for column in labelled.columns()]  # type: ignore[arg-type]
        chances = [_dot(column, pi) for column in columns]
        scaled = [[x / q for x in column] for column, q in zip(columns, chances, strict=True)]
        sizes, taken = [], []
        for n, most in enumerate(map(Fraction, labelled.right()[k:])):  # type: ignore[arg-type]
            if n < len(conditions):
                over = [column[k + n] - most for column in scaled]
                sizes.append(Fraction(2) ** math.frexp(max(abs(float(x)) for x in over) or 1.0)[1])
                taken.append([1 + x / sizes[-1] for x in over])
            else:
                taken.append([column[k + n] / most for column in scaled])
        is_equal = [c.relation == "==" for c in conditions] + [False] * (len(taken) - len(conditions))
        return cls([column[:k] for column in scaled], chances, taken, sizes, is_equal)

    def patterns(self, lists: Sequence[Sequence[Fraction]]) -> FloatPatterns:
        """Return the rows and limits as floats, with the probability of each row at each of the given lists of prevalences."""
        gain = Fraction(max(abs(float(x - 1)) for row in self.rows for x in row) or 1.0)
        counts = floats([[(x - 1) / gain for x in row] for row in self.rows])
        found = FloatPatterns.of_differences(counts, float(gain), [floats(pi) for pi in lists])
        return replace(found, limits=floats(self.taken), room=1.0, equal=np.array(self.is_equal))


def _dot(xs: Sequence[Fraction], ys: Sequence[Fraction]) -> Fraction:
    return sum((x * y for x, y in zip(xs, ys, strict=False)), ZERO)


class Criterion(Protocol):
    """The methods that `SplitEstimates` needs from a criterion, so that the criterion can be solved over rows of any kind."""

    @property
    def program(self) -> EstimationProgram:
        """The estimation program, in which each row has a separate weight for each label."""

    def solve_over(self, patterns: FloatPatterns) -> Solution:
        """Compute the numeric optimum over these rows."""

    def say(self, solution: Solution) -> NumericAnswer:
        """Report the value in floats."""

    def solve_by(self, solver: str, patterns: FloatPatterns) -> NumericAnswer | None:
        """Solve with the named solver of cvxpy over the mechanisms that have these rows. Return None if the criterion is always
        solved by its own method.
        """


class Certified(Criterion, Protocol):
    """A criterion whose bounds the checker can verify."""

    def bound(self, solution: Solution, shares: dict[tuple[int, ...], Fraction], *, margin: float) -> Proof:
        """Prove a lower and an upper bound on the least value of the criterion.

        The upper bound holds for the mechanism whose rows have the rational weights `shares`.
        """

    def list_estimators(self, proof: Proof) -> tuple[Matrix, ...]:
        """Return the estimators in `proof` that users are given, one for each list of prevalences.

        If users are given no estimators, return an empty tuple.
        """


@runtime_checkable
class Bounded(Criterion, Protocol):
    """A criterion whose bounds the checker cannot verify, so that only rropt states them."""

    def bounds_of(self, solution: Solution, mechanism: Mechanism) -> tuple[Number, Number]:
        """Return a lower bound for all mechanisms, and an upper bound of the value of this mechanism."""


@dataclass(frozen=True, slots=True)
class SplitEstimates(OfEstimation, Program):
    """The program for the least value of a criterion of estimation, under conditions on the answers with certain labels.

    A criterion is a function of the covariance of the estimated shares.
    """

    problem: Problem
    labelled: Labelled
    limited: _Limited
    criterion: Certified | Bounded
    _solved: list[Solution | None] = field(default_factory=list)

    @classmethod
    def of(cls, problem: Problem, make: Callable[[Problem, EstimationProgram], Certified | Bounded]) -> SplitEstimates:
        """Make the program for a problem with conditions on labels.

        `make` makes the criterion from the problem and an estimation program. In this estimation program, each row has a separate
        weight for each label.
        """
        objective = estimation_of(problem)
        given = generators_of(problem.demand, problem.bounds, aim=objective.called, is_two_listed=True)
        labelled = Labelled.of(problem, problem.ratio_and_delta[0] if given is None else given)
        program = program_over(problem, labelled)
        return cls(problem, labelled, _Limited.of(labelled, program.prevalences[0]), make(problem, program))

    @property
    def is_silent(self) -> bool:
        """Whether no answer depends on the truth."""
        return self.labelled.is_silent and self.problem.bounds.common is not None

    @property
    def solution(self) -> Solution | None:
        """The numeric optimum, computed once; None if HiGHS finds nothing that meets the conditions."""
        if not self._solved:
            self._solved.append(_solve(self.criterion, self.limited.patterns(self.criterion.program.prevalences)))
        return self._solved[0]

    def numeric(self, solver: str | None) -> NumericAnswer:
        """Solve with the named solver of cvxpy, if one is named and the criterion allows it; else by the criterion's own method."""
        if self.is_silent:
            return NumericAnswer(status="not posed", value=math.inf, source="no answer depends on the truth")
        found = self.solution
        if found is None:
            return NumericAnswer(status="Infeasible", value=math.nan, source="HiGHS over rows by label")
        answer = None if solver is None else self.criterion.solve_by(solver, found.patterns)
        return self.criterion.say(found) if answer is None else answer

    def prove(self, theorem: object, *, optima: Search) -> Evidence | Unattained | Unsatisfiable:
        """Prove bounds from both sides by rational weights and prices. If no mechanism meets the conditions, prove that instead.

        If no answer depends on the truth, certify that no variance is finite.
        """
        if self.is_silent:
            found = contradict(self.problem)
            return found if isinstance(found, Unsatisfiable) else write_unattained(self.problem)
        if self.solution is None:
            return refuse_all(self.problem)
        return self._prove_within(self.solution)

    def _prove_within(self, solution: Solution) -> Evidence:
        weights = self._weights(solution)
        rows, parts = self.labelled.deal(weights)
        posed, is_spoken = split_labels(self.problem, parts), [any(row) for row in rows]
        bits = (sum(is_spoken) - 1).bit_length()
        sending = f"the answer is one of {sum(is_spoken)}, {counted(bits, 'bit')} to send"
        mechanism = Mechanism(rows, self.problem.inputs, posed.output_labels)
        if isinstance(self.criterion, Bounded):
            bounds = self.criterion.bounds_of(solution, mechanism)
            return evidence_of_bounds(self.problem, mechanism, bounds, source=SOURCE, notes=(sending,))
        for margin in MARGINS:
            proof = self._priced(self.criterion.bound(solution, weights, margin=margin))
            places = tuple(replace(x, estimator=_beside_silent(x.estimator, is_spoken)) for x in proof.places)
            proof = replace(proof, places=places)
            text = write_proof(posed, rows=rows, outputs=posed.output_labels or (), proof=proof, classes=None)
            if judge(text).condition != PRICES_FALL_SHORT:
                break
        estimators = self.criterion.list_estimators(proof)
        return Evidence(
            rows=rows,
            bounds=proof.bounds,
            certificate=text,
            source=SOURCE,
            outputs=posed.output_labels,
            estimators=estimators,
            notes=(sending, *((ATTAINED,) if estimators else ())),
        )

    def _priced(self, proof: Proof) -> Proof:
        """Convert the dual prices of the scaled limits to prices of the problem's own conditions and limits.

        The prices y of the inputs change too, as the module explains.
        """
        conditions, pi = self.problem.conditions, self.criterion.program.prevalences[0]
        paid = tuple(p / size for p, size in zip(proof.limits, self.limited.sizes, strict=False))
        more = sum(
            (p - u * c.sign_of_most * c.bound for p, u, c in zip(proof.limits, paid, conditions, strict=False)), ZERO
        )
        columns = tuple(Fraction(y) + more * x for y, x in zip(proof.columns, pi, strict=True))  # type: ignore[arg-type]
        of_budgets = zip(proof.limits[len(paid) :], self.labelled.budgets, strict=True)
        limits = tuple(p / Fraction(b.most) for p, b in of_budgets)  # type: ignore[arg-type]
        return replace(proof, columns=columns, conditions=paid, limits=limits)

    def _weights(self, solution: Solution) -> Weights:
        """Return rational weights of the rows near the optimum. The keys are pairs (index of the kind of label, index of the row).

        Labels that all conditions treat alike are of one kind. Limits that the optimum uses up are met exactly.
        """
        patterns, p = solution.patterns, solution.optimum.chances
        size = 1 / np.maximum(1.0, patterns.limits.max(axis=0))
        kept = np.flatnonzero(p > (0 if solution.is_polished else ACTIVE * size))
        thin = thin_floats(
            _features(patterns, kept) * size[kept][:, None],
            p[kept] / size[kept],
            np.ones(len(patterns.limits)),
        )
        tried = [[(int(kept[n]), float(w) * size[kept[n]]) for n, w in thin], [(int(n), float(p[n])) for n in kept]]
        for near in tried:
            for used in USED_UP:
                found = self._round([n for n, _ in near], [w for _, w in near], used)
                if found is not None:
                    return found
        raise InputError(
            "no rational weights were found near the numeric optimum; give conditions, or ratios, with fewer digits"
        )

    def _round(self, kept: list[int], near: list[float], used: float) -> Weights | None:
        """Find exact rational weights for the rows with the indices `kept`, near the floats `near`.

        Return the positive weights, with the keys (index of the kind of label, index of the row). With these weights the rows sum
        to (1, …, 1). A limit counts as used up if it must be met exactly, or if less than the fraction `used` of it is left. The
        exact weights meet every such limit exactly. First the floats are moved, relatively as little as possible, until they meet
        the same equations. Return None if the exact equations have no solution, or if the solution has a negative weight or exceeds
        another limit.
        """
        limited = self.limited
        rows = [[limited.rows[n][j] for n in kept] for j in range(self.problem.k)]
        taken = [[line[n] for n in kept] for line in limited.taken]
        covering, limits, weights = floats(rows), floats(taken), np.array(near)
        for _ in range(MOST_MOVES):
            is_full = np.array(limited.is_equal) | (limits @ weights > 1 - used)
            asked = np.vstack([covering, limits[is_full]]) * weights
            moved = np.linalg.lstsq(asked, np.ones(len(asked)) - asked.sum(axis=1), rcond=None)[0]
            weights = weights * np.maximum(1 + moved, 0)
        full, near = [line for line, x in zip(taken, is_full, strict=True) if x], [float(w) for w in weights]
        found = nearby_solutions([*rows, *full], [[ONE] * (len(rows) + len(full))], [near], near, bits=FINE)
        if found is None or any(w < 0 for w in found[0]) or any(_dot(line, found[0]) > 1 for line in taken):
            return None
        by_row = {n: w / limited.chances[n] for n, w in zip(kept, found[0], strict=True) if w}
        return {divmod(n, len(self.labelled.rows)): w for n, w in by_row.items()}

    @property
    def notes(self) -> tuple[str, ...]:
        """Say that several answers may share a label."""
        return notes_of_labels(self.problem)


def _beside_silent(estimator: Matrix, is_spoken: Sequence[bool]) -> Matrix:
    """Insert a column of zeros into the estimator for each answer that is never given. `is_spoken` is False for these answers."""
    found = []
    for line in estimator:
        numbers = iter(line)
        found.append(tuple(next(numbers) if spoken else ZERO for spoken in is_spoken))
    return tuple(found)


def _features(patterns: FloatPatterns, kept: Array) -> Array:
    """List, for each row of `kept`, three amounts that one unit of the row's weight adds. They are the amounts added to the matrix
    M, to the total probability of each input, and to the use of each limit.
    """
    v, (i, j) = patterns.vectors[kept], np.triu_indices(patterns.vectors.shape[1])
    parts = [v[:, i] * v[:, j] / q[kept][:, None] for q in patterns.chances]
    return np.hstack([*parts, np.ones((len(kept), 1)), v, patterns.limits[:, kept].T])


def _solve(criterion: Criterion, patterns: FloatPatterns) -> Solution | None:
    """Compute the optimum in floats over the rows that may have weight; the other rows get probability 0.

    None if no weights meet the limits.
    """
    found = start_inside(patterns)
    if found is None:
        return None
    inside, kept = found
    # contrasts that no answer tells apart are left out of the basis
    turn, lengths, _ = np.linalg.svd(inside.vectors.T, full_matrices=False)
    turn = turn[:, lengths > SINGULAR * lengths[0]]
    contrast = floats(criterion.program.contrast) @ patterns.basis
    if np.abs(contrast - contrast @ turn @ turn.T).max() > SINGULAR * np.abs(contrast).max():
        raise InputError(
            "as far as floats can tell, no mechanism that meets these conditions identifies the shares or contrasts to be "
            "estimated; weaken the conditions"
        )
    inside = replace(inside, vectors=inside.vectors @ turn, basis=patterns.basis @ turn)
    best = criterion.solve_over(inside)
    chances, slacks = np.zeros(len(patterns.counts)), np.zeros(len(patterns.counts))
    chances[kept], slacks[kept] = best.optimum.chances, best.optimum.slacks
    lam = best.optimum.multipliers
    optimum = replace(
        best.optimum,
        chances=chances,
        slacks=slacks,
        inverses=tuple((turn @ block @ turn.T, singles) for block, singles in best.optimum.inverses),
        multipliers=np.concatenate([lam[:1], turn @ lam[1:]]),
    )
    return replace(
        best,
        patterns=patterns,
        optimum=optimum,
        images=tuple(x @ turn.T for x in best.images),
        duals=tuple(turn @ x @ turn.T for x in best.duals),
    )
