"""Proves that no real number satisfies given conditions on one variable, by distinguishing cases and by sums.

The real line is cut into pieces at rational points: first at rational roots of the conditions' polynomials, then between them. Let
a piece have the ends a and b; one or both may be missing. A condition p > 0, p ≥ 0 or p = 0 on a polynomial p is false on the piece
if −p is a sum of positive multiples of the products (x − a)^i (b − x)^j. If the condition is an equation, it is also false if p
itself is such a sum.

A piece may contain an irrational root. Let f be the irreducible polynomial of this root. Then there are three cases: f is positive,
zero or negative. In each case a condition's polynomial is written as a power of f times a polynomial h, and it is enough to show
the sign of h on the piece.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from flint import fmpq, fmpq_poly

from rropt.claims.normal import Condition
from rropt.claims.replay.poly import Polynomial
from rropt.claims.replay.proof import Cases, Contradiction, Proof, Summand
from rropt.exact.errors import InputError

__all__ = ["as_sums"]

MOST_DEPTH = 40
End = tuple[Fraction, int]  # a point, and the number of the condition that says on which side x is


def as_sums(conditions: list[Condition], variable: int, cited: tuple[int, ...]) -> Proof:
    """Prove that the conditions with the indices `cited` have no common solution, without using a theorem about real roots."""
    size = next(len(e) for i in cited for e in conditions[i].poly.terms)
    line = _Line(variable, size, tuple((i, _read(conditions[i].poly, variable), conditions[i].relation) for i in cited))
    return line.piece(None, None, len(conditions), MOST_DEPTH)


def _read(p: Polynomial, variable: int) -> fmpq_poly:
    return fmpq_poly([fmpq(c.numerator, c.denominator) for c in p.coefficients(variable)])


def _fraction(x: fmpq) -> Fraction:
    return Fraction(int(x.p), int(x.q))


def _factors(p: fmpq_poly) -> list[fmpq_poly]:
    return [fmpq_poly(f) for f, _ in (p * p.denom()).numer().factor()[1]] if p.degree() > 0 else []


@dataclass(frozen=True, slots=True)
class _Line:
    variable: int
    size: int
    conditions: tuple[tuple[int, fmpq_poly, str], ...]

    def piece(self, low: End | None, high: End | None, count: int, depth: int) -> Proof:
        """Prove that no x between low and high satisfies all conditions.

        The piece between low and high may be cut in two, and its parts again, up to `depth` cuts deep. Raise `InputError` if that
        is not enough. Each case adds one condition, and `count` is the index of the next one.
        """
        found = self.false_condition(low, high) or self.by_sign_of_factor(low, high, count)
        if found is not None:
            return found
        if depth == 0:
            raise InputError(
                "rropt cannot export the proof to Coq, because an argument about real roots needs too many pieces"
            )
        cut = self.cut(low, high)
        at = self.polynomial(fmpq_poly([fmpq(-cut.numerator, cut.denominator), 1]))
        above = self.piece((cut, count), high, count + 1, depth - 1)
        below = self.piece(low, (cut, count), count + 1, depth - 1)
        return Cases(at, ((">", above), ("=", self.at_point(cut, count)), ("<", below)))

    def cut(self, low: End | None, high: End | None) -> Fraction:
        inside = sorted(
            {
                root
                for _, p, _ in self.conditions
                for f in _factors(p)
                if f.degree() == 1
                for root in [_fraction(-f[0] / f[1])]
                if (low is None or root > low[0]) and (high is None or root < high[0])
            }
        )
        if inside:
            return inside[len(inside) // 2]
        if low is None:
            return Fraction(0) if high is None else min(2 * high[0], high[0] - 1, Fraction(-1))
        return max(2 * low[0], low[0] + 1, Fraction(1)) if high is None else (low[0] + high[0]) / 2

    def polynomial(self, p: fmpq_poly) -> Polynomial:
        places = ((0,) * self.variable + (k,) + (0,) * (self.size - self.variable - 1) for k in range(p.degree() + 1))
        return Polynomial({e: _fraction(p[k]) for k, e in enumerate(places)})

    def at_point(self, x: Fraction, count: int) -> Proof:
        """Refute the case that the variable equals x, by a condition that is false at x.

        The case adds a condition, that the variable equals x, and `count` is the index of this condition.
        """
        point = fmpq(x.numerator, x.denominator)
        for i, p, relation in self.conditions:
            value = _fraction(p(point))
            if {">": value > 0, ">=": value >= 0, "=": value == 0, "!=": value != 0}[relation]:
                continue
            quotient = (p - fmpq_poly([p(point)])) // fmpq_poly([-point, 1])
            if relation == "!=":  # p² = (x − cut) · (q · p)
                return Contradiction((Summand(Fraction(1), (i, i)),), ((count, self.polynomial(-quotient * p)),))
            sign = -1 if relation == "=" and value > 0 else 1
            multiple = (count, self.polynomial(-quotient * sign))
            own, rest = ((), ((i, self.polynomial(fmpq_poly([sign]))),)) if relation == "=" else ((_one(i),), ())
            parts = (*own, *([Summand(-sign * value, ())] if value else []))
            return Contradiction(parts, (*rest, multiple))
        raise InputError("at one point all conditions of a case hold, so the case cannot be refuted there")

    def false_condition(self, low: End | None, high: End | None) -> Proof | None:
        for i, p, relation in self.conditions:
            for sign in (1, -1) if relation == "=" else (1,):
                found = self.combination(-p * sign, low, high)
                if relation == "!=" or found is None or (relation != ">" and not found):
                    continue
                if relation == "=":
                    return Contradiction(found, ((i, self.polynomial(fmpq_poly([sign]))),))
                return Contradiction((_one(i), *found))
        return None

    def combination(self, p: fmpq_poly, low: End | None, high: End | None) -> tuple[Summand, ...] | None:
        """Write p as a sum of nonnegative multiples of products (x − low)^i (high − x)^j; return None if this fails.

        If both ends are given, i + j is the degree of p. If one end is missing, its factor is left out. If both are missing, p must
        be a constant of at least 0.
        """
        n = p.degree()
        if n < 0:
            return ()
        if low is None and high is None:
            return (Summand(_fraction(p[0]), ()),) if n == 0 and p[0] > 0 else None
        if low is None or high is None:
            end, sign = (low, 1) if low is not None else (high, -1)
            assert end is not None
            shifted = p(fmpq_poly([fmpq(end[0].numerator, end[0].denominator), sign]))
            terms = [(_fraction(shifted[k]), (end[1],) * k) for k in range(n + 1)]
        else:  # x = a + (b − a) u, and u^k in Bernstein's basis
            a, width = low[0], high[0] - low[0]
            moved = p(fmpq_poly([fmpq(a.numerator, a.denominator), fmpq(width.numerator, width.denominator)]))
            c = [_fraction(moved[k]) / comb(n, k) for k in range(n + 1)]
            b = [
                sum((comb(i, k) * c[k] for k in range(i + 1)), Fraction(0)) * comb(n, i) / width**n
                for i in range(n + 1)
            ]
            terms = [(x, (low[1],) * i + (high[1],) * (n - i)) for i, x in enumerate(b)]
        if any(x < 0 for x, _ in terms):
            return None
        return tuple(Summand(x, cited) for x, cited in terms if x)

    def by_sign_of_factor(self, low: End | None, high: End | None, count: int) -> Proof | None:
        """Prove that no x between low and high satisfies all conditions, by the sign of a factor f of a condition's polynomial.

        The factor f is irreducible and has a degree above 1. The three cases are f > 0, f = 0 and f < 0, and each adds a condition
        with the index `count`. Return None if there is no factor for which all three cases are refuted.
        """
        factors = {str(f): f for _, p, _ in self.conditions for f in _factors(p) if f.degree() > 1}
        for f in factors.values():
            branches = [(r, self.under(f, r, low, high, count)) for r in (">", "=", "<")]
            if all(p is not None for _, p in branches):
                return Cases(self.polynomial(f), tuple((r, p) for r, p in branches if p is not None))
        return None

    def under(self, f: fmpq_poly, sign: str, low: End | None, high: End | None, count: int) -> Proof | None:
        """Refute the case that f has the given sign between low and high, by one of the conditions.

        The case adds a condition with the index `count`. Let f^e · h be the polynomial of a condition, where f does not divide h.
        If the case is f = 0 and e > 0, the polynomial is 0; so the condition is false if it says > 0 or ≠ 0. In all other cases the
        condition is false if h is shown to have a suitable sign on the piece. Return None if no condition is shown to be false.
        """
        for i, p, relation in self.conditions:
            e, h = 0, p
            while h.degree() >= f.degree() and (h % f).degree() < 0:
                e, h = e + 1, h // f
            if sign == "=" and e:
                if relation == ">":
                    return Contradiction((_one(i),), ((count, self.polynomial(-(p // f))),))
                if relation == "!=":
                    return Contradiction((Summand(Fraction(1), (i, i)),), ((count, self.polynomial(-(p // f) * p)),))
                continue
            turned = h if sign != "<" or e % 2 == 0 else -h  # p = (|f|)^e · turned
            for way in (1, -1) if relation == "=" else (1,):
                found = self.combination(-turned * way, low, high)
                if relation == "!=" or not found:
                    continue
                parts = tuple(Summand(s.coefficient, (*s.cited, *(count,) * e)) for s in found)
                if relation == "=":
                    return Contradiction(parts, ((i, self.polynomial(fmpq_poly([way]))),))
                return Contradiction((_one(i), *parts))
        return None


def _one(i: int) -> Summand:
    return Summand(Fraction(1), (i,))
