"""Reads the option `--map "Yes=yes,NA="`, which translates a file's texts."""

from __future__ import annotations

import csv
from unicodedata import normalize

from rropt.exact.errors import InputError

__all__ = ["read_map"]


def read_map(text: str | None) -> dict[str, str]:
    """Read a map such as `--map "Yes=yes,yes =yes,NA="`, and return each text with its replacement.

    The text before = is replaced by the text after it. If nothing stands after =, the text becomes a missing value. Spaces
    before = belong to the text, and accents are composed. A pair that contains a comma must stand in quotation marks: `"Yes,
    sir=yes",NA=`.
    """
    if text is None:
        return {}
    found: dict[str, str] = {}
    for part in _pairs(text):
        given, equals, meant = part.partition("=")
        if not equals or not given:
            raise InputError(f'--map {part!r} is not a pair TEXT=MEANING; write --map "Yes=yes,NA="')
        if normalize("NFC", given) in found:
            raise InputError(f"--map names {given!r} twice; give it one meaning")
        found[normalize("NFC", given)] = normalize("NFC", meant.strip())
    return found


def _pairs(text: str) -> list[str]:
    """Split at commas outside quotation marks."""
    try:
        return next(csv.reader([text], strict=True)) or [""]
    except csv.Error:
        raise InputError(
            f"--map {text!r} has quotation marks that do not enclose a pair; write --map '\"Yes, sir=yes\",NA='"
        ) from None
