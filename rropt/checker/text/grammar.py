"""The grammar of numbers: SPEC.md, section 1.3.

    sum     = [ "-" ] product { ( "+" | "-" ) product }
    product = power { ( "*" | "/" ) power }
    power   = atom [ "^" digits ]
    atom    = digits | name | "(" sum ")" | function "(" sum { "," sum } ")"

A text denotes a quotient of polynomials. The quotient is computed operation by operation, from left to right. Only in sums is
anything cancelled, namely integers that are common factors. Functions such as `max` are allowed only in the texts of section 5.8.
These texts denote functions of x, which may have corners.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..arithmetic.quotient import Quotient, constant, size_of
from ..limits import MOST_DIGITS, MOST_PARENTHESES, MOST_POWER, hold, spend
from ..refusals import Malformed, expect, expect_at_most

TOKEN = re.compile("[0-9]+|[a-zA-Z][a-zA-Z0-9_]*|[-+*/^()]")
TOKEN_OF_FUNCTIONS = re.compile(f"{TOKEN.pattern}|,")
# Python converts up to this many digits at once, whatever its settings are.
SAFE_DIGITS = 600

Names = Mapping[str, Quotient]
Divide = Callable[[Quotient, Quotient], Quotient]


@dataclass(frozen=True, slots=True)
class Values:
    """The operations that the reader of numbers uses to compute values of one kind, for example quotients of polynomials.

    The values themselves must have the operators +, - and *, and a method `power_zero`. `names` has the value of each name.
    `divide` divides two values; it raises an error if it refuses the division. `number` converts an integer to a value. `size`
    returns an upper estimate of the bytes of a value. `functions` has the functions that a text may call, by name.
    """

    names: Mapping[str, Any]
    divide: Callable[[Any, Any], Any]
    number: Callable[[int], Any] = constant
    size: Callable[[Any], int] = size_of
    functions: Mapping[str, Callable[[list[Any]], Any]] = field(default_factory=dict)


def parse(text: str, names: Names, divide: Divide) -> Quotient:
    """Evaluate a text of the grammar to a quotient of polynomials.

    `names` has the value of each name. `divide` divides two values; it raises an error if it refuses the division.
    """
    return parse_values(text, Values(names, divide))  # type: ignore[no-any-return]


def parse_values(text: str, values: Values) -> Any:
    """Evaluate a text of the grammar to a value of the kind that `values` computes with."""
    return _Reader(text, values).read_whole()


def read_integer(digits: str) -> int:
    """Convert decimal digits to an integer, SAFE_DIGITS at a time, because a setting of Python may refuse longer texts."""
    expect_at_most(len(digits), MOST_DIGITS, "digits of an integer")
    spend(60, len(digits), len(digits))
    found = 0
    for start in range(0, len(digits), SAFE_DIGITS):
        part = digits[start : start + SAFE_DIGITS]
        found = found * 10 ** len(part) + int(part)
    return found


def names_of(text: str) -> set[str]:
    """Find all names that occur in a text of the grammar."""
    return {token for token in TOKEN.findall(text) if token[0].isalpha()}


class _Reader:
    """Evaluates a text of the grammar from left to right, with one method for each line of the grammar."""

    def __init__(self, text: str, values: Values) -> None:
        """Cut the text into tokens; anything but spaces between tokens is malformed."""
        spend(60 + 16 * len(text))
        self.shown = ascii(text[:60])
        self.values = values
        token = TOKEN_OF_FUNCTIONS if values.functions else TOKEN
        self.tokens = token.findall(text)
        spend(60 * len(self.tokens))
        self.at = 0
        rest = token.sub("", text)
        expect(not rest.strip(" "), f"characters that no number has in {self.shown}")

    def peek(self) -> str:
        """Return the next token without going past it; "" at the end."""
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        """Return the next token, and go past it; "" at the end."""
        token = self.peek()
        self.at += 1
        return token

    def read_whole(self) -> Any:
        """Evaluate the whole text, which must be one sum; anything after it is malformed."""
        found = self.read_sum(0)
        expect(self.peek() == "", f"something after the end of the number {self.shown}")
        return found

    def read_sum(self, depth: int) -> Any:
        """Read and evaluate a sum: [ "-" ] product { ( "+" | "-" ) product }. `depth` counts the parentheses around it."""
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

    def read_product(self, depth: int) -> Any:
        """Read and evaluate a product: power { ( "*" | "/" ) power }. `depth` counts the parentheses around it."""
        found = self.read_power(depth)
        while self.peek() in ("*", "/"):
            sign = self.take()
            right = self.read_beside(found, self.read_power, depth)
            found = found * right if sign == "*" else self.values.divide(found, right)
        return found

    def read_beside(self, left: Any, read: Callable[[int], Any], depth: int) -> Any:
        """Evaluate the right side of an operation by calling `read`, and return its value.

        `left` is the value of the left side. If the right side begins with a parenthesis, the bytes of `left` count against the
        memory limit while `read` is running. The reason is that nested parentheses keep many left values at the same time.
        """
        if self.peek() != "(":
            return read(depth)
        size = self.values.size(left)
        hold(size)
        right = read(depth)
        hold(-size)
        return right

    def read_power(self, depth: int) -> Any:
        """Read and evaluate a power: atom [ "^" digits ]. `depth` counts the parentheses around it."""
        found = self.read_atom(depth)
        if self.peek() != "^":
            return found
        self.take()
        digits = self.take()
        expect(digits.isdigit(), f"an exponent that is no integer in {self.shown}")
        exponent = read_integer(digits)
        expect_at_most(exponent, MOST_POWER, "factors of a power")
        return raise_to(found, exponent)

    def read_atom(self, depth: int) -> Any:
        """Read and evaluate an atom: digits | name | "(" sum ")" | function "(" sum { "," sum } ")"."""
        token = self.take()
        if token.isdigit():
            return self.values.number(read_integer(token))
        if token == "(":
            found = self.read_inside(depth)
            self.close()
            return found
        if token in self.values.functions and self.peek() == "(":
            self.take()
            sides = [self.read_inside(depth)]
            while self.peek() == ",":
                self.take()
                sides.append(self.read_inside(depth))
            self.close()
            return self.values.functions[token](sides)
        if token not in self.values.names:
            raise Malformed(f"no number stands where one is needed in {self.shown}")
        return self.values.names[token]

    def read_inside(self, depth: int) -> Any:
        """Read and evaluate the sum inside parentheses; `depth` counts the parentheses around these."""
        expect_at_most(depth + 1, MOST_PARENTHESES, "parentheses in one another")
        return self.read_sum(depth + 1)

    def close(self) -> None:
        """Go past a closing parenthesis; any other token is malformed."""
        expect(self.take() == ")", f"a parenthesis that is not closed in {self.shown}")


def raise_to(x: Any, exponent: int) -> Any:
    """Compute x^exponent by squaring, for an exponent >= 0. If the exponent is 0, return `x.power_zero()`."""
    if exponent == 0:
        return x.power_zero()
    found = x
    for bit in f"{exponent:b}"[1:]:
        found = found * found
        if bit == "1":
            found = found * x
    return found
