"""A garbling, or a decision problem, by projections in floats: no program is solved, so that even large mechanisms cost only
products of matrices.

*A row outside.* If C·P = Q, each row of Q is in the cone of the rows of P. If a row q of Q is not, let g = q − Σ_u c_u p_u be the
difference between q and the nearest point of the cone. Then g·p_u ≤ 0 for all u, and g·q > 0 (Moreau). So two actions with the
gains g and 0 earn nothing with P, and something with Q.

*Two sets of matrices.* C is sought in the intersection of L = {C·P = Q, 1ᵀC = 1ᵀ} and K, the set of C with entries between given
bounds. With N = I − P·P⁺, which has xᵀN = xᵀ where xᵀP = 0, and J the matrix of ones,

    L = {Ĉ + (I − J/m)·Y·N},  Ĉ = Q·P⁺ + (J/m)·N,

as 1ᵀQ = 1ᵀP. (The kernel of P lies in that of Q.) So the projection on L is two products. The steps Z ← Z + L(2K(Z) − Z) − K(Z)
of Douglas and Rachford end at a C in both sets if these meet. If they do not meet, the step tends to the shortest V of L − K
(Bauschke and Moursi, 2017): V = −(G·Pᵀ + 1zᵀ) up to a sign is orthogonal to the directions of L and not negative, which is
Farkas' G with G_i·p_u ≤ z_u.

Nothing here decides: the caller makes exact what is found, and verifies it.
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
    """Find a row of Q outside the cone of P's rows, and return the gains of an action, by input, that show it; None if none is
    found."""
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
    """Look for floats near a garbling C with C·P = Q and entries from `low` to `high`. Return the last floats and None if the steps
    converge. If they do not, return in place of None a matrix of gains, which may show that there is no such C.
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
