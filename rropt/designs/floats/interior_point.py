"""Find the optimal weights of patterns in floats, by a primal-dual interior-point method of second order.

Let S be a set of inputs and 1_S its indicator. The pattern s = 1 + (t − 1)·1_S is t on S and 1 elsewhere, and has the weight θ_S.
Let π be prevalences, and M = Σ θ_S s sᵀ/(sᵀπ). Let V be an orthonormal basis of the vectors whose sum is 0, and v = Vᵀ1_S. Then
VᵀMV = (t − 1)² J with J = Σ θ_S vvᵀ/(sᵀπ). The covariance M⁻¹ − ππᵀ of the estimated shares is V(VᵀMV)⁻¹Vᵀ, because both matrices
map Mu to u for u ⟂ 1, and (1, …, 1) to 0. The method works with J and v, so that nothing is badly scaled at large t or t near 1.

Inputs that may be exchanged form classes (`rropt.designs.rows.classes`), and an orbit is a set of patterns that differ only by
exchanging inputs of a class. The mean of vvᵀ over an orbit consists of two kinds of blocks. One block belongs to the vectors that
are constant on classes. Each class of n > 1 inputs has a block that is a multiple of the identity of n − 1 dimensions.

The variables of the program are the probabilities p of the orbits at the first list π of prevalences. They meet Σ p = 1 and
Σ (p/sᵀπ) v = 0, which says that every input is covered alike. The rank of the Hessian in p is no more than what these blocks give.
So a step costs one linear system of that small size, whatever the number of patterns is. If the slack δ limits the rows, each limit
has a variable for the amount of it that is left. These variables are no probabilities and do not enter J. A limit that must be used
up exactly has no such variable.

In the code λ (`lam`) are the multipliers of the equations, and z the multipliers of p ≥ 0. If the largest of several measures is
minimised, τ is this largest value. Then `s` has the distance of each measure below τ, and w has the multipliers of these distances.
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
# the method stops if the gap is LOST times the least gap so far, and that least gap was relatively below NEAR
LOST, NEAR = 100.0, 1e-3
MOST_STEPS = 200
# the factor by which a step may let the gap grow by default; a step shorter than SHORTEST is taken whatever the gap becomes
GROWTH, SHORTEST = 10.0, 1e-3
REFINED = 2  # iterations of refinement that correct a step for rounding
DUALITY_GAP = 1e-14  # relative gap at which the method stops
DRIFT = 1e-10  # a residual of the equations above this is more than rounding
# singular values below this part of the largest count as 0: SINGULAR if limits may depend on one another, else ROUNDING
SINGULAR, ROUNDING = 1e-13, 1e-16
STAY_INSIDE = 0.9995  # the largest part of the way to the boundary that a step goes


@dataclass(frozen=True, slots=True)
class Measure:
    """The function of a covariance that is minimised. For the kind "trace" it is the trace of the covariance times a matrix B. For
    "determinant" it is minus the log determinant of the covariance's inverse. The covariance here is J⁻¹ (the module's head defines
    J). Its constant factor, which is 1/(t − 1)² if the rows have the entries 1 and t = e^ε, is left out.

    Classes are sets of inputs that may be exchanged. `block` is the part of B for the vectors that are constant on classes. Its
    basis has one vector for each class, the class's indicator divided by √n, where n is the number of inputs in the class.
    `singles` has one number for each class of several inputs, by which B multiplies the vectors that sum to 0 inside this class."""

    kind: str
    block: Array
    singles: Array


class Patterns(Protocol):
    """The data of the program: its rows, or orbits of rows (sets of rows that differ only by exchanging inputs of a class), and the
    limits on their probabilities; see `rropt.designs.rows.float_patterns`."""

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
    """The optimum of a program. `chances` are the probabilities of the orbits at the first list of prevalences. An orbit is a set
    of rows that differ only by exchanging inputs of a class.

    `inverses` has the inverse of the matrix J at each list of prevalences: a block, and a number for each class of several inputs.
    The module's docstring explains both. `weights` are the weights of the lists. The first of the `multipliers` belongs to the
    equation Σ p = 1, where p are the probabilities of the orbits. The others belong to the equations Σ (p/sᵀπ) v = 0. `slacks` are
    the multipliers of p ≥ 0. `value` and the duality gap `gap` are computed with J⁻¹; the covariance is J⁻¹ times a constant.
    """

    chances: Array
    inverses: tuple[tuple[Array, Array], ...]
    weights: Array
    multipliers: Array
    slacks: Array
    value: float
    gap: float
    values: tuple[float, ...] = ()
    """The measure at each list of prevalences."""
    limits: Array = field(default_factory=lambda: np.zeros(0))
    """The multiplier of each limit."""


@dataclass(frozen=True, slots=True)
class _Look:
    """The measure at one list of prevalences, evaluated for one step of the method.

    It has the value, the gradient by the orbits' probabilities, a factor G of the Hessian GGᵀ, and the inverse of J. The module's
    head defines J and orbits.
    """

    value: float
    gradient: Array
    factor: Array
    inverse: tuple[Array, Array]


def optimise(
    patterns: Patterns, measures: Sequence[Measure], weights: Array | None, *, growth: float = GROWTH
) -> Optimum:
    """Minimise the mean of the measures at the lists of prevalences, weighted by `weights`. If `weights` is None, minimise the
    largest measure.

    All measures are of one kind. A step may let the duality gap grow by the factor `growth`. A larger factor saves steps, but the
    errors of rounding take over sooner if the information matrix is nearly singular.
    """
    return _Method(patterns, measures, weights, growth).run()


class _Method:
    """The constant data and the iterates of one run of the interior-point method."""

    def __init__(self, patterns: Patterns, measures: Sequence[Measure], weights: Array | None, growth: float) -> None:
        self.patterns, self.measures, self.growth = patterns, list(measures), growth
        first, several = patterns.chances[0], len(patterns.chances)
        self.is_worst = weights is None
        self.w = np.full(several, 1 / several) if weights is None else np.asarray(weights, float)
        start = first / first.sum() if patterns.start is None else patterns.start
        loose = patterns.may_fall_short
        # the rest of each limit that need not be used up
        left = (patterns.room - patterns.limits @ start)[loose]
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
        """Divide the information J by a power of 2 near its size. For a trace, divide its matrix B likewise.

        This is needed because at large ε a squared covariance would overflow.
        """
        self.information = _power_of_two(max(np.abs(x.T @ self.p).max(initial=0.0) for x in self.entries))
        self.entries = [x / self.information for x in self.entries]
        # the value in the user's units is the computed one times `unit`; `level` is added to log determinants
        self.unit, self.level = 1.0, 0.0
        if self.measures[0].kind == "trace":
            parts = [part for x in self.measures for part in (x.block, x.singles)]
            size = _power_of_two(max(np.abs(part).max(initial=0.0) for part in parts))
            self.measures = [replace(x, block=x.block / size, singles=x.singles / size) for x in self.measures]
            self.unit = size / self.information
        else:
            dimensions = self.patterns.vectors.shape[1] + float(self.patterns.dimensions.sum())
            self.level = -dimensions * math.log(self.information)

    def run(self) -> Optimum:
        """Take predictor and corrector steps until the duality gap closes or no longer shrinks; return the best iterate."""
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
            # near the optimum a growing gap means that rounding dominates, for example because the covariance of contrasts that
            # the measure leaves out grows; far from the optimum the gap may grow for a step
            elif gap < 1e-9 * scale or (gap > LOST * best and best < NEAR * scale):
                break
            if gap <= DUALITY_GAP * scale:
                break
            try:
                looks = self._step(looks, self.growth * gap)
                # if limits depend on one another, rounding increases the residual of the equations as the gap closes
                residual = np.abs(self.rows @ self.p - self.wanted).max()
                if len(self.patterns.limits) and residual > max(DRIFT, gap / scale):
                    break
            # the covariance of contrasts that the measure leaves out grows without bound
            except np.linalg.LinAlgError:
                break
        looks, self.p, self.lam, self.z, self.w = kept
        inverses = tuple((x.inverse[0] / self.information, x.inverse[1] / self.information) for x in looks)
        n, m = len(self.patterns.counts), len(self.rows) - len(self.patterns.limits)
        if len(self.patterns.limits):
            # a residual of the equations changes the bound by at most its product with the multipliers
            best += float(np.abs(self.lam * (self.rows @ self.p - self.wanted)).sum())
        value, gap = self._mean(looks) * self.unit, best * self.unit
        values = tuple(x.value * self.unit for x in looks)
        lam, z = self.lam * self.unit, self.z[:n] * self.unit
        return Optimum(self.p[:n], inverses, self.w, lam[:m], z, value, gap, values, lam[m:])

    def _mean(self, looks: list[_Look]) -> float:
        return float(sum(w * x.value for w, x in zip(self.w, looks, strict=True)))

    def _gap(self, looks: list[_Look]) -> float:
        """Return the duality gap, a sum of errors that are 0 at the optimum.

        The variables p are a probability for each orbit, and for each limit the amount of it that is not used. Their multipliers
        are z, and the multipliers of the equations are λ. Let r be the gradient of the objective with respect to p, plus
        `self.rows`ᵀ·λ, minus z. The errors are:

        * The sum of p·z, and the sum of p·max(r, 0).
        * The largest max(−r, 0) over the orbits. The lower bound is smaller by this number, because the probabilities sum to 1.
        * The sum of max(−r, 0) over the unused amounts, times `self.patterns.room`, the amount that each limit allows.
        * If the largest measure τ is minimised, the sums of s·w and |measure + s − τ|. Here s is the distance of a measure below τ,
          and w is the multiplier of this distance.
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
        """Evaluate the measure, its gradient and its Hessian at the information J of one list of prevalences. J is the sum of the
        rows of `entries`, each times the probability of its pattern.
        """
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
        """Take one predictor and one corrector step, shortened until the gap is at most `most` or the step is below `SHORTEST`."""
        pairs = np.concatenate([self.p, self.s]), np.concatenate([self.z, self.w if self.is_worst else self.s])
        mu = pairs[0] @ pairs[1] / len(pairs[0])
        solve = self._system(looks)
        dp, _, dz, ds, dw, _ = solve(0.0, np.zeros_like(self.p), np.zeros_like(self.s))
        a = self._room(dp, dz, ds, dw)
        ahead = ((pairs[0] + a * np.concatenate([dp, ds])) @ (pairs[1] + a * np.concatenate([dz, dw]))) / len(pairs[0])
        # Mehrotra's rule: the target is the mean product times the cube of the part of it that the predictor step leaves
        dp, dlam, dz, ds, dw, dtau = solve(mu * min(1.0, ahead / mu) ** 3, dp * dz, ds * dw)
        a = self._room(dp, dz, ds, dw)
        p, lam, z, w, s, tau = self.p, self.lam, self.z, self.w, self.s, self.tau
        # the quadratic model holds only near the iterate, so that a full step may raise the gap; then it is shortened
        while True:
            self.p, self.lam, self.z = p + a * dp, lam + a * dlam, z + a * dz
            if self.is_worst:
                self.w, self.s, self.tau = w + a * dw, s + a * ds, tau + a * dtau
            found = self._look()
            if a < SHORTEST or self._gap(found) <= most:
                return found
            a /= 4

    def _room(self, dp: Array, dz: Array, ds: Array, dw: Array) -> float:
        """Return a step, at most 1, along these directions that keeps all variables and multipliers positive."""
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
        """Factor the equations of a Newton step, and return a function that computes the step.

        The step has the changes of p, λ, z, s, w and τ, which the module's docstring defines. The function takes three arguments:
        the number that all products p·z and s·w shall reach, the second-order correction of the products p·z, and that of s·w.
        """
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
            # iterative refinement, as rounding leaves a residual
            for _ in range(REFINED if not self.is_worst and not len(self.patterns.limits) else 0):
                again = invert((rest - dp / d - g @ (g.T @ dp) - borders.T @ found)[:, None])[:, 0]
                more = self._solve(matrix, self.wanted - self.rows @ (p + dp) - borders @ again)
                dp, found = dp + again - inverted @ more, found + more
            dz = (target - correction) / p - z - z / p * dp
            ds = (target - other) / w - self.s - self.s / w * dw if self.is_worst else dw
            return dp, found[:rows], dz, ds, dw, found[size] if self.is_worst else 0.0

        return solve


