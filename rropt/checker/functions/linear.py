"""Linear objectives with weights W: f_i(s) = W_i s at the output i, or -W_i s if the objective is minimised.

There is no outer step: the value sum_ij W_ij P_ij of a mechanism P is the sum of f_i over its rows, or the negative of this sum.
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
    """The objective as it is stated, and W (`weights`), a row for each output."""

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
        """Give W, or -W if the objective is minimised."""
        return self.stated.to_maximise(self.weights)

    def named(self) -> list[tuple[str, Vector]]:
        """Give no numbers: f has only W, which is shown by itself."""
        return []

    def bounds(self, reached: Reached, bound: Quotient) -> list[Shown]:
        """Bound the optimum by B on one side, and by the mechanism's value on the other."""
        value = value_of(reached.matrix(), self.weights)
        return [Shown(value, bound) if self.sense == "max" else Shown(-bound, value)]

    def aim(self) -> tuple[str, str]:
        """Say what is maximised or minimised."""
        return f"{self.sense}imum of the {self.stated.noun()}", ""
