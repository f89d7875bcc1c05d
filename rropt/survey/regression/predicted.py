"""If the true answer is a covariate of an outcome (`mixture`), compute the outcome's mean for every truth and average marginal
effects on this mean.

Let x_ij be the covariates of the outcome for person i if j were the truth, and β their coefficients. For a linear outcome let
μ(η) = η, for a logistic one μ(η) = 1/(1 + e^−η). The mean of the outcome is then μ_ij = μ(x_ijᵀβ). The weights w_i of
people sum to 1.

The effect of truth j on the outcome is the weighted mean over people of μ_ij − μ_i0.

The effect A of a covariate v holds the truth fixed. It is the mean over people, with their weights, and over each person's truths.
Truth j has the probability π_ij = π_j(z_i; α), where z_i are the covariates of the truth and α their coefficients. So

    A = Σ_i w_i Σ_j π_ij d_ij.

If v has categories or is 0 or 1, let l_ij and h_ij be x_ij with v at one value and at another. Then d_ij = μ(h_ijᵀβ) − μ(l_ijᵀβ).
If v is another number, let ẋ_ij be the change of x_ij per unit of v. Then d_ij = μ′(x_ijᵀβ) ẋ_ijᵀβ.

Errors are by the delta method, from the gradient of A. Let η_il = z_iᵀα_l be the linear predictors of the truth. Then
∂A/∂η_il = Σ_j w_i d_ij ∂π_ij/∂η_il. Multiplied by z_i and summed over i, this is the gradient in α_l. The gradient in β follows
from

    ∂d_ij/∂β = μ′(h_ijᵀβ) h_ij − μ′(l_ijᵀβ) l_ij,  or  μ′(x_ijᵀβ) ẋ_ij + μ″(x_ijᵀβ) (ẋ_ijᵀβ) x_ij.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rropt.survey.regression.effects import changes_of
from rropt.survey.regression.formulas import Matrix, build_again
from rropt.survey.regression.links import Multinomial
from rropt.survey.regression.mixture import Mixture

__all__ = ["by_truth", "columns_by_truth", "effects_on_outcome", "means_by_truth", "slopes_by_truth"]


def by_truth(frame: Any, answer: str, labels: Sequence[str]) -> Any:
    """Return a frame in which the rows of all people are repeated, once for every truth. The column `answer` has this truth."""
    import pandas

    copies = [
        frame.assign(**{answer: pandas.Categorical.from_codes([j] * len(frame), categories=pandas.Index(labels))})
        for j in range(len(labels))
    ]
    return pandas.concat(copies, ignore_index=True)


def columns_by_truth(matrix: Matrix, frame: Any, answer: str, labels: Sequence[str]) -> Any:
    """Build the covariates of the outcome for the people in `frame`, for each truth they may have, indexed [person, truth, column].

    They are built by the recipe of `matrix`, so the people need not be those of the regression.
    """
    values = build_again(matrix, by_truth(frame, answer, labels))
    return values.reshape(len(labels), len(frame), -1).transpose(1, 0, 2)


def means_by_truth(likelihood: Mixture, theta: Any, x: Any) -> Any:
    """Compute the mean of the outcome for each person and each truth that the person may have, one row per person."""
    return _mean(x @ _outcome_part(likelihood, theta), is_linear=likelihood.is_linear)[0]


def slopes_by_truth(likelihood: Mixture, theta: Any, x: Any) -> Any:
    """Compute the gradients in the parameters of the mean outcomes of `means_by_truth`, indexed [person, truth, parameter]."""
    import numpy as np

    slope = _mean(x @ _outcome_part(likelihood, theta), is_linear=likelihood.is_linear)[1]
    found = np.zeros((*slope.shape, likelihood.size))
    found[..., likelihood.of_truth : likelihood.of_truth + x.shape[2]] = slope[..., None] * x
    return found


def effects_on_outcome(
    likelihood: Mixture,
    theta: Any,
    matrix: Matrix,
    frame: Any,
    answer: str,
    labels: Sequence[str],
    names: Sequence[str],
) -> list[tuple[str, float, Any]]:
    """Compute the average effects on the outcome's mean of every change of the named columns.

    Return for each change its name, the effect, and the gradient of the effect in the parameters θ. If the column `answer` is
    named, its effects are those of the truth.
    """
    found = []
    for name in names:
        if name == answer:
            found += _effects_of_truth(likelihood, theta, answer, labels)
            continue
        for title, low, high in changes_of(frame, name, matrix.categories(name)):
            ends = [columns_by_truth(matrix, x, answer, labels) for x in (low, high)]
            width = float((high[name] - low[name]).mean()) if title == name else None
            found.append((title, *_effect(likelihood, theta, ends[0], ends[1], width)))
    return found


def _effects_of_truth(
    likelihood: Mixture, theta: Any, answer: str, labels: Sequence[str]
) -> list[tuple[str, float, Any]]:
    """Compute the effect of every truth but the first on the outcome, averaged over people.

    The effect is the outcome's mean with this truth minus its mean with the first truth. Return for each effect its name, the
    effect, and its gradient in the parameters.
    """
    import numpy as np

    mean, slope, _ = _mean(likelihood.x @ _outcome_part(likelihood, theta), is_linear=likelihood.is_linear)
    weights, found = likelihood.weights / likelihood.weights.sum(), []
    each = np.einsum("n,nj,njp->jp", weights, slope, likelihood.x)
    for j in range(1, len(labels)):
        gradient = _gradient(likelihood, None, each[j] - each[0])
        found.append((f"{answer}: {labels[0]} to {labels[j]}", float(weights @ (mean[:, j] - mean[:, 0])), gradient))
    return found


def _effect(likelihood: Mixture, theta: Any, low: Any, high: Any, width: float | None) -> tuple[float, Any]:
    """Compute the average effect of a covariate on the outcome's mean, at fixed truth, and the gradient of the effect in the
    parameters.

    `low` and `high` are the outcome's covariates before and after the change, indexed [person, truth, column]. If the covariate is
    a number, it changes by `width` between them, and the effect is the derivative. If it has categories or is 0 or 1, `width` is
    None, and the effect is the difference.
    """
    import numpy as np

    beta = _outcome_part(likelihood, theta)
    eta = likelihood.z @ theta[: likelihood.of_truth].reshape(-1, likelihood.z.shape[1]).T
    link = Multinomial(likelihood.chances.shape[1])
    weights = likelihood.weights / likelihood.weights.sum()
    law = weights[:, None] * link.shares(eta)
    if width is None:
        (at_low, slope_low, _), (at_high, slope_high, _) = (
            _mean(x @ beta, is_linear=likelihood.is_linear) for x in (low, high)
        )
        change = at_high - at_low
        own = slope_high[:, :, None] * high - slope_low[:, :, None] * low
    else:
        moved = (high - low) / width
        _, slope, curvature = _mean(likelihood.x @ beta, is_linear=likelihood.is_linear)
        change = slope * (moved @ beta)
        own = slope[:, :, None] * moved + (curvature * (moved @ beta))[:, :, None] * likelihood.x
    of_truth = np.einsum("n,nj,njl,nq->lq", weights, change, link.slopes(eta), likelihood.z, optimize=True)
    gradient = _gradient(likelihood, of_truth.ravel(), np.einsum("nj,njp->p", law, own))
    return float((law * change).sum()), gradient


def _gradient(likelihood: Mixture, of_truth: Any, of_outcome: Any) -> Any:
    """Join the derivatives with respect to the truth's and to the outcome's parameters into one gradient.

    If `of_truth` is None, the derivatives with respect to the truth's parameters are 0. If the outcome has a standard deviation σ,
    the derivative with respect to log σ is 0, because means do not depend on σ.
    """
    import numpy as np

    found = np.zeros(likelihood.size)
    if of_truth is not None:
        found[: likelihood.of_truth] = of_truth
    found[likelihood.of_truth : likelihood.of_truth + len(of_outcome)] = of_outcome
    return found


def _outcome_part(likelihood: Mixture, theta: Any) -> Any:
    return theta[likelihood.of_truth : likelihood.of_truth + likelihood.x.shape[2]]


def _mean(line: Any, *, is_linear: bool) -> tuple[Any, Any, Any]:
    """Compute the mean of the outcome at a linear predictor, with its first and second derivative."""
    import numpy as np
    from scipy.special import expit

    if is_linear:
        return line, np.ones_like(line), np.zeros_like(line)
    mean, slope = expit(line), expit(line) * expit(-line)
    return mean, slope, slope * (1 - 2 * mean)
