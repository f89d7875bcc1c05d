"""The least variance of an estimated share with two answers, as a point of a polygon.

Let n be the number of answers, π the share of the second input, D = p00 + p11 − 1 > 0, and (x, y) = (p00, p11)/D. Then
n·Var = (x − π)(y − 1 + π), and every demand is a half-plane: p11 ≤ 1 and p00 ≤ 1 say x ≥ 1 and y ≥ 1. A ratio T with a slack δ
asks of the first input against the second p00 ≤ T(1 − p11) + δ, of the second against the first p11 ≤ T(1 − p00) + δ. Divided
by D these are

    (T−1+δ)x + δy ≥ T+δ,   δx + (T−1+δ)y ≥ T+δ,

and what they ask of the other answer follows. All normals are at least 0, so the polygon recedes in the directions of the
quadrant, in which both factors of n·Var do not decrease. The factors are at least 0 on the polygon, so their product is
quasi-concave, and the polygon has no line: some vertex is best. Where the least value is above 0, only vertices have it.

A linear condition on P is a half-plane too, as (p00, p01, p10, p11) = (x, x−1, y−1, y)/(x+y−1). Its normal may have any signs,
but it only removes directions in which the polygon recedes, so that some vertex is still best.

If the least value is 0, then π = 0 and y = 1, or π = 1 and x = 1. With the vertex M, the mixtures (1 − w)M + wZ, 0 ≤ w < 1,
have the variance 0 too, where Z always gives the first answer if π = 0, and the second if π = 1.

For the worst π in [a, b], the worst is a where x−y+1 ≤ 2a, and b where x−y+1 ≥ 2b. Between these lines the largest value is
((x+y−1)/2)². Each of the three parts into which they cut the polygon has a best vertex.

Reference: Holohan, Leith and Mason (2016), Optimal differentially private mechanisms for randomised response; SPEC.md, 9.6.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from flint import fmpq

from rropt.binary.share import HALF, ONE, ZERO, Meaning, Share
from rropt.engine.asks import Asked, Condition
from rropt.engine.found import Found, Impossible, Matrix, Minimisers, Unattained, Unidentified
from rropt.engine.linear import maximise
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.solvers.rational import fraction

__all__ = [
    "HalfPlane",
    "Point",
    "Polygon",
    "best_of",
    "is_silent",
    "least_variance",
    "limit_of",
    "refuse_guesses",
    "rows_at",
    "value",
    "value_at",
]

Point = tuple[Number, Number]
TRACE = [[[fmpq(1), fmpq(0)], [fmpq(0), fmpq(1)]]]
EQUAL_DIAGONAL = Condition({(0, 0): fmpq(1), (1, 1): fmpq(-1)}, "=", fmpq(0))


@dataclass(frozen=True, slots=True)
class HalfPlane:
    """The half-plane a·x + b·y ≥ c."""

    a: Number
    b: Number
    c: Number

    def slack(self, point: Point) -> Number:
        """The number a·x + b·y − c, which is at least 0 in the half-plane."""
        return self.a * point[0] + self.b * point[1] - self.c


DIAGONAL = HalfPlane(ONE, -ONE, ZERO)


@dataclass(frozen=True, slots=True)
class Polygon:
    """The points (x, y) of the mechanisms that meet a demand and conditions, on the line x = y alone if `is_diagonal`."""

    lines: tuple[HalfPlane, ...]
    is_diagonal: bool = False

    @classmethod
    def of(cls, asked: Asked, conditions: Sequence[Condition] = (), *, is_diagonal: bool = False) -> Polygon:
        """The polygon of a demand on two inputs and of conditions."""
        lines = [HalfPlane(ONE, ZERO, ONE), HalfPlane(ZERO, ONE, ONE)]
        for ask in asked.asks:
            t, d = ask.ratio.exact, fraction(ask.slack)
            own, other = t - 1 + d, d
            lines.append(HalfPlane(own, other, t + d) if ask.j == 0 else HalfPlane(other, own, t + d))
        lines += [line for condition in conditions for line in _lines(condition)]
        return cls(tuple(dict.fromkeys(lines)), is_diagonal)

    def contains(self, point: Point) -> bool:
        """Whether a point meets all inequalities."""
        return all(line.slack(point) >= 0 for line in self.lines)

    def vertices(self, cuts: Sequence[HalfPlane] = ()) -> tuple[Point, ...]:
        """The points of the polygon where two of its lines meet, or one of `cuts` and another line."""
        lines = [*self.lines, *cuts]
        pairs = [(line, DIAGONAL) for line in lines] if self.is_diagonal else list(combinations(lines, 2))
        corners = dict.fromkeys(point for g, h in pairs if (point := _intersection(g, h)) is not None)
        return tuple(point for point in corners if self.contains(point))


def _intersection(g: HalfPlane, h: HalfPlane) -> Point | None:
    """The point where two boundary lines meet; None if they are parallel."""
    d = g.a * h.b - g.b * h.a
    if d == 0:
        return None
    return (g.c * h.b - g.b * h.c) / d, (g.a * h.c - g.c * h.a) / d


def _lines(condition: Condition) -> list[HalfPlane]:
    """A condition Σ a_ij P_ij ≤ bound as a half-plane, an equation as two."""
    a = {entry: fraction(x) for entry, x in condition.terms.items()}
    a00, a01, a10, a11 = (a.get(entry, ZERO) for entry in ((0, 0), (0, 1), (1, 0), (1, 1)))
    b, sign = fraction(condition.bound), -condition.sign
    line = HalfPlane(sign * (a00 + a01 - b), sign * (a10 + a11 - b), sign * (a01 + a10 - b))
    return [line, HalfPlane(-line.a, -line.b, -line.c)] if condition.relation == "=" else [line]


def value(point: Point, share: Share) -> Number:
    """The variance at the share, or at the worst of a range: the one nearest to (x − y + 1)/2."""
    x, y = point
    return value_at(point, share.nearest((x - y + 1) * HALF))


def value_at(point: Point, pi: Number) -> Number:
    """The variance (x − π)(y − 1 + π) at one share."""
    return (point[0] - pi) * (point[1] - 1 + pi)


def rows_at(point: Point) -> Matrix:
    """The mechanism of a point: p00 = x/(x+y−1), p11 = y/(x+y−1)."""
    x, y = point
    s = x + y - 1
    return ((x / s, 1 - y / s), (1 - x / s, y / s))


def limit_of(share: Share) -> Matrix:
    """The mechanism Z to which a half-line of mechanisms of variance 0 tends at the share 0 or 1."""
    return ((ONE, ONE), (ZERO, ZERO)) if share.lower == 0 else ((ZERO, ZERO), (ONE, ONE))


def is_silent(asked: Asked) -> bool:
    """Whether a demand makes all answers independent of the truth: with T = 1 and δ = 0 the columns are equal.

    If no single demand does, all together do not, as each allows all points near enough to the line p00 + p11 = 1.
    """
    return any(ask.ratio.exact == 1 and ask.slack == 0 for ask in asked.asks)


def refuse_guesses(asked: Asked) -> None:
    """Refuse a vulnerability, under which no certificate shows a least variance."""
    if asked.guesses:
        raise InputError(
            f"a bound of {fraction(asked.guesses[0].bound)} on a vulnerability goes with linear objectives, not with a variance; "
            "ask for a trace or a utility, or give a budget epsilon"
        )


def least_variance(
    asked: Asked, share: Share, conditions: Sequence[Condition] = (), *, is_diagonal: bool = False
) -> Found | Unidentified | Unattained:
    """Compare the variances at all vertices, at one share or at the worst of a range; `is_diagonal` asks for p00 = p11."""
    refuse_guesses(asked)
    if is_silent(asked):
        return Unattained()
    vertices = Polygon.of(asked, conditions, is_diagonal=is_diagonal).vertices(_cuts(share))
    if not vertices:
        return _show_none(asked, conditions, is_diagonal=is_diagonal)
    points = best_of(vertices, partial(value, share=share))
    return found_at(points, share, is_diagonal=is_diagonal, is_listed=not conditions)


def found_at(points: Sequence[Point], share: Share, *, is_diagonal: bool = False, is_listed: bool = True) -> Found:
    """The answer whose best mechanisms are those of some points; all of them, unless it is about the worst of a range."""
    least = value(points[0], share)
    is_listed = is_listed and share.meaning is Meaning.AT
    limit = limit_of(share) if least == 0 and is_listed and not is_diagonal else None
    minimisers = Minimisers(tuple((rows_at(point), limit) for point in points), is_listed)
    return Found(rows_at(points[0]), least, least, minimisers)


def best_of(vertices: Sequence[Point], variance: Callable[[Point], Number]) -> tuple[Point, ...]:
    """The points that have the least variance of some."""
    values = list(map(variance, vertices))
    least = min(values)
    return tuple(point for point, own in zip(vertices, values, strict=True) if own == least)


def _cuts(share: Share) -> tuple[HalfPlane, ...]:
    """The lines beyond which the worst share of a range is an end of it."""
    if share.meaning is not Meaning.WORST:
        return ()
    return HalfPlane(ONE, -ONE, 2 * share.lower - 1), HalfPlane(ONE, -ONE, 2 * share.upper - 1)


def _show_none(asked: Asked, conditions: Sequence[Condition], *, is_diagonal: bool) -> Unidentified:
    """Show that nothing meets the conditions, or that p00 + p11 ≤ 1 in all that does: by the largest trace."""
    own = (*conditions, EQUAL_DIAGONAL) if is_diagonal else tuple(conditions)
    found = maximise(asked, TRACE, own)
    assert isinstance(found, Impossible) or found.upper <= 1  # else there would be a vertex
    return Unidentified(found, {"name": "trace", "sense": "max"}, own)
