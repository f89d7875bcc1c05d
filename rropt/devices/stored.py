"""A device's file: the certificate that the device keeps its demand, which states the chances of the answers, and their labels.

Of too many sets for a matrix the certificate states two truths alone; then the sets stand beside it.

Reading it finds nothing anew. The checker judges the certificate. What a certificate says of the mechanism and of the demand of the
file is written anew, and must be this certificate. The scripts of the file are not read.
"""

from __future__ import annotations

from rropt.certificate.judge import accept
from rropt.certificate.statements import satisfies, text_of
from rropt.devices.classical import Classical
from rropt.devices.device import Device
from rropt.engine.sets import SetMechanism
from rropt.errors import InputError
from rropt.exact.reading import drop_number_labels
from rropt.files import read_json
from rropt.mechanism import Mechanism
from rropt.privacy.words import read_demand_name
from rropt.problem.stored import mechanism_in, sets_of_dict

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
        certificate, demand = document["certificate"], read_demand_name(document["demand"])
        if document["sets"] is None:
            labels = map(drop_number_labels, (document["inputs"], document["outputs"]))
            made: Mechanism | SetMechanism = Mechanism(mechanism_in(certificate).pair.rows, *labels)
        else:
            made = sets_of_dict(document["sets"])
        is_about_this = demand is not None and text_of(satisfies(made.pair, demand)) == certificate
    except InputError as error:
        raise InputError(f"the file of a device cannot be read: {error}") from None
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        raise InputError("the file of a device is not as rropt writes it; make it anew with `rropt device`") from None
    if not is_about_this:
        raise InputError("the certificate is about another device or another demand; make the device anew")
    accept(certificate, "this device", refused=InputError)
    return made
