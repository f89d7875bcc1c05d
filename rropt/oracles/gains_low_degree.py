"""Gains of low degree in t on which Q earns more than P, on as long a stretch of the t-line as one of them serves.

Over Q's outputs i and actions a with gains G_a, Q earns at least Σ_i G_i·Q_i when action i answers output i, and P earns
Σ_u max_a G_a·P_u. The difference is concave in G, so gains that are polynomials in 1/t of degree 0, 1 or 2 are found by a
linear program over many t at once, and then rounded as far as the exact values at all of these t allow.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from rropt.exact.element import Number, generator
from rropt.exact.fields import Free
from rropt.exact.matrix import Matrix, freeze
from rropt.mechanism import Mechanism
from rropt.oracles.garbling_parametric import Candidate, at_sample, with_gains
from rropt.oracles.stretch import ENOUGH, at_most_one, furthest, in_floats
from rropt.order.decision import normalised
from rropt.solvers.highs import Floats, minimise

__all__ = ["fixed_gains", "separating_gains"]

DIGITS = (1, 2, 4, 10, 100, 1000, 10**6, 10**9, 10**12)
LEAST = 1e-9
Pair = tuple[Floats, Floats]


def fixed_gains(first: Mechanism, second: Mechanism, gains: Matrix, t: Fraction) -> Candidate | None:
    """The gains with the best actions at t, if they tell the mechanisms apart there."""
    found = with_gains(first, second, gains, t)
    return found if found is not None and found.holds_at(t) else None


def separating_gains(first: Mechanism, second: Mechanism, field: Free, points: Sequence[Fraction]) -> Candidate | None:
    """Gains on which the second earns more at the first of the points and as many of the following as one can."""
    pairs: list[Pair] = []
    margins: list[float] = []
    for t in points:
        pair = in_floats(first, field, t), in_floats(second, field, t)
        alone = _solved([pair], [t], [1.0], 0, least=LEAST)
        if alone is None:
            break
        pairs.append(pair)
        margins.append(_lead(alone, pair))
    count, degree, entries = furthest(len(pairs), lambda n, d: _solved(pairs[:n], points[:n], margins[:n], d))
    if entries is None:
        return None
    return _rounded(first, second, field, points[:count], entries.reshape(degree + 1, second.m - 1, first.k))


def _solved(
    pairs: Sequence[Pair], points: Sequence[Fraction], margins: Sequence[float], degree: int, *, least: float = ENOUGH
) -> Floats | None:
    """Gains within [-1, 1], coefficient by coefficient of 1/t, with a lead above `least` times the margin at every point.

    The variables are the gains of all actions but the last, which gains nothing; then what P earns at each of its outputs
    at each point; then the part of the margins that is reached.
    """
    (m, k), n, points_n = pairs[0][0].shape, len(pairs[0][1]) - 1, len(pairs)
    size = n * k * (degree + 1)
    blocks, right = [], []
    for s, ((p, q), t) in enumerate(zip(pairs, points, strict=True)):
        powers = np.array([[float(t) ** -d for d in range(degree + 1)]])
        place = np.kron(np.eye(points_n)[s : s + 1], np.eye(m))
        earned = np.vstack([np.kron(powers, np.kron(np.eye(n), p)), np.zeros((m, size))])
        blocks.append(np.column_stack([-earned, np.kron(np.ones((n + 1, 1)), place), np.zeros((len(earned), 1))]))
        lead = np.append(np.kron(powers, q[:-1].ravel()[None, :])[0], -place.sum(axis=0))
        blocks.append(np.append(lead / margins[s], -1.0)[None, :])
        right += [0.0] * (len(earned) + 1)
    blocks.append(np.column_stack([-np.eye(size), np.zeros((size, m * points_n + 1))]))
    lower = np.append(np.full(size, -1.0), np.full(m * points_n + 1, -np.inf))
    answer = minimise(*at_most_one(np.vstack(blocks), [*right, *np.full(size, -1.0)]), lower=lower)
    return answer.point[:size] if answer.solved and -answer.value > least else None


def _lead(entries: Floats, pair: Pair) -> float:
    """By how much Q earns more than P on constant gains."""
    p, q = pair
    gains = np.vstack([entries.reshape(-1, p.shape[1]), np.zeros((1, p.shape[1]))])
    return float((q @ gains.T).max(axis=1).sum() - (p @ gains.T).max(axis=1).sum())


def _rounded(
    first: Mechanism, second: Mechanism, field: Free, points: Sequence[Fraction], entries: Floats
) -> Candidate | None:
    """The roundest gains on which the second earns more at every point, with their best actions at the first point."""
    at = [(x, at_sample(first, field, x), at_sample(second, field, x)) for x in points]
    largest = float(np.abs(entries).max())
    for digits in DIGITS:
        rows = [[[Fraction(round(x / largest * digits), digits) for x in g] for g in d] for d in entries]
        if all(_earns_more(_at(rows, x), p, q) for x, p, q in at):
            return fixed_gains(first, second, _in_t(rows, generator(field)), points[0])
    return None


def _at(coefficients: Sequence[Sequence[Sequence[Fraction]]], t: Fraction) -> list[list[Fraction]]:
    """Gains at a rational t, with the last action's zeros."""
    rows = [
        [sum((x / t**d for d, x in enumerate(xs)), Fraction(0)) for xs in zip(*row, strict=True)]
        for row in zip(*coefficients, strict=True)
    ]
    return [*rows, [Fraction(0)] * len(rows[0])]


def _earns_more(gains: Sequence[Sequence[Fraction]], first: Mechanism, second: Mechanism) -> bool:
    if len({tuple(row) for row in gains}) < 2:
        return False
    problem = normalised(gains)
    return problem.value(second) > problem.value(first)


def _in_t(coefficients: Sequence[Sequence[Sequence[Fraction]]], t: Number) -> Matrix:
    """Gains as polynomials in t, each action once: those in 1/t times a power of t; without t, brought into [0, 1]."""
    top = len(coefficients) - 1
    rows = [
        tuple(sum((x * t ** (top - d) for d, x in enumerate(xs)), Fraction(0)) for xs in zip(*row, strict=True))
        for row in zip(*coefficients, strict=True)
    ]
    gains = freeze(dict.fromkeys([*rows, (Fraction(0),) * len(rows[0])]))
    return gains if top else normalised(gains).gains
