"""Estimate two shares from two half-samples that are asked with different probabilities. One sample alone cannot identify both.

In half-sample g, the answer is yes with probability λ_g = a_g·x + b_g·y. Here x and y are the two unknown shares, and a_g and b_g
are known from the device. If D = a₁b₂ − a₂b₁ is not 0, x and y can be identified. Let λ̂_g be the share of yes in half-sample g.
Then

    x̂ = (b₂λ̂₁ − b₁λ̂₂)/D,    ŷ = (a₁λ̂₂ − a₂λ̂₁)/D.

These are linear in λ̂₁ and λ̂₂, so they are unbiased if respondents are drawn one by one. `spread` estimates the covariance matrix
of λ̂₁ and λ̂₂. With n_g answers of equal weight, the estimate of the variance of λ̂_g is λ̂_g(1 − λ̂_g)/(n_g − 1), without bias.
With weights, λ̂_g is the weighted share. With clusters, λ̂₁ and λ̂₂ may be correlated.

* An unrelated question whose prevalence is unknown: a person is asked the sensitive question with probability p_g, and otherwise
  the unrelated question. The share of yes is x for the sensitive question and y for the unrelated one. So a_g = p_g, b_g = 1 − p_g,
  and 0 ≤ x, y ≤ 1.
* Cheating: x is the share of people who have the trait and use the device honestly, and y that of people who lack the trait and use
  it honestly. The others, with the share 1 − x − y, always give the device's first answer, "no". With the device's matrix P_g,
  a_g = P_g[yes, yes] and b_g = P_g[yes, no]. The range is x, y ≥ 0 and x + y ≤ 1. No answer tells how many cheaters have the trait.
  So the share of people with the trait lies between x and 1 − y. It is 1 − y if only people with the trait cheat, which is what the
  stochastic lie detector assumes.

In both models, people of truth j give the answer a with probability P_g[a, j], where cheaters count as a truth. The sizes n_g of
the half-samples are known, and n is their sum. So the pair (g, a) is the answer of one mechanism with the probabilities
(n_g/n)·P_g[a, j]. If x̂ or ŷ is outside the model's range, `likelihood` maximises the likelihood of this mechanism, which gives the
likeliest shares. With weights, sums of weights replace the counts. This gives a pseudo-likelihood, whose maximum is at x̂ and ŷ if
these are inside the range. `regression` uses the same two mechanisms with covariates.
References: Greenberg, Abul-Ela, Simmons and Horvitz (1969), The unrelated question randomized response model; Clark and Desharnais
(1998), Honest answers to embarrassing questions: detecting cheating in the randomized response model; Moshagen, Musch and Erdfelder
(2012), A stochastic lie detector.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rropt.exact.element import Number
from rropt.exact.errors import Argument, Either, InputError
from rropt.exact.matrix import Matrix, product, transpose
from rropt.exact.spelling import counted
from rropt.families import simmons
from rropt.mechanism import Mechanism
from rropt.privacy import LDP
from rropt.privacy.given import mechanism_of
from rropt.survey.estimate import require_columns, why_nothing
from rropt.survey.frames import JOIN, is_frame, sort_groups, tallies_of_frame
from rropt.survey.halves.groups import TwoSamplesByGroup
from rropt.survey.halves.result import HalfSample, Model, TwoSamples
from rropt.survey.halves.spread import Spread, share_of_yes, spread_of
from rropt.survey.halves.unrelated import with_unrelated
from rropt.survey.intervals.quantile import read_confidence
from rropt.survey.likelihood import likeliest_shares
from rropt.survey.tally import MISSING, Missing, Strange, Tally, added, by_label, label_of, say_keys, tally_of_counts

__all__ = ["two_samples"]


def two_samples(
    data: Any,
    *,
    cheating: Mapping[str, Any] | None = None,
    unrelated: Mapping[str, Any] | None = None,
    by: str | None = None,
    groups: str | None = None,
    answer: str = "answer",
    weights: str | None = None,
    counts: str | None = None,
    cluster: str | None = None,
    stratum: str | None = None,
    outputs: Sequence[str] | None = None,
    missing: Missing = "error",
    confidence: object = "0.95",
) -> TwoSamples | TwoSamplesByGroup:
    """Estimate two shares from two half-samples that are asked with different probabilities.

    With `cheating`, the first share is that of people who have the trait and use the device honestly. The second is that of people
    who lack the trait and use it honestly. All others always give the device's first answer. With `unrelated`, the two shares are
    those of yes to the sensitive question and to an unrelated question.

    Args:
        data: A data frame that narwhals knows, with one row per answer, or with `counts` a table of counts. Or a dictionary that
            maps each half-sample to the counts of its answers.
        cheating: A dictionary that maps each half-sample to its device. Each device has two truths and two answers, and cheaters
            always give the first answer.
        unrelated: A dictionary that maps each half-sample to the probability with which the sensitive question is asked. Otherwise
            the unrelated question is asked.
        by: The column that says in which half-sample a respondent is.
        groups: The column of groups. The shares of each group are estimated. In a survey with clusters, groups are domains of it.
        answer: The column of answers.
        weights: The column of survey weights.
        counts: Of a table of counts, the column that says how many people gave the answer.
        cluster: The column of clusters that were drawn independently, such as schools; both half-samples may share them.
        stratum: The column of the strata in which the clusters were drawn, or respondents if `cluster` is not given.
        outputs: The names of the two answers in the data, with the "no" first. If they are not given, the device's names are taken.
        missing: What becomes of missing answers: error or drop.
        confidence: The confidence of the intervals.

    Returns:
        The shares with their covariance and intervals, the possible range of the prevalence, and the epsilon of each half-sample.
        With `groups`, such a result for every group.

    Raises:
        InputError: The probabilities of the half-samples cannot identify both shares, or the data are not of these half-samples.

    Example:
        >>> from rropt.survey import two_samples
        >>> said = {"a": {"no": 600, "yes": 400}, "b": {"no": 450, "yes": 550}}
        >>> found = two_samples(said, unrelated={"a": "3/4", "b": "1/4"})
        >>> print(*found.shares)
        13/40 5/8

    Reference: Greenberg, Abul-Ela, Simmons and Horvitz (1969), The unrelated question randomized response model, for two samples.
    """
    if (cheating is None) == (unrelated is None):
        raise InputError(
            "two half-samples measure either cheating or an unrelated question; give cheating={...} or unrelated={...}, not both"
        )
    model = Model.CHEATING if unrelated is None else Model.UNRELATED
    given = cheating if unrelated is None else unrelated
    if not isinstance(given, Mapping) or len(given) != 2:
        raise InputError(
            f"{model}={say_keys(given)} does not name two half-samples; give one entry for each, such as ",
            Either(_EXAMPLES[model], _TYPED[model]),
        )
    chances = {name: _READERS[model](name, x, outputs) for name, x in by_label(given, "half-sample").items()}
    slopes = [[p.rows[1][j] for j in _PLACES[model]] for p in chances.values()]
    inverse = _inverse(slopes, list(chances))
    columns = {"weights": weights, "counts": counts, "cluster": cluster, "stratum": stratum}
    every = _answers(data, chances, by=by, groups=groups, answer=answer, columns=columns, missing=missing)
    level, is_drawn = read_confidence(confidence), bool(weights or cluster or stratum)

    def found(name: str) -> TwoSamples:
        try:
            return _found(model, chances, inverse, _halves(every[name], chances, by), level, is_drawn=is_drawn)
        except InputError as error:
            if groups is None:
                raise
            way = "filter this group out"
            if cluster is not None:
                way = "join it with another group; do not filter it out, as other groups need its clusters"
            raise InputError(f"group {name!r}: ", *error.args, f" (or {way})") from None

    return found("") if groups is None else TwoSamplesByGroup(groups, tuple((name, found(name)) for name in every))


def _found(
    model: Model,
    chances: Mapping[str, Mechanism],
    inverse: Matrix,
    tallies: Sequence[Tally],
    level: Fraction,
    *,
    is_drawn: bool,
) -> TwoSamples:
    """Estimate the shares; `is_drawn` says whether people have weights or were drawn in clusters or strata."""
    yes = list(map(share_of_yes, tallies))
    spread = spread_of(yes, tallies)
    x, y = (sum((c * q for c, q in zip(row, yes, strict=True)), Fraction(0)) for row in inverse)
    rows, shares = (inverse, (x, y)) if model is Model.UNRELATED else (_with_rest(inverse), (x, y, 1 - x - y))
    whole, variances = product(rows, product(spread.matrix, transpose(rows))), [spread.along(row)[0] for row in rows]
    covariance = tuple(tuple(variances[i] if i == j else x for j, x in enumerate(row)) for i, row in enumerate(whole))
    effects = _effects(rows, spread, covariance) if is_drawn else None
    likeliest = shares if all(0 <= z <= 1 for z in shares) else _likeliest(model, list(chances.values()), tallies)
    halves = tuple(
        HalfSample(name, p, (t.counts[0], t.counts[1]), t.dropped, _epsilon(model, p, likeliest), t.weightless)
        for (name, p), t in zip(chances.items(), tallies, strict=True)
    )
    return TwoSamples(model, shares, covariance, likeliest, halves, level, spread, rows, effects)


_TYPED = {
    Model.CHEATING: "--cheating a=warner:p=3/4 --cheating b=warner:p=2/3",
    Model.UNRELATED: "--unrelated a=3/4 --unrelated b=1/4",
}
_EXAMPLES = {
    Model.CHEATING: '{"a": warner(p="3/4"), "b": warner(p="2/3")}',
    Model.UNRELATED: '{"a": "3/4", "b": "1/4"}',
}


def _with_cheaters(name: str, given: Any, outputs: Sequence[str] | None) -> Mechanism:
    """Add a third truth to the mechanism of a device: cheaters, who always give the device's first answer."""
    p = mechanism_of(given)
    if p.is_free or (p.k, p.m) != (2, 2):
        has = "has a free epsilon" if p.is_free else f"has {p.k} inputs and {p.m} outputs"
        raise InputError(
            f"the device of half-sample '{name}' {has}; to estimate cheating, give each half-sample a device with two inputs, two "
            "outputs and a fixed epsilon"
        )
    rows = [[*row, Fraction(int(i == 0))] for i, row in enumerate(p.rows)]
    return Mechanism(rows, inputs=[*p.input_labels, "cheaters"], outputs=outputs or p.output_labels)


