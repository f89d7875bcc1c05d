"""A second evaluator of claims, for second readings: statements read and evaluated without rropt.claims' own machinery.

Rational values are Fractions; exp and log give 50-digit mpmath numbers, compared with a margin inside which a comparison
counts as unknown. Derivatives are taken by truncated Taylor series, never symbolically.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import mpmath

mpmath.mp.dps = 50
MARGIN = mpmath.mpf(10) ** -30
TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|(<=|>=|!=|\*\*|[-+*/^()=<>~,{}\[\]:]))")
NODE = tuple[Any, ...]


class Undefined(Exception):
    """The sample is nobody's counterexample: something is undefined there, or too close to tell."""


@dataclass(frozen=True)
class Series:
    """A Taylor polynomial in one variable, its coefficients in order."""

    c: tuple[Any, ...]


def mp(x: Any) -> Any:
    return mpmath.mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else x


def both(x: Any, y: Any) -> tuple[Any, Any]:
    """Two numbers of one kind."""
    exact = isinstance(x, Fraction) and isinstance(y, Fraction)
    return (x, y) if exact else (mp(x), mp(y))


def lifted(x: Any, n: int) -> tuple[Any, ...]:
    return x.c if isinstance(x, Series) else (x, *[Fraction(0)] * (n - 1))


def add(x: Any, y: Any) -> Any:
    if isinstance(x, Series) or isinstance(y, Series):
        n = len((x if isinstance(x, Series) else y).c)
        return Series(tuple(add(a, b) for a, b in zip(lifted(x, n), lifted(y, n), strict=True)))
    a, b = both(x, y)
    return a + b


def multiply(x: Any, y: Any) -> Any:
    if isinstance(x, Series) or isinstance(y, Series):
        n = len((x if isinstance(x, Series) else y).c)
        a, b = lifted(x, n), lifted(y, n)
        return Series(tuple(total(multiply(a[i], b[k - i]) for i in range(k + 1)) for k in range(n)))
    a, b = both(x, y)
    return a * b


def total(terms: Any) -> Any:
    found: Any = Fraction(0)
    for term in terms:
        found = add(found, term)
    return found


def reciprocal(x: Any) -> Any:
    if not isinstance(x, Series):
        if x == 0 or (not isinstance(x, Fraction) and abs(x) < MARGIN):
            raise Undefined
        return 1 / x
    found = [reciprocal(x.c[0])]
    for k in range(1, len(x.c)):
        carried = total(multiply(x.c[i], found[k - i]) for i in range(1, k + 1))
        found.append(multiply(multiply(Fraction(-1), carried), found[0]))
    return Series(tuple(found))


def power(x: Any, y: Any) -> Any:
    if not isinstance(y, Fraction) or y.denominator != 1:
        raise Undefined
    if y < 0:
        return reciprocal(power(x, -y))
    found: Any = Fraction(1)
    for _ in range(int(y)):
        found = multiply(found, x)
    return found


def exponential(x: Any) -> Any:
    if not isinstance(x, Series):
        return Fraction(1) if x == 0 else mpmath.exp(mp(x))
    found = [exponential(x.c[0])]
    for k in range(1, len(x.c)):
        carried = total(multiply(Fraction(i), multiply(x.c[i], found[k - i])) for i in range(1, k + 1))
        found.append(multiply(carried, Fraction(1, k)))
    return Series(tuple(found))


def logarithm(x: Any) -> Any:
    if not isinstance(x, Series):
        if x <= 0:
            raise Undefined
        return Fraction(0) if x == 1 else mpmath.log(mp(x))
    slope = multiply(Series(tuple(multiply(Fraction(i), x.c[i]) for i in range(1, len(x.c)))), reciprocal(cut(x)))
    return Series((logarithm(x.c[0]), *(multiply(s, Fraction(1, i + 1)) for i, s in enumerate(slope.c))))


def cut(x: Series) -> Series:
    return Series(x.c[:-1])


def root(x: Any) -> Any:
    """The square root as a float of high precision."""
    if x < 0:
        raise Undefined
    return mpmath.sqrt(mp(x))


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "exp": exponential,
    "log": logarithm,
    "sqrt": root,
    "abs": abs,
    "min": lambda *x: min(x),
    "max": lambda *x: max(x),
    "normal_cdf": lambda x: mpmath.ncdf(mp(x)),
}


