"""Read the text of a function φ of x > 0, without running it as code.

The function is continuous and piecewise linear, or a quotient of polynomials. This is the grammar of its text:

    sum     = [ - ] product { (+|-) product }
    product = power { (*|/) power }
    power   = atom [ (^|**) digits ]
    atom    = decimal | x | ( sum ) | max( sum {, sum} ) | abs( sum )

A + before the first product of a sum is dropped. A function with corners (made by max or abs) must be a straight line from each
corner to the next. It may be multiplied by numbers only, and nothing may be divided by it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import pairwise
from typing import TypeAlias

import flint

from rropt.exact.errors import InputError
from rropt.exact.fields import Free
from rropt.exact.infinity import INFINITY
from rropt.exact.isolate import isolate

__all__ = ["Lines", "Quotient", "has_root", "read_function", "spell_function"]

MOST_TEXT = 1000
MOST_DEPTH = 40
MOST_DEGREE = 16
MOST_PIECES = 64
TOKEN = re.compile(r"\s*(\d+(?:\.\d+)?|\.\d+|x|max|abs|\*\*|[-+*/^(),])", re.ASCII)
EXAMPLE = 'write it with x, numbers, + - * / ^, max and abs, such as "max(x - 2, 0)" or "(x - 1)^2/(x + 1)"'


@dataclass(frozen=True, slots=True)
class Quotient:
    """A quotient of two polynomials in lowest terms, the second not 0."""

    above: flint.fmpq_poly
    below: flint.fmpq_poly


@dataclass(frozen=True, slots=True)
class Lines:
    """A continuous piecewise linear function on x ≥ 0, given by its pieces from left to right.

    Each piece begins at one of the `starts`; the first start is 0. Each piece lies on a straight line, and `lines` has the slope of
    that line and its value at x = 0. Neighbouring pieces lie on different lines.
    """

    starts: tuple[Fraction, ...]
    lines: tuple[tuple[Fraction, Fraction], ...]

    def at(self, x: Fraction) -> tuple[Fraction, Fraction]:
        """Return the line of the piece that contains x, as the pair of its slope and its value at 0. A corner belongs to the
        piece on its right."""
        return next(line for start, line in zip(self.starts[::-1], self.lines[::-1], strict=True) if start <= x)


Function: TypeAlias = Quotient | Lines


def has_root(p: flint.fmpq_poly, *, odd: bool = False) -> bool:
    """Whether a polynomial has a root x > 0. With `odd`, only roots of odd multiplicity count, where the sign changes."""
    _, found = p.numer().factor()
    return bool(isolate([factor for factor, times in found if times % 2 or not odd], Free(Fraction(0), INFINITY)))


def spell_function(text: object) -> str:
    """Bring the text of a function into one canonical spelling, which the checker reads too.

    Decimals become fractions, and ** becomes ^. Spaces are dropped, and so is a + before the first product of a sum.
    """
    if not isinstance(text, str):
        raise InputError(f"phi must be a text, not {str(text)[:40]!r}; {EXAMPLE}")
    both = pairwise(["(", *_tokens(text)])
    return "".join(_spell_token(token) for last, token in both if token != "+" or last not in ("(", ","))


def _spell_token(token: str) -> str:
    if "." in token:
        above, below = Fraction(token).as_integer_ratio()
        return f"({above}/{below})"
    return {"**": "^"}.get(token, token)


def _tokens(text: str) -> list[str]:
    if len(text) > MOST_TEXT:
        raise InputError(f"phi has {len(text)} characters; give at most {MOST_TEXT}")
    found, at, end = [], 0, len(text.rstrip())
    while at < end:
        token = TOKEN.match(text, at)
        if token is None:
            raise InputError(f"cannot read {text[at:].strip()[:20]!r} in phi; {EXAMPLE}")
        found.append(token[1])
        at = token.end()
    return found


@lru_cache(maxsize=64)
def read_function(text: str) -> Function:
    """Read the function that a text denotes. It is `Lines` only if it has a corner, else a `Quotient`."""
    reader = _Reader(text, _tokens(text))
    found = reader.sum(0)
    if reader.peek():
        raise reader.fail(f"unexpected {reader.peek()!r} after the end of the formula")
    return found


@dataclass
class _Reader:
    """A recursive descent parser, with one method for each rule of the module's grammar."""

    text: str
    tokens: list[str]
    place: int = 0

    def fail(self, why: str) -> InputError:
        return InputError(f"cannot read phi = {self.text[:60]!r}: {why}; {EXAMPLE}")

    def lacks(self, what: str, token: str) -> InputError:
        return self.fail(f"{what} is missing at {repr(token) if token else 'the end'}")

    def peek(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, *wanted: str) -> str:
        """If the next token is one of `wanted`, take the token and return it. Otherwise take nothing and return the empty text."""
        token = self.peek()
        if token in wanted and token:
            self.place += 1
            return token
        return ""

    def sum(self, depth: int) -> Function:
        if depth > MOST_DEPTH:
            raise self.fail(f"the parentheses are nested more than {MOST_DEPTH} deep")
        if self.take("-"):
            found = self.multiply(_number(-1), self.product(depth))
        else:
            found = self.product(depth)
        while sign := self.take("+", "-"):
            right = self.product(depth)
            found = self.add(found, right if sign == "+" else self.multiply(_number(-1), right))
        return found

    def product(self, depth: int) -> Function:
        found = self.power(depth)
        while sign := self.take("*", "/"):
            right = self.power(depth)
            if sign == "/":
                if isinstance(right, Lines) or not right.above:
                    why = "a function with corners (of max or abs)" if isinstance(right, Lines) else "0"
                    raise self.fail(f"the formula divides by {why}")
                if has_root(right.above):
                    raise self.fail("the formula divides by a function that is 0 at some x > 0")
                right = Quotient(right.below, right.above)
            found = self.multiply(found, right)
        return found

    def power(self, depth: int) -> Function:
        found = self.atom(depth)
        if not self.take("^", "**"):
            return found
        digits = self.peek()
        if not digits.isdigit() or int(digits[:4]) > MOST_DEGREE or len(digits) > 4:
            raise self.fail(f"an exponent must be a whole number up to {MOST_DEGREE}")
        self.place += 1
        power: Function = _number(1)
        for _ in range(int(digits)):
            power = self.multiply(power, found)
        return power

    def atom(self, depth: int) -> Function:
        token = self.peek()
        self.place += 1
        if token[:1].isdigit() or token[:1] == ".":
            return _number(Fraction(token))
        if token == "x":
            return Quotient(flint.fmpq_poly([0, 1]), flint.fmpq_poly([1]))
        if token == "(":
            found = self.sum(depth + 1)
            self.close()
            return found
        if token in ("max", "abs") and self.take("("):
            sides = [self.sum(depth + 1)]
            while token == "max" and self.take(","):
                sides.append(self.sum(depth + 1))
            self.close()
            sides = [*sides, self.multiply(_number(-1), sides[0])] if token == "abs" else sides
            return _function(reduce(_larger, map(self.lines, sides)))
        raise self.lacks("a number, x, '(', 'max(' or 'abs('", token)

    def close(self) -> None:
        if not self.take(")"):
            raise self.lacks("')'", self.peek())

    def lines(self, f: Function) -> Lines:
        """Convert a function to `Lines`. If it is not made of straight lines, refuse it."""
        if isinstance(f, Lines):
            return f
        if f.below.degree() > 0 or f.above.degree() > 1:
            raise self.fail("max and abs take only piecewise linear functions")
        height, rise = (Fraction(int(c.p), int(c.q)) for c in (f.above[0] / f.below[0], f.above[1] / f.below[0]))
        return Lines((Fraction(0),), ((rise, height),))

    def add(self, a: Function, b: Function) -> Function:
        if isinstance(a, Quotient) and isinstance(b, Quotient):
            return self.lowest(a.above * b.below + b.above * a.below, a.below * b.below)
        one, two = self.lines(a), self.lines(b)
        starts = sorted({*one.starts, *two.starts})
        both = [(one.at(x), two.at(x)) for x in starts]
        return _function(_joined(starts, [(rise + more, height + higher) for (rise, height), (more, higher) in both]))

    def multiply(self, a: Function, b: Function) -> Function:
        if isinstance(a, Quotient) and isinstance(b, Quotient):
            return self.lowest(a.above * b.above, a.below * b.below)
        one, two = (a, b) if isinstance(a, Lines) else (b, a)
        if isinstance(two, Lines) or two.above.degree() > 0 or two.below.degree() > 0:
            raise self.fail("a function with corners may be multiplied by numbers only")
        assert isinstance(one, Lines)
        ratio = two.above[0] / two.below[0]
        factor = Fraction(int(ratio.p), int(ratio.q))
        return _function(_joined(one.starts, [(factor * rise, factor * height) for rise, height in one.lines]))

    def lowest(self, above: flint.fmpq_poly, below: flint.fmpq_poly) -> Quotient:
        common = above.gcd(below)
        found = Quotient(above // common, below // common)
        if max(found.above.degree(), found.below.degree()) > MOST_DEGREE:
            raise self.fail(f"the degree of the formula is above {MOST_DEGREE}")
        return found


def _number(x: Fraction | int) -> Quotient:
    above, below = Fraction(x).as_integer_ratio()
    return Quotient(flint.fmpq_poly([above]), flint.fmpq_poly([below]))


def _function(f: Lines) -> Function:
    """Return a piecewise linear function as a `Quotient` if it has no corner; otherwise return it unchanged."""
    if len(f.lines) > 1:
        return f
    ((rise, height),) = f.lines
    return Quotient(flint.fmpq_poly([flint.fmpq(*x.as_integer_ratio()) for x in (height, rise)]), flint.fmpq_poly([1]))


def _larger(a: Lines, b: Lines) -> Lines:
    """Compute the maximum of two functions. Its corners are among their corners and the points where two of their lines cross."""
    corners = sorted({*a.starts, *b.starts})
    starts, lines = [], []
    for x, end in pairwise([*corners, None]):
        assert x is not None
        one, two = sorted((a.at(x), b.at(x)), key=lambda line: (line[1] + line[0] * x, line[0]), reverse=True)
        starts.append(x)
        lines.append(one)
        if two[0] > one[0]:
            crossing = (one[1] - two[1]) / (two[0] - one[0])
            if end is None or crossing < end:
                starts.append(crossing)
                lines.append(two)
    return _joined(starts, lines)


def _joined(starts: list[Fraction] | tuple[Fraction, ...], lines: list[tuple[Fraction, Fraction]]) -> Lines:
    """Make `Lines` from lines that begin at `starts`. If two neighbours are on the same line, they are joined. Too many pieces
    are refused."""
    kept = [0, *(n for n in range(1, len(lines)) if lines[n] != lines[n - 1])]
    if len(kept) > MOST_PIECES:
        raise InputError(f"phi has {len(kept)} linear pieces; give at most {MOST_PIECES}")
    return Lines(tuple(starts[n] for n in kept), tuple(lines[n] for n in kept))
