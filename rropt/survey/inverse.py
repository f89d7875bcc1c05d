"""For a square invertible mechanism, the inverse matrix turns answer shares into an unbiased estimate."""

from __future__ import annotations

from collections.abc import Sequence

from rropt.exact.counted import counted
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.fields import Free
from rropt.exact.matrix import Matrix, common_field, inverse, product, rank
from rropt.mechanism import Mechanism

__all__ = ["apply", "inverse_weights", "require_identified"]


def require_identified(p: Mechanism) -> None:
    """Refuse a mechanism under which two prevalences give the same answers (rank below k), or whose t is free."""
    if isinstance(common_field(p.rows), Free):
        raise InputError("a mechanism whose epsilon is free has no single estimate; fix epsilon")
    if (found := rank(p.rows)) < p.k:
        raise InputError(
            f"the mechanism has rank {found} for {counted(p.k, 'input')}, so different prevalences give the same answers; "
            "use one whose columns are independent"
        )


def inverse_weights(p: Mechanism) -> Matrix:
    """W = P⁻¹, the only matrix with W P = I: E[W y/n] = W P π = π for every π, under every sampling model.

    The vector W y/n can leave the simplex; it is then not the maximum likelihood estimate.
    Reference: Warner (1965) for two inputs; Chaudhuri and Mukerjee (1988) for k.
    """
    if p.m != p.k:
        raise InputError(
            f"a mechanism of {counted(p.m, 'output')} and {counted(p.k, 'input')} has no inverse; use linear weights"
        )
    require_identified(p)
    return inverse(p.rows)


def apply(weights: Sequence[Sequence[Number]], shares: Sequence[Number]) -> tuple[Number, ...]:
    """W·shares as a vector."""
    return tuple(row[0] for row in product(weights, [(x,) for x in shares]))
