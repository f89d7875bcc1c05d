"""The programs of the variance: of two outputs, and the asymptotic one of more; their theorems, solvers, evidence, pieces."""

from __future__ import annotations

from dataclasses import dataclass

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.spelling import show
from rropt.problem.answers import (
    ClosedForm,
    Evidence,
    NumericAnswer,
    Parts,
    Refutation,
    Search,
    Unattained,
    Unsatisfiable,
)
from rropt.problem.contract import Program
from rropt.problem.problem import Problem
from rropt.problem.result import Design
from rropt.variance.exact import mirror_notes, prove_asymptotic, prove_binary, prove_unattained
from rropt.variance.information import FisherProgram
from rropt.variance.objective import Variance
from rropt.variance.pieces import asymptotic_pieces, binary_pieces
from rropt.variance.polyhedron import VarianceProgram
from rropt.variance.prevalence import Quantifier, least_favourable
from rropt.variance.silent_end import SilentEnd
from rropt.variance.theorems import binary_variance, four_outputs, warner_variance

__all__ = ["REDUCTIONS", "AsymptoticVariance", "BinaryVariance", "normal_form", "pose"]

REDUCTIONS = (SilentEnd(),)
MIRRORED = (
    "; with p00 + p11 < 1 the outputs are merely exchanged, and with p00 + p11 = 1 no answer depends on the truth"
)
ATTAINED = (
    "the value is 1/I at the stated prevalence: there it is exactly the variance of the linear estimate that rropt estimate "
    "makes with this design, which is unbiased whatever the prevalence is"
)

REFUSED = (
    "exactly three outputs with delta > 0 are not designed, since four have a smaller variance and two are simpler; "
    "give 2, 4 or free outputs"
)


def _has_pieces(problem: Problem, program: VarianceProgram | FisherProgram) -> bool:
    """Whether epsilon or the prevalence is free, and something identifies the prevalence."""
    objective = problem.objective
    assert isinstance(objective, Variance)
    return not _is_silent(program) and (problem.interval is not None or objective.for_each)


def _is_silent(program: VarianceProgram | FisherProgram) -> bool:
    """Whether no answer depends on the truth."""
    return program.ratio == 1 and program.delta == 0


def _refute(found: Design, wanted: Number, proved: str, others: str) -> Refutation:
    """The certificate of the least variance shows that no smaller one is reached."""
    best = found.value if found.value is not None else found.upper
    assert best is not None
    return Refutation(
        certificate=found.certificate,
        sentence=found.sentence,
        bound=None,
        why=f"the certificate proves that {proved} is {show(best)}, and {show(wanted)} is less, so it cannot be "
        f"reached{others}",
    )


@dataclass(frozen=True, slots=True)
class BinaryVariance(Program):
    """The least variance with two outputs."""

    problem: Problem
    program: VarianceProgram

    @property
    def has_pieces(self) -> bool:
        """Whether epsilon or the prevalence is free."""
        return _has_pieces(self.problem, self.program)

    def theorem(self) -> ClosedForm | None:
        """Theorems 2 to 4 of Holohan, Leith and Mason, at one prevalence."""
        program = self.program
        if program.conditions or _is_silent(program) or program.prevalence.quantifier is not Quantifier.AT:
            return None
        return warner_variance(program) if program.warner else binary_variance(program)

    def numeric(self, solver: str | None) -> NumericAnswer:
        """A few linear programs of HiGHS, or cvxpy's family of them and programs along the edges."""
        if solver is None:
            from rropt.variance.numeric import solve_variance

            found = solve_variance(self.program)
            return NumericAnswer(status=found.status, value=found.value, source=found.solver)
        from rropt.solvers.cvxpy import require_solver
        from rropt.variance.cvxpy import solve_binary

        answer = solve_binary(self.program, require_solver(solver))
        return NumericAnswer(status=answer.status, value=answer.value, source=f"cvxpy with {solver}")

    def prove(self, theorem: ClosedForm | None, *, optima: Search) -> Evidence | Unattained | Unsatisfiable:
        """Every vertex, compared exactly."""
        return prove_unattained(self.problem) if _is_silent(self.program) else prove_binary(self.problem, self.program)

    @property
    def notes(self) -> tuple[str, ...]:
        """Under conditions the mirror image is another question: how it is answered."""
        return mirror_notes(self.program)

    def pieces(self, *, closed_forms: bool) -> Parts:
        """The designs that are optimal, each with its interval of t or of the prevalence."""
        return binary_pieces(self.problem, self.program, closed_forms=closed_forms)

    def refute(self, found: Design, wanted: Number) -> Refutation:
        """The least variance is larger."""
        proved = f"the smallest {found.problem.objective} of two outputs with p00 + p11 > 1"
        return _refute(found, wanted, proved, MIRRORED)


