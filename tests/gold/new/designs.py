"""Questions of designs, asked of the one engine.

A question has the keys

- `question`: design, least, frontier, sweep or check;
- `objective`: a dictionary with `kind` and the names that the objective's class has, numbers as exact texts; `sum` has `terms`,
  pairs of a weight and an objective, `worst` has `of`, a list of objectives;
- `demand`: a list of dictionaries with `kind` and the numbers; all of them hold;
- `inputs`, `outputs`, `conditions`: as in SCOPE;
- `at`: where a free number is to be set, as texts of ε, δ or the share; `along` says which;
- `tell`: what is answered beyond verdict and value: `minimisers`, `mechanism`, `only`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import rropt
from rropt.certificate.read import weakest_claim
from rropt.exact import Disagreement, Undecided
from rropt.objectives.base import Objective, worst
from rropt.objectives.variance import AsymptoticVariance
from rropt.privacy import Metric
from rropt.problem.pieces import DesignByShare, DesignInPieces
from rropt.problem.ranging import Unreachable
from rropt.problem.result import Design
from rropt.solvers.rational import fraction
from tests.gold import reading_old as reading

Ask = dict[str, Any]
SECONDS = 100
CLASSES: dict[str, Callable[..., Objective]] = {
    "trace": rropt.Trace,
    "utility": rropt.Utility,
    "linear": rropt.Linear,
    "variance": rropt.Variance,
    "asymptotic_variance": AsymptoticVariance,
    "total_variance": rropt.TotalVariance,
    "contrast": rropt.Contrast,
    "determinant": rropt.Determinant,
    "largest_variance": rropt.LargestVariance,
    "information": rropt.Information,
}


def answer(ask: Ask) -> Ask:
    """Answer a question; refusals by the class of the error."""
    try:
        return QUESTIONS[ask["question"]](ask)
    except (rropt.InputError, Undecided, Disagreement) as error:
        return {"refused": reading.refusal(error)}
    except TypeError as error:  # an option that there is no more
        if "unexpected keyword" not in str(error):
            raise
        return {"refused": "InputError"}


def read_problem(ask: Ask) -> Ask:
    """The arguments of `design`."""
    call: Ask = {"objective": read_objective(ask["objective"])}
    call |= {"demand": read_demand(ask["demand"])} if "demand" in ask else {}
    call |= {x: tuple(y) if isinstance(y, list) else y for x in ("inputs", "outputs") if (y := ask.get(x)) is not None}
    return call | {"subject_to": ask.get("conditions", ())} | ask.get("options", {})


def read_objective(given: Ask) -> Objective:
    """Make the objective of a dictionary."""
    named = {x: y for x, y in given.items() if x != "kind"}
    if given["kind"] == "sum":
        first, *others = (read_objective(x) * weight for weight, x in given["terms"])
        for other in others:
            first = first + other
        return first
    if given["kind"] == "worst":
        return worst(*map(read_objective, given["of"]))
    if given["kind"] == "divergence":
        between = named.pop("between", [None, None])
        return rropt.Divergence(named.pop("name", None), *between, **named)
    return CLASSES[given["kind"]](**named)


def read_demand(given: list[Ask]) -> Any:
    """Make the demand that joins all of a list; a boundary h alone is handed on as it is."""
    if given[0]["kind"] == "boundary":
        return [tuple(point) for point in given[0]["h"]]
    joined: Any = None
    for x in given:
        one = reading.demand({"demand": x["kind"]} | {a: b for a, b in x.items() if a != "kind"})
        joined = one if joined is None else joined & one
    return joined


def answer_design(ask: Ask) -> Ask:
    """Verdict, claim and bounds of a design; the checker has accepted its certificate, or there is no design."""
    found = rropt.design(**read_problem(ask), seconds=SECONDS)
    told: Ask = {"verdict": str(found.verdict), "accepted": True}
    if isinstance(found, DesignByShare):
        told |= {"claim": found.pieces[0].claim, "at": tell_points(found, ask), "formulas": {}}
        told |= {"from": reading.number(found.pieces[0].lower), "to": reading.number(found.pieces[-1].upper)}
        return told | {"breaks": [reading.number(piece.lower) for piece in found.pieces[1:]]}
    told["claim"] = weakest_claim([found.certificate])
    if isinstance(found, DesignInPieces):
        ends = {"from": reading.number(found.free.lower), "to": reading.number(found.free.upper)}
        told |= {"formulas": {"free": [str(value) for _, value in found.formulas]}}
        return told | ends | {"breaks": tell_breaks(found), "at": tell_points(found, ask)}
    if found.lower is not None:
        told["value"] = reading.interval(found.lower, found.upper)
    return told | {x: TELL[x](found) for x in ask.get("tell", [])}


def tell_breaks(found: DesignInPieces) -> list[Any]:
    """Where the formula changes between pieces that are no points."""
    whole = [piece for piece in found.pieces if not piece.is_point]
    new = [b for a, b in pairwise(whole) if a.found.lower != b.found.lower]
    return [reading.interval(fraction(piece.start.low), fraction(piece.start.high)) for piece in new]


def tell_points(found: DesignInPieces | DesignByShare, ask: Ask) -> list[Any]:
    return [tell_point(found, where) for where in ask.get("at", [])]


def tell_point(found: DesignInPieces | DesignByShare, where: str) -> Any:
    """The value at one point, or the class of a refusal."""
    try:
        return reading.number(found.value_at(where))
    except rropt.InputError as error:
        return {"refused": reading.refusal(error)}


def tell_minimisers(found: Design) -> list[Any]:
    """All optimal mechanisms of a share's variance, each with the other end of its half-line if there is one, in order."""
    ordered = sorted(found.minimisers, key=lambda x: [float(y) for row in x.mechanism.rows for y in row])
    return [[reading.table(y.rows) for y in (x.mechanism, x.towards) if y is not None] for x in ordered]


