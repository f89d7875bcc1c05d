"""Garblings of low degree in t that hold from some t on to infinity, where entries of any garbling vanish as t grows.

With s = 1/t, let o be the order to which an entry of garblings at best vanishes, C_iu ~ c·s^o. As in `garbling_low_degree`
the entries of outputs N are chosen, polynomials of s from their order on, and those of outputs U follow: affine functions
of the coefficients y, with Laurent series in s. That the terms of every entry below its order vanish are linear equations
in y; solved exactly, y = y₀ + Z·z, they leave entries t^o·C_iu that neither vanish nor grow at infinity. So one linear
program in z, in floats, asks all of them to be positive there (their leading coefficients) and at as many large t as it
can, and what it finds may be rounded, since the equations hold for every z. The orders are read off from programs at two
moderate t; nothing rests on them, for the candidate's own roots say where it holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat

from rropt.exact.element import Number, generator
from rropt.exact.fields import Free
from rropt.exact.matrix import Matrix, inverse, product
from rropt.exact.substitute import at_point
from rropt.mechanism import Mechanism
from rropt.oracles.garbling_low_degree import STEPS, completed, entry_rows, pivots
from rropt.oracles.garbling_parametric import Candidate
from rropt.oracles.garbling_program import spanning_columns
from rropt.oracles.stretch import ENOUGH, at_most_one, furthest, in_floats
from rropt.solvers.highs import Floats, hot_model, run, sparse_rows
from rropt.solvers.highs import minimise as minimise_floats

__all__ = ["tail_garbling"]

ZERO, ONE = Fraction(0), Fraction(1)
MODERATE = (Fraction(2**8), Fraction(2**12))
POWERS = (30, 20, 16, 13, 11, 9, 7, 6, 5, 4, 3, 2, 1, 0)
MOST_ORDER = 4
LEAST = 1e-6
BEYOND = 10**40
NOTHING = 1e-10
LARGEST = 1e3


@dataclass(frozen=True, slots=True)
class _Tail:
    """C_iU = base_i + C_iN·slope over Q(t) for all rows but the last, and the orders of all entries, (rows of Q) × (rows of P)."""

    field: Free
    solved: list[int]
    kept: list[int]
    base: Matrix
    slope: Matrix
    orders: list[list[int]]

    @property
    def rows(self) -> int:
        """The rows that are not the last."""
        return len(self.base)

    def places(self, top: int) -> list[tuple[int, int, int]]:
        """(row, place in `kept`, power of s) of every coefficient that is chosen."""
        pairs = [(i, n) for i in range(self.rows) for n in range(len(self.kept))]
        return [(i, n, d) for i, n in pairs for d in range(self.orders[i][self.kept[n]], top + 1)]


@dataclass(frozen=True, slots=True)
class _Family:
    """y = Z·(1, z), first column the constants, and the leading coefficients of all entries as functions of (1, z)."""

    top: int
    y: fmpq_mat
    leading: Floats


def tail_garbling(first: Mechanism, second: Mechanism, field: Free, t: Fraction) -> Candidate | None:
    """A garbling that holds near infinity, and down to t if one of low degree goes so far; None if none is found."""
    span = spanning_columns(first)[0]
    points = [t * 2**n for n in POWERS]
    for moderate in MODERATE:
        orders = _orders(first, second, field, span, max(moderate, 1 + t))
        found = None if orders is None else _with_orders(first, second, field, span, orders, points)
        if found is not None:
            return found
    return None


def _orders(
    first: Mechanism, second: Mechanism, field: Free, span: Sequence[int], t: Fraction
) -> list[list[int]] | None:
    """The orders to which the largest value of every entry vanishes between t and 2t; None where one seems to be 0."""
    low, high = (
        _largest(in_floats(first, field, x)[:, span], in_floats(second, field, x)[:, span]) for x in (t, 2 * t)
    )
    if low is None or high is None or min(low.min(), high.min()) <= 0:
        return None
    found = np.rint(np.log2(low / high)).clip(0, MOST_ORDER)
    return [[int(x) for x in row] for row in found]


def _largest(p: Floats, q: Floats) -> Floats | None:
    """The largest value of each entry of a garbling, by itself."""
    m, n = len(p), len(q)
    a, right = entry_rows(p, q)
    found = np.zeros((n, m))
    model = hot_model(np.zeros(m * n), sparse_rows(a, right, right))
    for place in range(m * n):
        model.changeColCost(place, -1.0)
        answer = run(model)
        if not answer.solved:
            return None
        found[divmod(place, m)] = -answer.value
        model.changeColCost(place, 0.0)
    return found


def _with_orders(
    first: Mechanism,
    second: Mechanism,
    field: Free,
    span: Sequence[int],
    orders: list[list[int]],
    points: list[Fraction],
) -> Candidate | None:
    order = pivots([in_floats(first, field, x)[:, span] for x in MODERATE])
    solved, kept = order[: len(span)], order[len(span) :]
    p = [[row[j] for j in span] for row in first.rows]
    inverted = inverse([p[u] for u in solved])
    targets = [[row[j] for j in span] for row in second.rows[:-1]]
    base = product(targets, inverted)
    slope = product([[-x for x in p[u]] for u in kept], inverted)
    tail = _Tail(field, solved, kept, base, slope, orders)
    family = cache(lambda degree: _family(tail, max(map(max, orders)) + degree))
    margins: dict[tuple[int, int], float] = {}

    def solve(count: int, degree: int) -> Floats | None:
        found = family(degree)
        return None if found is None else _solved(tail, found, points[: count - 1], margins, degree)

    count, degree, z = furthest(len(points) + 1, solve)
    chosen = None if z is None else family(degree)
    if z is None or chosen is None:
        return None
    return _rounded(tail, chosen, z, p, targets, inverted, points[: count - 1])


def _series(x: Number, upto: int) -> dict[int, fmpq]:
    """The coefficients of x's Laurent series in s = 1/t, up to s^upto."""
    if isinstance(x, Fraction):
        return {0: fmpq(x.numerator, x.denominator)} if x else {}
    top, below = ([fmpq(int(c)) for c in reversed(p.coeffs())] for p in (x.num, x.den))
    start = len(below) - len(top)
    found: list[fmpq] = []
    for n in range(upto - start + 1):
        value = top[n] if n < len(top) else fmpq(0)
        for e in range(1, min(n, len(below) - 1) + 1):
            value -= below[e] * found[n - e]
        found.append(value / below[0])
    return {start + n: c for n, c in enumerate(found) if c}


