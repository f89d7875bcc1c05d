"""A truth that explains an outcome which was asked directly: the mixture likelihood over the truth.

Person i has the weight w_i, the outcome y_i and the randomized answer a_i. The covariates z_i explain the truth by a multinomial
logit with the parameters α, which gives truth j the probability π_j(z_i; α); x_ij are the covariates that the formula gives the
outcome if j is the truth. With the density f of the outcome, linear and normal with the deviation σ = e^τ or logistic, and its
coefficients β,

    c_ij = P[a_i, j] π_j(z_i; α) f(y_i | x_ij; β),    ℓ(α, β) = Σ w_i log Σ_j c_ij.

This is the likelihood of `likelihood` with π_j(z_i; α) f(y_i | x_ij; β), the chance of all that is known of person i but for the
answer, in place of π_ij, and with the predictors of the outcome among those of the truth. In place of the expected information,
which has no closed form, the climb uses that if the truths were seen (EM).

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
from typing import Any, NamedTuple

import numpy as np

from rropt.exact.errors import InputError, refuse
from rropt.show import near
from rropt.survey.covariates import (
    LARGEST,
    Covariates,
    Mechanisms,
    People,
    by_answer,
    covariates_of,
    require_independent,
    terms_of,
    words_of,
)
from rropt.survey.laws import Array
from rropt.survey.likelihood import Ascent, Multinomial, Predictor, Randomized, climb, log_logistic

__all__ = ["Mixture", "Fit", "Outcome", "by_truth", "fit_mixture"]

FAR, STEEPEST = 3.0, 1e100


@dataclass(frozen=True, slots=True)
class Outcome:
    """The link of a truth that explains an outcome; what it says of the outcome, too, counts as part of the truth's chance.

    Its predictors are those of the truth; for each truth j that of the outcome, the error y − x_ijᵀβ in units of `unit`, the
    deviation of y, or the log-odds ±x_ijᵀβ of y where it is logistic and `unit` is 0; and log σ where it is linear.
    """

    truth: Multinomial
    unit: float

    def density(self, eta: Array) -> tuple[Array, Array, Array]:
        """Return log f of the outcome by truth, its derivatives in a truth's own predictors (of the outcome and log σ), and the
        information in each of them if truths were seen, with (1 + e²)/2 for e², whose mean is 1."""
        line = eta[self.truth.d : 2 * self.truth.d + 1]
        if not self.unit:
            rest = np.exp(log_logistic(-line))[None]
            return log_logistic(line), rest, rest * (1 - rest)
        inverse = self.unit * np.exp(-eta[-1])
        e = line * inverse
        logs = np.log(inverse / self.unit) - (math.log(2 * math.pi) + e**2) / 2
        # where a line goes through all outcomes, σ falls until numbers overflow
        return (
            np.where(inverse.real < STEEPEST, logs, np.nan),
            np.stack([-e * inverse, e**2 - 1]),
            np.stack([inverse**2 + 0 * e, 1 + e**2]),
        )

    def logs(self, eta: Array) -> Array:
        """log π_j f_j, indexed [truth, person]."""
        return self.truth.logs(eta[: self.truth.d]) + self.density(eta)[0]

    def slopes(self, eta: Array) -> Array:
        """∂log π_j f_j, indexed [truth, predictor, person]."""
        d, (_, own, _) = self.truth.d, self.density(eta)
        found = np.zeros((d + 1, *eta.shape), eta.dtype)
        found[:, :d] = self.truth.slopes(eta[:d])
        found[range(d + 1), range(d, 2 * d + 1)] = own[0]
        found[:, 2 * d + 1 :] = own[1:].swapaxes(0, 1)
        return found


class Mixture(Randomized):
    """The likelihood of the answers and outcomes of people whose truth explains the outcome; its link is an `Outcome`."""

    __slots__ = ()

    def _expected(self, part: slice, eta: Array) -> Array:
        """The information in the predictors if truths were seen."""
        truth, (_, v), (_, _, own) = self.link.truth, self.known(part, eta), self.link.density(eta)
        d, found = truth.d, np.zeros((len(eta), *eta.shape))
        found[:d, :d] = np.exp(truth.logs(eta[:d]))[1:, None] * truth.slopes(eta[:d])[1:]
        found[range(d, 2 * d + 1), range(d, 2 * d + 1)] = v * own[0]
        found[2 * d + 1 :, 2 * d + 1 :] = (v * own[1:]).sum(axis=1, keepdims=True)
        return found


def by_truth(frame: Any, answer: str, labels: Sequence[str]) -> Any:
    """Repeat the rows of all people once for every truth, which the column `answer` then has."""
    import pandas

    copies = [
        frame.assign(**{answer: pandas.Categorical([labels[j]] * len(frame), categories=list(labels))})
        for j in range(len(labels))
    ]
    return pandas.concat(copies, ignore_index=True)


class Fit(NamedTuple):
    """A fitted model: its likelihood, the end of the climb, the names of coefficients, its covariates, the outcome that the truth
    explains (empty if there is none), and what is to be said."""

    likelihood: Any
    end: Ascent
    names: tuple[str, ...]
    covariates: Covariates
    outcome: str
    warnings: tuple[str, ...]
    remarks: tuple[str, ...]


def fit_mixture(
    people: People,
    mechanisms: Mechanisms,
    right: str,
    outcome: Any,
    answer: str,
    *,
    is_linear: bool,
) -> Fit:
    """Fit the model; the truth is explained by the terms of the formula that do not name it, and a constant."""
    labels, n = mechanisms.labels, people.n
    y, named = _outcome(outcome, is_linear=is_linear)
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
    d, unit = len(labels) - 1, float(y.std()) if is_linear else 0.0
    link, first = Outcome(Multinomial(d), unit), d * len(of_truth.names)
    sign = np.full(n, -1 / unit) if is_linear else 2 * y - 1
    places = first + np.arange(x.shape[2])
    design = link.truth.design(of_truth.values) + [Predictor(sign[:, None] * x[:, j], places) for j in range(d + 1)]
    offset = None
    if is_linear:
        design.append(Predictor(np.ones((n, 1)), places[-1:] + 1))
        offset = np.zeros((len(design), n))
        offset[d : 2 * d + 1] = y / unit
    target = Mixture(people, design, link, offset)
    names = (
        *(f"truth {label}: {c}" for label in labels[1:] for c in of_truth.names),
        *whole.names,
        *(["log sigma"] * is_linear),
    )
    if not is_linear:
        return Fit(target, climb(target, np.zeros(len(names))), names, whole, named, (), ())
    fair = _corrected(x, y, people)
    warned: tuple[str, ...] = ()
    end = climb(target, np.concatenate([np.zeros(first), *_start(x, y, fair)]))
    said = (
        f"The errors of '{named}' are assumed normal with one deviation, which helps to identify what the truth changes"
    )
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


def _corrected(x: Array, y: Array, people: People) -> tuple[Array, Array, float] | None:
    """Return the corrected-score estimate, its errors and the deviation of the outcome's errors; None if there is none."""
    weights = people.answers.w
    inverses = [np.linalg.pinv(p).T * (np.linalg.matrix_rank(p) == p.shape[1]) for p in people.matrices]
    v = weights[:, None] * by_answer(inverses, people.samples, people.answers.output)
    weighted = v[:, :, None] * x
    a = np.tensordot(weighted, x, ([0, 1], [0, 1]))
    size = np.sqrt(np.einsum("n,njp->p", weights, x**2))
    if np.linalg.eigvalsh(a / np.outer(size, size))[0] < 1e-6:
        return None
    beta = np.linalg.solve(a, weighted.sum(axis=1).T @ y)
    left = y[:, None] - x @ beta
    inverse = np.linalg.inv(a)
    variance = float((v * left**2).sum() / v.sum())
    errors = np.sqrt(np.diag(inverse @ people.spread(np.einsum("njp,nj->np", weighted, left)) @ inverse))
    return beta, errors, math.sqrt(max(variance, float(np.std(y)) ** 2 / 100))


