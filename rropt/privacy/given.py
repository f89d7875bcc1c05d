"""What a function that asks for a mechanism was given."""

from __future__ import annotations

from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism

__all__ = ["mechanism_of"]


def mechanism_of(given: object) -> Mechanism:
    """The mechanism, or that of a design or a device; what has none is refused, and it is said what to give instead."""
    if isinstance(given, Mechanism):
        return given
    own = getattr(given, "mechanism", given)
    if isinstance(own, Mechanism):
        return own
    if own is None:
        sets = getattr(given, "sets", None) is not None
        raise InputError(
            "the answers of this design are sets, too many for a matrix; give its .sets where these are taken"
            if sets
            else "this design has no one mechanism; give the one of a value of what is free, such as design.at('ln3')"
        )
    how = f"from_spec({given!r:.60})" if isinstance(given, str) else "rropt.families.warner(p='3/4')"
    raise InputError(f"the mechanism is {str(given)[:60]!r}; give a Mechanism, such as {how}, or a design")
