"""The coverage of the normal interval for any number of different weights, enclosed to some 10⁻⁴ or better.

With a_i = w_i − π the interval of input j sees S = Σ a_i c_i = n·d, d = π̂ − π, and R = Σ a_i² c_i. The estimated variance is
u = (R/n − (1 − f)(π(1 − π) + d(1 − 2π)) − f·d²)/(n − f), so where u > 0 the interval misses π, d² > z²·u, outside the parabola

    R/n ≥ ψ(d) = q·d² + (1 − f)((1 − 2π)·d + π(1 − π)),     q = (n − f)/z² + f,

that is where S > n·ρ₊(R) or S < n·ρ₋(R), its two branches, which start at the vertex of ψ. The chances of both are those of
`beyond`, with X = ±S − λR and λ the slope of the branch at the mean of R: then b(R) = ±n·ρ±(R) − λR, concave beyond the
vertex, is nearly flat where it matters. At π = 0 the second does not count, at π = 1 the first.

Where u ≤ 0, outside the parabola too, an exact variance V(x), x = π̂, stands in its place (`plug_in`), and the interval covers if
|x − π| ≤ z·√V(x), which is an interval of each of x ≤ 0, [0, 1] and x ≥ 1 (V is concave, and constant beyond). So the chance of
that is added: with T = Σ w_i c_i = n·x, u ≤ 0 means Σ (w_i − w_i²) c_i ≥ n·f·x(1 − x).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import inf, sqrt
from typing import Any, TypeAlias

import numpy as np

from rropt.estimates.beyond import chance_beyond
from rropt.estimates.frequencies import Survey
from rropt.estimates.plug_in import Line, stated_variance
from rropt.exact.enclosure import Bounds
from rropt.exact.field import Number

__all__ = ["chance_of_normal"]

Array: TypeAlias = Any
SIZES = ((1 << 11, 401), (1 << 13, 801), (1 << 14, 3201), (1 << 15, 6401))
MOST_WORK = 6e7
ENOUGH = 2.5e-4


@dataclass(frozen=True, slots=True)
class _Normal:
    """The normal interval of a share π from n answers: f of the sampling model, z², and V's line, in doubles."""

    share: float
    n: int
    f: float
    square: float
    line: tuple[float, float]

    @property
    def curvature(self) -> float:
        """q."""
        return (self.n - self.f) / self.square + self.f

    @property
    def vertex(self) -> tuple[float, float]:
        """The d where ψ is least, and ψ there."""
        slope = (1 - self.f) * (1 - 2 * self.share)
        base = (1 - self.f) * self.share * (1 - self.share)
        return -slope / (2 * self.curvature), base - slope**2 / (4 * self.curvature)

    def branch(self, r: Array, sign: int) -> Array:
        """±n·ρ±(R)."""
        d, least = self.vertex
        return self.n * (sign * d + np.sqrt(np.maximum(0, r / self.n - least) / self.curvature))

    def slope(self, r: float) -> float:
        """λ."""
        above = r / self.n - self.vertex[1]
        return 0.5 / sqrt(above * self.curvature) if above > 0 else 0.0

    def covering(self) -> list[tuple[float, float]]:
        """The intervals of x where |x − π| ≤ z·√V(x), on the side that counts if π is an end of [0, 1]."""
        c, (d0, d) = self.square / self.n, self.line
        a, half = 1 + c * self.f, self.share + c * (d - d0 + self.f) / 2
        root = sqrt(max(0.0, half**2 - a * (self.share**2 - c * d0)))
        before, beyond = (sqrt(self.square * self._stated(x)) for x in (0, 1))
        found = [
            (self.share - before, 0.0),
            (max(0.0, (half - root) / a), min(1.0, (half + root) / a)),
            (1.0, self.share + beyond),
        ]
        low, high = (0.0 if self.share == 0 else -inf), (1.0 if self.share == 1 else inf)
        return [(max(x, low), min(y, high)) for x, y in found if max(x, low) <= min(y, high)]

    def outside(self, low: Array, high: Array, *, sign: int, slope: float, top: float) -> tuple[Array, Array]:
        """The least and the largest ±n·ρ±(R) − λR between two R: at the ends, at the mean where it is flat, at the vertex."""
        places = [low, high, *(np.clip(r, low, high) for r in (top, self.n * self.vertex[1]))]
        values = [self.branch(r, sign) - slope * r for r in places]
        return np.minimum.reduce(values), np.maximum.reduce(values)

    def instead(self, low: Array, high: Array) -> tuple[Array, Array]:
        """The least and the largest n·f·x(1 − x) between two n·x, infinite where the exact variance does not cover."""
        low, high = low / self.n, high / self.n
        ends = [x * (1 - x) for x in (low, high)]
        touched, within = np.zeros(len(low), dtype=bool), np.zeros(len(low), dtype=bool)
        for start, end in self.covering():
            touched |= (high >= start) & (low <= end)
            within |= (low >= start) & (high <= end)
        middle = np.clip(0.5, low, high)
        least, largest = self.n * self.f * np.minimum(*ends), self.n * self.f * middle * (1 - middle)
        return np.where(touched, least, inf), np.where(within, largest, inf)

    def _stated(self, x: int) -> float:
        line = (Fraction(self.line[0]), Fraction(self.line[1]))
        return float(stated_variance(None, Fraction(x), line, Fraction(self.f), self.n).value)


def chance_of_normal(
    survey: Survey, weights: Sequence[Number], share: Fraction, f: Fraction, square: Number, line: Line
) -> Bounds:
    """lower ≤ Pr(the normal interval covers π) ≤ upper, from ever more frequencies until they are near enough."""
    w = np.array([float(x) for x in weights])
    how = _Normal(float(share), survey.n, float(f), float(square), (float(line[0]), float(line[1])))
    lower, upper = Fraction(0), Fraction(1)
    for place, (degree, strips) in enumerate(SIZES):
        found = _enclosed(survey, w, how, degree, strips, MOST_WORK if place else inf)
        if found is None:
            break
        lower, upper = max(lower, found[0]), min(upper, found[1])
        if upper - lower <= ENOUGH:
            break
    return lower, upper


def _enclosed(survey: Survey, w: Array, how: _Normal, degree: int, strips: int, work: float) -> Bounds | None:
    a = w - how.share
    top = survey.n * float(survey.mean @ a**2)
    slope = how.slope(top)
    regions = [(w - w**2, w, how.instead)]
    for sign in (1, -1):
        if how.share != (0 if sign < 0 else 1):
            side = partial(how.outside, sign=sign, slope=slope, top=top)
            regions.append((sign * a - slope * a**2, a**2, side))
    found = []
    for fine, coarse, region in regions:
        bounds = chance_beyond(survey, fine, coarse, region, degree=degree, strips=strips, work=work)
        if bounds is None:
            return None
        found.append(bounds)
    (low, high), *missed = found
    return 1 + low - sum(x[1] for x in missed), 1 + high - sum(x[0] for x in missed)
