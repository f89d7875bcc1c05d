"""Compute the exact covariance of the estimated shares under each sampling model, and estimate this covariance without bias from
the counts of answers alone.

The estimated shares are W y/n. Here W are unbiased weights, so W P = I for the matrix P of the mechanism, and y are the counts of n
answers.

Exact covariance. Let the unit vector e(r) be the answer of respondent r, and the unit vector x(r) this respondent's truth. Let
q = Σ x(r)/n be the shares of the truths in the sample. Given the truths, answers are independent and E[W e(r)] = W P x(r) = x(r).
So E[W y/n | x] = q and Cov(W y/n | x) = (1/n²) Σ_r (W diag(P x(r)) Wᵀ − x(r) x(r)ᵀ) = (W diag(P q) Wᵀ − diag q)/n. Let π be the
shares of the population. By the law of total covariance

    n·Cov = [W diag(P π) Wᵀ − diag π] + f·[diag π − π πᵀ],     n·Cov(q) = f·[diag π − π πᵀ].

The factor f is 1 for independent draws (q is multinomial), and 0 in a census (q = π). For simple random sampling without
replacement from N people, it is (N − n)/(N − 1) (q is multivariate hypergeometric).

Unbiased estimate. Let A be the first bracket. It is linear in y, so y/n and π̂ estimate it without bias. For the second bracket,
E[π̂ π̂ᵀ] = π πᵀ + Cov gives Cov·(1 − f/n) = A/n + (f/n)·(diag π − E[π̂ π̂ᵀ]). The estimate is the right side, estimated, divided by
1 − f/n. If f = n = 1, there is none. With f = 1 it is the sample covariance of the vectors W e(r), divided by n. With f = 0 it is
only what the device adds.

Weights. If respondents have weights w(r), the shares are estimated with these weights, and the variance is linearised. With
z(r) = W e(r), the estimate is the ratio π̂ = Σ w(r) z(r)/Σ w(r). The linearisation replaces this ratio by the total of the numbers
u(r) = w(r) (z(r) − π̂)/Σw, whose sum is 0. For independent draws, Var is estimated by n/(n − 1)·Σ u(r) u(r)ᵀ. Equal answers have
equal z, so Σ u uᵀ = Σ_i S_i (W_·i − π̂)(W_·i − π̂)ᵀ/(Σw)², where S_i is the sum of w² over the answers i. If all weights are 1,
this is exactly the unbiased estimate above. Otherwise it is consistent, not unbiased.

Both parts are derived here. On the first see Chaudhuri and Mukerjee, Randomized Response: Theory and Techniques (1988), and on
sampling without replacement Cochran, Sampling Techniques (3rd edition, 1977). On linearised ratios see Särndal, Swensson and
Wretman, Model Assisted Survey Sampling (1992).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix, product
from rropt.exact.spelling import counted
from rropt.mechanism import Mechanism
from rropt.survey.clustered.clusters import covariance_of, residuals
from rropt.survey.sampling import REPLACEMENT, Sampling
from rropt.survey.tally import Tally
from rropt.survey.weights import apply

__all__ = [
    "covariance",
    "design_effects",
    "estimated_covariance",
    "estimated_variances",
    "every_second_moment",
    "linearised_covariance",
    "personal_variances",
    "second_moments",
    "variance",
    "weighted_estimate",
    "why_no_variance",
]

Vector = Sequence[Number]


def _weighted_product(weights: Matrix, shares: Vector, j: int, o: int) -> Number:
    terms = (u * v * s for u, v, s in zip(weights[j], weights[o], shares, strict=True) if u and v and s)
    return sum(terms, Fraction(0))


def _cell(weights: Matrix, shares: Vector, pi: Vector, f: Number, j: int, o: int) -> Number:
    """Compute n times the covariance of the estimated shares of inputs j and o.

    It is the entry [j, o] of W diag(q) Wᵀ − diag π + f (diag π − π πᵀ). W are the `weights`, q are the `shares` of the answers,
    `pi` is π, the shares of the inputs, and f is the sampling factor.
    """
    own = pi[j] if j == o else Fraction(0)
    return _weighted_product(weights, shares, j, o) - own + f * (own - pi[j] * pi[o])


def covariance(
    p: Mechanism, weights: Matrix, prevalence: Vector, n: int, *, sampling: Sampling = REPLACEMENT
) -> Matrix:
    """Compute the exact covariance matrix of the estimated shares from n answers, if the true shares are `prevalence`.

    The estimated shares are the matrix `weights` times the shares of the answers.
    """
    law, f, size = apply(p.rows, prevalence), sampling.factor(n), range(p.k)
    return tuple(tuple(_cell(weights, law, prevalence, f, j, i) / n for i in size) for j in size)


def variance(
    p: Mechanism, weights: Matrix, prevalence: Vector, n: int, *, sampling: Sampling = REPLACEMENT
) -> tuple[Number, ...]:
    """Compute the exact variances of the estimated shares from n answers: the diagonal of `covariance`."""
    law, f = apply(p.rows, prevalence), sampling.factor(n)
    return tuple(_cell(weights, law, prevalence, f, j, j) / n for j in range(p.k))


# several plans for one design ask for the same variances
@lru_cache(maxsize=64)
def personal_variances(p: Mechanism, weights: Matrix, j: int) -> tuple[Number, ...]:
    """Compute, for every truth l, the variance of what a person with this truth adds to the estimated share of input j.

    Let P be the matrix of the mechanism. A person who gives the answer i adds the weight w_ji. Its mean is 1 if l = j, else 0, and
    its variance is Σ_i w_ji² P_il − [l = j]. The mean of these variances over the prevalence is what the randomization adds to n
    times the variance of the estimated share.
    """
    return second_moments(p, (weights[j],), own=(j,))[0]


# thousands of groups share their weights
@lru_cache(maxsize=8)
def every_second_moment(p: Mechanism, weights: Matrix) -> Matrix:
    """Compute `second_moments` for weights whose row i estimates the share of input i."""
    return second_moments(p, weights)


def second_moments(p: Mechanism, weights: Matrix, *, own: Sequence[int] | None = None) -> Matrix:
    """Compute the variance of what a person with truth l adds to the estimate by row i of the weights, indexed [i, l].

    Row i estimates the share of input own[i], or of input i if `own` is None. The variance is Σ_a w_ia² P_al over the answers a,
    less 1 if l is the input of the row. Here P is the matrix of the mechanism, and w are the weights.

    If the matrices have only few distinct entries, equal terms of this sum are counted instead of added one by one. Published
    mechanisms and their weights at equal shares have few.
    """
    import numpy as np

    places = range(len(weights)) if own is None else own
    if max(len({x for row in each for x in row}) for each in (p.rows, weights)) > p.m + p.k:
        moments = product([[w * w for w in row] for row in weights], p.rows)
        return tuple(tuple(x - int(places[i] == o) for o, x in enumerate(row)) for i, row in enumerate(moments))
    names: dict[Number, int] = {}
    w, c = (np.array([[names.setdefault(x, len(names)) for x in row] for row in m]) for m in (weights, p.columns))
    values, size = list(names), len(names)

    def cell(i: int, o: int) -> Number:
        pairs, times = np.unique(w[i] * size + c[o], return_counts=True)
        terms = (int(n) * values[q // size] ** 2 * values[q % size] for q, n in zip(pairs, times, strict=True))
        return sum(terms, Fraction(0)) - int(places[i] == o)

    return tuple(tuple(cell(i, o) for o in range(p.k)) for i in range(len(weights)))


def _remaining(counts: Sequence[int], sampling: Sampling) -> tuple[int, Fraction, Fraction]:
    n = sum(counts)
    f = sampling.factor(n) if n else Fraction(0)
    if n == 0 or f == n:
        raise InputError(
            f"{counted(n, 'answer has', 'answers have')} no variance estimate under this sampling model; collect at least 2"
        )
    return n, f, n * (1 - f / n)


def estimated_covariance(weights: Matrix, counts: Sequence[int], *, sampling: Sampling = REPLACEMENT) -> Matrix:
    """Estimate without bias the covariance matrix of the estimated shares from the counts of answers; unless `sampling` is
    with replacement, a diagonal entry may be negative."""
    n, f, scale = _remaining(counts, sampling)
    shares = [Fraction(y, n) for y in counts]
    pi, size = apply(weights, shares), range(len(weights))
    return tuple(tuple(_cell(weights, shares, pi, f, j, i) / scale for i in size) for j in size)


def estimated_variances(
    weights: Matrix, counts: Sequence[int], *, sampling: Sampling = REPLACEMENT
) -> tuple[Number, ...]:
    """Estimate without bias the variances of the estimated shares: the diagonal of `estimated_covariance`."""
    n, f, scale = _remaining(counts, sampling)
    shares = [Fraction(y, n) for y in counts]
    pi = apply(weights, shares)
    return tuple(_cell(weights, shares, pi, f, j, j) / scale for j in range(len(weights)))


def why_no_variance(tally: Tally) -> str:
    """Say why the variance cannot be estimated from these answers under independent draws; empty if it can."""
    if tally.n < 2:
        return "one answer has no variance estimate"
    clusters = tally.clusters
    # a stratum with one cluster is refused elsewhere; a group may still have answers in one cluster of each stratum only
    if clusters is None or clusters.freedom or len(clusters.keys) == clusters.strata:
        return ""
    if len(own := clusters.own.keys) == 1:
        return f"all answers are of one cluster, '{own[0][1]}', which tells nothing of how clusters differ"
    return f"all answers are of one cluster in each of {len(own)} strata, which tells nothing of how clusters of a stratum differ"


def _total(tally: Tally) -> Fraction:
    total = sum(tally.weights, Fraction(0))
    if total <= 0:
        raise InputError(
            f"the weights of {counted(tally.n, 'answer')} sum to {total}, so there is no weighted estimate; give positive weights"
        )
    return total


def weighted_estimate(weights: Matrix, tally: Tally) -> tuple[Number, ...]:
    """Compute the weighted shares: for each input, the mean of its linear weights over the answers, with the survey weights."""
    total = _total(tally)
    return apply(weights, [x / total for x in tally.weights])


def linearised_covariance(weights: Matrix, tally: Tally) -> Matrix:
    """Estimate the covariance matrix of the weighted shares by linearisation, for independent draws of respondents or of
    clusters."""
    if tally.n < 2:
        raise InputError(f"{tally.n} weighted answer has no linearised variance; give at least 2, or leave weights out")
    if tally.clusters is not None:
        return covariance_of([residuals(row, tally.clusters) for row in weights])
    total, pi, size = _total(tally), weighted_estimate(weights, tally), range(len(weights))
    scale = Fraction(tally.n, tally.n - 1) / total**2

    def cell(j: int, o: int) -> Number:
        terms = (
            s * (u - pi[j]) * (v - pi[o]) for s, u, v in zip(tally.squares, weights[j], weights[o], strict=True) if s
        )
        return scale * sum(terms, Fraction(0))

    return tuple(tuple(cell(j, i) for i in size) for j in size)


def design_effects(weights: Matrix, tally: Tally, variances: Vector) -> tuple[Number | None, ...]:
    """Compute the design effect of each estimated share, by Kish's definition. It is the linearised variance, divided by the
    variance from as many independent answers of equal weight and the same shares.

    An effect is None where the variance of the independent answers is not positive.
    """
    total = sum(tally.weights, Fraction(0))
    shares, pi = [x / total for x in tally.weights], weighted_estimate(weights, tally)
    simple = [_cell(weights, shares, pi, Fraction(1), j, j) / (tally.n - 1) for j in range(len(weights))]
    return tuple(v / s if s > 0 else None for v, s in zip(variances, simple, strict=True))
