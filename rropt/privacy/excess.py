"""The excess Σ_i max(0, p_ij − t·p_il) of an ordered pair of inputs (j, l), as a function of the ratio t. Here p_ij is the
probability of output i under input j.

For t ≥ 1 the excess is convex, nonincreasing and piecewise linear. Each set S of outputs gives a line A_S − t·B_S, where A_S is the
sum of p_ij over the outputs i in S, and B_S the sum of p_il. The excess at t is the largest value of these lines at t. The set that
attains it is S = {i : p_ij > t·p_il}.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from flint import fmpq

from rropt.exact.element import Bound, Number, is_free
from rropt.exact.enclosure import Bounds
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import Undecided
from rropt.exact.infinity import INFINITY, Infinity, is_infinite
from rropt.exact.matrix import have_common_field
from rropt.exact.patience import require_time
from rropt.exact.sign import enclose
from rropt.mechanism import Mechanism
from rropt.privacy.bounds import PairBounds
from rropt.privacy.ratios import are_all_true
from rropt.values import down, up

__all__ = [
    "Enclosure",
    "Line",
    "InputPair",
    "Scale",
    "active_line",
    "back",
    "event",
    "fast",
    "is_within",
    "least_ratio",
    "lines",
    "pairs",
    "scale",
    "tight_factor",
]

MOST_OPEN = 10
MOST_QUOTIENT = 32  # the largest numerator or denominator of a factor that is given exactly
Fast: TypeAlias = Any
"""A number in the sums below: python-flint's rational if the mechanism is rational (many times faster than `Fraction`), else a
number of the field."""
Cell: TypeAlias = tuple[Fast, Fast, int]
Line: TypeAlias = tuple[Fast, Fast]


@dataclass(frozen=True, slots=True)
class InputPair:
    """The columns of two inputs j = `input` and l = `against` side by side, with equal entries counted together.

    `cells` has one item for each distinct pair of entries (p_ij, p_il): these two entries, and the number of outputs i that have
    them. `keys` names each item of `cells` by a key, in the same order. `outputs` has for every output the key of its pair of
    entries.
    """

    input: int
    against: int
    cells: tuple[Cell, ...]
    keys: tuple[tuple[int, int], ...]
    outputs: tuple[tuple[int, int], ...]


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
        outputs = tuple(zip(columns[j], columns[low], strict=True))
        counted = Counter(outputs)
        key = frozenset(counted.items())
        if distinct and key in seen:
            continue
        seen.add(key)
        cells = tuple((values[a], values[b], n) for (a, b), n in counted.items())
        yield InputPair(j, low, cells, tuple(counted), outputs)


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
        if self.lower is None:
            return bool(back(x) > self.t * back(y))
        low, high = (self.lower * y, self.upper * y) if y >= 0 else (self.upper * y, self.lower * y)
        if x > high:
            return True
        return low < x and bool(back(x) > self.t * back(y))

    def is_over(self, line: Line, delta: Number) -> bool:
        """Whether A − t·B exceeds δ, where (A, B) is the line and t is the ratio of this object."""
        a, b = line
        if isinstance(a, fmpq) and isinstance(delta, Fraction):
            return self.is_exceeded(a - fast(delta), b)
        return bool(back(a) - delta > self.t * back(b))

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


def is_within(pair: InputPair, s: Scale, delta: Number) -> bool:
    """Whether Σ_i max(0, p_ij − t·p_il) ≤ δ, where j and l are the two inputs of `pair`, and t is the ratio of `s`.

    If t is free, it may depend on t whether an output has p_ij > t·p_il. Then every set of such outputs is tried, because at each t
    one of these sets gives the sum. If there are more than `MOST_OPEN` such outputs, `Undecided` is raised.
    """
    zero: Fast = pair.cells[0][0] * 0
    tried: list[Line] = [(zero, zero)]
    for x, y, n in pair.cells:
        joined = [(a + n * x, b + n * y) for a, b in tried]
        try:
            tried = joined if s.is_exceeded(x, y) else tried
        except Undecided:
            if len(tried) >= 1 << MOST_OPEN:
                raise
            tried = [*tried, *joined]
    return are_all_true(lambda line=line: not s.is_over(line, delta) for line in tried)  # type: ignore[misc]


def event(pair: InputPair, s: Scale) -> tuple[int, ...]:
    """Return the outputs i with p_ij > t·p_il, where j and l are the two inputs of `pair`, and t is the ratio of `s`.

    p_ij is the probability of output i under input j.
    """
    likelier = {key for key, (x, y, _) in zip(pair.keys, pair.cells, strict=True) if s.is_exceeded(x, y)}
    return tuple(i for i, key in enumerate(pair.outputs) if key in likelier)


def lines(pair: InputPair) -> Iterator[Line]:
    """Yield pairs (A, B), each of which stands for the line A − t·B in the ratio t, the flattest line first.

    At every t > 1, the largest value of these lines is Σ_i max(0, p_ij − t·p_il), where j and l are the two inputs of `pair`. A
    line with B = 0 adds up outputs that the input l never gives.
    """
    likelier = [c for c in pair.cells if c[0] > c[1]]
    cells = [c for c in likelier if not c[1]]
    cells += sorted((c for c in likelier if c[1]), key=lambda c: c[0] / c[1], reverse=True)
    a: Fast = pair.cells[0][0] * 0
    b = a
    if not cells or cells[0][1]:
        yield a, b
    for x, y, n in cells:
        a, b = a + n * x, b + n * y
        yield a, b


def least_ratio(found: Iterable[InputPair], p: Mechanism, delta: Number) -> Bound:
    """Return the least t ≥ 1 at which Σ_i max(0, p_ij − t·p_il) is at most δ for every pair (j, l) in `found`. Infinity if there is
    no such t.

    For each pair, Newton's method starts from the left on a convex piecewise linear function. It ends exactly at the root of this
    function, because each step removes outputs from those with p_ij > t·p_il. If the sum of a pair is at most δ at the t found so
    far, the pair is skipped.
    """
    s = scale(p, Fraction(1))
    for x in found:
        line = active_line(x, s)
        while s.is_over(line, delta):
            if line[1] == 0:
                return INFINITY
            s = scale(p, (back(line[0]) - delta) / back(line[1]))
            line = active_line(x, s)
    return s.t


# ---- The factor by which budgets could be multiplied -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A number that is only known to lie between `lower` and `upper`.

    Examples:
        >>> from rropt import Sensitive, from_spec
        >>> found = Sensitive([1], "ln2").tightest(from_spec("warner:p=3/4"))
        >>> f"{float(found.lower):.6f}", f"{float(found.upper):.6f}", found.lower < found.upper
        ('1.584963', '1.584963', True)

    Reference: "What does a mechanism in use keep?" (docs/demands.md).
    """

    lower: Fraction
    upper: Fraction

    def __float__(self) -> float:
        return float((self.lower + self.upper) / 2)

    def __str__(self) -> str:
        return f"between {down(self.lower)} and {up(self.upper)}"


