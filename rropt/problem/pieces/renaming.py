"""Rename the prices (linear-programming dual variables) of a design at one ε or δ, for use in a certificate for a range of this
number.

Among several demands, one may imply another at some numbers of the range and not at others. A certificate at one number leaves out
each demand that is implied there, and numbers the remaining demands anew. If a single demand remains, it has no number, unless it
is a vulnerability (SPEC.md, 3.2).
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

from rropt.privacy import All
from rropt.problem.problem import Problem

__all__ = ["rename_prices"]


def rename_prices(prices: dict[str, Any], fixed: Problem, free: Problem) -> dict[str, Any]:
    """Take the prices of a certificate of `fixed`, and give them the names that they have in certificates of `free`.

    `fixed` is the problem at one ε or δ. `free` is the same problem for a range of this number. A price is a multiplier in a
    certificate.
    """
    if not free.bounds.others:
        return prices
    told = prices if isinstance(prices["column"], list) else _spread(prices, free.k)
    places, is_alone = _places(fixed, free), not fixed.bounds.others
    is_average = is_alone and fixed.bounds.average is not None

    def renamed(name: str, first: int) -> str:
        """Return the name that a price has in certificates of the problem `free`.

        A name is a list of indices with commas. The price of an excess begins with the index of an output, and `first` is 1;
        otherwise `first` is 0. Then come the two inputs of a pair. Under a vulnerability, these are replaced by the index of an
        action in the price of an excess, and are missing in the price of a budget. Last comes the index of the demand, if there is
        one. It is replaced by the index that this demand has in certificates of `free`; if there is none, the new index is
        appended.
        """
        numbers = name.split(",")
        has_number = not is_alone or is_average or len(numbers) < first + 2
        return ",".join([*(numbers[:-1] if has_number else numbers), places[int(numbers[-1]) if has_number else 0]])

    found = dict(told)
    for key, first in (("budget", 0), ("excess", 1)):
        if key in told:
            found[key] = {renamed(name, first): x for name, x in told[key].items()}
    return found


def _places(fixed: Problem, free: Problem) -> list[str]:
    """For each demand that certificates of `fixed` state, return its index in certificates of `free`, as text.

    `fixed` is the problem at one ε or δ. `free` is the same problem for a range of this number.
    """
    assert isinstance(fixed.demand, All) and isinstance(free.demand, All)
    stated, asked = (
        [next(n for n, x in enumerate(demand.demands) if x is one) for one in demand.asked(free.k, free.inputs)]
        for demand in (fixed.demand, free.demand)
    )
    return [str(asked.index(n)) for n in stated]


def _spread(prices: dict[str, Any], k: int) -> dict[str, Any]:
    """Write out all prices of the objective `Trace`, if a certificate states only three of them because the problem treats all k
    inputs alike.

    The price under "column" is given to each input, and the price under "budget" to each ordered pair of inputs. The price under
    "excess" is given to each ordered pair (j, n) of inputs, at the output j.
    """
    pairs = list(permutations(range(k), 2))
    return {
        "column": [prices["column"]] * k,
        "budget": {f"{j},{n}": prices["budget"] for j, n in pairs},
        "excess": {f"{j},{j},{n}": prices["excess"] for j, n in pairs},
    }
