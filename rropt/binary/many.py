"""The least asymptotic variance of an estimated share with any number of answers: one mechanism dominates all of a demand.

Let a mechanism have the rows (p_i0, p_i1), and E(s) = Σ_i max(0, p_i0 − s·p_i1) for s ≥ 0. E is convex, does not increase, and
has E(0) = 1. One mechanism is at least as informative as another iff its E is nowhere smaller (Blackwell). A ratio T with a
slack δ of the first input against the second says E(T) ≤ δ. One of the second against the first says
Σ_i max(0, p_i1 − T·p_i0) ≤ δ, and as this sum is T·E(1/T) + 1 − T, it says E(1/T) ≤ 1 − (1−δ)/T. So E lies above none of some
points. The *hull* is the largest convex function that starts at (0, 1), does not increase, and lies above none of them. It is
the E of a mechanism with these rows:

- (s·q, q) for each bend at s, where q is the amount by which the slope grows;
- (v, 0), where v is the value of the hull after the last bend;
- (0, 1 + d), where d ≥ −1 is its slope at 0.

For one ratio T and slack δ both ways these are (δ, 0), (1−δ)(T, 1)/(T+1), (1−δ)(1, T)/(T+1), (0, δ): reveal the input with the
probability δ, else answer by randomized response (Kairouz, Oh and Viswanath, 2015).

The same hull proves it best at a share π by the lemma on prices. Let f(p, q) = (q−p)²/((1−π)p + πq), whose sum over the rows is
Fisher's information I. Let G be linear between the bends on the rows (s, 1) and equal to f at the bends, and equal to f at
(0, 1) and in the direction (1, 0) if the mechanism has such rows. As f is convex, G is convex, and f ≤ G wherever the demand
allows rows:

    G(p, q) = y₀p + y₁q + Σ z·max(0, p − T·q) + Σ z'·max(0, q − T'·p),

with y₀, y₁ read off between the last bend at s ≤ 1 and the first at s ≥ 1, and a price for each bend beyond these. Summed over
the answers I ≤ y₀ + y₁ + Σ δz + Σ δ'z'. A bound of I at one share of a range bounds the least I on the range.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from rropt.binary.polygon import is_silent, refuse_guesses
from rropt.binary.share import HALF, ONE, ZERO, Meaning, Share, information, least_on_tangent, worst_share
from rropt.engine.asks import Ask, Asked
from rropt.engine.found import Document, Found, Matrix, Prices, Unattained
from rropt.exact.element import Number
from rropt.solvers.rational import fraction

__all__ = [
    "Bend",
    "asymptotic_variance_at_every_budget",
    "bends",
    "information_of",
    "is_revealing",
    "least_asymptotic_variance",
    "rows_of",
    "state_at",
]


@dataclass(frozen=True, slots=True)
class Bend:
    """A bend of the hull at `at`, where the hull has `value`, and the ask from which it comes."""

    at: Number
    value: Number
    ask: Ask


def bends(asked: Asked) -> tuple[Bend, ...]:
    """The bends of the hull, from left to right; its start (0, 1) is left out."""
    points = [_point(ask) for ask in asked.asks]
    found: list[Bend] = []
    at: Number = ZERO
    value: Number = ONE
    while below := [p for p in points if p.at > at and p.value < value]:
        steepest = below[0]
        for p in below[1:]:
            left, right = (p.value - value) * (steepest.at - at), (steepest.value - value) * (p.at - at)
            if left < right or (left == right and p.at > steepest.at):
                steepest = p
        found.append(steepest)
        at, value = steepest.at, steepest.value
    return tuple(found)


def _point(ask: Ask) -> Bend:
    t, d = ask.ratio.exact, fraction(ask.slack)
    return Bend(t, d, ask) if ask.j == 0 else Bend(1 / t, 1 - (1 - d) / t, ask)


def rows_of(found: Sequence[Bend]) -> Matrix:
    """The rows, none of them 0, of the mechanism whose E is the hull with these bends."""
    points = [(ZERO, ONE), *((b.at, b.value) for b in found)]
    slopes: list[Number] = [*((w - v) / (t - s) for (s, v), (t, w) in pairwise(points)), ZERO]
    shares = [after - before for before, after in pairwise(slopes)]
    mixed = [(b.at * q, q) for b, q in zip(found, shares, strict=True)]
    rows = [(points[-1][1], ZERO), *mixed[::-1], (ZERO, 1 + slopes[0])]
    return tuple(row for row in rows if any(row))


def is_revealing(rows: Matrix, share: Share) -> bool:
    """Whether the share is 0 or 1, and an answer comes from the absent input alone: two answers then have the variance 0."""
    if share.meaning is not Meaning.AT or share.lower not in (0, 1):
        return False
    present = 0 if share.lower == 0 else 1
    return any(row[present] == 0 for row in rows)


def least_asymptotic_variance(asked: Asked, share: Share) -> Found | Unattained:
    """The variance 1/I of the dominating mechanism at a share, or at the worst of a range, and prices that prove it least.

    The worst share may be known nearly alone; then the tangent of I there bounds the largest variance on the range from above.
    """
    refuse_guesses(asked)
    if is_silent(asked):
        return Unattained()
    found = bends(asked)
    rows = rows_of(found)
    pi = worst_share(rows, share)
    most = information(rows, pi)
    least = least_on_tangent(rows, pi, share) if share.meaning is Meaning.WORST else most
    return Found(rows, 1 / most, 1 / least, _prices(found, rows, pi), stated=state_at(pi, share))


def asymptotic_variance_at_every_budget(asked: Asked, share: Share) -> Found:
    """The variance under one ratio and slack both ways, of which the ratio is left free: its numbers are functions of T.

    At the share π its information is δ/q + (1−δ)(T−1)²/(T + (T−1)²q) with q = π(1−π), which falls as q grows. So the worst share of
    a range is the nearest to 1/2.
    """
    found = [_point(ask) for ask in sorted(asked.asks, key=lambda ask: -ask.j)]
    rows, pi = rows_of(found), share.nearest(HALF)
    value = 1 / information(rows, pi)
    return Found(rows, value, value, _prices(found, rows, pi), stated=state_at(pi, share))


def state_at(pi: Number, share: Share) -> Document:
    """The asymptotic variance as a certificate states it, with the share for which prices are given."""
    worst = {"worst": (share.lower, share.upper)} if share.meaning is Meaning.WORST else {}
    return {"name": "asymptotic variance", "prevalence": pi} | worst


def _prices(found: Sequence[Bend], rows: Matrix, pi: Number) -> Prices:
    """The prices that a hull gives at the share π."""
    values = [information_of(b.at, ONE, pi) for b in found]
    start = information_of(ZERO, ONE, pi) if any(not row[0] for row in rows) else None
    end = information_of(ONE, ZERO, pi) if any(not row[1] for row in rows) else None
    if not found:
        return Prices((end or ZERO, start or ZERO))
    # the slopes of G before the first bend, between neighbours and after the last; None where the mechanism has no row
    slopes = [None if start is None else (values[0] - start) / found[0].at]
    slopes += [(w - v) / (b.at - a.at) for (a, v), (b, w) in pairwise(zip(found, values, strict=True))]
    slopes += [end]
    first = sum(b.ask.j == 1 for b in found)  # the bends at s ≤ 1 come first
    column = slopes[first]
    if column is None:
        return Prices((end or ZERO, start or ZERO))
    budgets = {}
    for b, (before, after) in zip(found, pairwise(slopes), strict=True):
        if before is not None and after is not None:
            # z·max(0, p − T·q) has the slope z beyond s = T, and z·max(0, q − T·p) the slope −T·z before s = 1/T
            budgets[b.ask.name] = (after - before) * (ONE if b.ask.j == 0 else b.at)
    known = first if first < len(found) else first - 1
    return Prices((column, values[known] - column * found[known].at), budgets)


def information_of(p: Any, q: Any, pi: Any) -> Any:
    """The information (q−p)²/((1−π)p + πq) of a row (p, q), of numbers or expressions."""
    return (q - p) ** 2 / ((1 - pi) * p + pi * q)
