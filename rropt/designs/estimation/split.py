"""Estimates under conditions on the answers of each label, of which there may be several: bounds from both sides by the lemma.

With weights θ_as of the rows s by label a (`rropt.designs.reductions.labelled`) M = Σ θ_as s sᵀ/(sᵀπ) is that of all rows, whatever
their labels, and what conditions and budgets ask of θ is linear. So the least Tr K M⁻Kᵀ is a convex program, as without conditions,
with one more linear limit for each condition. For every X, with f(s) = ‖Xs‖²/(sᵀπ),

    Tr K M⁻Kᵀ ≥ 2 Tr KXᵀ − Tr XMXᵀ = 2 Tr KXᵀ − Σ θ_as f(s),

and where f(s) ≤ y·s + Σ z h(s) + Σ_n u_n σ_n a_n,a·s at every row s and label a, z ≥ 0 and u_n ≥ 0 (of any sign for an equality),
the last sum is at most B = Σ y + Σ z b + Σ_n u_n σ_n b_n: the lemma on prices (SPEC.md, section 4). At an optimum X = KM⁻ and the
multipliers of the program leave no gap. With several lists of prevalences f is the mean of theirs.

In floats everything is a limit of one kind. With sᵀπ = 1 for every row, as weights then sum to 1, the condition is Σ θ l ≤ 1,
l = 1 + (σ a_a·s − σ b)/S, S > 0 of any size; so that Σ θ l = 1 + (its excess)/S. A budget is Σ θ h/b ≤ 1. A price p of l is
u = p/S, and p(1 − σb/S) π on y. Rows are s = 1 + g·v, with g the most that any entry differs from 1: near t = 1 nothing is lost.

A limit that is met everywhere with equality, and a weight that is 0 everywhere, leave the interior point no way inside; both are
found first, and it works on what is left. The weights near its optimum are made rational with all limits exact that it uses up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from rropt.certificate.judge import judge
from rropt.designs.estimation.certificate import Proof, ProofAt, write_proof, write_unattained
from rropt.designs.estimation.exact import ATTAINED, PRICES_FALL_SHORT
from rropt.designs.estimation.numeric.floats import floats, measures_of
from rropt.designs.estimation.numeric.solution import ACTIVE, Solution, say, solve_over
from rropt.designs.estimation.program import EstimationProgram
from rropt.designs.estimation.within import MARGINS, Dual, lower_bound, upper_of_rows
from rropt.designs.floats.rounding import nearby_solutions
from rropt.designs.objectives.estimation import OfEstimation, estimation_of
from rropt.designs.reductions.labelled import Labelled, notes_of_labels, refuse_all
from rropt.designs.rows.float_patterns import FloatPatterns
from rropt.designs.rows.listing import generators_of
from rropt.designs.rows.supports import thin_floats
from rropt.exact.decimal import decimal
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix
from rropt.exact.spelling import counted
from rropt.problem.answers import Evidence, NumericAnswer, Search, Unattained, Unsatisfiable
from rropt.problem.contract import Program
from rropt.problem.contradiction import contradict
from rropt.problem.problem import Problem
from rropt.problem.split import split_labels
from rropt.solvers.highs import SparseRows, dense_rows, minimise

__all__ = ["SplitEstimates"]

Array: TypeAlias = Any
Weights = dict[tuple[int, int], Fraction]
INSIDE = 1e-7  # of an even weight, from which there is room enough for the interior point
USED_UP = (1e-6, 1e-9, 1e-4)  # of a limit, from which it is taken for used up, in turn
FINE = 60  # bits of weights
MOST_MOVES = 5
SINGULAR = 1e-9  # relative, of what rows tell apart
ZERO, ONE = Fraction(0), Fraction(1)
Line = list[Fraction]


@dataclass(frozen=True, slots=True)
class _Limited:
    """Rows of kind after kind, each scaled to sᵀπ = 1, and what they take of each limit, which is 1; `sizes` are the S of
    conditions, of which there are as many."""

    rows: list[Line]
    chances: Line
    taken: list[Line]
    sizes: Line
    is_equal: list[bool]

    @classmethod
    def of(cls, labelled: Labelled, pi: Sequence[Fraction]) -> _Limited:
        """The limits of a problem, at its first prevalences."""
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
        """In floats."""
        gain = Fraction(max(abs(float(x - 1)) for row in self.rows for x in row) or 1.0)
        counts = floats([[(x - 1) / gain for x in row] for row in self.rows])
        found = FloatPatterns.of_differences(counts, float(gain), [floats(pi) for pi in lists])
        return replace(found, limits=floats(self.taken), room=1.0, equal=np.array(self.is_equal))


def _dot(xs: Sequence[Fraction], ys: Sequence[Fraction]) -> Fraction:
    return sum((x * y for x, y in zip(xs, ys, strict=False)), ZERO)


@dataclass(frozen=True, slots=True)
class SplitEstimates(OfEstimation, Program):
    """The least total variance, or variance of contrasts, under conditions on labels."""

    problem: Problem
    program: EstimationProgram
    labelled: Labelled
    limited: _Limited
    _solved: list[Solution | None] = field(default_factory=list)

    @classmethod
    def of(cls, problem: Problem) -> SplitEstimates:
        """The program of a problem with conditions; refuse a free ε, δ."""
        objective = estimation_of(problem)
        if problem.interval is not None:
            raise InputError(
                f"under conditions the {objective.called} is designed at one epsilon and delta; give numbers, such as 1/2, or "
                "drop the conditions"
            )
        given = generators_of(problem.demand, problem.bounds, aim=objective.name, is_two_listed=True)
        labelled = Labelled.of(problem, problem.ratio_and_delta[0] if given is None else given)
        lists, contrast = objective.prevalences.at(problem.k), objective.contrast_of(problem.k)
        weights, scales = objective.prevalences.weights, objective.scales_of(problem.k)
        # every share is a contrast here, as Newton's steps are about contrasts
        program = EstimationProgram(labelled, lists, weights, contrast, False, scales)
        return cls(problem, program, labelled, _Limited.of(labelled, lists[0]))

    @property
    def is_silent(self) -> bool:
        """Whether no answer depends on the truth."""
        return self.labelled.is_silent and self.problem.bounds.common is not None

    @property
    def solution(self) -> Solution | None:
        """The numeric optimum, computed once; None if HiGHS finds nothing that meets the conditions."""
        if not self._solved:
            self._solved.append(_solve(self.program, self.limited.patterns(self.program.prevalences)))
        return self._solved[0]

    def numeric(self, solver: str | None) -> NumericAnswer:
        """Solve by the interior point method, or a convex program with a solver of cvxpy."""
        if self.is_silent:
            return NumericAnswer(status="not posed", value=math.inf, source="no answer depends on the truth")
        found = self.solution
        if found is None:
            return NumericAnswer(status="Infeasible", value=math.nan, source="HiGHS over rows by label")
        if solver is None:
            return say(found.value, found.gap, "interior point over rows by label")
        from rropt.designs.estimation.numeric.cvxpy import solve_over_patterns
        from rropt.solvers.cvxpy import require_solver

        answer = solve_over_patterns(self.program, found.patterns, require_solver(solver))
        return NumericAnswer(status=answer.status, value=answer.value, source=f"cvxpy with {solver}")

    def prove(self, theorem: object, *, optima: Search) -> Evidence | Unattained | Unsatisfiable:
        """Prove bounds from both sides by rational weights and prices; or that no mechanism meets the conditions."""
        if self.is_silent:
            found = contradict(self.problem)
            return found if isinstance(found, Unsatisfiable) else write_unattained(self.problem)
        if self.solution is None:
            return refuse_all(self.problem)
        return self._prove_within(self.solution)

    def _prove_within(self, solution: Solution) -> Evidence:
        rows, parts = self.labelled.deal(self._weights(solution))
        posed, program, spoken = split_labels(self.problem, parts), self.program, _spoken(rows)
        places = range(len(program.prevalences))
        uppers = [upper_of_rows(solution, spoken, place) for place in places]
        estimators = [_beside_silent(upper.estimator, rows) for upper in uppers]
        upper = Fraction(decimal(program.combine([x.value for x in uppers]), digits=18, direction="upper"))
        for margin in MARGINS:
            lower, dual = lower_bound(solution, margin=margin)
            columns, conditions, limits = self._prices(dual)
            proof = Proof(
                bounds=(lower, upper),
                places=tuple(ProofAt(estimator=estimators[n], matrix=dual.matrices[n]) for n in places),
                columns=columns,
                limits=limits,
                conditions=conditions,
                weights=dual.weights,
            )
            text = write_proof(posed, rows=rows, outputs=posed.output_labels or (), proof=proof, classes=None)
            if judge(text).condition != PRICES_FALL_SHORT:
                break
        bits = (len(spoken) - 1).bit_length()
        return Evidence(
            rows=rows,
            bounds=(lower, upper),
            certificate=text,
            source="an interior point, rounded",
            outputs=posed.output_labels,
            estimators=self.objective.list_estimators(estimators, self.problem.k),
            notes=(f"the answer is one of {len(spoken)}, {counted(bits, 'bit')} to send", ATTAINED),
        )

    def _prices(self, dual: Dual) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...], tuple[Fraction, ...]]:
        """Turn the prices of limits into y, u by condition, and those of budgets."""
        conditions, pi = self.problem.conditions, self.program.prevalences[0]
        paid = tuple(p / size for p, size in zip(dual.limits, self.limited.sizes, strict=False))
        more = sum(
            (p - u * c.sign_of_most * c.bound for p, u, c in zip(dual.limits, paid, conditions, strict=False)), ZERO
        )
        columns = tuple(Fraction(y) + more * x for y, x in zip(dual.columns, pi, strict=True))  # type: ignore[arg-type]
        of_budgets = zip(dual.limits[len(paid) :], self.labelled.budgets, strict=True)
        return columns, paid, tuple(p / Fraction(b.most) for p, b in of_budgets)  # type: ignore[arg-type]

    def _weights(self, solution: Solution) -> Weights:
        """Rational weights near the optimum, with all limits met exactly that it uses up."""
        patterns, p = solution.patterns, solution.optimum.chances
        size = 1 / np.maximum(1.0, patterns.limits.max(axis=0))
        kept = np.flatnonzero(p > (0 if solution.is_polished else ACTIVE * size))
        thin = thin_floats(
            _features(patterns, self.program, kept) * size[kept][:, None],
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
        """Solve exactly for weights of these rows near floats; None if they meet not all limits.

        First the floats are moved as little as possible, relatively, until they meet what the exact ones are to meet.
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


