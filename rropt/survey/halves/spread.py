"""Estimate the covariance matrix of both half-samples' shares of yes: each by itself, or together over clusters that both share.

Respondent r of half-sample g has the weight w_r and the answer y_r, 1 for yes and 0 for no; W_g is the sum of the weights in g.
There are as many shares of yes as shares sought, so the weighted log-likelihood Σ_g Σ_r w_r log Pr(answer of r) is largest at
λ̂_g = Σ w_r y_r/W_g, if the shares that give these λ̂_g are in the model's range. At λ̂, r's score in λ_g is
w_r (y_r − λ̂_g)/(λ̂_g(1 − λ̂_g)), the second derivative is −W_g/(λ̂_g(1 − λ̂_g)), and the sandwich estimate of the covariance matrix is
the sum over units c (clusters, or respondents who were drawn one by one) of

    u_c u_cᵀ,    u_c,g = Σ_{r in c and g} w_r (y_r − λ̂_g)/W_g,

where u_c is first centred at its mean in its stratum of n units, and the stratum's sum is multiplied by n/(n − 1), as in
`clusters`. The shares sought are linear in λ̂, so their covariance matrix follows from that of λ̂. If no unit has respondents of
both half-samples and no strata were named, each half-sample is a stratum, with an n/(n − 1) of its own. For units of one
respondent with equal weights the variance is then λ̂_g(1 − λ̂_g)/(n_g − 1).

If all answers of a half-sample are alike, its u are 0. Its variance is then taken to be the largest that its units can have if all
answers of a unit are alike: λ(1 − λ) Σ_c W_c²/W_g² at λ = 1/2, with W_c the sum of the weights of unit c.

Groups of a clustered survey are domains of it: both groups' u are taken over the same clusters, and have a covariance where a
cluster has people of both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.matrix import Matrix
from rropt.survey.clustered.clusters import Clusters, Residuals, covariance_of, over_groups, residuals
from rropt.survey.tally import Tally
from rropt.survey.variance import linearised_covariance

__all__ = ["Spread", "covariance_between", "share_of_yes", "spread_of"]

YES = (Fraction(0), Fraction(1))


@dataclass(frozen=True, slots=True)
class Spread:
    """`matrix` is the covariance matrix of both shares of yes, and `simple` the diagonal that it would have for independent answers
    of equal weight. `is_weighted` says whether weights differ. The other fields are about clusters: their number, whether some
    are in both half-samples (`are_shared`), the degrees of freedom, the number of strata, the part of each cluster in the error
    of each half-sample's share (`totals`), and whether each cluster is a person (`are_people`)."""

    matrix: Matrix
    simple: tuple[Number, ...]
    is_weighted: bool
    clusters: int | None
    are_shared: bool
    freedom: int | None
    strata: int = 1
    totals: tuple[Residuals, ...] = ()
    are_people: bool = False


def share_of_yes(tally: Tally) -> Fraction:
    """Compute λ̂_g, the weighted share of yes in a half-sample."""
    return tally.weights[1] / sum(tally.weights, Fraction(0))


def spread_of(shares: Sequence[Fraction], tallies: Sequence[Tally]) -> Spread:
    """Estimate the covariance matrix of both shares of yes."""
    alone = [_variance(q, tally) for q, tally in zip(shares, tallies, strict=True)]
    matrix: Matrix = (alone[0], Fraction(0)), (Fraction(0), alone[1])
    clusters = [x for tally in tallies if (x := tally.clusters) is not None]
    freedom, are_shared, totals = None, False, tuple[Residuals, ...]()
    if clusters:
        own = [x.own for x in clusters]
        keys = [key for x in own for key in x.keys]
        are_shared = len(set(keys)) < len(keys)
        is_one = are_shared or any(stratum for stratum, _ in keys)
        together, freedom = over_groups([(YES, x) for x in clusters]) if is_one else _separate(own)
        # a half-sample with all answers alike has the largest variance, and the covariance 0, as its u are 0
        matrix = tuple(
            tuple(together[i][j] if i != j or 0 < q < 1 else alone[i] for j in (0, 1)) for i, q in enumerate(shares)
        )
        totals = tuple(residuals(YES, x if is_one else x.own) for x in clusters)
    simple = tuple(
        q * (1 - q) / (tally.n - 1) if 0 < q < 1 else v for q, tally, v in zip(shares, tallies, alone, strict=True)
    )
    is_weighted = any(tally.is_weighted for tally in tallies)
    number, strata = (len(clusters[0].keys), clusters[0].strata) if clusters else (None, 1)
    are_people = any(x.are_people for x in clusters)
    return Spread(matrix, simple, is_weighted, number, are_shared, freedom, strata, totals, are_people)


def covariance_between(first: Spread, second: Spread) -> Matrix:
    """Estimate the covariances of one group's shares of yes (rows) with another's (columns); 0 if people were drawn one by one."""
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
    """Estimate the covariance matrix of half-samples that were drawn separately, each over its own clusters, and count its degrees
    of freedom."""
    a, b = (covariance_of([residuals(YES, x)])[0][0] for x in own)
    return ((a, Fraction(0)), (Fraction(0), b)), sum(x.freedom for x in own)


def _variance(q: Fraction, tally: Tally) -> Number:
    """Estimate the variance of one half-sample's share of yes, `q`, by linearisation.

    If q is 0 or 1, the linearised variance would be 0; the largest possible variance, that at a share of 1/2, is returned instead.
    """
    if 0 < q < 1:
        return linearised_covariance((YES,), tally)[0][0]
    total = sum(tally.weights, Fraction(0))
    return _squares(tally.clusters, tally) / (4 * total**2)


def _squares(clusters: Clusters | None, tally: Tally) -> Fraction:
    """Sum the squares of the weights of all units: the clusters or, if none were drawn, the respondents."""
    if clusters is None:
        return sum(tally.squares, Fraction(0))
    return sum((sum((y for _, y in outputs), Fraction(0)) ** 2 for _, outputs in clusters.sums), Fraction(0))
