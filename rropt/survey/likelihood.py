"""The likelihood of a truth behind randomized answers, given covariates: its links, its derivatives, its maximum and its errors.

Person i has the covariates x_i and the weight w_i, was asked by the mechanism P_i and gave the answer a_i. The truth has the
probabilities π(η_i), where η_i = D_i θ are linear predictors of the parameters θ. With J_i = ∂log π/∂η, with the chances
v_ij = P_i[a_i, j]π_ij/q_i[a_i] of the truths of somebody with this answer, q_i = P_i π_i, and with g_i(a) = Σ_j P_i[a, j]π_ij J_ij

    log-likelihood        ℓ = Σ w_i log q_i[a_i]
    score                 s_i = w_i D_iᵀ Σ_j v_ij J_ij
    expected information  Σ w_i D_iᵀ (Σ_a g_i(a) g_i(a)ᵀ/q_i[a]) D_i
    observed information  −Σ w_i D_iᵀ (∂/∂η Σ_j v_ij J_ij) D_i, by complex steps.

A link tells log π, J and D.

**Links.** Multinomial (logit for two truths): π_j = e^{η_j}/Σ e^{η_l}, η_0 = 0, each truth with its own coefficients. Ordinal
(proportional odds): Pr(truth ≤ l) = Λ(c_l − xᵀβ) with cut points c_1 < c_2 < …. Two questions: with an unrelated question of
unknown share, the truth is the pair of both answers, a multinomial one whose log-odds are xᵀβ for yes to the sensitive question
alone, a parameter for yes to the unrelated one alone, and their sum for yes to both.

**The climb** is Fisher's scoring: steps I⁻¹s with the expected information, halved until the likelihood grows; near the end by the
observed information where that is positive definite. Where predictors go on moving though nothing is gained any more, the
likelihood has no maximum: answers separate people, or a share lies at 0 or 1. What moves then has no error.

**Errors** are the roots of the diagonal of the inverse of the expected or the observed information, or of the sandwich A⁻¹MA⁻¹ with
the observed A and M = Σ s_i s_iᵀ (HC0), or for clusters M = Σ_h n_h/(n_h − 1) Σ_c (u_c − ū_h)(u_c − ū_h)ᵀ with the scores u_c
summed over a cluster. Student's t then has the number of clusters less that of strata.

References: Scheers and Dayton (1988); van den Hout, van der Heijden and Gilchrist (2007), The logistic regression model with
response variables subject to randomized response; McCullagh (1980); White (1982); Binder (1983); Osborne (1992), Fisher's method
of scoring; Louis (1982), Finding the observed information matrix when using the EM algorithm; Squire and Trapp (1998), Using
complex variables to estimate derivatives of real functions.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from scipy.special import logit

from rropt.survey.covariates import People
from rropt.survey.laws import CANCELLED, Array, slopes_at

__all__ = [
    "Ascent",
    "Multinomial",
    "ProportionalOdds",
    "Randomized",
    "TwoQuestions",
    "climb",
    "log_logistic",
    "log_sum",
    "spread_of",
]

MOST_STEPS, BLOCK = 500, 1 << 13
TINY, STILL, SETTLED, FAR, RANK, DONE, LEAP, FAINT = 1e-290, 1e-3, 1e-5, 40.0, 1e-10, 1e-25, 4.0, 1e-14
WHOLE, PART = 1e-6, 1e-2  # a share so near to 1 is 1; so small a share of a variance may rest on one cluster


# links


def log_logistic(eta: Array) -> Array:
    """log Λ(η) = −log(1 + e^{−η}), also of complex numbers, without overflow."""
    low = np.where(eta.real < 0, eta, 0.0)
    return np.asarray(low - np.log1p(np.exp(2 * low - eta)))


def log_sum(logs: Array) -> Array:
    """log Σ_j e^{x_j} over the first index, also of complex numbers, without overflow."""
    most = logs.real.max(axis=0)
    return np.asarray(most + np.log(np.exp(logs - most).sum(axis=0)))


@dataclass(frozen=True, slots=True)
class Multinomial:
    """The multinomial logit of k truths, each but the first with its own coefficients."""

    k: int

    def names(self, labels: Sequence[str], columns: Sequence[str]) -> tuple[str, ...]:
        """Name the parameters of truths with these labels and covariates with these columns."""
        return tuple(f"{label}: {x}" if self.k > 2 else x for label in labels[1:] for x in columns)

    def start(self, size: int) -> Array:
        """The parameters at which the climb starts."""
        return np.zeros(size)

    def design(self, x: Array) -> Array:
        """D of people with the covariates x, indexed [predictor, person, parameter]."""
        d, own = self.k - 1, np.einsum("jl,nc->jnlc", np.eye(self.k - 1), x)
        return np.asarray(own.reshape(d, len(x), d * x.shape[1]))

    def logs(self, eta: Array) -> Array:
        """log π, indexed [truth, person], at the predictors η, indexed [predictor, person]."""
        whole = np.vstack([np.zeros((1, eta.shape[1])), eta])
        return np.asarray(whole - log_sum(whole))

    def slopes(self, eta: Array) -> Array:
        """∂log π_j/∂η_l = [j = l] − π_l, indexed [truth, predictor, person]."""
        return np.asarray(np.eye(len(eta) + 1)[:, 1:, None] - np.exp(self.logs(eta))[1:])


class TwoQuestions(Multinomial):
    """A sensitive question with covariates and an unrelated one with a share of its own; the truth is the pair of both answers,
    of which that to the unrelated question varies fastest."""

    __slots__ = ()

    def names(self, labels: Sequence[str], columns: Sequence[str]) -> tuple[str, ...]:
        """Name the parameters: the coefficients of the sensitive question, and the log-odds of the unrelated one."""
        return *columns, "unrelated: Intercept"

    def design(self, x: Array) -> Array:
        """D of people with the covariates x: yes to the unrelated question alone, to the sensitive one alone, to both."""
        sensitive, other = np.pad(x, ((0, 0), (0, 1))), np.eye(x.shape[1] + 1)[-1:].repeat(len(x), axis=0)
        return np.stack([other, sensitive, sensitive + other])


@dataclass(frozen=True, slots=True)
class ProportionalOdds:
    """Proportional odds of k ordered truths: cut points, then coefficients; shares are NaN if cut points are in no order."""

    k: int

    def names(self, labels: Sequence[str], columns: Sequence[str]) -> tuple[str, ...]:
        """Name the parameters: each cut point by the truths that it parts."""
        return *(f"{a} | {b}" for a, b in pairwise(labels)), *columns

    def start(self, size: int) -> Array:
        """The parameters at which the climb starts: those of equal shares."""
        return np.pad(logit(np.arange(1, self.k) / self.k), (0, size - self.k + 1))

    def design(self, x: Array) -> Array:
        """D of people with the covariates x: the own cut point, less what the coefficients add up to."""
        return np.concatenate(
            [np.eye(self.k - 1)[:, None].repeat(len(x), axis=1), np.broadcast_to(-x, (self.k - 1, *x.shape))], axis=2
        )

    def logs(self, eta: Array) -> Array:
        """log π, where Λ(b) − Λ(a) = Λ(b)Λ(−a)(1 − e^{a − b}) loses no digits in the tails."""
        a, b = self._ends(eta)
        # between equal cut points there are no slopes
        inside = np.where(a.real < b.real, -np.expm1(a - b), np.nan)
        return np.asarray(log_logistic(b) + log_logistic(-a) + np.log(inside))

    def slopes(self, eta: Array) -> Array:
        """∂log π/∂η: a truth has Λ(−b) + 1/(e^{b − a} − 1) at its upper end b, and −Λ(a) − 1/(e^{b − a} − 1) at its lower end a."""
        a, b = self._ends(eta)
        rest = -np.exp(a - b) / np.expm1(a - b)
        ends = np.exp(log_logistic(-b)) + rest, -np.exp(log_logistic(a)) - rest
        return np.asarray(sum(x[:, None] * np.eye(self.k, self.k - 1, -i)[:, :, None] for i, x in enumerate(ends)))

    def _ends(self, eta: Array) -> tuple[Array, Array]:
        """Return between which predictors each truth lies; the first and the last have an end that is as good as infinite."""
        far = np.full((1, eta.shape[1]), 1e300)
        return np.vstack([-far, eta]), np.vstack([eta, far])


# likelihood


@dataclass(frozen=True, slots=True, eq=False)
class Randomized:
    """The likelihood of randomized answers of people with the covariates x, summed up over blocks of people."""

    people: People
    x: Array
    link: Any

    def design(self, part: slice) -> Array:
        """Return D of a part of the people, indexed [predictor, person, parameter]."""
        return np.asarray(self.link.design(self.x[part]))

    def logs(self, part: slice, eta: Array) -> Array:
        """Return the logarithm of the chance of all that is known of a part of the people but for their answers, by truth."""
        return np.asarray(self.link.logs(eta))

    def slopes(self, part: slice, eta: Array) -> Array:
        """Return the derivatives of `logs` in the predictors, indexed [truth, predictor, person]."""
        return np.asarray(self.link.slopes(eta))

    def means(self, x: Array, theta: Array) -> Array:
        """Predict the shares of the truths of people with these covariates, indexed [person, truth]."""
        shares = np.exp(self.link.logs(self.link.design(x) @ theta))
        # of pairs of answers to two questions, those with one answer to the first are together
        return np.stack([x.sum(axis=0) for x in np.split(shares, self.link.k)], axis=1)

    def known(self, part: slice, eta: Array) -> tuple[Array, Array]:
        """Return log q_i[a_i] of a part of the people, and the chances v of their truths, indexed [truth, person]."""
        logs = self.people.log_chances[:, part] + self.logs(part, eta)
        whole = log_sum(logs)
        return whole, np.exp(logs - whole)

    def gradient(self, part: slice, eta: Array) -> Array:
        """∂log q_i[a_i]/∂η, indexed [predictor, person]."""
        return np.asarray((self.known(part, eta)[1][:, None] * self.slopes(part, eta)).sum(axis=0))

    def observed(self, part: slice, eta: Array) -> Array:
        """−∂²log q_i[a_i]/∂η², indexed [predictor, predictor, person]."""
        return -slopes_at(partial(self.gradient, part), eta)

    def expected(self, part: slice, eta: Array) -> Array:
        """Σ_a g_i(a) g_i(a)ᵀ/q_i[a], indexed [predictor, predictor, person]."""
        devices, shares = self.people.devices[self.people.answers.group[part]], np.exp(self.link.logs(eta))
        q, g = (
            np.einsum("naj,jn->an", devices, shares),
            np.einsum("naj,jn,jln->aln", devices, shares, self.link.slopes(eta)),
        )
        inverse = np.divide(1.0, q, out=np.zeros_like(q), where=q > TINY)
        return np.asarray(np.einsum("aln,an,amn->lmn", g, inverse, g))

    def blocks(self) -> Iterator[tuple[slice, Array]]:
        """Yield parts of the people, each with its D."""
        for start in range(0, self.people.n, BLOCK):
            part = slice(start, start + BLOCK)
            yield part, self.design(part)

    def value(self, theta: Array) -> float:
        """The log-likelihood."""
        w = self.people.answers.w
        with np.errstate(all="ignore"):
            total = sum(float(w[part] @ self.known(part, design @ theta)[0]) for part, design in self.blocks())
        return total if math.isfinite(total) else -math.inf

    def scores(self, theta: Array) -> Array:
        """The gradients, one row per person."""
        w = self.people.answers.w
        return np.concatenate(
            [np.einsum("ln,lnp->np", w[part] * self.gradient(part, d @ theta), d) for part, d in self.blocks()]
        )

    def information(self, theta: Array, kind: str) -> Array:
        """The expected information, given covariates and devices, or the observed one, for every other kind."""
        w, middle = self.people.answers.w, self.expected if kind == "expected" else self.observed
        found = np.zeros((len(theta), len(theta)))
        for part, design in self.blocks():
            weighted = np.einsum("lmn,mnp->lnp", w[part] * middle(part, design @ theta), design)
            found += np.tensordot(design, weighted, ([0, 1], [0, 1]))
        return np.asarray((found + found.T) / 2)

    def moves(self, step: Array) -> float:
        """The largest change of a linear predictor by a step."""
        return max(float(np.abs(design @ step).max()) for _, design in self.blocks())

    @property
    def reach(self) -> Array:
        """The largest change of a linear predictor by 1 of each parameter."""
        return np.asarray(np.max([np.abs(design).max(axis=(0, 1)) for _, design in self.blocks()], axis=0))


# the climb


@dataclass(frozen=True, slots=True, eq=False)
class Ascent:
    """The end of a climb: the parameters, the log-likelihood, whether it is a maximum, and which parameters run off to infinity."""

    theta: Array
    value: float
    is_found: bool
    runs_off: Array


def climb(target: Any, theta: Array) -> Ascent:
    """Climb to the maximum by Fisher's scoring with halving, by Newton's steps near the end.

    The target is a log-likelihood with the methods of `Randomized`; its expected information need only be positive definite.
    """
    value, reach = target.value(theta), target.reach
    gain, moving, step = math.inf, math.inf, np.zeros(len(theta))
    for _ in range(MOST_STEPS):
        score = target.scores(theta).sum(axis=0)
        for kind in ("observed", "expected") if gain < 1 else ("expected",):
            inverse, lost = invert(target.information(theta, kind))
            # not positive definite, the observed information tells no step uphill
            if not lost.any():
                break
        # no predictor leaps, so that those that run off do so step by step
        step = inverse @ score
        step = step * min(1.0, LEAP / max(target.moves(step), TINY))
        gain, moving = float(score @ step), target.moves(step)
        if gain <= DONE * max(1.0, abs(value)):
            break
        # in doubles the gain of a step so short cannot be seen any more
        is_short = moving < STILL and gain < 1e-10
        for length in 0.5 ** np.arange(34):
            moved = target.value(theta + length * step)
            if math.isfinite(moved) and (is_short or moved >= value + 1e-4 * length * gain):
                break
        else:
            break
        theta, value = theta + length * step, moved
        if gain < 1e-9 and moving > SETTLED and target.moves(theta) > FAR:
            break
    # where shares are 0 or 1, the answers have no information along some direction
    lost = invert(target.information(theta, "expected"), FAINT * target.people.n * reach**2)[1]
    if moving <= SETTLED and not lost.any():
        return Ascent(theta, value, True, lost)
    # what still moves a predictor, or has moved one to where shares are 0 or 1
    still = (reach * np.abs(step) > 1e-3 * moving) & (moving > SETTLED)
    return Ascent(theta, value, False, lost | still | (reach * np.abs(theta) > FAR / 2))


def invert(matrix: Array, least: Any = 0.0) -> tuple[Array, Array]:
    """Return the inverse of an information matrix, and a mask of the parameters about which it has no information.

    Information on a parameter that is at most `least` is rounding, and counts as none.
    """
    diagonal = np.diag(matrix)
    faint, scale = ~(diagonal > least), np.sqrt(np.fmax(diagonal, TINY))
    values, vectors = np.linalg.eigh(np.where(faint | faint[:, None], 0.0, matrix) / np.outer(scale, scale))
    kept = values > RANK
    inverse = (vectors[:, kept] / values[kept]) @ vectors[:, kept].T
    return inverse / np.outer(scale, scale), np.asarray((np.abs(vectors[:, ~kept]) > 1e-6).any(axis=1))


def clusters_behind(scores: Array, clusters: Array) -> tuple[Array, Array]:
    """Return whether one cluster alone tells of each parameter, and on effectively how many clusters it rests.

    Let S have the scores of people as rows, S = QT with columns of Q orthonormal, and Q_g the rows of cluster g. Along β = T⁻¹v no
    other cluster tells iff v = Q_gᵀQ_g v, as 1 = Σ_h |Q_h v|² for |v| = 1. There the scores of g sum to 0 at the maximum, so that
    the sandwich takes the variance to be 0, whatever it is. One cluster tells of parameter c if such β have more than `PART` of its
    variance |T⁻¹_c|², as if people were independent. With the share q_g of this variance in cluster g, c rests on 1/Σ q_g² clusters
    (Satterthwaite, 1946).
    """
    q, t = np.linalg.qr(scores)
    root = np.linalg.pinv(t)
    whole, alone, of_clusters = (root**2).sum(axis=1), np.zeros(len(root)), np.zeros((clusters.max() + 1, len(root)))
    np.add.at(of_clusters, clusters, (q @ root.T) ** 2)
    for g in np.flatnonzero(np.bincount(clusters, (q**2).sum(axis=1)) > 1 - WHOLE):
        values, vectors = np.linalg.eigh(q[clusters == g].T @ q[clusters == g])
        alone += ((root @ vectors[:, values > 1 - WHOLE]) ** 2).sum(axis=1)
    return alone > PART * whole, whole**2 / np.maximum((of_clusters**2).sum(axis=0), TINY)


def spread_of(target: Any, end: Ascent, kind: str, people: People) -> tuple[Array, Array, Array]:
    """Return the covariance matrix of the parameters, and what `clusters_behind` says of them.

    It is NaN for parameters that run off, about which the answers tell nothing, or of which one cluster alone tells, or all the
    same, so that the sandwich is 0 but for rounding.
    """
    theta, off = end.theta, end.runs_off
    with np.errstate(all="ignore"):
        inverse, lost = invert(np.where(off | off[:, None], 0.0, target.information(theta, kind)))
    alone, behind = np.zeros(len(theta), bool), np.full(len(theta), np.inf)
    if kind in ("HC0", "cluster"):
        scores = np.where(lost, 0.0, target.scores(theta))
        if people.freedom is not None:
            alone[~lost], behind[~lost] = clusters_behind(scores[:, ~lost], people.answers.unit)
        independent = inverse @ scores.T @ scores @ inverse
        inverse = inverse @ people.spread(scores) @ inverse
        alone |= np.diag(inverse) < CANCELLED * np.diag(independent)
    gone = lost | alone
    return np.where(gone | gone[:, None], np.nan, inverse), alone, behind
