"""The function `design`, which solves a problem and certifies the optimum.

First the problem is simplified by reductions. Then it is answered in three independent ways (the legs): by a theorem's closed form,
by a solver's floats, and by evidence that the checker judges. The first two are compared with the bounds that the evidence gives.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

from rropt.above import find
from rropt.certificate.judge import judge, refuse_excess, require_accepted
from rropt.exact.element import Element, Number, is_free, lift
from rropt.exact.errors import Disagreement, InputError, OutOfTime, Received, Undecided
from rropt.exact.fields import Exponential, Field, Radical
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import common_field, have_common_field, rank
from rropt.exact.patience import ignore_limit, limit_seconds, read_seconds
from rropt.exact.sign import as_float
from rropt.mechanism import Mechanism
from rropt.problem.advice import refuse_beyond_doubles, refuse_objective
from rropt.problem.answers import ClosedForm, Evidence, Face, Parts, Search, Unattained, Unsatisfiable
from rropt.problem.contract import Objective, Program
from rropt.problem.contradiction import MERGED, asks_too_little, contradict
from rropt.problem.known import pose, pose_legs, read_notion, reduce
from rropt.problem.leg import NO_FORMULA
from rropt.problem.notes import OfMechanism
from rropt.problem.pieces.piece import Between
from rropt.problem.problem import Problem
from rropt.problem.requirement import require_value
from rropt.problem.result import Design, Leg, Minimiser
from rropt.problem.verdicts import BOUNDED, Verdict
from rropt.solvers.agreement import lies_within

__all__ = ["ask_solver", "design", "reconcile"]

MOST_EPSILON = 200  # the largest in certificates: the checker reads no larger power of e
MOST_POWER = 256  # the largest power of t in a number of a certificate: the checker reads no larger one

SHORTER = "ask for fewer inputs or actions, or state the demand in shorter numbers, such as budgets with a small common denominator"
BEYOND_DOUBLES = Leg("numeric", "not solved", None, "the numbers are larger than every double")


def design(
    objective: Objective | Problem,
    demand: object = None,
    *,
    outputs: int | Literal["free"] | Sequence[str] | None = None,
    inputs: int | Sequence[str] | None = None,
    solver: str | None = None,
    closed_forms: bool = True,
    require: object = None,
    subject_to: Iterable[str] = (),
    plain: bool = False,
    optima: Search = "few",
    seconds: float | None = 60,
    check: Literal["fast", "full"] = "fast",
) -> Design:
    """Find the certified optimal design for an objective under a demand (or for a ready `Problem`).

    Args:
        objective: `Variance`, `Trace`, `Utility`, `Linear`, `Information`, `Divergence`, `TotalVariance`, `Contrast`,
            `Determinant` or `LargestVariance`, or a `Problem`.
        demand: A notion. Or what `breach_bound` reads as a bound on the parity: a table, a boundary, a pair, a sympy expression
            or a `BreachBound`. If this bound is known only up to an interval, its lower end is used, and a note says so.
        outputs: The most outputs, their labels, or "free". Default: k for `Trace`, 2 for `Variance`, a table's rows, else "free".
        inputs: The number or the labels of inputs.
        solver: A cvxpy solver for floats. If not given, one such as HiGHS is used. Refused if ε, δ or the prevalence is a range.
        closed_forms: False leaves out formulas from theorems, so that the certificate rests only on floats made exact.
        require: A value that the design must reach or better; if no mechanism does, the verdict is `infeasible`.
        subject_to: Linear conditions on the mechanism beside the demand, as texts: "P[yes,yes] >= 1/2", "P[0,1] == P[1,0]",
            "sum(P[0,:]) <= 2"; P[output,input] is named by labels or by indices from 0. If no mechanism meets them: `infeasible`.
        plain: True asks for the best design whose answers each name a category, and for its loss against the best of all designs.
        optima: Which optima of a linear objective are listed: "one", "all" (every vertex of the set of optima), or "few" (all of
            them if they are found with little effort, else one). A note says if there may be others.
        seconds: The time limit; None for no limit. When it is reached, the answer is what is known by then: bounds (`within`) or an
            incomplete list. If nothing is known, `OutOfTime` is raised. A running step of exact arithmetic is finished first.
        check: "fast" asks a formula, a solver and the checker; "full" asks sympy and cvxpy too, as reading `Design.legs` does.

    Returns:
        The design: mechanism, exact value, certificate, and the independent answers (`legs`) that were compared.

    Raises:
        InputError: The question makes no sense. Disagreement: Two of the independent answers disagree.

    Example:
        >>> from rropt import LDP, Trace, design
        >>> print(design(Trace(), LDP("ln3"), inputs=3).value)
        9/5

    Reference: Holohan, Leith and Mason (2016), for the variance; Chai and Nayak (2018), for the trace; Kairouz, Oh and Viswanath
    (2016), for objectives that are sums over rows. SPEC.md says how the checker verifies the certificate of each objective.
    """
    if check not in ("fast", "full"):
        raise InputError(Received("check", repr(check)), " must be fast or full")
    with limit_seconds(read_seconds(seconds)) as patience:
        found = _answer(objective, demand, outputs, inputs, solver, closed_forms, require, subject_to, plain, optima)
        posed = pose_legs(found) if check == "full" else None
    if patience.ended and found.verdict is Verdict.WITHIN:
        found = replace(
            found,
            notes=(*found.notes, f"the search for an exact answer ended at the limit, seconds = {patience.seconds:g}"),
        )
    return found.with_posed(posed)


def _answer(
    objective: Objective | Problem,
    demand: object,
    outputs: int | Literal["free"] | Sequence[str] | None,
    inputs: int | Sequence[str] | None,
    solver: str | None,
    closed_forms: bool,
    require: object,
    subject_to: Iterable[str],
    plain: bool,
    optima: Search,
) -> Design:
    """Read the question of `design`, and solve it. If a value is required, return a design that reaches it, or the proof that no
    design does."""
    said = ""
    if isinstance(objective, Problem):
        problem, of_problem = objective, {"demand": demand, "outputs": outputs, "inputs": inputs}
        of_problem |= {"subject_to": tuple(subject_to) or None, "plain": plain or None}
        if given := [name for name, x in of_problem.items() if x is not None]:
            raise InputError(
                f"{given[0]} cannot be given together with a ready Problem; give {given[0]} when making the Problem"
            )
    elif demand is None:
        raise InputError("a design needs a demand, such as LDP('1/2')")
    else:
        if not isinstance(objective, Objective):
            raise refuse_objective(objective)
        notion, said = read_notion(demand)
        problem = Problem(objective, notion, outputs=outputs, inputs=inputs, subject_to=subject_to, plain=plain)
    if optima not in ("one", "few", "all"):
        raise InputError(Received("optima", repr(optima)), " must be one, few or all")
    try:
        found = _solve(problem, solver, closed_forms, optima)
    except OverflowError:
        raise refuse_beyond_doubles(problem) from None
    if said:
        found = replace(found, notes=(*found.notes, said))
    return found if require is None else require_value(found, require)


def _solve(problem: Problem, solver: str | None, closed_forms: bool, optima: Search) -> Design:
    """Solve a problem: simplify it by the reductions that apply, then ask a theorem, a solver and the checker."""
    _require_readable(problem)
    if reduced := reduce(problem):
        return reduced.restore(_solve(reduced.problem, solver, closed_forms, optima))
    # if the conditions can be met only from some number of the interval on, the design is for the part from there on
    if problem.interval is not None and problem.conditions and problem.objective.takes & {"labels", "averages"}:
        later = find("function", "met_from")(problem)
        if later is not None:
            found = _solve(later.problem, solver, closed_forms, optima)
            return replace(found, notes=(later.said, *found.notes))
    if problem.interval is None and problem.bounds.averages() and asks_too_little(problem):
        impossible = contradict(problem)
        assert isinstance(impossible, Unsatisfiable)
        merged = (MERGED,) if problem.outputs == "free" else ()
        return _unsatisfiable(problem, replace(impossible, notes=(*impossible.notes, *merged)))
    program = pose(problem)
    if program.has_pieces:
        if solver is not None:
            raise InputError(
                f"if epsilon, delta or the prevalence is free, the solver cannot be chosen; leave the solver {solver} out"
            )
        return _of_parts(problem, program.pieces(closed_forms=closed_forms))
    theorem = _theorem(program) if closed_forms else None
    evidence = program.prove(theorem, optima=optima)
    if isinstance(evidence, Unattained):
        return _design_unattained(problem, evidence)
    if isinstance(evidence, Unsatisfiable):
        return _unsatisfiable(problem, evidence)
    return _of_evidence(problem, program, theorem, ask_solver(program, solver), evidence)


def _require_readable(problem: Problem) -> None:
    """Refuse a demand that a certificate cannot state.

    There are three reasons for a refusal. First, epsilon, or an end of its range, is a rational number above `MOST_EPSILON`, up to
    which the checker encloses e^epsilon. Second, the demand's numbers have no common field, so that they cannot be compared
    exactly. Third, they need a power of the field's generator that is too high.
    """
    numbers, interval = problem.bounds.numbers(), problem.interval
    ends = () if interval is None else (interval.lower, interval.upper)
    for x in (*numbers, *ends):
        field = x.field if isinstance(x, Element) else None
        if isinstance(field, Exponential) and field.epsilon > MOST_EPSILON:
            raise InputError(
                Received("epsilon", str(field.epsilon)),
                f" is larger than {MOST_EPSILON}, and so large an epsilon protects nobody; give a smaller one",
            )
    if interval is not None:
        odd = [x for x in numbers if isinstance(x, Element) and not is_free(x)]
        if odd and problem.bounds.common is None:
            raise InputError(
                f"while {problem.free} is free, e^epsilon of a fixed epsilon and all other fixed numbers must be rational, but "
                f"{problem.demand} has {odd[0]}; give a rational number, or as the fixed epsilon the logarithm of one, such as ln3"
            )
        return
    if not have_common_field([numbers]):
        raise InputError(
            f"rropt cannot compare the numbers of {problem.demand} with each other exactly; give rational numbers, and as epsilon "
            "the logarithm of a rational number, such as ln3"
        )
    field = common_field([numbers])
    if field is not None and (power := _largest_power(numbers, field)) > MOST_POWER:
        raise InputError(
            f"with {field}, certificates can state powers of t up to t^{MOST_POWER}, but the numbers of {problem.demand} need "
            f"t^{power}; give budgets with a smaller common denominator, or replace a budget by a nearby logarithm of a rational "
            "number, such as ln3"
        )


def _largest_power(numbers: Iterable[Number], field: Field) -> int:
    """The largest power of the field's generator t that occurs in these numbers. If t is the n-th root of a rational number, the
    result is at least n."""
    lifted = [lift(x, field) for x in numbers if isinstance(x, Element)]
    own = field.degree if isinstance(field, Radical) else 0
    return max(own, *(part.degree() for x in lifted for part in (x.num, x.den)))


def _theorem(program: Program) -> ClosedForm | None:
    try:
        return program.theorem()
    except Undecided:
        return None


def ask_solver(program: Program, solver: str | None) -> Leg:
    """Solve the program in floats, and return the value with its source and status as a `Leg`. If the solver found no value, the
    `Leg` has the reason instead. There is a value if and only if the solver's float is finite; its own status is not trusted."""
    try:
        found = program.numeric(solver)
    except OutOfTime:
        return Leg("numeric", "not solved: Time limit reached", None, "HiGHS")
    except OverflowError:
        return BEYOND_DOUBLES
    if math.isinf(found.value):
        return BEYOND_DOUBLES
    if math.isnan(found.value):
        return Leg("numeric", f"not solved: {found.status}", None, found.source)
    return Leg("numeric", found.status, found.value, found.source, found.resolution)


