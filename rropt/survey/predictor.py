"""A truth that explains an outcome which was asked directly: the mixture likelihood over the truth.

Person i has the weight w_i, the outcome y_i and the randomized answer a_i. The covariates z_i explain the truth by a multinomial
logit with the parameters α, which gives truth j the probability π_j(z_i; α); x_ij are the covariates that the formula gives the
outcome if j is the truth. With the density f of the outcome, linear and normal with the deviation σ = e^τ or logistic, and its
coefficients β,

    c_ij = P[a_i, j] π_j(z_i; α) f(y_i | x_ij; β),    ℓ(α, β) = Σ w_i log Σ_j c_ij.

This is the likelihood of `likelihood` with P[a_i, j] f(y_i | x_ij; β), the chance of all that is known of person i given truth
j, in place of P[a_i, j]: v_ij is it divided by Σ_l c_il, and where η has the predictors of the outcome among those of the truth,
score and observed information are those formulas with ∂(π_j f_j)/f_j in place of ∂π_j. The climb uses in place of the expected
information that if the truths were seen (EM), as there is no closed form.

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
from rropt.survey.likelihood import Ascent, Block, Multinomial, Randomized, climb, logistic

__all__ = ["Mixture", "Fit", "Outcome", "by_truth", "fit_mixture"]

FAR = 3.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """The link of a truth that is explained by q covariates, and explains an outcome.

    Its predictors are those of the truth; for each truth j that of the outcome, the error y − x_ijᵀβ in units of `unit`, the
    deviation of y, or the log-odds ±x_ijᵀβ of y where it is logistic and `unit` is 0; and log σ where it is linear. The rows of x
    have z, all x_j and y.
    """

    truth: Multinomial
    q: int
    unit: float

    @property
    def of_truth(self) -> int:
        """The number of parameters of the truth."""
        return self.truth.d * self.q

    @property
    def own(self) -> Array:
        """Which of all predictors are those of the outcome of each truth: 0 or 1, indexed [truth, own, predictor]."""
        d, is_linear = self.truth.d, self.unit > 0
        found = np.zeros((d + 1, 1 + is_linear, 2 * d + 1 + is_linear))
        found[:, 0, d : 2 * d + 1] = np.eye(d + 1)
        found[:, 1:, -1] = 1.0
        return found

    def split(self, x: Array) -> tuple[Array, Array, Array]:
        """Return z, the covariates of the outcome [person, truth, column], and y."""
        return x[:, : self.q], x[:, self.q : -1].reshape(len(x), self.truth.d + 1, -1), x[:, -1]

    def design(self, x: Array) -> Array:
        """∂η/∂θ, indexed [person, predictor, parameter]."""
        z, lines, y = self.split(x)
        (k, many, size), a = self.own.shape, self.of_truth
        end = a + lines.shape[2]
        found = np.zeros((len(x), size, end + many - 1))
        found[:, : k - 1, :a] = self.truth.design(z)
        found[:, k - 1 : 2 * k - 1, a:end] = (-1 / self.unit if self.unit else (2 * y - 1)[:, None, None]) * lines
        found[:, 2 * k - 1 :, end:] = 1.0
        return found

    def offset(self, y: Array) -> Array | None:
        """What is added to Dθ: y, in the errors of a linear outcome."""
        return y[:, None] / self.unit * self.own[:, 0].sum(axis=0) if self.unit else None

    def shares(self, eta: Array) -> Array:
        """The shares of the truths."""
        return self.truth.shares(eta[:, : self.truth.d])

    def density(self, eta: Array) -> tuple[Array, Array, Array]:
        """Return log f of the outcome by truth, its derivatives in a truth's own predictors (of the outcome and log σ), and the
        information in each of them if truths were seen, with (1 + e²)/2 for e², whose mean is 1."""
        line = eta[:, self.truth.d : 2 * self.truth.d + 1]
        if not self.unit:
            fitted, rest = logistic(line), logistic(-line)
            return np.log(fitted), rest[:, :, None], (fitted * rest)[:, :, None]
        g = self.unit * np.exp(-eta[:, -1:])
        e = line * g
        logs = np.log(g / self.unit) - math.log(2 * math.pi) / 2 - e**2 / 2
        return logs, np.stack([-e * g, e**2 - 1], axis=-1), np.stack([g**2 + 0 * e, 1 + e**2], axis=-1)

    def slopes(self, eta: Array) -> Array:
        """∂(π_j f_j)/f_j = ∂π_j + π_j ∂log f_j, indexed [person, truth, predictor]."""
        pi, (_, slopes, _), (many, _, size) = self.shares(eta), self.density(eta), self.own.shape
        found = np.zeros((len(eta), many, size), eta.dtype)
        found[:, :, : self.truth.d] = self.truth.slopes(eta[:, : self.truth.d])
        found[:, range(many), range(self.truth.d, self.truth.d + many)] = pi * slopes[:, :, 0]
        found[:, :, 2 * self.truth.d + 1 :] = pi[:, :, None] * slopes[:, :, 1:]
        return found

    def seen(self, eta: Array, v: Array) -> Array:
        """The information in the predictors if truths were seen."""
        r, information = v * self.shares(eta), self.density(eta)[2]
        own = (r[:, :, None] * information).reshape(len(eta), -1) @ self.own.reshape(-1, self.own.shape[2])
        found = own[:, :, None] * np.eye(own.shape[1])
        found[:, : self.truth.d, : self.truth.d] += self.truth.slopes(eta[:, : self.truth.d])[:, 1:]
        return np.asarray(found)


class Mixture(Randomized):
    """The likelihood of the answers and outcomes of people whose truth explains the outcome; its link is an `Outcome`."""

    __slots__ = ()

    def _known(self, chances: Array, eta: Array) -> tuple[Array, Array]:
        with np.errstate(divide="ignore"):
            logs = np.log(chances) + self.link.density(eta)[0]
        most = logs.real.T.max(axis=0)
        return np.exp(logs - most[:, None]), most

    def _expected(self, b: Block) -> Array:
        return np.asarray(self.link.seen(b.eta, self._law(b.chances, b.eta)[0]))


def by_truth(frame: Any, answer: str, labels: Sequence[str]) -> Any:
    """Repeat the rows of all people once for every truth, which the column `answer` then has."""
    import pandas

    copies = [
        frame.assign(**{answer: pandas.Categorical([labels[j]] * len(frame), categories=list(labels))})
        for j in range(len(labels))
    ]
    return pandas.concat(copies, ignore_index=True)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Fit:
    """A fitted model: its likelihood, the end of the climb, the names of coefficients, its covariates, the outcome that the truth
    explains (empty if there is none), what is to be said, and the log-likelihood without covariates, if there is one."""

    likelihood: Any
    end: Ascent
    names: tuple[str, ...]
    covariates: Covariates
    outcome: str
    warnings: tuple[str, ...]
    remarks: tuple[str, ...]
    null: float | None


def fit_mixture(
    people: People,
    mechanisms: Mechanisms,
    right: str,
    outcome: str,
    answer: str,
    *,
    is_linear: bool,
) -> Fit:
    """Fit the model; the truth is explained by the terms of the formula that do not name it, and a constant."""
    labels, n = mechanisms.labels, people.n
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
    matrices = mechanisms.matrices
    link = Outcome(Multinomial(len(labels) - 1), of_truth.values.shape[1], float(y.std()) if is_linear else 0.0)
    data = np.hstack([of_truth.values, x.reshape(n, -1), y[:, None]])
    answers = people.answers
    target = Mixture(data, answers.output, people.samples, matrices, answers.w, link, link.offset(y))
    names = (
        *(f"truth {label}: {c}" for label in labels[1:] for c in of_truth.names),
        *whole.names,
        *(["log sigma"] * is_linear),
    )
    if not is_linear:
        return Fit(target, climb(target, np.zeros(len(names))), names, whole, named, (), (), None)
    fair, first = _corrected(x, y, people, matrices), link.of_truth
    warned: tuple[str, ...] = ()
    end = climb(target, np.concatenate([np.zeros(first), *_start(x, y, fair)]))
    said = f"The errors of '{outcome}' are assumed normal with one deviation, which helps to identify what the truth changes"
    if fair is None:
        return Fit(target, end, names, whole, named, (), (f"{said}; there is no estimate by corrected scores.",), None)
    moved = [int(c) for c in np.flatnonzero((np.ptp(x, axis=1) > 0).any(axis=0))]
    told = ", ".join(f"{names[first + c]} {near(float(fair[0][c]))} ± {near(float(fair[1][c]))}" for c in moved)
    away = {abs(end.theta[first + c] - fair[0][c]) / fair[1][c]: first + c for c in moved}
    if end.is_found and moved and max(away) > FAR:
        c = away[max(away)]
        warned = (
            f"Errors are assumed normal, but do not seem so: {names[c]} is {near(float(end.theta[c]))} at the maximum, and "
            f"corrected scores, which do not assume it, give {told}: trust these, or transform the outcome.",
        )
    return Fit(target, end, names, whole, named, warned, (f"{said}; by corrected scores, which do not: {told}.",), None)


def _corrected(x: Array, y: Array, people: People, matrices: Sequence[Array]) -> tuple[Array, Array, float] | None:
    """Return the corrected-score estimate, its errors and the deviation of the outcome's errors; None if there is none."""
    inverses = [np.linalg.pinv(p) * (np.linalg.matrix_rank(p) == p.shape[1]) for p in matrices]
    weights, answers = people.answers.w, people.answers.output
    v = weights[:, None] * np.array([inverses[g][:, a] for g, a in zip(people.samples, answers, strict=True)])
    a = np.einsum("nj,njp,njq->pq", v, x, x, optimize=True)
    size = np.sqrt(np.einsum("n,njp->p", weights, x**2))
    if np.linalg.eigvalsh(a / np.outer(size, size))[0] < 1e-6:
        return None
    beta = np.linalg.solve(a, np.einsum("nj,njp,n->p", v, x, y, optimize=True))
    left = y[:, None] - x @ beta
    g = np.einsum("nj,njp,nj->np", v, x, left, optimize=True)
    inverse = np.linalg.inv(a)
    variance = float((v * left**2).sum() / v.sum())
    errors = np.sqrt(np.diag(inverse @ people.spread(g) @ inverse))
    return beta, errors, math.sqrt(max(variance, float(np.std(y)) ** 2 / 100))


def _start(x: Array, y: Array, fair: tuple[Array, Array, float] | None) -> tuple[Array, list[float]]:
    """Return β and log σ at which the climb of a linear outcome starts: the corrected scores, else least squares."""
    if fair is not None:
        return fair[0], [math.log(fair[2])]
    middle = x.mean(axis=1)
    beta = np.linalg.lstsq(middle, y, rcond=None)[0]
    return beta, [math.log(float(np.std(y - middle @ beta)) or 1.0)]


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
