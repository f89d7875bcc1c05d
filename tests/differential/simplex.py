"""An exact simplex method in whole numbers, written for these tests: it shares nothing with rropt, and checks its own answer.

Maximise c·x over A·x ≤ b, E·x = f, x ≥ 0. The tableau keeps integers over one common denominator (Edmonds' pivoting). The primal
point, and the dual point that the reduced costs of slacks and artificials are, are checked against the given numbers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction as F

Row = Sequence[F]
PATIENT = 300  # pivots by the largest reduced cost; from then on Bland's rule, which ends


class Unbounded(Exception):
    """There is no largest value."""


@dataclass(frozen=True)
class Optimum:
    """The largest value and a point that has it."""

    value: F
    x: list[F]


def dot(u: Sequence[F], v: Sequence[F]) -> F:
    return sum((a * b for a, b in zip(u, v, strict=True) if a and b), F(0))


class Tableau:
    """Rows of integers over `d`: the columns of x, of slacks, of artificials, and the right side."""

    def __init__(self, rows: list[list[int]], basis: list[int], artificial: int) -> None:
        self.rows, self.basis, self.artificial, self.d = rows, basis, artificial, 1
        self.goals: list[list[int]] = []

    def pivot(self, r: int, c: int) -> None:
        row = self.rows[r]
        p, d = row[c], self.d
        for table in (self.rows, self.goals):
            for i, other in enumerate(table):
                if other is not row:
                    f = other[c]
                    table[i] = [(p * a - f * b) // d for a, b in zip(other, row, strict=True)]
        self.basis[r], self.d = c, p

    def climb(self, goal: int) -> None:
        """Pivot until no column with a positive reduced cost is left; artificial columns stay out."""
        for count in range(100_000):
            costs = self.goals[goal]
            rising = [j for j in range(self.artificial) if costs[j] > 0]
            if not rising:
                return
            c = max(rising, key=lambda j: costs[j]) if count < PATIENT else rising[0]
            ratios = [(F(row[-1], row[c]), self.basis[r], r) for r, row in enumerate(self.rows) if row[c] > 0]
            if not ratios:
                raise Unbounded
            self.pivot(min(ratios)[2], c)
        raise AssertionError("the simplex method did not end")


def maximise(c: Row, at_most: Sequence[tuple[Row, F]], equal: Sequence[tuple[Row, F]]) -> Optimum | None:
    """The optimum; None where no point is feasible; `Unbounded` where there is no largest value."""
    n, slacks = len(c), len(at_most)
    given = [*at_most, *equal]
    artificial = n + slacks
    rows, scales, basis = [], [], []
    for r, (left, right) in enumerate(given):
        sign = -1 if right < 0 else 1
        scale = sign * math.lcm(*(x.denominator for x in (*left, right)))
        scales.append(scale)
        row = [int(x * scale) for x in left] + [0] * (slacks + len(given)) + [int(right * scale)]
        if r < slacks:
            row[n + r] = sign  # the slack times the scale
        row[artificial + r] = 1
        basis.append(n + r if r < slacks and sign > 0 else artificial + r)
        rows.append(row)
    found = Tableau(rows, basis, artificial)
    whole = math.lcm(*(x.denominator for x in c))
    found.goals = [[int(x * whole) for x in c] + [0] * (slacks + len(given) + 1), [0] * len(rows[0])]
    lacking = [row for row, b in zip(rows, basis, strict=True) if b >= artificial]
    found.goals[1] = [sum(column) for column in zip(*lacking, strict=True)] if lacking else found.goals[1]
    if lacking:
        found.climb(1)
        if any(row[-1] for row, b in zip(found.rows, found.basis, strict=True) if b >= artificial):
            return None
        drive_out(found)
    found.climb(0)
    x = [F(0)] * (artificial + len(given))
    for row, b in zip(found.rows, found.basis, strict=True):
        x[b] = F(row[-1], found.d)
    costs = found.goals[0]
    y = [-F(costs[artificial + r], found.d) * scales[r] / whole for r in range(len(given))]
    return checked(c, at_most, equal, x[:n], y)


def drive_out(found: Tableau) -> None:
    """Artificials at zero leave the basis; a row without another entry says nothing and stays at zero."""
    for r, b in enumerate(found.basis):
        if b < found.artificial:
            continue
        c = next((j for j in range(found.artificial) if found.rows[r][j]), None)
        if c is not None:
            if found.rows[r][c] < 0:
                found.rows[r] = [-a for a in found.rows[r]]
            found.pivot(r, c)


def checked(
    c: Row, at_most: Sequence[tuple[Row, F]], equal: Sequence[tuple[Row, F]], x: list[F], y: list[F]
) -> Optimum:
    """The optimum, shown to be one by the dual point."""
    assert all(v >= 0 for v in x) and all(dot(a, x) <= b for a, b in at_most) and all(dot(a, x) == b for a, b in equal)
    assert all(v >= 0 for v in y[: len(at_most)])
    rows = [a for a, _ in (*at_most, *equal)]
    for j, cost in enumerate(c):
        assert dot([row[j] for row in rows], y) >= cost
    value = dot(c, x)
    assert value == dot([b for _, b in (*at_most, *equal)], y)
    return Optimum(value, x)
