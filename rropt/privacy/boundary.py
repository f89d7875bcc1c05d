"""A boundary h of beliefs, as an exact function of a prior probability p in [0, 1], and the largest factor of odds B(h) under it.

A mechanism keeps h if every posterior probability of every event is at most h(p), where p is the event's prior probability (Chai
and Nayak 2018, Definitions 2.2 and 3.1). On each of its pieces h is a quotient of linear functions of p, and it may jump between
them. All of rropt represents h in this one way, whether it is a table of points (linear pieces) or the boundary of a named demand,
such as h_γ(p) = γp/(1 + (γ−1)p), which lets the odds of an event grow at most γ-fold.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cmp_to_key
from itertools import groupby, pairwise
from typing import TypeAlias

from rropt.exact.element import Bound, Number
from rropt.exact.errors import InputError, Undecided, refuse
from rropt.exact.grammar import read_number, read_probability
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.ordering import number_between, order_of
from rropt.exact.quadratic import is_quadratic_nonnegative, quadratic_roots
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.privacy.bounds import read_factor

__all__ = [
    "BoundaryPiece",
    "BreachFunction",
    "Infimum",
    "Stationary",
    "broken_at",
    "infimum",
    "largest_factor",
    "minimum",
    "odds_after",
    "odds_boundaries",
    "odds_boundary",
    "piecewise_linear",
    "read_boundary",
    "reflect",
    "require_lower",
    "require_upper",
    "split_by_sign",
    "star",
]

MOST_PIECES = 4096
ZERO, ONE = Fraction(0), Fraction(1)
WIDTH = Fraction(1, 10**15)
Quadratic: TypeAlias = tuple[Number, Number, Number]


# ---- The function ----------------------------------------------------------------------------------------------------------------


def _value(q: Quadratic, p: Number) -> Number:
    return q[0] + p * (q[1] + p * q[2])


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
    def odds(self) -> tuple[Quadratic, Quadratic]:
        """N and D, by their coefficients, with R(p) = ((1−p)/p)·(h(p)/(1−h(p))) = N(p)/D(p) and D(p) ≥ 0.

        They are N = (1−p)(a + bp) and D = p((c−a) + (d−b)p). So h(p) ≥ h_γ(p) iff N(p) − γ·D(p) ≥ 0, also for γ = 1: h_1(p) = p.
        """
        (a, b), (c, d) = self.top, self.below
        return (a, b - a, -b), (ZERO, c - a, d - b)

    def gap(self, gamma: Number) -> Quadratic:
        """N − γ·D, which has the sign of h − h_γ inside the piece."""
        c0, c1, c2 = (n - gamma * d for n, d in zip(*self.odds, strict=True))
        return c0, c1, c2

    def ratio(self, p: Number) -> Number | None:
        """R(p), at an end of the piece its limit from inside; None if it is infinite."""
        top, below = (_value(q, p) for q in self.odds)
        if top == 0 == below:
            top, below = (c1 + 2 * c2 * p for _, c1, c2 in self.odds)
        return top / below if below else None

    def has_formula_of(self, other: BoundaryPiece) -> bool:
        """Whether both pieces are the same function of p, even if their coefficients differ by a common factor."""
        (a, b), (c, d), (e, f), (g, h) = self.top, self.below, other.top, other.below
        return a * g == e * c and b * h == f * d and a * h + b * g == e * d + f * c

    @property
    def formula(self) -> str:
        """The formula as text."""
        (a, b), (c, d) = self.top, self.below
        return _spell_line(a, b) if c == 1 and not d else f"({_spell_line(a, b)})/({_spell_line(c, d)})"

    def __str__(self) -> str:
        return f"{self.formula} on ({show(self.start)}, {show(self.end)})"


@dataclass(frozen=True, slots=True, repr=False)
class BreachFunction:
    """A boundary h on [0, 1]: pieces[n] is h between breakpoints n and n + 1 (both excluded), and values[n] is h at breakpoint n.

    As text it is its name, or without one its `formula`.

    Examples:
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
        if not self.pieces or len(self.values) != len(self.pieces) + 1:
            raise InputError(
                f"the boundary h has {len(self.values)} values for {len(self.pieces)} pieces; give points from p = 0 to p = 1, and "
                "one value at each breakpoint"
            )
        if len(self.pieces) > MOST_PIECES:
            raise InputError(f"the boundary h has {len(self.pieces)} pieces; give at most {MOST_PIECES}")
        for piece in self.pieces:
            refuse(
                (
                    order_of(piece.start, piece.end) >= 0,
                    f"the piece of h from {show(piece.start)} to {show(piece.end)} is empty or runs backwards",
                ),
                (
                    any(piece.below[0] + piece.below[1] * p <= 0 for p in (piece.start, piece.end)),
                    f"the denominator of h must be positive on a whole piece, but one piece is h(p) = {piece}",
                ),
            )
        first, last = self.pieces[0].start, self.pieces[-1].end
        if first != 0 or last != 1 or any(a.end != b.start for a, b in pairwise(self.pieces)):
            raise InputError(
                f"the boundary h must cover 0 to 1 without gaps, but it is given from {show(first)} to {show(last)}"
            )
        limits = [(p, piece.at(p)) for piece in self.pieces for p in (piece.start, piece.end)]
        for p, value in (*limits, *zip(self.breakpoints, self.values, strict=True)):
            if value < 0 or value > 1:
                raise InputError(f"h({show(p)}) = {show(value)} must lie between 0 and 1")

    @property
    def breakpoints(self) -> tuple[Number, ...]:
        """The priors 0 = p₀ < p₁ < … < p_n = 1 at which the pieces begin and end."""
        return (self.pieces[0].start, *(piece.end for piece in self.pieces))

    @property
    def is_linear(self) -> bool:
        """Whether every piece is linear, so that h is a piecewise linear table."""
        return not any(piece.below[1] for piece in self.pieces)

    def __call__(self, prior: object) -> Number:
        """h(prior), exactly."""
        p = read_probability(prior, "the prior probability")
        points, by_order = self.breakpoints, cmp_to_key(order_of)
        n = bisect_right(points, by_order(p), key=by_order) - 1
        return self.values[n] if order_of(p, points[n]) == 0 else self.pieces[n].at(p)

    @property
    def formula(self) -> str:
        """The points or `odds:γ`, as `read_boundary` reads it, or else the formulas of the pieces."""
        if self.is_linear:
            return ",".join(f"{show(p)}={show(v)}" for n, p in enumerate(self.breakpoints) for v in _values_at(self, n))
        (a, b), (c, d) = self.pieces[0].top, self.pieces[0].below
        # bp/(c + (b − c)p) is h_γ with γ = b/c
        if len(self.pieces) == 1 and not a and self.values == (ZERO, ONE) and b == c + d:
            return f"odds:{show(b / c)}"
        return "; ".join(map(str, self.pieces))

    def __str__(self) -> str:
        return self.name or self.formula

    def __repr__(self) -> str:
        return str(self)


