"""Generates rational points of a domain: boundary values, a grid, and random points from a seed.

Variables that equalities fix are computed from the others.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice, product
from random import Random
from types import MappingProxyType

from rropt.claims.evaluate import Irrational, Undefined, exact, holds
from rropt.claims.language.syntax import And, Compare, Formula, Num, Var, free_variables

__all__ = ["Domain", "domain_of", "points"]

SMALL = [Fraction(x) for x in ("0", "1", "1/2", "2", "1/3", "3", "-1", "1/4", "1/10", "5", "10")]
NEAREST = sorted(range(-11, 12), key=lambda i: (abs(i), -i))
REACH = 40
MOST_GRID = 1200
MOST_OF_EXAMPLE = 500
MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


class Domain:
    """The points that satisfy the hypotheses, given by a range for each variable and by equalities between the variables.

    Each equality is solved for one variable; the other variables are `free`.
    """

    def __init__(
        self,
        names: tuple[str, ...],
        hypotheses: tuple[Formula, ...],
        integers: frozenset[str],
        example: Mapping[str, Fraction],
    ) -> None:
        self.names, self.hypotheses, self.integers = names, hypotheses, integers & set(names)
        flat = [x for h in hypotheses for x in _flat(h)]
        self.ranges = {x: _range(x, flat) for x in names}
        self.equalities = self._solvable(flat)
        self.example = {x: value for x, value in example.items() if x in names and self._may_be(x, value)}
        self.free = [x for x in names if x not in {name for name, _ in self.equalities}]

    def _solvable(self, flat: list[Formula]) -> list[tuple[str, Compare]]:
        found: list[tuple[str, Compare]] = []
        for h in flat:
            if not isinstance(h, Compare) or h.relation != "=":
                continue
            taken = {name for name, _ in found}
            inside = [x for x in free_variables(h) if x not in taken]
            direct = [s.name for s in (h.left, h.right) if isinstance(s, Var) and s.name in inside]
            if inside:
                found.append(((direct or inside[::-1])[0], h))
        return found

    def _may_be(self, name: str, value: Fraction) -> bool:
        """Whether the variable `name` may have this value: no hypothesis that contains only this variable is false there.

        A hypothesis that is undefined or undecided at the value is not false.
        """
        alone = [h for h in self.hypotheses if set(free_variables(h)) == {name}]
        return all(holds(h, {name: value}) is not False for h in alone)

    def complete(self, point: dict[str, Fraction]) -> dict[str, Fraction] | None:
        """Return the point with the values of those variables that the equalities fix.

        Each equality is solved for one variable. If an equality cannot be solved, for example because it is not affine, the
        variable keeps the value that it has in `point`. None if it has no value there.
        """
        for name, h in reversed(self.equalities):
            value = _solve(h, name, {**dict.fromkeys(self.names, Fraction(0)), **point})
            if value is not None:
                point = {**point, name: value}
            elif name not in point:
                return None
        return point

    def contains(self, point: dict[str, Fraction]) -> bool:
        if any(point[x].denominator != 1 for x in self.integers):
            return False
        return all(holds(h, point) is True for h in self.hypotheses)


def domain_of(
    names: tuple[str, ...],
    hypotheses: tuple[Formula, ...],
    integers: frozenset[str] = frozenset(),
    example: Mapping[str, Fraction] = MappingProxyType({}),
) -> Domain:
    """Make the domain of these variables under the hypotheses; the example's values are tried first."""
    return Domain(names, hypotheses, integers, example)


def _flat(h: Formula) -> list[Formula]:
    return [x for y in h.items for x in _flat(y)] if isinstance(h, And) else [h]


def _solve(h: Compare, name: str, point: dict[str, Fraction]) -> Fraction | None:
    """Solve the equality h for the variable `name`; `point` gives the values of the other variables.

    The difference of the two sides is computed for the values 2, 3 and 5 of the variable. None if the three differences are all
    equal, are not all rational, or are not those of an affine function.
    """
    try:
        at = [
            exact(h.left, {**point, name: Fraction(v)}) - exact(h.right, {**point, name: Fraction(v)})
            for v in (2, 3, 5)
        ]
    except (Undefined, Irrational):
        return None
    slope = at[1] - at[0]
    if slope == 0 or at[2] - at[0] != 3 * slope:
        return None
    return 2 - at[0] / slope


