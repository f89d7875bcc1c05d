"""Witnesses of low degree in t, for where those of a vertex are too long to check: gains without t, inner garblings.

Gains that tell the mechanisms apart at one t do so nearby, unchanged and rounded. And where C·P = Q has solutions with
all entries positive, most of them can be kept as rational numbers: with outputs U on which the columns J of P are
independent, C_iU = (Q_iJ − C_iN·P_NJ)·P_UJ⁻¹ for all rows but the last, which is what the columns lack to 1. The degree is that
of one inverse of the size of P's rank, where a vertex has that of the whole program. Neither kind reaches the points
where P begins or ceases to dominate.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.linalg import qr

from rropt.exact.field import Free, Number
from rropt.exact.matrix import Matrix, freeze, inverse, product
from rropt.mechanism import Mechanism
from rropt.oracles.evaluate import at_point
from rropt.oracles.garbling_parametric import Candidate, at_sample, candidate_at, with_gains
from rropt.oracles.garbling_program import GarblingProgram, spanning_columns
from rropt.oracles.highs import dense_rows, minimise
from rropt.oracles.rounding import rounded_gains

__all__ = ["constant_gains", "fixed_gains", "inner_garbling"]

ZERO, ONE = Fraction(0), Fraction(1)
STEPS = (8, 64, 2**10, 2**20, 2**40)
LEAST = 1e-9


def constant_gains(first: Mechanism, second: Mechanism, field: Free, t: Fraction) -> Candidate | None:
    """Round gains on which the second earns most of what it can at the rational t."""
    p, q = at_sample(first, field, t), at_sample(second, field, t)
    found = candidate_at(p, q, field, t)
    if found is None or found.gains is None:
        return None
    gains = rounded_gains(found.gains, p, q, kept=Fraction(1, 2))
    return None if gains is None else fixed_gains(first, second, gains, t)


def fixed_gains(first: Mechanism, second: Mechanism, gains: Matrix, t: Fraction) -> Candidate | None:
    """The gains with the best actions at t, if they tell the mechanisms apart there."""
    found = with_gains(first, second, gains, t)
    return found if found is not None and found.holds_at(t) else None


def inner_garbling(first: Mechanism, second: Mechanism, field: Free, t: Fraction) -> Candidate | None:
    """A garbling with positive entries at the rational t, all but those of a few outputs of P rational numbers."""
    span, _ = spanning_columns(first)
    program = GarblingProgram(first, second, span)
    near = _inner_point(program, field, t)
    if near is None:
        return None
    p = [[row[j] for j in span] for row in first.rows]
    numbers = [[float(at_point(x, field, t)) for x in row] for row in p]
    order = [int(u) for u in qr(np.array(numbers).T, mode="r", pivoting=True)[1]]
    solved, kept = order[: len(span)], order[len(span) :]
    inverted = inverse([p[u] for u in solved])
    targets = [[row[j] for j in span] for row in second.rows[:-1]]
    for step in STEPS:
        fixed = [[Fraction(round(near[i][u] * step), step) for u in kept] for i in range(len(targets))]
        found = _completed(fixed, kept, solved, p, targets, inverted)
        candidate = Candidate(found, None, tuple(x for row in found for x in row), ())
        if candidate.holds_at(t):
            return candidate
    return None


def _inner_point(program: GarblingProgram, field: Free, t: Fraction) -> Sequence[Sequence[float]] | None:
    """A garbling at t whose smallest entry is as large as can be, in floats; None if that is 0 or there is none."""
    rows, right = program.standard_form()
    a = np.array([[float(at_point(x, field, t)) for x in row] for row in rows])
    b = np.array([float(at_point(x, field, t)) for x in right])
    cost = np.append(np.zeros(a.shape[1]), -1.0)
    answer = minimise(cost, dense_rows(np.column_stack([a, a.sum(axis=1)]).tolist(), b.tolist(), b.tolist()))
    if not answer.solved or -answer.value < LEAST:
        return None
    entries: Any = answer.point[:-1] + answer.point[-1]
    return entries.reshape(program.second.m, program.first.m).tolist()  # type: ignore[no-any-return]


def _completed(
    fixed: Sequence[Sequence[Fraction]],
    kept: Sequence[int],
    solved: Sequence[int],
    p: Sequence[Sequence[Number]],
    targets: Sequence[Sequence[Number]],
    inverted: Matrix,
) -> Matrix:
    """All of C from its entries for the outputs that are kept."""
    made = product(fixed, [p[u] for u in kept]) if kept else [[ZERO] * len(inverted)] * len(targets)
    lacking = [[q - c for q, c in zip(*pair, strict=True)] for pair in zip(targets, made, strict=True)]
    solution = product(lacking, inverted)
    rows = [dict(zip((*kept, *solved), (*a, *b), strict=True)) for a, b in zip(fixed, solution, strict=True)]
    outputs = range(len(p))
    return freeze(
        [*([row[u] for u in outputs] for row in rows), [ONE - sum((r[u] for r in rows), ZERO) for u in outputs]]
    )
