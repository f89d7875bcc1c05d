"""Read the parameters of families: probabilities, a finite epsilon, and a parameter that may be given or computed from epsilon.

Ratios of probabilities, from which families compute their parity, are here too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from rropt.exact.element import Bound, Number
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.infinity import is_infinite
from rropt.exact.spelling import show
from rropt.privacy.ratios import ratio

__all__ = [
    "Given",
    "larger_ratio",
    "ratio_power",
    "read_finite_epsilon",
    "read_or_solve",
    "read_probability",
    "require_one",
]


@dataclass(frozen=True, slots=True)
class Given:
    """The exact value of a parameter.

    `said` is a note on how an epsilon was read, for example that it was given as a decimal. It is "" if there is nothing to say, or
    if the value was not computed from an epsilon.
    """

    value: Number
    said: str = ""


def require_one(family: str, **parameters: object) -> str:
    """Return the name of the only parameter that is given (not None); refuse if none or several are."""
    named = [name for name, x in parameters.items() if x is not None]
    if len(named) != 1:
        got = " and ".join(f"{name}={parameters[name]}" for name in named)
        raise InputError(
            f"{family} takes exactly one of {', '.join(parameters)}{f', not {got}' if got else '; give one'}"
        )
    return named[0]


def read_probability(x: object, *, name: str) -> Number:
    """Read an exact number between 0 and 1."""
    value = read_number(x)
    if value < 0 or value > 1:
        cent = (
            "; write percentages with their sign, such as 75%"
            if isinstance(value, Fraction) and 1 < value <= 100
            else ""
        )
        raise InputError(f"{name} = {show(value)[:60]} is a probability and must lie between 0 and 1{cent}")
    return value


def read_finite_epsilon(epsilon: object, *, family: str) -> tuple[Epsilon, Number]:
    """Read a finite budget ε; return ε and t = e^ε. Refuse an infinite ε; the message of the error names `family`."""
    budget = read_epsilon(epsilon)
    if is_infinite(budget.t):
        raise InputError(f"{family} needs a finite epsilon, not inf; without privacy use direct_question")
    return budget, budget.t


def read_or_solve(
    family: str, name: str, value: object, epsilon: object, solve: Callable[[Number], Number], *, answers: int = 1
) -> Given:
    """Read the probability called `name` from `value`, or compute it from epsilon as solve(e^(ε/answers)).

    Exactly one of `value` and `epsilon` must be given. `answers` is the number of equal parts into which the budget ε is split.
    `solve` turns e^(ε/answers) into the probability. Error messages name `family`.
    """
    if require_one(family, **{name: value, "epsilon": epsilon}) == name:
        return Given(read_probability(value, name=name))
    budget, _ = read_finite_epsilon(epsilon, family=family)
    _, t = read_finite_epsilon(budget.split(answers), family=family)
    return Given(solve(t), budget.said)


def larger_ratio(a: Number, b: Number) -> Bound:
    """The larger of a/b and b/a, where a and b are the probabilities of one output under two inputs; infinite if only one is 0."""
    return max(ratio(a, b), ratio(b, a))


def ratio_power(x: Bound, n: int) -> Bound:
    """x^n for an exact ratio x ≥ 0 or x = ∞, with ∞^0 = 1."""
    if is_infinite(x):
        return x if n else Fraction(1)
    return x**n
