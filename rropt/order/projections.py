"""Garblings between large mechanisms, by projections in floats that are made exact. A step costs two products of matrices.

*A row outside the cone.* If C·P = Q, each row of Q lies in the cone of the rows p_u of P. Suppose that a row q does not, and let g
be its difference from the nearest point of the cone. Then g·p_u ≤ 0 for all u, and g·q > 0 (Moreau). So of the two actions that
gain g and 0, P earns nothing, and Q something.

*Two sets.* A garbling lies in L, the matrices with C·P = Q whose columns sum to 1, and in K, the matrices with entries of at least
`least`. With N = I − P·P⁺, the matrix of ones J and the number m of rows of C,

    L = {Ĉ + (I − J/m)·Y·N},  Ĉ = Q·P⁺ + (J/m)·N,

because 1ᵀQ = 1ᵀP, and because P·g = 0 implies Q·g = 0 here. The steps Z ← Z + L(2K(Z) − Z) − K(Z) of Douglas and Rachford lead to a
point of both sets, if there is one.

*Made exact.* If all entries are positive, they may be rounded so that columns still sum to 1. The error D = Q − C·P is then small,
and its columns sum to 0. Choose rows P_B of P that are a basis of all its rows. X·P_B = D has one solution, its columns sum to 0
too, and adding it to the columns B of C makes C exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rropt.errors import InputError
from rropt.exact.element import Number
from rropt.exact.matrix import Matrix, freeze, product, solve, transpose
from rropt.exact.patience import require_time
from rropt.mechanism import Mechanism

__all__ = ["garble", "separate"]

Floats = NDArray[Any]
ZERO, ONE = Fraction(0), Fraction(1)
INSIDE = (1e-2, 1e-5)
"""The least entries that are tried for C, over 1/m."""
STEPS, LOOKS, NEAR, OUTSIDE = 1500, 25, 1e-12, 1e-9
DENOMINATOR = 2**50


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


def garble(p: Mechanism, q: Mechanism, span: Sequence[int]) -> Matrix | None:
    """Find an exact garbling C with C·p = q whose entries are all positive; None if none is found.

    The columns `span` of p must be a basis of all its columns, and p·g = 0 must imply q·g = 0.
    """
    for inside in INSIDE:
        near = _meet(p.to_numpy(), q.to_numpy(), inside / q.m)
        if near is not None and (found := _make_exact(p, q, span, near)) is not None:
            return found
    return None


def _meet(p: Floats, q: Floats, least: float) -> Floats | None:
    """Look for a garbling with entries of at least `least` in floats; None if the steps do not converge."""
    inverse, m = np.linalg.pinv(p), len(q)
    z = start = q @ inverse + (1 - p.sum(axis=0) @ inverse) / m
    for step in range(STEPS):
        require_time()
        kept: Floats = z.clip(least)
        free = 2 * kept - z
        free = free - (free @ p) @ inverse
        moved = start + free - free.mean(axis=0) - kept
        if step % LOOKS == 0 and np.abs(moved).max() < NEAR:
            return kept
        z = z + moved
    return None


def _make_exact(p: Mechanism, q: Mechanism, span: Sequence[int], near: Floats) -> Matrix | None:
    """Round a garbling that is known in floats, and remove the error of C·p = q; None if an entry becomes negative."""
    c = [[Fraction(round(float(x) * DENOMINATOR), DENOMINATOR) for x in row] for row in near]
    for u, i in enumerate(near.argmax(axis=0)):
        c[i][u] += 1 - sum(row[u] for row in c)
    rows = p.to_numpy()[:, list(span)]
    # columns of C with large entries take the error best
    basis, inputs = _independent((rows * near.min(axis=0)[:, None]).T, len(span)), list(span)
    error = [[q.rows[i][j] - x for j, x in enumerate(row)] for i, row in enumerate(product(c, p.rows))]
    try:
        added = solve([[p.rows[u][j] for u in basis] for j in inputs], [[row[j] for row in error] for j in inputs])
    except InputError:  # independent in floats alone
        return None
    exact: list[list[Number]] = [list(row) for row in c]
    for i, more in enumerate(transpose(added)):
        for u, x in zip(basis, more, strict=True):
            exact[i][u] = exact[i][u] + x
    return freeze(exact) if all(exact[i][u] >= 0 for i in range(q.m) for u in basis) else None


def _independent(a: Floats, count: int) -> list[int]:
    """Choose columns of a matrix, each as far as possible from the span of those before it."""
    from scipy.linalg import qr

    return [int(n) for n in qr(a, mode="r", pivoting=True)[1][:count]]
