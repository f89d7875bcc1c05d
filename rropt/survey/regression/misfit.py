"""Find samples whose answers fit no shares of the truths, so that no coefficients fit these answers either.

Let π̄ be the weighted mean, over the people of a sample, of their shares of the truths. If everybody follows the mechanism P, the
weighted shares of the answers have the mean P·π̄. This holds whatever the covariates do to the shares of single people. So the test
of `survey.misfit` applies as if there were no covariates.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rropt.mechanism import Mechanism
from rropt.survey.likelihood import likeliest_shares
from rropt.survey.misfit import is_unlikely
from rropt.survey.regression.covariance import over_clusters
from rropt.survey.regression.people import Mechanisms, People
from rropt.survey.sentences import IMPLAUSIBLE
from rropt.survey.weights import apply

__all__ = ["said_of_misfit", "unfit_samples"]


def unfit_samples(people: People, mechanisms: Mechanisms) -> tuple[str, ...]:
    """Name the samples (people asked by the same mechanism) whose answers are implausible whatever the shares of the truths are.
    Without the column `by`, everybody is in one sample with the name ''."""
    return tuple(name for g, (name, p) in enumerate(mechanisms.of) if _is_unfit(people, g, p))


def said_of_misfit(names: Sequence[str]) -> list[str]:
    """Warn of the named samples, whose answers fit no shares of the truths. Return an empty list if there are none."""
    if not names:
        return []
    which = ", ".join(names)
    return [f"{IMPLAUSIBLE} Such are the answers of {which}." if which else IMPLAUSIBLE]


def _is_unfit(people: People, g: int, p: Mechanism) -> bool:
    import numpy as np

    mine = people.samples == g
    n = int(mine.sum())
    if n < 2:
        return False
    answers, weights = people.answers[mine], people.weights[mine]
    sums = np.bincount(answers, weights, minlength=p.m)
    observed = sums / sums.sum()
    covariance = freedom = None
    if people.is_weighted or people.clusters is not None:
        # the parts of the linearised error of `observed`: one row per person, 0 for those of other samples
        parts = np.zeros((people.n, p.m))
        parts[mine] = weights[:, None] / sums.sum() * (np.eye(p.m)[answers] - observed)
        if people.clusters is None or people.strata is None:
            parts *= np.sqrt(n / (n - 1))
        else:
            own = np.unique(people.clusters[mine])
            freedom = len(own) - len(np.unique(people.strata[own]))
            if not freedom:
                return False
            parts = over_clusters(parts, people.clusters, people.strata)
        covariance = parts.T @ parts
    counts = tuple(map(Fraction, sums.tolist()))
    law = apply(p.rows, likeliest_shares(p, counts).prevalence)
    effective = Fraction(float(sums.sum() ** 2 / (weights**2).sum()))
    return is_unlikely(law, tuple(map(Fraction, observed.tolist())), covariance, effective, freedom)
