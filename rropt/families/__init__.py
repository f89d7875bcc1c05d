"""Named mechanisms of the literature, one a file; no optimality is claimed for any of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rropt.families.krr import krr
from rropt.families.krr import tight_parity as krr_parity
from rropt.families.registry import Family, read_spec
from rropt.families.warner import tight_parity as warner_parity
from rropt.families.warner import warner
from rropt.mechanism import Mechanism

__all__ = ["FAMILIES", "Family", "from_spec", "krr", "warner"]

FAMILIES: Mapping[str, Family] = MappingProxyType(
    {
        family.name: family
        for family in (
            Family(warner, warner_parity),
            Family(krr, krr_parity),
        )
    }
)


def from_spec(text: str) -> Mechanism:
    """The mechanism of a shell spec: a family's name, a colon, and its parameters, such as `krr:k=8,epsilon=ln3`."""
    family, parameters = read_spec(text, FAMILIES)
    return family.make(**parameters)
