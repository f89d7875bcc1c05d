"""Linear objectives with weights W: f_i(s) = W_i s at the output i, or -W_i s if the objective is minimised.

The value of a mechanism P is sum_ij W_ij P_ij. If the objective is maximised, this is the sum of f_i(P_i) over the rows P_i of P.
If the objective is minimised, it is the negative of this sum.
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
    """A linear objective as the certificate names it (`stated`), and its weights W, one row per output."""

    stated: LinearObjective
    weights: Rows
    free_outputs: bool = False
    outer: str = ""
    formula: str = FORMULA

    @property
    def sense(self) -> str:
        """Return "max" or "min": whether the objective is maximised or minimised."""
        return self.stated.sense

    @classmethod
    def read(cls, part: Part, witness: Part | None, shape: Shape) -> "Linear":
        """Read the objective for the mechanism's outputs and inputs; a witness (evidence beside prices) is malformed here."""
        expect(witness is None, "a linear objective has no witness")
        stated = read_objective(part, shape.outputs, shape.k)
        return cls(stated, stated.matrix())

    def require_stated(self) -> None:
        """Reject an objective whose prior is no distribution."""
        require_objective(self.stated)

    def gains(self) -> Rows:
        """Return the matrix W, or -W if the objective is minimised.

        The prices bound from above the sum of the returned entries times the entries of the mechanism.
        """
        return self.stated.to_maximise(self.weights)

    def named(self) -> list[tuple[str, Vector]]:
        """Return an empty list: the only numbers to show to a reader are the weights W, which are shown separately."""
        return []

    def bounds(self, reached: Reached, bound: Quotient) -> list[Shown]:
        """Return a bound on the optimum on each side: one comes from `bound`, and the other is the value of the mechanism given.

        If the objective is maximised, its value is at most `bound` for every mechanism over which the optimum is taken. If it is
        minimised, its value is at least -`bound`.
        """
        value = value_of(reached.matrix(), self.weights)
        return [Shown(value, bound) if self.sense == "max" else Shown(-bound, value)]

    def aim(self) -> tuple[str, str]:
        """Return two texts for the sentence of a claim: what is maximised or minimised, and the sentence's end, which is empty."""
        return f"{self.sense}imum of the {self.stated.noun()}", ""
