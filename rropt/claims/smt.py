"""Formulas for z3: rational functions as quotients, other functions as fresh variables with facts that are true of them.

A term is a numerator and the factors of its denominator, and a comparison is multiplied by these. That is right where no factor
is 0. So what must hold for a statement to have a value is listed apart, as its *duties*, and each is shown before the statement
counts as decided: `x/y > 1` has the duty `y != 0` under all that stands before it.

Every fact is a theorem about the function for all arguments, guarded by the function's domain. So a set of formulas that z3 finds
unsatisfiable with the facts has no solution; a solution may be one of the facts alone, and is confirmed elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from operator import add, eq, mul, or_
from typing import Any, TypeAlias

import z3

from rropt.claims.language import (
    ONE,
    RELATIONS,
    ZERO,
    Node,
    conjunction,
    difference,
    known_value,
    number,
    read,
    substitute,
    variable,
)
from rropt.claims.numbers import COMPARED, enclose, holds
from rropt.claims.operations import OPERATIONS
from rropt.errors import InputError

__all__ = ["Encoding", "duties_of"]

Z3: TypeAlias = Any
Quotient: TypeAlias = tuple[Z3, Counter[Z3]]

MOST_POWER = 60  # a power with a larger whole exponent is treated by the laws of powers
CONNECTIVES: Mapping[str, Callable[..., Z3]] = {
    "and": z3.And,
    "or": z3.Or,
    "implies": z3.Implies,
    "not": z3.Not,
    "iff": eq,
}
DOMAIN = {op: read(x.domain) for op, x in OPERATIONS.items() if x.domain}
ENCLOSED = ("exp", "log", "normal_cdf", "^")  # functions whose values at numbers are enclosed by Arb


def duties_of(statement: Iterable[Node], integers: frozenset[str]) -> list[Node]:
    """List the duties of formulas that are read one after another, each where those before it hold.

    A duty is an `implies`: its conclusion must hold wherever all formulas of its premise do, for the statement to have a value.
    """
    under: tuple[Node, ...] = ()
    found: dict[Node, None] = {}
    for formula in statement:
        found |= dict.fromkeys(_of_formula(formula, under, integers))
        under = (*under, formula)
    return [x for x in found if holds(x.args[1]) is not True]


def _of_formula(node: Node, under: tuple[Node, ...], integers: frozenset[str]) -> Iterator[Node]:
    if node.op not in CONNECTIVES:
        yield from (Node("implies", (conjunction(under), x)) for x in _of_term(node, integers))
        return
    for x in node.args:
        yield from _of_formula(x, under, integers)
        if node.op in ("and", "implies"):
            under = (*under, x)
        elif node.op == "or":
            under = (*under, Node("not", (x,)))


def _of_term(node: Node, integers: frozenset[str]) -> Iterator[Node]:
    """List what must hold for a term, or a comparison of terms, to have a value; each is defined where those before it hold."""
    for x in node.args:
        yield from _of_term(x, integers)
    if node.op == "^":
        yield _domain_of_power(*node.args, integers=integers)
    elif node.op in DOMAIN:
        yield substitute(DOMAIN[node.op], dict(zip("xn", node.args, strict=False)))


def _domain_of_power(base: Node, exponent: Node, *, integers: frozenset[str]) -> Node:
    """A whole exponent asks for a base other than 0 or an exponent of at least 0 in each part, any other one for a base above 0."""
    n, differs = known_value(exponent), Node("!=", (base, ZERO))
    if n is not None and n.denominator == 1:
        return differs if n < 0 else conjunction(())
    if n is not None or not _is_whole(exponent, integers):
        is_root = n is not None and n.denominator == 2 and n > 0
        return Node(">=" if is_root else ">", (base, ZERO))
    parts = _parts_of(exponent)
    if any(n < 0 for n in parts.values()):
        return differs
    return Node("or", (differs, conjunction(Node(">=", (x, ZERO)) for x in parts if x != ONE)))


def _is_whole(node: Node, integers: frozenset[str]) -> bool:
    if node.op == "number":
        return node.value.denominator == 1
    if node.op == "variable":
        return node.name in integers
    return node.op in ("+", "*") and all(_is_whole(x, integers) for x in node.args)


def _parts_of(exponent: Node) -> Counter[Node]:
    """Write an exponent as whole multiples of parts: 2*n - m + 1 has n twice, m −1 times, and the number 1 once."""
    value = known_value(exponent)
    if value is not None and value.denominator == 1:
        return Counter({ONE: int(value)})
    found = Counter[Node]()
    if exponent.op == "+":
        for x in exponent.args:
            found.update(_parts_of(x))
    elif exponent.op == "*" and _is_whole(exponent.args[0], frozenset()):
        factor = int(known_value(exponent.args[0]))
        found.update({x: factor * n for x, n in _parts_of(exponent.args[1]).items()})
    is_long = any(abs(n) > MOST_POWER for x, n in found.items() if x != ONE)
    return found if found and not is_long else Counter({exponent: 1})


def _guarded(fact: str, op: str, *letters: str) -> Node:
    """A fact that holds where the applications of these letters have values."""
    domains = [substitute(DOMAIN[op], {"x": variable(x)}) for x in letters if op in DOMAIN]
    return Node("implies", (conjunction(domains), read(fact))) if domains else read(fact)


FACTS = {op: [_guarded(fact, op, "x") for fact in known.facts] for op, known in OPERATIONS.items()}
BESIDE = {
    op: [[_guarded(fact, op, "x", "u") for fact in facts] for facts in known.beside] for op, known in OPERATIONS.items()
}


@dataclass(slots=True)
class Encoding:
    """The translation of formulas that share their facts; the variables in `integers` are whole numbers."""

    integers: frozenset[str] = frozenset()
    facts: list[Z3] = field(default_factory=list)
    known: dict[Node, Z3] = field(default_factory=dict)
    letters: dict[str, Z3] = field(default_factory=dict)

    # formulas

    def formula(self, node: Node) -> Z3:
        """Translate a formula; it is right wherever the duties hold."""
        if node.op in CONNECTIVES:
            return CONNECTIVES[node.op](*map(self.formula, node.args))
        if node.op in RELATIONS:
            return self.comparison(node.op, difference(*node.args))
        raise InputError(
            f"'{node.op}' stands where z3 cannot take it: 'exists' may stand under and, or, not and implies, 'argmin' alone, in an "
            "'and' or behind 'implies'; state the claim without it, or as a theorem in Coq"
        )

    def comparison(self, relation: str, term: Node) -> Z3:
        """Compare a term with 0: its sign is that of the numerator times the factors of odd power in the denominator."""
        top, below = self.term(term)
        if relation not in ("=", "!="):
            top = reduce(mul, (x for x, n in below.items() if n % 2), top)
        return COMPARED[relation](top, 0)

    # terms

    def term(self, node: Node) -> Quotient:
        """Translate a term to a numerator and the factors of its denominator."""
        match node:
            case Node("number"):
                return _rational(node.value), Counter()
            case Node("variable", name=name):
                if name not in self.letters:
                    self.letters[name] = z3.ToReal(z3.Int(name)) if name in self.integers else z3.Real(name)
                return self.letters[name], Counter()
            case Node("+"):
                return _sum([self.term(x) for x in node.args])
            case Node("*"):
                return _product([self.term(x) for x in node.args])
            case Node("/", (over, divisor)):
                return self.divide(self.term(over), divisor)
            case Node("where", (inner, _)):
                return self.term(inner)
            case Node("^", (base, exponent)):
                return self.power(base, exponent)
            case Node("exp", (u,)) if u.free:
                return self.by_laws(u, lambda x: (self.function(Node("exp", (x,))), Counter()))
        return self.function(node), Counter()

    def divide(self, top: Quotient, divisor: Node) -> Quotient:
        """Divide by one factor after another, so that equal factors of several divisors are recognised."""
        if divisor.op == "*":
            return self.divide(self.divide(top, divisor.args[0]), divisor.args[1])
        if divisor.op == "^":
            n = known_value(divisor.args[1])
            if n is not None and n.denominator == 1 and 0 < n <= MOST_POWER:
                return reduce(self.divide, [divisor.args[0]] * int(n), top)
        (a, b), (c, d) = top, self.term(divisor)
        return reduce(mul, d.elements(), a), b + Counter([c])

    def power(self, base: Node, exponent: Node) -> Quotient:
        n, node = known_value(exponent), Node("^", (base, exponent))
        if n is not None and n.denominator == 2:
            return self.power(Node("sqrt", (base,)), number(n.numerator))
        if n is not None and n.denominator == 1 and n <= MOST_POWER:
            if n < 0:
                return self.divide(UNIT, Node("^", (base, number(-n))) if n < -1 else base)
            return _product([self.term(base)] * int(n))
        if not node.free or n is not None:
            return self.function(node), Counter()

        def one_power(x: Node) -> Quotient:
            return self.power(base, x) if x.op == "number" else (self.function(Node("^", (base, x))), Counter())

        return self.by_laws(exponent, one_power)

    def by_laws(self, exponent: Node, power: Callable[[Node], Quotient]) -> Quotient:
        """b^(2n − m + c) is b^c (b^n)^2 / b^m; `power` gives b^c, b^n and b^m."""
        parts = _parts_of(exponent)
        shift = parts.pop(ONE, 0)
        found = power(number(shift)) if shift else UNIT
        for part, n in parts.items():
            one, (top, below) = power(part), found
            found = _product([found, _product([one] * n)]) if n > 0 else (top, below + Counter({one[0]: -n}))
        return found

    def value(self, node: Node) -> Z3:
        """One z3 term for a term: a new variable where it has a denominator."""
        top, below = self.term(node)
        if not below:
            return top
        if node not in self.known:
            found = self.new(node)
            product = reduce(mul, below.elements())
            self.facts.append(z3.Implies(product != 0, product * found == top))
        return self.known[node]

    def new(self, node: Node) -> Z3:
        self.known[node] = z3.Real(f"{node.op}!{len(self.known) + 1}")
        return self.known[node]

    # functions

    def function(self, node: Node) -> Z3:
        """Translate a function's value to a variable, and state facts about it."""
        if node in self.known:
            return self.known[node]
        if node.op in ENCLOSED and not node.free:
            return self.constant(node)
        if not FACTS.get(node.op):
            raise InputError(f"nothing is known to z3 of '{node.op}' of a letter; state the claim as a theorem in Coq")
        letters = dict(zip("xn", map(self.value, node.args), strict=False))
        found = self.new(node)
        self.state(FACTS[node.op], {**letters, "y": found, "whole": z3.ToReal(z3.Int(f"{found}!whole"))})
        for other in [x for x in self.known if x.op == node.op]:
            places = [i for i, (x, u) in enumerate(zip(node.args, other.args, strict=True)) if x != u]
            if len(places) == 1:
                for one, two in ((node, other), (other, node)):
                    self.state(BESIDE[node.op][places[0]], {**self.named("xny", one), **self.named("umv", two)})
        self.laws(node, found)
        return found

    def named(self, letters: str, node: Node) -> dict[str, Z3]:
        """The values of an application by letters, of its arguments and its own."""
        values = zip(letters, map(self.value, node.args), strict=False)
        return {**dict(values), letters[-1]: self.known[node]}

    def state(self, facts: Iterable[Node], letters: Mapping[str, Z3]) -> None:
        """State facts of an operation at the values of its letters."""
        self.facts += map(Encoding(letters=dict(letters)).formula, facts)

    def constant(self, node: Node) -> Z3:
        """Translate a number such as exp(1/2) to a variable between two rationals."""
        low, high = enclose(node)
        if low == high:
            return _rational(low)
        found = self.new(node)
        self.facts += [_rational(low) <= found, found <= _rational(high)]
        return found

    def laws(self, node: Node, found: Z3) -> None:
        """State what exp(log(y)) is, and the logarithm of an exponential, a product, a quotient and a power."""
        match node:
            case Node("exp", (Node("log", (y,)),)):
                self.facts.append(z3.Implies(self.value(y) > 0, found == self.value(y)))
            case Node("log", (Node("exp", (y,)),)):
                self.facts.append(found == self.value(y))
            case Node("log", (Node("*" | "/" as op, (a, b)),)):
                first, second = (self.function(Node("log", (y,))) for y in (a, b))
                total = first + second if op == "*" else first - second
                self.facts.append(z3.Implies(z3.And(self.value(a) > 0, self.value(b) > 0), found == total))
            case Node("log", (Node("^", (a, n)),)):
                root = self.function(Node("log", (a,)))
                self.facts.append(z3.Implies(self.value(a) > 0, found == self.value(n) * root))


def _rational(x: Fraction) -> Z3:
    return z3.Q(x.numerator, x.denominator)


def _product(parts: Sequence[Quotient]) -> Quotient:
    below = reduce(add, (below for _, below in parts), Counter[Z3]())
    return reduce(mul, (top for top, _ in parts)) if parts else z3.RealVal(1), below


def _sum(parts: Sequence[Quotient]) -> Quotient:
    """Add quotients over their least common denominator."""
    common = reduce(or_, (below for _, below in parts))
    return reduce(add, (reduce(mul, (common - below).elements(), top) for top, below in parts)), common


UNIT = _product([])
