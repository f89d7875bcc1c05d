"""For a linear outcome, search for the maximum from several starts, and warn if its errors seem not to be normal.

The likelihood of a mixture of normal laws has several maxima if errors are not normal. Skewed errors, or errors with two modes, are
then fitted as if they came from two truths.

The corrected-score estimate assumes no law of errors. Let person i have the weight w_i, the outcome y_i, and the covariates x_ij of
the outcome if j is the person's truth. Let v_ij be a number that the person's answer gives to truth j. Its mean is 1 if j is the
person's truth, and 0 otherwise. If the mechanism P has independent columns, v_i is the column of the pseudoinverse P⁺ that belongs
to the answer, because P⁺P = I. Then Σ_i w_i Σ_j v_ij x_ij (y_i − x_ijᵀβ) has the same mean as the score of least squares would have
if the truths were seen. Its root is the estimate

    β̃ = A⁻¹ Σ_i w_i Σ_j v_ij x_ij y_i,    A = Σ_i w_i Σ_j v_ij x_ij x_ijᵀ.

It is consistent for any errors of mean 0. For one yes/no truth without other covariates, let z be the v_ij of yes. The slope of β̃
is then E[zy]/E[z] − E[(1 − z)y]/E[1 − z]. The covariance matrix of β̃ is the sandwich A⁻¹ Σ g_i g_iᵀ A⁻¹, where g_i are the scores
of people. With clusters, the scores are summed over clusters as in `covariance`.

The maximum shown is the one that the climb from β̃ reaches, and the notes state β̃ beside it. Other climbs start from other points.
At each of them the outcome of one truth is two standard deviations above or below that of the others. This truth is rare, common,
or neither. The result begins with a warning if one of these climbs ends higher, or if the maximum shown is far from β̃. If errors
are normal, the maximum is efficient, so its difference from β̃ has at most the variance of β̃ (Hausman). In large samples a
difference of more than `FAR` = 3 standard errors of β̃ then occurs less than three times in a thousand. There are only a few
climbs, and a higher maximum that none of them reaches is not noticed.

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
"""If a maximum is more than this many standard errors of the corrected-score estimate from this estimate, a warning is given."""
HIGHER = 0.5
"""If another maximum's log-likelihood is higher by more than this, a warning is given."""
DEVIATIONS, ODDS, SHARP, MOST_STEPS = 2.0, 2.0, 0.6, 200
"""For the other starts: by how many deviations a truth moves the outcome; the log-odds of a rare or common truth; the deviation of
the errors divided by that of the outcome; and the most steps of a climb."""


@dataclass(frozen=True, slots=True, eq=False)
class Corrected:
    """The corrected-score estimate, which needs no normal errors.

    `beta` has the estimated coefficients of the outcome, and `errors` their standard errors. `sigma` is the estimated standard
    deviation of the outcome's errors, or a tenth of the outcome's own standard deviation if that is larger.
    """

    beta: Any
    errors: Any
    sigma: float


def corrected(target: Mixture, scores_of_truth: Any, clusters: Any | None, strata: Any | None) -> Corrected | None:
    """Compute the corrected-score estimate of the outcome's coefficients, which needs no normal errors.

    It solves a linear equation whose matrix is called A in the module's docstring. None if A is not positive definite, as with few
    answers or a mechanism that does not identify the truths.
    """
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
    """Return parameters at which a search for the maximum can start.

    The outcome has the coefficients `beta` and the standard deviation `sigma`. The coefficients of the truth give everybody the
    log-odds `log_odds`. If the covariates do not allow this, the coefficients are fitted to these log-odds by least squares.
    """
    import numpy as np

    n, q = target.z.shape
    constant = np.linalg.lstsq(target.z, np.ones(n), rcond=None)[0]
    odds = np.broadcast_to(log_odds, target.of_truth // q)
    return np.concatenate([np.outer(odds, constant).ravel(), beta, [np.log(sigma)]])


def shifted(target: Mixture, truth: int, shift: float) -> Any:
    """Compute coefficients of the outcome that make it larger by `shift` for people with one truth, whose index is `truth`.

    They are found by least squares. For the fit, each person is repeated once for every truth. In the copy for `truth`, the outcome
    is taken to be larger by `shift` than in the other copies.
    """
    import numpy as np

    n, k, p = target.x.shape
    height = shift * (np.arange(k) == truth)
    y = target.y[:, None] + (height - height.mean())
    return np.linalg.lstsq(target.x.reshape(n * k, p), y.ravel(), rcond=None)[0]


def best_elsewhere(target: Mixture, spread: Any) -> Ascent | None:
    """Search for the maximum from several other starts, and return the best maximum found.

    At each start, people with one of the truths have a mean outcome two standard deviations above or below that of the others. This
    truth is rare, common, or neither. None if no search ends at a maximum.
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


def assumed(target: Mixture, names: Sequence[str], outcome: str, fair: Corrected | None, scores_of_truth: Any) -> str:
    """Say that the outcome's errors are assumed normal, and state the estimates that do not need this assumption.

    If there are none (`fair` is None), say why: no mechanism identifies the shares of the truths, so that all `scores_of_truth` are
    0, or the answers are too few.
    """
    said = f"The errors of '{outcome}' are assumed normal with one deviation, which helps to identify what the truth changes"
    if fair is None:
        why = (
            "the answers are too few"
            if scores_of_truth.any()
            else "no mechanism alone identifies the truths' shares, as is needed"
        )
        return f"{said}; {why} for an estimate by corrected scores, which do not assume normal errors."
    rows = ", ".join(_by_scores(target, names, fair, c) for c in _moved(target))
    return f"{said}; by corrected scores, which do not assume normal errors: {rows}."


def doubt_about(
    target: Mixture, names: Sequence[str], outcome: str, shown: Ascent, other: Ascent | None, fair: Corrected | None
) -> str:
    """Return a warning if the outcome's errors seem not to be normal, else ""."""
    import numpy as np

    first, free = target.of_truth, _moved(target)
    mine = shown.theta[first : first + target.x.shape[2]]
    taken = f"WARNING: errors are assumed normal, which helps to identify the effect, but those of '{outcome}' seem not normal"
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
    """Advise what to use instead of the maximum shown, which is in doubt: the corrected-score estimate `fair` if there is one.

    If there is none, advise to transform the outcome or to look at it by groups.
    """
    if fair is None:
        return "trust neither of them before you have transformed the outcome, or looked at it by groups"
    said = _by_scores(target, names, fair, c)
    return f"corrected scores, which do not assume normal errors, give {said}: trust this, or transform the outcome"


def _by_scores(target: Mixture, names: Sequence[str], fair: Corrected, c: int) -> str:
    return f"{names[target.of_truth + c]} {double_text(float(fair.beta[c]))} ± {double_text(float(fair.errors[c]))}"


def _moved(target: Mixture) -> list[int]:
    """List the indices of the outcome's covariates that change with the truth."""
    import numpy as np

    return [int(c) for c in np.flatnonzero((np.ptp(target.x, axis=1) > 0).any(axis=0))]
