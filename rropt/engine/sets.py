"""A mechanism whose answers are sets of inputs, too many for a matrix; all inputs are alike.

Let t = e^ε, and of k inputs let the sets of c inputs together have the weight w. Let N be the number of these sets. Then
Pr(set | input) is t·w/N if the set contains the input, and w/N if not. So an answer is drawn in three steps. First draw the size c,
with probability w·(1 + (t − 1)c/k). Then draw whether the set contains the input; the odds for this are t·c to k − c. Last, draw
one of the sets that fit, all of which are equally likely.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from rropt.exact.element import Element, Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import total_of
from rropt.exact.reading import label_all, label_set, read_labels
from rropt.exact.spelling import counted, roughly, show
from rropt.given import mechanism_of
from rropt.mechanism import Mechanism
from rropt.privacy.words import percent
from rropt.show import Block, Col, Fact, Result, Say, Table

__all__ = ["SetMechanism", "answers_of"]

STATED = ("k", "sizes", "weights", "ratio")


@dataclass(frozen=True, slots=True, repr=False)
class SetMechanism(Result):
    """A mechanism whose answers are all sets of `sizes` of the k inputs.

    `weights` has the weight of the sets of each size; `ratio` is t = e^epsilon. `planned` has the planned shares of the inputs,
    which are equal.
    """

    schema: ClassVar[str] = "rropt/setmechanism/3"
    k: int
    sizes: tuple[int, ...]
    weights: tuple[Number, ...]
    ratio: Number
    inputs: tuple[str, ...] | None = None
    planned: tuple[Number, ...] | None = None

    @property
    def m(self) -> int:
        """The number of answers."""
        return sum(self._many)

    @property
    def _many(self) -> list[int]:
        """The number of sets of each size that are answers; 0 if their weight is 0."""
        return [math.comb(self.k, c) if w else 0 for c, w in zip(self.sizes, self.weights, strict=True)]

    @property
    def bits(self) -> int:
        """The number of bits that sending the index of an answer takes."""
        return (self.m - 1).bit_length()

    @property
    def input_labels(self) -> tuple[str, ...]:
        """The input labels; 0, 1, … if there are none."""
        return label_all(self.inputs, self.k)

    @property
    def said(self) -> str:
        """Return an empty text: `Mechanism.said` reports how floats were read, and here none were."""
        return ""

    def choices(self) -> tuple[Number, ...]:
        """List the probabilities of answers, two for each size: first that the answer is a set of this size that contains the
        respondent's input, then that it is one that does not."""
        return self._column(lambda _, is_held: Fraction(is_held))

    def _column(self, inside: Callable[[int, bool], Fraction]) -> tuple[Number, ...]:
        """For one input j, list two probabilities for each size: that the answer is a set of this size that contains j, and that it
        is one without j.

        The respondent's true input need not be j. `inside` is called with the size, and with True for the sets that contain j or
        False for the others. It returns the share of these sets that contain the true input.
        """
        found = []
        for c, weight in zip(self.sizes, self.weights, strict=True):
            for is_held in (True, False):
                share = Fraction(c if is_held else self.k - c, self.k)
                found.append(weight * share * (1 + (self.ratio - 1) * inside(c, is_held)))
        return tuple(found)

    def chance(self, answer: Sequence[int], given: int) -> Number:
        """Return Pr(answer | input); the answer is a set of input indices and `given` an input's index. 0 for an answer that is
        never given."""
        place = self.place_of(answer)
        if place is None:
            return total_of([])
        weight = self.weights[place] / math.comb(self.k, len(answer))
        return weight * self.ratio if given in answer else weight

    def place_of(self, answer: Sequence[int]) -> int | None:
        """Return the index in `sizes` of the size of the set `answer`; None if the set is never an answer."""
        if len(answer) not in self.sizes:
            return None
        place = self.sizes.index(len(answer))
        return place if self.weights[place] else None

    def answers(self) -> Iterator[tuple[int, ...]]:
        """Yield every answer, as an increasing list of inputs."""
        return itertools.chain.from_iterable(itertools.combinations(range(self.k), c) for c in self.sizes)

    @property
    def matrix(self) -> None:
        """None, because there are too many answers to write down a matrix."""
        return None

    @property
    def likeliest(self) -> Number:
        """The largest chance of a truth after an answer, if all truths were equally likely before: after a set of the fewest."""
        fewest = min(c for c, many in zip(self.sizes, self._many, strict=True) if many and c)
        return self.ratio / (self.k + (self.ratio - 1) * fewest)

    @property
    def pair(self) -> Mechanism:
        """The mechanism restricted to two inputs, with answers merged into at most three; all pairs are alike.

        A set that contains both or neither of two inputs does not distinguish them. Of the sets of c inputs the share
        c(k − c)/(k(k − 1)) contains the first input but not the second, and as many the second but not the first. Let w be the
        total weight of these shares, and t be `ratio`. Then these two groups of sets have the probabilities t·w and w at the first
        input, and w and t·w at the second.
        """
        shares = [Fraction(c * (self.k - c), self.k * (self.k - 1)) for c in self.sizes]
        weight = total_of([w * share for w, share in zip(self.weights, shares, strict=True)])
        neither = 1 - (1 + self.ratio) * weight
        laws = {
            "a set with the first alone": (self.ratio * weight, weight),
            "a set with the second alone": (weight, self.ratio * weight),
            "any other set": (neither, neither),
        }
        kept = {label: law for label, law in laws.items() if any(law)}
        return Mechanism(list(kept.values()), [self.input_labels[0], self.input_labels[-1]], list(kept))

    @property
    def seen_labels(self) -> tuple[str, ...]:
        """The labels of the answers of `seen`, two for each size: one for its sets that contain the chosen input, and one for its
        other sets."""
        which = [f" of {c}" if len(self.sizes) > 1 else "" for c in self.sizes]
        return tuple(f"{word}{x}" for x in which for word in ("with", "without"))

    @property
    def seen(self) -> Mechanism:
        """Reduce the answers to what matters for one input: the size of the set, and whether it contains the input.

        The inputs of the resulting mechanism are that input, and all others together, which have the same probabilities.
        """
        others = self._column(lambda c, held: Fraction(c - held, self.k - 1))
        rows = list(zip(self.choices(), others, strict=True))
        kept = [i for i, row in enumerate(rows) if any(row)]
        labels = ["this one", "others like it"], [self.seen_labels[i] for i in kept]
        found = Mechanism([rows[i] for i in kept], *labels)
        return found if self.planned is None else found.planned_for(self.shares_from(0, self.planned))

    def shares_from(self, j: int, shares: Sequence[Number]) -> tuple[Number, ...]:
        """Convert shares of all inputs to the share of input j and that of the others: these are the inputs of `seen`."""
        return shares[j], total_of([x for i, x in enumerate(shares) if i != j])

    def say_beliefs(self, shares: Sequence[Number] | None) -> str:
        """Say how far an answer can raise the probability of an input. Empty if no shares are given or they are unequal."""
        if shares is None or len(set(shares)) > 1:
            return ""
        before, after = (percent(x, digits=3) for x in (shares[0], self.likeliest))
        which = f'"{self.input_labels[0]}" and {counted(self.k - 1, "other")}'
        return f"The answer that speaks most for a truth raises its chance: {which} from {before} to {after}."

    def show(self) -> Iterator[Block]:
        """Yield what a respondent does, and for each size the number of sets and their total weight."""
        rows = zip(map(self._say_size, self.sizes), map(roughly, self._many), self.weights, strict=True)
        yield Say(f"Respondents: {self.say()}", key="")
        yield Table("sets", [Col("holds", "a set holds"), Col("sets", "sets"), Col("weight", "weight")], [*rows])
        yield Fact("stated", "stated", self.stated(), shown=False)

    def stated(self) -> dict[str, Any]:
        """The number of inputs, the sizes and weights, as a file has them; every number is text."""
        told = {name: _spelled(getattr(self, name)) for name in (*STATED, "planned")}
        return {"inputs": None if self.inputs is None else list(self.inputs), **told}

    @property
    def digest(self) -> str:
        """SHA-256 of the number of inputs, sizes, weights and ratio, as `sha256:…`; labels and planned shares do not change it."""
        told = [_spelled(getattr(self, name)) for name in STATED]
        return f"sha256:{hashlib.sha256(json.dumps(told, separators=(',', ':')).encode()).hexdigest()}"

    def say(self) -> str:
        """Say in a sentence what a respondent does."""
        sets = " or ".join(map(self._say_size, self.sizes[:4])) + (" or …" if len(self.sizes) > 4 else "")
        return (
            f"answer with a set of {sets}, in which each set that holds the truth has {float(self.ratio):.4g} times the chance of "
            f"one that does not; one of {roughly(self.m)} sets, {self.bits} bits to send."
        )

    def relabel(self, *, inputs: Sequence[str] | None = None) -> SetMechanism:
        """The same mechanism with other labels of the inputs."""
        return self if inputs is None else replace(self, inputs=read_labels(inputs, self.k, "input"))

    def _say_size(self, c: int) -> str:
        return f"{c} of the {self.k} truths"

    def read_label(self, text: str) -> tuple[int, ...] | None:
        """Read a set of inputs such as {a,b}; a set of one input may stand without braces. None if the text is no answer."""
        names = {label: j for j, label in enumerate(self.input_labels)}
        # a set of one input is written as the label of the input
        labels = [text.strip()]
        if text.strip()[:1] == "{" and text.strip()[-1:] == "}":
            inside = text.strip()[1:-1].strip()
            labels = [x.strip() for x in inside.split(",")] if inside else []
        found = tuple(names[x] for x in labels if x in names)
        is_answer = len(found) == len(labels) == len(set(found)) and self.place_of(found) is not None
        return found if is_answer else None

    def label(self, answer: Sequence[int]) -> str:
        """Write a set as the labels of its inputs in braces; a set of one input as that input's label."""
        names = self.input_labels
        if several := next((name for name in names if "," in name), None):
            raise InputError(
                f"the label '{several}' has a comma, and commas separate the labels of a set; relabel that input"
            )
        return label_set([names[j] for j in answer])


def _spelled(x: Any) -> Any:
    """Write numbers as texts, and lists as lists of texts."""
    if isinstance(x, tuple | list):
        return [_spelled(y) for y in x]
    return None if x is None else show(x) if isinstance(x, Fraction | Element) else str(x)


def answers_of(given: object) -> Mechanism | SetMechanism:
    """Return `given` if it is a mechanism (of rows or of sets), else the mechanism of the given design or device."""
    for own in (given, getattr(given, "mechanism", None), getattr(given, "sets", None)):
        if isinstance(own, Mechanism | SetMechanism):
            return own
    return mechanism_of(given)
