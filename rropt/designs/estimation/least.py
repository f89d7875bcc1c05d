"""The common base of the programs for the least determinant, the least largest variance, and several criteria together.

All these criteria are about the covariance of all shares. At equal prevalences subset selection of the best size has the covariance
n·Cov = E(I − J/k) for n people, with the matrix J of ones and E from `theorems.py`. By symmetry and convexity no mechanism is
better. Let M = Σ r rᵀ/(rᵀπ), over the rows r of subset selection. Its inverse is a·I + b·J with a = E and b = 1/k² − E/k.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeAlias

from rropt.certificate.orbits import write_orbits
from rropt.designs.estimation.certificate import Proof, write_proof
from rropt.designs.estimation.exact import notes_of, spread_mechanism
from rropt.designs.estimation.legs import Covariances, pose_without_patterns
from rropt.designs.estimation.numeric.floats import patterns_of
from rropt.designs.estimation.numeric.solution import Solution
from rropt.designs.estimation.orbits import has_few_sets
from rropt.designs.estimation.program import normal_form, require_own_solver
from rropt.designs.estimation.theorems import largest_variance
from rropt.designs.estimation.two_inputs import TwoInputs, is_of_two_inputs
from rropt.designs.estimation.within import choose_shares
from rropt.designs.floats.rounding import round_relative
from rropt.designs.rows.classes import ClassMatrix
from rropt.designs.rows.float_patterns import FloatPatterns
from rropt.designs.rows.orbits import Orbits
from rropt.designs.rows.patterns import PatternWeights
from rropt.designs.rows.supports import Pattern, thin_orbit
from rropt.engine.sets import Classes
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix, transpose
from rropt.problem.answers import Evidence, NumericAnswer, ask_cvxpy
from rropt.problem.contract import Program
from rropt.problem.problem import Problem

__all__ = ["FINE", "MARGIN", "MOST_INPUTS", "ByRows", "LeastByRows", "unit_triangle"]

Array: TypeAlias = Any
MOST_INPUTS = 12
FINE = 50  # bits of witnesses
MARGIN = 4e-14  # relative, for the rounding of the floats by which y is raised


@dataclass(frozen=True, slots=True)
class ByRows(Covariances):
    """The least value of a criterion on the covariance of all shares. It is solved in floats over the list of all possible rows."""

    @abstractmethod
    def solve_over(self, patterns: FloatPatterns) -> Solution:
        """Compute the numeric optimum over the mechanisms that have these rows."""

    @abstractmethod
    def say(self, solution: Solution) -> NumericAnswer:
        """Report the optimum's value in floats."""

    def solve_by(self, solver: str, patterns: FloatPatterns) -> None:
        """Return None, whatever solver is named: the criterion is solved in one way only."""

    def solve(self) -> Solution:
        """Compute the numeric optimum over all possible rows; refuse too many inputs."""
        if self.program.k > MOST_INPUTS:
            raise InputError(
                f"at unequal prevalences, the {self.problem.objective.called} is supported for at most {MOST_INPUTS} inputs, not "
                f"for {self.program.k}; give fewer inputs, or equal prevalences"
            )
        return self.solve_over(patterns_of(self.program))

    def numeric(self, solver: str | None) -> NumericAnswer:
        """Solve with the program's own solver or, if a solver of cvxpy is named, with that one. For more than `MOST_INPUTS` inputs
        the value is NaN, and a named solver is refused."""
        if self.program.k > MOST_INPUTS:
            require_own_solver(solver, self.problem)
            return NumericAnswer(status="not posed for so many inputs", value=math.nan, source="interior point")
        return self.say(self.solution) if solver is None else ask_cvxpy(Problem.solve_cvxpy, self.problem, solver)

    @classmethod
    def pose(cls, problem: Problem) -> Program:
        """Choose the program of a problem.

        If rows have the entries 1 and e^ε, each input is a class of its own: no two inputs are treated as exchangeable.
        """
        make: Any = cls  # every subclass is a `Certified` or a `Bounded` criterion
        if (simple := pose_without_patterns(problem, cls.pose, make)) is not None:
            return simple
        program = normal_form(problem)
        rows = program.rows
        if isinstance(rows, Orbits):
            rows = Orbits(Classes.single(program.k), rows.ratio)
        found = cls(problem, replace(program, rows=rows))
        # at equal prevalences a theorem gives the value, and the checker proves it
        return TwoInputs(problem) if is_of_two_inputs(problem, slack=False) and not found.is_uniform else found