def _spell_line(a: Number, b: Number) -> str:
    """Write a + b·p as text."""
    term = "p" if b == 1 else f"{show(b)}*p" if isinstance(b, Fraction) and b > 0 else f"({show(b)})*p"
    return show(a) if not b else f"{show(a)} + {term}" if a else term


def _values_at(h: BreachFunction, n: int) -> list[Number]:
    """The values at the n-th breakpoint by which `piecewise_linear` rebuilds h: one, two with a jump to the smaller, or three."""
    value = h.values[n]
    left = h.pieces[n - 1].right if n else value
    right = h.pieces[n].left if n < len(h.pieces) else value
    if order_of(left, right) == 0 == order_of(value, left):
        return [value]
    is_smaller = order_of(left, right) != 0 and order_of(value, min(left, right)) == 0
    return [left, right] if is_smaller else [left, value, right]


def _require(h: BreachFunction, side: int, rule: str) -> BreachFunction:
    """Refuse h if side·(h(p) − p) < 0 for some p; `rule` says what is wanted."""
    for p, value in zip(h.breakpoints, h.values, strict=True):
        if side * order_of(value, p) < 0:
            raise InputError(f"{rule}, but h({show(p)}) = {show(value)}")
    for piece in h.pieces:
        c0, c1, c2 = piece.gap(ONE)
        if not is_quadratic_nonnegative(side * c0, side * c1, side * c2, piece.start, piece.end):
            raise InputError(f"{rule}, but h is {piece}")
    return h


