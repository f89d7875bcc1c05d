"""Garblings: a mechanism Q is a garbling of P if there is a column-stochastic matrix C with C·P = Q.

Column u of C is the distribution from which an output of Q is drawn if the output of P is u.
"""

from __future__ import annotations

from rropt.exact.matrix import product
from rropt.mechanism import Mechanism

__all__ = ["as_garbling", "is_garbling"]


def is_garbling(garbling: Mechanism, first: Mechanism, second: Mechanism) -> bool:
    """Whether garbling·first = second holds exactly."""
    if (garbling.m, garbling.k) != (second.m, first.m) or first.k != second.k:
        return False
    return product(garbling.rows, first.rows) == second.rows


def as_garbling(rows: object, first: Mechanism, second: Mechanism) -> Mechanism:
    """Turn a matrix into a mechanism whose inputs are the outputs of `first` and whose outputs are the outputs of `second`.

    It has the labels of both.
    """
    return Mechanism(rows, first.outputs, second.outputs)  # type: ignore[arg-type]
