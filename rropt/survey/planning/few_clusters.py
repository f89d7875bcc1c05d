"""Few clusters widen a margin, and lower the power of a test of two groups, because `estimate` then uses Student's t.

Power. Let each of two groups have C clusters of its own, of like sizes, and let the estimates from single clusters be independent
and normal. Let V₁ and V₂ be the variances of the groups' estimated shares, with their design effects, and δ the true difference.
The test (`comparison`) rejects equality if the estimated difference exceeds t·√v. Here t is the quantile of Student's t with C − 1
degrees of freedom, those of the group that has fewest. The variance v is linearised over all 2C clusters together. The parts u_c of
a group's clusters have the sum 0, so v = 2C/(2C − 1)·Σ u_c² (`clusters`).

An unbiased estimate is v′ = C/(C − 1)·Σ u_c². So v = s²·v′ with s² = 2(C − 1)/(2C − 1). If the groups are also given as strata,
the test uses v′ itself. The estimate v′ is independent of the estimated difference. It varies approximately like (V₁ + V₂)/ν times
a chi-squared variable with ν = (C − 1)·(V₁ + V₂)²/(V₁² + V₂²) degrees of freedom (Satterthwaite; exactly so if V₁ = V₂, and then
ν = 2(C − 1)). So the difference over √v′ has the noncentral t distribution with ν degrees of freedom and the noncentrality
δ/√(V₁ + V₂). The power, without the far tail, is the probability that this variable is above s·t. It is found in doubles. As C
grows, it tends to the normal approximation of `power`.

The ratio of V₁ to V₂ matters only through ν, and only a little. So it is taken from independent answers.

Reference: Johnson and Welch (1940), Applications of the non-central t-distribution; Satterthwaite (1946), An approximate
distribution of estimates of variance components.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from rropt.exact.decimal import decimal
from rropt.exact.element import Number
from rropt.exact.errors import Either, InputError, Received
from rropt.exact.spelling import counted
from rropt.survey.intervals.quantile import longer_in_clusters

__all__ = ["MANY", "ClusteredTest", "say_clusters", "say_few_in_test", "say_test"]

MANY = 10**6
"""With so many clusters the test is as good as that by the normal approximation."""
LARGEST_RATIO = 1e5
"""If a difference must be more standard errors than this, there are too few clusters for the confidence or the power."""


@dataclass(frozen=True, slots=True)
class ClusteredTest:
    """The two-sided test that compares two groups of `clusters` clusters each.

    `variances` are the variances of both groups' estimates; only their ratio matters. `are_strata` says whether the groups are also
    given as strata.
    """

    level: Fraction
    clusters: int
    variances: tuple[Number, Number]
    are_strata: bool = False

    def power(self, ratio: float) -> float:
        """Compute the power, in doubles, to detect a difference of `ratio` standard errors."""
        from scipy.stats import nct

        return float(nct.sf(self._threshold, self._freedom, ratio))

    def ratio_for(self, power: Fraction) -> Fraction:
        """Find how many standard errors a difference must be to be detected with this power. The result is rounded up."""
        from scipy.optimize import brentq

        wanted, high = float(power), 1.0
        while not self.power(high) > wanted:
            high *= 2
            if high > LARGEST_RATIO:
                raise InputError(
                    Received("clusters", str(self.clusters)),
                    " are too few to test at this confidence with this power; give more clusters, or a lower confidence or power",
                )
        found = brentq(lambda ratio: self.power(ratio) - wanted, 0, high)
        return Fraction(float(found)) * (1 + Fraction(1, 10**9))

    @property
    def _threshold(self) -> float:
        """s·t, from which the test rejects a difference over its unbiased standard error."""
        from scipy.stats import t

        quantile = float(t.isf(float((1 - self.level) / 2), self.clusters - 1))
        return quantile if self.are_strata else quantile * sqrt((2 * self.clusters - 2) / (2 * self.clusters - 1))

    @property
    def _freedom(self) -> float:
        """The degrees of freedom ν of the estimated variance of the difference."""
        first, second = map(float, self.variances)
        squares = first**2 + second**2
        return (self.clusters - 1) * ((first + second) ** 2 / squares if squares else 2)


def say_clusters(clusters: int | None, n: int, level: Fraction) -> str:
    """Write what a small number of clusters does to the margin, because estimates with clusters use Student's t.

    If the number of clusters is given, the sentence states the degrees of freedom. If it is None, the sentence states the factors
    by which 10 clusters and 20 clusters would widen the margin.
    """
    if clusters is None:
        of_ten, of_twenty = longer_in_clusters(level)
        return (
            f"Few clusters widen the margin, because estimates then take Student's t: by the factor {of_ten} with 10 clusters, "
            f"{of_twenty} with 20; give their number to have it counted ({Either('clusters=10', '--clusters 10')})."
        )
    return _say_counted("margin", clusters, n, "")


def say_test(clusters: int, n: int, power_in_strata: float) -> str:
    """Write which test of two groups was planned for, if the number of clusters in each group is given.

    `power_in_strata` is the power if the groups are also given as strata.
    """
    return (
        f"{_say_counted('test', clusters, n, ' in each group,')} Its power is by the noncentral t, which is approximate (clusters "
        "of like sizes, their means normal). If the groups are given as strata too, the test is stricter, and its power is "
        f"{power_in_strata:.3f}."
    )


def _say_counted(what: str, clusters: int, n: int, where: str) -> str:
    """Write by which degrees of freedom a margin or a test counts the clusters, and of what size they are."""
    each = decimal(Fraction(n, clusters), digits=3)
    freedom = counted(clusters - 1, "degree", "degrees")
    return (
        f"The {what} is that of estimates with clusters, linearised and by Student's t with {freedom} of freedom, for {clusters:,} "
        f"clusters{where} of {each} people on average; the design effect must be that of clusters of this size."
    )


def say_few_in_test(of_many: float, of_ten: float, of_twenty: float) -> str:
    """Write what few clusters do to the power, if their number is not given: the power with many, 10 and 20 clusters in each
    group."""
    return (
        f"Few clusters lower the power, because estimates then test by Student's t: from about {of_many:.2f} with very many "
        f"to about {of_ten:.2f} with 10 clusters in each group, {of_twenty:.2f} with 20; give their number in each group to have "
        f"it counted ({Either('clusters=10', '--clusters 10')})."
    )
