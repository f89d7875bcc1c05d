"""A design's JSON beside the certificate it carries: every field that the certificate decides must say the same."""

from __future__ import annotations

from typing import Any

from rropt.certificate.read import read_notion, read_statement
from rropt.checker import check
from rropt.designs.result import matrix_fields, number_fields
from rropt.exact.errors import InputError
from rropt.exact.reading import read_number, show
from rropt.formats import numbered, read_json
from rropt.mechanism import Mechanism

__all__ = ["disagreement"]


def disagreement(document: dict[str, Any], sentence: str) -> str | None:
    """The first field that says something else than the accepted certificate; None where all agree.

    `sentence` is what the checker said of the certificate. Fields without a counterpart in the certificate (the numeric
    leg, notes) are not judged, and nothing else reads them.
    """
    if document.get("sentence") != sentence:
        return "the field 'sentence' does not say what the certificate proves"
    several = bool(document.get("pieces"))  # with a free epsilon or prevalence the pieces alone may say what is best
    for name, expected in _expected(document).items():
        if name in document and document[name] != expected and not (several and document[name] in (None, [])):
            return f"the field '{name}' does not agree with the certificate"
    return (
        _strange_requirement(document)
        or _strange_leg(document)
        or _strange_demand(document)
        or _strange_piece(document)
    )


def _strange_requirement(document: dict[str, Any]) -> str | None:
    """An infeasible requirement on a variance is one below the least variance, which is what its certificate proves."""
    text = document["certificate"]
    stated = read_statement(text) if text else {}
    if document.get("verdict") != "infeasible" or stated.get("verdict") != "optimal":
        return None
    try:
        missed = read_number(document.get("requirement")) < stated["value"]
    except (InputError, KeyError, TypeError):
        missed = False
    return None if missed else "the field 'requirement' is not a value that the certificate rules out"


def _strange_leg(document: dict[str, Any]) -> str | None:
    """The exact legs have the certificate's value, and the certified one was accepted."""
    value, legs = _expected(document).get("value"), document.get("legs", {})
    if not isinstance(legs, dict) or not all(isinstance(leg, dict) for leg in legs.values()):
        return "the field 'legs' is no table of legs"
    for name in ("symbolic", "certified"):
        told = legs.get(name, {}).get("value")
        if isinstance(value, dict) and value["exact"] is not None and told not in (None, value["exact"]):
            return f"the field 'legs' gives the {name} leg another value than the certificate"
    return None


def _strange_demand(document: dict[str, Any]) -> str | None:
    """The problem's demand, where it is one that certificates know by name and t is one number, is the certificate's."""
    problem, stated = document.get("problem"), read_notion(document["certificate"] or "{}")
    demand = problem.get("demand") if isinstance(problem, dict) else None
    if stated is None or not isinstance(demand, dict):
        return None
    name, numbers = stated
    if demand.get("name") in ("sip", "csip") and name == "parity":
        return None
    try:
        told = {key: read_number(x) for key, x in demand.items() if key != "name"}
    except (InputError, TypeError, ValueError):
        told = {}
    same = demand.get("name") == name and all(told.get(key, 0) == numbers.get(key, 0) for key in {*told, *numbers})
    return None if same and told else "the field 'problem' states another demand than the certificate"


def _expected(document: dict[str, Any]) -> dict[str, Any]:
    """The fields that follow from the certificate alone."""
    text = document["certificate"]
    stated = read_statement(text) if text else {}
    if not stated:
        return {}
    found: dict[str, Any] = {}
    if document.get("verdict") != "infeasible":
        found["verdict"] = stated["verdict"]
        labels = _labels(text)
        found["mechanism"] = matrix_fields(Mechanism(stated["mechanism"], *labels)) if "mechanism" in stated else None
        lower, upper = stated.get("lower", stated.get("value")), stated.get("upper", stated.get("value"))
        if lower is not None:
            found["value"] = number_fields(stated.get("value"), lower, upper)
            found["variance_per_answer"] = found["value"]
            found |= {"gap": "0"} if "value" in stated else {}
        if "minimisers" in stated:
            best, told = (
                [matrix_fields(Mechanism(rows, *labels)) for rows in stated["minimisers"]],
                document.get("minimisers"),
            )
            given = (
                [m.get("mechanism") if isinstance(m, dict) else None for m in told] if isinstance(told, list) else None
            )
            found["minimisers"] = told if given == best else best
    elif stated["verdict"] != "infeasible":
        found |= {"mechanism": None, "value": None, "minimisers": [], "pieces": []}
    return found


def _labels(text: str) -> tuple[list[str] | None, list[str] | None]:
    document = read_json(text)
    inputs, outputs = document.get("inputs"), document.get("outputs")
    return (
        numbered(inputs) if isinstance(inputs, list) else None,
        numbered(outputs) if isinstance(outputs, list) else None,
    )


def _strange_piece(document: dict[str, Any]) -> str | None:
    """Each piece carries its own certificate, which must be accepted and be about its mechanisms and value."""
    pieces = document.get("pieces") or []
    for piece in pieces if isinstance(pieces, list) else [None]:
        if not isinstance(piece, dict) or check(str(piece.get("certificate"))).status != "accepted":
            return "the certificate of one of the 'pieces' is not accepted"
        try:
            stated = read_statement(str(piece["certificate"]))
        except InputError:
            return "the certificate of one of the 'pieces' cannot be read back"
        best = stated.get("minimisers") or ([stated["mechanism"]] if "mechanism" in stated else [])
        given = piece.get("mechanisms")
        exact = [[[show(x) for x in row] for row in rows] for rows in best]
        if best and isinstance(given, list) and [m.get("exact") for m in given if isinstance(m, dict)] != exact:
            return "the mechanisms of one of the 'pieces' are not those of its certificate"
    return None
