"""Privacy-breach boundaries h: [0,1] → [0,1] as a demand states them: tables, bounds on the odds, and minima of these.

Two questions are asked of an upper boundary h: at which prior p does a ratio γ break it, that is
h_γ(p) = γp/(1+(γ−1)p) > h(p), and which γ is the largest that nowhere does (Chai and Nayak's B(h)).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, Literal

from rropt.exact.errors import InputError
from rropt.exact.field import Number
from rropt.exact.quadratic import compare, quadratic_roots
from rropt.exact.reading import read_number, show
from rropt.privacy.bounds import read_factor
from rropt.privacy.notion import Bound

__all__ = [
    "Boundary",
    "Least",
    "Odds",
    "Piece",
    "Side",
    "Table",
    "broken_at",
    "check_upper",
    "largest_factor",
    "least",
    "mirror",
    "read_boundary",
    "table",
]

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


def _named(name: str, numbers: str, side: Side) -> Boundary:
    from rropt.privacy.beta import BetaFactor
    from rropt.privacy.rho import RhoBreach

    place = 0 if side == "lower" else 1
    if name == "rho" and numbers.count(",") == 1:
        return RhoBreach(*numbers.split(",")).boundaries()[place]
    if name == "beta":
        return BetaFactor(numbers).boundaries()[place]
    if name == "odds":
        return _odds(numbers, side)
    raise InputError(f"no boundary is named '{name[:40]}:{numbers[:40]}'; give rho:1/5,1/2 or beta:2 or odds:3")


def _odds(text: str, side: Side) -> Odds:
    if side == "upper":
        return Odds(read_factor(text, "odds"))
    factor = read_number(text)
    if not 0 <= factor <= 1:
        raise InputError(f"odds = {show(factor)} must lie between 0 and 1 in a lower boundary; for 1/3 write odds:1/3")
    return Odds(factor)


def read_boundary(x: object, *, side: Side) -> Boundary:
    """The boundary x stands for: a `Boundary`, points (p, h), or text such as `0=1/5,8/9=1,1=1`, `odds:3`,
    `rho:1/5,1/2`, `beta:2` (the last two give the lower or the upper boundary of their demand, as `side` says);
    text after text with semicolons is their minimum.
    """
    if isinstance(x, Table | Odds | Least):
        return x
    if isinstance(x, str):
        first, *others = (_read_text(part, side) for part in x.split(";"))
        for other in others:
            first = least(first, other)
        return first
    if isinstance(x, Sequence) and all(isinstance(p, Sequence) and not isinstance(p, str) and len(p) == 2 for p in x):
        return table(*((p, h) for p, h in x))
    raise InputError(f"cannot read {str(x)[:60]} as a boundary; give points such as 0=1/5,8/9=1,1=1")


def _read_text(x: str, side: Side) -> Boundary:
    name, colon, numbers = x.partition(":")
    if colon:
        return _named(name.strip(), numbers.strip(), side)
    if not all("=" in part for part in x.split(",")):
        raise InputError(f"cannot read '{x[:60]}' as a boundary; give points such as 0=1/5,8/9=1,1=1")
    return table(*(part.partition("=")[::2] for part in x.split(",")))


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


def broken_at(h: Boundary, gamma: Bound) -> Number | None:
    """Some prior 0 < p < 1, inside a piece, at which the ratio γ ≥ 1 breaks h; None if there is none."""
    if isinstance(h, Odds):
        return Fraction(1, 2) if gamma > h.factor else None
    parts = h.parts if isinstance(h, Least) else h.pieces
    found = (_broken_inside(x, gamma) if isinstance(x, Piece) else broken_at(x, gamma) for x in parts)
    return next((p for p in found if p is not None), None)


def _broken_inside(x: Piece, gamma: Bound) -> Number | None:
    """h(p)·(1+(γ−1)p) − γp, quadratic in p, is negative inside iff it is so at its vertex or at (hence near) an end."""
    middle = (x.start + x.end) / 2
    if isinstance(gamma, float):
        return None if x.left == 1 == x.right else middle

    def gap(p: Number) -> Number:
        return x.at(p) * (1 + (gamma - 1) * p) - gamma * p

    square, linear = x.slope * (gamma - 1), x.slope + x.intercept * (gamma - 1) - gamma
    if square > 0:
        vertex = -linear / (2 * square)
        if x.start < vertex < x.end and gap(vertex) < 0:
            return vertex
    end = next((end for end in (x.start, x.end) if gap(end) < 0), None)
    return None if end is None else _towards(end, middle, gap)


def _towards(end: Number, p: Number, gap: Callable[[Number], Number]) -> Number:
    """From p towards the end, by halves, until the gap is negative as it is at the end."""
    while gap(p) >= 0:
        p = (p + end) / 2
    return p


def largest_factor(h: Boundary) -> Bound:
    """B(h) = inf over 0 < p < 1 of R(p) = ((1−p)/p)·(h(p)/(1−h(p))), exactly: the largest ratio that breaks h nowhere.

    It is the factor of a bound on odds, or R or a limit of R at the end of a piece or at a zero of R'; so it is
    rational or a quadratic irrational where h is rational. Of these candidates, it is the one that does not break h.
    Chai and Nayak (2018), (3.3).
    """
    return next((r for r in _candidates(h) if broken_at(h, r) is None), math.inf)


def _candidates(h: Boundary) -> Iterator[Number]:
    if isinstance(h, Odds):
        if not isinstance(h.factor, float):
            yield h.factor
    elif isinstance(h, Least):
        for part in h.parts:
            yield from _candidates(part)
    else:
        for x in h.pieces:
            yield from _piece_candidates(x)


def _piece_candidates(x: Piece) -> Iterator[Number]:
    """R and its limits at the ends of the piece h = a + bp, and R at the zeros of b(b−1)p² + 2abp − a(1−a)."""
    if x.left == 1 == x.right:
        return
    a, b = x.intercept, x.slope
    if x.start == 0 and a == 0:
        yield b
    if x.end == 1 and a + b == 1:
        yield 1 / b
    roots = quadratic_roots(-a * (1 - a), 2 * a * b, b * (b - 1))
    if roots is None:
        raise InputError(
            f"B of the boundary {Table((x,))} needs the root of an irrational number; give rational points"
        )
    inside = [p for p in roots if compare(x.start, p) < 0 < compare(x.end, p)]
    for p, v in [(x.start, x.left), (x.end, x.right), *((p, a + b * p) for p in inside)]:
        if 0 < p < 1 and v != 1:
            yield (1 - p) * v / (p * (1 - v))
