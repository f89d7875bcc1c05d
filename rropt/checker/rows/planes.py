"""Lists the extreme rays of the parts into which planes cut the cone of allowed rows. SPEC.md, section 4.3.

This is used if a vulnerability with gains has a price. The cone is the set of all rows s that the demand allows. A demand may bound
the entries of two inputs j and l. Call such a bound c, with the ratio T_c. If c is firm, it says s_j <= T_c s_l for every row. If c
is a budget, it bounds the sum of max(0, s_j - T_c s_l) over all rows. A demand may also be a vulnerability, which is a bound on the
mean gain of a guesser (model/vulnerability.py). A price is a dual multiplier of a bound (rows/prices.py).

Three kinds of planes cut the cone:
- Each firm c, and each budget c with a price, has the plane s_j = T_c s_l.
- If a vulnerability has gains, its guesser has actions a, and g_a s is what the action a gains from the row s. Let h(s) be the
  largest of these numbers. The function h is linear between the planes (g_a - g_b) s = 0, on which two actions a and b gain the
  same. If the vulnerability has a price, these planes cut the cone.
- If a vulnerability has no gains, its guesser guesses the input once. Let w be his prior. If the vulnerability has a price, the
  planes w_j s_j = w_l s_l cut the cone.

All together they cut the cone into smaller cones. No smaller cone contains a whole line. On each smaller cone, the right side of
the inequality in the lemma on prices (rows/prices.py) is linear.

Let s be an extreme ray of a smaller cone, and let U be the set of inputs j with s_j > 0. Add the planes s_j = 0 to the others. Some
of all these planes have only the line through s in common. Now consider only the vectors that are 0 outside of U. Among these
vectors, the planes that are not of the form s_j = 0 have only that line in common, and some |U| - 1 of these planes suffice for
this. Write the coefficients of the |U| - 1 planes on U as the rows of a matrix. Its minors, with the signs +, -, +, ... in turn,
are a vector on the line. So every choice of |U| - 1 planes is tried, for every set U. This is done for at most four inputs, and
only at one t, where every number has a known sign. A plane without coefficients of both signs on U is left out, because s_j > 0 on
U.

The number of rows needs no limit of its own here. Each row is compared with those before it. This uses up the work that a check may
do long before there are MOST_RAYS rows.
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
    """List the extreme rays of the parts into which planes cut the cone of allowed rows; some other allowed rows may be among them.

    A row s has one entry for each of the `k` inputs. It is allowed if it satisfies everything in `firm`, which is what the demand
    asks without slack. The planes are of two kinds. Each of `edges` concerns two inputs j and l, and its plane is the set of rows s
    with s_j = T s_l. Every two actions of a guesser in `vulnerabilities` have a plane too, on which both actions gain the same.
    Each extreme ray is listed up to a positive factor.
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
    """Give, for every two actions of the guesser, the plane on which both actions gain the same.

    The plane is given by one coefficient per input: the prior of the input times the difference of the two gains. If two actions
    gain the same at every input, all coefficients are 0. Such a plane adds no row.
    """
    for first, second in combinations([vulnerability.plane(a) for a in range(vulnerability.actions())], 2):
        yield [x - y for x, y in zip(first, second, strict=True)]


def _rows_on(support: tuple[int, ...], planes: list[Line], firm: list[Asked]) -> list[Entries]:
    """List the allowed rows that are positive exactly on the support and are determined by the planes that contain them.

    The support is a set of inputs. Planes determine a row if every vector that lies on all of them and is 0 outside of the support
    is a multiple of the row. The row is listed with the multiple that is 1 at the first input of the support. A row is allowed if
    it satisfies all of `firm`, which is what the demand asks without slack.
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
    """List positive vectors that begin with 1 and are determined by the planes that contain them.

    Each choice of size - 1 planes that have one line in common gives the vector on this line, if the line has a positive vector.
    """
    for minors in _minors_of_choices(planes, size, {(): ONE}):
        signed = [minors.get((*range(j), *range(j + 1, size)), ZERO) for j in range(size)]
        signed = [x if j % 2 == 0 else -x for j, x in enumerate(signed)]
        if all(x > ZERO for x in signed) or all(x < ZERO for x in signed):
            yield [x / signed[0] for x in signed]


def _minors_of_choices(planes: list[Line], size: int, minors: Minors) -> Iterator[Minors]:
    """Give the minors of each choice of rows from `planes` that, with the rows chosen before, makes size - 1 independent rows.

    The minors of m rows are the determinants of these rows in m of their columns. They are stored by these columns, and those that
    are 0 are left out. `minors` are the minors of the rows chosen before.
    """
    if len(next(iter(minors))) == size - 1:
        yield minors
        return
    for n, plane in enumerate(planes):
        if longer := _with_row(minors, plane):
            yield from _minors_of_choices(planes[n + 1 :], size, longer)


def _with_row(minors: Minors, row: Line) -> Minors:
    """Compute the minors of some rows together with one further `row`, from the `minors` of the rows without it.

    The minors of m rows are the determinants of these rows in m of their columns. They are stored by these columns, and those that
    are 0 are left out. So the result is empty if the further row is a linear combination of the others.
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
