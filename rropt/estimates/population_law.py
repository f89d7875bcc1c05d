"""For answers of a fixed population, rationals lower ≤ Pr(the counts lie in a set) ≤ upper, some 10⁻¹⁰ apart.

Person l of N has truth g(l), so the counts of n answers have the transform, with h_g = Σ_i P_ig·ω_i,

    census   φ(ω) = Π_g h_g^(N_g),        srs   φ(ω) = [uⁿ] Π_g (1 + u·h_g)^(N_g) / C(N, n),

and the coefficient is a mean over the M-th roots of unity e at u = e·p/(1 − p), p = n/N,

    φ = K·mean of e⁻ⁿ·Π_g (1 − p·(1 − e·h_g))^(N_g),   K = 1 where h = 1,

but for samples of n ± M, n ± 2M, … that come in with the ratio of binomial chances Bin(N, p). Counts more than a few
standard deviations from their means are rare: by Hoeffding (1963, Theorem 4), sampling without replacement, and so a fixed
population too, has no larger expectation of a convex function of a sum, hence Pr(c_i ≥ b) ≤ exp(−n·KL(b/n, q_i)) and
|φ| ≤ (Σ_g π_g|h_g|)ⁿ. So the law is folded into a box of residues (all outputs but one), its transform is worked out where it
is not below 10⁻¹⁶, and one inverse fast Fourier transform gives every vector's probability.

What the bounds allow for: the tails outside the box; the other samples; the transform left out; its rounding, point by
point (a relative error of `sens`·ε, where `sens` is the sum of N_g·p/|1 − p(1 − e·h_g)|); that of the inverse transform, a
multiple of log₂(size)·2⁻⁵³ in the Euclidean norm (Higham, Accuracy and Stability, Theorem 24.2, with a wide constant). By
Cauchy's inequality an error of norm r changes a sum over c cells by at most r·√c.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, inf, log, log2, prod, sqrt
from typing import Any, TypeAlias

import numpy as np

from rropt.exact.enclosure import Bounds
from rropt.exact.errors import InputError
from rropt.exact.field import Number

__all__ = [
    "MOST_CELLS",
    "UNIT",
    "box_cells",
    "chance_in_population",
    "doubles",
    "other_samples",
    "transform_cost",
    "transform_of",
]

Array: TypeAlias = Any
MOST_CELLS = 60_000_000
TAIL = 1e-12
LEAST = 1e-16
UNIT = 2.0**-53
CHUNK = 1 << 17
SMALLEST = 1e-3
ROUNDING = 1e-6


@dataclass(frozen=True, slots=True)
class _Box:
    """Output i has `lowest[i]` answers or up to `sizes[i]` − 1 more, but for a chance of `tail` in all."""

    lowest: tuple[int, ...]
    sizes: tuple[int, ...]
    tail: float

    @property
    def rest(self) -> int:
        """The output whose count is what the others leave."""
        return self.sizes.index(max(self.sizes))

    @property
    def axes(self) -> list[int]:
        """The outputs whose counts are the box's coordinates."""
        return [i for i in range(len(self.sizes)) if i != self.rest]

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes of the axes."""
        return tuple(self.sizes[i] for i in self.axes)


def _divergence(x: float, q: float) -> float:
    """KL(x, q) of two coins."""
    parts = [(x, q), (1 - x, 1 - q)]
    if any(a > 0 and b <= 0 for a, b in parts):
        return inf
    return sum(a * log(a / b) for a, b in parts if a > 0)


def _tails(chance: Array, people: Array, n: int) -> list[float]:
    """For every count b of an output, at least the lesser of Pr(count ≤ b) and Pr(count ≥ b).

    Of all the people, the count is a sum of binomials; of a sample, Hoeffding's bound holds.
    """
    from scipy.stats import binom

    if n < people.sum():
        q = min(1.0, float(people @ chance / people.sum()))
        return [exp(-n * _divergence(b / n, q)) for b in range(n + 1)]
    law = np.ones(1)
    for number, q in zip(people, np.minimum(chance, 1.0), strict=True):
        law = np.convolve(law, binom.pmf(np.arange(number + 1), number, q))
    found: list[float] = (np.minimum(np.cumsum(law), np.cumsum(law[::-1])[::-1]) * (1 + ROUNDING)).tolist()
    return found


def _box(chances: Array, people: Array, n: int) -> _Box:
    from scipy.fft import next_fast_len

    lowest, sizes, tail = [], [], 0.0
    for chance in chances.T:
        bounds = _tails(chance, people, n)
        likely = [b for b, x in enumerate(bounds) if x > TAIL / chances.shape[1]]
        first, last = likely[0], likely[-1]
        tail += (bounds[first - 1] if first else 0) + (bounds[last + 1] if last < n else 0)
        lowest.append(first)
        sizes.append(int(next_fast_len(last - first + 1)))
    return _Box(tuple(lowest), tuple(sizes), tail)


def doubles(columns: Sequence[Sequence[Number]]) -> Array:
    """The columns as rows of doubles."""
    return np.array([[float(x) for x in column] for column in columns])


def box_cells(columns: Sequence[Sequence[Number]], people: Sequence[int], n: int) -> int:
    """How many cells the box of the likely counts has."""
    return prod(_box(doubles(columns), np.array(people, dtype=float), n).shape)


def chance_in_population(
    columns: Sequence[Sequence[Number]], people: Sequence[int], n: int, inside: Callable[[Array], Array]
) -> Bounds:
    """lower ≤ Pr(inside) ≤ upper for the counts of n answers of so many people of each truth, all of them or a sample.

    `columns` are the answer probabilities of each truth. `inside` is asked about whole arrays, a row of counts each.
    """
    kept = [g for g, number in enumerate(people) if number]
    chances, sizes = doubles([columns[g] for g in kept]), np.array([people[g] for g in kept], dtype=float)
    box = _box(chances, sizes, n)
    cells = prod(box.shape)
    if cells > MOST_CELLS:
        raise InputError(
            f"{n} answers of {chances.shape[1]} outputs with different weights have too many likely counts to enumerate "
            f"(about {float(cells):.1e}, over {MOST_CELLS}); take a smaller n, or simulate"
        )
    folded, error = _folded_law(chances, sizes, n, box)
    found, asked, left_out = _sum_inside(folded, box, n, inside)
    spread = error + 100 * log2(folded.size + 2) * UNIT * float(np.linalg.norm(folded))
    error = sqrt(asked) * spread + other_samples(sizes, n) + 100 * UNIT + 1.01 * box.tail + 2 * left_out
    return max(Fraction(0), Fraction(found - error)), min(Fraction(1), Fraction(found + error))


def _folded_law(chances: Array, sizes: Array, n: int, box: _Box) -> tuple[Array, float]:
    """The law of the counts modulo the box, and the Euclidean norm of its error."""
    from scipy.fft import irfftn

    transform, shape = transform_of(sizes, n), box.shape
    half = (*shape[:-1], shape[-1] // 2 + 1)
    roots = [np.exp(-2j * np.pi * np.arange(size) / size) for size in shape]
    found = np.zeros(prod(half), dtype=complex)
    squares = 0.0
    for start in range(0, len(found), CHUNK):
        places = np.arange(start, min(start + CHUNK, len(found)))
        indices = np.unravel_index(places, half)
        h = np.repeat(chances[:, box.rest, None] + 0j, len(places), axis=1)
        for axis, root, j in zip(box.axes, roots, indices, strict=True):
            h += chances[:, axis, None] * root[j]
        bound = (sizes / sizes.sum()) @ np.abs(h)
        likely = np.flatnonzero(bound > LEAST ** (1 / n))
        values, errors = transform(h[:, likely], sizes, 8 * UNIT * (chances.shape[1] + 6))
        found[places[likely]] = values
        squares += float(errors @ errors)
    cells = prod(shape)
    law = irfftn(found.reshape(half), s=shape, overwrite_x=True)
    return law, sqrt(2 * squares / cells) + LEAST


def transform_of(sizes: Array, n: int) -> Callable[[Array, Array, float], tuple[Array, Array]]:
    """The transform φ from an array of h, a row a truth, with the sizes and the error that every h has, at most; with its error."""
    return _census if n == sizes.sum() else _Sample(sizes, n).transform


def transform_cost(sizes: Array, n: int) -> int:
    """How many products one value of it takes."""
    return 1 if n == sizes.sum() else _nodes(int(sizes.sum()), n)


def _census(h: Array, sizes: Array, unit: float) -> tuple[Array, Array]:
    """Π h_g^(N_g), and a bound of its error where every h has an error of `unit` at most."""
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.log(h)
    logs.real = np.maximum(logs.real, -700)
    value = np.exp(sizes @ logs)
    least = np.maximum(logs.real, log(SMALLEST))
    return value, np.exp(sizes @ least) * (sizes @ np.exp(-least)) * unit


@dataclass(frozen=True, slots=True)
class _Sample:
    """The transform of simple random samples of n."""

    sizes: Array
    n: int

    def transform(self, h: Array, sizes: Array, unit: float) -> tuple[Array, Array]:
        """The coefficient of uⁿ by roots of unity, and a bound of its error."""
        one, _ = self._mean(np.ones((len(sizes), 1), dtype=complex), sizes)
        value, error = self._mean(h, sizes)
        scale = 1 / float(one[0].real)
        return value * scale, 2 * scale * error * unit

    def _mean(self, h: Array, sizes: Array) -> tuple[Array, Array]:
        people = float(sizes.sum())
        p, nodes = self.n / people, _nodes(int(people), self.n)
        total, error = np.zeros(h.shape[1], dtype=complex), np.zeros(h.shape[1])
        for v in range(nodes):
            angle = 2 * np.pi * v / nodes
            logs, sens, least = 0j, 0.0, 0.0
            for size, x in zip(sizes, h, strict=True):
                z = p * (np.exp(1j * angle) * x - 1)
                real = _log_of_distance(z)
                logs = logs + size * (real + 1j * np.arctan2(z.imag, 1 + z.real))
                real = np.maximum(real, log(SMALLEST))
                least, sens = least + size * real, sens + size * p * np.exp(-real)
            total += np.exp(logs - 1j * (angle * self.n))
            error += np.exp(least) * sens
        return total / nodes, error / nodes


def _log_of_distance(z: Array) -> Array:
    """log |1 + z|, with a relative error of a few units where |z| is small."""
    square = 2 * z.real + z.real**2 + z.imag**2
    real = 0.5 * np.log1p(np.maximum(square, -0.5))
    near = np.flatnonzero(square < -0.5)
    real[near] = np.log(np.maximum(np.abs(1 + z[near]), 1e-300))
    return real


def _chance_ratio(people: int, n: int, s: int) -> float:
    """Pr(Bin(N, n/N) = s) / Pr(Bin(N, n/N) = n), through its upper bound exp(−N·KL(s/N, n/N))·√(8n) for s ≠ n.

    Pr(Bin = s) ≤ exp(−N·KL), and Pr(Bin = n) ≥ 1/√(8·n·(1 − n/N)) at the mean (Ash, Information Theory, Lemma 4.7.1).
    """
    return exp(-people * _divergence(s / people, n / people)) * sqrt(8 * n * (1 - n / people))


def other_samples(sizes: Array, n: int) -> float:
    """How far the law of `transform_of` is from that of samples of n, at most: the share of the samples of other sizes."""
    people = int(sizes.sum())
    return _other_samples(people, n, _nodes(people, n)) if n < people else 0.0


def _other_samples(people: int, n: int, nodes: int) -> float:
    """What samples of n ± M, n ± 2M, … add, at most."""
    total = 0.0
    for step in (-nodes, nodes):
        s = n + step
        while 0 <= s <= people and (ratio := _chance_ratio(people, n, s)) > 0:
            total += ratio
            s += step
    return total


def _nodes(people: int, n: int) -> int:
    """The least multiple of 8 of roots of unity that keeps other samples below the tail, or as many as there are sizes."""
    nodes = 8
    while nodes <= people and _other_samples(people, n, nodes) > TAIL:
        nodes += 8
    return min(nodes, people + 1)


def _sum_inside(law: Array, box: _Box, n: int, inside: Callable[[Array], Array]) -> tuple[float, int, float]:
    """The sum of the law over the set, over how many cells, and the total of the cells not asked about."""
    flat = law.reshape(-1)
    likely = TAIL / len(flat)
    total, asked, left_out = 0.0, 0, 0.0
    for start in range(0, len(flat), CHUNK):
        part = flat[start : start + CHUNK]
        places = np.flatnonzero(part > likely)
        left_out += float(np.abs(part).sum() - part[places].sum())
        counts = np.zeros((len(places), len(box.sizes)), dtype=np.int64)
        for i, residue in zip(box.axes, np.unravel_index(places + start, box.shape), strict=True):
            counts[:, i] = box.lowest[i] + (residue - box.lowest[i]) % box.sizes[i]
        counts[:, box.rest] = n - counts.sum(axis=1)
        possible = (counts >= 0).all(axis=1)
        left_out += float(part[places][~possible].sum())
        places, counts = places[possible], counts[possible]
        if len(places):
            total += float(part[places][np.asarray(inside(counts), dtype=bool)].sum())
            asked += len(places)
    return total, asked, left_out
