"""Formulas for z3: rational functions as quotients, other functions as fresh variables with facts that are true of them.

A term is a numerator and the factors of its denominator, and a comparison is multiplied by these. That is right where no factor
is 0. So what must hold for a statement to have a value is listed apart, as its *duties*, and each is shown before the statement
counts as decided: `x/y > 1` has the duty `y != 0` under all that stands before it.

Every fact is a theorem about the function for all arguments, guarded by the function's domain. So a set of formulas that z3 finds
unsatisfiable with the facts has no solution; a solution may be one of the facts alone, and is confirmed elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from operator import add, mul, or_
from typing import Any, NamedTuple, TypeAlias

import z3

from rropt.claims.language import RELATIONS, Node, conjunction, difference, known_value, number
from rropt.claims.numbers import COMPARED, enclose, holds
from rropt.errors import InputError

__all__ = ["Duty", "Encoding", "duties_of"]

Z3: TypeAlias = Any
Quotient: TypeAlias = tuple[Z3, Counter[Z3]]

MOST_POWER = 60  # a power with a larger whole exponent is treated by the laws of powers
CONNECTIVES = ("and", "or", "implies", "not", "iff")
ENCLOSED = ("exp", "log", "erf", "normal_cdf", "^")  # functions whose values at numbers are enclosed by Arb


class Duty(NamedTuple):
    """`formula` must hold wherever all formulas of `under` hold, for the statement to have a value."""

    under: tuple[Node, ...]
    formula: Node

    @property
    def stated(self) -> Node:
        return Node("implies", (conjunction(self.under), self.formula))


def duties_of(statement: Iterable[Node], integers: frozenset[str]) -> list[Duty]:
    """List the duties of formulas that are read one after another, each where those before it hold."""
    under: tuple[Node, ...] = ()
    found: dict[Duty, None] = {}
    for formula in statement:
        found |= dict.fromkeys(_of_formula(formula, under, integers))
        under = (*under, formula)
    return [x for x in found if holds(x.formula) is not True]


def _of_formula(node: Node, under: tuple[Node, ...], integers: frozenset[str]) -> Iterator[Duty]:
    if node.op not in CONNECTIVES:
        yield from (Duty(under, x) for x in _of_term(node, integers))
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
    zero = number(0)
    match node:
        case Node("/", (_, below)):
            yield Node("!=", (below, zero))
        case Node("sqrt", (x,)):
            yield Node(">=", (x, zero))
        case Node("log", (x,)):
            yield Node(">", (x, zero))
        case Node("^", (base, exponent)):
            yield from _of_power(base, exponent, integers)


def _of_power(base: Node, exponent: Node, integers: frozenset[str]) -> Iterator[Node]:
    """A whole exponent asks for a base other than 0 or an exponent of at least 0 in each part, any other one for a base above 0."""
    zero, n = number(0), known_value(exponent)
    if n is not None and n.denominator == 1:
        if n < 0:
            yield Node("!=", (base, zero))
    elif n is not None and n.denominator == 2 and n > 0:
        yield Node(">=", (base, zero))
    elif n is not None or not _is_whole(exponent, integers):
        yield Node(">", (base, zero))
    else:
        shift, parts = _split_exponent(exponent)
        least = [Node(">=", (x, zero)) for x, _ in parts]
        if shift < 0 or any(n < 0 for _, n in parts):
            yield Node("!=", (base, zero))
        else:
            yield Node("or", (Node("!=", (base, zero)), Node("and", tuple(least))))


def _is_whole(node: Node, integers: frozenset[str]) -> bool:
    if node.op == "number":
        return node.value.denominator == 1
    if node.op == "variable":
        return node.name in integers
    return node.op in ("+", "*") and all(_is_whole(x, integers) for x in node.args)


def _split_exponent(node: Node) -> tuple[int, list[tuple[Node, int]]]:
    """Split an exponent into a whole number and multiples of parts: 2*n - m + 1 is 1, (n, 2), (m, -1)."""
    value = known_value(node)
    if value is not None and value.denominator == 1:
        return int(value), []
    if node.op == "+":
        found = [_split_exponent(x) for x in node.args]
        total: dict[Node, int] = {}
        for part, n in (pair for _, pairs in found for pair in pairs):
            total[part] = total.get(part, 0) + n
        return sum(shift for shift, _ in found), list(total.items())
    if node.op == "*":
        factor = known_value(node.args[0])
        if factor is not None and factor.denominator == 1 and abs(factor) <= MOST_POWER:
            shift, parts = _split_exponent(node.args[1])
            if all(abs(int(factor) * n) <= MOST_POWER for n in (shift, *(n for _, n in parts))):
                return int(factor) * shift, [(x, int(factor) * n) for x, n in parts]
    return 0, [(node, 1)]


@dataclass(slots=True)
class Encoding:
    """The translation of formulas that share their facts; the variables in `integers` are whole numbers.

    `is_exact` says that the facts determine all fresh variables, so that a solution is one of the formulas themselves.
    """

    integers: frozenset[str] = frozenset()
    facts: list[Z3] = field(default_factory=list)
    known: dict[Node, Z3] = field(default_factory=dict)
    is_exact: bool = True

    # formulas

    def formula(self, node: Node) -> Z3:
        """Translate a formula; it is right wherever the duties hold."""
        match node.op:
            case "and" | "or":
                found = [self.formula(x) for x in node.args]
                return z3.And(*found) if node.op == "and" else z3.Or(*found)
            case "implies":
                return z3.Implies(self.formula(node.args[0]), self.formula(node.args[1]))
            case "iff":
                return self.formula(node.args[0]) == self.formula(node.args[1])
            case "not":
                return z3.Not(self.formula(node.args[0]))
            case op if op in RELATIONS:
                return self.comparison(op, difference(*node.args))
        raise InputError(
            f"'{node.op}' stands where z3 cannot take it; state the claim without it, or as a theorem in Coq"
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
            case Node("variable"):
                is_int = node.name in self.integers
                return z3.ToReal(z3.Int(node.name)) if is_int else z3.Real(node.name), Counter()
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
                return self.divide(ONE, Node("^", (base, number(-n))) if n < -1 else base)
            return _product([self.term(base)] * int(n))
        if not node.free or n is not None:
            return self.function(node), Counter()

        def one_power(x: Node) -> Quotient:
            return self.power(base, x) if x.op == "number" else (self.function(Node("^", (base, x))), Counter())

        return self.by_laws(exponent, one_power)

    def by_laws(self, exponent: Node, power: Callable[[Node], Quotient]) -> Quotient:
        """b^(2n − m + c) is b^c (b^n)^2 / b^m; `power` gives b^c, b^n and b^m."""
        shift, parts = _split_exponent(exponent)
        found = power(number(shift)) if shift else ONE
        for part, n in parts:
            one, (top, below) = power(part), found
            found = _product([found, _product([one] * n)]) if n > 0 else (top, below + Counter({one[0]: -n}))
        return found

    def compare_powers(self, node: Node, b: Z3, n: Z3, found: Z3) -> None:
        """Of two powers with one exponent the larger base has the larger one; with one base the exponents decide."""
        for other, value in self.others(node):
            if other.args[1] == node.args[1]:
                c = self.value(other.args[0])
                self.facts += [
                    z3.Implies(z3.And(b >= 0, b <= c, n >= 0), found <= value),
                    z3.Implies(z3.And(c >= 0, c <= b, n >= 0), value <= found),
                    z3.Implies(b == c, found == value),
                ]
            elif other.args[0] == node.args[0]:
                m = self.value(other.args[1])
                self.facts += [
                    z3.Implies(z3.And(b >= 1, n <= m), found <= value),
                    z3.Implies(z3.And(b >= 1, m <= n), value <= found),
                    z3.Implies(z3.And(b > 0, b <= 1, n <= m), value <= found),
                    z3.Implies(z3.And(b > 0, b <= 1, m <= n), found <= value),
                ]

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

    def others(self, node: Node) -> list[tuple[Node, Z3]]:
        return [(x, value) for x, value in self.known.items() if x.op == node.op and x != node]

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
        arguments = [self.value(x) for x in node.args]
        found, x = self.new(node), arguments[0]
        self.is_exact &= node.op not in ("^", "exp", "log")
        match node.op:
            case "abs":
                self.facts.append(found == z3.If(x >= 0, x, -x))
            case "min" | "max":
                for y in arguments[1:]:
                    x = z3.If((x <= y) if node.op == "min" else (x >= y), x, y)
                self.facts.append(found == x)
            case "sqrt":
                self.facts.append(z3.Implies(x >= 0, z3.And(found >= 0, found * found == x)))
            case "floor":
                whole = z3.ToReal(z3.Int(f"{found}!whole"))
                self.facts += [found == whole, z3.And(found <= x, x < found + 1)]
            case "^":
                self.facts += _facts_of_power(x, arguments[1], found)
                self.compare_powers(node, x, arguments[1], found)
            case "exp":
                self.facts += _facts_of_exp(x, found)
                self.monotone(node, x, found)
            case "log":
                self.facts.append(z3.Implies(x > 0, z3.And(*_facts_of_exp(found, x))))
                self.monotone(node, x, found)
            case _:
                raise InputError(
                    f"nothing is known to z3 of '{node.op}' of a letter; state the claim as a theorem in Coq"
                )
        self.laws(node, found)
        return found

    def constant(self, node: Node) -> Z3:
        """Translate a number such as exp(1/2) to a variable between two rationals."""
        low, high = enclose(node)
        if low == high:
            return _rational(low)
        found, self.is_exact = self.new(node), False
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

    def monotone(self, node: Node, x: Z3, found: Z3) -> None:
        """exp and log increase: of two arguments the larger one has the larger value."""
        for other, value in self.others(node):
            y = self.value(other.args[0])
            inside = z3.And(x > 0, y > 0) if node.op == "log" else z3.BoolVal(True)
            self.facts += [
                z3.Implies(inside, (x < y) == (found < value)),
                z3.Implies(inside, (x > y) == (found > value)),
            ]


def _facts_of_exp(x: Z3, y: Z3) -> list[Z3]:
    """What holds of y = e^x, and so of x = log(y) for y > 0."""
    return [
        y > 0,
        y >= 1 + x,
        y * (1 - x) <= 1,
        (y > 1) == (x > 0),
        (y < 1) == (x < 0),
        z3.Implies(x != 0, y > 1 + x),
    ]


def _facts_of_power(b: Z3, n: Z3, found: Z3) -> list[Z3]:
    """What holds of b^n for a real b > 0, and for every b where n is whole and at least 0 (0^0 is 1).

    The last three are Bernoulli's inequality: b^n ≥ 1 + n(b − 1) for b ≥ 0 and n ≥ 1, and for b > 0 and n ≤ 0; the same of 1/b,
    times b; and the reverse for n between 0 and 1.
    """
    tangent = 1 + n * (b - 1)
    return [
        z3.Implies(b > 0, found > 0),
        z3.Implies(n == 0, found == 1),
        z3.Implies(n == 1, found == b),
        z3.Implies(b == 1, found == 1),
        z3.Implies(z3.And(b == 0, n > 0), found == 0),
        z3.Implies(z3.And(b >= 1, n >= 0), found >= 1),
        z3.Implies(z3.And(b > 1, n > 0), found > 1),
        z3.Implies(z3.And(b >= 1, n >= 1), found >= b),
        z3.Implies(z3.And(b >= 0, b <= 1, n >= 0), z3.And(found >= 0, found <= 1)),
        z3.Implies(z3.And(b >= 0, b < 1, n > 0), found < 1),
        z3.Implies(z3.And(b >= 0, b <= 1, n >= 1), found <= b),
        z3.Implies(z3.Or(z3.And(b >= 0, n >= 1), z3.And(b > 0, n <= 0)), found >= tangent),
        z3.Implies(z3.And(b > 0, n >= 1), found * (b + n * (1 - b)) <= b),
        z3.Implies(z3.And(b > 0, n >= 0, n <= 1), found <= tangent),
    ]


def _rational(x: Fraction) -> Z3:
    return z3.Q(x.numerator, x.denominator)


def _product(parts: Sequence[Quotient]) -> Quotient:
    below = reduce(add, (below for _, below in parts), Counter[Z3]())
    return reduce(mul, (top for top, _ in parts)) if parts else z3.RealVal(1), below


def _sum(parts: Sequence[Quotient]) -> Quotient:
    """Add quotients over their least common denominator."""
    common = reduce(or_, (below for _, below in parts))
    return reduce(add, (reduce(mul, (common - below).elements(), top) for top, below in parts)), common


ONE = _product([])
