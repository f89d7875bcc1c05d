"""The optimal weights of patterns in floats, by a primal-dual interior-point method of second order.

Contrasts are what patterns tell apart: with V an orthonormal basis of the vectors whose sum is 0, and 1_S the indicator of a
pattern, VᵀMV = (t − 1)² Σ θ_S vvᵀ/(sᵀπ), v = Vᵀ1_S, and the covariance of the estimated shares is V(VᵀMV)⁻¹Vᵀ: its product with
M maps u to u for u ⟂ 1, and π to 0, as M⁻¹ − ππᵀ does. So nothing here is badly scaled for t near 1 or for large t.

Inputs that may be exchanged form classes (`rropt.designs.rows.classes`): the mean of vvᵀ over an orbit has one block for the
vectors constant on classes and, for each class of n > 1 inputs, a multiple of the identity of n − 1 dimensions. The variables
are the probabilities p of the orbits at the first π; Σ p = 1, and every input is covered alike: Σ (p/sᵀπ) v = 0. The Hessian in
p has the small rank of these blocks, so a step costs one system of that size, whatever the number of patterns. Where rows are
limited by what they take of a slack δ, what they leave of it is a variable of its own for each limit, without a chance or a
part in J; a limit that is met exactly leaves nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeAlias

import numpy as np

from rropt.exact.errors import InputError
from rropt.exact.patience import require_time

__all__ = ["Measure", "Optimum", "Patterns", "optimise"]

Array: TypeAlias = Any
LOST = 100.0  # times the least gap so far, at which the way is lost, if that gap is NEAR
NEAR = 1e-3  # relative
MOST_STEPS = 200
GROWTH, SHORTEST = 10.0, 1e-3  # of the gap by a step, and of a step that is taken whatever it does
REFINED = 2  # times that a step is corrected by what rounding left of its equations
DUALITY_GAP = 1e-14  # relative, where the method stops
DRIFT = 1e-10  # of the equations, that is more than rounding
# of the largest singular value, from which a system is taken for one with many solutions; where limits do not depend on one another
SINGULAR, ROUNDING = 1e-13, 1e-16
STAY_INSIDE = 0.9995  # of the way to the boundary


@dataclass(frozen=True, slots=True)
class Measure:
    """The function minimised at each covariance: "trace" of its product with B, or "determinant": minus the log
    determinant of its inverse. B is a block on vectors constant on classes (in their √n-scaled basis) and a number for
    each class of several inputs."""

    kind: str
    block: Array
    singles: Array


class Patterns(Protocol):
    """The data of the program: orbits of patterns, or other rows (`rropt.designs.rows.float_patterns`), and their limits."""

    @property
    def counts(self) -> Array: ...
    @property
    def chances(self) -> tuple[Array, ...]: ...
    @property
    def vectors(self) -> Array: ...
    @property
    def spreads(self) -> Array: ...
    @property
    def basis(self) -> Array: ...
    @property
    def dimensions(self) -> Array: ...
    @property
    def limits(self) -> Array: ...
    @property
    def room(self) -> float: ...
    @property
    def start(self) -> Array | None: ...
    @property
    def may_fall_short(self) -> Array: ...
    @property
    def is_independent(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Optimum:
    """The optimum: probabilities of the orbits at the first π; for each π the inverse of VᵀMV/(t − 1)² (block and
    numbers); the weights of the π; the multipliers of Σ p = 1 and of the coverage; the slack of each orbit; and the
    value without the factor 1/(t − 1)²."""

    chances: Array
    inverses: tuple[tuple[Array, Array], ...]
    weights: Array
    multipliers: Array
    slacks: Array
    value: float
    gap: float
    values: tuple[float, ...] = ()
    """The measure at each π."""
    limits: Array = field(default_factory=lambda: np.zeros(0))
    """The multiplier of each limit."""


@dataclass(frozen=True, slots=True)
class _Look:
    """The measure at one π: its value, its gradient by orbit, a factor G of its Hessian GGᵀ, and the inverse of J."""

    value: float
    gradient: Array
    factor: Array
    inverse: tuple[Array, Array]


def optimise(patterns: Patterns, measures: Sequence[Measure], weights: Array | None) -> Optimum:
    """Minimise the weighted mean of the measures over the π, or without weights their maximum; all measures are of one kind."""
    return _Method(patterns, measures, weights).run()


class _Method:
    """The iterates of one run."""

    def __init__(self, patterns: Patterns, measures: Sequence[Measure], weights: Array | None) -> None:
        self.patterns, self.measures = patterns, list(measures)
        first, several = patterns.chances[0], len(patterns.chances)
        self.is_worst = weights is None
        self.w = np.full(several, 1 / several) if weights is None else np.asarray(weights, float)
        start = first / first.sum() if patterns.start is None else patterns.start
        loose = patterns.may_fall_short
        left = (patterns.room - patterns.limits @ start)[loose]  # of each limit, what is not taken
        self.p = np.concatenate([start, left])
        covered = np.vstack([np.ones_like(first), (patterns.vectors / first[:, None]).T])
        beside = np.eye(len(loose))[:, loose]
        self.rows = np.block([[covered, np.zeros((len(covered), len(left)))], [patterns.limits, beside]])
        self.wanted = np.concatenate([np.eye(len(covered))[0], np.full(len(loose), patterns.room)])
        self.lam = np.zeros(len(self.rows))
        self.upper = np.triu_indices(patterns.vectors.shape[1])
        i, j = self.upper
        entries = np.hstack([patterns.vectors[:, i] * patterns.vectors[:, j], patterns.spreads])
        nothing = np.zeros((len(left), entries.shape[1]))
        self.entries = [np.vstack([entries / (first * g)[:, None], nothing]) for g in patterns.chances]
        self._set_units()

    def _set_units(self) -> None:
        """Choose units for J (and for B of a trace): powers of 2 near their sizes, because at large ε a squared
        covariance overflows."""
        self.information = _power_of_two(max(np.abs(x.T @ self.p).max(initial=0.0) for x in self.entries))
        self.entries = [x / self.information for x in self.entries]
        self.unit, self.level = 1.0, 0.0  # of the value, and what is added to it
        if self.measures[0].kind == "trace":
            parts = [part for x in self.measures for part in (x.block, x.singles)]
            size = _power_of_two(max(np.abs(part).max(initial=0.0) for part in parts))
            self.measures = [replace(x, block=x.block / size, singles=x.singles / size) for x in self.measures]
            self.unit = size / self.information
        else:
            dimensions = self.patterns.vectors.shape[1] + float(self.patterns.dimensions.sum())
            self.level = -dimensions * math.log(self.information)

    def run(self) -> Optimum:
        """Predictor and corrector steps until the duality gap closes or no longer shrinks."""
        try:
            looks = self._look()
        except np.linalg.LinAlgError:
            raise InputError(
                "the prevalences, contrasts or ratios differ by more than floats can hold; give some that differ by less"
            ) from None
        start = abs(self._mean(looks)) + 1 / self.unit
        self.z = start / len(self.p) / self.p
        self.tau = max(x.value for x in looks) if self.is_worst else 0.0
        # how far below τ each measure lies, where the largest is minimised
        self.s = start / len(self.p) / self.w if self.is_worst else np.zeros(0)
        best, kept = math.inf, (looks, self.p, self.lam, self.z, self.w)
        for _ in range(MOST_STEPS):
            require_time()
            gap, scale = self._gap(looks), max(abs(self._mean(looks)), 1e-300)
            if gap < best:
                best, kept = gap, (looks, self.p, self.lam, self.z, self.w)
            # where the gap grows rounding took over, as where the covariance of what is not asked about grows; far from the
            # optimum it may grow for a step
            elif gap < 1e-9 * scale or (gap > LOST * best and best < NEAR * scale):
                break
            if gap <= DUALITY_GAP * scale:
                break
            try:
                looks = self._step(looks, GROWTH * gap)
                # if limits depend on one another, rounding increases the residual of the equations as the gap closes
                residual = np.abs(self.rows @ self.p - self.wanted).max()
                if len(self.patterns.limits) and residual > max(DRIFT, gap / scale):
                    break
            except np.linalg.LinAlgError:  # the covariance of what is not asked about grows without bound
                break
        looks, self.p, self.lam, self.z, self.w = kept
        inverses = tuple((x.inverse[0] / self.information, x.inverse[1] / self.information) for x in looks)
        n, m = len(self.patterns.counts), len(self.rows) - len(self.patterns.limits)
        if len(self.patterns.limits):
            # what the equations lack is worth its multipliers
            best += float(np.abs(self.lam * (self.rows @ self.p - self.wanted)).sum())
        value, gap = self._mean(looks) * self.unit, best * self.unit
        values = tuple(x.value * self.unit for x in looks)
        lam, z = self.lam * self.unit, self.z[:n] * self.unit
        return Optimum(self.p[:n], inverses, self.w, lam[:m], z, value, gap, values, lam[m:])

    def _mean(self, looks: list[_Look]) -> float:
        return float(sum(w * x.value for w, x in zip(self.w, looks, strict=True)))

    def _gap(self, looks: list[_Look]) -> float:
        """The duality gap: complementarity products, errors of the gradient, and the distance of the measures from τ minus slack.

        A gradient that is too large counts times the probability. One that is too small counts fully, because it lowers
        the lower bound by as much: it belongs to a pattern that should have a probability and has almost none.
        """
        missed = sum(w * x.gradient for w, x in zip(self.w, looks, strict=True)) + self.rows.T @ self.lam - self.z
        lacking, n = np.maximum(-missed, 0), len(self.patterns.counts)
        gap = float(self.p @ (self.z + np.maximum(missed, 0)))
        gap += float(lacking[:n].max()) + self.patterns.room * float(lacking[n:].sum())
        if self.is_worst:
            gap += float(self.w @ self.s) + float(np.abs(self._missed(looks)).sum())
        return gap

    def _missed(self, looks: list[_Look]) -> Array:
        return np.array([x.value for x in looks]) - self.tau + self.s

    def _look(self) -> list[_Look]:
        return [self._look_at(entries, measure) for entries, measure in zip(self.entries, self.measures, strict=True)]

    def _look_at(self, entries: Array, measure: Measure) -> _Look:
        """Evaluate the measure, its gradient and its Hessian at J = Σ p·entries for one π."""
        m, size = entries.T @ self.p, len(self.upper[0])
        r = self.patterns.vectors.shape[1]
        j = np.zeros((r, r))
        j[self.upper] = m[:size]
        j = j + j.T - np.diag(np.diag(j))
        d, inverse = m[size:], np.linalg.inv(j) if r else j
        n = self.patterns.dimensions
        trace = measure.kind == "trace"
        b = self.patterns.basis.T @ measure.block @ self.patterns.basis
        middle = inverse @ b @ inverse if trace else inverse
        slope = n * measure.singles / d**2 if trace else n / d
        value = float(np.sum(inverse * b) + np.sum(n * measure.singles / d))
        if not trace:
            value = float(self.level - np.linalg.slogdet(j)[1] - np.sum(n * np.log(d)))
        doubled = np.where(self.upper[0] == self.upper[1], 1.0, 2.0)
        gradient = -(entries[:, :size] @ (middle[self.upper] * doubled) + entries[:, size:] @ slope)
        bends = _bend(middle, inverse, self.upper) * (2 if trace else 1)
        own = 2 * n * measure.singles / d**3 if trace else n / d**2
        factor = np.hstack([entries[:, :size] @ _root(bends), entries[:, size:] * np.sqrt(own)])
        return _Look(value, gradient, factor, (inverse, 1 / d))

    def _step(self, looks: list[_Look], most: float) -> list[_Look]:
        """Take one predictor and one corrector step, shortened until the gap is at most `most`."""
        pairs = np.concatenate([self.p, self.s]), np.concatenate([self.z, self.w if self.is_worst else self.s])
        mu = pairs[0] @ pairs[1] / len(pairs[0])
        solve = self._system(looks)
        dp, _, dz, ds, dw, _ = solve(0.0, np.zeros_like(self.p), np.zeros_like(self.s))
        a = self._room(dp, dz, ds, dw)
        ahead = ((pairs[0] + a * np.concatenate([dp, ds])) @ (pairs[1] + a * np.concatenate([dz, dw]))) / len(pairs[0])
        dp, dlam, dz, ds, dw, dtau = solve(mu * min(1.0, ahead / mu) ** 3, dp * dz, ds * dw)
        a = self._room(dp, dz, ds, dw)
        p, lam, z, w, s, tau = self.p, self.lam, self.z, self.w, self.s, self.tau
        while (
            True
        ):  # what the measure bends is known of its neighbourhood alone, beyond which a whole step may go astray
            self.p, self.lam, self.z = p + a * dp, lam + a * dlam, z + a * dz
            if self.is_worst:
                self.w, self.s, self.tau = w + a * dw, s + a * ds, tau + a * dtau
            found = self._look()
            if a < SHORTEST or self._gap(found) <= most:
                return found
            a /= 4

    def _room(self, dp: Array, dz: Array, ds: Array, dw: Array) -> float:
        """The longest step that keeps all variables positive."""
        own = [(self.p, dp), (self.z, dz)] + ([(self.s, ds), (self.w, dw)] if self.is_worst else [])
        return min(_room(x, dx) for x, dx in own)

    def _solve(self, matrix: Array, right: Array) -> Array:
        """Solve for the multipliers of a step; if limits depend on one another, take the smallest solution."""
        if not len(self.patterns.limits):
            return np.linalg.solve(matrix, right)
        scale = 1 / np.sqrt(np.maximum(np.abs(matrix).max(axis=1), 1e-300))
        least = ROUNDING if self.patterns.is_independent else SINGULAR
        found: Array = np.linalg.lstsq(matrix * np.outer(scale, scale), right * scale, rcond=least)[0] * scale
        return found

    def _system(self, looks: list[_Look]) -> Any:
        """Factor the Newton system; the result maps a complementarity target and a second-order correction to a step."""
        p, z, w = self.p, self.z, self.w
        gradient = sum(x * look.gradient for x, look in zip(w, looks, strict=True))
        g = np.hstack([np.sqrt(x) * look.factor for x, look in zip(w, looks, strict=True)])
        d = p / z
        dg = d[:, None] * g
        small = np.linalg.cholesky(np.eye(g.shape[1]) + g.T @ dg)

        def invert(x: Array) -> Array:
            return d[:, None] * x - dg @ np.linalg.solve(small.T, np.linalg.solve(small, dg.T @ x))

        slopes = np.array([look.gradient for look in looks]) if self.is_worst else np.zeros((0, len(p)))
        borders = np.vstack([self.rows, slopes])
        inverted = invert(borders.T)
        size, rows = len(borders), len(self.rows)
        # the columns of the multipliers, of the weights, and of τ
        matrix = np.zeros((size + (1 if self.is_worst else 0),) * 2)
        matrix[:size, :size] = -borders @ inverted
        if self.is_worst:
            matrix[range(rows, size), range(rows, size)] -= self.s / w
            matrix[rows:size, size] = matrix[size, rows:size] = -1

        def solve(target: float, correction: Array, other: Array) -> tuple[Any, ...]:
            rest = -(gradient + self.rows.T @ self.lam - (target - correction) / p)
            along = invert(rest[:, None])[:, 0]
            right = np.zeros(len(matrix))
            right[:rows] = self.wanted - self.rows @ p
            if self.is_worst:
                right[rows:size] = self.s - self._missed(looks) - (target - other) / w
                right[size] = w.sum() - 1
            right[:size] -= borders @ along
            found = self._solve(matrix, right)
            dp, dw = along - inverted @ found[:size], found[rows:size]
            for _ in range(REFINED if not self.is_worst and not len(self.patterns.limits) else 0):  # what rounding left
                again = invert((rest - dp / d - g @ (g.T @ dp) - borders.T @ found)[:, None])[:, 0]
                more = self._solve(matrix, self.wanted - self.rows @ (p + dp) - borders @ again)
                dp, found = dp + again - inverted @ more, found + more
            dz = (target - correction) / p - z - z / p * dp
            ds = (target - other) / w - self.s - self.s / w * dw if self.is_worst else dw
            return dp, found[:rows], dz, ds, dw, found[size] if self.is_worst else 0.0

        return solve


def _bend(middle: Array, inverse: Array, upper: tuple[Array, Array]) -> Array:
    """The quadratic form Tr middle·dJ·inverse·dJ in the entries of the upper triangle of dJ."""
    i, j = upper
    found = np.zeros((len(i), len(i)))
    for a, b, c, d in ((i, j, i, j), (j, i, i, j), (i, j, j, i), (j, i, j, i)):
        found += middle[a][:, d] * inverse[b][:, c]
    once = np.where(i == j, 0.5, 1.0)
    found = found * np.outer(once, once)
    return (found + found.T) / 2


def _power_of_two(x: float) -> float:
    """The largest power of two not above a positive number; 1 for 0."""
    return math.ldexp(1.0, math.frexp(x)[1] - 1) if x else 1.0


def _root(form: Array) -> Array:
    """A factor G of a positive semidefinite form GGᵀ; negative eigenvalues from rounding become 0."""
    values, vectors = np.linalg.eigh(form)
    return vectors * np.sqrt(np.maximum(values, 0))


def _room(x: Array, dx: Array) -> float:
    """The longest step, at most 1, along dx that keeps x positive."""
    falling = dx < 0
    return min(1.0, STAY_INSIDE * float(np.min(-x[falling] / dx[falling]))) if falling.any() else 1.0
