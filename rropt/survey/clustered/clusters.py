"""Estimate the linearised variance of a share over ultimate clusters: the units that were drawn independently, such as schools.

Let respondent r have the survey weight w_r, and let W be the sum of these weights. If r gives the answer i, this answer contributes
z_r to the share of input j. Here z_r = L_ji is an entry of the matrix L of the linear estimate. The estimate of the share is
π̂ = Σ_r w_r z_r / W. Let cluster c have the part u_c = Σ_{r in c} w_r (z_r − π̂)/W. The sum of these parts is the Taylor
linearisation of the error of π̂.

Let n_h clusters of stratum h be drawn independently of each other. This is so if they are drawn with replacement, and nearly so if
they are a small part of all clusters. Then the parts u_c of a stratum are independent and have the same distribution, however
people are drawn inside the clusters and however they randomize. Let ū_h be the mean of these parts. Multiply the sum of the squared
distances (u_c − ū_h)² by n_h/(n_h − 1). The expectation of the result is the variance of the sum of the stratum's parts. Let a
second estimate have the parts v_c. The covariance of both estimates is estimated by

    Σ_h n_h/(n_h − 1) Σ_{c in h} (u_c − ū_h)(v_c − v̄_h),

which has Σ_h (n_h − 1) degrees of freedom. Without strata ū = 0, because Σ_c u_c = 0. If every cluster has one respondent, the
estimate is the linearised variance of weighted respondents (`variance`).

A group is a domain of the survey. In a cluster where the group has nobody, its u_c is 0, and n_h counts this cluster as well. If
all respondents of a group are in one cluster, u_c is 0 in this cluster, too, so the parts do not show how clusters differ. The
parts can be computed from sums over clusters alone: u_c·W = Σ_i L_ji y_ci − π̂ y_c. Here y_ci is the sum of the weights of the
answers i in cluster c, and y_c is the sum of all weights in c.

Degrees of freedom of a group. In a cluster where the group has nobody, u_c = 0 whatever is answered. Such a cluster adds nothing to
the variation of the estimated variance. If it is known which clusters these are, the estimated variance varies like an estimate
from the group's other clusters alone, which are called its own. So its degrees of freedom are the number of the group's own
clusters minus the number of strata that have such a cluster. If the group has one cluster in each of its strata, this number is 0,
because nothing shows how clusters of a stratum differ.

Degrees of freedom of a difference. The estimated variance of a difference of groups is the sum of a part v_g for each group g, and
v_g has ν_g degrees of freedom. The sum varies approximately like a variance estimate with (Σ v_g)² / Σ (v_g²/ν_g) degrees of
freedom (Satterthwaite). This number is at least the least ν_g, whatever the v_g are, because v_g ≤ Σ v_g. So the least ν_g is
taken. This may lengthen intervals, but cannot shorten them. If groups are domains of the same clusters, their shares also have a
covariance; the least ν_g is taken for them, too. For a test of many differences at once the least ν_g would be so small that the
test finds nothing. Therefore `wald` computes a better approximation for such a test.

Degrees of freedom of a mean over groups of known sizes. Such a mean is an estimate from the whole survey. Its degrees of freedom
are the number of all clusters minus the number of all strata in which they were drawn, as in textbooks. Groups count as strata
only if each of them consists of one or more whole strata. In that case the groups have no covariance, and the variance is the sum
of the groups' variances.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix
from rropt.results import FieldResult, Table, fact_table

__all__ = [
    "NO_VARIANCE",
    "Clusters",
    "Key",
    "Residuals",
    "covariance_of",
    "over_groups",
    "require_nested",
    "residuals",
]

Key = tuple[str, str]
"""The stratum and the cluster; the stratum is '' where there are none."""
Residuals = Mapping[Key, Number]
NO_VARIANCE = "and so no variance between clusters; give two or more"


@dataclass(frozen=True, slots=True, repr=False)
class Clusters(FieldResult):
    """The answers of a survey, summed by cluster. `sums` lists the clusters, each with pairs of an output and a sum: the sum of the
    survey weights of the cluster's answers with this output. A cluster without answers has no pairs."""

    sums: tuple[tuple[Key, tuple[tuple[int, Fraction], ...]], ...]
    are_people: bool = False
    """Whether respondents were drawn one by one, so that each is a cluster."""

    @property
    def keys(self) -> tuple[Key, ...]:
        """Each cluster, with its stratum."""
        return tuple(key for key, _ in self.sums)

    @property
    def own(self) -> Clusters:
        """The clusters that have answers."""
        return replace(self, sums=tuple((key, outputs) for key, outputs in self.sums if outputs))

    @property
    def strata(self) -> int:
        """The number of strata; 1 where none were named."""
        return len({stratum for stratum, _ in self.keys})

    @property
    def freedom(self) -> int:
        """The degrees of freedom: clusters with answers minus strata with answers."""
        own = self.own
        return len(own.sums) - own.strata

    def explain(self) -> str:
        """Describe the clusters in one line."""
        return f"{len(self.sums)} clusters, {self.strata} strata, {self.freedom} degrees of freedom"

    def as_table(self) -> Table:
        """A table of the numbers of clusters and strata."""
        return fact_table({"clusters": len(self.sums), "strata": self.strata, "degrees of freedom": self.freedom})


