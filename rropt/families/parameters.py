"""How families read their parameters: probabilities, counts, and `a parameter or else the epsilon that fixes it`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_integer, read_number
from rropt.exact.spelling import show

__all__ = ["Given", "count", "exactly_one", "finite", "given", "largest", "power", "probability", "ratio", "two_sided"]


@dataclass(frozen=True, slots=True)
class Given:
    """A parameter's exact value, and what was read where a decimal epsilon fixed it."""

    value: Number
    said: str = ""


def exactly_one(family: str, **parameters: object) -> str:
    """The name of the one parameter that was given."""
    named = [name for name, x in parameters.items() if x is not None]
    if len(named) != 1:
        got = " and ".join(f"{name}={parameters[name]}" for name in named)
        raise InputError(
            f"{family} takes exactly one of {', '.join(parameters)}{f', not {got}' if got else '; give one'}"
        )
    return named[0]


def probability(x: object, *, name: str) -> Number:
    """The exact number x stands for, between 0 and 1."""
    value = read_number(x)
    if value < 0 or value > 1:
        cent = (
            "; per cent are written with their sign, as 75%" if isinstance(value, Fraction) and 1 < value <= 100 else ""
        )
        raise InputError(f"{name} = {show(value)[:60]} is a probability and must lie between 0 and 1{cent}")
    return value


def count(x: object, *, name: str, least: int, most: int) -> int:
    """The whole number x stands for, between the stated bounds."""
    return read_integer(x, least=least, most=most, name=name)


def finite(epsilon: object, *, family: str) -> tuple[Epsilon, Number]:
    """A finite budget and its t = e^ε."""
    budget = read_epsilon(epsilon)
    if isinstance(budget.t, float):
        raise InputError(f"{family} wants a finite epsilon, not inf; without privacy ask directly (direct_question)")
    return budget, budget.t


def given(
    family: str, name: str, value: object, epsilon: object, solve: Callable[[Number], Number], *, answers: int = 1
) -> Given:
    """The probability called `name`, or the one `solve` finds for t = e^(ε/answers); exactly one is given."""
    if exactly_one(family, **{name: value, "epsilon": epsilon}) == name:
        return Given(probability(value, name=name))
    budget, _ = finite(epsilon, family=family)
    _, t = finite(budget.split(answers), family=family)
    return Given(solve(t), budget.said)


def ratio(a: Number, b: Number) -> Number | float:
    """a/b for a, b ≥ 0 with 0/0 = 1 and a/0 = ∞: how much one input favours an output more than another input."""
    if b:
        return a / b
    return math.inf if a else Fraction(1)


def two_sided(a: Number, b: Number) -> Number | float:
    """The larger of a/b and b/a."""
    return largest((ratio(a, b), ratio(b, a)))


def largest(ratios: Iterable[Number | float]) -> Number | float:
    """The largest of exact numbers and infinity."""
    return max(ratios)


def power(x: Number | float, n: int) -> Number | float:
    """x^n for exact x ≥ 0 or x = ∞, with ∞^0 = 1."""
    if isinstance(x, float):
        return x if n else Fraction(1)
    return x**n
