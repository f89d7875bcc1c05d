"""How far a mechanism tells two inputs apart: the largest ratio of two entries of a row, and the excess at a ratio t.

The excess of an ordered pair of inputs (j, l) is Σ_i max(0, p_ij − t·p_il), where p_ij is the probability of output i under input
j. For t ≥ 1 it is convex, nonincreasing and piecewise linear in t. Each set S of outputs gives a line A_S − t·B_S, where A_S is the
sum of p_ij over the outputs i in S, and B_S the sum of p_il. The excess at t is the largest value of these lines at t. The set that
attains it is S = {i : p_ij > t·p_il}.

If t ranges over an interval, so may the order of two numbers; then `Undecided` is raised.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from flint import fmpq

from rropt.exact.element import Bound, Number, is_free, ratio
from rropt.exact.infinity import is_infinite
from rropt.exact.patience import require_time
from rropt.exact.sign import enclose
from rropt.mechanism import Mechanism
from rropt.solvers.rational import fraction, rational

__all__ = [
    "Fast",
    "InputPair",
    "Line",
    "Ratio",
    "Scale",
    "are_ratios_within",
    "back",
    "extremes",
    "largest_ratio",
    "pairs",
]

# A number in the sums below: python-flint's rational if the mechanism is rational (many times faster than `Fraction`), else a
# number of the field.
Fast: TypeAlias = Any
Line: TypeAlias = tuple[Fast, Fast]


# ---- Ratios within a row ---------------------------------------------------------------------------------------------------------


class Ratio(NamedTuple):
    """The ratio P[output, high] / P[output, low] of two entries of a row, with the indices of the row and of the two inputs.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.privacy import largest_ratio
        >>> print(largest_ratio(from_spec("warner:p=3/4")).value)
        3

    Reference: Chai and Nayak (2018), the parity.
    """

    value: Bound
    output: int
    high: int
    low: int


def extremes(row: Sequence[Number]) -> tuple[int, int]:
    """The index of the largest entry and the index of the smallest entry; of equal entries, the first is taken."""
    # of the places that hold one and the same object, compare the first alone
    js = sorted({id(x): j for j, x in reversed(list(enumerate(row)))}.values())
    return max(js, key=row.__getitem__), min(js, key=row.__getitem__)


def largest_ratio(p: Mechanism) -> Ratio:
    """Find the largest ratio of two entries of a row of p (the parity of p), and the first place where it is attained.

    Args:
        p: The mechanism.

    Returns:
        The ratio, with its output and its two inputs.

    Raises:
        Undecided: t is free, and the place of the largest ratio changes with t.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.privacy import largest_ratio
        >>> print(largest_ratio(from_spec("krr:k=3,epsilon=ln5")).value)
        5

    Reference: Chai and Nayak (2018), the parity.
    """
    places = [(i, *extremes(row)) for i, row in enumerate(p.rows)]
    found = [Ratio(ratio(p.rows[i][high], p.rows[i][low]), i, high, low) for i, high, low in places]
    return max(found, key=lambda x: x.value)


def are_ratios_within(p: Mechanism, t: Bound) -> bool:
    """Whether no entry of a row of p is more than t times another entry of the row."""
    return is_infinite(t) or all(max(row) <= t * min(row) for row in p.rows)


# ---- The excess of a pair of inputs ----------------------------------------------------------------------------------------------


def back(x: Fast) -> Number:
    """Convert a rational of python-flint to a `Fraction`; leave a number of another field unchanged."""
    return fraction(x) if isinstance(x, fmpq) else x


class Scale:
    """A ratio t ≥ 1, which a number x is compared with t·y by, for y ≥ 0.

    If the mechanism is rational and t is not free, `bounds` are bounds on t. Most comparisons are decided by these, so that an
    irrational t is not needed for them.
    """

    def __init__(self, p: Mechanism, t: Number) -> None:
        self.t = t
        is_bounded = p.is_rational and not is_free(t)
        self.bounds = [rational(end) for end in enclose(t, width=Fraction(1, 2**100))] if is_bounded else []

    def is_exceeded(self, x: Fast, y: Fast) -> bool:
        """Whether x > t·y, where t is the ratio of this object."""
        if self.bounds and isinstance(x, fmpq):
            low, high = (bound * y for bound in self.bounds)
            if x > high or x <= low:
                return bool(x > high)
        return bool(back(x) > self.t * back(y))


@dataclass(frozen=True, slots=True)
class InputPair:
    """The columns of two inputs j = `input` and l = `against` side by side, with outputs of one likelihood ratio taken together.

    `cells` maps each ratio p_ij/p_il to the sums of p_ij and of p_il over the outputs i that have it. `certain` is the sum of p_ij
    over the outputs that l never gives. `outputs` has the two entries of every output.
    """

    input: int
    against: int
    cells: Mapping[Fast, tuple[Fast, Fast]]
    certain: Fast
    outputs: tuple[tuple[Fast, Fast], ...]

    def lines(self) -> Iterator[Line]:
        """Yield the sums A of p_ij and B of p_il over the outputs i with the largest ratios p_ij/p_il, from none to all outputs.

        Each (A, B) stands for the line A − t·B in the ratio t, the flattest first. The largest value of these lines at t is the
        excess Σ_i max(0, p_ij − t·p_il). A line with B = 0 adds up outputs that l never gives.
        """
        a, b = self.certain, self.certain * 0
        yield b, b
        yield a, b
        for quotient in sorted(self.cells, reverse=True):
            x, y = self.cells[quotient]
            a, b = a + x, b + y
            yield a, b

    def line_at(self, s: Scale) -> Line:
        """The line that is largest at the ratio of `s`."""
        over = [cell for cell in self.cells.values() if s.is_exceeded(*cell)]
        return sum((x for x, _ in over), self.certain), sum((y for _, y in over), self.certain * 0)

    def excess(self, s: Scale) -> Number:
        """Σ_i max(0, p_ij − t·p_il), where t is the ratio of `s`."""
        a, b = self.line_at(s)
        return back(a) - s.t * back(b)

    def is_within(self, s: Scale, delta: Number) -> bool:
        """Whether the excess at the ratio of `s` is at most δ."""
        a, b = self.line_at(s)
        is_fast = isinstance(a, fmpq) and isinstance(delta, Fraction)
        return not s.is_exceeded(a - rational(delta) if is_fast else back(a) - delta, b)  # type: ignore[arg-type]

    def event(self, s: Scale) -> tuple[int, ...]:
        """The outputs i with p_ij > t·p_il, where t is the ratio of `s`."""
        return tuple(i for i, (x, y) in enumerate(self.outputs) if s.is_exceeded(x, y))


def pairs(p: Mechanism, *, distinct: bool = True) -> Iterator[InputPair]:
    """Yield the ordered pairs of inputs with their two columns.

    If `distinct` and several pairs have columns that agree up to the order of the outputs, only the first of these pairs is
    yielded.
    """
    codes: dict[Number, int] = {}
    columns = [[codes.setdefault(x, len(codes)) for x in column] for column in p.columns]
    values: list[Fast] = [rational(x) for x in codes] if p.is_rational else list(codes)  # type: ignore[arg-type]
    seen = set()
    for j, low in itertools.permutations(range(p.k), 2):
        require_time()
        places = list(zip(columns[j], columns[low], strict=True))
        counted = Counter(places)
        key = frozenset(counted.items())
        if distinct and key in seen:
            continue
        seen.add(key)
        cells: dict[Fast, tuple[Fast, Fast]] = {}
        certain = zero = values[0] * 0
        for (a, b), n in counted.items():
            x, y = values[a] * n, values[b] * n
            if not y:
                certain = certain + x
                continue
            old = cells.get(x / y, (zero, zero))
            cells[x / y] = (old[0] + x, old[1] + y)
        yield InputPair(j, low, cells, certain, tuple((values[a], values[b]) for a, b in places))
