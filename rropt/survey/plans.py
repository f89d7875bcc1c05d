"""Find how many respondents a mechanism needs for a standard error, a margin or a power, or what n people give.

One function decides everything: n·Var of the estimated share as a function of the true share x of the wanted input,

    g(x) = (1 − x)·other + x·own + f·x(1 − x),

with what the device adds for people of other inputs and its own (`estimates.device_variances`) and the sampling factor f. It is
concave, so its largest value over a range of shares is known. From it follow the error, the margin and the power that n answers
give; one bisection finds the least n that reaches a goal.

* The squared error is g/n. The squared margin is by chebyshev g/(n (1 − confidence)); normal: z² g/n, with the quantile of
  Student's t for C clusters; wilson, with c = z²/n: (c·g + c²·((own − other + f)²/4 + f·other))/(1 + c f)²;
  clopper-pearson: the exact interval at the expected number of hits, where the probability of a hit is nearest to 1/2.
* A difference δ of two groups of n is detected with the power Φ(|δ|/√(V₁ + V₂) − z). Where draws are independent and the estimate
  depends on a number of hits alone, the power of the test itself is enumerated near this n: with h hits in one group the test keeps
  the g hits of the other with (h − g)² ≤ z²(h(n − h) + g(n − g))/(n − 1). Of a range of shares the one with most people is taken,
  where x + δ/2 is at the vertex of g.
* With C clusters in each group the test is by Student's t with C − 1 degrees of freedom on a variance linearised over all 2C
  clusters, s²·v′ with s² = 2(C − 1)/(2C − 1), where v′ has about (C − 1)(V₁ + V₂)²/(V₁² + V₂²) degrees (Satterthwaite). So the
  power is the tail of the noncentral t beyond s·t.
* A design effect D makes n people worth n/D. From that of clusters on the truth, D′, it follows as 1 + (D′ − 1)·x(1 − x)/g(x),
  since everybody uses the device alone.

Wilson's and Chebyshev's intervals do not know how people divide among the other inputs, and so take the worst mixture; the others
take the stated shares.

References: Chaudhuri and Mukerjee (1988); Kish (1965), Survey sampling; Ulrich et al. (2012), Asking sensitive questions: a
statistical power analysis; Johnson and Welch (1940), Applications of the non-central t-distribution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil, floor, sqrt
from typing import Any, ClassVar, Literal

import numpy as np
from scipy.special import nctdtr, ndtr

from rropt.binary.share import read_share
from rropt.engine.sets import SetMechanism
from rropt.exact.decimal import decimal
from rropt.exact.errors import Either, InputError
from rropt.exact.grammar import read_integer, read_rational, spell_range
from rropt.exact.spelling import counted
from rropt.given import MechanismLike
from rropt.objectives.covariance import TotalVariance
from rropt.objectives.variance import Variance
from rropt.plots.lines import Chart, Line, draw_lines
from rropt.privacy import LDP
from rropt.problem.design import design
from rropt.problem.result import Design
from rropt.show import Block, Fact, Figure, Result, Say, near, up
from rropt.survey import laws
from rropt.survey.answers import MOST_ANSWERS, Device, Sampling, read_level, read_sampling
from rropt.survey.contrast import largest_spread, read_scores
from rropt.survey.draws import index_of
from rropt.survey.estimates import choose_weights, device_variances, read_shares
from rropt.survey.intervals import METHODS, Spread, score_half, telling_outputs
from rropt.survey.laws import Array
from rropt.survey.sets import device_or_sets, seen_shares

__all__ = [
    "TIE",
    "Effects",
    "Plan",
    "Region",
    "has_goal",
    "plan",
    "planned_weights",
    "read_effects",
    "read_region",
    "second_share",
    "smallest",
    "spread_of",
]

TIE = 1 + 1e-12
"""A goal that is met up to rounding counts as met."""
MOST_ENUMERATED, MOST_TRIED, LARGEST_EFFECT = 10**6, 400, 10**6


# what is planned for


@dataclass(frozen=True, slots=True)
class Region:
    """The range of shares of one input that a plan must suffice for, and the shares of all inputs if they are stated."""

    low: float
    high: float
    others: tuple[float, ...] | None = None

    @property
    def is_point(self) -> bool:
        """Whether the range is one share."""
        return self.low == self.high

    def __str__(self) -> str:
        if self.others is not None and len(self.others) > 2:
            return ", ".join(map(near, self.others))
        return near(self.low) if self.is_point else f"{near(self.low)} to {near(self.high)}"


def read_region(prevalence: Any, k: int, j: int) -> Region:
    """Read one share, a range a..b, `worst` (any share), or k shares. With two inputs one share is that of the second."""
    if isinstance(prevalence, Region):
        return prevalence
    text = spell_range(prevalence.strip()) if isinstance(prevalence, str) else ""
    if text == "worst":
        return Region(0.0, 1.0)
    several = "," in text or (isinstance(prevalence, Sequence) and not isinstance(prevalence, str))
    if several or (k == 2 and ".." not in text):
        shares = read_shares(prevalence, k)
        return Region(shares[j], shares[j], shares)
    share = read_share(text or prevalence)
    low, high = float(share.lower), float(share.upper)
    return Region(1 - high, 1 - low) if (k, j) == (2, 0) else Region(low, high)


@dataclass(frozen=True, slots=True, eq=False)
class MeanSpread:
    """n·Var of the mean of `scores`, for answers that count u, at the stated shares or at the worst of all (`shares` None)."""

    p: Array
    u: Array
    scores: Array
    shares: Array | None

    def largest(self, f: float) -> float:
        """The largest n·Var for the sampling factor f."""
        if self.shares is None:
            return largest_spread(self.p, self.u, self.scores, f)
        mean, squares = float(self.scores @ self.shares), float(self.scores**2 @ self.shares)
        return float(self.u**2 @ (self.p @ self.shares)) - squares + f * (squares - mean**2)


def spread_of(p: Array, w: Array, j: int, region: Region, *, worst_mixture: bool = False) -> Spread:
    """Return n·Var of the share of input j, at the stated shares of the others, or at the worst mixture of them."""
    values = device_variances(p, w[j], j)
    rest = np.delete(np.arange(len(values)), j)
    if worst_mixture or region.others is None or region.others[j] == 1:
        return Spread(float(values[rest].max()), float(values[j]), region.low, region.high)
    others = np.asarray(region.others)
    return Spread(float(others[rest] @ values[rest] / (1 - others[j])), float(values[j]), region.low, region.high)


def planned_weights(device: Device, region: Region, j: int, working: Any) -> Any:
    """Return the weights of a plan: best at `working`, else as the design says, else at the middle of the region."""
    k = len(device.inputs)
    middle = min(0.999, max(0.001, (region.low + region.high) / 2))
    at = tuple(middle if i == j else (1 - middle) / (k - 1) for i in range(k))
    if region.others is not None and min(region.others) > 0:
        at = region.others
    planned = Device(device.matrix, device.inputs, device.outputs, device.planned or at)
    return choose_weights(planned, working)


@dataclass(frozen=True, slots=True)
class Goal:
    """The goal of a plan: one of error, margin and difference (with a power), by an interval or a test at a level."""

    error: float | None
    margin: float | None
    difference: float | None
    power: float
    level: float
    method: str
    clusters: int | None
    sampling: Sampling

    @property
    def quantile(self) -> float:
        """The quantile of the interval or the test."""
        return float(laws.quantile(self.level, None if self.clusters is None else self.clusters - 1))

    @property
    def most(self) -> int:
        """The largest number of answers that may be asked for."""
        return self.sampling.populations[0] if self.sampling.kind == "srs" else MOST_ANSWERS

    def sentence(self) -> str:
        """The goal in words."""
        by = (
            ""
            if self.clusters is None
            else f" (Student's t, {counted(self.clusters - 1, 'degree', 'degrees')} of freedom)"
        )
        if self.error is not None:
            return f"a standard error of at most {near(self.error)}"
        if self.margin is not None:
            kind = "" if by else f"{self.method.title() if self.method != 'normal' else self.method} "
            return f"a {100 * self.level:g}% {kind}margin{by} of at most {near(self.margin)}"
        return (
            f"to detect a difference of {near(self.difference)} between two groups of n with power {near(self.power)} at "
            f"the nominal two-sided {100 * (1 - self.level):g}% level{by}"
        )


@dataclass(frozen=True, slots=True)
class Case:
    """One device, one input and one goal: which error, margin and power do n answers give, and are they enough?

    `spread` has the stated shares; `behind` is what an interval assumes. Both are a `Spread`, or for a mean of scores, which has
    the normal interval alone, a `MeanSpread`. With a difference `spread` is of the first group's one share, and `second` is the
    spread of the second group, where nothing is stated of the other inputs.
    """

    p: Array
    w: Array
    j: int
    spread: Any
    behind: Any
    second: Spread | None
    goal: Goal

    @classmethod
    def of(cls, p: Array, w: Array, j: int, region: Region, goal: Goal) -> Case:
        """Cut the region to the share with most people where a difference is planned for."""
        spread, second = spread_of(p, w, j, region), None
        if goal.difference is not None:
            if not region.is_point:
                spread = _worst_first(spread, region, goal)
            other = second_share(spread.low, goal.difference)
            second = spread_of(p, w, j, Region(other, other))
        has_margin = goal.error is goal.difference is None and goal.method in ("wilson", "chebyshev")
        behind = spread_of(p, w, j, region, worst_mixture=True) if has_margin and p.shape[1] > 2 else spread
        return cls(p, w, j, spread, behind, second, goal)

    @classmethod
    def open(cls, region: Region, goal: Goal) -> Case:
        """The case in which everybody tells openly whether the share counts him."""
        return cls.of(np.eye(2), np.eye(2), 1, Region(region.low, region.high), goal)

    def variance(self, n: float) -> float:
        """The variance of the estimate from n answers, or of the difference of two groups of n."""
        f = self.goal.sampling.factor(n)
        return float(self.spread.largest(f) + (0.0 if self.second is None else self.second.largest(f))) / n

    def margin(self, n: int) -> float:
        """Half the length of the interval from n answers, at the share of the region where it is longest."""
        goal, g, f = self.goal, self.behind, self.goal.sampling.factor(n)
        if goal.method == "clopper-pearson":
            return self._exact_half(n)
        if goal.method == "wilson":
            return float(score_half(g.worst(f), g, goal.quantile**2 / n, f))
        return sqrt(max(0.0, float(g.largest(f))) / n) * (
            goal.quantile if goal.method == "normal" else (1 - goal.level) ** -0.5
        )

    def _exact_half(self, n: int) -> float:
        """Half the length of Clopper and Pearson's interval at the expected number of hits, where it is longest."""
        telling = telling_outputs(self.p, self.j)
        if telling is None:
            raise InputError(
                "clopper-pearson needs outputs equally likely under all other inputs; use chebyshev or wilson"
            )
        least, most = telling.rate(self.behind.low), telling.rate(self.behind.high)
        low, high = laws.exact_tails(n * max(least, min(most, 0.5)), n, self.goal.level)
        return (high - low) / 2 / (telling.own - telling.other)

    def power(self, n: int) -> float:
        """The power of n answers in each group: by the normal approximation, or for clusters by the noncentral t."""
        goal, variance = self.goal, self.variance(n)
        if variance == 0:
            return 1.0
        assert goal.difference is not None and self.second is not None
        ratio, c = abs(goal.difference) / sqrt(variance), goal.clusters
        if c is None:
            return float(ndtr(ratio - goal.quantile))
        v = [x.largest(goal.sampling.factor(1)) for x in (self.spread, self.second)]
        freedom = (c - 1) * (v[0] + v[1]) ** 2 / (v[0] ** 2 + v[1] ** 2)
        return 1 - float(nctdtr(freedom, ratio, goal.quantile * sqrt((2 * c - 2) / (2 * c - 1))))

    def enough(self, n: int) -> bool:
        """Whether n answers (in each group) reach the goal."""
        goal = self.goal
        if goal.difference is not None:
            return n > 1 and self.power(n) * TIE >= goal.power
        if goal.error is not None:
            return self.variance(n) <= goal.error**2 * TIE
        assert goal.margin is not None
        return self.margin(n) <= goal.margin * TIE

    def least(self) -> int:
        """The least n that reaches the goal, by its approximation."""
        return smallest(self.enough, self.goal.most, goal=self.goal.sentence())

    def enumerated(self, n: int, *, other: float | None = None) -> float | None:
        """The probability that the test of two groups of n answers rejects, enumerated over the numbers of hits.

        `other` is the second group's share, by default the planned one. None if the estimate depends on more than the number of
        hits, or if draws are not independent.
        """
        telling, goal = telling_outputs(self.p, self.j), self.goal
        if (
            telling is None
            or goal.clusters is not None
            or goal.sampling.kind != "replacement"
            or not 2 <= n <= MOST_ENUMERATED
        ):
            return None
        weights = self.w[self.j]
        if any(
            np.ptp(weights[x]) > 1e-9 * np.abs(weights).max() for x in (telling.outputs, ~telling.outputs) if x.any()
        ):
            return None
        assert self.second is not None
        a, b = map(telling.rate, (self.spread.low, self.second.low if other is None else other))
        # by Bernstein's inequality the numbers of hits that are left out have a probability below e^−300 together
        reach = 40 * sqrt(max(0.0, n * a * (1 - a))) + 200
        h = np.arange(max(0, floor(n * a - reach)), min(n, ceil(n * a + reach)) + 1.0)
        lower, upper = _kept(h, n, float(laws.quantile(goal.level)) ** 2)
        kept = laws.binomial_cdf(upper, n, b) - laws.binomial_cdf(lower - 1, n, b)
        return float(laws.binomial_pmf(h, n, a) @ (1 - kept))

    def enumerated_size(self, n: int) -> int | None:
        """The number of answers near n that the enumerated power needs: going down from n the last before it first fails, else the
        next at which it suffices; None if there is none."""
        found, wanted = self.enumerated(n), self.goal.power
        if found is None:
            return None
        if found < wanted:
            return next((m for m in range(n + 1, n + MOST_TRIED) if (self.enumerated(m) or 0) >= wanted), None)
        below = next((m for m in range(n - 1, max(0, n - MOST_TRIED), -1) if (self.enumerated(m) or 0) < wanted), None)
        return None if below is None else below + 1


