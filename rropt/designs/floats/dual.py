"""The best estimates of contrasts in many digits, by a primal-dual interior point that needs no inverse of M.

With v and J as in `interior_point`, q_a = sᵀπ_a and w the weights of the lists of prevalences: maximise 2 Σ_a Tr K Y_aᵀ − λ₀ where

    z = λ₀ + λᵀv/q_0 − Σ_a ‖Y_a v‖²/(w_a q_0 q_a) ≥ 0 at every pattern,

a concave program in Y and λ, and in w ≥ 0 with Σ w = 1 too where the worst list is meant. The multipliers p of the patterns are the
probabilities: Σ p = 1, Σ p v/q_0 = 0, and Z_a J_a = K for Z_a = Y_a/w_a, so that Z_a is K C wherever C = J⁻¹ is. As J tends to a
singular matrix C has no bound, and K J⁻¹ is far from linear in p; this program is of degree 2, and Z_a has a limit. A step is
Newton's for pz → μ with Mehrotra's correction, but it is Z that moves along it: as some w tends to 0, Y/w would lose all it has.
Its system has a row for each unknown, whatever the number of patterns; the range of p/z is that of its eigenvalues, so that it is
solved in many digits, not in floats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from rropt.designs.floats.digits import digits, identity, solve, zeros
from rropt.designs.floats.few_patterns import CLOSED, solve_by_few
from rropt.exact.patience import require_time

__all__ = ["Maximum", "maximise"]

Array: TypeAlias = Any
MOST_STEPS = 100
NOTHING = Fraction(1, 1 << 80)  # for a weight of 0, so that Z = Y/w is known at that list too
STAY_INSIDE = 0.99  # of the way to the boundary


@dataclass(frozen=True, slots=True)
class Maximum:
    """Z_a, the multipliers λ, the weights of the lists, the probabilities p and the slacks z of the patterns."""

    images: tuple[Array, ...]
    bounds: Array
    weights: Array
    chances: Array
    slacks: Array


def maximise(
    contrast: Array, vectors: Array, chances: Sequence[Array], weights: Sequence[Fraction] | None, order: Array
) -> Maximum:
    """The optimum for K in the basis of contrasts, v by pattern and q_a by list and pattern, with weights or for the worst.

    Of many patterns the first of the order are looked at, and then those too at which z is below 0.
    """
    whole = _Method(contrast, vectors, chances, weights)

    def slacks_of(best: Maximum) -> Array:
        whole.images, whole.lam, whole.w = list(best.images), best.bounds, best.weights
        return whole.heights()[: len(order)]

    return solve_by_few(
        order, lambda kept: _Method(contrast, vectors[kept], [q[kept] for q in chances], weights).run(), slacks_of
    )


class _Method:
    """The iterates of one run; a step is a vector with the entries of all Y, of λ, and of w where it is chosen."""

    def __init__(
        self, contrast: Array, vectors: Array, chances: Sequence[Array], weights: Sequence[Fraction] | None
    ) -> None:
        first, several = chances[0], len(chances)
        self.k, self.is_worst = contrast, weights is None
        self.rows = [digits(vectors / np.sqrt(first * q)[:, None]) for q in chances]
        self.level = digits(np.column_stack([zeros(len(first)) + 1, vectors / first[:, None]]))
        self.w = digits([Fraction(1, several)] * several if weights is None else [w or NOTHING for w in weights])
        self.p, self.tau = digits(first / first.sum()), zeros(1)
        self.images = [solve((v.T * self.p) @ v, contrast.T).T for v in self.rows]
        self.lam, self.z = zeros(self.level.shape[1]), zeros(len(first))
        height = -2 * min(self.heights()[: len(first)])
        self.lam[:1] += height
        if self.is_worst:
            self.p = np.concatenate([self.p, zeros(several) + height])
        self.z = self.heights()
        self.bounds = slice(contrast.size * several, contrast.size * several + len(self.lam))
        self.tail = slice(self.bounds.stop, self.bounds.stop + (several if self.is_worst else 0))
        rest = zeros(self.tail.stop - self.bounds.start)
        rest[:1] += 1
        self.wanted = np.concatenate([*(-2 * contrast.ravel() for _ in chances), rest])

    def heights(self) -> Array:
        """What is not to be below 0."""
        taken = sum(w * ((v @ z.T) ** 2).sum(axis=1) for w, v, z in zip(self.w, self.rows, self.images, strict=True))
        return digits(np.concatenate([self.level @ self.lam - taken, self.w[: len(self.w) * self.is_worst]]))

    def _slopes(self) -> Array:
        """The derivatives of the heights, by rows."""
        parts = [(v @ z.T, v) for v, z in zip(self.rows, self.images, strict=True)]
        n, size = len(self.level), self.tail.stop
        own = [-2 * (image[:, :, None] * v[:, None, :]).reshape(n, -1) for image, v in parts]
        tilts = [(image**2).sum(axis=1)[:, None] for image, _ in parts] if self.is_worst else []
        unit = zeros(size - self.tail.start, size)
        unit[:, self.tail] += np.eye(len(unit), dtype=int)
        return digits(np.vstack([np.hstack([*own, self.level, *tilts]), unit]))

    def _bends(self) -> Array:
        """Minus the sum of p times the second derivatives of the heights."""
        found, (r, d), n = zeros(self.tail.stop, self.tail.stop), self.k.shape, len(self.level)
        for a, (v, z, w) in enumerate(zip(self.rows, self.images, self.w, strict=True)):
            j = 2 / w * ((v.T * self.p[:n]) @ v)
            for i in range(a * r * d, (a + 1) * r * d, d):
                found[i : i + d, i : i + d] = j
            if self.is_worst:
                own, at, turned = slice(a * r * d, (a + 1) * r * d), self.tail.start + a, (z @ j).ravel()
                found[own, at] = found[at, own] = -turned
                found[at, at] = turned @ z.ravel()
        return found

    def run(self) -> Maximum:
        """Steps until the sum of pz, and what z is away from the heights, are nothing beside the value."""
        for _ in range(MOST_STEPS):
            require_time()
            away = digits(self.heights() - self.z)
            if max(float(self.p @ self.z), float(abs(away).max())) <= CLOSED * abs(float(self.lam[0])):
                break
            self._step(away)
        n = len(self.level)
        return Maximum(tuple(self.images), self.lam, self.w, self.p[:n], self.z[:n])

    def _step(self, away: Array) -> None:
        """One predictor and corrector."""
        p, z, d = self.p, self.z, digits(self.p / self.z)
        slopes, size = self._slopes(), self.tail.stop
        border = zeros(1 if self.is_worst else 0, size)
        border[:, self.tail] += 1
        system = zeros(size + len(border), size + len(border))
        system[:size, :size] = self._bends() + digits(slopes.T * d) @ slopes
        system[size:, :size], system[:size, size:] = border, border.T
        inverted = solve(digits(system), identity(len(system)))

        def move(target: Any, crossed: Array, curved: Array) -> tuple[Array, ...]:
            aim = digits((target - crossed) / z - d * (away - curved))
            right = digits(slopes.T @ aim - self.wanted - self.tau.sum() * border.sum(axis=0))
            found = inverted @ np.concatenate([right, (1 - self.w.sum()) + zeros(len(border))])
            rise = slopes @ found[:size]
            return digits(aim - p - d * rise), digits(away - curved + rise), found

        nothing = zeros(len(p))
        dp, dz, dx = move(0, nothing, nothing)
        a, mu = self._room(dp, dz), p @ z / len(p)
        ahead = (p + a * dp) @ (z + a * dz) / len(p)
        dp, dz, dx = move(mu * min(1.0, float(ahead / mu)) ** 3, dp * dz, self._curve(*self._turns(dx)))
        a = min(1.0, STAY_INSIDE * self._room(dp, dz))
        turns, dw = self._turns(dx)
        self.p, self.z = digits(p + a * dp), digits(z + a * dz)
        self.images = [digits(x + a * dx) for x, dx in zip(self.images, turns, strict=True)]
        self.w, self.lam = digits(self.w + a * dw), digits(self.lam + a * dx[self.bounds])
        self.tau = digits(self.tau + a * dx[size:].sum())

    def _turns(self, dx: Array) -> tuple[list[Array], Array]:
        """How the images Z = Y/w change, to first order, and w."""
        dw = dx[self.tail] if self.is_worst else zeros(len(self.w))
        changes = dx[: self.bounds.start].reshape(len(self.w), *self.k.shape)
        parts = zip(self.images, changes, self.w, dw, strict=True)
        return [digits((dy - b * z) / w) for z, dy, w, b in parts], dw

    def _curve(self, turns: list[Array], dw: Array) -> Array:
        """What the heights lose of their slopes along a step, to second order."""
        found = zeros(len(self.p))
        for v, z, dz, w, b in zip(self.rows, self.images, turns, self.w, dw, strict=True):
            turned = v @ dz.T
            found[: len(v)] += (turned * (w * turned + 2 * b * (v @ z.T))).sum(axis=1)
        return found

    def _room(self, dp: Array, dz: Array) -> float:
        """How far p and z may go before one of them is 0, at most 1."""
        least = min((dp / self.p).min(), (dz / self.z).min())
        return min(1.0, -1 / float(least)) if least < 0 else 1.0
