"""Lists the duties of a statement, which are the conditions for all its parts to be defined.

Divisors must not be 0, and roots and logarithms must have a value. Each duty comes from one part of the statement. It need only
hold at points where all hypotheses before this part are true.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rropt.claims.evaluate import Undefined, enclosure
from rropt.claims.language.elaborate import Elaborated, elaborate, in_its_own_words
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
    map_children,
    number,
    substitute,
    walk,
)
from rropt.exact.errors import InputError, Undecided

__all__ = ["Duty", "are_always_defined", "duties", "factors", "has_value", "must_show", "needs_values"]

BITS = 64


class Duty(NamedTuple):
    """A condition for a statement to be defined: `formula` must hold wherever all formulas of `under` hold.

    The formulas of `under` stand before the part of the statement that needs the condition.
    """

    under: tuple[Formula, ...]
    formula: Formula


def duties(statement: Elaborated) -> list[Duty]:
    """List the duties of a statement, which are the conditions under which it is defined.

    The parts of the statement are visited in a fixed order: first the hypotheses without a function such as sqrt or log, then the
    facts about functions, then the other hypotheses, and at the end the conclusion. The hypotheses without a function come first,
    because they may show that the arguments of functions are defined. The duties are listed as they are met.
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
    """Whether the hypotheses are defined at every point: no divisor, root or logarithm in them needs a condition."""
    try:
        return not duties(elaborate(hypotheses, Truth(True)))
    except InputError:  # a function of a variable that nothing is known about
        return False


def needs_values(formula: Formula) -> bool:
    """Whether the form of the formula shows that, wherever the formula is true, all its terms have values.

    The result is True for comparisons, for their negations, and for an `and` of such formulas. An `or` may be true at a point where
    one of its items has no value, so for `or` the result is False.
    """
    match formula:
        case Compare() | Rounds() | Truth() | Not(Compare() | Rounds()):
            return True
        case And(items):
            return all(map(needs_values, items))
    return False


def has_value(term: Term) -> tuple[Formula, ...]:
    """List conditions under which the term has a value. Each condition is itself defined wherever those before it hold.

    If the provers cannot read the term, the list has one condition: the term is equal to itself. This is undefined where the term
    has no value. If such a term has no variables and is shown to have a value, the list is empty.
    """
    itself = Compare(term, "=", term)
    try:
        statement = elaborate((), itself)
    except InputError:  # a function that is beyond the provers
        return () if _is_a_number(term) else (itself,)
    return tuple(in_its_own_words(x.formula, statement) for x in duties(statement))


def must_show(body: Formula, witness: Mapping[str, Term]) -> tuple[Formula, ...]:
    """List conditions under which a witness has values, and the body of an `exists` has a value at the witness.

    `witness` maps variables of the body to terms. In the conditions of the body, these terms replace the variables. A condition of
    the body is left out if no variable of the witness occurs in it. If the provers cannot read the body, all its conditions are
    left out.
    """
    found = [x for term in witness.values() for x in has_value(term)]
    try:
        statement = elaborate((), without_quantifiers(body))
    except InputError:  # beyond the provers, who then show nothing of the body
        return tuple(found)
    for duty in duties(statement):
        guards = [in_its_own_words(x, statement) for x in duty.under if x not in statement.facts]
        formula = in_its_own_words(duty.formula, statement)
        if set(free_variables(formula)) & set(witness):
            at_it = Implies(conjunction(guards), formula) if guards else formula
            found.append(substitute(at_it, witness))  # type: ignore[arg-type]
    return tuple(dict.fromkeys(found))


def without_quantifiers(formula: Formula) -> Formula:
    """Drop every `exists` in the formula; the variables that it binds become free."""

    def opened(node: Node) -> Node:
        return opened(node.body) if isinstance(node, Exists) else map_children(node, opened)

    return opened(formula)  # type: ignore[return-value]


def _is_a_number(term: Term) -> bool:
    """Whether the term has no variables and can be shown to have a value."""
    try:
        return not free_variables(term) and enclosure(term, {}, BITS) is not None
    except (InputError, Undecided, Undefined):
        return False


class _Collector(NamedTuple):
    """Collects in `duties` the conditions under which the statement is defined."""

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
        """Add the condition that no divisor in the fact is 0.

        Roots in the fact need no condition, because a fact about a root holds for every real argument.
        """
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
    """List factors of the term. Their product is 0 exactly where the term is 0."""
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
