"""The deficiency of large mechanisms, in floats. Steps of two projections take the place of a linear program.

The deficiency is the least value of F(Z) over Z = C·P − Q, where every column of C lies in the simplex S. F(Z) is the maximum over
inputs j of Σ_i Z⁺_ij. To split the problem, let W be a copy of C, and Z a copy of C·P − Q. V and U are scaled multipliers of the
equations C = W and C·P − Q = Z. σ and λ are step sizes. The method of multipliers (Boyd and others, 2011, section 3) repeats

    C = ((W − V) + σ(Z + Q − U)·Pᵀ)·(I + σP·Pᵀ)⁻¹,  W = projection of C + V on S,  Z = prox_λF(C·P − Q + U),

and then adds C − W to V, and C·P − Q − Z to U. To speed this up, BEYOND·C + (1 − BEYOND)·W, with the old W, takes the place of C
when the new W and V are computed. Likewise BEYOND·(C·P − Q) + (1 − BEYOND)·Z, with the old Z, takes the place of C·P − Q. Each step
takes only products of matrices and sorted columns.

The proximal map prox lowers each positive entry of column j by a number θ_j, but not below 0. Here Σ_j θ_j = λ, and all columns
that are lowered end with the same sum of positive entries.

U/λ tends to multipliers Y with 0 ≤ Y_ij ≤ w_j, where Σ_j w_j = 1. They bound F from below:

    F(C·P − Q) ≥ Σ_ij Y_ij (C·P − Q)_ij ≥ Σ_u min_i Σ_j Y_ij P_uj − Σ_ij Y_ij Q_ij.

Any W bounds the least F from above. So the steps may end at any time.
"""

from __future__ import annotations

import numpy as np

from rropt.exact.patience import seconds_left
from rropt.mechanism import Mechanism
from rropt.order.numeric.floats import NearDeficiency
from rropt.solvers.highs import Floats

__all__ = ["near_deficiency_by_steps"]

STEPS = 1000
LOOKS = 50  # steps between two looks at both bounds
ADAPTED = 500  # steps up to which λ follows the bounds
SHARE = 1e-3  # part of the deficiency at which the bounds are near enough
SMALLEST = 1e-14  # the least deficiency that floats tell from 0
BEYOND = 1.6  # the factor of over-relaxation
HALVINGS = 40


def near_deficiency_by_steps(first: Mechanism, second: Mechanism) -> NearDeficiency:
    """Find in floats a garbling, which bounds the deficiency from above, and a decision problem, which bounds it from below. The
    steps end when both bounds nearly meet, after `STEPS` steps, or when half of the remaining time is used.
    """
    p, q = first.to_numpy(), second.to_numpy()
    sigma = 0.5 / np.median(np.linalg.svd(p, compute_uv=False) ** 2)
    solving = np.linalg.inv(np.eye(len(p)) + sigma * (p @ p.T))
    lam, end = 0.1, seconds_left() / 2
    w = np.full((len(q), len(p)), 1 / len(q))
    z, v, u = w @ p - q, np.zeros_like(w), np.zeros_like(q)
    best = NearDeficiency(w, np.zeros(len(q[0])), np.zeros_like(q))
    low, high = 0.0, np.inf
    for step in range(1, STEPS + 1):
        c = (w - v + sigma * (z + q - u) @ p.T) @ solving
        near, far = BEYOND * c + (1 - BEYOND) * w + v, BEYOND * (c @ p - q) + (1 - BEYOND) * z + u
        w, z = _to_simplices(near), _shrink(far, lam)
        v, u = near - w, far - z
        if step % LOOKS == 0:
            y = u.clip(min=0)
            y /= max(y.max(axis=0).sum(), np.finfo(float).tiny)
            bounds = float((y @ p.T).min(axis=0).sum() - (y * q).sum()), float(_positive_sums(w @ p - q).max())
            best = NearDeficiency(
                w if bounds[1] < high else best.c,
                y.max(axis=0) if bounds[0] > low else best.w,
                -y if bounds[0] > low else best.y,
            )
            low, high = max(low, bounds[0]), min(high, bounds[1])
            if high - low < SHARE * high or seconds_left() < end:
                break
            if step <= ADAPTED and not high / 4 < lam < high:
                scale = max(high, SMALLEST) / 2 / lam
                lam, u, v = scale * lam, scale * u, scale * v
    return best


def _positive_sums(e: Floats) -> Floats:
    """The sum of the positive entries of each column of `e`."""
    sums: Floats = e.clip(min=0).sum(axis=0)
    return sums


def _thresholds(columns: Floats, sums: Floats | float) -> Floats:
    """Find for each column j the number θ_j such that the positive parts of (column j − θ_j) sum to `sums`. θ_j is negative if the
    positive parts of the column itself sum to less than `sums`.
    """
    ordered = -np.sort(-columns, axis=0)
    counts = np.arange(1, len(columns) + 1)[:, None]
    found: Floats = ((np.cumsum(ordered, axis=0) - sums) / counts).max(axis=0)
    return found


def _to_simplices(c: Floats) -> Floats:
    """Project each column onto the simplex {x ≥ 0, Σx = 1}."""
    nearest: Floats = (c - _thresholds(c, 1.0)).clip(min=0)
    return nearest


def _shrink(e: Floats, lam: float) -> Floats:
    """The matrix Z that minimises F(Z) + |Z − e|²/2λ, where F(Z) is the largest sum of positive entries of a column, and λ is
    `lam`."""
    positive = e.clip(min=0)
    ordered = np.cumsum(-np.sort(-positive, axis=0), axis=0)
    counts = np.arange(1, len(e) + 1)[:, None]

    def theta(sums: float) -> Floats:
        found: Floats = ((ordered - sums) / counts).max(axis=0).clip(min=0)
        return found

    low, high = 0.0, float(ordered[-1].max())
    if theta(low).sum() <= lam:
        return np.minimum(e, 0.0)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if theta(middle).sum() > lam else (low, middle)
    return np.where(e > 0, (e - theta(high)).clip(min=0), e)
