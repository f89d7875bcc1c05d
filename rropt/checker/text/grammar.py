"""The grammar of numbers: SPEC.md, section 1.3.

    sum     = [ "-" ] product { ( "+" | "-" ) product }
    product = power { ( "*" | "/" ) power }
    power   = atom [ "^" digits ]
    atom    = digits | name | "(" sum ")"

What a text denotes is a quotient of polynomials that is formed as it stands, nothing cancelled but in sums.
"""

import re
from collections.abc import Callable, Mapping

from ..arithmetic.quotient import Quotient, constant, size_of
from ..limits import MOST_DIGITS, MOST_PARENTHESES, MOST_POWER, hold, spend
from ..refusals import Malformed, expect, expect_at_most

TOKEN = re.compile("[0-9]+|[a-zA-Z][a-zA-Z0-9_]*|[-+*/^()]")
# Python converts fewer digits than this at once whatever its settings are.
SAFE_DIGITS = 600

Names = Mapping[str, Quotient]
Divide = Callable[[Quotient, Quotient], Quotient]


def parse(text: str, names: Names, divide: Divide) -> Quotient:
    """What a text denotes where names stand for quotients; `divide` divides, or refuses a division that is not defined."""
    return _Reader(text, names, divide).read_whole()


def read_integer(digits: str) -> int:
    """The integer that has these digits, read in parts that no setting of Python refuses."""
    expect_at_most(len(digits), MOST_DIGITS, "digits of an integer")
    spend(60, len(digits), len(digits))
    found = 0
    for start in range(0, len(digits), SAFE_DIGITS):
        part = digits[start : start + SAFE_DIGITS]
        found = found * 10 ** len(part) + int(part)
    return found


def names_of(text: str) -> set[str]:
    """The names that occur in a text of the grammar."""
    return {token for token in TOKEN.findall(text) if token[0].isalpha()}


class _Reader:
    """Reads a text from left to right, one method for each line of the grammar."""

    def __init__(self, text: str, names: Names, divide: Divide) -> None:
        """Cut the text into tokens; nothing but spaces may stand between them."""
        spend(60 + 16 * len(text))
        self.shown = ascii(text[:60])
        self.names = names
        self.divide = divide
        self.tokens = TOKEN.findall(text)
        spend(60 * len(self.tokens))
        self.at = 0
        rest = TOKEN.sub("", text)
        expect(not rest.strip(" "), f"characters that no number has in {self.shown}")

    def peek(self) -> str:
        """The next token; nothing at the end."""
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        """The next token, and go past it."""
        token = self.peek()
        self.at += 1
        return token

    def read_whole(self) -> Quotient:
        """A sum, after which the text ends."""
        found = self.read_sum(0)
        expect(self.peek() == "", f"something after the end of the number {self.shown}")
        return found

    def read_sum(self, depth: int) -> Quotient:
        """sum = [ "-" ] product { ( "+" | "-" ) product }"""
        if self.peek() == "-":
            self.take()
            found = -self.read_product(depth)
        else:
            found = self.read_product(depth)
        while self.peek() in ("+", "-"):
            sign = self.take()
            right = self.read_beside(found, self.read_product, depth)
            found = found + right if sign == "+" else found - right
        return found

    def read_product(self, depth: int) -> Quotient:
        """product = power { ( "*" | "/" ) power }"""
        found = self.read_power(depth)
        while self.peek() in ("*", "/"):
            sign = self.take()
            right = self.read_beside(found, self.read_power, depth)
            found = found * right if sign == "*" else self.divide(found, right)
        return found

    def read_beside(self, left: Quotient, read: Callable[[int], Quotient], depth: int) -> Quotient:
        """The right side of a sign; while a parenthesis there is read, the left side is kept, and paid for.

        In parentheses in one another many left sides are kept at a time.
        """
        if self.peek() != "(":
            return read(depth)
        size = size_of(left)
        hold(size)
        right = read(depth)
        hold(-size)
        return right

    def read_power(self, depth: int) -> Quotient:
        """power = atom [ "^" digits ]"""
        found = self.read_atom(depth)
        if self.peek() != "^":
            return found
        self.take()
        digits = self.take()
        expect(digits.isdigit(), f"an exponent that is no integer in {self.shown}")
        exponent = read_integer(digits)
        expect_at_most(exponent, MOST_POWER, "factors of a power")
        return raise_to(found, exponent)

    def read_atom(self, depth: int) -> Quotient:
        """atom = digits | name | "(" sum ")"."""
        token = self.take()
        if token.isdigit():
            return constant(read_integer(token))
        if token == "(":
            expect_at_most(depth + 1, MOST_PARENTHESES, "parentheses in one another")
            found = self.read_sum(depth + 1)
            expect(self.take() == ")", f"a parenthesis that is not closed in {self.shown}")
            return found
        if token not in self.names:
            raise Malformed(f"no number stands where one is needed in {self.shown}")
        return self.names[token]


def raise_to(x: Quotient, exponent: int) -> Quotient:
    """The power, by squaring; x^0 is D/D for the denominator D of x."""
    if exponent == 0:
        return Quotient(x.den, x.den, x.domain)
    found = x
    for bit in f"{exponent:b}"[1:]:
        found = found * found
        if bit == "1":
            found = found * x
    return found
