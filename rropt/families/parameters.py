"""Read the parameters of families, and compute the ratios of probabilities of which their parities are made."""

from __future__ import annotations

from collections.abc import Callable

from rropt.exact.element import Bound, Number, ratio
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_probability
from rropt.exact.infinity import is_infinite

__all__ = ["bits_parity", "larger_ratio", "read_finite_epsilon", "read_or_solve", "require_one"]


def require_one(family: str, **parameters: object) -> str:
    """Return the name of the only parameter that is given (not None); refuse if none or several are."""
    named = [name for name, x in parameters.items() if x is not None]
    if len(named) != 1:
        got = " and ".join(f"{name}={parameters[name]}" for name in named)
        raise InputError(
            f"{family} takes exactly one of {', '.join(parameters)}{f', not {got}' if got else '; give one'}"
        )
    return named[0]


def read_finite_epsilon(epsilon: object, *, family: str, answers: int = 1) -> tuple[Number, str]:
    """Read a finite budget ε for so many answers; return e^(ε/answers) and a note on how ε was read ("" if there is none).

    The note says, for example, that a float was taken as the exact decimal that it prints. Errors name `family`.
    """
    budget = read_epsilon(epsilon)
    t = budget.t if is_infinite(budget.t) else budget.split(answers).t
    if is_infinite(t):
        raise InputError(f"{family} needs a finite epsilon, not inf; without privacy use direct_question")
    return t, budget.said


def read_or_solve(
    family: str, name: str, value: object, epsilon: object, solve: Callable[[Number], Number], *, answers: int = 1
) -> tuple[Number, str]:
    """Read the probability called `name` from `value`, or compute it from epsilon as solve(e^(ε/answers)).

    Exactly one of `value` and `epsilon` must be given. `answers` is the number of equal parts into which ε is split. The
    text that is returned beside the probability is the note on how ε was read, as by `read_finite_epsilon`.
    """
    if require_one(family, **{name: value, "epsilon": epsilon}) == name:
        return read_probability(value, name=name), ""
    t, said = read_finite_epsilon(epsilon, family=family, answers=answers)
    return solve(t), said


def larger_ratio(a: Number, b: Number) -> Bound:
    """Return the larger of a/b and b/a, the probabilities of one output under two inputs; it is infinite if only one is 0."""
    return max(ratio(a, b), ratio(b, a))


def bits_parity(zero: Number, one: Number, n: int = 1) -> Bound:
    """Compute the parity of n bits that are randomized one by one: the n-th power of the parity of one bit.

    A bit that is 0 is reported as 1 with probability `zero`, and one that is 1 with probability `one`. The answer to one bit
    has two values, hence two ratios. Two inputs may differ in all n bits, and then the ratios are multiplied.
    """
    parity = max(larger_ratio(zero, one), larger_ratio(1 - zero, 1 - one))
    return parity if is_infinite(parity) else parity**n
