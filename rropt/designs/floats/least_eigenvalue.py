"""The design whose information has the largest least eigenvalue, in many digits, by a primal-dual interior point.

With v and q_a as in `dual` and J_a = Σ p·vvᵀ/(q_0 q_a): maximise τ where S_a = J_a − τ ⪰ 0 at every list of prevalences, p ≥ 0,
Σ p = 1 and Σ p v/q_0 = 0. The dual: minimise λ₀ where

    z = λ₀ + λᵀv/q_0 − Σ_a vᵀW_a v/(q_0 q_a) ≥ 0 at every pattern,  W_a ⪰ 0,  Σ_a Tr W_a = 1.

Both are linear, so S and z are what p and τ, or λ and W, make them. A step is Newton's for pz → μ and S_a W_a → μ with Mehrotra's
correction, in the direction of Helmberg, Kojima and Monteiro: dS + (S dW W⁻¹ + W⁻¹ dW S)/2 = μW⁻¹ − S. Near the optimum S and W
are singular both, and their eigenvalues differ by the inverse of the gap, so that floats come to an end before the bounds meet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from rropt.designs.floats.digits import digits, identity, solve, zeros
from rropt.designs.floats.few_patterns import CLOSED, solve_by_few
from rropt.exact.patience import require_time

__all__ = ["LeastEigenvalue", "raise_least"]

Array: TypeAlias = Any
MOST_STEPS = 100
LEAST_CHANCE = 0.1  # to begin with, of what each has where all are alike
NOTHING = 1e-16  # of the probability of a pattern
MOST_ACTIVE = 300  # patterns to begin with
STAY_INSIDE = 0.9  # of the way to the boundary
SHORTER = 0.8  # a step that leaves the cone is tried again


@dataclass(frozen=True, slots=True)
class LeastEigenvalue:
    """The probabilities p, the J_a and their W_a, the multipliers λ, the slacks z, and λ₀ less τ."""

    chances: Array
    informations: tuple[Array, ...]
    duals: tuple[Array, ...]
    bounds: Array
    slacks: Array
    gap: float


def raise_least(vectors: Array, chances: Sequence[Array], near: Array) -> LeastEigenvalue:
    """The optimum over v by pattern and q_a by list and pattern, from probabilities near it."""

    def solve_over(kept: Array) -> LeastEigenvalue:
        return _Method(vectors[kept], [q[kept] for q in chances], near[kept]).run()

    def slacks_of(best: LeastEigenvalue) -> Array:
        taken = sum(((vectors @ w) * vectors).sum(axis=1) / q for w, q in zip(best.duals, chances, strict=True))
        return digits(best.bounds[0] + (vectors @ best.bounds[1:] - taken) / chances[0])

    # of many active patterns few carry an optimum, but its dual need not fit the others
    active, unknowns = np.count_nonzero(near > NOTHING), vectors.shape[1] * (vectors.shape[1] + 1) // 2 * len(chances)
    return solve_by_few(
        np.argsort(-near), solve_over, slacks_of, least=max(unknowns * 5 // 4, min(active, MOST_ACTIVE))
    )


class _Method:
    """The iterates of one run; symmetric matrices are told by their upper triangles."""

    def __init__(self, vectors: Array, chances: Sequence[Array], near: Array) -> None:
        first, r = chances[0], vectors.shape[1]
        self.r, self.upper, self.several = r, np.triu_indices(r), len(chances)
        i, j = self.upper
        self.counts = np.where(i == j, 1, 2)  # of an entry in the whole matrix
        self.level = digits(np.column_stack([zeros(len(first)) + 1, vectors / first[:, None]]))
        self.entries = [digits(vectors[:, i] * vectors[:, j] / (first * q)[:, None]) for q in chances]
        self.slopes = digits(np.hstack([self.level, *(-e * self.counts for e in self.entries)]))
        self.unit = np.concatenate([np.zeros(r + 1, int), *[np.where(i == j, 1, 0)] * self.several])
        self.p = digits(np.maximum(near, LEAST_CHANCE / len(first)))
        self.x = digits(self.unit) / (r * self.several)  # λ and the W
        most = max(np.linalg.eigvalsh(np.array(j, float))[-1] for j in self._informations())
        # so that all products pz and the eigenvalues of SW are of one size
        self.tau = zeros(1)[0] - most
        self.x[0] = max(-2 * min(self.slopes @ self.x), -self.tau * len(first) / (r * self.several))

    def _whole(self, triangle: Array) -> Array:
        found = zeros(self.r, self.r)
        found[self.upper] = triangle
        found.T[self.upper] = triangle
        return found

    def _informations(self) -> list[Array]:
        return [self._whole(e.T @ self.p) for e in self.entries]

    def _blocks(self, x: Array) -> list[Array]:
        """The matrices that a vector like that of λ and the W tells."""
        return [self._whole(part) for part in np.split(x[self.r + 1 :], self.several)]

    def run(self) -> LeastEigenvalue:
        """Steps until pz and SW are nothing beside the value, and all probabilities are 1."""
        for _ in range(MOST_STEPS):
            require_time()
            z, duals, j = self.slopes @ self.x, self._blocks(self.x), self._informations()
            s = [digits(one - self.tau * identity(self.r)) for one in j]
            gap = self.p @ z + sum((a * b).sum() for a, b in zip(s, duals, strict=True))
            if float(gap) <= CLOSED * float(self.x[0]):
                break
            self._step(z, s, duals, gap / (len(self.p) + self.r * self.several))
        return LeastEigenvalue(self.p, tuple(j), tuple(duals), self.x[: self.r + 1], z, float(gap))

    def _step(self, z: Array, s: list[Array], duals: list[Array], mu: Any) -> None:
        """One predictor and corrector."""
        d, unit, size = digits(self.p / z), identity(self.r), len(self.x)
        inverses = [solve(w, unit) for w in duals]
        system = zeros(size + 1, size + 1)
        system[:size, :size] = digits(self.slopes.T * d) @ self.slopes
        for n, (one, inverse) in enumerate(zip(s, inverses, strict=True)):
            own = slice(self.r + 1 + n * len(self.counts), self.r + 1 + (n + 1) * len(self.counts))
            system[own, own] += self.counts[:, None] * self._turn(one, inverse)
        system[size, :size] = system[:size, size] = -self.unit
        inverted = solve(digits(system), identity(size + 1))
        missing = np.eye(self.r + 1, dtype=int)[0] - self.level.T @ self.p

        def move(target: Any, crossed: Array, bent: list[Array]) -> tuple[Array, Array, Any, list[Array]]:
            aim = digits((target - crossed) / z - self.p)
            wanted = [target * inverse - one - b for inverse, one, b in zip(inverses, s, bent, strict=True)]
            right = self.slopes.T @ aim
            right[: self.r + 1] -= missing
            right[self.r + 1 :] += np.concatenate([self.counts * x[self.upper] for x in wanted])
            found = inverted @ np.concatenate([right, zeros(1)])
            dx, dtau = found[:size], found[size]
            dp = digits(aim - d * (self.slopes @ dx))
            return dx, dp, dtau, [digits(self._whole(e.T @ dp) - dtau * unit) for e in self.entries]

        nothing = zeros(self.r, self.r)
        dx, dp, dtau, ds = move(0, zeros(len(z)), [nothing] * self.several)
        turns = self._blocks(dx)
        a = self._room(z, s, duals, (dx, dp, ds))
        reached = (self.p + a * dp) @ (z + a * (self.slopes @ dx))
        reached += sum(((x + a * dx) * (w + a * dw)).sum() for x, dx, w, dw in zip(s, ds, duals, turns, strict=True))
        part = min(1.0, float(reached / mu) / (len(z) + self.r * self.several)) ** 3
        crossed = [dx @ dw @ inverse for dx, dw, inverse in zip(ds, turns, inverses, strict=True)]
        dx, dp, dtau, ds = move(mu * part, dp * (self.slopes @ dx), [(x + x.T) / 2 for x in crossed])
        a = self._room(z, s, duals, (dx, dp, ds))
        self.x, self.p, self.tau = digits(self.x + a * dx), digits(self.p + a * dp), self.tau + a * dtau

    def _turn(self, s: Array, inverse: Array) -> Array:
        """dW to (S dW W⁻¹ + W⁻¹ dW S)/2, by upper triangles."""
        (i, j), (k, m) = (x[:, None] for x in self.upper), (x[None, :] for x in self.upper)
        both = s[i, k] * inverse[m, j] + s[i, m] * inverse[k, j] + s[j, k] * inverse[m, i] + s[j, m] * inverse[k, i]
        return both / np.where(k == m, 4, 2)

    def _room(self, z: Array, s: list[Array], duals: list[Array], moves: tuple[Array, Array, list[Array]]) -> float:
        """How far all may go and stay inside, at most 1."""
        dx, dp, ds = moves
        least = min((dp / self.p).min(), ((self.slopes @ dx) / z).min())
        a = min(1.0, -1 / float(least)) if least < 0 else 1.0
        pairs = [*zip(s, ds, strict=True), *zip(duals, self._blocks(dx), strict=True)]
        while not all(_is_positive(x + a * dx) for x, dx in pairs):
            a *= SHORTER
        return a * STAY_INSIDE if a < 1 else 1.0


def _is_positive(matrix: Array) -> bool:
    """Whether a symmetric matrix is positive definite, by elimination."""
    rest = matrix.copy()
    for n in range(len(rest)):
        if not rest[n, n] > 0:
            return False
        rest[n + 1 :, n + 1 :] -= np.outer(rest[n + 1 :, n], rest[n, n + 1 :]) / rest[n, n]
    return True
