"""The rows that demands with a T of its own for each pair of inputs allow, by the extreme rays of their cone. SPEC.md, section 3.2.

A bound with delta = 0 on the input j against l says of every row r >= 0 of a mechanism that r_j <= T_jl r_l; with several on one
pair T_jl is the smallest. All these rows are a cone, which r is in; bounds with delta > 0 only make it smaller.

Extreme rays. Let r be one, U the inputs with r_j > 0. If something is asked of j in U against l, then l is in U too: U is
*closed*. Draw an edge between j and l in U where r_j = T_jl r_l. If the edges left U in two parts, all r_j of one part could be
multiplied by 1 + c, and by 1 - c, for a small c > 0: r is the mean of these two rows of the cone, and no multiple of either, so
it would be no extreme ray. So the edges have a spanning tree. Grown from the first input of U, with r = 1 there, the tree gives
one entry after another, r_j = T_jl r_l or r_j = r_l/T_lj for an l before, and all inequalities among the entries so far hold.
As the cone has no line, each of its rows is a sum of extreme rays with weights >= 0; so what is convex, homogeneous and at most
y^T r at these is at most y^T r on all of it. (That rows which are no extreme rays are tried as well would do no harm.)
"""

from collections.abc import Iterator
from itertools import combinations, permutations

from ..arithmetic.quotient import ONE, ZERO, Quotient, dot, smallest
from ..limits import MOST_CONE_INPUTS, spend
from ..refusals import expect, expect_at_most, require
from ..text.part import Part
from .demand import Demand, Pair
from .mechanism import Line, Rows
from .patterns import collect_inequality, require_at_patterns, require_at_row
from .slack import Slack

Ratios = dict[Pair, Quotient]
# The entries of a row that are known so far, by input.
Entries = dict[int, Quotient]


def expect_listable_rows(demand: Demand, parts: dict[str, Part]) -> None:
    """Under several demands, or one by pairs, rows are enumerated: at one point t, for few inputs, of which none are exchanged."""
    if demand.has_pairs():
        domain, k = parts["inputs"].domain, len(parts["inputs"].strings())
        expect_at_most(k, MOST_CONE_INPUTS, "inputs of several demands, or of one by pairs")
        plain = domain.is_point() and "classes" not in parts
        expect(plain, "several demands, or one by pairs, are about one point t here, and without classes of inputs")


def require_inequality(
    forms: list[Rows], denominators: list[Line], right: Line, classes: list[int], demand: Demand, slack: Slack | None
) -> None:
    """The inequality of model/patterns.py holds at all rows of the demand; under one by pairs no inputs share a class.

    With multipliers of the slack it is that of model/slack.py, which holds at all rows >= 0.
    """
    if slack is None and not demand.has_pairs():
        require(demand.is_pure(), "delta-zero", "a demand with delta > 0")
        require_at_patterns(collect_inequality(forms, denominators, right, classes), demand.ratio())
        return
    if slack is not None:
        slack.require_inequality(forms, denominators, right, demand.ratio())
        return
    for row in extreme_rows(demand, len(right)):
        squares = [dot(row, [dot(line, row) for line in form]) for form in forms]
        require_at_row(squares, [dot(line, row) for line in denominators], dot(right, row))


def extreme_rows(demand: Demand, k: int) -> list[Line]:
    """A list of rows that has all extreme rays in it, up to factors; at one point t."""
    asked = {pair: _pure(demand, pair) for pair in permutations(range(k), 2)}
    ratios = {pair: smallest(found) for pair, found in asked.items() if found}
    rows = []
    for size in range(1, k + 1):
        for support in combinations(range(k), size):
            is_closed = all(n in support for j, n in ratios if j in support)
            if is_closed:
                rows += [[row.get(j, ZERO) for j in range(k)] for row in _rows_on(support, ratios)]
    return rows


def _pure(demand: Demand, pair: Pair) -> Line:
    """Every T of a bound with delta = 0 on a pair."""
    return [ratio for ratio, delta in demand.bounds_between(*pair) if delta.is_zero()]


def _rows_on(support: tuple[int, ...], ratios: Ratios) -> list[Entries]:
    """The rows on a support that trees of equalities give, grown from its first input by one input at a time."""
    rows: list[Entries] = [{support[0]: ONE}]
    for _ in support[1:]:
        grown: dict[frozenset[int], list[Entries]] = {}  # by the inputs that they are on: others need no comparison
        for row in rows:
            for j, x in _extensions(row, support, ratios):
                known = grown.setdefault(frozenset([*row, j]), [])
                if not any(_is_row(other, row, j, x) for other in known):
                    known.append({**row, j: x})
        rows = [row for some in grown.values() for row in some]
    return rows


def _extensions(row: Entries, support: tuple[int, ...], ratios: Ratios) -> Iterator[tuple[int, Quotient]]:
    """A further input and its entry, which makes an equality with another one and keeps all inequalities with others."""
    for j in support:
        if j not in row:
            yield from ((j, x) for x in _entries(row, j, ratios) if _fits(row, j, x, ratios))


def _entries(row: Entries, j: int, ratios: Ratios) -> Line:
    """What the entry j is if it makes an equality with another one."""
    spend(40 * len(row))
    above = [ratios[j, n] * x for n, x in row.items() if (j, n) in ratios]
    return above + [x / ratios[n, j] for n, x in row.items() if (n, j) in ratios]


def _fits(row: Entries, j: int, x: Quotient, ratios: Ratios) -> bool:
    """Whether all inequalities between the entry j and the others hold."""
    spend(40 * len(row))
    below = all(x <= ratios[j, n] * y for n, y in row.items() if (j, n) in ratios)
    return below and all(y <= ratios[n, j] * x for n, y in row.items() if (n, j) in ratios)


def _is_row(other: Entries, row: Entries, j: int, x: Quotient) -> bool:
    """Whether another row on the same inputs is this one with its new entry."""
    spend(20 * len(row))
    return other[j] == x and all(other[n] == y for n, y in row.items())
