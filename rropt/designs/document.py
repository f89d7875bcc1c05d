"""A design's JSON beside the certificate it carries: every field that the certificate decides must say the same."""

from __future__ import annotations

from typing import Any

from rropt.certificate.read import parts_of
from rropt.checker import check
from rropt.designs.problem_text import BOUNDARIES, boundary_of, problem_dict, read_problem
from rropt.designs.rational_demands import demand_note
from rropt.designs.rebuilt import Strange, rebuilt
from rropt.designs.result import SCHEMA
from rropt.designs.rounded_objective import rounded
from rropt.exact.errors import Disagreement, InputError, Undecided
from rropt.exact.reading import read_number
from rropt.objectives import Variance
from rropt.problem import Problem

__all__ = ["disagreement", "judge_document", "not_judged"]

CLAIMS = ("optimal", "dominant", "within", "infeasible", "unattained")
BY_THEOREM = "by a theorem"
UNJUDGED = ("notes", "the numeric leg", "the legs' sources", "the symbolic leg's status")


def judge_document(document: dict[str, Any]) -> tuple[str, str]:
    """The checker's status of what the document carries and its sentence, or the reason against it."""
    verdicts = [check(certificate) for certificate in _certificates(document)]
    refused = next((v for v in verdicts if v.status != "accepted"), None)
    if refused is not None:
        return refused.status, refused.reason
    sentence = " ".join(v.sentence for v in verdicts)
    strange = disagreement(document, sentence)
    return ("accepted", f"{sentence}{_follows(document)}") if strange is None else ("rejected", strange)


def _follows(document: dict[str, Any]) -> str:
    """The one step from the least variance to the answer that a smaller one was asked for in vain, or from an objective or a
    demand of rational numbers to the one that is asked about."""
    if document.get("schema") != SCHEMA:
        return ""
    if _is_for_each_of_three(problem := read_problem(document["problem"])) and demand_note(problem.demand):
        return (
            f" For the {problem.objective} under {problem.demand}, whose irrational numbers are rounded up there, the least "
            "variances lie between the same bounds, since the mechanisms satisfy it."
        )
    if document["verdict"] == "within" and rounded(problem) is not problem:
        low, high = document["value"]["lower"], document["value"]["upper"]
        return f" For the {problem.objective}, whose numbers are near these, the optimum lies between {low} and {high}."
    if document["verdict"] != "infeasible" or _claim(document) != "optimal":
        return ""
    return f" The {document['requirement']} that was asked for is less, so no mechanism of the demand reaches it."


def _is_for_each_of_three(problem: Problem) -> bool:
    """Whether three outputs are asked for at each prevalence, where certificates are about rational demands."""
    objective = problem.objective
    return isinstance(objective, Variance) and objective.for_each and problem.lacks_an_output


def _certificates(document: dict[str, Any]) -> list[str]:
    """The document's certificate; or, where each piece carries its own, those."""
    if document["certificate"]:
        return [document["certificate"]]
    pieces = document.get("pieces")
    found = [p.get("certificate") for p in pieces if isinstance(p, dict)] if isinstance(pieces, list) else []
    return [c if isinstance(c, str) else "" for c in found] or [""]


def not_judged(document: dict[str, Any]) -> tuple[str, ...]:
    """What `disagreement` leaves unjudged in an accepted JSON answer, because no certificate speaks of it."""
    if document.get("schema") != SCHEMA:
        return ("every field but the certificate and its sentence",)
    if document.get("verdict") == "unattained":
        return (*UNJUDGED, "the prevalence, the labels and the outputs, on which nothing depends here")
    if _claim(document) == "dominant":
        return (*UNJUDGED, "the labels and the interval of prevalences, on which nothing depends here")
    demand = document["problem"]["demand"]
    if demand["name"] in BOUNDARIES and boundary_of(demand) is None:
        return (*UNJUDGED, "the boundary's name")
    if document.get("verdict") == "infeasible" and _claim(document) == "optimal":
        return (*UNJUDGED, "how far the requirement is below the least variance")
    return UNJUDGED


