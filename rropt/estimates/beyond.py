"""For sums X = Σ x_i c_i and Y = Σ y_i c_i over n answers, lower ≤ Pr(X > b(Y)) ≤ upper for any number of different outputs.

Nothing is enumerated and no weight is rounded to a lattice that would have to be small. X is folded on a circle as long as its
likely range (`_window`), where the indicator of X > b lies between two trigonometric polynomials of degree N
(`selberg`). Y is told roughly: M normal curves χ_q of SPREAD steps, one a step, sum to one all around Y's circle, and a
curve is nothing REACH steps away from its middle. So with b⁺ and b⁻ the largest and the least b on these steps,

    Σ_q E[χ_q(Y)·S⁻(X; b⁺_q)] − δ ≤ Pr(X > b(Y)) ≤ Σ_q E[χ_q(Y)·S⁺(X; b⁻_q)] + δ,

and every expectation is a sum over the frequencies |k| ≤ N, |t| ≤ M/2 of known coefficients times φ(k, t) = E e(kX + tY), a
product of powers under each sampling model (`population_law`). Almost everywhere |φ| ≤ (Σ_g π_g|h_g|²)^(n/2) is nothing, and
one matrix product a truth finds where. The width is about twice the density of X at b times (its range/N + the change of b over
REACH steps), so X should be chosen such that b hardly depends on Y.

Phases are exact: x_i and y_i count ticks of 2⁻⁴⁰ of their circles, and a tick for every answer widens each bound. δ counts what
the windows leave out, the curves' tails (beyond REACH, and the frequencies not summed), the other samples, and rounding, as the
transform's error bounds have it: an error v of the M values φ(k, ·) changes a sum over the curves by at most the norm of v.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import erfc, exp, inf, log, pi, sqrt
from typing import Any, TypeAlias

import numpy as np

from rropt.estimates.frequencies import LEAST, TICKS, Rows, Survey, likely_blocks, transformed
from rropt.estimates.population_law import UNIT, other_samples
from rropt.estimates.selberg import MOST_SIZE, beurling
from rropt.exact.enclosure import Bounds

__all__ = ["chance_beyond"]

Array: TypeAlias = Any
Thresholds: TypeAlias = Callable[[Array, Array], tuple[Array, Array]]
SLACK = 4
TAIL = 1e-9
SPREAD, REACH = 2.2, 13


@dataclass(frozen=True, slots=True)
class _Circle:
    """Σ w_i c_i less `low`, in turns of a circle of this length: output i adds `ticks[i]` of 2⁻⁴⁰ of it."""

    low: float
    length: float
    ticks: Array

    def place(self, values: Array, *, up: bool, n: int) -> Array:
        """The values in ticks from `low`, moved by the slack and cut to the circle."""
        found = (values - self.low) / self.length * TICKS + (SLACK * n if up else -SLACK * n)
        return (np.ceil if up else np.floor)(np.clip(found, 0, TICKS)).astype(np.int64)


def _window(w: Array, survey: Survey) -> tuple[float, float]:
    """Ends outside of which Σ w_i c_i lies with a chance of at most TAIL on either side, by Markov's inequality.

    Pr(Σ w_i c_i ≥ b) ≤ e^(−sb)·E e^(s·Σ w_i c_i) for every s > 0, wherever s is taken.
    """
    spread, start, n = float(w.max() - w.min()), float(w[0]), survey.n
    rates = np.geomspace(1e-3, 100, 300) / spread
    tops = []
    for sign in (-1, 1):
        least = min((survey.log_moment(s * sign * (w - start)) - log(TAIL)) / s for s in rates)
        tops.append(n * start + sign * least)
    return float(tops[0]) - 1e-3 * spread, float(tops[1]) + 1e-3 * spread


def _circle(w: Array, survey: Survey, padding: float) -> _Circle:
    """The circle of the window, with `padding` of it added to its length."""
    low, high = _window(w, survey)
    length = (high - low) * (1 + padding)
    return _Circle(low, length, np.rint((w - low / survey.n) / length * TICKS).astype(np.int64))


@dataclass(frozen=True, slots=True)
class _Strips:
    """The curves χ_q, weights[t] the coefficient of e(tY) times their number, and how far they are from telling Y, at most."""

    circle: _Circle
    weights: Array
    error: float

    @property
    def ticks(self) -> Array:
        """What every output adds to Y."""
        return self.circle.ticks

    def ends(self, n: int) -> tuple[Array, Array]:
        """Where Y lies if it has anything of χ_q."""
        number, step = len(self.weights), self.circle.length / len(self.weights)
        middle = self.circle.low + step * np.arange(number)
        middle[number - REACH :] -= self.circle.length
        far = REACH * step + SLACK * n / TICKS * self.circle.length
        return middle - far, middle + far


def _strips(coarse: Array | None, survey: Survey, number: int) -> _Strips:
    """An odd number of curves; a single one, 1 everywhere, where there is no Y."""
    if coarse is None:
        return _Strips(_Circle(0.0, 1.0, np.zeros(survey.chances.shape[1], dtype=np.int64)), np.ones(1), 0.0)
    t = np.arange(number) - number // 2
    rate = 2 * (pi * SPREAD) ** 2
    cut = 2 * (number / rate + 1) * exp(-rate / 4)
    last = 2 * exp(-((REACH / SPREAD) ** 2) / 2) / (SPREAD * sqrt(2 * pi))
    tails = last + erfc(REACH / SPREAD / sqrt(2)) + 4 * exp(-rate)
    circle = _circle(coarse, survey, 2 * REACH / (number - 2 * REACH))
    return _Strips(circle, np.exp(-rate * (t / number) ** 2), MOST_SIZE * cut + tails + 2 * TAIL * (1 + MOST_SIZE))


def chance_beyond(
    survey: Survey,
    fine: Array,
    coarse: Array | None,
    thresholds: Thresholds,
    *,
    degree: int,
    strips: int = 1,
    work: float = inf,
) -> Bounds | None:
    """lower ≤ Pr(X > b(Y)) ≤ Pr(X ≥ b(Y)) ≤ upper, where `thresholds` gives the least and the largest b between two Y.

    None, at once, if more than `work` of so many frequencies are not nothing.
    """
    circle, curves = _circle(fine, survey, 0.0), _strips(coarse, survey, strips)
    least, largest = thresholds(*curves.ends(survey.n))
    low, high = circle.place(largest, up=True, n=survey.n), circle.place(least, up=False, n=survey.n)
    off = curves.error + 2 * TAIL * (1 + MOST_SIZE) + MOST_SIZE * other_samples(survey.sizes, survey.n) + UNIT
    if (high == TICKS).all():
        return Fraction(0), Fraction(off)
    blocks = likely_blocks(survey, circle.ticks, curves.ticks, curves.weights, degree, work)
    if blocks is None:
        return None
    b = beurling(degree)
    below, above, error = 0.0, 0.0, 4 * sqrt(strips) * LEAST * (1 + float(np.abs(b).sum()))
    for rows in transformed(survey, circle.ticks, curves.ticks, curves.weights, blocks):
        if (work := work - rows.work) < 0:
            return None
        below += _summed(b, rows, low, upper=False)
        above += _summed(b, rows, high, upper=True)
        sizes = np.maximum(4 * np.abs(b[rows.frequencies]), 2.0 * (rows.frequencies == 0))
        error += float(sizes @ (rows.norms + 100 * UNIT * strips * np.abs(rows.values).sum(axis=1)))
    return max(Fraction(0), Fraction(below - error - off)), min(Fraction(1), Fraction(above + error + off))


def _summed(b: Array, found: Rows, places: Array, *, upper: bool) -> float:
    """These rows' share in Σ_q E[χ_q·S±(X; place q)]; a curve with a place at an end of the circle has all of it or nothing."""
    rows, values = found.frequencies, found.values
    arcs, total = (places > 0) & (places < TICKS), 0.0
    sign = 1 if upper else -1
    if rows[0] == 0:
        parts = np.where(arcs, 1 - places / TICKS + sign * 2 * b[0].real, places == 0)
        total = float(parts @ values[0].real)
        rows, values = rows[1:], values[1:]
    at, one, other = values[:, arcs], b[rows], b[rows].conj()
    if not upper:
        one, other = -other, -one
    turns = np.exp(-2j * np.pi / TICKS * (rows[:, None] * places[None, arcs] % TICKS))
    return total + 2 * float(np.real(one @ at.sum(axis=1) + other @ (at * turns).sum(axis=1)))
