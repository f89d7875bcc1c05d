"""Searches for counterexamples, which are exact points at which the conclusion is false.

A counterexample is then simplified, and moved away from the ends of ranges.
"""

from __future__ import annotations

from fractions import Fraction

from rropt.claims.evaluate import holds
from rropt.claims.language.syntax import Call, Formula, walk
from rropt.claims.refuters.exact_points import ExactPoint, search_exact
from rropt.claims.refuters.guided import search_downhill
from rropt.claims.refuters.points import Domain, points
from rropt.claims.refuters.roots import find_failure

__all__ = ["Search", "is_counterexample", "search", "search_deep", "search_line"]

QUICK, DEEP = 700, 4000
SLOWER = 8
LARGE = 20  # a whole number beyond is worth the search for a smaller one
RATIONAL = {"abs", "min", "max", "floor", "ceil"}
SIMPLE = [
    Fraction(x) for x in ("0", "1", "2", "1/2", "3", "1/3", "2/3", "1/4", "3/4", "4", "5", "10", "1/5", "1/10", "-1")
]


class Search:
    """The results of a search for a counterexample.

    `found` is a counterexample with rational coordinates, or None. `exact` is a counterexample whose coordinates are written as
    text, because some may be irrational, or None. `held` lists the points at which the statement held, and `undefined` the points
    at which it could not be decided.
    """

    def __init__(self) -> None:
        self.found: dict[str, Fraction] | None = None
        self.exact: ExactPoint | None = None
        self.held: list[dict[str, Fraction]] = []
        self.undefined: list[dict[str, Fraction]] = []


def is_counterexample(domain: Domain, conclusion: Formula, point: dict[str, Fraction]) -> bool:
    """Whether the point is a counterexample by exact evaluation: every hypothesis is true and the conclusion false there.

    False also if a variable that stands for whole numbers has another value there.
    """
    return domain.contains(point) and holds(conclusion, point) is False


def search(domain: Domain, conclusion: Formula, *, most: int = QUICK) -> Search:
    """Evaluate the statement at up to `most` points of the domain, until it is false at one of them; return the results."""
    seen = Search()
    if any(isinstance(x, Call) and x.name not in RATIONAL for f in (*domain.hypotheses, conclusion) for x in walk(f)):
        most //= SLOWER
    for point in points(domain, most=most):
        value = holds(conclusion, point)
        if value is False:
            seen.found = simplify(domain, conclusion, point)
            return seen
        (seen.held if value else seen.undefined).append(point)
        if len(seen.held) >= most:
            break
    return seen


def search_deep(domain: Domain, conclusion: Formula) -> Search:
    """Search for a counterexample in three ways, one after the other, and return what was found.

    First, many points of the domain are tried. Second, the search goes downhill from some of them. Third, exact points are tried:
    roots on lines through the domain, and closed forms near numerical minima. The first counterexample ends the search.
    """
    seen = search(domain, conclusion, most=DEEP)
    if seen.found is None:
        for point in search_downhill(domain, conclusion, seen.held):
            if is_counterexample(domain, conclusion, point):
                seen.found = simplify(domain, conclusion, point)
                break
        else:
            seen.exact = search_exact(domain, conclusion, seen.held)
    return seen


def search_line(domain: Domain, conclusion: Formula) -> Search:
    """Look for a counterexample among all values of the only variable, and return it in a `Search`.

    The `Search` is empty if there is no counterexample. It is also empty if the statement is not a rational statement about just
    one variable, or if its polynomials are too large.
    """
    seen = Search()
    if len(domain.names) == 1:
        (x,) = domain.names
        at = find_failure(domain.hypotheses, conclusion, x, x in domain.integers)
        if isinstance(at, Fraction):
            seen.found = simplify(domain, conclusion, {x: at})
        elif at is not None:
            seen.exact = ((x, at.text(x)),)
    return seen


def _size(x: Fraction) -> int:
    return x.denominator * 3 + abs(x.numerator)


def simplify(domain: Domain, conclusion: Formula, point: dict[str, Fraction]) -> dict[str, Fraction]:
    """Simplify a counterexample: move its coordinates off the ends of their ranges, then make them simpler numbers.

    The result is a counterexample too. Ends are avoided because they are special: for example, ε is 0 there, or everybody belongs
    to one group.
    """
    point = _inward(domain, conclusion, point)
    changed = True
    while changed:
        changed = False
        for name in _movable(domain, point):
            for value in _simpler(point[name]):
                if _is_end(domain, name, value) and not _is_end(domain, name, point[name]):
                    continue
                free = {x: point[x] for x in domain.free}
                candidate = domain.complete({**free, name: value})
                if candidate is not None and is_counterexample(domain, conclusion, candidate):
                    point, changed = candidate, True
                    break
    return _smaller_whole(domain, conclusion, point)


def _movable(domain: Domain, point: dict[str, Fraction]) -> list[str]:
    """List the variables whose values `simplify` may change.

    These are the free variables of the domain. If the point has the same value for a variable as the domain's `example`, this
    variable is left out.
    """
    return [x for x in domain.free if x not in domain.example or point[x] != domain.example[x]]


def _smaller_whole(domain: Domain, conclusion: Formula, point: dict[str, Fraction]) -> dict[str, Fraction]:
    """Lower each large whole coordinate by bisection, towards the low end of its range, while the point stays a counterexample."""
    for name in _movable(domain, point):
        if name not in domain.integers or point[name] <= LARGE:
            continue
        holding = Fraction(domain.ranges[name][0] or 0)
        while point[name] - holding > 1:
            middle = (point[name] + holding) // 2
            candidate = domain.complete({**{x: point[x] for x in domain.free}, name: Fraction(middle)})
            if candidate is not None and is_counterexample(domain, conclusion, candidate):
                point = candidate
            else:
                holding = Fraction(middle)
    return point


def _is_end(domain: Domain, name: str, value: Fraction) -> bool:
    """Whether the value is an end of the variable's range; False for whole numbers, whose ends are not avoided."""
    return name not in domain.integers and value in domain.ranges[name]


def _inward(domain: Domain, conclusion: Formula, point: dict[str, Fraction]) -> dict[str, Fraction]:
    """Move each coordinate at an end of its range into the interior, provided that the point remains a counterexample."""
    for name in _movable(domain, point):
        if not _is_end(domain, name, point[name]):
            continue
        for value in _inside(*domain.ranges[name]):
            candidate = domain.complete({**{x: point[x] for x in domain.free}, name: value})
            if candidate is not None and is_counterexample(domain, conclusion, candidate):
                point = candidate
                break
    return point


def _inside(low: Fraction | None, high: Fraction | None) -> list[Fraction]:
    """List simple numbers inside a range, the simplest first."""
    ends = [end for end in (low, high) if end is not None]
    values = {*SIMPLE, *(end + sign * x for end in ends for x in SIMPLE if x > 0 for sign in (1, -1))}
    return sorted((v for v in values if all((v - end) * (1 if end == low else -1) > 0 for end in ends)), key=_rank)


def _rank(x: Fraction) -> tuple[int, Fraction]:
    return _size(x), x


def _simpler(x: Fraction) -> list[Fraction]:
    values = {*SIMPLE, *(x.limit_denominator(d) for d in (1, 2, 3, 4, 5, 8, 10, 20, 100))}
    return sorted((v for v in values if _size(v) < _size(x)), key=_rank)
