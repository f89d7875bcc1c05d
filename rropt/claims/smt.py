"""Formulas for z3: its own operations where it has them, and else new variables with facts that are true of them.

What must hold for a statement to have a value is listed apart, as its *duties*, and each is shown before the statement counts as
decided: `x/y > 1` has the duty `y != 0` under all that stands before it.

Every fact is a theorem about the operation for all arguments, and stated where they and the operation have values, so that no fact
excludes a point at which one has none. A set of formulas that z3 finds unsatisfiable with the facts has no solution; a solution may
be one of the facts alone, and is confirmed elsewhere.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import chain
from typing import Any, TypeAlias

import z3

from rropt.claims.language import (
    ZERO,
    Node,
    conjunction,
    known_value,
    number,
    operation,
    read,
    substitute,
)
from rropt.claims.numbers import enclose, holds
from rropt.claims.operations import COMPARISON, LAWS, OPERATIONS
from rropt.errors import InputError

__all__ = ["Encoding", "duties_of"]

Z3: TypeAlias = Any

MOST_POWER = 60  # a power with a larger whole exponent is treated by the laws of powers
ENCLOSED = ("exp", "log", "normal_cdf", "^")  # functions whose values at numbers are enclosed by Arb
DOMAIN = {op: read(x.domain) for op, x in OPERATIONS.items() if x.domain}
READ_LAWS = [(read(application), read(f"{where} implies y = {same}")) for application, same, where in LAWS]
FACTS = {op: [*map(read, known.facts)] for op, known in OPERATIONS.items()}
BETWEEN = read("low <= y and y <= high")
BESIDE = {op: [[*map(read, facts)] for facts in known.beside] for op, known in OPERATIONS.items()}


def duties_of(statement: Iterable[Node], integers: frozenset[str]) -> list[Node]:
    """List the duties of formulas that are read one after another, each where those before it hold.

    A duty is an `implies`: its conclusion must hold wherever all formulas of its premise do, for the statement to have a value.
    """
    under: tuple[Node, ...] = ()
    found: dict[Node, None] = {}
    for formula in statement:
        found |= dict.fromkeys(_duties(formula, under, integers))
        under = (*under, formula)
    return [x for x in found if holds(x.args[1]) is not True]


def _duties(node: Node, under: tuple[Node, ...], integers: frozenset[str]) -> Iterator[Node]:
    """List what must hold for a formula or term to have a value; each has a value where those before it hold."""
    for x in node.args:
        yield from _duties(x, under, integers)
        if node.op in ("and", "implies"):
            under = (*under, x)
        elif node.op == "or":
            under = (*under, operation("not", x))
    if node.op in DOMAIN or node.op == "^":
        yield operation("implies", conjunction(under), _domain(node, integers))


def _domain(node: Node, integers: frozenset[str]) -> Node:
    if node.op != "^":
        return substitute(DOMAIN[node.op], dict(zip("xn", node.args, strict=False)))
    base, exponent = node.args
    if not _is_whole(exponent, integers):
        return operation(">", base, ZERO)
    return operation("or", operation(">=", exponent, ZERO), operation("!=", base, ZERO))


def _is_whole(node: Node, integers: frozenset[str]) -> bool:
    if node.op == "number":
        return node.value.denominator == 1
    if node.op == "variable":
        return node.name in integers
    return node.op in ("+", "-", "*", "neg") and all(_is_whole(x, integers) for x in node.args)


def _letters(names: str, node: Node) -> dict[str, Node]:
    """What letters stand for: the arguments of an application, and at last itself."""
    return {**dict(zip(names, node.args, strict=False)), names[-1]: node}


def _matched(pattern: Node, node: Node) -> dict[str, Node] | None:
    """What the letters of a pattern stand for in a node of its form; None if it has another one."""
    if pattern.op == "variable":
        is_whole = (n := known_value(node)) is not None and n.denominator == 1 and abs(n) <= MOST_POWER
        return {pattern.name: node} if pattern.name != "whole" or is_whole else None
    if (pattern.op, len(pattern.args)) != (node.op, len(node.args)):
        return None
    found: dict[str, Node] = {}
    for x, y in zip(pattern.args, node.args, strict=True):
        inner = _matched(x, y)
        if inner is None:
            return None
        found |= inner
    return found


@dataclass(frozen=True, slots=True)
class Product:
    """A product of powers of z3 terms; a sum is one factor. It is right where no factor is 0 whose power is negative."""

    powers: Mapping[Z3, int]

    def __mul__(self, other: Product) -> Product:
        return Product({x: self.powers.get(x, 0) + other.powers.get(x, 0) for x in {**self.powers, **other.powers}})

    def __pow__(self, exponent: int) -> Product:
        return Product({x: n * exponent for x, n in self.powers.items()})

    def __truediv__(self, other: Product) -> Product:
        return self * other**-1

    def __neg__(self) -> Product:
        return Product({z3.RealVal(-1): 1}) * self

    def __sub__(self, other: Product) -> Product:
        return self + -other

    def __add__(self, other: Product) -> Product:
        """Add what is left of both when common factors and all divisors are taken out."""
        factors = {**self.powers, **other.powers}
        common = Product({x: min(self.powers.get(x, 0), other.powers.get(x, 0)) for x in factors})
        return common * Product({(self / common).written() + (other / common).written(): 1})

    def written(self) -> Z3:
        """Write the product without its divisors."""
        factors = [x for x, n in self.powers.items() for _ in range(n)]
        return reduce(operator.mul, factors) if factors else z3.RealVal(1)

    def cleared(self, relation: str) -> Z3:
        """Write a term without divisors that stands in this relation to 0 where this one does."""
        if relation in ("=", "!="):
            return self.written()  # a divisor more makes an equation harder
        return Product({x: n if n > 0 else n % 2 for x, n in self.powers.items()}).written()


@dataclass(slots=True)
class Encoding:
    """The translation of formulas that share their facts; the variables in `integers` are whole numbers."""

    integers: frozenset[str] = frozenset()
    facts: list[Z3] = field(default_factory=list)
    known: dict[Node, Z3 | Product] = field(default_factory=dict)
    applied: list[Node] = field(default_factory=list)

    def of(self, node: Node) -> Any:
        """Translate a formula, or a term to a `Product`; it is right wherever the duties hold."""
        if node not in self.known:
            self.known[node] = self.translated(node)
        return self.known[node]

    def translated(self, node: Node) -> Z3 | Product:
        known = OPERATIONS.get(node.op)
        match node:
            case Node("number", value=value):
                return Product({z3.Q(value.numerator, value.denominator): 1})
            case Node("variable", name=name):
                return Product({z3.ToReal(z3.Int(name)) if name in self.integers else z3.Real(name): 1})
            case Node("^", (base, Node("number", value=n))) if n.denominator == 1 and n <= MOST_POWER:
                return self.of(base) ** int(n)
            case Node("where", (inner, _)):
                return self.of(inner)
            case Node(op) if op in ENCLOSED and not node.free:
                return self.function(node)
        if known is None:
            raise InputError(
                f"'{node.op}' stands where z3 cannot take it: what is stated may be an 'exists', or an 'argmin' that is not under "
                "'exists' or 'or', alone, in an 'and' or behind 'implies'; state the claim without it, or as a theorem in Coq"
            )
        parts = [*map(self.of, node.args)]  # before the facts of a function, in which they would be nested deeper
        if known.z3 is None:
            return self.function(node)
        return known.z3(operator.sub(*parts).cleared(node.op), 0) if known.level == COMPARISON else known.z3(*parts)

    def state(self, fact: Node, letters: Mapping[str, Node], applications: Sequence[Node]) -> None:
        """State a fact of applications, where they and all that stands in them have values."""
        guard = conjunction(duty for x in applications for duty in duties_of([x], self.integers))
        stated = substitute(fact, letters)
        self.facts.append(self.of(operation("implies", guard, stated) if guard.args else stated))

    def function(self, node: Node) -> Any:
        """Translate a value to a variable, and state what is known of it; of a number such as exp(1/2), two rationals around it."""
        letters, others = _letters("xny", node), list[Node]()
        if node.op in ENCLOSED and not node.free:
            low, high = map(number, enclose(node))
            if low == high:
                return self.of(low)
            facts, letters = [BETWEEN], {**letters, "low": low, "high": high}
        elif facts := FACTS.get(node.op, []):
            others = [x for x in self.applied if x.op == node.op]
            self.applied.append(node)
        else:
            raise InputError(f"nothing is known to z3 of '{node.op}' of a letter; state the claim as a theorem in Coq")
        name = f"{node.op}!{len(self.known) + 1}"
        self.known[node] = Product({z3.ToReal(z3.Int(name)) if node.op == "floor" else z3.Real(name): 1})
        for fact in facts:
            self.state(fact, letters, [node])
        for other in others:
            differing = [facts for x, u, facts in zip(node.args, other.args, BESIDE[node.op], strict=False) if x != u]
            for fact in chain(*differing) if len(differing) == 1 else ():
                self.state(fact, letters | _letters("umv", other), [node, other])
                self.state(fact, _letters("xny", other) | _letters("umv", node), [node, other])
        for application, law in READ_LAWS:
            matched = _matched(application, node)
            if matched is not None:
                self.state(law, {**matched, "y": node}, [node])
        return self.known[node]
