"""Functions of x > 0: one quotient of polynomials in x, or several lines that join at corners. SPEC.md, section 5.8."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from ..limits import MOST_PIECES, hold, spend
from ..refusals import expect, expect_at_most
from .polynomial import Polynomial, bits_of_longest, degree, is_constant
from .quotient import ONE, Quotient, size_of

Line = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Pieces:
    """A function of x > 0, given by one quotient of polynomials or by several lines.

    From starts[n] to the next start the function equals the quotient parts[n]; starts[0] is 0. If there are several parts, each is
    a line, and neighbouring lines meet at a corner. `divisors` has the numerators of all divisors that were used to form the
    function, even those that have been cancelled since.
    """

    starts: list[Fraction]
    parts: list[Quotient]
    divisors: tuple[Polynomial, ...] = ()

    def __add__(self, other: "Pieces") -> "Pieces":
        """Add two functions.

        If one of them has corners (consists of several lines that meet), both must consist of lines. Otherwise raise `Malformed`.
        """
        return _beside(self, other, lambda a, b: a + b)

    def __neg__(self) -> "Pieces":
        return Pieces(self.starts, [-part for part in self.parts], self.divisors)

    def __sub__(self, other: "Pieces") -> "Pieces":
        return self + -other

    def __mul__(self, other: "Pieces") -> "Pieces":
        """Multiply two functions.

        If one of them has corners (consists of several lines that meet), the other must be a number. Otherwise raise `Malformed`.
        """
        one, two = (self, other) if len(other.parts) == 1 else (other, self)
        fits = len(two.parts) == 1 and (len(one.parts) == 1 or two.parts[0].is_constant())
        expect(fits, "a product of functions of which one has corners and the other is no number")
        return _keep(one.starts, [part * two.parts[0] for part in one.parts], _join(self, other))

    def power_zero(self) -> "Pieces":
        """Return this function to the power 0: the function 1. It keeps the divisors, as it is undefined where they are 0."""
        return Pieces([Fraction(0)], [ONE], self.divisors)

    def lines(self) -> list[Line]:
        """Return for each part its slope and its value at 0. If a part is not a line, raise `Malformed`."""
        return [_line(part) for part in self.parts]

    def size(self) -> int:
        """Estimate from above how many bytes the function takes."""
        return sum(200 + size_of(part) for part in self.parts)


def whole(part: Quotient) -> Pieces:
    """Make the function that is the quotient `part` for all x > 0."""
    return Pieces([Fraction(0)], [part])


def divide(a: Pieces, b: Pieces) -> Pieces:
    """Divide the function a by b.

    If b is 0, or if b has corners (consists of several lines that meet), raise `Malformed`. Raise it too if a has corners and b is
    not a number.
    """
    fits = len(b.parts) == 1 and bool(b.parts[0].num)
    expect(fits, "a division by 0, or by a function with corners")
    below = b.parts[0]
    return a * Pieces(b.starts, [ONE.over(below)], (*b.divisors, below.num))


def largest_of(sides: list[Pieces]) -> Pieces:
    """Compute the maximum of one or more functions. If one of them does not consist of lines, raise `Malformed`."""
    found = sides[0]
    found.lines()  # this refuses a side that is no line, also if it is the only one
    for side in sides[1:]:
        found = _larger(found, side)
    return found


def absolute(sides: list[Pieces]) -> Pieces:
    """Compute the absolute value of the only function in `sides`. If `sides` has several functions, raise `Malformed`."""
    expect(len(sides) == 1, "an absolute value of several numbers")
    return _larger(sides[0], -sides[0])


def _beside(a: Pieces, b: Pieces, join: Callable[[Quotient, Quotient], Quotient]) -> Pieces:
    """Combine two functions into one, by applying `join` to their two quotients on each common piece.

    A common piece starts wherever a piece of one of the functions starts. Neighbouring pieces that are the same line are merged.
    """
    starts = sorted({*a.starts, *b.starts})
    return _keep(starts, [join(_at(a, x), _at(b, x)) for x in starts], _join(a, b))


def _join(a: Pieces, b: Pieces) -> tuple[Polynomial, ...]:
    """List the divisors of both functions. A divisor that is the same object several times is listed once.

    Divisors can be the same object because the factors of a power share them: in f^2, both factors have the divisors of f.
    """
    spend(len(a.divisors) + len(b.divisors))
    return tuple({id(p): p for p in (*a.divisors, *b.divisors)}.values())


def _at(f: Pieces, x: Fraction) -> Quotient:
    """Return the quotient that gives the function f at x and immediately after x."""
    spend(4 * len(f.starts))
    return next(part for start, part in zip(reversed(f.starts), reversed(f.parts), strict=True) if start <= x)


def _larger(a: Pieces, b: Pieces) -> Pieces:
    """Compute the maximum of two functions that consist of lines.

    On an interval where neither function has a corner, both are lines. If the lines cross inside the interval, the maximum consists
    of one line on each side of the crossing. Otherwise it is one of the two lines.
    """
    a.lines(), b.lines()
    common = sorted({*a.starts, *b.starts})
    starts, parts = [], []
    for x, end in pairwise([*common, None]):
        assert x is not None
        one, two = _at(a, x), _at(b, x)
        (rise, height), (other_rise, other_height) = _line(one), _line(two)
        numbers = (x, rise, height, other_rise, other_height)
        bits = max(n.numerator.bit_length() + n.denominator.bit_length() for n in numbers)
        spend(100, 16 * bits, bits)  # sums, products, common divisors and comparisons of numbers of this length
        ahead = (height + rise * x) - (other_height + other_rise * x)
        faster = rise - other_rise
        first, then = (one, two) if ahead > 0 or (ahead == 0 and faster >= 0) else (two, one)
        starts.append(x)
        parts.append(first)
        crossing = x - ahead / faster if ahead * faster < 0 else None
        if crossing is not None and (end is None or crossing < end):
            starts.append(crossing)
            parts.append(then)
    return _keep(starts, parts, _join(a, b))


def _keep(starts: list[Fraction], parts: list[Quotient], divisors: tuple[Polynomial, ...]) -> Pieces:
    """Make a function from its pieces, merging neighbouring pieces that are the same line."""
    expect_at_most(len(parts), MOST_PIECES, "pieces of a function")
    if len(parts) == 1:
        return Pieces(starts, parts, divisors)
    kept = [0, *(n for n in range(1, len(parts)) if _line(parts[n]) != _line(parts[n - 1]))]
    hold(sum(size_of(parts[n]) for n in kept))
    return Pieces([starts[n] for n in kept], [parts[n] for n in kept], divisors)


def _line(part: Quotient) -> Line:
    """Return the slope and the value at 0 of a quotient that is a line.

    A line has a constant denominator, and a numerator of degree 0 or 1. If the quotient is not a line, raise `Malformed`.
    """
    expect(is_constant(part.den) and degree(part.num) <= 1, "corners of what is no line")
    spend(40, bits_of_longest(part.num.values()), part.den[0].bit_length())
    return Fraction(part.num.get(1, 0), part.den[0]), Fraction(part.num.get(0, 0), part.den[0])
