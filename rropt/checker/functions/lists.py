"""Objectives that are asked for at one list of numbers (a prior, or prevalences), or at several such lists.

At several lists, either the mean of the values is meant, with given weights, or the worst of the values. Let f = sum_a w_a f_a,
where f_a is the function for the list a, and the weights w_a sum to 1. A bound of the sum of f over the rows of a mechanism gives a
bound of the mean of the values with these weights. If the worst value is meant, the weights are evidence. The worst value is no
better than any mean of the values, so a bound of some mean bounds the worst value too.
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
    """The lists of numbers (priors or prevalences) at which an objective is evaluated, with their weights.

    `items` are the lists. `is_several` says whether the JSON gives them under the key `several`. `given` has their weights. It is
    None if `is_several` is false. It is also None if the objective is a largest variance, because then the matrices in the evidence
    already contain the weights. `is_worst` says whether the objective is the worst value over several lists. If it is the mean of
    the values, or if `is_several` is false, `is_worst` is false.
    """

    items: list[Vector]
    is_several: bool
    given: Vector | None
    is_worst: bool

    def weights(self) -> list[Quotient]:
        """Return the weight of each list; each is 1 if none are given."""
        return [ONE] * len(self.items) if self.given is None else self.given.numbers

    def formula(self, term: str) -> str:
        """Write the objective's function of a row as text. `term` is the text for one list of priors or prevalences.

        If there are several lists, the function is the weighted sum of their terms. `{0}` in `term` stands for the index of the
        list. It becomes `_a` if there are several lists, otherwise nothing.
        """
        return f"sum_a w_a {term.format('_a')}" if self.is_several else term.format("")

    def named(self, **of_each: Sequence[Numbers]) -> list[tuple[str, Numbers]]:
        """List pairs (name, value) for a reader.

        Each keyword argument is a name with one value for each list. The weights come last, under the name w, if there are any. If
        there are several lists, every name but w is followed by the index of its list, as in pi_0.
        """
        index = [f"_{n}" if self.is_several else "" for n in range(len(self.items))]
        weights: list[tuple[str, Numbers]] = [] if self.given is None else [("w", self.given)]
        pairs = ((f"{name}{a}", x) for name, values in of_each.items() for a, x in zip(index, values, strict=True))
        return [*pairs, *weights]

    def require_positive(self) -> None:
        """Reject unless all numbers of all lists are positive."""
        for item in self.items:
            require(all(x > ZERO for x in item.numbers), "share-positive", "a prevalence that is not positive")

    def require_stated(self) -> None:
        """Reject unless each list is a distribution, and the weights, if there are any, are a distribution too."""
        for item in [*self.items, *([] if self.given is None else [self.given])]:
            require_probabilities(item)


def read_lists(stated: dict[str, Part], one: str, witness: Part | None, k: int, weighted: bool = True) -> Lists:
    """Read one list of numbers at the key `one`, or several lists at the key `several`; each has k numbers.

    If there are several lists and the objective gives weights, it is the mean over the lists. If the objective gives no weights, it
    is the worst value over the lists. Then the weights are evidence, and they are read from `witness`. If `weighted` is false, no
    weights are read.
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
    """Read the weights of several objectives from the witness, which may have nothing else.

    `of` is the word "worst" or "least", which is used in the message if there is no witness.
    """
    if witness is None:
        raise Malformed(f"the {of} of several objectives has weights in its witness")
    return read_vector(witness.take("weights")["weights"])


def _weights_of(witness: Part | None) -> Part:
    """Find the weights of several lists of priors or prevalences in the witness, which is the evidence beside the prices.

    This is needed if the objective is the worst value over the lists. If the witness has no weights, the text is malformed.
    """
    if witness is None or not isinstance(witness.data, dict) or "weights" not in witness.data:
        raise Malformed("the worst of several lists has weights in its witness")
    return witness.at("weights")


def take_objective(part: Part, one: str, others: str = "") -> dict[str, Part]:
    """Return the values of an objective's JSON object by key.

    The object must have the key `name`, the key that the argument `one` names, and the keys that the text `others` names. If it has
    the key `several`, this key takes the place of the one that `one` names, and the key `weights` is allowed too. Any other key
    makes the text malformed.
    """
    several = isinstance(part.data, dict) and "several" in part.data
    return part.take(f"name {'several' if several else one} {others}", "weights" if several else "")
