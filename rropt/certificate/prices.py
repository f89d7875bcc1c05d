"""Writes the prices (linear-programming dual variables) of an optimum into a certificate. SPEC.md, section 4.

There is a price for each input, or for each class of inputs that may be exchanged. The other prices stand in tables, under the name
of the pair of inputs, entry or demand to which they belong.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rropt.certificate.scope import Scope
from rropt.designs.rows.averages import base, budget_units
from rropt.exact.element import Number
from rropt.privacy.bounds import PairBounds

__all__ = ["column_of", "write_named", "write_prices"]

Document = dict[str, Any]
KINDS = ("column", "pair", "excess", "condition", "average", "action")
NAMED = re.compile(rf"({'|'.join(KINDS)})\[([0-9,]+)\]")


def write_prices(
    scope: Scope,
    column: Sequence[Number],
    *,
    classes: Sequence[int] | None,
    limits: Sequence[Number],
    bounds: PairBounds,
) -> Document:
    """Write the prices (dual variables) of an optimum.

    `column` has for each input the price of the mechanism's column. If `classes` is given, only one price is written for each class
    of inputs.

    A demand bounds sums over the mechanism's rows; such a bound is called a budget. It is the slack of a pair of inputs, or the
    bound that a demand on a vulnerability implies for the sum below. `limits` has the prices of the budgets, in the order of
    `bounds.budget_units()`, which also gives the unit of each budget. Each of these prices is divided by its unit before it is
    written.

    A vulnerability is a mean gain: the sum of h(s) over the mechanism's rows s. Its price z, after this division, belongs only to
    the sum of h(s) − g·s, where the vector g is the vulnerability's `base`. A certificate's price belongs to the whole h(s). So z·g
    is subtracted from the prices of the columns.
    """
    prices: Mapping[tuple[int, ...], Number] = {}
    if limits:
        prices = {name: z / unit for (name, unit), z in zip(budget_units(bounds).items(), limits, strict=True)}
    for n, one in bounds.averages().items():
        # y·s + z·(h(s) − g·s) = (y − z·g)·s + z·h(s)
        column = [y - prices.get((n,), 0) * g for y, g in zip(column, base(one), strict=True)]
    found: Document = {"column": scope.numbers(column if classes is None else _by_class(column, classes))}
    budget = {",".join(map(str, name)): scope.number(z) for name, z in prices.items() if z != 0}
    return found | ({"budget": budget} if budget else {})


def _by_class(numbers: Sequence[Number], classes: Sequence[int]) -> list[Number]:
    """Return one number for each class of inputs, in the order of the classes: the number of the first input of the class."""
    first = dict(zip(reversed(classes), reversed(numbers), strict=True))
    return [first[c] for c in sorted(first)]


def write_named(
    scope: Scope, multipliers: Mapping[str, Number], notion: Document, inputs: int, conditions: Any
) -> Document:
    """Write multipliers, which are given by name, as the prices of a certificate.

    Let i be an output, j and l inputs, a an action, and n the number of a condition or of a demand on an average. The names are
    column[j], pair[j,l], excess[i,j,l], condition[n], average[n] and action[i,a,n]. If there are several demands, the indices of a
    pair and of an excess end with the number of the demand. If the demand gives the pair (j, l) no slack, the multiplier pair[j,l]
    is not written.

    If a condition is an equality, the sign of its multiplier is changed. Let a be the condition's coefficients and b its bound. The
    multiplier belongs to the inequality sum a P >= b, but a certificate states the price of sum a P <= b.
    """
    tables: dict[str, dict[str, Number]] = {kind: {} for kind in KINDS}
    for name, x in multipliers.items():
        match = NAMED.fullmatch(name)
        assert match is not None, name
        if x != 0:
            tables[match[1]][match[2]] = x
    zero = Fraction(0)
    found: Document = {"column": scope.numbers([tables["column"].get(str(j), zero) for j in range(inputs)])}
    budget = {name: scope.number(z) for name, z in tables["pair"].items() if _has_slack(notion, name)}
    budget |= {name: scope.number(z) for name, z in tables["average"].items()}
    if budget:
        found["budget"] = budget
    if tables["condition"]:
        prices = [tables["condition"].get(str(n), zero) for n in range(len(conditions))]
        turned = [-u if c["relation"] == "=" else u for u, c in zip(prices, conditions, strict=True)]
        found["condition"] = scope.numbers(turned)
    if tables["excess"] or tables["action"]:
        found["excess"] = scope.table(tables["excess"] | tables["action"])
    return found


def column_of(document: Document) -> list[str]:
    """Return a certificate's prices of columns as text, one for each input, even if the certificate has one for each class.

    The certificate must not have the short form of prices, in which `column` is one text for all inputs.
    """
    column: list[str] = document["prices"]["column"]
    if "classes" not in document:
        return column
    places = sorted({int(c) for c in document["classes"]})
    return [column[places.index(int(c))] for c in document["classes"]]


def _has_slack(notion: Document, name: str) -> bool:
    """Return whether the demand `notion`, which is stated as in a certificate, gives a slack to the pair of inputs `name`.

    The name of the pair is `j,l`. If there are several demands, the third index of the name is that of the demand.
    """
    j, n, *rest = name.split(",")
    single = notion["demands"][int(rest[0])] if rest else notion
    if single["name"] == "pairs":
        return bool(single["deltas"][single["pairs"].index([j, n])] != "0")
    return bool(single.get("delta", "0") != "0")
