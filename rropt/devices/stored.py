"""Read the mechanism of a device's JSON, check it against its accepted certificate, and recompute what follows from both."""

from __future__ import annotations

from typing import Any

from rropt.certificate.read import statements_in
from rropt.certificate.statements import emit_satisfies
from rropt.certificate.writing import dumps
from rropt.designs.rows.sets import SetMechanism
from rropt.devices.device import instrument_fields, procedure_fields
from rropt.devices.instrument import instrument
from rropt.devices.realise import device_of, read_sets
from rropt.devices.rules import Rule, Sets
from rropt.devices.script import code
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.matrix import Matrix
from rropt.exact.spelling import show
from rropt.formats import read_json
from rropt.mechanism import Mechanism, read_matrix
from rropt.privacy import LDP
from rropt.privacy.stored import read_demand_name
from rropt.problem.stored.document import judge_document
from rropt.problem.stored.fields import matrix_fields, matrix_of_fields
from rropt.problem.stored.sets import sets_of_dict

__all__ = ["SCHEMA", "device_again", "read_device"]

SCHEMA, CLASSICAL = "rropt/device/1", "rropt/classical/1"


def read_device(document: dict[str, Any]) -> Mechanism | SetMechanism:
    """Read the mechanism, with its labels, from a device's JSON.

    An InputError is raised if the certificate is not accepted, or if it is about another mechanism. A classical device has no
    certificate, because only the chances of its answers are stated.
    """
    if document["schema"] == CLASSICAL:
        try:
            return matrix_of_fields(document["mechanism"])
        except (KeyError, TypeError) as error:
            raise InputError(
                f"rropt cannot read the field 'mechanism' of the device: {error}; make the device again"
            ) from None
    status, said = judge_document(document)
    if status != "accepted":
        raise InputError(f"the file of the device is {status}: {said}")
    return _certified(document)


def _certified(document: dict[str, Any]) -> Mechanism | SetMechanism:
    """Read the mechanism of a device; refuse it if the certificate is about other numbers."""
    try:
        told = document["mechanism"]
        mechanism: Mechanism | SetMechanism
        certified: Matrix = read_matrix(statements_in(document["certificate"])[0]["mechanism"])
        if "members" in told:
            mechanism = sets_of_dict(told)
        else:
            mechanism = matrix_of_fields(told)
    except (KeyError, TypeError) as error:
        raise InputError(
            f"rropt cannot read the field 'mechanism' of the device: {error}; make the device again"
        ) from None
    if mechanism.pair.rows != certified:
        raise InputError("the device's field 'mechanism' does not agree with its certificate; make the device again")
    return mechanism


def device_again(document: dict[str, Any]) -> dict[str, Any]:
    """Compute anew those fields of a device's JSON that follow from its certificate.

    They are the mechanism, the demand that it keeps, and its tight ε at the δ that the document names. If the mechanism is a
    matrix, the instrument and the procedure are read and written anew too, and refused unless they have the chances of the
    mechanism. A simpler device in the document is treated in the same way.
    """
    mechanism = _certified(document)
    delta = read_number(document["epsilon"]["delta"])
    told = mechanism.to_dict() if isinstance(mechanism, SetMechanism) else matrix_fields(mechanism)
    made = {
        "schema": document["schema"],
        # labels are shown by no certificate
        "mechanism": {key: x for key, x in told.items() if x is None or key not in ("inputs", "outputs")},
        "epsilon": {"exact": str(LDP.tightest_epsilon(mechanism.pair, delta)), "delta": show(delta)},
        "sentence": document["sentence"],
        "certificate": document["certificate"],
    }
    if isinstance(mechanism, Mechanism):
        made |= _steps_again(document, mechanism)
    demand = read_demand_name(document["demand"])
    if demand is not None:
        if read_json(dumps(dict(emit_satisfies(mechanism.pair, demand).data))) != read_json(document["certificate"]):
            raise InputError("the field 'demand' does not agree with the certificate; make the device again")
        made["demand"] = document["demand"]
    if "simpler" in document:
        made["simpler"] = device_again({**document["simpler"], "schema": document["schema"]})
        del made["simpler"]["schema"]
    return made


def _steps_again(document: dict[str, Any], p: Mechanism) -> dict[str, Any]:
    """Read the instrument and the procedure; refuse them if people who follow them give other answers than the mechanism."""
    told, steps = document["instrument"], document["procedure"]
    months = {"12": "months", "365": "days"}
    size = told["shares"] or (months[told["outcomes"]] if told["kind"] == "birthdays" else told["count"])
    tool = instrument(told["kind"], size)
    procedure: tuple[Rule, ...] | Sets
    if steps["kind"] == "sets":
        sets = read_sets(p) or ((),)
        procedure = Sets(p.k, len(sets[0]), int(steps["inside"]), sets)
    else:
        say = p.output_labels.index
        procedure = tuple(
            Rule(int(x["from"]), int(x["to"]), tuple(say(x["say"][label]) for label in p.input_labels))
            for x in steps["rules"]
        )
        firsts = [0, *(rule.last + 1 for rule in procedure)]
        if [*(rule.first for rule in procedure), tool.outcomes] != firsts:
            raise InputError(
                "the rules of the field 'procedure' must cover each outcome of the field 'instrument' once, in order; make the "
                "device again"
            )
    if device_of(tool, procedure, p).rows != p.rows:
        raise InputError(
            "the rules in the field 'procedure' do not give the probabilities that the certificate states; make the device again"
        )
    made = {"instrument": instrument_fields(tool), "procedure": procedure_fields(procedure, p)}
    return {**made, "code": code(tool, procedure, p) if tool.kind == "bits" else None}
