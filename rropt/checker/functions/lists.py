"""Objectives at one list of numbers (a prior, or prevalences), or at several lists: the mean with weights, or the worst.

Let f = sum_a w_a f_a, with a function f_a for each list and weights w_a that sum to 1. A bound of the sum of f over the rows gives
a bound of the mean of the values with these weights. If the worst value is meant, the weights are evidence: the worst of some
values is no better than any mean of them.
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
    """The lists, whether they stand under `several`, their weights if these are given, and whether the worst value is meant.

    A single list has no weights. The lists of a largest variance have none either, as each weight is a factor of the list's G
    there.
    """

    items: list[Vector]
    is_several: bool
    given: Vector | None
    is_worst: bool

    def weights(self) -> list[Quotient]:
        """The weights of the lists; each is 1 if none are given."""
        return [ONE] * len(self.items) if self.given is None else self.given.numbers

    def formula(self, term: str) -> str:
        """Spell f from the words `term` for f_a; `{}` in it is replaced by `_a` if there are several lists, else by nothing."""
        return f"sum_a w_a {term.format('_a')}" if self.is_several else term.format("")

    def named(self, **of_each: Sequence[Numbers]) -> list[tuple[str, Numbers]]:
        """Name the numbers that belong to each list (given by name, in the order of the lists), then the weights."""
        index = [f"_{n}" if self.is_several else "" for n in range(len(self.items))]
        weights: list[tuple[str, Numbers]] = [] if self.given is None else [("w", self.given)]
        pairs = ((f"{name}{a}", x) for name, values in of_each.items() for a, x in zip(index, values, strict=True))
        return [*pairs, *weights]

    def require_positive(self) -> None:
        """Require that all numbers of the lists are positive."""
        for item in self.items:
            require(all(x > ZERO for x in item.numbers), "share-positive", "a prevalence that is not positive")

    def require_stated(self) -> None:
        """Require that each list is a distribution, and that the weights are one too."""
        for item in [*self.items, *([] if self.given is None else [self.given])]:
            require_probabilities(item)


def read_lists(stated: dict[str, Part], one: str, witness: Part | None, k: int, weighted: bool = True) -> Lists:
    """Read the list at the key `one`, or those at the key `several`, each of k numbers.

    The weights of several lists stand beside them, or in the witness if the worst is meant; there are none if `weighted` is false.
    """
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
    """Read the weights of the worst of several objectives from a witness that has nothing else; `of` is "worst" or "least"."""
    if witness is None:
        raise Malformed(f"the {of} of several objectives has weights in its witness")
    return read_vector(witness.take("weights")["weights"])


def _weights_of(witness: Part | None) -> Part:
    """Find the weights in the witness of the worst of several lists."""
    if witness is None or not isinstance(witness.data, dict) or "weights" not in witness.data:
        raise Malformed("the worst of several lists has weights in its witness")
    return witness.at("weights")


def take_objective(part: Part, one: str, others: str = "") -> dict[str, Part]:
    """Take the keys of an objective: its name, the list `one` of prevalences (or `several` lists and perhaps their weights), and
    the keys `others`."""
    several = isinstance(part.data, dict) and "several" in part.data
    return part.take(f"name {'several' if several else one} {others}", "weights" if several else "")
