"""The extreme rays of a cone of rows by brute force, with none of the checker's code."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction as F
from itertools import combinations, permutations

Ratios = dict[tuple[int, int], F]


def solve(rows: list[list[F]]) -> list[F] | None:
    """The vector, unique up to a factor, on which all rows vanish; None where there is none or more than one."""
    k, found, pivots = len(rows[0]), [list(row) for row in rows], []
    for column in range(k):
        n = len(pivots)
        place = next((i for i in range(n, len(found)) if found[i][column]), None)
        if place is None:
            continue
        found[n], found[place] = found[place], found[n]
        found[n] = [x / found[n][column] for x in found[n]]
        for i, row in enumerate(found):
            if i != n and row[column]:
                found[i] = [x - row[column] * y for x, y in zip(row, found[n], strict=True)]
        pivots.append(column)
    if len(pivots) != k - 1:
        return None
    (free,) = set(range(k)) - set(pivots)
    return [F(1) if j == free else -found[pivots.index(j)][free] for j in range(k)]


def brute_rays(
    k: int, ratios: Ratios, bends: Sequence[tuple[int, int, F]] = (), cuts: Sequence[tuple[F, ...]] = ()
) -> set[tuple[F, ...]]:
    """Every choice of k − 1 equalities that leave one line; of its two directions the one inside, summing to 1.

    Equalities are those of what is asked, which bounds the cone, of what bends at r_j = T·r_n inside of it, and of planes there.
    """
    unit = [[F(int(i == j)) for i in range(k)] for j in range(k)]
    sides = unit + [[t * b - a for a, b in zip(unit[j], unit[n], strict=True)] for (j, n), t in ratios.items()]
    planes = (
        sides
        + [[t * b - a for a, b in zip(unit[j], unit[n], strict=True)] for j, n, t in bends]
        + list(map(list, cuts))
    )
    rays = set()
    for chosen in combinations(planes, k - 1):
        line = solve(list(chosen))
        if line is None or not sum(line):
            continue
        ray = [x / sum(line) for x in line]
        if all(sum((a * x for a, x in zip(side, ray, strict=True)), F(0)) >= 0 for side in sides):
            rays.add(tuple(ray))
    return rays


def brute_lines(k: int, T: F) -> set[tuple[F, ...]]:
    """The same where all pairs bend at one T, and nothing bounds the cone."""
    return brute_rays(k, {}, [(j, n, T) for j, n in permutations(range(k), 2)])
