"""The function `estimate` estimates shares from counts, from answers or from a data frame, under a stated sampling model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from numbers import Integral
from pathlib import Path
from typing import Any

from rropt.engine.sets import answers_of
from rropt.exact.element import Number
from rropt.exact.errors import Argument, Either, InputError
from rropt.exact.matrix import Matrix
from rropt.exact.spelling import counted
from rropt.mechanism import Mechanism
from rropt.privacy.given import require_matrix
from rropt.survey.frames import JOIN, is_frame, joint_name, tallies_of_frame
from rropt.survey.groups import Estimates
from rropt.survey.intervals.interval import NOT_UNBIASED, Interval, Method, interval, normal_interval, read_method
from rropt.survey.intervals.quantile import read_confidence
from rropt.survey.likelihood import maximum_likelihood
from rropt.survey.plug_in import share_variance
from rropt.survey.prevalence import uniform
from rropt.survey.result import Estimate
from rropt.survey.sampling import (
    CENSUS,
    INDEPENDENT_DRAWS,
    REPLACEMENT,
    Sampling,
    population_of_groups,
    read_sampling,
    whole_population,
)
from rropt.survey.tally import (
    MISSING,
    Missing,
    Other,
    Tally,
    refuse_weighted_counts,
    tally_of_answers,
    tally_of_counts,
)
from rropt.survey.variance import (
    estimated_variances,
    every_second_moment,
    linearised_covariance,
    weighted_estimate,
    why_no_variance,
)
from rropt.survey.weights import Origin, Weights, apply, one_step_shares, planned_weights

__all__ = [
    "chosen_weights",
    "estimate",
    "estimate_tally",
    "is_nobody",
    "read_tallies",
    "require_columns",
    "somebody_and_nobody",
    "why_nothing",
]

NO_POSITIVE_WEIGHT = ", so there is nothing to estimate; give positive weights"
NAME_OUTPUTS = "say what the file calls them, in this order, with --outputs A,B,…"


def estimate(
    data: Any,
    *,
    mechanism: Mechanism,
    answer: str | None = None,
    by: str | Sequence[str] | None = None,
    sampling: str | Sampling = "replacement",
    population: int | Mapping[Any, int] | None = None,
    weights: Any = None,
    counts: str | None = None,
    cluster: str | None = None,
    stratum: str | None = None,
    other: Other = "error",
    missing: Missing = "error",
    method: str | None = None,
    confidence: object = "0.95",
    working: object = None,
) -> Estimate | Estimates:
    """Estimate the shares of a mechanism's inputs among the respondents whose randomized answers `data` holds.

    Args:
        data: Counts by answer, answers, or a data frame. A lazy data frame is collected only for `stratum` without `cluster`.
        mechanism: The mechanism that made the answers, or its design.
        answer: Of a frame, the column of the answers.
        by: Of a frame, the column or columns of groups.
        weights: Of a frame, the column of survey weights; of a list of answers, the list of their weights.
        counts: Of a frame that is a table of counts, the column that says how many gave each answer.
        cluster: Of a frame, the column of clusters that were drawn independently, such as schools (one label each).
        stratum: Of a frame, the column of the strata in which the clusters were drawn, or respondents if `cluster` is not given.
        sampling: replacement, census, or srs (simple random sampling) with its `population`; with `by`, a size for each group.
        other: What becomes of answers that are none of the mechanism's outputs: error or drop.
        missing: What becomes of missing answers: error or drop. If `other` is drop, they are dropped too.
        method: The kind of interval: if not given, wilson, or normal with weights, clusters or strata. `confidence` is its level.
        working: The prevalence at which the linear weights are best. By default the design's, or else one that the data suggest.

    Returns:
        The estimated shares with their errors and intervals; with `by`, those of every group.

    Raises:
        InputError: The data have no answers, or answers that are no output of the mechanism.

    Example:
        >>> from rropt import estimate, from_spec
        >>> estimate({0: 1307, 1: 693}, mechanism=from_spec("warner:p=3/4")).prevalence
        (Fraction(807, 1000), Fraction(193, 1000))

    Reference: Warner (1965), Randomized response; Chaudhuri and Mukerjee (1988), Randomized response: theory and techniques.
    """
    mechanism = require_matrix(answers_of(mechanism), "estimate", "call estimate_sets")
    level, weighted = read_confidence(confidence), any(x is not None for x in (weights, cluster, stratum))

    def finish(tally: Tally, people: int | None, chosen: Weights) -> Estimate:
        model = read_sampling(sampling, population=people)
        return estimate_tally(mechanism, chosen, tally, model, method, level, weighted=weighted)

    def of_group(name: str, tally: Tally, people: int | None, chosen: Weights) -> Estimate:
        try:
            return finish(tally, people, chosen)
        except InputError as error:
            way = "filter this group out"
            if cluster is not None:
                way = f"set {columns!r} to missing in its rows; do not filter them out, as other groups need their clusters"
            raise InputError(f"group {name!r}: ", *error.args, f" (or {way})") from None

    columns_of = {
        "answer": answer,
        "by": by,
        "weights": weights,
        "counts": counts,
        "cluster": cluster,
        "stratum": stratum,
    }
    tallies = read_tallies(data, mechanism, other=other, missing=missing, **columns_of)
    chosen = chosen_weights(mechanism, working, tallies.values())
    if by is None:
        return finish(tallies[""], whole_population(population), chosen)
    columns = joint_name(by)
    kept, empty = somebody_and_nobody(tallies)
    many = population_of_groups(population, list(kept))
    found = tuple((name, of_group(name, x, many[name], chosen)) for name, x in kept.items())
    return Estimates(columns, found, tuple((name, why_nothing(x)) for name, x in empty.items()))


def read_tallies(
    data: Any,
    mechanism: Mechanism,
    *,
    answer: str | None,
    by: str | Sequence[str] | None,
    weights: Any,
    counts: str | None,
    cluster: str | None,
    stratum: str | None,
    other: Other,
    missing: Missing,
) -> dict[str, Tally]:
    """Count the answers of each group in the data: in given counts, in a list of answers, or in a data frame. Without groups, the
    result has a single tally, under the name ''."""
    if not is_frame(data):
        plain = _require_plain(data, answer, by, counts or cluster or stratum)
        return {"": _plain(plain, mechanism, weights, other, missing)}
    column = require_columns(answer, by, weights, counts, cluster, stratum)
    labels: Sequence[str] = mechanism.output_labels
    out: dict[str, Any] = {"other": other, "missing": missing, "cluster": cluster, "stratum": stratum}
    tallies = tallies_of_frame(data, labels, answer=column, by=by, weights=weights, counts=counts, **out)
    if not tallies:
        raise InputError("the data have no rows, so there is nothing to estimate")
    return tallies


def is_nobody(group: str, tally: Tally) -> bool:
    """Whether this group has no answers and is left out of the results.

    A group without answers is left out if one of its labels is missing. It is also left out if it has rows of weight 0 and no
    dropped answers. Any other group without answers is an error, which the caller raises.
    """
    return tally.n == 0 and (MISSING in group.split(JOIN) or (tally.weightless > 0 and not tally.dropped))


def somebody_and_nobody(tallies: Mapping[str, Tally]) -> tuple[Mapping[str, Tally], Mapping[str, Tally]]:
    """Divide groups into those that are estimated, which are all if none has answers, and those that are left out. Refuse groups
    whose rows all have a weight of 0."""
    empty = {name: x for name, x in tallies.items() if is_nobody(name, x)}
    kept = {name: x for name, x in tallies.items() if name not in empty} or tallies
    if kept is tallies and empty and not any(x.dropped for x in empty.values()):
        raise InputError(f"all {sum(x.weightless for x in empty.values())} rows have a weight of 0", NO_POSITIVE_WEIGHT)
    return kept, empty


def why_nothing(tally: Tally) -> str:
    """Say why the rows of this tally contain no answer that counts."""
    if tally.weightless and not tally.dropped:
        return f"all {counted(tally.weightless, 'row has', 'rows have')} a weight of 0"
    if not tally.dropped:
        return "there are no answers"
    dropped = "the only answer was" if tally.dropped == 1 else f"all {tally.dropped} answers were"
    return f"{dropped} left out{tally.left_out()}"


def _require_plain(data: Any, answer: object, by: object, counts: object) -> Any:
    """Return the data unchanged, but refuse text, which is neither counts nor answers. Also refuse names of columns, because the
    caller has found that the data are not a data frame."""
    if isinstance(data, str | bytes | Path):
        raise InputError(
            f"the data are one string, {str(data)[:60]!r}; give counts, a sequence of answers or a data frame (read a file "
            "first, for instance with polars.read_csv)"
        )
    if by is not None or answer is not None or counts is not None:
        raise InputError(
            "answer=, by=, counts=, cluster= and stratum= name columns of a data frame, but the data are "
            f"of type {type(data).__name__}; leave these arguments out"
        )
    return data


def require_columns(
    answer: str | None,
    by: object,
    weights: object,
    counts: object = None,
    cluster: object = None,
    stratum: object = None,
) -> str:
    """Check the names of columns, refuse those that do not go together, and return the column of answers."""
    refuse_weighted_counts(weights, counts)
    if stratum is not None and cluster is None and counts is not None:
        raise InputError(
            f"strata ('{stratum}') without clusters need a row for each respondent, which a table of counts does not have; give "
            "one row per respondent, or name the clusters' column too, with ",
            Argument("cluster", "COLUMN"),
        )
    if answer is None:
        raise InputError("a data frame needs the name of the column of answers; give ", Argument("answer", "COLUMN"))
    others = (("weights", weights), ("counts", counts), ("cluster", cluster), ("stratum", stratum))
    several = list(by) if isinstance(by, Sequence) and not isinstance(by, str) else [by]
    for name, column in (("answer", answer), *(("by", x) for x in several), *others):
        if column is not None and not isinstance(column, str):
            raise InputError(f"{name} = {str(column)[:60]} must be the name of one column, as a text")
    return answer


def chosen_weights(p: Mechanism, working: object, tallies: Iterable[Tally]) -> Weights:
    """Return the linear weights: how much each answer adds to each share. They are best at the planned prevalence. If no prevalence
    is planned, they are best at the shares that the answers of all groups together suggest.

    If nothing is planned and there is more than one choice of weights, the weights depend on the answers, and all groups have the
    same weights. The resulting shares are a one-step estimate, which is unbiased and best only for large samples.
    """

    def from_answers() -> Sequence[Number]:
        sums = [sum(column, Fraction(0)) for column in zip(*(tally.weights for tally in tallies), strict=True)]
        total = sum(sums, Fraction(0))
        return one_step_shares(p, [x / total for x in sums]) if total else uniform(p.k)

    return planned_weights(p, working=working, plan=from_answers, origin=Origin.ONE_STEP)


def _plain(data: Any, mechanism: Mechanism, weights: Any, other: Other, missing: Missing) -> Tally:
    if isinstance(data, Mapping):
        if weights is not None:
            raise InputError("weights cannot be given with counts; give one answer and one weight per respondent")
        return tally_of_counts(data, mechanism.output_labels, other=other, missing=missing)
    if not isinstance(data, Iterable):
        raise InputError(f"the data must be counts, a sequence of answers or a data frame, not {str(data)[:60]}")
    _refuse_counts(data, mechanism.output_labels)
    return tally_of_answers(data, mechanism.output_labels, weights=weights, other=other, missing=missing)


def _refuse_counts(data: Iterable[Any], outputs: Sequence[str]) -> None:
    """Refuse a list that looks like counts of answers, because it does not say which count belongs to which output.

    A list looks like counts if three things hold. It has as many entries as there are outputs. Every entry is a whole number. No
    entry is the label of an output.
    """
    if not (isinstance(data, list | tuple) or hasattr(data, "__array__")) or len(data) != len(outputs):  # type: ignore[arg-type]
        return
    if all(isinstance(x, Integral) and not isinstance(x, bool) and str(x) not in outputs for x in data):
        meant = ", ".join(f"{label!r}: {x}" for label, x in zip(outputs[:4], data, strict=False))
        raise InputError(f"the data {str(data)[:60]} look like counts; say of which outputs, such as {{{meant}}}")


def estimate_tally(
    p: Mechanism,
    weights: Weights,
    tally: Tally,
    model: Sampling,
    method: str | None,
    level: Fraction,
    *,
    weighted: bool,
) -> Estimate:
    """Estimate the shares from a tally of the mechanism's outputs."""
    matrix = weights.matrix
    if tally.n == 0 and tally.weightless and not tally.dropped:
        raise InputError(why_nothing(tally), NO_POSITIVE_WEIGHT)
    if tally.n == 0:
        outputs = ", ".join(p.output_labels[:8]) + (", …" if p.m > 8 else "")
        raise InputError(
            f"{why_nothing(tally)}, so there is nothing to estimate; the mechanism's outputs are {outputs}: ",
            Either(
                "give such answers, or rename the outputs as the data call them, in this order, with relabel(outputs=…)",
                NAME_OUTPUTS,
            ),
        )
    model.factor(tally.n)
    if weighted:
        return _weighted(p, weights, tally, model, method, level)
    shares = apply(matrix, [Fraction(y, tally.n) for y in tally.counts])
    chosen = Method.WILSON if method is None else read_method(method)
    found = _intervals(p, matrix, tally, model, chosen, level)
    likelihood = maximum_likelihood(p, tally.counts, shares)
    variances = _variances(matrix, tally, model)
    return Estimate(p, tally, model, weights, shares, variances, likelihood, found, chosen, level)