class Parser:
    """Text to nested tuples, by precedence: iff, implies, or, and, not, comparisons, sums, products, signs, powers."""

    def __init__(self, text: str) -> None:
        self.tokens: list[str] = []
        at = 0
        while text[at:].strip():
            found = TOKEN.match(text, at)
            assert found, text[at:]
            self.tokens.append(next(g for g in found.groups() if g is not None))
            at = found.end()
        self.i = 0

    def peek(self) -> str:
        return self.tokens[self.i] if self.i < len(self.tokens) else ""

    def take(self, *options: str) -> str:
        found = self.peek()
        if found and found in options:
            self.i += 1
            return found
        return ""

    def need(self, token: str) -> None:
        assert self.take(token), (token, self.tokens[self.i :])

    def whole(self) -> NODE:
        found = self.formula()
        assert not self.peek(), self.tokens[self.i :]
        return found

    def formula(self) -> NODE:
        left = self.implied()
        while self.take("iff"):
            left = ("iff", left, self.implied())
        return left

    def implied(self) -> NODE:
        left = self.either()
        return ("implies", left, self.implied()) if self.take("implies") else left

    def either(self) -> NODE:
        found = [self.every()]
        while self.take("or"):
            found.append(self.every())
        return ("or", *found) if len(found) > 1 else found[0]

    def every(self) -> NODE:
        found = [self.atom()]
        while self.take("and"):
            found.append(self.atom())
        return ("and", *found) if len(found) > 1 else found[0]

    def atom(self) -> NODE:
        if self.take("not"):
            return ("not", self.atom())
        if self.take("argmin"):
            return self.argmin()
        mark = self.i
        if self.take("("):
            try:
                found = self.formula()
                closed = bool(self.take(")")) and self.peek() in ("", ")", "and", "or", "implies", "iff")
                if closed and found[0] in ("compare", "and", "or", "not", "implies", "iff"):
                    return found
            except AssertionError:
                pass
            self.i = mark
        return self.chain()

    def argmin(self) -> NODE:
        self.need("[")
        names = [self.name()]
        while self.take(","):
            names.append(self.name())
        self.need("]")
        term = self.term()
        self.need("=")
        self.need("{")
        points = [self.point(len(names))]
        while self.take(","):
            points.append(self.point(len(names)))
        self.need("}")
        return ("argmin", tuple(names), term, tuple(points))

    def point(self, size: int) -> tuple[NODE, ...]:
        if size == 1:
            return (self.term(),)
        self.need("(")
        found = [self.term()]
        for _ in range(size - 1):
            self.need(",")
            found.append(self.term())
        self.need(")")
        return tuple(found)

    def name(self) -> str:
        found = self.peek()
        self.i += 1
        return found

    def chain(self) -> NODE:
        terms, signs = [self.term()], []
        while sign := self.take("=", "!=", "<", "<=", ">", ">=", "~"):
            signs.append((sign, self.peek()))
            terms.append(self.term())
        return ("compare", terms, signs) if signs else terms[0]

    def term(self) -> NODE:
        left = self.factor()
        while sign := self.take("+", "-"):
            left = (sign, left, self.factor())
        return left

    def factor(self) -> NODE:
        left = self.signed()
        while sign := self.take("*", "/"):
            left = (sign, left, self.signed())
        return left

    def signed(self) -> NODE:
        if self.take("-"):
            return ("-", ("number", Fraction(0)), self.signed())
        base = self.leaf()
        return ("^", base, self.signed()) if self.take("^", "**") else base

    def leaf(self) -> NODE:
        if self.take("("):
            found = self.term()
            self.need(")")
            return found
        token = self.name()
        if token[:1].isdigit():
            return ("number", Fraction(token))
        assert re.fullmatch(r"[A-Za-z_]\w*", token), token
        if not self.take("("):
            return ("name", token)
        arguments = [self.term()]
        while self.take(","):
            arguments.append(self.term())
        self.need(")")
        return ("call", token, arguments)


class World:
    """The definitions of a claim, and evaluation under them."""

    def __init__(self, define: Mapping[str, str]) -> None:
        self.words: dict[str, tuple[list[str], NODE]] = {}
        for head, text in define.items():
            name, _, rest = head.partition("(")
            self.words[name.strip()] = (
                [x.strip() for x in rest.rstrip(") ").split(",") if x.strip()],
                Parser(text).whole(),
            )

    def value(self, node: NODE, env: dict[str, Any]) -> Any:
        kind = node[0]
        if kind == "number":
            return node[1]
        if kind == "name":
            return env[node[1]] if node[1] in env else self.value(self.words[node[1]][1], env)
        if kind == "call":
            return self.call(node[1], node[2], env)
        x, y = self.value(node[1], env), self.value(node[2], env)
        if kind in "+-":
            return add(x, y if kind == "+" else multiply(Fraction(-1), y))
        if kind in "*/":
            return multiply(x, y if kind == "*" else reciprocal(y))
        return power(x, y)

    def call(self, name: str, arguments: list[NODE], env: dict[str, Any]) -> Any:
        if name == "diff":
            order = int(arguments[2][1]) if len(arguments) > 2 else 1
            x = arguments[1][1]
            here = {**env, x: Series((env[x], Fraction(1), *[Fraction(0)] * order)[: order + 1])}
            found = self.value(arguments[0], here)
            scale = Fraction(2 if order == 2 else 1)
            return multiply(found.c[order], scale) if isinstance(found, Series) else Fraction(0)
        if name == "at":
            return self.value(arguments[0], {**env, arguments[1][1]: self.value(arguments[2], env)})
        values = [self.value(x, env) for x in arguments]
        if name in self.words:
            names, body = self.words[name]
            return self.value(body, {**env, **dict(zip(names, values, strict=True))})
        return FUNCTIONS[name](*values)

    def holds(self, node: NODE, env: dict[str, Any]) -> bool:
        kind = node[0]
        if kind == "not":
            return not self.holds(node[1], env)
        if kind == "and":
            return all(self.holds(x, env) for x in node[1:])
        if kind == "or":
            return any(self.holds(x, env) for x in node[1:])
        if kind == "implies":
            return not self.holds(node[1], env) or self.holds(node[2], env)
        if kind == "iff":
            return self.holds(node[1], env) == self.holds(node[2], env)
        values = [self.value(x, env) for x in node[1]]
        return all(compared(values[i], s, values[i + 1], text) for i, (s, text) in enumerate(node[2]))


def compared(x: Any, sign: str, y: Any, text: str) -> bool:
    if sign == "~":
        digits = len(text.partition(".")[2])
        return bool(abs(mp(x) - mp(y)) <= mpmath.mpf(1) / 2 / mpmath.mpf(10) ** digits)
    x, y = both(x, y)
    if not isinstance(x, Fraction) and abs(x - y) <= MARGIN * (1 + abs(x)):
        if sign in ("=", "<=", ">="):
            return True
        raise Undefined
    found = {"=": x == y, "!=": x != y, "<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y}
    return bool(found[sign])
