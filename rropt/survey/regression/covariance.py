"""Estimate the covariance matrix of coefficients at the maximum, by an information matrix or by a sandwich.

There are four kinds. `expected` and `observed` are A⁻¹, where A is the expected or the observed information matrix. They are right
if the model is right. `HC0` is A⁻¹ (Σ s_i s_iᵀ) A⁻¹, where A is the observed information matrix. The score s_i of person i includes
the person's weight. `HC0` is right also if people have weights, or if the model is only the nearest one of its kind to the truth.

`cluster` is like `HC0`, but has a vector u_c for each cluster c in place of the scores s_i. To make u_c, the scores of the people
in the cluster are added up. Then the mean of these sums over the clusters of the same stratum is subtracted. If the stratum has G
clusters, the matrix u_c u_cᵀ is multiplied by G/(G − 1). Intervals are then by Student's t. The number of degrees of freedom is the
number of clusters minus the number of strata.
Reference: White (1982), Maximum likelihood estimation of misspecified models; Binder (1983), On the variances of asymptotically
normal estimators from complex surveys.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rropt.exact.errors import Argument, InputError
from rropt.survey.regression.ascent import Ascent, invert, unfixed
from rropt.survey.regression.people import People
from rropt.survey.regression.resting import Resting, resting

__all__ = ["CovType", "Spread", "over_clusters", "read_cov_type", "spread_of"]


class CovType(StrEnum):
    """The kinds of covariance matrices from which standard errors are computed."""

    EXPECTED = "expected"
    OBSERVED = "observed"
    HC0 = "HC0"
    CLUSTER = "cluster"


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """The covariance matrix of coefficients, `matrix`, and a mask `unknown` of the parameters that the answers do not determine.

    If respondents come from clusters, `clusters` is the number of clusters, and `freedom` the number of degrees of freedom.
    `resting` then says how many clusters effectively contribute to each coefficient (`resting.Resting`). Without clusters these
    three are None.
    """

    matrix: Any
    unknown: Any
    clusters: int | None = None
    freedom: int | None = None
    resting: Resting | None = None
    are_people: bool = False
    """Whether respondents were drawn one by one, so that each is a cluster."""

    @property
    def strata(self) -> int | None:
        """The number of strata of clusters; None without clusters."""
        return None if self.clusters is None or self.freedom is None else self.clusters - self.freedom


def over_clusters(scores: Any, clusters: Any, strata: Any) -> Any:
    """Return a matrix M with a row for each cluster, from which the sandwich estimate of the covariance matrix is computed.

    With the information matrix A, this estimate is A⁻¹MᵀM A⁻¹. To make a row, sum the scores of the people in the cluster. From
    this sum subtract the mean of such sums in the same stratum. Multiply by √(G/(G − 1)), where G is the number of clusters in the
    stratum.
    """
    import numpy as np

    sums = np.zeros((len(strata), scores.shape[1]))
    np.add.at(sums, clusters, scores)
    parts = [sums[strata == h] for h in np.unique(strata)]
    return np.concatenate([(x - x.mean(axis=0)) * np.sqrt(len(x) / (len(x) - 1)) for x in parts])


def read_cov_type(
    asked: str | None, *, weighted: bool, cluster: str | None, stratum: str | None, default: CovType
) -> CovType:
    """Read the type of covariance matrix that the user asks for, and refuse a type that does not fit the data.

    If none is asked for, it is the sandwich by clusters for data with clusters or strata, HC0 for weighted data, and otherwise
    `default`. `cluster` and `stratum` are the names of the columns of clusters and strata. If only `stratum` is given, each person
    counts as a cluster.
    """
    drawn = {name: column for name, column in (("cluster", cluster), ("stratum", stratum)) if column is not None}
    if asked is None:
        return CovType.CLUSTER if drawn else CovType.HC0 if weighted else default
    known = [kind.value for kind in CovType]
    if asked not in known:
        raise InputError(f"cov_type = '{asked}' must be one of {', '.join(known)}")
    kind = CovType(asked)
    if kind is CovType.CLUSTER and not drawn:
        raise InputError(f"cov_type = '{kind}' needs the column of clusters; give ", Argument("cluster", "COLUMN"))
    if kind is not CovType.CLUSTER and drawn:
        what = " and ".join({"cluster": "clusters", "stratum": "strata"}[name] for name in drawn)
        raise InputError(f"cov_type = '{kind}' ignores {what}; leave cov_type out")
    if weighted and kind in (CovType.EXPECTED, CovType.OBSERVED):
        raise InputError(
            f"with weights, the inverse of the {kind} information is not the covariance of the coefficients; leave cov_type out, "
            "or give HC0"
        )
    return kind


def spread_of(target: Any, ascent: Ascent, kind: CovType, people: People) -> Spread:
    """Estimate the covariance matrix of the parameters at the end of a climb, by the information or the sandwich that `kind`
    names."""
    clusters, strata = people.clusters, people.strata
    theta = ascent.theta
    information = target.expected(theta) if kind is CovType.EXPECTED else target.observed(theta)
    inverse, null = invert(information)
    unknown = unfixed(null)
    if kind in (CovType.EXPECTED, CovType.OBSERVED):
        return Spread(inverse, unknown)
    scores, number, freedom, rests = target.scores(theta), None, None, None
    if clusters is not None and strata is not None:
        number, freedom = len(strata), len(strata) - len(set(strata.tolist()))
        is_known = ~unknown & ~ascent.runs_off & (ascent.is_found or ascent.is_border)
        rests = resting(scores, inverse, clusters, freedom, is_known)
        scores = over_clusters(scores, clusters, strata)
    return Spread(inverse @ (scores.T @ scores) @ inverse, unknown, number, freedom, rests, people.are_clusters)
