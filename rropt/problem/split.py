"""Answers that share a label: how to optimise a sum Σ f(r_i) over the rows r_i of a mechanism, with f convex, if conditions name
labels.

A condition bounds a sum Σ a·P[label, input]. An answer may be split into several answers with the same label. The sum then runs
over all of these: Σ_i a_label(i)·r_i over the rows r_i, where label(i) is the label of row i. So for each label it suffices to seek
weights for the rows s that generate the cone of the demand. If f is also homogeneous, the largest Σ f is a linear program in these
weights. Its dual is the lemma on prices (SPEC.md, section 4). For each label and each generating row s, the dual variables y, z and
u satisfy f(s) ≤ y·s + Σ z h(s) + Σ_n u_n a_n,label·s. Here h stands for the functions that the demand bounds, and a_n,label for the
factors of condition n at the label. If answers could not be split, the program would not be convex, and its best value might be
less.

A certificate names each row as an output of its own and writes the conditions for these outputs. The question stays the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix, total_of
from rropt.problem.answers import Evidence
from rropt.problem.problem import Problem

__all__ = ["join_labels", "pad_labels", "parts_of_labels", "split_as", "split_labels", "with_labels"]


def split_as(problem: Problem, outputs: Sequence[str] | None) -> Problem:
    """If several answers may share a label, restate the problem so that it has one answer for each of `outputs`. Otherwise, and if
    `outputs` is None, return the problem unchanged."""
    if outputs is None or not problem.splits_answers:
        return problem
    return split_labels(problem, parts_of_labels(problem, outputs))


def with_labels(problem: Problem) -> Problem:
    """Restate the problem with the indices of its answers as labels, so that each answer may be split into several."""
    return problem.restated(outputs=[str(i) for i in range(problem.m)])


def join_labels(problem: Problem, found: Evidence) -> Matrix:
    """Add up the rows of each label of the mechanism found; return one row per label. The sums keep the demand and the
    conditions."""
    left = iter(found.rows)
    parts = parts_of_labels(problem, found.outputs or ())
    return tuple(tuple(map(total_of, zip(*(next(left) for _ in range(n)), strict=True))) for n in parts)


def split_labels(problem: Problem, parts: Sequence[int]) -> Problem:
    """Restate the problem with several answers for a label: `parts[i]` answers for the i-th label. A condition on a label becomes a
    condition on the sum of all answers with this label."""
    labels = problem.output_labels or ()
    names = [
        label if n == 1 else f"{label} ({number})"
        for label, n in zip(labels, parts, strict=True)
        for number in range(1, n + 1)
    ]
    # a label that is the name of one more part would be read as that part
    next_parts = {f"{label} ({n + 1})" for label, n in zip(labels, parts, strict=True) if n > 1}
    if len(set(names)) < len(names) or next_parts & set(names):
        raise InputError(
            f"rropt numbers the parts of an answer, as in '{labels[0]} (1)', but one of the labels {', '.join(labels)[:80]} has "
            "such a number already; give labels that do not end in (1), (2) and so on"
        )
    starts = [sum(parts[:i]) for i in range(len(parts))]
    conditions = [
        replace(c, terms=tuple(((starts[i] + n, j), a) for (i, j), a in c.terms for n in range(parts[i])))
        for c in problem.conditions
    ]
    return problem.restated(outputs=names, subject_to=conditions)


def parts_of_labels(problem: Problem, outputs: Sequence[str]) -> tuple[int, ...]:
    """Count the answers of each label among a mechanism's outputs, in the order of the labels. Refuse outputs that belong to no
    label, and outputs among which a label has no answer."""
    labels, left, parts = problem.output_labels or (), list(outputs), []
    for label in labels:
        n = 0
        while left and left[0] == f"{label} ({n + 1})":
            left, n = left[1:], n + 1
        # a label whose answer is missing leaves [""], which no label takes, so that the outputs are refused below
        if not n:
            n, left = 1, left[1:] if left and left[0] == label else [""]
        parts.append(n)
    if left:
        raise InputError(
            f"the outputs {', '.join(outputs)[:80]} do not match the labels {', '.join(labels)[:80]}; give all answers of "
            "each label, in the order of the labels"
        )
    return tuple(parts)


def pad_labels(rows: Matrix, parts: Sequence[int], most: Sequence[int]) -> Matrix:
    """Add rows of zeros to the rows of each label, so that the i-th label has `most[i]` rows.

    In `rows`, the i-th label has `parts[i]` rows, directly after those of the label before it. A row of zeros is an answer that is
    never given.
    """
    zeros, left = (Fraction(0),) * len(rows[0]), iter(rows)
    own = [[next(left) for _ in range(n)] for n in parts]
    return tuple(row for some, n in zip(own, most, strict=True) for row in (*some, *[zeros] * (n - len(some))))
