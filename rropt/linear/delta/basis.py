"""A basis of the pair form solved at a rational T, and over the field of T from rational solves at a few.

A basic slack is a unit column: its equation only tells the slack's value, and its multiplier is 0. What is left has
entries linear in T, so by Cramer's rule d·p and d·y are polynomials in T, as the determinant d is; their degree is at most
the number of basic p_ij, and mostly far below. They are interpolated at T = 2, 3, … by Newton's scheme until two further
samples change nothing, or until the degree is reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from flint import fmpq, fmpq_mat, fmpq_poly, fmpz_poly

from rropt.exact.element import Element, Number, element
from rropt.exact.fields import Free
from rropt.exact.matrix import Matrix
from rropt.exact.patience import require_time
from rropt.exact.sign import enclose
from rropt.exact.substitute import value_at
from rropt.linear.numeric import pairs_of
from rropt.solvers.sparse import Solution, SparseRow, solve_both

__all__ = ["WIDTH", "DeltaLine", "solve_along_delta", "solve_along_delta_over_field", "solve_at", "solve_over_field"]

AGREEING = 2
MOST_DEGREE = 48  # of the common denominator: the checker reads products of several such polynomials
WIDTH = Fraction(1, 10**24)  # of the rationals around an irrational T at which a basis is tried
ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class _Kernel:
    """The equations without a basic slack and the other basic columns: their entries constant + T·slope, sides and costs."""

    equations: list[int]
    columns: list[int]
    entries: list[dict[int, tuple[int, int]]]
    sides: list[fmpq]
    costs: list[fmpq]

    def at(self, t: fmpq) -> list[SparseRow]:
        """The equations at a T."""
        return [{j: constant + slope * t for j, (constant, slope) in row.items()} for row in self.entries]


@dataclass(slots=True)
class _Newton:
    """The polynomials through the samples so far: divided differences of many numbers at once."""

    places: list[int] = field(default_factory=list)
    diagonal: list[list[fmpq]] = field(default_factory=list)
    coefficients: list[list[fmpq]] = field(default_factory=list)

    def add(self, place: int, values: list[fmpq]) -> None:
        """Take in one more sample."""
        new = [values]
        for n, old in enumerate(self.diagonal):
            width = place - self.places[len(self.places) - 1 - n]
            new.append([(a - b) / width for a, b in zip(new[-1], old, strict=True)])
        self.places.append(place)
        self.diagonal = new
        self.coefficients.append(new[-1])

    @property
    def settled(self) -> bool:
        """Whether the last samples changed nothing."""
        last = self.coefficients[-AGREEING:]
        return len(self.coefficients) > AGREEING and not any(x != 0 for row in last for x in row)

    def at(self, t: Number) -> list[Number]:
        """The values at a number of the field."""
        bases = [fmpq_poly([1])]
        for place in self.places[:-1]:
            bases.append(bases[-1] * fmpq_poly([-place, 1]))
        size = len(bases)
        powers = fmpq_mat(size, size, [base[n] for n in range(size) for base in bases])
        table = (powers * fmpq_mat(self.coefficients)).transpose().tolist()
        return [_value_of(fmpq_poly(row), t) for row in table]


Answer = tuple[list[Number], list[Number]]


@dataclass(frozen=True, slots=True)
class DeltaLine:
    """A basis at one T as a function of δ: all p, as constant + δ·slope, the multipliers, which are the same for every δ, and
    between which δ it is optimal."""

    constants: list[Number]
    slopes: list[Number]
    duals: list[Number]
    lower: Fraction
    upper: Fraction


def solve_at(gains: Matrix, ratio: Fraction, delta: Fraction, basis: Sequence[int]) -> Answer | None:
    """All p and the multipliers y of all equations at a basis of the standard form of `pair_exact`, if it is optimal."""
    kernel, m, k = _kernel(gains, delta, basis), len(gains), len(gains[0])
    if len(kernel.equations) != len(kernel.columns):
        return None
    try:
        found = _solve(kernel, _rational(ratio))
    except ZeroDivisionError:
        return None
    count = k * (k - 1) * m
    point, duals = [fmpq(0)] * (m * k + count), [fmpq(0)] * (count + k * k)
    for n, j in enumerate(kernel.columns):
        point[j] = found.x[n]
    for n, row in enumerate(kernel.equations):
        duals[row] = found.y[n]
    if min(point) < 0 or not _feasible(gains, _rational(ratio), _rational(delta), point, duals):
        return None
    return [_fraction(v) for v in point[: m * k]], [_fraction(v) for v in duals]


def solve_along_delta(gains: Matrix, ratio: Fraction, basis: Sequence[int]) -> DeltaLine | None:
    """A basis of the standard form as a function of δ; None where it is singular, or optimal at no δ from 0 to 1.

    δ stands on the right side alone: the multipliers do not depend on it, and every number that has to be at least 0 for the
    point to be feasible, its entries and its slacks, is a line in δ, known from its values at 0 and 1.
    """
    t, m, k = _rational(ratio), len(gains), len(gains[0])
    kernels = [_kernel(gains, Fraction(d), basis) for d in (0, 1)]
    if len(kernels[0].equations) != len(kernels[0].columns):
        return None
    try:
        start, end = (_solve(kernel, t) for kernel in kernels)
    except ZeroDivisionError:
        return None
    size = k * (k - 1) * m
    points, duals = [[fmpq(0)] * (m * k + size) for _ in kernels], [fmpq(0)] * (size + k * k)
    for n, j in enumerate(kernels[0].columns):
        points[0][j], points[1][j] = start.x[n], end.x[n]
    for n, row in enumerate(kernels[0].equations):
        duals[row] = start.y[n]
    if not _are_multipliers(gains, t, duals):
        return None
    ends = ([*point, *_slacks(m, k, t, d, point)] for point, d in zip(points, (fmpq(0), fmpq(1)), strict=True))
    found = _range(zip(*ends, strict=True))
    if found is None:
        return None
    pairs = list(zip(*(point[: m * k] for point in points), strict=True))
    constants: list[Number] = [_fraction(a) for a, _ in pairs]
    return DeltaLine(constants, [_fraction(b - a) for a, b in pairs], [_fraction(v) for v in duals], *found)


def solve_along_delta_over_field(gains: Matrix, ratio: Number, basis: Sequence[int]) -> DeltaLine | None:
    """The same at any number T; for an irrational one the interval of δ is that of rationals near it, which is not judged here."""
    if isinstance(ratio, Fraction):
        return solve_along_delta(gains, ratio, basis)
    near = [solve_along_delta(gains, t, basis) for t in enclose(ratio, width=WIDTH)]
    lines = [line for line in near if line is not None]
    ends = [solve_over_field(gains, ratio, Fraction(d), basis) for d in (0, 1)] if len(lines) == len(near) else [None]
    if ends[0] is None or ends[-1] is None:
        return None
    (constants, duals), (others, _) = ends[0], ends[-1]
    slopes = [b - a for a, b in zip(constants, others, strict=True)]
    return DeltaLine(constants, slopes, duals, max(x.lower for x in lines), min(x.upper for x in lines))


def _range(lines: Iterable[tuple[fmpq, fmpq]]) -> tuple[Fraction, Fraction] | None:
    """The δ from 0 to 1 at which no line is below 0, by their values at 0 and at 1; None if there is none."""
    low, high = fmpq(0), fmpq(1)
    for a, b in lines:
        if a < 0 and b < 0:
            return None
        if a < 0:
            low = max(low, a / (a - b))
        elif b < 0:
            high = min(high, a / (a - b))
    return (_fraction(low), _fraction(high)) if low <= high else None


def _solve(kernel: _Kernel, t: fmpq) -> Solution:
    return solve_both(kernel.at(t), kernel.sides, kernel.costs)


def _feasible(gains: Matrix, t: fmpq, delta: fmpq, point: list[fmpq], duals: list[fmpq]) -> bool:
    """Whether every slack and every reduced cost is at least 0; the equations hold."""
    m, k = len(gains), len(gains[0])
    return all(s >= 0 for s in _slacks(m, k, t, delta, point)) and _are_multipliers(gains, t, duals)


def _slacks(m: int, k: int, t: fmpq, delta: fmpq, point: list[fmpq]) -> Iterator[fmpq]:
    """δ − Σ_i w_qi and w_qi − (p_ij − T·p_il) for every ordered pair q = (j, l) and output i."""
    for q, (high, low) in enumerate(pairs_of(k)):
        excess = point[m * k + q * m : m * k + (q + 1) * m]
        yield delta - sum(excess, fmpq(0))
        for i, w in enumerate(excess):
            yield w - point[i * k + high] + t * point[i * k + low]


def _are_multipliers(gains: Matrix, t: fmpq, duals: list[fmpq]) -> bool:
    """Whether every reduced cost is at least 0."""
    m, k = len(gains), len(gains[0])
    pairs = pairs_of(k)
    count = len(pairs) * m
    left = [[-_rational(w) - duals[count + len(pairs) + j] for j, w in enumerate(row)] for row in gains]
    for q, (high, low) in enumerate(pairs):
        shares, cap = duals[q * m : (q + 1) * m], duals[count + q]
        if cap > 0:
            return False
        for i, y in enumerate(shares):
            if y > 0 or cap > y:
                return False
            if y != 0:
                left[i][high], left[i][low] = left[i][high] - y, left[i][low] + t * y
    return all(c >= 0 for row in left for c in row)


def solve_over_field(gains: Matrix, ratio: Number, delta: Fraction, basis: Sequence[int]) -> Answer | None:
    """What `solve_at` gives, at any number T, for a basis that is optimal near it; None where it is singular,
    or the degree too high. Feasibility is not judged here.
    """
    kernel, m, k = _kernel(gains, delta, basis), len(gains), len(gains[0])
    basic = [n for n, j in enumerate(kernel.columns) if j < m * k]
    found = _once(kernel, basic, ratio) if isinstance(ratio, Fraction) else _interpolate(kernel, basic, ratio)
    if found is None:
        return None
    scale, *scaled = found
    point: list[Number] = [ZERO] * (m * k)
    duals: list[Number] = [ZERO] * (k * (k - 1) * m + k * k)
    for n, v in zip(basic, scaled, strict=False):
        point[kernel.columns[n]] = v / scale
    for row, v in zip(kernel.equations, scaled[len(basic) :], strict=True):
        duals[row] = v / scale
    return point, duals


def _once(kernel: _Kernel, basic: list[int], ratio: Fraction) -> list[Number] | None:
    """1, and the p in the basis and all multipliers at a rational T; None where the basis is singular."""
    try:
        found = _solve(kernel, _rational(ratio))
    except ZeroDivisionError:
        return None
    return [Fraction(1), *map(_fraction, (*(found.x[n] for n in basic), *found.y))]


def _interpolate(kernel: _Kernel, basic: list[int], ratio: Number) -> list[Number] | None:
    """The determinant, and its products with these, at any T; None where it is 0, or the degree too high."""
    newton = _sample(kernel, basic)
    if newton is None:
        return None
    found = newton.at(ratio)
    scale = found[0]
    return None if scale == 0 or (isinstance(scale, Element) and scale.num.degree() > MOST_DEGREE) else found


def _sample(kernel: _Kernel, basic: list[int]) -> _Newton | None:
    """The determinant, and its products with the p in the basis and with all multipliers, as polynomials in T."""
    newton, place = _Newton(), 1
    while not newton.settled and len(newton.places) <= len(basic) + AGREEING:
        place += 1
        require_time()
        try:
            found = _solve(kernel, fmpq(place))
        except ZeroDivisionError:
            if place > 2 * len(basic) + 9:
                return None
            continue
        d = found.determinant()
        newton.add(place, [d, *(d * v for v in (*(found.x[n] for n in basic), *found.y))])
    return newton


def _value_of(p: fmpq_poly, t: Number) -> Number:
    """A polynomial at a number of the field."""
    if p.degree() <= 0:
        return _fraction(p[0])
    return value_at(element(Free(), p.numer(), fmpz_poly([p.denom()])), t)


def _fraction(x: fmpq) -> Fraction:
    return Fraction(int(x.p), int(x.q))


def _kernel(gains: Matrix, delta: Fraction, basis: Sequence[int]) -> _Kernel:
    m, k = len(gains), len(gains[0])
    pairs, n = pairs_of(k), m * k
    count = len(pairs) * m
    slack = {j - n - count for j in basis if j >= n + count}
    columns = [j for j in basis if j < n + count]
    rows = [row for row in range(count + len(pairs) + k) if row not in slack]
    place = {row: i for i, row in enumerate(rows)}
    entries: list[dict[int, tuple[int, int]]] = [{} for _ in rows]
    for at, j in enumerate(columns):
        for row, value, times in _column(j, pairs, m, k):
            if row in place:
                entries[place[row]][at] = value, times
    sides = [_rational(delta) if count <= row < count + len(pairs) else fmpq(row >= count) for row in rows]
    costs = [-_rational(gains[j // k][j % k]) if j < n else fmpq(0) for j in columns]
    return _Kernel(rows, columns, entries, sides, costs)


def _column(j: int, pairs: list[tuple[int, int]], m: int, k: int) -> list[tuple[int, int, int]]:
    """The entries of a column of the standard form: equation, constant and factor of T."""
    n, count = m * k, len(pairs) * m
    if j >= n:
        return [(j - n, -1, 0), (count + (j - n) // m, 1, 0)]
    output, own = divmod(j, k)
    found = [(count + len(pairs) + own, 1, 0)]
    for q, (high, low) in enumerate(pairs):
        if own in (high, low):
            found.append((q * m + output, 1, 0) if own == high else (q * m + output, 0, -1))
    return found


def _rational(x: Number) -> fmpq:
    return fmpq(x.numerator, x.denominator)  # type: ignore[union-attr]
