"""An interior-point method for the duals of estimation problems: Mehrotra's predictor and corrector.

Minimise c·z − Σ_a w_a log det N_a over z with g(z) ≤ 0. Here g are convex functions, one for each row of the cone, and N_a are
symmetric matrices whose entries are part of z. The multipliers of g are the weights of the rows. If w_a = 0, the matrix N_a has
to be positive semidefinite, and has a multiplier Z_a, a matrix, too.

The method needs no mechanism that tells all inputs apart: if the best one does not, its information is singular, but nothing
is singular here.

Reference: Mehrotra (1992); for Z the direction of Helmberg, Rendl, Vanderbei and Wolkowicz (1996), and Kojima, Shindoh and Hara
(1997), and Monteiro (1997).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from rropt.engine.centred import Array
from rropt.exact.patience import require_time

__all__ = ["Block", "Dual", "Limits", "sharpen", "solve"]

MOST_STEPS = 400
# what is nearer to the optimum is not sharpened, and is enough where the gap is less than the rounding of floats; singular values
# that are smaller in proportion to the largest count as 0
SHARP, NO_GAP, NO_RANK, MOST_SHARPENED = 1e-11, 2.0**-52, 1e-13, 3
# near the end the best point is taken as soon as a step improves little; before, after some steps without improvement
NEAR, PATIENT = 1e-10, 100
# the parts of the mean that are aimed at, and of the way to the boundary that is left, at least and at most
LEAST_AIM, MOST_AIM = 1e-6, 0.8
LEAST_LEFT, MOST_LEFT = 1e-3, 0.01
# how many rows for each number in z are not added up in a step: as many as the optimum has, and with semidefinite matrices, which
# are not sharpened, others that may be near it
STAYING, STAYING_OF_MATRICES = 1, 3


@dataclass(frozen=True, slots=True)
class Block:
    """A symmetric matrix of q rows in a vector z: its upper triangle by rows, from the place `first` on; `weight` is w_a."""

    first: int
    q: int
    weight: float

    @property
    def places(self) -> slice:
        """The places of the matrix in z."""
        return slice(self.first, self.first + self.q * (self.q + 1) // 2)

    def matrix(self, z: Array) -> Array:
        """The matrix."""
        N = np.zeros((self.q, self.q))
        N[np.triu_indices(self.q)] = z[self.places]
        return np.asarray(N + np.triu(N, 1).T)

    def slope(self, S: Array) -> Array:
        """The slope of Tr S·N by the entries of its upper triangle, for one matrix S or for each of several."""
        i, j = np.triu_indices(self.q)
        return np.asarray(S[..., i, j] * np.where(i == j, 1.0, 2.0))

    def curvature(self, Z: Array, back: Array) -> Array:
        """The second derivative of −log det N is this with Z = back = N⁻¹; with a multiplier Z it stands in its place."""
        i, j = np.triu_indices(self.q)
        twice = np.where(i == j, 1.0, 2.0)
        both = Z[np.ix_(i, i)] * back[np.ix_(j, j)] + Z[np.ix_(j, j)] * back[np.ix_(i, i)]
        both += Z[np.ix_(i, j)] * back[np.ix_(j, i)] + Z[np.ix_(j, i)] * back[np.ix_(i, j)]
        return np.asarray(both * np.outer(twice, twice) / 4)

    def stretched(self, L: Array) -> Array:
        """The matrix that takes the upper triangle of S to that of L·S·Lᵀ."""
        i, j = np.triu_indices(self.q)
        return np.asarray(L[np.ix_(i, i)] * L[np.ix_(j, j)] + L[np.ix_(i, j)] * L[np.ix_(j, i)] * (i != j))


@dataclass(frozen=True, slots=True)
class Limits:
    """The values g(z), their slopes, a line each, and Tᵀ(Σ θ times their second derivatives)T for the matrix T of `Dual.turn`."""

    values: Array
    slopes: Array
    curvature: Array


class Dual(ABC):
    """What is minimised: `slope` is c, and `size` a number near which the optimum is."""

    slope: Array
    size: float
    blocks: Sequence[Block] = ()

    @abstractmethod
    def start(self) -> tuple[Array, Array]:
        """A point z and multipliers of g, both inside."""

    @abstractmethod
    def limits(self, z: Array, theta: Array) -> Limits:
        """g and its derivatives."""

    def turn(self, z: Array) -> Array:
        """The matrix T of the coordinates dz = T·x in which a step is computed; mostly those of z."""
        return np.eye(len(z))

    def longest(self, z: Array, dz: Array) -> float:
        """The longest step on which the slopes of g say enough; mostly any."""
        return np.inf


def solve(dual: Dual) -> tuple[Array, Array]:
    """Find z and the multipliers of g."""
    z, theta, off = _approach(dual)
    return (z, theta) if off < SHARP else sharpen(dual, z, theta)


def sharpen(dual: Dual, z: Array, theta: Array) -> tuple[Array, Array]:
    """Bring a point near the optimum, and its multipliers, to the last digits of floats, unless they are semidefinite matrices.

    The systems of an interior point become singular at the optimum, so that it ends nearer or farther as floats happen to be
    rounded. Where it ends too far, Newton's method solves the conditions of the optimum themselves.
    """
    if all(block.weight for block in dual.blocks):
        with suppress(np.linalg.LinAlgError), np.errstate(all="ignore"):
            state = _State(dual, z, theta, least=0.0)
            off = state.look()
            for _ in range(MOST_SHARPENED):
                # what is not finite is not nearer
                if off < SHARP or not (less := (state := state.sharpened()).look()) < off:
                    break
                z, theta, off = state.z, state.theta, less
    return z, theta


def _approach(dual: Dual) -> tuple[Array, Array, float]:
    """The point nearest to the optimum that an interior point comes to, the multipliers there, and how far it is."""
    state = _State(dual, *dual.start(), least=1e-3)
    best, kept, waited = np.inf, (state.z, state.theta), 0
    for _ in range(MOST_STEPS):
        require_time()
        try:
            off = state.look()
        except np.linalg.LinAlgError:
            break
        if not np.isfinite(off):
            break
        stalls, waited = best < NEAR and off > 0.9 * best, waited + 1
        if off < best:
            best, waited = off, 0
        # a point that is not much farther off has smaller weights where there should be none
        if off < 2 * best:
            kept = state.z, state.theta
        if (off < SHARP and state.gap < NO_GAP) or stalls or waited > PATIENT:
            break
        try:
            # what overflows is not finite at the next look
            with np.errstate(all="ignore"):
                state.step()
        except (np.linalg.LinAlgError, ValueError):
            break
    return *kept, 2 * best


@dataclass(slots=True)
class _Move:
    """A direction of z, of the multipliers θ and Z and of the slacks r, and how far it may be gone."""

    z: Array
    theta: Array
    slack: Array
    Z: list[Array]
    far: float = 0.0


class _State:
    """The point between steps, and all that is known there."""

    def __init__(self, dual: Dual, z: Array, theta: Array, *, least: float) -> None:
        from scipy.linalg import lapack  # a twentieth of a second, and most questions need none

        self.dual, self.lapack, self.z, self.theta = dual, lapack, z, theta
        g = dual.limits(z, theta).values
        self.slack = np.maximum(-g, least * min(float(np.abs(g).max()), dual.size))
        self.free = [block for block in dual.blocks if not block.weight]
        mean = float(self.theta @ self.slack) / len(self.slack)
        self.Z: list[Array] = [np.asarray(mean * np.linalg.inv(block.matrix(self.z)), float) for block in self.free]
        self.many = len(self.slack) + sum(block.q for block in self.free)

    def look(self) -> float:
        """Take values and slopes here; return how far this is from the optimum."""
        self.turn = self.dual.turn(self.z)
        self.roots: list[Array] = [_root(block.matrix(self.z)) for block in self.dual.blocks]
        self.now = self.dual.limits(self.z, self.theta)
        self.lack = self.now.values + self.slack
        self.tilt = self.dual.slope + self.now.slopes.T @ self.theta
        for block, L in zip(self.dual.blocks, self.roots, strict=True):
            self.tilt[block.places] -= block.weight * block.slope(np.asarray(np.linalg.inv(L @ L.T), float))
        turned = self.tilt.copy()
        for block, Z in zip(self.free, self.Z, strict=True):
            turned[block.places] -= block.slope(Z)
        self.of_matrices = sum(
            float((block.matrix(self.z) * Z).sum()) for block, Z in zip(self.free, self.Z, strict=True)
        )
        self.mean = (float(self.theta @ self.slack) + self.of_matrices) / self.many
        self.gap = self.many * self.mean / self.dual.size
        return (
            self.gap
            + float(np.abs(self.lack).max()) / self.dual.size
            + float(np.abs(self.turn.T @ turned).max() / np.abs(self.dual.slope).max())
        )

    def step(self) -> None:
        """Predict, correct, and go."""
        self._factor()
        guess = self._move(np.zeros(len(self.slack)), 0.0)
        there = (self.theta + guess.far * guess.theta) @ (self.slack + guess.far * guess.slack)
        after = (float(there) + self.of_matrices * (1 - guess.far)) / self.many
        sigma = min(MOST_AIM, max(LEAST_AIM, (after / self.mean) ** 3))
        move = self._move(sigma * self.mean - guess.far**2 * guess.theta * guess.slack, sigma * self.mean)
        self.z = self.z + move.far * move.z
        self.theta = self.theta + move.far * move.theta
        self.slack = self.slack + move.far * move.slack
        self.Z = [Z + move.far * dZ for Z, dZ in zip(self.Z, move.Z, strict=True)]

    def sharpened(self) -> _State:
        """A step of Newton's method, which makes those g 0 whose multiplier is large beside their slack, and the other multipliers.

        Of all such steps it is the smallest, where multipliers change in parts of what they are.
        """
        self._turn_all()
        active = self.theta * self.dual.size > self.slack * self.theta.max()
        theta, J = np.where(active, self.theta, 0.0), self.J[active]
        system = np.block([[self.H, J.T * theta[active]], [J, np.zeros((len(J), len(J)))]])
        tilt = self.tilt - self.now.slopes.T @ (self.theta - theta)
        right = -np.concatenate([self.turn.T @ tilt, self.now.values[active]])
        dz, parts = np.split(np.linalg.lstsq(system, right, rcond=NO_RANK)[0], [len(self.H)])
        theta[active] *= np.maximum(0.0, 1 + parts)
        return _State(self.dual, self.z + self.turn @ dz, theta, least=0.0)

    def _turn_all(self) -> None:
        """Turn the matrix of the step to coordinates in which every N = LLᵀ is the unit matrix, as N becomes nearly singular."""
        self.H, self.turned = self.now.curvature.copy(), list[tuple[Array, Array]]()
        multipliers = iter(self.Z)
        for block, L in zip(self.dual.blocks, self.roots, strict=True):
            own, stretch, one = block.places, block.stretched(L), np.eye(block.q)
            self.turn[:, own] = self.turn[:, own] @ stretch
            self.H[own] = stretch.T @ self.H[own]
            self.H[:, own] = self.H[:, own] @ stretch
            Z = block.weight * one if block.weight else L.T @ next(multipliers) @ L
            self.H[own, own] += block.curvature(Z, one)
            if not block.weight:
                self.turned.append((Z, L))
        self.J = self.now.slopes @ self.turn

    def _factor(self) -> None:
        """Factor the matrix of the step.

        It is that of H·dz + Jᵀ·dθ and J·dz − (r/θ)·dθ, without the dθ of most rows: there H has Jᵀ(θ/r)J in addition. Near the
        optimum some θ/r are so large that H would lose its digits beside them. So the dθ of the largest stay, with their rows.
        """
        self._turn_all()
        self.stiff, n = self.theta / self.slack, (STAYING_OF_MATRICES if self.free else STAYING) * len(self.H)
        order = np.argsort(self.stiff)
        self.gone, self.stays = order[:-n], order[-n:]
        J, own = self.J[self.gone], self.J[self.stays]
        M = self.H + (J.T * self.stiff[self.gone]) @ J
        system = np.block([[M, own.T], [own, -np.diag(1 / self.stiff[self.stays])]])
        self.scale = 1 / np.sqrt(np.maximum(np.abs(system).max(axis=0), 1e-300))
        self.factors = self.lapack.dgetrf(self.scale[:, None] * system * self.scale)[:2]

    def _move(self, target: Array, to: float) -> _Move:
        """The direction in which θ·r becomes `target`, and N·Z becomes `to` times the unit matrix."""
        lack, right = self.slack - self.lack - target / self.theta, -self.turn.T @ self.tilt
        for block in self.free:
            right[block.places] += to * block.slope(np.eye(block.q))
        right += self.J[self.gone].T @ (self.stiff * lack)[self.gone]
        both = self.scale * np.concatenate([right, lack[self.stays]])
        dz, of_stays = np.split(self.scale * self.lapack.dgetrs(*self.factors, both)[0], [len(right)])
        dtheta = self.stiff * (self.J @ dz - lack)
        dtheta[self.stays] = of_stays
        move = _Move(self.turn @ dz, dtheta, -self.lack - self.J @ dz, [])
        matrices = [_longest(np.eye(block.q), block.matrix(dz)) for block in self.dual.blocks]
        for block, (Z, L) in zip(self.free, self.turned, strict=True):
            turn = block.matrix(dz) @ Z
            dZ = to * np.eye(block.q) - Z - (turn + turn.T) / 2
            matrices.append(_longest(Z, dZ))
            back = np.linalg.inv(L)
            move.Z.append(back.T @ dZ @ back)
        fall = max(1e-300, -float((move.theta / self.theta).min()), -float((move.slack / self.slack).min()))
        left = min(MOST_LEFT, max(LEAST_LEFT, self.mean / self.dual.size))
        move.far = min([1.0, (1 - left) / fall, self.dual.longest(self.z, move.z), *(0.95 * far for far in matrices)])
        return move


def _root(N: Array) -> Array:
    """L with N = LLᵀ, whose columns are as small as the eigenvalues are; an error if N is not positive definite."""
    values, vectors = np.linalg.eigh(N)
    if values[0] <= 0:
        raise np.linalg.LinAlgError
    return np.asarray(vectors * np.sqrt(values))


def _longest(N: Array, dN: Array) -> float:
    """The largest step for which N + step·dN is positive semidefinite."""
    low = np.linalg.inv(np.linalg.cholesky(N))
    return 1 / max(1e-300, -float(np.linalg.eigvalsh(low @ dN @ low.T)[0]))
