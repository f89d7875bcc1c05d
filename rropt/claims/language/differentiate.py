"""Formal derivatives of terms."""

from __future__ import annotations

from fractions import Fraction

from rropt.claims.language.syntax import Add, Call, Div, Mul, Num, Pow, Term, Var, negative, number
from rropt.exact.errors import InputError

__all__ = ["derivative"]

ZERO, ONE = number(0), number(1)


def times(*items: Term) -> Term:
    kept = [x for x in items if x != ONE]
    if ZERO in kept:
        return ZERO
    return kept[0] if len(kept) == 1 else Mul(tuple(kept)) if kept else ONE


def plus(*items: Term) -> Term:
    kept = [x for x in items if x != ZERO]
    return kept[0] if len(kept) == 1 else Add(tuple(kept)) if kept else ZERO


def derivative(term: Term, name: str) -> Term:
    """Differentiate the term with respect to the variable `name`."""
    match term:
        case Num():
            return ZERO
        case Var(x):
            return ONE if x == name else ZERO
        case Add(items):
            return plus(*(derivative(x, name) for x in items))
        case Mul(items):
            return plus(*(times(derivative(x, name), *items[:i], *items[i + 1 :]) for i, x in enumerate(items)))
        case Pow(base, n):
            return times(number(n), Pow(base, n - 1), derivative(base, name)) if n else ZERO
        case Div(a, b):
            below = derivative(b, name)
            if below == ZERO:
                top = derivative(a, name)
                return ZERO if top == ZERO else Div(top, b)
            return Div(plus(times(derivative(a, name), b), negative(times(a, below))), Pow(b, 2))
        case Call():
            return _of_call(term, name)


def _of_call(term: Call, name: str) -> Term:
    inner = [derivative(x, name) for x in term.arguments]
    if all(x == ZERO for x in inner):
        return ZERO
    x = term.arguments[0]
    if term.name == "exp":
        return times(term, inner[0])
    if term.name == "log":
        return Div(inner[0], x)
    if term.name == "sqrt":
        return Div(inner[0], times(number(2), term))
    if term.name == "power" and inner[1] == ZERO:
        exponent = term.arguments[1]
        lowered = Call("power", (x, plus(exponent, Num(Fraction(-1)))))
        return times(exponent, lowered, inner[0])
    raise InputError(f"rropt cannot differentiate {term.name}(…) here; write the derivative out as a formula")
