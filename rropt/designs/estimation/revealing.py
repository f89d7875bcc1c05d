"""Criteria on the covariance of estimates, for many inputs with δ > 0: bounds from both sides, by the optimum for δ = 0.

How the two bounds follow from that optimum is derived in `rropt.designs.reductions.revealing`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rropt.certificate.prices import column_of
from rropt.certificate.read import read_matrix
from rropt.designs.estimation.exact import ATTAINED
from rropt.designs.objectives.estimation import OfEstimation, estimation_of
from rropt.designs.objectives.estimation_together import Combined
from rropt.designs.reductions.revealing import Document, Revealing
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import product, total_of
from rropt.mechanism import Mechanism
from rropt.problem.answers import Evidence
from rropt.problem.problem import Problem

__all__ = ["RevealingEstimates"]


class RevealingEstimates(OfEstimation, Revealing):
    """Bounds of a criterion with δ > 0, from the optimum for δ = 0.

    The matrices X and prices y that prove the optimum for δ = 0 are multiplied by numbers such that the lower bound for δ > 0 is as
    large as possible.
    """

    __slots__ = ()

    @classmethod
    def of(cls, problem: Problem) -> RevealingEstimates:
        """Pose the program. Refuse an objective that combines several.

        The certificate of such an objective for δ = 0 does not have a single matrix for each list of prevalences.
        """
        if isinstance(estimation_of(problem), Combined):
            raise InputError(
                f"with delta > 0, a design for {problem.k} inputs takes one objective at a time; give one objective, fewer inputs, "
                "or delta = 0"
            )
        return cls(problem)

    def bound_of_all(self, pure: Evidence, stated: Document) -> Number:
        """Compute the lower bound for all mechanisms from the optimum for δ = 0 (`pure`) and its certificate (`stated`).

        The certificate proves the bound for δ = 0 by the prices y of the inputs, and a matrix X_a for each list π_a of prevalences.
        `bound_sum` computes the number B that takes the place of the sum Σ y if δ > 0. Let K be the contrasts, w_a the weight of
        the list π_a, and A = Σ_a w_a Tr KX_aᵀ. For variances the bound is A²/B − Σ_a w_a‖Kπ_a‖². For determinants and the largest
        variance, the bound for δ = 0 is multiplied by a power of (Σ y)/B.
        """
        k, objective = self.problem.k, self.objective
        columns, units = self._columns_and_units(stated)
        summed, most = total_of(columns), self.bound_sum(columns, units)
        if objective.power_of_sum(k):
            return pure.lower * (summed / most) ** objective.power_of_sum(k)
        means = [product(objective.contrast_of(k), [(p,) for p in pi]) for pi in self._places]
        squares = [total_of([m * m for (m,) in mean]) for mean in means]
        off = total_of([w * x for w, x in zip(self._weights(stated), squares, strict=True)])
        inner = (pure.lower + summed + off) / 2
        return inner * inner / most - off

    @property
    def _places(self) -> tuple[tuple[Number, ...], ...]:
        return self.objective.prevalences.at(self.problem.k)

    def _weights(self, stated: Document) -> list[Number]:
        """Return the weights of the lists of prevalences. If the objective states no weights, they are read from the certificate.

        If the certificate states none either, each weight is 1, because the certificate's matrices X contain the weights.
        """
        weights = self.objective.prevalences.weights
        if weights is not None:
            return list(weights)
        found = stated["witness"].get("weights")
        return [Fraction(1)] * len(self._places) if found is None else list(read_matrix([found], Fraction(1))[0])

    def _columns_and_units(self, stated: Document) -> tuple[Sequence[Number], list[Number]]:
        """Return the prices y of the inputs, and for each input j the number Σ_a w_a ‖X_a u_j‖²/π_aj.

        Here u_j is the row that is 1 at input j and 0 elsewhere. Each list π_a of prevalences has a weight w_a, and a matrix X_a in
        the certificate. For determinants ‖X_a u_j‖² is the sum of squares weighted by the diagonal d of N = Xᵀdiag(d)X.
        """
        columns = read_matrix([column_of(stated)], Fraction(1))[0]
        units: list[Number] = [Fraction(0)] * len(columns)
        witness = stated["witness"]
        for weight, place, pi in zip(
            self._weights(stated), witness.get("places", [witness]), self._places, strict=True
        ):
            matrix = read_matrix(place["matrix"], Fraction(1))
            named = place.get("diagonal")
            diagonal = [Fraction(1)] * len(matrix) if named is None else read_matrix([named], Fraction(1))[0]
            for j, p in enumerate(pi):
                units[j] += (
                    weight * total_of([d * row[j] * row[j] for d, row in zip(diagonal, matrix, strict=True)]) / p
                )
        return columns, units

    def estimators_of(self, mechanism: Mechanism) -> Sequence[Any]:
        """Return the efficient estimators, which attain the value of the mechanism."""
        return self.objective.estimators_of(mechanism)

    def notes_of(self) -> tuple[str, ...]:
        """Say that the estimators attain the upper bound."""
        return (ATTAINED,)
