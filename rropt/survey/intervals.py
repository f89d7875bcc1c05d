"""Intervals in [0, 1] for the share of one input, by five methods.

Let x be the share of input j, π̂ its estimate from n answers by the weights w, and V(x) the largest variance of π̂ at x over all
shares of the other inputs. With v_l = Σ_i w_i² P_il − [l = j], the variance that the device adds for a person with truth l,

    n·V(x) = x·own + (1 − x)·other + f·x(1 − x),    own = v_j, other = max of v_l over l ≠ j,

where f is the sampling factor (1 for independent draws, 0 in a census).

* wilson: all x with (π̂ − x)² ≤ z² V(x), where z is the normal quantile; the score interval.
* chebyshev: the same with 1/(1 − confidence) in place of z²; by Chebyshev's inequality it covers at least as often as stated.
* normal: π̂ ± z·√v with an estimated variance v, or by Student's t.
* clopper-pearson: needs outputs S with Pr(S | j) = own rate b and Pr(S | l) = a for every l ≠ j. The number of answers in S is
  binomial with the probability a + (b − a)x, and the exact interval for it is mapped to x.
* likelihood-ratio: the x in [0, 1] whose likelihood for the number of answers in S is not small compared with the best x in
  [0, 1] (Feldman and Cousins). It is never empty and covers at least as often as stated.

References: Wilson (1927); Clopper and Pearson (1934); Feldman and Cousins (1998), Unified approach to the classical statistical
analysis of small signals.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import brentq
from scipy.special import expit, xlog1py, xlogy

from rropt.exact.errors import InputError
from rropt.survey import laws
from rropt.survey.laws import Array

__all__ = [
    "METHODS",
    "MOST_HITS",
    "ROUNDING",
    "Spread",
    "Telling",
    "best_interval",
    "clip",
    "hit_interval",
    "normal_interval",
    "score_half",
    "score_interval",
    "telling_outputs",
]

METHODS = {
    "wilson": "wilson (the score interval, an approximation)",
    "normal": "normal (an approximation for large samples)",
    "chebyshev": "chebyshev (covers at least as often as stated, at every prevalence)",
    "clopper-pearson": "clopper-pearson (exact tails: covers at least as often as stated)",
    "likelihood-ratio": (
        "likelihood-ratio (Feldman and Cousins's for shares in [0, 1], from the number of answers that tell of the input: never "
        "empty, covers at least as often as stated)"
    ),
}
MOST_HITS, ROUNDING = 100_000, 1e-13


def clip(low: Any, high: Any, limits: tuple[float, float] = (0.0, 1.0)) -> tuple[Array, Array, Array]:
    """Cut intervals to the possible values; one that lies outside by more than rounding is empty, and both its ends become the
    nearest such value."""
    low, high = np.asarray(low, float), np.asarray(high, float)
    empty = np.maximum(low - limits[1], limits[0] - high) > ROUNDING * (limits[1] - limits[0])
    return np.clip(low, *limits), np.clip(high, *limits), empty


def normal_interval(
    x: Any, errors: Any, level: float, freedom: Any, limits: tuple[float, float]
) -> tuple[Array, Array, Array]:
    """Return x ± z·errors with the quantile z of the normal law, or of Student's t with so many degrees of freedom.

    Without an error an interval has all possible values; its ends are NaN where these have no end.
    """
    half = laws.quantile(level, freedom) * errors
    low, high, empty = clip(x - half, x + half, limits)
    ends = [end if np.isfinite(end) else np.nan for end in limits]
    return np.where(np.isnan(half), ends[0], low), np.where(np.isnan(half), ends[1], high), empty


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """n·Var of an estimated share as a function of the true share x, which lies between `low` and `high`:

        g(x) = x·own + (1 − x)·other + f·x(1 − x).

    It is concave, so its largest value is at the vertex, or at the end next to it. `other` and `own` may be arrays.
    """

    other: Any
    own: Any
    low: float = 0.0
    high: float = 1.0

    def at(self, x: Any, f: Any) -> Any:
        """g(x) for the sampling factor f."""
        return (1 - x) * self.other + x * self.own + f * x * (1 - x)

    def worst(self, f: Any) -> Any:
        """The share at which g is largest."""
        with np.errstate(divide="ignore", invalid="ignore"):
            top = np.where(f == 0, self.own > self.other, 0.5 + np.divide(self.own - self.other, 2 * f))
        return np.clip(top, self.low, self.high)

    def largest(self, f: Any) -> Any:
        """The largest g."""
        return self.at(self.worst(f), f)


def score_half(x: Any, g: Spread, c: Any, f: Any) -> Any:
    """Return half the length of the score interval around the estimate x, NaN if no share lies in it; see `score_interval`.

    It is √(B² − A C)/A, where B² − A C = c·g(x) + c²·((own − other + f)²/4 + f·other).
    """
    with np.errstate(invalid="ignore"):
        return np.sqrt(c * g.at(x, f) + c * c * ((g.own - g.other + f) ** 2 / 4 + f * g.other)) / (1 + c * f)


def score_interval(x: Any, g: Spread, c: Any, f: Any) -> tuple[Array, Array, Array]:
    """Return all shares t in [0, 1] with (x − t)² ≤ c·g(t).

    The condition is A t² − 2 B t + C ≤ 0 with A = 1 + c f, B = x + c (own − other + f)/2 and C = x² − c·other. If B² < A C no share
    meets it.
    """
    middle, half = (x + c * (g.own - g.other + f) / 2) / (1 + c * f), score_half(x, g, c, f)
    low, high, outside = clip(middle - half, middle + half)
    empty = np.isnan(half)
    nearest = np.where(middle > 0.5, 1.0, 0.0)
    return np.where(empty, nearest, low), np.where(empty, nearest, high), empty | outside


@dataclass(frozen=True, slots=True)
class Telling:
    """Outputs whose total probability is `own` under input j, and `other` under every other input."""

    outputs: Array
    own: float
    other: float

    def rate(self, x: float) -> float:
        """The probability of these outputs if x is the share of the input."""
        return self.other + (self.own - self.other) * x

    def interval(self, hits: float, n: float, level: float) -> tuple[float, float]:
        """Clopper and Pearson's interval of the share, from `hits` among n answers; its ends may lie outside of [0, 1]."""
        low, high = laws.exact_tails(hits, n, level)
        return (low - self.other) / (self.own - self.other), (high - self.other) / (self.own - self.other)


