"""Improve an optimum for contrasts by Newton's method. This is for optima at which the matrix M is singular or nearly so, and for
those that the interior point has not found closely enough.

The vectors v, the matrices J and M, and the basis V are those of `interior_point`. There may be several lists π_a of prevalences.
List a has a weight w_a and a matrix K_a, which holds the contrasts in the basis V. The list gives the pattern s the probability
q_a = sᵀπ_a. Let ℓ be the vector (1, v/q_0) of a pattern. The method looks for three things: the probabilities p of the patterns,
the multipliers λ, and for each list a matrix Z_a, called its image. If J_a has an inverse, Z_a is K_a J_a⁻¹. The equations are

    Z_a J_a = K_a, J_a = Σ p vvᵀ/(q_0 q_a),             for every list of positive weight,
    λᵀℓ = Σ_a w_a ‖Z_a v‖²/(q_0 q_a)                   for every pattern of positive probability,
    Σ p ℓ = (1, 0, …, 0).

If the objective is the worst of the lists, the weights w_a are unknown too. Then there are two more equations: the weights sum to
1, and Tr K_a Z_aᵀ is the same for all lists of positive weight.

The equations are polynomials of degree 3 and contain no inverse. So no digits are lost as J_a becomes singular. If J_a is singular,
Z_a is not unique, and each step is the smallest solution of the linearised equations.

At first, the result of the interior point tells which patterns and lists have positive weight. Later, a pattern or list is dropped
if its weight falls below 0. It is added if its inequality is violated.

A limit is an inequality Σ p·l ≤ b. If it holds with equality, it is one more equation, which adds one entry to ℓ and one multiplier
to λ. The limit is dropped if this multiplier falls below 0, unless it must be used up. It is added if it is exceeded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any, TypeAlias

import numpy as np
from scipy.linalg import lstsq

from rropt.exact.patience import require_time

__all__ = ["Limits", "Polished", "polish"]

Array: TypeAlias = Any
# these numbers hold in units in which the value is 1
CLOSED = 1e-13  # largest residual at which the equations count as solved
FAILS = 1e-12  # an inequality fails if it is violated by more
SINGULAR = (1e-10, 1e-12, 1e-8)  # tried in turn: singular values below this part of the largest count as 0
# tried in turn: a pattern carries weight if its probability exceeds its slack times this. If the interior point stopped early, some
# patterns seem to carry weight and do not; and a small weight that is needed may be far below a slack that is wrong itself
CARRIES = (1.0, 1e3, 1e-7)
NEAR = 1e-10  # if the remaining error is at most this, nothing else is tried
IDLE = 1e-5  # a list with a smaller weight counts as one without weight
MOST_STEPS = 60
MOST_IDLE = 6  # steps in which the error is not halved, before patterns join
MOST_JOINING = 4  # the most patterns that join at once


@dataclass(frozen=True, slots=True)
class Polished:
    """An approximate solution of the equations that the module's docstring states.

    `images` has the matrix Z_a of each list of prevalences, and `weights` has the weight of each list. `multipliers` is λ, in which
    the multipliers of the limits come last. `chances` has the probability of each pattern, and `slacks` has its slack (see
    `_Method.slacks`). `away` is the remaining error.
    """

    images: tuple[Array, ...]
    multipliers: Array
    weights: Array
    chances: Array
    slacks: Array
    away: float


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on the probabilities of the rows (patterns).

    A row of probability p uses the amount p·taken[limit, row] of a limit. All rows together may use at most the amount `most` of
    each limit. `may_fall_short` tells for each limit whether they may use less than that.
    """

    taken: Array
    most: float
    may_fall_short: Array