def residuals(weights: Sequence[Number], clusters: Clusters) -> dict[Key, Number]:
    """Compute for each cluster its part in the linearised error of the estimated share or mean. Refuse a survey with answers in
    only one cluster.

    Let respondent r have the survey weight w_r. If the answer of r is output i, it contributes z_r = `weights[i]` to the estimate.
    Let π̂ be the estimate, and W the sum of all survey weights. The part of cluster c is u_c, the sum of w_r (z_r − π̂)/W over the
    respondents r in c.
    """
    if len(own := clusters.own.keys) == 1:
        raise InputError(f"there is one cluster, '{own[0][1]}', {NO_VARIANCE}")
    every = [(i, y) for _, outputs in clusters.sums for i, y in outputs]
    total = sum((y for _, y in every), Fraction(0))
    sums = [Fraction(0)] * len(weights)
    for i, y in every:
        sums[i] += y
    share = sum((w * y for w, y in zip(weights, sums, strict=True) if y), Fraction(0)) / total
    centred = [(w - share) / total for w in weights]
    return {key: sum((centred[i] * y for i, y in outputs), Fraction(0)) for key, outputs in clusters.sums}


def covariance_of(totals: Sequence[Residuals]) -> Matrix:
    """Estimate the covariance matrix of several totals, each given by its part in every cluster (`residuals`).

    If a total has no part in some cluster, this part counts as 0. A cluster in which no total has a part is left out.
    """
    strata = _strata(key for total in totals for key in total)
    size = range(len(totals))
    found: list[list[Number]] = [[Fraction(0) for _ in size] for _ in size]
    for keys in strata.values():
        n = len(keys)
        centred = []
        for total in totals:
            values = [total.get(key, Fraction(0)) for key in keys]
            mean = sum(values, Fraction(0)) / n
            centred.append([x - mean for x in values])
        for i in size:
            for j in range(i + 1):
                cell = sum((x * y for x, y in zip(centred[i], centred[j], strict=True)), Fraction(0))
                found[i][j] += cell * Fraction(n, n - 1)
    return tuple(tuple(found[max(i, j)][min(i, j)] for j in size) for i in size)


def over_groups(groups: Sequence[tuple[Sequence[Number], Clusters]]) -> tuple[Matrix, int]:
    """Return the covariance matrix of the groups' estimated shares, and the degrees of freedom of a mean over these groups.

    Each group is given as a pair. Its first member is a list: for each output, how much an answer with this output contributes to
    the share. Its second member has the group's clusters.
    """
    every = {key for _, clusters in groups for key in clusters.own.keys}
    return covariance_of([residuals(*x) for x in groups]), len(every) - len({stratum for stratum, _ in every})


def require_nested(keys: Iterable[Key]) -> None:
    """Refuse a cluster that lies in two strata."""
    found: dict[str, str] = {}
    for stratum, cluster in keys:
        if found.setdefault(cluster, stratum) != stratum:
            raise InputError(
                f"the cluster '{cluster}' has rows in two strata, '{found[cluster]}' and '{stratum}', but each cluster lies "
                "in one; mend the columns, or, if every stratum has its own cluster 1, 2 and so on, make a column that joins both "
                "labels"
            )


def _strata(keys: Iterable[Key]) -> dict[str, list[Key]]:
    """Group the clusters by stratum; a stratum with one cluster is refused, because it shows no variance."""
    strata: dict[str, dict[Key, None]] = {}
    for key in keys:
        strata.setdefault(key[0], {})[key] = None
    for name, some in strata.items():
        if len(some) == 1:
            cluster = next(iter(some))[1]
            where = (
                f"the stratum '{name}' has one cluster, '{cluster}'" if name else f"there is one cluster, '{cluster}'"
            )
            raise InputError(f"{where}, {NO_VARIANCE}, or merge strata")
    return {name: list(some) for name, some in strata.items()}