_READERS = {Model.CHEATING: _with_cheaters, Model.UNRELATED: with_unrelated}
_PLACES = {Model.CHEATING: (1, 0), Model.UNRELATED: (2, 1)}
"""For each model the indices of two truths. Their chances of a yes are the numbers a and b by which the two unknown shares enter
the chance of a yes."""


def _inverse(slopes: Sequence[Sequence[Number]], names: Sequence[str]) -> Matrix:
    """Return the matrix that maps the shares of yes in both half-samples to the two unknown shares x and y.

    `slopes` has for each half-sample the two numbers a and b for which the probability of yes is a·x + b·y. If the half-samples
    cannot identify both shares, raise an error that names them by `names`.
    """
    (a1, b1), (a2, b2) = slopes
    d = a1 * b2 - a2 * b1
    if d == 0:
        raise InputError(
            f"the half-samples '{names[0]}' and '{names[1]}' have equal or proportional chances of a yes, so rropt cannot "
            "estimate both unknown shares; use other chances"
        )
    return (b2 / d, -b1 / d), (-a2 / d, a1 / d)


def _with_rest(inverse: Matrix) -> Matrix:
    """Add a third row to the matrix, for the share that remains if both unknown shares are subtracted from 1.

    A row multiplies the half-samples' shares of yes, so it cannot contain the constant 1. The third row is minus the sum of the
    other two. It gives the remaining share minus 1.
    """
    return *inverse, tuple(-sum(column, Fraction(0)) for column in zip(*inverse, strict=True))


