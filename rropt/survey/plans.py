"""Find how many respondents a mechanism needs for a standard error, a margin or a power, or what n people give.

One function decides everything: n·Var of the estimated share as a function of the true share x of the wanted input,

    g(x) = (1 − x)·other + x·own + f·x(1 − x),

with what the device adds for people of other inputs and its own (`estimates.spread_of`) and the sampling factor f. It is
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
take the stated shares. The mean of scores is planned for in the same way, by its own n·Var (`contrast.largest_spread`).

References: Chaudhuri and Mukerjee (1988); Kish (1965), Survey sampling; Ulrich et al. (2012), Asking sensitive questions: a
statistical power analysis; Johnson and Welch (1940), Applications of the non-central t-distribution.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from math import ceil, floor, sqrt
from typing import Any, ClassVar

import numpy as np
from scipy.special import nctdtr, ndtr

from rropt.binary.share import read_share
from rropt.engine.sets import SetMechanism, answers_of
from rropt.exact.decimal import decimal
from rropt.exact.errors import InputError, refuse
from rropt.exact.grammar import read_integer, spell_range
from rropt.exact.spelling import counted
from rropt.given import MechanismLike
from rropt.objectives.covariance import TotalVariance
from rropt.objectives.variance import Prevalence, Variance
from rropt.plots.lines import Chart, Line, draw_lines
from rropt.privacy import LDP
from rropt.privacy.words import warnings_of_proof
from rropt.problem.design import design
from rropt.problem.result import Design
from rropt.show import Block, Fact, Figure, Result, Round, Say, Warn, near, up
from rropt.survey import laws
from rropt.survey.answers import MOST_ANSWERS, Device, Sampling, read_double, read_level, read_sampling, that_hold
from rropt.survey.draws import index_of
from rropt.survey.estimates import Weights, choose_weights, device_or_sets, listed, read_shares, seen_shares, spread_of
from rropt.survey.groups import largest_spread, read_scores
from rropt.survey.intervals import METHODS, Spread, Telling, score_half, telling_outputs
from rropt.survey.laws import Array

__all__ = [
    "TIE",
    "Plan",
    "Region",
    "best_at",
    "own_prevalence",
    "plan",
    "planned_weights",
    "read_effects",
    "read_region",
]

# A goal that is met up to rounding counts as met.
TIE = 1 + 1e-12
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

    @property
    def place(self) -> str:
        """Where a plan holds, in words."""
        return f"at the {'prevalence' if self.is_point else 'worst prevalence from'} {self}"

    def __str__(self) -> str:
        if self.others is not None and len(self.others) > 2:
            return f"{near(self.low)} each" if len({*self.others}) == 1 else ", ".join(map(near, self.others))
        return near(self.low) if self.is_point else f"{near(self.low)} to {near(self.high)}"


def read_region(prevalence: Any, k: int, j: int) -> Region:
    """Read one share, a range a..b, `worst` (any share), or k shares. With two inputs one share is that of the second."""
    text = spell_range(prevalence.strip()) if isinstance(prevalence, str) else ""
    text = "0..1" if text == "worst" else text
    if len(listed(text or prevalence)) > 1 or (k == 2 and ".." not in text):
        shares = read_shares(prevalence, k)
        return Region(shares[j], shares[j], shares)
    share = read_share(text or prevalence)
    low, high = float(share.lower), float(share.upper)
    return Region(1 - high, 1 - low) if (k, j) == (2, 0) else Region(low, high)


def planned_weights(device: Device, region: Region, j: int, working: Any) -> Weights:
    """Return the weights of a plan: best at `working`, else as the design says, else at the middle of the region."""
    k, at = len(device.inputs), region.others
    if at is None or min(at) <= 0:
        middle = min(0.999, max(0.001, (region.low + region.high) / 2))
        at = tuple(middle if i == j else (1 - middle) / (k - 1) for i in range(k))
    return choose_weights(replace(device, planned=device.planned or at), working)


@dataclass(frozen=True, slots=True)
class Goal:
    """The goal of a plan: a `value` of the standard error, the margin or the difference (with a power), as `kind` says, by an
    interval or a test at a level, with its quantile.

    If the number of `people` is given and no difference, the plan tells the margin that they give: the kind is "margin", and the
    value is NaN. `effect` is the design effect of randomized answers or, where that follows from it, None beside `effect_of_truth`.
    """

    kind: str
    value: float
    power: float
    level: float
    quantile: float
    method: str
    clusters: int | None
    sampling: Sampling
    people: int | None = None
    effect: float | None = None
    effect_of_truth: float | None = None

    def sentence(self) -> str:
        """The goal in words."""
        of_t = f"Student's t, {counted((self.clusters or 0) - 1, 'degree', 'degrees')} of freedom"
        by = "" if self.clusters is None else f" ({of_t})"
        if self.kind == "standard_error":
            return f"a standard error of at most {near(self.value)}"
        if self.kind == "margin":
            kind = "" if by else f"{self.method.title() if self.method != 'normal' else self.method} "
            return f"a {100 * self.level:g}% {kind}margin{by} of at most {near(self.value)}"
        return (
            f"to detect a difference of {near(self.value)} between two groups of n with power {near(self.power)} at "
            f"the nominal two-sided {100 * (1 - self.level):g}% level{by}"
        )


@dataclass(frozen=True, slots=True)
class Case:
    """One way of asking and one goal: which error, margin and power do n answers give, and are they enough?

    `groups` has n·Var by the sampling factor: of the one group, or of the first and of the second, whose `shares` are these. Of a
    share `mixed` is n·Var with the worst mixture of the other inputs, where `groups` take the stated one, `telling` are the
    outputs that tell of the input, and `hits` are these if a test depends on their number alone, with independent draws.
    """

    goal: Goal
    groups: tuple[Callable[[float], Any], ...]
    mixed: Spread | None = None
    telling: Telling | None = None
    shares: tuple[float, ...] = ()
    hits: Telling | None = None

    @classmethod
    def of(cls, p: Array, w: Array, j: int, region: Region, goal: Goal) -> Case:
        """The case of the share of input j, which is estimated by the weights w of the outputs.

        Where a difference is planned for, the region is cut to the share with most people. The second group has this share plus the
        difference, or minus one above 0 where that is no share; nothing is stated of its other inputs.
        """
        mixed, stated = (
            replace(spread_of(p, w, j, shares), low=region.low, high=region.high) for shares in (None, region.others)
        )
        found = cls(goal, (stated.largest,), mixed, telling_outputs(p, j))
        if goal.kind != "difference":
            return found
        first = region.low if region.is_point else _worst_first(stated, region, goal)
        # a difference without a sign may go either way
        second = next((x for x in (first + goal.value, first - abs(goal.value)) if 0 <= x <= 1), None)
        if second is None:
            raise InputError(
                f"no prevalence from 0 to 1 differs from {near(first)} by {near(goal.value)}; give a difference nearer to 0"
            )
        hits = found.telling if goal.clusters is None and goal.sampling.kind == "replacement" else None
        parts = () if hits is None else (w[hits.outputs], w[~hits.outputs])
        if any(np.ptp(x) > 1e-9 * np.abs(w).max() for x in parts if x.size):
            hits = None
        groups = partial(stated.at, first), partial(mixed.at, second)
        return replace(found, groups=groups, shares=(first, second), hits=hits)

    def variance(self, n: float) -> float:
        """The variance of the estimate from n answers, or of the difference of two groups of n."""
        f = self.goal.sampling.factor(n)
        return sum(float(g(f)) for g in self.groups) / n

    def error(self, n: float) -> float:
        """The standard error of the estimate from n answers, or of the difference of two groups of n."""
        return sqrt(max(0.0, self.variance(n)))

    def margin(self, n: int) -> float:
        """Half the length of the interval from n answers, at the share of the region where it is longest."""
        goal, g, f = self.goal, self.mixed, self.goal.sampling.factor(n)
        if goal.method == "normal" or g is None:
            return goal.quantile * self.error(n)
        if goal.method == "chebyshev":
            return sqrt(max(0.0, float(g.largest(f))) / n / (1 - goal.level))
        if goal.method == "wilson":
            return float(score_half(g.worst(f), g, goal.quantile**2 / n, f))
        if self.telling is None:
            raise InputError(
                "clopper-pearson needs outputs equally likely under all other inputs; use chebyshev or wilson"
            )
        # the interval at the expected number of hits is longest where a hit is likeliest to have the probability 1/2
        rate = np.clip(0.5, self.telling.rate(g.low), self.telling.rate(g.high))
        low, high = self.telling.interval(n * float(rate), n, goal.level)
        return (high - low) / 2

    def worst(self, n: int) -> float | None:
        """The share of a range, of which no others are stated, that needs most people; of two groups that of the first."""
        if self.shares or self.mixed is None:
            return self.shares[0] if self.shares else None
        return float(self.mixed.worst(self.goal.sampling.factor(n)))

    def power(self, n: float) -> float:
        """The power of n answers in each group: by the normal approximation, or for clusters by the noncentral t."""
        goal, variance, c = self.goal, self.variance(n), self.goal.clusters
        if variance == 0:
            return 1.0
        ratio = abs(goal.value) / sqrt(variance)
        if c is None:
            return float(ndtr(ratio - goal.quantile))
        v = [float(g(goal.sampling.factor(1))) for g in self.groups]
        freedom = (c - 1) * (v[0] + v[1]) ** 2 / (v[0] ** 2 + v[1] ** 2)
        return 1 - float(nctdtr(freedom, ratio, goal.quantile * sqrt((2 * c - 2) / (2 * c - 1))))

    def enough(self, n: int) -> bool:
        """Whether n answers (in each group) reach the goal."""
        goal = self.goal
        if goal.kind == "difference":
            return n > 1 and self.power(n) * TIE >= goal.power
        reached = self.margin(n) if goal.kind == "margin" else self.error(n)
        return reached <= goal.value * TIE

    def least(self) -> int:
        """The least n ≥ 1 that reaches the goal, by its approximation: whatever is enough, more is. By doubling and bisection."""
        high, sampling = 1, self.goal.sampling
        most = sampling.populations[0] if sampling.kind == "srs" else MOST_ANSWERS
        while not self.enough(high):
            if high >= most:
                raise InputError(
                    f"even {most} answers do not suffice for {self.goal.sentence()}; weaken the goal, or use a device with more "
                    "information"
                )
            high = min(2 * high, most)
        return bisect_left(range(high), True, lo=high // 2 + 1, key=self.enough)

    def enumerated(self, n: int, second: int = 1) -> float | None:
        """The probability that the test of two groups of n answers rejects, enumerated over the numbers of hits.

        The second group has the share of this index, of which the first makes both groups equal. None if no test is planned for, if
        the estimate depends on more than the number of hits, or if draws are not independent.
        """
        if self.hits is None or not 2 <= n <= MOST_ENUMERATED:
            return None
        a, b = self.hits.rate(self.shares[0]), self.hits.rate(self.shares[second])
        # by Hoeffding's inequality the numbers of hits that are left out have a probability below e^−300 together
        reach = 13 * sqrt(n)
        h = np.arange(max(0, floor(n * a - reach)), min(n, ceil(n * a + reach)) + 1.0)
        lower, upper = _kept(h, n, self.goal.quantile**2)
        kept = laws.binomial_cdf(upper, n, b) - laws.binomial_cdf(lower - 1, n, b)
        return float(laws.binomial_pmf(h, n, a) @ (1 - kept))

    def enumerated_size(self, n: int) -> int:
        """The number of answers near n that the enumerated power needs: going down from n the last before it first fails, else the
        next at which it suffices; n itself if there is none."""
        found, wanted = self.enumerated(n), self.goal.power
        if found is None:
            return n
        if found < wanted:
            return next((m for m in range(n + 1, n + MOST_TRIED) if (self.enumerated(m) or 0) >= wanted), n)
        below = range(n - 1, max(0, n - MOST_TRIED), -1)
        return next((m + 1 for m in below if (self.enumerated(m) or 0) < wanted), n)


def _kept(h: Array, n: int, square: float) -> tuple[Array, Array]:
    """Return for each number h of hits the least and the largest number g of hits of the other group that the test keeps."""
    c = square / (n - 1)
    middle, half = h + c * n / 2, np.sqrt(c * (2 + c) * h * (n - h) + (c * n / 2) ** 2)
    # at h = 0 and h = n an end is a whole number, which rounding may miss
    return np.ceil((middle - half) / (1 + c) - 1e-9), np.floor((middle + half) / (1 + c) + 1e-9)


def _worst_first(spread: Spread, region: Region, goal: Goal) -> float:
    """Return the first group's share, within the region, at which detecting the difference needs most people."""
    difference = goal.value
    refuse(
        (
            goal.sampling.kind == "srs",
            f"a difference over the prevalences {region} cannot be planned for srs; give one prevalence",
        ),
        (
            region.low + difference < 0 or region.high + difference > 1,
            f"difference = {near(difference)} puts the second group outside of [0, 1] for some of {region}; give less",
        ),
    )
    half = difference / 2
    both = replace(spread, low=region.low + half, high=region.high + half)
    return float(both.worst(goal.sampling.factor(1))) - half


