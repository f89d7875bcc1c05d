"""The efficiency of a mechanism beside the certified optimum: optimum ÷ value where smaller is better, value ÷ optimum where larger
is. It lies in [0, 1]."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from rropt.exact.decimal import decimal
from rropt.exact.element import Bound, Number
from rropt.exact.errors import Disagreement, InputError, OutOfTime
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.patience import limit_seconds, not_in_time
from rropt.mechanism import Mechanism
from rropt.objectives.base import Between, Bounds, Objective, as_one_number
from rropt.privacy.notion import Notion
from rropt.problem.answer import answer
from rropt.problem.problem import Problem
from rropt.problem.result import Design, tell_matrix
from rropt.show import Block, Fact, Say

__all__ = ["Efficiency", "compare_with_optimum"]

NEXT_TO_ONE = 1 - Fraction(1, 10**9)
"""A mechanism whose efficiency is certainly above this has no noticeably better design."""


@dataclass(frozen=True, slots=True)
class Efficiency:
    """Bounds of the efficiency and of the mechanism's own value, equal where they are exact, and the design of the optimum.

    Where there is no efficiency, `bounds` is None and `reason` says why.
    """

    objective: str
    values: tuple[Bound, Bound] | None = None
    bounds: Bounds | None = None
    better: Design | None = None
    reason: str = ""

    @property
    def ratio(self) -> Number | Between | None:
        """The efficiency as one number; None if there is none."""
        if self.bounds is None:
            return None
        return as_one_number(*self.bounds)

    def show(self) -> Iterator[Block]:
        """The efficiency, and the better design if there is one."""
        if self.bounds is None or self.better is None:
            about = f" for the {self.objective}" if self.objective else ""
            yield Say(f"Efficiency{about}: none, as {self.reason}.", key="efficiency_said")
            return
        assert self.values is not None
        ratio = decimal(self.bounds[0], digits=4, direction="lower")
        yield Say(f"Efficiency for the {self.objective}: {ratio}, where 1 is the best.", key="efficiency_said")
        yield Fact("own_value", "Its own value", self.values[0])
        yield Fact("optimum", "Optimum", self.better.value)
        yield Fact("efficiency", "Efficiency", self.ratio, "down")
        mechanism = self.better.mechanism
        if self.bounds[0] > NEXT_TO_ONE:
            yield Say("No design of the same protection is noticeably better.", key="efficiency_said")
        elif mechanism is not None:
            yield Say("A better design of the same protection:", key="")
            yield from tell_matrix(mechanism, "better")


def compare_with_optimum(
    mechanism: Mechanism, demand: Notion, objective: Objective, known: Design | None = None
) -> Efficiency:
    """Compare a mechanism that keeps a demand with the best one; half of the time is left for what follows.

    `known` is the design of this very question, if the mechanism comes from one.
    """
    try:
        with limit_seconds(float("inf"), share=0.5):
            return _compare(mechanism, demand, objective, known)
    except OutOfTime:
        return Efficiency(objective.name, reason=not_in_time())


def _compare(mechanism: Mechanism, demand: Notion, objective: Objective, known: Design | None) -> Efficiency:
    name, values = objective.name, _value(objective, mechanism)
    if is_infinite(values[0]) or is_infinite(values[1]):
        said = "the mechanism does not identify all that is estimated, so that its value is infinite"
        return Efficiency(name, values, reason=said if objective.sense == "min" else "its value is infinite already")
    usual = objective.outputs(mechanism.k)
    outputs = "free" if usual is not None and mechanism.m > usual else None
    try:
        better = known or answer(Problem(objective, demand, mechanism.input_labels, outputs=outputs))
    except InputError as error:
        return Efficiency(name, values, reason=f"no optimum is found ({error})")
    if not isinstance(better, Design) or better.lower is None or better.upper is None:
        return Efficiency(name, values, reason="there is no single optimum")
    bounds = objective.efficiency((values[0], values[1]), (better.lower, better.upper))
    if bounds is None:
        return Efficiency(name, values, better=better, reason="a ratio of values that are not positive means nothing")
    if bounds[0] > 1:
        raise Disagreement(
            f"the {name} of the mechanism, {decimal(values[0])}, is better than the certified optimum, {better.value}; nothing is "
            "concluded"
        )
    return Efficiency(name, values, bounds, better)


def _value(objective: Objective, mechanism: Mechanism) -> tuple[Bound, Bound]:
    """Bounds of the mechanism's value; infinite if it does not tell apart what is estimated."""
    objective.require_inputs(mechanism.k)
    try:
        return objective.value_bounds(mechanism)
    except InputError:
        if objective.sense == "max":
            raise
        return INFINITY, INFINITY