def _kept(h: Array, n: int, square: float) -> tuple[Array, Array]:
    """Return for each number h of hits the least and the largest number g of hits of the other group that the test keeps."""
    c = square / (n - 1)
    middle = (2 * h + c * n) / (2 * (1 + c))
    root = np.sqrt(np.maximum(0.0, middle**2 - (h**2 - c * h * (n - h)) / (1 + c)))

    def is_kept(g: Array) -> Array:
        return np.asarray((h - g) ** 2 <= c * (h * (n - h) + g * (n - g)))

    # the roots are rounded; a count next to a root is decided by the inequality itself
    lower, upper = np.round(middle - root), np.round(middle + root)
    lower, upper = np.where(is_kept(lower), lower, lower + 1), np.where(is_kept(upper), upper, upper - 1)
    return np.clip(lower, 0, n), np.clip(upper, 0, n)


def _worst_first(spread: Spread, region: Region, goal: Goal) -> Spread:
    """Cut n·Var to the first group's share, within the region, at which detecting the difference needs most people."""
    difference = goal.difference or 0.0
    if goal.sampling.kind == "srs":
        raise InputError(f"a difference over the prevalences {region} cannot be planned for srs; give one prevalence")
    if not (region.low + difference >= 0 and region.high + difference <= 1):
        raise InputError(
            f"difference = {near(difference)} puts the second group outside of [0, 1] for some of {region}; give less"
        )
    half = difference / 2
    both = replace(spread, low=region.low + half, high=region.high + half)
    x = float(both.worst(goal.sampling.factor(1))) - half
    return replace(spread, low=x, high=x)


