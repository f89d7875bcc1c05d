"""What must be defined: divisors that must not vanish, roots and logarithms that must have a value, each under what stands
before it."""

from __future__ import annotations

from typing import NamedTuple

from rropt.claims.language.elaborate import Elaborated, elaborate
from rropt.claims.language.syntax import (
    Add,
    And,
    Compare,
    Div,
    Exists,
    Formula,
    Iff,
    Implies,
    Mul,
    Not,
    Num,
    Or,
    Pow,
    Term,
    Truth,
    Var,
    free_variables,
    number,
    walk,
)
from rropt.exact.errors import InputError

__all__ = ["Duty", "are_always_defined", "duties", "factors"]


class Duty(NamedTuple):
    """Under the hypotheses before it, this formula must hold for the statement to be defined."""

    under: tuple[Formula, ...]
    formula: Formula


def duties(statement: Elaborated) -> list[Duty]:
    """What must hold for the statement to be defined, in the order in which it is met.

    Hypotheses free of named functions come first: they may show that the functions' arguments are defined.
    """
    found = _Collector(statement, [])
    under: tuple[Formula, ...] = ()
    named = {x for x, _ in statement.named}
    free = [h for h in statement.hypotheses if not named & set(free_variables(h))]
    for x in free:
        found.formula(x, under)
        under = (*under, x)
    for x in statement.facts:
        found.divisors_of_fact(x, under)
        under = (*under, x)
    for x in (h for h in statement.hypotheses if h not in free):
        found.formula(x, under)
        under = (*under, x)
    found.formula(statement.conclusion, under)
    return found.duties


def are_always_defined(hypotheses: tuple[Formula, ...]) -> bool:
    """Whether nothing in the hypotheses has to be defined first: no divisor, root or logarithm of a variable."""
    try:
        return not duties(elaborate(hypotheses, Truth(True)))
    except InputError:  # a function of a variable that nothing is known about
        return False


class _Collector(NamedTuple):
    """The duties found so far, and the statement's named functions."""

    statement: Elaborated
    duties: list[Duty]

    def formula(self, formula: Formula, under: tuple[Formula, ...]) -> None:
        match formula:
            case Compare(a, _, b):
                self.term(a, under)
                self.term(b, under)
            case Not(body) | Exists(_, body):
                self.formula(body, under)
            case And(items):
                for x in items:
                    self.formula(x, under)
                    under = (*under, x)
            case Or(items):
                for x in items:
                    self.formula(x, under)
                    under = (*under, Not(x))
            case Implies(a, b):
                self.formula(a, under)
                self.formula(b, (*under, a))
            case Iff(a, b):
                self.formula(a, under)
                self.formula(b, under)

    def divisors_of_fact(self, fact: Formula, under: tuple[Formula, ...]) -> None:
        """A fact is read as always true, so its divisors must not vanish; a root in it may have any value."""
        for node in walk(fact):
            if isinstance(node, Div):
                self.divisors(node, under)

    def term(self, term: Term, under: tuple[Formula, ...]) -> None:
        match term:
            case Var(name):
                for x in self.statement.arguments.get(name, ()):
                    self.term(x, under)
                if name in self.statement.domains:
                    self.add(under, self.statement.domains[name])
            case Div(a, b):
                self.term(a, under)
                self.term(b, under)
                self.divisors(term, under)
            case Add(items) | Mul(items):
                for x in items:
                    self.term(x, under)
            case Pow(base, _):
                self.term(base, under)

    def divisors(self, quotient: Div, under: tuple[Formula, ...]) -> None:
        for x in factors(quotient.below):
            self.add(under, Compare(x, "!=", number(0)))

    def add(self, under: tuple[Formula, ...], formula: Formula) -> None:
        if not any(d.formula == formula and d.under == under[: len(d.under)] for d in self.duties):
            self.duties.append(Duty(under, formula))


def factors(term: Term) -> list[Term]:
    """The factors whose product vanishes just where the term does."""
    match term:
        case Num(value):
            return [] if value else [term]
        case Mul(items):
            return [f for x in items for f in factors(x)]
        case Pow(base, n):
            return factors(base) if n else []
        case Div(a, _):
            return factors(a)
    return [term]
