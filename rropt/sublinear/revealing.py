"""Information and divergences of many inputs with δ > 0: bounds from both sides by the optimum for δ = 0."""

from __future__ import annotations

from fractions import Fraction

from rropt.certificate.prices import column_of
from rropt.certificate.read import read_matrix
from rropt.designs.reductions.revealing import Document, Revealing
from rropt.exact.element import Number
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import identity
from rropt.problem.answers import Evidence
from rropt.sublinear.function import Function
from rropt.sublinear.information import problem_labels
from rropt.sublinear.objective import SublinearObjective

__all__ = ["RevealingRows"]


class RevealingRows(Revealing):
    """A sum over rows of a sublinear f; the multipliers bound f itself."""

    __slots__ = ()

    def bound_of_all(self, pure: Evidence, stated: Document) -> Number:
        """Σ y + e Σ (f(u) − y)⁺; if the least of several priors is meant, with f weighted as in the evidence."""
        function = self._function
        if function.is_least:
            function = function.mean(read_matrix([stated["witness"]["weights"]], Fraction(1))[0])
        units = [function.bounds((row,))[1] for row in identity(self.problem.k)]
        columns = read_matrix([column_of(stated)], Fraction(1))[0]
        summed = self.bound_sum(columns, [x for x in units if not is_infinite(x)])
        return function.finite_bounds(summed, summed)[1]

    @property
    def _function(self) -> Function:
        objective = self.problem.objective
        assert isinstance(objective, SublinearObjective)
        return objective.function(problem_labels(self.problem))
