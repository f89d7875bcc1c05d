"""The least asymptotic variance of two inputs with at most m answers, if the best design has more than m.

One mechanism dominates all others that the demand allows (`hull.py`). Every mechanism of the demand is C times the dominating one,
for a stochastic matrix C. The information of a mechanism is a sum over its rows of a convex and homogeneous function. So the
information is convex in C, and it is largest at some C whose entries are 0 and 1. Such a C puts the rows of the dominating design
into m groups, and adds up each group. There are few ways to do this, and all of them are compared. Since merging two groups never
adds information, exactly m groups are enough. For three answers and δ > 0, two of the rows (δ, 0), (0, δ), (1−δ)(T, 1)/(1+T) and
(1−δ)(1, T)/(1+T) are added up.

The worst case over an interval of prevalences has bounds from both sides. The largest information that any grouping has at one
prevalence of the interval bounds the worst variance 1/I from below. The worst case of the chosen grouping bounds it from above.

The certificate is `few_outputs` of SPEC.md, section 7. If there is not one bound (T, δ) for both orders of the two inputs, rropt
states the bounds on the variance without a certificate.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rropt.certificate.writing import dumps
from rropt.designs.objectives.one_share.value import information, tangent_fall
from rropt.designs.objectives.prevalence import Quantifier
from rropt.designs.objectives.variance import Variance
from rropt.designs.reductions.at_most import AtMost
from rropt.designs.rows.groups import groups_of
from rropt.designs.rows.two_inputs import dominating_rows
from rropt.designs.variance.hull import HullProgram
from rropt.designs.variance.information import FisherProgram, row_information
from rropt.exact.element import Number
from rropt.exact.errors import Either, InputError
from rropt.exact.fields import DELTA
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import Matrix
from rropt.mechanism import Mechanism
from rropt.problem.answers import Evidence, NumericAnswer, Parts, Search
from rropt.problem.problem import Problem

__all__ = ["FewVariance", "require_numbers"]


def require_numbers(problem: Problem) -> None:
    """Raise an InputError if epsilon, delta or the prevalence is free.

    A design with a limited number of answers needs one epsilon, one delta, and a prevalence that is one number or the worst of an
    interval.
    """
    objective = problem.objective
    assert isinstance(objective, Variance)
    if problem.interval is not None or objective.for_each:
        # `frontier` solves point by point along epsilon or delta, which does not help if the prevalence is free
        along = Either(
            f", or ask frontier for the optimum at several {problem.free}s",
            f", or --along {problem.free} instead of --{problem.free} for the optimum at several",
        )
        raise InputError(
            f"a variance design with at most {problem.outputs} answers needs a number for epsilon and for delta, and a prevalence "
            f"that is one number or the worst of an interval; give a number for each that is free{_other_outputs(problem)}",
            "" if objective.for_each else along,
        )


def _other_outputs(problem: Problem) -> str:
    """Return the end of the error message of `require_numbers`, which proposes other numbers of outputs.

    With these numbers of outputs, epsilon, delta or the prevalence may stay free. The text is empty if there are no such numbers.
    """
    assert isinstance(problem.objective, Variance)
    is_at_one = problem.objective.prevalence.quantifier is Quantifier.AT
    if problem.free == DELTA:
        return ", or give 2 outputs" if is_at_one else ""
    if problem.bounds.common is None:
        return ", or give 2 or free outputs"
    return f", or give {'2, ' if is_at_one or problem.interval is None else ''}4 or free outputs"


@dataclass(frozen=True, slots=True)
class FewVariance(AtMost):
    """The program that minimises the asymptotic variance with a limited number of answers, if the best design has more."""

    problem: Problem
    program: FisherProgram | HullProgram

    @property
    def has_pieces(self) -> bool:
        """Return False always, because a problem in which epsilon, delta or the prevalence is free is refused."""
        return False

    @property
    def quantity(self) -> str:
        """The name of the value that is minimised: the asymptotic variance."""
        return f"asymptotic {self.problem.objective}"

    @property
    def _at(self) -> Number:
        """The prevalence of the second input. If it is an interval, this is the prevalence at which the dominating design has the
        largest variance."""
        program = self.program
        return (program.at_worst() if isinstance(program, HullProgram) else program).prevalence.point

    def _groups(self) -> list[Matrix]:
        """List all mechanisms that arise if the rows of the dominating design are put into groups and each group is added up. The
        number of groups is the allowed number of answers, and no group is empty."""
        program = self.program
        rows = program.rows() if isinstance(program, HullProgram) else dominating_rows(program.ratio, program.delta)
        return list(groups_of(rows, self.most))

    def numeric(self, solver: str | None) -> NumericAnswer:
        """Compute the least asymptotic variance in floats, by trying all ways to merge rows of the dominating design.

        If a solver of cvxpy is named, raise an InputError, because the program is not convex.
        """
        self.require_no_solver(solver)
        pi = float(self._at)
        lists = [[(float(a), float(b)) for a, b in rows] for rows in self._groups()]
        most = max(sum((b - a) ** 2 / ((1 - pi) * a + pi * b) for a, b in rows if a or b) for rows in lists)
        return NumericAnswer(
            status="Optimal", value=1 / most, source=f"the {len(lists)} ways to join answers, in floats"
        )

    def prove(self, theorem: object, *, optima: Search) -> Evidence:
        """Choose one grouping of the rows, and prove bounds on its variance.

        At a single prevalence, the grouping with the most information is chosen. For an interval of prevalences, it is the grouping
        with the largest lower bound on its information over the interval.

        If both inputs have the same bound (T, δ) against each other, the mechanism is certified. Otherwise the bounds on its
        variance are stated without a certificate.
        """
        lists, pi = self._groups(), self._at
        most = max(sum((row_information(a, b, pi) for a, b in rows if a or b), Fraction(0)) for rows in lists)
        rows = max(lists, key=self._least_information)
        bounds = 1 / most, 1 / self._least_information(rows)
        source = f"the {len(lists)} ways to join the answers of the dominating design"
        if self.problem.bounds.common is None:
            return self.stated(rows, bounds, source)
        scope, found = self.begin_certificate(rows, bounds, [pi])
        return self.certified(rows, bounds, dumps({**found, "mechanism": scope.matrix(rows)}), source)

    def _least_information(self, rows: Matrix) -> Number:
        """Return a lower bound of the information of these rows on the interval of prevalences.

        The information is convex in the prevalence, so it is at least its tangent at `_at`. At a single prevalence the information
        itself is returned.
        """
        objective, mechanism = self.problem.objective, Mechanism(rows)
        assert isinstance(objective, Variance)
        interval, value = objective.of_second, information(mechanism, self._at)
        assert not is_infinite(value)
        return value - tangent_fall(mechanism, self._at, interval.lower, interval.upper) if interval.is_worst else value

    def pieces(self, *, closed_forms: bool) -> Parts:
        """Always raise an InputError: with a limited number of answers, epsilon, delta and the prevalence must be given."""
        raise InputError(
            f"a variance design with at most {self.most} answers needs a number for epsilon and for delta, and a prevalence that "
            "is one number or the worst of an interval; give a number for each that is free"
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """Return a note that the number of answers is limited, and that the variance is smaller with more answers."""
        return (f"at most {self.most} answers are allowed; with outputs free the variance is smaller",)
