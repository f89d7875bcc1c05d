"""Lists rows at which it is enough to check an upper bound on a convex function f of rows. SPEC.md, section 4.3.

The bound is the inequality of the lemma on prices, and the cone C is the set of all rows that the demand allows. There are three
ways to show the inequality on C. This one, the third, checks it at the extreme rays of parts of C.

The letters are those of rows/prices.py. A price is a dual variable. A demand asks one thing or several. Each thing c that it asks
is about two inputs j and l, and has a ratio T_c. If c is firm, every row s must satisfy s_j <= T_c s_l. If c is a budget, the sum
of max(0, s_j - T_c s_l) over all rows is bounded. The planes s_j = T_c s_l cut C into smaller cones. There is such a plane for each
firm c, and for each budget c with a price. No smaller cone contains a whole line.

A vulnerability that allows the guesser one guess of the input has h(s) = max_j w_j s_j, where w is his prior. If it has a price,
the planes w_j s_j = w_l s_l, where h bends, cut C too. They have the same form as the others, with T = w_l/w_j. On each smaller
cone the right side of the lemma is linear. So if f is convex and homogeneous, and the inequality holds at the extreme rays of a
smaller cone, it holds on the whole smaller cone.

Let s be an extreme ray of a smaller cone, and let U be the set of inputs j with s_j > 0. Draw an edge between j and l in U if
s_j = T_c s_l for one of the planes. Suppose that the edges do not connect U. Then U has two parts without an edge between them.
For a small e > 0, all s_j of one part could be multiplied by 1 + e or by 1 - e without leaving the smaller cone. So s would be the
mean of two rows of the smaller cone that are no multiples of s, and s would not be an extreme ray. Hence the edges contain a tree
that spans U. Scale s so that it is 1 at the first input of U. From there the tree gives one entry after another: if one of s_j and
s_l is known, s_j = T_c s_l gives the other. Two facts leave fewer trees to try. A row is not in C if its known entries violate a
firm c. And if j is in U and a firm c is about j against l, then l is in U too, because 0 < s_j <= T_c s_l.

A row is left out only if it is outside of C at every t. So some rows that are listed may be no extreme rays. Checking these rows
too asks for more than is needed, and does no harm.

If all pairs have one ratio T, the rays are among the rows with the entries 0 and T^0, ..., T^n for some n, where each of these
powers occurs at least once. The entry 0 is called level 0, and the power T^(n - 1) is called level n. Suppose that the inputs are
divided into classes, and that f and the prices do not change if two inputs of one class are exchanged. Then it is enough to check
one row out of all that differ only by such exchanges: the one whose levels do not rise from one input of a class to the next.
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
    """List rows that include all extreme rays of the parts of a cone, up to positive factors.

    The cone is the set of rows s that the demand allows. Planes cut it into parts. For each bound of the form s_j <= T s_l in the
    demand, there is the plane s_j = T s_l. If the bound has a slack, the plane is used only if `prices` has a dual variable for it.
    If a vulnerability has a dual variable, there are also the planes on which two actions of the guesser gain the same.

    Suppose that the demand asks one ratio of all pairs of inputs, and that the dual variable of a pair depends only on the classes
    of its two inputs. Then only one row is listed out of all that differ by exchanges of inputs of one class. `raised` maps each
    ratio of the demand to the ratio that is used instead. The ratios in `prices` must have been replaced already.
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
    """List every bound that the demand sets on an ordered pair of the k inputs."""
    pairs = permutations(range(k), 2)
    names = ((*pair, n) for pair in pairs for n in range(len(demand.together))) if demand.together else pairs
    return [Asked(name[0], name[1], *both) for name, both in demand.asked(names)]


def _is_exchangeable(prices: Prices, classes: list[int]) -> bool:
    """Whether the dual variable of an ordered pair of inputs depends only on the classes of the two inputs."""
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
    """List the rows whose entries are 0 and powers of T (`ratio`), in which every power up to the highest occurs.

    The entry 0 has the level 0, and the entry T^(n - 1) has the level n. `classes` has the class of each input. Of the rows that
    differ only by exchanges of inputs of one class, only one is listed.
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
    """Yield rows whose entries are 0 and powers of a ratio T, each as a tuple of levels by input. The row 0 is left out.

    The level 0 stands for the entry 0, and the level n > 0 for T^(n - 1). In each row the levels above 0 are 1, 2, ..., without a
    gap. `members` lists the inputs of each class. Within a class the levels do not rise from one input to the next. Any other order
    would give a row that differs only by an exchange of inputs.
    """
    k = sum(map(len, members))
    for chosen in _fall(k, [len(inputs) for inputs in members], 0):
        found = dict(pair for js, levels in zip(members, chosen, strict=True) for pair in zip(js, levels, strict=True))
        if any(found.values()):
            yield tuple(found[j] for j in range(k))


def _fall(k: int, sizes: list[int], used: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield all choices of levels, from 0 to k, for the inputs of classes with the given sizes.

    A choice has one tuple of levels for each class. Within a class the levels do not rise from one input to the next. Some levels
    are already used by the inputs of earlier classes: bit n of `used` is 1 if one of them has the level n + 1. In the end every
    level from 1 to the highest must occur. So a choice is dropped if more levels below the highest are missing than inputs are
    left. The choices are yielded one by one, because a list of all would fill the memory.
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
    """List the rows that are positive exactly at the inputs in `support` and whose entries follow from equalities in `edges`.

    Each edge is an equality s_j = T s_l between two entries of a row s. The entry at the first input of the support is 1. Each step
    then extends every row by one input, whose entry follows from an edge. So the edges that determine a row form a tree on the
    support. Each element of `firm` is an inequality s_j <= T s_l. If a row violates one of these inequalities at every t, it is
    dropped.
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
    """Yield (input, entry) for each further input whose entry follows from the row by one of the edges.

    An edge is an equality s_j = T s_l between entries of a row s. If the row has one of the two entries, the equality gives the
    other. `firm` lists, for each input, the inequalities s_j <= T s_l that contain its entry. If the new entry violates one of
    these inequalities at every t, it is left out.
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
    """Whether the entry x of a further input violates s_j <= T s_l at every t.

    `firm` has the two inputs j and l and the ratio T. One of the two is the further input. If the row lacks the other, return
    False.
    """
    spend(4)
    if firm.against in row:
        return firm.ratio * row[firm.against] < x
    return firm.input in row and firm.ratio * x < row[firm.input]
