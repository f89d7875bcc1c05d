"""The programs of the variance, with their theorems, solvers and certified designs.

With two outputs the variance is minimised, with more outputs the asymptotic variance.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rropt.designs.empty import refuse_empty
from rropt.designs.objectives.prevalence import Quantifier, least_favourable
from rropt.designs.objectives.variance import Variance, require_two_outputs
from rropt.designs.rows.averages import sides as sides_of
from rropt.designs.variance.exact import (
    faces,
    mirror_notes,
    prove_binary,
    prove_hull,
    prove_unattained,
)
from rropt.designs.variance.few import FewVariance, require_numbers
from rropt.designs.variance.hull import HullProgram
from rropt.designs.variance.information import BestVariance, FisherProgram
from rropt.designs.variance.pieces import (
    asymptotic_pieces,
    binary_pieces,
    formula_of_hull,
    formula_of_two,
    hull_pieces,
    variance_of,
)
from rropt.designs.variance.polyhedron import VarianceProgram
from rropt.designs.variance.silent_end import SilentEnd
from rropt.designs.variance.theorems import binary_variance, four_outputs, warner_variance
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix
from rropt.exact.spelling import show
from rropt.problem.advice import refuse_unidentified
from rropt.problem.answers import (
    ClosedForm,
    Evidence,
    NumericAnswer,
    Parts,
    Search,
    Unattained,
    Unsatisfiable,
    ask_cvxpy,
)
from rropt.problem.contract import Program
from rropt.problem.notes import OfMechanism
from rropt.problem.pieces.piece import Formula
from rropt.problem.problem import Problem
from rropt.problem.refutation import Refutation
from rropt.problem.result import Design

__all__ = ["REDUCTIONS", "AsymptoticVariance", "BinaryVariance", "HullVariance", "normal_form", "pose"]

REDUCTIONS = (SilentEnd(),)
MIRRORED = (
    "; with p00 + p11 < 1 the outputs are merely exchanged, and with p00 + p11 = 1 no answer depends on the truth"
)
ATTAINED = OfMechanism(
    "the value is 1/I at the stated prevalence: there it is exactly the variance of the linear estimate that rropt estimate "
    "makes with this design, which is unbiased whatever the prevalence is"
)

AnyProgram = VarianceProgram | FisherProgram | HullProgram


class LeastVariance(Program):
    """Base class of the programs of the variance.

    A subclass replaces those methods that do not fit its number of outputs.
    """

    __slots__ = ()
    program: AnyProgram

    @property
    def has_pieces(self) -> bool:
        """Whether epsilon, delta or the prevalence is free, and the demand lets the prevalence be identified."""
        objective = self.problem.objective
        assert isinstance(objective, Variance)
        return not self.program.is_silent and (self.problem.interval is not None or objective.for_each)

    def refute(self, found: Design, wanted: Number) -> Refutation:
        """Refute a claim that the variance `wanted` can be reached, by a certificate that the least variance is larger.

        The least variance is that of mechanisms with any number of outputs.
        """
        what = f"asymptotic {found.problem.objective}, with any number of outputs,"
        return Refutation.of_best(found, wanted, what=what)


@dataclass(frozen=True, slots=True)
class BinaryVariance(LeastVariance):
    """The program of the least variance with two outputs."""

    problem: Problem
    program: VarianceProgram

    @property
    def is_bounded(self) -> bool:
        """Whether the demand bounds averages. If so, the checker can verify only privacy, and rropt alone states the bounds on the
        optimum."""
        return bool(self.program.averages)

    def theorem(self) -> ClosedForm | None:
        """Return the closed form of Theorems 2 to 4 of Holohan, Leith and Mason at one prevalence; None if they do not apply."""
        program = self.program
        if (
            program.conditions
            or program.is_silent
            or program.sides
            or program.prevalence.quantifier is not Quantifier.AT
        ):
            return None
        return warner_variance(program) if program.warner else binary_variance(program)

    def numeric(self, solver: str | None) -> NumericAnswer:
        """Compute the least variance in floats.

        HiGHS solves a few linear programs. If a solver of cvxpy is named, it solves the programs of `cvxpy.py` instead.
        """
        if solver is None:
            from rropt.designs.variance.numeric import solve_variance

            found = solve_variance(self.program)
            return NumericAnswer(status=found.status, value=found.value, source=found.solver)
        from rropt.designs.variance.cvxpy import solve_binary

        return ask_cvxpy(solve_binary, self.program, solver)

    def prove(self, theorem: ClosedForm | None, *, optima: Search) -> Evidence | Unattained | Unsatisfiable:
        """Compare the variances at all corners of the region of mechanisms exactly, and certify the best.

        If the demand lets no answer depend on the truth, every variance is infinite, and the result certifies that. If such a
        demand also bounds averages, an error is raised, because there is no certificate for it. `theorem` and `optima` are not used
        here.
        """
        if self.program.is_silent and self.program.averages:
            raise refuse_unidentified(self.problem)
        return prove_unattained(self.problem) if self.program.is_silent else prove_binary(self.problem, self.program)

    @property
    def notes(self) -> tuple[str, ...]:
        """If the problem has conditions, return a note that says whether mechanisms with p00 + p11 < 1 have a smaller variance."""
        return mirror_notes(self.program)

    def pieces(self, *, closed_forms: bool) -> Parts:
        """Find the optimal designs if ε, δ or the prevalence is free, each with the interval on which it is optimal."""
        return binary_pieces(self.problem, self.program, closed_forms=closed_forms)

    def formula_of(self, rows: Matrix) -> Formula:
        """Return the variance of a mechanism as a formula in the prevalence.

        The formula has the numbers x = p00/D and y = p11/D, where D = p00 + p11 − 1. If the prevalence is that of the first input,
        x and y are exchanged.
        """
        return formula_of_two(variance_of(self.problem), rows)

    def face_of(self, rows: Matrix) -> Matrix | None:
        """If optimal mechanisms form a half-line that begins at `rows`, return the limit of the half-line; else return None.

        On this half-line, in the coordinates (x, y) of the program, the variance is 0. The limit itself is a constant mechanism,
        whose variance is not finite.
        """
        ((_, end),) = faces(self.problem, self.program, [self.program.point(rows)])
        return end

    def refute(self, found: Design, wanted: Number) -> Refutation:
        """Refute a claim that the variance `wanted` can be reached, by a certificate that the least variance is larger.

        The least variance is that of mechanisms of two outputs with p00 + p11 > 1.
        """
        what = f"{found.problem.objective} of two outputs with p00 + p11 > 1"
        return Refutation.of_best(found, wanted, what=what, beside=MIRRORED)


@dataclass(frozen=True, slots=True)
class AsymptoticVariance(LeastVariance):
    """The program of the least asymptotic variance with more than two outputs, if both inputs have the same bound (e^ε, δ) against
    each other."""

    problem: Problem
    program: FisherProgram

    def theorem(self) -> ClosedForm | None:
        """Return the four-output mechanism with its value and its multipliers at one prevalence.

        This is the prevalence asked about. If the worst case over an interval is asked about, it is the worst prevalence. None if
        the question is about every prevalence, or if the variance at this prevalence is 0 or infinite.
        """
        return four_outputs(self.program) if self.program.prevalence.quantifier is Quantifier.AT else None

    def numeric(self, solver: str | None) -> NumericAnswer:
        """Solve a linear program over extreme rows with HiGHS, or the problem with the named solver of cvxpy."""
        if solver is None:
            from rropt.designs.variance.numeric import solve_fisher

            found = solve_fisher(self.program)
            return NumericAnswer(status=found.status, value=found.value, source=found.solver)
        return ask_cvxpy(Problem.solve_cvxpy, self.problem, solver)

    def prove(self, theorem: ClosedForm | None, *, optima: Search) -> Evidence | Unattained:
        """Certify the mechanism that dominates all others under the bound (e^ε, δ); if no answer depends on the truth, certify
        that.

        If δ > 0 and the prevalence is 0 or 1, raise an InputError, because two outputs reach the variance 0 there.
        """
        program, pi = self.program, self.program.prevalence.point
        if program.is_silent:
            return prove_unattained(self.problem)
        if program.delta != 0 and pi in (0, 1):
            raise InputError(
                f"at prevalence {pi} with delta > 0 two outputs reach variance 0 already; give outputs 2 or free"
            )
        return prove_hull(self.problem, HullProgram(sides_of(self.problem.bounds), program.prevalence))

    def pieces(self, *, closed_forms: bool) -> Parts:
        """Certify the one mechanism that is best for every epsilon and prevalence asked about."""
        theorem = self.theorem() if closed_forms else None
        return asymptotic_pieces(self.problem, self.program, theorem, closed_forms=closed_forms)

    def formula_of(self, rows: Matrix) -> Formula:
        """Return the least asymptotic variance as a formula in the prevalence, with the demand's e^ε and δ as numbers."""
        return BestVariance(self.program.ratio, self.program.delta)

    @property
    def notes(self) -> tuple[str, ...]:
        """Return a note on the estimator that attains the least variance. If the worst of several prevalences is asked for, a
        second note states the worst prevalence."""
        objective = self.problem.objective
        assert isinstance(objective, Variance)
        if objective.prevalence.quantifier is not Quantifier.WORST:
            return (ATTAINED,)
        at = objective.other_way(self.program.prevalence.lower)
        return ATTAINED, f"the worst prevalence is {show(at)}, the one nearest to 1/2"