def telling_outputs(p: Array, j: int) -> Telling | None:
    """Find the outputs that are likelier under input j than under each other input.

    With two inputs those of the first are all that are not those of the second. None if there are no such outputs, or if their
    total probability is not the same under all other inputs.
    """
    if p.shape[1] == 2 and j == 0:
        second = telling_outputs(p, 1)
        return None if second is None else Telling(~second.outputs, 1 - second.other, 1 - second.own)
    others = np.delete(p, j, axis=1)
    tells = np.asarray((p[:, [j]] > others).all(axis=1))
    rates = others[tells].sum(axis=0)
    if not tells.any() or np.ptp(rates) > 1e-12:
        return None
    return Telling(tells, float(p[tells, j].sum()), float(rates[0]))


def hit_interval(
    method: str, p: Array, j: int, counts: Array, level: float, *, label: str
) -> tuple[float, float, bool]:
    """Return the interval of the share of input j, named `label`, by clopper-pearson or likelihood-ratio, and whether it is
    empty."""
    telling = telling_outputs(p, j)
    if telling is None:
        raise InputError(
            f"{method} needs outputs that are likelier under the input {label!r} than under each other one, and equally "
            "likely under "
            "all others, but this mechanism has none; use chebyshev, which is guaranteed, or wilson"
        )
    hits, n = int(counts[telling.outputs].sum()), int(counts.sum())
    if method == "clopper-pearson":
        low, high, empty = clip(*telling.interval(hits, n, level))
        return float(low), float(high), bool(empty)
    if n > MOST_HITS:
        raise InputError(f"the likelihood-ratio interval takes up to {MOST_HITS} answers, not {n}; use clopper-pearson")
    return *best_interval(hits, n, telling.own, telling.other, level), False


def best_interval(hits: int, n: int, own: float, other: float, level: float) -> tuple[float, float]:
    """Return the least and the largest share that the likelihood-ratio test does not reject, by the number of hits among n answers.

    At the share x a hit has the probability q = a + (b − a)x in [a, b], with a = `other` and b = `own`. Let ℓ(c) be the maximum
    over q in [a, b] of c·log q + (n − c)·log(1 − q). A number c < y of hits has a likelihood ratio R(c, q) ≤ R(y, q) exactly if q ≥
    τ(c), where logit τ(c) = (ℓ(y) − ℓ(c))/(y − c), and τ rises with c. So below the best q the p-value of y hits is

        Pr_q(Y ≥ y) + Pr_q(Y ≤ c)    for τ(c) ≤ q < τ(c + 1).

    On such a piece it first falls and then rises, and it jumps up at the next. Take the first τ(c) that is kept, with a p-value
    above 1 − level. If the end of the piece before it is kept too, the least kept q is where the p-value of that piece reaches
    1 − level; else it is this τ(c). The largest share is 1 minus the least one computed from the misses.
    """
    low = _least_share(hits, n, own, other, 1 - level)
    return low, 1 - _least_share(n - hits, n, 1 - other, 1 - own, 1 - level)


def _least_share(y: int, n: int, b: float, a: float, alpha: float) -> float:
    if y / n <= a:
        return 0.0

    def largest(c: Any) -> Any:
        q = np.clip(c / n, a, b)
        return xlogy(c, q) + xlog1py(n - c, -q)

    def excess(q: Any, c: Any) -> Any:
        return 1 - laws.binomial_cdf(y - 1, n, q) + laws.binomial_cdf(c, n, q) - alpha

    if excess(a, -1) > 0:
        return 0.0
    c = np.arange(y)
    starts = expit((largest(y) - largest(c)) / (y - c))
    # the last is kept, as all numbers of hits are beyond one end or the other
    first = int(np.flatnonzero(excess(starts, c) > 0)[0])
    q = float(starts[first])
    if excess(q, first - 1) > 0:
        before = max(a, float(starts[first - 1])) if first else a
        q = before if excess(before, first - 1) >= 0 else float(brentq(excess, before, q, (first - 1,), xtol=1e-15))
    return min(1.0, max(0.0, (q - a) / (b - a)))
