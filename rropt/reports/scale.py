"""The part of the board's page about the mean of a scale, if the design has scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rropt.exact.decimal import spell_plainly
from rropt.exact.element import Number
from rropt.mechanism import Answers
from rropt.problem.result import Design
from rropt.reports.page import Block, Grid
from rropt.show import up
from rropt.survey.plans import plan_mean

__all__ = ["people_for_mean", "say_mean"]

PARTS = (20, 40, 80)
"""A margin is the distance from the least to the largest score, divided by one of these."""


def say_mean(found: Design, p: Answers, belief: Sequence[Number], n: int, effects: Mapping[str, Any]) -> list[str]:
    """Say the standard error of the mean from n answers; empty if the design has no scores, or if the mechanism has no matrix."""
    scores = found.problem.objective.scores
    if scores is None or p.matrix is None:
        return []
    error = plan_mean(p.matrix, scores, prevalence=list(belief), n=n, **effects).standard_error
    named = _named(p.input_labels, scores)
    return [
        f"The estimated mean of the scores{f' ({named})' if named else ''} has a standard error of at most "
        f"{up(error)} from {n:,} answers."
    ]


def _named(labels: Sequence[str], scores: Sequence[Any]) -> str:
    """Say the score of each input, or of the first 12; empty if all inputs are named by their scores."""
    pairs = [(label, spell_plainly(s)) for label, s in zip(labels, scores, strict=True)]
    if all(label == s for label, s in pairs):
        return ""
    return ", ".join(f"{label} {s}" for label, s in pairs[:12]) + (", …" if pairs[12:] else "")


def people_for_mean(found: Design, p: Answers, belief: Sequence[Number], effects: Mapping[str, Any]) -> Iterator[Block]:
    """Tabulate how many people are needed to estimate the mean of the scores within given margins of error.

    Nothing is yielded if the design has no scores, or if the mechanism has no matrix.
    """
    scores = found.problem.objective.scores
    if scores is None or p.matrix is None:
        return
    margins = [(max(scores) - min(scores)) / part for part in PARTS]
    plans = [plan_mean(p.matrix, scores, prevalence=list(belief), margin=margin, **effects) for margin in margins]
    rows = [
        [f"± {spell_plainly(m)}", f"{x.n:,}", f"{x.truthful:,}" if x.truthful is not None else ""]
        for m, x in zip(margins, plans, strict=True)
    ]
    header = ["margin", "people", "if everybody simply told the truth"]
    if effects["deff"] is not None:
        # The design effect of the truth is another one, and not stated.
        header, rows = header[:2], [row[:2] for row in rows]
    yield Grid("People needed for a 95 % interval of the mean of the scores", header, rows)
