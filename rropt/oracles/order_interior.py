"""The program of the deficiency by an interior-point method that knows its blocks: floats, to be refined and checked.

With rows scaled, P'_u = P_u/e_u, Q'_i = Q_i/f_i and C'_iu = C_iu·e_u/f_i, it is: least τ over C', R⁺, R⁻, σ, τ with
C'·P' + R⁻ − R⁺ = Q', Σ_i f_i·C'_iu = e_u, Σ_i f_i·R⁺_ij + σ_j = τ; here with any right-hand side, costs and lower bounds.
The normal equations of a Newton step (Mehrotra 1992) are one k×k block for every row of Q and one dense block of m + k
equations that couples them, so a step costs about as much as mq products of k×m by m×k matrices.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.linalg import cho_factor, cho_solve, lapack

__all__ = ["Blocks", "Floats", "Interior", "solve_interior"]

Floats = npt.NDArray[np.float64]
MOST_STEPS = 80
ENOUGH = 1e-9
DIVERGED = 1e4
PATIENCE = 5
SHORT = 1e-6
RIDGE = 1e-16
BACK = 0.9995


@dataclass(frozen=True, slots=True)
class Blocks:
    """The scaled P' (m×k) and the scales e of its rows and f of the rows of Q'."""

    p: Floats
    e: Floats
    f: Floats

    @property
    def sizes(self) -> tuple[int, int, int]:
        """Rows of Q, rows of P, inputs."""
        return len(self.f), self.p.shape[0], self.p.shape[1]

    @property
    def width(self) -> int:
        """The number of unknowns."""
        mq, mp, k = self.sizes
        return mq * mp + 2 * mq * k + k + 1

    def split(self, x: Any) -> tuple[Any, Any, Any, Any, Any]:
        """C', R⁺, R⁻, σ, τ."""
        mq, mp, k = self.sizes
        a, b = mq * mp, mq * k
        return (
            x[:a].reshape(mq, mp),
            x[a : a + b].reshape(mq, k),
            x[a + b : a + 2 * b].reshape(mq, k),
            x[a + 2 * b : -1],
            x[-1],
        )

    def parts(self, y: Any) -> tuple[Any, Any, Any]:
        """The multipliers of the three kinds of equations: Y, z, w."""
        mq, mp, k = self.sizes
        return y[: mq * k].reshape(mq, k), y[mq * k : mq * k + mp], y[mq * k + mp :]

    def times(self, x: Floats) -> Floats:
        """A·x."""
        c, over, under, slack, tau = self.split(x)
        return np.concatenate([(c @ self.p + under - over).ravel(), self.f @ c, self.f @ over + slack - tau])

    def back(self, y: Floats) -> Floats:
        """Aᵀ·y."""
        gains, z, w = self.parts(y)
        f = self.f[:, None]
        worth = gains @ self.p.T + f * z
        return np.concatenate([worth.ravel(), (f * w - gains).ravel(), gains.ravel(), w, [-w.sum()]])


@dataclass(frozen=True, slots=True)
class Interior:
    """Where the method stopped: the point, the multipliers, the reduced costs."""

    x: Floats
    y: Floats
    s: Floats


@dataclass(slots=True)
class _Normal:
    """A·Θ·Aᵀ factored by blocks."""

    blocks: Blocks
    lowers: list[Floats]
    w: Floats
    schur: Any
    theta: Floats

    def solve(self, r: Floats) -> Floats:
        """(A·Θ·Aᵀ)⁻¹·r, improved twice by its own residual."""
        y = self._once(r)
        for _ in range(2):
            y = y + self._once(r - self.blocks.times(self.theta * self.blocks.back(y)))
        return y

    def _once(self, r: Floats) -> Floats:
        mq, _, k = self.blocks.sizes
        head = np.empty((mq, k))
        for i, (lower, part) in enumerate(zip(self.lowers, r[: mq * k].reshape(mq, k), strict=True)):
            head[i] = lapack.dtrtrs(lower, part, lower=1)[0]
        tail = cho_solve(self.schur, r[mq * k :] - self.w.T @ head.ravel(), check_finite=False)
        rest = head - (self.w @ tail).reshape(mq, k)
        for i, lower in enumerate(self.lowers):
            head[i] = lapack.dtrtrs(lower, rest[i], lower=1, trans=1)[0]
        return np.concatenate([head.ravel(), tail])


