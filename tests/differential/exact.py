"""The optimum of a design problem by an exact route of its own: from the definitions, by `simplex.py`, with nothing of rropt.

A demand is a bound (T, δ) on each ordered pair (j, l): Σ_i max(0, p_ij − T·p_il) ≤ δ. A linear objective is one linear program in
the entries of the mechanism. Every other objective is a convex function of a measure on rows: a row is a nonnegative combination
of the extreme rays of its cell of the planes s_j = 0 and s_j = T·s_l, on which the left side of each demand is linear, and
splitting it into these rays makes no objective worse. So for a mechanism at hand its tangent there, minimised over all measures on
these rays by the simplex method, is an exact lower bound on every mechanism's value (the gap of Frank and Wolfe).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction as F

import mpmath
import numpy as np

from tests.checker.rays import solve
from tests.differential.simplex import Optimum, Unbounded, dot, maximise

Pair = tuple[int, int]
Demand = Mapping[Pair, tuple[F, F]]
"""T and δ of each ordered pair that something is asked of."""
Row = Sequence[F]
Conditions = Sequence[tuple[Mapping[Pair, F], str, F]]
DIGITS = 50
NEAR = 1e-10
ROUNDS = 60


def unit(n: int, size: int) -> list[F]:
    return [F(int(i == n)) for i in range(size)]


# linear objectives


def best_linear(gains: Sequence[Row], demand: Demand, conditions: Conditions = ()) -> F | None:
    """max Σ gains·p over the mechanisms of a demand and of conditions on entries; None where there is none."""
    m, k = len(gains), len(gains[0])
    slack = {pair: n for n, pair in enumerate(pair for pair, (_, delta) in demand.items() if delta > 0)}
    size = m * k + m * len(slack)

    def row(entries: Mapping[int, F]) -> list[F]:
        return [entries.get(j, F(0)) for j in range(size)]

    at_most, equal = [], []
    for (j, low), (ratio, delta) in demand.items():
        for i in range(m):
            entries = {i * k + j: F(1), i * k + low: -ratio}
            if delta > 0:
                entries[m * k + slack[j, low] * m + i] = F(-1)
            at_most.append((row(entries), F(0)))
        if delta > 0:
            at_most.append((row({m * k + slack[j, low] * m + i: F(1) for i in range(m)}), delta))
    for j in range(k):
        equal.append((row({i * k + j: F(1) for i in range(m)}), F(1)))
    for terms, relation, bound in conditions:
        left = row({i * k + j: x for (i, j), x in terms.items()})
        if relation == "==":
            equal.append((left, bound))
        else:
            sign = 1 if relation == "<=" else -1
            at_most.append(([sign * x for x in left], sign * bound))
    found = maximise(row({i * k + j: F(gains[i][j]) for i in range(m) for j in range(k)}), at_most, equal)
    return None if found is None else found.value


# two inputs and two outputs


def region(demand: Demand, conditions: Conditions = ()) -> list[tuple[F, F, F]]:
    """a·p00 + b·p11 ≤ c for the mechanisms [[p00, 1 − p11], [1 − p00, p11]] of a demand and of conditions."""
    rows = [(F(1), F(0), F(1)), (F(-1), F(0), F(0)), (F(0), F(1), F(1)), (F(0), F(-1), F(0))]
    entry = {
        (0, 0): (F(1), F(0), F(0)),
        (0, 1): (F(0), F(-1), F(1)),
        (1, 0): (F(-1), F(0), F(1)),
        (1, 1): (F(0), F(1), F(0)),
    }
    for (j, low), (ratio, delta) in demand.items():
        for i in range(2):
            (a, b, c), (d, e, f) = entry[i, j], entry[i, low]
            rows.append((a - ratio * d, b - ratio * e, delta - c + ratio * f))
    for terms, relation, bound in conditions:
        total = [sum((x * entry[place][n] for place, x in terms.items()), F(0)) for n in range(3)]
        if relation in ("<=", "=="):
            rows.append((total[0], total[1], bound - total[2]))
        if relation in (">=", "=="):
            rows.append((-total[0], -total[1], total[2] - bound))
    return rows


def corners(rows: Sequence[tuple[F, F, F]]) -> list[tuple[F, F]]:
    """The corners of a region with p00 + p11 > 1."""
    found = []
    for (a, b, c), (d, e, f) in itertools.combinations(rows, 2):
        det = a * e - b * d
        if det:
            p, q = (c * e - b * f) / det, (a * f - c * d) / det
            if p + q > 1 and all(x * p + y * q <= z for x, y, z in rows) and (p, q) not in found:
                found.append((p, q))
    return found


def binary_variance(p: F, q: F, pi: F) -> F:
    yes = (1 - pi) * (1 - p) + pi * q
    return yes * (1 - yes) / (p + q - 1) ** 2


def least_variance(demand: Demand, pi: F, conditions: Conditions = ()) -> F | None:
    """The least n·Var at π with two outputs, taken at a corner (it is quasi-concave); None where nothing is estimated."""
    return min((binary_variance(p, q, pi) for p, q in corners(region(demand, conditions))), default=None)


# measures on rows


def rays(k: int, demand: Demand) -> list[tuple[F, ...]]:
    """The extreme rays of the cells, without those that a pair with δ = 0 forbids."""
    planes = [unit(j, k) for j in range(k)]
    for (j, low), (ratio, _) in demand.items():
        planes.append([a - ratio * b for a, b in zip(unit(j, k), unit(low, k), strict=True)])
    found = {}
    for chosen in itertools.combinations(planes, k - 1):
        line = solve([list(plane) for plane in chosen])
        if line is None or not sum(line):
            continue
        ray = tuple(x / sum(line) for x in line)
        if min(ray) >= 0 and all(
            delta > 0 or ray[j] <= ratio * ray[low] for (j, low), (ratio, delta) in demand.items()
        ):
            found[ray] = None
    return list(found)


@dataclass(frozen=True)
class Measures:
    """All measures on rays that are mechanisms of a demand."""

    k: int
    demand: Demand
    rays: Sequence[tuple[F, ...]]

    @classmethod
    def of(cls, k: int, demand: Demand) -> Measures:
        return cls(k, demand, rays(k, demand))

    def best(self, gains: Sequence[F]) -> Optimum:
        """The largest total gain."""
        found = maximise(gains, self.slacks(), self.columns())
        assert found is not None, "silence keeps every demand"
        return found

    def columns(self) -> list[tuple[list[F], F]]:
        return [([s[j] for s in self.rays], F(1)) for j in range(self.k)]

    def slacks(self) -> list[tuple[list[F], F]]:
        return [
            ([max(F(0), s[j] - ratio * s[low]) for s in self.rays], delta)
            for (j, low), (ratio, delta) in self.demand.items()
            if 0 < delta < 1
        ]

    def best_least(self, tables: Sequence[tuple[Sequence[F], F]]) -> Optimum:
        """max over measures of the least of several totals, each with a number added; all totals may be negative."""
        at_most = [([*left, F(0), F(0)], right) for left, right in self.slacks()]
        at_most += [([*(-g for g in gains), F(1), F(-1)], added) for gains, added in tables]
        equal = [([*left, F(0), F(0)], right) for left, right in self.columns()]
        found = maximise([*([F(0)] * len(self.rays)), F(1), F(-1)], at_most, equal)
        assert found is not None, "silence keeps every demand"
        return found


# sums over rows


def sublinear(kind: str, vectors: Sequence[Row], row: Row) -> F:
    """The part of one row: of an information Σ q_j r_j log(r_j/Σ q r), of a divergence that of pᵀr and qᵀr; nats."""
    with mpmath.workdps(DIGITS):

        def number(x: F) -> mpmath.mpf:
            return mpmath.mpf(x.numerator) / x.denominator

        if kind == "information":
            (q,) = vectors
            total = dot(q, row)
            parts = [number(w * x) * mpmath.log(number(x / total)) for w, x in zip(q, row, strict=True) if w * x]
            return F(mpmath.nstr(mpmath.fsum(parts), DIGITS))
        a, b = (dot(v, row) for v in vectors)
        if kind == "tv":
            return abs(a - b) / 2
        if a == b:
            return F(0)
        if kind == "chi2":
            return (a - b) ** 2 / b
        if kind == "hellinger":
            return F(mpmath.nstr((number(a) + number(b)) / 2 - mpmath.sqrt(number(a * b)), DIGITS))
        return F(mpmath.nstr(number(a) * mpmath.log(number(a / b)), DIGITS)) if a else F(0)


def best_sublinear(measures: Measures, parts: Sequence[tuple[str, Sequence[Row], F]]) -> F:
    """The largest weighted sum of parts, to some 40 digits."""
    gains = [sum((w * sublinear(kind, vectors, s) for kind, vectors, w in parts), F(0)) for s in measures.rays]
    return measures.best(gains).value


def best_least_sublinear(measures: Measures, parts: Sequence[tuple[str, Sequence[Row]]]) -> F:
    """The largest least of several."""
    tables = [([sublinear(kind, vectors, s) for s in measures.rays], F(0)) for kind, vectors in parts]
    return measures.best_least(tables).value


# estimates of shares


def moments(rows: Sequence[Row], pi: Row) -> list[list[F]]:
    """M = Σ r rᵀ/(rᵀπ)."""
    k = len(pi)
    total = [[F(0)] * k for _ in range(k)]
    for r in rows:
        w = dot(r, pi)
        if w:
            for a in range(k):
                for b in range(k):
                    total[a][b] += r[a] * r[b] / w
    return total


def inverse(matrix: Sequence[Row]) -> tuple[list[list[F]], F] | None:
    """The inverse and the determinant by elimination; None of a singular matrix."""
    k, determinant = len(matrix), F(1)
    rows = [[*row, *unit(i, k)] for i, row in enumerate(matrix)]
    for c in range(k):
        r = next((i for i in range(c, k) if rows[i][c]), None)
        if r is None:
            return None
        if r != c:
            rows[c], rows[r], determinant = rows[r], rows[c], -determinant
        determinant *= rows[c][c]
        rows[c] = [x / rows[c][c] for x in rows[c]]
        for i in range(k):
            if i != c and rows[i][c]:
                f = rows[i][c]
                rows[i] = [x - f * y for x, y in zip(rows[i], rows[c], strict=True)]
    return [row[k:] for row in rows], determinant


def quadratic(matrix: Sequence[Row], u: Row) -> F:
    return dot(u, [dot(row, u) for row in matrix])


@dataclass(frozen=True)
class Bracket:
    """What a mechanism attains, and a bound that no mechanism of the demand passes."""

    attained: F | float
    bound: F | float


def tangents(rows: Sequence[Row], measures: Measures, contrast: Sequence[Row], pi: Row) -> tuple[F, F, list[F]] | None:
    """Tr K(M⁻¹ − ππᵀ)Kᵀ at the rows; and a, g with a − Σ θ_s g_s below it at every measure θ."""
    found = inverse(moments(rows, pi))
    if found is None:
        return None
    n, _ = found
    trace = sum((quadratic(n, row) for row in contrast), F(0))
    known = sum((dot(row, pi) ** 2 for row in contrast), F(0))
    turned = [[dot(row, column) for column in zip(*n, strict=True)] for row in contrast]
    gains = [sum((dot(row, s) ** 2 for row in turned), F(0)) / dot(s, pi) for s in measures.rays]
    return trace - known, 2 * trace - known, gains


def bracket_contrast(
    rows: Sequence[Row], measures: Measures, contrast: Sequence[Row], places: Sequence[Row], weights: Sequence[F] | None
) -> Bracket | None:
    """The sum of the variances of contrasts: a mean over places, or the worst of them. None where M is singular."""
    found = [tangents(rows, measures, contrast, pi) for pi in places]
    if any(x is None for x in found):
        return None
    known = [x for x in found if x is not None]
    if weights is None:
        least = measures.best_least([(gains, -a) for _, a, gains in known])
        return Bracket(max(value for value, _, _ in known), -least.value)
    gains = [
        sum((w * g[n] for w, (_, _, g) in zip(weights, known, strict=True)), F(0)) for n in range(len(measures.rays))
    ]
    best = measures.best(gains).value
    attained = sum((w * value for w, (value, _, _) in zip(weights, known, strict=True)), F(0))
    return Bracket(attained, sum((w * a for w, (_, a, _) in zip(weights, known, strict=True)), F(0)) - best)


def bracket_determinant(rows: Sequence[Row], measures: Measures, pi: Row) -> Bracket | None:
    """1/det M, where det M' ≤ det M·(Tr M⁻¹M'/k)^k."""
    k = measures.k
    found = inverse(moments(rows, pi))
    if found is None:
        return None
    n, determinant = found
    best = measures.best([quadratic(n, s) / dot(s, pi) for s in measures.rays]).value
    return Bracket(1 / determinant, (k / best) ** k / determinant)


def bracket_largest(rows: Sequence[Row], measures: Measures, places: Sequence[Row]) -> Bracket | None:
    """The largest eigenvalue of M⁻¹ − ππᵀ over places, by cutting planes: uᵀM'⁻¹u ≥ 2uᵀNu − uᵀN M' N u for every u and N = M⁻¹."""
    inverses = [inverse(moments(rows, pi)) for pi in places]
    if any(x is None for x in inverses):
        return None
    known = [x[0] for x in inverses if x is not None]
    covariances = [
        np.array([[float(x - a * b) for x, b in zip(row, pi, strict=True)] for row, a in zip(n, pi, strict=True)])
        for n, pi in zip(known, places, strict=True)
    ]
    attained = max(float(np.linalg.eigvalsh(c)[-1]) for c in covariances)
    cuts: list[tuple[list[F], F]] = []
    for place, covariance in enumerate(covariances):
        values, vectors = np.linalg.eigh(covariance)
        highest = [u for v, u in zip(values, vectors.T, strict=True) if v > attained * 0.999]
        cuts += [cut(measures, known[place], places[place], u) for u in highest]
    bound = -float("inf")
    for _ in range(ROUNDS):
        found = measures.best_least(cuts)
        bound = max(bound, -float(found.value))
        if attained - bound <= NEAR * attained:
            break
        theta = [(x, s) for x, s in zip(found.x, measures.rays, strict=False) if x]
        for n, pi in zip(known, places, strict=True):
            m = np.array([[float(x) for x in row] for row in moments([[x * y for y in s] for x, s in theta], pi)])
            nf, p = np.array([[float(x) for x in row] for row in n]), np.array([float(x) for x in pi])
            _, vectors = np.linalg.eigh(2 * nf - np.outer(p, p) - nf @ m @ nf)
            cuts.append(cut(measures, n, pi, vectors[:, -1]))
    return Bracket(attained, bound)


def cut(measures: Measures, n: Sequence[Row], pi: Row, direction: Sequence[float]) -> tuple[list[F], F]:
    """A tangent in one direction, per its length: Σ θ_s g_s − a, which is never above minus the largest eigenvalue's bound."""
    u = [F(round(float(x) * 10**12), 10**12) for x in direction]
    length = dot(u, u)
    turned = [dot(row, u) for row in n]
    gains = [up(dot(turned, s) ** 2 / dot(s, pi) / length) for s in measures.rays]
    return gains, up(-(2 * dot(u, turned) - dot(u, pi) ** 2) / length)


def up(x: F) -> F:
    """A short number that is no smaller, which makes the bound of a cut no better."""
    return F(math.ceil(x * 2**50), 2**50)


Solver = Callable[..., Bracket | None]
__all__ = ["Bracket", "Measures", "Unbounded", "best_linear", "least_variance", "region"]