# the plan


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Plan(Result):
    """The least number n of respondents (in each of `groups`) that reaches a goal, or what a given number of people gives.

    `case` is how they are asked, and `truth` the case in which everybody tells the truth openly, None if nothing is known of it;
    `truthful` is the number of people then. `standard_error` is that of the (first group's) share at n, with
    the design effect; `per_answer` is n·Var of independent answers, as many of which as `independent` n people are worth, rounded
    down to whole people. With a difference there are `power` and the test's true `test_level` by enumeration, else `power` is by
    an approximation.
    `scores` names the inputs' scores if their mean is planned for in place of a share; it is empty otherwise. `mechanism` is
    the one that answers follow.
    """

    schema: ClassVar[str] = "rropt/plan/3"
    goal: str
    case: Case = field(compare=False)
    truth: Case | None = field(compare=False)
    region: Region
    n: int
    groups: int
    independent: int
    is_given: bool
    standard_error: float
    error_of_difference: float | None
    per_answer: float
    margin: float | None
    power: float | None
    test_level: float | None
    approximate: int | None
    design_effect: float
    truthful: int | None = None
    share_of: str = ""
    inputs: int = 0
    of_all: bool = False
    scores: str = ""
    worst: float | None = None
    weights_at: tuple[float, ...] | None = None
    mechanism: Any = field(default=None, compare=False)

    def show(self) -> Iterator[Block]:
        """What answers prove of a person, the plan in a sentence, the numbers, and their assumptions."""
        yield from map(Warn, self.warnings)
        yield Say(self._lead(), key="")
        yield from (Fact(*row) for row in self._facts() if row[2] is not None)
        yield from self._picture()
        yield from map(Say, self._notes())

    @property
    def warnings(self) -> tuple[str, ...]:
        """Which answers prove, or nearly prove, the truth of who gives them."""
        return () if self.mechanism is None else warnings_of_proof(self.mechanism)

    @property
    def takes_mixture(self) -> bool:
        """Whether Wilson's interval allows for any mixture of the other inputs, where their shares are stated."""
        goal, is_mixed = self.case.goal, self.inputs > 2 and self.region.others is not None
        return is_mixed and not self.is_given and (goal.kind, goal.method) == ("margin", "wilson")

    @property
    def aim(self) -> str:
        """The goal as a sentence begins with it."""
        return f"T{self.goal[1:]}" if self.goal.startswith("to ") else f"For {self.goal}"

    def _picture(self) -> Iterator[Block]:
        """The standard error by the number of people, or the power by that of each group, with the plan's number marked.

        There is no picture for a finite population, nor for an error of 0.
        """
        if self.case.goal.sampling.kind == "srs" or not self.standard_error:
            return
        is_test, effect_of_truth = self.groups == 2, self.case.goal.effect_of_truth or 1.0
        title, what, axes = f"Standard error at prevalence {self.region}", "standard error", "xy"
        if is_test:
            title = f"Power to detect a difference of {near(abs(self.case.goal.value))}, by approximation"
            what, axes = "power", "x"
        sizes = [self.n * 10 ** (step / 10 - 1) for step in range(21)]
        ways = ("this mechanism", self.case, self.design_effect), ("truth from everybody", self.truth, effect_of_truth)
        lines = [
            Line(name, sizes, [(case.power if is_test else case.error)(x / effect) for x in sizes])
            for name, case, effect in ways
            if case is not None
        ]
        across = f"people{' in each group' * (self.groups - 1)}"
        top = 1.02 if is_test else None
        chart = Chart(title, across, what, lines, axes, top=top, mark=(self.n, f"n = {self.n:,}"))
        yield Figure("errors", partial(draw_lines, charts=[chart]), f"{what.capitalize()} by the number of people")

    def _facts(self) -> Sequence[tuple[str, str, Any, Round, bool]]:
        """The numbers of the plan as facts; those that it has not are None."""
        each, asked, is_range = "" if self.groups == 1 else " in each group", self.case.goal, not self.region.is_point
        by = asked.method if asked.clusters is None else f"Student's t, {asked.clusters} clusters"
        whose = "" if self.inputs > 2 else f' ("{self.share_of}")'
        effect, independent = (None, None) if self.design_effect == 1 else (self.design_effect, self.independent)
        how, second = "approximation" if self.test_level is None else "enumeration", self.case.shares[1:]
        first = " in the first group" * (self.groups - 1)
        return (
            ("goal", "goal", self.goal, "near", False),
            ("scores", "scores", self.scores or None, "near", True),
            ("prevalence", f"prevalence planned for{whose}", str(self.region), "near", True),
            ("worst_prevalence", "worst prevalence of these", self.worst, "near", is_range),
            ("second_prevalence", "against the prevalence", second[0] if second else None, "near", True),
            ("respondents", f"respondents{'' if self.is_given else ' needed'}{each}", self.n, "near", False),
            ("margin", f"{100 * asked.level:g}% margin then ({by})", self.margin, "up", True),
            ("design_effect", "design effect", effect, "up", True),
            ("independent_answers", "of these count as independent (rounded down)", independent, "near", True),
            ("truthful", "respondents if all told openly", self.truthful, "near", False),
            ("standard_error", f"standard error{first} then", self.standard_error, "up", True),
            ("variance_per_answer", "n·Var", self.per_answer, "near", True),
            (
                "standard_error_of_difference",
                "standard error of the difference then",
                self.error_of_difference,
                "up",
                True,
            ),
            ("power", f"power of Wald's test then, by {how}", self.power, "near", True),
            ("level", "the test's level then, by enumeration", self.test_level, "near", True),
            (
                "approximate",
                "respondents in each group, by the normal approximation",
                self.approximate,
                "near",
                True,
            ),
            ("share_of", "share of", self.share_of, "near", False),
        )

    def _lead(self) -> str:
        each = "" if self.groups == 1 else " in each of two groups"
        openly = "" if self.truthful is None else f" ({self.truthful:,} would do if everybody told the truth openly)"
        level = "" if self.test_level is None else f"; the test's true level is then {near(round(self.test_level, 4))}"
        people = counted(self.n, "person", "people", spec=",")
        if not self.is_given:
            aim = self.goal if self.groups == 2 else f"for {self.goal}"
            return f"{people} {'is' if self.n == 1 else 'are'} needed{each} {aim} {self.region.place}{openly}{level}."
        if self.margin is not None:
            verb, what = "gives" if self.n == 1 else "give", " the mean of the scores" if self.scores else ""
            error = up(self.standard_error)
            return (
                f"{people} {verb}{what} a margin of ± {up(self.margin)} and a standard error of {error} {self.region.place}"
                f"{openly}."
            )
        return (
            f"{people}{each} detect a difference of {near(abs(self.case.goal.value))} with power {self.power:.2f} at the "
            f"nominal two-sided {100 * (1 - self.case.goal.level):g}% level {self.region.place}{level}."
        )

    def _notes(self) -> list[str]:
        goal, clusters, each = self.case.goal, self.case.goal.clusters, " of each group" * (self.groups - 1)
        at = ",".join(map(near, (self.weights_at or ())[int(self.inputs == 2) :]))
        share = "Mean of the scores" if self.scores else f'Share of "{self.share_of}"'
        if self.of_all:
            share = f'The shares of all {self.inputs} inputs, of which that of "{self.share_of}" needs most people'
        effect, of_truth, is_inflated = near(self.design_effect), goal.effect_of_truth, self.design_effect != 1
        worth = f"the {self.n:,} people{each} count as {self.independent:,} drawn alone, rounded down to whole people"
        unknown = ", so no number is given for the case that all told openly" if self.truthful is None else ""
        ten, twenty = (near(float(laws.quantile(goal.level, c - 1)) / goal.quantile) for c in (10, 20))
        return that_hold(
            (
                at,
                f"This holds for weights that are best at the shares {at}: estimate with working = {at}, or by a design "
                "planned there.",
            ),
            (True, f"Sampling: {goal.sampling}."),
            (True, f"{share}; everybody complies."),
            (
                goal.kind == "margin" and goal.method == "wilson",
                "The margin is half the length of the interval, of which Wilson's is not centred at the estimate.",
            ),
            (
                self.takes_mixture,
                "Wilson's interval allows for the largest variance that any mixture of the other inputs gives, as estimate does; "
                "method = normal plans with the variance at the planned shares.",
            ),
            (
                is_inflated and of_truth is not None,
                f"Design effect {near(of_truth)} of clusters on the truth makes {up(self.design_effect)} on these randomized "
                f"answers, as everybody uses the device alone: {worth}. Unequal weights are not in it.",
            ),
            (
                is_inflated and of_truth is None,
                f"Design effect {effect} of the estimate from randomized answers: {worth}. That of the truth is larger and not "
                f"known here{unknown}.",
            ),
            (
                clusters is not None,
                f"Student's t with {(clusters or 0) - 1} degrees of freedom, for {clusters} clusters of "
                f"{near(self.n / (clusters or 1))} people on average; the design effect must be that of clusters of this size.",
            ),
            (
                clusters is None and is_inflated and (self.margin is not None or goal.kind != "standard_error"),
                f"Few clusters lengthen intervals, as estimates then take Student's t: by the factor {ten} with 10 clusters, "
                f"{twenty} with 20; plan counts it if their number is given as clusters.",
            ),
        )