def _start(x: Array, y: Array, fair: tuple[Array, Array, float] | None) -> tuple[Array, list[float]]:
    """Return β and log σ at which the climb of a linear outcome starts: the corrected scores, else least squares."""
    if fair is not None:
        return fair[0], [math.log(fair[2])]
    middle = x.mean(axis=1)
    beta = np.linalg.lstsq(middle, y, rcond=None)[0]
    return beta, [math.log(float(np.std(y - middle @ beta)) or 1.0)]


def _outcome(column: Any, *, is_linear: bool) -> tuple[Array, str]:
    """Read the outcome as numbers, or as 0 and 1; return them with its name, and the value that counts as 1."""
    name = column.name
    if is_linear:
        try:
            y = column.to_numpy(dtype=float)
        except (TypeError, ValueError):
            raise InputError(
                f"a linear model needs numbers, but the outcome '{name}' has others; give model = logistic"
            ) from None
        refuse(
            (
                not (np.abs(y) < LARGEST).all(),
                f"the outcome '{name}' is not finite, or not below {LARGEST:g}, in some row; leave these rows out, or transform it",
            ),
            (
                np.ptp(y) < 1 / LARGEST,
                f"the outcome '{name}' is the same in every row, so there is nothing to explain; name another",
            ),
        )
        return y, name
    values = sorted(column.unique().tolist(), key=lambda x: (isinstance(x, str), x))
    if len(values) != 2:
        raise InputError(
            f"the outcome '{name}' has {len(values)} values, and a logistic model needs two; join some, or give model = linear"
        )
    return (column == values[1]).to_numpy(dtype=float), f"{name} = {values[1]}"
