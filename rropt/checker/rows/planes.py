"""Lists the rays of the parts into which planes cut the cone, if a vulnerability with gains has a price. SPEC.md, section 4.3.

The letters are those of rows/prices.py and model/vulnerability.py. h(s) = max_a g_a s is linear between the hyperplanes
(g_a - g_b) s = 0, on each of which two actions gain the same. Add to these the hyperplanes s_j = T_c s_l of the firm c and of the
budgets with a price, and w_j s_j = w_l s_l of each vulnerability of one guess of the input with a price. All together they cut the
cone into smaller cones. None of these holds a line, and on each the right side of the lemma is linear.

Let s be an extreme ray of a smaller cone, and U the inputs with s_j > 0. Some of the hyperplanes, to which the planes s_j = 0 are
added here, have only the line of s in common. So within the space of the vectors that are 0 outside of U, those hyperplanes that
are not of the form s_j = 0 have only that line in common, and some |U| - 1 of them suffice for this. The direction of the line is
the vector of the minors of these |U| - 1 rows with the signs +, -, +, ... in turn. So every choice of |U| - 1 planes on every U is
tried. (This is done for at most four inputs and at one t, at which every number has a known sign.) A plane with a single number on
U that is not 0 is left out, as s_j > 0 on U.

No limit on the number of rows is needed here: to compare each row with those before it uses up the work of a check long before
there are MOST_RAYS of them.
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
# Minors of some rows: the determinants of these rows in as many columns, by the columns; those that are 0 are left out.
Minors = dict[tuple[int, ...], Quotient]


def rays_by_planes(k: int, firm: list[Asked], edges: list[Asked], vulnerabilities: list[Vulnerability]) -> list[Line]:
    """List allowed rows that include, up to factors, all extreme rays of the parts into which planes cut the demand's cone.

    A plane is where s_j = T s_l for one of `edges`, or where two actions of a vulnerability gain the same. `k` is the number of
    inputs. A row is allowed if it violates none of `firm`, which is everything that is asked without slack.
    """
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
    """Return the k coefficients of the plane s_j - T s_l = 0, for the inputs j, l and the ratio T of `c`."""
    plane = [ZERO] * k
    plane[c.input], plane[c.against] = ONE, -c.ratio
    return plane


def _differences(vulnerability: Vulnerability) -> Iterator[Line]:
    """Give for every two actions of the guesser the difference of their gains times the prior, one number per input.

    For two actions that gain alike it is 0, and then adds no row.
    """
    for first, second in combinations([vulnerability.plane(a) for a in range(vulnerability.actions())], 2):
        yield [x - y for x, y in zip(first, second, strict=True)]


def _rows_on(support: tuple[int, ...], planes: list[Line], firm: list[Asked]) -> list[Entries]:
    """List the allowed rows that are positive exactly on the support, and that some of the planes determine up to a factor.

    Planes determine a row if they have only its multiples in common, among the vectors that are 0 outside of the support. Each row
    is listed with the factor by which it is 1 at the first input of the support. A row is allowed if it violates none of `firm`,
    what is asked without slack.
    """
    inside: list[Line] = []
    parts: dict[Key, list[Entries]] = {}
    for plane in planes:
        part = {j: plane[j] for j in support}
        spend(20 * len(part))
        # a plane without numbers of both signs on the support is 0 at no row that is positive there, or at all of them
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
    """Give, for each choice of size - 1 planes with one line in common, the positive vector on this line that begins with 1.

    A line without a positive vector gives nothing.
    """
    for minors in _minors_of_choices(planes, size, {(): ONE}):
        signed = [minors.get((*range(j), *range(j + 1, size)), ZERO) for j in range(size)]
        signed = [x if j % 2 == 0 else -x for j, x in enumerate(signed)]
        if all(x > ZERO for x in signed) or all(x < ZERO for x in signed):
            yield [x / signed[0] for x in signed]


def _minors_of_choices(planes: list[Line], size: int, minors: Minors) -> Iterator[Minors]:
    """Give the minors of size - 1 rows, for each choice of rows from `planes` that are added to those chosen so far.

    `minors` are those of the rows chosen so far: the determinants of these rows in as many columns, by the columns. A choice of
    linearly dependent rows is left out.
    """
    if len(next(iter(minors))) == size - 1:
        yield minors
        return
    for n, plane in enumerate(planes):
        if longer := _with_row(minors, plane):
            yield from _minors_of_choices(planes[n + 1 :], size, longer)


def _with_row(minors: Minors, row: Line) -> Minors:
    """Compute the minors of some rows and one more (`row`), from the `minors` of the former.

    The minors are the determinants of the rows in as many columns, by the columns; those that are 0 are left out. So none is left
    if the new row is a combination of the others.
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
