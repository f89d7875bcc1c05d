"""Find the best estimates of the shares of k categories for equal shares and δ > 0, where k is from 7 to 10.

A row has the probabilities of one answer for all inputs. Its entries are 0, 1, T, T², … times a weight, with T = e^ε
(`rropt.designs.rows.levels`). The rows with the same entries in any order form an orbit, and all rows of an orbit get one weight.
This loses nothing: by symmetry and convexity some best mechanism is not changed by any permutation of the inputs.

Let r_i be the rows of such a mechanism, π the equal shares, and M = Σ r_i r_iᵀ/(r_iᵀπ). M has the eigenvalue k at (1, …, 1),
because Mπ = Σ r_i = (1, …, 1). It has one eigenvalue λ on all contrasts. Let m(s) be the mean of the entries of a row s, and
f(s) = ‖s‖²/m(s). Then k + (k − 1)λ = Tr M = Σ f(r_i). The total variance is Tr M⁻¹ − ‖π‖² = (k − 1)/λ, and the other criteria are
decreasing functions of λ too. So all criteria are least where Σ f(r_i) is largest.

`rropt.designs.rows.alike` finds the orbits with the largest sum. It also finds prices Y and Z such that every row s has
f(s) ≤ Y m(s) + Z e(s). Here e(s) is the mean of max(0, s_j − T s_l) over the ordered pairs of inputs j, l. So Σ f(r_i) is at most
F = Y + δZ.

This gives the certificate for the total variance. Let λ now be the number with k + (k − 1)λ = F. Let X = (I − J/k)/λ + J/k², where
J is the matrix of ones. Then

    ‖Xs‖²/m(s) = (f(s) − k m(s))/λ² + m(s)/k ≤ ((Y − k)/λ² + 1/k) m(s) + (Z/λ²) e(s).

This is the inequality of the lemma on prices (SPEC.md, sections 4 and 5), with the prices y of the columns and z of the slacks. The
lemma's bound 2 Tr X − Σy − δΣz − 1/k is (k − 1)/λ. If λ is the mechanism's own eigenvalue, the efficient estimate of the share of
category j from the answer of row r is (r_j/m(r) − 1)/λ + 1/k.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeAlias

from rropt.designs.estimation.certificate import Proof, ProofAt, write_proof
from rropt.designs.estimation.exact import ATTAINED
from rropt.designs.estimation.revealing import RevealingEstimates
from rropt.designs.objectives.estimation import EveryShare, OfEstimation
from rropt.designs.objectives.total_variance import TotalVariance
from rropt.designs.rows.alike import AlikeRows, Row
from rropt.designs.rows.patterns import label_orders
from rropt.exact.matrix import Matrix, total_of
from rropt.mechanism import Mechanism
from rropt.problem.answers import Evidence, NumericAnswer, Search
from rropt.problem.bounded import evidence_of_bounds
from rropt.problem.contract import Program
from rropt.problem.notes import ANY_NUMBER
from rropt.problem.problem import Problem

__all__ = ["AlikeShares"]

Array: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class AlikeShares(OfEstimation, Program):
    """The program for an objective about the covariance of the estimates of all shares. All shares are planned to be equal, and the
    demand has one ε and δ > 0.
    """

    problem: Problem
    rows: AlikeRows

    @classmethod
    def of(cls, problem: Problem) -> AlikeShares | None:
        """Pose the program of a problem.

        None if the objective is not about every share, if there are several lists of prevalences, if the prevalences differ, or if
        `AlikeRows` does not take this k, ε and δ.
        """
        objective = problem.objective
        if not isinstance(objective, EveryShare):
            return None
        places = objective.prevalences.at(problem.k)
        if len(places) > 1 or len(set(places[0])) > 1:
            return None
        rows = AlikeRows.of(problem.k, *problem.ratio_and_delta)
        return None if rows is None else cls(problem, rows)

    def numeric(self, solver: str | None) -> NumericAnswer:
        """Compute the least value of the criterion in floats.

        The least value follows from the largest sum of f(s) = ‖s‖²/(mean of s) over the rows s of a mechanism. That sum is found by
        a solver of cvxpy if one is named, else by the method of `AlikeRows`.
        """
        status, most, source = self.rows.most_in_floats(self._worth, solver)
        k = self.problem.k
        value = self.objective.value_where_alike(k, (k - 1) / (most - k))
        return NumericAnswer(status=status, value=value, source=source)

    def prove(self, theorem: object, *, optima: Search) -> Evidence:
        """Find an exactly optimal mechanism with its certificate, or bounds from both sides.

        The mechanism has the rows of at most two orbits (an orbit has all the rows with the same entries in any order). If there
        are too many such rows to write down, the mechanism that `RevealingEstimates` finds is given instead. The bounds are
        certified only for the total variance, and only if the rows are written down; else rropt states them without the checker.
        """
        k, best = self.problem.k, self.rows.best(_f, self._worth)
        mechanism, most = best.mechanism, self._eigenvalue(best.most)
        least = self.objective.value_where_alike(k, 1 / most)
        if mechanism is None:
            found = RevealingEstimates.of(self.problem).prove(None, optima=optima)
            return replace(found, bounds=(max(found.lower, least), found.upper))
        reached = self._eigenvalue(sum((_f(row) for row in mechanism), Fraction(0)))
        bounds = (least, self.objective.value_where_alike(k, 1 / reached))
        source = "linear program over orbits of rows by levels"
        outputs, estimator = label_orders(mechanism, self.problem.inputs), self._estimator(mechanism, reached)
        if not isinstance(self.objective, TotalVariance):
            made = Mechanism(mechanism, self.problem.inputs, outputs)
            return evidence_of_bounds(self.problem, made, bounds, source=source, estimators=(estimator,))
        (y, *_), limits = best.prices(k)
        proof = Proof(
            bounds=bounds,
            places=(ProofAt(estimator=estimator, matrix=self._witness(most)),),
            columns=((y - 1) / most**2 + Fraction(1, k * k),) * k,
            limits=tuple(z / most**2 for z in limits),
        )
        return Evidence(
            rows=mechanism,
            bounds=bounds,
            certificate=write_proof(self.problem, rows=mechanism, outputs=outputs, proof=proof, classes=(0,) * k),
            source=source,
            minimisers=((mechanism, None),),
            outputs=outputs,
            estimators=(estimator,),
        )

    @property
    def _worth(self) -> Array:
        """Compute f(s) = ‖s‖²/(mean of s) in floats at one row s of each orbit.

        An orbit has all the rows with the same entries in any order, at which f is the same.
        """
        rows = self.rows.floats
        return (rows**2).sum(axis=1) / rows.mean(axis=1)

    def _eigenvalue(self, trace: Fraction) -> Fraction:
        """Compute the eigenvalue λ of M = Σ r rᵀ/(rᵀπ) on the contrasts, from the `trace` of M, which is k + (k − 1)λ."""
        return (trace - self.problem.k) / (self.problem.k - 1)

    def _witness(self, eigenvalue: Fraction) -> Matrix:
        """Write down the matrix X = (I − J/k)/λ + J/k² of the lower bound, where λ is `eigenvalue` and J is the matrix of ones."""
        k = self.problem.k
        whole, rest = 1 / eigenvalue, (1 / Fraction(k) - 1 / eigenvalue) / k
        return tuple(tuple(rest + (whole if a == b else 0) for b in range(k)) for a in range(k))

    def _estimator(self, mechanism: Matrix, eigenvalue: Fraction) -> Matrix:
        """Write down the efficient estimates of a mechanism, indexed [category, answer]. `mechanism` has the mechanism's rows.

        M is Σ r rᵀ/(rᵀπ) over the rows r, where π are the equal shares. `eigenvalue` is the eigenvalue of M on all contrasts.
        """
        k = self.problem.k
        by_row = [[(x * k / total_of(row) - 1) / eigenvalue + Fraction(1, k) for x in row] for row in mechanism]
        return tuple(zip(*by_row, strict=True))

    @property
    def notes(self) -> tuple[str, ...]:
        """Say that the estimators attain the value, and that any number of outputs is allowed."""
        return (ATTAINED, ANY_NUMBER)


def _f(row: Row) -> Fraction:
    """Compute f(s) = ‖s‖²/(mean of s) for a row s, the probabilities of one answer by input."""
    return sum((x * x for x in row), Fraction(0)) * len(row) / sum(row)
