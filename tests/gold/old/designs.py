"""Questions of designs, asked of the API of the version before.

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

from itertools import pairwise
from typing import Any

import rropt
from rropt.exact import Disagreement, Undecided, read_number
from rropt.problem import worst
from tests.gold import reading_old as reading

Ask = dict[str, Any]
SECONDS = 100
LIMITS = ("more than the checker takes on", "certificates can state powers of t", "no rational weights were found")
"""Words of refusals by a limit, beyond which the redesign may answer."""
CLASSES = {
    "trace": rropt.Trace,
    "utility": rropt.Utility,
    "linear": rropt.Linear,
    "variance": rropt.Variance,
    "total_variance": rropt.TotalVariance,
    "contrast": rropt.Contrast,
    "determinant": rropt.Determinant,
    "largest_variance": rropt.LargestVariance,
    "information": rropt.Information,
    "divergence": rropt.Divergence,
}


def answer(ask: Ask) -> Ask:
    """Answer a question; refusals by the class of the error."""
    try:
        return QUESTIONS[ask["question"]](ask)
    except (rropt.InputError, Undecided, Disagreement) as error:
        if type(error).__name__ == "OutOfTime":
            raise TimeoutError from error
        limit = {"free": {"limit": True}} if any(words in str(error) for words in LIMITS) else {}
        return {"refused": reading.refusal(error)} | limit


def read_objective(given: Ask) -> Any:
    """Make the objective of a dictionary."""
    named = {x: y for x, y in given.items() if x != "kind"}
    if given["kind"] == "sum":
        first, *others = (read_number(weight) * read_objective(x) for weight, x in given["terms"])
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


def read_problem(ask: Ask) -> Ask:
    """The arguments of `design`."""
    call = {"objective": read_objective(ask["objective"])}
    call |= {"demand": read_demand(ask["demand"])} if "demand" in ask else {}
    call |= {x: tuple(y) if isinstance(y, list) else y for x in ("inputs", "outputs") if (y := ask.get(x)) is not None}
    return call | ({"subject_to": ask["conditions"]} if "conditions" in ask else {}) | ask.get("options", {})


def answer_design(ask: Ask) -> Ask:
    found = rropt.design(**read_problem(ask), seconds=SECONDS)
    return tell_design(found, ask)


def tell_design(found: rropt.Design, ask: Ask) -> Ask:
    """Verdict, bounds and claim of a design, and whether the checker accepts its certificate."""
    if any("ended at the limit" in note for note in found.notes):
        raise TimeoutError
    told: Ask = {"verdict": found.verdict.value, "accepted": all(map(is_accepted, certificates_of(found)))}
    told["free"] = {"certificate_bytes": sum(len(x.encode()) for x in certificates_of(found))}
    if found.claim == "satisfies":  # bounds that no certificate shows
        told["free"]["claim"] = found.claim
    else:
        told["claim"] = found.claim
    if found.pieces or "at" in ask:
        return told | tell_pieces(found, ask)
    if found.lower is not None:
        told["value"] = reading.interval(found.lower, found.upper)
    return told | {x: TELL[x](found) for x in ask.get("tell", [])}


def certificates_of(found: rropt.Design) -> list[str]:
    return [found.certificate] if found.certificate else [x.certificate for x in found.pieces]


def is_accepted(certificate: str) -> bool:
    return rropt.verify(certificate).status == "accepted"


def tell_pieces(found: rropt.Design, ask: Ask) -> Ask:
    """Where the formula of the value changes, t = e^ε or δ or the share, and the value at the points that are asked for."""
    whole = [x for x in found.pieces if not x.is_point]
    new = [b for a, b in pairwise(whole) if a.value_said != b.value_said]
    ends = {"from": whole[0].lower, "to": whole[-1].upper} if whole else {}
    told = {x: reading.number(end) for x, end in ends.items()} | {"breaks": [reading.number(x.lower) for x in new]}
    told["formulas"] = {"free": [x.value_said for x in whole] or [str(found.value)]}
    return told | {"at": [tell_point(found, ask["along"], x) for x in ask.get("at", [])]}


def tell_point(found: rropt.Design, along: str, where: str) -> Any:
    """The value at one point, or the class of a refusal."""
    try:
        there = found.at(**{along: where})
    except rropt.InputError as error:
        return {"refused": reading.refusal(error)}
    if there.lower is None:
        return {"verdict": there.verdict.value}
    return reading.interval(there.lower, there.upper)


def tell_minimisers(found: rropt.Design) -> list[Any]:
    """All optimal mechanisms of a share's variance, each with the other end of its segment if there is one, in order."""
    ordered = sorted(found.minimisers, key=lambda x: [float(y) for row in x.mechanism.rows for y in row])
    return [[reading.table(y.rows) for y in (x.mechanism, x.towards) if y is not None] for x in ordered]


TELL = {
    "minimisers": tell_minimisers,
    "mechanism": lambda found: reading.table(found.mechanism.rows),
    "only": lambda found: found.optima is not None and found.optima.value == "only",
}


def answer_least(ask: Ask) -> Ask:
    call = read_problem(ask)
    found = rropt.least(
        ask["of"], call.pop("objective"), reach=ask["value"], **call, **ask.get("fixed", {}), seconds=SECONDS
    )
    told: Ask = {"reached": found.design is not None}
    if found.design is not None:
        told["value"] = reading.interval(found.lower, found.upper)
    return told


def answer_frontier(ask: Ask) -> Ask:
    found = rropt.frontier(ask["prevalence"], outputs=ask["outputs"])
    told: Ask = {"at": [reading.number(found.at(*x)) for x in ask["at"]]}
    for name in ("least_delta", "least_epsilon"):
        told[name] = [reading.interval(*getattr(found, name)(*x)) for x in ask.get(name, [])]
    return told


def answer_sweep(ask: Ask) -> Ask:
    table = rropt.sweep(read_objective(ask["objective"]), ask["grid"], workers=1, seconds=SECONDS)
    return {x: list(table[x]) for x in ("verdict", "lower", "upper")} | {
        "refused_at": [bool(x) for x in table["refusal"]]
    }


def answer_check(ask: Ask) -> Ask:
    """Whether a mechanism keeps a demand, its own value for an objective, and its efficiency, in [0, 1]."""
    demand = read_demand(ask["demand"]) if "demand" in ask else None
    objective = read_objective(ask["objective"]) if "objective" in ask else None
    found = rropt.check(reading.mechanism(ask["mechanism"]), demand, objective=objective, seconds=SECONDS)
    if found.unfinished:
        raise TimeoutError
    told: Ask = {"parity": reading.number(found.parity)} | ({} if demand is None else {"met": found.met})
    told["value"] = found.efficiency.values and reading.interval(*found.efficiency.values)
    told["efficiency"] = found.efficiency.bounds and reading.interval(*found.efficiency.bounds)
    return told


QUESTIONS = {
    "design": answer_design,
    "least": answer_least,
    "frontier": answer_frontier,
    "sweep": answer_sweep,
    "check": answer_check,
}
