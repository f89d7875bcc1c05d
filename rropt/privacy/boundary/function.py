"""A boundary h of a privacy-breach region, as an exact function of a prior probability p in [0, 1].

On each of its pieces h is a quotient of linear functions of p.

A mechanism keeps the demand h (h-CSIP) if every posterior probability of every event is at most h(p), where p is the event's prior
probability. (Chai & Nayak 2018, Definitions 2.2 and 3.1.)

A piece with a constant denominator is linear. Such pieces are enough for a boundary that is given by a table of points, and for the
ρ₁-to-ρ₂ and β-factor demands. The precise boundaries h_γ(p) = γp/(1 + (γ−1)p) need general quotients. h may jump between pieces.
All of rropt represents h in this one way, whether it comes from a table or from a named demand.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cmp_to_key
from itertools import groupby, pairwise
from typing import Any

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.ordering import order_of
from rropt.exact.quadratic import is_quadratic_nonnegative
from rropt.exact.spelling import show
from rropt.results import Result, Table

__all__ = ["BreachFunction", "BoundaryPiece", "piecewise_linear", "require_lower", "require_upper", "spell"]

MOST_PIECES = 4096
ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class BoundaryPiece:
    """h(p) = (a + b·p)/(c + d·p) for start < p < end, with `top` = (a, b), `below` = (c, d) and c + d·p > 0."""

    start: Number
    end: Number
    top: tuple[Number, Number]
    below: tuple[Number, Number] = (ONE, ZERO)

    def at(self, p: Number) -> Number:
        """The formula's value at p."""
        return (self.top[0] + self.top[1] * p) / (self.below[0] + self.below[1] * p)

    @property
    def left(self) -> Number:
        """The limit h(start+)."""
        return self.at(self.start)

    @property
    def right(self) -> Number:
        """The limit h(end−)."""
        return self.at(self.end)

    @property
    def is_linear(self) -> bool:
        """Whether the denominator is constant."""
        return not self.below[1]

    def has_formula_of(self, other: BoundaryPiece) -> bool:
        """Whether both pieces are the same function of p, even if their coefficients differ by a common factor."""
        (a, b), (c, d), (e, f), (g, h) = self.top, self.below, other.top, other.below
        return a * g == e * c and b * h == f * d and a * h + b * g == e * d + f * c


@dataclass(frozen=True, slots=True, repr=False)
class BreachFunction(Result):
    """A boundary h on [0, 1]: pieces[n] is h between breakpoints n and n + 1 (both excluded), and values[n] is h at breakpoint n.

    Example:
        >>> from rropt.privacy import piecewise_linear
        >>> h = piecewise_linear([(0, "1/5"), ("8/9", 1), (1, 1)])
        >>> print(h("4/9"))
        3/5

    Reference: Chai and Nayak (2018), section 2.
    """

    pieces: tuple[BoundaryPiece, ...]
    values: tuple[Number, ...]
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        _validate(self)

    @property
    def breakpoints(self) -> tuple[Number, ...]:
        """The priors 0 = p₀ < p₁ < … < p_n = 1 at which the pieces begin and end."""
        return (self.pieces[0].start, *(piece.end for piece in self.pieces))

    @property
    def is_linear(self) -> bool:
        """Whether every piece is linear, so that h is a piecewise linear table."""
        return all(piece.is_linear for piece in self.pieces)

    def __call__(self, prior: object) -> Number:
        """h(prior), exactly."""
        p = read_number(prior)
        if p < 0 or p > 1:
            raise InputError(f"the prior probability {prior} must lie between 0 and 1")
        points, by_order = self.breakpoints, cmp_to_key(order_of)
        n = bisect_right(points, by_order(p), key=by_order) - 1
        return self.values[n] if order_of(p, points[n]) == 0 else self.pieces[n].at(p)

    def explain(self) -> str:
        """The name of the boundary; if it has none, the text that `spell` writes."""
        return self.name or spell(self)

    def to_dict(self) -> dict[str, Any]:
        """A dictionary of texts: the name, each breakpoint with its value, and the interval of each piece with its formula."""
        header, rows = self.as_table()
        return {"name": str(self), "pieces": [dict(zip(header, row, strict=True)) for row in rows]}

    def as_table(self) -> Table:
        """A table by increasing p, with one row per breakpoint and one row per piece."""
        rows = [(f"p = {show(self.breakpoints[0])}", show(self.values[0]))]
        for piece, value in zip(self.pieces, self.values[1:], strict=True):
            rows.append((f"{show(piece.start)} < p < {show(piece.end)}", _formula(piece)))
            rows.append((f"p = {show(piece.end)}", show(value)))
        return ("where", "h(p)"), rows


