"""Real roots of integer polynomials inside an interval of t, each isolated between two rationals."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import flint
from flint import fmpz_poly

from rropt.exact.element import Bound, Number
from rropt.exact.enclosure import enclose_ball, precision
from rropt.exact.fields import Free
from rropt.exact.infinity import is_infinite
from rropt.exact.patience import require_time
from rropt.exact.sign import bounds_inside, count_roots, sign

__all__ = [
    "Root",
    "factors",
    "is_zero_at",
    "isolate",
    "narrow",
    "rationals_between",
]


@dataclass(frozen=True, slots=True)
class Root:
    """The only root of the squarefree `polynomial` (integer coefficients, constant first) with lower < root < upper."""

    polynomial: tuple[int, ...]
    lower: Fraction
    upper: Fraction

    @property
    def as_poly(self) -> fmpz_poly:
        """The polynomial as python-flint represents it."""
        return fmpz_poly(list(self.polynomial))


def isolate(polynomials: Iterable[fmpz_poly], interval: Free) -> list[Root]:
    """List in increasing order the distinct roots that the nonzero polynomials have strictly inside the interval.

    The polynomial of each root is irreducible over Q, and its rational bounds do not overlap those of another root.
    """
    found = (_place_inside(root, interval) for root in _separate(factors(polynomials)))
    return [root for root in found if root is not None]


def factors(polynomials: Iterable[fmpz_poly]) -> set[tuple[int, ...]]:
    """The irreducible factors over Q of all nonzero polynomials, each as its coefficients, the constant one first."""
    return {tuple(int(c) for c in f.coeffs()) for p in polynomials if p for f, _ in p.factor()[1]}


def _separate(irreducible: set[tuple[int, ...]]) -> list[Root]:
    """List all real roots of the irreducible polynomials in increasing order, each between two rationals; the intervals are
    disjoint.

    Arb's root finder encloses every root of a squarefree polynomial in a ball of its own and leaves the imaginary part of a real
    root exactly zero. Precision is raised until the balls of all the polynomials, widened by a margin, are disjoint.
    """
    bits = 64
    while True:
        require_time()
        margin = Fraction(1, 2 ** (bits // 2))
        with precision(bits):
            balls = [(enclose_ball(r.real), c) for c in irreducible for r in _real_roots(c)]
        wide = sorted((a - margin, b + margin, c) for (a, b), c in balls)
        if all(p[1] < q[0] for p, q in pairwise(wide)):
            return [Root(c, a, b) for a, b, c in wide]
        bits *= 2


def _real_roots(coefficients: tuple[int, ...]) -> list[flint.acb]:
    polynomial: Any = fmpz_poly(list(coefficients))
    return [r for r, _ in polynomial.complex_roots() if r.imag == 0] if len(coefficients) > 1 else []


def _place_inside(root: Root, interval: Free) -> Root | None:
    """Narrow the bounds of a root until they lie strictly inside the interval; None if the root does not lie there."""
    while True:
        if _is_surely_below(root.upper, interval.lower) or _is_surely_above(root.lower, interval.upper):
            return None
        inside = _compare(root.lower, interval.lower) > 0 and _compare(root.upper, interval.upper) < 0
        if inside:
            return root
        if _is_end(root, interval.lower) or _is_end(root, interval.upper):
            return None
        root = _halve(root)


def _compare(x: Fraction, end: Bound) -> int:
    return -1 if is_infinite(end) else sign(x - end)


def _is_surely_below(x: Fraction, end: Bound) -> bool:
    return _compare(x, end) <= 0


def _is_surely_above(x: Fraction, end: Bound) -> bool:
    return not is_infinite(end) and _compare(x, end) >= 0


def _is_end(root: Root, end: Bound) -> bool:
    """Whether the root equals this end of the interval."""
    if is_infinite(end):
        return False
    value: Number = Fraction(0)
    for c in reversed(root.polynomial):
        value = value * end + c
    return value == 0 and _compare(root.lower, end) < 0 < _compare(root.upper, end)


def _halve(root: Root) -> Root:
    middle = (root.lower + root.upper) / 2
    p = root.as_poly
    if p(flint.fmpq(middle.numerator, middle.denominator)) == 0:
        quarter = (root.upper - root.lower) / 4
        return Root(root.polynomial, middle - quarter, middle + quarter)
    left = count_roots(p, root.lower, middle) == 1
    return Root(root.polynomial, root.lower if left else middle, middle if left else root.upper)


def narrow(root: Root, width: Fraction) -> Root:
    """Narrow the bounds of a root until they are at most `width` apart."""
    while root.upper - root.lower > width:
        root = _halve(root)
    return root


def is_zero_at(p: fmpz_poly, root: Root) -> bool:
    """Whether p is zero at the root; exact, because the root's polynomial is irreducible."""
    return bool(p.gcd(root.as_poly).degree() > 0)


def rationals_between(roots: list[Root], interval: Free) -> list[Fraction]:
    """List rationals that separate the roots: one below the first root, one between any two neighbours, and one above the last.

    `roots` must be in increasing order and lie inside the interval. The rationals are in increasing order and lie inside it too. If
    there are no roots, there is one rational.
    """
    if not roots:
        return [_round(*bounds_inside(interval))]
    first = bounds_inside(Free(interval.lower, roots[0].lower))
    last = bounds_inside(Free(roots[-1].upper, interval.upper))
    return [_round(*first), *(_round(a.upper, b.lower) for a, b in pairwise(roots)), _round(*last)]


def _round(lower: Fraction, upper: Fraction) -> Fraction:
    """A rational with a small denominator strictly between the two."""
    scale = 1
    while True:
        found = Fraction(math.floor(lower * scale) + 1, scale)
        if found < upper:
            return found
        scale *= 2
