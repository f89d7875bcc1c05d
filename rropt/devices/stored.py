"""Read the mechanism of a device's JSON, check it against its accepted certificate, and recompute what follows from both."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rropt.certificate.read import statements_in
from rropt.certificate.statements import emit_satisfies
from rropt.certificate.writing import dumps
from rropt.devices.device import instrument_fields, procedure_fields
from rropt.devices.instrument import Instrument, instrument
from rropt.devices.realise import all_sets, device_of, read_sets
from rropt.devices.rules import Rule, Sets
from rropt.devices.script import code
from rropt.engine.sets import SetMechanism
from rropt.exact.element import Bound, Number
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.matrix import Matrix
from rropt.exact.spelling import show
from rropt.formats import read_json
from rropt.mechanism import Mechanism, read_matrix
from rropt.privacy import LDP, Notion
from rropt.privacy.bounds import PairBounds
from rropt.privacy.words import read_demand_name, warnings_of_proof
from rropt.problem.stored.fields import matrix_fields, matrix_of_fields
from rropt.problem.stored.sets import sets_of_dict
from rropt.problem.stored.verify import verify_answer

__all__ = ["SCHEMA", "device_again", "read_device"]

SCHEMA, CLASSICAL = "rropt/device/1", "rropt/classical/1"
WRITTEN = (
    *("instrument", "procedure", "respondent", "interviewer", "code", "mechanism", "objective", "value", "optimum"),
    *("efficiency", "demand", "epsilon", "search", "warnings", "sentence", "certificate"),
)
"""The fields that the JSON of every device has."""


def read_device(document: dict[str, Any]) -> Mechanism | SetMechanism:
    """Read the mechanism, with its labels, from a device's JSON.

    An InputError is raised unless `verify` accepts the document. A classical device has no certificate, because only the chances of
    its answers are stated.
    """
    if document["schema"] == CLASSICAL:
        try:
            return matrix_of_fields(document["mechanism"])
        except (KeyError, TypeError) as error:
            raise InputError(
                f"rropt cannot read the field 'mechanism' of the device: {error}; make the device again"
            ) from None
    found = verify_answer(document)
    if not found.is_accepted:
        raise InputError(f"the file of the device is {found.status.value}: {found.says}")
    return _certified(document)


def _certified(document: dict[str, Any]) -> Mechanism | SetMechanism:
    """Read the mechanism of a device; refuse it if the certificate is about other numbers, or no certificate of privacy."""
    try:
        claim = read_json(document["certificate"])["claim"]
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
    if claim != "satisfies":
        raise InputError(f"the certificate of a device must claim 'satisfies', not '{claim}'; make the device again")
    if mechanism.pair.rows != certified:
        raise InputError("the device's field 'mechanism' does not agree with its certificate; make the device again")
    return mechanism


def device_again(document: dict[str, Any]) -> dict[str, Any]:
    """Compute anew those fields of a device's JSON that follow from its certificate.

    They are the mechanism, the demand that it keeps, its tight ε at the δ of the demand, and the warnings about its answers. If the
    demand is not one by name, the document names the δ. The instrument and the procedure are read and written anew too, and refused
    unless they have the chances of the mechanism.

    A simpler device in the document is treated in the same way. It must have the instrument, the truths and the demand of the
    device, and no simpler device of its own.
    """
    made = _made_again(document)
    if "simpler" in document:
        simpler = {**document["simpler"], "schema": document["schema"]}
        if "simpler" in simpler:
            raise InputError("the device in the field 'simpler' has a field 'simpler' too; make the device again")
        made["simpler"] = _made_again(simpler)
        del made["simpler"]["schema"]
        if _asked(simpler) != _asked(document):
            raise InputError(
                "the device in the field 'simpler' has another instrument, demand or truths than the device; make the device again"
            )
    return made


def _asked(document: dict[str, Any]) -> list[Any]:
    """List what a device and its simpler device have in common: the instrument, the truths, and the demand."""
    certified = read_json(document["certificate"])
    return [
        document["instrument"],
        _certified(document).input_labels,
        document["demand"],
        certified["field"],
        certified["notion"],
    ]


def _made_again(document: dict[str, Any]) -> dict[str, Any]:
    """Compute anew the fields of one device, without the device in its field `simpler`."""
    if missing := [key for key in WRITTEN if key not in document or (key == "demand" and not document[key])]:
        raise InputError(f"the device has no field '{missing[0]}'; make the device again")
    mechanism, demand = _certified(document), read_demand_name(document["demand"])
    told = mechanism.to_dict() if isinstance(mechanism, SetMechanism) else matrix_fields(mechanism)
    delta = read_number(document["epsilon"]["delta"]) if demand is None else getattr(demand, "delta", Fraction(0))
    if demand is not None:
        _require_demand(document, mechanism, demand)
    return {
        "schema": document["schema"],
        # neither labels nor planned shares are shown by the certificate
        "mechanism": {key: x for key, x in told.items() if x is None or key not in ("inputs", "outputs", "planned")},
        "epsilon": {"exact": str(LDP.tightest_epsilon(mechanism.pair, delta)), "delta": show(delta)},
        "warnings": list(warnings_of_proof(mechanism.pair)),
        "sentence": document["sentence"],
        "certificate": document["certificate"],
        **_steps_again(document, mechanism),
        **({} if demand is None else {"demand": document["demand"]}),
    }


def _require_demand(document: dict[str, Any], p: Mechanism | SetMechanism, demand: Notion) -> None:
    """Refuse a device unless its certificate states its demand, about all its truths.

    If the answers are sets, the certificate is about two truths. So the demand must ask the same of every pair of truths, as these
    two are told apart best.
    """
    if isinstance(p, SetMechanism):
        of_all, of_two = (_common(demand.bounds(x.k, x.input_labels)) for x in (p, p.pair))
        if None in of_all or of_all != of_two:
            raise InputError(
                f"the demand {document['demand']} does not ask the same of every pair of truths, so a certificate about two truths "
                "does not show it; make the device again"
            )
    if read_json(dumps(dict(emit_satisfies(p.pair, demand).data))) != read_json(document["certificate"]):
        raise InputError("the field 'demand' does not agree with the certificate; make the device again")


def _common(bounds: PairBounds) -> list[tuple[Bound, Number] | None]:
    """List, for each of several demands, the bound that it sets on all pairs of inputs alike; None if there is no such bound."""
    return [one.common for one in bounds.others or (bounds,)]


def _steps_again(document: dict[str, Any], p: Mechanism | SetMechanism) -> dict[str, Any]:
    """Read the instrument and the procedure; refuse them if people who follow them give other answers than the mechanism."""
    told, steps = document["instrument"], document["procedure"]
    months = {"12": "months", "365": "days"}
    size = told["shares"] or (months[told["outcomes"]] if told["kind"] == "birthdays" else told["count"])
    tool = instrument(told["kind"], size)
    try:
        procedure = _procedure_of(steps, tool, p)
        if isinstance(p, SetMechanism):
            is_same = (
                isinstance(procedure, Sets)
                and tool.chance(0, procedure.inside - 1) < 1
                and all_sets(tool, procedure, p) == p
            )
        else:
            is_same = device_of(tool, procedure, p).rows == p.rows
    except InputError as error:
        raise InputError(f"of the field 'procedure': {error}") from None
    if not is_same:
        raise InputError(
            "the rules in the field 'procedure' do not give the probabilities that the certificate states; make the device again"
        )
    made = {"instrument": instrument_fields(tool), "procedure": procedure_fields(procedure, p.pair)}
    return {**made, "code": code(tool, procedure, p) if tool.kind == "bits" else None}


def _procedure_of(steps: dict[str, Any], tool: Instrument, p: Mechanism | SetMechanism) -> tuple[Rule, ...] | Sets:
    """Read the instructions, which must cover each outcome of the instrument once."""
    if isinstance(p, SetMechanism):
        ((size,),) = p.counts
        return Sets(p.k, size, int(steps["inside"]), ())
    if steps["kind"] == "sets":
        sets = read_sets(p) or ((),)
        return Sets(p.k, len(sets[0]), int(steps["inside"]), sets)
    say = p.output_labels.index
    rules = tuple(
        Rule(int(x["from"]), int(x["to"]), tuple(say(x["say"][label]) for label in p.input_labels))
        for x in steps["rules"]
    )
    firsts = [0, *(rule.last + 1 for rule in rules)]
    if [*(rule.first for rule in rules), tool.outcomes] != firsts:
        raise InputError(
            "the rules must cover each outcome of the field 'instrument' once, in order; make the device again"
        )
    return rules
