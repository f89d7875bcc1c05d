"""The optimum under a bound V ≤ v on a vulnerability V, as a function of v. It is at least as good as its chords (except where the
number of answers is limited, or for Rényi's divergence), and at most as good as its tangents.

Let f(v) be the largest value under V ≤ v and any further demands. Then f is concave, so that it lies on or above its chords. To see
this, mix two mechanisms that have the values f(a) and f(b), with weights 1 − w and w. If answers have labels and the value is a sum
of entries, mix entry by entry. Otherwise the mixture gives the answers of both mechanisms, with probabilities multiplied by 1 − w
and by w. The demands and V are convex, so the mixture keeps the demands and has V ≤ (1 − w)a + wb. If the value is a sum over
answers, the mixture's value is the weighted mean of the two sums. If the value is minimised, it is convex in the matrix M = Σ
rrᵀ/(π·r), a sum over the rows r with the shares π of the inputs. The mixture's M is the weighted mean of the two matrices. So the
mixture has the chord's value or a better one.

The tangents come from prices (dual variables): y for the sums of the columns, z for the vulnerability, u for the conditions. Let b
be the right sides of the conditions. The prices of a design at some v bound f at every v′ by y·1 + z v′ + u·b (`tangent.py`), where
1 is the vector (1, …, 1). The bound is affine in v′: a tangent. It holds if the value is the sum that prices bound, or a constant
minus it (total variance, contrasts).

Chords and tangents settle an interval as follows. If the tangent at one end goes through the value at the other end, chord and
tangent are one line, and f is known in between. Otherwise the tangents at both ends cross inside, because f is concave, and f is
computed where they cross. For linear programs f has finitely many linear pieces. Inside a piece its line is the only tangent, and
the tangents of neighbouring pieces cross where the pieces meet. So the search ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from rropt.exact.element import Bound, Number
from rropt.exact.errors import Undecided
from rropt.exact.infinity import INFINITY
from rropt.problem.known import is_linear
from rropt.problem.problem import Problem
from rropt.problem.reach.place import VULNERABILITY, least_possible, most_possible, place_of
from rropt.problem.reach.tangent import price_if_known
from rropt.problem.result import Design

__all__ = ["bounds_at", "find_corners", "is_line", "lines_of"]

MOST_DESIGNS = 128


def find_corners(problem: Problem, solve: Callable[[Number], Design]) -> tuple[Design, ...] | None:
    """Find the designs at the corners of the optimum, a piecewise linear function of the bound on a vulnerability.

    `solve` makes the design for one bound. The designs for the least and the largest bound are included. None if the optimum is not
    known exactly everywhere, or if more than `MOST_DESIGNS` designs would be needed.
    """
    if not _is_on_chords(problem):
        return None
    found = [solve(least_possible(problem, VULNERABILITY)), solve(most_possible(problem))]
    n = 0
    while n + 1 < len(found):
        a, b = found[n : n + 2]
        if price_if_known(a) is None or price_if_known(b) is None or a.value is None or b.value is None:
            return None
        if is_line(a, b):
            n += 1
            continue
        if len(found) > MOST_DESIGNS:
            return None
        found.insert(n + 1, solve(_crossing(a, b)))
    kept = found[:1]
    for one, after in pairwise(found[1:]):
        if not is_line(kept[-1], after):  # else it lies on the line between its neighbours
            kept.append(one)
    return (*kept, found[-1])


def lines_of(points: Sequence[Design]) -> list[tuple[Number, Number, Number, Number]]:
    """The straight lines through the values of neighbouring designs, as functions of the vulnerability v. Each is (lower end, upper
    end, value at v = 0, slope); a line through more than two designs is listed once."""
    found: list[tuple[Number, Number, Number, Number]] = []
    for a, b in pairwise(points):
        slope = _slope(a, b)
        assert a.value is not None
        start = a.value - slope * _place(a)
        if found and found[-1][2:] == (start, slope):
            found[-1] = (found[-1][0], _place(b), start, slope)
        else:
            found.append((_place(a), _place(b), start, slope))
    return found


def is_line(a: Design, b: Design) -> bool:
    """Whether the optimum is shown to lie on the straight line between the values of two designs.

    It is shown if a tangent, computed from the prices (dual variables) of one design, passes through the value of the other design.
    """
    if a.value is None or b.value is None or not _is_on_chords(a.problem):
        return False
    return any(_tangent(one, _place(other)) == other.value for one, other in ((a, b), (b, a)))


def bounds_at(points: Sequence[Design], v: Number) -> tuple[Bound, Bound]:
    """Return a lower and an upper bound on the optimum at the vulnerability v, from designs at increasing vulnerabilities."""
    largest = points[0].problem.objective.sense == "max"
    places = [_place(one) for one in points]
    worse: list[Bound] = [_reached(one) for one, x in zip(points, places, strict=True) if x <= v]
    if _is_on_chords(points[0].problem):
        for (a, x), (b, y) in pairwise(zip(points, places, strict=True)):
            ends = _reached(a), _reached(b)
            if x < v < y and INFINITY not in (ends[0], ends[1], -ends[0], -ends[1]):
                worse.append(ends[0] + (ends[1] - ends[0]) * (v - x) / (y - x))
    # above the largest possible gain the optimum does not change, so a bound there holds for every v
    most_of_all = most_possible(points[0].problem)
    # above the largest gain the demand asks nothing, so a design there bounds the optimum at every v
    better = [_limit(one) for one, x in zip(points, places, strict=True) if x >= min(v, most_of_all)]
    tangents = (_tangent(one, v) for one in points)
    better += [x for x in tangents if x is not None]
    least, most = (max(worse, default=-INFINITY), min(better, default=INFINITY))
    if not largest:
        least, most = max(better, default=-INFINITY), min(worse, default=INFINITY)
    return least, most


def _is_on_chords(problem: Problem) -> bool:
    """Whether mixing two designs shows that the optimum is at least as good as the straight line between their values.

    Mixing shows it if the number of answers is free. It also shows it if the objective is linear with its usual number of answers,
    because the designs are then mixed entry by entry. Under another limit on the number of answers, a mixture may have more answers
    than are allowed. Mixing never shows it if the value is a logarithm (Rényi).
    """
    objective = problem.objective
    if objective.to_fields().get("kind") == "renyi":
        return False
    usual = objective.fit_outputs(None, problem.k)
    return problem.outputs == "free" or (is_linear(objective) and problem.outputs == usual)


def _place(found: Design) -> Number:
    return place_of(found.problem, VULNERABILITY)


def _reached(found: Design) -> Bound:
    """A value that the design's mechanism certainly reaches: the design's lower bound if the value is maximised, its upper bound if
    it is minimised. Without this bound, return −∞ if the value is maximised, else ∞."""
    if found.problem.objective.sense == "max":
        return -INFINITY if found.lower is None else found.lower
    return INFINITY if found.upper is None else found.upper


def _limit(found: Design) -> Bound:
    """A bound on the value of every mechanism at the design's vulnerability; infinite if the design has no such bound."""
    if found.problem.objective.sense == "max":
        return INFINITY if found.upper is None else found.upper
    return -INFINITY if found.lower is None else found.lower


