"""Reads the option `--map "Yes=yes,NA="`, which translates a file's texts, and suggests a map for texts that are not labels."""

from __future__ import annotations

import csv
import shlex
from collections.abc import Collection, Iterable, Sequence
from unicodedata import normalize

from rropt.exact.errors import InputError
from rropt.survey.people_file import BLANKS

__all__ = ["read_map", "suggest_map"]

SPECIAL = frozenset('"$`\\!')
"""Characters that a shell does not leave alone between double quotes."""
MOST_MAPPED = 12
"""The most texts for which a map is suggested."""


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


def _write_map(pairs: Iterable[str]) -> str:
    """Write the option `--map` with these pairs, quoted for a shell."""
    text = ",".join('"' + x.replace('"', '""') + '"' if "," in x or '"' in x else x for x in pairs)
    return f'--map "{text}"' if SPECIAL.isdisjoint(text) else f"--map {shlex.quote(text)}"


def suggest_map(
    strange: Collection[str], labels: Sequence[str], *, blank: bool, leave: str, left: str, some: bool = False
) -> str:
    """Write advice about the texts `strange` of a column, which are not among `labels`.

    The advice suggests a --map if some of these texts look like labels or like missing values, and if there are at most MOST_MAPPED
    texts. Otherwise it asks whether this is the right column, and explains --map. If `some` is true, which means that other texts
    of the column are labels, the question is left out.

    `blank` says that the column also has missing values. `leave` is the option for missing values, and `left` says what this option
    does with them.
    """
    near = {_plain(label): label for label in labels}
    near |= dict.fromkeys(BLANKS, "")
    near |= {text: near[label] for text, label in (("false", "no"), ("true", "yes")) if label in near}
    meant = {text: near[_plain(text)] for text in strange if _plain(text) in near}
    if not meant or len(strange) > MOST_MAPPED:
        first = next(iter(strange))
        each = f"say what each stands for: {_write_map([f'{first}=…'])}, with one of the labels after ="
        return each if some else f"is it the right column? Else {each}"
    option = _write_map(f"{text}={label}" for text, label in meant.items())
    empty = "" in meant.values()
    left_out = f" {leave}" if blank or empty else ""
    why = f" (missing values {left})" * blank
    if empty:
        why = f" (nothing after = stands for a missing value; these {left})"
    rest = "" if len(meant) == len(strange) else ", and what the others mean likewise"
    return f"say what they mean, such as {option}{left_out}{why}{rest}"


def _plain(text: str) -> str:
    """Reduce a text to the form in which it is compared with labels: without outer spaces, case-folded, with composed accents."""
    return normalize("NFC", text.strip().casefold())
