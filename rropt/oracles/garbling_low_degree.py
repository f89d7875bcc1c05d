"""Garblings of low degree in t with positive entries, on as long a stretch of the t-line as one of them serves.

Where C·P = Q has solutions with all entries positive, most entries can be chosen freely: with outputs U on which the
columns J of P are independent and the other outputs N,  C_iU = (Q_iJ − C_iN·P_NJ)·P_UJ⁻¹  for all rows but the last, which
is what the columns lack to 1. The chosen entries are polynomials in 1/t of degree 0, 1 or 2 with rational coefficients; what
remains is linear in them, so a linear program over many t at once finds those that go on longest. The degree is that of one
inverse of the size of P's rank, where a vertex has that of the whole program. Such garblings do not reach the points where
P begins or ceases to dominate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from scipy.linalg import qr

from rropt.exact.element import Number, generator
from rropt.exact.fields import Free
from rropt.exact.matrix import Matrix, freeze, inverse, product
from rropt.mechanism import Mechanism
from rropt.oracles.garbling_parametric import Candidate
from rropt.oracles.garbling_program import GarblingProgram, spanning_columns
from rropt.oracles.stretch import ENOUGH, at_most_one, furthest, in_floats
from rropt.solvers.highs import Floats, minimise, sparse_rows

__all__ = ["STEPS", "completed", "entry_rows", "inner_garbling", "pivots"]

ZERO, ONE = Fraction(0), Fraction(1)
STEPS = (8, 64, 2**10, 2**20, 2**40)
LEAST = 1e-9


@dataclass(frozen=True, slots=True)
class _Reduced:
    """The program once outputs `solved` are eliminated: the free entries are those of the outputs `kept`."""

    program: GarblingProgram
    solved: list[int]
    kept: list[int]
    points: list[Fraction]
    base: list[Floats]
    slope: list[Floats]
    margins: list[float]


def inner_garbling(first: Mechanism, second: Mechanism, field: Free, points: Sequence[Fraction]) -> Candidate | None:
    """A garbling with positive entries at the first of the points and as many of the following as one of them can."""
    reduced = _reduced(first, second, field, points)
    if not reduced.points:
        return None
    count, degree, entries = furthest(len(reduced.points), lambda count, degree: _solved(reduced, count, degree))
    if entries is None:
        return None
    return _rounded(reduced, field, reduced.points[:count], entries.reshape(degree + 1, second.m - 1, -1))


def _reduced(first: Mechanism, second: Mechanism, field: Free, points: Sequence[Fraction]) -> _Reduced:
    """The elimination at every point up to the first that has no garbling with positive entries."""
    program = GarblingProgram(first, second, spanning_columns(first)[0])
    span, found, margins = list(program.span), [], []
    for t in points:
        p, q = in_floats(first, field, t), in_floats(second, field, t)
        margin = _margin(p[:, span], q[:, span])
        if margin < LEAST:
            break
        found.append((p[:, span], q[:, span]))
        margins.append(margin)
    order = pivots([p for p, _ in found])
    solved, kept = order[: len(span)], order[len(span) :]
    base, slope = [], []
    for p, q in found:
        inverted = np.linalg.inv(p[solved])
        base.append(q[:-1] @ inverted)
        slope.append(-p[kept] @ inverted)
    return _Reduced(program, solved, kept, list(points[: len(found)]), base, slope, margins)


def entry_rows(p: Floats, q: Floats) -> tuple[Floats, list[float]]:
    """The equations of the entries of C, row by row: C·p = q for all rows but the last, and columns that sum to 1."""
    m, n = len(p), len(q)
    rows = [np.kron(np.eye(n)[i], p.T) for i in range(n - 1)]
    return np.vstack([*rows, np.kron(np.ones(n), np.eye(m))]), [*q[:-1].ravel(), *np.ones(m)]


def _margin(p: Floats, q: Floats) -> float:
    """The largest least entry of a garbling at one point, 0 if there is none."""
    m, n = len(p), len(q)
    a, right = entry_rows(p, q)
    with_least = np.column_stack([a, a.sum(axis=1)])
    answer = minimise(np.append(np.zeros(m * n), -1.0), sparse_rows(with_least, right, right))
    return -answer.value if answer.solved else 0.0


def pivots(matrices: Sequence[Floats]) -> list[int]:
    """The outputs, those first on which P is best conditioned at the worst of the points."""
    if not matrices:
        return []
    orders = {tuple(int(u) for u in qr(p.T, mode="r", pivoting=True)[1]) for p in matrices}
    rank = matrices[0].shape[1]
    sizes = {order: [_least_singular(p[list(order[:rank])]) for p in matrices] for order in orders}
    best = [max(of_one) for of_one in zip(*sizes.values(), strict=True)]
    worst = [(min(a / b for a, b in zip(s, best, strict=True)), order) for order, s in sizes.items()]
    return list(max(worst)[1])


def _least_singular(a: Floats) -> float:
    return float(np.linalg.svd(a, compute_uv=False)[-1]) or 1e-300


def _solved(reduced: _Reduced, count: int, degree: int) -> Floats | None:
    """Free entries, coefficient by coefficient of 1/t, positive at the first `count` points; None if they are not clearly."""
    n, kept, solved = reduced.program.second.m - 1, len(reduced.kept), len(reduced.solved)
    size = n * kept * (degree + 1)
    blocks, right = [], []
    for t, base, slope, margin in zip(
        reduced.points[:count], reduced.base, reduced.slope, reduced.margins, strict=False
    ):
        powers = np.array([[float(t) ** -d for d in range(degree + 1)]])
        free = np.kron(powers, np.eye(n * kept))
        completed = np.kron(powers, np.kron(np.eye(n), slope.T))
        last = [-np.kron(np.ones((1, n)), np.eye(x)) @ rows for x, rows in ((kept, free), (solved, completed))]
        rows = np.vstack([free, completed, *last]) / margin
        blocks.append(np.column_stack([rows, np.full(len(rows), -1.0)]))
        low = np.concatenate([np.zeros(n * kept), -base.ravel(), -np.ones(kept), base.sum(axis=0) - 1])
        right.append(low / margin)
    answer = minimise(*at_most_one(np.vstack(blocks), np.concatenate(right)), lower=np.full(size + 1, -np.inf))
    return answer.point[:-1] if answer.solved and -answer.value > ENOUGH else None


def _rounded(reduced: _Reduced, field: Free, points: Sequence[Fraction], entries: Floats) -> Candidate | None:
    """The garbling of the roundest free entries that is positive at all the points."""
    program, t = reduced.program, generator(field)
    p = [[row[j] for j in program.span] for row in program.first.rows]
    targets = [[row[j] for j in program.span] for row in program.second.rows[:-1]]
    inverted = inverse([p[u] for u in reduced.solved])
    for step in STEPS:
        round_ones = [[[Fraction(round(x * step), step) for x in row] for row in rows] for rows in entries]
        free: list[list[Number]] = [[ZERO] * len(reduced.kept) for _ in targets]
        for d, rows in enumerate(round_ones):
            free = [[x + y / t**d for x, y in zip(*pair, strict=True)] for pair in zip(free, rows, strict=True)]
        found = completed(free, reduced.kept, reduced.solved, p, targets, inverted)
        candidate = Candidate(found, None, tuple(x for row in found for x in row), ())
        if all(candidate.holds_at(x) for x in points):
            return candidate
    return None


def completed(
    free: Sequence[Sequence[Number]],
    kept: Sequence[int],
    solved: Sequence[int],
    p: Sequence[Sequence[Number]],
    targets: Sequence[Sequence[Number]],
    inverted: Matrix,
) -> Matrix:
    """All of C from its entries for the outputs that are kept."""
    made = product(free, [p[u] for u in kept]) if kept else [[ZERO] * len(inverted)] * len(targets)
    lacking = [[q - c for q, c in zip(*pair, strict=True)] for pair in zip(targets, made, strict=True)]
    solution = product(lacking, inverted)
    rows = [dict(zip((*kept, *solved), (*a, *b), strict=True)) for a, b in zip(free, solution, strict=True)]
    outputs = range(len(p))
    return freeze(
        [*([row[u] for u in outputs] for row in rows), [ONE - sum((r[u] for r in rows), ZERO) for u in outputs]]
    )
