"""How a design is written as JSON: its problem, completely enough to be read back, and its results. Matrices and the ends of
intervals are written here too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rropt.certificate.writing import write_conditions
from rropt.exact.decimal import decimal
from rropt.exact.element import Bound, Element, is_free
from rropt.exact.fields import Algebraic, Free
from rropt.exact.infinity import is_infinite
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.privacy import Notion
from rropt.privacy.notion import range_of
from rropt.problem.conditions import EQUAL_DIAGONAL
from rropt.problem.contract import Objective, has_equal_diagonal
from rropt.problem.names import name_outputs
from rropt.problem.problem import Problem
from rropt.problem.stored.demands import fields_of
from rropt.results import number_fields

if TYPE_CHECKING:
    from rropt.problem.result import Design

__all__ = [
    "SCHEMA",
    "certified_conditions",
    "certified_most_outputs",
    "design_fields",
    "end_fields",
    "matrix_fields",
    "matrix_of_fields",
    "objective_dict",
    "problem_dict",
]

SCHEMA = "rropt/design/2"
BOUNDARIES = ("sip", "csip")


def objective_dict(objective: Objective) -> dict[str, Any]:
    """The objective in words and as fields."""
    return {
        "objective": str(objective),
        "name": objective.name,
        "sense": objective.sense,
        **objective.to_fields(),
    }


def problem_dict(problem: Problem, objective: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the question as JSON. The fields of the objective come first: `objective` if it is given, else what `objective_dict`
    returns. Then follow the demand, the interval of a free epsilon or delta, the inputs, the outputs, `plain` if a plain design is
    asked for, and the conditions if there are any."""
    interval, outputs = range_of(problem.demand), problem.asked_outputs
    return {
        **(objective_dict(problem.objective) if objective is None else objective),
        **_demand_fields(problem.demand),
        "interval": None if interval is None else _interval_fields(interval),
        "inputs": list(problem.inputs) if problem.inputs else str(problem.k),
        "outputs": list(outputs) if isinstance(outputs, tuple) else str(problem.outputs),
        **({"plain": True} if problem.plain else {}),
        **({"subject_to": list(map(str, problem.conditions))} if problem.conditions else {}),
    }


def _demand_fields(demand: Notion) -> dict[str, Any]:
    """Return the demand as JSON. If the demand is a boundary (SIP, CSIP), add the field `parity`: the largest ratio of two entries
    of one row that the demand allows. Certificates state this ratio in place of the boundary."""
    told = fields_of(demand)
    return {"demand": told, "parity": show(demand.parity())} if told["name"] in BOUNDARIES else {"demand": told}


def _interval_fields(interval: Free) -> dict[str, Any]:
    ends = ("(" if interval.lower_open else "[") + (")" if interval.upper_open else "]")
    fields = {"from": end_fields(interval.lower), "to": end_fields(interval.upper)}
    return {"variable": interval.variable, **fields, "ends": ends}


def matrix_fields(p: Mechanism) -> dict[str, Any]:
    """A mechanism's labels, exact entries and decimals."""
    document = p.to_dict()
    return {key: document[key] for key in ("inputs", "outputs", "exact", "decimal")}


def matrix_of_fields(told: dict[str, Any]) -> Mechanism:
    """Read the mechanism that `matrix_fields` wrote, with its labels."""
    return Mechanism(told["exact"], told["inputs"], told["outputs"])


def certified_conditions(problem: Problem) -> tuple[list[dict[str, Any]] | None, ...]:
    """Return the forms in which a certificate may state the conditions. Usually there is one form. If the objective allows only
    designs with p00 = p11 (both true answers equally probable), there is a second form, which includes this condition. A
    certificate states the second form to prove that no design meets all conditions."""
    found = write_conditions(problem)
    return (found, write_conditions(problem, EQUAL_DIAGONAL)) if has_equal_diagonal(problem.objective) else (found,)