def polish(
    contrasts: Array,
    vectors: Array,
    chances: Sequence[Array],
    near: Polished,
    *,
    is_worst: bool,
    value: float,
    limits: Limits,
) -> Polished:
    """Improve an optimum that is nearly right.

    Newton's method is run several times, from different choices of rows and of the bound below which singular values count as 0.
    The first result whose remaining error is at most `NEAR` times the value is returned. If there is none, the result of least
    error is returned. Runs that begin with rows whose probabilities are far below their slacks do not take part in this choice.

    `near` is the optimum to be improved, and `value` is its value. `contrasts` has the matrix K_a for each list of prevalences,
    `vectors` has the vector v for each row (pattern), and `chances` has the rows' probabilities q_a for each list. `is_worst` tells
    whether the objective is the worst of the lists; otherwise the weights of the lists are fixed.
    """
    tried = []
    for carries, singular in product(CARRIES, SINGULAR):
        method = _Method(contrasts, vectors, chances, is_worst, singular, limits)
        found = _run(method, near, value, np.flatnonzero(near.chances > carries * near.slacks / value))
        if found.away <= NEAR * value:
            return found
        # below 1, patterns with weights far below their slacks are used, and an error that remains tells nothing
        if carries >= 1:
            tried.append(found)
    return min(tried, key=lambda one: one.away)


def _run(method: _Method, near: Polished, value: float, patterns: Array) -> Polished:
    """Run Newton's method from `near`, beginning with the given patterns, and return its result. It may add and drop patterns.

    During the iterations all numbers are scaled so that the optimal value is about 1. The result is scaled back.
    """
    size = float(np.sqrt(value))
    method.contrasts = method.contrasts / size
    method.images = np.array(near.images) / size
    method.lam, method.w = near.multipliers / value, np.array(near.weights, float)
    method.patterns = patterns
    method.p[method.patterns] = near.chances[method.patterns]
    method.use_limits(near.chances)
    away = method.run()
    return Polished(
        images=tuple(method.images * size),
        multipliers=method.lam * value,
        weights=method.w,
        chances=np.maximum(method.p, 0),
        slacks=method.slacks() * value,
        away=away * value,
    )