def _judge(text: str, what: str) -> str:
    """Have the checker judge a certificate which shows that there is no design, and return the sentence that is proved. If the
    checker does not accept the certificate, raise an error. `what` names the subject of the certificate in error messages."""
    judged = judge(text)
    refuse_excess(judged, what, SHORTER)
    return require_accepted(judged, what)


def _design_unattained(problem: Problem, stop: Unattained) -> Design:
    sentence = _judge(stop.certificate, "what no mechanism attains")
    legs = (stop.symbolic, stop.numeric, Leg("certified", "accepted", None, "checker"))
    return Design(
        problem=problem,
        verdict=Verdict.UNATTAINED,
        fast_legs=legs,
        certificate=stop.certificate,
        sentence=sentence,
        notes=(stop.note,),
    )


def _unsatisfiable(problem: Problem, stop: Unsatisfiable) -> Design:
    sentence = _judge(stop.certificate, "conditions that contradict the demand")
    legs = (NO_FORMULA, stop.numeric, Leg("certified", "accepted", None, "multipliers, judged by the checker"))
    return Design(
        problem=problem,
        verdict=Verdict.INFEASIBLE,
        fast_legs=legs,
        certificate=stop.certificate,
        sentence=sentence,
        notes=stop.notes,
    )


def _of_parts(problem: Problem, found: Parts) -> Design:
    return Design(
        problem=problem,
        verdict=Verdict.WITHIN if any(isinstance(x.value, Between) for x in found.pieces) else Verdict.OPTIMAL,
        mechanism=found.mechanism,
        value=found.value,
        lower=found.value,
        upper=found.value,
        fast_legs=found.legs,
        certificate=found.certificate,
        sentence=found.sentence,
        pieces=found.pieces,
        notes=found.notes,
    )


