"""For two groups of n answers each, whether a difference of prevalences is detected with the wanted power.

The two-sided test rejects equality where |π̂₁ − π̂₂| exceeds z₁₋α/₂ standard errors. Its power, to the normal
approximation and up to the far tail (at most α/2), is Φ(|δ|/√(V₁ + V₂) − z₁₋α/₂) with V_i the exact variances, so n
suffices where δ² ≥ (z₁₋α/₂ + z_power)²·(V₁ + V₂).
Reference: Lakens and Cochran's textbook formula with randomized-response variances; Ulrich, Schröter, Striegel and
Simon (2012), Asking sensitive questions: a statistical power analysis, Psychological Methods 17.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from rropt.estimates.intervals import telling_outputs
from rropt.estimates.quantile import normal_quantile
from rropt.estimates.sampling import Sampling
from rropt.exact.errors import InputError
from rropt.exact.reading import read_rational
from rropt.mechanism import Mechanism
from rropt.planning.spread import Region, Spread, spread_of

__all__ = ["enumerated_power", "power_met", "read_power", "second_group"]

MOST_ENUMERATED = 3000


def read_power(power: object) -> Fraction:
    """A power between 1/2 and 1: below 1/2 the test would be less sure than a coin."""
    value = read_rational(power)
    if not Fraction(1, 2) <= value < 1:
        raise InputError(f"power = {power} must be at least 1/2 and below 1, such as 0.8")
    return value


def second_group(region: Region, difference: Fraction) -> Region:
    """The other group's prevalence, `difference` above the first (below it where that would pass 1)."""
    if not region.is_point:
        raise InputError(f"the power to detect a difference needs one prevalence, not {region}; give a number")
    if not 0 < abs(difference) < 1:
        raise InputError(f"difference = {difference} must be between 0 and 1 in size and not 0")
    other = region.lower + difference
    if not 0 <= other <= 1:
        other = region.lower - difference
    if not 0 <= other <= 1:
        raise InputError(f"no prevalence differs from {region} by {difference} within [0, 1]; take a smaller one")
    return Region(other, other)


def power_met(
    spread: Spread, p: Mechanism, sampling: Sampling, j: int, difference: Fraction, level: Fraction, power: Fraction
) -> Callable[[int], bool]:
    """The criterion of `size.smallest`: n answers in each of the two groups."""
    other = spread_of(p, second_group(spread.region, difference), j=j)
    z = normal_quantile((1 + level) / 2)[1] + (normal_quantile(power)[1] if power > Fraction(1, 2) else 0)
    return lambda n: bool(
        z * z * (spread.variance(n, sampling) + other.variance(n, sampling)) <= difference * difference
    )


def enumerated_power(p: Mechanism, j: int, first: float, second: float, n: int, level: float) -> float | None:
    """Pr(the test rejects) for independent draws and two outputs, by enumerating both counts in doubles (n ≤ 3000)."""
    telling = telling_outputs(p, j)
    if telling is None or p.m != 2 or n > MOST_ENUMERATED:
        return None
    import numpy as np
    from scipy.stats import binom, norm

    own, other = float(telling.own), float(telling.other)
    hits = np.arange(n + 1)
    shares = hits / n
    spread = shares * (1 - shares) / max(1, n - 1)
    laws = [binom.pmf(hits, n, other + (own - other) * x) for x in (first, second)]
    error = np.sqrt(spread[:, None] + spread[None, :])
    rejected = np.abs(shares[:, None] - shares[None, :]) > norm.ppf((1 + level) / 2) * error
    return float(laws[0] @ rejected @ laws[1])
