"""The bound that prices prove: the lemma of SPEC.md, 4.

Let y be prices of the columns, z_c ≥ 0 of the budgets and u_n of the conditions, with f_i(s) ≤ y·s + Σ_c z_c h_c(s) + Σ_n u_n
a_n,i·s for every answer i and every row s of the cone. Then Σ_i f_i(r_i) ≤ Σ_j y_j + Σ_c z_c δ_c + Σ_n u_n b_n for every
mechanism of the demand and the conditions, as one sees by adding up over its rows.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from rropt.engine.asks import Asked, Condition
from rropt.engine.found import Prices
from rropt.exact.element import Number
from rropt.exact.matrix import total_of
from rropt.solvers.program import Name
from rropt.solvers.rational import fraction

__all__ = ["bound", "even_out", "lists_of", "number_classes", "sort_prices"]


def bound(asked: Asked, prices: Prices, conditions: Sequence[Condition] = ()) -> Number:
    """The bound Σ y + Σ z·δ + Σ u·b."""
    limits = {ask.name: ask.slack for ask in asked.budgets} | {guess.name: guess.bound for guess in asked.guesses}
    terms = [*prices.columns, *(z * fraction(limits[name]) for name, z in prices.budgets.items())]
    terms += [u * fraction(c.sign * c.bound) for u, c in zip(prices.conditions, conditions, strict=False)]
    return total_of(terms)


def sort_prices(named: Mapping[Name, Number], k: int, conditions: int) -> Prices:
    """Sort the prices of the rows of a program by what they belong to; a name is ("column", j), ("budget", name), ("condition", n)
    or ("excess", i, name)."""
    of = {name: v for name, v in named.items() if v}
    zero = Fraction(0)
    limits = tuple(of.get(("condition", n), zero) for n in range(conditions))
    return Prices(
        tuple(of.get(("column", j), zero) for j in range(k)),
        {name[1]: v for name, v in of.items() if name[0] == "budget"},  # type: ignore[index]
        limits if any(limits) else (),
        {f"{name[1]},{name[2]}": v for name, v in of.items() if name[0] == "excess"},  # type: ignore[index]
    )


def lists_of(stated: Any, k: int) -> Iterator[Sequence[Fraction]]:
    """The lists of k numbers in the statement of an objective, by which alone it tells inputs apart."""
    if isinstance(stated, Sequence) and len(stated) == k and all(isinstance(x, Fraction) for x in stated):
        yield stated
    elif isinstance(stated, Mapping | Sequence) and not isinstance(stated, str):
        for part in stated.values() if isinstance(stated, Mapping) else stated:
            yield from lists_of(part, k)


def number_classes(keys: Sequence[Hashable]) -> tuple[int, ...]:
    """Number the inputs so that those with equal keys have the same number, counted from 0."""
    places = {key: n for n, key in enumerate(dict.fromkeys(keys))}
    return tuple(places[key] for key in keys)


def even_out(prices: Prices, classes: Sequence[int]) -> Prices:
    """One price of a column for each class, the mean of those of its inputs.

    If inputs of a class may be exchanged without a change of f and of the cone, prices stay valid when they are exchanged, and so
    does the mean of all that arise so. It proves the same bound.
    """
    columns = []
    for n in range(max(classes) + 1):
        own = [y for y, m in zip(prices.columns, classes, strict=True) if m == n]
        columns.append(total_of(own) / len(own))
    return replace(prices, columns=tuple(columns))
