"""A truth that explains an outcome which was asked directly: the mixture likelihood over the truth.

Person i has the weight w_i, the outcome y_i and the randomized answer a_i. The covariates z_i explain the truth by a multinomial
logit with the parameters α, which gives truth j the probability π_j(z_i; α); x_ij are the covariates that the formula gives the
outcome if j is the truth. With the density f of the outcome, linear and normal with the deviation σ = e^τ or logistic, and its
coefficients β,

    c_ij = P[a_i, j] π_j(z_i; α) f(y_i | x_ij; β),    ℓ(α, β) = Σ w_i log Σ_j c_ij.

Given all that is known of person i, truth j has the probability r_ij = c_ij/Σ_l c_il. With u_ij = ∂ log c_ij,

    score                 s_i = Σ_j r_ij u_ij
    observed information  Σ w_i (s_i s_iᵀ − Σ_j r_ij (u_ij u_ijᵀ + ∂² log c_ij)).

Steps of the climb divide by −Σ w_i Σ_j r_ij ∂² log c_ij with e² and e for τ replaced by their means, the information if the
truths were seen (EM), near the end by the observed information.

**Normal errors help to identify the effect**; where they are skewed, the maximum may tell the skew. The corrected-score estimate
needs no law of errors: with numbers v_ij of mean 1 for the own truth and 0 else (the column of P⁺ of the answer),

    β̃ = A⁻¹ Σ_i w_i Σ_j v_ij x_ij y_i,    A = Σ_i w_i Σ_j v_ij x_ij x_ijᵀ,

with the sandwich of its scores as covariance. The climb of a linear outcome starts there, and a maximum more than three of its
errors away is a warning (Hausman 1978).

References: Imai, Park and Greene (2015), Using the predicted responses from list experiments as explanatory variables; Louis
(1982); Nakamura (1990), Corrected score function for errors-in-variables models.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import expit, log_expit, logsumexp

from rropt.exact.errors import InputError
from rropt.show import near
from rropt.survey.covariates import (
    Covariates,
    Mechanisms,
    People,
    covariates_of,
    require_independent,
    terms_of,
    words_of,
)
from rropt.survey.laws import Array
from rropt.survey.likelihood import Ascent, Multinomial, climb

__all__ = ["Mixture", "Fit", "by_truth", "fit_mixture", "mean_of"]

FAR = 3.0


@dataclass(frozen=True, slots=True, eq=False)
class Mixture:
    """The likelihood of people whose truth explains an outcome: y (n), x (n × k × p), z (n × q), chances (n × k) of the answer.

    The parameters are (k − 1)q coefficients of the truth, p of the outcome and, for a linear outcome, log σ.
    """

    y: Array
    x: Array
    z: Array
    chances: Array
    weights: Array
    is_linear: bool

    @property
    def link(self) -> Multinomial:
        """The logit of the truth."""
        return Multinomial(self.chances.shape[1] - 1)

    @property
    def of_truth(self) -> int:
        """The number of parameters of the truth."""
        return int((self.chances.shape[1] - 1) * self.z.shape[1])

    @property
    def size(self) -> int:
        """The number of parameters."""
        return self.of_truth + int(self.x.shape[2]) + self.is_linear

    def parts(self, theta: Array) -> tuple[Array, Array, float]:
        """Return the predictors of the truth, those of the outcome by truth, and σ (1 for a logistic outcome)."""
        a = self.of_truth
        eta = self.z @ theta[:a].reshape(-1, self.z.shape[1]).T
        sigma = math.exp(min(theta[-1], 700.0)) if self.is_linear else 1.0
        return eta, self.x @ theta[a : a + self.x.shape[2]], sigma

    def _logs(self, theta: Array) -> Array:
        eta, line, sigma = self.parts(theta)
        if self.is_linear:
            outcome = -0.5 * math.log(2 * math.pi) - math.log(sigma) - ((self.y[:, None] - line) / sigma) ** 2 / 2
        else:
            outcome = log_expit(np.where(self.y[:, None] == 1, line, -line))
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(self.chances) + np.log(self.link.shares(eta)) + outcome)

    def value(self, theta: Array) -> float:
        """The log-likelihood."""
        with np.errstate(all="ignore"):
            total = float(self.weights @ logsumexp(self._logs(theta), axis=1))
        return total if math.isfinite(total) else -math.inf

    def posterior(self, theta: Array) -> Array:
        """The probability of each truth given all that is known of each person."""
        logs = self._logs(theta)
        return np.asarray(np.exp(logs - logsumexp(logs, axis=1, keepdims=True)))

    def _slopes(self, theta: Array) -> Array:
        """∂ log c_ij, indexed [person, truth, parameter]."""
        eta, line, sigma = self.parts(theta)
        n, k = self.chances.shape
        own = np.eye(k)[None, :, 1:] - self.link.shares(eta)[:, None, 1:]
        truth = np.einsum("njl,nq->njlq", own, self.z).reshape(n, k, -1)
        error = (self.y[:, None] - line) / sigma if self.is_linear else self.y[:, None] - expit(line)
        outcome = error[:, :, None] * self.x / sigma
        return np.concatenate([truth, outcome, *([error[:, :, None] ** 2 - 1] if self.is_linear else [])], axis=2)

    def scores(self, theta: Array) -> Array:
        """The gradient of each person's weighted log-likelihood, one row per person."""
        return np.asarray(self.weights[:, None] * np.einsum("nj,njp->np", self.posterior(theta), self._slopes(theta)))

    def observed(self, theta: Array) -> Array:
        """Minus the second derivative of the log-likelihood."""
        r, u = self.posterior(theta), self._slopes(theta)
        s = np.einsum("nj,njp->np", r, u)
        lost = np.einsum("n,nj,njp,njq->pq", self.weights, r, u, u, optimize=True) - (s * self.weights[:, None]).T @ s
        return np.asarray(self._known(theta, r, exact=True) - lost)

    def expected(self, theta: Array) -> Array:
        """The positive definite matrix of a step: the information if the truths were seen."""
        return self._known(theta, self.posterior(theta), exact=False)

    def _known(self, theta: Array, r: Array, *, exact: bool) -> Array:
        """−Σ w_i Σ_j r_ij ∂² log c_ij; not exact: with e² and e, in what concerns log σ, replaced by their means."""
        eta, line, sigma = self.parts(theta)
        found, a = np.zeros((self.size,) * 2), self.of_truth
        end = a + self.x.shape[2]
        pi = self.link.shares(eta)[:, 1:]
        middle = pi[:, :, None] * np.eye(pi.shape[1]) - pi[:, :, None] * pi[:, None, :]
        found[:a, :a] = np.einsum("n,nlm,nq,nr->lqmr", self.weights, middle, self.z, self.z, optimize=True).reshape(
            a, a
        )
        w = self.weights[:, None] * r
        curve = w / sigma**2 if self.is_linear else w * expit(line) * expit(-line)
        found[a:end, a:end] = np.einsum("nj,njp,njq->pq", curve, self.x, self.x, optimize=True)
        if self.is_linear:
            error = (self.y[:, None] - line) / sigma
            squares, people = float((w * error**2).sum()), float(w.sum())
            ratio = squares / people
            # where errors are larger than σ a step of log σ goes to their own deviation and not far beyond it
            found[-1, -1] = 2 * (squares if exact else people * ((ratio - 1) / math.log(ratio) if ratio > 1 else 1))
            if exact:
                found[a:end, -1] = found[-1, a:end] = 2 * np.einsum("nj,njp->p", w * error, self.x) / sigma
        return found

    def moves(self, step: Array) -> float:
        """The largest change of a predictor by a step; that of a linear outcome in deviations of the outcome."""
        eta, line, _ = self.parts(step)
        line = line / max(float(np.std(self.y)), 1e-300) if self.is_linear else line
        return max(
            float(np.abs(eta).max(initial=0)),
            float(np.abs(line).max()),
            abs(float(step[-1])) if self.is_linear else 0.0,
        )


