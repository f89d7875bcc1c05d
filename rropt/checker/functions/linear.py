"""Linear objectives: f_i(s) = W_i s at the output i. The outer step is none: the value is the sum of f, W times the mechanism.

What is minimised is bounded through -W.
SPEC.md, section 5.1.
"""

from dataclasses import dataclass

from ..arithmetic.quotient import Quotient
from ..model.linear import NAMES, LinearObjective, read_objective, require_objective, value_of
from ..model.mechanism import Rows
from ..refusals import expect
from ..rows.answer import Shown
from ..rows.classes import Shape
from ..text.part import Part, Vector
from .outer import Reached

__all__ = ["FORMULA", "NAMES", "Linear"]

FORMULA = "W_i s at the output i"


@dataclass(frozen=True, slots=True)
class Linear:
    """The objective's name, and W."""

    stated: LinearObjective
    weights: Rows
    free_outputs: bool = False
    outer: str = ""
    formula: str = FORMULA

    @property
    def sense(self) -> str:
        """Whether it is maximised or minimised."""
        return self.stated.sense

    @classmethod
    def read(cls, part: Part, witness: Part | None, shape: Shape) -> "Linear":
        """Read the objective for the outputs and inputs of the mechanism; it has no witness."""
        expect(witness is None, "a linear objective has no witness")
        stated = read_objective(part, shape.outputs, shape.k)
        return cls(stated, stated.matrix())

    def require_stated(self) -> None:
        """Require that a prior is a distribution."""
        require_objective(self.stated)

    def gains(self) -> Rows:
        """W, or -W if the objective is minimised."""
        return self.stated.to_maximise(self.weights)

    def named(self) -> list[tuple[str, Vector]]:
        """No numbers in f besides W."""
        return []

    def bounds(self, reached: Reached, bound: Quotient) -> list[Shown]:
        """Bound the optimum by B on one side, and by the mechanism's value on the other."""
        value = value_of(reached.matrix(), self.weights)
        return [Shown(value, bound) if self.sense == "max" else Shown(-bound, value)]

    def aim(self) -> tuple[str, str]:
        """Say what is largest or least."""
        return f"{self.sense}imum of the {self.stated.noun()}", ""