def tight_factor(mechanism: Mechanism, bounds: PairBounds) -> Fraction | Enclosure | Infinity:
    """The least c ≥ 0 such that the mechanism keeps the bounds after every budget ε is multiplied by c; infinity if there is none.

    A budget ε is the logarithm of a pair's ratio; slacks stay the same. For each pair, let its tight ε be the least one with which
    the mechanism keeps the slack. Then c is the largest quotient of a tight ε and its stated ε.
    """
    found = {(x.input, x.against): x for x in pairs(mechanism, distinct=False)}
    lower = upper = Fraction(0)
    for place, (ratio, delta) in bounds.places():
        least = Epsilon(least_ratio([found[place[0], place[1]]], mechanism, delta))
        if least.t == 1:
            continue
        if is_infinite(least.t) or ratio == 1:
            return INFINITY
        low, high = _quotient(least, Epsilon(ratio))
        lower, upper = max(lower, low), max(upper, high)
    return lower if lower == upper else Enclosure(lower, upper)


def _quotient(least: Epsilon, budget: Epsilon) -> Bounds:
    """Bound the quotient of two positive ε. It is p/q exactly if a^q = b^p for a = e^least and b = e^budget."""
    (a, b), (c, d) = least.bounds(), budget.bounds()
    low, high = a / d, b / c
    near = ((low + high) / 2).limit_denominator(MOST_QUOTIENT)
    p, q, x, y = near.numerator, near.denominator, least.t, budget.t
    assert not is_infinite(x) and not is_infinite(y)
    if low <= near <= high and p <= MOST_QUOTIENT and have_common_field([[x, y]]) and x**q == y**p:
        return near, near
    return low, high