def disagreement(document: dict[str, Any], sentence: str) -> str | None:
    """The first field that says something else than the accepted certificate; None where all agree.

    `sentence` is what the checker said of the certificate. Of a design, everything but `not_judged` is made again from
    the problem's fields and the certificate, and compared.
    """
    if document.get("sentence") != sentence:
        return "the field 'sentence' does not say what the certificate proves"
    if document.get("schema") != SCHEMA and _claim(document) not in CLAIMS:
        return None
    if document.get("schema") != SCHEMA:
        return f"the field 'schema' is not {SCHEMA}, which the certificate is about"
    try:
        problem = _problem(document)
        expected = rebuilt(document, problem, sentence).to_dict()
        first = {"verdict": expected["verdict"]}  # the verdict decides the other fields, so it is the one to name
        path = _difference({**first, **expected, **_unjudged(document, expected)}, document)
    except Strange as error:
        path = str(error)
    except (Disagreement, InputError, Undecided) as error:
        return f"the field 'problem' or the certificate cannot be read back: {error}"
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
        return "the field 'problem' states another question than the certificate"
    return None if path is None else f"the field '{path}' does not agree with the certificate"


def _claim(document: dict[str, Any]) -> str:
    """The claim of the first statement."""
    try:
        return str(parts_of(_certificates(document)[0])[0]["claim"])
    except (InputError, AttributeError, LookupError, TypeError):
        return ""


def _problem(document: dict[str, Any]) -> Problem:
    """The problem, whose sentence is the one that its fields give."""
    told = document.get("problem")
    problem = read_problem(told)
    path = _difference(problem_dict(problem), told, "problem")
    if path is not None:
        raise Strange(path)
    return problem


def _unjudged(document: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """The notes as they are told, and the legs with the certified one made again."""
    notes, legs = document.get("notes"), document.get("legs")
    if not isinstance(notes, list) or not all(isinstance(note, str) for note in notes):
        raise Strange("notes")
    if not isinstance(legs, dict) or list(legs) != ["symbolic", "numeric", "certified"]:
        raise Strange("legs")
    for name, leg in legs.items():
        texts = isinstance(leg, dict) and all(isinstance(leg.get(key), str) for key in ("status", "source"))
        if not texts or leg.keys() != {"status", "value", "source"}:
            raise Strange(f"legs.{name}")
    certified = {**expected["legs"]["certified"], "source": legs["certified"]["source"]}
    symbolic = {**legs["symbolic"], "value": _symbolic(legs["symbolic"], certified["value"], expected)}
    return {"notes": notes, "legs": {"symbolic": symbolic, "numeric": legs["numeric"], "certified": certified}}


def _symbolic(leg: dict[str, Any], certified: str | None, expected: dict[str, Any]) -> str | None:
    """The value of a closed form: the certified one, or one that lies in the certified bounds."""
    if leg["status"] != BY_THEOREM:
        return None
    if expected["verdict"] != "within":
        return certified
    told, bounds = read_number(leg["value"]), expected["value"]
    inside = read_number(bounds["lower"]) <= told <= read_number(bounds["upper"])
    return str(leg["value"]) if inside else None


def _difference(expected: Any, told: Any, path: str = "") -> str | None:
    """Where two documents first differ."""
    if isinstance(expected, dict) and isinstance(told, dict):
        for key in [*expected, *(key for key in told if key not in expected)]:
            here = f"{path}.{key}" if path else str(key)
            if key not in expected or key not in told:
                return here
            if (found := _difference(expected[key], told[key], here)) is not None:
                return found
        return None
    if isinstance(expected, list) and isinstance(told, list) and len(expected) == len(told):
        pairs = enumerate(zip(expected, told, strict=True))
        return next((d for n, (a, b) in pairs if (d := _difference(a, b, f"{path}[{n}]")) is not None), None)
    return None if type(expected) is type(told) and expected == told else path
