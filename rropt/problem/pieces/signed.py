"""A form given by a basis of a linear program: its numbers are functions of t, and their signs say where it is optimal."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from flint import fmpz_poly

from rropt.exact.element import Element, Number
from rropt.exact.fields import Free
from rropt.exact.substitute import value_at
from rropt.problem.pieces.span import End, is_zero_at_end

__all__ = ["SignedForm", "polynomials_of"]


class SignedForm:
    """A form with its value; it is optimal exactly where all numbers in `nonnegative` are at least 0."""

    __slots__ = ()
    value: Number
    nonnegative: frozenset[Number]

    def holds_at(self, t: Fraction) -> bool:
        """Whether it is optimal at a rational t that is no pole."""
        return all(value_at(x, t) >= 0 for x in self.nonnegative)

    def polynomials(self, interval: Free) -> list[fmpz_poly]:
        """The polynomials at whose roots it may cease to be optimal."""
        return [f for x in (*self.nonnegative, self.value) for f in polynomials_of(x)]

    def numbers(self) -> Iterable[Number]:
        """The numbers that must be finite where it holds."""
        return (*self.nonnegative, self.value)

    def has_pole_at(self, end: End) -> bool:
        """Whether one of its numbers has a pole at this end of an interval."""
        return any(is_zero_at_end(x.den, end) for x in self.numbers() if isinstance(x, Element))


def polynomials_of(x: Number) -> list[fmpz_poly]:
    """Numerator and denominator of a function of t; an empty list for a rational number."""
    return [x.num, x.den] if isinstance(x, Element) else []
