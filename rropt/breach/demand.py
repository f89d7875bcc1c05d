"""Reads a demand, in any form that `breach_bound` takes without options, as a notion (a kind of privacy with its number).

A boundary h says how large the posterior probability of an event may be for each prior probability. The parity of a mechanism is
the largest ratio between the probabilities that two inputs give to one output. A mechanism keeps h exactly if its parity is at most
a bound B(h) (Chai & Nayak 2018, Theorem 3.1). So a boundary is read as the notion "parity at most B(h)".

If only bounds of B(h) are known, the rational lower bound is used instead of B(h). Every mechanism whose parity is at most this
lower bound keeps h.
"""

from __future__ import annotations

from dataclasses import dataclass

from rropt.breach.bound import breach_bound
from rropt.breach.result import BreachBound
from rropt.exact.element import Bound
from rropt.exact.errors import InputError
from rropt.exact.infinity import is_infinite
from rropt.exact.ordering import order_of
from rropt.exact.spelling import show
from rropt.privacy import Notion

__all__ = ["StatedDemand", "read_stated"]


@dataclass(frozen=True, slots=True)
class StatedDemand:
    """The result of reading a demand. `notion` is a kind of privacy with its number, for which rropt can make designs.

    If the demand was given by a boundary h, `bound` is B(h), and `said` tells how the demand was read. Otherwise `bound` is None
    and `said` is empty.
    """

    notion: Notion
    said: str = ""
    bound: BreachBound | None = None

    def open_for(self, parity: Bound) -> bool:
        """Return whether it is unknown if a mechanism with this parity keeps the boundary h.

        If the demand has no boundary, or if B(h) is known, the answer is False. Otherwise only a lower and an upper bound of B(h)
        are known. A finite parity is then open if it is above the lower bound and at most the upper bound. An infinite parity is
        open if the upper bound is infinite.
        """
        found = self.bound
        if found is None or found.value is not None or is_infinite(found.lower):
            return False
        return order_of(parity, found.lower) > 0 and order_of(parity, found.upper) <= 0


def read_stated(demand: object) -> StatedDemand:
    """Read a demand as a notion (a kind of privacy with its number).

    A demand that is a notion already is taken as it is. A table, a boundary, a pair of boundaries, a sympy expression or a
    `BreachBound` becomes an upper bound on the parity.
    """
    if isinstance(demand, type):
        raise InputError(f"{demand.__name__} is a class; give a demand with its numbers, such as LDP('1/2')")
    if isinstance(demand, BreachBound):
        return _of_bound(demand)
    if isinstance(demand, Notion):
        return StatedDemand(demand)
    return _of_bound(breach_bound(demand))


def _of_bound(found: BreachBound) -> StatedDemand:
    name = found.demand if len(found.demand) <= 80 else f"{found.demand[:77]}..."
    if found.value is None:
        said = f"B(h) is at least {show(found.lower)}; this rational lower bound was used for the demand {name}"
    else:
        said = f"the demand {name} amounts to parity at most B(h) = {found.brief()}"
    return StatedDemand(found.as_demand(), said, found)
