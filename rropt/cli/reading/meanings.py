"""What a file's texts stand for: `--map "Yes=yes,NA="`, and what to write there where texts are no labels."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rropt.exact.errors import InputError

__all__ = ["read_map", "refuse_strange_targets", "suggest_map"]

MOST_MAPPED = 12
"""Texts that a suggested map gives a meaning."""
BLANKS = ("na", "n/a", "nan", "null", "none", ".", "-", "missing")
"""What files often have in place of a missing value."""

MEND = "take the line break out of these cells, which --map cannot write"


def read_map(text: str | None) -> dict[str, str]:
    """What `--map "Yes=yes,yes =yes,NA="` says: each text before a sign of equality stands for what follows it; nothing
    after it makes the text a missing value. Spaces before the sign belong to the text."""
    if text is None:
        return {}
    found: dict[str, str] = {}
    for part in text.split(","):
        given, equals, meant = part.partition("=")
        if not equals or not given:
            raise InputError(f'--map {part!r} is no pair; write --map "Yes=yes,NA="')
        if given in found:
            raise InputError(f"--map names {given!r} twice; give it one meaning")
        found[given] = meant.strip()
    return found


def suggest_map(
    strange: Collection[str], labels: Sequence[str], *, blank: bool, leave: str, left: str, some: bool = False
) -> str:
    """What to do about texts that are no label: a map where they look like labels or like missing values, a question about
    the column where nothing does. `blank` says that there are missing values too, which the option `leave` leaves `left`;
    `some` that other texts of the column are labels."""
    near = {label.casefold(): label for label in labels}
    near |= dict.fromkeys(BLANKS, "")
    near |= {text: near[label] for text, label in (("false", "no"), ("true", "yes")) if label in near}
    meant = {text: near[text.strip().casefold()] for text in strange if text.strip().casefold() in near}
    if not meant or len(strange) > MOST_MAPPED:
        first = next((text for text in strange if not _has_break(text)), None)
        each = MEND if first is None else f'say what each stands for, such as --map "{first}={labels[0]}"'
        return each if some else f"is it the right column? Else {each}"
    if any(map(_has_break, meant)):
        return MEND
    pairs = ",".join(f"{text}={label}" for text, label in meant.items())
    empty = "" in meant.values()
    option = f" {leave}" if blank or empty else ""
    why = f" (missing values {left})" * blank
    if empty:
        why = f" (nothing after the sign is a missing value; these {left})"
    rest = "" if len(meant) == len(strange) else ", and what the others mean likewise"
    return f'say what they mean, such as --map "{pairs}"{option}{why}{rest}'


def _has_break(text: str) -> bool:
    return len(text.splitlines()) > 1 or text != text.rstrip("\r\n")


def refuse_strange_targets(pairs: Mapping[str, str], labels: Sequence[str]) -> None:
    """Refuse a map onto what is no label."""
    if bad := next((x for x in pairs.values() if x and x not in labels), None):
        raise InputError(
            f"--map gives the meaning {bad!r}, which is none of {', '.join(labels[:8])}; give one of these"
        )
