"""The programs of the determinant and of the largest variance of estimated shares.

At equal prevalences subset selection of the best size has n·Cov = E(1 − J/k), and by symmetry and convexity no mechanism is better:
the largest variance is E and the determinant E^{k−1}/k. M⁻¹ = a·1 + b·J with a = E and b = 1/k² − E/k.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from rropt.categories.certificate import Proof, ProofAt, write_proof
from rropt.categories.d_and_e.bounds import (
    bound_determinant,
    bound_largest,
    determinant_of,
    solve_determinant,
    solve_largest,
)
from rropt.categories.d_and_e.objective import Determinant
from rropt.categories.exact import notes_of, spread_mechanism
from rropt.categories.few import FewEstimates
from rropt.categories.legs import Covariances
from rropt.categories.numeric.floats import patterns_of
from rropt.categories.numeric.solution import Solution, say
from rropt.categories.orbits import has_few_sets
from rropt.categories.program import normal_form
from rropt.categories.revealing import RevealingEstimates
from rropt.categories.theorems import largest_variance
from rropt.categories.two_inputs import TwoInputs, is_of_two_inputs
from rropt.categories.within import choose_shares
from rropt.certificate.orbits import write_orbits
from rropt.designs.reductions.revealing import has_many_with_slack
from rropt.designs.rows.classes import Classes, ClassMatrix
from rropt.designs.rows.orbits import Orbits
from rropt.designs.rows.patterns import PatternWeights
from rropt.designs.rows.supports import Pattern, thin_orbit
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix, freeze, product, transpose
from rropt.mechanism import Mechanism
from rropt.problem.answers import Evidence, NumericAnswer
from rropt.problem.contract import Program, Reduction
from rropt.problem.problem import Problem

__all__ = ["REDUCTIONS", "CovarianceSize", "pose"]

REDUCTIONS: tuple[Reduction, ...] = ()
MOST_INPUTS = 12
MOST_FACTORED = 4


@dataclass(frozen=True, slots=True)
class CovarianceSize(Covariances):
    """The least determinant, or the least largest variance, with any number of outputs."""

    _solved: list[tuple[Solution, list[Any]]] = field(default_factory=list)

    @property
    def is_determinant(self) -> bool:
        """Whether the determinant is meant, and not the largest variance."""
        return isinstance(self.problem.objective, Determinant)

    def solve_once(self) -> tuple[Solution, list[Any]]:
        """The numeric optimum over all patterns, found once, with the duals of the largest variance."""
        if self.program.k > MOST_INPUTS:
            raise InputError(
                f"the {self.problem.objective.name} of {self.program.k} inputs is designed at equal prevalences alone; give at "
                f"most {MOST_INPUTS} inputs, or equal prevalences"
            )
        if not self._solved:
            patterns = patterns_of(self.program)
            if self.is_determinant:
                self._solved.append((solve_determinant(self.program, patterns), []))
            else:
                self._solved.append(solve_largest(self.program, patterns))
        return self._solved[0]

    def numeric(self, solver: str | None) -> NumericAnswer:
        """The interior point; for the largest variance a semidefinite program of Clarabel, whatever solver is named."""
        if self.program.k > MOST_INPUTS:
            return NumericAnswer(status="not posed for so many inputs", value=math.nan, source="interior point")
        solution, _ = self.solve_once()
        if not self.is_determinant:
            return say(solution.value, solution.gap, "cvxpy with CLARABEL")
        value = determinant_of(solution)
        return say(value, value * solution.optimum.gap, f"interior point over all {self.program.rows.words}")

    def prove_in_rows(self) -> Evidence:
        """Exact at equal prevalences, else bounds."""
        # over Q(e^epsilon) the exact triangular factor of many inputs has a denominator of its own in each row
        short = self.program.rows.is_rational or self.program.k <= MOST_FACTORED
        if self.is_uniform and (short or not self.is_determinant):
            return self._uniform()
        solution, duals = self.solve_once()
        if self.is_determinant:
            shares = choose_shares(solution)
            return self._evidence_of(shares, bound_determinant(solution, shares))
        shares = choose_shares(solution)
        return self._evidence_of(shares, bound_largest(solution, duals, shares))

    def _evidence_of(self, shares: dict[Pattern, Fraction], proof: Proof) -> Evidence:
        """The evidence of rational shares of patterns."""
        mechanism = spread_mechanism(self.program, shares, self.problem.inputs)
        return self._evidence(mechanism, proof, "a convex program, rounded")

    def _uniform(self) -> Evidence:
        """Subset selection with its dual in the field."""
        k, t, size = self.program.k, self.program.ratio, self.sizes[0]
        shares: dict[Pattern, Fraction] = dict(thin_orbit(Classes.by([0] * k), (size,)))
        mechanism = spread_mechanism(self.program, shares, self.problem.inputs)
        value = largest_variance(k, size, t)
        # M⁻¹ = a·1 + b·J, the covariance and ππᵀ
        a, b = value, Fraction(1, k * k) - value / k
        chance = (k + (t - 1) * size) / k
        estimates = [
            [(a * (t if j in pattern else 1) + b * k * chance) / chance for j in range(k)] for pattern in shares
        ]
        if self.is_determinant:
            proof = _determinant_proof(k, a, b, transpose(estimates), self.value_of(size))
        else:
            proof = _largest_proof(k, value, transpose(estimates))
        return self._evidence(mechanism, proof, "subset selection, exact")

    def by_orbit(self, size: int) -> Evidence:
        """Subset selection of the best size by the orbit of the sets, of which there are too many to write down."""
        k, t, zero, one = self.program.k, self.program.ratio, Fraction(0), Fraction(1)
        weights = PatternWeights.of_shares(Classes.by([0] * k), t, {(size,): one})
        value = self.value_of(size)
        matrices = {"inverse": weights.information((Fraction(1, k),)).inverse()}
        columns: tuple[Number, ...] = (one,)
        if not self.is_determinant:  # X = 1 − J/k
            matrices["matrix"] = ClassMatrix(weights.classes, ((zero,),), (one,))
            columns = (Fraction(k - 1, k) / value,)
        bounds, few = (value, value), has_few_sets(weights.classes)
        certificate = write_orbits(
            self.problem, weights, bounds, columns, matrices=matrices, triangle=((one,),), has_blocks=few
        )
        return Evidence.without_rows(certificate, bounds, source="subset selection by its orbit, exact")

    def _evidence(self, mechanism: Mechanism, proof: Proof, source: str) -> Evidence:
        is_exact = proof.bounds[0] == proof.bounds[1]
        certificate = write_proof(
            self.problem,
            rows=mechanism.rows,
            outputs=mechanism.output_labels,
            proof=proof,
            classes=[0] * self.program.k if self.is_uniform and is_exact else None,
        )
        return Evidence(
            rows=mechanism.rows,
            value=proof.bounds[0] if is_exact else None,
            lower=proof.bounds[0],
            upper=proof.bounds[1],
            certificate=certificate,
            source=source,
            outputs=mechanism.outputs,
            notes=notes_of(self.program, mechanism)[:-1],
        )


def _determinant_proof(k: int, a: Number, b: Number, estimator: Matrix, value: Number) -> Proof:
    """a·1 + b·J = Xᵀdiag(d)X with X_ij = b/(a + (i + 1)b) for j > i, d_i = a(a + (i + 1)b)/(a + ib); y of ones."""
    one, zero = Fraction(1), Fraction(0)
    matrix = freeze([zero if j < i else one if j == i else b / (a + (i + 1) * b) for j in range(k)] for i in range(k))
    # each estimate less its regression on those before it
    triangle = freeze([zero if j > i else one if j == i else -b / (a + i * b) for j in range(k)] for i in range(k))
    weights = tuple(a * (a + (i + 1) * b) / (a + i * b) for i in range(k))
    place = ProofAt(
        estimator=product(triangle, estimator), triangle=triangle, matrix=matrix, moments=weights, diagonal=weights
    )
    return Proof(bounds=(value, value), places=(place,), columns=(one,) * k)


def _largest_proof(k: int, value: Number, estimator: Matrix) -> Proof:
    """X = 1 − J/k and equal y; value·1 + ππᵀ − M⁻¹ = (value/k)J, of which differences of rows leave one entry."""
    one, zero, part = Fraction(1), Fraction(0), Fraction(1, k)
    matrix = freeze([(one if i == j else zero) - part for j in range(k)] for i in range(k))
    triangle = freeze([one if i == j else -one if j == 0 else zero for j in range(k)] for i in range(k))
    columns: tuple[Number, ...] = (Fraction(k - 1, k) / value,) * k
    place = ProofAt(estimator=estimator, triangle=triangle, matrix=matrix)
    return Proof(bounds=(value, value), places=(place,), columns=columns)


def pose(problem: Problem) -> Program:
    """The program of a problem, in which every input is a class of its own."""
    if problem.outputs != "free":
        return FewEstimates(problem, pose)
    if is_of_two_inputs(problem):
        return TwoInputs(problem)
    if has_many_with_slack(problem):
        return RevealingEstimates(problem)
    program = normal_form(problem)
    rows = program.rows
    if isinstance(rows, Orbits):
        rows = Orbits(Classes.single(program.k), rows.ratio)
    found = CovarianceSize(problem, replace(program, rows=rows))
    # at equal prevalences a theorem gives the value, and the checker proves it
    return TwoInputs(problem) if is_of_two_inputs(problem, slack=False) and not found.is_uniform else found