def _bend(middle: Array, inverse: Array, upper: tuple[Array, Array]) -> Array:
    """Return the symmetric matrix of the quadratic form Tr(middle·dJ·inverse·dJ) in a symmetric matrix dJ.

    The variables of the form are the entries in the upper triangle of dJ, whose places are `upper`.
    """
    i, j = upper
    found = np.zeros((len(i), len(i)))
    for a, b, c, d in ((i, j, i, j), (j, i, i, j), (i, j, j, i), (j, i, j, i)):
        found += middle[a][:, d] * inverse[b][:, c]
    once = np.where(i == j, 0.5, 1.0)
    found = found * np.outer(once, once)
    return (found + found.T) / 2


def _power_of_two(x: float) -> float:
    """Return the largest power of two not above a positive number; 1 for 0."""
    return math.ldexp(1.0, math.frexp(x)[1] - 1) if x else 1.0


def _root(form: Array) -> Array:
    """Return G with GGᵀ equal to a positive semidefinite matrix; negative eigenvalues from rounding become 0."""
    values, vectors = np.linalg.eigh(form)
    return vectors * np.sqrt(np.maximum(values, 0))


def _room(x: Array, dx: Array) -> float:
    """Return a step, at most 1, along dx that keeps x positive: the fraction STAY_INSIDE of the longest such step."""
    falling = dx < 0
    return min(1.0, STAY_INSIDE * float(np.min(-x[falling] / dx[falling]))) if falling.any() else 1.0
