"""Problem 1: the least variance of an estimated prevalence over the mechanisms that keep a demand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.rooms import offer_names

if TYPE_CHECKING:
    from rropt.variance.frontier import Frontier as Frontier
    from rropt.variance.many import BinaryOptima as BinaryOptima
    from rropt.variance.many import binary_optima as binary_optima

__getattr__, __dir__ = offer_names(
    __name__,
    {
        "frontier": ("Frontier",),
        "many": ("BinaryOptima", "binary_optima"),
    },
    gives={"binary_optima": "BinaryOptima"},
)
