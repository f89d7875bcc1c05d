"""Computes exactly with numbers made of rationals, roots, exp, log and erf: their arithmetic, signs and enclosures.

A number is written as a *form*, which is a sum of rational multiples of products. A product multiplies rational powers of atoms.
These are the atoms, where b is a whole number above 1, u a product, and F a form:

    base b        b itself, with a power between 0 and 1
    log b         the logarithm of b
    exp u         the exponential of u; exp(c*u) is its c-th power
    sum F         a positive F, as a root, a power or a divisor
    log of F      the logarithm of F
    erf F         the error function at F

All b in use are pairwise coprime, and none is a power of another whole number.

To compare two numbers, the form of their difference is computed. If the form has no summand left, the numbers are equal. Otherwise
enclosures of the difference are computed. If one of them does not contain 0, the numbers differ. If all contain 0, `Beyond` is
raised.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple

from rropt.claims.replay import intervals
from rropt.claims.replay.intervals import Interval
from rropt.exact.errors import Undecided

__all__ = [
    "is_positive",
    "power_of",
    "MOST_POWER",
    "ONE",
    "ZERO",
    "Atom",
    "Beyond",
    "Form",
    "collect",
    "floor_of",
    "form_of",
    "is_zero",
    "multiply",
    "rational",
    "require_short",
    "scale",
    "sign",
    "total",
    "value_of",
]

MOST_SUMMANDS = 200
MOST_POWER = 400
MOST_BITS = 20_000
MOST_DIVISORS = 200
PRECISIONS = (64, 192, 512)


class Beyond(ArithmeticError):
    """Raised if a number cannot be written as a form (a sum of rational multiples of products), or if its form is too large.

    It is raised also if the sign of a number is not decided, or if it is not decided to which whole number it is rounded down.
    """


class Atom(NamedTuple):
    """A number such as exp(2), whose rational powers are factors of products.

    `kind` is the sort of the atom, as listed at the top of this file. `of` is the whole number, the product or the form from which
    the atom is made.
    """

    kind: str
    of: Any


Product = frozenset[tuple[Atom, Fraction]]
Form = frozenset[tuple[Product, Fraction]]
ONE: Product = frozenset()
ZERO: Form = frozenset()


def is_positive(product: Product) -> bool:
    """Whether a product is surely positive. It is, unless one of its factors is a power of the logarithm of a form."""
    return not any(atom.kind == "log of" for atom, _ in product)


def sign(form: Form) -> int:
    """Return the form's sign, -1, 0 or 1; raise `Beyond` if its enclosure of the greatest precision still contains 0."""
    if is_zero(form):
        return 0
    for bits in PRECISIONS:
        try:
            low, high = _enclose(form, bits)
        except Undecided:
            continue
        if low > 0 or high < 0:
            return 1 if low > 0 else -1
    raise Beyond(f"bounds of {PRECISIONS[-1]} bits do not show whether a number is positive, negative or 0")


def is_zero(form: Form) -> bool:
    """Whether the form is shown to be 0.

    The form is multiplied by the sums that occur in it as divisors. It is 0 if no summand is then left.
    """
    for _ in range(MOST_DIVISORS):
        below = next((a for p, _ in form for a, n in p if a.kind == "sum" and n < 0), None)
        if below is None:
            return not form
        form = total(
            multiply(
                {frozenset(x for x in p if x[0] != below): c}, power_of(below, dict(p).get(below, Fraction(0)) + 1)
            )
            for p, c in form
        )
    raise Beyond("a number has too many divisors")


# sums and products of forms


def form_of(terms: Mapping[Product, Fraction]) -> Form:
    """Make the form (a sum of products with rational coefficients) from {product: coefficient}.

    Raise `Beyond` if it is too large.
    """
    if len(terms) > MOST_SUMMANDS:
        raise Beyond(f"a sum has {len(terms)} products, but rropt handles at most {MOST_SUMMANDS}")
    for c in terms.values():
        require_short(c)
    return frozenset((p, c) for p, c in terms.items() if c)


def require_short(c: Fraction, times: int = 1) -> None:
    """Raise `Beyond` if c to the power `times` would have too many digits."""
    if (c.numerator.bit_length() + c.denominator.bit_length()) * abs(times) > MOST_BITS:
        raise Beyond("a number is too long")


def rational(value: Fraction | int) -> Form:
    """Write a rational number as a form."""
    return form_of({ONE: Fraction(value)})


