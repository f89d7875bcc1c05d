"""Reads a demand, in any form that `breach_bound` takes, as a notion: a kind of privacy with its number.

A boundary h amounts to "parity at most B(h)" (Chai & Nayak 2018, Theorem 3.1). If only bounds of B(h) are known, the lower bound is
used. Every mechanism whose parity is at most this lower bound keeps h.
"""

from __future__ import annotations

from dataclasses import dataclass

from rropt.breach.bound import BreachBound, breach_bound
from rropt.errors import InputError
from rropt.exact.element import Bound
from rropt.exact.infinity import is_infinite
from rropt.exact.ordering import order_of
from rropt.privacy import Notion

__all__ = ["StatedDemand", "read_stated"]

MOST_NAME = 80


@dataclass(frozen=True, slots=True)
class StatedDemand:
    """The result of reading a demand. `notion` is a kind of privacy with its number, for which designs can be made.

    If the demand was given by a boundary h, `bound` is B(h), and `said` tells how the demand was read. Otherwise `bound` is None
    and `said` is empty.
    """

    notion: Notion
    said: str = ""
    bound: BreachBound | None = None

    def open_for(self, parity: Bound) -> bool:
        """Whether it is unknown if a mechanism with this parity keeps the boundary h, because the parity lies between the bounds of
        B(h)."""
        found = self.bound
        if found is None or found.value is not None or is_infinite(found.lower):
            return False
        return order_of(parity, found.lower) > 0 and order_of(parity, found.upper) <= 0


def read_stated(demand: object) -> StatedDemand:
    """Read a demand as a notion; a table, a boundary, a pair of boundaries, a formula of sympy or a `BreachBound` becomes an upper
    bound on the parity."""
    if isinstance(demand, type):
        raise InputError(f"{demand.__name__} is a class; give a demand with its numbers, such as LDP('1/2')")
    if isinstance(demand, Notion):
        return StatedDemand(demand)
    found = demand if isinstance(demand, BreachBound) else breach_bound(demand)
    name = found.demand if len(found.demand) <= MOST_NAME else f"{found.demand[: MOST_NAME - 3]}..."
    return StatedDemand(found.as_demand(), f"the demand {name} amounts to parity at most B(h), {found.brief()}", found)
