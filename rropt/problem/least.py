"""The least budget, slack or vulnerability with which an objective reaches a value.

A larger number allows more mechanisms, so the optimum only gets better. So halving finds two numbers at most 2^−20 apart, of
which one reaches the value and the other does not; both are certified by a design.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from rropt.exact.patience import limit_seconds, read_seconds
from rropt.objectives.base import Objective, read_rational
from rropt.problem.demands import Demands
from rropt.problem.problem import Labels
from rropt.problem.ranging import Number, Ranging
from rropt.problem.result import Between, Design
from rropt.show import Block, Fact, Result, Say

__all__ = ["Least", "Reachable", "Unreachable", "find_least", "least"]

STEPS = 20


@dataclass(frozen=True, eq=False, repr=False)
class Reachable(Result):
    """The value is reached with `upper` by `design`, and not with `lower`, unless both are one number."""

    schema: ClassVar[str] = "rropt.least/2"
    of: Number
    value: Fraction
    lower: Fraction
    upper: Fraction
    design: Design
    short: Design | None

    def show(self) -> Iterable[Block]:  # type: ignore[override]
        """The number, and the two designs beside it."""
        yield Say(f"The least {self.of} that reaches {self.value} is {float(self.upper):.7g}.", key="answer")
        exact = self.upper if self.lower == self.upper else Between(self.lower, self.upper)
        yield Fact("of", "Number", self.of, shown=False)
        yield Fact("least", f"Least {self.of}", exact, "up")
        yield Fact("reached", "Value there", self.design.value)
        if self.short is not None:
            yield Fact("short", f"Value with {self.of} = {float(self.lower):.7g}", self.short.value)


@dataclass(frozen=True, eq=False, repr=False)
class Unreachable(Result):
    """No number reaches the value; `design` is the best with the largest number that was tried."""

    schema: ClassVar[str] = "rropt.least/2"
    of: Number
    value: Fraction
    design: Design

    def show(self) -> Iterable[Block]:  # type: ignore[override]
        """That it is not reached, and what is."""
        yield Say(f"No {self.of} reaches {self.value}.", key="answer")
        yield Fact("of", "Number", self.of, shown=False)
        yield Fact("best", "The best value", self.design.value)


Least = Reachable | Unreachable


def least(
    of: Number,
    objective: Objective | str,
    inputs: Labels = None,
    *,
    value: object,
    demand: Demands = None,
    epsilon: object = None,
    delta: object = None,
    distances: Any = None,
    prior: Iterable[object] | None = None,
    gain: Iterable[Iterable[object]] | None = None,
    outputs: Labels = None,
    subject_to: Sequence[str] = (),
    seconds: object = 60,
) -> Least:
    """Find the least number of a demand with which an objective reaches a value.

    Args:
        of: "epsilon", "delta" (with a given epsilon) or "vulnerability".
        objective: What is to reach the value, or its spec.
        inputs: The number of inputs, or their labels.
        value: The value: at least this if larger is better, else at most this.
        demand: Another demand that holds as well, or its spec.
        epsilon: The budget, if delta is looked for.
        delta: The slack, if epsilon is looked for.
        distances: The distances of metric privacy, if its epsilon is looked for.
        prior: What a guesser believes, if the vulnerability is looked for; equal probabilities if not given.
        gain: What a guesser gains, a row for each action; if not given, a right guess of the input gains 1.
        outputs: The number of answers, or their labels, if the objective leaves it open.
        subject_to: Linear conditions.
        seconds: The limit of time.

    Raises:
        InputError: The question makes no sense, or is beyond what rropt answers.

    Example:
        >>> print(least("delta", "trace", 3, value=2, epsilon="ln3").upper)
        1/6
    """
    asked = Ranging(of, objective, inputs, outputs, tuple(subject_to), demand, epsilon, delta, prior, gain, distances)
    with limit_seconds(read_seconds(seconds)):
        return find_least(asked, value)


def find_least(asked: Ranging, value: object) -> Least:
    """Find the least value of the number that ranges with which the objective reaches `value`."""
    return _halve(asked.of, read_rational(value, "value"), *asked.ends(), asked.solve)


def _halve(of: Number, target: Fraction, low: Fraction, high: Fraction, solve: Callable[[Fraction], Design]) -> Least:
    best = solve(high)
    if not _reaches(best, target):
        return Unreachable(of, target, best)
    short = solve(low)
    if _reaches(short, target):
        return Reachable(of, target, low, low, short, None)
    while high - low > Fraction(1, 1 << STEPS):
        middle = _simplest(low + (high - low) / 4, high - (high - low) / 4)
        found = solve(middle)
        if _reaches(found, target):
            high, best = middle, found
        else:
            low, short = middle, found
    return Reachable(of, target, low, high, best, short)


def _reaches(found: Design, target: Fraction) -> bool:
    """Whether the mechanism found reaches the value."""
    if found.lower is None or found.upper is None:
        return False
    return bool(found.lower >= target if found.problem.objective.sense == "max" else found.upper <= target)


def _simplest(low: Fraction, high: Fraction) -> Fraction:
    """The fraction of the least denominator between two numbers."""
    whole = -(-low.numerator // low.denominator)
    if whole <= high:
        return Fraction(whole)
    whole -= 1
    return whole + 1 / _simplest(1 / (high - whole), 1 / (low - whole))
