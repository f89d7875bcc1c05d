"""Counterexamples: exact points of the domain at which the conclusion is false, made to look minimal."""

from __future__ import annotations

from fractions import Fraction

from rropt.claims.evaluate import holds
from rropt.claims.language.syntax import Call, Formula, walk
from rropt.claims.refuters.guided import search_downhill
from rropt.claims.refuters.points import Domain, points

__all__ = ["Search", "is_counterexample", "search", "search_deep"]

QUICK, DEEP = 700, 4000
SLOWER = 8
RATIONAL = {"abs", "min", "max", "floor", "ceil"}
SIMPLE = [
    Fraction(x) for x in ("0", "1", "2", "1/2", "3", "1/3", "2/3", "1/4", "3/4", "4", "5", "10", "1/5", "1/10", "-1")
]


class Search:
    """What a search saw: a counterexample or none, and the points of the domain at which the statement held."""

    def __init__(self) -> None:
        self.found: dict[str, Fraction] | None = None
        self.held: list[dict[str, Fraction]] = []
        self.undefined: list[dict[str, Fraction]] = []


def is_counterexample(domain: Domain, conclusion: Formula, point: dict[str, Fraction]) -> bool:
    """By plain evaluation: every hypothesis is true at the point and the conclusion is false."""
    return domain.contains(point) and holds(conclusion, point) is False


def search(domain: Domain, conclusion: Formula, *, most: int = QUICK) -> Search:
    """Try points of the domain until one is a counterexample."""
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
    """The long search: many points, then downhill from the best of them."""
    seen = search(domain, conclusion, most=DEEP)
    if seen.found is None:
        for point in search_downhill(domain, conclusion, seen.held):
            if is_counterexample(domain, conclusion, point):
                seen.found = simplify(domain, conclusion, point)
                break
    return seen


def _size(x: Fraction) -> int:
    return x.denominator * 3 + abs(x.numerator)


def simplify(domain: Domain, conclusion: Formula, point: dict[str, Fraction]) -> dict[str, Fraction]:
    """Coordinates replaced by simpler numbers while the point stays a counterexample."""
    changed = True
    while changed:
        changed = False
        for name in domain.free:
            for value in _simpler(point[name]):
                free = {x: point[x] for x in domain.free}
                candidate = domain.complete({**free, name: value})
                if candidate is not None and is_counterexample(domain, conclusion, candidate):
                    point, changed = candidate, True
                    break
    return point


def _simpler(x: Fraction) -> list[Fraction]:
    values = {*SIMPLE, *(x.limit_denominator(d) for d in (1, 2, 3, 4, 5, 8, 10, 20, 100))}
    return sorted((v for v in values if _size(v) < _size(x)), key=lambda v: (_size(v), v))