def value_of(form: Form) -> Fraction | None:
    """Return the value of a form that is just a rational number; None for any other form."""
    return Fraction(0) if not form else next((c for p, c in form if p == ONE and len(form) == 1), None)


def total(forms: Iterable[Form | Mapping[Product, Fraction]]) -> Form:
    """Add some forms."""
    found: dict[Product, Fraction] = {}
    for form in forms:
        for p, c in form.items() if isinstance(form, Mapping) else form:
            found[p] = found.get(p, Fraction(0)) + c
    return form_of(found)


def multiply(a: Form | Mapping[Product, Fraction], b: Form) -> Form:
    """Multiply two forms."""
    pairs = list(a.items() if isinstance(a, Mapping) else a)
    if len(pairs) * len(b) > MOST_SUMMANDS**2:
        raise Beyond(f"the product of a sum of {len(pairs)} terms and a sum of {len(b)} terms is too long")
    return total(_times(p, q, c * d) for p, c in pairs for q, d in b)


def scale(form: Form, by: Fraction) -> Form:
    """Multiply a form by a rational number."""
    return form_of({p: c * by for p, c in form})


def _times(a: Product, b: Product, coefficient: Fraction) -> Form:
    """Multiply two products and a rational coefficient."""
    powers = dict(a)
    for atom, n in b:
        powers[atom] = powers.get(atom, Fraction(0)) + n
    return collect(powers, coefficient)


def collect(powers: Mapping[Atom, Fraction], coefficient: Fraction) -> Form:
    """Write a product of powers of atoms, times `coefficient`, as a form (a sum of rational multiples of products).

    If an atom is a whole number, its power is reduced to a power between 0 and 1, and the rest goes into the coefficient. Whole
    powers of sums are multiplied out.
    """
    kept: dict[Atom, Fraction] = {}
    whole: list[Form] = []
    for atom, n in powers.items():
        if atom.kind == "base":
            require_short(Fraction(atom.of), floor(n))
            coefficient, n = coefficient * Fraction(atom.of) ** floor(n), n - floor(n)
        elif atom.kind == "sum" and n >= 1:
            if n > MOST_POWER:
                raise Beyond("a power is too large")
            whole, n = [*whole, *[atom.of] * floor(n)], n - floor(n)
        if n:
            kept[atom] = n
    found = form_of({frozenset(kept.items()): coefficient})
    for form in whole:
        found = multiply(found, form)
    return found


def power_of(atom: Atom, n: Fraction) -> Form:
    """Write atom^n as a form."""
    return collect({atom: n}, Fraction(1))


# enclosures


def _enclose(form: Form, bits: int) -> Interval:
    total = intervals.point(Fraction(0))
    for p, c in form:
        total = intervals.add(total, intervals.multiply(intervals.point(c), _enclose_product(p, bits)))
    return intervals.round_outward(total, bits)


def _enclose_product(product: Product, bits: int) -> Interval:
    found = intervals.point(Fraction(1))
    for atom, n in product:
        found = intervals.round_outward(intervals.multiply(found, _enclose_power(atom, n, bits)), bits)
    return found


def _enclose_power(atom: Atom, n: Fraction, bits: int) -> Interval:
    if atom.kind == "exp":
        return intervals.exponential(intervals.multiply(intervals.point(n), _enclose_product(atom.of, bits)), bits)
    inner = intervals.point(Fraction(atom.of)) if atom.kind in ("base", "log") else _enclose(atom.of, bits)
    match atom.kind:
        case "log" | "log of":
            inner = intervals.logarithm(inner, bits)
        case "erf":
            inner = intervals.erf(inner, bits)
    if n.denominator == 2:
        inner, n = intervals.square_root(inner, bits), 2 * n
    if n.denominator > 1:
        return intervals.exponential(intervals.multiply(intervals.point(n), intervals.logarithm(inner, bits)), bits)
    raised = intervals.power(inner, abs(int(n)))
    return raised if n > 0 else intervals.divide(intervals.point(Fraction(1)), raised)


def floor_of(form: Form) -> int:
    """Return the greatest whole number that is at most the value of a form.

    Raise `Beyond` if this number can be found neither from the form itself nor from an enclosure of its value.
    """
    for bits in PRECISIONS:
        low, high = _enclose(form, bits)
        if floor(low) == floor(high):
            return floor(low)
        if is_zero(total([form, rational(-floor(high))])):
            return floor(high)
    raise Beyond(
        f"a number cannot be rounded down, because bounds of {PRECISIONS[-1]} bits do not show which whole number lies below it"
    )
