"""Finds B(h) exactly for a boundary h whose parts are all algebraic functions of the prior p.

B(h) is the infimum over p of the odds ratio R = ((1 − p)/p)·h/(1 − h). It is the least of finitely many algebraic numbers.

On each part of h, a whole number n is chosen so that h is a formula in q, where p = qⁿ. The odds ratio on the part is then
R = N/D, where N and D are polynomials in q with algebraic coefficients. The infimum of R over the part is a limit at an end of the
part, or the value of R at a root of N'D − ND'.

If N'D − ND' has irrational coefficients, it is replaced by its norm over Q. The norm is a polynomial with rational coefficients
that has the same roots and perhaps others. The other roots do no harm, because R is nowhere below its infimum.

The value y of R at a root is an algebraic number too. It is found as a root of a resultant: q is eliminated from the root's
polynomial and the norm of N − yD. That resultant has several roots, and rigorous bounds of R show which of them is y.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from typing import Any

import flint
import sympy
from flint import fmpz_poly

from rropt.breach.curved.balls import OnBalls, on_balls
from rropt.breach.curved.reading import Curved, CurvedPart, Q, read_sympy_number, sympy_of_number
from rropt.exact.element import Number, generator
from rropt.exact.enclosure import ball, enclose_ball, nth_root_bounds
from rropt.exact.errors import InputError, Undecided
from rropt.exact.fields import Algebraic, Free, Radical
from rropt.exact.isolate import Root, compare_roots, factors, is_zero_at, isolate, narrow
from rropt.exact.ordering import order_of
from rropt.exact.quadratic import quadratic_roots
from rropt.exact.sign import count_roots, enclose

__all__ = ["AlgebraicCandidate", "Exact", "end_in_q", "least"]

BITS = (64, 128, 256, 512)
WIDTH = Fraction(1, 10**18)
Y = sympy.Symbol("y")


@dataclass(frozen=True, slots=True)
class AlgebraicCandidate:
    """A candidate for B(h): a value or one-sided limit of R, the factor by which the odds grow from a prior p to h(p).

    `part` has the formula of h from which the candidate comes, and a whole number n. `at` is the number q at which the candidate
    lies; its prior is p = qⁿ. If R attains the value inside the part, `inside` is True. If the candidate is a limit at an end of
    the part, `inside` is False.

    A candidate may instead come from a single prior p at which h has a value of its own. Then `part` is None, `at` is p, and
    `point` is (p, h(p)).
    """

    value: Root
    at: Root
    part: CurvedPart | None = None
    inside: bool = True
    point: tuple[Number, Number] = (Fraction(0), Fraction(0))


@dataclass(frozen=True, slots=True)
class Exact:
    """The exact B(h), the infimum over priors p of the odds of the boundary h(p) divided by the odds of p.

    `least` is the least of all `candidates`, and `value` is its value, which is a number or a root of a polynomial.
    """

    value: Number | Root
    least: AlgebraicCandidate
    candidates: tuple[AlgebraicCandidate, ...]


def least(curved: Curved) -> Exact | None:
    """Find B(h) exactly: the infimum over priors p of the odds of the boundary h(p) divided by the odds of p.

    B(h) is the least of finitely many values, the candidates. Return None if a formula or a number of h is not algebraic, if rropt
    cannot compute or compare the candidates, or if there are no candidates.
    """
    try:
        found = [x for part in curved.parts for x in _candidates(part)]
        found += [_isolate(p, h) for p, h in curved.isolated if h != 1]
        if not found:
            return None
        best = min(found, key=cmp_to_key(_order))
        return Exact(_at_hand(best), best, tuple(found))
    except (InputError, Undecided):
        return None


def _order(a: AlgebraicCandidate, b: AlgebraicCandidate) -> int:
    """Compare two candidates by value (negative if `a` comes first); of equal values, one that is attained comes first."""
    return compare_roots(a.value, b.value) or int(b.inside) - int(a.inside)


def _root_of(x: Number) -> Root:
    """An algebraic number as a root of its minimal polynomial."""
    if isinstance(x, Fraction):
        return Root((-x.numerator, x.denominator), x - 1, x + 1)
    if not isinstance(x.field, Radical | Algebraic):
        raise InputError(f"{x} is not algebraic")
    t = x.field
    if isinstance(t, Algebraic):
        at = Root(t.polynomial, t.lower, t.upper)
    else:
        ends = enclose(generator(t))
        at = Root(
            (-t.radicand.numerator, *[0] * (t.degree - 1), t.radicand.denominator), ends[0] - WIDTH, ends[1] + WIDTH
        )
    top, below = (sympy.Poly([int(c) for c in reversed(f.coeffs())], Q).as_expr() for f in (x.num, x.den))
    return _Ratio(top, below).at(at)


class _Ratio:
    """A quotient of two polynomials in q with algebraic coefficients, which can be evaluated at roots of polynomials."""

    def __init__(self, top: Any, below: Any) -> None:
        self.top, self.below = top, below
        self.on_balls: OnBalls = on_balls(top / below, Q)
        self.graph = _over_rationals(top - Y * below, Q, Y)
        self.poles = _integers(_over_rationals(below, Q))
        self.rational = not sympy.Poly(below, Q, extension=True).domain.is_Algebraic

    def stationary(self) -> fmpz_poly:
        """An integer polynomial that is zero wherever the quotient has derivative 0; it may have other roots."""
        return _integers(_over_rationals(self.top.diff(Q) * self.below - self.top * self.below.diff(Q), Q))

    def is_infinite(self, at: Root) -> bool:
        """Whether the denominator is zero at the root."""
        if not is_zero_at(self.poles, at):
            return False
        # with irrational coefficients `poles` is a norm, which is also zero if a conjugate of the denominator is
        return self.rational or _Ratio(self.below, sympy.Integer(1)).at(at).polynomial == (0, 1)

    def at(self, at: Root) -> Root:
        """Return the value that the quotient takes at the root `at`.

        The value is an algebraic number, and is returned as a root of an irreducible polynomial. Rigorous bounds show which root
        of which polynomial is the value. Raise `Undecided` if they cannot.
        """
        f = sympy.Poly(list(reversed(at.polynomial)), Q)
        resultant = _integers(sympy.Poly(sympy.resultant(f.as_expr(), self.graph.as_expr(), Q), Y))
        irreducible = [fmpz_poly(list(c)) for c in factors([resultant]) if len(c) > 1]
        for bits in BITS:
            bounds = self._bounds(narrow(at, Fraction(1, 2**bits)), bits)
            if bounds is None:
                continue
            low, high = bounds
            hits = [c for c in irreducible if count_roots(c, low, high)]
            if len(hits) == 1 and count_roots(hits[0], low, high) == 1:
                return Root(tuple(int(c) for c in hits[0].coeffs()), low, high)
        raise Undecided(
            "rropt cannot compute a value exactly for this h, because it cannot tell which of a polynomial's roots is the value; "
            "give h with fewer digits"
        )

    def _bounds(self, at: Root, bits: int) -> tuple[Fraction, Fraction] | None:
        """Return rationals strictly below and strictly above the quotient's value at a root, computed in ball arithmetic.

        The precision grows with `bits`. If ball arithmetic gives no finite bounds, return None.
        """
        with flint.ctx.workprec(2 * bits + 64):
            found = self.on_balls(ball(at.lower).union(ball(at.upper)))
            if not found.is_finite():
                return None
            low, high = enclose_ball(found)
        return low - Fraction(1, 2**bits), high + Fraction(1, 2**bits)


def _over_rationals(expression: Any, *symbols: Any) -> Any:
    """Return the expression as a sympy polynomial with rational coefficients.

    If its coefficients are irrational algebraic numbers, return its norm over the rationals instead. If they are not algebraic,
    raise `InputError`.
    """
    polynomial = sympy.Poly(expression, *symbols, extension=True)
    if polynomial.domain.is_Algebraic:
        return polynomial.norm()
    if polynomial.domain.is_QQ or polynomial.domain.is_ZZ:
        return polynomial
    raise InputError(f"{expression} has coefficients that are not algebraic")


def _integers(polynomial: Any) -> fmpz_poly:
    """Multiply a rational polynomial by a positive number so that its coefficients become integers, and hand it to python-flint."""
    return fmpz_poly([int(c) for c in reversed(polynomial.clear_denoms(convert=True)[1].all_coeffs())])


def _candidates(part: CurvedPart) -> Iterator[AlgebraicCandidate]:
    """List the candidates for the least odds ratio on a part of the boundary.

    They are the values of the odds ratio at its stationary points inside the part, and its finite limits at the ends of the part.
    """
    if not part.formula.is_rational_function(Q):
        raise InputError(f"{part.formula} is not algebraic")
    if sympy.cancel(1 - part.formula) == 0:
        return
    ratio = _Ratio(*sympy.fraction(sympy.cancel(part.ratio, extension=True)))
    ends = [end_in_q(x, part.n) for x in (part.start, part.end)]
    start, end = ends
    stationary = isolate([ratio.stationary()], Free(Fraction(0), Fraction(1)))
    inside = [x for x in stationary if compare_roots(start, x) < 0 < compare_roots(end, x)]
    for n, at in enumerate([*ends, *inside]):
        if not ratio.is_infinite(at):
            yield AlgebraicCandidate(ratio.at(at), at, part, n > 1)


def end_in_q(x: Number, n: int) -> Root:
    """The n-th root of x, where 0 ≤ x ≤ 1 is an end of the interval of priors on which one formula of the boundary holds."""
    found = _root_of(x)
    if n == 1 or x == 0:
        return found
    low, high = enclose(x)
    bounds = nth_root_bounds(low, n)[0] - WIDTH, nth_root_bounds(high, n)[1] + WIDTH
    inflated = [0] * (n * (len(found.polynomial) - 1) + 1)
    inflated[::n] = found.polynomial
    roots = isolate([fmpz_poly(inflated)], Free(*bounds))
    if len(roots) != 1:
        raise Undecided(
            f"rropt cannot compute the root of order {n} of an end point of a piece of h exactly; give h with fewer digits"
        )
    return roots[0]


def _isolate(p: Any, h: Any) -> AlgebraicCandidate:
    """Make a candidate for the least odds ratio from a single prior `p`, at which the boundary has the value `h`.

    The value of the candidate is the odds ratio ((1 − p)/p)·h/(1 − h).
    """
    x, y = read_sympy_number(p), read_sympy_number(h)
    return AlgebraicCandidate(_root_of((1 - x) * y / (x * (1 - y))), _root_of(x), point=(x, y))


def _at_hand(best: AlgebraicCandidate) -> Number | Root:
    """Return the value of the candidate: as a number if it is rational or quadratic, otherwise mostly as a root of a polynomial.

    A limit at an end of a part may be returned as a number even if it is neither rational nor quadratic.
    """
    root = narrow(best.value, WIDTH)
    if len(root.polynomial) <= 3:
        coefficients: Sequence[Fraction] = [Fraction(c) for c in (*root.polynomial, 0)[:3]]
        roots = quadratic_roots(*coefficients) or ()
        return next(x for x in roots if order_of(root.lower, x) < 0 < order_of(root.upper, x))
    if best.part is None or best.inside:
        return root
    end = best.part.start if compare_roots(best.at, end_in_q(best.part.start, best.part.n)) == 0 else best.part.end
    try:
        return read_sympy_number(
            sympy.radsimp(sympy.cancel(best.part.ratio).subs(Q, sympy.root(sympy_of_number(end), best.part.n)))
        )
    except InputError:
        return root
