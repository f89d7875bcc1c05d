"""Compute the interval of a share in [0, 1] by likelihood ratios. The interval is never empty, and it covers at least as often as
stated.

A hit is an answer in a certain set of outputs. Let its probability be b for people with the input, and a < b for all other people.
At the share x, the number of hits Y among n answers is binomial with the probability q = a + (b − a)·x, which lies in [a, b]. Let
L(y, q) be the likelihood of y hits. Let R(y, q) = L(y, q)/max L(y, ·), where the maximum is over [a, b] only. Let 1 − α be the
confidence. If y hits are observed, the test keeps q if Pr_q(R(Y, q) ≤ R(y, q)) > α. This probability is a p-value, so the true q is
kept with probability at least 1 − α. The best q in [a, b] has R = 1, so it is always kept. The interval goes from the least kept
share to the largest.

Let ℓ(y) be the maximum over q in [a, b] of y·log q + (n − y)·log(1 − q). It is convex in y. Let c < y be another number of hits. It
has R(c, q) ≤ R(y, q) exactly if q ≥ τ(c), where logit τ(c) = (ℓ(y) − ℓ(c))/(y − c) is the slope of a chord. This slope rises with
c. So below the best q, the p-value is

    Pr_q(Y ≥ y) + Pr_q(Y ≤ c)    for τ(c) ≤ q < τ(c + 1).

Call such a range of q, from τ(c) to τ(c + 1), a piece. On each piece the p-value first falls and then rises, because the ratio of
the two terms' slopes is proportional to a power of q/(1 − q). Its value at the end of a piece is smaller than at the beginning of
the next piece. Take the first τ(c) that is kept. If some q in the piece just before this τ(c) is kept, the least kept q is the only
point of that piece where the p-value reaches α. Otherwise the least kept q is this τ(c). By Chernoff's bound, each of the two terms
is at most R(y, q). So no q with R(y, q) ≤ α/2 is kept. R(y, q) rises up to the best q, so the search skips the pieces where R(y, q)
is at most α/2.

The largest share is 1 minus the least share computed from the misses. All numbers are computed as balls. If they cannot decide
whether q is kept, it counts as kept, which can only widen the interval.

Reference: Feldman and Cousins (1998), Unified approach to the classical statistical analysis of small signals.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from math import ceil, floor
from typing import Any, TypeAlias

import flint

from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds, ball, enclose_ball
from rropt.exact.sign import enclose
from rropt.survey.enclosures import ball_of

__all__ = ["MOST_HITS", "likelihood_ratio_interval"]

Ball: TypeAlias = Any
MOST_HITS = 100_000
LEAST_BITS, MOST_BITS = 96, 768
WIDTH = Fraction(1, 10**12)


@lru_cache(maxsize=8192)
def likelihood_ratio_interval(hits: int, n: int, own: Number, other: Number, level: Fraction) -> Bounds:
    """Return the least and the largest share that the likelihood-ratio test at this confidence level does not reject, rounded
    outward. If the share is x, an answer is a hit with probability other + (own − other)·x."""
    alpha = 1 - level
    return _least_share(hits, n, own, other, alpha), 1 - _least_share(n - hits, n, 1 - other, 1 - own, alpha)


def _least_share(y: int, n: int, own: Number, other: Number, alpha: Fraction) -> Fraction:
    if Fraction(y, n) <= other:
        return Fraction(0)
    problem = _Problem(y, n, other, own, floor(enclose(n * other)[0]), ceil(enclose(n * own)[1]), alpha)
    q = problem.least_kept()
    return Fraction(0) if q is None else max(Fraction(0), enclose((q - other) / (own - other))[0])


@dataclass(frozen=True, slots=True)
class _Problem:
    """The search for the least probability q of a hit, within [a, b], that the test keeps (does not reject).

    There are y hits among n answers, with y > n·a. The likelihood of any number c of hits is a function of q in [a, b]. If
    c ≤ `low`, it is largest at a. If c ≥ `high`, it is largest at b. Otherwise it is largest at c/n.
    """

    y: int
    n: int
    a: Number
    b: Number
    low: int
    high: int
    alpha: Fraction

    def least_kept(self) -> Fraction | None:
        """Return a rational number that is at most, but very close to, the least q that the test does not reject.

        Here q is the probability of a hit, and a is the least possible q. None if the test does not reject q = a.
        """
        first = self._first_near()
        if first == 0 and self._is_kept(-1, partial(ball_of, self.a)):
            return None
        c = next(c for c in range(first, self.y) if self._is_kept(c, partial(self._start, c)))
        start = self._lower_start(c)
        if not self._is_kept(c - 1, partial(self._start, c)):
            return start
        before = enclose(self.a)[0] if c == 0 else self._lower_start(c - 1)
        return self._crossing(c - 1, before, start)

    def _first_near(self) -> int:
        """Return a number of hits c at which the search for the least probability q of a hit may begin.

        The method `_start` computes a function τ. At every q up to τ(c − 1), the likelihood ratio R of the observed hits is at most
        α/2, where α is the level of the test. The p-value is at most 2R, hence at most α. So the test rejects all these q.
        """
        low, high = 0, self.y
        while low < high:
            middle = (low + high) // 2
            if _is_at_most(partial(self._ratio, middle), self.alpha / 2):
                low = middle + 1
            else:
                high = middle
        return min(low, self.y - 1)

    def _crossing(self, c: int, low: Fraction, high: Fraction) -> Fraction:
        """Return a q just below the point between `low` and `high` where the p-value reaches α, the level of the test.

        The p-value is Pr(Y ≥ y) + Pr(Y ≤ c) for Y ~ Bin(n, q), where y is the observed number of hits. Doubles propose this q, and
        enclosures check that the test rejects it.
        """
        step = WIDTH / 4
        guess = Fraction(_propose(self.y, c, self.n, float(self.alpha), float(low), float(high)))
        q = max(low, min(high, guess) - step)
        while q > low and self._is_kept(c, partial(ball, q)):
            step *= 2
            q = max(low, guess - step)
        return q

    def _is_kept(self, c: int, q: Callable[[], Ball]) -> bool:
        """Whether the test does not reject a probability of a hit, because the p-value may exceed α, the level of the test.

        The function `q` computes this probability of a hit. The p-value is Pr(Y ≥ y) + Pr(Y ≤ c). Here y is the observed number of
        hits, and Y is the number of hits among n answers. For c = −1 the second term is 0.
        """

        def value() -> Ball:
            at = q()
            return _tail(self.y, self.n, at) + (_tail(self.n - c, self.n, 1 - at) if c >= 0 else 0)

        return not _is_at_most(value, self.alpha)

    def _most(self, y: int) -> Ball:
        """Compute ℓ(y), the largest log-likelihood of y hits over all probabilities of a hit in [a, b]."""
        q = ball_of(self.a) if y <= self.low else ball_of(self.b) if y >= self.high else ball(Fraction(y, self.n))
        return _log_likelihood(y, self.n, q)

    def _start(self, c: int) -> Ball:
        """Compute τ(c) for a number of hits c < y, where y is the observed number.

        Let R(c, q) be the likelihood of c hits at the probability q of a hit, divided by its maximum over q in [a, b]. Then τ(c) is
        the least q at which R(c, q) ≤ R(y, q).
        """
        slope = (self._most(self.y) - self._most(c)) / (self.y - c)
        return 1 / (1 + (-slope).exp())

    def _lower_start(self, c: int) -> Fraction:
        with flint.ctx.workprec(LEAST_BITS):
            return enclose_ball(self._start(c))[0]

    def _ratio(self, c: int) -> Ball:
        """Compute the likelihood of the observed hits at the probability τ(c), divided by the largest possible likelihood.

        `_start` computes τ(c), a probability of a hit. The largest likelihood is over all probabilities of a hit in [a, b].
        """
        return (_log_likelihood(self.y, self.n, self._start(c)) - self._most(self.y)).exp()


def _is_at_most(compute: Callable[[], Ball], limit: Fraction) -> bool:
    """Whether a number is certainly at most the limit. `compute` returns a ball that contains the number, at the working precision.

    If the ball is too wide to decide, the precision is doubled. If no precision up to `MOST_BITS` bits decides, the result is
    False.
    """
    bits = LEAST_BITS
    while bits <= MOST_BITS:
        with flint.ctx.workprec(bits):
            value = compute()
            if value.is_finite():
                lower, upper = enclose_ball(value)
                if upper <= limit or lower > limit:
                    return upper <= limit
        bits *= 2
    return False


def _log_likelihood(y: int, n: int, q: Ball) -> Ball:
    """Compute y·log q + (n − y)·log(1 − q), with 0·log 0 = 0."""
    return (y * q.log() if y else flint.arb(0)) + ((n - y) * (1 - q).log() if y < n else 0)


def _tail(y: int, n: int, q: Ball) -> Ball:
    """Compute Pr(Bin(n, q) ≥ y) for y ≥ n·q, term by term; a geometric series bounds the remaining terms."""
    if y == 0 or q == 0:
        return flint.arb(int(y == 0))
    logs = flint.arb(n + 1).lgamma() - flint.arb(y + 1).lgamma() - flint.arb(n - y + 1).lgamma()
    term, odds, enough = (logs + _log_likelihood(y, n, q)).exp(), q / (1 - q), flint.arb(2) ** (20 - flint.ctx.prec)
    total = term
    for k in range(y, n):
        ratio = odds * (n - k) / (k + 1)
        if ratio < 1 and (rest := term * ratio / (1 - ratio)) < enough:
            return total + rest.union(flint.arb(0))
        term *= ratio
        total += term
    return total


def _propose(y: int, c: int, n: int, alpha: float, low: float, high: float) -> float:
    """Find in doubles the q between `low` and `high` where Pr(Y ≥ y) + Pr(Y ≤ c) = alpha, with Y ~ Bin(n, q).

    If there is no such q, return one of the two ends.
    """
    from scipy.optimize import brentq
    from scipy.special import bdtr, bdtrc

    def excess(q: float) -> float:
        return float(bdtrc(y - 1, n, q) + (bdtr(c, n, q) if c >= 0 else 0.0)) - alpha

    if excess(low) >= 0 or excess(high) <= 0:
        return low if excess(low) >= 0 else high
    return float(brentq(excess, low, high, xtol=1e-14))
