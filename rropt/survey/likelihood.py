"""The likelihood of a truth behind randomized answers, given covariates: its links, its derivatives, its maximum and its errors.

Person i has the covariates x_i and the weight w_i, was asked by the mechanism P_i and gave the answer a_i. The truth has the
probabilities π(η_i), where η_i = D_i θ are linear predictors of the parameters θ. With q_i = P_i π and B_i = ∂π/∂η, an answer a has
the derivative g_i(a) = P_i[a, ·]B_i in η. Then

    log-likelihood        ℓ = Σ w_i log q_i[a_i]
    score                 s_i = w_i D_iᵀ g_i(a_i)ᵀ/q_i[a_i]
    expected information  Σ w_i D_iᵀ (Σ_a g_i(a)ᵀ g_i(a)/q_i[a]) D_i
    observed information  −Σ w_i D_iᵀ (∂/∂η g_i(a_i)/q_i[a_i]) D_i.

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
of scoring; Squire and Trapp (1998), Using complex variables to estimate derivatives of real functions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from rropt.survey.covariates import People
from rropt.survey.laws import Array

__all__ = [
    "Ascent",
    "Block",
    "Multinomial",
    "ProportionalOdds",
    "Randomized",
    "TwoQuestions",
    "climb",
    "invert",
    "logistic",
    "slopes_at",
    "spread_of",
]

MOST_STEPS, BLOCK = 500, 1 << 13
TINY, STILL, SETTLED, FAR, RANK, DONE, LEAP, FAINT = 1e-290, 1e-3, 1e-5, 40.0, 1e-10, 1e-25, 4.0, 1e-14
WHOLE, PART = 1e-6, 1e-2  # a share so near to 1 is 1; so small a share of a variance may rest on one cluster


# links


def logistic(eta: Array) -> Array:
    """Λ(η) = 1/(1 + e^{−η}), also of complex numbers, without overflow and with all digits in the tails."""
    power = np.exp(np.where(eta.real < 0, eta, -eta))
    return np.asarray(np.where(eta.real < 0, power, 1.0) / (1 + power))


def slopes_at(function: Callable[[Array], Array], at: Array) -> Array:
    """Return the derivatives of each number of a function in the last index of `at`, along one more, last index.

    They are the imaginary parts of f(x + ih), divided by an h so small that no digit is lost.
    """
    steps = 1e-30j * np.eye(at.shape[-1])
    return np.stack([function(at + step).imag / 1e-30 for step in steps], axis=-1)


@dataclass(frozen=True, slots=True)
class Multinomial:
    """The multinomial logit of k truths, each but the first with its own coefficients; it has d = k − 1 predictors."""

    d: int

    def shares(self, eta: Array) -> Array:
        """The shares, one row per person."""
        # a row for each truth, as numpy adds up long rows faster
        whole = np.vstack([np.zeros((1, len(eta))), eta.T])
        powers = np.exp(whole - whole.real.max(axis=0))
        return np.ascontiguousarray((powers / powers.sum(axis=0)).T)

    def slopes(self, eta: Array) -> Array:
        """∂π_j/∂η_l = π_j([j = l] − π_l), indexed [person, j, l]."""
        pi = self.shares(eta)
        return np.asarray(pi[:, :, None] * (np.eye(self.d + 1)[None, :, 1:] - pi[:, None, 1:]))

    def design(self, x: Array) -> Array:
        """∂η/∂θ, indexed [person, predictor, parameter]."""
        n, p = x.shape
        return np.asarray(np.einsum("lm,np->nlmp", np.eye(self.d), x).reshape(n, self.d, self.d * p))


class Logits:
    """Links whose shares are sums and differences of Λ(η_l): as the predictor η_l rises, its density is added to the truths j with
    signs[j, l] = 1, and taken from those with −1."""

    __slots__ = ()
    signs: Array

    def slopes(self, eta: Array) -> Array:
        """∂π/∂η, indexed [person, truth, predictor]."""
        return np.asarray((logistic(eta) * logistic(-eta))[:, None, :] * self.signs)


@dataclass(frozen=True, slots=True)
class ProportionalOdds(Logits):
    """Proportional odds of d + 1 ordered truths: cut points, then coefficients; shares are NaN if cut points are in no order."""

    d: int

    @property
    def signs(self) -> Array:  # type: ignore[override]
        """A predictor raises its truth and lowers the next."""
        return np.eye(self.d + 1, self.d) - np.eye(self.d + 1, self.d, -1)

    def shares(self, eta: Array) -> Array:
        """The shares; Λ(b) − Λ(a) = Λ(b)Λ(−a)(1 − e^{a − b}) loses no digits in the tails."""
        with np.errstate(over="ignore", invalid="ignore"):
            between = logistic(eta[:, 1:]) * logistic(-eta[:, :-1]) * -np.expm1(eta[:, :-1] - eta[:, 1:])
        found = np.hstack([logistic(eta[:, :1]), between, logistic(-eta[:, -1:])])
        return np.where((between.real >= 0).all(axis=1, keepdims=True), found, np.nan)

    def design(self, x: Array) -> Array:
        """∂η/∂θ: 1 for the own cut point, −x for the coefficients."""
        cuts = np.broadcast_to(np.eye(self.d), (len(x), self.d, self.d))
        return np.concatenate([cuts, np.repeat(-x[:, None, :], self.d, axis=1)], axis=2)


class TwoQuestions(Logits):
    """A sensitive question with covariates and an unrelated one with a share of its own: shares of no and yes to each."""

    __slots__ = ()
    d = 2
    signs = np.array([[-1.0, 0.0], [1.0, 0.0], [0.0, -1.0], [0.0, 1.0]])

    def shares(self, eta: Array) -> Array:
        """No and yes to the sensitive question, then to the unrelated one."""
        return np.stack([logistic(-eta), logistic(eta)], axis=2).reshape(len(eta), 4)

    def design(self, x: Array) -> Array:
        """∂η/∂θ: the covariates, then 1 for the unrelated question."""
        n, p = x.shape
        found = np.zeros((n, 2, p + 1))
        found[:, 0, :p], found[:, 1, p] = x, 1.0
        return found


# likelihood


class Block(NamedTuple):
    """Some people: their design D, predictors η, chances P_i[a_i, ·] of the answer by truth, devices and weights."""

    design: Array
    eta: Array
    chances: Array
    samples: Array
    weights: Array


@dataclass(frozen=True, slots=True, eq=False)
class Randomized:
    """The likelihood of randomized answers of people with covariates x, in blocks of people.

    The linear predictors of person i are D_i θ, plus `offset[i]` if there is one.
    """

    x: Array
    answers: Array
    samples: Array
    matrices: tuple[Array, ...]
    weights: Array
    link: Any
    offset: Array | None = None

    def _blocks(self, theta: Array) -> Iterator[Block]:
        """Yield what the derivatives of each block of people are made of."""
        for start in range(0, len(self.x), BLOCK):
            part = slice(start, start + BLOCK)
            samples, answers, design = self.samples[part], self.answers[part], self.link.design(self.x[part])
            eta = design @ theta + (0.0 if self.offset is None else self.offset[part])
            chances = np.empty((len(samples), self.matrices[0].shape[1]))
            for g, matrix in enumerate(self.matrices):
                mine = samples == g
                chances[mine] = matrix[answers[mine]]
            yield Block(design, eta, chances, samples, self.weights[part])

    def _known(self, chances: Array, eta: Array) -> tuple[Array, Any]:
        """Return the chances of what is known of people by truth, up to a factor for each person, and its logarithm; to be
        overridden if more than the answer, which has these `chances`, is known."""
        return chances, 0.0

    def _law(self, chances: Array, eta: Array) -> tuple[Array, Array]:
        """Return v = P_i[a_i, ·]/q_i[a_i] and log q_i[a_i]."""
        known, logs = self._known(chances, eta)
        law = np.einsum("nj,nj->n", known, self.link.shares(eta))
        return known / law[:, None], np.log(law) + logs

    def _slope(self, chances: Array, eta: Array) -> Array:
        """∂ log q_i[a_i]/∂η, indexed [person, predictor]."""
        return np.asarray(np.einsum("nj,njl->nl", self._law(chances, eta)[0], self.link.slopes(eta)))

    def value(self, theta: Array) -> float:
        """The log-likelihood."""
        with np.errstate(all="ignore"):
            total = sum(float(b.weights @ self._law(b.chances, b.eta)[1]) for b in self._blocks(theta))
        return total if math.isfinite(total) else -math.inf

    def scores(self, theta: Array) -> Array:
        """The gradients, one row per person."""
        slopes = ((b, b.weights[:, None] * self._slope(b.chances, b.eta)) for b in self._blocks(theta))
        return np.concatenate([np.einsum("nl,nlp->np", slope, b.design) for b, slope in slopes])

    def expected(self, theta: Array) -> Array:
        """The expected information, given covariates and devices."""
        return self._sum(theta, self._expected)

    def observed(self, theta: Array) -> Array:
        """Minus the second derivative of the log-likelihood."""
        return self._sum(theta, self._observed)

    def _sum(self, theta: Array, middle: Callable[[Block], Array]) -> Array:
        """Return Σ w_i D_iᵀ M_i D_i with the matrices M of each block of people."""
        found = np.zeros((len(theta),) * 2)
        for b in self._blocks(theta):
            right = np.einsum("nlm,nmp->nlp", b.weights[:, None, None] * middle(b), b.design)
            found += np.tensordot(b.design, right, axes=([0, 1], [0, 1]))
        return np.asarray((found + found.T) / 2)

    def _expected(self, b: Block) -> Array:
        shares, slopes = self.link.shares(b.eta), self.link.slopes(b.eta)
        found = np.zeros((*b.eta.shape, b.eta.shape[1]))
        for g, matrix in enumerate(self.matrices):
            mine = b.samples == g
            law, slope = shares[mine] @ matrix.T, np.einsum("aj,njl->nal", matrix, slopes[mine])
            inverse = np.divide(1.0, law, out=np.zeros_like(law), where=law > TINY)
            found[mine] = np.einsum("nal,na,nam->nlm", slope, inverse, slope)
        return found

    def _observed(self, b: Block) -> Array:
        """−∂² log q_i[a_i]/∂η², from the slopes."""
        return -slopes_at(partial(self._slope, b.chances), b.eta)

    def _designs(self) -> Iterator[Array]:
        return (self.link.design(self.x[start : start + BLOCK]) for start in range(0, len(self.x), BLOCK))

    def moves(self, step: Array) -> float:
        """The largest change of a linear predictor by a step."""
        return max(float(np.abs(design @ step).max()) for design in self._designs())

    @property
    def reach(self) -> Array:
        """The largest change of a linear predictor by 1 of each parameter."""
        return np.asarray(np.max([np.abs(design).max(axis=(0, 1)) for design in self._designs()], axis=0))


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
        step = _step(target, theta, score, near_end=decrement < 1e-2)
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
        while length > 1e-10 and not is_short and not moved >= value + 1e-4 * length * decrement:
            length /= 2
            moved = target.value(theta + length * step)
        if length <= 1e-10:
            break
        theta, value = theta + length * step, moved
        if decrement < 1e-9 and moving > SETTLED and target.moves(theta) > FAR:
            break
    # where shares are 0 or 1, the answers have no information along some direction
    information = target.expected(theta)
    lost = invert(information)[1] | (np.diag(information) <= FAINT * len(target.x) * reach**2)
    if moving <= SETTLED and not lost.any():
        return Ascent(theta, value, True, lost)
    # what still moves a predictor, or has moved one to where shares are 0 or 1
    still = (reach * np.abs(step) > 1e-3 * moving) & (moving > SETTLED)
    return Ascent(theta, value, False, lost | still | (reach * np.abs(theta) > FAR / 2))


def _step(target: Any, theta: Array, score: Array, *, near_end: bool) -> Array:
    """Return a step uphill: by the observed information near the end if it is positive definite, else by the expected one."""
    for is_last in (False, True)[not near_end :]:
        scale, values, vectors = _scaled(target.expected(theta) if is_last else target.observed(theta))
        if values[0] > RANK or is_last:
            break
    inverse = np.where(values > 1e-14, 1 / np.maximum(values, 1e-14), 0.0)
    return np.asarray(vectors @ (inverse * (vectors.T @ (score / scale))) / scale)


def _scaled(matrix: Array) -> tuple[Array, Array, Array]:
    """Return the roots of the diagonal, and the eigenvalues, from the least on, and eigenvectors of the matrix divided by them."""
    scale = np.sqrt(np.maximum(np.diag(matrix), TINY))
    values, vectors = np.linalg.eigh(matrix / np.outer(scale, scale))
    return scale, values, vectors


def invert(matrix: Array) -> tuple[Array, Array]:
    """Return the inverse of an information matrix, and a mask of the parameters about which it has no information."""
    scale, values, vectors = _scaled(matrix)
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
    whole, alone, of_clusters = (root**2).sum(axis=1), np.zeros(len(t)), np.zeros((clusters.max() + 1, len(t)))
    np.add.at(of_clusters, clusters, (q @ root.T) ** 2)
    for g in np.flatnonzero(np.bincount(clusters, (q**2).sum(axis=1)) > 1 - WHOLE):
        values, vectors = np.linalg.eigh(q[clusters == g].T @ q[clusters == g])
        alone += ((root @ vectors[:, values > 1 - WHOLE]) ** 2).sum(axis=1)
    return alone > PART * whole, whole**2 / np.maximum((of_clusters**2).sum(axis=0), TINY)


def spread_of(target: Any, end: Ascent, kind: str, people: People) -> tuple[Array, Array, Array]:
    """Return the covariance matrix of the parameters, and what `clusters_behind` says of them.

    It is NaN for parameters that run off, about which the answers tell nothing, or of which one cluster alone tells.
    """
    theta = end.theta
    free = ~end.runs_off
    with np.errstate(all="ignore"):
        information = target.expected(theta) if kind == "expected" else target.observed(theta)
    inverse, lost = invert(information[np.ix_(free, free)])
    known, alone, behind = free.copy(), np.zeros(len(theta), bool), np.full(len(theta), np.inf)
    known[free] = ~lost
    if kind in ("HC0", "cluster"):
        scores = target.scores(theta)
        middle = people.spread(scores[:, free])
        if people.freedom is not None:
            alone[known], behind[known] = clusters_behind(scores[:, known], people.answers.unit)
        inverse = inverse @ middle @ inverse
    found = np.full((len(theta),) * 2, np.nan)
    found[np.ix_(free, free)] = inverse
    found[alone | ~known] = found[:, alone | ~known] = np.nan
    return found, alone, behind
