"""Reads a mechanism from a JSON document: a mechanism, a device, a design or a certificate."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rropt.exact.errors import InputError

if TYPE_CHECKING:
    from rropt.engine.sets import SetMechanism
    from rropt.mechanism import Mechanism

__all__ = ["mechanism_in"]


def mechanism_in(path: Path, text: str) -> Mechanism | SetMechanism:
    """Read a mechanism from the JSON of a mechanism, device, design or certificate. A certificate must be accepted."""
    from rropt.formats import read_json
    from rropt.mechanism import Mechanism

    document = read_json(text, file=path, has_numbers=True)
    if not isinstance(document, dict):
        raise InputError(f"{path} holds no JSON object; give a mechanism, a design or a certificate")
    if str(document.get("schema", "")).startswith("rropt.certificate/"):
        return _from_certificate(path, text)
    if document.get("schema") == "rropt/mechanism/2":
        return _from_shown(path, document)
    if document.get("schema") == "rropt/setmechanism/1":
        from rropt.problem.stored.sets import sets_of_dict

        return sets_of_dict(document)
    if document.get("schema") in ("rropt/device/1", "rropt/classical/1"):
        from rropt.devices.stored import read_device

        return read_device(document)
    if isinstance(document.get("certificate"), str):
        from rropt.problem.stored.document import read_document
        from rropt.problem.verdicts import Verdict

        status, said, made = read_document(document)
        if status != "accepted":
            raise InputError(f"{path} is {status}: {said}")
        if made is not None and made.verdict in (Verdict.INFEASIBLE, Verdict.UNATTAINED):
            raise InputError(
                f"{path} is a design without a mechanism, as its verdict is {made.verdict.value}; give a design that has one"
            )
        # the certificate may be about another mechanism, if the question was simplified, and one of privacy alone has no labels
        if made is not None and made.mechanism:
            return made.mechanism
        if document["certificate"]:
            return _mechanism_of(path, document["certificate"])
        raise InputError(
            f"{path} is a design in pieces, each with its own mechanism; save the `certificate` of a piece, and name that file"
        )
    if str(document.get("schema", "")).startswith("rropt/") and document["schema"] != "rropt/mechanism/1":
        raise InputError(
            f"{path} is a {document['schema']} document, no mechanism; give a mechanism, a design or a device"
        )
    return Mechanism.from_json(text)


def _from_shown(path: Path, document: Mapping[str, Any]) -> Mechanism | SetMechanism:
    """Read the mechanism of the JSON that `rropt show` writes."""
    from rropt.formats import drop_number_labels
    from rropt.mechanism import Mechanism

    try:
        if "stated" in document:
            from rropt.problem.stored.sets import sets_of_dict

            return sets_of_dict(document["stated"][0]["mechanism"])
        (corner, *inputs), outputs = document["law"][0], [next(iter(row.values())) for row in document["law"]]
        rows = [[row[name]["exact"] for name in inputs] for row in document["law"]]
        assert all([*row] == [corner, *inputs] for row in document["law"])
    except (AssertionError, AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{path} is not as rropt show writes it; write it again") from None
    return Mechanism(rows, drop_number_labels(inputs), drop_number_labels(outputs))


def _from_certificate(path: Path, text: str) -> Mechanism | SetMechanism:
    from rropt.certificate.judge import judge

    if not (verdict := judge(text)).is_accepted:
        raise InputError(f"the certificate of {path} is {verdict.status}: {verdict.reason}")
    return _mechanism_of(path, text)


def _mechanism_of(path: Path, text: str) -> Mechanism | SetMechanism:
    """Read the mechanism of an accepted certificate."""
    from rropt.certificate.read import read_planned_shares, read_statement
    from rropt.formats import drop_number_labels, read_json
    from rropt.mechanism import Mechanism
    from rropt.problem.names import name_outputs
    from rropt.problem.stored.sets import read_sets

    document = read_json(text)
    if (sets := read_sets(document)) is not None:
        return sets
    if (rows := read_statement(document).get("mechanism")) is None:
        raise InputError(
            f"the certificate of {path}, a claim of kind {document.get('claim')}, states no single mechanism; give "
            "the file of a mechanism or of a design"
        )
    labels, planned = [document.get("inputs"), document.get("outputs")], read_planned_shares(document)
    return name_outputs(
        Mechanism(rows, *(drop_number_labels(x) if isinstance(x, list) else None for x in labels), planned=planned)
    )