def _spoken(rows: Matrix) -> list[Line]:
    """The rows of answers that are given, which are rational."""
    return [[Fraction(x) for x in row] for row in rows if any(row)]  # type: ignore[arg-type]


def _beside_silent(estimator: Matrix, rows: Matrix) -> Matrix:
    """The estimator with a 0 for each answer that is never given."""
    found = []
    for line in estimator:
        numbers = iter(line)
        found.append(tuple(next(numbers) if any(row) else ZERO for row in rows))
    return tuple(found)


def _features(patterns: FloatPatterns, program: EstimationProgram, kept: Array) -> Array:
    """For each row what one unit of its weight adds to M at each list, to the coverage and to the limits."""
    v, (i, j) = patterns.vectors[kept], np.triu_indices(patterns.vectors.shape[1])
    parts = [v[:, i] * v[:, j] / q[kept][:, None] for q in patterns.chances]
    return np.hstack([*parts, np.ones((len(kept), 1)), v, patterns.limits[:, kept].T])


def _solve(program: EstimationProgram, patterns: FloatPatterns) -> Solution | None:
    """The optimum in floats, over the rows that may have weight; None if no weights meet the limits."""
    found = _inside(patterns)
    if found is None:
        return None
    inside, kept = found
    # what no answer tells apart is left out of the basis
    turn, lengths, _ = np.linalg.svd(inside.vectors.T, full_matrices=False)
    turn = turn[:, lengths > SINGULAR * lengths[0]]
    contrast = floats(program.contrast) @ patterns.basis
    if np.abs(contrast - contrast @ turn @ turn.T).max() > SINGULAR * np.abs(contrast).max():
        raise InputError(
            "the mechanisms that meet these conditions do not tell apart what is estimated, as far as floats can say; give wider "
            "conditions"
        )
    inside = replace(inside, vectors=inside.vectors @ turn, basis=patterns.basis @ turn)
    best = solve_over(program, inside, measures_of(program))
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
    return replace(best, patterns=patterns, optimum=optimum, images=tuple(x @ turn.T for x in best.images))


