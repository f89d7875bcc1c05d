"""Rename the prices of a design at one ε or δ for a certificate in which this number ranges over an interval.

Among several demands, one may imply another at some numbers of the interval and not at others. A certificate at one number leaves
out each demand that is implied there, and numbers the remaining demands anew. If a single demand remains, it has no number, unless
it is a vulnerability (SPEC.md, 3.2).
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

from rropt.privacy import All
from rropt.problem.problem import Problem

__all__ = ["rename_prices"]


def rename_prices(prices: dict[str, Any], fixed: Problem, free: Problem) -> dict[str, Any]:
    """Take the prices of a certificate of `fixed`, and give them the names that they have in certificates of `free`.

    `fixed` is the problem at one ε or δ. `free` is the same problem with this number ranging over an interval.
    """
    if not free.bounds.others:
        return prices
    told = prices if isinstance(prices["column"], list) else _spread(prices, free.k)
    places, is_alone = _places(fixed, free), not fixed.bounds.others
    is_average = is_alone and fixed.bounds.average is not None

    def renamed(name: str, first: int) -> str:
        """Return the name that a price (a multiplier in a certificate) has in certificates of the problem `free`.

        A name is a list of indices with commas. First come `first` indices, then the pair of inputs or, except for a budget, the
        action of a vulnerability, and then the index of the demand, if any. In certificates of `free`, this demand may have another
        index. The new index replaces the old one, or is appended if there is none.
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

    `fixed` is the problem at one ε or δ. `free` is the same problem with this number ranging over an interval.
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

    `prices` has the three prices under "column", "budget" and "excess". The result has the first price for each input, and the
    second for each ordered pair of inputs. It has the third for each ordered pair (j, n) of inputs, at the output j.
    """
    pairs = list(permutations(range(k), 2))
    return {
        "column": [prices["column"]] * k,
        "budget": {f"{j},{n}": prices["budget"] for j, n in pairs},
        "excess": {f"{j},{j},{n}": prices["excess"] for j, n in pairs},
    }
