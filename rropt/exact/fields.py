"""What t is in a number of Q(t), and which fields contain one another.

* `Exponential(ε)`: t = e^ε for a rational ε > 0. By Lindemann's theorem t is transcendental, so an element is zero
  exactly when its numerator is the zero polynomial, and refining an enclosure of t decides every sign.
* `Radical(q, n)`: t = q^(1/n) for a rational q > 1 that is no perfect power, n ≥ 2. Then x^n − q is irreducible over
  Q (Capelli), so elements are polynomials of degree < n and are zero exactly when every coefficient is.
* `Algebraic(f, a, b)`: t is the only root in (a, b) of the irreducible f. Elements are again polynomials of degree
  < deg f, and zero exactly when every coefficient is.
* `Free(lower, upper)`: t ranges over an interval. A comparison is True if it holds for every t of the interval, False
  if for none, and raises `Undecided` otherwise. Two numbers are equal if they are the same function of t.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol, TypeAlias

from flint import fmpq, fmpq_poly, fmpz_poly

from rropt.exact.errors import InputError
from rropt.exact.infinity import INFINITY, Infinity

if TYPE_CHECKING:
    from rropt.exact.element import Bound, Number

__all__ = [
    "DELTA",
    "MOST_DEGREE",
    "Algebraic",
    "Exponential",
    "Field",
    "Free",
    "Point",
    "Quotient",
    "Radical",
    "are_of_different_kinds",
    "join",
    "modulus",
]

MOST_DEGREE = 1 << 14  # of a power of t, and of a root, in a field that contains two others
DELTA = "delta"


@dataclass(frozen=True, slots=True)
class Exponential:
    """t = e^epsilon, with epsilon > 0 rational."""

    epsilon: Fraction

    def __str__(self) -> str:
        return f"t = e^({self.epsilon})" if self.epsilon.denominator > 1 else f"t = e^{self.epsilon}"


@dataclass(frozen=True, slots=True)
class Radical:
    """t = radicand^(1/degree), the positive real root of a rational."""

    radicand: Fraction
    degree: int

    def __str__(self) -> str:
        return f"t = ({self.radicand})^(1/{self.degree})"


@dataclass(frozen=True, slots=True)
class Algebraic:
    """t is the only root between `lower` and `upper` of an irreducible polynomial of degree ≥ 2.

    `polynomial` has its integer coefficients, the constant one first.
    """

    polynomial: tuple[int, ...]
    lower: Fraction
    upper: Fraction

    def __str__(self) -> str:
        terms = (f"{c}*t^{n}" if n else str(c) for n, c in enumerate(self.polynomial) if c)
        return f"t = the root of {'+'.join(terms).replace('+-', '-')} in ({self.lower}, {self.upper})"


@dataclass(frozen=True, slots=True)
class Free:
    """t ranges over an interval from `lower`, at least 0, to `upper`, which may be infinite; both are exact and contain no free t.

    `letter` is how t is written: `t` if it stands for e^epsilon, `delta` if it stands for delta.
    """

    lower: Number = Fraction(1)
    upper: Bound = INFINITY
    lower_open: bool = True
    upper_open: bool = True
    letter: str = "t"

    @property
    def is_delta(self) -> bool:
        """Whether delta is free, not epsilon."""
        return self.letter == DELTA

    @property
    def variable(self) -> str:
        """The name of the number that ranges over the interval: `delta`, or `t = e^epsilon`."""
        return DELTA if self.is_delta else "t = e^epsilon"

    @property
    def number(self) -> str:
        """The number that is free, by the name that users give it: `delta`, or `epsilon`."""
        return DELTA if self.is_delta else "epsilon"

    def __str__(self) -> str:
        if self == Free():
            return "t > 1"
        left, right = "(" if self.lower_open else "[", ")" if self.upper_open else "]"
        lower, upper = (str(x) if isinstance(x, Fraction | Infinity) else x.text for x in (self.lower, self.upper))
        return f"{self.letter} in {left}{lower}, {upper}{right}"


Point: TypeAlias = Exponential | Radical | Algebraic
Field: TypeAlias = Point | Free


class Quotient(Protocol):
    """The interface of a quotient num/den of two polynomials in t, as the functions on signs, enclosures and text need it."""

    @property
    def field(self) -> Field:
        """The field to which the number belongs; it says what t is."""

    @property
    def num(self) -> fmpz_poly:
        """The numerator, a polynomial in t with integer coefficients."""

    @property
    def den(self) -> fmpz_poly:
        """The denominator, a polynomial in t with integer coefficients."""


def are_of_different_kinds(a: Field, b: Field) -> bool:
    """Whether irrational numbers of the fields a and b are taken as unequal without a comparison. This is so if the fields are of
    different classes, or if both have a free t and are not the same field."""
    return type(a) is not type(b) or (isinstance(a, Free) and a != b)


def modulus(field: Radical | Algebraic) -> fmpq_poly:
    """The polynomial, irreducible over Q, of which t is a root."""
    if isinstance(field, Algebraic):
        return fmpq_poly(list(field.polynomial))
    q = field.radicand
    return fmpq_poly([fmpq(-q.numerator, q.denominator)] + [fmpq(0)] * (field.degree - 1) + [fmpq(1)])


def join(a: Field, b: Field) -> tuple[Field, int, int]:
    """Find a field that contains the fields a and b; return it and two whole exponents m and n.

    If t is the number of the returned field, the number of the field a is t^m, and the number of the field b is t^n. Raise an
    InputError if no such field is known.
    """
    if a == b:
        return a, 1, 1
    if isinstance(a, Exponential) and isinstance(b, Exponential):
        d = math.lcm(a.epsilon.denominator, b.epsilon.denominator)
        step = Fraction(math.gcd(int(a.epsilon * d), int(b.epsilon * d)), d)
        return Exponential(step), int(a.epsilon / step), int(b.epsilon / step)
    if isinstance(a, Radical) and isinstance(b, Radical) and a.radicand == b.radicand:
        n = math.lcm(a.degree, b.degree)
        if n > MOST_DEGREE:
            raise InputError(
                f"numbers with {a} and with {b} together need roots of order {n}, above the limit of {MOST_DEGREE}; use only one "
                "of the two"
            )
        return Radical(a.radicand, n), n // a.degree, n // b.degree
    raise InputError(
        f"numbers with {a} and with {b} have no common field in which they can be compared; use only one of the two"
    )