def certified_most_outputs(problem: Problem) -> tuple[str | None, ...]:
    """Return the limits on the number of outputs that a certificate about the problem may state, as texts. None stands for no
    limit.

    Under conditions, or if `outputs` is "free", the only limit is None. Otherwise the number of outputs asked for is compared with
    the usual number of the objective:

    * If it is smaller, or the usual number is "free", the only limit is the number asked for.
    * If it is larger, the limit is the number asked for or None.
    * If it is equal, the only limit is None.
    """
    natural, asked = problem.objective.fit_outputs(None, problem.k), problem.outputs
    if asked == "free" or problem.conditions:
        return (None,)
    if natural == "free" or asked < natural:
        return (str(asked),)
    return (None, str(asked)) if asked > natural else (None,)


def end_fields(x: Bound) -> dict[str, Any]:
    """Write an end of an interval as the fields `exact`, `lower` and `upper`. If the end is infinite, all three are "inf". If it
    has no closed form, `exact` is None."""
    if is_infinite(x):
        return {"exact": "inf", "lower": "inf", "upper": "inf"}
    closed = not (isinstance(x, Element) and isinstance(x.field, Algebraic))
    return number_fields(x if closed else None, x, x) or {}


def design_fields(found: Design) -> dict[str, Any]:
    """Write a design as fields: its question, its certificate, and what follows from these two. What does not follow from them
    stands under `unshown`."""
    value = number_fields(found.value, found.lower, found.upper)
    gap = None
    if found.gap is not None:
        gap = "0" if found.gap == 0 else decimal(found.gap, digits=3, direction="upper")
    estimators = [{"exact": [list(map(show, row)) for row in rows]} for rows in found.estimators]
    shown: dict[str, Any] = {"value": value, "gap": gap}
    claim = found.claim
    unshown = _unshown_fields(found, claim)
    if claim == "satisfies":
        shown, unshown = {"value": None, "gap": None}, {**unshown, **shown}
    if estimators:
        (unshown if claim in ("satisfies", "dominant") else shown)["estimators"] = estimators
    if found.problem.objective.is_variance_per_answer and found.upper is not None and not is_free(found.upper):
        shown |= {"variance_per_answer": value, "standard_error_at_1000": repr(found.standard_error(1000))}
    return {
        "schema": SCHEMA,
        "problem": problem_dict(found.problem),
        "mechanism": None if found.mechanism is None else matrix_fields(found.mechanism),
        "verdict": found.verdict.value,
        **shown,
        "requirement": None if found.requirement is None else show(found.requirement),
        "minimisers": [m.to_dict() for m in found.minimisers],
        "pieces": [p.to_dict() for p in found.pieces],
        "warnings": list(found.warnings),
        "sentence": found.sentence,
        "certificate": found.certificate,
        "unshown": unshown,
    }


def _unshown_fields(found: Design, claim: str) -> dict[str, Any]:
    """Return the fields that no certificate shows. `legs` has the result of each method (theorem, solver, checker, sympy
    and cvxpy). `notes` has the notes. `optima` says what is known of other optimal mechanisms. If the certificate is about privacy
    alone and the output labels do not follow from the mechanism, `outputs` has these labels."""
    more: dict[str, Any] = {} if found.optima is None else {"optima": found.optima.value}
    p, problem = found.mechanism, found.problem
    # a certificate of privacy alone has no labels; they are kept here if they do not follow from the mechanism
    if claim == "satisfies" and p is not None and p.outputs is not None:
        own = None if problem.splits_answers else problem.output_labels
        is_named = name_outputs(Mechanism(p.rows, problem.inputs, own)).outputs == p.outputs
        more |= {} if is_named else {"outputs": list(p.outputs)}
    return {
        "legs": {leg.name: leg.to_dict() for leg in (*found.fast_legs, *(found.posed or ()))},
        "notes": list(map(str, found.all_notes)),
        **more,
    }
