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
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from rropt.exact.errors import InputError, refuse
from rropt.show import near
from rropt.survey.covariates import LARGEST, Covariates, Mechanisms, People, covariates_of, require_independent
from rropt.survey.laws import Array
from rropt.survey.likelihood import Ascent, Multinomial, Randomized, climb, log_logistic

__all__ = ["Fit", "Mixture", "by_truth", "fit_mixture"]

FAR, STEEPEST = 3.0, 1e20


@dataclass(frozen=True, slots=True, eq=False)
class Mixture(Randomized):
    """The likelihood of the answers and of outcomes y that the truth explains.

    The covariates z explain the truth, and x[person, truth, column] the outcome. The predictors are those of the truth, then x_ijᵀβ
    for each truth j and, if the outcome is linear, log σ. Those of a linear outcome are in units of `unit`, the deviation of y; for
    a logistic one, `unit` is 0, and y is 0 or 1.
    """

    z: Array
    y: Array
    unit: float

    @property
    def first(self) -> int:
        """The place of the first coefficient of the outcome among all parameters."""
        return int((self.link.k - 1) * self.z.shape[1])

    def design(self, part: slice) -> Array:
        """Return D of a part of the people."""
        of_truth, of_outcome = self.link.design(self.z[part]), self.x[part].swapaxes(0, 1) / (self.unit or 1.0)
        parts = [of_truth, of_outcome, *([np.ones((1, of_truth.shape[1], 1))] if self.unit else [])]
        places = np.cumsum([0, *(x.shape[2] for x in parts)])
        # each part has parameters of its own
        wide = [
            np.pad(x, ((0, 0), (0, 0), (a, places[-1] - b))) for x, (a, b) in zip(parts, pairwise(places), strict=True)
        ]
        return np.concatenate(wide)

    def _density(self, part: slice, eta: Array) -> tuple[Array, Array, Array]:
        """Return log f of the outcome by truth, its derivatives in a truth's own predictors (of the outcome and log σ), and the
        information in each of them if truths were seen."""
        y, line = self.y[part], eta[self.link.k - 1 : 2 * self.link.k - 1]
        if not self.unit:
            sign, chance = 2 * y - 1, np.exp(log_logistic(line))
            return log_logistic(sign * line), (y - chance)[None], (chance * (1 - chance))[None]
        inverse = self.unit * np.exp(-eta[-1])
        e = (y / self.unit - line) * inverse
        logs = -eta[-1] - (math.log(2 * math.pi) + e**2) / 2
        # where a line goes through all outcomes, σ falls until numbers overflow
        return (
            np.where(inverse.real < STEEPEST, logs, np.nan),
            np.stack([e * inverse, e**2 - 1]),
            np.stack([inverse**2 + 0 * e, 2 + 0 * e]),
        )

    def logs(self, part: slice, eta: Array) -> Array:
        """log π_j f_j, indexed [truth, person]."""
        return np.asarray(self.link.logs(eta[: self.link.k - 1]) + self._density(part, eta)[0])

    def slopes(self, part: slice, eta: Array) -> Array:
        """∂log π_j f_j, indexed [truth, predictor, person]."""
        k, (_, own, _) = self.link.k, self._density(part, eta)
        return np.concatenate(
            [self.link.slopes(eta[: k - 1]), np.eye(k)[:, :, None] * own[0], own[1:].swapaxes(0, 1)], axis=1
        )

    def expected(self, part: slice, eta: Array) -> Array:
        """The information in the predictors if truths were seen, in place of the expected information."""
        d, (_, v), (_, _, own) = self.link.k - 1, self.known(part, eta), self._density(part, eta)
        found, lines = np.zeros((len(eta), *eta.shape)), np.arange(d, 2 * d + 1)
        found[:d, :d] = np.exp(self.link.logs(eta[:d]))[1:, None] * self.link.slopes(eta[:d])[1:]
        found[lines, lines] = v * own[0]
        found[2 * d + 1 :, 2 * d + 1 :] = (v * own[1:]).sum(axis=1, keepdims=True)
        return found

    def truths(self, theta: Array) -> Array:
        """Predict the shares of the truths of these people, indexed [person, truth]."""
        return Randomized.means(self, self.z, theta[: self.first])

    def means(self, x: Array, theta: Array) -> Array:
        """Predict the mean of the outcome of people with these covariates, indexed [person, truth]."""
        line = x @ theta[self.first : self.first + x.shape[2]]
        return np.asarray(line if self.unit else np.exp(log_logistic(line)))


