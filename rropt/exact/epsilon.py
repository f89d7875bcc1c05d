"""The privacy budget ε, held exactly as t = e^ε.

For a rational ε > 0, t is transcendental and stands for itself. For ε = log r with a rational r, t is r. If such a budget is split
over n answers, each has log(r)/n, and t is the n-th root of r. For a free ε, t ranges over an interval. In every case t is one
exact `Number`, or infinity, and ε = log t.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from rropt.exact.decimal import DIGITS, EXACT, Direction, decimal
from rropt.exact.element import Bound, Element, generator, is_free
from rropt.exact.enclosure import Bounds, log_bounds, refine
from rropt.exact.errors import Either, InputError
from rropt.exact.fields import Algebraic, Exponential, Free, Radical
from rropt.exact.grammar import COMMA, Log, Value, as_text, exponential, parse, shorten
from rropt.exact.infinity import is_infinite
from rropt.exact.ordering import order_of
from rropt.exact.roots import rational_power
from rropt.exact.sign import ball_of, enclose_relative
from rropt.exact.spelling import show

if TYPE_CHECKING:
    import sympy

__all__ = ["Epsilon", "rational_base", "read_epsilon"]

QUOTIENT = re.compile(r"ln\s*(\d+(?:\.\d+)?)\s*/\s*(\d+(?:\.\d+)?)")


@dataclass(frozen=True, slots=True, repr=False)
class Epsilon:
    """ε = log t with t exact, t ≥ 1; `said` reports how a float, a decimal or a text such as `ln 3/2` was read.

    Examples:
        >>> from rropt.exact import read_epsilon
        >>> budget = read_epsilon("ln3")
        >>> print(budget, budget.t, f"{float(budget):.4f}", budget.split(2))
        log(3) 3 1.0986 log(3^(1/2))

    Reference: SPEC.md, 2, the fields of e^ε.
    """

    t: Bound
    said: str = field(default="", compare=False)

    @property
    def value(self) -> Fraction | None:
        """ε as a rational number; None if ε is irrational, infinite or free."""
        if self.t == 1:
            return Fraction(0)
        if isinstance(self.t, Element) and isinstance(self.t.field, Exponential):
            n, power = self.t.num.degree(), self.t.num
            if self.t.den.is_one() and power.leading_coefficient() == 1 and not any(power.coeffs()[:-1]):
                return n * self.t.field.epsilon
        return None

    @property
    def is_free(self) -> bool:
        """Whether ε ranges over an interval."""
        return is_free(self.t)

    def bounds(self, *, width: Fraction = Fraction(1, 10**15)) -> Bounds:
        """Return rationals with lower ≤ ε ≤ upper. They are at most `width` apart, and for ε < 1 even at most width·ε apart. If ε
        is infinite or free, raise an InputError."""
        if (exact := self.value) is not None:
            return exact, exact
        if is_infinite(self.t) or self.is_free:
            raise InputError(f"epsilon = {self} is not one finite number, so it has no bounds; give a finite epsilon")
        # as ε = log t ≥ 1 − 1/t, the new width is at most width·ε
        width = width * enclose_relative(1 - 1 / self.t)[0]
        if isinstance(self.t, Fraction):
            return log_bounds(self.t, width=width)
        t = self.t
        return refine(lambda: ball_of(t).log(), width=width)

    def split(self, n: int) -> Epsilon:
        """ε/n, the part of the budget for each of n answers that share it equally. For n > 1 it is refused unless ε is infinite or
        rational, or e^ε is rational or a root of a rational."""
        if n < 1:
            raise InputError(f"a budget cannot be split over {n} answers; give at least 1")
        if n == 1 or self.t == 1 or is_infinite(self.t):
            return self
        if self.is_free:
            raise InputError(f"epsilon = {self} is not one number; give one finite epsilon")
        if (exact := self.value) is not None:
            return Epsilon(exponential(exact / n))
        if (base := rational_base(self)) is not None:
            return Epsilon(rational_power(base[0], Fraction(1, n * base[1])))
        raise InputError(
            f"epsilon = {self} cannot be split over {n} answers exactly; give a rational epsilon or the logarithm of a rational",
        )

    def times(self, n: int) -> Epsilon:
        """Return n·ε, the budget of n answers together if each of them has the budget ε."""
        return self if is_infinite(self.t) else Epsilon(self.t**n)

    def to_sympy(self, t: object = None) -> sympy.Expr:
        """ε in sympy: a rational, infinity, the logarithm of a number, or log t with the letter t if ε is free.

        Examples:
            >>> from rropt.exact import read_epsilon
            >>> read_epsilon("ln3").to_sympy(), read_epsilon("1/2").to_sympy()
            (log(3), 1/2)
        """
        import sympy

        from rropt.exact.conversion import sympy_of

        if (exact := self.value) is not None:
            return sympy_of(exact)
        return sympy.oo if is_infinite(self.t) else sympy.expand_log(sympy.log(sympy_of(self.t, t)))

    def __float__(self) -> float:
        if is_infinite(self.t):
            return math.inf
        lower, upper = self.bounds(width=Fraction(1, 10**18))
        return float((lower + upper) / 2)

    def __str__(self) -> str:
        if (exact := self.value) is not None:
            return show(exact)
        if is_infinite(self.t):
            return "inf"
        if isinstance(self.t, Element) and isinstance(self.t.field, Free) and self.t == generator(self.t.field):
            return _show_interval(self.t.field)
        if isinstance(self.t, Element) and isinstance(self.t.field, Algebraic):
            from rropt.exact.conversion import spell

            return f"log({spell(self.t)})"  # such a t has no name of its own
        return f"log({show(self.t)})"

    def __repr__(self) -> str:
        return f"Epsilon({self.shown()})"

    def shown(self, *, digits: int | None = None, direction: Direction = "upper") -> str:
        """Write ε exactly and as a decimal; only as a decimal if the exact form exceeds a line.

        If exact forms are not wanted (`EXACT`), only the decimal is written, unless ε is the logarithm of a whole number. The
        decimal is rounded in the stated direction: up, if none is stated.
        """
        exact = self.value
        if self.is_free or is_infinite(self.t) or (exact is not None and exact.denominator == 1):
            return str(self)
        digits = DIGITS.get() if digits is None else digits
        width = Fraction(1, 10 ** (digits + 12))
        lower, upper = (decimal(x, digits=digits, direction=direction) for x in self.bounds(width=width))
        if (
            lower != upper
        ):  # a decimal lies between the bounds, as in the ε of a device that comes very near to a rational one
            lower, upper = (decimal(x, digits=digits, direction=direction) for x in self.bounds(width=width**4))
        text, is_whole = str(self), isinstance(self.t, Fraction) and self.t.denominator == 1
        near = upper if direction == "upper" else lower
        if len(text) <= 80 and (EXACT.get() or is_whole):
            return f"{text} ≈ {near}"
        return f"≈ {near}" if EXACT.get() else near


def rational_base(epsilon: Epsilon) -> tuple[Fraction, int] | None:
    """Find (r, n) with ε = log(r)/n for a rational r and a whole number n.

    None if e^ε is neither a rational number nor the n-th root of one.
    """
    t = epsilon.t
    if isinstance(t, Fraction):
        return t, 1
    if isinstance(t, Element) and isinstance(t.field, Radical) and not any(t.num.coeffs()[:-1]):
        k, n = t.num.degree(), t.field.degree
        factor, common = Fraction(int(t.num[k]), int(t.den[0])), math.gcd(k, n)
        return factor ** (n // common) * t.field.radicand ** (k // common), n // common
    return None


def _show_interval(field: Free) -> str:
    if field == Free():
        return "every epsilon > 0"
    upper = "inf" if is_infinite(field.upper) else str(Epsilon(field.upper))
    return f"{Epsilon(field.lower)}..{upper}"


def _from_value(value: Value, text: str) -> Bound:
    """Compute e^value as an exact number or infinity; refuse a negative value, or an irrational one that is no logarithm.

    `text` is how the value was written, for the message.
    """
    if isinstance(value, Element):
        raise InputError(f"epsilon = '{text}' must be a rational number or a logarithm, such as ln3")
    t = exponential(value)
    if value < 0 if isinstance(value, Fraction) else t < 1:
        raise InputError(f"epsilon = {text} is negative; a privacy budget is at least 0")
    return t


def _report(text: str, value: Value) -> str:
    if isinstance(value, Fraction) and ("." in text or "e" in text.lower()):
        return f"epsilon = {text}, read as the rational {show(value)}; for the logarithm of 3 write ln3"
    quotient = QUOTIENT.fullmatch(text.strip())
    if quotient is not None:
        near = decimal(Epsilon(_from_value(value, text)).bounds()[1], digits=6, direction="upper")
        number, divisor = quotient.groups()
        other = f"{number}/{divisor}"
        return f"epsilon = {text}, read as (ln {number})/{divisor} ≈ {near}; for the logarithm of {other} write ln({other})"
    return ""


def read_epsilon(x: object) -> Epsilon:
    """Read a privacy budget from a text or number.

    Args:
        x: A rational ("1/2", 0.5), `ln3` or `log(5/2)`, `inf`, `every`, or an interval such as `1/2..2`.

    Returns:
        The budget, exactly, as t = e^ε; `said` tells how a float was read.

    Raises:
        InputError: x cannot be read as a budget, or is negative.

    Examples:
        >>> from rropt.exact import read_epsilon
        >>> print(read_epsilon("ln3").t, read_epsilon("1/2"))
        3 1/2

    Reference: SPEC.md, 2, the fields of e^ε.
    """
    if isinstance(x, Epsilon):
        return x
    if isinstance(x, Log):
        return Epsilon(_from_value(x, "log"))
    if isinstance(x, bool) or (isinstance(x, float) and math.isnan(x)):
        raise InputError(f"epsilon = {x} is not a number; give a rational number, or a logarithm such as ln3")
    if isinstance(x, list | tuple) or (isinstance(x, str) and "," in x and not COMMA.fullmatch(x)):
        raise InputError(
            f"epsilon = {shorten(str(x))} is several numbers, and here is one budget; give one, or ",
            Either(
                "let sweep find a design at each, or rropt.survey.plan_epsilons",
                "let rropt sweep find a design at each, or rropt plan",
            ),
            " say how many people each takes",
        )
    text = as_text(x).strip()
    if text == "every":
        return Epsilon(generator(Free()))
    if ".." in text:
        return _read_interval(text)
    if text.endswith("%"):
        raise InputError(
            f"epsilon = {text} is a percentage; give a plain number such as 1/2, or a logarithm such as ln3"
        )
    value = parse(text)
    return Epsilon(_from_value(value, text), _report(text, value))


def _read_interval(text: str) -> Epsilon:
    left, _, right = text.partition("..")
    if not left.strip() or not right.strip():
        raise InputError(f"epsilon = {text} lacks an end; give both ends, such as 1/2..2 or 1/2..inf")
    lower, upper = _from_value(parse(left), left), _from_value(parse(right), right)
    order = order_of(lower, upper)
    if order == 0 and not is_infinite(lower):
        raise InputError(f"epsilon = {text} is a point, not an interval; give {left.strip()}")
    if is_infinite(lower) or order > 0:
        raise InputError(f"epsilon = {text} is an empty interval; give lower..upper with lower < upper")
    return Epsilon(generator(Free(lower, upper, lower_open=False, upper_open=is_infinite(upper))))