def _normal(blocks: Blocks, theta: Floats) -> _Normal:
    mq, mp, k = blocks.sizes
    c, over, under, slack, tau = blocks.split(theta)
    f, diagonal = blocks.f, np.arange(k)
    w, lowers = np.empty((mq, k, mp + k)), []
    for i in range(mq):
        weighted = blocks.p.T * c[i]
        lowers.append(_lower(weighted @ blocks.p, over[i] + under[i]))
        right = np.zeros((k, mp + k))
        right[:, :mp] = f[i] * weighted
        right[diagonal, mp + diagonal] = -f[i] * over[i]
        w[i] = lapack.dtrtrs(lowers[i], right, lower=1)[0]
    flat, places = w.reshape(mq * k, mp + k), np.arange(mp + k)
    schur = -(flat.T @ flat)
    whole = np.concatenate([f**2 @ c, f**2 @ over + slack])
    schur[places, places] += whole
    schur[mp:, mp:] += tau
    whole[mp:] += tau
    return _Normal(blocks, lowers, flat, _coupling(schur, whole), theta)


def _lower(m: Floats, diagonal: Floats) -> Floats:
    """The Cholesky factor of m + diag, with the least that makes it one added."""
    places = np.arange(len(m))
    m[places, places] += diagonal
    most = float(m[places, places].max())
    ridge = RIDGE
    while True:
        lower, info = lapack.dpotrf(m, lower=1, clean=1)
        if not info or ridge > 1:
            return np.asarray(lower)
        m[places, places] += ridge * most
        ridge *= 100


def _coupling(schur: Floats, whole: Floats) -> Any:
    """The Cholesky factor of the coupling block, with the least part of its diagonal added that makes it one."""
    ridge = RIDGE
    while True:
        try:
            return cho_factor(schur + np.diag(ridge * whole), lower=True, check_finite=False)
        except np.linalg.LinAlgError:
            ridge *= 100
            if ridge > 1:
                raise


def _step(v: Floats, dv: Floats) -> float:
    falling = dv < 0
    return min(1.0, BACK * float((-v[falling] / dv[falling]).min())) if falling.any() else 1.0


def solve_interior(blocks: Blocks, b: Floats, cost: Floats, lower: Floats) -> Interior:
    """min cost·x over A·x = b, x ≥ lower, in floats: the best point reached."""
    x = np.maximum(lower, 0.0) + 1.0
    v = x - lower  # kept apart from x, which loses it where the bound is far
    s = np.maximum(cost, 0.0) + 1.0 / np.sqrt(v)
    y = np.zeros(len(b))
    best, least, since = Interior(x, y, s), np.inf, 0
    for _ in range(MOST_STEPS):
        rp, rd = b - blocks.times(x), cost - blocks.back(y) - s
        gap = float(v @ s)
        worst = max(gap, abs(rp).max(), abs(rd).max())
        best, least, since = (Interior(x, y, s), worst, 0) if worst < least else (best, least, since + 1)
        if least < ENOUGH or not worst < DIVERGED * least or since > PATIENCE:
            break
        try:
            dx, dy, ds = _direction(blocks, rp, rd, v, s)
        except np.linalg.LinAlgError:
            break
        primal, dual = _step(v, dx), _step(s, ds)
        if max(primal, dual) < SHORT:
            break
        x, v = x + primal * dx, v + primal * dx
        y, s = y + dual * dy, s + dual * ds
    return best


def _direction(blocks: Blocks, rp: Floats, rd: Floats, v: Floats, s: Floats) -> tuple[Floats, Floats, Floats]:
    """Mehrotra's predictor, then the corrector, from one factorization."""
    normal = _normal(blocks, v / s)

    def newton(rc: Floats) -> tuple[Floats, Floats, Floats]:
        dy = normal.solve(rp + blocks.times((v * rd - rc) / s))
        ds = rd - blocks.back(dy)
        return (rc - v * ds) / s, dy, ds

    dx, _, ds = newton(-v * s)
    after = float((v + _step(v, dx) * dx) @ (s + _step(s, ds) * ds))
    before = float(v @ s)
    return newton((after / before) ** 3 * before / len(v) - v * s - dx * ds)
