"""Rigorous bounds of the odds ratio on cells for a smooth h: ball arithmetic and the mean-value form.

The variable is q with p = qⁿ, so that a root of p becomes a polynomial; f(q) = h(qⁿ). On a cell Q with middle m,
log R lies in log R(m) + G·(Q − m) with G an enclosure of (log R)' = −n/(q(1−qⁿ)) + f'/(f(1−f)). Near the ends, where
that is singular, h(p) ≥ cp and 1 − h(p) ≤ C(1−p) follow from enclosures of h' (as h ≥ p leaves h(1) = 1).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import flint
from flint import arb

from rropt.breach.curved.enclosure import Cell, odds
from rropt.exact.enclosure import ball, enclose_ball
from rropt.exact.errors import InputError

__all__ = ["Smooth", "smooth_cell"]

BITS = 128
MOST_HALVINGS = 48


@dataclass(frozen=True, slots=True)
class Smooth:
    """f(q) = h(qⁿ) and f'(q), each as a function of balls, for start ≤ q ≤ end."""

    f: Callable[[arb], arb]
    slope: Callable[[arb], arb]
    n: int
    start: Fraction
    end: Fraction


def _between(u: Fraction, v: Fraction) -> arb:
    return ball(u).union(ball(v))


def _lower(x: arb) -> Fraction | None:
    return enclose_ball(x)[0] if x.is_finite() else None


def _upper(x: arb) -> Fraction | None:
    return enclose_ball(x)[1] if x.is_finite() else None


def _ratio(q: arb, h: arb, n: int) -> arb:
    return (1 - q**n) * h / (q**n * (1 - h))


def _mean_value(piece: Smooth, u: Fraction, v: Fraction, cell: arb, h: arb) -> Fraction:
    """A lower bound of R on the cell from the mean-value form of its logarithm; 1 where that says nothing."""
    middle = ball((u + v) / 2)
    value = _ratio(middle, piece.f(middle), piece.n)
    if not (h > 0 and h < 1 and value > 0):
        return Fraction(1)
    slope = -piece.n / (cell * (1 - cell**piece.n)) + piece.slope(cell) / (h * (1 - h))
    return _lower((value.log() + slope * (cell - middle)).exp()) or Fraction(1)


def smooth_cell(piece: Smooth) -> Cell:
    """The bounds of R on cells of q inside the piece, given p ≤ h(p)."""

    def cell(u: Fraction, v: Fraction) -> tuple[Fraction | float, Fraction | float]:
        with flint.ctx.workprec(BITS):
            q, middle = _between(u, v), ball((u + v) / 2)
            h = piece.f(q)
            low_at, at = _lower(piece.f(middle)), _upper(piece.f(middle))
            if low_at is not None and low_at > 1:
                raise InputError(f"h is above 1 near p = {float(((u + v) / 2) ** piece.n):.4g}; write Min(1, ...)")
            least = max(_lower(h) or Fraction(0), u**piece.n)
            low = max(odds(v**piece.n, least), _mean_value(piece, u, v, q, h))
            met = math.inf if at is None else odds(((u + v) / 2) ** piece.n, at)
        return low, met

    return cell


def _at_zero(piece: Smooth, eta: Fraction) -> Fraction | float | None:
    """A lower bound of R for 0 < q ≤ η, from a bound on h or on dh/dp = f'/(n·q^(n−1)) there."""
    q = _between(Fraction(0), eta)
    found: list[Fraction | float] = []
    if (low := _lower(piece.f(q))) is not None and low > 0:
        found.append(odds(eta**piece.n, low))
    if (steep := _lower(piece.slope(q))) is not None and steep > 0:
        found.append(steep / (piece.n * eta ** (piece.n - 1)))
    return max(found, default=None)


def _at_one(piece: Smooth, eta: Fraction) -> Fraction | float | None:
    """A lower bound of R for 1−η ≤ q < 1, from a bound on dh/dp there."""
    q = _between(1 - eta, Fraction(1))
    steep = _upper(piece.slope(q) / (piece.n * q ** (piece.n - 1)))
    if steep is None:
        return None
    return 1 / steep if steep > 0 else math.inf


def end_bound(piece: Smooth, side: int, wanted: Fraction | float) -> tuple[Fraction, Fraction | float] | None:
    """(η, c) with R ≥ c between the end (side 0 or 1) and η from it: the largest η that gives c ≥ wanted, else the best."""
    best: tuple[Fraction, Fraction | float] | None = None
    for k in range(2, MOST_HALVINGS):
        eta = Fraction(1, 2**k)
        if eta > piece.end - piece.start:
            continue
        with flint.ctx.workprec(BITS):
            bound = (_at_one if side else _at_zero)(piece, eta)
        if bound is not None and (best is None or bound > best[1]):
            best = (eta, bound)
        if bound is not None and bound >= wanted:
            return best
    return best


def sample(piece: Smooth) -> Fraction | float:
    """A value of R that the piece takes, near its least one: an upper bound of the infimum."""
    w = piece.end - piece.start
    places = [Fraction(1, 2**k) for k in range(1, 20)]
    points = [x for s in places for x in (piece.start + w * s, piece.end - w * s)]
    with flint.ctx.workprec(BITS):
        met = [(q, _upper(piece.f(ball(q)))) for q in points]
    return min((odds(q**piece.n, h) for q, h in met if h is not None), default=math.inf)
