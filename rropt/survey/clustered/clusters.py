"""Estimate the linearised variance of a share over ultimate clusters: the units that were drawn independently, such as schools.

The estimate of a share is the ratio π̂ = Σ_r w_r z_r / Σ_r w_r over respondents r with survey weights w_r, where z_r = W_ji is the
linear weight of r's answer i. Its Taylor linearisation is the total of u_c = Σ_{r in c} w_r (z_r − π̂)/Σw over clusters c. Let n_h
clusters of stratum h be drawn independently (with replacement, or few of many). Whatever is drawn inside of them and however
respondents randomize, the u_c of a stratum are then independent and alike in law. So n_h/(n_h − 1) times the sum of their squared
distances from their mean ū_h has the variance of their total as its expectation. The covariance of two totals, of u and of v, is
estimated by

    Σ_h n_h/(n_h − 1) Σ_{c in h} (u_c − ū_h)(v_c − v̄_h),

which has Σ_h (n_h − 1) degrees of freedom. Without strata ū = 0, as Σ_c u_c = 0. If every cluster has one respondent, the
estimate is the linearised variance of weighted respondents (`variance`). A group is a domain of the survey: its u_c is 0 in
clusters where it has nobody, and these clusters count in n_h. If all respondents of a group are of one cluster, u_c is 0 there
too, which shows nothing of how clusters differ. The u_c follow from sums over clusters alone: u_c·Σw = Σ_i W_ji y_ci − π̂ y_c,
with y_ci the sum of the weights of answers i in c and y_c that of all answers in c.

Degrees of freedom of a group. A cluster in which the group has nobody has u_c = 0 whatever is answered, so it adds nothing to
the variation of the estimated variance. Given which clusters these are, the estimated variance varies as an estimate over the
group's own clusters alone does. It has as many degrees of freedom as the group has own clusters, less one for each stratum in
which it has any. A group with one cluster in each of its strata has none, because nothing tells how clusters of a stratum
differ there.

Degrees of freedom of a difference. Its estimated variance is a sum of parts v_g, one per group g, with ν_g degrees of freedom.
It varies about as a variance estimate with Satterthwaite's number of degrees, (Σ v_g)² divided by Σ (v_g²/ν_g). Because
v_g ≤ Σ v_g, this number is at least the least ν_g, whatever the v_g are. So the least ν_g is taken, which may lengthen intervals
but not shorten them. Groups that are domains of the same clusters have a covariance as well, and the least ν_g is taken for
them too. For many differences together the least ν_g would leave a test that finds nothing: `wald` has a nearer number.

A mean over groups of known sizes is an estimate from the whole survey and has the textbook's number: all clusters less all strata
that they were drawn in. Groups do not count as strata, unless each group is one stratum or several of them; then groups have no
covariance, and the variance is the sum of the groups' variances.
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
    """For every cluster, the sum of the survey weights of each output's answers; a cluster without answers has no sums."""

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
    """Compute the part u_c of each cluster c in the linearised error of a share (or mean); refuse a single cluster.

    Let respondent r have the survey weight w_r and the answer i, which contributes z_r = `weights[i]` to the share, and let π̂ be
    the estimate. Then u_c is the sum of w_r (z_r − π̂)/Σw over the respondents of cluster c.
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
    """Return the covariance matrix of groups' shares, and the degrees of freedom of a mean over the groups.

    Each group comes as the linear weights of its answers (what each answer contributes to the share) and its clusters.
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
