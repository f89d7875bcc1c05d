"""A device's file: its instrument, its instructions, its labels, its demand and the certificate that it keeps the demand.

Reading it finds nothing anew. The chances of the instructions are added up again. What a certificate says of this mechanism and
this demand is written anew, and must be the certificate of the file, which the checker judges.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rropt.certificate.judge import accept
from rropt.certificate.statements import satisfies, text_of
from rropt.devices.classical import Classical
from rropt.devices.device import Device
from rropt.devices.instrument import Instrument, instrument
from rropt.devices.rules import Procedure, Rule, Sets, law
from rropt.engine.sets import SetMechanism
from rropt.errors import InputError
from rropt.exact.reading import drop_number_labels
from rropt.files import read_json
from rropt.mechanism import Mechanism
from rropt.privacy.words import read_demand_name

__all__ = ["read_device"]


def read_device(text: str) -> Mechanism | SetMechanism:
    """Read the mechanism of a device from the device's JSON.

    A classical device has no certificate, because only the chances of its answers are stated.

    Args:
        text: What `to_json` of a device wrote.

    Returns:
        The mechanism, with its labels.

    Raises:
        InputError: It is no device's JSON, its certificate is not accepted, or something in it does not agree with this.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.devices import choose_device
        >>> read_device(choose_device(from_spec("warner:p=3/4"), "coins:2").to_json()).rows == from_spec("warner:p=3/4").rows
        True

    Reference: the manual, "Devices and the board's page" (docs/howto/devices.md).
    """
    document = read_json(text, numbers=str)
    schema = document.get("schema") if isinstance(document, dict) else None
    if schema not in (Device.schema, Classical.schema):
        raise InputError("this is no device of this version of rropt; make it anew with `rropt device`")
    try:
        if schema == Classical.schema:
            return Mechanism(document["rows"], document["inputs"], document["outputs"])
        made = _followed(document)
        demand = read_demand_name(document["demand"])
        certificate = document["certificate"]
        is_about_this = demand is not None and text_of(satisfies(made.pair, demand)) == certificate
    except InputError as error:
        raise InputError(f"the file of a device cannot be read: {error}") from None
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        raise InputError("the file of a device is not as rropt writes it; make it anew with `rropt device`") from None
    if not is_about_this:
        raise InputError("the certificate is about another device or another demand; make the device anew")
    accept(certificate, "this device", refused=InputError)
    return made


def _followed(document: Mapping[str, Any]) -> Mechanism | SetMechanism:
    """Return the mechanism of people who follow the instructions of a file."""
    told, steps, inputs = document["instrument"], document["procedure"], document["inputs"]
    size = told["shares"] or {"365": "days", "12": "months"}.get(told["outcomes"])
    tool = instrument(told["kind"], size if told["kind"] == "birthdays" else told["count"])
    k, named = len(inputs), drop_number_labels(inputs)
    labels = None if named is None else tuple(named)
    if document["outputs"] is None:
        sets, share = Sets(k, int(steps["size"]), int(steps["inside"]), ()), Fraction(1, k)
        bare = SetMechanism(
            k,
            (sets.size,),
            (share,),
            Fraction(1),
            inputs=labels,
            planned=(share,) * k,
        )
        return law(tool, sets, bare)
    m = len(document["outputs"])
    blank = Mechanism([[Fraction(1, m)] * k] * m, labels, drop_number_labels(document["outputs"]))
    return law(tool, _procedure(steps, tool, blank), blank)


def _procedure(steps: Any, tool: Instrument, p: Mechanism) -> Procedure:
    """Read the instructions, which must cover each outcome of the instrument once, with an answer under each truth."""
    if isinstance(steps, Mapping):
        members = tuple(tuple(map(int, chosen)) for chosen in steps["sets"])
        return Sets(p.k, int(steps["size"]), int(steps["inside"]), members)
    rules = tuple(Rule(int(x["from"]), int(x["to"]), tuple(map(int, x["say"]))) for x in steps)
    ends = [0, *(rule.last + 1 for rule in rules)]
    if [*(rule.first for rule in rules), tool.outcomes] != ends or any(
        min(x.last - x.first, *x.say) < 0 for x in rules
    ):
        raise InputError("its rules do not cover each outcome of the instrument once, in order, with an answer")
    return rules
