"""Finds where a likelihood ratio breaks an upper boundary h, and makes a breach (prior, event and output) that shows this.

Let an output be γ times likelier under an event than under its complement. If the event has the prior probability p, the output
lifts it to h_γ(p) = γp/(1 + (γ−1)p). If h_γ(p) > h(p), the ratio γ breaks h at p. A prior on two inputs is enough to show the
breach: by Chai and Nayak's Lemma 3.2, no other prior or event breaches more.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from rropt.exact.element import Bound, Number
from rropt.exact.infinity import is_infinite
from rropt.exact.ordering import order_of
from rropt.mechanism import Mechanism
from rropt.privacy.boundary.function import BoundaryPiece, BreachFunction
from rropt.privacy.boundary.named import odds_after
from rropt.privacy.notion import Breach

__all__ = ["breach_on_two", "broken_at", "posterior"]


def broken_at(h: BreachFunction, gamma: Bound) -> Number | None:
    """Return a prior probability p at which an output can lift the probability of an event above the bound h(p).

    The output is γ ≥ 1 times likelier under the event than under its complement. The result lies strictly between 0 and 1. It lies
    inside a piece of h if possible, else at a breakpoint. None if there is no such p.
    """
    inside = next((p for p in (_broken_inside(x, gamma) for x in h.pieces) if p is not None), None)
    if inside is not None:
        return inside
    values = zip(h.breakpoints[1:-1], h.values[1:-1], strict=True)
    return next((p for p, value in values if odds_after(p, gamma) > value), None)


def _broken_inside(x: BoundaryPiece, gamma: Bound) -> Number | None:
    """Return a prior p inside the piece at which an output can lift the probability of an event above h(p). None if there is none.

    The output is γ times likelier under the event than under its complement. If γ is finite, let h_γ(p) = γp/(1 + (γ−1)p). The
    numerator of h − h_γ is a quadratic in p, called `gap`. If it is negative anywhere inside the piece, it is negative at its
    vertex or at an end of the piece. In the second case it is also negative inside the piece, near that end.
    """
    middle = (x.start + x.end) / 2
    if is_infinite(gamma):
        return None if x.at(middle) == 1 else middle
    (a, b), (c, d) = x.top, x.below
    linear, square = b + a * (gamma - 1) - gamma * c, b * (gamma - 1) - gamma * d

    def gap(p: Number) -> Number:
        return a + p * (linear + p * square)

    if square > 0:
        vertex = -linear / (2 * square)
        if order_of(x.start, vertex) < 0 < order_of(x.end, vertex) and gap(vertex) < 0:
            return vertex
    end = next((end for end in (x.start, x.end) if gap(end) < 0), None)
    return None if end is None else _towards(end, middle, gap)


def _towards(end: Number, p: Number, gap: Callable[[Number], Number]) -> Number:
    """Return a point between p and `end` at which the function `gap` is negative; `gap` must be negative at `end`.

    The point p is moved half of the way to `end` until `gap` is negative there.
    """
    while gap(p) >= 0:
        p = (p + end) / 2
    return p


def posterior(prior: Number, likely: Number, unlikely: Number) -> Number:
    """The probability of an event after an output that has probability `likely` under the event and `unlikely` otherwise."""
    return prior * likely / (prior * likely + (1 - prior) * unlikely)


def breach_on_two(p: Mechanism, i: int, j: int, low: int, prior: Number, limit: Number) -> Breach:
    """The breach of the event {j} by output i, when the prior gives probability `prior` to j and the rest to the input `low`.

    `limit` is the largest probability of the event that the demand allows after the output.
    """
    weights: list[Number] = [Fraction(0)] * p.k
    weights[j], weights[low] = prior, 1 - prior
    return Breach(tuple(weights), (j,), i, prior, posterior(prior, p.rows[i][j], p.rows[i][low]), limit)