class _Method:
    """The state of one run of Newton's method.

    The unknowns are the probabilities of the rows in `patterns`, the multipliers λ of the equations for these probabilities, and
    for each list of prevalences in `lists` a matrix and a weight. `images` has these matrices, which the module's docstring calls
    Z_a.
    """

    def __init__(
        self,
        contrasts: Array,
        vectors: Array,
        chances: Sequence[Array],
        is_worst: bool,
        singular: float,
        limits: Limits,
    ) -> None:
        first = chances[0]
        self.contrasts, self.is_worst, self.singular = contrasts, is_worst, singular
        self.rows = [vectors / np.sqrt(first * q)[:, None] for q in chances]
        self.limits = limits
        self.level = np.column_stack([np.ones(len(first)), vectors / first[:, None], limits.taken.T])
        self.wanted = np.zeros(self.level.shape[1])
        self.wanted[0], self.base = 1.0, self.level.shape[1] - len(limits.taken)
        self.wanted[self.base :] = limits.most
        # the entries of ℓ that have an equation
        self.used = np.arange(self.base)
        self.images, self.w = np.zeros(contrasts.shape), np.zeros(len(chances))
        self.lam, self.p = np.zeros(self.level.shape[1]), np.zeros(len(first))
        self.patterns, self.lists = np.arange(len(first)), list(range(len(chances)))
        # by how much a list of no weight was worse than those of weight when this was last looked at
        self.worse = 0.0

    def use_limits(self, chances: Array) -> None:
        """Choose the limits that count as equations. A limit counts if it must be used up, or if its multiplier exceeds the amount
        of it that the rows leave unused. `chances` are the rows' probabilities."""
        left, price = self.limits.most - self.limits.taken @ chances, self.lam[self.base :]
        self._choose_limits((price > left) | ~self.limits.may_fall_short)

    def _choose_limits(self, chosen: Array) -> None:
        self.used = np.concatenate([np.arange(self.base), self.base + np.flatnonzero(chosen)])
        self.lam[self.base :] = np.where(chosen, self.lam[self.base :], 0)

    def _change_limits(self) -> bool:
        """Drop the limits whose multipliers are negative, and add the limits that are exceeded.

        A limit that must be used up is not dropped. Return whether the set of limits in use has changed.
        """
        before = np.isin(np.arange(self.base, len(self.lam)), self.used)
        kept = before & ((self.lam[self.base :] >= -FAILS) | ~self.limits.may_fall_short)
        chosen = kept | (self._excess() > FAILS)
        self._choose_limits(chosen)
        return bool((chosen != before).any())

    def _excess(self) -> Array:
        return self.limits.taken @ np.maximum(self.p, 0) - self.limits.most

    def slacks(self) -> Array:
        """Return, for every pattern, the slack λᵀℓ − Σ_a w_a ‖Z_a v‖²/(q_0 q_a). At the optimum it is not below 0. The module's
        docstring defines the symbols.
        """
        taken = sum(
            w * ((v @ z.T) ** 2).sum(axis=1) for w, v, z in zip(self.w, self.rows, self.images, strict=True) if w
        )
        return self.level @ self.lam - taken

    def run(self) -> float:
        """Take Newton's steps until equations and inequalities hold, or for `MOST_STEPS` steps; return the remaining error."""
        if self.is_worst:
            self._drop(self.w < IDLE)
        away = lowest = np.inf
        idle = 0  # steps since the error was last halved
        for _ in range(MOST_STEPS):
            require_time()
            jacobian, residual = self._equations()
            away = float(np.abs(residual).max())
            lowest, idle = (away, 0) if away < lowest / 2 else (lowest, idle + 1)
            # too few patterns cannot solve Σ p ℓ = (1, 0, …, 0): then the error stays, and those whose inequality fails join;
            # if none carried weight, there was no optimum to improve
            if away > CLOSED and idle > MOST_IDLE and len(self.patterns) and self._join_patterns():
                lowest, idle = np.inf, 0
            elif away > CLOSED:
                self._step(lstsq(jacobian, residual, cond=self.singular, lapack_driver="gelsy")[0])
            elif not (self._join_lists() or self._join_patterns() or self._change_limits()):
                break
        beyond = float(max([0.0, *self._excess(), *-self.lam[self.base :][self.limits.may_fall_short]]))
        return max(away, -float(self.slacks().min()), beyond, self.worse)

    def _step(self, found: Array) -> None:
        """Subtract a Newton step from the unknowns, and drop the rows whose probabilities become negative.

        `found` has the step. It lists the changes of the matrices `images`, then of the multipliers, of the rows' probabilities,
        and of the weights of the lists of prevalences. If the weight of a list would become negative, only drop that list, scale
        the other weights to the sum 1, and leave the other unknowns as they are.
        """
        count, many = len(self.lists), len(self.patterns)
        images, lam, p, w = np.split(found, np.cumsum([count * self.contrasts[0].size, len(self.used), many]))
        falls = np.zeros(len(self.w), bool)
        falls[self.lists] = self.w[self.lists] - w < 0
        if self.is_worst and falls.any():
            self._drop(falls)
            return
        self.images[self.lists] -= images.reshape(count, *self.contrasts[0].shape)
        self.lam[self.used] -= lam
        self.p[self.patterns] -= p
        self.w[self.lists] -= w
        gone = self.patterns[self.p[self.patterns] < -FAILS]
        self.p[gone] = 0
        self.patterns = np.setdiff1d(self.patterns, gone)

    def _drop(self, gone: Array) -> None:
        """Set the weight of the lists of prevalences marked in `gone` to 0, and leave these lists out of the equations.

        The list with the largest weight is not dropped. The weights that are left are scaled to the sum 1. This is done only if the
        objective is the worst of the lists, because the weights of a mean are fixed.
        """
        self.w = np.where(gone & (self.w < self.w.max()), 0, self.w)
        self.w = self.w / self.w.sum()
        self.lists = [a for a in self.lists if self.w[a] > 0]

    def _join_lists(self) -> bool:
        """Add every list of prevalences that is not in use and has a larger value than the lists in use; return whether any was
        added.

        The value of a list is Tr K_a Z_aᵀ, where Z_a is computed anew. The value of the lists in use is λ_0 plus `most` times the
        multipliers of the limits. The module's docstring defines the symbols.
        """
        joining, self.worse, value = [], 0.0, float(self.lam @ self.wanted)
        for a in sorted(set(range(len(self.w))) - set(self.lists)):
            j = (self.rows[a].T * self.p) @ self.rows[a]
            self.images[a] = lstsq(j, self.contrasts[a].T, cond=self.singular)[0].T
            worse = float((self.contrasts[a] * self.images[a]).sum()) - value
            self.worse = max(self.worse, worse)
            if worse > FAILS:
                joining.append(a)
        self.lists = sorted([*self.lists, *joining])
        return bool(joining)

    def _join_patterns(self) -> bool:
        """Add at most MOST_JOINING patterns, those whose slack is furthest below 0; return whether any were added."""
        slacks = self.slacks()
        failing = np.setdiff1d(np.flatnonzero(slacks < -FAILS), self.patterns)
        joining = failing[np.argsort(slacks[failing])][:MOST_JOINING]
        self.patterns = np.union1d(self.patterns, joining)
        return bool(len(joining))

    def _equations(self) -> tuple[Array, Array]:
        """Compute the Jacobian matrix and the residuals of the equations in the module's docstring.

        The objective may be the worst over several lists of prevalences. Only then are the weights of the lists unknowns; otherwise
        they stay fixed.
        """
        (r, d), kept, p = self.contrasts[0].shape, self.patterns, self.p[self.patterns]
        levels, used = self.level[np.ix_(kept, self.used)], self.used
        ends = np.cumsum([len(self.lists) * r * d, len(used), len(kept), len(self.lists)])
        lam, chances, weights = (slice(a, b) for a, b in pairwise(ends))
        jacobian, residual = np.zeros((ends[-1], ends[-1])), np.zeros(ends[-1])
        # equations and unknowns have the same order: Z_a J_a = K_a at Z, Σ p ℓ at λ, the patterns' at p, the lists' at w
        jacobian[lam, chances], residual[lam] = levels.T, levels.T @ p - self.wanted[used]
        jacobian[chances, lam], residual[chances] = levels, levels @ self.lam[used]
        for n, a in enumerate(self.lists):
            own, rows, z = slice(n * r * d, (n + 1) * r * d), self.rows[a][kept], self.images[a]
            image, j = rows @ z.T, (rows.T * p) @ rows
            crossed = (image[:, :, None] * rows[:, None, :]).reshape(len(kept), r * d)
            taken = (image**2).sum(axis=1)
            jacobian[own, own], residual[own] = np.kron(np.eye(r), j), (z @ j - self.contrasts[a]).ravel()
            jacobian[own, chances] = crossed.T
            jacobian[chances, own] = -2 * self.w[a] * crossed
            jacobian[chances, weights.start + n] = -taken
            residual[chances] -= self.w[a] * taken
        if not self.is_worst:
            jacobian[weights, weights] = np.eye(len(self.lists))
            return jacobian, residual
        values = [float((self.contrasts[a] * self.images[a]).sum()) for a in self.lists]
        jacobian[weights.start, weights], residual[weights.start] = 1, self.w[self.lists].sum() - 1
        for n in range(1, len(self.lists)):
            at = weights.start + n
            jacobian[at, n * r * d : (n + 1) * r * d] = self.contrasts[self.lists[n]].ravel()
            jacobian[at, : r * d] = -self.contrasts[self.lists[0]].ravel()
            residual[at] = values[n] - values[0]
        return jacobian, residual
