"""The grammar of statements, read by a hand-written parser; nothing is ever evaluated as code.

formula  = implied { iff implied }
implied  = either [ implies implied ]
either   = both { or both }             both = denied { and denied }
denied   = not denied | true | false | exists x, y: formula | argmin[x, y] term (= | subset) { (a, b), (c, d) } | comparison
comparison = sum { (< | <= | > | >= | = | !=) sum | ~ decimal }   chains mean "and"; `~ 0.25` is "rounds to, as printed"
sum, product, power as usual; ^ and ** are powers; numbers are decimals, read exactly
functions: abs min max sqrt exp log ln erf normal_cdf binomial(n, k) factorial(n) floor(x) ceil(x)
           sum(i, 0, n, term)  prod(i, 0, n, term)  diff(term, x[, order])  at(term, x, value)  and the claim's definitions
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction

from rropt.claims.language.functions import NAMES, Functions
from rropt.claims.language.size import MOST_DEGREE, MOST_NODES, count_nodes, degree
from rropt.claims.language.syntax import (
    Add,
    And,
    Argmin,
    Compare,
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
    free_variables,
    negative,
    substitute,
    variables_of,
    walk,
)
from rropt.claims.language.tokens import WORDS, Tokens
from rropt.exact.errors import InputError

__all__ = ["Definition", "read_definitions", "read_formula", "read_term"]

MOST_TEXT = 20_000
MOST_DIGITS = 400
RELATIONS = ("<", "<=", ">", ">=", "=", "!=", "~")


@dataclass(frozen=True, slots=True)
class Definition:
    """A defined name. It stands for `body`, a term or formula that may contain the parameters."""

    parameters: tuple[str, ...]
    body: Node


@dataclass(slots=True)
class _Reader:
    tokens: Tokens
    definitions: Mapping[str, Definition]
    functions: Functions
    bound: frozenset[str]  # the names that are bound, or parameters of a definition, at this place of the text

    # formulas

    def formula(self) -> Node:
        self.tokens.descend()
        left = self.implied()
        while self.tokens.take("iff"):
            left = Iff(self.truth(left), self.truth(self.implied()))
        self.tokens.depth -= 1
        return left

    def implied(self) -> Node:
        left = self.either()
        if self.tokens.take("implies"):
            return Implies(self.truth(left), self.truth(self.implied()))
        return left

    def either(self) -> Node:
        items = [self.both()]
        while self.tokens.take("or"):
            items.append(self.both())
        return items[0] if len(items) == 1 else Or(tuple(self.truth(x) for x in items))

    def both(self) -> Node:
        items = [self.denied()]
        while self.tokens.take("and"):
            items.append(self.denied())
        return items[0] if len(items) == 1 else And(tuple(self.truth(x) for x in items))

    def denied(self) -> Node:
        if self.tokens.take("not"):
            return Not(self.truth(self.denied()))
        if self.tokens.take("true"):
            return Truth(True)
        if self.tokens.take("false"):
            return Truth(False)
        if self.tokens.take("exists"):
            names = self.bound_names()
            self.tokens.need(":")
            with self.binding(names):
                return Exists(names, self.truth(self.formula()))
        if self.tokens.take("argmin"):
            return self.argmin()
        return self.comparison()

    def argmin(self) -> Argmin:
        self.tokens.need("[")
        names = self.bound_names()
        if inner := self.bound.intersection(names):
            raise self.tokens.fail(
                f"'argmin' cannot minimise over {min(inner)}, which is a bound variable or a parameter here; use a variable of "
                "given,"
            )
        self.tokens.need("]")
        objective = self.term(self.sum())
        relation = self.tokens.take("=", "subset")
        if relation is None:
            raise self.tokens.fail("'=' or 'subset' is missing after the term of argmin")
        self.tokens.need("{")
        points = [self.point(len(names))]
        while self.tokens.take(","):
            points.append(self.point(len(names)))
        self.tokens.need("}")
        if moving := set(names).intersection(variables_of(x for p in points for x in p)):
            raise self.tokens.fail(f"a point of argmin must not contain {min(moving)}, over which argmin minimises,")
        return Argmin(names, objective, relation, tuple(points))

    def point(self, size: int) -> tuple[Term, ...]:
        if size == 1:
            return (self.term(self.sum()),)
        self.tokens.need("(")
        items = [self.term(self.sum())]
        while self.tokens.take(","):
            items.append(self.term(self.sum()))
        self.tokens.need(")")
        if len(items) != size:
            raise self.tokens.fail(f"a point of argmin must have {size} coordinates, not {len(items)},")
        return tuple(items)

    def comparison(self) -> Node:
        left = self.sum()
        found: list[Formula] = []
        while relation := self.tokens.take(*RELATIONS):
            if relation == "~":
                right, digits = self.printed()
                found.append(Rounds(self.term(left), right.value, digits))
                left = right
            else:
                found.append(Compare(self.term(left), relation, other := self.term(self.sum())))
                left = other
        return conjunction(found) if found else left

    def printed(self) -> tuple[Num, int]:
        """Read the decimal on the right of `~`, perhaps with a sign; return it and its number of digits after the point."""
        sign = self.tokens.take("+", "-")
        kind, text = self.tokens.ahead
        value = self.atom() if kind == "number" else None
        if not isinstance(value, Num) or self.tokens.next_is("+", "-", "*", "/", "^"):
            raise self.tokens.fail("'~' must be followed by one decimal number, such as 0.25,")
        return Num(-value.value if sign == "-" else value.value), len(text.partition(".")[2])

    # terms

    def sum(self) -> Node:
        items: list[Node] = [self.product()]
        while operator := self.tokens.take("+", "-"):
            right = self.term(self.product())
            items.append(right if operator == "+" else negative(right))
        return items[0] if len(items) == 1 else Add(tuple(self.term(x) for x in items))

    def product(self) -> Node:
        value = self.signed()
        while operator := self.tokens.take("*", "/"):
            left, right = self.term(value), self.term(self.signed())
            if operator == "*":
                value = Mul((*left.items, right)) if isinstance(left, Mul) else Mul((left, right))
            else:
                value = self.functions.quotient(left, right)
        return value

    def signed(self) -> Node:
        if self.tokens.take("+"):
            return self.signed()
        if self.tokens.take("-"):
            return negative(self.term(self.signed()))
        return self.power()

    def power(self) -> Node:
        base = self.atom()
        if not self.tokens.take("^"):
            return base
        self.tokens.descend()
        exponent = self.term(self.signed())
        self.tokens.depth -= 1
        return self.functions.power(self.term(base), exponent)

    def atom(self) -> Node:
        kind, text = self.tokens.ahead
        if kind == "number":
            if len(text) > MOST_DIGITS:
                raise self.tokens.fail("a number is too long")
            self.tokens.at += 1
            return Num(Fraction(text))
        if self.tokens.take("("):
            value = self.formula()
            self.tokens.need(")")
            return value
        if kind == "name" and text not in WORDS:
            self.tokens.at += 1
            return self.named(text)
        raise self.tokens.fail("a term is missing")

    def bound_names(self) -> tuple[str, ...]:
        """Read the names that `exists` or `argmin` binds."""
        names = [self.free_to_bind(self.tokens.name())]
        while self.tokens.take(","):
            names.append(self.free_to_bind(self.tokens.name()))
        if len(set(names)) < len(names):
            raise self.tokens.fail("a name is bound twice")
        return tuple(names)

    def free_to_bind(self, name: str) -> str:
        if name in self.definitions:
            raise self.tokens.fail(f"'{name}' is both defined and bound; rename one of them")
        return name

    @contextmanager
    def binding(self, names: Iterable[str]) -> Iterator[None]:
        """Treat these names as bound in the text that is read inside the `with` statement."""
        outer = self.bound
        self.bound = outer.union(names)
        yield
        self.bound = outer

    def arguments(self, function: str) -> list[Node]:
        self.tokens.need("(")
        kind, first = self.tokens.ahead
        index = [self.free_to_bind(first)] if function in ("sum", "prod") and kind == "name" else []
        with self.binding(index):
            items = [self.formula()]
            while self.tokens.take(","):
                items.append(self.formula())
        self.tokens.need(")")
        return items

    def named(self, name: str) -> Node:
        if name in self.definitions:
            return self.defined(name)
        if not self.tokens.next_is("("):
            return Var(name)
        return self.functions.apply(name, [self.term(x) for x in self.arguments(name)])

    def defined(self, name: str) -> Node:
        definition = self.definitions[name]
        own = self.bound.intersection(free_variables(definition.body)).difference(definition.parameters)
        if own:
            raise self.tokens.fail(
                f"the definition of '{name}' has a variable {min(own)}, but {min(own)} is a bound variable or a parameter here; "
                "rename one of them,"
            )
        if not definition.parameters:
            return definition.body
        given = self.arguments(name)
        if len(given) != len(definition.parameters):
            raise self.tokens.fail(f"'{name}' takes {len(definition.parameters)} arguments, not {len(given)}")
        values = dict(zip(definition.parameters, (self.term(x) for x in given), strict=True))
        return substitute(definition.body, values)

    # kinds

    def term(self, node: Node) -> Term:
        if not isinstance(node, Term):
            raise self.tokens.fail("a formula stands where a term is wanted")
        return node

    def truth(self, node: Node) -> Formula:
        if not isinstance(node, Formula):
            raise self.tokens.fail("a term stands where a formula is wanted")
        return node


def _read(
    text: str, definitions: Mapping[str, Definition] | None, parameters: Iterable[str] = ()
) -> tuple[_Reader, Node]:
    if len(text) > MOST_TEXT:
        raise InputError(f"the statement has {len(text)} characters; give at most {MOST_TEXT}")
    tokens = Tokens(text)
    reader = _Reader(tokens, definitions or {}, Functions(tokens.fail), frozenset(parameters))
    node = reader.formula()
    kind, rest = tokens.ahead
    if kind != "end":
        raise tokens.fail(f"unexpected '{rest}'")
    if count_nodes(node) > MOST_NODES:
        raise InputError(f"the statement '{text[:60]}' expands to more than {MOST_NODES} parts; split it")
    if any(isinstance(x, Pow) and degree(x) > MOST_DEGREE for x in walk(node)):  # after definitions are put in
        raise InputError(
            f"the statement '{text[:60]}' has a power of degree above {MOST_DEGREE} once definitions are put in; use smaller powers"
        )
    return reader, node


def read_formula(text: str, *, definitions: Mapping[str, Definition] | None = None) -> Formula:
    """Read a formula from text; raise `InputError` with the place at which reading failed."""
    reader, node = _read(text, definitions)
    return reader.truth(node)


def read_term(text: str, *, definitions: Mapping[str, Definition] | None = None) -> Term:
    """Read a term from text; raise `InputError` with the place at which reading failed."""
    reader, node = _read(text, definitions)
    return reader.term(node)


def read_definitions(texts: Mapping[str, str]) -> dict[str, Definition]:
    """Read definitions such as `{"V(x, y)": "…", "g": "…"}`, each of which may use those before it."""
    found: dict[str, Definition] = {}
    for head, body in texts.items():
        shape = re.fullmatch(r"\s*([A-Za-z_]\w*)\s*(?:\(([\w\s,']*)\))?\s*", head, re.ASCII)
        if shape is None or shape[1] in WORDS:
            raise InputError(f"cannot define '{head}'; write a name, or a name and its parameters: 'V(x, y)'")
        if shape[1] in NAMES or shape[1] in found:
            meaning = "a function of the grammar" if shape[1] in NAMES else "defined before"
            raise InputError(f"cannot define '{head}': '{shape[1]}' is {meaning}; choose another name")
        parameters = tuple(x.strip() for x in shape[2].split(",")) if shape[2] else ()
        if len(set(parameters)) < len(parameters):
            raise InputError(f"cannot define '{head}': two parameters have the same name; rename one of them")
        inner = {k: v for k, v in found.items() if k not in parameters}
        found[shape[1]] = Definition(parameters, _read(body, inner, parameters)[1])
    return found