def _range(name: str, flat: list[Formula]) -> tuple[Fraction | None, Fraction | None]:
    low: Fraction | None = None
    high: Fraction | None = None
    for h in flat:
        if not isinstance(h, Compare):
            continue
        for a, r, b in ((h.left, h.relation, h.right), (h.right, MIRRORED.get(h.relation, ""), h.left)):
            if isinstance(a, Var) and a.name == name and isinstance(b, Num):
                if r in (">", ">="):
                    low = b.value if low is None else max(low, b.value)
                elif r in ("<", "<="):
                    high = b.value if high is None else min(high, b.value)
    return low, high


def pool(domain: Domain, name: str) -> list[Fraction]:
    """List values of one variable that are worth trying: ends of its range, values near them, simple values inside, large ones.

    If the variable stands for a whole number, only whole numbers are listed: the 12 in its range that are nearest to the lower end.
    If there is no lower end, they are those nearest to the upper end; if there is neither, those nearest to 0.
    """
    low, high = domain.ranges[name]
    if name in domain.integers:
        start, end = _whole_ends(domain, name)
        near = start if low is not None else end if high is not None else 0
        return [Fraction(near + i) for i in NEAREST if start <= near + i <= end][:12]
    if low is not None and high is not None:
        width = high - low
        shares = ["0", "1", "1/2", "1/10", "9/10", "1/3", "2/3", "1/4", "3/4", "1/100", "99/100"]
        values = [low + width * Fraction(s) for s in shares]
    elif low is not None:
        values = [low + Fraction(s) for s in ("1", "0", "1/2", "2", "1/10", "9", "4", "1/100", "99")]
    elif high is not None:
        values = [high - Fraction(s) for s in ("1", "0", "1/2", "2", "1/10", "9", "1/100", "99")]
    else:
        values = SMALL
    return values


def _whole_ends(domain: Domain, name: str) -> tuple[int, int]:
    """Return the least and the greatest whole number of the range.

    A missing end is replaced by a number at the distance `REACH` from the other end, or from 0 if both ends are missing.
    """
    low, high = domain.ranges[name]
    start, end = None if low is None else math.ceil(low), None if high is None else math.floor(high)
    if start is None:
        return (-REACH, REACH) if end is None else (end - REACH, end)
    return start, start + REACH if end is None else end


def _random(domain: Domain, name: str, rng: Random) -> Fraction:
    low, high = domain.ranges[name]
    if name in domain.integers:
        start, end = _whole_ends(domain, name)
        return Fraction(rng.randint(start, max(start, end)))
    if rng.random() < 0.15:
        return rng.choice(pool(domain, name))
    size = rng.choice((4, 12, 100, 1000))
    share = Fraction(rng.randint(0, size), size)
    if low is not None and high is not None:
        return low + (high - low) * share
    reach = Fraction(rng.choice((1, 3, 10, 100)))
    if low is not None:
        return low + reach * share
    return high - reach * share if high is not None else reach * (2 * share - 1)


def points(domain: Domain, *, most: int, seed: int = 0) -> Iterator[dict[str, Fraction]]:
    """Yield points of the domain, from at most `most` candidates.

    The candidates are first points near the example, if there is one, then combinations of the values in `pool`, then random ones.
    """
    rng = Random(seed)
    for candidate in islice(_candidates(domain, rng), most):
        point = domain.complete(candidate)
        if point is not None and domain.contains(point):
            yield point


def _around_example(domain: Domain) -> Iterator[dict[str, Fraction]]:
    """Yield points near the example: each variable has the example's value or, if the example does not give one, a value from
    `pool`.

    The variables that the equalities fix are then computed from the others. `points` computes them once more, because one such
    variable may depend on another.
    """
    around = []
    for x in domain.names:
        telling = [domain.example[x]] if x in domain.example else pool(domain, x)
        around.append(telling if x in domain.free else telling[:1])
    for values in product(*around):
        point = dict(zip(domain.names, values, strict=True))
        yield domain.complete(point) or point


def _candidates(domain: Domain, rng: Random) -> Iterator[dict[str, Fraction]]:
    names = domain.names
    if not domain.free:
        yield {}
    if not names:  # there is no other point
        return
    if domain.example:
        yield from islice(_around_example(domain), MOST_OF_EXAMPLE)
    size = 1
    while (size + 1) ** len(names) <= MOST_GRID and size < 11:
        size += 1
    pools = [pool(domain, x)[:size] for x in names]
    grid = list(product(*pools))
    rng.shuffle(grid)
    for values in grid:
        yield dict(zip(names, values, strict=True))
    while True:
        yield {x: _random(domain, x, rng) for x in names}
