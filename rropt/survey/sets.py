"""Estimate shares from answers that are sets of inputs, by a mechanism that may be too large for a matrix.

With the matrix P, D = diag(Pπ) and M = PᵀD⁻¹P, the best weights are M⁻¹PᵀD⁻¹. Let the shares be equal. If two inputs are
exchanged, M and the weights stay as they are. So what a set adds to the share of input j depends on two things alone: how many
inputs it holds, and whether it holds j. These are the output of a small mechanism (`SetMechanism.seen`), whose best weights are
those of the large one.

Reference: Ye and Barg (2018), Optimal schemes for discrete distribution estimation under locally differential privacy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from rropt.engine.sets import SetMechanism, answers_of
from rropt.exact.errors import InputError
from rropt.given import MechanismLike
from rropt.survey.answers import (
    Answers,
    Columns,
    Device,
    Drop,
    meaning,
    read_level,
    read_rows,
    read_sampling,
    sum_up,
    text_of,
)
from rropt.survey.estimates import (
    Estimate,
    Weights,
    attention_to,
    choose_weights,
    estimate_answers,
    linear,
    read_shares,
)
from rropt.survey.laws import Array

__all__ = ["device_or_sets", "estimate_sets", "seen_shares", "sets_of"]

BY_SHARE = ("shares", "variances", "sources", "lower", "upper", "empty", "likely", "effects")
"""The fields of an estimate that are indexed by group and input; the last may be None."""


def device_or_sets(mechanism: MechanismLike) -> Device | SetMechanism:
    """Return the device of a mechanism or a design, or the mechanism whose answers are sets."""
    if isinstance(mechanism, Device):
        return mechanism
    given = answers_of(mechanism)
    return given if isinstance(given, SetMechanism) else Device.of(given)


def sets_of(mechanism: MechanismLike) -> SetMechanism:
    """Return the mechanism whose answers are sets, of a design or as given; refuse another."""
    given = answers_of(mechanism)
    if not isinstance(given, SetMechanism):
        raise InputError(
            f"{str(mechanism)[:60]!r} is no mechanism whose answers are sets, such as the `sets` of a design; call estimate"
        )
    return given


def estimate_sets(
    data: Any,
    *,
    mechanism: MechanismLike,
    answer: str | None = None,
    by: str | Sequence[str] | None = None,
    sampling: str = "replacement",
    population: int | Mapping[Any, int] | None = None,
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
    """Estimate the shares of the inputs from answers that are sets, as `draw` gives them.

    Args:
        data: Counts by answer, a list of answers, any data frame, or a CSV or Parquet file.
        mechanism: The mechanism that made the answers (`Design.sets`), or the design.
        answer: The column of the answers.
        by: The column or columns of groups.
        sampling: replacement, census, or srs with its population.
        population: The size of the population for srs; with groups one number for each.
        weights: The column of survey weights; for a list of answers, the list of their weights.
        counts: In a table of counts, the column that says how many people a row stands for.
        cluster: The column of clusters that were drawn independently.
        stratum: The column of the strata in which clusters were drawn, or respondents where there are no clusters.
        other: What becomes of answers that are no set of the mechanism: error or drop.
        missing: What becomes of missing answers: error or drop.
        meanings: What texts of the answers' column stand for, such as {"Yes": "yes", "NA": ""} (nothing: missing).
        method: The kind of interval (wilson if not given; normal with weights, clusters or strata).
        confidence: The confidence of the intervals.
        working: The shares of all inputs at which weights vary least; by default the design's, else what the data suggest.

    Returns:
        The shares of every group with their covariance matrix, errors and intervals; each share is estimated by itself.

    Raises:
        InputError: The data have no answers, or answers that are no set of the mechanism.

    Examples:
        >>> from rropt import LDP, TotalVariance, design
        >>> from rropt.survey import draw, estimate_sets
        >>> p = design(TotalVariance(), LDP("ln3"), inputs=40).sets
        >>> round(sum(estimate_sets([draw(p, j) for j in range(40)], mechanism=p).prevalence), 9)
        1.0

    Reference: Ye and Barg (2018), Optimal schemes for discrete distribution estimation under locally differential privacy.
    """
    p, level = sets_of(mechanism), read_level(confidence)
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
    rows = read_rows(data, columns)
    held = {
        text: found
        for text in {text_of(meaning(x, columns.meanings)) for x in set(rows.labels[-1])}
        if (found := p.read_label(text)) is not None
    }
    a = sum_up(rows, lambda _: [list(held) or [p.label([0])]], columns)
    model = read_sampling(sampling, population, a.groups)
    at = None if working is None else read_shares(working, p.k)
    small = Device.of(p.seen)
    names = {label: i for i, label in enumerate(small.outputs)}
    seen, w = _seen(p, list(held.values())), np.empty((p.k, a.outputs))
    each: list[Estimate] = []
    for j in range(p.k):
        table = np.array([names.get(p.seen_labels[x], 0) for x in seen[j]])
        own = replace(a, output=table[a.output], outputs=len(names))
        best = None if at is None or small.matrix.shape[0] == small.matrix.shape[1] else seen_shares(p, j, at)
        chosen = choose_weights(small, best, own.total(own.w).sum(axis=0))
        each.append(estimate_answers(own, small, chosen, model, method, level))
        w[j] = chosen.matrix[0, table]
    device = Device(np.broadcast_to(np.nan, w.T.shape), tuple(p.input_labels), tuple(held), digest=p.digest)
    return _side_by_side(device, a, each, w)


def _side_by_side(device: Device, a: Answers, each: Sequence[Estimate], w: Array) -> Estimate:
    """Put together estimates of single shares, each that of the first input of its own small mechanism.

    Together they are linear in the answers, whose weights w give their covariance as for any other mechanism. The matrix of the
    whole `device` is not needed, and may be too large; it has NaN.
    """
    first = each[0]
    named = [x for x in BY_SHARE if getattr(first, x) is not None]
    columns: dict[str, Any] = {x: np.stack([getattr(e, x)[:, 0] for e in each], axis=1) for x in named}
    cov = linear(a, w, sampling=first.sampling).covariance
    found = replace(
        first, device=device, answers=a, weights=Weights(w, None, "only"), counts=a.total(a.n), covariance=cov,
        remarks=("Each share is estimated by itself, and its likelihood is that of it against all others.",), **columns,
    )  # fmt: skip
    return replace(found, attention=attention_to(found, [False] * len(a.groups)))


def seen_shares(p: SetMechanism, j: int, shares: Sequence[float]) -> tuple[float, ...]:
    """Return the shares of the inputs of the small mechanism by which input j is estimated."""
    return tuple(map(float, p.shares_from(j, tuple(map(Fraction, shares)))))


def _seen(p: SetMechanism, held: Sequence[tuple[int, ...]]) -> Array:
    """Return for each input and each set the index of what is seen of it in `seen_labels`: the size, and whether it holds the
    input."""
    found = np.empty((p.k, len(held)), dtype=np.int64)
    for i, inputs in enumerate(held):
        place = p.place_of(inputs)
        assert place is not None  # it was read as an answer of this mechanism
        found[:, i] = 2 * place + 1
        found[list(inputs), i] = 2 * place
    return found
