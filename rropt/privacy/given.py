"""What a function that asks for a mechanism was given."""

from __future__ import annotations

from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism

__all__ = ["require_mechanism"]


def require_mechanism(given: object) -> None:
    """Refuse what is no mechanism, and say what to give instead."""
    if isinstance(given, Mechanism):
        return
    if isinstance(getattr(given, "mechanism", None), Mechanism):
        raise InputError(f"a {type(given).__name__.lower()} was given where a mechanism belongs; give its .mechanism")
    how = f"from_spec({given!r:.60})" if isinstance(given, str) else "rropt.families.warner(p='3/4')"
    raise InputError(f"the mechanism is {str(given)[:60]!r}; give a Mechanism, such as {how}")
