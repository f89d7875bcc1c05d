"""The golden questions of designs, asked of the new engine: `python -m tests.gold designs --reader FILE` with this file."""

from __future__ import annotations

from typing import Any

from rropt.exact import Disagreement, Undecided
from rropt.exact.errors import InputError
from rropt.objectives.base import Objective, worst
from rropt.objectives.covariance import Contrast, TotalVariance
from rropt.objectives.determinant import Determinant
from rropt.objectives.divergence import Divergence
from rropt.objectives.information import Information
from rropt.objectives.largest import LargestVariance
from rropt.objectives.linear import Linear, Trace, Utility
from rropt.objectives.variance import Variance
from rropt.privacy.notion import range_of
from rropt.problem.checkup import check
from rropt.problem.design import design
from rropt.problem.least import Unreachable, least
from rropt.problem.pieces import DesignInPieces
from rropt.problem.result import Design
from rropt.solvers.rational import fraction
from rropt.sweeps.sweep import sweep
from tests.gold import reading_old as reading
from tests.gold.old.designs import read_demand

Ask = dict[str, Any]
CLASSES: dict[str, Any] = {
    "trace": Trace,
    "utility": Utility,
    "linear": Linear,
    "variance": Variance,
    "information": Information,
    "total_variance": TotalVariance,
    "contrast": Contrast,
    "determinant": Determinant,
    "largest_variance": LargestVariance,
}


def answer(ask: Ask) -> Ask:
    """Answer a question; refusals by the class of the error."""
    if ask["question"] not in ("design", "least", "sweep", "check"):
        raise NotImplementedError(ask["question"])
    try:
        if ask["question"] == "sweep":
            return tell_sweep(ask)
        if ask["question"] == "check":
            return tell_check(ask)
        if ask["question"] == "least":
            return tell_least(ask)
        return tell(design(**arguments(ask), seconds=100), ask)
    except (InputError, Undecided, Disagreement) as error:
        return {"refused": reading.refusal(error)}
    except TypeError as error:  # an option that there is no more
        return {"refused": str(error)}


def arguments(ask: Ask) -> Ask:
    """The arguments of `design`."""
    call: Ask = {"objective": read_objective(ask["objective"]), "demand": read_demand(ask["demand"])}
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
        return Divergence(named.pop("name"), *between, **named)
    return CLASSES[given["kind"]](**named)


def tell_check(ask: Ask) -> Ask:
    """Whether a mechanism keeps a demand, its own value for an objective, and its efficiency."""
    demand = read_demand(ask["demand"]) if "demand" in ask else None
    objective = read_objective(ask["objective"]) if "objective" in ask else None
    found = check(reading.mechanism(ask["mechanism"]), demand, objective=objective, seconds=100)
    told: Ask = {"parity": reading.number(found.parity)} | ({} if demand is None else {"met": found.met})
    own = found.efficiency
    told["value"] = own.values and reading.interval(*own.values)
    return told | {"efficiency": own.bounds and reading.interval(*own.bounds)}


def tell_sweep(ask: Ask) -> Ask:
    """The bounds of each design of a grid."""
    grid = {"inputs" if name == "k" else name: values for name, values in ask["grid"].items()}
    rows = sweep(read_objective(ask["objective"]), grid, workers=1).rows
    told: Ask = {name: [row[name] for row in rows] for name in ("verdict", "lower", "upper")}
    return told | {"refused_at": [bool(row["refusal"]) for row in rows]}


def tell_least(ask: Ask) -> Ask:
    """The least number that reaches a value, between the two that were certified."""
    given = {"inputs": ask.get("inputs"), "subject_to": ask.get("conditions", ())} | ask.get("fixed", {})
    given["outputs"] = ask.get("outputs")
    if "demand" in ask:
        given["demand"] = read_demand(ask["demand"])
    found = least(ask["of"], read_objective(ask["objective"]), value=ask["value"], **given, seconds=100)
    if isinstance(found, Unreachable):
        return {"reached": False}
    return {"reached": True, "value": reading.interval(found.lower, found.upper)}


def tell_pieces(found: DesignInPieces, ask: Ask) -> Ask:
    """Where the formula of the value changes, and the value at the points that are asked for."""
    free = range_of(found.problem.demand)
    assert free is not None
    # each piece claims it
    told: Ask = {"verdict": str(found.verdict), "accepted": True, "claim": "optimal"}
    told |= {"from": reading.number(free.lower), "to": reading.number(free.upper)}
    told["breaks"] = [
        reading.interval(fraction(piece.start.low), fraction(piece.start.high)) for piece, _ in found.formulas[1:]
    ]
    told["formulas"] = {"free": [str(value) for _, value in found.formulas]}
    return told | {"at": [tell_point(found, where) for where in ask.get("at", [])]}


def tell_point(found: DesignInPieces, where: str) -> Any:
    """The value at one point, or the class of a refusal."""
    try:
        value = found.value_at(where)
    except InputError as error:
        return {"refused": reading.refusal(error)}
    return reading.interval(value, value)


def tell(found: Design | DesignInPieces, ask: Ask) -> Ask:
    """Verdict, claim and bounds; the checker has accepted the certificate, or there is no design."""
    if isinstance(found, DesignInPieces):
        return tell_pieces(found, ask)
    told: Ask = {"verdict": str(found.verdict), "accepted": True, "claim": str(found.verdict)}
    if found.lower is not None and found.upper is not None:
        told["value"] = reading.interval(found.lower, found.upper)
    if "only" in ask.get("tell", ()):
        told["only"] = bool(found.is_only)
    if "mechanism" in ask.get("tell", ()) and found.mechanism is not None:
        told["mechanism"] = reading.table(found.mechanism.rows)
    return told
