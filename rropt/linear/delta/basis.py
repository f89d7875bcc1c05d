"""A basis of the pair form solved at a rational T, and over the field of T from rational solves at a few.

A basic slack is a unit column: its equation only tells the slack's value, and its multiplier is 0. What is left has
entries linear in T, so by Cramer's rule d·p and d·y are polynomials in T, as the determinant d is; their degree is at most
the number of basic p_ij, and mostly far below. They are interpolated at T = 2, 3, … by Newton's scheme until two further
samples change nothing, or until the degree is reached.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from flint import fmpq, fmpq_mat, fmpq_poly, fmpz_poly

from rropt.exact.element import Element, Number, element
from rropt.exact.fields import Free
from rropt.exact.matrix import Matrix
from rropt.exact.patience import require_time
from rropt.exact.substitute import value_at
from rropt.linear.numeric import pairs_of
from rropt.solvers.sparse import Solution, solve_both

__all__ = ["WIDTH", "solve_at", "solve_over_field"]

AGREEING = 2
MOST_DEGREE = 48  # of the common denominator: the checker reads products of several such polynomials
WIDTH = Fraction(1, 10**24)  # of the rationals around an irrational T at which a basis is tried
ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class _Kernel:
    """The equations without a basic slack and the other basic columns: their entries constant + T·slope, the sides, of which the
    second is what δ adds to the first, and the costs."""

    equations: list[int]
    columns: list[int]
    entries: list[dict[int, tuple[int, int]]]
    sides: tuple[list[fmpq], list[fmpq]]
    costs: list[fmpq]

    def solve(self, t: fmpq, side: list[fmpq]) -> Solution:
        """Solve the equations at a T for a side."""
        rows = [{j: constant + slope * t for j, (constant, slope) in row.items()} for row in self.entries]
        return solve_both(rows, side, self.costs)

    def side(self, delta: Fraction) -> list[fmpq]:
        """The side at a δ."""
        return [a + _rational(delta) * b for a, b in zip(*self.sides, strict=True)]


@dataclass(slots=True)
class _Newton:
    """The polynomials through the samples so far: divided differences of many numbers at once."""

    places: list[int] = field(default_factory=list)
    diagonal: list[fmpq_mat] = field(default_factory=list)
    coefficients: list[fmpq_mat] = field(default_factory=list)

    def add(self, place: int, values: list[fmpq]) -> None:
        """Take in one more sample."""
        new = [fmpq_mat(1, len(values), values)]
        for n, old in enumerate(self.diagonal):
            new.append((new[-1] - old) / (place - self.places[len(self.places) - 1 - n]))
        self.places.append(place)
        self.diagonal = new
        self.coefficients.append(new[-1])

    @property
    def settled(self) -> bool:
        """Whether the last samples changed nothing."""
        return len(self.coefficients) > AGREEING and not any(
            any(row.entries()) for row in self.coefficients[-AGREEING:]
        )

    def at(self, t: Number) -> list[Number]:
        """The values at a number of the field."""
        bases = [fmpq_poly([1])]
        for place in self.places[:-1]:
            bases.append(bases[-1] * fmpq_poly([-place, 1]))
        size = len(bases)
        powers = fmpq_mat(size, size, [base[n] for n in range(size) for base in bases])
        entries = [x for row in self.coefficients for x in row.entries()]
        table = (powers * fmpq_mat(size, len(entries) // size, entries)).transpose().tolist()
        return [_value_of(fmpq_poly(row), t) for row in table]


Answer = tuple[list[Number], list[Number]]


def solve_at(gains: Matrix, ratio: Fraction, delta: Fraction, basis: Sequence[int]) -> Answer | None:
    """All p and the multipliers y of all equations at a basis of the standard form of `pair_exact`, if it is optimal."""
    kernel, t, n = _kernel(gains, basis), _rational(ratio), len(gains) * len(gains[0])
    found = _solve(kernel, t, kernel.side(delta))
    if found is None:
        return None
    point, duals = _spread(gains, kernel, found.x, found.y)
    signs = min(point) >= 0 and all(s >= 0 for s in _slacks(gains, t, _rational(delta), point))
    if not signs or not _are_multipliers(gains, t, duals):
        return None
    return [_fraction(v) for v in point[:n]], [_fraction(v) for v in duals]


def _solve(kernel: _Kernel, t: fmpq, side: list[fmpq]) -> Solution | None:
    """The equations at a T; None where they are not regular."""
    if len(kernel.equations) != len(kernel.columns):
        return None
    try:
        return kernel.solve(t, side)
    except ZeroDivisionError:
        return None


def _spread(gains: Matrix, kernel: _Kernel, x: list[fmpq], y: list[fmpq]) -> tuple[list[fmpq], list[fmpq]]:
    """All p and excesses, and the multipliers of all equations, of which the kernel has those that need not be 0."""
    m, k = len(gains), len(gains[0])
    count = k * (k - 1) * m
    point, duals = [fmpq(0)] * (m * k + count), [fmpq(0)] * (count + k * k)
    for j, value in zip(kernel.columns, x, strict=True):
        point[j] = value
    for row, value in zip(kernel.equations, y, strict=True):
        duals[row] = value
    return point, duals


def _slacks(gains: Matrix, t: fmpq, delta: fmpq, point: list[fmpq]) -> Iterator[fmpq]:
    """δ − Σ_i w_qi and w_qi − (p_ij − T·p_il) for every ordered pair q = (j, l) and output i."""
    m, k = len(gains), len(gains[0])
    times = [t * p for p in point[: m * k]]
    for q, (high, low) in enumerate(pairs_of(k)):
        excess = point[m * k + q * m : m * k + (q + 1) * m]
        yield delta - sum((w for w in excess if w), fmpq(0))
        for i, w in enumerate(excess):
            yield w - point[i * k + high] + times[i * k + low]


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
    kernel, m, k = _kernel(gains, basis), len(gains), len(gains[0])
    side, basic = kernel.side(delta), [n for n, j in enumerate(kernel.columns) if j < m * k]
    one = isinstance(ratio, Fraction)
    found = _once(kernel, basic, ratio, side) if one else _interpolate(kernel, basic, ratio, side)
    if found is None:
        return None
    scale, *scaled = found
    values = iter([v / scale if v else ZERO for v in scaled])
    point: list[Number] = [ZERO] * (m * k)
    duals: list[Number] = [ZERO] * (k * (k - 1) * m + k * k)
    for n in basic:
        point[kernel.columns[n]] = next(values)
    for row, v in zip(kernel.equations, values, strict=True):
        duals[row] = v
    return point, duals


def _numbers(found: Solution, basic: list[int]) -> list[fmpq]:
    """The p in the basis, and all multipliers."""
    return [*(found.x[n] for n in basic), *found.y]


def _once(kernel: _Kernel, basic: list[int], ratio: Number, side: list[fmpq]) -> list[Number] | None:
    """1, and the p in the basis and all multipliers at a rational T; None where the basis is singular."""
    found = _solve(kernel, _rational(ratio), side)
    return None if found is None else [Fraction(1), *map(_fraction, _numbers(found, basic))]


def _interpolate(kernel: _Kernel, basic: list[int], ratio: Number, side: list[fmpq]) -> list[Number] | None:
    """The determinant, and its products with these, at any T; None where it is 0, or the degree too high."""
    newton = _sample(kernel, basic, side)
    if newton is None:
        return None
    found = newton.at(ratio)
    scale = found[0]
    return None if scale == 0 or (isinstance(scale, Element) and scale.num.degree() > MOST_DEGREE) else found


def _sample(kernel: _Kernel, basic: list[int], side: list[fmpq]) -> _Newton | None:
    """The determinant, and its products with the p in the basis and with all multipliers, as polynomials in T."""
    newton, place = _Newton(), 1
    while not newton.settled and len(newton.places) <= len(basic) + AGREEING:
        place += 1
        require_time()
        found = _solve(kernel, fmpq(place), side)
        if found is None:
            if place > 2 * len(basic) + 9:
                return None
            continue
        d = found.determinant()
        newton.add(place, [d, *(d * v if v else v for v in _numbers(found, basic))])
    return newton


def _value_of(p: fmpq_poly, t: Number) -> Number:
    """A polynomial at a number of the field."""
    if p.degree() <= 0:
        return _fraction(p[0])
    return value_at(element(Free(), p.numer(), fmpz_poly([p.denom()])), t)


def _fraction(x: fmpq) -> Fraction:
    return Fraction(int(x.p), int(x.q)) if x else ZERO


def _kernel(gains: Matrix, basis: Sequence[int]) -> _Kernel:
    m, k = len(gains), len(gains[0])
    n, pairs = m * k, k * (k - 1)
    count = pairs * m
    slack = {j - n - count for j in basis if j >= n + count}
    columns = [j for j in basis if j < n + count]
    rows = [row for row in range(count + pairs + k) if row not in slack]
    place = {row: i for i, row in enumerate(rows)}
    entries: list[dict[int, tuple[int, int]]] = [{} for _ in rows]
    for at, j in enumerate(columns):
        for row, value, times in _column(j, m, k):
            if row in place:
                entries[place[row]][at] = value, times
    first = [fmpq(row >= count + pairs) for row in rows]
    second = [fmpq(count <= row < count + pairs) for row in rows]
    costs = [-_rational(gains[j // k][j % k]) if j < n else fmpq(0) for j in columns]
    return _Kernel(rows, columns, entries, (first, second), costs)


def _column(j: int, m: int, k: int) -> list[tuple[int, int, int]]:
    """The entries of a column of the standard form: equation, constant and factor of T."""
    n, pairs = m * k, k * (k - 1)
    if j >= n:
        return [(j - n, -1, 0), (pairs * m + (j - n) // m, 1, 0)]
    output, own = divmod(j, k)
    found = [(pairs * (m + 1) + own, 1, 0)]
    for other in range(k):
        if other != own:
            high, low = own * (k - 1) + other - (other > own), other * (k - 1) + own - (own > other)
            found += [(high * m + output, 1, 0), (low * m + output, 0, -1)]
    return found


def _rational(x: Number) -> fmpq:
    return fmpq(x.numerator, x.denominator)  # type: ignore[union-attr]