def _answers(
    data: Any,
    chances: Mapping[str, Mechanism],
    *,
    by: str | None,
    groups: str | None,
    answer: str,
    columns: Mapping[str, Any],
    missing: Missing,
) -> dict[str, dict[str, Tally]]:
    """Tally the answers of every group by half-sample; without `groups` there is one group, named ''.

    `columns` names the columns of weights, counts, clusters and strata.
    """
    labels = [p.output_labels for p in chances.values()]
    if labels[0] != labels[1]:
        raise InputError(
            f"the two devices name their answers differently: {', '.join(labels[0])}, and {', '.join(labels[1])}; name both alike "
            "with ",
            Argument("outputs", "no,yes", python="('no', 'yes')"),
        )
    if is_frame(data):
        if by is None:
            raise InputError(
                "the data frame needs the column that says who is in which half-sample; give ",
                Argument("by", "COLUMN", "'half'"),
            )
        sides = by if groups is None else [groups, by]
        require_columns(answer, sides, **columns)
        every: dict[str, dict[str, Tally]] = {}
        for name, tally in _of_frame(data, labels[0], answer=answer, by=sides, missing=missing, **columns).items():
            group, half = ("", name) if groups is None else _parted(name, chances)
            every.setdefault(group, {})[half] = tally
        return {name: every[name] for name in sort_groups(every)} or {"": {}}
    if isinstance(data, Mapping) and all(isinstance(x, Mapping) for x in data.values()):
        if by or groups or any(columns.values()):
            raise InputError(
                "by=, groups=, weights=, counts=, cluster= and stratum= name columns of a data frame, but the data are counts; "
                "leave these arguments out, or give a data frame"
            )
        return {
            "": {
                name: tally_of_counts(x, labels[0], missing=missing)
                for name, x in by_label(data, "half-sample").items()
            }
        }
    raise InputError(
        f"the data must be a data frame, or counts such as {{'a': {{'no': 60, 'yes': 40}}, 'b': …}}, not {type(data).__name__}"
    )