@dataclass(frozen=True, slots=True)
class HullVariance(LeastVariance):
    """The program of the least asymptotic variance with more than two outputs, for demands in general.

    A demand that is a single bound (T, δ) for both orders of the two inputs has its own program, `AsymptoticVariance`.
    """

    problem: Problem
    program: HullProgram

    def numeric(self, solver: str | None) -> NumericAnswer:
        """Compute the least variance in floats.

        HiGHS solves a linear program. Its variables are weights of the rows (1, 0) and (0, 1) and of the rows at which a bound
        holds with equality. If a solver of cvxpy is named, an InputError is raised.
        """
        from rropt.designs.variance.numeric import solve_hull

        if solver is not None:
            raise InputError(
                f"under {self.problem.demand} only HiGHS solves the numeric program; leave the solver {solver} out"
            )
        found = solve_hull(self.program.at_worst())
        return NumericAnswer(status=found.status, value=found.value, source=found.solver)

    def prove(self, theorem: ClosedForm | None, *, optima: Search) -> Evidence | Unattained:
        """Certify the mechanism that dominates all others under the demand; if no answer depends on the truth, certify that."""
        return prove_unattained(self.problem) if self.program.is_silent else prove_hull(self.problem, self.program)

    def pieces(self, *, closed_forms: bool) -> Parts:
        """Certify the one mechanism that is best at every prevalence."""
        return hull_pieces(self.problem, self.program)

    def formula_of(self, rows: Matrix) -> Formula:
        """Return the variance 1/I of a mechanism as a formula in the prevalence and the mechanism's rows, where I is the
        information."""
        return formula_of_hull(variance_of(self.problem), rows)

    @property
    def notes(self) -> tuple[str, ...]:
        """Return a note on the estimator that attains the least variance. If the worst of several prevalences is asked for, a
        second note states the worst prevalence to six digits."""
        objective = self.problem.objective
        assert isinstance(objective, Variance)
        if not objective.prevalence.is_worst or self.program.is_silent:
            return (ATTAINED,)
        at = objective.other_way(self.program.at_worst().prevalence.point)
        return ATTAINED, f"the worst prevalence is about {float(at):.6g}"