def _tangent(found: Design, v: Number) -> Bound | None:
    """Return the bound on the optimum at v that the prices (dual variables) of a design at another vulnerability give; None if the
    design has no such prices."""
    price = price_if_known(found)
    if price is None:
        return None
    gained = price * (v - _place(found))
    return _limit(found) + (gained if found.problem.objective.sense == "max" else -gained)


def _slope(a: Design, b: Design) -> Number:
    assert a.value is not None and b.value is not None
    return (b.value - a.value) / (_place(b) - _place(a))


def _crossing(a: Design, b: Design) -> Number:
    """Return the vulnerability at which the tangents of the optimum at two designs cross. Up to the sign, the designs' prices (dual
    variables) are the slopes of the tangents. Raise `Undecided` if the tangents do not cross between the designs."""
    first, last = price_if_known(a), price_if_known(b)
    assert first is not None and last is not None and a.value is not None and b.value is not None
    rise = b.value - a.value if a.problem.objective.sense == "max" else a.value - b.value
    x, y = _place(a), _place(b)
    if not first > last:
        raise Undecided(
            "the bound on the optimum is not steeper at the smaller of two vulnerabilities than at the larger"
        )
    found = (rise + first * x - last * y) / (first - last)
    if not x < found < y:
        raise Undecided("the bounds of the optimum at two vulnerabilities cross outside of the interval between them")
    return found
