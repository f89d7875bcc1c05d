"""Privacy-breach boundaries h: [0,1] → [0,1] as a demand states them: tables, bounds on the odds, and minima of these."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, Literal

from rropt.exact.errors import InputError
from rropt.exact.field import Number
from rropt.exact.reading import read_number, show
from rropt.privacy.notion import Bound

__all__ = ["Boundary", "Least", "Odds", "Piece", "Side", "Table", "check_upper", "least", "mirror", "table"]

Side = Literal["lower", "upper"]
ONE, ZERO = Fraction(1), Fraction(0)
MOST_POINTS = 1000


@dataclass(frozen=True, slots=True)
class Piece:
    """h on the open interval (start, end): linear from `left` to `right`, its limits at the two ends."""

    start: Number
    end: Number
    left: Number
    right: Number

    @property
    def slope(self) -> Number:
        """The slope."""
        return (self.right - self.left) / (self.end - self.start)

    @property
    def intercept(self) -> Number:
        """The line's value at 0."""
        return self.left - self.slope * self.start

    def at(self, p: Number) -> Number:
        """The line's value at p."""
        return self.left + self.slope * (p - self.start)


@dataclass(frozen=True, slots=True)
class Table:
    """Pieces that cover [0, 1] in order; which of its two limits h takes at a jump makes no difference to a demand."""

    pieces: tuple[Piece, ...]

    def at(self, p: Number) -> Number:
        """h(p); at a jump the limit from the right."""
        return next((x for x in self.pieces if p < x.end), self.pieces[-1]).at(p)

    def __str__(self) -> str:
        ends = [point for x in self.pieces for point in ((x.start, x.left), (x.end, x.right))]
        kept = [point for n, point in enumerate(ends) if n == 0 or point != ends[n - 1]]
        return ",".join(f"{show(p)}={show(h)}" for p, h in kept)


@dataclass(frozen=True, slots=True)
class Odds:
    """h(p) = factor·p/(1+(factor−1)p): the odds after are `factor` times the odds before. Infinity: 1 on (0, 1)."""

    factor: Bound

    def at(self, p: Number) -> Number:
        """h(p)."""
        if isinstance(self.factor, float):
            return ONE if p else ZERO
        if not self.factor:
            return ONE if p == 1 else ZERO
        return self.factor * p / (1 + (self.factor - 1) * p)

    def inverse(self) -> Odds:
        """The boundary of the inverse factor, which is also p ↦ 1 − h(1−p)."""
        if isinstance(self.factor, float):
            return Odds(ZERO)
        return Odds(1 / self.factor) if self.factor else Odds(math.inf)

    def __str__(self) -> str:
        return f"odds:{show(self.factor)}"


@dataclass(frozen=True, slots=True)
class Least:
    """The pointwise minimum of upper boundaries of different kinds."""

    parts: tuple[Table | Odds, ...]

    def at(self, p: Number) -> Number:
        """h(p)."""
        return min(part.at(p) for part in self.parts)

    def __str__(self) -> str:
        return "; ".join(map(str, self.parts))


Boundary = Table | Odds | Least


def table(*points: tuple[Any, Any]) -> Table:
    """The polygon through (p, h(p)) with p from 0 to 1 in order; a jump is written by giving its p twice."""
    read = [(read_number(p), read_number(h)) for p, h in points]
    shown = ",".join(f"{show(p)}={show(h)}" for p, h in read)
    if len(read) < 2 or read[0][0] != 0 or read[-1][0] != 1 or len(read) > MOST_POINTS:
        raise InputError(f"the boundary '{shown[:60]}' must run from p = 0 to p = 1 over 2 to {MOST_POINTS} points")
    if any(a[0] > b[0] for a, b in pairwise(read)):
        raise InputError(f"the boundary '{shown[:60]}' must list its points by increasing p")
    if any(h < 0 or h > 1 for _, h in read):
        raise InputError(f"the boundary '{shown[:60]}' leaves [0, 1]; its values are probabilities")
    return Table(tuple(Piece(p, q, a, b) for (p, a), (q, b) in pairwise(read) if p < q))


def mirror(h: Boundary) -> Table | Odds:
    """p ↦ 1 − h(1−p): what a bound on an event says of its complement."""
    if isinstance(h, Odds):
        return h.inverse()
    if isinstance(h, Least):
        raise InputError(f"the mirror image of the minimum {h} is a maximum; give a lower boundary as a table or odds")
    return Table(tuple(Piece(1 - x.end, 1 - x.start, 1 - x.right, 1 - x.left) for x in reversed(h.pieces)))


def least(a: Boundary, b: Boundary) -> Boundary:
    """The pointwise minimum; of two tables again a table, of two bounds on odds again one."""
    if isinstance(a, Table) and isinstance(b, Table):
        return Table(tuple(_least_pieces(a, b)))
    if isinstance(a, Odds) and isinstance(b, Odds):
        return a if a.factor <= b.factor else b
    return Least((*(a.parts if isinstance(a, Least) else (a,)), *(b.parts if isinstance(b, Least) else (b,))))


def _least_pieces(a: Table, b: Table) -> Iterator[Piece]:
    p: Number = ZERO
    m = n = 0
    while m < len(a.pieces) and n < len(b.pieces):
        x, y = a.pieces[m], b.pieces[n]
        q = min(x.end, y.end)
        yield from _lower_of(x, y, p, q)
        m, n, p = m + (x.end == q), n + (y.end == q), q


def _lower_of(x: Piece, y: Piece, p: Number, q: Number) -> Iterator[Piece]:
    """The lesser of two lines on (p, q), cut where they cross."""
    left, right = x.at(p) - y.at(p), x.at(q) - y.at(q)
    if left * right < 0:
        cross = p + (q - p) * left / (left - right)
        yield from _lower_of(x, y, p, cross)
        yield from _lower_of(x, y, cross, q)
    else:
        z = x if left < 0 or (left == 0 and right <= 0) else y
        yield Piece(p, q, z.at(p), z.at(q))


def check_upper(h: Boundary) -> Boundary:
    """h, refused unless p ≤ h(p), since a posterior may always equal its prior."""
    for part in h.parts if isinstance(h, Least) else (h,):
        if isinstance(part, Odds):
            low: Number | None = None if part.factor >= 1 else Fraction(1, 2)
        else:
            ends = ((p, v) for x in part.pieces for p, v in ((x.start, x.left), (x.end, x.right)))
            low = next((p for p, v in ends if v < p), None)
        if low is not None:
            raise InputError(f"the upper boundary {h} lies below p at p = {show(low)}, where a posterior may equal p")
    return h
