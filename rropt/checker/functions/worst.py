"""The worst of several linear objectives W_a, which are all maximised or all minimised.

The worst value is the least one if the objectives are maximised, and the largest one if they are minimised. The witness has weights
w_a, which are >= 0 and sum to 1. At the output i, the function of a row s is f_i(s) = sum_a w_a W_a,i s, or the negative of this if
the objectives are minimised. The prices (dual variables) give a number B that bounds the sum of the f_i over the rows of every
mechanism (rows/prices.py). Write W_a P for sum_ij W_a,ij P_ij. The worst of some values is no better than any mean of them. So if
the objectives are maximised, every mechanism P has min_a W_a P <= sum_a w_a W_a P <= B. If they are minimised, every mechanism P
has max_a W_a P >= sum_a w_a W_a P >= -B.
SPEC.md, section 5.9.
"""

from dataclasses import dataclass

from ..arithmetic.quotient import Quotient, dot
from ..model.linear import LinearObjective, read_objective, require_objective, value_of
from ..model.mechanism import Rows, require_probabilities
from ..refusals import expect
from ..rows.answer import Shown
from ..rows.classes import Shape
from ..text.part import Part, Vector
from .linear import Linear
from .lists import read_shares
from .outer import Reached


@dataclass(frozen=True, slots=True)
class Worst(Linear):
    """The worst of several linear objectives.

    `several` has these objectives. `shares` has their weights, which are evidence and come from the witness. The inherited field
    `weights` is the sum of the matrices of the objectives, each times its weight.
    """

    several: tuple[LinearObjective, ...] = ()
    shares: Vector | None = None
    formula: str = "W_i s at the output i, W = sum_a w_a W_a"

    @classmethod
    def read(cls, part: Part, witness: Part | None, shape: Shape) -> "Worst":
        """Read two or more linear objectives that are all maximised or all minimised, and their weights from the witness."""
        listed = part.take("name of")["of"].items()
        expect(len(listed) > 1, f"{part.where()} should hold two objectives or more")
        several = tuple(read_objective(item, shape.outputs, shape.k) for item in listed)
        expect(len({x.sense for x in several}) == 1, f"{part.where()} should hold objectives of one sense")
        shares = read_shares(witness, "worst")
        expect(len(shares.numbers) == len(several), "there should be a weight for each objective")
        matrices = [x.matrix() for x in several]
        return cls(several[0], _mean(matrices, shares.numbers), several=several, shares=shares)

    def require_stated(self) -> None:
        """Reject unless the weights are a distribution, and so is the prior of every objective that has one."""
        assert self.shares is not None, "the reader gives the weights"
        require_probabilities(self.shares)
        for objective in self.several:
            require_objective(objective)

    def named(self) -> list[tuple[str, Vector]]:
        """List by name, for a reader, the weights of the objectives."""
        return [("w", self.shares)] if self.shares else []

    def bounds(self, reached: Reached, bound: Quotient) -> list[Shown]:
        """Return, for each objective, a bound of the optimum on each side.

        If the objectives are maximised, `bound` is the upper bound of the optimum. If they are minimised, -`bound` is the lower
        bound. The bound on the other side is the mechanism's value of this one objective.
        """
        values = [value_of(reached.matrix(), x.matrix()) for x in self.several]
        return [Shown(x, bound) if self.sense == "max" else Shown(-bound, x) for x in values]

    def aim(self) -> tuple[str, str]:
        """Say what is optimised: the maximum of the least objective, or the minimum of the largest; the second text is ""."""
        word = "least" if self.sense == "max" else "largest"
        return f"{self.sense}imum of the {word} of {' and '.join(f'({x.noun()})' for x in self.several)}", ""


def _mean(matrices: list[Rows], shares: list[Quotient]) -> Rows:
    """Add up the matrices, each times its share."""
    return [[dot(shares, list(each)) for each in zip(*rows, strict=True)] for rows in zip(*matrices, strict=True)]