def _intervals(
    p: Mechanism, matrix: Matrix, tally: Tally, model: Sampling, method: Method, level: Fraction
) -> tuple[Interval, ...]:
    lines = every_second_moment(p, matrix) if method in (Method.WILSON, Method.CHEBYSHEV) else (None,) * p.k
    return tuple(
        interval(p, matrix, tally.counts, j, method=method, confidence=level, sampling=model, personal=line)
        for j, line in enumerate(lines)
    )


def _variances(matrix: Matrix, tally: Tally, model: Sampling) -> tuple[Number, ...] | None:
    if tally.n == 1 and model.factor(1) == 1:
        return None
    return estimated_variances(matrix, tally.counts, sampling=model)


def _weighted(
    p: Mechanism, weights: Weights, tally: Tally, model: Sampling, method: str | None, level: Fraction
) -> Estimate:
    matrix = weights.matrix
    if model == CENSUS and tally.clusters is not None and not tally.is_weighted:
        raise InputError(
            "in a census only the device is random, so clusters and strata add no error; leave out ",
            Either("cluster and stratum", "--cluster and --stratum"),
        )
    if model != REPLACEMENT:
        what = "weights" if tally.clusters is None else "clusters"
        raise InputError(
            f"{what} can be combined with independent draws, not with {model.kind}; give ", INDEPENDENT_DRAWS
        )
    if method not in (None, Method.NORMAL):
        kind = "weighted shares is always normal"
        if tally.clusters is not None:
            kind = "shares from clusters is always normal, by Student's t"
        raise InputError(f"the interval of {kind}, not {method}; leave the method out")
    shares, variances = weighted_estimate(matrix, tally), None
    # without a variance nothing is known of the error of a share, and its interval is [0, 1]
    found: tuple[Interval, ...] = (Interval(Fraction(0), Fraction(1)),) * p.k
    if not why_no_variance(tally):
        variances = tuple(row[j] for j, row in enumerate(linearised_covariance(matrix, tally)))
        found = _weighted_intervals(p, matrix, tally, model, shares, variances, level)
    likelihood = maximum_likelihood(p, tally.weights, shares)
    return Estimate(p, tally, model, weights, shares, variances, likelihood, found, Method.NORMAL, level, True)


def _weighted_intervals(
    p: Mechanism,
    matrix: Matrix,
    tally: Tally,
    model: Sampling,
    shares: tuple[Number, ...],
    variances: tuple[Number, ...],
    level: Fraction,
) -> tuple[Interval, ...]:
    """Make normal intervals of the shares from their linearised variances. If such a variance is 0, it is replaced by an exact
    variance (see `plug_in`), and the interval's note says so."""
    found = []
    for j, (x, v) in enumerate(zip(shares, variances, strict=True)):
        stated = share_variance(p, matrix, tally, model, j, x, v, is_weighted=True)
        note = "" if stated.is_estimated else NOT_UNBIASED
        found.append(normal_interval(x, stated.value, level, note=note, freedom=tally.freedom))
    return tuple(found)
