"""Projections in floats, which decide between mechanisms that are too large for the linear program.

*A no.* If C·P = Q, each row of Q lies in the cone of the rows p_u of P. Suppose that a row q does not, and let g be its difference
from the nearest point of the cone. Then g·p_u ≤ 0 for all u, and g·q > 0 (Moreau). So of the two actions that gain g and 0, P earns
nothing, and Q something.

*A yes.* The matrices C with C·P = Q and columns that sum to 1 make a plane. Its point nearest to any C is known: spread what the
columns lack of 1 equally over the rows, then subtract (C·P − Q)·P⁺; the second step keeps the sums, since the columns of P and of Q
sum to 1. If the plane has a point with positive entries, projecting in turn on the plane and on entries of at least a small number
comes to such a C. There is room to round it: its entries become short rationals, and those at a basis of P's rows then change by as
little as makes C·P = Q exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import numpy as np

from rropt.exact.matrix import Matrix, from_flint, independent_rows, to_flint, transpose
from rropt.exact.patience import require_time
from rropt.mechanism import Mechanism

__all__ = ["from_inside", "separate"]

ZERO = Fraction(0)
OUTSIDE = 1e-9
# The least entry that is tried, as a part of the mean one; the number of projections; the denominator of rounded entries.
LEAST, MOST_STEPS, FINE = 1e-3, 1000, 2**50


def separate(p: Mechanism, q: Mechanism) -> list[list[Fraction]] | None:
    """Find gains on which q is worth more than p, because a row of q lies outside the cone of p's rows. None if no row is seen
    to."""
    from scipy.optimize import nnls

    rows, wanted = p.to_numpy(), q.to_numpy()
    for row in wanted:
        require_time()
        try:
            weights, distance = nnls(rows.T, row)
        except RuntimeError:  # it has not converged: the row is passed over
            continue
        if distance > OUTSIDE * np.linalg.norm(row):
            gains = row - weights @ rows
            return [[Fraction(float(x)) for x in gains], [ZERO] * p.k]
    return None


def from_inside(p: Mechanism, q: Mechanism, span: Sequence[int]) -> Matrix | None:
    """Find a garbling C of positive entries with C·P = Q, or None if none is found.

    P and Q are rational, the columns `span` are a basis of all columns of P, and no row of Q is outside the span of P's rows.
    """
    rows, wanted, least = p.to_numpy(), q.to_numpy(), LEAST / q.m
    back, c = np.linalg.pinv(rows), np.full((q.m, p.m), 1 / q.m)
    for _ in range(MOST_STEPS):
        require_time()
        c = np.maximum(c, least)
        c -= (c.sum(axis=0) - 1) / q.m
        c -= (c @ rows - wanted) @ back
        if c.min() > least / 2:
            break
    rounded = [[Fraction(round(x * FINE), FINE) for x in row] for row in c[:-1]]
    rounded.append([1 - sum(column) for column in zip(*rounded, strict=True)])
    held, asked = ([[row[j] for j in span] for row in x.rows] for x in (p, q))
    made, basis = to_flint(rounded), independent_rows(held)
    lacking = to_flint(asked) - made * to_flint(held)
    more = to_flint(transpose([held[u] for u in basis])).solve(lacking.transpose())
    for i, (n, u) in product(range(q.m), enumerate(basis)):
        made[i, u] += more[n, i]
    garbling = from_flint(made)
    return garbling if min(map(min, garbling)) >= 0 else None