def _parted(name: str, halves: Iterable[str]) -> tuple[str, str]:
    """Part the joined name of a group and a half-sample; the name of a half-sample may hold a comma."""
    ends = [half for half in halves if name.endswith(JOIN + half)]
    half = max(ends, key=len, default=name.rpartition(JOIN)[2])
    return name.removesuffix(JOIN + half), half


def _halves(found: Mapping[str, Tally], chances: Mapping[str, Mechanism], by: str | None) -> list[Tally]:
    """Return the tallies in the order of the half-samples; each must have answers, and no other half-sample may have any."""
    spelled: dict[str, list[Tally]] = {}
    for name, tally in found.items():
        if tally.n:
            spelled.setdefault(label_of(name, list(chances)), []).append(tally)
    of = {name: added(some) for name, some in spelled.items()}
    if MISSING in of:
        who = counted(of[MISSING].n, "answer belongs", "answers belong")
        raise InputError(
            f"{who} to no half-sample, because the column '{by}' is empty in these rows; fill it, or leave these rows out"
        )
    if strange := [name for name in of if name not in chances]:
        raise InputError(
            f"the half-sample '{strange[0]}' has answers and no device (there are devices for {', '.join(chances)}); mend its "
            "name, or leave its answers out"
        )
    if lacking := [name for name in chances if name not in of]:
        others = f"the data have answers of {', '.join(of)}" if of else "nor has any other"
        way = "mend its name, or add its answers"
        if own := [x for name, x in found.items() if label_of(name, list(chances)) == lacking[0]]:
            others, way = why_nothing(added(own)), "add answers that count"
        raise InputError(f"the half-sample '{lacking[0]}' has no answers ({others}); {way}")
    return [of[name] for name in chances]


def _of_frame(data: Any, outputs: Sequence[str], **how: Any) -> dict[str, Tally]:
    """Tally the answers of each half-sample in a data frame. If the frame has an answer that is not an output, raise an error that
    asks to name both answers of the data with `outputs`."""
    try:
        return tallies_of_frame(data, outputs, **how)
    except Strange as error:
        if set(error.counts) == {MISSING}:
            raise
        way = Argument("outputs", "NO,YES", '("no", "yes")')
        found = Strange(
            str(error.args[0]), "; mend the data, or name the two answers as in the data, the no first, with ", way
        )
        found.outputs, found.counts, found.others = error.outputs, error.counts, error.others
        raise found from None


def _effects(rows: Matrix, spread: Spread, covariance: Matrix) -> tuple[Number | None, ...]:
    """Return each share's design effect: its variance divided by the variance from equally many independent answers of equal
    weight. None for a share for which the second of these variances is 0."""
    simple = [sum((c * c * v for c, v in zip(row, spread.simple, strict=True)), Fraction(0)) for row in rows]
    return tuple(covariance[i][i] / v if v > 0 else None for i, v in enumerate(simple))


def _likeliest(model: Model, chances: Sequence[Mechanism], tallies: Sequence[Tally]) -> tuple[Number, ...]:
    """Find the maximum likelihood shares. Both half-samples are read as one mechanism, whose answers are pairs: a half-sample and
    its answer."""
    sizes = [sum(tally.weights, Fraction(0)) for tally in tallies]
    rows = [[x * n / sum(sizes) for x in row] for p, n in zip(chances, sizes, strict=True) for row in p.rows]
    found = likeliest_shares(Mechanism(rows), [y for tally in tallies for y in tally.weights]).prevalence
    if model is Model.CHEATING:
        return found[1], found[0], found[2]
    return found[2] + found[3], found[1] + found[3]


def _epsilon(model: Model, p: Mechanism, likeliest: Sequence[Number]) -> Any:
    """Return the ε that an honest respondent's answer spends. With an unrelated question it is computed at the likeliest share of
    yes to that question."""
    if model is Model.CHEATING:
        return LDP.tightest_epsilon(Mechanism([row[:2] for row in p.rows]))
    return LDP.tightest_epsilon(simmons(unrelated=likeliest[1], p=p.rows[1][2]))
