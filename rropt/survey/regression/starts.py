"""Where the climbs of a linear outcome start, what they are held against, and the sentence on what they do not agree on.

A mixture of normal laws has several maxima where errors are not normal: what is skewed or has two modes is told as two truths.
One estimate takes no law of errors: let v_ij be the weights of the answer, of mean 1 at the own truth and 0 at the others, whatever
the truth is (of a mechanism P with independent columns v_i = P⁺e_(a_i), as P⁺P = I). Then Σ_i w_i Σ_j v_ij x_ij (y_i − x_ijᵀβ) has
the mean of the normal equations with the truths seen, and its root, the corrected-score estimate

    β̃ = A⁻¹ Σ_i w_i Σ_j v_ij x_ij y_i,    A = Σ_i w_i Σ_j v_ij x_ij x_ijᵀ,

is consistent for any errors of mean 0; for one yes/no truth its slope is E[zy]/E[z] − E[(1 − z)y]/E[1 − z] with z the truth's
weight. Its covariance is the sandwich A⁻¹ Σ g_i g_iᵀ A⁻¹ of its scores (of clusters, of their sums, as in `covariance`). The
maximum to which the climb from β̃ leads is the one shown, and β̃ stands beside it in the notes. Others start with the outcome of one
truth, rare or not, two deviations above or below: where one ends higher, or the maximum is far from β̃, that is told first. With
normal errors the maximum is efficient, so that β̃ less it has at most β̃'s variance (Hausman): FAR errors are then passed less than
three times in a thousand in large samples. The climbs are few: a higher maximum that none of them reaches is not told.
References: Nakamura (1990), Corrected score function for errors-in-variables models; Hausman (1978), Specification tests in
econometrics; McLachlan and Peel (2000), Finite mixture models, on maxima and starts.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from typing import Any

from rropt.exact.decimal import double_text
from rropt.survey.regression.ascent import Ascent, climb
from rropt.survey.regression.covariance import over_clusters
from rropt.survey.regression.mixture import Mixture

__all__ = ["Corrected", "assumed", "best_elsewhere", "corrected", "doubt_about", "start_at"]

FAR = 3.0
"""So many of its own errors from the corrected-score estimate, a maximum is told."""
HIGHER = 0.5
"""By how much another maximum's log-likelihood is higher, for it to be told."""
DEVIATIONS, ODDS, SHARP, MOST_STEPS = 2.0, 2.0, 0.6, 200
"""Of the other starts: how many deviations of the outcome a truth moves it, its log-odds where it is rare or common, the errors'
deviation beside the outcome's; and the most steps of a climb."""


@dataclass(frozen=True, slots=True, eq=False)
class Corrected:
    """The corrected-score estimate of the outcome's coefficients, their errors, and the outcome's error deviation."""

    beta: Any
    errors: Any
    sigma: float


def corrected(target: Mixture, scores_of_truth: Any, clusters: Any | None, strata: Any | None) -> Corrected | None:
    """Compute β̃; None if A is not positive definite, as with few answers or a mechanism that does not identify the truths."""
    import numpy as np

    v = target.weights[:, None] * scores_of_truth
    a = np.einsum("nj,njp,njq->pq", v, target.x, target.x, optimize=True)
    size = np.sqrt(np.einsum("n,njp->p", target.weights, target.x**2))
    if np.linalg.eigvalsh(a / np.outer(size, size))[0] < 1e-6:
        return None
    beta = np.linalg.solve(a, np.einsum("nj,njp,n->p", v, target.x, target.y, optimize=True))
    left = target.y[:, None] - target.x @ beta
    g = np.einsum("nj,njp,nj->np", v, target.x, left, optimize=True)
    if clusters is not None and strata is not None:
        g = over_clusters(g, clusters, strata)
    inverse = np.linalg.inv(a)
    errors = np.sqrt(np.diag(inverse @ (g.T @ g) @ inverse))
    spread = float(np.std(target.y))
    variance = float((v * left**2).sum() / v.sum())
    return Corrected(beta, errors, float(np.sqrt(max(variance, spread**2 / 100))))


