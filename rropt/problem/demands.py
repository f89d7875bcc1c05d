"""One demand, or several that all hold, as objects or as texts in the grammar of objectives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from rropt.exact.errors import InputError
from rropt.markers import Reads
from rropt.privacy.notion import All, Notion
from rropt.privacy.words import read_demand

__all__ = ["Demands", "join"]

Demand = Annotated[Notion | str, Reads(str)]
Demands = Demand | Sequence[Demand] | None


def join(demand: object) -> Notion:
    """Read a demand, or several that all hold: objects, or texts."""
    several = demand if isinstance(demand, list | tuple) else [demand]
    if not several:
        raise InputError('the list of demands is empty; give one such as LDP("ln3")')
    found = [read_demand(x) if isinstance(x, str) else _require_notion(x) for x in several]
    return found[0] if len(found) == 1 else All(*found)


def _require_notion(x: object) -> Notion:
    if isinstance(x, Notion) and not isinstance(x, type):
        return x
    raise InputError(f'{str(x)[:60]!r} is no demand; give one such as LDP("1/2"), or its spec, such as ldp:1/2')