def best_at(epsilon: object, prevalence: Any = None, scores: Any = None) -> Design:
    """Design the best mechanism at ε: for the mean of scores, of two truths for their prevalence, or of more for their shares."""
    shares = ["0..1"] if prevalence in (None, "worst") else listed(prevalence)
    if scores is not None:
        inputs = [*scores] if isinstance(scores, Mapping) else len(listed(scores))
        return design(scores=scores, epsilon=epsilon, inputs=inputs, prevalence=None if prevalence is None else shares)
    return design(TotalVariance(shares) if len(shares) > 2 else Variance(shares[-1]), LDP(epsilon))


def own_prevalence(mechanism: MechanismLike) -> str:
    """Return the prevalence for which a mechanism was designed, as text: one number, a range, or k shares; if none, `worst`."""
    objective = mechanism.problem.objective if isinstance(mechanism, Design) else None
    planned = (mechanism if isinstance(mechanism, Device) else answers_of(mechanism)).planned
    if planned is None:
        return str(objective.of_second) if isinstance(objective, Prevalence) else "worst"
    return ",".join(map(str, planned if len(planned) > 2 else planned[1:]))


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
        >>> from rropt import from_spec, plan
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
    goal = _read_goal(
        {"standard_error": standard_error, "margin": margin, "difference": difference, "n": n}, power, confidence, method,
        clusters, read_sampling(sampling, population), (deff, deff_truth), scores=scores, share_of=share_of,
    )  # fmt: skip
    device = device_or_sets(mechanism)
    wanted = own_prevalence(mechanism) if prevalence is None else prevalence
    if scores is not None:
        return _for_all(mechanism, [_of_mean(Device.of(mechanism), wanted, scores, working, goal)])
    if isinstance(device, SetMechanism):
        plans = _of_sets(device, wanted, working, share_of, goal)
        return replace(_for_all(mechanism, plans, of_all=share_of is None), inputs=device.k)
    k = len(device.inputs)
    if k < 2:
        raise InputError(f"a mechanism of {k} input has no share to be estimated; give one of two or more")
    of_all = share_of is None and k > 2
    places = range(k) if of_all else [device.place(share_of)]
    return _for_all(
        mechanism, [_of_share(device, j, read_region(wanted, k, j), working, goal) for j in places], of_all=of_all
    )


