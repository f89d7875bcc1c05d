"""Quantiles and tails of the laws by which surveys are judged, and the delta method.

Laws are those of `scipy.special`, as `scipy.stats` takes a second to load.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

from rropt.exact.spelling import counted

__all__ = [
    "CANCELLED",
    "LEAST",
    "Array",
    "binomial_cdf",
    "binomial_pmf",
    "delta_variances",
    "exact_tails",
    "name_of_t",
    "quantile",
    "slopes_at",
    "tail",
]

# Numbers, indices or marks, as numpy holds them.
Array = NDArray[Any]
# the least positive double, in place of a tail that underflows to 0
LEAST = 5e-324
# a variance that is so small a part of what it is the sum of is 0, but for rounding
CANCELLED = 1e-12


def quantile(level: Any, freedom: Any = None) -> Any:
    """Return the number that |Z|, or the absolute value of Student's t, exceeds with probability 1 − level.

    `freedom` has the degrees of freedom; None stands for the normal law. Both may be arrays. Without a positive number of degrees
    of freedom there is no quantile, and the result is NaN.
    """
    q = (1 + level) / 2
    if freedom is None:
        return special.ndtri(q)
    return special.stdtrit(np.where(np.asarray(freedom) > 0, freedom, np.nan), q)


def name_of_t(freedom: Array) -> str:
    """Name Student's law with these degrees of freedom."""
    low, high = int(freedom.min()), int(freedom.max())
    degrees = counted(high, "degree") if low == high else f"{low} to {high} degrees"
    return f"Student's t with {degrees} of freedom"


def tail(x: Any, freedom: Any = None) -> Any:
    """Return Pr(|Z| > x) for x ≥ 0, or the like of Student's t; at least `LEAST`, as it is shown rounded up."""
    if freedom is None:
        return np.maximum(special.erfc(np.asarray(x) / np.sqrt(2)), LEAST)
    return np.maximum(2 * special.stdtr(np.where(np.asarray(freedom) > 0, freedom, np.nan), -np.asarray(x)), LEAST)


def exact_tails(hits: float, n: float, level: float) -> tuple[float, float]:
    """Return the interval of Clopper and Pearson (1934) for the probability of a hit, from `hits` among n."""
    half = (1 - level) / 2
    low = float(special.betaincinv(hits, n - hits + 1, half)) if hits else 0.0
    return low, 1 - float(special.betaincinv(n - hits, hits + 1, half)) if hits < n else 1.0


def binomial_cdf(k: Any, n: int, p: Any) -> Any:
    """Return Pr(Bin(n, p) ≤ k); 0 for k < 0."""
    return np.where(np.asarray(k) >= 0, special.bdtr(np.clip(k, 0, n), n, p), 0.0)


def binomial_pmf(k: Any, n: int, p: float) -> Any:
    """Return Pr(Bin(n, p) = k)."""
    log = special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1)
    return np.exp(log + special.xlogy(k, p) + special.xlog1py(n - k, -p))


def slopes_at(function: Callable[[Array], Array], at: Array) -> Array:
    """Return the derivatives of a function in each entry of the first index of `at`; they have one more, first index.

    They are the imaginary parts of f(x + ih), divided by an h so small that no digit is lost.
    """
    steps = 1e-30j * np.eye(len(at)).reshape(len(at), len(at), *[1] * (at.ndim - 1))
    return np.stack([function(at + step).imag / 1e-30 for step in steps])


def delta_variances(function: Callable[[Array], Array], at: Array, covariance: Array) -> Array:
    """Return gᵀVg with the gradient g of each number of a function of estimates with the covariance matrix V; NaN where it depends
    on an estimate that has no variance, or where all of it cancels but for rounding, which is no knowledge."""
    slopes, lost = slopes_at(function, at), np.isnan(np.diag(covariance))
    v = np.where(lost[:, None] | lost, 0.0, covariance)
    variances, sizes = (
        np.einsum("p...,pq,q...->...", g, of, g) for g, of in ((slopes, v), (np.abs(slopes), np.abs(v)))
    )
    return np.where((slopes[lost] != 0).any(axis=0) | (variances < CANCELLED * sizes), np.nan, variances)