def second_share(first: float, difference: float) -> float:
    """Return the share of the second group: the first's plus the difference, or minus it where this exceeds 1."""
    for x in (first + difference, first - difference):
        if 0 <= x <= 1:
            return x
    raise InputError(
        f"no prevalence from 0 to 1 differs from {near(first)} by {near(difference)}; give a smaller difference"
    )


def smallest(enough: Callable[[int], bool], most: int, *, goal: str) -> int:
    """Return the least n ≥ 1 for which `enough` holds, by doubling and bisection; once it holds it must hold for all larger n."""
    high = 1
    while not enough(high):
        if high >= most:
            raise InputError(
                f"even {most} answers do not suffice for {goal}; weaken the goal, or use a device with more information"
            )
        high = min(2 * high, most)
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


# the plan


@dataclass(frozen=True, slots=True, repr=False)
class Plan(Result):
    """The least number n of respondents (in each of `groups`) that reaches a goal, or what a given number of people gives.

    `truthful` is the number if everybody told the truth openly. `standard_error` is that of the (first group's) share at n, with
    the design effect; `per_answer` is n·Var of independent answers. With a difference there are `power` and the test's true
    `test_level` by enumeration, else `power` is by an approximation. `by_normal` is what the normal interval needs where
    Wilson's takes the worst mixture of the other inputs. `scores` names the inputs' scores if their mean is planned for in place of
    a share; it is empty otherwise.
    """

    schema: ClassVar[str] = "rropt/plan/3"
    goal: str
    share_of: str
    inputs: int
    of_all: bool
    region: Region
    scores: str
    worst: float | None
    second: float | None
    n: int
    is_given: bool
    truthful: int | None
    standard_error: float
    error_of_difference: float | None
    per_answer: float
    margin: float | None
    difference: float | None
    power: float | None
    approximate_power: float | None
    direct_power: float | None
    test_level: float | None
    approximate: int | None
    by_normal: int | None
    method: str
    level: float
    sampling: str
    design_effect: float
    effect_of_truth: float | None
    clusters: int | None
    weights_at: tuple[float, ...] | None

    @property
    def groups(self) -> int:
        """The number of groups of n people."""
        return 1 if self.second is None else 2

    @property
    def independent(self) -> int:
        """The number of independent answers that n people are worth, rounded down to whole people."""
        return int(self.n // self.design_effect)

    def show(self) -> Iterator[Block]:
        """The answer in a sentence, the numbers, and their assumptions."""
        yield Say(self._lead(), key="")
        told = {"goal", "respondents", "truthful"} | ({"worst_prevalence"} if self.region.is_point else {"by_normal"})
        for key, label, x, how in self._facts():
            if x is not None:
                yield Fact(key, label, x, how, shown=key not in told)
        yield Fact("share_of", "share of", self.share_of, shown=False)
        yield from self._picture()
        yield from map(Say, self._notes())

    def _picture(self) -> Iterator[Block]:
        """The standard error by the number of people, or the power by that of each group, with the plan's number marked.

        The error is that at n times √(n/x) for x people. This holds unless people are drawn from a finite population; for these and
        for an error of 0 there is no picture.
        """
        if self.sampling not in (str(Sampling()), str(Sampling("census"))) or not self.standard_error:
            return
        sizes = [self.n * 10 ** (step / 10 - 1) for step in range(21)]
        of_two = self.error_of_difference
        own = (self.standard_error if of_two is None else of_two) * sqrt(self.n)
        errors = {"this mechanism": own, **self._openly()}
        kept = {name: [error / sqrt(x) for x in sizes] for name, error in errors.items()}
        across = f"people{' in each group' * (self.groups - 1)}"
        chart = Chart(f"Standard error at prevalence {self.region}", across, "standard error", (), "xy")
        if of_two is not None and self.difference is not None:
            d, z = self.difference, laws.quantile(self.level)
            kept = {name: [float(ndtr(d / x - z)) if x else 1.0 for x in values] for name, values in kept.items()}
            title = f"Power to detect a difference of {near(d)}, by approximation"
            chart = Chart(title, across, "power", (), "x", top=1.02)
        lines = [Line(name, sizes, values) for name, values in kept.items()]
        chart = replace(chart, lines=lines, mark=(self.n, f"n = {self.n:,}"))
        yield Figure("errors", partial(draw_lines, charts=[chart]), f"{chart.up.capitalize()} by the number of people")

    def _openly(self) -> dict[str, float]:
        """√n times the standard error if everybody told the truth openly; nothing where that is not known."""
        is_known = self.design_effect == 1 or self.effect_of_truth is not None
        if self.scores or self.sampling != str(Sampling()) or not is_known:
            return {}
        shares = [self.region.low if self.worst is None else self.worst]
        shares += [] if self.second is None else [self.second]
        return {"truth from everybody": sqrt((self.effect_of_truth or 1.0) * sum(x * (1 - x) for x in shares))}

    def _facts(self) -> Sequence[tuple[str, str, Any, Literal["near", "up"]]]:
        """The numbers of the plan: key, label, value (None if the plan has none) and rounding."""
        each = "" if self.groups == 1 else " in each group"
        by = self.method if self.clusters is None else f"Student's t, {self.clusters} clusters"
        whose = "" if self.inputs > 2 else f' ("{self.share_of}")'
        effect, independent = (None, None) if self.design_effect == 1 else (self.design_effect, self.independent)
        error = f"standard error{' in the first group' * (self.groups - 1)} then"
        by_normal = None if self.by_normal is None or self.by_normal >= self.n else self.by_normal
        return (
            ("goal", "goal", self.goal, "near"),
            ("scores", "scores", self.scores or None, "near"),
            ("prevalence", f"prevalence planned for{whose}", str(self.region), "near"),
            ("worst_prevalence", "worst prevalence of these", self.worst, "near"),
            ("second_prevalence", "against the prevalence", self.second, "near"),
            ("respondents", f"respondents{'' if self.is_given else ' needed'}{each}", self.n, "near"),
            ("margin", f"{100 * self.level:g}% margin then ({by})", self.margin, "up"),
            ("design_effect", "design effect", effect, "up"),
            ("independent_answers", "of these count as independent (rounded down)", independent, "near"),
            ("truthful", "respondents if all told openly", self.truthful, "near"),
            ("standard_error", error, self.standard_error, "up"),
            ("variance_per_answer", "n·Var", self.per_answer, "near"),
            ("standard_error_of_difference", "standard error of the difference then", self.error_of_difference, "up"),
            (
                "power",
                f"power then, by {'approximation' if self.test_level is None else 'enumeration'}",
                self.power,
                "near",
            ),
            ("direct_power", "power if all told openly", self.direct_power, "near"),
            ("level", "the test's level then, by enumeration", self.test_level, "near"),
            ("approximate", "respondents in each group, by the normal approximation", self.approximate, "near"),
            ("by_normal", "respondents by the normal interval", by_normal, "near"),
        )

    def _lead(self) -> str:
        each = "" if self.groups == 1 else " in each of two groups"
        openly = "" if self.truthful is None else f" ({self.truthful:,} would do if everybody told the truth openly)"
        level = "" if self.test_level is None else f"; the test's true level is then {near(round(self.test_level, 4))}"
        people = counted(self.n, "person", "people", spec=",")
        if not self.is_given:
            aim = self.goal if self.groups == 2 else f"for {self.goal}"
            return f"{people} {'is' if self.n == 1 else 'are'} needed{each} {aim}{openly}{level}."
        verb = "gives" if self.n == 1 else "give"
        if self.margin is not None:
            what, error = " the mean of the scores" if self.scores else "", up(self.standard_error)
            return f"{people} {verb}{what} a margin of ± {up(self.margin)} and a standard error of {error}{openly}."
        told = "" if self.direct_power is None else f" ({self.direct_power:.2f} if everybody told the truth openly)"
        return (
            f"{people}{each} detect a difference of {near(self.difference)} with power {self.power:.2f} at the nominal two-sided "
            f"{100 * (1 - self.level):g}% level{told}{level}."
        )

    def _notes(self) -> Iterator[str]:
        if self.weights_at is not None:
            at = ",".join(map(near, self.weights_at if self.inputs > 2 else self.weights_at[1:]))
            yield (
                f"This holds for weights that are best at the shares {at}: estimate with working = {at}, or by a design "
                "planned there."
            )
        yield f"Sampling: {self.sampling}."
        share = f'Share of "{self.share_of}"'
        if self.of_all:
            share = f'The shares of all {self.inputs} inputs, of which that of "{self.share_of}" needs most people'
        if self.scores:
            share = "Mean of the scores"
        yield f"{share}; everybody complies."
        if self.by_normal is not None and self.by_normal < self.n:
            yield (
                "Wilson's interval allows for the largest variance that any mixture of the other inputs gives, as estimate "
                "does; the "
                f"normal one, with the variance at the planned shares, needs {self.by_normal:,} (method = normal)."
            )
        if self.design_effect != 1:
            yield self._effect()
        if self.clusters is not None:
            yield (
                f"Student's t with {self.clusters - 1} degrees of freedom, for {self.clusters} clusters of "
                f"{near(self.n / self.clusters)} "
                "people on average; the design effect must be that of clusters of this size."
            )
        elif self.design_effect != 1 and (self.margin is not None or self.second is not None or "margin" in self.goal):
            ten, twenty = (near(float(laws.quantile(self.level, c - 1) / laws.quantile(self.level))) for c in (10, 20))
            yield (
                f"Few clusters lengthen intervals, as estimates then take Student's t: by the factor {ten} with 10 "
                f"clusters, {twenty} "
                "with 20; plan counts it if their number is given as clusters."
            )
        if self.groups == 2 and self.approximate is None and self.clusters is None and not self.is_given:
            yield "The number is by the normal approximation of the test."

    def _effect(self) -> str:
        each = "" if self.groups == 1 else " of each group"
        worth = f"the {self.n:,} people{each} count as {self.independent:,} drawn alone, rounded down to whole people"
        if self.effect_of_truth is not None:
            return (
                f"Design effect {near(self.effect_of_truth)} of clusters on the truth makes {up(self.design_effect)} on "
                f"these randomized answers, as everybody uses the device alone: {worth}. Unequal weights are not in it."
            )
        unknown = ", so no number is given for the case that all told openly" if self.truthful is None else ""
        return (
            f"Design effect {near(self.design_effect)} of the estimate from randomized answers: {worth}. That of the truth "
            f"is larger and not known here{unknown}."
        )


def best_at(epsilon: object, prevalence: Any = None, scores: Any = None) -> Design:
    """Design the best mechanism at ε: for the mean of scores, of two truths for their prevalence, or of more for their shares."""
    given = prevalence.split(",") if isinstance(prevalence, str) else prevalence
    shares = ["0..1"] if given in (None, ["worst"]) else [*given] if isinstance(given, Sequence) else [given]
    if scores is not None:
        inputs = [*scores] if isinstance(scores, Mapping) else len(scores)
        return design(scores=scores, epsilon=epsilon, inputs=inputs, prevalence=None if given is None else shares)
    return design(TotalVariance(shares) if len(shares) > 2 else Variance(shares[-1]), LDP(epsilon))


def plan(
    mechanism: MechanismLike = None,
    *,
    epsilon: object = None,
    prevalence: object = None,
    scores: Any = None,
    standard_error: object = None,
    margin: object = None,
    difference: object = None,
    power: object = "0.8",
    confidence: object = "0.95",
    method: str | None = None,
    sampling: str = "replacement",
    population: int | None = None,
    share_of: str | int | None = None,
    working: object = None,
    n: int | None = None,
    deff: object = None,
    deff_truth: object = None,
    clusters: int | None = None,
) -> Plan:
    """Find the least sample that reaches one goal: `standard_error`, `margin` (half an interval) or `difference` (with `power`);
    or with `n` say what n people give.

    Args:
        mechanism: The mechanism, a design, or a mechanism whose answers are sets of inputs (`Design.sets`).
        epsilon: In place of a mechanism, plan for the best one at this ε; `plan_epsilons` tells of several.
        prevalence: A number, k shares, a range such as 1/10..2/5, or `worst`, which is 0..1; the plan suffices at each number of a
            range. By default it is the prevalence of the design, or else `worst`.
        scores: One number for each input, in order or by label: the mean of these scores is planned for, in place of a share. The
            prevalence is then k shares, or `worst` for a plan that suffices at all shares.
        standard_error: The wanted standard error; with scores in their unit.
        margin: The wanted half-length of an interval; with scores in their unit.
        difference: The difference between two groups that a test shall find with probability `power`.
        power: The probability with which the test finds the difference.
        confidence: The confidence of the interval, or one minus the level of the test.
        method: The kind of interval (wilson if not given; normal with `clusters` or `scores`).
        sampling: replacement, census, or srs with its population.
        population: The size of the population for srs.
        share_of: The input whose share is wanted, by label or index. If it is not given, it is the second of two inputs, or of more
            the one whose share needs most people, so that the plan suffices for all.
        working: The shares at which the weights of answers vary least; by default the design's, else the planned ones.
        n: The number of people; with a `difference`, in each group.
        deff: The design effect of clusters or weights on randomized answers, at least 1: n people count as n/deff, rounded
            down to whole people.
        deff_truth: In place of `deff`, the design effect of clusters on the truth, such as 1 + (size − 1)·(intraclass correlation).
        clusters: With a design effect, the number of clusters, for a `difference` in each group.

    Returns:
        The plan: `n`, and what it rests on.

    Raises:
        InputError: Not exactly one goal (or n) was given, the goal does not use an argument, or no sample is enough.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.survey import plan
        >>> plan(from_spec("warner:p=3/4"), prevalence="1/10", margin="0.03").n
        3583
        >>> plan(from_spec("krr:k=5,epsilon=ln3"), scores=[1, 2, 3, 4, 5], margin="0.1").n
        12101
        >>> plan(epsilon="ln3", prevalence="1/10", margin="0.03").n
        3583

    Reference: Chaudhuri and Mukerjee (1988), Randomized response; Ulrich et al. (2012), Asking sensitive questions: a statistical
    power analysis of randomized response models.
    """
    if (mechanism is None) == (epsilon is None):
        raise InputError(
            "a plan needs a mechanism, such as warner:p=3/4, or the epsilon of the best one; give one of them"
        )
    mechanism = mechanism if epsilon is None else best_at(epsilon, prevalence, scores)
    has_goal(standard_error=standard_error, margin=margin, difference=difference, n=n)
    _require_used(
        standard_error=standard_error,
        margin=margin,
        difference=difference,
        power=power,
        confidence=confidence,
        method=method,
        scores=scores,
        share_of=share_of,
    )
    effects = read_effects(deff, deff_truth, clusters, sampling, is_counted=standard_error is None)
    goal = _read_goal(
        standard_error, margin, difference, power, confidence, method or (None if scores is None else "normal"), clusters,
        read_sampling(sampling, population), most=1.0 if scores is None else np.inf,
    )  # fmt: skip
    people = None if n is None else read_integer(n, least=1, most=MOST_ANSWERS, name="n")
    if scores is not None:
        return _of_mean(Device.of(mechanism), prevalence, scores, working, goal, people, effects)
    device = device_or_sets(mechanism)
    if isinstance(device, SetMechanism):
        return _of_sets(device, prevalence, working, share_of, goal, people, effects)
    if len(device.inputs) < 2:
        raise InputError(
            f"a mechanism of {len(device.inputs)} input has no share to be estimated; give one of two or more"
        )
    wanted, k = prevalence if prevalence is not None else device.planned or "worst", len(device.inputs)
    places = range(k) if share_of is None and k > 2 else [device.place(share_of)]
    plans = [_of_share(device, j, read_region(wanted, k, j), working, goal, people, effects) for j in places]
    return _of_all(plans, goal, effects) if len(plans) > 1 else plans[0]


Effects = tuple[float | None, float | None]


def _of_share(
    device: Device, j: int, region: Region, working: Any, goal: Goal, people: int | None, effects: Effects
) -> Plan:
    """Plan for one share."""
    weights = planned_weights(device, region, j, working)
    case = Case.of(device.matrix, weights.matrix, j, region, goal)
    found = replace(
        _plan(case, Case.open(region, goal), region, people, effects), share_of=device.inputs[j], weights_at=weights.at
    )
    if people is None and goal.method == "wilson" and goal.margin is not None and len(device.inputs) > 2:
        by_normal = Case.of(device.matrix, weights.matrix, j, region, replace(goal, method="normal")).least()
        found = replace(found, by_normal=_inflated(by_normal, found.design_effect))
    worst = None if region.is_point else float(case.spread.worst(goal.sampling.factor(found.n)))
    return replace(found, inputs=len(device.inputs), worst=worst)


def _plan(case: Case, openly: Case, region: Region, people: int | None, effects: Effects) -> Plan:
    """Plan a case for the number of people, or for the goal if it is None; the names are still to be told.

    `openly` is the case in which everybody tells the truth.
    """
    goal = case.goal
    effect, first_effect = _effects(case, openly, region, effects)
    tells_openly = goal.sampling.kind != "census" and effects[0] is None
    truthful: int | None = None
    chance = told = level = margin = approximate = None
    if people is None:
        size = near_n = case.least()
        if goal.difference is not None:
            size = case.enumerated_size(near_n) or near_n
            approximate = None if goal.clusters is not None else _inflated(near_n, effect)
        n = _inflated(size, effect)
        if tells_openly:
            truthful = openly.least()
            truthful = (openly.enumerated_size(truthful) if goal.difference is not None else None) or truthful
    else:
        n, size = people, int(people // effect)
        if size < (1 if goal.difference is None else 2):
            raise InputError(f"{n} people count as {size} independent answers, which is too few; ask more people")
        if goal.difference is None:
            margin = case.margin(size)
            wanted = replace(openly, goal=replace(goal, margin=margin * TIE))
            truthful = wanted.least() if tells_openly else None
        else:
            chance, told = case.power(size), openly.power(size) if tells_openly and effect == 1 else None
    rough = chance
    if goal.difference is not None:
        level = case.enumerated(size, other=case.spread.low)
        chance = chance if level is None else case.enumerated(size)
    if goal.clusters is not None and n < goal.clusters:
        raise InputError(
            f"{n} people cannot come from {goal.clusters} clusters; give fewer clusters, or ask more people"
        )
    per, both = float(case.spread.largest(goal.sampling.factor(size))), case.variance(size) * size
    return Plan(
        goal=goal.sentence() if people is None else counted(n, "person", "people", spec=","),
        share_of="", inputs=0, of_all=False, region=region, scores="", worst=None,
        second=None if case.second is None else case.second.low, n=n,
        is_given=people is not None, truthful=None if truthful is None else _inflated(truthful, effects[1] or 1),
        standard_error=sqrt(per * first_effect / n), error_of_difference=None if case.second is None else sqrt(both * effect / n),
        per_answer=per, margin=margin, difference=None if goal.difference is None else abs(goal.difference), power=chance,
        direct_power=told, test_level=level, approximate_power=rough, approximate=approximate, by_normal=None, method=goal.method,
        level=goal.level, sampling=str(goal.sampling), design_effect=effect, effect_of_truth=effects[1], clusters=goal.clusters,
        weights_at=None,
    )  # fmt: skip


def _inflated(n: int, effect: float) -> int:
    """Return how many people count as n drawn alone, where a tie up to rounding needs no further one."""
    return ceil(n * effect * (2 - TIE))


def _of_all(plans: Sequence[Plan], goal: Goal, effects: Effects) -> Plan:
    """Return the plan that suffices for all shares: that with most people, or with n given the largest margin or the least power.

    Truthful answers shall give every share the margin of that plan.
    """
    most = max(plans, key=lambda x: (x.n, round(x.margin or 0, 12), -round(x.power or 0, 12)))
    truthful = None if most.truthful is None else max(x.truthful or 0 for x in plans)
    if most.truthful is not None and most.margin is not None:
        wanted = replace(goal, margin=most.margin * TIE)
        sizes = [Case.open(x, wanted).least() for x in {Region(x.region.low, x.region.high) for x in plans}]
        truthful = ceil(max(sizes) * (effects[1] or 1) * (2 - TIE))
    told = [x.direct_power for x in plans if x.direct_power is not None]
    normal = None if most.by_normal is None else max(x.by_normal or 0 for x in plans)
    return replace(most, of_all=True, truthful=truthful, by_normal=normal, direct_power=min(told, default=None))


def _of_sets(
    sets: SetMechanism, prevalence: Any, working: Any, share_of: Any, goal: Goal, people: int | None, effects: Effects
) -> Plan:
    """Plan for answers that are sets, by the small mechanism from which each share is estimated; alike inputs have one plan."""
    wanted = prevalence if prevalence is not None else sets.planned or "worst"
    region, k = read_region(wanted, sets.k, 0), sets.k
    best = None if working is None else read_shares(working, k)
    kinds: dict[Any, int] = {}
    for j in range(k) if share_of is None else [index_of(sets, share_of)]:
        kinds.setdefault((region.others and region.others[j], best and best[j]), j)
    plans = []
    for j in kinds.values():
        own, at = region, None if best is None else seen_shares(sets, j, best)
        if region.others is not None:
            own = Region(region.others[j], region.others[j], seen_shares(sets, j, region.others))
        found = _of_share(Device.of(sets.seen), 0, own, at, goal, people, effects)
        plans.append(replace(found, share_of=sets.input_labels[j], inputs=k, region=Region(own.low, own.high)))
    return _of_all(plans, goal, effects) if share_of is None else plans[0]


# reading


def has_goal(*, is_needed: bool = True, **goals: object) -> bool:
    """Whether a goal is given. Refuse two goals, and none if one is needed."""
    given = [x for x in goals if goals[x] is not None]
    if (given[1:] and given != ["difference", "n"]) or (is_needed and not given):
        said = f"{' and '.join(given)} were" if given else "nothing was"
        raise InputError(
            f"a plan has one goal, and {said} given; give standard_error, margin, difference (with power), or n",
            Either(
                "; plan_epsilons tells at which epsilon so many people reach it",
                f"; --{given[0].replace('_', '-')} {str(goals[given[0]])[:40]} --epsilon 1/2..3 --prevalence 1/10 tells at which "
                "epsilon so many people reach it",
            )
            if "n" in given
            else "",
        )
    return bool(given)


def _require_used(*, power: Any, confidence: Any, method: Any, scores: Any, share_of: Any, **goals: object) -> None:
    """Refuse an argument that the goal does not use, unless it has its default value."""
    if goals["difference"] is None and float(read_rational(power)) != 0.8:
        raise InputError(f"power = {power} is used with a difference alone; leave it out")
    if goals["standard_error"] is not None and (method is not None or float(read_rational(confidence)) != 0.95):
        raise InputError(
            f"a standard error has neither method = {method} nor confidence = {confidence}; leave them out"
        )
    if goals["difference"] is not None and method is not None:
        raise InputError(f"a test of a difference has no method = {method}; leave it out")
    if scores is not None and not (goals["difference"] is share_of is None and method in (None, "normal")):
        raise InputError(
            f"the mean of scores has neither difference = {goals['difference']} nor share_of = {share_of} nor method = {method}; "
            "leave them out"
        )


def _read_goal(
    error: Any,
    margin: Any,
    difference: Any,
    power: Any,
    confidence: Any,
    method: str | None,
    clusters: int | None,
    model: Sampling,
    *,
    most: float,
) -> Goal:
    """Read the goal; a standard error and a margin lie below `most`."""
    own = f"lie strictly between 0 and {near(most)}, such as 0.03; per cent are written with their sign, as 3%"
    wanted, half = (
        _number(name, x, lambda v: 0 < v < most, own) for name, x in (("standard_error", error), ("margin", margin))
    )
    gap = _number(
        "difference", difference, lambda v: 0 < abs(v) < 1, "lie strictly between -1 and 1 and not be 0, such as 0.1"
    )
    chance = _number("power", power, lambda v: 0.5 <= v < 1, "be at least 1/2 and below 1, such as 0.8")
    assert chance is not None
    by = method or ("normal" if clusters is not None else "wilson")
    if by not in METHODS or by == "likelihood-ratio" or (clusters is not None and by != "normal"):
        rest = (
            ", which is normal with clusters"
            if clusters is not None
            else " of wilson, normal, chebyshev, clopper-pearson"
        )
        raise InputError(f"a margin is not planned by method = {method}; give one{rest}")
    if by == "clopper-pearson" and model.kind != "replacement":
        raise InputError(
            f"a clopper-pearson margin is planned for independent draws, not for {model.kind}; use chebyshev"
        )
    return Goal(wanted, half, gap, chance, read_level(confidence), by, clusters, model)


def _number(name: str, x: Any, is_fit: Callable[[float], bool], must: str) -> float | None:
    """Read a number, None if it is not given; refuse one that does not fit, and say what it must be."""
    value = None if x is None else float(read_rational(x))
    if value is not None and not is_fit(value):
        raise InputError(f"{name} = {x} must {must}")
    return value


def read_effects(
    deff: Any, deff_truth: Any, clusters: Any = None, sampling: str = "replacement", *, is_counted: bool = True
) -> Effects:
    """Read the design effects of answers and of the truth, of which one may be given, and check the number of clusters."""
    if deff is not None and deff_truth is not None:
        raise InputError(
            f"deff = {deff} and deff_truth = {deff_truth} were both given, and one follows from the other; drop one"
        )
    must = f"be from 1 to {LARGEST_EFFECT}; a plan may not count on less than independent draws"
    of_answers, of_truth = (
        _number(name, x, lambda v: 1 <= v <= LARGEST_EFFECT, must)
        for name, x in (("deff", deff), ("deff_truth", deff_truth))
    )
    if (given := of_answers or of_truth) and sampling != "replacement":
        raise InputError(
            f"a design effect of {near(given)} is of independent draws, not of {sampling}; leave one of both out"
        )
    if clusters is not None:
        read_integer(clusters, least=2, most=MOST_ANSWERS, name="clusters")
        if given is None or not is_counted:
            raise InputError(
                f"clusters = {clusters} need a design effect, and a margin or a difference; give deff or deff_truth"
            )
    return of_answers, of_truth


def _effects(case: Case, openly: Case, region: Region, effects: Effects) -> tuple[float, float]:
    """Return the design effect of the goal's estimate and of the first group's number, rounded up to six digits where it follows
    from that of the truth."""
    if effects[1] is None:
        return effects[0] or 1.0, effects[0] or 1.0
    if not region.is_point:
        raise InputError(f"deff_truth = {near(effects[1])} needs one prevalence, not {region}; give one, such as 1/10")
    pairs = (openly.variance(1), case.variance(1)), (openly.spread.largest(1.0), case.spread.largest(1.0))
    both, first = (round_up(1 + (effects[1] - 1) * (truth / answers if answers else 1.0)) for truth, answers in pairs)
    return both, first


def round_up(x: float, digits: int = 6) -> float:
    """Round up to so many digits; a number that has them up to rounding stays."""
    return float(decimal(read_rational(repr(float(x) * (2 - TIE))), digits=digits, direction="upper"))


# the mean of a scale


def _of_mean(
    device: Device, prevalence: Any, scores: Any, working: Any, goal: Goal, people: int | None, effects: Effects
) -> Plan:
    """Plan for the mean of scores, at k shares or at the worst of all."""
    s, k = read_scores(scores, device.inputs), len(device.inputs)
    region = read_region(prevalence if prevalence is not None else device.planned or "worst", k, k - 1)
    if region.others is None and (region.low, region.high) != (0.0, 1.0):
        raise InputError(
            f"the mean of scores depends on all {k} shares, not on {prevalence} alone; give {k} shares, or worst"
        )
    shares = None if region.others is None else np.array(region.others)
    planned = replace(device, planned=device.planned or region.others)
    u = choose_weights(planned, working, scores=s[None]).matrix[0]
    spreads = MeanSpread(device.matrix, u, s, shares), MeanSpread(np.eye(k), s, s, shares)
    case, openly = (Case(x.p, x.u[None], 0, x, x, None, goal) for x in spreads)
    said = ", ".join(f"{x} {near(float(score))}" for x, score in list(zip(device.inputs, s, strict=True))[:12])
    found = _plan(case, openly, region, people, effects)
    aim = found.goal if people is not None else f"{found.goal} of the mean of the scores"
    margin = goal.quantile * found.standard_error
    return replace(found, goal=aim, margin=margin, share_of=device.inputs[-1], inputs=k, scores=said)
