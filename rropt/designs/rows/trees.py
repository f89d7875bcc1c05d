"""List possible rows of mechanisms; in each row all nonzero entries follow from the first one by a tree of equalities.

The cone of rows s is bounded by planes; these come from the demand's bounds without a slack, s_j ≤ T·s_l. A budget is a limit for
the sum of a function h over the rows. This function is linear except on some planes, where it bends. For a budget of a pair of
inputs, h bends where s_j = T·s_l. For a vulnerability with one guess of the input, h(s) = max_j w_j s_j with weights w_j. It bends
where w_j s_j = w_l s_l, which is a plane s_j = T·s_l with T = w_l/w_j.

These planes cut the cone into smaller cones. On each smaller cone every h is linear, so all mechanisms are made of the extreme rays
of the smaller cones. If all planes have the form s_j = T·s_l, the nonzero entries of such a ray are connected by equalities s_j =
T·s_l (`rropt.checker.rows.rays` has the proof). So all nonzero entries follow from the first one, by a tree of such equalities.
Some rows found in this way are not extreme rays. They lie in the cone, and do no harm.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from rropt.designs.rows.rays import Ray
from rropt.exact.errors import InputError
from rropt.exact.patience import require_time

__all__ = ["MOST_TREE_ROWS", "Bend", "rows_by_trees"]

Pair = tuple[int, int]
Bend = tuple[int, int, Fraction]
"""Inputs j and l, and T: the plane s_j = T·s_l."""
MOST_TREE_ROWS = 1 << 14  # the checker tries no more rows, unfinished ones included
ZERO, ONE = Fraction(0), Fraction(1)


def rows_by_trees(k: int, sides: Mapping[Pair, Fraction], bends: Iterable[Bend]) -> tuple[Ray, ...]:
    """List rows of the cone {s ≥ 0 : s_j ≤ T_jl·s_l}; among them are all extreme rays of the parts into which `bends` cut the cone.

    Each row is scaled so that its first nonzero entry is 1.
    """
    planes = {*((j, n, t) for (j, n), t in sides.items()), *bends}
    # for each input, the inputs to which an equality leads, with the factor from one entry to the other
    steps: dict[int, set[tuple[int, Fraction]]] = {j: set() for j in range(k)}
    for j, n, t in planes:
        steps[n].add((j, t))
        steps[j].add((n, 1 / t))
    found: list[Ray] = []
    for size in range(1, k + 1):
        for support in combinations(range(k), size):
            if all(n in support for j, n in sides if j in support):
                found += _rows_on(support, k, sides, steps)
                _require_few(found)
    return tuple(found)


def _rows_on(
    support: tuple[int, ...], k: int, sides: Mapping[Pair, Fraction], steps: Mapping[int, set[tuple[int, Fraction]]]
) -> set[Ray]:
    """List the rows that are nonzero exactly at the inputs of `support`, and whose entries follow from one another by equalities.

    `sides` has the factor T of a bound s_j ≤ T·s_l for each pair (j, l); every row keeps these bounds. `steps` lists, for each
    input j, pairs (l, factor) that allow the equality s_l = factor·s_j.
    """
    rows: set[Ray] = {tuple(ONE if j == support[0] else ZERO for j in range(k))}
    asked = {n: [(j, end, t) for (j, end), t in sides.items() if n in (j, end)] for n in support}
    for _ in support[1:]:
        require_time()
        rows = {longer for row in rows for longer in _longer(row, support, asked, steps)}
        _require_few(rows)
    return rows


def _longer(
    row: Ray,
    support: tuple[int, ...],
    asked: Mapping[int, Sequence[Bend]],
    steps: Mapping[int, set[tuple[int, Fraction]]],
) -> Iterator[Ray]:
    """Yield each row that has one more nonzero entry than `row`, obtained by an equality in `steps` from an entry that is not 0.

    A row is left out if two of its nonzero entries break one of the bounds in `asked`.
    """
    for j in support:
        for n, factor in steps[j] if row[j] else ():
            if not row[n] and n in support:
                longer = (*row[:n], row[j] * factor, *row[n + 1 :])
                if all(not longer[b] or not longer[a] or longer[a] <= t * longer[b] for a, b, t in asked[n]):
                    yield longer


def _require_few(rows: Iterable[Ray] | set[Ray] | list[Ray]) -> None:
    if len(rows) > MOST_TREE_ROWS:  # type: ignore[arg-type]
        raise InputError(
            f"these demands together have more than {MOST_TREE_ROWS} extreme rows; give fewer inputs, or fewer demands"
        )
