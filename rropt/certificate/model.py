"""The type of the certificates that rropt writes: documents that state a claim and carry its evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

__all__ = ["SCHEMA", "Certificate"]

SCHEMA = "rropt.certificate/3"


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate as a document that can be written as JSON; the checker has not judged it yet."""

    data: Mapping[str, Any]

    def __post_init__(self) -> None:
        object.__setattr__(self, "data", MappingProxyType(dict(self.data)))

    @property
    def claim(self) -> str:
        """Return the name of the claim, such as `optimal`."""
        return str(self.data["claim"])

    @property
    def field(self) -> Mapping[str, Any]:
        """Return the domain of t, as the certificate writes it."""
        found: Mapping[str, Any] = self.data["field"]
        return found
