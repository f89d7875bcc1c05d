"""The programs of the objectives of estimation: their solvers, evidence and pieces."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction

from rropt.categories.columns import prove_by_columns, solve_by_columns
from rropt.categories.exact import prove
from rropt.categories.numeric.solution import Solution, say, solve
from rropt.categories.objective import Estimation
from rropt.categories.one_bit import OneBit
from rropt.categories.orbits import square_of, sums_by_orbits, uniform_columns
from rropt.categories.pieces import pieces_of_sizes
from rropt.categories.program import EstimationProgram, normal_form
from rropt.categories.revealing import RevealingEstimates
from rropt.categories.theorems import best_sizes, largest_variance
from rropt.categories.two_inputs import TwoInputs, is_of_two_inputs
from rropt.certificate.scope import scope_of
from rropt.certificate.writing import SCHEMA, dumps, write_demand
from rropt.designs.reductions.plain import Plain
from rropt.designs.reductions.revealing import has_many_with_slack
from rropt.designs.rows.classes import Counts
from rropt.designs.rows.generators import Generators
from rropt.designs.rows.orbits import Orbits
from rropt.designs.rows.supports import MOST_CANDIDATES, MOST_DEVELOPED
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.spelling import show
from rropt.problem.answers import ClosedForm, Evidence, NumericAnswer, Parts, Refutation, Search, Unattained, ask_cvxpy
from rropt.problem.contract import Program, Reduction
from rropt.problem.problem import Problem
from rropt.problem.result import Design, Leg

__all__ = ["REDUCTIONS", "ContrastVariances", "pose", "refute_by_lower", "write_unattained"]

REDUCTIONS: tuple[Reduction, ...] = (Plain(), OneBit())


@dataclass(frozen=True, slots=True)
class ContrastVariances(Program):
    """The least variance of estimated shares, or of contrasts of them, with any number of outputs."""

    problem: Problem
    program: EstimationProgram
    _solved: list[Solution] = field(default_factory=list)

    def theorem(self) -> ClosedForm | None:
        """Subset selection of the best size, for the total variance at equal prevalences."""
        program = self.program
        if (
            program.rows.is_silent
            or isinstance(program.rows, Generators)
            or not program.is_total
            or len(program.classes.members) > 1
            or len(program.prevalences) > 1
        ):
            return None
        sizes = best_sizes(program.k, program.ratio)
        which = " and ".join(map(str, sizes))
        return ClosedForm(
            theorem=f"Ye and Barg (2019): subset selection of size {which}",
            value=(program.k - 1) * largest_variance(program.k, sizes[0], program.ratio),
            rows=(),
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """Sizes of subset selection that tie."""
        found = None if self.has_pieces else self.theorem()
        sizes = best_sizes(self.program.k, self.program.ratio) if found is not None else ()
        if len(sizes) < 2:
            return ()
        return (f"subset selection of size {sizes[0]} and of size {sizes[1]} tie, and so do their mixtures",)

    def numeric(self, solver: str | None) -> NumericAnswer:
        """The interior point, or a convex program of a solver of cvxpy."""
        if solver is None or not self.program.rows.is_listed:
            source = f"interior point over all {self.program.rows.words}"
            return say(self.solution.value, self.solution.gap, source)
        from rropt.categories.numeric.cvxpy import solve_estimation

        return ask_cvxpy(solve_estimation, self.program, solver)

    @property
    def solution(self) -> Solution:
        """The numeric optimum, found once."""
        if not self._solved:
            self._solved.append(solve(self.program) if self.program.rows.is_listed else solve_by_columns(self.program))
        return self._solved[0]

    @property
    def is_bounded(self) -> bool:
        """Whether there are more patterns than the checker tries, and no theorem."""
        return not self.program.rows.is_silent and self.theorem() is None and not self.program.is_tried

    def prove(self, theorem: ClosedForm | None, *, optima: Search) -> Evidence | Unattained:
        """A mechanism of patterns with exact bounds from both sides."""
        if self.program.rows.is_silent:
            return write_unattained(self.problem)
        if self.theorem() is not None:
            size = best_sizes(self.program.k, self.program.ratio)[0]
            if self.program.k > MOST_DEVELOPED and math.comb(self.program.k, size) > MOST_CANDIDATES:
                return self._uniform(size)
        return (prove if self.program.is_tried else prove_by_columns)(self.problem, self.solution)

    def _uniform(self, size: int) -> Evidence:
        """Subset selection at equal prevalences, by its orbit."""
        program, square = self.program, square_of(self.program)
        assert square is not None
        shares: dict[Counts, Fraction] = {(size,): Fraction(1)}
        found = sums_by_orbits(self.problem, program, shares, square, uniform_columns(program.k, program.ratio))
        assert found is not None
        return found

    def pieces(self, *, closed_forms: bool) -> Parts:
        """The best sizes of subset selection, each on its interval; refused for contrasts and where prevalences are not equal."""
        program = self.program
        if not program.is_total:
            raise InputError(
                f"with epsilon free the {self.problem.objective} is not designed, only the total variance, the determinant and the "
                "largest variance at equal prevalences; give one epsilon, such as 1/2"
            )
        if (
            isinstance(program.rows, Orbits)
            and program.is_total
            and len(program.classes.members) == 1 == len(program.prevalences)
        ):
            return pieces_of_sizes(self.problem, self._uniform)
        raise InputError(
            f"with epsilon free the {self.problem.objective.name} is designed at equal prevalences alone; fix epsilon"
        )

    def refute(self, found: Design, wanted: Number) -> Refutation:
        """The certificate of the least value shows that no smaller one is reached."""
        return refute_by_lower(found, wanted)


def pose(problem: Problem) -> Program:
    """The program of a problem."""
    assert isinstance(problem.objective, Estimation)
    if is_of_two_inputs(problem):
        return TwoInputs(problem)
    if has_many_with_slack(problem):
        return RevealingEstimates(problem)
    return ContrastVariances(problem, normal_form(problem))


def refute_by_lower(found: Design, wanted: Number) -> Refutation:
    """The lower bound of a design shows that no smaller value is reached."""
    assert found.lower is not None
    return Refutation(
        certificate=found.certificate,
        sentence=found.sentence,
        bound=None,
        why=f"the certificate proves that the smallest {found.problem.objective} is at least {show(found.lower)}, and "
        f"{show(wanted)} is less, so it cannot be reached",
    )


def write_unattained(problem: Problem) -> Unattained:
    """The certificate that no variance is finite, where T = 1 and so no answer depends on the truth."""
    ratio = problem.ratio_and_delta[0]
    scope = scope_of([], ratio=ratio)
    notion = write_demand(problem.demand, scope, problem.k, problem.inputs)
    document = {"schema": SCHEMA, "claim": "unattained", "field": scope.domain, "notion": notion}
    return Unattained(
        certificate=dumps(document),
        symbolic=Leg("symbolic", "no finite variance", None, "every column is the same"),
        numeric=Leg("numeric", "not posed: no answer depends on the truth", None, "interior point"),
        note="this demand makes every answer independent of the truth, so nothing can be estimated",
    )
