"""Estimate the covariance matrix of the shares of yes of two half-samples.

Let respondent r of half-sample g have the weight w_r and the answer y_r, 1 for yes and 0 for no. Let W_g be the sum of the weights
in half-sample g. Its weighted share of yes is λ̂_g = Σ_r w_r y_r/W_g. There are two shares of yes, and two unknown shares. Suppose
that some unknown shares in the model's range give a yes the probabilities λ̂_1 and λ̂_2. Then the weighted log-likelihood
Σ_g Σ_r w_r log Pr(answer of r) is largest at these unknown shares. At this maximum the score of r in λ_g is
w_r (y_r − λ̂_g)/(λ̂_g(1 − λ̂_g)), and the second derivative of the log-likelihood is −W_g/(λ̂_g(1 − λ̂_g)). So the sandwich
estimate of the covariance matrix of λ̂ is a sum over units c, which are clusters or, if people were drawn one by one, respondents:

    Σ_c u_c u_cᵀ,    u_c,g = Σ_{r in c and g} w_r (y_r − λ̂_g)/W_g.

The mean of a stratum's u_c is subtracted from each u_c of the stratum. If the stratum has n units, its part of the sum is
multiplied by n/(n − 1), as in `clusters`. The unknown shares are linear in λ̂, so their covariance matrix follows from that
of λ̂. If no unit has respondents of both half-samples, and no strata were named, then each half-sample is treated as a stratum of
its own. If also each unit is one respondent and all weights are equal, the variance of λ̂_g is λ̂_g(1 − λ̂_g)/(n_g − 1), where n_g
is the number of answers in half-sample g.

If all answers of half-sample g are equal, or its share of yes is the same in every unit, all its u_c are 0, which would give the
variance 0. Then its variance is taken to be the largest that is possible if all answers of a unit are equal. This is
λ(1 − λ) Σ_c W_c²/W_g² at λ = 1/2, where W_c is the sum of the weights of g's respondents in unit c. A sum of both shares of yes,
each with a coefficient, may also have the variance 0. Then the sum of both largest variances replaces it, each with the square of
its coefficient.

Groups of a clustered survey are domains of the survey, so the u_c of two groups are taken over the same clusters. They are
correlated where a cluster has people of both groups.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.matrix import Matrix, product, transpose
from rropt.survey.clustered.clusters import Clusters, Residuals, covariance_of, over_groups, residuals
from rropt.survey.tally import Tally
from rropt.survey.variance import linearised_covariance

__all__ = ["Spread", "covariance_between", "share_of_yes", "spread_of"]

YES = (Fraction(0), Fraction(1))


@dataclass(frozen=True, slots=True)
class Spread:
    """How much the shares of yes in both half-samples vary.

    `matrix` is the covariance matrix of both shares. `simple` has the two variances that independent answers of equal weight would
    give. If all answers of a half-sample are equal, its entry of `simple` is the variance in `matrix`. `largest` has the two
    largest possible variances, and `are_largest` says for each whether it is the one in `matrix`. `is_weighted` says whether a
    weight differs from 1.

    The other fields are about clusters. `clusters` and `strata` are their numbers, and `freedom` has the degrees of freedom.
    `are_shared` says whether some cluster has people of both half-samples. `totals` has a dictionary for each half-sample. It maps
    each cluster to its contribution to the error of the half-sample's share. `are_people` says whether each cluster is a single
    respondent.
    """

    matrix: Matrix
    simple: tuple[Number, ...]
    largest: tuple[Number, ...]
    are_largest: tuple[bool, ...]
    is_weighted: bool
    clusters: int | None
    are_shared: bool
    freedom: int | None
    strata: int = 1
    totals: tuple[Residuals, ...] = ()
    are_people: bool = False

    def along(self, row: Sequence[Number]) -> tuple[Number, bool]:
        """Return the variance of a linear combination of both shares of yes, with the coefficients `row`, and a bool.

        If the estimate of this variance is positive, the bool is True. Otherwise the variance is computed from the largest possible
        variances of both shares instead, and the bool is False.
        """
        found = product(product((row,), self.matrix), transpose((row,)))[0][0]
        if found > 0:
            return found, True
        return sum((c * c * v for c, v in zip(row, self.largest, strict=True)), Fraction(0)), False


def share_of_yes(tally: Tally) -> Fraction:
    """Compute the weighted share of yes in a half-sample."""
    return tally.weights[1] / sum(tally.weights, Fraction(0))


def spread_of(shares: Sequence[Fraction], tallies: Sequence[Tally]) -> Spread:
    """Estimate the covariance matrix of both shares of yes."""
    largest = tuple(map(_largest, tallies))
    alone = tuple(
        linearised_covariance((YES,), tally)[0][0] if 0 < q < 1 else v
        for q, tally, v in zip(shares, tallies, largest, strict=True)
    )
    are_largest = tuple(not 0 < q < 1 for q in shares)
    matrix: Matrix = (alone[0], Fraction(0)), (Fraction(0), alone[1])
    clusters = [x for tally in tallies if (x := tally.clusters) is not None]
    freedom, are_shared, totals = None, False, tuple[Residuals, ...]()
    if clusters:
        own = [x.own for x in clusters]
        keys = [key for x in own for key in x.keys]
        are_shared = len(set(keys)) < len(keys)
        is_one = are_shared or any(stratum for stratum, _ in keys)
        together, freedom = over_groups([(YES, x) for x in clusters]) if is_one else _separate(own)
        # a half-sample that is alike in all clusters has the largest variance, and the covariance 0, as its u are 0
        are_largest = tuple(together[i][i] <= 0 for i in (0, 1))
        matrix = tuple(
            tuple(largest[i] if i == j and are_largest[i] else together[i][j] for j in (0, 1)) for i in (0, 1)
        )
        totals = tuple(residuals(YES, x if is_one else x.own) for x in clusters)
    simple = tuple(
        q * (1 - q) / (tally.n - 1) if 0 < q < 1 else v for q, tally, v in zip(shares, tallies, alone, strict=True)
    )
    is_weighted = any(tally.is_weighted for tally in tallies)
    number, strata = (len(clusters[0].keys), clusters[0].strata) if clusters else (None, 1)
    are_people = any(x.are_people for x in clusters)
    return Spread(
        matrix, simple, largest, are_largest, is_weighted, number, are_shared, freedom, strata, totals, are_people
    )


def covariance_between(first: Spread, second: Spread) -> Matrix:
    """Estimate the covariances of one group's shares of yes (rows) with those of another group (columns). They are 0 without
    clusters and strata."""
    zero = Fraction(0)
    if not first.totals:
        return (zero, zero), (zero, zero)
    a, b = ({key for x in (first, second) for key in x.totals[half]} for half in (0, 1))
    if a & b or any(stratum for stratum, _ in a | b):
        whole = covariance_of([*first.totals, *second.totals])
        return tuple(tuple(whole[i][j] for j in (2, 3)) for i in (0, 1))
    alone = [covariance_of([first.totals[half], second.totals[half]])[0][1] for half in (0, 1)]
    return (alone[0], zero), (zero, alone[1])


def _separate(own: Sequence[Clusters]) -> tuple[Matrix, int]:
    """Estimate the covariance matrix of the shares of yes in two half-samples without a common cluster. Return the matrix and its
    degrees of freedom.

    Each variance is estimated from the half-sample's own clusters. The covariance is 0.
    """
    a, b = (covariance_of([residuals(YES, x)])[0][0] for x in own)
    return ((a, Fraction(0)), (Fraction(0), b)), sum(x.freedom for x in own)


def _largest(tally: Tally) -> Number:
    """Return the largest possible variance of a half-sample's share of yes, if all answers of a cluster are equal. Without
    clusters, each respondent counts as a cluster."""
    return _squares(tally.clusters, tally) / (4 * sum(tally.weights, Fraction(0)) ** 2)


def _squares(clusters: Clusters | None, tally: Tally) -> Fraction:
    """Sum the squares of the total weights of all clusters. Without clusters, sum the squares of all respondents' weights."""
    if clusters is None:
        return sum(tally.squares, Fraction(0))
    return sum((sum((y for _, y in outputs), Fraction(0)) ** 2 for _, outputs in clusters.sums), Fraction(0))
