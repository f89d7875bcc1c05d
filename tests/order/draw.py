"""Random mechanisms with small denominators."""

from __future__ import annotations

import random
from fractions import Fraction

from rropt import Mechanism

TINY = Fraction(1, 10**30)


def draw_mechanism(rng: random.Random, m: int, k: int, *, most: int = 6, filled: int | None = None) -> Mechanism:
    """A mechanism whose columns are drawn; with `filled`, each has so many entries that are not 0."""
    columns = []
    for _ in range(k):
        kept = set(rng.sample(range(m), min(filled or m, m)))
        column = [rng.randint(int(filled is not None), most) if i in kept else 0 for i in range(m)]
        column[0] += not any(column)
        columns.append([Fraction(x, sum(column)) for x in column])
    return Mechanism(list(zip(*columns, strict=True)))


def shake(p: Mechanism, by: Fraction) -> Mechanism:
    """Move a chance from the likeliest to the least likely output under the first input."""
    rows = sorted((list(row) for row in p.rows), key=lambda row: row[0])
    rows[0][0] += by
    rows[-1][0] -= by
    return Mechanism(rows)
