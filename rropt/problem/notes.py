"""Notes about the mechanism that a result contains. They are left out if the result has no mechanism."""

from __future__ import annotations

__all__ = ["ANY_NUMBER", "OfMechanism"]


class OfMechanism(str):
    """A note about the mechanism of an answer."""

    __slots__ = ()


ANY_NUMBER = OfMechanism("any number of outputs is allowed; the mechanism stated has few of them")
