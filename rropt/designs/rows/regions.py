"""The rows by regions: generators if each budget limits a maximum of linear functions, for any number of inputs.

A budget limits the sum over the rows of a function h; there is one h for each budget. It is the maximum of linear functions, which
are called the budget's *planes*. A region is a part of the cone, given by choosing one plane for each budget. On the region each h
equals the plane chosen for its budget. So every h is linear on every region, and the extreme rays of all regions are generators.
The file `planes` lists these rays in another way, by choices of intersecting planes; beyond a few inputs there are too many of
these choices.

The extreme rays of a region are found by the double description method, as the vertices of the part of the region where Σ s = 1. A
region is empty if at no row of the cone all chosen planes are the largest ones of their budgets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from rropt.designs.rows.rays import Ray, vertices_of_sum_one
from rropt.exact.errors import InputError
from rropt.exact.patience import require_time

__all__ = ["MOST_REGIONS", "number_of_regions", "rows_by_regions"]

MOST_REGIONS = 1 << 8
MOST_ROWS = 1 << 13
ONE = Fraction(1)
Plane = tuple[Fraction, ...]


def number_of_regions(budgets: Sequence[Sequence[Plane]]) -> int:
    """Count the ways to choose one plane (a linear function of a row) for each budget; equal planes of a budget count once."""
    return prod(len(dict.fromkeys(one)) for one in budgets)


def rows_by_regions(
    k: int, sides: Mapping[tuple[int, int], Fraction], budgets: Sequence[Sequence[Plane]]
) -> tuple[Ray, ...]:
    """List the extreme rays of all regions of the cone {s ≥ 0 : s_j ≤ T_jl·s_l}, each scaled to the sum 1.

    `sides` has the T_jl by (j, l). Each budget is a list of linear functions of s, called planes. On a region, one plane of each
    budget is the largest of that budget's planes.
    """
    planes = [list(dict.fromkeys(one)) for one in budgets]
    if number_of_regions(planes) > MOST_REGIONS:
        raise InputError(
            f"gains and deltas together have more than {MOST_REGIONS} choices of best actions; give fewer actions, or "
            "delta > 0 for fewer pairs of inputs"
        )
    unit = [[ONE if i == j else Fraction(0) for i in range(k)] for j in range(k)]
    bounding = [*unit, *([t * b - a for a, b in zip(unit[j], unit[n], strict=True)] for (j, n), t in sides.items())]
    found: dict[Ray, None] = {}
    for best in product(*planes):
        require_time()
        over = [
            [a - b for a, b in zip(chosen, other, strict=True)]
            for chosen, one in zip(best, planes, strict=True)
            for other in one
            if other != chosen
        ]
        rows = vertices_of_sum_one([*bounding, *over], most=MOST_ROWS)
        if rows is None:
            raise InputError(
                "gains and demands together have too many extreme rows; give fewer actions, or fewer inputs"
            )
        found |= dict.fromkeys(rows)
    return tuple(found)
