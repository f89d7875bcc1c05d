"""What must be defined: the divisors of a statement that must be shown not to vanish, each under what stands before it."""

from __future__ import annotations

from typing import NamedTuple

from rropt.claims.elaborate import Elaborated
from rropt.claims.syntax import (
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
    free_variables,
    number,
)

__all__ = ["Duty", "duties"]


class Duty(NamedTuple):
    """Under the hypotheses before it, this formula must hold for the statement to be defined."""

    under: tuple[Formula, ...]
    formula: Formula


def duties(statement: Elaborated) -> list[Duty]:
    """Divisors that must not vanish, in the order in which the statement meets them.

    Hypotheses free of named functions come first: they may show that the functions' arguments are defined.
    """
    found: list[Duty] = []
    under: tuple[Formula, ...] = ()
    named = {x for x, _ in statement.named}
    free = [h for h in statement.hypotheses if not named & set(free_variables(h))]
    for x in (*free, *statement.facts, *(h for h in statement.hypotheses if h not in free)):
        _duties(x, under, found)
        under = (*under, x)
    _duties(statement.conclusion, under, found)
    return found


def _duties(formula: Formula, under: tuple[Formula, ...], found: list[Duty]) -> None:
    match formula:
        case Compare(a, _, b):
            _divisors(a, under, found)
            _divisors(b, under, found)
        case Not(body) | Exists(_, body):
            _duties(body, under, found)
        case And(items):
            for x in items:
                _duties(x, under, found)
                under = (*under, x)
        case Or(items):
            for x in items:
                _duties(x, under, found)
                under = (*under, Not(x))
        case Implies(a, b):
            _duties(a, under, found)
            _duties(b, (*under, a), found)
        case Iff(a, b):
            _duties(a, under, found)
            _duties(b, under, found)


def _divisors(term: Term, under: tuple[Formula, ...], found: list[Duty]) -> None:
    match term:
        case Div(a, b):
            _divisors(a, under, found)
            _divisors(b, under, found)
            for x in _factors(b):
                duty = Compare(x, "!=", number(0))
                if not any(d.formula == duty and d.under == under[: len(d.under)] for d in found):
                    found.append(Duty(under, duty))
        case Add(items) | Mul(items):
            for x in items:
                _divisors(x, under, found)
        case Pow(base, _):
            _divisors(base, under, found)


def _factors(term: Term) -> list[Term]:
    match term:
        case Num():
            return []
        case Mul(items):
            return [f for x in items for f in _factors(x)]
        case Pow(base, n):
            return _factors(base) if n else []
        case Div(a, _):
            return _factors(a)
    return [term]
