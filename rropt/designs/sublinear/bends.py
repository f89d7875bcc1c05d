"""Where rows of a demand come to a bend of φ, as t grows: the t at which an interval is cut for the checker.

Rows are compared by trees (SPEC.md, 4.3): s_j = T_c s_i along the edges of a tree on some inputs, 0 at the others, and each ratio
is c·t^n. So is each entry, and a = p·s and b = q·s are polynomials in t, up to a power of it. φ bends at a/b = x where a − x·b = 0:
between two of its roots the checker knows on which side of the bend the row is. Rows by levels are among these. Rows that are
outside of the cone on the whole interval are left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product

from flint import fmpz_poly

from rropt.designs.objectives.row_function import Function
from rropt.exact.element import Element, Number
from rropt.exact.infinity import is_infinite
from rropt.privacy.bounds import PairBounds
from rropt.problem.problem import Problem

__all__ = ["bends_of"]

MOST_INPUTS = 4  # of which trees are listed
NEAR = 1e-9  # of 1, within which floats do not tell on which side a ratio is
Monomial = tuple[Fraction, int]
"""c and n of c·t^n."""
Row = dict[int, Monomial]
Firm = tuple[float, float, list[tuple[int, int, Fraction, int]]]


def bends_of(problem: Problem, function: Function) -> list[fmpz_poly]:
    """The polynomials at whose roots a row by trees is at a bend; none of many inputs, or of an f that is enclosed anyway."""
    bounds, sides = problem.bounds, list(_sides(function, problem.k))
    if problem.k > MOST_INPUTS or not function.is_exact or not sides:
        return []
    firm = _firm(problem)
    found: dict[tuple[int, ...], fmpz_poly] = {}
    for row in _rows(bounds):
        if _is_outside(row, firm):
            continue
        for side in sides:
            polynomial = _at(side, row)
            if polynomial.degree() > 0:
                found[tuple(int(c) for c in polynomial.coeffs())] = polynomial
    return list(found.values())


def _sides(function: Function, k: int) -> Iterator[list[Fraction]]:
    """p − x·q for each pair of distributions that f compares and each bend x."""
    for part in function.parts:
        yield from _sides(part, k)
    if function.phi is None:
        return
    units = [[Fraction(int(i == j)) for i in range(k)] for j in range(k)]
    pairs = [function.vectors] if function.vectors else [(p, q) for p in units for q in units if p is not q]
    for p, q in pairs:
        for x in function.phi.bends:
            yield [Fraction(a) - x * Fraction(b) for a, b in zip(p, q, strict=True)]  # type: ignore[arg-type]


def _rows(bounds: PairBounds) -> Iterator[Row]:
    """The rows by trees, on every set of inputs."""
    steps = _steps(bounds)
    for size in range(1, bounds.k + 1):
        for inside in combinations(range(bounds.k), size):
            yield from _grown({inside[0]: (Fraction(1), 0)}, set(inside[1:]), steps)


def _grown(row: Row, left: set[int], steps: dict[tuple[int, int], list[Monomial]]) -> Iterator[Row]:
    """The rows on all inputs that are left, the least of which is joined to any of the others."""
    if not left:
        yield row
        return
    for j, (i, (c, n)) in product(left, row.items()):
        for d, m in steps.get((j, i), ()):
            yield from _grown({**row, j: (c * d, n + m)}, left - {j}, steps)


def _steps(bounds: PairBounds) -> dict[tuple[int, int], list[Monomial]]:
    """For each ordered pair (j, i) the ratios s_j/s_i at which something that is asked is an equality."""
    found: dict[tuple[int, int], dict[Monomial, None]] = {}
    for (j, i, *_), (ratio, _) in bounds.places():
        c, n = _monomial(ratio)
        found.setdefault((j, i), {})[c, n] = None
        found.setdefault((i, j), {})[1 / c, -n] = None
    for average in bounds.averages().values():
        for (a, g), (b, h) in combinations(enumerate(average.planes), 2):
            if average.is_one_guess() and g[a] and h[b]:
                weight = Fraction(h[b]) / Fraction(g[a])  # type: ignore[arg-type]
                found.setdefault((a, b), {})[weight, 0] = None
                found.setdefault((b, a), {})[1 / weight, 0] = None
    return {pair: list(some) for pair, some in found.items()}


def _monomial(ratio: Number) -> Monomial:
    if isinstance(ratio, Fraction):
        return ratio, 0
    assert isinstance(ratio, Element)
    n = ratio.num.degree()
    return Fraction(int(ratio.num[n]), int(ratio.den[0])), n


def _firm(problem: Problem) -> Firm:
    """The interval's ends in floats, and what is asked without slack: two inputs and the ratio."""
    interval = problem.interval
    assert interval is not None and not is_infinite(interval.upper)
    asked = [(j, i, *_monomial(ratio)) for (j, i, *_), (ratio, slack) in problem.bounds.places() if slack == 0]
    return float(interval.lower), float(interval.upper), asked


def _is_outside(row: Row, firm: Firm) -> bool:
    """Whether an entry is too large for another one at both ends, and so, being c·t^n times it, at all t."""
    low, high, asked = firm
    zero = (Fraction(0), 0)
    for j, i, c, n in asked:
        (d, m), (e, k) = row.get(j, zero), row.get(i, zero)
        if d and (not e or min(float(d / (e * c)) * t ** (m - k - n) for t in (low, high)) > 1 + NEAR):
            return True
    return False


def _at(side: Sequence[Fraction], row: Row) -> fmpz_poly:
    """Σ side_j s_j, times a power of t and a number."""
    low = min(n for _, n in row.values())
    terms = [Fraction(0)] * (1 + max(n for _, n in row.values()) - low)
    for j, (c, n) in row.items():
        terms[n - low] += side[j] * c
    under = math.lcm(*(x.denominator for x in terms))
    return fmpz_poly([int(x * under) for x in terms])