TELL: dict[str, Callable[[Design], Any]] = {
    "minimisers": tell_minimisers,
    "mechanism": lambda found: reading.table(found.mechanism.rows),
    "only": lambda found: bool(found.is_only),
}


def answer_least(ask: Ask) -> Ask:
    """The least number that reaches a value, between the two that were certified."""
    given = ask
    if ask.get("outputs") == "free" and ask["objective"]["kind"] == "variance":
        given = ask | {"objective": ask["objective"] | {"kind": "asymptotic_variance"}}
    call = read_problem(given) | ask.get("fixed", {})
    if "distances" in call:
        call["demand"] = Metric(call.pop("distances"), "every")
    found = rropt.least(ask["of"], call.pop("objective"), value=ask["value"], **call, seconds=SECONDS)
    if isinstance(found, Unreachable):
        return {"reached": False}
    return {"reached": True, "value": reading.interval(found.lower, found.upper)}


def answer_frontier(ask: Ask) -> Ask:
    """The least variances, slacks and budgets at points of the trade-off."""
    found = rropt.frontier(ask["prevalence"], outputs=ask["outputs"])
    told: Ask = {"at": [reading.number(found.at(*x)) for x in ask["at"]]}
    for name in ("least_delta", "least_epsilon"):
        told[name] = [reading.interval(*getattr(found, name)(*x)) for x in ask.get(name, [])]
    return told


def answer_sweep(ask: Ask) -> Ask:
    """The bounds of each design of a grid."""
    grid = {"inputs" if name == "k" else name: values for name, values in ask["grid"].items()}
    rows = rropt.sweep(read_objective(ask["objective"]), grid, workers=1, seconds=SECONDS).rows
    told: Ask = {name: [row[name] for row in rows] for name in ("verdict", "lower", "upper")}
    return told | {"refused_at": [bool(row["refusal"]) for row in rows]}


def answer_check(ask: Ask) -> Ask:
    """Whether a mechanism keeps a demand, its own value for an objective, and its efficiency, in [0, 1]."""
    demand = read_demand(ask["demand"]) if "demand" in ask else None
    objective = read_objective(ask["objective"]) if "objective" in ask else None
    found = rropt.check(reading.mechanism(ask["mechanism"]), demand, objective=objective, seconds=SECONDS)
    told: Ask = {"parity": reading.number(found.parity)} | ({} if demand is None else {"met": found.met})
    own = found.efficiency
    told["value"] = own.values and reading.interval(*own.values)
    return told | {"efficiency": own.bounds and reading.interval(*own.bounds)}


QUESTIONS = {
    "design": answer_design,
    "least": answer_least,
    "frontier": answer_frontier,
    "sweep": answer_sweep,
    "check": answer_check,
}