def by_truth(frame: Any, answer: str, labels: Sequence[str]) -> Any:
    """Repeat the rows of all people once for every truth, which the column `answer` then has, unless it is there already."""
    import pandas

    again = pandas.concat([frame] * len(labels), ignore_index=True)
    if answer not in frame:
        again[answer] = pandas.Categorical(np.repeat(labels, len(frame)), categories=list(labels))
    return again


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
    kept = [term for term, used in whole.recipe.term_variables.items() if answer not in used]
    if len(kept) == len(whole.recipe.terms):
        raise InputError(
            f"the right side of the formula must have the randomized answers '{answer}', which explain the outcome"
        )
    of_truth = covariates_of(["1", *(x for x in kept if x != "1")], people.frame)
    require_independent(of_truth.values, of_truth.names)
    x, unit = whole.values.reshape(len(labels), n, -1).swapaxes(0, 1), float(y.std()) if is_linear else 0.0
    target = Mixture(people, x, Multinomial(len(labels)), of_truth.values, y, unit)
    first = target.first
    names = (
        *(f"truth {label}: {c}" for label in labels[1:] for c in of_truth.names),
        *whole.names,
        *(["log sigma"] * is_linear),
    )
    if not is_linear:
        return Fit(target, climb(target, np.zeros(len(names))), names, whole, named, (), ())
    said = (
        f"The errors of '{named}' are assumed normal with one deviation, which helps to identify what the truth changes"
    )
    fair = _corrected(x, y, people)
    beta = np.linalg.lstsq(x.mean(axis=1), y, rcond=None)[0] if fair is None else fair[0]
    end = climb(target, np.concatenate([np.zeros(first), beta, [math.log(unit)]]))
    if fair is None:
        return Fit(target, end, names, whole, named, (), (f"{said}; there is no estimate by corrected scores.",))
    moved = np.flatnonzero((np.ptp(x, axis=1) > 0).any(axis=0))
    told = ", ".join(f"{names[first + c]} {near(float(fair[0][c]))} ± {near(float(fair[1][c]))}" for c in moved)
    away = (np.abs(end.theta[first:-1] - fair[0]) / fair[1])[moved]
    warned: tuple[str, ...] = ()
    if end.is_found and away.max(initial=0.0) > FAR:
        c = first + int(moved[away.argmax()])
        warned = (
            f"Errors are assumed normal, but do not seem so: {names[c]} is {near(float(end.theta[c]))} at the maximum, and "
            f"corrected scores, which do not assume it, give {told}: trust these, or transform the outcome.",
        )
    return Fit(target, end, names, whole, named, warned, (f"{said}; by corrected scores, which do not: {told}.",))


def _corrected(x: Array, y: Array, people: People) -> tuple[Array, Array] | None:
    """Return the corrected-score estimate and its errors; None if there is none."""
    weights, answers = people.answers.w, people.answers
    inverses = np.stack([np.linalg.pinv(p).T * (np.linalg.matrix_rank(p) == p.shape[1]) for p in people.devices])
    weighted = (weights[:, None] * inverses[answers.group, answers.output])[:, :, None] * x
    a = np.tensordot(weighted, x, ([0, 1], [0, 1]))
    size = np.sqrt(np.einsum("n,njp->p", weights, x**2))
    if np.linalg.eigvalsh(a / np.outer(size, size))[0] < 1e-6:
        return None
    beta, inverse = np.linalg.solve(a, weighted.sum(axis=1).T @ y), np.linalg.inv(a)
    scores = np.einsum("njp,nj->np", weighted, y[:, None] - x @ beta)
    return beta, np.sqrt(np.diag(inverse @ people.spread(scores) @ inverse))


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
