"""A problem as its certificate states it."""

from __future__ import annotations

from dataclasses import replace

from rropt.binary.pieces import SharePiece
from rropt.certificate.write import Question
from rropt.engine.asks import Asked
from rropt.engine.found import Found, Impossible, Orbits, Unattained, Unidentified
from rropt.exact.reading import label_all
from rropt.problem.problem import Problem

__all__ = ["labels_asked", "question_of", "question_of_share"]


def question_of(problem: Problem, asked: Asked, found: Found | Impossible | Unidentified | Unattained) -> Question:
    """State a problem beside its answer: answers without labels are counted, and those that are split are told apart."""
    labels, conditions = labels_asked(problem, found), problem.conditions
    if labels is None:
        is_matrix = isinstance(found, Found) and not isinstance(found.mechanism, Orbits)
        labels = label_all(None, len(found.mechanism) if is_matrix else problem.k)  # type: ignore[union-attr,arg-type]
    if isinstance(found, Found) and (places := found.counts_as) is not None:
        conditions = tuple(
            replace(one, terms={(n, j): a for (i, j), a in one.terms.items() for n, x in enumerate(places) if x == i})
            for one in conditions
        )
    objective = problem.objective.stated(problem.k)
    if isinstance(found, Unidentified):
        objective, conditions = found.objective, found.conditions
    if isinstance(found, Found) and found.stated is not None:
        objective = found.stated
    return Question(asked, problem.inputs, labels, objective, conditions)


def labels_asked(problem: Problem, found: Found | Impossible | Unidentified | Unattained) -> tuple[str, ...] | None:
    """The labels of the answers, those that are split told apart; None if the question names no answers."""
    labels = problem.outputs
    if labels is None or not isinstance(found, Found) or (places := found.counts_as) is None:
        return labels
    return tuple(
        labels[i] if places.count(i) == 1 else f"{labels[i]} ({places[: n + 1].count(i)})" for n, i in enumerate(places)
    )


def question_of_share(problem: Problem, piece: SharePiece) -> Question:
    """State a problem about every share of a piece of its range."""
    outputs = problem.outputs or label_all(None, len(piece.mechanisms[0]))
    return Question(problem.asked, problem.inputs, outputs, piece.stated)