@dataclass(frozen=True, slots=True)
class _Table:
    """What weights of rows and the rest of each limit add to the sums that are asked for; and a weight for each row, about even."""

    rows: Array
    rest: Array
    right: Array
    even: Array

    @classmethod
    def of(cls, patterns: FloatPatterns) -> _Table:
        """Weights sum to 1, every input is covered alike, and limits are used up with what is left of them."""
        count, loose = len(patterns.counts), patterns.may_fall_short
        rows = np.vstack([np.ones(count), patterns.vectors.T, patterns.limits])
        rest = np.vstack([np.zeros((len(rows) - len(loose), len(loose))), np.eye(len(loose))])[:, loose]
        right = np.concatenate([[1.0], np.zeros(patterns.vectors.shape[1]), np.ones(len(loose))])
        return cls(rows, rest, right, 1 / count / np.maximum(1.0, patterns.limits.max(axis=0)))

    def centre(self) -> tuple[Array, float] | None:
        """Weights that give as much of the even weight as possible to every row, and to what is left of every limit; and how
        much. None if no weights are allowed."""
        even = np.concatenate([self.even, np.ones(self.rest.shape[1])])
        own = np.hstack([self.rows, self.rest])
        columns, right = np.hstack([own, (own @ even)[:, None]]), list(self.right)
        answer = minimise(-np.eye(columns.shape[1])[-1], dense_rows(list(columns), right, right))
        if not answer.is_solved:
            return None
        most = float(answer.point[-1])
        return (answer.point[:-1] + most * even)[: len(self.even)], most

    def support(self) -> tuple[Array, Array]:
        """The rows, and the limits, of which some weights have more than 0, or leave more.

        The even weight is given to as many as possible, where the sum of all weights is as large as that takes.
        """
        own, count = np.hstack([self.rows, self.rest]), len(self.even)
        many = own.shape[1]
        given = np.hstack([self.rows * self.even, self.rest])
        columns, nothing = np.hstack([own, given, -self.right[:, None]]), [0.0] * len(self.right)
        table, caps = dense_rows(list(columns), nothing, nothing), np.arange(many, 2 * many + 1, dtype=np.int32)
        capped = SparseRows(
            np.concatenate([table.starts, table.starts[-1] + 1 + np.arange(len(caps), dtype=np.int32)]),
            np.concatenate([table.indices, caps]),
            np.concatenate([table.values, np.ones(len(caps))]),
            np.concatenate([table.lower, np.full(len(caps), -np.inf)]),
            np.concatenate([table.upper, np.ones(many), [1 / INSIDE]]),
        )
        answer = minimise(np.concatenate([np.zeros(many), -np.ones(many), [0.0]]), capped)
        has = answer.point[many:-1] > 0.5
        return has[:count], has[count:]


