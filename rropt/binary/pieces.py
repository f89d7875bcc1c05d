"""Least variances at every budget, every slack or every share of a range: formulas, each on a part of the range.

*Two answers, one ratio T = e^ε and slack δ both ways.* For T > 1 and 0 < δ < 1 the polygon has three vertices (x, y):

    A = (a, a) with a = (T+δ)/(T−1+2δ),   B = (1/δ, 1),   C = (1, 1/δ).

A is p00 = p11 = (T+δ)/(T+1), B is (p00, p11) = (1, δ) and C is (δ, 1). The variance at A is a(a−1) + π(1−π) with
a − 1 = (1−δ)/(T−1+2δ). B is at least as good as C if π ≤ 1/2, and C if π ≥ 1/2. A is better than the better of both if and only
if h > 0, and as good if h = 0, where m = min(π, 1−π) and

    h = m(T−1+2δ)² − δ(T+δ).

With δ = 0 or under p00 = p11 only A remains. At T = 1 it lies between B and C, whose better one is better. At δ = 1 all three are
the truth. So the best vertices change only where h = 0, a quadratic equation in T or in δ; there a piece is one point, as all
best vertices are listed. The checker compares p00 with T·p01, so where B or C is best pieces are cut where T(1−δ) = 1, too.

*Every share, any demand.* The difference of the variances of two vertices is affine in π. So the best vertices change only where
two of them are equally good.

Reference: Holohan, Leith and Mason (2016), Theorems 2 to 4 and Corollary 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, pairwise
from typing import Literal

from flint import fmpz_poly

from rropt.binary.many import asymptotic_variance_at_every_budget, bends, rows_of
from rropt.binary.polygon import Point, Polygon, best_of, found_at, is_silent, refuse_guesses, rows_at, value_at
from rropt.binary.share import HALF, ONE, ZERO, Meaning, Share, state
from rropt.engine.asks import Asked
from rropt.engine.found import Document, Matrix
from rropt.engine.pieces import Cut, Piece, cut_at
from rropt.exact.element import Element, Number, generator
from rropt.exact.errors import InputError
from rropt.exact.fields import Free
from rropt.exact.infinity import is_infinite
from rropt.exact.isolate import is_zero_at, isolate, rationals_between
from rropt.exact.substitute import value_at as value_of
from rropt.solvers.rational import fraction

__all__ = ["SharePiece", "asymptotic_variance", "shares_of_all", "shares_of_two", "variances"]

Ends = tuple[Cut, Cut | None]
Part = tuple[Cut, Cut | None, tuple[Point, ...]]


@dataclass(frozen=True, slots=True)
class SharePiece:
    """The best mechanisms at every share from `lower` to `upper`, and what a certificate claims of them and states."""

    lower: Number
    upper: Number
    mechanisms: tuple[Matrix, ...]
    claim: Literal["optimal", "dominant"]
    stated: Document

    def mirrored(self) -> SharePiece:
        """The same, told by the share of the other input."""
        return replace(self, lower=1 - self.upper, upper=1 - self.lower)


@dataclass(frozen=True, slots=True)
class Vertices:
    """The vertex A, the better ones of B and C, and h, which is above 0 where A is best; all are functions of T or of δ."""

    symmetric: Point
    sided: tuple[Point, ...]
    h: Number

    @classmethod
    def of(cls, t: Number, d: Number, share: Share, *, is_diagonal: bool) -> Vertices:
        """The vertices for the ratio t and the slack d; A alone if d is 0 or p00 = p11 is asked."""
        a = (t + d) / (t - 1 + 2 * d)
        if d == 0 or is_diagonal:
            return cls((a, a), (), ONE)
        m = min(share.lower, 1 - share.lower)
        sided = [(1 / d, ONE)] * (share.lower <= HALF) + [(ONE, 1 / d)] * (share.lower >= HALF)
        return cls((a, a), tuple(sided), m * (t - 1 + 2 * d) ** 2 - d * (t + d))

    def best(self, sign: int) -> tuple[Point, ...]:
        """The best vertices where h has this sign."""
        if sign == 0:
            return (self.symmetric, *self.sided)
        return (self.symmetric,) if sign > 0 or not self.sided else self.sided

    def best_at(self, x: Number) -> tuple[Point, ...]:
        """The best vertices at a number inside of the range of T or δ."""
        h = value_of(self.h, x)
        return self.best((h > 0) - (h < 0))


@dataclass(frozen=True, slots=True)
class Bound:
    """The ratio and the slack of all pairs of inputs, one of which ranges over an interval, that of `field`."""

    ratio: Number
    slack: Number
    field: Free

    @classmethod
    def of(cls, asked: Asked) -> Bound:
        """The one bound of a demand; any other demand is refused, and a range that begins where nothing is told."""
        refuse_guesses(asked)
        field = asked.field
        assert isinstance(field, Free)
        if asked.common is None:
            raise InputError(
                f"formulas for a range of {field.number} are found under one epsilon and delta for both inputs; give one "
                f"{field.number}, or ask for a sweep over some"
            )
        t, d = asked.common[0].exact, fraction(asked.common[1])
        found = cls(t, generator(field) if field.is_delta else d, field)
        begins_at_nothing = (t == 1 and field.lower == 0) if field.is_delta else (d == 0 and field.lower == 1)
        if begins_at_nothing and not field.lower_open:
            raise InputError(
                f"at epsilon = 0 and delta = 0 nothing identifies the prevalence; let {field.number} begin above 0"
            )
        return found


def variances(asked: Asked, share: Share, ends: Ends, *, is_diagonal: bool) -> list[Piece]:
    """All least variances with two answers along a range of T or of δ, which `asked` leaves free."""
    bound = Bound.of(asked)
    vertices = Vertices.of(bound.ratio, bound.slack, share, is_diagonal=is_diagonal)
    if share.meaning is Meaning.EVERY or (vertices.sided and share.meaning is Meaning.WORST):
        raise InputError(
            f"formulas for a range of {bound.field.number} are found at one prevalence, not at {share.in_words()}; give one "
            f"prevalence, or one {bound.field.number}"
        )
    found = [*_at_start(bound, vertices, ends[0]), *_inside(bound, vertices, ends)]
    found += _at_end(bound, vertices, ends[1], found[-1][2])
    return [Piece(left, right, found_at(best, share, is_diagonal=is_diagonal)) for left, right, best in found]


def _inside(bound: Bound, vertices: Vertices, ends: Ends) -> Iterator[Part]:
    """The parts inside of a range, and the points where vertices are equally good."""
    if not vertices.sided:
        yield *ends, (vertices.symmetric,)
        return
    h = _numerator(vertices.h)
    roots = isolate([h, _numerator(bound.ratio * (1 - bound.slack) - 1)], bound.field)
    left = ends[0]
    for n, x in enumerate(rationals_between(roots, bound.field)):
        if n == len(roots):
            yield left, ends[1], vertices.best_at(x)
            return
        right = cut_at(roots[n])
        yield left, right, vertices.best_at(x)
        if is_zero_at(h, roots[n]):
            yield right, right, vertices.best(0)
        left = right


def _at_start(bound: Bound, vertices: Vertices, cut: Cut) -> Iterator[Part]:
    """The lower end of a range, if it needs a piece of its own. With δ = 0 there is A alone."""
    field = bound.field
    if field.lower_open:
        return
    if field.is_delta and field.lower == 0:
        yield cut, cut, (vertices.symmetric,)
    elif (not field.is_delta and field.lower == 1) or value_of(vertices.h, field.lower) == 0:
        yield cut, cut, vertices.best_at(field.lower)


def _at_end(bound: Bound, vertices: Vertices, cut: Cut | None, beside: tuple[Point, ...]) -> Iterator[Part]:
    """The upper end of a range, if it needs a piece of its own. With δ = 1 all vertices are one, as that beside it."""
    field = bound.field
    if cut is None or is_infinite(field.upper) or field.upper_open:
        return
    if field.is_delta and field.upper == 1:
        yield cut, cut, beside[:1]
    elif value_of(vertices.h, field.upper) == 0:
        yield cut, cut, vertices.best_at(field.upper)


def _numerator(x: Number) -> fmpz_poly:
    assert isinstance(x, Element)  # it is no constant
    return x.num


def asymptotic_variance(asked: Asked, share: Share, ends: Ends) -> list[Piece]:
    """The least asymptotic variance with any number of answers along a range of T."""
    field = Bound.of(asked).field
    if field.is_delta or share.meaning is Meaning.EVERY:
        raise InputError(
            f"with any number of answers there are formulas for a range of epsilon at one prevalence or the worst of a range, not "
            f"for a range of {field.number} at {share.in_words()}; give one delta and prevalence, or leave outputs out"
        )
    return [Piece(*ends, asymptotic_variance_at_every_budget(asked, share))]


def shares_of_two(asked: Asked, share: Share, *, is_diagonal: bool) -> list[SharePiece]:
    """The best mechanisms of two answers at every share of a range."""
    _require_something(asked)
    vertices = Polygon.of(asked, is_diagonal=is_diagonal).vertices()
    ends = [share.lower, *sorted(x for x in _ties(vertices) if share.lower < x < share.upper), share.upper]
    found: list[tuple[Number, Number, tuple[Point, ...]]] = []
    for low, high in pairwise(ends):
        best = best_of(vertices, partial(value_at, pi=(low + high) / 2))
        start = found.pop()[0] if found and found[-1][2] == best else low
        found.append((start, high, best))
    stated = partial(state, Meaning.EVERY, is_diagonal=is_diagonal)
    return [SharePiece(a, b, tuple(map(rows_at, best)), "optimal", stated(a, b)) for a, b, best in found]


def _ties(vertices: Sequence[Point]) -> set[Number]:
    """The shares at which two vertices are equally good, but for those that always are."""
    at = [(value_at(point, ZERO), value_at(point, ONE)) for point in vertices]
    apart = [(p - r, q - s) for (p, q), (r, s) in combinations(at, 2)]
    return {first / (first - last) for first, last in apart if first != last}


def shares_of_all(asked: Asked, share: Share) -> list[SharePiece]:
    """The mechanism that dominates all others, whatever the number of answers, at every share of a range."""
    _require_something(asked)
    return [SharePiece(share.lower, share.upper, (rows_of(bends(asked)),), "dominant", {})]


def _require_something(asked: Asked) -> None:
    refuse_guesses(asked)
    if is_silent(asked):
        raise InputError(
            "at epsilon = 0 and delta = 0 nothing identifies the prevalence; give a larger epsilon or delta"
        )
