"""The rays of the parts into which planes g s = 0 cut the cone, where a vulnerability with gains has a price. SPEC.md, section 4.3.

h(s) = max_a g_a s is linear between the planes (g_a - g_b) s = 0, as each of these tells which of two actions gains more. With the
planes s_j = T_c s_l of what is pure and of the budgets with a price, and w_j s_j = w_l s_l of one guess of the input, they cut the
cone into smaller ones without a line, on each of which the right side of the lemma is linear.

Let s be an extreme ray of one of them, and U the inputs with s_j > 0. The planes on which s lies, s_j = 0 among them, leave one
line. On U, where what is not in U is 0, those others than s_j = 0 leave one line too, so that |U| - 1 of them do. Its direction is
the vector of the minors of their |U| - 1 rows, with signs in turn. So every choice of |U| - 1 planes on every U is tried, for four
inputs at most and at one t, where the sign of a number is known. A plane that looks at one input of U alone is left out: s_j > 0.
What it costs to compare a row with those before it ends a check long before there are MOST_RAYS of them.
"""

from collections.abc import Iterator
from itertools import combinations

from ..arithmetic.quotient import ONE, ZERO, Quotient, dot
from ..limits import MOST_RAYS, spend
from ..model.mechanism import Line
from ..model.vulnerability import Vulnerability
from ..refusals import expect_at_most
from .prices import Asked

MOST_INPUTS = 4


def rays_by_planes(k: int, pure: list[Asked], edges: list[Asked], averages: list[Vulnerability]) -> list[Line]:
    """List rows of the cone that include all its extreme rays, up to factors."""
    planes = [_plane(k, c) for c in edges]
    for average in averages:
        for plane in _differences(average):
            planes.append(plane)
            expect_at_most(len(planes), MOST_RAYS, "planes to cut with")
    found: list[Line] = []
    for size in range(1, k + 1):
        for support in combinations(range(k), size):
            if all(c.against in support for c in pure if c.input in support):
                for inside in _rows_on(support, planes):
                    row = [inside.get(j, ZERO) for j in range(k)]
                    if not any(c.ratio * row[c.against] < row[c.input] for c in pure):
                        found.append(row)
    return found


def _plane(k: int, c: Asked) -> Line:
    """s_j - T s_l."""
    return [ONE if j == c.input else -c.ratio if j == c.against else ZERO for j in range(k)]


def _differences(average: Vulnerability) -> Iterator[Line]:
    """g_a - g_b for every two actions; 0 if they gain alike, which adds no line."""
    for first, second in combinations([average.plane(a) for a in range(average.actions())], 2):
        yield [x - y for x, y in zip(first, second, strict=True)]


def _rows_on(support: tuple[int, ...], planes: list[Line]) -> list[dict[int, Quotient]]:
    """The rows, positive exactly on a support and 1 at its first input, that span the intersection of some planes."""
    inside: list[Line] = []
    for plane in planes:
        part = [plane[j] for j in support]
        spend(20 * len(part) * (len(inside) + 1))
        if sum(1 for x in part if x.num) > 1 and not any(part == other for other in inside):
            inside.append(part)
    rows: list[Line] = []
    for chosen in combinations(inside, len(support) - 1):
        row = _line_of(list(chosen), len(support))
        if row is not None and not any(row == other for other in rows):
            rows.append(row)
        spend(20 * len(support) * (len(rows) + 1))
    return [dict(zip(support, row, strict=True)) for row in rows]


def _line_of(rows: list[Line], size: int) -> Line | None:
    """The positive vector on which all rows vanish, scaled to 1 at the first place; None if there is none, or more than one."""
    minors = [_determinant([[*row[:j], *row[j + 1 :]] for row in rows]) for j in range(size)]
    signed = [x if j % 2 == 0 else -x for j, x in enumerate(minors)]
    if signed[0].is_zero():
        return None
    found = [x / signed[0] for x in signed]
    return found if all(x > ZERO for x in found) else None


def _determinant(rows: list[Line]) -> Quotient:
    """The determinant of at most three rows, by expansion along the first; 1 for none."""
    if not rows:
        return ONE
    spend(20 * len(rows) * len(rows))
    first, *rest = rows
    minors = [_determinant([[*row[:j], *row[j + 1 :]] for row in rest]) for j in range(len(first))]
    return dot(first, [x if j % 2 == 0 else -x for j, x in enumerate(minors)])
