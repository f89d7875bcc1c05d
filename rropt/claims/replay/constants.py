"""Writes the value of a term as a form (`closed_form`), such that many equal numbers are seen to be equal.

The terms have no variables, or their variables have given values. These rules are used:

- exp(c*log u) is u^c, and log(u*v) is log u + log v.
- A root of a product is the product of the roots.
- A divisor with square roots is made rational.
- sqrt(a + r*sqrt(d)) becomes sqrt(u) + sqrt(v) or sqrt(u) − sqrt(v), if a^2 − r^2*d is a square.

No number is factored into primes. Whole numbers are written as products of powers of coprime bases. The bases are refined by
greatest common divisors when needed.

Every root, logarithm and divisor is shown to have a value. For this, the sign of its argument must be known. If the sign cannot be
read off, it is computed. The sign is 0 if the form of the argument is shown to be 0 (`is_zero`). An enclosure shows any other sign.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

from rropt.claims.language.syntax import Add, Call, Div, Mul, Num, Pow, Term, Var
from rropt.claims.replay.bases import least_bases, whole_root
from rropt.claims.replay.closed_form import (
    MOST_POWER,
    ONE,
    ZERO,
    Atom,
    Beyond,
    Form,
    collect,
    floor_of,
    form_of,
    is_positive,
    multiply,
    power_of,
    rational,
    require_short,
    scale,
    sign,
    total,
    value_of,
)
from rropt.exact.errors import OutOfTime, Undecided
from rropt.exact.patience import require_time

__all__ = ["Undefined", "read_forms"]

MOST_ROUNDS = 40
MOST_INDEX = 200
HALF = Fraction(1, 2)


class Undefined(ArithmeticError):
    """Raised if a term has no value at the point."""


class _Refined(Exception):
    """Raised if a whole number is not a product of powers of the bases, so that new bases are needed.

    `args[0]` lists the numbers from which the new bases are made: the old bases, and the factor that is left when the whole number
    is divided by the old bases as often as possible.
    """


def read_forms(terms: Iterable[Term], where: Mapping[str, Fraction]) -> list[Form]:
    """Write the value of each term at the point `where` as a form, which is a sum of rational multiples of products.

    In all forms, whole numbers are written as products of powers of the same coprime bases. Raise `Undefined` if a term has no
    value, and `Beyond` if no form is found.
    """
    asked, bases = list(terms), list[int]()
    for _ in range(MOST_ROUNDS):
        try:
            return [_Reader(bases).read(x, where) for x in asked]
        except _Refined as finer:
            bases = least_bases(finer.args[0])
        except OutOfTime:
            raise
        except (Undecided, OverflowError):
            break
    raise Beyond("rropt found no closed form")


# terms as forms


class _Reader(NamedTuple):
    """Reads terms as forms (sums of rational multiples of products).

    Whole numbers under roots and in logarithms are written as products of powers of `bases`.
    """

    bases: list[int]

    def read(self, term: Term, where: Mapping[str, Fraction]) -> Form:
        require_time()
        match term:
            case Num(value):
                return rational(value)
            case Var(name):
                return rational(where[name])
            case Add(items):
                return total([self.read(x, where) for x in items])
            case Mul(items):
                return _product([self.read(x, where) for x in items])
            case Div(a, b):
                top = self.read(a, where)
                return multiply(top, self.inverse(self.read(b, where)))
            case Pow(base, n):
                return self.raise_to(self.read(base, where), Fraction(n))
            case Call("sum" | "prod" as name, (Var(index), low, high, body)):
                ends = [value_of(self.read(x, where)) for x in (low, high)]
                found = [self.read(body, {**where, index: i}) for i in _indices(*ends)]
                return total(found) if name == "sum" else _product(found)
            case Call(name, arguments):
                return self.call(name, [self.read(x, where) for x in arguments])

    def call(self, name: str, forms: list[Form]) -> Form:
        first = forms[0]
        match name:
            case "sqrt":
                return self.raise_to(first, HALF)
            case "exp":
                return self.exponential(first)
            case "log":
                return self.logarithm(first)
            case "power":
                return self.power(first, forms[1])
            case "erf":
                return self.erf(first)
            case "normal_cdf":
                inner = multiply(first, self.raise_to(rational(HALF), HALF))
                return scale(total([rational(1), self.erf(inner)]), HALF)
            case "abs":
                return scale(first, Fraction(sign(first)))
            case "min" | "max":
                for x in forms[1:]:
                    later = sign(total([first, scale(x, Fraction(-1))])) * (1 if name == "max" else -1) < 0
                    first = x if later else first
                return first
            case "floor":
                return rational(floor_of(first))
            case "ceil":
                return rational(-floor_of(scale(first, Fraction(-1))))
        raise Beyond(f"rropt has no closed form of the function {name} for these arguments")

    def factor(self, n: int) -> dict[int, int]:
        """Factor a whole number into powers of the bases, {base: exponent}; raise `_Refined` if a factor is left."""
        found: dict[int, int] = {}
        rest = n
        for b in self.bases:
            while rest % b == 0:
                rest, found[b] = rest // b, found.get(b, 0) + 1
        if rest > 1:
            raise _Refined([*self.bases, rest])
        return found

    def root(self, value: Fraction, n: Fraction) -> Form:
        """Raise a positive rational number to a rational power."""
        if n.denominator == 1:
            require_short(value, int(n))
            return rational(value ** int(n))
        powers = {Atom("base", b): k * n for b, k in self.factor(value.numerator).items()}
        powers |= {Atom("base", b): -k * n for b, k in self.factor(value.denominator).items()}
        return collect(powers, Fraction(1))

    def inverse(self, form: Form) -> Form:
        way = sign(form)
        if way == 0:
            raise Undefined("division by zero")
        if len(form) == 1:
            return self.raise_to(form, Fraction(-1))
        b = next((a for p, _ in form for a, n in p if a.kind == "base" and n == HALF), None)
        if b is None or any(a == b and n != HALF for p, _ in form for a, n in p):
            return self.raise_to(scale(form, Fraction(way)), Fraction(-1), Fraction(way))
        conjugate = form_of({p: -c if b in dict(p) else c for p, c in form})
        return multiply(conjugate, self.inverse(multiply(form, conjugate)))

    def raise_to(self, form: Form, n: Fraction, coefficient: Fraction = Fraction(1)) -> Form:
        """Raise a form to the power n, and multiply by a rational coefficient."""
        if n == 0:
            return rational(coefficient)
        if len(form) == 1:
            ((product, c),) = form
            positive = c > 0 and is_positive(product)
            if positive or n.denominator == 1:
                if n.denominator == 1:
                    require_short(c, int(n))
                    return collect({a: k * n for a, k in product}, coefficient * c ** int(n))
                return scale(
                    multiply(self.root(c, n), collect({a: k * n for a, k in product}, Fraction(1))), coefficient
                )
        if n.denominator == 1 and n > 0:
            return scale(_product([form] * _count(n)), coefficient)
        way = sign(form)
        if way == 0 and n > 0:
            return ZERO
        if way == 0 or (way < 0 and n.denominator % 2 == 0):
            raise Undefined("a root of a negative number, or a division by zero")
        if way < 0 and n.denominator > 1:
            raise Beyond("a power of a negative number with a fraction as its exponent is not supported")
        apart = _denest(form) if n == HALF else None
        if apart is not None:
            a, b, side = apart
            return scale(total([self.root(a, n), scale(self.root(b, n), Fraction(side))]), coefficient)
        content = _content(form)
        inner = Atom("sum", scale(form, 1 / content))
        return scale(multiply(self.root(content, n), power_of(inner, n)), coefficient)

    def logarithm(self, form: Form) -> Form:
        if sign(form) <= 0:
            raise Undefined("a logarithm of a number that is not positive")
        ((product, c), *others) = form
        if others or c < 0 or not is_positive(product):
            content = _content(form)
            inner = Atom("log of", scale(form, 1 / content))
            return total([self.logarithm_of(content), {frozenset({(inner, Fraction(1))}): Fraction(1)}])
        parts = [self.logarithm_of(c)]
        for atom, n in product:
            match atom.kind:
                case "base":
                    parts.append(scale(self.logarithm_of(Fraction(atom.of)), n))
                case "exp":
                    parts.append(form_of({atom.of: n}))
                case _:
                    of = atom.of if atom.kind == "sum" else power_of(atom, Fraction(1))
                    parts.append(form_of({frozenset({(Atom("log of", of), Fraction(1))}): n}))
        return total(parts)

    def logarithm_of(self, value: Fraction) -> Form:
        ends = ((value.numerator, 1), (value.denominator, -1))
        logs = [(b, k * way) for whole, way in ends for b, k in self.factor(whole).items()]
        return form_of({frozenset({(Atom("log", b), Fraction(1))}): Fraction(k) for b, k in logs})

    def exponential(self, form: Form) -> Form:
        powers: dict[Atom, Fraction] = {}
        for p, c in form:
            atom = Atom("exp", p)
            if len(p) == 1:
                ((inner, n),) = p
                if n == 1 and inner.kind in ("log", "log of"):
                    atom = Atom("base" if inner.kind == "log" else "sum", inner.of)
            powers[atom] = powers.get(atom, Fraction(0)) + c
        return collect(powers, Fraction(1))

    def power(self, base: Form, exponent: Form) -> Form:
        n = value_of(exponent)
        if n is not None:
            return self.inverse(self.raise_to(base, -n)) if n < 0 else self.raise_to(base, n)
        way = sign(base)
        if way == 0 and sign(exponent) > 0:
            return ZERO
        if way <= 0:
            raise Beyond("a power whose exponent is not a rational number must have a positive base")
        return self.exponential(multiply(exponent, self.logarithm(base)))

    def erf(self, form: Form) -> Form:
        way = sign(form)
        inner = scale(form, Fraction(way))
        return form_of({frozenset({(Atom("erf", inner), Fraction(1))}): Fraction(way)}) if way else ZERO


def _product(forms: list[Form]) -> Form:
    found = rational(1)
    for x in forms:
        found = multiply(found, x)
    return found


def _count(n: Fraction) -> int:
    if n > MOST_POWER:
        raise Beyond("a power is too large")
    return int(n)


def _indices(low: Fraction | None, high: Fraction | None) -> Iterator[Fraction]:
    if low is None or high is None or high - low > MOST_INDEX:
        raise Beyond(f"the first and last value of an index must be rational numbers, at most {MOST_INDEX} apart")
    if low.denominator != 1 or high.denominator != 1:
        raise Undefined("the ends of a sum or product must be whole numbers")
    return map(Fraction, range(int(low), int(high) + 1))


def _content(form: Form) -> Fraction:
    """Return the greatest rational number c such that every coefficient of the form is a whole multiple of c."""
    return Fraction(gcd(*(c.numerator for _, c in form)), lcm(*(c.denominator for _, c in form)))


def _denest(form: Form) -> tuple[Fraction, Fraction, int] | None:
    """Write the square root of a form a + r·sqrt(d) as sqrt(u) + sqrt(v) or sqrt(u) − sqrt(v), with rational a, r, d, u and v.

    Return (u, v, 1) for the sum, and (u, v, −1) for the difference. None if the form is not of this kind, if a is not positive, or
    if a² − r²·d is not the square of a rational number.
    """
    terms = dict(form)
    a = terms.pop(ONE, Fraction(0))
    if a <= 0 or len(terms) != 1:
        return None
    ((product, r),) = terms.items()
    if any(atom.kind != "base" or n != HALF for atom, n in product):
        return None
    d = Fraction(1)
    for atom, _ in product:
        d *= atom.of
    square = a * a - r * r * d
    if square < 0:
        return None
    ends = [whole_root(x, 2) for x in (square.numerator, square.denominator)]
    if any(root**2 != x for root, x in zip(ends, (square.numerator, square.denominator), strict=True)):
        return None
    s = Fraction(*ends)
    return (a + s) / 2, (a - s) / 2, 1 if r > 0 else -1
