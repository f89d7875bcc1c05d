"""The least budget, slack or vulnerability with which an objective reaches a value.

A larger number allows more mechanisms, so the optimum only gets better. So halving finds two numbers at most 2^−20 apart, of
which one reaches the value and the other does not; both are certified by a design.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError, OutOfTime
from rropt.exact.patience import limit_seconds, read_seconds
from rropt.exact.sign import enclose
from rropt.objectives.base import Objective, as_one_number, read_rational
from rropt.problem.demands import Demands
from rropt.problem.pieces import DesignInPieces
from rropt.problem.problem import Labels
from rropt.problem.ranging import Number, Ranging
from rropt.problem.result import Design
from rropt.show import Block, Fact, Figure, Result, Say

__all__ = ["Least", "Reachable", "Unreachable", "find_least", "least"]

STEPS = 20


@dataclass(frozen=True, eq=False, repr=False)
class Reachable(Result):
    """The value is reached with `upper` by `design`, and not with `lower`, unless both are one number.

    `exact` is the least epsilon itself, between both, if a formula of the optimum shows it; `design` is then made for it, and
    `pieces` has the formulas.
    """

    schema: ClassVar[str] = "rropt.least/2"
    of: Number
    value: Fraction
    lower: Fraction
    upper: Fraction
    design: Design
    short: Design | None
    exact: Epsilon | None = None
    pieces: DesignInPieces | None = None

    def show(self) -> Iterable[Block]:  # type: ignore[override]
        """The number, and the two designs beside it."""
        is_exact = self.exact is not None or self.lower == self.upper
        told = f"{self.exact or self.upper}, exactly" if is_exact else f"{float(self.upper):.7g}, rounded"
        yield Say(f"The least {self.of} that reaches {self.value} is {told}.", key="answer")
        exact = self.exact or as_one_number(self.lower, self.upper)
        yield Fact("of", "Number", self.of, shown=False)
        yield Fact("least", f"Least {self.of}", exact, "up")
        yield Fact("reached", "Value there", self.design.value)
        if self.short is not None:
            yield Fact("short", f"Value with {self.of} = {float(self.lower):.7g}", self.short.value)
        if self.pieces is not None:
            mark = float(self.upper), f"{self.of} = {float(self.upper):.4g}"
            yield Figure("along", partial(self.pieces.draw, mark=mark), f"The optimum along {self.of}")
        else:
            yield from (x for x in self.design.show() if isinstance(x, Figure))
        beside = [] if self.short is None else [self.short]
        yield Fact("certificates", "", [x.certificate for x in (*beside, self.design)], shown=False)


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
        yield Fact("certificates", "", [self.design.certificate], shown=False)


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

    Returns:
        The least number, between two certified designs, or the reason why the value cannot be reached.

    Raises:
        InputError: The question makes no sense, or is beyond what rropt answers.

    Examples:
        >>> print(least("delta", "trace", 3, value=2, epsilon="ln3").upper)
        1/6

    Reference: Holohan, Leith and Mason (2016); SPEC.md, 5.
    """
    asked = Ranging(of, objective, inputs, outputs, tuple(subject_to), demand, epsilon, delta, prior, gain, distances)
    with limit_seconds(read_seconds(seconds)):
        return find_least(asked, value)


def find_least(asked: Ranging, value: object) -> Least:
    """Find the least value of the number that ranges with which the objective reaches `value`."""
    found = _halve(asked.of, read_rational(value, "value"), *asked.ends(), asked.solve)
    return _by_formula(asked, found) if isinstance(found, Reachable) and found.of == "epsilon" else found


def _by_formula(asked: Ranging, found: Reachable) -> Reachable:
    """Tell the least epsilon exactly where the optimum has a formula in t = e^epsilon that takes the value at a simple t.

    The optimum only gets better as t grows. A rational function that does so, and is no constant, takes each value once.
    """
    low, high = (enclose(read_epsilon(end).t) for end in (found.lower, found.upper))  # type: ignore[arg-type]  # finite
    if found.short is None:
        return found
    t = _simplest(low[0], high[1])
    try:
        with limit_seconds(math.inf, share=0.5):
            pieces, design = asked.everywhere(), asked.solve(f"ln({t})")
    except (InputError, OutOfTime):
        return found
    if not isinstance(pieces, DesignInPieces) or (piece := pieces.piece_at(found.lower)) != pieces.piece_at(
        found.upper
    ):
        return found
    if isinstance(piece.found.lower, Fraction) or design.value != found.value:
        return found
    return replace(found, design=design, exact=Epsilon(t), pieces=pieces)


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