def mean_of(line: Array, *, is_linear: bool) -> tuple[Array, Array]:
    """Return the mean of the outcome at a predictor, and its slope."""
    return (line, np.ones_like(line)) if is_linear else (expit(line), expit(line) * expit(-line))


def by_truth(frame: Any, answer: str, labels: Sequence[str]) -> Any:
    """Repeat the rows of all people once for every truth, which the column `answer` then has."""
    import pandas

    copies = [
        frame.assign(**{answer: pandas.Categorical([labels[j]] * len(frame), categories=list(labels))})
        for j in range(len(labels))
    ]
    return pandas.concat(copies, ignore_index=True)


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A fitted model: its likelihood, the end of the climb, the names of coefficients, its covariates, the outcome that the truth
    explains (empty if there is none), what is to be said, and the log-likelihood without covariates, if there is one."""

    likelihood: Any
    end: Ascent
    names: tuple[str, ...]
    covariates: Covariates
    outcome: str = ""
    warnings: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    null: float | None = None


def fit_mixture(
    people: People,
    mechanisms: Mechanisms,
    right: str,
    outcome: str,
    answer: str,
    order: Sequence[int],
    *,
    is_linear: bool,
) -> Fit:
    """Fit the model; the truth is explained by the terms of the formula that do not name it, and a constant."""
    labels, n = tuple(mechanisms.labels[j] for j in order), people.n
    y, named = _outcome(people.frame[outcome], outcome, is_linear=is_linear)
    whole = covariates_of(right, by_truth(people.frame, answer, labels))
    require_independent(whole.values, whole.names)
    x = whole.values.reshape(len(labels), n, -1).transpose(1, 0, 2)
    terms = terms_of(right)
    kept = [t for t in terms if answer not in words_of(t)]
    if len(kept) == len(terms):
        raise InputError(
            f"the right side of the formula must have the randomized answers '{answer}', which explain the outcome"
        )
    of_truth = covariates_of(" + ".join(["1", *(t for t in kept if t != "1")]), people.frame)
    require_independent(of_truth.values, of_truth.names)
    matrices = mechanisms.matrices(order)
    chances = np.array([matrices[g][a] for g, a in zip(people.samples, people.answers.output, strict=True)])
    target = Mixture(y, x, of_truth.values, chances, people.answers.w, is_linear)
    names = (
        *(f"truth {label}: {c}" for label in labels[1:] for c in of_truth.names),
        *whole.names,
        *(["log sigma"] * is_linear),
    )
    if not is_linear:
        return Fit(target, climb(target, np.zeros(target.size)), names, whole, named)
    fair, first = _corrected(target, people, matrices), target.of_truth
    warned: tuple[str, ...] = ()
    end = climb(target, _start(target, fair))
    said = f"The errors of '{outcome}' are assumed normal with one deviation, which helps to identify what the truth changes"
    if fair is None:
        return Fit(target, end, names, whole, named, (), (f"{said}; there is no estimate by corrected scores.",))
    moved = [int(c) for c in np.flatnonzero((np.ptp(x, axis=1) > 0).any(axis=0))]
    told = ", ".join(f"{names[first + c]} {near(float(fair[0][c]))} ± {near(float(fair[1][c]))}" for c in moved)
    away = {abs(end.theta[first + c] - fair[0][c]) / fair[1][c]: first + c for c in moved}
    if end.is_found and moved and max(away) > FAR:
        c = away[max(away)]
        warned = (
            f"Errors are assumed normal, but do not seem so: {names[c]} is {near(float(end.theta[c]))} at the maximum, and "
            f"corrected scores, which do not assume it, give {told}: trust these, or transform the outcome.",
        )
    return Fit(target, end, names, whole, named, warned, (f"{said}; by corrected scores, which do not: {told}.",))


def _corrected(target: Mixture, people: People, matrices: Sequence[Array]) -> tuple[Array, Array, float] | None:
    """Return the corrected-score estimate, its errors and the deviation of the outcome's errors; None if there is none."""
    inverses = [np.linalg.pinv(p) * (np.linalg.matrix_rank(p) == p.shape[1]) for p in matrices]
    scores = np.array([inverses[g][:, a] for g, a in zip(people.samples, people.answers.output, strict=True)])
    v, x, y = target.weights[:, None] * scores, target.x, target.y
    a = np.einsum("nj,njp,njq->pq", v, x, x, optimize=True)
    size = np.sqrt(np.einsum("n,njp->p", target.weights, x**2))
    if np.linalg.eigvalsh(a / np.outer(size, size))[0] < 1e-6:
        return None
    beta = np.linalg.solve(a, np.einsum("nj,njp,n->p", v, x, y, optimize=True))
    left = y[:, None] - x @ beta
    g = np.einsum("nj,njp,nj->np", v, x, left, optimize=True)
    inverse = np.linalg.inv(a)
    variance = float((v * left**2).sum() / v.sum())
    return (
        beta,
        np.sqrt(np.diag(inverse @ people.spread(g) @ inverse)),
        math.sqrt(max(variance, float(np.std(y)) ** 2 / 100)),
    )


