"""Every demand a design can be made for reduces to a ratio T and a δ: Σ_i max(0, p_ij − T·p_il) ≤ δ for all j ≠ l."""

from __future__ import annotations

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.privacy import Notion

__all__ = ["ratio_and_delta"]


def ratio_and_delta(demand: Notion) -> tuple[Number, Number]:
    """(T, δ); an infinite T is refused, since nothing is then demanded."""
    ratio, delta = demand.reduced()
    if isinstance(ratio, float):
        raise InputError(
            f"{demand} bounds no ratio of probabilities, so the direct question is best; give a finite demand"
        )
    return ratio, delta
