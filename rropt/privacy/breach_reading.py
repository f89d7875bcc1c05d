"""From a stated demand to the one exact upward boundary h that says as much: every named demand becomes a function."""

from __future__ import annotations

from collections.abc import Sequence

from rropt.exact.errors import InputError
from rropt.privacy.boundary_text import odds_boundary
from rropt.privacy.breach_algebra import star
from rropt.privacy.breach_function import BreachFunction, piecewise_linear, require_upper

__all__ = ["as_boundary", "boundaries_of"]

Pair = tuple[BreachFunction, BreachFunction]


def boundaries_of(demand: object) -> Pair | None:
    """(h_l, h_u) as a demand states them: a notion with two boundaries, or a pair of functions; None for others."""
    if isinstance(demand, tuple) and len(demand) == 2 and all(isinstance(x, BreachFunction) for x in demand):
        return demand
    stated = getattr(demand, "boundaries", None)
    if stated is not None:
        lower, upper = stated()
        return lower, upper
    return _of_parity(demand)


def _of_parity(demand: object) -> Pair | None:
    """Both boundaries of a bound γ on the parity; refused for a demand with δ > 0, which bounds no posterior."""
    reduced = getattr(demand, "reduced", None)
    if reduced is None:
        return None
    gamma, delta = reduced()
    if delta != 0:
        raise InputError(f"{demand} allows a breach of any size with probability delta, so it has no boundary h")
    return odds_boundary(gamma, "lower"), odds_boundary(gamma, "upper")


def as_boundary(demand: object) -> BreachFunction | None:
    """The upward boundary h of a demand: a notion, a boundary, a pair (h_l, h_u) or a table; None for anything else."""
    if isinstance(demand, BreachFunction):
        return require_upper(demand)
    if (pair := boundaries_of(demand)) is not None:
        return star(*pair, name="" if isinstance(demand, tuple) else repr(demand))
    if isinstance(demand, Sequence) and not isinstance(demand, str):
        return require_upper(piecewise_linear(demand))
    return None
