"""Sentences about estimates: the table of shares, the choice of weights, the method of the intervals, and unlikely answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rropt.exact.element import Number
from rropt.exact.spelling import counted
from rropt.results import exact_fields, text_table
from rropt.survey.clustered.clusters import Clusters
from rropt.survey.enclosures import number
from rropt.survey.sampling import Sampling
from rropt.survey.tally import Tally
from rropt.survey.weights import Origin, Weights

__all__ = [
    "BY_LIKELIHOOD_RATIO",
    "HEADER",
    "IMPLAUSIBLE",
    "ITS_VARIANCE",
    "MANY_INPUTS",
    "METHOD_NOTES",
    "NO_SHARE",
    "OTHER_LIKELIHOOD",
    "SHORT",
    "WEIGHTED",
    "WEIGHTS",
    "clusters_in_strata",
    "clusters_note",
    "design_document",
    "drawn_note",
    "effects_note",
    "sampling_said",
    "text_of_shares",
    "weights_said",
]

ITS_VARIANCE, UNBIASED = "its variance", "unbiased"
HEADER = ("estimate", "standard error", "lower", "upper", "maximum likelihood")

MOST_EFFECTS = 12

NO_SHARE = (
    "No {what} fits these answers at {level}% confidence (the linear estimate is {estimate}): some may have protected "
    "themselves by one answer whatever the device said, or used another device than this, or it is chance."
)
"""Said in place of an empty interval: if its two equal ends were printed, they would read as if much were known."""
SHORT = (
    "WARNING: the linear estimate of {what}, {estimate}, lies further outside of [0, 1] than its interval is long: the interval "
    "is short because these answers are unlikely at any share, not because much is known. Some may have protected themselves "
    "by one answer whatever the device said."
)

IMPLAUSIBLE = (
    "WARNING: whatever the shares are, such answers come less than once in a thousand surveys if everybody follows this "
    "mechanism. Truths that were never randomized look like this, and so do answers through another device."
)
IF_UNRELATED = "The estimate assumes that refusing is unrelated to the truth."
WEIGHTED = "Weighted shares; variances linearised, for independent draws."
BY_LIKELIHOOD_RATIO = " The likelihood-ratio interval, which is never empty and covers, is from {} to {}."
OTHER_LIKELIHOOD = (
    "Maximum likelihood is that of independent draws (a multinomial law), not that of a fixed population "
    "of whole people."
)
MANY_INPUTS = ", with the largest variance that any mixture of the other inputs allows"

WEIGHTS = {
    Origin.PLANNED: "Weights: best at the planned shares ({where}); unbiased whatever the shares are.",
    Origin.STATED: "Weights: best at the stated shares ({where}); unbiased whatever the shares are.",
    Origin.ONE_STEP: (
        "Weights: no plan is known, so best at the shares that the answers suggest ({where}): the one-step estimator, "
        "unbiased and best only asymptotically; standard errors and intervals take these weights as fixed."
    ),
}
METHOD_NOTES = {
    "chebyshev": " (covers at least as often as stated, at every prevalence)",
    "normal": " (an approximation for large samples)",
    "wilson": " (the score interval, an approximation)",
    "clopper-pearson": " (exact tails: covers at least as often as stated)",
    "likelihood-ratio": (
        " (Feldman and Cousins's for shares in [0, 1], from one count alone, that of the answers which tell of the input: never "
        "empty, covers at least as often as stated)"
    ),
}


FEW_CLUSTERS = 10
"""If the answers of a group come from at most this many of the survey's clusters, a sentence warns of its error."""


def law_said(method: str, freedom: int | None) -> str:
    """Name the method of the intervals, with a note on it. A normal interval with `freedom` degrees of freedom uses Student's t,
    which is then named instead."""
    if freedom is not None and method == "normal":
        method_said = f"Student's t with {counted(freedom, 'degree', 'degrees')} of freedom"
    else:
        method_said = method
    return method_said + METHOD_NOTES[method]


def few_clusters(clusters: Clusters | None) -> list[str]:
    """Warn if the answers of a group come from few of the survey's clusters, so that its error has few degrees of freedom."""
    if clusters is None or not (own := len(clusters.own.keys)) < len(clusters.keys) or own > FEW_CLUSTERS:
        return []
    if not clusters.freedom:
        return []
    what, differ = ("respondents", "people") if clusters.are_people else ("clusters", "clusters")
    return [
        f"The answers come from {own} of {len(clusters.keys)} {what}: the error rests on "
        f"{counted(clusters.freedom, 'degree')} of freedom, because so few show only roughly how {differ} differ."
    ]


