"""Numbers of Q(t): a `Number` is a plain `Fraction` or an `Element`, a non-constant rational function of t.

The element's field says what t is, see `rropt.exact.fields`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, total_ordering
from numbers import Integral
from typing import Any, TypeAlias, TypeGuard

from flint import fmpq_poly, fmpz, fmpz_poly

from rropt.exact.conversion import ExactNumber, format_number, refuse_float, refuse_power, round_number, spell
from rropt.exact.errors import InputError, Undecided
from rropt.exact.fields import (
    MOST_DEGREE,
    Algebraic,
    Exponential,
    Field,
    Free,
    Point,
    Radical,
    are_of_different_kinds,
    join,
    modulus,
)
from rropt.exact.infinity import INFINITY, Infinity
from rropt.exact.polynomial_sign import double_of, signs_of_quotient
from rropt.exact.spelling import show

__all__ = [
    "Algebraic",
    "Bound",
    "Element",
    "ExactNumber",
    "Exponential",
    "Field",
    "Free",
    "Number",
    "Point",
    "Radical",
    "Rational",
    "element",
    "generator",
    "is_free",
    "join",
    "hand_out",
    "lift",
    "modulus",
    "ratio",
]


class Rational(ExactNumber, Fraction):
    """A `Fraction` with the conversions of every exact number; rropt returns rational numbers in this form.

    Examples:
        >>> from rropt.exact import Rational
        >>> x = Rational(9, 5)
        >>> print(x / 2, f"{x:.3f}", x.to_sympy())
        9/10 1.800 9/5

    Reference: SPEC.md, 1.3.
    """

    __slots__ = ()

    def at(self, epsilon: object) -> Rational:
        """The number itself, which is the same at every epsilon."""
        return self

    __call__ = at

    def __rpow__(self, base: Any) -> Any:  # that of `Fraction` would call itself without end
        return Rational(base) ** self if isinstance(base, (int, Fraction)) else refuse_float(self, base)

    def __format__(self, spec: str) -> str:
        return format_number(self, spec)

    def __str__(self) -> str:
        return show(self)

    def __repr__(self) -> str:  # that of `Fraction` fails at more than 4300 digits
        return f"Rational({fmpz(self.numerator)}, {fmpz(self.denominator)})"


def _keep_rational(name: str) -> None:
    """Define an operation of `Rational`, such as `__add__`. It is that of `Fraction`, but gives a `Rational` and refuses floats."""
    plain = getattr(Fraction, name)

    def operate(*operands: Any) -> Any:
        if name == "__pow__":
            operands = operands[0], _whole_exponent(*operands)
        for other in operands[1:]:
            refuse_float(operands[0], other)
            if isinstance(other, Infinity):
                return NotImplemented
        return hand_out(plain(*operands))

    setattr(Rational, name, operate)


def _whole_exponent(base: object, exponent: object) -> int:
    if isinstance(exponent, (Integral, Fraction)) and exponent.denominator == 1:
        return int(exponent)
    raise refuse_power(base, exponent)


def hand_out(x: Any) -> Any:
    """Turn a `Fraction` into a `Rational` for users; leave anything else unchanged."""
    return Rational(x) if type(x) is Fraction else x


for _name in ("add", "sub", "mul", "truediv", "mod"):
    _keep_rational(f"__{_name}__")
    _keep_rational(f"__r{_name}__")
for _name in ("pow", "neg", "pos", "abs", "round"):
    _keep_rational(f"__{_name}__")


@total_ordering
@dataclass(frozen=True, eq=False)
class Element(ExactNumber):
    """An exact number that is no constant: a quotient num/den, in lowest terms, of two polynomials in a number t.

    `field` says what t is: e^epsilon, at one epsilon or over a range; a root of a rational or of a polynomial; or a free delta.

    Examples:
        >>> from rropt.exact import read_number
        >>> read_number("t/(t+1)").at("1/2") == read_number("1 - 1/(1+e^(1/2))")
        True

    Reference: SPEC.md, 1.3 and 2, the numbers and their t; by Lindemann (1882) e^q is no root of an integer polynomial.
    """

    field: Field
    num: fmpz_poly
    den: fmpz_poly

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy by integer coefficients, because flint's polynomials support neither."""
        return _restore, (self.field, [int(c) for c in self.num.coeffs()], [int(c) for c in self.den.coeffs()])

    def _with(self, other: object) -> tuple[Element, Element] | None:
        """Write both operands over one field, self first; None if the other is no exact number. A float is refused."""
        if isinstance(other, Element):
            if other.field == self.field:
                return self, other
            field, a, b = join(self.field, other.field)
            return _inflate(self, field, a), _inflate(other, field, b)
        if isinstance(other, (int, Fraction)):
            return self, Element(self.field, fmpz_poly([other.numerator]), fmpz_poly([other.denominator]))
        refuse_float(self, other)
        return None

    def __add__(self, other: object) -> Number:
        pair = self._with(other)
        if pair is None:
            return NotImplemented
        a, b = pair
        return element(a.field, a.num * b.den + b.num * a.den, a.den * b.den)

    __radd__ = __add__

    def __mul__(self, other: object) -> Number:
        pair = self._with(other)
        if pair is None:
            return NotImplemented
        a, b = pair
        return element(a.field, a.num * b.num, a.den * b.den)

    __rmul__ = __mul__

    def __neg__(self) -> Element:
        return Element(self.field, -self.num, self.den)

    def __pos__(self) -> Element:
        return self

    def __abs__(self) -> Element:
        return -self if self < 0 else self

    def __sub__(self, other: object) -> Number:
        pair = self._with(other)
        if pair is None:
            return NotImplemented
        a, b = pair
        return element(a.field, a.num * b.den - b.num * a.den, a.den * b.den)

    def __rsub__(self, other: object) -> Number:
        return -self + other

    def __truediv__(self, other: object) -> Number:
        pair = self._with(other)
        if pair is None:
            return NotImplemented
        a, b = pair
        return element(a.field, a.num * b.den, a.den * b.num)

    def __rtruediv__(self, other: object) -> Number:
        pair = self._with(other)
        if pair is None:
            return NotImplemented
        a, b = pair
        return element(a.field, b.num * a.den, b.den * a.num)

    def __pow__(self, exponent: int) -> Number:
        n = _whole_exponent(self, exponent)
        top, below = (self.num, self.den) if n >= 0 else (self.den, self.num)
        return element(self.field, top ** abs(n), below ** abs(n))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, float) or (isinstance(other, Element) and are_of_different_kinds(self.field, other.field)):
            return False
        pair = self._with(other)
        if pair is None:
            return NotImplemented
        a, b = pair
        return bool(a.num * b.den == b.num * a.den)

    def _is(self, other: object, wanted: set[int]) -> bool:
        """Whether the sign of self − other is in `wanted`, a set of numbers from −1, 0 and 1; `other` may be an infinite float."""
        if isinstance(other, float) and math.isinf(other):
            return (-1 if other > 0 else 1) in wanted
        pair = self._with(other)
        return NotImplemented if pair is None else _compare(*pair, wanted)

    def __lt__(self, other: object) -> bool:
        return self._is(other, {-1})

    def __le__(self, other: object) -> bool:
        return self._is(other, {-1, 0})

    def __gt__(self, other: object) -> bool:
        return self._is(other, {1})

    def __ge__(self, other: object) -> bool:
        return self._is(other, {0, 1})

    def __bool__(self) -> bool:
        return True  # the number 0, like every constant, is a `Fraction`

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Hash the element as a quotient of polynomials in t^step, with step as large as possible.

        Elements of different fields may be equal, such as e^(1/2) squared and e; in this form they have the same hash.
        """
        if isinstance(self.field, Free | Algebraic):
            return hash((self.field, _ints(self.num), _ints(self.den)))
        step = math.gcd(*(i for p in (self.num, self.den) for i, c in enumerate(_ints(p)) if c and i))
        base: Fraction | tuple[Fraction, Fraction]
        if isinstance(self.field, Exponential):
            base = self.field.epsilon * step
        else:
            base = (self.field.radicand, Fraction(step, self.field.degree))
        return hash((base, _ints(self.num)[::step], _ints(self.den)[::step]))

    def __float__(self) -> float:
        return self._double

    @cached_property
    def _double(self) -> float:
        return double_of(self)

    def __round__(self, digits: int | None = None) -> Any:
        return hand_out(round_number(self, digits))

    def at(self, epsilon: object) -> Number:
        """The value at one epsilon of a function of t = e^epsilon; `v("ln3")` is `v.at("ln3")`.

        Args:
            epsilon: A rational, such as "1/2", or the logarithm of one, such as "ln3".

        Returns:
            An exact number.

        Raises:
            InputError: The number is no function of epsilon, or epsilon lies outside the range of the function.
        """
        from rropt.exact.substitute import at_epsilon  # which reads numbers of this file

        found: Number = hand_out(at_epsilon(self, epsilon))
        return found

    __call__ = at

    @property
    def text(self) -> str:
        """The number as text that rropt reads back, with e^(1/2) for exp(1/2); an algebraic t without a formula stays t."""
        return show(self)

    def __str__(self) -> str:
        return spell(self)

    def __repr__(self) -> str:
        return f"<{self}, {self.field}>"


Number: TypeAlias = Fraction | Element
Bound: TypeAlias = Number | Infinity


def is_free(x: object) -> TypeGuard[Element]:
    """Whether x is a function of a free t, one that ranges over an interval."""
    return isinstance(x, Element) and isinstance(x.field, Free)


def _ints(p: fmpz_poly) -> tuple[int, ...]:
    return tuple(int(c) for c in p.coeffs())


def _compare(a: Element, b: Element, wanted: set[int]) -> bool:
    """Tell whether the sign of a − b is in `wanted`: True if this is so at every t of the field, False if at no t.

    Raise `Undecided` if the sign is in `wanted` at some t and not at others.
    """
    difference = a - b
    if isinstance(difference, Fraction):
        found = frozenset({(difference > 0) - (difference < 0)})
    else:
        found = signs_of_quotient(difference)
    if found <= wanted:
        return True
    if not found & wanted:
        return False
    raise Undecided(f"the sign of {a - b} changes within {a.field}; narrow the interval, or fix epsilon or delta")


def _restore(field: Field, num: list[int], den: list[int]) -> Element:
    """Rebuild an element from its field and its integer coefficients, the constant ones first, as `Element.__reduce__` stores
    them."""
    return Element(field, fmpz_poly(num), fmpz_poly(den))


def element(field: Field, num: fmpz_poly, den: fmpz_poly) -> Number:
    """Return the number num/den of the field, in lowest terms; a constant is returned as a `Fraction`. Raise ZeroDivisionError if
    den is 0 at the t of the field. If t is free, the error is raised only if den is 0 at every t."""
    if isinstance(field, Radical | Algebraic):
        return _algebraic_element(field, num, den)
    if not den:
        raise ZeroDivisionError("division by the number zero")
    common = num.gcd(den)
    if not common.is_one():
        num, den = num // common, den // common
    if den.leading_coefficient() < 0:
        num, den = -num, -den
    if num.degree() <= 0 and den.degree() <= 0:
        return Fraction(int(num[0]), int(den[0]))
    return Element(field, num, den)


def _algebraic_element(field: Radical | Algebraic, num: fmpz_poly, den: fmpz_poly) -> Number:
    """The number num/den at an algebraic t, as a polynomial in t over one integer denominator; a constant becomes a `Fraction`.

    The denominator is inverted modulo the polynomial of t by the extended Euclidean algorithm.
    """
    over = modulus(field)
    top, below = fmpq_poly(num) % over, fmpq_poly(den) % over
    if not below:
        raise ZeroDivisionError("division by the number zero")
    _, inverse, _ = below.xgcd(over)
    value = (top * inverse) % over
    if value.degree() <= 0:
        c = value[0]
        return Fraction(int(c.p), int(c.q))
    denominator: fmpz = value.denom()
    return Element(field, value.numer(), fmpz_poly([denominator]))


def generator(field: Field) -> Element:
    """The number t of the field as an element, such as e^ε or a root."""
    return Element(field, fmpz_poly([0, 1]), fmpz_poly([1]))


def _inflate(x: Element, field: Field, power: int) -> Element:
    """Write x, still in lowest terms, as an element of `field`, in which t^power is the number t of x's own field."""
    if power == 1 and field == x.field:
        return x
    if power * max(x.num.degree(), x.den.degree()) > MOST_DEGREE:
        raise InputError(
            f"cannot rewrite a number built from {x.field} in terms of {field}, because that would need a power of t above "
            f"{MOST_DEGREE}; use exponents with smaller denominators"
        )
    return Element(field, x.num.inflate(power), x.den.inflate(power))


def lift(x: Element, field: Field) -> Element:
    """Write x as an element of `field`, which must contain the field of x; else x is refused."""
    joined, power, _ = join(x.field, field)
    if joined != field:
        raise InputError(
            f"cannot rewrite a number built from {x.field} in terms of {field}; use numbers built from the same t"
        )
    return _inflate(x, field, power)


def ratio(a: Number, b: Number) -> Bound:
    """a/b for nonnegative numbers, with 0/0 = 1 and a/0 = ∞."""
    if b:
        return a / b
    return INFINITY if a else Fraction(1)
