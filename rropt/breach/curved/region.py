"""Where the one boundary that says as much as a pair with a curved side forbids more than the pair itself.

It is min{h_u, h̃} with h̃(p) = 1 − h_l(1 − p): above it forbids more where h̃ < h_u, below at the mirror images of where
h_u < h̃ (Chai & Nayak 2018, Lemma 3.1). Both sides are algebraic on each part, so the crossings are roots of polynomials.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

import flint
import sympy
from flint import arb, fmpz_poly

from rropt.breach.curved.balls import compiled
from rropt.breach.curved.pairs import CurvedPair, P
from rropt.breach.curved.reading import Part, parts_of, read_parts, root_order
from rropt.breach.result import Canonical
from rropt.exact.decimal import around
from rropt.exact.element import Number
from rropt.exact.enclosure import ball
from rropt.exact.errors import InputError, Undecided
from rropt.exact.fields import Free
from rropt.exact.isolate import Root, isolate, narrowed
from rropt.exact.quadratic import between, compare, quadratic_roots
from rropt.privacy.boundary.function import BreachFunction

__all__ = ["canonical_of"]

WIDTH = Fraction(1, 10**15)
Place = tuple[Number, Number]
"""A point, or rationals just below and above it."""


def canonical_of(pair: CurvedPair) -> Canonical:
    """The boundary, and the intervals where it forbids more; without intervals where a side is not algebraic."""
    text = f"min({pair.upper}, {pair.mirrored})"
    try:
        signs = list(_signs(_parts(pair.upper), _parts(pair.mirrored)))
    except (InputError, Undecided):
        return Canonical(text, (), (), unknown=True)
    above = _joined([(u[1], v[0]) for u, v, sign in signs if sign > 0])
    below = _joined([(1 - v[0], 1 - u[1]) for u, v, sign in reversed(signs) if sign < 0])
    rounded = any(x[0] != x[1] for u, v, _ in signs for x in (u, v))
    return Canonical(text, above, below, rounded=rounded)


def _joined(intervals: list[tuple[Number, Number]]) -> tuple[tuple[Number, Number], ...]:
    """Intervals with a common end as one, as where only the formulas change; points in between are not told apart."""
    found: list[tuple[Number, Number]] = []
    for u, v in intervals:
        found = [*found[:-1], (found[-1][0], v)] if found and compare(found[-1][1], u) == 0 else [*found, (u, v)]
    return tuple(found)


def _parts(side: BreachFunction | Any) -> list[Part]:
    if isinstance(side, BreachFunction):
        return parts_of(side, P)
    read = read_parts(side)
    return [Part(x.start, x.end, x.formula.subs(read.p, P)) for x in read.parts]


def _signs(first: list[Part], second: list[Part]) -> Iterator[tuple[Place, Place, int]]:
    """Intervals on which first − second has one sign, with that sign."""
    i = j = 0
    start: Number = Fraction(0)
    while i < len(first) and j < len(second):
        order = compare(first[i].end, second[j].end)
        end = first[i].end if order <= 0 else second[j].end
        difference = Part(start, end, first[i].formula - second[j].formula)
        for u, v in pairwise([(start, start), *_crossings(difference), (end, end)]):
            yield u, v, _sign_at(difference.formula, between(u[1], v[0]))
        start = end
        i, j = i + (order <= 0), j + (order >= 0)


def _sign_at(formula: Any, p: Number) -> int:
    """The sign at a rational p where the formula is not 0, or 0 where it is 0 everywhere."""
    assert isinstance(p, Fraction)
    if sympy.simplify(formula) == 0:
        return 0
    with flint.ctx.workprec(512):
        value = compiled(formula, P)(ball(p))
        if value > 0 or value < 0:
            return 1 if value > arb(0) else -1
    raise Undecided(f"the sign of {formula} at p = {p} is not decided")


def _crossings(difference: Part) -> list[Place]:
    """The zeros of an algebraic formula strictly inside its part, in order."""
    n, q = root_order(difference, P), sympy.Symbol("q", positive=True)
    top, _ = sympy.fraction(sympy.together(sympy.powsimp(difference.formula.subs(P, q**n))))
    top = sympy.expand(top)
    if top == 0:
        return []
    if not top.is_polynomial(q):
        raise InputError(f"{top} is no polynomial")
    coefficients = sympy.Poly(top, q).all_coeffs()
    if not all(c.is_Rational for c in coefficients):
        raise InputError(f"{top} has irrational coefficients")
    scale = sympy.ilcm(*(c.q for c in coefficients))
    roots = isolate([fmpz_poly([int(c * scale) for c in reversed(coefficients)])], Free(Fraction(0), Fraction(1)))
    places = [_place(root, n) for root in roots]
    return [x for x in places if compare(difference.start, x[0]) < 0 and compare(x[1], difference.end) < 0]


def _place(root: Root, n: int) -> Place:
    """p = qⁿ at the root, exactly where q is rational or quadratic."""
    if len(root.polynomial) <= 3:
        a, b, c = (*root.polynomial, 0)[:3]
        for x in quadratic_roots(Fraction(a), Fraction(b), Fraction(c)) or ():
            if compare(root.lower, x) < 0 < compare(root.upper, x):
                return x**n, x**n
    near = narrowed(root, WIDTH)
    low, high = near.lower**n, near.upper**n
    return around(low, high, digits=12)
