"""The golden questions of a share's variance, asked of the new rooms: a reader for `python -m tests.gold designs`."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from rropt.binary.frontier import AnyAnswers, TwoAnswers
from rropt.certificate.read import weakest_claim
from rropt.engine.found import Found, Minimisers
from rropt.exact import Disagreement, Undecided
from rropt.exact.errors import InputError
from rropt.objectives.variance import AsymptoticVariance, Variance
from rropt.problem.design import design
from rropt.problem.pieces import DesignInPieces
from rropt.problem.result import Design
from rropt.problem.shares import DesignByShare
from rropt.solvers.rational import fraction
from tests.engine import gold_reader as engine
from tests.gold import reading_old as reading

Ask = dict[str, Any]
engine.CLASSES |= {"variance": Variance, "asymptotic_variance": AsymptoticVariance}


def answer(ask: Ask) -> Ask:
    """Answer a question; refusals by the class of the error."""
    if ask["question"] == "least" and ask.get("outputs") == "free":
        return engine.answer(ask | {"objective": ask["objective"] | {"kind": "asymptotic_variance"}})
    if ask["question"] == "frontier":
        return tell_frontier(ask)
    if ask["question"] != "design":
        return engine.answer(ask)
    try:
        return tell(design(**engine.arguments(ask), seconds=100), ask)
    except (InputError, Undecided, Disagreement) as error:
        return {"refused": reading.refusal(error)}
    except TypeError as error:  # an option that there is no more
        return {"refused": str(error)}


def tell(found: Any, ask: Ask) -> Ask:
    """Verdict, claim, bounds and minimisers."""
    if isinstance(found, DesignByShare):
        return tell_shares(found, ask)
    told = engine.tell(found, ask) | {"verdict": str(found.verdict), "claim": weakest_claim([found.certificate])}
    if isinstance(found, DesignInPieces):
        told["breaks"] = tell_breaks(found)
    if isinstance(found, Design) and "minimisers" in ask.get("tell", ()):
        told["minimisers"] = tell_minimisers(found)
    return told


def tell_breaks(found: DesignInPieces) -> list[Any]:
    """Where the formula changes between pieces that are no points."""
    whole = [piece for piece in found.pieces if not piece.is_point]
    new = [b for a, b in pairwise(whole) if a.found.lower != b.found.lower]
    return [reading.interval(fraction(piece.start.low), fraction(piece.start.high)) for piece in new]


def tell_shares(found: DesignByShare, ask: Ask) -> Ask:
    """Where the best mechanism changes with the share, and the value at the shares that are asked for."""
    told: Ask = {"verdict": found.verdict, "accepted": True, "claim": found.pieces[0].claim}
    told |= {"from": reading.number(found.pieces[0].lower), "to": reading.number(found.pieces[-1].upper)}
    told["breaks"] = [reading.number(piece.lower) for piece in found.pieces[1:]]
    told["formulas"] = {"free": [str(piece.mechanisms) for piece in found.pieces]}
    return told | {"at": [engine.tell_point(found, where) for where in ask.get("at", [])]}


def tell_minimisers(found: Design) -> list[Any]:
    """All optimal mechanisms, each with the other end of its half-line if there is one, in order."""
    if not isinstance(found.found, Found) or not isinstance(found.found.prices, Minimisers):
        return []
    ordered = sorted(found.found.prices.faces, key=lambda face: [float(x) for row in face[0] for x in row])
    return [[reading.table(rows) for rows in face if rows is not None] for face in ordered]


def tell_frontier(ask: Ask) -> Ask:
    """The least variances, slacks and budgets at points of the trade-off."""
    found = (AnyAnswers if ask["outputs"] == "free" else TwoAnswers)(ask["prevalence"])
    told: Ask = {"at": [reading.number(found.at(*x)) for x in ask["at"]]}
    for name in ("least_delta", "least_epsilon"):
        told[name] = [reading.interval(*getattr(found, name)(*x)) for x in ask.get(name, [])]
    return told