def _start(target: Mixture, fair: tuple[Array, Array, float] | None) -> Array:
    """Return the parameters at which the climb of a linear outcome starts: the corrected scores, else least squares."""
    theta, end = np.zeros(target.size), target.of_truth + target.x.shape[2]
    if fair is not None:
        theta[target.of_truth : end], sigma = fair[0], fair[2]
    else:
        middle = target.x.mean(axis=1)
        beta = np.linalg.lstsq(middle, target.y, rcond=None)[0]
        theta[target.of_truth : end], sigma = beta, float(np.std(target.y - middle @ beta)) or 1.0
    theta[-1] = math.log(sigma)
    return theta


def _outcome(column: Any, name: str, *, is_linear: bool) -> tuple[Array, str]:
    """Read the outcome as numbers, or as 0 and 1; return them with its name, and the value that counts as 1."""
    values = sorted(column.unique().tolist(), key=lambda x: (isinstance(x, str), x))
    if is_linear:
        try:
            y = column.to_numpy(dtype=float)
        except (TypeError, ValueError):
            raise InputError(
                f"a linear model needs numbers, but the outcome '{name}' has others; give model = logistic"
            ) from None
        if not np.isfinite(y).all() or y.std() == 0:
            raise InputError(
                f"the outcome '{name}' is the same in every row, or not finite, so there is nothing to explain"
            )
        return y, name
    if len(values) != 2:
        raise InputError(
            f"the outcome '{name}' has {len(values)} values, and a logistic model needs two; join some, or give model = linear"
        )
    return (column == values[1]).to_numpy(dtype=float), f"{name} = {values[1]}"
