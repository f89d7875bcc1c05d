"""The grammar of statements, read by a hand-written parser; nothing is ever evaluated as code.

formula  = implied { iff implied }
implied  = either [ implies implied ]
either   = both { or both }             both = denied { and denied }
denied   = not denied | exists x, y: formula | argmin[x, y] term (= | subset) { (a, b), (c, d) } | comparison
comparison = sum { (< | <= | > | >= | = | != | ~) sum }        chains mean "and"; `~` is "rounds to, as printed"
sum, product, power as usual; ^ and ** are powers; numbers are decimals, read exactly
functions: abs min max sqrt exp log ln erf normal_cdf binomial(n, k) factorial(n) floor(x) ceil(x)
           sum(i, 0, n, term)  prod(i, 0, n, term)  diff(term, x)  at(term, x, value)  and the claim's definitions
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from rropt.claims.differentiate import derivative
from rropt.claims.syntax import (
    Add,
    And,
    Argmin,
    Call,
    Compare,
    Div,
    Exists,
    Formula,
    Iff,
    Implies,
    Mul,
    Node,
    Not,
    Num,
    Or,
    Pow,
    Rounds,
    Term,
    Truth,
    Var,
    conjunction,
    negative,
    number,
    substitute,
    walk,
)
from rropt.exact.errors import InputError

__all__ = ["Definition", "read_definitions", "read_formula", "read_term"]

MOST_TEXT = 20_000
MOST_NODES = 200_000
MOST_POWER = 400
MOST_DEPTH = 60
MOST_DIGITS = 400
MOST_TERMS = 5_000
TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+\.?\d*|\.\d+)|(?P<name>[A-Za-z_][A-Za-z0-9_']*)|"
    r"(?P<sign>\*\*|<=|>=|!=|==|[-+*/^(){}\[\],:<>=~≤≥≠]))",
    re.ASCII,
)
SAME = {"≤": "<=", "≥": ">=", "≠": "!=", "==": "=", "**": "^"}
RELATIONS = ("<", "<=", ">", ">=", "=", "!=", "~")
ARITY = {"abs": 1, "sqrt": 1, "exp": 1, "log": 1, "ln": 1, "erf": 1, "normal_cdf": 1}
WORDS = {"and", "or", "not", "implies", "iff", "exists", "true", "false", "subset", "argmin", "in"}
BINDERS = {"sum", "prod"}


@dataclass(frozen=True, slots=True)
class Definition:
    """A name that stands for a term or a formula in its parameters."""

    parameters: tuple[str, ...]
    body: Node


@dataclass(slots=True)
class _Reader:
    text: str
    definitions: Mapping[str, Definition]
    tokens: list[tuple[str, str, int]] = field(default_factory=list)
    at: int = 0
    depth: int = 0

    # tokens

    def fail(self, why: str) -> InputError:
        place = self.tokens[self.at][2] if self.at < len(self.tokens) else len(self.text)
        shown = self.text if len(self.text) <= 80 else f"{self.text[:77]}..."
        return InputError(f"cannot read '{shown}' as a statement: {why} at character {place + 1}")

    def tokenize(self) -> None:
        position, end = 0, len(self.text.rstrip())
        while position < end:
            found = TOKEN.match(self.text, position)
            if found is None:
                self.tokens.append(("bad", "", position))
                self.at = len(self.tokens) - 1
                raise self.fail(f"unexpected '{self.text[position:].strip()[:1]}'")
            kind = str(found.lastgroup)
            self.tokens.append((kind, SAME.get(found[kind], found[kind]), found.start(kind)))
            position = found.end()
        self.tokens.append(("end", "", end))

    def next_is(self, *wanted: str) -> bool:
        kind, text, _ = self.tokens[self.at]
        return kind in ("sign", "name") and text in wanted

    def take(self, *wanted: str) -> str | None:
        if self.next_is(*wanted):
            self.at += 1
            return self.tokens[self.at - 1][1]
        return None

    def need(self, wanted: str) -> None:
        if self.take(wanted) is None:
            raise self.fail(f"'{wanted}' is missing")

    def name(self) -> str:
        kind, text, _ = self.tokens[self.at]
        if kind != "name" or text in WORDS:
            raise self.fail("a name is missing")
        self.at += 1
        return text

    # formulas

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise self.fail("parentheses too deep")

    def formula(self) -> Node:
        self.deeper()
        left = self.implied()
        while self.take("iff"):
            left = Iff(self.truth(left), self.truth(self.implied()))
        self.depth -= 1
        return left

    def implied(self) -> Node:
        left = self.either()
        if self.take("implies"):
            return Implies(self.truth(left), self.truth(self.implied()))
        return left

    def either(self) -> Node:
        items = [self.both()]
        while self.take("or"):
            items.append(self.both())
        return items[0] if len(items) == 1 else Or(tuple(self.truth(x) for x in items))

    def both(self) -> Node:
        items = [self.denied()]
        while self.take("and"):
            items.append(self.denied())
        return items[0] if len(items) == 1 else And(tuple(self.truth(x) for x in items))

    def denied(self) -> Node:
        if self.take("not"):
            return Not(self.truth(self.denied()))
        if self.take("true"):
            return Truth(True)
        if self.take("false"):
            return Truth(False)
        if self.take("exists"):
            names = [self.name()]
            while self.take(","):
                names.append(self.name())
            self.need(":")
            return Exists(tuple(names), self.truth(self.formula()))
        if self.take("argmin"):
            return self.argmin()
        return self.comparison()

    def argmin(self) -> Argmin:
        self.need("[")
        names = [self.name()]
        while self.take(","):
            names.append(self.name())
        self.need("]")
        objective = self.term(self.sum())
        relation = self.take("=", "subset")
        if relation is None:
            raise self.fail("'=' or 'subset' is missing")
        self.need("{")
        points = [self.point(len(names))]
        while self.take(","):
            points.append(self.point(len(names)))
        self.need("}")
        return Argmin(tuple(names), objective, relation, tuple(points))

    def point(self, size: int) -> tuple[Term, ...]:
        if size == 1:
            return (self.term(self.sum()),)
        self.need("(")
        items = [self.term(self.sum())]
        while self.take(","):
            items.append(self.term(self.sum()))
        self.need(")")
        if len(items) != size:
            raise self.fail(f"a point with {size} coordinates is missing")
        return tuple(items)

    def comparison(self) -> Node:
        left = self.sum()
        found: list[Formula] = []
        while relation := self.take(*RELATIONS):
            digits = self.digits_ahead() if relation == "~" else 0
            right = self.sum()
            if relation == "~":
                if not isinstance(right, Num):
                    raise self.fail("'~' wants a printed decimal on its right")
                found.append(Rounds(self.term(left), right.value, digits))
            else:
                found.append(Compare(self.term(left), relation, self.term(right)))
            left = right
        return conjunction(found) if found else left

    def digits_ahead(self) -> int:
        at = self.at + (self.tokens[self.at][1] == "-")
        return len(self.tokens[at][1].partition(".")[2])

    # terms

    def sum(self) -> Node:
        items: list[Node] = [self.product()]
        while operator := self.take("+", "-"):
            right = self.term(self.product())
            items.append(right if operator == "+" else negative(right))
        return items[0] if len(items) == 1 else Add(tuple(self.term(x) for x in items))

    def product(self) -> Node:
        value = self.signed()
        while operator := self.take("*", "/"):
            left, right = self.term(value), self.term(self.signed())
            if operator == "*":
                value = Mul((*left.items, right)) if isinstance(left, Mul) else Mul((left, right))
            else:
                value = self.quotient(left, right)
        return value

    def quotient(self, left: Term, right: Term) -> Term:
        if isinstance(right, Num):
            if right.value == 0:
                raise self.fail("division by zero")
            if isinstance(left, Num):
                return Num(left.value / right.value)
        return Div(left, right)

    def signed(self) -> Node:
        if self.take("+"):
            return self.signed()
        if self.take("-"):
            return negative(self.term(self.signed()))
        return self.power()

    def power(self) -> Node:
        base = self.atom()
        if not self.take("^"):
            return base
        self.deeper()
        exponent = self.term(self.signed())
        self.depth -= 1
        return self.raised(self.term(base), exponent)

    def raised(self, base: Term, exponent: Term) -> Term:
        if not isinstance(exponent, Num):
            exponent = _constant(exponent) or exponent
        if not isinstance(exponent, Num):
            return Call("power", (base, exponent))
        n = exponent.value
        if abs(n.numerator) > MOST_POWER:
            raise self.fail(f"the power {n} is too large (at most {MOST_POWER})")
        if n.denominator == 2:
            root = Call("sqrt", (base,))
            return self.raised(root, Num(Fraction(n.numerator)))
        if n.denominator > 1:
            return Call("power", (base, exponent))
        if n < 0:
            return self.quotient(number(1), self.raised(base, Num(-n)))
        return Num(base.value ** int(n)) if isinstance(base, Num) else Pow(base, int(n)) if n != 1 else base

    def atom(self) -> Node:
        kind, text, _ = self.tokens[self.at]
        if kind == "number":
            if len(text) > MOST_DIGITS:
                raise self.fail("a number too long")
            self.at += 1
            return Num(Fraction(text))
        if self.take("("):
            value = self.formula()
            self.need(")")
            return value
        if kind == "name" and text not in WORDS:
            self.at += 1
            return self.named(text)
        raise self.fail("a term is missing")

    def arguments(self) -> list[Node]:
        self.need("(")
        items = [self.formula()]
        while self.take(","):
            items.append(self.formula())
        self.need(")")
        return items

    def named(self, name: str) -> Node:
        if name in self.definitions:
            return self.defined(name)
        if not self.next_is("("):
            return Var(name)
        items = [self.term(x) for x in self.arguments()]
        if name in BINDERS:
            return self.series(name, items)
        if name in ("diff", "at"):
            return self.operation(name, items)
        if name in ("binomial", "factorial", "floor", "ceil"):
            return self.whole(name, items)
        if name in ("min", "max") and items:
            return Call(name, tuple(items))
        if ARITY.get(name) == len(items):
            return Call("log" if name == "ln" else name, tuple(items))
        raise self.fail(f"'{name}' of {len(items)} arguments is not known")

    def defined(self, name: str) -> Node:
        definition = self.definitions[name]
        if not definition.parameters:
            return definition.body
        given = self.arguments()
        if len(given) != len(definition.parameters):
            raise self.fail(f"'{name}' takes {len(definition.parameters)} arguments, not {len(given)}")
        values = dict(zip(definition.parameters, (self.term(x) for x in given), strict=True))
        return substitute(definition.body, values)

    def series(self, name: str, items: list[Term]) -> Term:
        if len(items) != 4 or not isinstance(items[0], Var):
            raise self.fail(f"'{name}' wants (index, from, to, term)")
        low, high = self.integer(items[1]), self.integer(items[2])
        if high - low >= MOST_TERMS:
            raise self.fail(f"'{name}' of {high - low + 1} terms is too long (at most {MOST_TERMS})")
        index, body = items[0].name, items[3]
        expanded = [self.refold(substitute(body, {index: number(i)})) for i in range(low, high + 1)]
        if not expanded:
            return number(0 if name == "sum" else 1)
        return Add(tuple(expanded)) if name == "sum" else Mul(tuple(expanded))

    def refold(self, node: Node) -> Term:
        """Powers and whole functions whose arguments became numbers when the index was put in."""
        from rropt.claims.syntax import map_children

        node = map_children(node, self.refold)
        if isinstance(node, Call) and node.name == "power":
            return self.raised(node.arguments[0], node.arguments[1])
        if isinstance(node, Call) and node.name in ("binomial", "factorial", "floor", "ceil"):
            return self.whole(node.name, list(node.arguments))
        return self.term(node)

    def operation(self, name: str, items: list[Term]) -> Term:
        if len(items) < 2 or not isinstance(items[1], Var):
            raise self.fail(f"'{name}' wants a variable as its second argument")
        if name == "diff":
            times = self.integer(items[2]) if len(items) > 2 else 1
            result = items[0]
            for _ in range(times):
                result = derivative(result, items[1].name)
            return result
        if len(items) != 3:
            raise self.fail("'at' wants (term, variable, value)")
        return self.term(substitute(items[0], {items[1].name: items[2]}))

    def whole(self, name: str, items: list[Term]) -> Term:
        values = [_constant(x) for x in items]
        if any(x is None for x in values):
            return Call(name, tuple(items))
        numbers = [x.value for x in values if x is not None]
        if name in ("floor", "ceil") and len(numbers) == 1:
            return number(math.floor(numbers[0]) if name == "floor" else math.ceil(numbers[0]))
        if any(x.denominator != 1 or not 0 <= x <= MOST_TERMS for x in numbers):
            raise self.fail(f"'{name}' wants whole numbers from 0 to {MOST_TERMS}")
        if name == "binomial" and len(numbers) == 2:
            return number(math.comb(int(numbers[0]), int(numbers[1])))
        if name == "factorial" and len(numbers) == 1:
            return number(math.factorial(int(numbers[0])))
        raise self.fail(f"'{name}' of {len(items)} arguments is not known")

    def integer(self, term: Term) -> int:
        value = _constant(term)
        if value is None or value.value.denominator != 1:
            raise self.fail("a whole number is missing")
        return int(value.value)

    # kinds

    def term(self, node: Node) -> Term:
        if not isinstance(node, Term):
            raise self.fail("a formula stands where a term is wanted")
        return node

    def truth(self, node: Node) -> Formula:
        if not isinstance(node, Formula):
            raise self.fail("a term stands where a formula is wanted")
        return node


def _constant(term: Term) -> Num | None:
    """The number a term without variables and functions stands for, if it is small and rational."""
    match term:
        case Num():
            return term
        case Add(items) | Mul(items):
            values = [_constant(x) for x in items]
            numbers = [x.value for x in values if x is not None]
            if len(numbers) < len(items):
                return None
            return Num(sum(numbers, Fraction(0)) if isinstance(term, Add) else math.prod(numbers, start=Fraction(1)))
        case Div(a, b):
            top, below = _constant(a), _constant(b)
            return Num(top.value / below.value) if top and below and below.value else None
        case Pow(base, n):
            inner = _constant(base)
            return Num(inner.value**n) if inner and n <= MOST_POWER else None
    return None


def _read(text: str, definitions: Mapping[str, Definition] | None) -> tuple[_Reader, Node]:
    if len(text) > MOST_TEXT:
        raise InputError(f"a statement of {len(text)} characters is refused; at most {MOST_TEXT}")
    reader = _Reader(text, definitions or {})
    reader.tokenize()
    node = reader.formula()
    if reader.tokens[reader.at][0] != "end":
        raise reader.fail(f"unexpected '{reader.tokens[reader.at][1]}'")
    if sum(1 for _ in walk(node)) > MOST_NODES:
        raise InputError(f"the statement '{text[:60]}' expands to more than {MOST_NODES} parts; split it")
    return reader, node


def read_formula(text: str, *, definitions: Mapping[str, Definition] | None = None) -> Formula:
    """The formula a text stands for."""
    reader, node = _read(text, definitions)
    return reader.truth(node)


def read_term(text: str, *, definitions: Mapping[str, Definition] | None = None) -> Term:
    """The term a text stands for."""
    reader, node = _read(text, definitions)
    return reader.term(node)


def read_definitions(texts: Mapping[str, str]) -> dict[str, Definition]:
    """Definitions `{"V(x, y)": "…", "g": "…"}`, each of which may use those before it."""
    found: dict[str, Definition] = {}
    for head, body in texts.items():
        shape = re.fullmatch(r"\s*([A-Za-z_]\w*)\s*(?:\(([\w\s,']*)\))?\s*", head, re.ASCII)
        if shape is None or shape[1] in WORDS:
            raise InputError(f"cannot define '{head}'; write a name, or a name and its parameters: 'V(x, y)'")
        parameters = tuple(x.strip() for x in shape[2].split(",")) if shape[2] else ()
        inner = {k: v for k, v in found.items() if k not in parameters}
        found[shape[1]] = Definition(parameters, _read(body, inner)[1])
    return found