def _of_share(device: Device, j: int, region: Region, working: Any, goal: Goal) -> Plan:
    """Plan for one share."""
    weights = planned_weights(device, region, j, working)
    case = Case.of(device.matrix, weights.matrix[j], j, region, goal)
    truth = Case.of(np.eye(2), np.array([0.0, 1.0]), 1, Region(region.low, region.high), goal)
    return _plan(case, truth, region, share_of=device.inputs[j], inputs=len(device.inputs), weights_at=weights.at)


def _plan(case: Case, truth: Case, region: Region, **named: Any) -> Plan:
    """Plan a case for the goal's number of people, or for the goal if it has none. `truth` is the case in which everybody tells the
    truth, and `named` are the fields of the plan that say what is estimated."""
    goal, is_test = case.goal, case.goal.kind == "difference"
    effect, first_effect = _effects(case, truth, region)
    approximate = chance = margin = None
    if goal.people is None:
        least = case.least()
        size = case.enumerated_size(least)
        n = _inflated(size, effect)
        approximate = _inflated(least, effect) if is_test and goal.clusters is None else None
    else:
        n, size = goal.people, int(goal.people // effect)
        if size < len(case.groups):
            raise InputError(f"{n} people count as {size} independent answers, which is too few; ask more people")
        chance, margin = (case.power(size), None) if is_test else (None, case.margin(size))
    if goal.clusters is not None and n < goal.clusters:
        raise InputError(
            f"{n} people cannot come from {goal.clusters} clusters; give fewer clusters, or ask more people"
        )
    level, per = case.enumerated(size, 0), float(case.groups[0](goal.sampling.factor(size)))
    return Plan(
        goal=goal.sentence() if goal.people is None else counted(n, "person", "people", spec=","),
        case=case,
        truth=None if goal.sampling.kind == "census" or goal.effect is not None else truth,
        region=region,
        n=n,
        groups=len(case.groups),
        independent=int(n // effect),
        is_given=goal.people is not None,
        standard_error=sqrt(per * first_effect / n),
        error_of_difference=case.error(size) * sqrt(size * effect / n) if is_test else None,
        per_answer=per,
        margin=margin,
        power=chance if level is None else case.enumerated(size),
        test_level=level,
        approximate=approximate,
        design_effect=effect,
        worst=None if region.is_point else case.worst(n),
        **named,
    )


def _inflated(n: int, effect: float) -> int:
    """Return how many people count as n drawn alone, where a tie up to rounding needs no further one."""
    return ceil(n * effect * (2 - TIE))


def _for_all(mechanism: MechanismLike, plans: Sequence[Plan], *, of_all: bool = False) -> Plan:
    """Return the plan that suffices for all shares: that with most people, or with n given the largest margin or the least power.

    Truthful answers shall reach its goal, or give its margin, for every share.
    """
    most = max(plans, key=lambda x: (x.n, round(x.margin or 0, 12), -round(x.power or 0, 12)))
    goal, truthful = most.case.goal, None
    if most.truth is not None and not (most.is_given and goal.kind == "difference"):
        wanted = replace(goal, value=(most.margin or 0) * TIE) if most.is_given else goal
        cases = [replace(x.truth, goal=wanted) for x in plans if x.truth is not None]
        truthful = _inflated(max(x.enumerated_size(x.least()) for x in cases), goal.effect_of_truth or 1)
    return replace(
        most,
        of_all=of_all,
        truthful=truthful,
        mechanism=None if isinstance(mechanism, Device) else answers_of(mechanism),
    )


def _of_sets(sets: SetMechanism, wanted: Any, working: Any, share_of: Any, goal: Goal) -> list[Plan]:
    """Plan for answers that are sets, by the small mechanism from which each share is estimated; alike inputs have one plan."""
    region, k = read_region(wanted, sets.k, 0), sets.k
    best = None if working is None else read_shares(working, k)
    kinds: dict[Any, int] = {}
    for j in range(k) if share_of is None else [index_of(sets.inputs, k, share_of)]:
        own, at = (None if shares is None else seen_shares(sets, j, shares) for shares in (region.others, best))
        kinds.setdefault((own, at), j)
    plans = []
    for (own, at), j in kinds.items():
        seen = region if own is None else Region(own[0], own[0], own)
        found = _of_share(Device.of(sets.seen), 0, seen, at, goal)
        told = Region(seen.low, seen.high)
        plans.append(replace(found, share_of=sets.input_labels[j], region=told))
    return plans


# reading


def _read_goal(
    goals: Mapping[str, Any],
    power: Any,
    confidence: Any,
    method: str | None,
    clusters: int | None,
    model: Sampling,
    effects: tuple[Any, Any],
    *,
    scores: Any,
    share_of: Any,
) -> Goal:
    """Read the only goal, and refuse what does not go with it, unless it has its default value. Shares lie between 0 and 1, scores
    have any unit. Where people are given alone, the margin is told that they give."""
    asked = [x for x in goals if goals[x] is not None]
    said = f"{' and '.join(asked)} were" if asked else "nothing was"
    along = "; rropt.survey.plan_epsilons tells how many people each epsilon takes" if "n" in asked else ""
    refuse(
        (
            len(asked) != 1 and asked != ["difference", "n"],
            f"a plan has one goal, and {said} given; give standard_error, margin, difference (with power), or n{along}",
        )
    )
    kind, people = "margin" if asked == ["n"] else asked[0], goals["n"]
    effect, of_truth = read_effects(*effects, clusters, model.kind, is_counted=kind != "standard_error")
    given, low, high = goals[kind], -1.0 if kind == "difference" else 0.0, 1.0 if scores is None else np.inf
    must = f"lie strictly between {near(low)} and {near(high)}{' and not be 0' if low else ''}, such as 0.03 or 3%"
    value = _number(kind, given, lambda v: low < v < high and v != 0, must)
    chance = _number("power", power, lambda v: 0.5 <= v < 1, "be at least 1/2 and below 1, such as 0.8") or 0.8
    level, by = read_level(confidence), method or ("normal" if clusters is not None or scores is not None else "wilson")
    rest = " of wilson, normal, chebyshev, clopper-pearson" if clusters is None else ", which is normal with clusters"
    refuse(
        (kind != "difference" and chance != 0.8, f"power = {power} is used with a difference alone; leave it out"),
        (
            kind == "standard_error" and (method is not None or level != 0.95),
            f"a standard error has neither method = {method} nor confidence = {confidence}; leave them out",
        ),
        (
            kind == "difference" and method is not None,
            f"a test of a difference has no method = {method}; leave it out",
        ),
        (
            scores is not None and kind == "difference",
            f"difference = {given} is planned for shares, not for the mean of scores; give margin, standard_error or n",
        ),
        (
            scores is not None and (share_of is not None or by != "normal"),
            f"the mean of scores has neither share_of = {share_of} nor method = {method}; leave them out",
        ),
        (
            str(by) not in METHODS or by == "likelihood-ratio" or (clusters is not None and by != "normal"),
            f"a margin is not planned by method = {method}; give one{rest}",
        ),
        (
            by == "clopper-pearson" and model.kind != "replacement",
            f"a clopper-pearson margin is planned for independent draws, not for {model.kind}; use chebyshev",
        ),
    )
    quantile = float(laws.quantile(level, None if clusters is None else clusters - 1))
    people = None if people is None else read_integer(people, least=1, most=MOST_ANSWERS, name="n")
    return Goal(
        kind, np.nan if value is None else value, chance, level, quantile, by, clusters, model, people, effect, of_truth
    )


def _number(name: str, x: Any, is_fit: Callable[[float], bool], must: str) -> float | None:
    """Read a number, None if it is not given; refuse one that does not fit, and say what it must be."""
    value = None if x is None else read_double(x, name)
    if value is not None and not is_fit(value):
        raise InputError(f"{name} = {x} must {must}")
    return value


def read_effects(
    deff: Any, deff_truth: Any, clusters: Any = None, sampling: str = "replacement", *, is_counted: bool = True
) -> tuple[float | None, float | None]:
    """Read the design effects of answers and of the truth, of which one may be given, and check the number of clusters."""
    must = f"be from 1 to {LARGEST_EFFECT}; a plan may not count on less than independent draws"
    of_answers, of_truth = (
        _number(name, x, lambda v: 1 <= v <= LARGEST_EFFECT, must)
        for name, x in (("deff", deff), ("deff_truth", deff_truth))
    )
    given = of_answers or of_truth
    refuse(
        (
            deff is not None and deff_truth is not None,
            f"deff = {deff} and deff_truth = {deff_truth} were both given, and one follows from the other; drop one",
        ),
        (
            given and sampling != "replacement",
            f"a design effect of {near(given)} is of independent draws, not of {sampling}; leave one of both out",
        ),
        (
            clusters is not None and (given is None or not is_counted),
            f"clusters = {clusters} need a design effect, and a margin or a difference; give deff or deff_truth",
        ),
    )
    if clusters is not None:
        read_integer(clusters, least=2, most=MOST_ANSWERS, name="clusters")
    return of_answers, of_truth


def _effects(case: Case, truth: Case, region: Region) -> tuple[float, float]:
    """Return the design effect of the goal's estimate and of the first group's number, rounded up to six digits where it follows
    from that of the truth."""
    effect, of_truth = case.goal.effect, case.goal.effect_of_truth
    if of_truth is None:
        return effect or 1.0, effect or 1.0
    if not region.is_point:
        raise InputError(f"deff_truth = {near(of_truth)} needs one prevalence, not {region}; give one, such as 1/10")
    pairs = (truth.variance(1), case.variance(1)), (truth.groups[0](1.0), case.groups[0](1.0))
    both, first = (1 + (of_truth - 1) * (float(x / y) if y else 1.0) for x, y in pairs)
    # an effect that has six digits up to rounding stays
    up_both, up_first = (decimal(Fraction(x * (2 - TIE)), digits=6, direction="upper") for x in (both, first))
    return float(up_both), float(up_first)


# the mean of a scale


def _of_mean(device: Device, wanted: Any, scores: Any, working: Any, goal: Goal) -> Plan:
    """Plan for the mean of scores, at k shares or at the worst of all."""
    s, k = read_scores(scores, device.inputs), len(device.inputs)
    region = read_region(wanted, k, k - 1)
    if region.others is None and (region.low, region.high) != (0.0, 1.0):
        raise InputError(
            f"the mean of scores depends on all {k} shares, not on {wanted} alone; give {k} shares, or worst"
        )
    planned = replace(device, planned=device.planned or region.others)
    u = choose_weights(planned, working, scores=s[None]).matrix[0]
    case, truth = (
        Case(goal, (partial(largest_spread, p, weights, s, region.others),))
        for p, weights in ((device.matrix, u), (np.eye(k), s))
    )
    said = ", ".join(f"{x} {near(float(score))}" for x, score in list(zip(device.inputs, s, strict=True))[:12])
    found = _plan(case, truth, region, share_of=device.inputs[-1], inputs=k, scores=said)
    aim = found.goal if found.is_given else f"{found.goal} of the mean of the scores"
    return replace(found, goal=aim, margin=goal.quantile * found.standard_error)