def spell(h: BreachFunction) -> str:
    """Write h as text.

    If h is piecewise linear, its points are written. If h(p) = γp/(1 + (γ−1)p) for some number γ, `odds:γ` is written.
    `read_boundary` reads both back. Any other h is written as formulas.
    """
    if h.is_linear:
        return ",".join(f"{show(p)}={show(v)}" for n, p in enumerate(h.breakpoints) for v in _values_at(h, n))
    (a, b), (c, d) = h.pieces[0].top, h.pieces[0].below
    # bp/(c + (b − c)p) is h_γ with γ = b/c
    if len(h.pieces) == 1 and not a and h.values == (ZERO, ONE) and b == c + d:
        return f"odds:{show(b / c)}"
    return "; ".join(map(_describe, h.pieces))


def _values_at(h: BreachFunction, n: int) -> list[Number]:
    """Return the values at the n-th breakpoint by which `piecewise_linear` can rebuild h.

    If h is continuous at the breakpoint, this is its one value. If h jumps there and takes the smaller of its two one-sided limits,
    these are the left limit and the right limit. Otherwise these are the left limit, the value of h, and the right limit.
    """
    value = h.values[n]
    left = h.pieces[n - 1].right if n else value
    right = h.pieces[n].left if n < len(h.pieces) else value
    if order_of(left, right) == 0:
        return [value] if order_of(value, left) == 0 else [left, value, right]
    return [left, right] if order_of(value, min(left, right)) == 0 else [left, value, right]


def _describe(piece: BoundaryPiece) -> str:
    return f"{_formula(piece)} on ({show(piece.start)}, {show(piece.end)})"


def _formula(piece: BoundaryPiece) -> str:
    (a, b), (c, d) = piece.top, piece.below
    top = f"{show(a)} + ({show(b)})*p" if b else show(a)
    return top if c == 1 and not d else f"({top})/({show(c)} + ({show(d)})*p)"


def _validate(h: BreachFunction) -> None:
    if not h.pieces or len(h.values) != len(h.pieces) + 1:
        raise InputError(
            f"the boundary h has {len(h.values)} values for {len(h.pieces)} pieces; give one value at each breakpoint, which is "
            "one more than there are pieces"
        )
    if len(h.pieces) > MOST_PIECES:
        raise InputError(f"the boundary h has {len(h.pieces)} pieces; give at most {MOST_PIECES}")
    if h.pieces[0].start != 0 or h.pieces[-1].end != 1:
        raise InputError(
            f"the boundary h must cover 0 to 1, but it is given from {show(h.pieces[0].start)} to {show(h.pieces[-1].end)}"
        )
    if any(a.end != b.start for a, b in pairwise(h.pieces)):
        raise InputError("the pieces of h must follow one another without gaps")
    for piece in h.pieces:
        _validate_piece(piece)
    for p, value in zip(h.breakpoints, h.values, strict=True):
        _in_unit(p, value)


def _validate_piece(piece: BoundaryPiece) -> None:
    if order_of(piece.start, piece.end) >= 0:
        raise InputError(f"the piece of h from {show(piece.start)} to {show(piece.end)} is empty or runs backwards")
    if any(piece.below[0] + piece.below[1] * p <= 0 for p in (piece.start, piece.end)):
        raise InputError(
            f"the denominator must be positive on the whole piece, but one piece is h(p) = {_describe(piece)}"
        )
    for p in (piece.start, piece.end):
        _in_unit(p, piece.at(p))


def _in_unit(p: Number, value: Number) -> None:
    if value < 0 or value > 1:
        raise InputError(f"h({show(p)}) = {show(value)} must lie between 0 and 1")


def _crosses(piece: BoundaryPiece, side: int) -> bool:
    """Whether h(p) < p (if `side` is 1) or h(p) > p (if it is −1) somewhere on the piece, including its ends."""
    (a, b), (c, d) = piece.top, piece.below
    return not is_quadratic_nonnegative(side * a, side * (b - c), -side * d, piece.start, piece.end)


