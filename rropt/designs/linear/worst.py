"""The worst of several linear objectives as one linear program, which solvers solve in floats and whose optimum is certified."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rropt.certificate.judge import judge
from rropt.certificate.writing import dumps
from rropt.designs.linear.certificate import write_infeasible, write_linear
from rropt.designs.linear.few import FewLabels
from rropt.designs.linear.legs import OverRows, is_crossed, row_program
from rropt.designs.linear.program import LinearProgram
from rropt.designs.linear.rows.exact import RowAnswer, solve_rows
from rropt.designs.objectives.linear import OfEntries
from rropt.designs.objectives.linear_worst import LinearWorst
from rropt.designs.reductions.halving import ByHalving
from rropt.exact.element import Number
from rropt.exact.matrix import Matrix
from rropt.problem.answers import ClosedForm, Evidence, Search, Unsatisfiable
from rropt.problem.contract import Reduction
from rropt.problem.problem import Problem
from rropt.problem.result import Leg
from rropt.problem.verdicts import Optima

__all__ = ["REDUCTIONS", "Worst", "pose"]

REDUCTIONS: tuple[Reduction, ...] = ()


@dataclass(frozen=True, slots=True)
class Worst(OverRows):
    """The program of the worst of several linear objectives. Any bounds on pairs of inputs or averages and any linear conditions
    may be given."""

    def prove(self, theorem: ClosedForm | None, *, optima: Search) -> Evidence | Unsatisfiable:
        """Find a mechanism with multipliers and weights of the objectives, and certify them.

        If no mechanism keeps the demand and meets the conditions, certify that instead.
        """
        found = solve_rows(self.program)
        if found.rows is None:
            return self._refused(self.program.named(found.multipliers))
        evidence = self._evidence(found.rows, found, optima)
        # if the numbers are too large for the checker, rational ones near them replace them
        if not self.program.is_rational and not judge(evidence.certificate).is_accepted:
            found = solve_rows(self.program, over_field=False)
            assert found.rows is not None
            evidence = self._evidence(found.rows, found, optima)
        return evidence

    def _evidence(self, rows: Matrix, found: RowAnswer, optima: Search) -> Evidence:
        program = self.program
        named, bound = program.named(found.multipliers), program.bound(found.multipliers)
        values = [program.value_of(weights, rows) for weights in program.several]
        attained = min(values) if program.maximise else max(values)
        lower, upper = (attained, bound) if program.maximise else (bound, attained)
        shares = [found.multipliers.shares.get((n,), Fraction(0)) for n in range(len(program.several))]
        document = write_linear(self.problem, self._every, rows, named, (lower, upper), shares=shares)
        known = Optima.UNASKED if optima == "one" else Optima.UNSEARCHED
        return Evidence(
            rows=rows,
            bounds=(lower, upper),
            certificate=dumps(document),
            source=found.source,
            minimisers=((rows, None),),
            optima=known if lower == upper else None,
            multipliers=named,
        )

    @property
    def _every(self) -> LinearProgram:
        """A program whose weights are those of all objectives, one matrix below another, as certificates state them."""
        return replace(self.program.linear, weights=tuple(row for weights in self.program.several for row in weights))

    def _refused(self, named: dict[str, Number]) -> Unsatisfiable:
        status, value, source = self._in_floats()
        if not math.isnan(value):
            status = f"{status}: the contradiction is smaller than its tolerance"
        return Unsatisfiable(
            certificate=dumps(write_infeasible(self.problem, self._every, named, None)),
            numeric=Leg("numeric", status, None, source),
            notes=("no mechanism of the demand meets these conditions; the certificate says so itself",),
        )


def pose(problem: Problem) -> Worst | FewLabels | ByHalving:
    """Choose the program of a problem: `FewLabels`, `ByHalving` or `Worst`.

    If fewer answers may be given than the problem has, it is `FewLabels`. If ε or δ ranges over an interval on which the strictest
    demand on some pair of inputs changes, it is `ByHalving`. In all other cases it is `Worst`.
    """
    if problem.gives_few:
        return FewLabels(problem, pose, lambda several: LinearWorst(*several))
    if is_crossed(problem):
        return ByHalving(problem)
    assert isinstance(problem.objective, OfEntries)
    several: Sequence[Matrix] = problem.objective.matrices(problem.k, problem.m)
    return Worst(problem, replace(row_program(problem, several[0]), several=tuple(several)))
