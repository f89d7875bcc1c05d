"""List the rows by planes, of which all mechanisms are made if each budget limits a maximum of linear functions of a row.

A vulnerability with gains has such a budget. It limits the sum over the rows s of h(s) = max_a g_a·s, where each g_a is a vector.
Between the planes (g_a − g_b)·s = 0 the function h is linear. The planes of all budgets cut the cone {s ≥ 0 : s_j ≤ T_jl·s_l} into
smaller cones. On each smaller cone the function of every budget is linear. So the extreme rays of all smaller cones suffice.

With k inputs, such a ray is the intersection of k − 1 independent planes. Each of these planes is of one of three kinds:
(g_a − g_b)·s = 0, or s_j = T_jl·s_l, or s_j = 0. Let U be the set of inputs where the ray is not 0. Restricted to U, the ray is the
intersection of |U| − 1 planes of the first two kinds. The factors of these planes form a matrix with one column for each input of
U. The entries of the ray are the minors of this matrix, with alternating signs.

All sets U are tried, each with all choices of planes. Some of the rows found in this way are no extreme rays. They lie in the cone,
and do no harm.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

from rropt.designs.rows.rays import Ray
from rropt.exact.errors import InputError
from rropt.exact.matrix import determinant
from rropt.exact.patience import require_time

__all__ = ["MOST_CHOICES", "MOST_PLANE_INPUTS", "rows_by_planes"]

Plane = tuple[Fraction, ...]
MOST_PLANE_INPUTS = 4  # the checker lists rows by planes for at most so many inputs
MOST_CHOICES = 1 << 14  # the most choices of planes on one set of inputs
ZERO, ONE = Fraction(0), Fraction(1)


def rows_by_planes(k: int, sides: Mapping[tuple[int, int], Fraction], planes: Iterable[Plane]) -> tuple[Ray, ...]:
    """List rows of the cone {s ≥ 0 : s_j ≤ T_jl·s_l}, each scaled so that its first nonzero entry is 1; `sides` has the T_jl.

    The planes cut the cone into parts. All extreme rays of these parts are among the rows.
    """
    bounding = [tuple(ONE if i == j else -t if i == n else ZERO for i in range(k)) for (j, n), t in sides.items()]
    cuts = list(dict.fromkeys([*bounding, *planes]))
    found: dict[Ray, None] = {}
    for size in range(1, k + 1):
        for support in combinations(range(k), size):
            if all(n in support for j, n in sides if j in support):
                for inside in _rows_on(support, cuts):
                    row = tuple(inside.get(j, ZERO) for j in range(k))
                    if all(row[j] <= t * row[n] for (j, n), t in sides.items()):
                        found[row] = None
    return tuple(found)


def _rows_on(support: tuple[int, ...], planes: Sequence[Plane]) -> list[dict[int, Fraction]]:
    """List the rows that are positive exactly on `support` and are fixed, up to a factor, by the equations of some of the planes.

    Planes with fewer than two nonzero factors on the support are left out. Rows are dictionaries from input to entry.
    """
    parts = dict.fromkeys(tuple(plane[j] for j in support) for plane in planes)
    inside = [part for part in parts if sum(1 for x in part if x) > 1]
    if comb(len(inside), len(support) - 1) > MOST_CHOICES:
        raise InputError(
            f"gains and demands together make {len(inside)} equations, too many for rropt to try; give fewer actions, or fewer "
            "inputs"
        )
    found = []
    for chosen in combinations(inside, len(support) - 1):
        require_time()
        minors = [_minor(chosen, j) for j in range(len(support))]
        signed = [x if j % 2 == 0 else -x for j, x in enumerate(minors)]
        if all(x * signed[0] > 0 for x in signed):
            found.append({j: x / signed[0] for j, x in zip(support, signed, strict=True)})
    return found


def _minor(rows: Sequence[Plane], left_out: int) -> Fraction:
    """Compute the determinant of the rows without the column `left_out`; it is 1 if there are no rows."""
    kept = [[*row[:left_out], *row[left_out + 1 :]] for row in rows]
    return Fraction(determinant(kept)) if kept else ONE  # type: ignore[arg-type]
