"""What information and divergences share as objectives: more is better, and any number of outputs may help."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from rropt.designs.objectives.row_function import Function
from rropt.designs.rows.sets import SetMechanism
from rropt.exact.element import Bound
from rropt.exact.errors import InputError, Received
from rropt.mechanism import Mechanism
from rropt.problem.contract import Further, Objective, Sense
from rropt.problem.problem import Outputs
from rropt.problem.terms import SUMS

__all__ = ["SublinearObjective"]

MOST_ANSWERS = 256  # where their number is stated


class SublinearObjective(Objective):
    """The sum over the outputs of a convex and homogeneous function of their rows."""

    __slots__ = ()
    offers: ClassVar[frozenset[str]] = SUMS
    legs: ClassVar[str] = "rropt.designs.sublinear.legs"
    poses: ClassVar[str] = "rropt.designs.sublinear.poses"
    together: ClassVar[str] = "rropt.designs.objectives.sublinear_together"
    sense: ClassVar[Sense] = "max"
    takes: ClassVar[frozenset[Further]] = frozenset({"averages", "labels", "plain"})

    @property
    def is_sum(self) -> bool:
        """Whether the value is the sum over outputs itself: no outer step, and not the least of several."""
        return True

    @abstractmethod
    def function(self, labels: tuple[str, ...]) -> Function:
        """The function f for inputs with these labels."""

    def fit_outputs(self, asked: int | str | None, k: int) -> Outputs:
        """Check the requested number of outputs: free, or a largest number of at least two."""
        if asked in (None, "free"):
            return "free"
        if not isinstance(asked, int) or asked < 2:
            raise InputError(
                Received("outputs", str(asked)),
                f" tells nothing, so that the {self.called} is 0; give 2 or more, or free",
            )
        if asked > MOST_ANSWERS:
            raise InputError(
                Received("outputs", str(asked)),
                f" does not fit the {self.called}, which is designed for at most {MOST_ANSWERS} answers, or any number: give free",
            )
        return asked

    def outputs_searched(self, outputs: Outputs, k: int) -> int:
        """The largest number of outputs to search. If free: max(k, 4), because a vertex of the program has at most k,
        and two inputs with δ > 0 need four."""
        return outputs if isinstance(outputs, int) else max(k, 4)

    def value(self, mechanism: Mechanism) -> Bound:
        """The value if it is a number of the field, or infinity."""
        low, high = self.value_bounds(mechanism)
        if low != high:
            raise InputError(f"the {self} is no number that rropt names; `value_bounds` encloses it")
        return low

    def value_bounds(self, mechanism: Mechanism) -> tuple[Bound, Bound]:
        """Bounds of the value, equal if it is known exactly."""
        function = self.function(mechanism.input_labels)
        return function.outer_bounds(*function.bounds(mechanism.rows))

    def value_of_sets(self, sets: SetMechanism) -> tuple[Bound, Bound]:
        """Bounds of the value if answers are sets: one row stands, with a weight, for all sets that f does not distinguish."""
        function = self.function(sets.input_labels)
        weights = sets.patterns.split(function.keys)
        if sets.blocks and len(weights.classes.members) > 1:
            raise InputError(f"the sets of this mechanism are shifts of a few, which the {self} tells apart")
        return function.outer_bounds(*function.bounds(weights.rows()))
