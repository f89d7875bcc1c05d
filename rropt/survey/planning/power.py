"""Whether a test of two groups of n answers each detects a difference of their prevalences with the wanted power.

The two-sided test at level α rejects equality if |π̂₁ − π̂₂| exceeds z₁₋α/₂ standard errors, where z_q is the standard normal
quantile. Let V₁ and V₂ be the exact variances of the two estimates, and δ the true difference. In the normal approximation, without
the far tail, the power is Φ(|δ|/√(V₁ + V₂) − z₁₋α/₂). The far tail adds at most α/2. So n suffices if
δ² ≥ (z₁₋α/₂ + z_power)²·(V₁ + V₂). This n is approximate, and the plan says so. If the number of clusters is given, the test is by
Student's t, and its power is by the noncentral t (`few_clusters`).

The test itself can be enumerated, in doubles, if draws are independent and the estimate depends on a count of hits alone. This is
so for devices with two outputs and for k-ary randomized response. The plan then enumerates the power for numbers near the
approximate n, and takes the n that is found in this way. Let one group have h hits and the other g, and let z be z₁₋α/₂. The test
does not reject if

    (h − g)² ≤ z²·(h(n − h) + g(n − g))/(n − 1).

For each h, these g lie between the two roots of a quadratic. So the power is 1 minus a sum over h = 0, …, n. Each summand is the
probability of h times a difference of two binomial distribution functions. If both prevalences are equal, the same sum gives the
level that the test truly has.

If the first prevalence x may lie anywhere in a range, the plan is made where the most people are needed. The n needed grows with
V₁ + V₂ = (v(x) + v(x + δ))/n, where v(x) is n times the variance at x. The function v is quadratic, and the coefficient of x² is
not positive (`spread`). So the sum is largest if x + δ/2 is at the vertex of v. If the range does not contain that x, the nearer
end of the range is taken.

Reference: Lakens and Cochran's textbook formula with randomized-response variances; Ulrich, Schröter, Striegel and Simon (2012),
Asking sensitive questions: a statistical power analysis, Psychological Methods 17.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from rropt.exact.decimal import decimal
from rropt.exact.element import Number
from rropt.exact.errors import InputError, Received
from rropt.exact.grammar import read_rational
from rropt.exact.matrix import Matrix
from rropt.mechanism import Mechanism
from rropt.survey.intervals.interval import telling_outputs
from rropt.survey.intervals.quantile import normal_quantile
from rropt.survey.planning.few_clusters import ClusteredTest
from rropt.survey.planning.spread import Region, Spread, spread_of
from rropt.survey.sampling import Kind, Sampling

__all__ = [
    "GroupTest",
    "enumerated_power",
    "enumerated_size",
    "power_at",
    "power_met",
    "read_power",
    "second_group",
    "second_spread",
    "worst_first_group",
]

MOST_ENUMERATED = 1_000_000
MOST_TRIED = 400


@dataclass(frozen=True, slots=True)
class GroupTest:
    """The two-sided test of two groups: its confidence, and the number of clusters in each group. None if it is not known."""

    level: Fraction
    clusters: int | None = None


def read_power(power: object) -> Fraction:
    """Read a power between 1/2 and 1; below 1/2 the test would be less sure than a coin."""
    value = read_rational(power)
    if not Fraction(1, 2) <= value < 1:
        raise InputError(Received("power", str(power)), " must be at least 1/2 and below 1, such as 0.8")
    return value


def worst_first_group(spread: Spread, difference: Fraction, sampling: Sampling) -> Region:
    """Find the prevalence of the first group, within the region, at which detecting the difference needs most people.

    There the sum of the variances of the two groups' estimates is largest.
    """
    region = spread.region
    if region.is_point:
        return region
    if sampling.kind == Kind.SRS:
        raise InputError(
            f"rropt cannot plan a difference over the prevalences {region.in_words()} for srs sampling; give one prevalence, or "
            "plan for independent draws or a census"
        )
    if not (region.lower + difference >= 0 and region.upper + difference <= 1):
        raise InputError(
            Received("difference", decimal(difference)),
            " would put the second group's prevalence below 0 or above 1 for some of the first group's prevalences, "
            f"{region.in_words()}; give a shorter range or a difference nearer to 0",
        )
    f = sampling.factor(1)
    half = difference / 2
    middle = Spread(spread.other, spread.own, Region(region.lower + half, region.upper + half))
    x = middle.worst_share(f) - half
    return Region(x, x)


def second_group(region: Region, difference: Fraction) -> Region:
    """Return the prevalence of the second group, which is that of the first plus `difference`.

    If this sum is not in [0, 1], return the prevalence of the first group minus `difference`.
    """
    if not 0 < abs(difference) < 1:
        raise InputError(
            Received("difference", str(difference)), " must lie strictly between -1 and 1 and not be 0, such as 0.1"
        )
    other = region.lower + difference
    if not 0 <= other <= 1:
        other = region.lower - difference
    if not 0 <= other <= 1:
        raise InputError(
            f"no prevalence from 0 to 1 differs from {region} by {abs(difference)}; give a difference nearer to 0"
        )
    return Region(other, other)


def second_spread(p: Mechanism, region: Region, difference: Fraction, j: int, weights: Matrix) -> Spread:
    """Return n times the variance of the second group's estimate, as a `Spread`. `region` is the prevalence of the first group, and
    `second_group` finds that of the second. `weights` are the linear weights, the same for both groups."""
    return spread_of(p, second_group(region, difference), j=j, weights=weights)


def power_met(
    spread: Spread,
    p: Mechanism,
    sampling: Sampling,
    j: int,
    difference: Fraction,
    test: GroupTest,
    power: Fraction,
    weights: Matrix,
) -> Callable[[int], bool]:
    """Return a function, for `size.smallest`, that says whether n answers in each group give the test at least this power.

    The power is that of the normal approximation, or of the noncentral t if the number of clusters is given. The function is False
    for n = 1, because one answer has no estimated variance and so no test.
    """
    other = second_spread(p, spread.region, difference, j, weights)
    if test.clusters is None:
        z = normal_quantile((1 + test.level) / 2)[1] + (normal_quantile(power)[1] if power > Fraction(1, 2) else 0)
    else:
        variances = spread.variance(1, sampling), other.variance(1, sampling)
        z = ClusteredTest(test.level, test.clusters, variances).ratio_for(power)
    return lambda n: (
        n > 1 and bool(z * z * (spread.variance(n, sampling) + other.variance(n, sampling)) <= difference * difference)
    )


def power_at(difference: Fraction, variances: tuple[Number, Number], test: GroupTest) -> float:
    """Compute the power of the test, in doubles, from the variances of both groups' estimates.

    It is the power by the normal approximation, or by the noncentral t if the number of clusters is given. If both variances are 0,
    the power is 1.
    """
    from scipy.stats import norm

    if (variance := variances[0] + variances[1]) == 0:
        return 1.0
    ratio = abs(float(difference)) / float(variance) ** 0.5
    if test.clusters is not None:
        return ClusteredTest(test.level, test.clusters, variances).power(ratio)
    return float(norm.cdf(ratio - norm.ppf((1 + float(test.level)) / 2)))


def enumerated_power(
    p: Mechanism, weights: Matrix, j: int, first: float, second: float, n: int, level: float
) -> float | None:
    """Compute the probability that the test of equal shares rejects, for n independent answers in each group.

    `first` and `second` are the shares of input j in the two groups. A hit is an answer that marks input j. The probability is
    found in doubles, by enumerating the numbers of hits in both groups.

    None if the estimate does not depend on the number of hits alone, or if n is 1 or above 10⁶.
    """
    hit = _chances_of_a_hit(p, weights, j)
    if hit is None or not 2 <= n <= MOST_ENUMERATED:
        return None
    import numpy as np
    from scipy.stats import binom, norm

    own, other = hit
    chances = [other + (own - other) * x for x in (first, second)]
    # by Bernstein's inequality the numbers of hits that are left out have a probability below e^−300 together
    mean, reach = n * chances[0], 40 * math.sqrt(max(0.0, n * chances[0] * (1 - chances[0]))) + 200
    h = np.arange(max(0, math.floor(mean - reach)), min(n, math.ceil(mean + reach)) + 1.0)
    lower, upper = _range_not_rejected(h, n, float(norm.ppf((1 + level) / 2)) ** 2)
    kept = binom.cdf(upper, n, chances[1]) - binom.cdf(lower - 1, n, chances[1])
    return float(binom.pmf(h, n, chances[0]) @ (1 - kept))


@lru_cache(maxsize=64)
def _chances_of_a_hit(p: Mechanism, matrix: Matrix, j: int) -> tuple[float, float] | None:
    """Return the probability of a hit under input j, and that under any other input.

    A hit is an answer among the `telling_outputs` of input j. The estimate depends on the number of hits alone if all these outputs
    have the same weight and all other outputs have the same weight. This is so for k-ary randomized response.

    None if there are no telling outputs, or if the estimate depends on more than the number of hits.
    """
    telling = telling_outputs(p, j)
    if telling is None:
        return None
    weights = matrix[j]
    inside = {weights[i] for i in telling.outputs}
    outside = {w for i, w in enumerate(weights) if i not in telling.outputs}
    return (float(telling.own), float(telling.other)) if len(inside) == len(outside) == 1 else None


def _range_not_rejected(h: Any, n: int, square: float) -> tuple[Any, Any]:
    """Compute, for every number h of hits in one group, which numbers g of hits in the other group the test does not reject.

    Return the least and the largest such g for each h. With c = `square`/(n − 1), the test does not reject if
    (1 + c)g² − (2h + cn)g + h² − ch(n − h) ≤ 0. Here `square` is the square of the normal quantile of the test.
    """
    import numpy as np

    c = square / (n - 1)
    middle = (2 * h + c * n) / (2 * (1 + c))
    root = np.sqrt(np.maximum(0.0, middle**2 - (h**2 - c * h * (n - h)) / (1 + c)))
    # the roots are rounded; a count next to a root is decided by the inequality itself
    lower, upper = np.round(middle - root), np.round(middle + root)

    def kept(g: Any) -> Any:
        return (h - g) ** 2 <= c * (h * (n - h) + g * (n - g))

    lower, upper = np.where(kept(lower), lower, lower + 1), np.where(kept(upper), upper, upper - 1)
    return np.clip(lower, 0, n), np.clip(upper, 0, n)


def enumerated_size(
    p: Mechanism, weights: Matrix, j: int, first: float, second: float, near: int, level: float, power: float
) -> int | None:
    """Find the number of answers per group that the test needs, by enumerating its power near the approximate number `near`.

    If the power suffices at `near`, go down from there and return the last number before the power first fails. If the power does
    not suffice at `near`, return the next larger number at which it does.

    None if the power cannot be enumerated (`enumerated_power`), or if no such number is found within 400 of `near`.
    """

    def enough(n: int) -> bool | None:
        found = enumerated_power(p, weights, j, first, second, n, level)
        return None if found is None else found >= power

    if (now := enough(near)) is None:
        return None
    if not now:
        return next((n for n in range(near + 1, near + MOST_TRIED) if enough(n)), None)
    below = next((n for n in range(near - 1, max(0, near - MOST_TRIED), -1) if not enough(n)), None)
    return None if below is None else below + 1