def normal_form(problem: Problem) -> AnyProgram:
    """Write the problem as a program.

    With two outputs, the mechanisms are the points (x, y) of a polyhedron, and the result is a `VarianceProgram`. With more
    outputs, the result is a program that maximises the information.
    """
    objective = problem.objective
    assert isinstance(objective, Variance)
    if problem.conditions:
        _require_plain(problem, objective)
    if problem.bounds.common is None:
        return _of_sides(problem, objective)
    ratio, delta = problem.ratio_and_delta
    if problem.outputs == 2:
        return VarianceProgram(ratio, delta, objective.of_second, objective.warner, problem.conditions)
    return FisherProgram(ratio, delta, least_favourable(objective.of_second))


def _require_plain(problem: Problem, objective: Variance) -> None:
    """Raise an InputError if a problem with conditions has more than two outputs, or if its epsilon, delta or prevalence is
    free."""
    require_two_outputs(problem)
    if problem.interval is not None or objective.for_each:
        raise InputError(
            "if there are conditions, epsilon, delta and the prevalence must be numbers; give one of each, such as 1/2, 0 and 1/4"
        )


def _of_sides(problem: Problem, objective: Variance) -> VarianceProgram | HullProgram:
    """Write the problem as a program, if it has no single bound (e^ε, δ) for both orders of the two inputs.

    This is also done for a demand that bounds averages, such as a vulnerability.
    """
    sides, averages = sides_of(problem.bounds), tuple(problem.bounds.averages().values())
    if not any(sides) and not averages:
        raise refuse_empty(problem.demand)
    if averages and objective.for_each:
        raise InputError(
            "under a vulnerability rropt can optimise the variance at one prevalence, or at the worst of an interval, not at "
            "every prevalence of an interval; give one prevalence, such as 1/4"
        )
    if problem.outputs == 2:
        one = Fraction(1)
        return VarianceProgram(one, one, objective.of_second, objective.warner, problem.conditions, sides, averages)
    return HullProgram(sides, objective.of_second)


def pose(problem: Problem) -> BinaryVariance | AsymptoticVariance | HullVariance | FewVariance:
    """Choose the program of a problem.

    For two outputs it is `BinaryVariance`. For more than two outputs, but fewer than the best design has, it is `FewVariance`.
    Otherwise it is `AsymptoticVariance` if one bound (T, δ) holds for both orders of the two inputs, and `HullVariance` if not.
    """
    program = normal_form(problem)
    if isinstance(program, VarianceProgram):
        return BinaryVariance(problem, program)
    if variance_of(problem).gives_few(problem):
        require_numbers(problem)
        return FewVariance(problem, program)
    if isinstance(program, HullProgram):
        return HullVariance(problem, program)
    return AsymptoticVariance(problem, program)
