"""Prices of a design at one number, by the names that they have where ε or δ is free.

Of several demands one may imply another at some numbers of an interval and not at others. A certificate at one number leaves out
what is implied there, so that the others count anew, and one that is left alone has no number (SPEC.md, 3.2).
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

from rropt.privacy import All
from rropt.problem.problem import Problem

__all__ = ["rename_prices"]


def rename_prices(prices: dict[str, Any], fixed: Problem, free: Problem) -> dict[str, Any]:
    """The prices of a problem at one number, by the names of the problem in which that is free."""
    if not free.bounds.others:
        return prices
    told = prices if isinstance(prices["column"], list) else _spread(prices, free.k)
    places, is_alone = _places(fixed, free), not fixed.bounds.others
    is_average = is_alone and fixed.bounds.average is not None

    def renamed(name: str, first: int) -> str:
        """`first` entries come before the name of what is asked, which is a pair, or an action of a vulnerability."""
        numbers = name.split(",")
        has_number = not is_alone or is_average or len(numbers) < first + 2
        return ",".join([*(numbers[:-1] if has_number else numbers), places[int(numbers[-1]) if has_number else 0]])

    found = dict(told)
    for key, first in (("budget", 0), ("excess", 1)):
        if key in told:
            found[key] = {renamed(name, first): x for name, x in told[key].items()}
    return found


def _places(fixed: Problem, free: Problem) -> list[str]:
    """For each demand that is stated at one number, its place among those that are stated where that is free."""
    assert isinstance(fixed.demand, All) and isinstance(free.demand, All)
    stated, asked = (
        [next(n for n, x in enumerate(demand.demands) if x is one) for one in demand.asked(free.k, free.inputs)]
        for demand in (fixed.demand, free.demand)
    )
    return [str(asked.index(n)) for n in stated]


def _spread(prices: dict[str, Any], k: int) -> dict[str, Any]:
    """The three prices of a trace under one demand, pair by pair."""
    pairs = list(permutations(range(k), 2))
    return {
        "column": [prices["column"]] * k,
        "budget": {f"{j},{n}": prices["budget"] for j, n in pairs},
        "excess": {f"{j},{j},{n}": prices["excess"] for j, n in pairs},
    }
