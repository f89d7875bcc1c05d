"""Groups of a survey: means of scales, comparisons of groups, shares over strata.

The share of an input, and the mean Σ s_j π_j of scores s, are functions of each group's shares alone.
Their variance is the estimate's own, and where that is not positive an exact variance: of a share that of `estimates`; of a mean
the largest over all shares. With u = sW and the sampling factor f, n·Var of a mean is Σ_l π_l c_l − f μ², c_l = Σ_i u_i² P_il −
(1 − f) s_l². At fixed μ it is largest where at most two inputs have a share, so it is largest on an edge between two of the points
(s_l, c_l), each a concave quadratic.

A mean over strata is an estimate from the whole survey, with all its clusters less all their strata.

Reference: Cochran (1977), Sampling techniques, 5.3 and 5.4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from rropt.exact.errors import InputError, refuse
from rropt.exact.grammar import read_integer
from rropt.given import MechanismLike
from rropt.show import Block, Col, Say, Table, Warn, near
from rropt.survey.answers import (
    JOIN,
    MISSING,
    MOST_ANSWERS,
    Answers,
    Columns,
    Device,
    Drop,
    Sampling,
    by_label,
    read_answers,
    read_double,
    read_level,
    read_sampling,
    that_hold,
)
from rropt.survey.contrast import Contrast, Differences, PerGroup, differences, linear, say_span
from rropt.survey.estimates import (
    MOST_PRINTED,
    Estimate,
    choose_weights,
    estimate_answers,
    identifies,
    listed,
    one_by_note,
)
from rropt.survey.laws import Array

__all__ = [
    "Means",
    "Stratified",
    "compare_estimates",
    "estimate_mean",
    "largest_spread",
    "means_of",
    "over_strata",
    "read_scores",
]

MEAN, MOST_COMPARED = "mean of the scores", 2000


# means of scales


def read_scores(scores: Any, labels: Sequence[str]) -> Array:
    """Read a number for every input, in order or by label; not all may be equal."""
    parts = scores
    if isinstance(scores, Mapping):
        named = by_label(scores, "input", labels)
        if set(named) != set(labels):
            raise InputError(
                f"the scores of {', '.join(named)} must be of the inputs {', '.join(labels[:8])}; give each one"
            )
        parts = [named[x] for x in labels]
    found = np.array([read_double(x, "a score") for x in listed(parts)])
    refuse(
        (len(found) != len(labels), f"{len(found)} scores were given for {len(labels)} inputs; give one for each"),
        (
            np.ptp(found) == 0,
            f"all scores are {near(float(found[0]))}, and so is every mean of them; give scores that differ",
        ),
    )
    return found


def largest_spread(p: Array, u: Array, s: Array, shares: Sequence[float] | None, f: float) -> float:
    """Return n·Var of the mean of scores s at these shares, or the largest over all shares, for answers that count u and the
    sampling factor f."""
    c = u**2 @ p - (1 - f) * s**2
    if shares is not None:
        return float(c @ shares - f * (s @ shares) ** 2)
    d, rise = s[None, :] - s[:, None], c[None, :] - c[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        inner = np.where((f > 0) & (d != 0), (rise / (2 * f * d) - s[:, None]) / d, 0.0)
    ends = (c[:, None] + x * rise - f * (s[:, None] + x * d) ** 2 for x in (0.0, 1.0, np.clip(inner, 0, 1)))
    return max(float(x.max()) for x in ends)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Means(Contrast):
    """The estimated mean of a scale in every group. `weights` has what each answer counts towards the mean.

    `numbers` has the mean with its design effect.
    """

    schema: ClassVar[str] = "rropt/mean/2"
    device: Device
    answers: Answers
    scores: Array
    weights: Array
    numbers: PerGroup
    sizes: Array
    sampling: Sampling
    mean = Contrast.value

    def show(self) -> Iterator[Block]:
        """What was left out, the mean in a sentence for one group, the table of all groups, and what each answer counts."""
        yield from map(Warn, self.answers.left_out)
        pairs = list(zip(self.device.inputs, self.scores.tolist(), strict=True))
        said = ", ".join(f"{label} {near(x)}" for label, x in pairs[:12])
        named = "" if all(label == near(x) for label, x in pairs) else f" ({said})"
        if len(self.names) == 1:
            yield Say(self.sentence(f"The mean of the scores{named}", 0), key="")
        else:
            what = f"The mean of the scores{named} is estimated"
            yield Say(say_span(what, self.values, self.names, self.errors), key="")
        yield Table.of(
            "means",
            (Col("group", self.answers.by or "group", shown=bool(self.answers.by)), self.names),
            (Col("answers", "answers"), map(int, self.sizes)),
            *self.columns("mean of scores"),
            (Col("design_effect", "design effect", shown=self.answers.is_linearised), self.numbers.effects[:, 0]),
        )
        few = len(self.weights) <= MOST_PRINTED and len(self.names) == 1
        if few:
            yield Say("Each answer counts towards the mean with this weight:", key="")
        weighed = (Col("answer", "answer"), self.device.outputs), (Col("weight", "weight"), self.weights)
        yield Table.of("weights", *weighed, shown=few)
        exact = "An estimate of a variance is not positive, so the largest exact variance of all shares stands in its place."
        yield from map(Say, that_hold((True, f"Interval of the mean: {self.law()}."), (self.exact.any(), exact)))


def means_of(e: Estimate, scores: Any) -> Means:
    """Return the mean of a scale in every group of an estimate."""
    s, w = read_scores(scores, e.device.inputs), e.weights.matrix
    return _means(e.device, e.answers, e.groups, s, s @ w, e.sampling, e.level, e.answers.shares @ w.T)


def _means(
    device: Device,
    a: Answers,
    groups: tuple[str, ...],
    scores: Array,
    weights: Array,
    sampling: Sampling,
    level: float,
    shares: Array | None = None,
) -> Means:
    """Estimate the means of scores in these groups of a survey, in all of which the inputs have these shares, if they are known."""
    most = [largest_spread(device.matrix, weights, scores, None, sampling.factor(n, g)) for g, n in enumerate(a.sizes)]
    spare, limits = (np.array(most) / a.effective)[:, None], (float(scores.min()), float(scores.max()))
    every = linear(
        a,
        weights[None],
        (MEAN,),
        spare,
        level=level,
        limits=limits,
        sampling=sampling,
        shares=shares,
        scores=scores[None],
    )
    kept = [a.groups.index(x) for x in groups]
    numbers = every.some(groups=kept)
    return numbers.told(
        Means, groups, device=device, answers=a, scores=scores, weights=weights, numbers=numbers, sizes=a.sizes[kept],
        sampling=sampling,
    )  # fmt: skip


def estimate_mean(
    data: Any,
    *,
    mechanism: MechanismLike,
    scores: Any,
    answer: str | None = None,
    by: str | Sequence[str] | None = None,
    weights: Any = None,
    counts: str | None = None,
    cluster: str | None = None,
    stratum: str | None = None,
    sampling: str = "replacement",
    population: int | Mapping[Any, int] | None = None,
    other: Drop = "error",
    missing: Drop = "error",
    meanings: Mapping[str, str] | None = None,
    confidence: object = "0.95",
    working: object = None,
) -> Means:
    """Estimate the mean of a scale in every group; the answers need not identify the shares of the inputs.

    Args:
        data: Counts by answer, a list of answers, any data frame, or a CSV or Parquet file.
        mechanism: The mechanism that made the answers, or its design.
        scores: One number for each input, in order or by label.
        answer: The column of the answers.
        by: The column or columns of groups.
        weights: The column of survey weights; for a list of answers, the list of their weights.
        counts: In a table of counts, the column that says how many people a row stands for.
        cluster: The column of clusters that were drawn independently.
        stratum: The column of the strata in which clusters were drawn, or respondents where there are no clusters.
        sampling: replacement, census, or srs with its population; only replacement where the shares are not identified.
        population: The size of the population for srs; with groups one number for each.
        other: What becomes of answers that are none of the mechanism's outputs: error or drop.
        missing: What becomes of missing answers: error or drop.
        meanings: What texts of the answers' column stand for, in a mapping such as ja=yes,NA= (nothing: missing).
        confidence: The confidence of the normal interval.
        working: The shares at which the variance is least; by default the design's, else equal shares, or those that the data
            suggest.

    Returns:
        The mean of every group with its standard error and interval.

    Raises:
        InputError: The mean of these scores cannot be estimated from such answers, or the data have no answers.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.survey import estimate_mean
        >>> round(estimate_mean({0: 60, 1: 40}, mechanism=from_spec("warner:p=3/4"), scores=[1, 5]).mean, 12)
        2.2

    Reference: the manual, "Five answers" (docs/howto/five_answers.md).
    """
    device, level = Device.of(mechanism), read_level(confidence)
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
    a = read_answers(data, [device.outputs], columns)
    if identifies(device.matrix):
        return means_of(
            estimate_answers(a, device, working, read_sampling(sampling, population, a.groups), None, level), scores
        )
    if sampling != "replacement":
        raise InputError(
            f"these answers do not show how the scores of people vary, so only replacement fits, not {sampling}"
        )
    s = read_scores(scores, device.inputs)
    return _means(device, a, a.groups, s, choose_weights(device, working, scores=s[None]).matrix[0], Sampling(), level)


# differences of groups


def compare_estimates(e: Estimate, share_of: str | int | None = None, scores: Any = None) -> Differences:
    """Compare the groups of an estimate in one share, in all shares, or in the mean of scores.

    Args:
        e: The estimate of at least two groups.
        share_of: The truth whose share is compared; all truths without it.
        scores: A number per truth, whose mean is compared instead.

    Returns:
        The difference of each pair of groups with its error and p-value, and the test that all groups are equal.

    Raises:
        InputError: Fewer than two groups have a variance, or a share and scores were both given.

    Examples:
        >>> import pandas
        >>> from rropt import from_spec
        >>> from rropt.survey import compare_estimates, estimate
        >>> frame = pandas.DataFrame({"region": ["north"] * 10 + ["south"] * 10, "said": [0, 0, 0, 1, 1] * 2 + [0, 1] * 5})
        >>> groups = estimate(frame, mechanism=from_spec("warner:p=3/4"), answer="said", by="region")
        >>> round(float(compare_estimates(groups, share_of=1).values[0]), 12)
        0.2

    Reference: Holm (1979), A simple sequentially rejective multiple test procedure.
    """
    is_named = np.array([MISSING not in name.split(JOIN) for name in e.groups])
    varies = ~np.isnan(e.variances).any(axis=1)
    known = np.flatnonzero(is_named & varies).tolist()
    told = f"{len(known)} of {len(e.groups)} groups have a variance estimate" if e.answers.by else "by names no column"
    refuse(
        (
            share_of is not None and scores is not None,
            f"share_of = {share_of} and scores were both given; compare a share, or the mean of scores",
        ),
        (len(known) < 2, f"{told}; a comparison needs two groups or more"),
        (
            len(known) > MOST_COMPARED,
            f"{e.answers.by} has {len(known)} groups, and at most {MOST_COMPARED} are compared; cut it into fewer classes",
        ),
    )
    lost = that_hold(
        *(
            (not varies[g], f"The group {name} is in no comparison, because it shows no variance.")
            for g, name in enumerate(e.groups)
        ),
        (not is_named.all(), f"Left out of the comparison of groups: answers without a value of {e.answers.by}."),
    )
    e = e.of(known)
    if scores is not None:
        numbers = means_of(e, scores).numbers
    elif share_of is None and len(e.device.inputs) > 2:
        numbers = e.numbers
    else:
        numbers = e.numbers.some(numbers=[e.device.place(share_of)])
    # shares sum to 1, so the last says nothing more; covariances are missing beside an exact variance
    is_one = len(numbers.labels) == 1
    free = numbers if is_one else numbers.some(numbers=slice(-1))
    joint = free.joint() if is_one or not free.exact.any() else None
    what = "shares" if not is_one else MEAN if scores is not None else f'share of "{numbers.labels[0]}"'
    warned = (*one_by_note(e.groups, e.attention), *e.answers.left_out)
    is_alone, by = e.answers.drawn_by == "people", e.answers.by
    return differences(numbers, joint=joint, what=what, by=by, is_alone=is_alone, warned=warned, left_out=tuple(lost))


# sums over strata


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Stratified(Contrast):
    """The shares of a whole population of `size` people, or the mean of its scores, from groups that are strata of known sizes."""

    schema: ClassVar[str] = "rropt/strata/1"
    size: int
    of_shares: bool
    drawn: str
    left_out: tuple[str, ...]
    mean = Contrast.value

    @property
    def shares(self) -> tuple[float, ...]:
        """The shares of the population."""
        return tuple(self.values.tolist())

    def show(self) -> Iterator[Block]:
        """The answer in a sentence, a table with numbers of people, and what it rests on."""
        j = 1 if len(self.names) == 2 else int(self.values.argmax())
        what = f'the share of "{self.names[j]}"' if self.of_shares else "the mean of the scores"
        yield Say(self.sentence(f"Of all {self.size:,} people {what}", j), key="")
        people, error = np.round(self.size * self.values), np.ceil(self.size * self.errors)
        yield Table.of(
            "population",
            (Col("input", "input", shown=self.of_shares), self.names),
            *self.columns("estimate"),
            (Col("people", "people", shown=self.of_shares), map(int, people)),
            (Col("error_in_people", "their error", "up", shown=self.of_shares), map(int, error)),
        )
        exact = "An exact variance in place of an estimate that is not positive is part of a standard error."
        notes = that_hold((True, f"{self.drawn}; intervals: {self.law()}."), (self.exact.any(), exact))
        yield from map(Say, (*notes, *self.left_out))


def over_strata(found: Estimate | Means, sizes: Mapping[str, Any]) -> Stratified:
    """Combine the estimates of groups that are strata with known numbers of people.

    Args:
        found: The estimates of the strata, as `estimate(…, by="region")` gives them, or their means by `estimate_mean`.
        sizes: How many people of the population each stratum has; 0 leaves a group out.

    Returns:
        The shares of the whole population with errors and intervals, and as numbers of people; or the mean of its scores.

    Raises:
        InputError: A group has no size, a size has no group, or a size is smaller than the group's number of answers or, after a
            census or a simple random sample, not that of its population.

    Examples:
        >>> import pandas
        >>> from rropt import from_spec
        >>> from rropt.survey import estimate, over_strata
        >>> frame = pandas.DataFrame({"region": ["north"] * 10 + ["south"] * 10, "said": [0, 0, 0, 1, 1] * 2 + [0, 1] * 5})
        >>> groups = estimate(frame, mechanism=from_spec("warner:p=3/4"), answer="said", by="region")
        >>> [round(x, 12) for x in over_strata(groups, {"north": 3000, "south": 1000}).shares]
        [0.65, 0.35]

    Reference: Cochran (1977), Sampling techniques, sections 5.3 and 5.4.
    """
    a, numbers = found.answers, found.numbers
    groups, places = numbers.groups, [a.groups.index(x) for x in numbers.groups]
    people = {
        name: read_integer(x, least=0, most=MOST_ANSWERS, name=f"the size of '{name}'")
        for name, x in by_label(sizes, "stratum", groups).items()
    }
    _require_sizes(people, dict(zip(groups, a.sizes[places], strict=True)), found.sampling, a.groups)
    whole = sum(people.values())
    share = np.array([people[x] / whole for x in groups])
    kept, out = np.flatnonzero(share), int(a.sizes[places][share == 0].sum())
    if lost := [groups[g] for g in kept if np.isnan(numbers.variances[g, 0])]:
        raise InputError(f"the stratum '{lost[0]}' has no variance estimate; merge it with another")
    freedom, drawn = None, f"Over {len(kept)} strata, taken as sampled independently"
    if numbers.freedom is not None:
        units, strata = a.own_units([places[g] for g in kept])
        freedom = np.array([float(units - strata)])
        drawn = f"Over {len(kept)} strata, over the clusters of the whole survey together"
        drawn += f", in {len(a.strata)} strata" * (len(a.strata) > 1)
    told = (f"Left out: {out} answers of groups of size 0; the others stand for them.",) if out else ()
    total = numbers.some(groups=kept).mapped(share[None, kept], groups=("all",))
    return replace(total, freedom=freedom).told(
        Stratified, total.labels, size=whole, of_shares=isinstance(found, Estimate), drawn=drawn, left_out=told
    )


def _require_sizes(
    people: Mapping[str, int], answers: Mapping[str, float], sampling: Sampling, groups: Sequence[str]
) -> None:
    """Refuse sizes that do not go with the groups that have answers, or with the populations from which these were drawn."""
    drawn_from = answers if sampling.kind == "census" else dict(zip(groups, sampling.populations, strict=False))
    refuse(
        *(
            (n and x not in answers, f"the stratum '{x}' has no answers; merge it with another, or leave it out")
            for x, n in people.items()
        ),
        *(
            (x not in people, f"the strata give no size for the group '{x}'; give every group one, 0 to leave it out")
            for x in answers
        ),
        (
            not any(people.values()),
            "every stratum has the size 0; give the number of people of each in the population",
        ),
        *(
            (
                0 < n < answers.get(x, 0),
                f"the stratum '{x}' has {answers.get(x, 0):.0f} answers, more than its size {n}",
            )
            for x, n in people.items()
        ),
        *(
            (
                n and drawn_from.get(x, n) != n,
                f"the stratum '{x}' has the size {n}, but its {sampling.kind} is of {drawn_from.get(x, 0):.0f} people; give this "
                "size, or estimate with another sampling",
            )
            for x, n in people.items()
        ),
    )