@dataclass(frozen=True, slots=True)
class LeastByRows(ByRows):
    """A criterion that is solved over the list of all possible rows, and whose lower bound the checker can verify.

    The subclass gives the matrices and prices from which the checker verifies the bound.
    """

    @property
    def is_short(self) -> bool:
        """Whether the certificate at equal prevalences may be written row by row, because it is short enough."""
        return True

    def list_estimators(self, proof: Proof) -> tuple[Matrix, ...]:
        """Return no estimators, because those in `proof` serve the proof alone and are not given to users."""
        return ()

    @abstractmethod
    def bound(self, solution: Solution, shares: dict[Pattern, Fraction], *, margin: float = MARGIN) -> Proof:
        """Prove bounds from both sides. The upper bound is for the mechanism that `shares` describes.

        `shares` maps a set of inputs to the share of the row that is e^ε at these inputs and 1 elsewhere. If the rows are of
        another kind, `shares` has their weights. `margin` is the relative allowance for rounding where floats are compared.
        """

    def prove_alike(self, a: Number, b: Number, estimator: Matrix, value: Number) -> Proof:
        """Prove that no mechanism has a smaller value of the criterion than `value` at equal prevalences.

        Some mechanism has exactly this value. Let M be the sum of r rᵀ/(rᵀπ) over its rows r, with the prevalences π. Then M⁻¹ is
        a·I + b·J, where J is the matrix of ones and I is the identity. `estimator` is the efficient estimator of this mechanism.
        """
        raise self._not_proved()

    def witness_by_orbit(self, classes: Classes, value: Number) -> tuple[Mapping[str, ClassMatrix], Number]:
        """Return the numbers from which the checker verifies the lower bound, for a certificate that does not list the rows.

        They are the numbers in the proof of `prove_alike`. The first part of the result maps keys of the certificate to matrices.
        The second part is the dual price y, which is the same for all inputs. The caller adds the matrix M⁻¹, where M is the sum of
        r rᵀ/(rᵀπ) over the mechanism's rows r, with the prevalences π.
        """
        raise self._not_proved()

    def _not_proved(self) -> InputError:
        return InputError(
            f"for {self.program.k} inputs of equal prevalences rropt can prove an optimum only by symmetry, which does not apply "
            f"to the {self.problem.objective.called} under {self.problem.demand}; give one epsilon and at most {MOST_INPUTS} "
            "inputs"
        )

    def prove_in_rows(self) -> Evidence:
        """Prove the optimum or bounds from both sides, with a mechanism whose rows are written down.

        If the prevalences are equal and the proof is short, subset selection is proved optimal. If they are equal, the proof would
        be long and there are more than MOST_INPUTS inputs, subset selection is also proved optimal. Its certificate then names the
        size of the sets and has no rows. In all other cases bounds are computed.
        """
        if self.is_uniform and self.is_short:
            return self._uniform()
        if self.is_uniform and self.program.k > MOST_INPUTS:
            return self.by_orbit(self.sizes[0])
        shares = choose_shares(self.solution)
        return self._evidence(shares, self.bound(self.solution, shares), "a convex program, rounded")

    def _uniform(self) -> Evidence:
        """Prove that subset selection is optimal at equal prevalences, with exact numbers for both the mechanism and the dual."""
        k, t, size = self.program.k, self.program.ratio, self.sizes[0]
        shares: dict[Pattern, Fraction] = dict(thin_orbit(Classes.by([0] * k), (size,)))
        a = largest_variance(k, size, t)
        b = Fraction(1, k * k) - a / k
        chance = (k + (t - 1) * size) / k
        estimates = [
            [(a * (t if j in pattern else 1) + b * k * chance) / chance for j in range(k)] for pattern in shares
        ]
        proof = self.prove_alike(a, b, transpose(estimates), self.value_of(size))
        return self._evidence(shares, proof, "subset selection, exact")

    def by_orbit(self, size: int) -> Evidence:
        """Prove that subset selection with sets of this size is optimal.

        The certificate names the size of the sets, and does not list them.
        """
        k, one = self.program.k, Fraction(1)
        classes, value = Classes.by([0] * k), self.value_of(size)
        weights = PatternWeights.of_shares(classes, self.program.ratio, {(size,): one})
        matrices, y = self.witness_by_orbit(classes, value)
        certificate = write_orbits(
            self.problem,
            weights,
            (value, value),
            (y,),
            matrices={"inverse": weights.information((Fraction(1, k),)).inverse(), **matrices},
            triangle=((one,),),
            has_blocks=has_few_sets(classes),
        )
        return Evidence.without_rows(certificate, (value, value), source="subset selection by its orbit, exact")

    def _evidence(self, shares: dict[Pattern, Fraction], proof: Proof, source: str) -> Evidence:
        mechanism = spread_mechanism(self.program, shares, self.problem.inputs)
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
            bounds=proof.bounds,
            certificate=certificate,
            source=source,
            outputs=mechanism.outputs,
            notes=notes_of(self.program, mechanism)[:-1],
        )


def unit_triangle(lower: Array, bits: int) -> tuple[tuple[Fraction, ...], ...]:
    """Round the entries below the diagonal to rationals of `bits` bits; put ones on the diagonal and zeros above it."""
    k = len(lower)
    entries = round_relative(lower.ravel(), bits)
    return tuple(tuple(Fraction(int(a == b)) if b >= a else entries[a * k + b] for b in range(k)) for a in range(k))