def _inside(patterns: FloatPatterns) -> tuple[FloatPatterns, Array] | None:
    """The rows that may have weight, with weights of all of them to start from, and with limits that leave something or are
    equations; and the places of these rows. None if no weights are allowed."""
    table, kept = _Table.of(patterns), np.arange(len(patterns.counts))
    centre = table.centre()
    if centre is not None and centre[1] <= INSIDE:
        has, leaves = table.support()
        kept, equal = np.flatnonzero(has), ~patterns.may_fall_short
        equal[patterns.may_fall_short] = ~leaves
        patterns = replace(
            patterns,
            counts=patterns.counts[kept],
            chances=tuple(q[kept] for q in patterns.chances),
            vectors=patterns.vectors[kept],
            spreads=patterns.spreads[kept],
            limits=patterns.limits[:, kept],
            equal=equal,
        )
        centre = _Table.of(patterns).centre() if len(kept) else None
    if centre is None:
        return None
    stays = _independent(patterns)
    return replace(
        patterns, limits=patterns.limits[stays], equal=~patterns.may_fall_short[stays], start=centre[0]
    ), kept


def _independent(patterns: FloatPatterns) -> Array:
    """The limits, but for equations that follow from those before and from the coverage."""
    rows, stays = np.vstack([np.ones(len(patterns.counts)), patterns.vectors.T]), np.ones(len(patterns.limits), bool)
    for n in np.flatnonzero(~patterns.may_fall_short):
        line = patterns.limits[n]
        rest = line - rows.T @ np.linalg.lstsq(rows.T, line, rcond=SINGULAR)[0]
        stays[n] = np.abs(rest).max() > SINGULAR * np.abs(line).max()
        rows = np.vstack([rows, line]) if stays[n] else rows
    return stays