def require_upper(h: BreachFunction) -> BreachFunction:
    """Return h if it is an upward boundary, that is if p ≤ h(p) ≤ 1 for every p."""
    return _require(h, 1, "an upward breach boundary has h(p) >= p")


def require_lower(h: BreachFunction) -> BreachFunction:
    """Return h if it is a downward boundary, that is if 0 ≤ h(p) ≤ p for every p."""
    return _require(h, -1, "a downward breach boundary has h(p) <= p")


def piecewise_linear(points: Iterable[Sequence[object]], *, name: str = "") -> BreachFunction:
    """The boundary through the points (p, h), linear between neighbours, from p = 0 to p = 1.

    If p is repeated, h jumps there. The first value is the limit from the left, and the last value is the limit from the right.
    If there are three values, the middle one is h(p) itself. If there are two values, h(p) is the smaller, which is the stronger
    demand of an upper boundary. The result of `largest_factor` is the same for either value.

    Args:
        points: Pairs (p, h) of exact numbers, p increasing from 0 to 1.
        name: How the boundary is called in print.

    Returns:
        The boundary h, which demands that no posterior of an event of probability p exceeds h(p).

    Raises:
        InputError: The points are no boundary.

    Examples:
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
    groups = [(p, [h for _, h in group]) for p, group in groupby(read, key=lambda point: point[0])]
    if crowded := [p for p, hs in groups if len(hs) > 3]:
        raise InputError(
            f"the boundary h has more than three values at p = {show(crowded[0])}; give the left limit, the value and the right "
            "limit"
        )
    sides = [(p, hs[-1], q, (ks[0] - hs[-1]) / (q - p)) for (p, hs), (q, ks) in pairwise(groups)]
    pieces = tuple(BoundaryPiece(p, q, (left - slope * p, slope)) for p, left, q, slope in sides)
    return BreachFunction(pieces, tuple(hs[1] if len(hs) == 3 else min(hs) for _, hs in groups), name)


def _point(point: Sequence[object]) -> tuple[Number, Number]:
    if isinstance(point, str) or not isinstance(point, Sequence) or len(point) != 2:
        raise InputError(
            f"a point of the boundary h must be a pair (p, h), not {str(point)[:40]}; give a list of such pairs, or a demand such "
            "as LDP(1); what a mechanism or a design keeps, `check` tells"
        )
    return read_number(point[0]), read_number(point[1])


# ---- Two boundaries --------------------------------------------------------------------------------------------------------------


def reflect(h: BreachFunction) -> BreachFunction:
    """The mirror image h̃(p) = 1 − h(1 − p).

    If h bounds the probability of every event from above, h̃ bounds it from below, and vice versa, as the probability of the
    complement is 1 minus that of the event.
    """
    pieces = tuple(
        BoundaryPiece(1 - q.end, 1 - q.start, (c + d - a - b, b - d), (c + d, -d))
        for q in reversed(h.pieces)
        for (a, b), (c, d) in [(q.top, q.below)]
    )
    return BreachFunction(pieces, tuple(1 - v for v in reversed(h.values)))


def split_by_sign(
    f: BreachFunction, g: BreachFunction
) -> Iterator[tuple[Number, Number, BoundaryPiece, BoundaryPiece, int]]:
    """Yield intervals inside which f − g has one sign, as (start, end, piece of f, piece of g, sign of f − g)."""
    points = sorted({*f.breakpoints, *g.breakpoints}, key=cmp_to_key(order_of))
    i = j = 0
    for start, end in pairwise(points):
        p, q = f.pieces[i], g.pieces[j]
        for u, v in pairwise([start, *_crossings(p, q, start, end), end]):
            middle = number_between(u, v)
            yield u, v, p, q, order_of(p.at(middle), q.at(middle))
        i, j = i + (order_of(p.end, end) == 0), j + (order_of(q.end, end) == 0)


def _crossings(f: BoundaryPiece, g: BoundaryPiece, start: Number, end: Number) -> list[Number]:
    """The points inside an interval at which f − g is 0: roots of its numerator, since both denominators are positive."""
    (a, b), (c, d), (e, s), (g0, g1) = f.top, f.below, g.top, g.below
    roots = quadratic_roots(a * g0 - e * c, a * g1 + b * g0 - e * d - s * c, b * g1 - s * d)
    if roots is None:
        raise Undecided(
            "two breach boundaries cross at a point that rropt cannot write exactly; state the demands with rational numbers"
        )
    return [x for x in roots if order_of(start, x) < 0 < order_of(end, x)]


def minimum(f: BreachFunction, g: BreachFunction, *, name: str = "") -> BreachFunction:
    """The smaller of f and g at every p, exactly; breakpoints are added where the two cross."""

    def lower_at(p: Number) -> Number:
        return f(p) if order_of(f(p), g(p)) <= 0 else g(p)

    pieces: list[BoundaryPiece] = []
    for u, v, p, q, order in split_by_sign(f, g):
        chosen = p if order <= 0 else q
        start = u
        if pieces and pieces[-1].has_formula_of(chosen) and order_of(lower_at(u), chosen.at(u)) == 0:
            start = pieces.pop().start
        pieces.append(replace(chosen, start=start, end=v))
    points = [pieces[0].start, *(piece.end for piece in pieces)]
    return BreachFunction(tuple(pieces), tuple(map(lower_at, points)), name)


def star(lower: BreachFunction, upper: BreachFunction, *, name: str = "") -> BreachFunction:
    """The upward boundary h_l ⋆ h_u that is equivalent to h_l and h_u together: [h_l ⋆ h_u](p) = min{h_u(p), 1 − h_l(1 − p)}.

    A mechanism satisfies (h_l, h_u)-SIP iff it satisfies [h_l ⋆ h_u]-CSIP (Chai and Nayak 2018, Lemma 3.1).
    """
    return minimum(require_upper(upper), reflect(require_lower(lower)), name=name)


# ---- Boundaries with a name ------------------------------------------------------------------------------------------------------


def odds_after(p: Number, gamma: Bound) -> Number:
    """The probability of an event after an answer that multiplies its odds by γ. Its probability before is p, with 0 < p < 1."""
    return ONE if is_infinite(gamma) else gamma * p / (1 + (gamma - 1) * p)


def odds_boundary(gamma: object) -> BreachFunction:
    """The upper boundary that lets the odds of an event grow at most γ-fold; its mirror image lets them fall to 1/γ.

    It is h_γ(p) = γp/(1 + (γ−1)p), the largest posterior after a prior p under a mechanism of parity γ ≥ 1; it is 1 for 0 < p < 1
    if γ = ∞, which allows every posterior, except of events that are already sure or impossible.
    """
    g = read_factor(gamma, "odds")
    top, below = ((ONE, ZERO), (ONE, ZERO)) if is_infinite(g) else ((ZERO, g), (ONE, g - 1))
    return BreachFunction((BoundaryPiece(ZERO, ONE, top, below),), (ZERO, ONE))


def odds_boundaries(gamma: object) -> tuple[BreachFunction, BreachFunction]:
    """The pair (h_l, h_u) between which the odds of an event change at most γ-fold, up or down."""
    upper = odds_boundary(gamma)
    return reflect(upper), upper


def read_boundary(x: object, *, is_lower: bool = False) -> BreachFunction:
    """Read a boundary: a `BreachFunction`, points (p, h), or text such as `0=1/5,8/9=1,1=1` or `odds:3`.

    `odds:…` takes a factor of at least 1 for an upper boundary, and a factor between 0 and 1 for a lower one.
    """
    if isinstance(x, BreachFunction):
        return x
    if not isinstance(x, str):
        return piecewise_linear(x)  # type: ignore[arg-type]
    name, _, factor = (part.strip() for part in x.partition(":"))
    if name == "odds":
        return _lower_odds(factor) if is_lower else odds_boundary(factor)
    if not all("=" in part for part in x.split(",")):
        raise InputError(f"cannot read '{x[:60]}' as a boundary; give points such as 0=1/5,8/9=1,1=1, or odds:3")
    return piecewise_linear([part.partition("=")[::2] for part in x.split(",")])


def _lower_odds(text: str) -> BreachFunction:
    """The lower boundary that lets the odds of an event fall to a factor between 0 and 1 of the odds before, and no lower."""
    factor = read_number(text)
    if not 0 <= factor <= 1:
        raise InputError(f"odds = {show(factor)} must lie between 0 and 1 in a lower boundary, such as odds:1/3")
    return reflect(odds_boundary(1 / factor if factor else INFINITY))


# ---- Where a ratio breaks a boundary ---------------------------------------------------------------------------------------------


def broken_at(h: BreachFunction, gamma: Bound) -> Number | None:
    """Find a prior p, strictly between 0 and 1, with h_γ(p) > h(p): an output that is γ ≥ 1 times likelier under an event than
    otherwise lifts the event's probability from p above h(p). The result is inside a piece of h if possible. None if none is.

    A prior on two inputs is enough to show the breach: no other prior or event breaches more (Chai and Nayak 2018, Lemma 3.2).
    """
    inside = next((p for p in (_broken_inside(x, gamma) for x in h.pieces) if p is not None), None)
    if inside is not None:
        return inside
    values = zip(h.breakpoints[1:-1], h.values[1:-1], strict=True)
    return next((p for p, value in values if odds_after(p, gamma) > value), None)


def _broken_inside(x: BoundaryPiece, gamma: Bound) -> Number | None:
    """Find a prior inside the piece with h_γ > h, where the gap is negative.

    If it is negative anywhere inside, it is so at its vertex, or at an end and then also inside the piece near that end.
    """
    p = (x.start + x.end) / 2
    if is_infinite(gamma):
        return None if x.at(p) == 1 else p
    gap = x.gap(gamma)
    _, linear, square = gap
    if square > 0:
        vertex = -linear / (2 * square)
        if order_of(x.start, vertex) < 0 < order_of(x.end, vertex) and _value(gap, vertex) < 0:
            return vertex
    end = next((end for end in (x.start, x.end) if _value(gap, end) < 0), None)
    while end is not None and _value(gap, p) >= 0:
        p = (p + end) / 2
    return None if end is None else p


# ---- B(h) ------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stationary:
    """A value, or a one-sided limit, of the odds ratio R(p) = ((1−p)/p)·(h(p)/(1−h(p))) at the prior p = `point`.

    `attained` says whether R takes this value there, rather than only approaching it. `piece` is the index of the piece whose
    formula gives it; None if `point` is a breakpoint at which h differs from both one-sided limits.
    """

    value: Number
    point: Number
    piece: int | None
    attained: bool


@dataclass(frozen=True, slots=True)
class Infimum:
    """lower ≤ B(h) ≤ upper, where B(h) = inf R(p) over 0 < p < 1; `least` has its value if that is finite and known exactly."""

    lower: Bound
    upper: Bound
    least: Stationary | None

    @property
    def value(self) -> Bound | None:
        """B(h), if it is known exactly; else None. It is infinity if h = 1 throughout."""
        return self.upper if self.least is not None or is_infinite(self.lower) else None


def _stationary_points(piece: BoundaryPiece) -> list[Number] | None:
    """The points inside the piece at which R has slope 0; one point if R is constant. None if they lie in no known field.

    They are roots of the quadratic N'D − ND'.
    """
    (n0, n1, n2), (_, d1, d2) = piece.odds
    slope = (-n0 * d1, -2 * n0 * d2, n2 * d1 - n1 * d2)
    if not any(slope):
        return [number_between(piece.start, piece.end)]
    roots = quadratic_roots(*slope)
    return None if roots is None else [p for p in roots if order_of(piece.start, p) < 0 < order_of(piece.end, p)]


def _candidates(h: BreachFunction) -> Iterator[Stationary]:
    """Yield the finite values and limits of R, of which the least is B(h) if all stationary points are known."""
    for n, piece in enumerate(h.pieces):
        for p in (*(_stationary_points(piece) or ()), piece.start, piece.end):
            value = piece.ratio(p)
            if value is not None:
                yield Stationary(value, p, n, 0 < p < 1 and order_of(h(p), piece.at(p)) == 0)
    for (before, after), p, value in zip(pairwise(h.pieces), h.breakpoints[1:], h.values[1:], strict=False):
        if value != 1 and all(order_of(value, side) != 0 for side in (before.right, after.left)):
            yield Stationary((1 - p) * value / (p * (1 - value)), p, None, True)


def _is_surely_kept(h: BreachFunction, gamma: Number) -> bool:
    """Whether h_γ ≤ h for sure."""
    try:
        return broken_at(h, gamma) is None
    except (InputError, Undecided):
        return False


def _enclosed(h: BreachFunction, piece: BoundaryPiece) -> Infimum:
    """Enclose B(h), which lies between 1 and R(p) inside a piece, by bisection with an exact test."""
    p = number_between(piece.start, piece.end)
    low, high = ONE, enclose((1 - p) * piece.at(p) / (p * (1 - piece.at(p))))[1]
    while high - low > WIDTH * high:
        middle = (low + high) / 2
        low, high = (middle, high) if broken_at(h, middle) is None else (low, middle)
    return Infimum(low, high, None)


def _order(a: Stationary, b: Stationary) -> int:
    """Sort by value; of two equal values, one that R takes comes before one that it only approaches."""
    return order_of(a.value, b.value) or int(b.attained) - int(a.attained)


def infimum(h: BreachFunction) -> Infimum:
    """Find B(h) = inf R(p), exactly if the stationary points of R can be computed on every piece.

    Otherwise let v ≥ B(h) be the least of the other candidates. If h_v ≤ h, v ≤ B(h) too; else bisection gives bounds.
    """
    found = sorted(_candidates(h), key=cmp_to_key(_order))
    hard = [piece for piece in h.pieces if _stationary_points(piece) is None]
    if hard and not (found and _is_surely_kept(h, found[0].value)):
        return _enclosed(h, hard[0])
    return Infimum(found[0].value, found[0].value, found[0]) if found else Infimum(INFINITY, INFINITY, None)


def largest_factor(h: BreachFunction) -> Bound:
    """B(h) = inf over 0 < p < 1 of ((1−p)/p)·(h(p)/(1−h(p))), exactly: the largest γ with γp/(1 + (γ−1)p) ≤ h(p) for all p.

    If h is rational, B(h) is rational or a quadratic irrational. Chai and Nayak (2018), (3.3).

    Args:
        h: The boundary, with p ≤ h(p) ≤ 1.

    Returns:
        B(h), infinite where h demands nothing.

    Raises:
        InputError: h lies below p somewhere, or B(h) needs the root of an irrational number.

    Examples:
        >>> from rropt.privacy import piecewise_linear
        >>> from rropt.privacy import largest_factor
        >>> print(largest_factor(piecewise_linear([(0, "1/5"), (1, 1)])))
        5/4
    """
    exact = infimum(require_upper(h)).value
    if exact is None:
        raise InputError(
            f"rropt cannot write the bound B(h) of the boundary h = {h} exactly, because it needs the root of an irrational "
            "number; give points with rational numbers"
        )
    return exact
