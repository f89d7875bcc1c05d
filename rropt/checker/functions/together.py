"""A weighted sum of informations and divergences, or the least of several of them: f = sum_a w_a f_a.

Each f_a is the function of an information (SPEC.md, section 5.7) or of a divergence (section 5.8). The weights w_a are >= 0, and
each f_a is convex and homogeneous. So f is convex and homogeneous too. The sum of f over the rows of a mechanism is the
mechanism's weighted sum of informations and divergences.

If the objective is the least of several, the weights sum to 1 and are part of the evidence. The least of some values is at most
every mean of them, so that a bound on the mean bounds the least too. Here f_a may also be the function of a weighted sum of
informations and divergences.
SPEC.md, section 5.10.
"""

from dataclasses import dataclass
from typing import Any

from ..arithmetic.interval import to_interval
from ..arithmetic.quotient import ZERO, Quotient
from ..model.mechanism import require_probabilities
from ..refusals import expect, require
from ..rows.answer import Shown
from ..rows.classes import Shape
from ..rows.numbers import ByValue, Enclosed, Exact, Row
from ..text.part import Part, Vector, read_vector
from ..text.spelling import spell
from .divergence import Divergence
from .information import Information
from .lists import Numbers, read_shares
from .outer import Reached
from .sums import Maximised, rows_of, sum_below

KINDS = {"information": Information, "divergence": Divergence}


class WeightedSum(ByValue):
    """The sum of some functions of a row, each times its weight; exact if all of them are exact, else an interval."""

    def __init__(self, functions: list[Any], weights: list[Quotient]) -> None:
        """Pair the weights with the functions, and compute in intervals if a function has no exact values."""
        is_exact = all(isinstance(f.numbers, Exact) for f in functions)
        self.numbers: Any = Exact() if is_exact else Enclosed()
        self.is_tried_at_ratio = all(f.is_tried_at_ratio for f in functions)
        self.terms: list[tuple[Any, Any]] = [
            (self.numbers.convert(w), f) for w, f in zip(weights, functions, strict=True)
        ]

    def value(self, row: Row) -> Any:
        """Compute the value at a row, as an exact number or as an interval that encloses it."""
        values = [(w, f.value(row)) for w, f in self.terms]
        if isinstance(self.numbers, Exact):
            return self.numbers.add(values, ZERO)
        return self.numbers.add([(w, to_interval(x) if isinstance(x, Quotient) else x) for w, x in values], (0, 0))


@dataclass(frozen=True, slots=True)
class Together(Maximised):
    """The objective: a weighted sum of informations and divergences (`of`), or the least of them.

    If it is the least, `is_least` is true. Then the weights are not part of the objective but of the evidence: they give a mean,
    and a bound on this mean bounds the least value too.
    """

    of: list[Any]
    weights: Vector
    is_least: bool
    outer: str = ""

    @classmethod
    def read(cls, part: Part, witness: Part | None, shape: Shape) -> "Together":
        """Read the objectives and their weights.

        If the least of several objectives is meant, the weights are read from the witness, which may have nothing else. If a
        weighted sum is meant, the weights are read from the objective, and a witness is malformed.
        """
        is_least = "weights" not in part.data
        parts = part.take("name of", "weights")
        # if the least is meant, one of the objectives may be a weighted sum; nothing else is nested
        kinds: dict[str, Any] = {**KINDS, "together": cls} if is_least else KINDS
        of: list[Any] = []
        for item in parts["of"].items():
            one = kinds[item.name(*kinds)].read(item, None, shape)
            expect(not one.outer, f"{item.where()} is no sum over rows, and goes with no other objective")
            of.append(one)
        if is_least:
            weights = read_shares(witness, "least")
        else:
            expect(witness is None, "a weighted sum has no witness")
            weights = read_vector(parts["weights"])
        expect(0 < len(of) == len(weights.numbers), "there should be a weight for each objective")
        return cls(of, weights, is_least)

    def require_stated(self) -> None:
        """Reject if an objective has numbers that are not valid, or if a weight may be negative.

        If the least of the objectives is sought, also reject weights whose sum is not 1.
        """
        for one in self.of:
            one.require_stated()
        if self.is_least:
            require_probabilities(self.weights)
        require(all(w >= ZERO for w in self.weights.numbers), "prior-sign", "a weight of a sum that may be negative")

    def function(self) -> WeightedSum:
        """Make f, the weighted sum of the objectives' functions of a row.

        The prices in the certificate bound the sum of f over the rows of a mechanism.
        """
        return WeightedSum([one.function() for one in self.of], self.weights.numbers)

    @property
    def formula(self) -> str:
        """The objective's function of a row s, as a text for a reader."""
        return f"sum_a w_a f_a(s) with {'; '.join(f'f_{n}(s) = ({one.formula})' for n, one in enumerate(self.of))}"

    def named(self) -> list[tuple[str, Numbers]]:
        """List by name, for a reader, the numbers in the functions of all objectives, and the weights."""
        each = [(f"{name} of f_{n}", x) for n, one in enumerate(self.of) for name, x in one.named()]
        return [*each, ("w", self.weights)]

    def bounds(self, reached: Reached, bound: Quotient) -> list[Shown]:
        """Bound the optimum from above by `bound`, and from below by the value of the mechanism given.

        Let f be the function of a row that `function` makes. `bound` is at least the sum of f over the rows of every mechanism, and
        the value of the mechanism given is its sum of f. If the least of the objectives is sought, return one item for each
        objective. Its lower bound is the value of this one objective for the mechanism given.
        """
        functions = [one.function() for one in self.of] if self.is_least else [self.function()]
        return [Shown(sum_below(f, rows_of(reached)), bound) for f in functions]

    def noun(self) -> str:
        """Name the weighted sum or the least of the objectives, to follow "the maximum of the"."""
        said = " and ".join(f"({one.noun()})" for one in self.of)
        return f"least of {said}" if self.is_least else f"sum, with the weights {spell(self.weights)}, of {said}"
