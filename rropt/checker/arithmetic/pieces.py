"""Functions of x > 0 by pieces: quotients of polynomials in x, of which several follow one another only where all are lines.

SPEC.md, section 5.8.
"""

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
    """From each start on, until the next, one quotient; the first start is 0. Where there are several they are lines, and meet.

    The divisors are the N of all that was divided by on the way, also where it has cancelled since.
    """

    starts: list[Fraction]
    parts: list[Quotient]
    divisors: tuple[Polynomial, ...] = ()

    def __add__(self, other: "Pieces") -> "Pieces":
        """The sum; of several pieces all are lines."""
        return _beside(self, other, lambda a, b: a + b)

    def __neg__(self) -> "Pieces":
        return Pieces(self.starts, [-part for part in self.parts], self.divisors)

    def __sub__(self, other: "Pieces") -> "Pieces":
        return self + -other

    def __mul__(self, other: "Pieces") -> "Pieces":
        """The product; what has corners is multiplied by a number alone."""
        one, two = (self, other) if len(other.parts) == 1 else (other, self)
        fits = len(two.parts) == 1 and (len(one.parts) == 1 or two.parts[0].is_constant())
        expect(fits, "a product of functions of which one has corners and the other is no number")
        return _keep(one.starts, [part * two.parts[0] for part in one.parts], _join(self, other))

    def power_zero(self) -> "Pieces":
        """1, divided by what was divided by before."""
        return Pieces([Fraction(0)], [ONE], self.divisors)

    def lines(self) -> list[Line]:
        """The slope of each piece, and its height where it is continued to 0."""
        return [_line(part) for part in self.parts]

    def size(self) -> int:
        """Bytes that it takes, estimated from above."""
        return sum(200 + size_of(part) for part in self.parts)


def whole(part: Quotient) -> Pieces:
    """One quotient of x on all x > 0."""
    return Pieces([Fraction(0)], [part])


def divide(a: Pieces, b: Pieces) -> Pieces:
    """The quotient by a polynomial, or a quotient of them, other than 0; what has corners is divided by a number alone."""
    fits = len(b.parts) == 1 and bool(b.parts[0].num)
    expect(fits, "a division by 0, or by a function with corners")
    below = b.parts[0]
    return a * Pieces(b.starts, [ONE.over(below)], (*b.divisors, below.num))


def largest_of(sides: list[Pieces]) -> Pieces:
    """The largest of one function or more, which are lines or consist of lines."""
    found = sides[0]
    found.lines()  # each side is to consist of lines, also where it stands alone
    for side in sides[1:]:
        found = _larger(found, side)
    return found


def absolute(sides: list[Pieces]) -> Pieces:
    """The absolute value of one function."""
    expect(len(sides) == 1, "an absolute value of several numbers")
    return _larger(sides[0], -sides[0])


def _beside(a: Pieces, b: Pieces, join: Callable[[Quotient, Quotient], Quotient]) -> Pieces:
    """Both by common pieces, joined piece by piece."""
    starts = sorted({*a.starts, *b.starts})
    return _keep(starts, [join(_at(a, x), _at(b, x)) for x in starts], _join(a, b))


def _join(a: Pieces, b: Pieces) -> tuple[Polynomial, ...]:
    """What was divided by in either, each object once: a power has those of its base."""
    return tuple({id(p): p for p in (*a.divisors, *b.divisors)}.values())


def _at(f: Pieces, x: Fraction) -> Quotient:
    """The piece that a start lies on, or begins."""
    spend(4 * len(f.starts))
    return next(part for start, part in zip(reversed(f.starts), reversed(f.parts), strict=True) if start <= x)


def _larger(a: Pieces, b: Pieces) -> Pieces:
    """The larger of two: on each common piece one line, or one up to where they cross and then the other."""
    a.lines(), b.lines()
    common = sorted({*a.starts, *b.starts})
    starts, parts = [], []
    for x, end in pairwise([*common, None]):
        assert x is not None
        one, two = _at(a, x), _at(b, x)
        (rise, height), (other_rise, other_height) = _line(one), _line(two)
        numbers = (x, rise, height, other_rise, other_height)
        bits = max(n.numerator.bit_length() + n.denominator.bit_length() for n in numbers)
        spend(100, 16 * bits, bits)  # sums, products, divisors in common and comparisons of these
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
    """Pieces that follow one another, of which equal neighbours that are lines are one."""
    expect_at_most(len(parts), MOST_PIECES, "pieces of a function")
    if len(parts) == 1:
        return Pieces(starts, parts, divisors)
    kept = [0, *(n for n in range(1, len(parts)) if _line(parts[n]) != _line(parts[n - 1]))]
    hold(sum(size_of(parts[n]) for n in kept))
    return Pieces([starts[n] for n in kept], [parts[n] for n in kept], divisors)


def _line(part: Quotient) -> Line:
    """Slope and height at 0 of a quotient that is a line as it is formed."""
    expect(is_constant(part.den) and degree(part.num) <= 1, "corners of what is no line")
    spend(40, bits_of_longest(part.num.values()), part.den[0].bit_length())
    return Fraction(part.num.get(1, 0), part.den[0]), Fraction(part.num.get(0, 0), part.den[0])
