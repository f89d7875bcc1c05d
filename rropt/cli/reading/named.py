"""Options that are typed once for each value of the column --by. Each says how the people with this value were asked."""

from __future__ import annotations

from collections.abc import Iterable

from rropt.exact.errors import InputError

__all__ = ["read_named"]


def read_named(typed: Iterable[str] | None, option: str) -> dict[str, str]:
    """Read the texts `VALUE=…` of an option, and return a dictionary from each VALUE to the text after =.

    Refuse a repeated VALUE, and a text in which VALUE or the text after = is missing.
    """
    from rropt.families import FAMILIES

    found: dict[str, str] = {}
    for text in typed or ():
        name, sign, value = text.partition("=")
        if not (name and sign) or (":" in name and name.partition(":")[0] in FAMILIES):
            how = text.lstrip("=") or "HOW"
            raise InputError(
                f"{option} {text} names no value of --by; write {option} VALUE={how} for each VALUE in that column"
            )
        if not value:
            raise InputError(
                f"{option} {text} has nothing after the equals sign; write there how the people of '{name}' were asked"
            )
        if name in found:
            raise InputError(f"{option} names the value '{name}' twice; give it once")
        found[name] = value
    return found
