"""Estimate the shares of the truths from randomized answers: a vector with a covariance matrix, over all groups of a survey.

Let P be the matrix of the mechanism, and W weights with W P = I. The shares of a group are π̂ = W y, where y are its (weighted)
shares of the answers. This is unbiased, as E[y] = P π. Among all W the one with the least variance at shares π* is
(Pᵀ Λ⁻¹ P)⁻¹ Pᵀ Λ⁻¹, Λ = diag(P π*) (Aitken 1935); for a square P it is the inverse, whatever π* is.

**One covariance for all.** Let z_i be the column of W for the answer i, and let respondent r of group g with the weight w_r give
the answer i_r. The linearised error of π̂_g is the sum over respondents of u_r = w_r (z_{i_r} − π̂_g)/Σ w. Units c are drawn
independently, n_h of them in stratum h; unit c adds u_c = Σ u_r over its respondents, for all groups together. Then

    Cov = Σ_h n_h/(n_h − 1)·M_h,    M_h = Σ_{c in h} u_c u_cᵀ − n_h ū_h ū_hᵀ.

* Clusters are the units; a cluster where a group has nobody counts in n_h, with u_c = 0 for this group.
* In strata of people each respondent is a unit, so that Σ u uᵀ follows from the sums of squared weights.
* Without either, each group is a stratum of its own, ū_h = 0, and groups are independent.

With equal weights and no clusters M = [W diag(y) Wᵀ − π̂ π̂ᵀ]/n, and Cov is unbiased. For the other sampling models, given the
truths, n·Cov = A + f·T with A = W diag(P π) Wᵀ − diag π, what the device adds, and T = diag π − π πᵀ, what the choice of
respondents adds, f = 1 for independent draws, 0 in a census, (N − n)/(N − 1) for a simple random sample. As E[π̂π̂ᵀ] = ππᵀ + Cov,

    Cov = (n_h M_h − (1 − f) T)/(n_h − f)

is unbiased for each f, and for f = 1 it is the formula above. So this one line serves all.

A group's degrees of freedom are the number of its own clusters less that of their strata, since a cluster without people of the
group adds nothing to the variation of its variance.

**A variance that is not positive** measures no error. It is replaced by the exact variance at the estimated share cut to [0, 1],
or where this is 0 by the largest over all shares (`intervals` has V(x)); for weighted answers n is (Σw)²/Σw².

**Answers that are sets** of inputs have too many outputs for a matrix, and each share is estimated by itself. With D = diag(Pπ) and
M = PᵀD⁻¹P, the best weights are M⁻¹PᵀD⁻¹. Let the shares be equal. If two inputs are exchanged, M and the weights stay as they are.
So what a set adds to the share of input j depends on two things alone: how many inputs it holds, and whether it holds j. These are
the output of a small mechanism (`SetMechanism.seen`), whose best weights are those of the large one.

References: Chaudhuri and Mukerjee (1988), Randomized response; Särndal, Swensson and Wretman (1992), Model assisted survey
sampling; Cochran (1977), Sampling techniques; Rao and Scott (1981) and Thomas and Rao (1987) for the test of fit; Ye and Barg
(2018), Optimal schemes for discrete distribution estimation under locally differential privacy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from operator import attrgetter
from typing import Any, ClassVar

import numpy as np
from scipy import special
from scipy.optimize import nnls

from rropt.engine.sets import SetMechanism, answers_of
from rropt.exact.errors import Either, InputError, refuse, require_known
from rropt.exact.grammar import read_number
from rropt.exact.spelling import counted
from rropt.given import MechanismLike
from rropt.plots.rows import draw_estimates
from rropt.show import Block, Col, Fact, Figure, Result, Say, Table, Warn, near
from rropt.survey import laws
from rropt.survey.answers import (
    Answers,
    Columns,
    Device,
    Drop,
    Labels,
    Sampling,
    meaning,
    read_answers,
    read_double,
    read_level,
    read_rows,
    read_sampling,
    sum_up,
    text_of,
    that_hold,
)
from rropt.survey.contrast import SAME, PerGroup, covariance_of, linear, say_estimate, say_span
from rropt.survey.data_file import number_of
from rropt.survey.intervals import (
    METHODS,
    MOST_HITS,
    Spread,
    hit_interval,
    normal_interval,
    score_interval,
    telling_outputs,
)
from rropt.survey.laws import Array

__all__ = [
    "FEW_CLUSTERS",
    "FEW_FREE",
    "UNLIKELY",
    "Estimate",
    "Weights",
    "best_weights",
    "choose_weights",
    "device_or_sets",
    "estimate",
    "estimate_answers",
    "exact_variances",
    "identifies",
    "intervals",
    "is_unlikely",
    "likeliest",
    "listed",
    "one_by_note",
    "read_shares",
    "seen_shares",
    "spread_of",
    "unlikely",
]

RARE, FEWEST, FEW_FREE, FEW_ANSWERS = 1e-3, 5, 9, 10
FEW_CLUSTERS = (
    "The answers come from {} clusters: so few show only roughly how clusters differ, and the error has {} of freedom."
)
MOST_PRINTED, MOST_GROUPS, MOST_KEPT = 64, 10, 256
# The fields of an estimate that are indexed by group and input.
BY_SHARE = ("lower", "upper", "empty", "likely")
UNLIKELY = (
    "Whatever the shares are, such answers come less than once in a thousand surveys if everybody follows this mechanism. Truths "
    "that were never randomized look like this, and so do answers through another device."
)


# weights


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """The weights W[input, output] of an estimate, the shares `at` which they vary least (None if there is no choice), and why
    there, in words."""

    matrix: Array
    at: tuple[float, ...] | None
    why: str = ""


def listed(given: Any) -> list[Any]:
    """Return what a text with commas or a list has, or the only value."""
    if isinstance(given, str):
        return [x.strip() for x in given.split(",")]
    return list(given) if isinstance(given, Iterable) else [given]


def read_shares(prevalence: Any, k: int) -> tuple[float, ...]:
    """Read k shares that sum to 1; of two the second is enough."""
    found = [read_double(x, "a share", read=read_number) for x in listed(prevalence)]
    if len(found) == 1 and k == 2:
        found = [1 - found[0], found[0]]
    if len(found) != k or min(found) < 0 or not abs(sum(found) - 1) <= 1e-12:
        raise InputError(
            f"the shares {str(prevalence)[:80]} must be {k} numbers of at least 0 with the sum 1"
            f"{' or one between 0 and 1' if k == 2 else ''}; per cent are written with their sign, as 8%"
        )
    return tuple(found)


def identifies(p: Array) -> bool:
    """Whether different shares of the inputs give different answers, so that all shares can be estimated."""
    return bool(np.linalg.matrix_rank(p) == p.shape[1])


def best_weights(p: Array, at: Sequence[float] | None = None, scores: Array | None = None) -> Array:
    """Return the unbiased weights that vary least at the shares `at` (equal shares if not given), where each output is possible.

    They are those of the shares or, with `scores` S[number, input], the weights U with U P = S of means of scores. Where shares
    cannot be estimated, such means may still be. The weights are S (Λ^(−1/2) P)⁺ Λ^(−1/2), with the unit matrix as S for shares.
    """
    k, is_known = p.shape[1], identifies(p)
    if scores is None and not is_known:
        raise InputError(
            f"different shares of the {k} inputs give the same answers of this mechanism, so none can be estimated; use another, "
            "or for the mean of a scale ",
            Either("call estimate_mean with its scores", "give its --scores"),
        )
    wanted = np.eye(k) if scores is None else scores
    if is_known and p.shape[0] == k:
        return np.asarray(wanted @ np.linalg.inv(p))
    root = np.sqrt(p @ (np.full(k, 1 / k) if at is None else np.asarray(at)))
    found = np.asarray(wanted @ np.linalg.pinv(p / root[:, None], rcond=1e-12) / root)
    if not is_known and np.abs(found @ p - wanted).max() > 1e-9 * np.abs(wanted).max():
        raise InputError(
            f"the answers of this mechanism tell neither the shares of its {k} inputs nor the mean of these scores; give the "
            "scores that it was designed for"
        )
    return found


def choose_weights(
    device: Device, working: Any = None, answers: Array | None = None, scores: Array | None = None
) -> Weights:
    """Return the weights of an estimate: best at `working` if given, else at the shares that the device was designed for, else at
    those that the (weighted) `answers` of all groups suggest, else at equal shares.

    If an answer is impossible at these shares, they are moved a thousandth of the way to equal shares. For `scores` see
    `best_weights`; without them, or where shares are identified, an only choice needs no shares.
    """
    p = device.matrix
    m, k = p.shape
    is_known = scores is None or identifies(p)
    if working is not None and m == k and is_known:
        raise InputError(
            f"working = {working} chooses among weights, but {m} outputs for {k} inputs leave one choice; drop it"
        )
    kinds = np.unique(np.round(p / p.sum(axis=1, keepdims=True), 12), axis=0)
    if is_known and (m == k or len(kinds) == k):
        return Weights(best_weights(p, None, scores), None)
    at, why = np.full(k, 1 / k), "equal shares"
    if working is not None:
        at, why = np.array(read_shares(working, k)), "the stated shares; unbiased whatever the shares are"
    elif device.planned is not None:
        at, why = np.array(device.planned), "the planned shares; unbiased whatever the shares are"
    elif answers is not None:
        cut = np.maximum(0, best_weights(p) @ (answers / answers.sum()))
        at = to_millionths(cut / cut.sum())
        why = "the shares that the answers suggest: unbiased and best for many answers; errors take them as fixed"
    if (p @ at == 0).any():
        at = at + (1 / k - at) / 1000
    return Weights(best_weights(p, at.tolist(), scores), tuple(at.tolist()), why)


def to_millionths(shares: Array) -> Array:
    """Round shares to millionths with the sum 1, by the largest remainders, so that they can be written and given back."""
    scaled = shares * 10**6
    counts = np.floor(scaled)
    order = np.argsort(counts - scaled, kind="stable")
    counts[order[: round(10**6 - counts.sum())]] += 1
    return np.asarray(counts / 10**6)


def spread_of(p: Array, w: Array, inputs: Any, shares: Sequence[float] | None = None) -> Spread:
    """Return n·Var of the estimated share of an input, or of each of several, which have the weights w of answers (a row each).

    For a person with the truth l the device adds Σ_i w_i² P_il − [l = j]. For people of other inputs than j it is the mean at these
    shares, or else the largest.
    """
    others = np.arange(p.shape[1]) != np.asarray(inputs)[..., None]
    added = np.maximum(w**2 @ p - ~others, 0.0)
    own, other = (added * ~others).sum(axis=-1), (added * others).max(axis=-1)
    if shares is not None and (rest := others @ shares).min() > 0:
        other = (added * others) @ shares / rest
    return Spread(other, own)


# likelihood and fit


def likeliest(p: Array, y: Array, linear: Array | None = None) -> Array:
    """Return the shares π ≥ 0 with sum 1 at which Σ y_i log (Pπ)_i is largest.

    `linear` are the linear estimates: for a square P they are the answer where they are shares, and for two inputs and outputs the
    nearer end. Otherwise each step maximises the second-order expansion: with q = Pπ it is the least squares problem
    min ‖√y (Pπ'/q − 2)‖ over π' ≥ 0 with sum 1 (`nnls`, a heavy last row holding the sum), shortened until the likelihood rises.
    """
    k = p.shape[1]
    if linear is not None and len(p) == k and (k == 2 or (linear >= 0).all()):
        return linear.clip(0.0, 1.0)
    kept = y > 0
    p, y = p[kept], y[kept] / y.sum()
    x, root, heavy = np.full(k, 1 / k), np.sqrt(y), 1e4
    for _ in range(500):
        q = p @ x
        new = nnls(
            np.vstack([(root / q)[:, None] * p, np.full(k, heavy)]), np.append(2 * root, heavy), maxiter=100 * k
        )[0]
        new /= new.sum()
        # such steps square the distance that is left, and in doubles the likelihood no longer tells whether it rises
        if np.abs(new - x).max() < 1e-8:
            return np.asarray(new)
        for length in 0.5 ** np.arange(34):
            moved = (1 - length) * x + length * new
            if (p @ moved > 0).all() and y @ np.log(p @ moved / q) >= -1e-16:
                break
        else:
            return x
        x = moved
    return x


def is_unlikely(law: Array, observed: Array, spread: Array | None, n: float, freedom: float | None) -> bool:
    """Whether observed shares of answers lie too far from their probabilities, by a test at the level 1/1000.

    The statistic is X² = Σ (y_i − q_i)²/q_i. For independent answers of equal weight n·X² is compared with chi-squared of m − 1
    degrees of freedom; fitted shares make it smaller, which is on the safe side. Else let λ be the largest eigenvalue of
    D^(−1/2) V D^(−1/2), V the covariance of the answers' shares, at least 1/n: X²/λ is compared with the same law, for clusters
    with F. If so many answers as 1/λ leave some answer expected fewer than 5 times, there is no test.
    """
    kept = law > 0
    q, y = law[kept], observed[kept]
    scale = 1 / n
    if spread is not None:
        if np.isnan(spread).any():
            return False
        root = np.sqrt(q)
        scale = max(
            float(np.linalg.eigvalsh(spread[np.ix_(kept, kept)] / np.outer(root, root))[-1]) * (1 + 1e-6), 1 / n
        )
    r = len(q) - 1
    if r < 1 or (q < FEWEST * scale).any():
        return False
    x2 = float(((y - q) ** 2 / q).sum()) / scale
    return bool((special.chdtrc(r, x2) if freedom is None else special.fdtrc(r, freedom, x2 / r)) < RARE)


# the estimate


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Estimate(Result):
    """Estimated shares[group, input], `numbers`, with their covariance matrix over groups and inputs and their intervals.

    `unlikely` marks the groups whose answers are unlikely whatever the shares are. `variances` are those behind standard errors.
    `exact` says which of them are exact ones in place of an estimate that is not positive, which is what `covariance` has on its
    diagonal; the table of covariances has the exact one there, and nothing beside it. `likely` has the shares of the largest
    likelihood. `freedom` has the degrees of freedom of each group, None where nobody was drawn in units; `effects` the design
    effects. `found["north"]` is the estimate of one group.
    """

    schema: ClassVar[str] = "rropt/estimate/3"
    device: Device
    answers: Answers
    sampling: Sampling
    weights: Weights
    numbers: PerGroup
    counts: Array
    lower: Array
    upper: Array
    empty: Array
    likely: Array
    unlikely: Array
    method: str
    remarks: tuple[str, ...] = ()
    groups = property(attrgetter("numbers.groups"))
    shares = property(attrgetter("numbers.values"))
    covariance = property(attrgetter("numbers.covariance"))
    variances = property(attrgetter("numbers.variances"))
    exact = property(attrgetter("numbers.exact"))
    freedom = property(attrgetter("numbers.freedom"))
    effects = property(attrgetter("numbers.effects"))
    level = property(attrgetter("numbers.level"))

    def __getitem__(self, group: object) -> Estimate:
        return self.of([Labels(self.groups).find(group, "there is no group")])

    # without it Python would iterate by found[0], found[1], …
    __iter__ = None

    def of(self, groups: list[int]) -> Estimate:
        """Return the estimate of some groups alone."""
        cut = {name: getattr(self, name)[groups] for name in ("counts", "unlikely", *BY_SHARE)}
        return replace(self, numbers=self.numbers.some(groups=groups), **cut)

    @property
    def attention(self) -> list[list[str]]:
        """Each group's warnings: no share fits, an interval is short by chance, answers are unlikely, or few."""
        told, drawn, places = [], self.answers, [self.answers.groups.index(x) for x in self.groups]
        for g, (at, n) in enumerate(zip(places, drawn.effective[places], strict=True)):
            free, misfit = np.inf if self.freedom is None else self.freedom[g], _misfit(self, g, n)
            is_few = 0 < free <= FEW_FREE and drawn.drawn_by == "clusters"
            few = FEW_CLUSTERS.format(drawn.own_units([at])[0], counted(int(min(free, FEW_FREE)), "degree"))
            count = f"{near(n)}{' of equal weight' if drawn.is_weighted else ''}"
            rough = f"Errors and tests are rough, as the answers are so few ({count})."
            told.append(
                that_hold((misfit, misfit), (self.unlikely[g], UNLIKELY), (is_few, few), (n < FEW_ANSWERS, rough))
            )
        return told

    @property
    def n(self) -> int:
        """The number of answers of all groups."""
        return int(self.counts.sum())

    @property
    def errors(self) -> Array:
        """The standard errors [group, input]."""
        return np.asarray(np.sqrt(self.variances))

    @property
    def prevalence(self) -> tuple[float, ...]:
        """The shares of the only group."""
        return tuple(self.shares[self._single()].tolist())

    @property
    def standard_errors(self) -> tuple[float, ...]:
        """The standard errors of the only group."""
        return tuple(self.errors[self._single()].tolist())

    @property
    def intervals(self) -> tuple[tuple[float, float], ...]:
        """The intervals of the only group."""
        g = self._single()
        return tuple(zip(self.lower[g].tolist(), self.upper[g].tolist(), strict=True))

    def _single(self) -> int:
        if len(self.groups) > 1:
            raise InputError(f"there are {len(self.groups)} groups; choose one, such as found[{self.groups[0]!r}]")
        return 0

    def show(self) -> Iterator[Block]:
        """The answer in a sentence, the table, and what the numbers rest on."""
        if len(self.groups) > MOST_GROUPS and np.isfinite(list(map(number_of, self.groups))).all():
            yield Warn(
                f"{self.answers.by} has {len(self.groups)} values; cut a number, such as an age, into a few classes."
            )
        yield from map(Warn, (*one_by_note(self.groups, self.attention), *self.answers.left_out))
        yield from self._lead()
        yield (table := self._table())
        # a linear estimate outside of [0, 1] lies outside of its interval, too
        drawn = [
            (f"{group} {x}".strip(), share if 0 <= share <= 1 else likely, low, high)
            for group, _, x, share, _, _, low, high, likely, _ in table.rows
        ]
        yield Figure("estimates", partial(draw_estimates, rows=drawn), "Estimated shares with their intervals")
        yield from self._hidden()
        yield from map(Say, (*self._notes(), *self.remarks))

    def _lead(self) -> Iterator[Block]:
        """One share, of two truths the second and of more the most frequent one; of several groups the least and the largest."""
        labels, mean = self.device.inputs, self.shares.mean(axis=0)
        j = 1 if len(labels) == 2 else int(mean.argmax())
        if self.empty[:, j].any():
            return
        what = (
            f'The share of "{labels[j]}"'
            if len(labels) == 2
            else f'Of {len(labels)} truths "{labels[j]}" is the most frequent: its share'
        )
        likely, errors = self.likely[:, j], self.errors[:, j]
        if len(self.groups) > 1:
            how = " by maximum likelihood" * bool(np.abs(self.shares[:, j] - likely).max() > SAME)
            yield Say(say_span(f"{what} is estimated{how}", likely, self.groups, errors), key="")
        else:
            beside = (
                ""
                if -SAME <= mean[j] <= 1 + SAME
                else f"{near(likely[0])} (maximum likelihood); the linear estimate is "
            )
            value = f"{beside}{near(mean[j])}{beside and ', outside of [0, 1]'}"
            ends = self.lower[0, j], self.upper[0, j]
            yield Say(f"{say_estimate(what, value, errors[0], ends, self.level)}.", key="")

    def _table(self) -> Table:
        percent, lacking = f"{100 * self.level:g}%", [self.exact, np.isnan(self.variances)]
        differ = bool(np.abs(self.shares - self.likely).max() > SAME)
        told = self._told()
        columns = (
            (Col("estimate", "estimate"), self.shares),
            (Col("standard_error", "standard error", "up"), self.errors),
            (
                Col("variance_is", "its variance", shown=bool(self.exact.any())),
                np.select(lacking, ["exact", "none"], "estimated"),
            ),
            (Col("lower", f"{percent} lower", "down"), self.lower),
            (Col("upper", f"{percent} upper", "up"), self.upper),
            (Col("maximum_likelihood", "maximum likelihood", shown=differ), self.likely),
            (Col("design_effect", "design effect", shown=self.answers.is_linearised), self.effects),
        )
        return Table.of(
            "shares",
            (Col("group", self.answers.by or "group", shown=bool(self.answers.by)), np.repeat(self.groups, len(told))),
            (
                Col("answers", "answers", shown=len(self.groups) > 1),
                [int(n) for n in self.counts.sum(axis=1) for _ in told],
            ),
            (Col("input", "input", shown=len(told) > 1), [self.device.inputs[j] for j in told] * len(self.groups)),
            *((col, x[:, told].ravel()) for col, x in columns),
        )

    def _told(self) -> range:
        """The inputs that have rows; of two inputs in several groups the second alone, as the first is its mirror image."""
        k = len(self.device.inputs)
        return range(int(k == 2 and len(self.groups) > 1), k)

    def _hidden(self) -> Iterator[Block]:
        """Yield the counts, the weights and the covariance matrix, of which words show the weights alone, if they are few."""
        labels = self.device.outputs
        yield Fact("mechanism", "mechanism", self.device.digest, shown=False)
        yield Fact("confidence", "confidence", self.level, shown=False)
        counts = ((Col(x, x), map(int, n)) for x, n in zip(labels, self.counts.T, strict=True))
        yield Table.of("counts", (Col("group", "group"), self.groups), *counts, shown=False)
        w = self.weights.matrix
        few = w.size <= MOST_PRINTED and len(self.groups) == 1
        if few:
            yield Say("Each answer counts towards a share with this weight:", key="")
        if w.size <= MOST_PRINTED**2:
            own = ((Col(x, x), row) for x, row in zip(self.device.inputs, w, strict=True))
            yield Table.of("weights", (Col("answer", "answer"), labels), *own, shown=few)
        if self.shares.size <= MOST_KEPT:
            cells = [f"{g}: {x}" if g else x for g in self.groups for x in self.device.inputs]
            # within its group, a number with an exact variance in place of an estimate has no estimated covariance
            lost = (self.exact & (self.variances > 0)).ravel()
            others = np.kron(np.eye(len(self.groups)), 1 - np.eye(len(w))) > 0
            known = self.covariance + np.diag(np.where(lost, self.variances.ravel(), 0))
            shown = np.where((lost[:, None] | lost) & others, np.nan, known)
            columns = ((Col(x, x), row) for x, row in zip(cells, shown, strict=True))
            yield Table.of("covariance", (Col("share", "share"), cells), *columns, shown=False)

    def _notes(self) -> list[str]:
        """Say how respondents were drawn, where weights are best, and what intervals and errors rest on."""
        labels, at = self.device.inputs, self.weights.at or ()
        best = ", ".join(f"{x} {near(share)}" for x, share in list(zip(labels, at, strict=False))[:12])
        return that_hold(
            (len(self._told()) == 1, f'The share of "{labels[0]}" is 1 minus that of "{labels[-1]}".'),
            (True, f"Sampling: {self._drawn()}."),
            (at, f"Weights: best at {best}, {self.weights.why}."),
            (True, f"Intervals: {self._law()}, rounded outward."),
            (
                self.answers.is_linearised,
                "Variances are linearised; a design effect is a variance over that of as many independent answers of equal weight.",
            ),
            (
                self.exact.any(),
                f"{counted(int(self.exact.sum()), 'standard error stands', 'standard errors stand')} on an exact variance, at the "
                "share cut to [0, 1] or, where this is 0, the largest of all shares, as the estimated variance is not positive.",
            ),
            (
                np.isnan(self.variances).any(),
                "No standard error: one answer, or answers of one cluster (in each stratum), show no variance.",
            ),
            (
                self.sampling.kind != "replacement",
                "Maximum likelihood is that of independent draws, not that of a fixed population of whole people.",
            ),
        )

    def _law(self) -> str:
        if self.freedom is not None:
            units = "respondents" if self.answers.drawn_by == "strata" else "clusters"
            return f"{laws.name_of_t(self.freedom)} ({units} with an answer, less strata)"
        is_wide = self.shares.shape[1] > 2 and self.method in ("wilson", "chebyshev")
        return (
            METHODS[self.method] + ", with the largest variance that any mixture of the other inputs allows" * is_wide
        )

    def _drawn(self) -> str:
        a = self.answers
        if a.drawn_by == "people":
            return str(self.sampling)
        units = f"{int(a.drawn.sum()):,} {'clusters' if a.drawn_by == 'clusters' else 'respondents'}"
        strata = f" in {len(a.strata)} strata" if len(a.strata) > 1 else ""
        return f"{units}{strata}, taken as drawn independently with replacement: they and the device are random"


def one_by_note(groups: Sequence[str], notes: Sequence[Sequence[str]]) -> list[str]:
    """List each note once, after the names of the groups that it is for; one for the only group has no name."""
    told = []
    for note in dict.fromkeys(note for some in notes for note in some):
        names = [name for name, some in zip(groups, notes, strict=True) if note in some]
        more = f" and {len(names) - 5} more groups" if len(names) > 5 else ""
        whose = "each group" if len(names) == len(groups) else f"{'; '.join(names[:5])}{more}"
        told.append(note if len(groups) == 1 else f"{whose}: {note}")
    return told


def estimate_answers(
    a: Answers, device: Device, working: Any, model: Sampling, method: str | None, level: float
) -> Estimate:
    """Estimate the shares of every group from the sums of a survey, by weights that are best at the shares `working`, or where
    `choose_weights` says.

    A sampling model or a method that does not go with weights, clusters or strata is refused.
    """
    chosen, is_drawn_alone = choose_weights(device, working, a.total(a.w).sum(axis=0)), model.kind == "replacement"
    refuse(
        (
            not a.is_linearised and method in ("clopper-pearson", "likelihood-ratio") and not is_drawn_alone,
            f"{method} is for independent draws, not for {model.kind}; use chebyshev, which is guaranteed",
        ),
        (
            a.is_linearised and not is_drawn_alone,
            f"weights, clusters and strata are of independent draws, not of {model.kind}; leave one of both out",
        ),
        (
            a.is_linearised and method not in (None, "normal"),
            f"with weights, clusters or strata the interval is the normal one, not {method}; leave the method out",
        ),
    )
    method = "normal" if a.is_linearised else method or "wilson"
    p, w, each = device.matrix, chosen.matrix, range(len(device.inputs))
    spread, factors = spread_of(p, w, each), np.array([model.factor(n, g) for g, n in enumerate(a.sizes)])
    spare = exact_variances(a.shares @ w.T, spread, factors, a.effective)
    numbers, counts = linear(a, w, device.inputs, spare, level=level, sampling=model), a.total(a.n)
    theta = numbers.values
    ends = intervals(
        method, level, counts, device, theta, numbers.variances, spread, factors, each, freedom=numbers.freedom
    )
    likely = np.array([likeliest(p, y, x) for y, x in zip(a.shares, theta, strict=True)])
    return Estimate(device, a, model, chosen, numbers, counts, *ends, likely, unlikely(a, likely @ p.T), method)


def exact_variances(shares: Array, spread: Spread, factors: Array, size: Array) -> Array:
    """Return the exact variances at the shares [group, input] cut to [0, 1], or where one is 0 the largest over all shares."""
    f, n = factors[:, None], size[:, None]
    plug_in = spread.at(np.clip(shares, 0, 1), f)
    return np.asarray(np.where(plug_in > 0, plug_in, spread.largest(f)) / n)


def intervals(
    method: str,
    level: float,
    counts: Array,
    device: Device,
    theta: Array,
    variances: Array,
    spread: Spread,
    factors: Array,
    inputs: Sequence[int],
    *,
    freedom: Array | None = None,
) -> tuple[Array, Array, Array]:
    """Return the lower and upper ends of the intervals of these inputs' shares, and which are empty; without a variance an interval
    is [0, 1].

    `counts` is indexed [group, output], `theta` and `variances` [group, input]; `spread` is by input, `factors` by group.
    """
    require_known([method], METHODS, "there is no interval method")
    if method == "normal":
        degrees = None if freedom is None else freedom[:, None]
        return normal_interval(theta, np.sqrt(variances), level, degrees, (0.0, 1.0))
    if method in ("wilson", "chebyshev"):
        square = 1 / (1 - level) if method == "chebyshev" else laws.quantile(level) ** 2
        return score_interval(theta, spread, square / counts.sum(axis=1)[:, None], factors[:, None])
    found = np.array(
        [[hit_interval(method, device.matrix, j, row, level, label=device.inputs[j]) for j in inputs] for row in counts]
    )
    return found[:, :, 0], found[:, :, 1], found[:, :, 2] > 0


def unlikely(a: Answers, law: Array) -> Array:
    """Say for each group whether its answers are unlikely if they have the probabilities law[group, output]; see `is_unlikely`."""
    groups, free = len(a.groups), a.freedom
    spreads: Any = [None] * groups
    if a.is_linearised:
        cov, m = covariance_of(a, np.eye(a.outputs)), a.outputs
        spreads = [cov[g * m : g * m + m, g * m : g * m + m].toarray() for g in range(groups)]
    rows = zip(law, a.shares, spreads, a.effective, [None] * groups if free is None else free, strict=True)
    return np.array([is_unlikely(*row) for row in rows])


def _misfit(e: Estimate, g: int, n: float) -> str:
    """Say that no share fits the answers, or that an interval is short because answers are unlikely at any share; else nothing.

    The answers of the group are as many as n of equal weight.
    """
    x, likely, labels = e.shares[g], e.likely[g], e.device.inputs
    beyond = np.maximum(x - 1, -x)
    # if the nearest share held, one survey in twenty at most, by the normal law, would have answers so far from it
    is_far = beyond**2 > laws.quantile(0.9) ** 2 * e.numbers.spare[g]
    odd = e.empty[g] if e.empty[g].any() else is_far & (beyond > e.upper[g] - e.lower[g])
    if not odd.any():
        return ""
    j = 1 if len(labels) == 2 and odd[1] else int(np.where(odd, beyond, -np.inf).argmax())
    estimates = f"(the linear estimate is {near(x[j])}; the share of maximum likelihood is {near(likely[j])})"
    if e.method == "normal" and not is_far[j]:
        return (
            f'The interval of "{labels[j]}" has no width because its error was estimated from few answers that tell of it, not '
            f"because much is known {estimates}."
        )
    what = (
        f'No share of "{labels[j]}" fits these answers at {100 * e.level:g}% confidence'
        if e.empty[g, j]
        else f'The interval of "{labels[j]}" is short because these answers are unlikely at any share, not because much is known'
    )
    has_other = (
        not e.answers.is_linearised
        and e.sampling.kind == "replacement"
        and e.method != "likelihood-ratio"
        and e.counts[g].sum() <= MOST_HITS
        and all(telling_outputs(e.device.matrix, i) for i in range(len(labels)))
    )
    return (
        f"{what} {estimates}: some may have protected themselves by one answer whatever the device said, or used another device "
        "than this, or it is chance"
        f"{', as so few answers count' if n < FEW_ANSWERS else ''}."
        f"{' Intervals by the method likelihood-ratio are never empty.' if has_other else ''}"
    )


# the function, and answers that are sets


def device_or_sets(mechanism: MechanismLike) -> Device | SetMechanism:
    """Return the device of a mechanism or a design, or the mechanism whose answers are sets."""
    if isinstance(mechanism, Device):
        return mechanism
    given = answers_of(mechanism)
    return given if isinstance(given, SetMechanism) else Device.of(given)


def estimate(
    data: Any,
    *,
    mechanism: MechanismLike,
    answer: str | None = None,
    by: str | Sequence[str] | None = None,
    sampling: str = "replacement",
    population: Mapping[Any, int] | int | None = None,
    weights: Any = None,
    counts: str | None = None,
    cluster: str | None = None,
    stratum: str | None = None,
    other: Drop = "error",
    missing: Drop = "error",
    meanings: Mapping[str, str] | None = None,
    method: str | None = None,
    confidence: object = "0.95",
    working: object = None,
) -> Estimate:
    """Estimate the shares of a mechanism's inputs among the respondents whose randomized answers `data` holds.

    Args:
        data: Counts by answer, a list of answers, any data frame (eager, lazy or distributed), or a CSV or Parquet file.
        mechanism: The mechanism that made the answers, or its design; its answers may be sets of inputs (`Design.sets`).
        answer: The column of the answers.
        by: The column or columns of groups.
        sampling: How respondents were drawn: replacement, census, or srs (simple random sampling) with its population.
        population: The size of the population for srs; with groups one number for each, as in north=5000,south=7000.
        weights: The column of survey weights; for a list of answers, the list of their weights.
        counts: In a table of counts, the column that says how many people a row stands for.
        cluster: The column of clusters that were drawn independently, such as schools.
        stratum: The column of the strata in which clusters were drawn, or respondents where there are no clusters.
        other: What becomes of answers that are none of the mechanism's outputs: error or drop.
        missing: What becomes of missing answers: error or drop.
        meanings: What texts of the answers' column stand for, in a mapping such as ja=yes,NA= (nothing: missing).
        method: The kind of interval: wilson (the default), normal, chebyshev, clopper-pearson or likelihood-ratio; with weights,
            clusters or strata it is normal, by Student's t where people were drawn in units.
        confidence: The confidence of the intervals.
        working: The shares at which the weights of answers vary least; by default the design's, else what the data suggest.

    Returns:
        The shares of every group with their covariance matrix, errors and intervals.

    Raises:
        InputError: The data have no answers, or answers that are no output of the mechanism.

    Examples:
        >>> from rropt import estimate, from_spec
        >>> [round(x, 12) for x in estimate({0: 1307, 1: 693}, mechanism=from_spec("warner:p=3/4")).prevalence]
        [0.807, 0.193]

    Reference: Warner (1965), Randomized response; Chaudhuri and Mukerjee (1988), Randomized response: theory and techniques.
    """
    given, level = device_or_sets(mechanism), read_level(confidence)
    columns = Columns.of(
        answer=answer,
        by=by,
        weights=weights,
        counts=counts,
        cluster=cluster,
        stratum=stratum,
        other=other,
        missing=missing,
        meanings=meanings,
    )
    if isinstance(given, Device):
        a = read_answers(data, [given.outputs], columns)
        return estimate_answers(a, given, working, read_sampling(sampling, population, a.groups), method, level)
    rows = read_rows(data, columns)
    texts = [text_of(meaning(x, columns.meanings)) for x in dict.fromkeys(rows.labels[-1])]
    held = {x: inputs for x in texts if (inputs := given.read_label(x)) is not None}
    if not held:
        raise InputError(
            f"no answer is a set as this mechanism gives, such as {given.label(range(given.sizes[-1]))}; give such"
        )
    a = sum_up(rows, lambda _: [list(held)], columns)
    model = read_sampling(sampling, population, a.groups)
    find = partial(estimate_answers, model=model, method=method, level=level)
    return _estimate_each(given, a, held, None if working is None else read_shares(working, given.k), find)


def _estimate_each(
    p: SetMechanism,
    a: Answers,
    held: Mapping[str, tuple[int, ...]],
    at: Sequence[float] | None,
    find: Callable[[Answers, Device, Any], Estimate],
) -> Estimate:
    """Estimate each share by itself, from what is seen of the sets, whose inputs are `held`; weights are best `at` these shares.

    Together the shares are linear in the answers, whose weights give their covariance as for any other mechanism. The matrix of the
    whole device is not needed, and may be too large; it has NaN.
    """
    small, w, each = Device.of(p.seen), np.empty((p.k, a.outputs)), []
    seen = _seen(p, list(held.values()), small.outputs)
    for j in range(p.k):
        own = replace(a, output=seen[j, a.output], outputs=len(small.outputs))
        best = None if at is None or np.equal(*small.matrix.shape) else seen_shares(p, j, at)
        each.append(find(own, small, best))
        w[j] = each[j].weights.matrix[0, seen[j]]
    columns: dict[str, Any] = {x: np.stack([getattr(e, x)[:, 0] for e in each], axis=1) for x in BY_SHARE}
    spare = np.stack([e.numbers.spare[:, 0] for e in each], axis=1)
    one, *_ = each
    return replace(
        one, device=Device(np.full(w.T.shape, np.nan), tuple(p.input_labels), tuple(held), digest=p.digest), answers=a,
        weights=Weights(w, None), counts=a.total(a.n),
        numbers=linear(a, w, tuple(p.input_labels), spare, level=one.level, sampling=one.sampling),
        remarks=("Each share is estimated by itself, and its likelihood is that of it against all others.",),
        unlikely=np.zeros(len(a.groups), bool), **columns,
    )  # fmt: skip


def seen_shares(p: SetMechanism, j: int, shares: Sequence[float]) -> tuple[float, ...]:
    """Return the shares of the inputs of the small mechanism by which input j is estimated."""
    return tuple(map(float, p.shares_from(j, tuple(map(Fraction, shares)))))


def _seen(p: SetMechanism, held: Sequence[tuple[int, ...]], outputs: Sequence[str]) -> Array:
    """Return for each input and each set the index among `outputs` of what is seen of it: its size, and whether it holds the
    input."""
    places = np.array([outputs.index(x) if x in outputs else 0 for x in p.seen_labels])
    found = np.empty((p.k, len(held)), int)
    for i, inputs in enumerate(held):
        place = p.sizes.index(len(inputs))
        found[:, i] = places[2 * place + 1]
        found[list(inputs), i] = places[2 * place]
    return found
