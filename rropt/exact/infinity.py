"""Infinity and minus infinity as exact numbers: their order, and the arithmetic with them that is defined."""

from __future__ import annotations

import math
from fractions import Fraction
from numbers import Rational
from typing import TYPE_CHECKING, Any, NoReturn

from rropt.exact.errors import InputError

if TYPE_CHECKING:
    from typing_extensions import TypeIs

__all__ = ["INFINITY", "Infinity", "is_infinite"]


class Infinity(float):
    """Infinity or minus infinity as an exact number. It compares with other numbers as `math.inf` or `-math.inf` does.

    Infinity plus a finite number is infinity. A product with a finite number is infinite, and a negative factor changes its sign. A
    finite number divided by infinity is 0. A power with a whole exponent is 0, 1 or infinite. ∞ − ∞, 0·∞ and ∞/∞ are undefined, and
    raise an InputError. With a float, and as the right operand of a plain `Fraction`, infinity acts as the float `math.inf`.

    Examples:
        >>> from rropt import Parity, from_spec
        >>> Parity(1).tightest(from_spec("direct_question"))
        inf
    """

    __slots__ = ()

    def __new__(cls, sign: int = 1) -> Infinity:
        return float.__new__(cls, sign * math.inf)

    def __reduce__(self) -> tuple[type[Infinity], tuple[int]]:
        return Infinity, (self.sign,)

    @property
    def sign(self) -> int:
        """1 for infinity, −1 for minus infinity."""
        return 1 if self > 0 else -1

    def __neg__(self) -> Infinity:
        return Infinity(-self.sign)

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Infinity):
            return self if other == self else _refuse(self, "+", other)
        return self if _is_exact(other) else float.__add__(self, other)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self + -other if _is_exact(other) or isinstance(other, Infinity) else float.__sub__(self, other)

    def __rsub__(self, other: Any) -> Any:
        return -self if _is_exact(other) else float.__rsub__(self, other)

    def __mul__(self, other: Any) -> Any:
        if not (_is_exact(other) or isinstance(other, Infinity)):
            return float.__mul__(self, other)
        if other == 0:
            return _refuse(self, "*", other)
        return self if other > 0 else -self

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        if isinstance(other, Infinity):
            return _refuse(self, "/", other)
        if not _is_exact(other):
            return float.__truediv__(self, other)
        if other == 0:
            raise ZeroDivisionError(f"{self} divided by 0")
        return self * other

    def __pow__(self, exponent: Any, modulus: None = None) -> Any:
        if not isinstance(exponent, int):
            return float.__pow__(self, exponent)
        if exponent <= 0:
            return Fraction(exponent == 0)
        return self if exponent % 2 else abs(self)

    def __abs__(self) -> Infinity:
        return Infinity()

    def __rtruediv__(self, other: Any) -> Any:
        return other * 0 if _is_exact(other) else float.__rtruediv__(self, other)


INFINITY = Infinity()


def is_infinite(x: object) -> TypeIs[Infinity]:
    """Whether a number, or a bound on one, is infinite."""
    return isinstance(x, float) and math.isinf(x)


def _is_exact(x: object) -> bool:
    """Whether x is a finite exact number: a rational, or a quotient of polynomials in t."""
    return isinstance(x, Rational) or hasattr(x, "den")


def _refuse(x: object, operator: str, y: object) -> NoReturn:
    raise InputError(f"{x} {operator} {y} is undefined; test for infinity, as by math.isinf, before you compute")
