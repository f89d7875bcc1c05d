"""Estimate the shares of the truths from the answers of a mechanism, or of one whose answers are sets and too many for a matrix.

The first is in `estimates`. Of sets each share is estimated by itself.

With the matrix P, D = diag(Pπ) and M = PᵀD⁻¹P, the best weights are M⁻¹PᵀD⁻¹. Let the shares be equal. If two inputs are
exchanged, M and the weights stay as they are. So what a set adds to the share of input j depends on two things alone: how many
inputs it holds, and whether it holds j. These are the output of a small mechanism (`SetMechanism.seen`), whose best weights are
those of the large one.

Reference: Ye and Barg (2018), Optimal schemes for discrete distribution estimation under locally differential privacy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
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
    read_answers,
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

__all__ = ["device_or_sets", "estimate", "seen_shares"]

BY_SHARE = ("shares", "variances", "exact", "lower", "upper", "empty", "likely", "effects")
"""The fields of an estimate that are indexed by group and input; the last may be None."""


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
        meanings: What texts of the answers' column stand for, such as {"Yes": "yes", "NA": ""} or Yes=yes,NA= (nothing: missing).
        method: The kind of interval: wilson (the default), normal, chebyshev, clopper-pearson or likelihood-ratio; with weights,
            clusters or strata it is normal, by Student's t where people were drawn in units.
        confidence: The confidence of the intervals.
        working: The shares at which the weights of answers vary least; by default the design's, else what the data suggest.

    Returns:
        The shares of every group with their covariance matrix, errors and intervals.

    Raises:
        InputError: The data have no answers, or answers that are no output of the mechanism.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.survey import estimate
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
    if len(columns.answer) > 1:
        raise InputError(f"the answers stand in one column, not in {', '.join(columns.answer)}; call associate for two")
    if isinstance(given, Device):
        a = read_answers(data, [given.outputs], columns)
        chosen = choose_weights(given, working, a.total(a.w).sum(axis=0))
        return estimate_answers(a, given, chosen, read_sampling(sampling, population, a.groups), method, level)
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
    find: Callable[[Answers, Device, Weights], Estimate],
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
        chosen = choose_weights(small, best, own.total(own.w).sum(axis=0))
        each.append(find(own, small, chosen))
        w[j] = chosen.matrix[0, seen[j]]
    named = [x for x in BY_SHARE if getattr(each[0], x) is not None]
    columns: dict[str, Any] = {x: np.stack([getattr(e, x)[:, 0] for e in each], axis=1) for x in named}
    found = replace(
        each[0], device=Device(np.full(w.T.shape, np.nan), tuple(p.input_labels), tuple(held), digest=p.digest), answers=a,
        weights=Weights(w, None), counts=a.total(a.n), covariance=linear(a, w, sampling=each[0].sampling).covariance,
        remarks=("Each share is estimated by itself, and its likelihood is that of it against all others.",), **columns,
    )  # fmt: skip
    return replace(found, attention=attention_to(found, [False] * len(a.groups)))


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
