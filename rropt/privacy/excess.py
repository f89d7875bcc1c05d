"""The excess Σ_i max(0, p_ij − t·p_il) of an ordered pair of inputs, as a function of t.

It is convex, nonincreasing and piecewise linear in t ≥ 1: the largest of the lines A_S − t·B_S over sets S of outputs,
where A_S = Σ_S p_ij and B_S = Σ_S p_il, attained by S = {i : p_ij > t·p_il}.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from typing import Any, TypeAlias

from flint import fmpq

from rropt.exact.field import Element, Free, Number
from rropt.exact.sign import enclose
from rropt.mechanism import Mechanism

__all__ = ["Line", "Pair", "active_line", "back", "event", "lines", "pairs"]

Fast: TypeAlias = Any
"""A rational mechanism computes with python-flint's rationals, many times faster than `Fraction`s."""
Cell: TypeAlias = tuple[Fast, Fast, int]
Line: TypeAlias = tuple[Fast, Fast]


@dataclass(frozen=True, slots=True)
class Pair:
    """The columns of two inputs side by side: (p_ij, p_il, how many outputs i share these two entries)."""

    input: int
    against: int
    cells: tuple[Cell, ...]


def _fast(x: Number) -> fmpq:
    return fmpq(x.numerator, x.denominator)  # type: ignore[union-attr]


def back(x: Fast) -> Number:
    """A number of the field again."""
    return Fraction(int(x.p), int(x.q)) if isinstance(x, fmpq) else x


def pairs(p: Mechanism, *, distinct: bool = True) -> Iterator[Pair]:
    """The ordered pairs of inputs; with `distinct`, one of those that are equal up to the order of the outputs."""
    codes: dict[Number, int] = {}
    columns = [[codes.setdefault(x, len(codes)) for x in column] for column in p.columns]
    values: list[Fast] = [_fast(x) for x in codes] if p.is_rational else list(codes)
    seen = set()
    for j, low in itertools.permutations(range(p.k), 2):
        counted = Counter(zip(columns[j], columns[low], strict=True))
        key = frozenset(counted.items())
        if distinct and key in seen:
            continue
        seen.add(key)
        yield Pair(j, low, tuple((values[a], values[b], n) for (a, b), n in counted.items()))


def _exceeds(pair: Pair, t: Number) -> Callable[[Fast, Fast], bool]:
    """The test x > t·y of two entries; an irrational t is enclosed, so that rational entries rarely leave Q."""
    if isinstance(t, Element) and isinstance(pair.cells[0][0], fmpq):
        if isinstance(t.field, Free):
            return lambda x, y: bool(back(x) > t * back(y))
        lower, upper = (_fast(x) for x in enclose(t, width=Fraction(1, 2**100)))
        return lambda x, y: x > upper * y or (x > lower * y and bool(back(x) > t * back(y)))
    s = _fast(t) if isinstance(pair.cells[0][0], fmpq) else t
    return lambda x, y: bool(x > s * y)


def active_line(pair: Pair, t: Number) -> tuple[Number, Number]:
    """(A, B) with Σ_i max(0, p_ij − t·p_il) = A − t·B at this t; outputs with p_ij = t·p_il are left out."""
    exceeds = _exceeds(pair, t)
    a: Fast = pair.cells[0][0] * 0
    b = a
    for x, y, n in pair.cells:
        if exceeds(x, y):
            a, b = a + n * x, b + n * y
    return back(a), back(b)


def event(p: Mechanism, j: int, low: int, t: Number) -> tuple[int, ...]:
    """The outputs i with p_ij > t·p_il, where l is `low`."""
    return tuple(i for i, row in enumerate(p.rows) if row[j] > t * row[low])


def lines(pair: Pair) -> Iterator[Line]:
    """Every line that is active at some t > 1, from the flattest (outputs that the other input never gives) on."""

    def order(c: Cell, d: Cell) -> int:
        left, right = c[0] * d[1], d[0] * c[1]
        return int(left < right) - int(left > right)

    cells = sorted((c for c in pair.cells if c[0] > c[1]), key=cmp_to_key(order))
    a: Fast = pair.cells[0][0] * 0
    b = a
    if not cells or cells[0][1]:
        yield a, b
    for x, y, n in cells:
        a, b = a + n * x, b + n * y
        yield a, b
