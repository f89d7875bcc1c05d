"""Decides a rational statement about one variable, by testing it at every point where it can change.

The statement can change only at the roots of certain polynomials. These come from three places: the difference of the two sides of
each comparison, each divisor, and the arguments of abs, min and max. Between two neighbouring roots no comparison changes. So a
statement is false somewhere if and only if it is false at one of these roots, at one point between two of them, or at one point
below or above them all. An irrational root is stored as its irreducible polynomial and an interval. At such a root, too, the
statement is evaluated exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from math import ceil, floor
from typing import NamedTuple, TypeAlias

from flint import fmpq, fmpq_poly

from rropt.claims.evaluate import holds, truth
from rropt.claims.language.show import decimal_text
from rropt.claims.language.syntax import (
    Add,
    Call,
    Compare,
    Div,
    Formula,
    Mul,
    Num,
    Pow,
    Rounds,
    Term,
    Var,
    subtract,
    variables_of,
    walk,
)
from rropt.claims.provers.task import as_fraction
from rropt.claims.replay.line import isolate

__all__ = ["Root", "find_failure", "is_rational"]

MOST_DEGREE = 60
MOST_FORMS = 24
MOST_REFINEMENTS = 4000
RATIONAL = ("abs", "min", "max")


class _TooLarge(Exception):
    """Raised if there are too many polynomials, if their degree is too high or their roots are too close, or if a term is not
    rational.
    """


class Quotient(NamedTuple):
    """A rational function: the polynomial `top` divided by `below`, which is not the zero polynomial."""

    top: fmpq_poly
    below: fmpq_poly


@dataclass(slots=True)
class Root:
    """The one real root x of an irreducible polynomial (coefficients lowest first) with `low` < x <= `high`.

    If x is rational, `low` and `high` may both be x.
    """

    poly: fmpq_poly
    low: Fraction
    high: Fraction

    @property
    def value(self) -> Fraction | None:
        """Return the root if it is rational, else None."""
        return None if self.poly.degree() > 1 else -as_fraction(self.poly[0]) / as_fraction(self.poly[1])

    def refine(self) -> None:
        """Halve the interval that holds the root."""
        middle = (self.low + self.high) / 2
        if (_value(self.poly, middle) > 0) == (_value(self.poly, self.high) > 0):
            self.high = middle
        else:
            self.low = middle

    def sign(self, poly: fmpq_poly) -> int:
        """Return the sign (-1, 0 or 1) of another polynomial at the root."""
        rest = poly % self.poly
        if rest.degree() < 0:
            return 0
        for _ in range(MOST_REFINEMENTS):
            low, high = _range(rest, self.low, self.high)
            if low > 0 or high < 0:
                return 1 if low > 0 else -1
            self.refine()
        raise _TooLarge

    def text(self, name: str) -> str:
        """Say the root in words: its polynomial in a variable of this name, and two decimals between which no other root lies."""
        coefficients = [as_fraction(self.poly[i]) for i in range(self.poly.degree() + 1)]
        digits = 3
        while True:
            while self.high - self.low > Fraction(1, 10 ** (digits + 1)):
                self.refine()
            size = 10**digits
            low, high = Fraction(floor(self.low * size), size), Fraction(ceil(self.high * size), size)
            if len([r for r in isolate(list(coefficients)) if r[1] >= low and r[0] <= high]) == 1 or digits > 60:
                ends = f"{decimal_text(low, digits)} and {decimal_text(high, digits)}"
                return f"the root of {_poly_text(coefficients, name)} between {ends}"
            digits += 3


Point: TypeAlias = Fraction | Root


def is_rational(formulas: tuple[Formula, ...]) -> bool:
    """Whether the formulas are made by arithmetic, abs, min and max alone."""
    return all(x.name in RATIONAL for f in formulas for x in walk(f) if isinstance(x, Call))


def find_failure(hypotheses: tuple[Formula, ...], conclusion: Formula, name: str, whole: bool) -> Point | None:
    """Find a value of the one variable at which the hypotheses are true and the conclusion is false.

    If `whole` is set, only whole numbers are tried. None if there is no such value, if the statement is not rational in this one
    variable, or if its polynomials are too many or of too high a degree.
    """
    formulas = (*hypotheses, conclusion)
    if variables_of(formulas) != (name,) or not is_rational(formulas):
        return None
    try:
        roots = _roots(_critical(formulas))
        tried = _whole_numbers(roots) if whole else _cells(roots)
        found = next((p for p in tried if _fails(hypotheses, conclusion, name, p)), None)
    except _TooLarge:
        return None
    value = found.value if isinstance(found, Root) else None
    return found if value is None else value


def _fails(hypotheses: tuple[Formula, ...], conclusion: Formula, name: str, at: Point) -> bool:
    value = at if isinstance(at, Fraction) else at.value
    if value is not None:
        return all(holds(h, {name: value}) is True for h in hypotheses) and holds(conclusion, {name: value}) is False
    assert isinstance(at, Root)
    root = at

    def compare(x: Compare | Rounds) -> bool | None:
        return _compare_at(x, root)

    return all(truth(h, compare) is True for h in hypotheses) and truth(conclusion, compare) is False


# the points at which the statement is evaluated


def _roots(polynomials: list[fmpq_poly]) -> list[Root]:
    """Return the real roots of all the polynomials in increasing order; their intervals do not overlap."""
    factors: list[fmpq_poly] = []
    for p in polynomials:
        for factor, _ in p.factor()[1]:
            if factor.degree() > 0 and factor not in factors:
                factors.append(factor)
    if sum(f.degree() for f in factors) > MOST_DEGREE:
        raise _TooLarge
    roots = []
    for f in factors:
        for low, high in isolate([as_fraction(f[i]) for i in range(f.degree() + 1)]):
            root = Root(f, low, high)
            roots.append(root if root.value is None else Root(f, root.value, root.value))
    for _ in range(MOST_REFINEMENTS):
        roots.sort(key=lambda r: (r.low, r.high))
        close = [r for a, b in pairwise(roots) if a.high >= b.low for r in (a, b) if r.low < r.high]
        if not close:
            return roots
        for r in close:
            r.refine()
    raise _TooLarge


def _cells(roots: list[Root]) -> list[Point]:
    """List one point in each open interval between (and outside) the roots, then the roots themselves."""
    if not roots:
        return [Fraction(0)]
    between = [(a.high + b.low) / 2 for a, b in pairwise(roots)]
    return [roots[0].low - 1, *between, roots[-1].high + 1, *roots]


def _whole_numbers(roots: list[Root]) -> list[Point]:
    """List 0 and the whole numbers at the roots and next to them.

    If some whole number lies between two neighbouring roots, the list has such a number.
    """
    found: set[int] = {0}
    for r in roots:
        while r.high - r.low > 1:
            r.refine()
        found |= set(range(floor(r.low) - 1, ceil(r.high) + 2))
    return [Fraction(n) for n in sorted(found)]


# polynomials


def _critical(formulas: tuple[Formula, ...]) -> list[fmpq_poly]:
    """List the polynomials whose roots are the only points at which a comparison in the formulas can become true or false."""
    found: list[fmpq_poly] = []
    for formula in formulas:
        for node in walk(formula):
            if isinstance(node, Compare | Rounds):
                for gap in _gaps(node):
                    found += [p for q in _forms(gap, found) for p in q]
    return [p for i, p in enumerate(found) if p.degree() > 0 and p not in found[:i]]


def _gaps(x: Compare | Rounds) -> list[Term]:
    """List the terms whose signs decide the comparison.

    For a comparison of two terms, it is left − right. For a rounding, the terms are the differences between the term and the two
    ends of the interval of numbers that round to the printed number.
    """
    if isinstance(x, Compare):
        return [subtract(x.left, x.right)]
    half = Fraction(1, 2 * 10**x.digits)
    return [subtract(x.term, Num(x.printed - half)), subtract(x.term, Num(x.printed + half))]


def _forms(term: Term, critical: list[fmpq_poly]) -> list[Quotient]:
    """List the rational functions that the term may equal; which of them it equals depends on signs in abs, min and max.

    Such a sign may change, and a divisor may be 0, only at the roots of certain polynomials. The function appends these polynomials
    to `critical`.
    """
    one = fmpq_poly([1])
    match term:
        case Num(value):
            return [Quotient(fmpq_poly([fmpq(value.numerator, value.denominator)]), one)]
        case Var():
            return [Quotient(fmpq_poly([0, 1]), one)]
        case Pow(base, n):
            return [_short(Quotient(q.top**n, q.below**n)) for q in _forms(base, critical)]
        case Div(a, b):
            above, below = _forms(a, critical), _forms(b, critical)
            critical += [q.top for q in below]
            return [_quotient(p, q) for p in above for q in below if q.top.degree() >= 0]
        case Add(items) | Mul(items):
            choices = [_forms(x, critical) for x in items]
            combine = _add if isinstance(term, Add) else _multiply
            found = choices[0]
            for more in choices[1:]:
                found = [_short(combine(p, q)) for p, q in product(found, more)]
                if len(found) > MOST_FORMS:
                    raise _TooLarge
            return found
        case Call("abs", (inner,)):
            found = _forms(inner, critical)
            critical += [q.top for q in found]
            return [*found, *(Quotient(-q.top, q.below) for q in found)]
        case Call("min" | "max", arguments):
            found = [q for x in arguments for q in _forms(x, critical)]
            critical += [_add(p, Quotient(-q.top, q.below)).top for p in found for q in found if p is not q]
            return found
    raise _TooLarge


def _add(a: Quotient, b: Quotient) -> Quotient:
    if a.below == b.below:
        return Quotient(a.top + b.top, a.below)
    return Quotient(a.top * b.below + b.top * a.below, a.below * b.below)


def _multiply(a: Quotient, b: Quotient) -> Quotient:
    return Quotient(a.top * b.top, a.below * b.below)


def _quotient(a: Quotient, b: Quotient) -> Quotient:
    return _short(Quotient(a.top * b.below, a.below * b.top))


def _short(q: Quotient) -> Quotient:
    if max(q.top.degree(), q.below.degree()) > 4 * MOST_DEGREE:
        raise _TooLarge
    return q


# the statement at a root


def _compare_at(x: Compare | Rounds, root: Root) -> bool | None:
    """Whether the comparison holds at the root; None if a term has no value there."""
    signs = []
    for gap in _gaps(x):
        found = _at(gap, root)
        if found is None:
            return None
        signs.append(root.sign(found.top) * root.sign(found.below))
    if isinstance(x, Rounds):
        return signs[0] >= 0 >= signs[1]
    sign = signs[0]
    return {"<": sign < 0, "<=": sign <= 0, ">": sign > 0, ">=": sign >= 0, "=": sign == 0, "!=": sign != 0}[x.relation]


def _at(term: Term, root: Root) -> Quotient | None:
    """Return a rational function that equals the term at the root and whose divisor is not 0 there; None if the term has no
    value at the root."""
    match term:
        case Num() | Var():
            return _forms(term, [])[0]
        case Call(name, arguments):
            values = [_at(x, root) for x in arguments]
            known = [v for v in values if v is not None]
            if len(known) < len(values):
                return None
            if name == "abs":
                (q,) = known
                return q if root.sign(q.top) * root.sign(q.below) >= 0 else Quotient(-q.top, q.below)
            best = known[0]
            for q in known[1:]:
                gap = _add(q, Quotient(-best.top, best.below))
                above = root.sign(gap.top) * root.sign(gap.below) > 0
                best = q if above == (name == "max") else best
            return best
        case Pow(base, n):
            inner = _at(base, root)
            return None if inner is None else Quotient(inner.top**n % root.poly, inner.below**n % root.poly)
        case Div(a, b):
            top, below = _at(a, root), _at(b, root)
            if top is None or below is None or root.sign(below.top) == 0:
                return None
            return _reduced(Quotient(top.top * below.below, top.below * below.top), root)
        case Add(items) | Mul(items):
            combine = _add if isinstance(term, Add) else _multiply
            total = _at(items[0], root)
            for x in items[1:]:
                other = _at(x, root)
                if total is None or other is None:
                    return None
                total = _reduced(combine(total, other), root)
            return total


def _reduced(q: Quotient, root: Root) -> Quotient:
    return Quotient(q.top % root.poly, q.below % root.poly)


def _value(poly: fmpq_poly, x: Fraction) -> Fraction:
    return as_fraction(poly(fmpq(x.numerator, x.denominator)))


def _range(poly: fmpq_poly, low: Fraction, high: Fraction) -> tuple[Fraction, Fraction]:
    """Enclose the values of a polynomial on the interval [low, high], by Horner's rule."""
    least = most = Fraction(0)
    for i in range(poly.degree(), -1, -1):
        ends = (least * low, least * high, most * low, most * high)
        c = as_fraction(poly[i])
        least, most = min(ends) + c, max(ends) + c
    return least, most


def _poly_text(coefficients: list[Fraction], name: str) -> str:
    """Write the polynomial with these coefficients (the constant first) as text, the highest power first."""
    parts = []
    for i in range(len(coefficients) - 1, -1, -1):
        c = coefficients[i]
        if c:
            power = "" if i == 0 else name if i == 1 else f"{name}^{i}"
            size = "" if abs(c) == 1 and power else f"{abs(c)}{'*' if power else ''}"
            parts.append(f"{'-' if c < 0 else '+'} {size}{power}")
    return " ".join(parts).removeprefix("+ ")
