"""breach: the largest parity of a mechanism for which every posterior is at most h(prior), where h is linear in pieces.

The parity of a mechanism is the largest ratio of two entries of a row. Statement: B(h), the infimum over 0 < p < 1 of the odds of
h(p) over the odds of p, is g. Evidence: a piece of h and a point p* on it.

Proof that B(h) is at least g. h(p)/(1 - h(p)) >= g p/(1 - p) iff q(p) = h(p) (1 + (g - 1) p) - g p >= 0. On each piece q is a
quadratic a p^2 + b p + c. It is >= 0 on the whole piece if it is >= 0 at both ends, and one of three things holds: its slope
2 a p + b is >= 0 at the first end; the slope is <= 0 at the last end; b^2 <= 4 a c.

Proof that B(h) is at most g. q(p*) = 0 is required. If 0 < p* < 1, then h(p*) < 1, as h(p*) = 1 would give q(p*) = 1 - p* > 0. So
the ratio of the odds is g at p*. If p* is 0 or 1, it is required that the slope of q is 0 there too; then the ratio tends to g.

Where two pieces meet, h may jump, and h takes either value. If h is constant on each piece, the result is due to Evfimievski,
Gehrke and Srikant (2003). SPEC.md, sections 7, 9.5.
"""

from dataclasses import dataclass

from ..arithmetic.quotient import FOUR, ONE, TWO, ZERO, Quotient
from ..refusals import require
from ..text.part import Part, Scalar, read_scalar
from ..text.spelling import quote, spell, spell_number

ANSWERS = "gamma at"


@dataclass(frozen=True, slots=True)
class Piece:
    """An interval [start, end] on which the function h is linear, with the value `left` at `start` and `right` at `end`."""

    start: Quotient
    end: Quotient
    left: Quotient
    right: Quotient


@dataclass(frozen=True, slots=True)
class Breach:
    """The claim: g (`gamma`) is the infimum over p of the odds of h(p) divided by the odds of p.

    The function h is linear on each of the intervals in `pieces`. `part` is the JSON that states them. The infimum is attained or
    approached at `point`, which lies on the interval with the index `at_piece`.
    """

    pieces: list[Piece]
    part: Part
    gamma: Scalar
    at_piece: int
    point: Scalar


@dataclass(frozen=True, slots=True)
class Quadratic:
    """The quadratic a p^2 + b p + c."""

    a: Quotient
    b: Quotient
    c: Quotient

    def at(self, p: Quotient) -> Quotient:
        """Compute the value at p."""
        return self.a * p * p + self.b * p + self.c

    def slope(self, p: Quotient) -> Quotient:
        """Compute the derivative of the quadratic at p."""
        return TWO * self.a * p + self.b


def read(part: Part) -> Breach:
    """Read the pieces of h, the infimum `gamma`, and the point that shows it, with the index of the piece on which it lies."""
    parts = part.take("pieces gamma at")
    pieces = [_read_piece(item) for item in parts["pieces"].items()]
    at = parts["at"].take("piece point")
    where = at["piece"].index(len(pieces))
    return Breach(pieces, parts["pieces"], read_scalar(parts["gamma"]), where, read_scalar(at["point"]))


def _read_piece(part: Part) -> Piece:
    """Read a piece of h: where it begins and ends, and the two values of h there."""
    parts = part.take("from to left right")
    return Piece(*(read_scalar(parts[key]).number for key in ("from", "to", "left", "right")))


def check(claim: Breach) -> None:
    """Require that gamma is the infimum over p of the odds of h(p) divided by the odds of p.

    The function h is given by pieces, and they must cover [0, 1]. On every piece the ratio of the odds must be at least gamma. At
    the claimed point it must be gamma, or tend to gamma.
    """
    edge = ZERO
    for piece in claim.pieces:
        _require_piece(piece, edge)
        _require_nonnegative(_quadratic(piece, claim.gamma.number), piece)
        edge = piece.end
    require(edge == ONE, "h-end", "the pieces of h do not end at 1")
    _require_attained(claim)


def _require_piece(piece: Piece, edge: Quotient) -> None:
    """Require that the piece is not empty, has values in [0, 1], and starts at `edge`, where the piece before it ended."""
    require(piece.start == edge, "h-gap", "the pieces of h do not follow one another from 0 on")
    require(piece.start < piece.end, "piece-order", "a piece of h that is empty or reversed")
    require(piece.left >= ZERO and piece.left <= ONE, "h-left", "h is outside [0, 1] where a piece begins")
    require(piece.right >= ZERO and piece.right <= ONE, "h-right", "h is outside [0, 1] where a piece ends")


def _quadratic(piece: Piece, gamma: Quotient) -> Quadratic:
    """Compute q(p) = h(p) (1 + (gamma - 1) p) - gamma p on a piece of h, a linear function.

    Where h(p) < 1, q(p) >= 0 says that the odds of h(p) are at least gamma times those of p.
    """
    slope = (piece.right - piece.left) / (piece.end - piece.start)
    c = piece.left - slope * piece.start
    return Quadratic(slope * (gamma - ONE), c * (gamma - ONE) + slope - gamma, c)


def _require_nonnegative(q: Quadratic, piece: Piece) -> None:
    """Require that the quadratic is >= 0 on the whole piece.

    It must be >= 0 at both ends. Its slopes at the ends, or its discriminant, must show that it is >= 0 between them.
    """
    at_ends = q.at(piece.start) >= ZERO and q.at(piece.end) >= ZERO
    require(at_ends, "gamma-at-end", "gamma is too large at an end of a piece")
    monotone = q.slope(piece.start) >= ZERO or q.slope(piece.end) <= ZERO
    above = monotone or q.b * q.b <= FOUR * q.a * q.c
    require(above, "gamma-inside", "gamma is too large inside a piece")


def _require_attained(claim: Breach) -> None:
    """Require that at the claimed point the odds of h(p) over the odds of p are gamma, or tend to gamma if the point is 0 or 1."""
    piece, p = claim.pieces[claim.at_piece], claim.point.number
    q = _quadratic(piece, claim.gamma.number)
    require(piece.start <= p and p <= piece.end, "point-in-piece", "the point is outside its piece")
    require(q.at(p).is_zero(), "equality", "no equality at the point")
    inside = p > ZERO and p < ONE
    limit = (p * (ONE - p)).is_zero() and q.slope(p).is_zero()
    require(inside or limit, "gamma-largest", "the point does not exclude a larger gamma")


def sentence(claim: Breach) -> str:
    """State in words the pieces of the function h(p), and the infimum over p of the odds of h(p) divided by the odds of p."""
    pieces = quote(claim.part, lambda: ", ".join(map(_spell_piece, claim.pieces)))
    return (
        f"for h linear on the pieces {pieces}, and of either value where two meet, the infimum B(h) over "
        f"0 < p < 1 of the odds of h(p) over the odds of p is {spell(claim.gamma)}"
    )


def _spell_piece(piece: Piece) -> str:
    """Write a piece as text, for example `[0, 1/2]: 1/4 to 1`."""
    start, end, left, right = map(spell_number, (piece.start, piece.end, piece.left, piece.right))
    return f"[{start}, {end}]: {left} to {right}"