def _terms(tail: _Tail, places: Sequence[tuple[int, int, int]], upto: int) -> Iterator[tuple[int, int, int, int, fmpq]]:
    """(row, output, power of s, column, coefficient) of all entries but the last row's, column 0 being the constants."""
    slopes = [[_series(x, upto) for x in row] for row in tail.slope]
    for i, row in enumerate(tail.base):
        for u, x in zip(tail.solved, row, strict=True):
            for power, c in _series(x, upto).items():
                yield i, u, power, 0, c
    for column, (i, n, d) in enumerate(places, 1):
        yield i, tail.kept[n], d, column, fmpq(1)
        for u, series in zip(tail.solved, slopes[n], strict=True):
            for power, c in series.items():
                yield i, u, power + d, column, c


def _family(tail: _Tail, top: int) -> _Family | None:
    """The coefficients for which no entry has terms below its order; None if there are none."""
    places = tail.places(top)
    width, last = len(places) + 1, tail.rows
    found: dict[tuple[int, int, int], list[fmpq]] = {}

    def add(i: int, u: int, power: int, column: int, c: fmpq) -> None:
        if power <= tail.orders[i][u]:
            found.setdefault((i, u, power), [fmpq(0)] * width)[column] += c

    for i, u, power, column, c in _terms(tail, places, max(map(max, tail.orders))):
        add(i, u, power, column, c)
        add(last, u, power, column, -c)
    for u in range(len(tail.solved) + len(tail.kept)):
        add(last, u, 0, 0, fmpq(1))
    below = [row for (i, u, power), row in found.items() if power < tail.orders[i][u]]
    y = _solutions(below, width)
    if y is None:
        return None
    zero = [fmpq(0)] * width
    rows = [found.get((i, u, o), zero) for i, row in enumerate(tail.orders) for u, o in enumerate(row)]
    return _Family(top, y, _floats(fmpq_mat(len(rows), width, [x for row in rows for x in row]) * y))


def _solutions(equations: list[list[fmpq]], width: int) -> fmpq_mat | None:
    """A matrix whose columns are (1, y₀) and directions (0, z) with equations·column = 0."""
    if not equations:
        return fmpq_mat(width, width, [fmpq(int(i == j)) for i in range(width) for j in range(width)])
    turned = [[*row[1:], row[0]] for row in equations]
    reduced, rank = fmpq_mat(len(turned), width, [x for row in turned for x in row]).rref()
    pivot = [next(j for j in range(width) if reduced[i, j]) for i in range(rank)]
    if width - 1 in pivot:
        return None
    free = [j for j in range(width - 1) if j not in pivot]
    y = fmpq_mat(width, len(free) + 1)
    y[0, 0] = fmpq(1)
    for n, j in enumerate(free, 1):
        y[j + 1, n] = fmpq(1)
    for i, j in enumerate(pivot):
        y[j + 1, 0] = -reduced[i, width - 1]
        for n, f in enumerate(free, 1):
            y[j + 1, n] = -reduced[i, f]
    return y


