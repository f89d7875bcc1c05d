"""The intervals of `survey.intervals` for whole arrays of surveys, in doubles."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix
from rropt.mechanism import Mechanism
from rropt.survey.intervals.interval import Method, require_likelihood_ratio, require_telling, telling_interval
from rropt.survey.plug_in import largest_share, variance_at
from rropt.survey.sampling import Kind, Sampling
from rropt.survey.variance import personal_variances
from rropt.survey.weights import linear_weights

if TYPE_CHECKING:
    import numpy

__all__ = ["Estimator", "estimator"]

ROUNDING = 1e-13
NEAR = 1e-12
MOST_BY_RATIO = 10_000
MOST_FINITE = {Kind.CENSUS: 2000, Kind.SRS: 300}


@dataclass(frozen=True, slots=True)
class Estimator:
    """Estimates the share of input j for many surveys at once, in doubles. `weights` says how much each answer contributes.

    `own` is the variance that the device's randomness adds for a person with input j. `other` is the largest such variance for any
    other input.
    """

    mechanism: Mechanism
    j: int
    weights: Any
    other: float
    own: float

    def shares(self, counts: numpy.ndarray[Any, Any]) -> Any:
        """Estimate the share of input j from every row of counts."""
        return counts @ self.weights / counts.sum(axis=1)

    def covered(
        self, counts: numpy.ndarray[Any, Any], truth: float, *, method: Method, level: Fraction, sampling: Sampling
    ) -> Any:
        """For each row of counts (one survey), return whether its interval, cut to [0, 1], contains the true share.

        If the whole interval lies below 0, it is cut to the single number 0. If it lies above 1, it is cut to 1. So a true share of
        0 is contained if the lower end is at most 0, whatever the upper end is. Likewise, a true share of 1 is contained if the
        upper end is at least 1.
        """
        lower, upper = self._ends(counts, method, level, sampling)
        return ((truth == 1) | (lower <= truth + NEAR)) & ((truth == 0) | (upper >= truth - NEAR))

    def _ends(self, counts: Any, method: Method, level: Fraction, sampling: Sampling) -> tuple[Any, Any]:
        import numpy as np
        from scipy.stats import norm

        n = int(counts[0].sum())
        x, f = self.shares(counts), float(sampling.factor(n))
        z2 = norm.ppf((1 + float(level)) / 2) ** 2
        if method == Method.NORMAL:
            second = counts @ self.weights**2 / n
            variance = (second - x + f * (x - x * x)) / n / (1 - f / n)
            positive = variance * n > ROUNDING * (second + x * x + 1)
            half = np.sqrt(z2 * np.where(positive, variance, self._exact_variance(x, f) / n))
            return x - half, x + half
        if method.sees_hits:
            return self._exact_ends(counts, n, method, level, sampling)
        return self._score_ends(x, (1 / (1 - float(level)) if method == Method.CHEBYSHEV else z2) / n, f)

    def _exact_variance(self, x: Any, f: float) -> Any:
        """Compute n times an exact variance, which replaces an estimated variance if that is not positive (see `plug_in`).

        The exact variance is computed at each estimated share x cut to [0, 1]. If it is 0 there, the largest exact variance of all
        shares is taken. f is the sampling factor: 1 for independent draws, 0 in a census.
        """
        import numpy as np

        share = np.clip(x, 0, 1)
        found = share * self.own + (1 - share) * self.other + f * share * (1 - share)
        at = largest_share((self.other, self.own), f)  # type: ignore[arg-type]
        largest = float(variance_at((self.other, self.own), f, at))  # type: ignore[arg-type]
        return np.where(found > ROUNDING, found, largest)

    def _score_ends(self, x: Any, c: float, f: float) -> tuple[Any, Any]:
        import numpy as np

        a, b = 1 + c * f, x + c * (self.own - self.other + f) / 2
        discriminant = b * b - a * (x * x - c * self.other)
        root = np.sqrt(np.maximum(0, discriminant))
        empty = discriminant < 0
        end = np.where(b / a > 0.5, 1.0, 0.0)
        return np.where(empty, end, (b - root) / a), np.where(empty, end, (b + root) / a)

    def _exact_ends(self, counts: Any, n: int, method: Method, level: Fraction, sampling: Sampling) -> tuple[Any, Any]:
        import numpy as np
        from scipy.stats import beta

        telling = require_telling(self.mechanism, self.j, method)
        hits, alpha = counts[:, list(telling.outputs)].sum(axis=1), float(1 - level) / 2
        if method == Method.LIKELIHOOD_RATIO and sampling.kind != Kind.REPLACEMENT:
            require_likelihood_ratio(n, sampling)
        if method == Method.LIKELIHOOD_RATIO or sampling.kind != Kind.REPLACEMENT:
            most = MOST_BY_RATIO if method == Method.LIKELIHOOD_RATIO else MOST_FINITE[sampling.kind]
            if n > most:
                raise InputError(
                    f"a simulation computes {method} intervals for {sampling.kind} sampling for at most {most} answers, not {n}; "
                    "use chebyshev or wilson"
                )
            kinds, places = np.unique(hits, return_inverse=True)
            found = [telling_interval(telling, int(y), n, level, sampling, method=method) for y in kinds]
            return np.array([float(x.lower) for x in found])[places], np.array([float(x.upper) for x in found])[places]
        lower = np.where(hits == 0, 0.0, beta.ppf(alpha, hits, n - hits + 1))
        upper = np.where(hits == n, 1.0, beta.ppf(1 - alpha, hits + 1, n - hits))
        base, rise = float(telling.other), float(telling.own - telling.other)
        return (lower - base) / rise, (upper - base) / rise


def estimator(p: Mechanism, j: int, weights: Matrix | None = None) -> Estimator:
    """Make the estimator of input j's share with the given linear weights; if not given, with those best at equal shares."""
    import numpy as np

    weights = linear_weights(p) if weights is None else weights
    values = personal_variances(p, weights, j)
    other = max(float(v) for i, v in enumerate(values) if i != j)
    return Estimator(p, j, np.array([float(w) for w in weights[j]]), other, float(values[j]))
