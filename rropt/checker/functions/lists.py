"""An objective at one list of numbers (a prior, or prevalences), or at several: of these the mean with weights, or the worst.

With f = sum_a w_a f_a and weights w that sum to 1, the bound of f is one for the mean of the values with these weights; the worst
of some values is no better than any mean of them, so that then the weights are evidence.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ..arithmetic.quotient import ONE, ZERO, Quotient
from ..model.mechanism import require_probabilities
from ..refusals import Malformed, expect, require
from ..text.part import Matrix, Part, Scalar, Vector, read_vector

Numbers = Scalar | Vector | Matrix


@dataclass(frozen=True, slots=True)
class Lists:
    """The lists, whether they stand under `several`, their weights if given, and whether the worst of them is meant.

    One list alone has no weights. Those of a largest variance have none either, as each is a factor of its G.
    """

    items: list[Vector]
    is_several: bool
    given: Vector | None
    is_worst: bool

    def weights(self) -> list[Quotient]:
        """The weights; 1 if none are given."""
        return [ONE] * len(self.items) if self.given is None else self.given.numbers

    def formula(self, term: str) -> str:
        """Spell f with this term for each list; `{}` is replaced by its index if there are several."""
        return f"sum_a w_a {term.format('_a')}" if self.is_several else term.format("")

    def named(self, **of_each: Sequence[Numbers]) -> list[tuple[str, Numbers]]:
        """Name the numbers that belong to each list, and the weights."""
        index = [f"_{n}" if self.is_several else "" for n in range(len(self.items))]
        weights: list[tuple[str, Numbers]] = [] if self.given is None else [("w", self.given)]
        pairs = ((f"{name}{a}", x) for name, values in of_each.items() for a, x in zip(index, values, strict=True))
        return [*pairs, *weights]

    def require_positive(self) -> None:
        """Require that no number of a list is 0 or less."""
        for item in self.items:
            require(all(x > ZERO for x in item.numbers), "share-positive", "a prevalence that is not positive")

    def require_stated(self) -> None:
        """Require that each list is a distribution, and so are the weights."""
        for item in [*self.items, *([] if self.given is None else [self.given])]:
            require_probabilities(item)


def read_lists(stated: dict[str, Part], one: str, witness: Part | None, k: int, weighted: bool = True) -> Lists:
    """Read the list at the key `one`, or those at `several` with weights beside them, or for the worst in the witness."""
    if "several" not in stated:
        found = Lists([read_vector(stated[one])], False, None, False)
    else:
        is_worst = "weights" not in stated
        weights = None
        if weighted:
            weights = read_vector(_weights_of(witness) if is_worst else stated["weights"])
        found = Lists([read_vector(x) for x in stated["several"].items()], True, weights, is_worst)
        expect(0 < len(found.items) == len(found.weights()), "there should be a weight for each list")
    expect(all(len(x.numbers) == k for x in found.items), f"the objective should be about {k} inputs")
    return found


def read_shares(witness: Part | None, of: str) -> Vector:
    """Read the weights of the worst of several objectives; the witness contains nothing else."""
    if witness is None:
        raise Malformed(f"the {of} of several objectives has weights in its witness")
    return read_vector(witness.take("weights")["weights"])


def _weights_of(witness: Part | None) -> Part:
    """Read the weights in the witness."""
    if witness is None or not isinstance(witness.data, dict) or "weights" not in witness.data:
        raise Malformed("the worst of several lists has weights in its witness")
    return witness.at("weights")


def take_objective(part: Part, one: str, others: str = "") -> dict[str, Part]:
    """Take the keys of an objective at one list, or at several."""
    several = isinstance(part.data, dict) and "several" in part.data
    return part.take(f"name {'several' if several else one} {others}", "weights" if several else "")