def _floats(a: fmpq_mat) -> Floats:
    return np.array([[int(x.p) / int(x.q) for x in row] for row in a.tolist()])


def _at(tail: _Tail, family: _Family, t: Fraction) -> Floats:
    """t^order·C_iu at t, all entries by rows, as functions of (1, z)."""
    places, outputs = tail.places(family.top), len(tail.solved) + len(tail.kept)
    base, slope = ([[at_point(x, tail.field, t) for x in row] for row in rows] for rows in (tail.base, tail.slope))
    rows = [[[fmpq(0)] * (len(places) + 1) for _ in range(outputs)] for _ in range(tail.rows + 1)]
    for i, values in enumerate(base):
        for u, x in zip(tail.solved, values, strict=True):
            rows[i][u][0] = fmpq(x.numerator, x.denominator)
    for column, (i, n, d) in enumerate(places, 1):
        power = fmpq(t.denominator, t.numerator) ** d
        rows[i][tail.kept[n]][column] = power
        for u, x in zip(tail.solved, slope[n], strict=True):
            rows[i][u][column] = power * fmpq(x.numerator, x.denominator)
    for u in range(outputs):
        lacking = [-sum(column, fmpq(0)) for column in zip(*(row[u] for row in rows[:-1]), strict=True)]
        rows[-1][u] = [1 + lacking[0], *lacking[1:]]
    scaled = [
        x * fmpq(t.numerator, t.denominator) ** o
        for row, of in zip(rows, tail.orders, strict=True)
        for entry, o in zip(row, of, strict=True)
        for x in entry
    ]
    return _floats(fmpq_mat((tail.rows + 1) * outputs, len(places) + 1, scaled) * family.y)


def _solved(
    tail: _Tail, family: _Family, points: Sequence[Fraction], margins: dict[tuple[int, int], float], degree: int
) -> Floats | None:
    """z with all entries positive at infinity and at the points; None if they are not clearly."""
    parts = [family.leading, *(_at(tail, family, t) for t in points)]
    for n, part in enumerate(parts):
        if (n, degree) not in margins:
            alone = _program([part])
            margins[n, degree] = 0.0 if alone is None else alone[1]
        if margins[n, degree] < LEAST:
            return None
    found = _program([part / margins[n, degree] for n, part in enumerate(parts)])
    return found[0] if found is not None and found[1] > ENOUGH else None


def _program(parts: Sequence[Floats]) -> tuple[Floats, float] | None:
    """z with part·(1, z) ≥ τ for all parts and the largest τ up to 1."""
    a = np.vstack(parts)
    a[abs(a) < NOTHING] = 0.0
    size = a.shape[1] - 1
    rows = np.vstack([np.column_stack([a[:, 1:], np.full(len(a), -1.0)]), -np.eye(size, size + 1)])
    lower = np.append(np.full(size, -LARGEST), -np.inf)
    answer = minimise_floats(*at_most_one(rows, [*-a[:, 0], *np.full(size, -LARGEST)]), lower=lower)
    return (answer.point[:-1], -answer.value) if answer.solved else None


def _rounded(
    tail: _Tail, family: _Family, z: Floats, p: Any, targets: Any, inverted: Matrix, points: Sequence[Fraction]
) -> Candidate | None:
    """The garbling of the roundest z that holds at all the points and far beyond."""
    t, places = generator(tail.field), tail.places(family.top)
    for step in STEPS:
        near = [fmpq(1), *(fmpq(round(float(x) * step), step) for x in z)]
        y = [x for (x,) in (family.y * fmpq_mat(len(near), 1, near)).tolist()]
        free: list[list[Number]] = [[ZERO] * len(tail.kept) for _ in targets]
        for (i, n, d), x in zip(places, y[1:], strict=True):
            free[i][n] = free[i][n] + Fraction(int(x.p), int(x.q)) / t**d
        found = completed(free, tail.kept, tail.solved, p, targets, inverted)
        candidate = Candidate(found, None, tuple(x for row in found for x in row), ())
        if all(candidate.holds_at(x) for x in (*points, Fraction(BEYOND))):
            return candidate
    return None