def start_at(target: Mixture, beta: Any, sigma: float, log_odds: Any = 0.0) -> Any:
    """The start with these outcome coefficients, and log-odds of the truths that hardly depend on covariates."""
    import numpy as np

    n, q = target.z.shape
    constant = np.linalg.lstsq(target.z, np.ones(n), rcond=None)[0]
    odds = np.broadcast_to(log_odds, target.of_truth // q)
    return np.concatenate([np.outer(odds, constant).ravel(), beta, [np.log(sigma)]])


def shifted(target: Mixture, truth: int, shift: float) -> Any:
    """Least squares coefficients if everybody partly had each truth, and the outcome at one truth were larger by `shift`."""
    import numpy as np

    n, k, p = target.x.shape
    height = shift * (np.arange(k) == truth)
    y = target.y[:, None] + (height - height.mean())
    return np.linalg.lstsq(target.x.reshape(n * k, p), y.ravel(), rcond=None)[0]


def best_elsewhere(target: Mixture, spread: Any) -> Ascent | None:
    """The highest maximum of climbs from outcomes two deviations higher or lower at one truth, rare or not.

    None if no climb ended at one.
    """
    import numpy as np

    deviation, k = float(np.std(target.y)), target.x.shape[1]
    found = []
    for truth in range(1 if k == 2 else 0, k):
        for shift, odds in product((DEVIATIONS, -DEVIATIONS), (-ODDS, 0.0, ODDS)):
            beta = shifted(target, truth, shift * deviation)
            own = odds * (np.arange(k) == truth)
            start = start_at(target, beta, SHARP * deviation, own[1:] - own[0])
            with np.errstate(all="ignore"), suppress(np.linalg.LinAlgError):
                found.append(climb(target, start, spread, most=MOST_STEPS))
    ended = [x for x in found if x.is_found]
    return max(ended, key=lambda x: x.value) if ended else None


def assumed(target: Mixture, names: Sequence[str], outcome: str, fair: Corrected | None) -> str:
    """Say that errors are assumed normal, and give the estimates that do without."""
    said = f"The errors of '{outcome}' are taken as normal with one deviation, which helps to identify what the truth changes"
    if fair is None:
        return f"{said}; the answers are too few for an estimate by corrected scores, which would not assume it."
    rows = ", ".join(_by_scores(target, names, fair, c) for c in _moved(target))
    return f"{said}; by corrected scores, which do not assume it: {rows}."


def doubt_about(
    target: Mixture, names: Sequence[str], outcome: str, shown: Ascent, other: Ascent | None, fair: Corrected | None
) -> str:
    """A warning if the errors seem not normal; else empty."""
    import numpy as np

    first, free = target.of_truth, _moved(target)
    mine = shown.theta[first : first + target.x.shape[2]]
    taken = f"WARNING: errors are taken as normal, which helps to identify the effect, and those of '{outcome}' seem not to be"
    if other is not None and other.value > shown.value + HIGHER:
        theirs = other.theta[first : first + len(mine)]
        c = free[int(np.argmax(np.abs(theirs - mine)[free]))]
        return (
            f"{taken}: {names[first + c]} is {double_text(float(mine[c]))} at the maximum shown, with the log-likelihood "
            f"{shown.value:.2f}, and {double_text(float(theirs[c]))} at a higher one, with {other.value:.2f}; "
            f"{_instead(target, names, fair, c)}."
        )
    if fair is None or not shown.is_found:
        return ""
    away = np.abs(mine - fair.beta) / fair.errors
    c = free[int(np.argmax(away[free]))]
    if away[c] <= FAR:
        return ""
    return f"{taken}: {names[first + c]} is {double_text(float(mine[c]))} at the maximum; {_instead(target, names, fair, c)}."


def _instead(target: Mixture, names: Sequence[str], fair: Corrected | None, c: int) -> str:
    """Say what to use instead of the maximum."""
    if fair is None:
        return "trust neither before the outcome is transformed, or looked at by groups"
    said = _by_scores(target, names, fair, c)
    return f"by corrected scores, which do not assume it, {said}: trust the latter, or transform the outcome"


def _by_scores(target: Mixture, names: Sequence[str], fair: Corrected, c: int) -> str:
    return f"{names[target.of_truth + c]} {double_text(float(fair.beta[c]))} ± {double_text(float(fair.errors[c]))}"


def _moved(target: Mixture) -> list[int]:
    """The indices of the outcome's columns that change with the truth."""
    import numpy as np

    return [int(c) for c in np.flatnonzero((np.ptp(target.x, axis=1) > 0).any(axis=0))]
