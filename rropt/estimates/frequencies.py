"""For two sums of whole ticks over n answers, where their joint transform φ(k, t) is not nothing, and its values there.

φ(k, t) = E e(kX + tY) is a product of powers of h_g = Σ_i P_ig e(k x_i + t y_i) (`population_law`), and |φ| ≤ ‖h‖ⁿ with
‖h‖² = Σ_g π_g|h_g|². From (k, t) to (k + κ, t + τ) every |h_g| changes by at most 2π(|κ|·Σ_i P_ig|x_i − x̄| + |τ|·Σ_i P_ig|y_i − ȳ|)
for any x̄ and ȳ of g's own, so the value at the middle of a block of frequencies tells whether φ is nothing all over it; and
that it is nearly everywhere but around 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log, pi, prod
from typing import Any, TypeAlias

import numpy as np

from rropt.estimates.population_law import UNIT, doubles, transform_cost, transform_of
from rropt.exact.field import Number

__all__ = ["LEAST", "TICKS", "Rows", "Survey", "likely_blocks", "survey_of", "transformed"]

Array: TypeAlias = Any
TICKS = 1 << 40
LEAST = 1e-9
CHANGE = 0.08
BLOCK = 1 << 18


@dataclass(frozen=True, slots=True)
class Survey:
    """n answers of sizes[g] people of each truth g, all of them or a sample; `chances` has a row of doubles a truth."""

    chances: Array
    sizes: Array
    n: int

    @property
    def shares(self) -> Array:
        """The share of every truth."""
        return self.sizes / self.sizes.sum()

    @property
    def mean(self) -> Array:
        """The chance of every output."""
        return self.shares @ self.chances

    def log_moment(self, weights: Array) -> float:
        """At least log E exp(Σ weights_i c_i): exact for all the people; for a sample by Hoeffding (1963), Theorem 4."""
        if self.n == self.sizes.sum():
            return float(self.sizes @ np.log(self.chances @ np.exp(weights)))
        return self.n * log(float(self.mean @ np.exp(weights)))


def survey_of(columns: Sequence[Sequence[Number]], people: Sequence[int], n: int) -> Survey:
    """The survey of so many people of each truth, whose answer probabilities are `columns`."""
    kept = [g for g, number in enumerate(people) if number]
    return Survey(doubles([columns[g] for g in kept]), np.array([people[g] for g in kept], dtype=float), n)


@dataclass(frozen=True, slots=True)
class Blocks:
    """Blocks of 0 ≤ k ≤ degree and `number` places of t: the middle (k[b], t[b]) of each, in the order of k, and their radii."""

    degree: int
    number: int
    radii: tuple[int, int]
    k: Array
    t: Array

    def points(self, part: slice) -> tuple[Array, Array]:
        """The frequencies of some of the blocks, t as a place."""
        down, across = (np.arange(-r, r + 1) for r in self.radii)
        shape = (len(self.k[part]), len(down), len(across))
        k = np.broadcast_to(self.k[part, None, None] + down[None, :, None], shape).reshape(-1)
        t = np.broadcast_to(self.t[part, None, None] + across[None, None, :], shape).reshape(-1)
        inside = (k >= 0) & (k <= self.degree) & (t >= 0) & (t < self.number)
        return k[inside], t[inside]


@dataclass(frozen=True, slots=True)
class Rows:
    """For some of the t, for each frequency k the sums Σ_t weights[t]·φ(k, t)·e(−tq/M)/M for all q < M.

    `norms` are those of the errors of φ(k, ·), and `work` what they took.
    """

    frequencies: Array
    values: Array
    norms: Array
    work: int


def _turns(ticks: Array, frequencies: Array) -> Array:
    """e(k·ticks_i): a row a frequency, a column an output."""
    return np.exp(2j * np.pi / TICKS * (frequencies[:, None] * ticks[None, :] % TICKS))


def _radius(survey: Survey, ticks: Array) -> tuple[int, float]:
    """How many frequencies on either side change ‖h‖ by at most CHANGE or so, and by how much."""
    x = ticks / TICKS
    off = np.abs(x[None, :] - (survey.chances @ x)[:, None])
    spread = 2 * pi * float(np.sqrt(survey.shares @ (survey.chances * off).sum(axis=1) ** 2))
    radius = min(16, int(CHANGE / spread)) if spread else 0
    return radius, radius * spread


def likely_blocks(survey: Survey, x: Array, y: Array, weights: Array, degree: int, work: float) -> Blocks | None:
    """Blocks outside of which |φ(k, t)|·weights[t] ≤ LEAST for 0 ≤ k ≤ degree; None if they take more than so much work."""
    number = len(weights)
    (r, change), (s, other) = _radius(survey, x), _radius(survey, y)
    middles, places = np.arange(r, degree + 1 + r, 2 * r + 1), np.arange(s, number + s, 2 * s + 1)
    nearest = np.clip(number // 2, places - s, np.minimum(places + s, number - 1))
    least = np.exp((log(LEAST) - np.log(weights[nearest])) / survey.n) - (change + other) * (1 + 1e-9)
    across, found, done = _turns(y, places - number // 2).T, [], 0
    step = max(1, BLOCK // len(places))
    for start in range(0, len(middles), step):
        down, power = _turns(x, middles[start : start + step]), 0.0
        for share, chance in zip(survey.shares, survey.chances, strict=True):
            h = (down * chance) @ across
            power = power + share * (h.real**2 + h.imag**2)
        k, t = np.nonzero(power > np.maximum(least, 0) ** 2)
        found.append((middles[start + k], places[t]))
        done += len(k) * (2 * r + 1) * (2 * s + 1) * len(survey.sizes)
        if done > work:
            return None
    return Blocks(degree, number, (r, s), *(np.concatenate(x) for x in zip(*found, strict=True)))


def transformed(survey: Survey, x: Array, y: Array, weights: Array, blocks: Blocks) -> Iterator[Rows]:
    """The rows that are not nothing."""
    number, transform, sizes = blocks.number, transform_of(survey.sizes, survey.n), survey.sizes
    unit, middle = 8 * UNIT * (survey.chances.shape[1] + 6), number // 2
    least = np.exp((log(LEAST) - np.log(weights)) * 2 / survey.n)
    across = _turns(y, np.arange(number) - middle)
    step = max(1, BLOCK // 4 // prod(2 * r + 1 for r in blocks.radii) // (1 + len(x) // 32))
    for start in range(0, len(blocks.k), step):
        k, t = blocks.points(slice(start, start + step))
        at, place = np.unique(k, return_inverse=True)
        h = ((_turns(x, at)[place] * across[t]) @ survey.chances.T).T
        likely = np.flatnonzero(survey.shares @ (h.real**2 + h.imag**2) > least[t])
        found, errors = transform(h[:, likely], sizes, unit)
        kept, row = np.unique(k[likely], return_inverse=True)
        cost, t = len(sizes) * transform_cost(sizes, survey.n), t[likely]
        for first in range(0, len(kept), rows := max(1, 4 * BLOCK // number)):
            few = np.flatnonzero((row >= first) & (row < first + rows))
            some = row[few] - first
            values = np.zeros((min(rows, len(kept) - first), number), dtype=complex)
            values[some, (t[few] - middle) % number] = found[few] * weights[t[few]] / number
            norms = np.sqrt(np.bincount(some, errors[few] ** 2))
            sums = np.fft.fft(values, axis=1)
            yield Rows(kept[first : first + rows], sums, norms, len(few) * cost + sums.size)