@dataclass(frozen=True, slots=True)
class AsymptoticVariance(Program):
    """The least asymptotic variance with more than two outputs."""

    problem: Problem
    program: FisherProgram

    @property
    def has_pieces(self) -> bool:
        """Whether epsilon or the prevalence is free."""
        return _has_pieces(self.problem, self.program)

    def theorem(self) -> ClosedForm | None:
        """The four-output mechanism, at one prevalence."""
        return four_outputs(self.program) if self.program.prevalence.quantifier is Quantifier.AT else None

    def numeric(self, solver: str | None) -> NumericAnswer:
        """A linear program over extreme rows."""
        if solver is None:
            from rropt.variance.numeric import solve_fisher

            found = solve_fisher(self.program)
            return NumericAnswer(status=found.status, value=found.value, source=found.solver)
        from rropt.solvers.cvxpy import require_solver
        from rropt.variance.cvxpy import solve_asymptotic

        answer = solve_asymptotic(self.program, require_solver(solver))
        return NumericAnswer(status=answer.status, value=answer.value, source=f"cvxpy with {solver}")

    def prove(self, theorem: ClosedForm | None, *, optima: Search) -> Evidence | Unattained:
        """Exact duality on the extreme rows."""
        if _is_silent(self.program):
            return prove_unattained(self.problem)
        return prove_asymptotic(self.problem, self.program)

    def pieces(self, *, closed_forms: bool) -> Parts:
        """One form, best for every epsilon and prevalence asked about."""
        theorem = self.theorem() if closed_forms else None
        return asymptotic_pieces(self.problem, self.program, theorem, closed_forms=closed_forms)

    def refute(self, found: Design, wanted: Number) -> Refutation:
        """The least variance is larger."""
        return _refute(
            found, wanted, f"the smallest asymptotic {found.problem.objective}, with any number of outputs,", ""
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """What attains 1/I, and where an interval's worst prevalence lies."""
        objective = self.problem.objective
        assert isinstance(objective, Variance)
        if objective.prevalence.quantifier is not Quantifier.WORST:
            return (ATTAINED,)
        at = objective.other_way(self.program.prevalence.lower)
        return ATTAINED, f"the worst prevalence is {show(at)}, the one nearest to 1/2"


def normal_form(problem: Problem) -> VarianceProgram | FisherProgram:
    """The polyhedron of two outputs, or the information of more; exactly three are refused where four are better."""
    objective = problem.objective
    assert isinstance(objective, Variance)
    ratio, delta = problem.ratio_and_delta
    if problem.conditions:
        _require_plain(problem, objective)
    if problem.outputs == 2:
        return VarianceProgram(ratio, delta, objective.of_second, objective.warner, problem.conditions)
    if problem.outputs == 3 and delta not in (0, 1):
        raise InputError(REFUSED)
    return FisherProgram(ratio, delta, least_favourable(objective.of_second))


def _require_plain(problem: Problem, objective: Variance) -> None:
    """Refuse conditions where they are not decided."""
    if problem.outputs != 2:
        raise InputError("under conditions the variance is designed for two outputs; give outputs 2")
    if problem.interval is not None or objective.for_each:
        raise InputError(
            "under conditions epsilon and the prevalence must be numbers; give one of each, such as 1/2 and 1/4"
        )


def pose(problem: Problem) -> BinaryVariance | AsymptoticVariance:
    """The program of a problem."""
    program = normal_form(problem)
    if isinstance(program, VarianceProgram):
        return BinaryVariance(problem, program)
    return AsymptoticVariance(problem, program)