def _require(h: BreachFunction, side: int, rule: str) -> BreachFunction:
    for p, value in zip(h.breakpoints, h.values, strict=True):
        if side * order_of(value, p) < 0:
            raise InputError(f"{rule}, but h({show(p)}) = {show(value)}")
    for piece in h.pieces:
        if _crosses(piece, side):
            raise InputError(f"{rule}, but h is {_describe(piece)}")
    return h


def require_upper(h: BreachFunction) -> BreachFunction:
    """Return h if it is an upward boundary, that is if p ≤ h(p) ≤ 1 for every p. Otherwise raise InputError, which names a point or
    a piece where this fails.
    """
    return _require(h, 1, "an upward breach boundary has h(p) >= p")


def require_lower(h: BreachFunction) -> BreachFunction:
    """Return h if it is a downward boundary, that is if 0 ≤ h(p) ≤ p for every p. Otherwise raise InputError, which names a point
    or a piece where this fails.
    """
    return _require(h, -1, "a downward breach boundary has h(p) <= p")


def piecewise_linear(points: Iterable[Sequence[object]], *, name: str = "") -> BreachFunction:
    """The boundary through the points (p, h), linear between neighbours, from p = 0 to p = 1.

    If p is repeated, h jumps there. The first value is the limit from the left, and the last value is the limit from the right.
    If there are three values, the middle one is h(p) itself. If there are two values, h(p) is the smaller, which is the stronger
    demand. The result of `largest_factor` is the same for either value.

    Args:
        points: Pairs (p, h) of exact numbers, p increasing from 0 to 1.
        name: How the boundary is called in print.

    Returns:
        The boundary h, which demands that no posterior of an event of probability p exceeds h(p).

    Raises:
        InputError: The points are no boundary.

    Example:
        >>> from rropt.breach import breach_bound
        >>> from rropt.privacy import piecewise_linear
        >>> print(breach_bound(piecewise_linear([(0, "1/5"), ("8/9", 1), (1, 1)])).value)
        (3*5^(1/2) + 23)/16

    Reference: Chai and Nayak (2018), B(h).
    """
    if isinstance(points, str) or not isinstance(points, Iterable):
        raise InputError(
            f"the points of h must be pairs (p, h), such as [(0, '1/5'), ('8/9', 1), (1, 1)], not {str(points)[:40]!r}"
        )
    if not isinstance(name, str):
        raise InputError(f"the name of a boundary must be a text, not {str(name)[:40]!r}")
    read = [_point(point) for point in points]
    if len(read) < 2:
        raise InputError(f"a table of h needs at least the points p = 0 and p = 1, not {len(read)} points")
    for (p, _), (q, _) in pairwise(read):
        if order_of(p, q) > 0:
            raise InputError(f"the points of h must have increasing p; {show(q)} follows {show(p)}")
    groups = [(p, [h for _, h in group]) for p, group in groupby(read, key=lambda point: point[0])]
    if any(len(hs) > 3 for _, hs in groups):
        p = next(p for p, hs in groups if len(hs) > 3)
        raise InputError(
            f"the boundary h has more than three values at p = {show(p)}; give the left limit, the value and the right limit"
        )
    pieces = tuple(_line(p, hs[-1], q, ks[0]) for (p, hs), (q, ks) in pairwise(groups))
    return BreachFunction(pieces, tuple(_value(hs) for _, hs in groups), name)


def _point(point: Sequence[object]) -> tuple[Number, Number]:
    if isinstance(point, str) or not isinstance(point, Sequence) or len(point) != 2:
        raise InputError(
            f"a point of the boundary h must be a pair (p, h), not {str(point)[:40]}; give a list of such pairs, or a demand such "
            "as LDP(1)"
        )
    return read_number(point[0]), read_number(point[1])


def _value(hs: list[Number]) -> Number:
    return hs[1] if len(hs) == 3 else min(hs)


def _line(p: Number, left: Number, q: Number, right: Number) -> BoundaryPiece:
    slope = (right - left) / (q - p)
    return BoundaryPiece(p, q, (left - slope * p, slope))
