"""Shows the inequality of the lemma on prices for a convex and homogeneous f at all rows that the demand allows, the cone.

Under one pure demand (one ratio T for all pairs, no slack) the rows with entries 1 and T are tried. Under other demands the extreme
rays of the parts into which planes cut the cone are tried (rows/rays.py). The letters are those of rows/prices.py. SPEC.md,
sections 4.2 and 4.3.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .. import speed
from ..arithmetic.interval import UNIT, to_interval
from ..arithmetic.quotient import ONE, Quotient, constant
from ..limits import spend
from ..model.demand import Demand
from ..refusals import require
from .classes import Shape
from .numbers import Enclosed, Row
from .patterns import patterns
from .prices import Asked, Prices
from .quickly import bring_to_one_denominator
from .rays import rays


def require_on_cone(f: Any, prices: Prices, demand: Demand, shape: Shape) -> None:
    """Reject unless the prices are shown to bound f(s) from above at every row s that the demand allows.

    Enough rows s are tried. If the demand has one ratio T for all pairs and no slack, they are those with entries 1 and T, and T
    must be 1 or more.
    """
    if demand.is_pure():
        require(demand.ratio() >= ONE, "ratio-below-one", "a demand with a ratio below 1, whose patterns are others")
        quick = getattr(f, "require_at_patterns", None)
        # this way looks at no price of a budget: under one pure demand every h is 0 on the cone
        if speed.is_on() and quick is not None:
            quick(prices.column, demand.ratio())
            return
    _require_at_rows(f, *rows_to_try(f, prices, demand, shape))


def rows_to_try(
    f: Any, prices: Prices, demand: Demand, shape: Shape
) -> tuple[Prices, list[tuple[Row, list[Quotient]]]]:
    """Return the prices, with the ratios at which rows are tried in place of the demand's ratios; and the rows to try.

    A row to try is a pair of the row and the list of its entries by input. From this list the excess of the row over what the
    demand asks is computed. If the demand has no slack and one ratio for all pairs, the list is empty, because no row to try has
    such an excess.
    """
    raised = _ratios_for(f, demand)
    asked = {name: replace(one, ratio=raised(one.ratio)) for name, one in prices.asked.items()}
    paid = replace(prices, asked=asked)
    if demand.is_pure():
        return paid, [(row, []) for row in patterns(shape.sizes(), raised(demand.ratio()))]
    numbers = shape.numbers()
    found = rays(demand, paid, shape.classes, raised)
    return paid, [([(x, 1, c) for x, c in zip(s, numbers, strict=True)], s) for s in found]


def _ratios_for(f: Any, demand: Demand) -> Callable[[Quotient], Quotient]:
    """Return a function from a ratio T of the demand to the ratio at which rows are tried: T itself, or a rational above it.

    A larger ratio allows more rows and makes every excess max(0, s_j - T s_l) smaller, so that the inequality asks for more. T
    itself is taken for three kinds of f, whose comparisons are exact and hold at every t: sums of squares; functions that say so by
    `is_tried_at_ratio`; and all functions with exact numbers, if rays are tried and not the rows with entries 1 and T. If the same
    object T is given again, the same object is returned, because entries are recognised by their objects.
    """
    is_sum_of_squares = hasattr(f, "require_at_patterns")
    is_exact_at_rays = not demand.is_pure() and not isinstance(f.numbers, Enclosed)
    if is_sum_of_squares or f.is_tried_at_ratio or is_exact_at_rays:
        return lambda ratio: ratio
    known: dict[int, tuple[Quotient, Quotient]] = {}

    def raised(ratio: Quotient) -> Quotient:
        if id(ratio) not in known:
            known[id(ratio)] = ratio, _rational_above(ratio)
        return known[id(ratio)][1]

    return raised


def _rational_above(ratio: Quotient) -> Quotient:
    """Return the ratio if it has one value; if it varies over an interval of t, return a rational at least as large at every t.

    A mechanism that keeps the demand with a ratio keeps it with every larger ratio.
    """
    if ratio.domain is None or ratio.domain.is_point():
        return ratio
    return constant(to_interval(ratio)[1], UNIT)


def _require_at_rows(f: Any, prices: Prices, rows: list[tuple[Row, list[Quotient]]]) -> None:
    """Reject unless f(s) is at most the cost of s, at each row s in `rows`.

    The cost is the column prices times s, plus each price of something asked times the excess of s over it; for a vulnerability,
    the excess is the guesser's largest gain from s. Each row comes with the list of its entries by input.
    """
    numbers = f.numbers
    priced = [(asked, z) for asked, z in prices.budgets() if z.num]
    lines = [prices.column, [z for _, z in priced]]
    if not isinstance(numbers, Enclosed):
        lines = bring_to_one_denominator(lines)
    column, charges = ([numbers.convert(x) for x in line] for line in lines)
    budgets = [(asked, z) for (asked, _), z in zip(priced, charges, strict=True)]
    vulnerabilities = prices.priced_vulnerabilities()
    known: dict[tuple[int, int, int], Quotient] = {}
    for triples, row in rows:
        spend(20 * (len(triples) + len(budgets)))
        right = numbers.dot(column, numbers.convert_row(triples))
        excesses = [(z, _overrun(asked, row, known)) for asked, z in budgets]
        excesses += [(numbers.convert(z), vulnerability.largest_gain(row)) for vulnerability, z in vulnerabilities]
        paid = [(z, numbers.convert(x)) for z, x in excesses if x.num]
        bounded = f.is_at_most(triples, numbers.add(paid, right) if paid else right)
        require(bounded, "price-row", "the function is not shown to be at most the prices at a row")


def _overrun(asked: Asked, row: list[Quotient], known: dict[tuple[int, int, int], Quotient]) -> Quotient:
    """Compute by how much the row exceeds what is asked, max(0, s_j - T s_l).

    The result is kept in `known`, and computed once for the same three objects: the entries s_j and s_l and the ratio T.
    """
    key = (id(row[asked.input]), id(row[asked.against]), id(asked.ratio))
    return speed.remember(known, key, lambda: asked.overrun(row), 0)
