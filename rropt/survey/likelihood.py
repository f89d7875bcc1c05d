"""The likelihood of a truth behind randomized answers, given covariates: its links, its derivatives, its maximum and its errors.

Person i has the covariates x_i and the weight w_i, was asked by the mechanism P_i and gave the answer a_i. The truth has the
probabilities π(η_i), where η_i = D_i θ are linear predictors of the parameters θ. With J_i = ∂log π/∂η, with the chances
v_ij = P_i[a_i, j]π_ij/q_i[a_i] of the truths of somebody with this answer, q_i = P_i π_i, and with g_i(a) = Σ_j P_i[a, j]π_ij J_ij

    log-likelihood        ℓ = Σ w_i log q_i[a_i]
    score                 s_i = w_i D_iᵀ Σ_j v_ij J_ij
    expected information  Σ w_i D_iᵀ (Σ_a g_i(a) g_i(a)ᵀ/q_i[a]) D_i
    observed information  −Σ w_i D_iᵀ (∂/∂η Σ_j v_ij J_ij) D_i.

**Links.** Multinomial (logit for two truths): π_j = e^{η_j}/Σ e^{η_l}, η_0 = 0, each truth with its own coefficients. Ordinal
(proportional odds): Pr(truth ≤ l) = Λ(c_l − xᵀβ) with cut points c_1 < c_2 < …. Two questions: with an unrelated question of
unknown share, the log-odds of yes to the sensitive one are xᵀβ, those of yes to the unrelated one a parameter; a device that
asks the sensitive one with probability p has the rows (p, 0, 1 − p, 0) and (0, p, 0, 1 − p) over no and yes to either question.

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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from rropt.survey.covariates import People
from rropt.survey.laws import Array

__all__ = [
    "Ascent",
    "Multinomial",
    "Predictor",
    "ProportionalOdds",
    "Randomized",
    "TwoQuestions",
    "climb",
    "invert",
    "log_logistic",
    "predict",
    "slopes_at",
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


def slopes_at(function: Callable[[Array], Array], at: Array) -> Array:
    """Return the derivatives of a function in each entry of the first index of `at`; they have one more, first index.

    They are the imaginary parts of f(x + ih), divided by an h so small that no digit is lost.
    """
    steps = 1e-30j * np.eye(len(at)).reshape(len(at), len(at), *[1] * (at.ndim - 1))
    return np.stack([function(at + step).imag / 1e-30 for step in steps])


class Predictor(NamedTuple):
    """A linear predictor η_l = X_l θ[places] of all people: its columns X_l, and the places of their parameters in θ."""

    columns: Array
    places: Array


def predict(design: Sequence[Predictor], theta: Array) -> Array:
    """Return the predictors η, indexed [predictor, person]."""
    return np.stack([columns @ theta[places] for columns, places in design])


@dataclass(frozen=True, slots=True)
class Multinomial:
    """The multinomial logit of d + 1 truths, each but the first with its own coefficients."""

    d: int

    def logs(self, eta: Array) -> Array:
        """log π, indexed [truth, person]."""
        whole = np.vstack([np.zeros((1, eta.shape[1])), eta])
        return whole - log_sum(whole)

    def slopes(self, eta: Array) -> Array:
        """∂log π_j/∂η_l = [j = l] − π_l, indexed [j, l, person]."""
        return np.asarray(np.eye(self.d + 1)[:, 1:, None] - np.exp(self.logs(eta))[1:])

    def design(self, x: Array) -> list[Predictor]:
        """The predictors of people with the covariates x."""
        return [Predictor(x, j * x.shape[1] + np.arange(x.shape[1])) for j in range(self.d)]


@dataclass(frozen=True, slots=True)
class ProportionalOdds:
    """Proportional odds of d + 1 ordered truths: cut points, then coefficients; shares are NaN if cut points are in no order."""

    d: int

    def logs(self, eta: Array) -> Array:
        """log π, where Λ(b) − Λ(a) = Λ(b)Λ(−a)(1 − e^{a − b}) loses no digits in the tails."""
        a, b = self._ends(eta)
        # between equal cut points there are no slopes
        return np.asarray(
            log_logistic(b) + log_logistic(-a) + np.log(np.where(a.real < b.real, -np.expm1(a - b), np.nan))
        )

    def slopes(self, eta: Array) -> Array:
        """∂log π/∂η: a truth has Λ(−b) + 1/(e^{b − a} − 1) at its upper end b, and −Λ(a) − 1/(e^{b − a} − 1) at its lower end a."""
        a, b = self._ends(eta)
        rest = -np.exp(a - b) / np.expm1(a - b)
        upper, lower = np.exp(log_logistic(-b)) + rest, -np.exp(log_logistic(a)) - rest
        own, last = (np.eye(self.d + 1, self.d, -back)[:, :, None] for back in (0, 1))
        return np.asarray(upper[:, None] * own + lower[:, None] * last)

    def _ends(self, eta: Array) -> tuple[Array, Array]:
        """Return between which predictors each truth lies; the first and the last have an end that is as good as infinite."""
        far = np.full((1, eta.shape[1]), 1e300)
        return np.vstack([-far, eta]), np.vstack([eta, far])

    def design(self, x: Array) -> list[Predictor]:
        """The predictors of people with the covariates x: the own cut point, less what the coefficients add up to."""
        line, shared = np.column_stack([np.ones(len(x)), -x]), self.d + np.arange(x.shape[1])
        return [Predictor(line, np.append(j, shared)) for j in range(self.d)]


class TwoQuestions:
    """A sensitive question with covariates and an unrelated one with a share of its own: no and yes to each."""

    __slots__ = ()
    d = 2
    signs = np.array([[-1.0, 0.0], [1.0, 0.0], [0.0, -1.0], [0.0, 1.0]])

    def logs(self, eta: Array) -> Array:
        """log π of no and yes to the sensitive question, then to the unrelated one."""
        return log_logistic(self.signs @ eta)

    def slopes(self, eta: Array) -> Array:
        """∂log Λ(±η)/∂η = ±Λ(∓η)."""
        signs = self.signs[:, :, None]
        return np.asarray(signs * np.exp(log_logistic(-signs * eta)))

    def design(self, x: Array) -> list[Predictor]:
        """The predictors of people with the covariates x: of the unrelated question a parameter alone."""
        return [Predictor(x, np.arange(x.shape[1])), Predictor(np.ones((len(x), 1)), np.array([x.shape[1]]))]


# likelihood


@dataclass(frozen=True, slots=True, eq=False)
class Randomized:
    """The likelihood of randomized answers, summed up over blocks of people.

    To the linear predictors by `design` `offset[predictor, person]` is added, if there is one.
    """

    people: People
    design: Sequence[Predictor]
    link: Any
    offset: Array | None = None

    def predictors(self, theta: Array, part: slice = slice(None)) -> Array:
        """Return η of a part of the people, indexed [predictor, person]."""
        found = predict([Predictor(x[part], places) for x, places in self.design], theta)
        return found if self.offset is None else found + self.offset[:, part]

    def _blocks(self, theta: Array) -> Iterator[tuple[slice, Array]]:
        """Yield blocks of people with their predictors."""
        for start in range(0, self.people.n, BLOCK):
            part = slice(start, start + BLOCK)
            yield part, self.predictors(theta, part)

    def known(self, part: slice, eta: Array) -> tuple[Array, Array]:
        """Return log q_i[a_i] of a part of the people, and the chances v of their truths, indexed [truth, person]."""
        with np.errstate(divide="ignore"):
            logs = np.log(self.people.chances[:, part]) + self.link.logs(eta)
        whole = log_sum(logs)
        return whole, np.exp(logs - whole)

    def _slope(self, part: slice, eta: Array) -> Array:
        """∂log q_i[a_i]/∂η, indexed [predictor, person]."""
        return np.asarray((self.known(part, eta)[1][:, None] * self.link.slopes(eta)).sum(axis=0))

    def value(self, theta: Array) -> float:
        """The log-likelihood."""
        weights = self.people.answers.w
        with np.errstate(all="ignore"):
            total = sum(float(weights[part] @ self.known(part, eta)[0]) for part, eta in self._blocks(theta))
        return total if math.isfinite(total) else -math.inf

    def scores(self, theta: Array) -> Array:
        """The gradients, one row per person."""
        found = np.zeros((self.people.n, len(theta)))
        for part, eta in self._blocks(theta):
            slopes = self.people.answers.w[part] * self._slope(part, eta)
            for (x, places), slope in zip(self.design, slopes, strict=True):
                found[part, places] += slope[:, None] * x[part]
        return found

    def information(self, theta: Array, kind: str) -> Array:
        """The expected information, given covariates and devices, or the observed one, for every other kind.

        It is Σ w_i D_iᵀ M_i D_i with the matrices M[predictor, predictor, person] of each block of people.
        """
        found, middle = np.zeros((len(theta),) * 2), self._expected if kind == "expected" else self._observed
        for part, eta in self._blocks(theta):
            weighted = self.people.answers.w[part] * middle(part, eta)
            for (x, rows), of_row in zip(self.design, weighted, strict=True):
                for (y, columns), own in zip(self.design, of_row, strict=True):
                    found[np.ix_(rows, columns)] += x[part].T @ (own[:, None] * y[part])
        return np.asarray((found + found.T) / 2)

    def _observed(self, part: slice, eta: Array) -> Array:
        """−∂² log q_i[a_i]/∂η²."""
        return -slopes_at(partial(self._slope, part), eta)

    def _expected(self, part: slice, eta: Array) -> Array:
        """Σ_a g_i(a) g_i(a)ᵀ/q_i[a]."""
        shares, samples = np.exp(self.link.logs(eta)), self.people.samples[part]
        slopes, found = shares[:, None] * self.link.slopes(eta), np.zeros((len(eta), *eta.shape))
        for device, matrix in enumerate(self.people.matrices):
            mine = samples == device
            law, g = matrix @ shares[:, mine], np.tensordot(matrix, slopes[:, :, mine], 1)
            inverse = np.divide(1.0, law, out=np.zeros_like(law), where=law > TINY)
            found[:, :, mine] = np.einsum("aln,an,amn->lmn", g, inverse, g)
        return found

    def moves(self, step: Array) -> float:
        """The largest change of a linear predictor by a step."""
        return float(np.abs(predict(self.design, step)).max())

    @property
    def reach(self) -> Array:
        """The largest change of a linear predictor by 1 of each parameter."""
        found = np.zeros(1 + max(places.max() for _, places in self.design))
        for x, places in self.design:
            found[places] = np.maximum(found[places], np.abs(x).max(axis=0))
        return found


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
    decrement, moving, step = math.inf, math.inf, np.zeros(len(theta))
    for _ in range(MOST_STEPS):
        score = target.scores(theta).sum(axis=0)
        step = _step(target, theta, score, near_end=decrement < 1)
        # no predictor leaps, so that those that run off do so step by step
        moving = target.moves(step)
        part = min(1.0, LEAP / max(moving, TINY))
        step, moving = step * part, moving * part
        decrement, length = float(score @ step), 1.0
        if decrement <= DONE * max(1.0, abs(value)):
            break
        moved = target.value(theta + step)
        # in doubles the gain of a step so short cannot be seen any more
        is_short = moving < STILL and decrement < 1e-10
        while length > 1e-10 and not (
            math.isfinite(moved) and (is_short or moved >= value + 1e-4 * length * decrement)
        ):
            length /= 2
            moved = target.value(theta + length * step)
        if length <= 1e-10:
            break
        theta, value = theta + length * step, moved
        if decrement < 1e-9 and moving > SETTLED and target.moves(theta) > FAR:
            break
    # where shares are 0 or 1, the answers have no information along some direction
    lost = invert(target.information(theta, "expected"), FAINT * target.people.n * reach**2)[1]
    if moving <= SETTLED and not lost.any():
        return Ascent(theta, value, True, lost)
    # what still moves a predictor, or has moved one to where shares are 0 or 1
    still = (reach * np.abs(step) > 1e-3 * moving) & (moving > SETTLED)
    return Ascent(theta, value, False, lost | still | (reach * np.abs(theta) > FAR / 2))


def _step(target: Any, theta: Array, score: Array, *, near_end: bool) -> Array:
    """Return a step uphill: by the observed information near the end if it is positive definite, else by the expected one."""
    if near_end:
        inverse, lost = invert(target.information(theta, "observed"))
        if not lost.any():
            return np.asarray(inverse @ score)
    return np.asarray(invert(target.information(theta, "expected"))[0] @ score)


def invert(matrix: Array, least: Any = 0.0) -> tuple[Array, Array]:
    """Return the inverse of an information matrix, and a mask of the parameters about which it has no information.

    Information on a parameter that is at most `least` is rounding, and counts as none.
    """
    diagonal = np.diag(matrix)
    faint, scale = diagonal <= least, np.sqrt(np.maximum(diagonal, TINY))
    values, vectors = np.linalg.eigh(np.where(faint | faint[:, None], 0.0, matrix) / np.outer(scale, scale))
    kept = values > RANK
    inverse = (vectors[:, kept] / values[kept]) @ vectors[:, kept].T
    lost = np.asarray((np.abs(vectors[:, ~kept]) > 1e-6).any(axis=1))
    return inverse / np.outer(scale, scale), lost


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

    It is NaN for parameters that run off, about which the answers tell nothing, or of which one cluster alone tells.
    """
    theta, off = end.theta, end.runs_off
    with np.errstate(all="ignore"):
        inverse, lost = invert(np.where(off | off[:, None], 0.0, target.information(theta, kind)))
    alone, behind = np.zeros(len(theta), bool), np.full(len(theta), np.inf)
    if kind in ("HC0", "cluster"):
        scores = np.where(lost, 0.0, target.scores(theta))
        if people.freedom is not None:
            alone[~lost], behind[~lost] = clusters_behind(scores[:, ~lost], people.answers.unit)
        inverse = inverse @ people.spread(scores) @ inverse
    gone = lost | alone
    return np.where(gone | gone[:, None], np.nan, inverse), alone, behind
