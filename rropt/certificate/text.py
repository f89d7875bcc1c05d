"""The text of a certificate: one JSON document, UTF-8, every number a string."""

from __future__ import annotations

import json
from typing import Any

from rropt.certificate.model import SCHEMA, Certificate
from rropt.exact.errors import InputError
from rropt.formats import read_json

__all__ = ["SUFFIX", "dumps", "loads"]

SUFFIX = ".rropt.json"


def dumps(certificate: Certificate, *, indent: int | None = 1) -> str:
    """The certificate's text."""
    return json.dumps(dict(certificate.data), ensure_ascii=False, indent=indent) + "\n"


def loads(text: str) -> Certificate:
    """The certificate a text stands for; whether it is right only the checker says."""
    data: Any = read_json(text)
    if not isinstance(data, dict) or data.get("schema") != SCHEMA or not isinstance(data.get("claim"), str):
        raise InputError(f"this is no certificate: an object with the schema {SCHEMA!r} and a claim is needed")
    return Certificate(data)
