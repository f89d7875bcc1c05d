"""The worst of several linear objectives of one sense: the least of those maximised, the largest of those minimised.

f_i(s) = sum_a w_a W_a,i s with the weights w of the witness, at least 0 and of sum 1. The worst of some values is no better than
any mean of them: for every mechanism min_a W_a P <= sum_a w_a W_a P <= B; what is minimised is bounded through -W.
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
    """The objectives, with the weights w (`shares`) by which their mean bounds the worst; `weights` is W = sum_a w_a W_a."""

    several: tuple[LinearObjective, ...] = ()
    shares: Vector | None = None
    formula: str = "W_i s at the output i, W = sum_a w_a W_a"

    @classmethod
    def read(cls, part: Part, witness: Part | None, shape: Shape) -> "Worst":
        """Read two objectives or more, of one sense, and the witness."""
        listed = part.take("name of")["of"].items()
        expect(len(listed) > 1, f"{part.where()} should hold two objectives or more")
        several = tuple(read_objective(item, shape.outputs, shape.k) for item in listed)
        expect(len({x.sense for x in several}) == 1, f"{part.where()} should hold objectives of one sense")
        shares = read_shares(witness, "worst")
        expect(len(shares.numbers) == len(several), "there should be a weight for each objective")
        matrices = [x.matrix() for x in several]
        return cls(several[0], _mean(matrices, shares.numbers), several=several, shares=shares)

    def require_stated(self) -> None:
        """Require that the weights are a distribution, and so is every prior."""
        assert self.shares is not None, "the reader gives the weights"
        require_probabilities(self.shares)
        for objective in self.several:
            require_objective(objective)

    def named(self) -> list[tuple[str, Vector]]:
        """The weights that make W."""
        return [("w", self.shares)] if self.shares else []

    def bounds(self, reached: Reached, bound: Quotient) -> list[Shown]:
        """Bound the optimum by B on one side, and by each objective's value of the mechanism on the other."""
        values = [value_of(reached.matrix(), x.matrix()) for x in self.several]
        return [Shown(x, bound) if self.sense == "max" else Shown(-bound, x) for x in values]

    def aim(self) -> tuple[str, str]:
        """Say what is largest or least, and of which objectives it is the worst."""
        word = "least" if self.sense == "max" else "largest"
        return f"{self.sense}imum of the {word} of {' and '.join(f'({x.noun()})' for x in self.several)}", ""


def _mean(matrices: list[Rows], shares: list[Quotient]) -> Rows:
    """Sum_a w_a W_a."""
    return [[dot(shares, list(each)) for each in zip(*rows, strict=True)] for rows in zip(*matrices, strict=True)]
