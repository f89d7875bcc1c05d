"""The excess Σ_i max(0, p_ij − t·p_il) of an ordered pair of inputs (j, l), as a function of the ratio t. Here p_ij is the
probability of output i under input j.

For t ≥ 1 the excess is convex, nonincreasing and piecewise linear. Each set S of outputs gives a line A_S − t·B_S, where A_S is the
sum of p_ij over the outputs i in S, and B_S the sum of p_il. The excess at t is the largest value of these lines at t. The set that
attains it is S = {i : p_ij > t·p_il}.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from flint import fmpq

from rropt.exact.element import Number, is_free
from rropt.exact.patience import require_time
from rropt.exact.sign import enclose
from rropt.mechanism import Mechanism
from rropt.privacy.ratios import are_all_true

__all__ = [
    "Line",
    "InputPair",
    "Scale",
    "active_line",
    "back",
    "event",
    "fast",
    "is_within",
    "lines",
    "pairs",
    "scale",
]

Fast: TypeAlias = Any
"""A number in the sums below: python-flint's rational if the mechanism is rational (many times faster than `Fraction`), else a
number of the field."""
Cell: TypeAlias = tuple[Fast, Fast, int]
Line: TypeAlias = tuple[Fast, Fast]


@dataclass(frozen=True, slots=True)
class InputPair:
    """The columns of two inputs j = `input` and l = `against` side by side, with equal entries counted together.

    `cells` has one item for each distinct pair of entries (p_ij, p_il): these two entries, and the number of outputs i that have
    them. `outputs` has the two entries of every output.
    """

    input: int
    against: int
    cells: tuple[Cell, ...]
    outputs: tuple[tuple[Fast, Fast], ...]


def fast(x: Number) -> fmpq:
    """Convert a rational number to python-flint's type."""
    return fmpq(x.numerator, x.denominator)  # type: ignore[union-attr]


def back(x: Fast) -> Number:
    """Convert a number that `fast` made back to a `Fraction`; leave a number of another field unchanged."""
    return Fraction(int(x.p), int(x.q)) if isinstance(x, fmpq) else x


def pairs(p: Mechanism, *, distinct: bool = True) -> Iterator[InputPair]:
    """Yield the ordered pairs of inputs with their two columns.

    If `distinct` and several pairs have columns that agree up to the order of the outputs, only the first of these pairs is
    yielded.
    """
    codes: dict[Number, int] = {}
    columns = [[codes.setdefault(x, len(codes)) for x in column] for column in p.columns]
    values: list[Fast] = [fast(x) for x in codes] if p.is_rational else list(codes)
    seen = set()
    for j, low in itertools.permutations(range(p.k), 2):
        require_time()
        places = list(zip(columns[j], columns[low], strict=True))
        counted = Counter(places)
        key = frozenset(counted.items())
        if distinct and key in seen:
            continue
        seen.add(key)
        cells = tuple((values[a], values[b], n) for (a, b), n in counted.items())
        yield InputPair(j, low, cells, tuple((values[a], values[b]) for a, b in places))


@dataclass(frozen=True, slots=True)
class Scale:
    """A ratio t ≥ 1, with methods that compare a number x with t·y.

    If the mechanism is rational and t is not free, `lower` and `upper` are bounds on t. Most comparisons are decided by these
    bounds, so that an irrational t is not needed for them.
    """

    t: Number
    lower: fmpq | None = None
    upper: fmpq | None = None

    def is_exceeded(self, x: Fast, y: Fast) -> bool:
        """Whether x > t·y, where t is the ratio of this object."""
        if self.lower is None or not isinstance(x, fmpq):
            return bool(back(x) > self.t * back(y))
        low, high = (self.lower * y, self.upper * y) if y >= 0 else (self.upper * y, self.lower * y)
        if x > high:
            return True
        return low < x and bool(back(x) > self.t * back(y))

    def is_over(self, line: Line, delta: Number) -> bool:
        """Whether A − t·B exceeds δ, where (A, B) is the line and t is the ratio of this object."""
        a, b = line
        return self.is_exceeded(
            a - fast(delta) if isinstance(a, fmpq) and isinstance(delta, Fraction) else back(a) - delta, b
        )

    def value(self, line: Line) -> Number:
        """The number A − t·B, where (A, B) is the line and t is the ratio of this object."""
        return back(line[0]) - self.t * back(line[1])


def scale(p: Mechanism, t: Number) -> Scale:
    """Prepare the ratio t for comparing entries of p with t times other entries of p."""
    if not p.is_rational or (is_free(t)):
        return Scale(t)
    lower, upper = enclose(t, width=Fraction(1, 2**100))
    return Scale(t, fast(lower), fast(upper))


def active_line(pair: InputPair, s: Scale) -> Line:
    """Return (A, B) with Σ_i max(0, p_ij − t·p_il) = A − t·B, where j and l are the two inputs of `pair`, and t is the ratio of
    `s`.

    A is the sum of p_ij, and B the sum of p_il, over the outputs i with p_ij > t·p_il.
    """
    a: Fast = pair.cells[0][0] * 0
    b = a
    for x, y, n in pair.cells:
        if s.is_exceeded(x, y):
            a, b = a + n * x, b + n * y
    return a, b


def event(pair: InputPair, s: Scale) -> tuple[int, ...]:
    """Return the outputs i with p_ij > t·p_il, where j and l are the two inputs of `pair`, and t is the ratio of `s`.

    p_ij is the probability of output i under input j.
    """
    return tuple(i for i, (x, y) in enumerate(pair.outputs) if s.is_exceeded(x, y))


def lines(pair: InputPair) -> Iterator[Line]:
    """Yield the sums A of p_ij and B of p_il over the outputs i with the largest ratios p_ij/p_il, from none to all outputs.

    Here j and l are the two inputs of `pair`. Each (A, B) stands for the line A − t·B in the ratio t, the flattest first. The
    largest value of these lines at t is Σ_i max(0, p_ij − t·p_il). A line with B = 0 adds up outputs that l never gives.
    """
    cells = [c for c in pair.cells if not c[1]]
    cells += sorted((c for c in pair.cells if c[1]), key=lambda c: c[0] / c[1], reverse=True)
    a: Fast = pair.cells[0][0] * 0
    b = a
    yield a, b
    for x, y, n in cells:
        a, b = a + n * x, b + n * y
        yield a, b


def is_within(pair: InputPair, s: Scale, delta: Number) -> bool:
    """Whether Σ_i max(0, p_ij − t·p_il) ≤ δ, where j and l are the two inputs of `pair`, and t is the ratio of `s`."""
    return are_all_true(lambda line=line: not s.is_over(line, delta) for line in lines(pair))  # type: ignore[misc]
