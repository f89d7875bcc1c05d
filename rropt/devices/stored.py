"""Reads the mechanism of a device's JSON, which must agree with the device's accepted certificate."""

from __future__ import annotations

from typing import Any

from rropt.certificate.read import statements_in
from rropt.designs.rows.sets import SetMechanism
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix
from rropt.mechanism import Mechanism, read_matrix
from rropt.problem.stored.document import judge_document
from rropt.problem.stored.sets import sets_of_dict

__all__ = ["SCHEMA", "read_device"]

SCHEMA, CLASSICAL = "rropt/device/1", "rropt/classical/1"


def read_device(document: dict[str, Any]) -> Mechanism | SetMechanism:
    """Read the mechanism with its labels; refuse if the certificate is not accepted or is about other numbers.

    A classical device has no certificate, because nothing is claimed of it but its chances.
    """
    if document["schema"] == CLASSICAL:
        try:
            return _read_matrix(document["mechanism"])
        except (KeyError, TypeError) as error:
            raise InputError(f"the device's mechanism cannot be read: {error}") from None
    status, said = judge_document(document)
    if status != "accepted":
        raise InputError(f"the device is {status}: {said}")
    try:
        told = document["mechanism"]
        mechanism: Mechanism | SetMechanism
        certified: Matrix = read_matrix(statements_in(document["certificate"])[0]["mechanism"])
        if "members" in told:
            mechanism = sets_of_dict(told)
            rows = mechanism.pair.rows
        else:
            mechanism = _read_matrix(told)
            rows = mechanism.rows
    except (KeyError, TypeError) as error:
        raise InputError(f"the device's mechanism cannot be read: {error}") from None
    if rows != certified:
        raise InputError("the device's field 'mechanism' does not agree with its certificate; make the device again")
    return mechanism


def _read_matrix(told: dict[str, Any]) -> Mechanism:
    return Mechanism(told["exact"], told["inputs"], told["outputs"])
