"""Shows that the prices of a certificate bound a function f from above at every row that the demand allows.

This is the inequality of the lemma on prices (rows/prices.py), which explains the letters and the words about demands. The rows
that the demand allows form a cone, and f is convex and homogeneous. So it is enough to try finitely many rows. If the demand asks
one ratio T of all pairs of inputs and has no slack, the rows with entries 1 and T are tried. For any other demand, planes cut the
cone into parts, and the extreme rays of these parts are tried (rows/rays.py). SPEC.md, sections 4.2 and 4.3.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .. import speed
from ..arithmetic.interval import UNIT, to_interval
from ..arithmetic.quotient import ONE, Quotient, bring_to_one_denominator, constant
from ..limits import spend
from ..model.demand import Demand
from ..refusals import require
from .classes import Shape
from .numbers import Enclosed, Row
from .patterns import patterns, require_bounded
from .prices import Asked, Prices
from .rays import rays


def require_on_cone(f: Any, prices: Prices, demand: Demand, shape: Shape) -> None:
    """Reject unless the prices are shown to bound f(s) from above at every row s that the demand allows.

    If the demand asks one ratio T of all pairs of inputs and has no slack, the rows with entries 1 and T are tried. Such a demand
    is rejected unless T is at least 1 at every t. Under any other demand the rows that `rays` lists are tried.
    """
    if demand.is_pure():
        require(demand.ratio() >= ONE, "ratio-below-one", "a demand with a ratio below 1, whose patterns are others")
        # this way looks at no price of a budget: under one pure demand every h is 0 on the cone
        if speed.is_on() and hasattr(f, "require_at_patterns"):
            f.require_at_patterns(prices.column, _ratios_for(f, demand)(demand.ratio()), shape.sizes())
            return
    _require_at_rows(f, *rows_to_try(f, prices, demand, shape))


def rows_to_try(
    f: Any, prices: Prices, demand: Demand, shape: Shape
) -> tuple[Prices, list[tuple[Row, list[Quotient]]]]:
    """Return the rows at which it is enough to test the prices, and a copy of the prices for this test.

    In the copy, each ratio in `prices.asked` is replaced by the result of `_ratios_for`, which is the same number or a larger one.
    Each row to try is a pair (row, entries). `row` is a list of triples, and `entries` has the entry of the row at each input. The
    caller uses `entries` to compute by how much the row exceeds the bounds of the demand. If the demand has no slack and one ratio
    for all pairs of inputs, no row exceeds a bound, and `entries` is empty.
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
    """Return a function that maps a ratio T of the demand to the ratio at which rows are tried.

    The ratio at which rows are tried is T itself if comparisons of f are exact and hold at every t. This is so in two cases:
    - `f.is_tried_at_ratio` is true, as it is for sums of squares.
    - f is computed in exact numbers, and the demand does not ask one ratio of all pairs of inputs without slack.

    For any other f, let the ratio be T if T has the same value at every t. If T varies with t, let it be a rational that is at
    least T at every t. A larger ratio is safe: it allows more rows s, and it makes every excess max(0, s_j - T s_l) of a row
    smaller. So more must be shown.

    If the returned function is given the same object T again, it returns the same object again. Other code relies on this, because
    it recognises entries of rows by their `id`.
    """
    if f.is_tried_at_ratio or not (demand.is_pure() or isinstance(f.numbers, Enclosed)):
        return lambda ratio: ratio
    known: dict[int, tuple[Quotient, Quotient]] = {}

    def raised(ratio: Quotient) -> Quotient:
        if id(ratio) not in known:
            known[id(ratio)] = ratio, _rational_above(ratio)
        return known[id(ratio)][1]

    return raised


def _rational_above(ratio: Quotient) -> Quotient:
    """Return a rational that is at least the ratio at every t; if the ratio does not vary, return it unchanged.

    The larger ratio is safe: every mechanism that satisfies the demand with a ratio satisfies the demand with any larger ratio too.
    """
    if ratio.domain is None or ratio.domain.is_point():
        return ratio
    return constant(to_interval(ratio)[1], UNIT)


def _require_at_rows(f: Any, prices: Prices, rows: list[tuple[Row, list[Quotient]]]) -> None:
    """Reject unless f(s) is shown to be at most the cost of s, for each row s in `rows`.

    The cost of s is the sum of three parts:
    - for each input, its price times the entry of s;
    - for each pair of inputs of which something is asked with a slack, the price times the excess of s over it;
    - for each vulnerability, the price times the guesser's largest gain from s.

    An element of `rows` is a pair. It has the row as triples, and the list of the row's entries by input.
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
        require_bounded(f.is_at_most(triples, numbers.add(paid, right) if paid else right))


def _overrun(asked: Asked, row: list[Quotient], known: dict[tuple[int, int, int], Quotient]) -> Quotient:
    """Compute max(0, s_j - T s_l), the excess of a row s over a bound s_j <= T s_l that the demand asks.

    `asked` has the inputs j and l and the ratio T. The result is stored in `known`, so that it is computed only once for the same
    three objects s_j, s_l and T.
    """
    key = (id(row[asked.input]), id(row[asked.against]), id(asked.ratio))
    return speed.remember(known, key, lambda: asked.overrun(row), 0)
