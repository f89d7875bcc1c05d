"""`design`: the one door from a problem to a certified optimum.

The symbolic leg is a theorem of `closed_forms`, the numeric leg a solver's answer, the certified leg a certificate that
the checker accepted. The certificate's evidence comes from the theorem where one applies (multipliers as functions of t)
and from exact reconstruction elsewhere; the value compared is the one the checker was shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from rropt.breach.demand import read_stated
from rropt.certificate.designs import dumps
from rropt.certificate.designs import unattained as unattained_document
from rropt.checker import check
from rropt.closed_forms import ClosedForm, closed_form
from rropt.exact.element import Element
from rropt.exact.errors import Disagreement, InputError, Undecided
from rropt.exact.fields import Exponential, Free
from rropt.exact.spelling import show
from rropt.linear.rounded_weights import rounded, widened
from rropt.mechanism import Mechanism
from rropt.objectives import Objective, Variance
from rropt.problem import exact_leg, numeric_leg
from rropt.problem.agreement import reconcile
from rropt.problem.exact_leg import Evidence, Search
from rropt.problem.problem import Problem
from rropt.problem.requirement import required
from rropt.problem.result import Design, Leg, Minimiser, Verdict
from rropt.program import FisherProgram, LinearProgram, Program, normal_form
from rropt.variance.prevalence import Quantifier
from rropt.variance.silent_end import NOTE, silent_end, with_empty_outputs

__all__ = ["design"]

MOST_EPSILON = 200  # what certificates name: the checker reads no larger power of e


def design(
    objective: Objective | Problem,
    demand: object = None,
    *,
    outputs: int | Literal["free"] | Sequence[str] | None = None,
    inputs: int | Sequence[str] | None = None,
    solver: str | None = None,
    closed_forms: bool = True,
    require: object = None,
    optima: Search = "few",
) -> Design:
    """The certified optimal design for an objective under a demand (or for a ready `Problem`).

    The demand is a notion, or whatever `breach_bound` reads without more said: a table, a boundary, a pair, a sympy
    expression or a `BreachBound`; of a B(h) that is only enclosed the lower bound is used, and a note says so.
    `solver` names a cvxpy solver for the numeric leg (HiGHS directly if not given, and always where epsilon or the
    prevalence is free); `closed_forms=False` leaves the symbolic leg out, so that the certificate rests on
    reconstruction alone. With `require` the objective must reach that
    value (at least it where larger is better, at most it where smaller is); where none can, the verdict is `infeasible`.
    `optima` says how far the optimal mechanisms of a linear objective are listed: "one" lists the stated one; "few" a list that
    costs little beside the design, and that there is no other at any size (where e^epsilon is a root, of small designs); "all"
    every vertex of them.
    """
    said = ""
    if isinstance(objective, Problem):
        problem = objective
    elif demand is None:
        raise InputError("a design needs a demand, such as LDP('1/2')")
    else:
        stated = read_stated(demand)
        problem, said = Problem(objective, stated.notion, outputs=outputs, inputs=inputs), stated.said
    if optima not in ("one", "few", "all"):
        raise InputError(f"optima = {optima!r} must be one, few or all")
    found = _solve(problem, solver, closed_forms, optima)
    if said:
        found = replace(found, notes=(*found.notes, said))
    return found if require is None else required(found, require)


def _solve(problem: Problem, solver: str | None, closed_forms: bool, optima: Search) -> Design:
    asked = silent_end(problem)
    if asked != problem:
        found = with_empty_outputs(_solve(asked, solver, closed_forms, optima), problem)
        return replace(found, notes=(*found.notes, NOTE))
    near = rounded(problem)
    if near is not problem:
        return widened(_solve(near, solver, closed_forms, "one"), problem)
    program = normal_form(problem)
    _require_readable(program)
    if _nothing_identifies(problem, program):
        return _unattained(problem)
    if _is_parametric(problem, program):
        from rropt.variance.pieces import parametric

        if solver is not None:
            raise InputError(
                f"with a free epsilon or prevalence HiGHS samples the numeric leg; leave the solver {solver} out"
            )
        return parametric(problem, program, closed_forms=closed_forms)
    theorem = _theorem(problem, program) if closed_forms else None
    return _assemble(problem, program, theorem, solver, optima)


def _require_readable(program: Program) -> None:
    """Refuse e^epsilon for an epsilon that the checker does not read."""
    field = program.ratio.field if isinstance(program.ratio, Element) else None
    if isinstance(field, Exponential) and field.epsilon > MOST_EPSILON:
        raise InputError(
            f"epsilon = {field.epsilon} is larger than {MOST_EPSILON}, which protects nobody; give a smaller one"
        )


def _theorem(problem: Problem, program: Program) -> ClosedForm | None:
    try:
        return closed_form(problem, program)
    except Undecided:
        return None


def _is_parametric(problem: Problem, program: Program) -> bool:
    objective = problem.objective
    free = isinstance(program.ratio, Element) and isinstance(program.ratio.field, Free)
    return free or (isinstance(objective, Variance) and objective.for_each)


def _nothing_identifies(problem: Problem, program: Program) -> bool:
    return isinstance(problem.objective, Variance) and program.ratio == 1 and program.delta == 0


def _unattained(problem: Problem) -> Design:
    text = dumps(unattained_document(problem))
    verdict = check(text)
    legs = (
        Leg("symbolic", "no finite variance", None, "every column is the same"),
        Leg("numeric", "not posed: the feasible set has p00 + p11 = 1", None, "HiGHS"),
        Leg("certified", verdict.status, None, "checker"),
    )
    if verdict.status != "accepted":
        raise Disagreement(f"the checker did not accept that nothing identifies the prevalence: {verdict.reason}")
    note = f"{problem.demand} makes every answer independent of the truth, so no estimator of the prevalence exists"
    return Design(
        problem,
        Verdict.UNATTAINED,
        None,
        None,
        None,
        None,
        legs,
        text,
        verdict.sentence,
        notes=(note,),
    )


def _assemble(
    problem: Problem, program: Program, theorem: ClosedForm | None, solver: str | None, optima: Search
) -> Design:
    numeric = numeric_leg.solve(program, solver)
    evidence = exact_leg.prove(problem, program, theorem, optima=optima)
    verdict = check(evidence.certificate)
    if verdict.status == "malformed" and isinstance(program, LinearProgram) and program.delta != 0 and theorem is None:
        # numbers of the field that are more than the checker takes on; rationals around them are not
        evidence = exact_leg.prove(problem, program, theorem, over_field=False, optima=optima)
        verdict = check(evidence.certificate)
    symbolic = _symbolic_leg(theorem)
    certified = Leg("certified", verdict.status, evidence.value, f"{evidence.source}, judged by the checker")
    if verdict.status != "accepted":
        said = "; ".join(map(str, (symbolic, numeric, certified)))
        raise Disagreement(f"the checker refused the certificate ({verdict.reason}), so no number is given. {said}")
    mechanism = _labelled(problem, evidence.rows)
    legs = reconcile(symbolic, numeric, certified, lower=evidence.lower, upper=evidence.upper)
    return Design(
        problem,
        Verdict.OPTIMAL if evidence.value is not None else Verdict.WITHIN,
        mechanism,
        evidence.value,
        evidence.lower,
        evidence.upper,
        legs,
        evidence.certificate,
        verdict.sentence,
        minimisers=_minimisers(problem, evidence, mechanism),
        notes=_notes(problem, program),
        optima=evidence.optima,
    )


def _symbolic_leg(theorem: ClosedForm | None) -> Leg:
    if theorem is None:
        return Leg("symbolic", "no closed form applies", None, "closed_forms")
    return Leg("symbolic", "by a theorem", theorem.value, theorem.theorem)


def _labelled(problem: Problem, rows: object) -> Mechanism:
    return Mechanism(rows, problem.inputs, problem.output_labels)  # type: ignore[arg-type]


def _minimisers(problem: Problem, evidence: Evidence, mechanism: Mechanism) -> tuple[Minimiser, ...]:
    found = []
    for rows, towards in evidence.minimisers:
        other = None if towards is None else _labelled(problem, towards)
        found.append(Minimiser(mechanism if rows is evidence.rows else _labelled(problem, rows), other))
    return tuple(found)


def asymptotic_notes(objective: Variance, program: FisherProgram) -> tuple[str, ...]:
    """What attains 1/I, and where an interval's worst prevalence lies."""
    said = (
        "the value is 1/I at the stated prevalence; the maximum-likelihood estimator (and the one-step estimator "
        "from any consistent start) attains it asymptotically, whatever the prevalence is"
    )
    if objective.prevalence.quantifier is not Quantifier.WORST:
        return (said,)
    at = objective.other_way(program.prevalence.lower)
    return said, f"the worst prevalence is {show(at)}, the one nearest to 1/2"


def _notes(problem: Problem, program: Program) -> tuple[str, ...]:
    if isinstance(problem.objective, Variance) and isinstance(program, FisherProgram):
        return asymptotic_notes(problem.objective, program)
    if isinstance(program, LinearProgram) and problem.outputs == "free":
        return ("more outputs than actions do not help: acting on an output is post-processing",)
    return ()
