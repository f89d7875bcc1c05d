"""Two half-samples that are asked with different probabilities tell two shares, where one sample cannot.

In half-sample g a person's answer is yes with probability λ_g = a_g x + b_g y, with unknown shares x and y and a_g, b_g known from
the device. With D = a₁b₂ − a₂b₁ ≠ 0, x = (b₂λ₁ − b₁λ₂)/D and y = (a₁λ₂ − a₂λ₁)/D: contrasts of the shares of yes of all groups and
half-samples, whose covariance matrix is that of `estimates` with the half-samples as groups. If no cluster has people of both
half-samples and no strata were named, each half-sample is a stratum of its own.

* An unrelated question of unknown share: the sensitive question is asked with probability p_g, else the unrelated one. x and y are
  the shares of yes to these questions, a_g = p_g and b_g = 1 − p_g.
* Cheating: x is the share of people who have the trait and use the device honestly, y of those who lack it and use it honestly; all
  others, 1 − x − y, always give the first answer. a_g = P_g[yes, yes], b_g = P_g[yes, no]. No answer tells how many cheaters
  have the trait, so its share lies between x and 1 − y.
* The stochastic lie detector: if only people with the trait cheat, its share is π = 1 − y, of whom t = x/π are honest. By the delta
  method Var t̂ is that of x̂ + t̂ ŷ, divided by π̂².

The pairs (half, answer) are answers of one mechanism with the rows (n_g/n)·P_g[answer, ·], so the likeliest shares are those of
`estimates.likeliest`. If all answers of a half-sample are alike, or its share is the same in every cluster, its variance is
taken as the largest that is possible, Σ_c W_c²/(4 W²) over units c of weight W_c.

References: Greenberg, Abul-Ela, Simmons and Horvitz (1969); Clark and Desharnais (1998), Honest answers to embarrassing questions;
Moshagen, Musch and Erdfelder (2012), A stochastic lie detector.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, ClassVar, Literal

import numpy as np

from rropt.exact.errors import Either, InputError, refuse
from rropt.exact.grammar import read_probability
from rropt.exact.reading import read_labels
from rropt.exact.spelling import counted
from rropt.show import Block, Col, Result, Say, Table, Warn, near, outward
from rropt.survey.answers import (
    JOIN,
    MISSING,
    Answers,
    Columns,
    Device,
    Drop,
    Labels,
    Rows,
    by_label,
    read_answers,
    read_level,
    read_rows,
    that_hold,
)
from rropt.survey.contrast import Contrast, Differences, PerGroup, differences, linear, say_estimate
from rropt.survey.estimates import likeliest, listed, one_by_note
from rropt.survey.laws import Array

__all__ = ["TwoSamples", "two_samples", "unrelated_device"]

Model = Literal["cheating", "unrelated"]
NAMES = {
    "cheating": ("honest yes", "honest no", "cheaters"),
    "unrelated": ("sensitive question", "unrelated question"),
}
# Of each model the two truths whose chances of a yes are the numbers a and b.
PLACES = {"cheating": (1, 0), "unrelated": (2, 1)}
# Of each model the sums of the shares of its truths that are the shares sought.
OF_TRUTHS = {"cheating": np.eye(3)[[1, 0, 2]], "unrelated": np.array([[0, 0, 1, 1], [0, 1, 0, 1]])}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TwoSamples(Result):
    """The `shares` of every group, [group, share], in `numbers`: linear functions of the shares of yes in its half-samples.

    `yes` has these, for each group and half-sample, and `slopes` the factors of the linear functions. A variance is the largest
    that is possible where all answers, or all clusters, of a half-sample are alike; `numbers.exact` marks these. `likely` has the
    likeliest shares, and `sizes` the number of answers of each group and half-sample.
    """

    schema: ClassVar[str] = "rropt/two-samples/2"
    model: Model
    halves: tuple[str, ...]
    devices: tuple[Device, ...]
    by: str
    yes: PerGroup
    numbers: PerGroup
    slopes: Array
    likely: Array
    sizes: Array
    is_linearised: bool
    drawn: str
    left_out: tuple[str, ...]

    groups = property(attrgetter("numbers.groups"))
    shares = property(attrgetter("numbers.values"))

    def __getitem__(self, group: object) -> TwoSamples:
        g = [Labels(self.groups).find(group, "there is no group")]
        yes, numbers = self.yes.some(groups=g), self.numbers.some(groups=g)
        return replace(self, yes=yes, numbers=numbers, likely=self.likely[g], sizes=self.sizes[g])

    # without it Python would iterate by found[0], found[1], …
    __iter__ = None

    def contrast(self, group: int = 0) -> Contrast:
        """The shares of a group with their errors and intervals in [0, 1]."""
        return self.numbers.some(groups=[group]).each()

    @property
    def prevalence(self) -> tuple[float, float]:
        """The least and the largest prevalence that the likeliest shares of the only group allow; equal for an unrelated
        question."""
        least, other = self.likely[0, 0], self.likely[0, 1]
        return float(least), float(least if self.model == "unrelated" else 1 - other)

    @property
    def interval(self) -> tuple[float, float]:
        """An interval that, with the stated confidence, has the whole range of possible prevalences of the only group."""
        found = self.contrast()
        low, high = float(found.lower[0]), float(found.upper[0])
        if self.model == "unrelated":
            return low, high
        # an estimate below 0 of the cheaters puts the larger end first
        return min(low, 1 - float(found.upper[1])), max(high, 1 - float(found.lower[1]))

    def lie_detector(self, group: int = 0) -> Contrast | None:
        """The share of the trait and the share of honest people among those who have it, if only they cheat; None for an unrelated
        question, or where the estimated share of the trait is not positive."""
        x, y = self.contrast(group).values[:2]
        if self.model == "unrelated" or y >= 1:
            return None
        pi = 1 - y
        t = x / pi
        rows = np.array([-self.slopes[1], (self.slopes[0] + t * self.slopes[1]) / pi])
        # both are linear near the estimate, where their values are π and t
        near_it = self.yes.some(groups=[group]).mapped(columns=rows, labels=("prevalence", "honest among them"))
        return replace(near_it, values=np.array([[pi, t]])).each()

    def differences(self) -> Differences:
        """The differences of all pairs of groups, second minus first, in the shares sought, with the joint test that groups are
        alike: of the share of yes to the sensitive question, or of honest yes and honest no."""
        kept = [g for g, name in enumerate(self.groups) if name != MISSING]
        if len(kept) < 2:
            raise InputError(
                f"there is one group, '{self.groups[kept[0]]}', and so nothing to compare; name a column of several"
            )
        every = self.numbers.some(groups=kept, numbers=slice(1 if self.model == "unrelated" else 3))
        what = "share of the sensitive question" if self.model == "unrelated" else "shares of honest yes and honest no"
        is_alone, joint = self.numbers.freedom is None, every.some(numbers=slice(2)).joint()
        return differences(every, joint=joint, what=what, by=self.by, is_alone=is_alone)

    def show(self) -> Iterator[Block]:
        """The prevalence in a sentence for one group, the shares, the half-samples, and the assumptions."""
        notes = [self._attention(g) for g in range(len(self.groups))]
        yield from map(Warn, (*one_by_note(self.groups, notes), *self.left_out))
        if len(self.groups) == 1 and not self.contrast().empty.any():
            yield Say(self._lead(), key="")
        elif len({*self.groups} - {MISSING}) > 1:
            yield from self.differences().show()
        found = self.numbers.each()
        yield Table.of(
            "shares",
            self._of_groups(self.shares.shape[1]),
            (Col("share", "share"), found.names),
            *found.columns("estimate"),
            (Col("likeliest", "likeliest"), self.likely.ravel()),
            (Col("design_effect", "design effect", shown=self.is_linearised), self.numbers.effects.ravel()),
        )
        yield from self._detected()
        yield Table.of(
            "half_samples",
            self._of_groups(2),
            (Col("half", "half-sample"), self.halves * len(self.groups)),
            (Col("answers", "answers"), map(int, self.sizes.ravel())),
            (Col("yes", f'share of "{self.devices[0].outputs[1]}"'), self.yes.values.ravel()),
        )
        yield from map(Say, self._notes())

    def _of_groups(self, rows: int) -> tuple[Col, Sequence[str]]:
        """The column of groups in a table of so many rows each."""
        return Col("group", self.by or "group", shown=bool(self.by)), [x for x in self.groups for _ in range(rows)]

    def _lead(self) -> str:
        level, ends, errors = self.yes.level, self.interval, self.contrast().errors
        if self.model == "unrelated":
            value, fits = near(self.shares[0, 0]), np.array_equal(self.likely, self.shares)
            likely = value if fits else f"{near(self.likely[0, 0])} by maximum likelihood, linearly at {value}"
            return f"{say_estimate('The share of yes to the sensitive question', likely, errors[0], ends, level)}."
        least, most = self.prevalence
        return (
            f'The share of the truth "{self.devices[0].inputs[1]}" is estimated to lie between {near(least)}, if no cheater has '
            f"it, and {near(most)}, if all cheaters have it; the {100 * level:g}% interval of all that is possible is from "
            f"{outward(*ends)}."
        )

    def _attention(self, g: int) -> list[str]:
        """The warnings of a group."""
        found, fits = self.contrast(g), np.array_equal(self.likely[g], self.shares[g])
        told = ", ".join(f"{found.names[i]} {near(found.values[i])}" for i in np.flatnonzero(found.empty))
        return that_hold(
            (
                told,
                f"No shares fit these answers at {100 * self.yes.level:g}% confidence (linear estimates outside of [0, 1] by more "
                f"than chance: {told}): the half-samples were not drawn alike, or people did otherwise than the model says.",
            ),
            (not (told or fits), "Linear estimates lie outside of [0, 1]; the likeliest shares stand beside them."),
            (
                found.exact.any(),
                "All answers, or all clusters, of a half-sample are alike; the largest variance stands in for its own.",
            ),
            (
                self.model == "cheating" and found.values[1] >= 1,
                "No share of honest people is estimated, as the estimated prevalence is not positive.",
            ),
        )

    def _detected(self) -> Iterator[Block]:
        every = [self.lie_detector(g) for g in range(len(self.groups))]
        known = [(g, found) for g, found in enumerate(every) if found is not None]
        if known:
            trait = self.devices[0].inputs[1]
            yield Say(
                f'Stochastic lie detector: if only people of the truth "{trait}" cheat, all cheaters have it.', key=""
            )
            parts = zip(*(found.columns("estimate") for _, found in known), strict=True)
            honest, cannot = self.likely[[g for g, _ in known], :2].T
            likely = np.column_stack([1 - cannot, honest / np.maximum(1 - cannot, 1e-300)])
            yield Table.of(
                "lie_detector",
                (
                    Col("group", self.by or "group", shown=bool(self.by)),
                    np.repeat([self.groups[g] for g, _ in known], 2),
                ),
                (Col("parameter", "parameter"), [name for _, found in known for name in found.names]),
                *((some[0][0], np.concatenate([values for _, values in some])) for some in parts),
                (Col("likeliest", "likeliest"), likely.ravel()),
            )

    def _notes(self) -> list[str]:
        no, (first, second) = self.devices[0].outputs[0], self.devices[0].inputs[:2]
        told = {
            "unrelated": (
                "Everybody answers truthfully: two half-samples tell two shares, so nothing is left to show cheating.",
            ),
            "cheating": (
                f'Honest yes and honest no: people of the truth "{second}", and "{first}", who do as the device says.',
                f'Cheaters always answer "{no}", and are as many in both half-samples.',
                f'No answer tells how many cheaters have the truth "{second}"; two numbers leave nothing to test this.',
            ),
        }
        return [
            f"Both half-samples are drawn at random from one population{self.drawn}; intervals: {self.contrast().law()}.",
            *told[self.model],
        ]


def two_samples(
    data: Any,
    *,
    cheating: Mapping[str, Any] | None = None,
    unrelated: Mapping[str, Any] | None = None,
    by: str | None = None,
    groups: str | Sequence[str] | None = None,
    answer: str = "answer",
    weights: str | None = None,
    counts: str | None = None,
    cluster: str | None = None,
    stratum: str | None = None,
    outputs: Sequence[str] | None = None,
    missing: Drop = "error",
    meanings: Mapping[str, str] | None = None,
    confidence: object = "0.95",
) -> TwoSamples:
    """Estimate two shares from two half-samples that are asked with different probabilities.

    Args:
        data: A data frame or file with a row per answer, or with `counts` a table of counts; or a dictionary that maps each
            half-sample to the counts of its answers.
        cheating: A dictionary that maps each half-sample to its device of two truths and two answers; cheaters always give the
            first answer.
        unrelated: A dictionary that maps each half-sample to the probability with which the sensitive question is asked; otherwise
            the unrelated question is asked.
        by: The column that says in which half-sample a respondent is.
        groups: The column or columns of groups. In a survey with clusters, groups are domains of it.
        answer: The column of the answers.
        weights: The column of survey weights.
        counts: In a table of counts, the column that says how many people a row stands for.
        cluster: The column of clusters that were drawn independently; both half-samples may share them.
        stratum: The column of the strata in which clusters were drawn, or respondents where there are no clusters.
        outputs: The names of the two answers in the data, the "no" first; by default the device's.
        missing: What becomes of missing answers: error or drop.
        meanings: What texts of the answers' column stand for, in a mapping such as ja=yes,NA= (nothing: missing).
        confidence: The confidence of the intervals.

    Returns:
        The shares of every group with their covariance and intervals, and the range of the prevalence.

    Raises:
        InputError: The probabilities of the half-samples cannot identify both shares, or the data are not of these half-samples.

    Examples:
        >>> from rropt.survey import two_samples
        >>> said = {"a": {"no": 600, "yes": 400}, "b": {"no": 450, "yes": 550}}
        >>> found = two_samples(said, unrelated={"a": "3/4", "b": "1/4"})
        >>> [round(float(x), 12) for x in found.shares[0]]
        [0.325, 0.625]

    Reference: Greenberg, Abul-Ela, Simmons and Horvitz (1969), The unrelated question randomized response model, for two samples.
    """
    if (cheating is None) == (unrelated is None):
        raise InputError(
            "two half-samples measure cheating or an unrelated question; give ",
            Either("cheating={…} or unrelated={…}", "--cheating HALF=M or --unrelated HALF=P of each"),
        )
    model: Model = "cheating" if unrelated is None else "unrelated"
    named = by_label(cheating if unrelated is None else unrelated, "half-sample", ())
    read = with_cheaters if model == "cheating" else unrelated_device
    devices = {name: read(name, x, outputs) for name, x in named.items()}
    half = "half-sample" if by is None else by
    columns = Columns.of(
        answer=(half, answer),
        by=groups,
        weights=weights,
        counts=counts,
        cluster=cluster,
        stratum=stratum,
        missing=missing,
        meanings=meanings,
        direct=(half,),
    )
    labels = [d.outputs for d in devices.values()]
    chances = np.array([d.matrix[1, list(PLACES[model])] for d in devices.values()])
    refuse(
        (len(devices) != 2, f"{model} names {counted(len(devices), 'half-sample')}; give two"),
        (
            len(devices) == 2 and abs(np.linalg.det(chances)) < 1e-12,
            f"the half-samples {' and '.join(map(repr, devices))} have equal or proportional chances of a yes, so both shares "
            "cannot be estimated; use other chances",
        ),
        (
            len({*labels}) > 1,
            f"the devices name their answers differently, {' and '.join(map(str, labels))}; give outputs for both",
        ),
    )
    slopes = np.linalg.inv(chances)
    if model == "cheating":
        slopes = np.vstack([slopes, -slopes.sum(axis=0)])
    pairs = _read(data, devices, by, columns)
    return _found(
        model,
        devices,
        pairs.groups,
        _by_half(pairs, tuple(devices), has_strata=stratum is not None),
        slopes,
        read_level(confidence),
    )


def with_cheaters(name: str, given: Any, outputs: Sequence[str] | None) -> Device:
    """Add a third truth to a device of two: cheaters, who always give its first answer."""
    p = Device.of(given)
    if p.matrix.shape != (2, 2):
        raise InputError(
            f"the device of half-sample '{name}' has {len(p.inputs)} inputs and {len(p.outputs)} outputs; give 2 by 2"
        )
    matrix = np.hstack([p.matrix, [[1.0], [0.0]]])
    return Device(matrix, (*p.inputs, "cheaters"), read_labels(outputs and listed(outputs), 2, "output") or p.outputs)


def unrelated_device(name: str, given: Any, outputs: Sequence[str] | None) -> Device:
    """Return the device that asks the sensitive question with probability `given`, else an unrelated one.

    Its four truths say for which of the two questions the true answer is yes.
    """
    p = float(read_probability(given, f"the chance of {name}"))
    yes = np.array([0, 1 - p, p, 1.0])
    return Device(
        np.array([1 - yes, yes]),
        ("neither", "unrelated alone", "sensitive alone", "both"),
        read_labels(outputs and listed(outputs), 2, "output") or ("no", "yes"),
    )


def _read(data: Any, devices: Mapping[str, Device], by: str | None, columns: Columns) -> Answers:
    """Read the pairs (half-sample, answer) of every group of people."""
    names, first = tuple(devices), next(iter(devices.values()))
    outputs = [names, first.outputs]
    if isinstance(data, Mapping) and data and all(isinstance(x, Mapping) for x in data.values()):
        each = [
            (half, read_rows(some, replace(columns, answer=())))
            for half, some in by_label(data, "half-sample", names).items()
        ]
        asked = [half for half, rows in each for _ in rows.n]
        data = Rows.of([asked, [x for _, rows in each for x in rows.labels[0]]], np.concatenate([x.n for _, x in each]))
    elif by is None:
        raise InputError("the data need the column that says who is in which half-sample; give by")
    return read_answers(data, outputs, columns)


def _by_half(a: Answers, halves: tuple[str, ...], *, has_strata: bool) -> Answers:
    """Turn pairs (half-sample, answer) into answers of each group and half-sample, in this order.

    If no strata were named and no cluster has people of both half-samples, each half-sample is a stratum of its own.
    """
    half, output = np.divmod(a.output, 2)
    group, pairs = 2 * a.group + half, tuple((g, h) for g in a.groups for h in halves)
    if (lacking := np.bincount(group, minlength=len(pairs)) == 0).any():
        name, one = pairs[int(lacking.argmax())]
        of = f"the group '{name}'" if name else "the survey"
        raise InputError(
            f"{of} has no answers in the half-sample '{one}'; mend its name, or join the group with another"
        )
    found = replace(a, groups=tuple(map(JOIN.join, pairs)), group=group, output=output, outputs=2)
    if a.drawn_by == "people":
        each = np.arange(len(pairs))
        return replace(found, unit=group, stratum=each, strata=found.groups, drawn=np.bincount(group, a.n))
    homes = np.full(len(a.stratum), -1)
    homes[a.unit] = half
    if has_strata or (homes[a.unit] != half).any():
        return found
    kept = np.flatnonzero(homes >= 0)
    return replace(
        found, unit=np.searchsorted(kept, a.unit), stratum=homes[kept], strata=halves, drawn=np.bincount(homes[kept])
    )


def _found(
    model: Model,
    devices: Mapping[str, Device],
    groups: tuple[str, ...],
    a: Answers,
    slopes: Array,
    level: float,
) -> TwoSamples:
    """Estimate from the answers of each group and half-sample."""
    halves, shape = tuple(devices), (len(groups), 2)
    found = linear(a, np.array([[0.0, 1.0]]), ("yes",), _largest(a)[:, None], level=level)
    if np.isnan(found.variances).any():
        raise InputError("the answers of a half-sample come from one unit, and so show no variance; give two or more")
    freedom, drawn = None, ""
    if a.drawn_by != "people":
        units = np.array([a.own_units([i, i + 1]) for i in range(0, len(a.groups), 2)], float)
        freedom = units[:, 0] - units[:, 1]
        drawn = f", {counted(int(a.drawn.sum()), 'unit')} drawn independently in {counted(len(a.strata), 'stratum', 'strata')}"
    # the two half-samples of a group are two numbers of it
    parts = replace(
        found,
        labels=halves,
        groups=groups,
        freedom=freedom,
        **{x: getattr(found, x).reshape(shape) for x in ("values", "variances", "exact", "spare", "simple")},
    )
    # cheaters are 1 − x − y
    constant = np.array([0.0, 0.0, 1.0]) if model == "cheating" else 0.0
    numbers = parts.mapped(columns=slopes, labels=NAMES[model], constant=constant)
    likely = [
        _likely(model, list(devices.values()), *of)
        for of in zip(a.total(a.w).reshape(*shape, 2), numbers.values, strict=True)
    ]
    return TwoSamples(
        model, halves, tuple(devices.values()), a.by, parts, numbers, slopes, np.array(likely), a.sizes.reshape(shape),
        a.is_linearised, drawn, a.left_out,
    )  # fmt: skip


def _largest(a: Answers) -> Array:
    """Return the largest possible variance of each group's share of yes, if all answers of a unit are alike."""
    if a.drawn_by != "clusters":
        return 1 / (4 * a.effective)
    sums = np.zeros((len(a.groups), len(a.stratum)))
    np.add.at(sums, (a.group, a.unit), a.w)
    return np.asarray((sums**2).sum(axis=1) / (4 * sums.sum(axis=1) ** 2))


def _likely(model: Model, devices: Sequence[Device], total: Array, shares: Array) -> Array:
    """Return the likeliest shares of a group: the linear ones if they are shares."""
    if (shares >= 0).all() and (shares <= 1).all():
        return shares
    sizes = total.sum(axis=1) / total.sum()
    rows = np.vstack([n * d.matrix for n, d in zip(sizes, devices, strict=True)])
    return np.asarray(OF_TRUTHS[model] @ likeliest(rows, total.ravel() / total.sum()))
