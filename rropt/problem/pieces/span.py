"""An interval of t (or of δ), or a single t: its two ends, whether they belong to it, and its text in certificates and for
readers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from flint import fmpz_poly

from rropt.certificate.scope import cut, root_cut
from rropt.exact.decimal import decimal
from rropt.exact.element import Bound
from rropt.exact.fields import Free
from rropt.exact.infinity import is_infinite
from rropt.exact.isolate import Root, is_zero_at, isolate, narrow
from rropt.exact.ordering import order_of
from rropt.exact.spelling import show
from rropt.exact.substitute import polynomial_at

__all__ = ["End", "Span", "is_zero_at_end", "rational_end", "spans_between", "spell_end"]

End = Bound | Root
LONG, DIGITS = 10**12, 60
NEAR = 10**10
SHORT = 10**DIGITS  # a fraction whose denominator divides it has an exact decimal


@dataclass(frozen=True, slots=True)
class Span:
    """An interval of t, or a single t; `ends` such as "(]" says which end points belong to it.

    `letter` is how t is written for readers: `t` if it stands for e^ε, `delta` if it stands for δ.
    """

    lower: End
    upper: End
    ends: str
    letter: str = "t"

    @classmethod
    def point(cls, end: End, letter: str = "t") -> Span:
        """The span of a single t."""
        return cls(end, end, "[]", letter)

    @property
    def is_point(self) -> bool:
        """Whether both ends are the same number, though perhaps as elements of different fields."""
        lower, upper = self.lower, self.upper
        if isinstance(lower, Root) or isinstance(upper, Root):
            return isinstance(lower, Root) and isinstance(upper, Root) and lower == upper
        return not is_infinite(lower) and order_of(lower, upper) == 0

    @property
    def domain(self) -> Any:
        """The span as a certificate states a domain: {"t": …} for a single number, else {"from": …, "to": …, "ends": …}."""
        if self.is_point:
            return {"t": spell_end(self.lower)}
        return {"from": spell_end(self.lower), "to": spell_end(self.upper), "ends": self.ends}

    def __str__(self) -> str:
        if self.is_point:
            return f"{self.letter} = {_say_end(self.lower)}"
        return f"{self.ends[0]}{_say_end(self.lower)}, {_say_end(self.upper)}{self.ends[1]}"

    def where(self) -> str:
        """The span in words: `t in (1, 3)` or `t = 3`; of δ, `delta in (0, 1/4]` or `delta = 0`."""
        return str(self) if self.is_point else f"{self.letter} in {self}"


def spans_between(interval: Free, inner: Sequence[End]) -> list[Span]:
    """Cut an interval at the points `inner`, which increase. Neighbouring spans both contain their common point."""
    opening, closing = "(" if interval.lower_open else "[", ")" if interval.upper_open else "]"
    points: list[End] = [interval.lower, *inner, interval.upper]
    last = len(points) - 2
    return [
        Span(a, b, ("[" if n else opening) + ("]" if n < last else closing), interval.letter)
        for n, (a, b) in enumerate(pairwise(points))
    ]


def rational_end(end: End) -> Fraction | None:
    """The end as a rational; None if it is irrational or infinite."""
    if isinstance(end, Fraction):
        return end
    if isinstance(end, Root) and len(end.polynomial) == 2:
        return Fraction(-end.polynomial[0], end.polynomial[1])
    return None


def spell_end(end: End) -> Any:
    """Write an end as certificates spell it: a number, or a polynomial with an isolated root."""
    if not isinstance(end, Root):
        return cut(end)
    exact = rational_end(end)
    return root_cut(end.polynomial, end.lower, end.upper) if exact is None else cut(exact)


def is_zero_at_end(p: fmpz_poly, end: End) -> bool:
    """Whether a polynomial is zero at a finite end."""
    if isinstance(end, Root):
        return is_zero_at(p, end)
    assert not is_infinite(end)
    return polynomial_at(p, end) == 0


def _say_end(end: End) -> str:
    """Write an end for a reader. A root of higher degree is written as a decimal, and so are some long fractions; any other end is
    written exactly."""
    exact = rational_end(end)
    if exact is not None:
        return str(exact) if SHORT % exact.denominator or exact.denominator < LONG else decimal(exact, digits=DIGITS)
    return f"about {decimal(_near(end), digits=8)}" if isinstance(end, Root) else show(end)


def _near(root: Root) -> Fraction:
    """A rational that agrees with an irrational root to some ten digits, however far apart the root's own bounds are."""
    if _is_wide(root):
        (root,) = isolate([root.as_poly], Free(root.lower, root.upper))
    while _is_wide(root):
        root = narrow(root, (root.upper - root.lower) / 2)
    return (root.lower + root.upper) / 2


def _is_wide(root: Root) -> bool:
    least = min(abs(root.lower), abs(root.upper))
    return root.lower <= 0 <= root.upper or root.upper - root.lower > least / NEAR
