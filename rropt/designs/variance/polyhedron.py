"""The variance problem for mechanisms P with two outputs, in the coordinates x = p00/D and y = p11/D, where D = p00 + p11 − 1 > 0.

Let n be the number of answers and π the prevalence. In these coordinates n·Var = (x−π)(y−1+π), and the demand (T,δ) is four
half-planes:

    x ≥ 1,   y ≥ 1,   (T−1+δ)x + δy ≥ T+δ,   δx + (T−1+δ)y ≥ T+δ.

Divided by D, the inequality p11 ≤ 1 gives the first half-plane, and p00 ≤ 1 the second. The third comes from p00 ≤ T(1−p11)+δ, and
the fourth from p11 ≤ T(1−p00)+δ. The same demands on the other output follow. If each input has bounds of its own against the
other, or if there are several demands, each bound is such a half-plane.

All normals are nonnegative, so the recession cone is the quadrant. Both factors of n·Var are nonnegative on the polyhedron, and
they do not decrease along the directions of the quadrant. Their product is quasi-concave, and the polyhedron contains no line. So
some vertex is optimal.

A linear condition on P is a half-plane too, because (p00, p01, p10, p11) = (x, x−1, y−1, y)/(x+y−1). Its normal may have any signs.
But it can only remove directions from the recession cone, so some vertex is still optimal.

A vulnerability is the expected gain of a guesser, who takes an action after each answer. For each action a, g_a has two entries: an
input's prior probability times the gain of the action under this input. The demand is max_a g_a·r_0 + max_c g_c·r_1 ≤ v, where r_0
and r_1 are the rows of P. For every two actions a and c this is the half-plane

    (v − g_a0 − g_a1)x + (v − g_c0 − g_c1)y ≥ v − g_a1 − g_c0.

Its normal is nonnegative, because v is at least the gain without an answer.

For the worst case over π in [a, b], the worst π is a if x−y+1 ≤ 2a, and b if x−y+1 ≥ 2b. Between these two lines the largest value
is ((x+y−1)/2)². Each of the three pieces into which the lines cut the plane has an optimal vertex.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

from rropt.designs.objectives.prevalence import Prevalence, Quantifier
from rropt.designs.rows.hull import Sides
from rropt.exact.element import Number
from rropt.exact.matrix import Matrix
from rropt.exact.spelling import show
from rropt.privacy.bounds import Average
from rropt.problem.conditions import Condition
from rropt.problem.pieces.piece import Formula
from rropt.results import exact_fields

__all__ = ["HalfPlane", "Point", "PointVariance", "VarianceProgram", "intersection"]

Point = tuple[Number, Number]
Rows = tuple[tuple[Number, Number], tuple[Number, Number]]
ONE, ZERO = Fraction(1), Fraction(0)


@dataclass(frozen=True, slots=True)
class PointVariance(Formula):
    """The variance (x − π)(y − 1 + π) of a mechanism of two outputs as a function of the prevalence π.

    Here x = p00/D and y = p11/D, with D = p00 + p11 − 1.
    """

    x: Number
    y: Number

    def at(self, prevalence: Number) -> Number:
        """Compute the variance at one prevalence."""
        return (self.x - prevalence) * (self.y - 1 + prevalence)

    def in_words(self) -> str:
        """Return the formula as text, with the numbers x and y."""
        return f"(x − π)(y − 1 + π) with x = {show(self.x)}, y = {show(self.y)}"

    def to_fields(self) -> dict[str, Any]:
        """Return the formula as text, and the exact numbers x and y."""
        x, y = (exact_fields(c) for c in (self.x, self.y))
        return {"formula": "(x - prevalence)*(y - 1 + prevalence)", "x": x, "y": y}


@dataclass(frozen=True, slots=True)
class HalfPlane:
    """The half-plane a·x + b·y ≥ c, where a mechanism of two outputs is the point x = p00/D, y = p11/D with D = p00 + p11 − 1."""

    a: Number
    b: Number
    c: Number

    def slack(self, point: Point) -> Number:
        """Compute a·x + b·y − c, which is nonnegative in the half-plane."""
        return self.a * point[0] + self.b * point[1] - self.c


def intersection(p: HalfPlane, q: HalfPlane) -> Point | None:
    """Find the single point where the two boundary lines meet; None if they are parallel."""
    d = p.a * q.b - p.b * q.a
    if d == 0:
        return None
    return (p.c * q.b - p.b * q.c) / d, (p.a * q.c - p.c * q.a) / d


def _planes(condition: Condition) -> list[HalfPlane]:
    """Write a linear condition on a mechanism of two outputs as half-planes: two for an equality, else one.

    The mechanism is the point x = p00/D, y = p11/D with D = p00 + p11 − 1.
    """
    a = dict(condition.terms)
    a00, a01, a10, a11 = (a.get(entry, ZERO) for entry in ((0, 0), (0, 1), (1, 0), (1, 1)))
    b, sign = condition.bound, condition.sign
    plane = HalfPlane(sign * (a00 + a01 - b), sign * (a10 + a11 - b), sign * (a01 + a10 - b))
    return [plane, HalfPlane(-plane.a, -plane.b, -plane.c)] if condition.relation == "==" else [plane]


def _planes_of(average: Average) -> list[HalfPlane]:
    """Write an upper bound on a vulnerability as half-planes of points (x, y).

    A vulnerability is the expected gain of a guesser, who takes an action after each answer. There is one half-plane for each
    ordered pair of different actions.
    """
    v = average.most
    return [
        HalfPlane(v - a[0] - a[1], v - c[0] - c[1], v - a[1] - c[0])
        for a, c in permutations(dict.fromkeys(average.planes), 2)
    ]


@dataclass(frozen=True, slots=True)
class VarianceProgram:
    """Minimise the variance of two outputs over the mechanisms that keep a demand. `warner` restricts the mechanisms to p00 = p11.

    If one bound (T, δ) holds for both orders of the inputs, it is in `ratio` and `delta`, and `sides` is None. Otherwise the bounds
    are in `sides`, and `ratio` and `delta` are both 1, so that they demand nothing. `averages` has the demands on averages, such as
    vulnerabilities.
    """

    ratio: Number
    delta: Number
    prevalence: Prevalence
    warner: bool = False
    conditions: tuple[Condition, ...] = ()
    sides: Sides | None = None
    averages: tuple[Average, ...] = ()

    @property
    def is_silent(self) -> bool:
        """Whether a demand makes every answer independent of the truth. Conditions may do so too, but are not examined.

        If no single demand does, all demands together do not, as each of them allows a triangle of mechanisms (p00, p11) above the
        line p00 + p11 = 1.
        """
        # with T = 1 and δ = 0 no entry of one column is larger than in the other, so the columns are equal
        asked = self.sides or (((self.ratio, self.delta),), ())
        # if two actions gain v without an answer, their half-planes are 0 ≥ d and 0 ≥ −d with some d ≠ 0
        of_averages = (h for average in self.averages for h in _planes_of(average))
        return any(t == 1 and d == 0 for side in asked for t, d in side) or any(h.a == h.b == 0 for h in of_averages)

    @property
    def condition_planes(self) -> tuple[HalfPlane, ...]:
        """The half-planes of the conditions and of the demands on averages. A condition that is an equality has two half-planes."""
        of_conditions = (h for condition in self.conditions for h in _planes(condition))
        return (*of_conditions, *(h for average in self.averages for h in _planes_of(average)))

    @property
    def half_planes(self) -> dict[str, HalfPlane]:
        """The half-planes of the demand, by name, without those of averages.

        A name is the inequality between entries of the mechanism from which the half-plane follows.
        """
        found = {"p11 <= 1": HalfPlane(ONE, ZERO, ONE), "p00 <= 1": HalfPlane(ZERO, ONE, ONE)}
        if self.sides is None:
            t, d = self.ratio, self.delta
            found["p00 <= T(1-p11)+delta"] = HalfPlane(t - 1 + d, d, t + d)
            found["p11 <= T(1-p00)+delta"] = HalfPlane(d, t - 1 + d, t + d)
            return found
        first, second = self.sides
        found |= {f"p00 <= T(1-p11)+delta, {n}": HalfPlane(t - 1 + d, d, t + d) for n, (t, d) in enumerate(first)}
        return found | {
            f"p11 <= T(1-p00)+delta, {n}": HalfPlane(d, t - 1 + d, t + d) for n, (t, d) in enumerate(second)
        }

    @property
    def cuts(self) -> tuple[HalfPlane, ...]:
        """If the objective is the worst prevalence of an interval, return two half-planes; else return an empty tuple.

        Their boundary lines cut the plane into three parts. On these the worst prevalence is the lower end of the interval, inside
        it, and its upper end.
        """
        if self.prevalence.quantifier is not Quantifier.WORST:
            return ()
        a, b = self.prevalence.lower, self.prevalence.upper
        return (HalfPlane(ONE, -ONE, 2 * a - 1), HalfPlane(ONE, -ONE, 2 * b - 1))

    def contains(self, point: Point) -> bool:
        """Whether the point satisfies every inequality and, if `warner` is set, also has x = y."""
        planes = (*self.half_planes.values(), *self.condition_planes)
        return all(h.slack(point) >= 0 for h in planes) and (not self.warner or point[0] == point[1])

    def corners(self) -> tuple[Point, ...]:
        """List each point where two of the boundary lines meet, feasible or not; the boundary lines of `cuts` count too.

        If `warner` is set, list instead each point where a boundary line meets the line x = y.
        """
        lines = [*self.half_planes.values(), *self.condition_planes, *self.cuts]
        diagonal = HalfPlane(ONE, -ONE, ZERO)
        pairs = [(h, diagonal) for h in lines] if self.warner else list(combinations(lines, 2))
        return tuple(dict.fromkeys(p for p in (intersection(g, h) for g, h in pairs) if p is not None))

    def vertices(self) -> tuple[Point, ...]:
        """List the feasible points where two boundary lines meet; one of them is an optimum."""
        return tuple(p for p in self.corners() if self.contains(p))

    def silent_ends(self, point: Point) -> tuple[Rows, ...]:
        """List the limits of those half-lines that start at this point and have the variance 0 throughout.

        The limits are constant mechanisms, in which no answer depends on the input. The list is empty if the variance at this point
        is not 0.

        The half-lines tried have the directions (1, 0) and (0, 1), in which the polyhedron is unbounded. If x = y is required, the
        only direction is (1, 1). Along a direction (u, v) the variance is a quadratic function. So it is 0 on the whole half-line
        if it is 0 at two more points of the half-line. In the limit, the first answer has the probability u/(u+v) for both inputs.
        """
        if self.value(point) != 0:
            return ()
        directions = [(ONE, ONE)] if self.warner else [(ONE, ZERO), (ZERO, ONE)]
        found = [
            (u, v) for u, v in directions if not any(self.value((point[0] + n * u, point[1] + n * v)) for n in (1, 2))
        ]
        return tuple(((u / (u + v),) * 2, (v / (u + v),) * 2) for u, v in found)

    def value(self, point: Point, *, prevalence: Number | None = None) -> Number:
        """Compute the variance (x − π)(y − 1 + π) at a point (x, y), where π is the given prevalence.

        If none is given, π is the program's own prevalence or, for an interval, the worst prevalence of the interval.
        """
        x, y = point
        if prevalence is None and self.prevalence.quantifier is Quantifier.WORST:
            peak = (x - y + 1) / 2
            prevalence = min(max(peak, self.prevalence.lower), self.prevalence.upper)
        pi = self.prevalence.point if prevalence is None else prevalence
        return (x - pi) * (y - 1 + pi)

    @staticmethod
    def rows(point: Point) -> Rows:
        """Compute the mechanism at a point (x, y): p00 = x/(x+y−1), p11 = y/(x+y−1)."""
        x, y = point
        s = x + y - 1
        return ((x / s, 1 - y / s), (1 - x / s, y / s))

    @staticmethod
    def point(rows: Matrix) -> Point:
        """Compute the point (p00, p11)/(p00 + p11 − 1) of a mechanism with p00 + p11 > 1."""
        (p00, _), (_, p11) = rows
        d = p00 + p11 - 1
        return p00 / d, p11 / d
