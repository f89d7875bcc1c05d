"""Finds a garbling, or a decision problem that rules it out, by projections in floats. No linear program is solved: each step costs
only products of matrices, even for large mechanisms.

*A row outside the cone.* If C·P = Q, each row of Q lies in the cone of the rows p_u of P. Suppose that a row q of Q does not. Let g
be the difference between q and the nearest point of the cone. Then g·p_u ≤ 0 for all u, and g·q > 0 (Moreau). Consider two actions,
one with the gains g and one that gains 0. They earn nothing with P, and something with Q.

*Two sets of matrices.* C is sought in the intersection of two sets. L has the matrices with C·P = Q and columns that sum to 1. K
has the matrices whose entries lie between given bounds. Let N = I − P·P⁺, so that xᵀN = xᵀ if xᵀP = 0. Let J be the matrix of ones,
and m the number of rows of C. Then

    L = {Ĉ + (I − J/m)·Y·N},  Ĉ = Q·P⁺ + (J/m)·N.

This holds because 1ᵀQ = 1ᵀP, and because P·g = 0 implies Q·g = 0. So a projection on L takes two products of matrices. Write L(Z)
and K(Z) for the projections of Z on the two sets. Douglas and Rachford's steps are Z ← Z + L(2K(Z) − Z) − K(Z). If L and K meet,
the steps lead to a C in both.

If L and K do not meet, the steps' differences tend to a matrix V, the shortest difference of a point of L and a point of K
(Bauschke and Moursi, 2017). V is orthogonal to the directions of L. So up to a sign V = 1zᵀ − G·Pᵀ, for a matrix G and a vector z.
If K has only lower bounds, no entry of 1zᵀ − G·Pᵀ is negative. Then G_i·p_u ≤ z_u for each row i of G and each u, so that G is a
Farkas vector.

Nothing is decided here: the caller makes the results exact and verifies them.
"""

from __future__ import annotations

import numpy as np

from rropt.exact.patience import require_time
from rropt.order.numeric.program import GarblingProgram
from rropt.solvers.highs import Floats

__all__ = ["meet", "separate_row"]

STEPS = 3000
LOOKS = 25  # steps between two tests of convergence
NEAR = 1e-11
OUTSIDE = 1e-7
LONG = 200  # after so many, the steps have stalled if their length has not fallen to this part of what it was
STALLED = 0.99


def separate_row(program: GarblingProgram) -> Floats | None:
    """Find a row of Q that lies outside the cone of the rows of P. Return the gains of an action, one for each input: with the row
    of Q the action earns more than 0, but with no row of P. None if no such row is found.
    """
    from scipy.optimize import nnls

    p, q = program.first.to_numpy(), program.second.to_numpy()
    for row in q:
        require_time()
        try:
            weights, distance = nnls(p.T, row)
        except RuntimeError:  # it has not converged: the row is passed over
            continue
        if distance > OUTSIDE * np.linalg.norm(row):
            gains: Floats = row - weights @ p
            return gains
    return None


def meet(program: GarblingProgram, low: Floats | float, high: Floats | float = np.inf) -> tuple[Floats, Floats | None]:
    """Search by iteration, in floats, for a garbling C with C·P = Q and entries from `low` to `high`.

    P is the program's first mechanism, and Q its second. The first result is the last matrix of the iteration. If the iteration
    converges, this matrix is near such a C, and the second result is None. Otherwise the second result is a matrix of gains, which
    may show that there is no such C.
    """
    p, q = program.first.to_numpy(), program.second.to_numpy()
    inverse, m = np.linalg.pinv(p), len(q)
    start = q @ inverse + (1 - p.sum(axis=0) @ inverse) / m
    z = start.copy()
    kept = moved = start
    far = np.inf
    for step in range(STEPS):
        require_time()
        kept = z.clip(low, high)
        free = 2 * kept - z
        free = free - (free @ p) @ inverse
        moved = start + free - free.mean(axis=0) - kept
        z = z + moved
        if step % LOOKS == 0:
            if np.abs(moved).max() < NEAR:
                return kept, None
            if step % LONG == 0:
                far, last = float(np.linalg.norm(moved)), far
                if far > STALLED * last:
                    break
    # V is G·Pᵀ + 1zᵀ: without the mean of its rows, which is z up to what the gains have in common, it is (G − mean)·Pᵀ
    gains = -(moved - moved.mean(axis=0)) @ inverse.T
    return kept, gains