def _of_evidence(
    problem: Problem, program: Program, theorem: ClosedForm | None, numeric: Leg, evidence: Evidence
) -> Design:
    symbolic = NO_FORMULA
    if theorem is not None:
        symbolic = Leg("symbolic", "by a theorem", theorem.value, theorem.theorem)
    judged = judge(evidence.certificate)
    refuse_excess(judged, "this design", SHORTER)
    certified = Leg("certified", judged.status, evidence.value, f"{evidence.source}, judged by the checker")
    if evidence.is_bounded and judged.is_accepted:
        certified = Leg("certified", BOUNDED, None, evidence.source)
    if not judged.is_accepted:
        said = "; ".join(map(str, (symbolic, numeric, certified)))
        raise Disagreement(f"the checker refused the certificate ({judged.reason}), so no number is given. {said}")
    mechanism = None
    if evidence.rows:
        mechanism = Mechanism(evidence.rows, problem.inputs, evidence.outputs or problem.output_labels)
    return Design(
        problem=problem,
        verdict=Verdict.WITHIN if evidence.value is None else Verdict.OPTIMAL,
        mechanism=mechanism,
        value=evidence.value,
        lower=evidence.lower,
        upper=evidence.upper,
        fast_legs=reconcile(symbolic, numeric, certified, lower=evidence.lower, upper=evidence.upper),
        certificate=evidence.certificate,
        sentence=judged.sentence,
        # without an exact value the mechanism is only near the optimum
        minimisers=()
        if evidence.value is None
        else tuple(_minimiser(problem, face, evidence, mechanism) for face in evidence.minimisers),
        notes=(*program.notes, *map(OfMechanism, (*evidence.notes, *_warn_unidentified(problem, mechanism)))),
        optima=evidence.optima,
        estimators=evidence.estimators,
    )


