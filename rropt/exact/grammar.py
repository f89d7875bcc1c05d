"""The one grammar in which numbers are read; `rropt.exact.spelling` writes numbers in this grammar.

    sum     = product { (+|-) product }
    product = signed { (*|/) signed }
    signed  = { + | - } power
    power   = atom [ (^|**) signed ]
    number  = sum | decimal %
    atom    = decimal | t | e | inf | ln decimal | NAME ( sum ) | ( sum )        NAME: ln, log, exp, sqrt

Nothing is evaluated as code, and the size of the text and of every intermediate number is bounded, so a hostile
string costs at most a refusal. A float is read as the shortest decimal that prints it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational, Real

from flint import fmpz

from rropt.exact.element import Bound, Element, Number, generator
from rropt.exact.enclosure import say_log_nearby
from rropt.exact.errors import InputError
from rropt.exact.fields import Exponential, Free
from rropt.exact.infinity import INFINITY, Infinity, is_infinite
from rropt.exact.roots import MOST_DEGREE, rational_power
from rropt.exact.spelling import show

__all__ = [
    "Log",
    "Parser",
    "Value",
    "exponential",
    "parse",
    "read_inside",
    "read_integer",
    "read_number",
    "read_rational",
    "refuse_comma",
    "shorten",
    "show",
    "spell_range",
]

MOST_TEXT = 100_000  # characters
MOST_BITS = 1 << 20  # of one number
MOST_WORK = 1 << 25  # bits of all intermediate numbers together
MOST_DEPTH = 100  # parentheses in one another, and powers in exponents
MOST_EXPONENT = 1000  # of e
MOST_POWER_OF_T = 4096  # the degree of a power of a number with t
TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?P<name>[A-Za-z_]+)|(?P<sign>\*\*|[-+*/^()]))", re.ASCII
)

PLAIN = re.compile(r"([0-9]{1,300})(?:/([0-9]{1,300}))?")  # tried first, because most numbers look so
PERCENT = re.compile(r"\s*(?P<whole>\d{1,30}(?:\.\d{1,30})?)\s*%\s*", re.ASCII)
# refused: a comma stands between the numbers of a list, never within a number
COMMA = re.compile(r"\s*[-+]?\d{1,30}(?:,\d{1,30})+\s*%?\s*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Log:
    """The natural logarithm of a positive exact number, or of infinity; an epsilon may be given in this form."""

    argument: Bound


Value = Number | Log | Infinity


def shorten(x: object) -> str:
    """Write a value in an error, in at most 60 characters; a whole number may have more digits than Python writes."""
    text = as_text(x) if isinstance(x, Real) else str(x)
    return text if len(text) <= 60 else f"{text[:57]}..."


def exponential(x: Value) -> Bound:
    """Compute e^x exactly; refuse x unless it is rational (up to ±MOST_EXPONENT), infinite, or the logarithm of an exact number."""
    if isinstance(x, Log):
        return x.argument
    if is_infinite(x):
        return x if x > 0 else Fraction(0)
    if isinstance(x, Element):
        raise InputError(f"rropt cannot write e^({x}) exactly; give an exponent that is rational or a logarithm")
    if x == 0:
        return Fraction(1)
    if abs(x) > MOST_EXPONENT:
        raise InputError(
            f"e^({shorten(show(x))}) is refused; give an exponent from {-MOST_EXPONENT} to {MOST_EXPONENT}"
        )
    t = generator(Exponential(abs(x)))
    return t if x > 0 else 1 / t


def _bits(x: Value) -> int:
    if isinstance(x, Log):
        return _bits(x.argument)
    if isinstance(x, Fraction):
        return x.numerator.bit_length() + x.denominator.bit_length()
    if isinstance(x, Element):
        return sum((p.degree() + 1) * (int(p.height_bits()) + 1) for p in (x.num, x.den))
    return 1


@dataclass
class Parser:
    """A recursive descent parser for one text; `t` is the number that the letter t stands for (None: a free t > 1)."""

    text: str
    t: Number | None
    tokens: list[tuple[str, str, int]] = field(default_factory=list)
    at: int = 0
    depth: int = 0
    work: int = 0

    def fail(self, why: str, *, place: int | None = None) -> InputError:
        position = place if place is not None else self.tokens[self.at][2]
        at = f"at character {position + 1}; write it like 3/4, 0.75 or ln3{', and a range like 0.5..3' * (':' in self.text)}"
        return InputError(f"cannot read '{shorten(self.text)}' as a number: {why} {at}")

    def read(self) -> Value:
        """Read the whole text."""
        self.tokenize()
        value = self.sum()
        if self.tokens[self.at][0] != "end":
            raise self.fail(f"unexpected '{shorten(self.tokens[self.at][1])}'")
        return value

    def tokenize(self) -> None:
        position, end = 0, len(self.text.rstrip())
        while position < end:
            found = TOKEN.match(self.text, position)
            if found is None:
                raise self.fail(f"unexpected '{self.text[position:].strip()[:1]}'", place=position)
            self.tokens.append((str(found.lastgroup), found[str(found.lastgroup)], found.start(str(found.lastgroup))))
            position = found.end()
        self.tokens.append(("end", "", end))

    def take(self, *wanted: str) -> str | None:
        kind, text, _ = self.tokens[self.at]
        if kind == "sign" and text in wanted:
            self.at += 1
            return text
        return None

    def spend(self, value: Value) -> Value:
        bits = _bits(value)
        self.work += bits
        if bits > MOST_BITS or self.work > MOST_WORK:
            raise self.fail(f"numbers are too long (allowed: {MOST_BITS} bits for one, {MOST_WORK} for all)")
        return value

    def sum(self) -> Value:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise self.fail("parentheses are nested too deep")
        value = self.product()
        while operator := self.take("+", "-"):
            right = self.product()
            value = self.spend(self.add(value, right if operator == "+" else self.multiply(Fraction(-1), right)))
        self.depth -= 1
        return value

    def product(self) -> Value:
        value = self.signed()
        while operator := self.take("*", "/"):
            place = self.tokens[self.at][2]
            right = self.signed()
            if operator == "/":
                if right == 0 or isinstance(right, Log):
                    raise self.fail(f"division by {'zero' if right == 0 else 'a logarithm'}", place=place)
                right = self.power_of(right, Fraction(-1))
            value = self.spend(self.multiply(value, right))
        return value

    def signed(self) -> Value:
        negative = False
        while operator := self.take("+", "-"):
            negative ^= operator == "-"
        value = self.power()
        return self.multiply(Fraction(-1), value) if negative else value

    def power(self) -> Value:
        euler = self.tokens[self.at][:2] == ("name", "e")
        value = self.atom()
        if self.take("^", "**"):
            self.depth += 1
            if self.depth > MOST_DEPTH:
                raise self.fail("powers are nested too deep")
            exponent = self.signed()
            self.depth -= 1
            return self.spend(exponential(exponent) if euler else self.power_of(value, exponent))
        return value

    def atom(self) -> Value:
        kind, text, place = self.tokens[self.at]
        if kind == "number":
            self.at += 1
            return self.spend(self.decimal(text, place))
        if self.take("("):
            value = self.sum()
            self.close()
            return value
        if kind == "name":
            self.at += 1
            return self.spend(self.named(text, place))
        raise self.fail("a number is missing")

    def close(self) -> None:
        if not self.take(")"):
            raise self.fail("')' is missing")

    def decimal(self, text: str, place: int) -> Fraction:
        digits, _, exponent = text.lower().partition("e")
        whole, _, part = digits.partition(".")
        if len(exponent) > 5:
            raise self.fail("the exponent after e is too long (at most 5 characters are allowed)", place=place)
        return int(fmpz((whole + part) or "0")) * Fraction(10) ** (int(exponent or 0) - len(part))

    def named(self, name: str, place: int) -> Value:
        free = self.t.field if isinstance(self.t, Element) else None
        if name == "t" or (isinstance(free, Free) and name == free.letter):
            return generator(Free()) if self.t is None else self.t
        if name == "e":
            return generator(Exponential(Fraction(1)))
        if name == "inf":
            return INFINITY
        if name == "ln" and self.tokens[self.at][0] == "number":
            return self.function(name, self.atom(), place)
        if name in ("ln", "log", "exp", "sqrt"):
            if not self.take("("):
                other = " or ln3" if name == "log" else ""
                raise self.fail(f"write {name}(3){other}, not '{name}' without a parenthesis,")
            value = self.sum()
            self.close()
            return self.function(name, value, place)
        raise self.fail(f"unknown name '{shorten(name)}'", place=place)

    def function(self, name: str, x: Value, place: int) -> Value:
        if name == "exp":
            return exponential(x)
        if name == "sqrt":
            return self.power_of(x, Fraction(1, 2))
        if isinstance(x, Log) or not x > 0:
            raise self.fail(f"'{name}' of something that is not a positive number", place=place)
        return Log(x)

    def add(self, a: Value, b: Value) -> Value:
        if isinstance(a, Log) and isinstance(b, Log):
            return Log(self.multiply(a.argument, b.argument))  # type: ignore[arg-type]
        if isinstance(a, Log) or isinstance(b, Log):
            if a == 0 or b == 0:
                return b if a == 0 else a
            raise self.fail("a logarithm can be added only to another logarithm")
        if is_infinite(a) or is_infinite(b):
            raise self.fail("infinity cannot be used in arithmetic")
        return a + b

    def multiply(self, a: Value, b: Value) -> Value:
        if isinstance(b, Log):
            a, b = b, a
        if isinstance(a, Log):
            if not isinstance(b, Fraction):
                raise self.fail("a logarithm can be multiplied only by a rational number")
            return Log(self.power_of(a.argument, b))  # type: ignore[arg-type]
        if is_infinite(a) or is_infinite(b):
            if (is_infinite(a) and b == 1) or (is_infinite(b) and a == 1):
                return INFINITY
            raise self.fail("infinity cannot be used in arithmetic")
        assert not isinstance(b, Log)
        return a * b

    def power_of(self, base: Value, exponent: Value) -> Value:
        if not isinstance(exponent, Fraction) or isinstance(base, Log | Infinity):
            raise self.fail("a power needs a rational exponent, and a base that is neither a logarithm nor infinite,")
        if exponent.denominator > 1:
            return self.fractional_power(base, exponent)
        n = exponent.numerator
        too_long = isinstance(base, Element) and abs(n) * max(base.num.degree(), base.den.degree()) > MOST_POWER_OF_T
        if too_long or abs(n) * _bits(base) > 2 * MOST_BITS or abs(n) > MOST_BITS:
            raise self.fail(f"a number may be too large (allowed: about {MOST_BITS} bits, t^{MOST_POWER_OF_T})")
        if base == 0 and n < 0:
            raise self.fail("division by zero")
        return base**n

    def fractional_power(self, base: Number, exponent: Fraction) -> Number:
        if isinstance(base, Element):
            if isinstance(base.field, Exponential) and base == generator(base.field):
                return exponential(base.field.epsilon * exponent)  # type: ignore[return-value]
            raise self.fail(f"a root needs a rational number, not {base},")
        if base <= 0 or exponent.denominator > MOST_DEGREE or abs(exponent.numerator) > MOST_DEGREE:
            long = f"the exponent {shorten(str(exponent))} has a numerator or denominator above {MOST_DEGREE},"
            raise self.fail(f"a root needs a positive number, not {shorten(str(base))}," if base <= 0 else long)
        return rational_power(base, exponent)


def parse(text: str, *, t: Number | None = None) -> Value:
    """Evaluate a text in the grammar above: a number, a logarithm, or infinity."""
    if len(text) > MOST_TEXT:
        raise InputError(f"a number of {len(text)} characters is refused; give at most {MOST_TEXT}")
    if (plain := PLAIN.fullmatch(text)) and (below := int(plain[2] or 1)):
        return Fraction(int(plain[1]), below)
    if found := PERCENT.fullmatch(text):
        return Fraction(found["whole"]) / 100
    if COMMA.fullmatch(text):
        raise InputError(refuse_comma(text))
    return Parser(text, t).read()


def refuse_comma(text: str) -> str:
    """Say why a number with commas is refused, and how to write it instead, for each meaning of them: decimals or thousands."""
    first, *rest = text.strip().split(",")
    thousands = all(len(part.rstrip("% ")) == 3 for part in rest) and first.lstrip("+-0")
    meant = ([f"{first}.{rest[0]} with a point"] if len(rest) == 1 else []) + (
        ["".join((first, *rest)) + " for thousands"] if thousands else []
    )
    return f"cannot read '{text.strip()}' as a number: it has a comma; " + (
        f"write {', or '.join(meant)}" if meant else "give one number"
    )


def as_text(x: object) -> str:
    """The text by which a Python, numpy or sympy number is read; a float becomes its shortest decimal."""
    if isinstance(x, str):
        return x
    if type(x).__module__.partition(".")[0] == "sympy":
        return re.sub(r"\bE\b", "e", str(x))
    if isinstance(x, Real | Decimal):
        return show(Fraction(int(x.numerator), int(x.denominator))) if isinstance(x, Rational) else str(x)
    raise InputError(f"cannot read {shorten(repr(x))} as a number; give text, an int, a Fraction or a float")


def read_number(x: object, *, t: Number | None = None) -> Number:
    """Read an exact number from a text or number; nothing is evaluated as code.

    Args:
        x: Text such as "3/4", "0.5", "sqrt(2)" or "t/(t+1)", an int, a Fraction, a sympy number, or a float, read as the decimal
            that it prints.
        t: What the letter t stands for; a free t > 1 if not given.

    Returns:
        An `Element`, or a plain `Fraction`, to which `Rational(...)` adds the conversions that an `Element` has.

    Raises:
        InputError: x cannot be read as an exact number, or is too long.

    Examples:
        >>> from rropt.exact import read_number
        >>> print(read_number(0.1), read_number("(e+1)/2"))
        1/10 (exp(1) + 1)/2

    Reference: SPEC.md, 1.3, the grammar of numbers.
    """
    # the most frequent case; isinstance is faster with a tuple than with a union
    if isinstance(x, (Element, Fraction)):
        return x
    if isinstance(x, bool):
        raise InputError(f"cannot read {x} as a number; give 0 or 1")
    if isinstance(x, Integral | Rational):
        return Fraction(int(x.numerator), int(x.denominator))
    value = parse(as_text(x), t=t)
    if isinstance(value, Log | Infinity):
        near = say_log_nearby(value.argument) if isinstance(value, Log) and isinstance(value.argument, Fraction) else ""
        said = f"'{shorten(as_text(x))}' is {'a logarithm' if isinstance(value, Log) else 'infinite'}"
        free = t.field.variable if isinstance(t, Element) and isinstance(t.field, Free) else "t = e^epsilon"
        raise InputError(f"{said}, which is not allowed here; give a rational{near} or a function of {free}")
    return value


def read_rational(x: object, name: str = "") -> Fraction:
    """Read a rational number; `name` is what an error calls it."""
    value = read_number(x)
    if isinstance(value, Element):
        raise InputError(
            f"{name}{' = ' if name else ''}'{shorten(as_text(x) if not isinstance(x, Element) else str(x))}' is not rational; "
            "give a decimal or a fraction near it"
        )
    return value


def read_inside(x: object, name: str, *, example: str = "0.1") -> Fraction:
    """Read a rational number strictly between 0 and 1; `name` is what an error calls it, `example` the number that it advises."""
    value = read_rational(x, name)
    if not 0 < value < 1:
        raise InputError(f"{name} = {shorten(x)} must lie strictly between 0 and 1, such as {example}")
    return value


def read_probability(x: object, name: str) -> Number:
    """Read a number from 0 to 1; `name` is what an error calls it."""
    value = read_number(x)
    if not 0 <= value <= 1:
        is_percent = isinstance(value, Fraction) and 1 < value <= 100
        advice = "; write percentages with their sign, such as 75%" if is_percent else ""
        raise InputError(f"{name} = {shorten(x)} must lie between 0 and 1{advice}")
    return value


def read_integer(x: object, *, least: int, most: int, name: str) -> int:
    """Read a whole number from `least` to `most`; `name` is what an error calls it."""
    value = read_rational(x, name)
    if value.denominator != 1 or not least <= value <= most:
        raise InputError(f"{name} = {shorten(x)} must be a whole number from {least} to {most}")
    return int(value)


RANGE = re.compile(r"((?:every:)?)\s*(\d[\d./,]*\s*%?)\s*(?:[-\u2013]|\.\.|to\b)\s*(\d[\d./,]*\s*%?)\s*", re.ASCII)


def spell_range(text: str) -> str:
    """Rewrite a range of shares (0.05-0.30, 5%-30%, 5-30%, 5 to 30%) with two dots between its ends; leave any other text
    unchanged.

    Shares are not negative, so a difference of a smaller and a larger number can only be a range.
    """
    found = RANGE.fullmatch(text.strip())
    if found is None:
        return text
    both = [f"{found[2]}%"] if "%" in found[3] and "%" not in found[2] else []  # in "5-30%" both ends are in per cent
    lower = next((x for x in (found[2], *both) if read_rational(x) < read_rational(found[3])), None)
    return text if lower is None else f"{found[1]}{lower}..{found[3]}"
