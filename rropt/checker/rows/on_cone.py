"""That a convex and homogeneous f is at most the prices on the cone: at patterns under one pure demand, else at rays.

SPEC.md, sections 4.2 and 4.3.
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
    """Require f(s) <= y s + sum_c z_c h_c(s) on the cone: at patterns under one pure demand, else at rays."""
    if demand.is_pure():
        require(demand.ratio() >= ONE, "ratio-below-one", "a demand with a ratio below 1, whose patterns are others")
        quick = getattr(f, "require_at_patterns", None)
        # the prices of budgets are not looked at: one pure demand of all pairs has none but h = 0 on its cone
        if speed.is_on() and quick is not None:
            quick(prices.column, demand.ratio())
            return
    _require_at_rows(f, *rows_to_try(f, prices, demand, shape))


def rows_to_try(
    f: Any, prices: Prices, demand: Demand, shape: Shape
) -> tuple[Prices, list[tuple[Row, list[Quotient]]]]:
    """The prices with the ratios at which rows are tried, and these rows, each with its entries by input, which budgets ask for.

    Patterns have no such entries, as no budget asks there.
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
    """The ratio at which rows are tried, for a ratio T of the demand: T itself, or over an interval of t one number above it.

    A larger ratio makes the cone larger and what a budget takes smaller, so that more is asked. T itself is taken by squares, by
    what says so (`is_tried_at_ratio`), and at rays by all that is exact, which is compared at every t. A ratio that is one object
    stays one, as entries are told apart by their objects.
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
    """T if t is one point; over an interval a rational above it, because the demand implies that with a larger T."""
    if ratio.domain is None or ratio.domain.is_point():
        return ratio
    return constant(to_interval(ratio)[1], UNIT)


def _require_at_rows(f: Any, prices: Prices, rows: list[tuple[Row, list[Quotient]]]) -> None:
    """Require f(s) <= y s + sum_c z_c h_c(s) at every row, in the numbers of f."""
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
    """h(s), cached by the identity of its numbers: rows share these objects and keep them alive."""
    key = (id(row[asked.input]), id(row[asked.against]), id(asked.ratio))
    return speed.remember(known, key, lambda: asked.overrun(row), 0)