def _warn_unidentified(problem: Problem, p: Mechanism | None) -> tuple[str, ...]:
    """Warn if the shares of the inputs cannot be estimated, because different shares give the same answers.

    If they can be estimated, the result is empty. It is also empty if the mechanism `p` is None, or if the number of outputs is
    fixed and outputs do not stand for inputs.
    """
    if p is None or not (problem.objective.outputs_are_inputs or problem.outputs == "free"):
        return ()
    with ignore_limit():
        found = rank(p.rows)
    if found == p.k:
        return ()
    return (
        f"these answers do not estimate the shares of all {p.k} inputs: their rank is {found}, so different shares give the same "
        "answers",
    )


def _label(problem: Problem, rows: object) -> Mechanism:
    return Mechanism(rows, problem.inputs, problem.output_labels)  # type: ignore[arg-type]


def _minimiser(problem: Problem, face: Face, evidence: Evidence, mechanism: Mechanism | None) -> Minimiser:
    rows, towards = face
    own = mechanism if mechanism and rows is evidence.rows else _label(problem, rows)
    return Minimiser(own, None if towards is None else _label(problem, towards))


def reconcile(symbolic: Leg, numeric: Leg, certified: Leg, *, lower: Number, upper: Number) -> tuple[Leg, Leg, Leg]:
    """Compare a theorem's value and a solver's float with the certified bounds, and return all three answers.

    Each answer is a `Leg`, which has a source and a status. If the theorem's value lies outside the bounds, or the float is not
    near them, `Disagreement` is raised. If the float is near the bounds only because of the solver's tolerance, its status gets a
    remark.
    """
    found = []
    exact = symbolic.value
    if exact is not None and not is_infinite(exact) and not (lower <= exact <= upper):
        found.append("the closed form lies outside what is certified")
    low, high = as_float(lower), as_float(upper)
    if _is_strange(numeric.value, low, high, numeric.resolution):
        found.append("the numeric optimum is not near what is certified")
    elif _is_strange(numeric.value, low, high):
        said = f"{numeric.status}; the solver's tolerance cannot tell values {numeric.resolution:.1e} apart"
        numeric = replace(numeric, status=said)
    if found:
        legs = "; ".join(map(str, (symbolic, numeric, certified)))
        raise Disagreement(
            f"the symbolic, numeric and certified answers disagree, so no number is given: {' and '.join(found)}. {legs}"
        )
    return symbolic, numeric, certified


def _is_strange(value: Number | float | None, low: float | None, high: float | None, blur: float = 0.0) -> bool:
    """Whether a float lies outside the bounds by more than the usual tolerance and by more than `blur`. False if the float or a
    bound is missing."""
    if not isinstance(value, float) or low is None or high is None:
        return False
    return not (lies_within(value, low, high) or low - blur <= value <= high + blur)
