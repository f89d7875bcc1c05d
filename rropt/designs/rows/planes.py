"""The rows by planes: generators where the h of a budget is the largest of any planes, as of a vulnerability with gains.

h(s) = max_a g_a·s is linear between the planes (g_a − g_b)·s = 0. With the cone's own sides s_j = T_jl·s_l these cut the cone
{s ≥ 0 : s_j ≤ T_jl·s_l} into smaller ones, on each of which every h is linear, so that the extreme rays of all of these are
generators. Such a ray lies on k − 1 independent planes, s_j = 0 among them, that leave it as their one line. On the inputs U where
it is not 0 the others leave one line, so |U| − 1 of them do; its direction is the vector of the minors of their rows, with signs in
turn. All choices on all U are tried. Rows of the cone that are no extreme rays do no harm.
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
MOST_PLANE_INPUTS = 4  # of which the checker lists rows by planes
MOST_CHOICES = 1 << 14  # of planes on one set of inputs
ZERO, ONE = Fraction(0), Fraction(1)


def rows_by_planes(k: int, sides: Mapping[tuple[int, int], Fraction], planes: Iterable[Plane]) -> tuple[Ray, ...]:
    """List rows of {s ≥ 0 : s_j ≤ T_jl·s_l} that include all extreme rays of the parts into which planes cut it; 1 at
    their first input."""
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
    """The rows, positive exactly on a support, that span the intersection of some planes; none of these is a coordinate plane."""
    parts = dict.fromkeys(tuple(plane[j] for j in support) for plane in planes)
    inside = [part for part in parts if sum(1 for x in part if x) > 1]
    if comb(len(inside), len(support) - 1) > MOST_CHOICES:
        raise InputError(
            f"gains and demands together make {len(inside)} planes, too many to try; give fewer actions, or fewer inputs"
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
    """The determinant without one column; 1 if there are no rows."""
    kept = [[*row[:left_out], *row[left_out + 1 :]] for row in rows]
    return Fraction(determinant(kept)) if kept else ONE  # type: ignore[arg-type]
