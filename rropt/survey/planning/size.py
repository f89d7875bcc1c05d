"""Find the smallest sample that meets a criterion, such as that n answers give a wanted margin.

The margin is half the length of an interval. A criterion for a margin says whether n answers give it at every share x of a region.
Each interval method has its own criterion, except likelihood-ratio, for which no margin is planned. Var is the variance of the
estimate π̂ from n answers.

- chebyshev: Var ≤ (1 − confidence)·margin². By Chebyshev's inequality, Pr(|π̂ − π| ≤ margin) ≥ confidence follows.
- normal: z²·Var ≤ margin², with the normal quantile z. For C clusters z is the quantile of Student's t with C − 1 degrees of
  freedom, as in `estimate`.
- wilson: the score interval at π̂ = x, before it is cut to [0, 1], is at most 2·margin long. Let c = z²/n. As in `spread`, let
  n·Var = g(x) = (1 − x)·other + x·own + f·x·(1 − x), where f is the sampling factor. The square of half the length is
  (c·g(x) + c²·((own − other + f)²/4 + f·other))/(1 + c·f)². It is largest where g(x) is largest, and it falls as n grows.
- clopper-pearson: the binomial interval is taken at the expected number of hits, which need not be whole. The interval of shares
  that follows is at most 2·margin long. It is longest where the probability of a hit is nearest to 1/2. This criterion is for
  independent draws only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.sign import enclose
from rropt.exact.spelling import counted
from rropt.mechanism import Mechanism
from rropt.survey.intervals.interval import Method, Telling, require_telling
from rropt.survey.intervals.quantile import binomial_interval, percent, squared_quantile
from rropt.survey.planning.spread import Spread
from rropt.survey.sampling import Kind, Sampling

__all__ = ["Wanted", "least_margin", "margin_met", "smallest"]

MOST = 10**15
STEPS = 10**20
"""To round a margin, a power of ten is divided into this many steps, so many that numbers of answers are off by less than one."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The interval whose half-length is planned: its confidence, its method and, with clusters, its degrees of freedom."""

    level: Fraction
    method: Method
    freedom: int | None = None

    @property
    def named(self) -> str:
        """Name the kind of interval."""
        if self.freedom is None:
            return f"{percent(self.level)}% {self.method.named} margin"
        return f"{percent(self.level)}% margin (Student's t, {counted(self.freedom, 'degree', 'degrees')} of freedom)"


def smallest(
    enough: Callable[[int], bool],
    sampling: Sampling,
    *,
    goal: str,
    verb: str = "reach",
    reached: Callable[[int], str] = lambda _: "",
) -> int:
    """Find the least n ≥ 1 for which `enough(n)` is true, by doubling and bisection. Once `enough` is true, it must stay true for
    all larger n.

    If even the largest possible n is not enough, raise an `InputError` that says so. Its message contains `verb`, `goal` and
    `reached(n)`, which says what this largest n gives.
    """
    limit = sampling.population or MOST
    high = 1
    while not enough(high):
        if high >= limit:
            why = f"even all {limit} of the population" if sampling.population else f"even {MOST} answers"
            raise InputError(
                f"{why} do not {verb} {goal}{reached(limit)}; weaken the goal, or use a device with more information"
            )
        high = min(2 * high, limit)
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def margin_met(
    p: Mechanism, spread: Spread, sampling: Sampling, j: int, margin: Fraction, wanted: Wanted
) -> Callable[[int], bool]:
    """Return a function, for `smallest`, that says whether n answers give the margin, with an interval of the kind `wanted`."""
    level, method = wanted.level, wanted.method
    if method == Method.LIKELIHOOD_RATIO:
        raise InputError(
            "rropt cannot plan a margin with likelihood-ratio; use clopper-pearson, whose coverage is also at least the stated "
            "confidence, or chebyshev, normal or wilson"
        )
    if method == Method.CLOPPER_PEARSON:
        return _exact_tails(p, spread.region.lower, spread.region.upper, sampling, j, margin, level)
    square = margin * margin
    if method == Method.CHEBYSHEV:
        return lambda n: bool(spread.variance(n, sampling) <= (1 - level) * square)
    z2 = squared_quantile(level, wanted.freedom)[1]
    if method == Method.NORMAL:
        return lambda n: bool(z2 * spread.variance(n, sampling) <= square)
    return _score_met(spread, sampling, z2, square)


def least_margin(p: Mechanism, spread: Spread, sampling: Sampling, j: int, wanted: Wanted, n: int) -> Fraction | None:
    """Find the least margin that n answers give, rounded up to twenty digits. None if it is above 1.

    The search is by bisection, because `margin_met` stays true if the margin grows.
    """

    def met(margin: Fraction) -> bool:
        return margin_met(p, spread, sampling, j, margin, wanted)(n)

    if met(Fraction(0)):
        return Fraction(0)
    unit = Fraction(1)
    if not met(unit):
        return None
    while met(unit / 10):
        unit /= 10
    low, high = STEPS // 10, STEPS
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if met(unit * middle / STEPS) else (middle, high)
    return unit * high / STEPS


def _score_met(spread: Spread, sampling: Sampling, z2: Fraction, square: Fraction) -> Callable[[int], bool]:
    """Return the criterion of the score interval. It says whether n answers make the square of the interval's half-length at most
    `square`. `z2` is the square of the normal quantile."""
    # two terms of the criterion, by the sampling factor f; they depend on n only through f
    known: dict[Fraction, tuple[Number, Number]] = {}

    def met(n: int) -> bool:
        c, f = z2 / n, sampling.factor(n)
        if f not in known:
            constant = (spread.own - spread.other + f) ** 2 / 4 + f * spread.other
            known[f] = spread.at(spread.worst_share(f), f), constant
        largest, constant = known[f]
        return bool(c * largest + c * c * constant <= square * (1 + c * f) ** 2)

    return met


def _exact_tails(
    p: Mechanism, lower: Number, upper: Number, sampling: Sampling, j: int, margin: Fraction, level: Fraction
) -> Callable[[int], bool]:
    if sampling.kind != Kind.REPLACEMENT:
        raise InputError(
            f"rropt cannot plan a clopper-pearson margin for {sampling.kind} sampling; use chebyshev or wilson"
        )
    telling = require_telling(p, j, Method.CLOPPER_PEARSON)
    hits, rise = _nearest_half(telling, lower, upper), enclose(telling.own - telling.other)[0]

    def met(n: int) -> bool:
        low, high = binomial_interval(hits * n, n, level)
        return (high - low) / 2 <= margin * rise

    return met


def _nearest_half(telling: Telling, lower: Number, upper: Number) -> Fraction:
    """Find the possible probability of a hit that is nearest to 1/2, and round it to about 15 digits.

    A hit is an answer in `telling.outputs`. Its probability depends on the input's share, which lies between `lower` and `upper`.
    """
    ends = [telling.other + (telling.own - telling.other) * x for x in (lower, upper)]
    a, b = (enclose(x)[0] for x in ends)
    return max(a, min(b, Fraction(1, 2))).limit_denominator(10**15)
