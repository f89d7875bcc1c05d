"""A form (an answer as a function of t) that comes from a basis of a linear program. It is optimal exactly where certain functions
of t are all at least 0."""

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
    """A form (an answer as a function of t) with its value. It is optimal exactly where all functions of t in `nonnegative` are at
    least 0."""

    __slots__ = ()
    value: Number
    nonnegative: frozenset[Number]

    def holds_at(self, t: Fraction) -> bool:
        """Whether the form is optimal at a rational t at which none of its numbers has a pole."""
        return all(value_at(x, t) >= 0 for x in self.nonnegative)

    def polynomials(self, interval: Free) -> list[fmpz_poly]:
        """The polynomials at whose roots the form may begin or cease to be optimal."""
        return [f for x in (*self.nonnegative, self.value) for f in polynomials_of(x)]

    def numbers(self) -> Iterable[Number]:
        """Return the functions of t that must be finite wherever this answer is optimal."""
        return (*self.nonnegative, self.value)

    def has_pole_at(self, end: End) -> bool:
        """Whether at least one of the functions of t that `numbers()` lists has a pole at `end`, an end of an interval of t."""
        return any(is_zero_at_end(x.den, end) for x in self.numbers() if isinstance(x, Element))


def polynomials_of(x: Number) -> list[fmpz_poly]:
    """Numerator and denominator of a function of t; an empty list for a rational number."""
    return [x.num, x.den] if isinstance(x, Element) else []
