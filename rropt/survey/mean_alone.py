"""Estimate the mean of a scale, from answers that identify this mean even if they do not identify the shares of the inputs.

Suppose that each answer i can be given a number u_i so that uP = s, where s has the scores of the inputs. Then the mean of u_i over
the answers estimates the mean score without bias, at every prevalence. An example is a mechanism with two answers whose
probabilities are affine in the score. If several vectors u are possible, the one with the least variance at the planned prevalence
is taken (`efficient_estimates`). Let there be n independent answers, and let the share q_i of them be answer i. Then
(Σ u² q − (Σ u q)²)/(n − 1) estimates the variance without bias, as for any mean of independent numbers. With weights or clusters,
the variance is linearised (`variance`).

In a census, or in a simple random sample of a population, the variance is smaller. By how much depends on how the scores of the
people vary, which these answers do not show. So only independent draws are offered; their variance is at least as large.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rropt.designs.objectives.covariances.covariance import efficient_estimates
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import rank, total_of
from rropt.mechanism import Mechanism
from rropt.privacy.given import mechanism_of
from rropt.survey.estimate import estimate, read_tallies, somebody_and_nobody, why_nothing
from rropt.survey.frames import joint_name
from rropt.survey.intervals.quantile import read_confidence
from rropt.survey.prevalence import read_prevalence, uniform
from rropt.survey.sampling import REPLACEMENT
from rropt.survey.scale import ScaleMean, mean_of_answers, read_scores
from rropt.survey.tally import Missing, Other, Tally

__all__ = ["estimate_mean", "scores_alone", "tells_shares"]


def tells_shares(p: Mechanism) -> bool:
    """Whether different shares give different distributions of answers."""
    return rank(p.rows) == p.k


def scores_alone(p: Mechanism, scores: Sequence[Fraction], at: Sequence[Number]) -> tuple[Number, ...]:
    """Return numbers u, one per answer, whose mean estimates the mean of the scores without bias, with the least variance at shares
    `at`."""
    found = efficient_estimates(p.rows, at, (tuple(scores),))
    if found is None:
        raise InputError(
            f"the answers of this mechanism tell neither the shares of its {p.k} inputs nor the mean of these scores; give the "
            "scores that it was designed for"
        )
    return found.estimator[0]


def estimate_mean(
    data: Any,
    *,
    mechanism: Mechanism,
    scores: object,
    answer: str | None = None,
    by: str | Sequence[str] | None = None,
    weights: Any = None,
    counts: str | None = None,
    cluster: str | None = None,
    stratum: str | None = None,
    other: Other = "error",
    missing: Missing = "error",
    confidence: object = "0.95",
    working: object = None,
) -> ScaleMean | dict[str, ScaleMean]:
    """Estimate the mean of a scale. The answers need not identify the shares of the inputs. The draws must be independent.

    Args:
        data: Counts by answer, a sequence or array of answers, or a data frame, as for `estimate`. The arguments from `answer` to
            `stratum` name columns of a data frame.
        mechanism: The mechanism that made the answers, or its design.
        scores: One number for each input, in order or by label.
        answer: The column of the answers.
        by: The column or columns of groups.
        weights: The column of survey weights; with a sequence of answers, a sequence of weights.
        counts: The column that says how many people gave each answer, if the data frame is a table of counts.
        cluster: The column of clusters that were drawn independently.
        stratum: The column of the strata in which the clusters were drawn, or respondents if `cluster` is not given.
        other: What becomes of answers that are none of the mechanism's outputs: error or drop.
        missing: What becomes of missing answers: error or drop. If `other` is drop, they are dropped too.
        confidence: The confidence of the normal interval.
        working: The shares at which the variance is least. If they are not given, the design's planned shares are taken. If there
            are none, equal shares are taken, or the shares that the data suggest if the answers identify shares.

    Returns:
        The mean with its standard error and interval. With `by`, a dictionary from each group to its mean.

    Raises:
        InputError: The mean of these scores cannot be estimated from such answers, or the data have no answers.

    Example:
        >>> from rropt import LDP, Contrast, design
        >>> from rropt.survey import estimate_mean
        >>> found = design(Contrast([1, 2, 3, 4, 5]), LDP("ln3"), outputs=2)
        >>> print(estimate_mean({"low": 60, "high": 40}, mechanism=found, scores=[1, 2, 3, 4, 5]).mean)
        11/5

    Reference: the manual, "Five answers" (docs/howto/five_answers.md).
    """
    p = mechanism_of(mechanism)
    out: dict[str, Any] = {"answer": answer, "by": by, "weights": weights, "counts": counts, "cluster": cluster}
    out |= {"stratum": stratum, "other": other, "missing": missing}
    if tells_shares(p):
        found = estimate(data, mechanism=p, confidence=confidence, working=working, **out)
        return found.mean(scores) if by is None else found.means(scores)  # type: ignore[union-attr,arg-type]
    s, level = read_scores(scores, p.input_labels), read_confidence(confidence)
    at = read_prevalence(working, p.k) if working is not None else p.planned or uniform(p.k)
    u = scores_alone(p, s, at)
    tallies = read_tallies(data, p, **out)

    def mean_of(name: str, tally: Tally) -> ScaleMean:
        if not tally.n:
            where, way = ("", "give answers")
            if by is not None:
                where, way = f"group {name!r}: ", f"set {joint_name(by)!r} to missing in its rows"
            raise InputError(f"{where}{why_nothing(tally)}, so there is nothing to estimate; {way}")
        total = sum(tally.weights, Fraction(0))
        mean = total_of([x * w / total for x, w in zip(u, tally.weights, strict=True)])
        is_weighted = any(x is not None for x in (weights, cluster, stratum))
        return mean_of_answers(p, u, s, tally, REPLACEMENT, mean, level, is_weighted=is_weighted)

    kept = tallies if by is None else somebody_and_nobody(tallies)[0]
    found_means = {name: mean_of(name, tally) for name, tally in kept.items()}
    return found_means if by is not None else next(iter(found_means.values()))
