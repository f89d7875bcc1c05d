"""The rays of the parts into which planes g s = 0 cut the cone, where a vulnerability with gains has a price. SPEC.md, section 4.3.

h(s) = max_a g_a s is linear between the planes (g_a - g_b) s = 0, as each of these tells which of two actions gains more. With the
planes s_j = T_c s_l of the firm c and of the budgets with a price, and w_j s_j = w_l s_l of one guess of the input, they cut the
cone into smaller ones without a line, on each of which the right side of the lemma is linear.

Let s be an extreme ray of one of them, and U the inputs with s_j > 0. The planes on which s lies, s_j = 0 among them, leave one
line. On U, where what is not in U is 0, those others than s_j = 0 leave one line too, so that |U| - 1 of them do. Its direction is
the vector of the minors of their |U| - 1 rows, with signs in turn. So every choice of |U| - 1 planes on every U is tried, for four
inputs at most and at one t, where the sign of a number is known. A plane that looks at one input of U alone is left out: s_j > 0.
What it costs to compare a row with those before it ends a check long before there are MOST_RAYS of them.
"""

from collections.abc import Iterator
from itertools import combinations

from ..arithmetic.quotient import ONE, ZERO, Quotient, total
from ..limits import MOST_RAYS, spend
from ..model.mechanism import Line
from ..model.vulnerability import Vulnerability
from ..refusals import expect_at_most
from .entries import Entries, Key, is_new
from .prices import Asked

MOST_INPUTS = 4
# Minors of rows that are not 0, by the columns that they look at.
Minors = dict[tuple[int, ...], Quotient]


def rays_by_planes(k: int, firm: list[Asked], edges: list[Asked], vulnerabilities: list[Vulnerability]) -> list[Line]:
    """List rows of the cone that include all its extreme rays, up to factors."""
    planes = [_plane(k, c) for c in edges]
    for vulnerability in vulnerabilities:
        for plane in _differences(vulnerability):
            planes.append(plane)
            expect_at_most(len(planes), MOST_RAYS, "planes to cut with")
    found: list[Line] = []
    for size in range(1, k + 1):
        for support in combinations(range(k), size):
            if all(c.against in support for c in firm if c.input in support):
                for inside in _rows_on(support, planes, [c for c in firm if c.input in support]):
                    found.append([inside.get(j, ZERO) for j in range(k)])
    return found


def _plane(k: int, c: Asked) -> Line:
    """s_j - T s_l."""
    plane = [ZERO] * k
    plane[c.input], plane[c.against] = ONE, -c.ratio
    return plane


def _differences(vulnerability: Vulnerability) -> Iterator[Line]:
    """g_a - g_b for every two actions; 0 if they gain alike, which adds no line."""
    for first, second in combinations([vulnerability.plane(a) for a in range(vulnerability.actions())], 2):
        yield [x - y for x, y in zip(first, second, strict=True)]


def _rows_on(support: tuple[int, ...], planes: list[Line], firm: list[Asked]) -> list[Entries]:
    """The rows of the cone, positive exactly on a support and 1 at its first input, that span the intersection of some planes."""
    inside: list[Line] = []
    parts: dict[Key, list[Entries]] = {}
    for plane in planes:
        part = {j: plane[j] for j in support}
        spend(20 * len(part))
        # the others vanish at no row that is positive on the whole support
        has_both = any(x > ZERO for x in part.values()) and any(x < ZERO for x in part.values())
        if has_both and is_new(part, parts):
            inside.append(list(part.values()))
    rows: dict[Key, list[Entries]] = {}
    for line in _lines(inside, len(support)):
        row = dict(zip(support, line, strict=True))
        if not any(c.ratio * row[c.against] < row[c.input] for c in firm):
            is_new(row, rows)
    return [row for some in rows.values() for row in some]


def _lines(planes: list[Line], size: int) -> Iterator[Line]:
    """The positive vectors, 1 at the first place, that each choice of size - 1 planes leaves as its one line."""
    for minors in _minors_of_choices(planes, size, {(): ONE}):
        signed = [minors.get((*range(j), *range(j + 1, size)), ZERO) for j in range(size)]
        signed = [x if j % 2 == 0 else -x for j, x in enumerate(signed)]
        if all(x > ZERO for x in signed) or all(x < ZERO for x in signed):
            yield [x / signed[0] for x in signed]


def _minors_of_choices(planes: list[Line], size: int, minors: Minors) -> Iterator[Minors]:
    """For each choice of planes that makes size - 1 with those whose minors are given, the minors of all of them."""
    if len(next(iter(minors))) == size - 1:
        yield minors
        return
    for n, plane in enumerate(planes):
        if longer := _with_row(minors, plane):
            yield from _minors_of_choices(planes[n + 1 :], size, longer)


def _with_row(minors: Minors, row: Line) -> Minors:
    """The minors of rows and one more, by the columns that they look at, by expansion along it.

    Those that are the number 0 are left out: none is left where the row is a sum of multiples of the others.
    """
    found: dict[tuple[int, ...], list[Quotient]] = {}
    for columns, minor in minors.items():
        for j, x in enumerate(row):
            if x.num and j not in columns:
                spend(20)
                after = sum(1 for n in columns if n > j)
                found.setdefault(tuple(sorted((*columns, j))), []).append(minor * x if after % 2 == 0 else -(minor * x))
    sums = {columns: total(terms) for columns, terms in found.items()}
    return {columns: x for columns, x in sums.items() if x.num}
