"""Lists rays of a demand's cone: prices that bound a convex f at these rays do so at all rows of the cone. SPEC.md, section 4.3.

This is the third of three ways to show the inequality of the lemma on prices; it tries the extreme rays of parts of the cone.

The letters are those of rows/prices.py. The planes s_j = T_c s_l, of the firm c and of the budgets c that have a price, cut the
cone C into smaller cones, none of which holds a line. A vulnerability of one guess of the input, with a price, adds the planes
w_j s_j = w_l s_l, where its h(s) = max_j w_j s_j bends: they are of the same form, with T = w_l/w_j. On each smaller cone the right
side of the lemma is linear. So if f is convex and homogeneous, the inequality holds on the smaller cone if it holds at the extreme
rays of that cone.

Let s be an extreme ray of a smaller cone, and U the inputs with s_j > 0. Draw an edge between j and l in U if s_j = T_c s_l for one
of the planes. If the edges left U in two parts, all s_j of one part could be multiplied by 1 + e, or by 1 - e, for a small e > 0,
without leaving the smaller cone: s would be the mean of two rows of it that are no multiples of s. So the edges contain a tree that
spans U. Scale s so that it is 1 at the first input of U. From there the tree gives one entry after another: s_j = T_c s_l or
s_l = s_j/T_c, where one of the two entries is known before. Two facts leave fewer trees to try. A row whose known entries violate a
firm c is not in C. And if j is in U and a firm c is about j against l, then l is in U too, as 0 < s_j <= T_c s_l.

A row is left out only if it is outside of C at every t. Rows that are no extreme rays may be among those tried: that asks for more,
and does no harm.

Under one ratio T for all pairs, the rays are among the rows by levels: their entries are 0 and the powers T^0, ..., T^n for some n,
each of these powers at least once. If inputs of one class may be exchanged in f, in y and in the z_c without a change, it is enough
to try one row of each orbit, whose levels do not rise from one input of a class to the next.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, combinations_with_replacement, permutations

from ..arithmetic.quotient import ONE, ZERO, Quotient
from ..limits import MOST_RAYS, spend
from ..model.demand import Demand
from ..refusals import expect_at_most
from .classes import members_of
from .entries import Entries, Form, Key, form_of, is_new
from .prices import Asked, Prices


def rays(
    demand: Demand, prices: Prices, classes: list[int], raised: Callable[[Quotient], Quotient] = lambda ratio: ratio
) -> list[list[Quotient]]:
    """List rows that include, up to factors, all extreme rays of the parts into which planes cut the cone of a demand.

    The planes are s_j = T s_l for everything that is asked without slack or has a price, and, for each vulnerability with a price,
    those on which two actions of the guesser gain the same. If one ratio is asked of all pairs, one ray may stand for all that
    arise from it by exchanges of inputs of a class. `raised` maps each ratio of the demand to the ratio that is used in its place;
    in `prices` the ratios are replaced already.
    """
    k = len(classes)
    if not demand.has_pairs() and demand.vulnerability is None:  # one ratio for all pairs
        return _by_levels(raised(demand.ratio()), classes if _is_exchangeable(prices, classes) else list(range(k)))
    asked = [replace(one, ratio=raised(one.ratio)) for one in _all_asked(demand, k)]
    firm = [one for one in asked if one.is_firm()]
    priced = [one for one, z in prices.budgets() if z.num]
    vulnerabilities = [one for one, _ in prices.priced_vulnerabilities()]
    # a bend is a plane of the same form as that of a budget; the slack given here is not used
    priced += [Asked(j, n, ratio, ONE) for one in vulnerabilities if one.gains is None for j, n, ratio in one.bends()]
    if with_gains := [one for one in vulnerabilities if one.gains is not None]:
        from .planes import rays_by_planes

        return rays_by_planes(k, firm, [*firm, *priced], with_gains)
    found: list[list[Quotient]] = []
    for size in range(1, k + 1):
        for support in combinations(range(k), size):
            spend(4 + len(firm))
            if all(c.against in support for c in firm if c.input in support):
                rows = _rows_on(support, firm, [*firm, *priced])
                found += [[row.get(j, ZERO) for j in range(k)] for row in rows]
                expect_at_most(len(found), MOST_RAYS, "rays")
    return found


def _all_asked(demand: Demand, k: int) -> list[Asked]:
    """List everything that a demand asks of an input against another, over all ordered pairs of k inputs."""
    pairs = permutations(range(k), 2)
    names = ((*pair, n) for pair in pairs for n in range(len(demand.together))) if demand.together else pairs
    return [Asked(name[0], name[1], *both) for name, both in demand.asked(names)]


def _is_exchangeable(prices: Prices, classes: list[int]) -> bool:
    """Whether the price of an ordered pair of inputs depends only on the classes of the two inputs."""
    k = len(classes)
    of_classes: dict[tuple[int, int], Quotient] = {}
    spend(20 * k * k)
    for j, n in permutations(range(k), 2):
        z = prices.budget.get((j, n), ZERO)
        first = of_classes.setdefault((classes[j], classes[n]), z)
        if not (z is first or z == first):
            return False
    return True


def _by_levels(ratio: Quotient, classes: list[int]) -> list[list[Quotient]]:
    """List rows whose entries are 0 and powers of T (`ratio`): level 0 is the number 0, level n is T^(n - 1).

    Each power up to the highest occurs in a row. Of the rows that differ only by exchanges of inputs of a class, one is listed.
    """
    values = [ZERO, ONE]
    for _ in classes[1:]:
        values.append(values[-1] * ratio)
    found = []
    for levels in _levels(members_of(classes)):
        found.append([values[n] for n in levels])
        expect_at_most(len(found), MOST_RAYS, "rays")
    return found


def _levels(members: list[list[int]]) -> Iterator[tuple[int, ...]]:
    """Give for every row to be listed the level of each input: 0 stands for the entry 0, n for the power T^(n - 1).

    `members` has the inputs of each class. The levels above 0 that occur are 1, 2, ..., without a gap. Within a class the levels do
    not rise from one input to the next, as exchanges of its inputs give the other rows.
    """
    k = sum(map(len, members))
    for chosen in _fall(k, [len(inputs) for inputs in members], 0):
        found = dict(pair for js, levels in zip(members, chosen, strict=True) for pair in zip(js, levels, strict=True))
        if any(found.values()):
            yield tuple(found[j] for j in range(k))


def _fall(k: int, sizes: list[int], used: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Give, one after another, all choices of the levels (integers from 0 to k) of the inputs, for classes of the given sizes.

    A choice has a tuple of levels for each class, and within a class the levels do not rise. (A full list of choices would fill the
    memory.) Bit n of `used` says whether an earlier input has the level n + 1. In the end every level from 1 to the highest must be
    that of some input. So a choice is dropped if fewer inputs are left than levels are missing below the highest.
    """
    if not sizes:
        yield ()
        return
    left = sum(sizes[1:])
    for first in combinations_with_replacement(range(k, -1, -1), sizes[0]):
        spend(4 + sizes[0])
        taken = used
        for level in first:
            taken |= 1 << level >> 1
        if taken.bit_length() - taken.bit_count() <= left:
            for rest in _fall(k, sizes[1:], taken):
                yield (first, *rest)