def left_out_said(tally: Tally) -> list[str]:
    """Say which answers are left out, because they are no output of the mechanism, and how many rows have weight 0.

    Empty if there are no such answers and no such rows.
    """
    whole = counted(tally.dropped, "answer that is", "answers that are")
    lines = [f"Left out: {whole} no output of the mechanism{tally.left_out()}. {IF_UNRELATED}"] if tally.dropped else []
    if tally.weightless:
        rows = counted(tally.weightless, "row")
        clusters = "" if tally.clusters is None or tally.clusters.are_people else "; their clusters count"
        lines.append(f"Left out: {rows} with a weight of 0, not counted among the answers{clusters}.")
    return lines


def text_of_shares(header: Sequence[str], rows: Sequence[Sequence[str]], *, differ: bool = True) -> str:
    """Write the table of shares for a screen, without the columns that would tell nothing.

    The column of the variances' origin is left out if all variances are unbiased estimates. The column of maximum likelihood shares
    is left out if `differ` is False, because they then equal the estimates.
    """
    j = header.index(ITS_VARIANCE)
    usual = all(row[j] == UNBIASED for row in rows)
    kept = [i for i in range(len(header)) if (i != j or not usual) and (differ or not header[i].startswith(HEADER[4]))]
    header, *rows = ([row[i] for i in kept] for row in (header, *rows))
    return text_table(header, rows)


def sampling_said(model: Sampling, clusters: Clusters | None) -> str:
    """Write how respondents were drawn. If `clusters` is None, the text describes the sampling model.

    Otherwise the text says that clusters were drawn independently with replacement. If each cluster is a single respondent, it
    speaks of respondents in place of clusters. If there are several strata, it adds that this was done in every stratum.
    """
    if clusters is None:
        return str(model)
    within = " in every stratum" if clusters.strata > 1 else ""
    if clusters.are_people:
        return f"respondents drawn independently with replacement{within}: respondents and device are random"
    return f"clusters drawn independently with replacement{within}: clusters, their respondents and device are random"


def drawn_note(tally: Tally) -> str:
    """Say how the variances of weighted or clustered answers are estimated."""
    clusters = tally.clusters
    if clusters is None:
        return WEIGHTED
    own = len(clusters.own.sums)
    answered = "" if own == len(clusters.sums) else f" ({own} with answers counted here)"
    drawn = clusters_in_strata(len(clusters.sums), clusters.strata, are_people=clusters.are_people)
    return clusters_note(f"{drawn}{answered}", clusters.freedom, is_weighted=tally.is_weighted)


def clusters_in_strata(clusters: int, strata: int, *, are_people: bool = False) -> str:
    """Say how many clusters were drawn, or respondents if `are_people`. If there are several strata, say how many."""
    return f"{clusters} {'respondents' if are_people else 'clusters'}" + (f" in {strata} strata" if strata > 1 else "")


def clusters_note(which: str, freedom: int, *, is_weighted: bool) -> str:
    """Say how the variances of answers from these clusters are estimated."""
    start = "Weighted shares; variances" if is_weighted else "Variances"
    return (
        f"{start} linearised over {which}, taken as drawn independently: "
        f"{counted(freedom, 'degree', 'degrees')} of freedom, and Student's t in the intervals."
    )


def effects_note(labels: Sequence[str], effects: Sequence[Number | None] | None) -> str:
    """Write the design effects, at most 12. They are the factors by which clusters and weights change the variances."""
    pairs = [f"{x} {number(e)}" for x, e in zip(labels, effects or [], strict=False) if e is not None]
    more = ", …" if len(pairs) > MOST_EFFECTS else ""
    said = ", ".join(pairs[:MOST_EFFECTS]) + more or "none, as there is no variance to compare with"
    return (
        f"Design effects (each variance divided by that of equally many independent answers of equal weight): {said}."
    )


def weights_said(labels: Sequence[str], chosen: Weights) -> list[str]:
    """Say at which shares the variance of the linear weights is least, and why they were chosen. Return no lines if there was no
    choice."""
    if chosen.at is None:
        return []
    where = ", ".join(f"{label} {number(x)}" for label, x in zip(labels, chosen.at, strict=True))
    return [WEIGHTS[chosen.origin].format(where=where)]


def design_document(labels: Sequence[str], tally: Tally, effects: Sequence[Number | None] | None) -> dict[str, Any]:
    """Return clusters, degrees of freedom and design effects for JSON; empty if `effects` is None, as without a variance."""
    if effects is None:
        return {}
    found: dict[str, Any] = {
        "design_effects": {x: exact_fields(e) for x, e in zip(labels, effects, strict=True)},
        "drawn": [drawn_note(tally), effects_note(labels, effects)],
    }
    if (clusters := tally.clusters) is None:
        return found
    numbers = {"clusters": len(clusters.sums), "strata": clusters.strata}
    numbers |= {"clusters_with_answers": len(clusters.own.sums), "degrees_of_freedom": clusters.freedom}
    return {key: str(x) for key, x in numbers.items()} | found