def _rows_on(support: tuple[int, ...], firm: list[Asked], edges: list[Asked]) -> list[Entries]:
    """List the rows that are positive exactly on the support, are 1 at its first input, and meet a tree of `edges` with equality.

    An edge asks s_j = T s_l of two inputs. Each step adds one input, with its entry, to every row that is known.
    """
    inside = [c for c in edges if c.input in support and c.against in support]
    kept = {j: [c for c in firm if j in (c.input, c.against)] for j in support}
    spend(len(firm) * len(support))
    rows: list[Entries] = [{support[0]: ONE}]
    for _ in support[1:]:
        grown: dict[Key, list[Entries]] = {}
        for row in rows:
            for j, x in _extensions(row, inside, kept):
                is_new({**row, j: x}, grown)
        rows = [row for some in grown.values() for row in some]
        expect_at_most(len(rows), MOST_RAYS, "rays")
    return rows


def _extensions(row: Entries, edges: list[Asked], firm: dict[int, list[Asked]]) -> Iterator[tuple[int, Quotient]]:
    """Give (input, entry) for each input that the row lacks, if an edge to an input of the row determines its entry.

    An edge is an equality s_j = T s_l. An input is left out if the row with this entry violates, at every t, something that is
    asked without slack; `firm` lists for each input what is asked so.
    """
    spend(4 * len(edges))
    tried: set[tuple[int, Form]] = set()  # several edges may give the same entry, which is then given once
    for c in edges:
        if (c.input in row) == (c.against in row):
            continue
        if c.against in row:
            j, x = c.input, c.ratio * row[c.against]
        else:
            j, x = c.against, row[c.input] / c.ratio
        spend(4)
        known = (j, form_of(x))
        if known not in tried and not any(_is_outside(row, x, one) for one in firm[j]):
            yield j, x
        tried.add(known)


def _is_outside(row: Entries, x: Quotient, firm: Asked) -> bool:
    """Whether the entry x of a further input violates `firm` (s_j <= T s_l) at every t; False if the row lacks the other input."""
    spend(4)
    if firm.against in row:
        return firm.ratio * row[firm.against] < x
    return firm.input in row and firm.ratio * x < row[firm.input]
