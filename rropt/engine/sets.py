"""A mechanism whose answers are sets of inputs, too many for a matrix; it is given by classes of inputs and counts.

Let t = e^ε. Each class a has n_a inputs. A tuple of counts c stands for all sets that contain c_a inputs of each class a. Let N be
the number of these sets, and w their weight. Then Pr(set | input) is t·w/N if the set contains the input, and w/N if not. So an
answer for an input of class a is drawn in three steps. First draw the counts c, with probability w·(1 + (t − 1)c_a/n_a). Then draw
whether the set contains the input; the odds for this are t·c_a to n_a − c_a. Last, draw one of the sets that fit, all of which are
equally likely.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

from rropt.exact.decimal import decimal
from rropt.exact.element import Element, Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import total_of
from rropt.exact.reading import label_all, label_set, read_labels
from rropt.exact.spelling import counted, roughly, show
from rropt.given import mechanism_of
from rropt.mechanism import Mechanism
from rropt.privacy.words import disclosures
from rropt.show import Block, Col, Fact, Result, Say, Table

__all__ = ["Classes", "Counts", "SetMechanism", "answers_of"]

MOST_SAID = 8
STATED = ("members", "counts", "weights", "ratio")

Counts = tuple[int, ...]
"""For each class of inputs, how many of its inputs a pattern (a set of inputs) contains."""


@dataclass(frozen=True, slots=True)
class Classes:
    """A partition of the inputs 0, …, k − 1."""

    members: tuple[tuple[int, ...], ...]

    @property
    def k(self) -> int:
        """The number of inputs."""
        return sum(self.sizes)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of inputs in each class."""
        return tuple(len(members) for members in self.members)

    @property
    def places(self) -> tuple[int, ...]:
        """The index of each input's class."""
        found = {j: a for a, members in enumerate(self.members) for j in members}
        return tuple(found[j] for j in range(self.k))

    def size_of(self, counts: Counts) -> int:
        """Return the number of patterns (sets of inputs) with these numbers of inputs of each class."""
        return math.prod(map(math.comb, self.sizes, counts))

    def share_of_both(self, counts: Counts, a: int, b: int) -> Fraction:
        """Return the share of the patterns with these counts that contain two given inputs, one of class a and one of class b.

        If a = b, the two are different inputs of that class. If that class has a single input, return the share of the patterns
        that contain this input.
        """
        n = len(self.members[a])
        own = Fraction(counts[a], n)
        if a != b:
            return own * Fraction(counts[b], len(self.members[b]))
        return own if n == 1 else own * Fraction(counts[a] - 1, n - 1)

    def patterns_of(self, counts: Counts) -> Iterator[tuple[int, ...]]:
        """Yield the patterns (sets of inputs) with these numbers of inputs of each class, each as an increasing list of inputs."""
        chosen = (itertools.combinations(m, c) for m, c in zip(self.members, counts, strict=True))
        return (tuple(sorted(itertools.chain(*parts))) for parts in itertools.product(*chosen))

    def counts_of(self, pattern: Sequence[int]) -> Counts:
        """Count, for each class, the inputs of the class that a pattern (a list of inputs) contains."""
        held = set(pattern)
        return tuple(sum(j in held for j in members) for members in self.members)


@dataclass(frozen=True, slots=True, repr=False)
class SetMechanism(Result):
    """A mechanism whose answers are sets of inputs.

    `members` has the inputs of each class. `counts` lists tuples with the number of inputs of each class in a set, and `weights`
    has the weight of each tuple; `ratio` is t = e^epsilon. All sets with these counts are answers. `planned` has the
    planned shares of the inputs, equal within a class.
    """

    schema: ClassVar[str] = "rropt/setmechanism/2"
    members: tuple[tuple[int, ...], ...]
    counts: tuple[tuple[int, ...], ...]
    weights: tuple[Number, ...]
    ratio: Number
    inputs: tuple[str, ...] | None = None
    planned: tuple[Number, ...] | None = None
    _known: dict[str, Any] = field(default_factory=dict, init=False, compare=False)

    @property
    def classes(self) -> Classes:
        """The classes of the inputs."""
        return Classes(self.members)

    @property
    def k(self) -> int:
        """The number of inputs."""
        return self.classes.k

    @property
    def m(self) -> int:
        """The number of answers."""
        return sum(self._sizes)

    @property
    def _sizes(self) -> list[int]:
        """For each tuple in `counts`, the number of sets with these counts that are answers; 0 if the weight is 0."""
        sizes = map(self.classes.size_of, self.counts)
        return [n if weight else 0 for n, weight in zip(sizes, self.weights, strict=True)]

    @property
    def bits(self) -> int:
        """The number of bits that sending the index of an answer takes."""
        return (self.m - 1).bit_length()

    @property
    def count_said(self) -> str:
        """The number of answers, written for a reader."""
        return roughly(self.m)

    @property
    def input_labels(self) -> tuple[str, ...]:
        """The input labels; 0, 1, … if there are none."""
        return label_all(self.inputs, self.k)

    @property
    def said(self) -> str:
        """Return an empty text: `Mechanism.said` reports how floats were read, and here none were."""
        return ""

    @property
    def places(self) -> tuple[int, ...]:
        """The index of each input's class, computed once."""
        if "places" not in self._known:
            self._known["places"] = self.classes.places
        return self._known["places"]  # type: ignore[no-any-return]

    def choices(self, a: int) -> tuple[Number, ...]:
        """For an input of class a, list the probabilities of answers, two for each tuple of counts: first that the answer is a set
        with these counts that contains the input, then that it is a set with these counts that does not."""
        return self._column(a, lambda _, is_held: Fraction(is_held))

    def _column(self, a: int, inside: Callable[[tuple[int, ...], bool], Fraction]) -> tuple[Number, ...]:
        """For one input j of class a, list two probabilities for each tuple in `counts`.

        A tuple in `counts` says how many inputs of each class a set contains. The first number is the probability that the answer
        is a set with these counts that contains j; the second, that it is one without j. The respondent's true input need not be j.
        `inside` is called with the counts, and with True for the sets that contain j or False for the others. It returns the share
        of these sets that contain the true input.
        """
        n, found = len(self.members[a]), []
        for counts, weight in zip(self.counts, self.weights, strict=True):
            for is_held in (True, False):
                share = Fraction(counts[a] if is_held else n - counts[a], n)
                found.append(
                    weight * share * (1 + (self.ratio - 1) * inside(counts, is_held)) if share else total_of([])
                )
        return tuple(found)

    def chance(self, answer: Sequence[int], given: int) -> Number:
        """Return Pr(answer | input); the answer is a set of input indices and `given` an input's index. 0 for an answer that is
        never given."""
        place = self.place_of(answer)
        if place is None:
            return total_of([])
        weight = self.weights[place] / self.classes.size_of(self.counts[place])
        return weight * self.ratio if given in answer else weight

    def place_of(self, answer: Sequence[int]) -> int | None:
        """Count the inputs of each class in the set `answer`, and return the index of these counts in `counts`. None if the set is
        never an answer."""
        counts = self.classes.counts_of(answer)
        if counts not in self.counts:
            return None
        place = self.counts.index(counts)
        return place if self.weights[place] else None

    @property
    def matrix(self) -> None:
        """None, because there are too many answers to write down a matrix."""
        return None

    @property
    def pair(self) -> Mechanism:
        """The mechanism restricted to its most distinguishable pair of inputs, with answers merged into at most three.

        A set that contains both or neither of two inputs does not distinguish them. Let c be the total weight of the sets that
        contain the first input but not the second. The sets that contain the second but not the first have the same total weight,
        because columns sum to 1. Let t be `ratio`. Then these two groups of sets have the probabilities t·c and c at the first
        input, and c and t·c at the second. So the pair of inputs with the largest c is the most distinguishable pair, and a demand
        on all pairs holds iff it holds for this pair.
        """
        first, second, both = self._least_together()
        own = total_of(
            [w * Fraction(counts[0], len(self.members[0])) for counts, w in zip(self.counts, self.weights, strict=True)]
        )
        c = own - both
        labels = [self.input_labels[first], self.input_labels[second]]
        neither = 1 - (1 + self.ratio) * c
        laws = {
            "a set with the first alone": (self.ratio * c, c),
            "a set with the second alone": (c, self.ratio * c),
            "any other set": (neither, neither),
        }
        kept = {label: law for label, law in laws.items() if any(law)}
        return Mechanism(list(kept.values()), labels, list(kept))

    def _least_together(self) -> tuple[int, int, Number]:
        """Find the two inputs for which the sets that contain both have the least weight; return the inputs and this weight."""
        weighted, both = list(zip(self.counts, self.weights, strict=True)), self.classes.share_of_both
        found = [
            (x[0], y[-1], total_of([w * both(c, a, b) for c, w in weighted]))
            for a, x in enumerate(self.members)
            for b, y in enumerate(self.members[a:], start=a)
            if x[0] != y[-1]
        ]
        return min(found, key=lambda pair: pair[2])

    @property
    def seen_labels(self) -> tuple[str, ...]:
        """The labels of the answers in the mechanisms that `seen_from` makes. Each tuple in `counts`, the numbers of inputs of each
        class in a set, gets two labels: one for its sets that contain the chosen input, and one for its other sets."""
        which = [f" of {'+'.join(map(str, counts))}" if len(self.counts) > 1 else "" for counts in self.counts]
        return tuple(f"{word}{x}" for x in which for word in ("with", "without"))

    def seen_from(self, a: int) -> Mechanism:
        """Reduce the answers to what matters for one input of class a: the counts of the set, and whether it contains the input.

        The inputs of the resulting mechanism are that input, the others of its class together, and each other class. All inputs
        of such a group have the same probabilities.
        """
        sizes = list(map(len, self.members))
        n, others = sizes[a], [b for b in range(len(sizes)) if b != a]
        columns = {"this one": self.choices(a)}
        if n > 1:
            columns["others like it"] = self._column(a, lambda counts, held: Fraction(counts[a] - held, n - 1))
        for b in others:
            columns[f"class {b}"] = self._column(a, partial(_share_of, b, sizes[b]))
        rows = list(zip(*columns.values(), strict=True))
        kept = [i for i, row in enumerate(rows) if any(row)]
        found = Mechanism([rows[i] for i in kept], list(columns), [self.seen_labels[i] for i in kept])
        return found if self.planned is None else found.planned_for(self.shares_from(self.members[a][0], self.planned))

    def shares_from(self, j: int, shares: Sequence[Number]) -> tuple[Number, ...]:
        """Convert shares of all inputs to shares of groups: input j alone, the others of its class together (if there are any), and
        each other class together. These are the inputs of the mechanism that `seen_from` makes."""
        a = self.places[j]
        others = [total_of([shares[i] for i in inputs]) for b, inputs in enumerate(self.members) if b != a]
        alike = [total_of([shares[i] for i in self.members[a] if i != j])] if len(self.members[a]) > 1 else []
        return (shares[j], *alike, *others)

    def say_beliefs(self, shares: Sequence[Number] | None) -> str:
        """Say how far an answer can raise the probability of an input. Empty if no shares are given or a class has unequal ones."""
        if shares is None or any(shares[j] != shares[inputs[0]] for inputs in self.members for j in inputs):
            return ""
        parts = []
        for a, inputs in enumerate(self.members):
            found = disclosures(self.seen_from(a), self.shares_from(inputs[0], shares))
            most = max((x.after[0] for x in found if x.after is not None), key=float)
            which = f'"{self.input_labels[inputs[0]]}"' + (
                f" and {counted(len(inputs) - 1, 'other')}" if len(inputs) > 1 else ""
            )
            before, after = (decimal(100 * x, digits=3) for x in (shares[inputs[0]], most))
            parts.append(f"{which} from {before} % to {after} %")
        more = f"; {len(parts) - MOST_SAID} more kinds of truths" if len(parts) > MOST_SAID else ""
        return f"The answer that speaks most for a truth raises its chance: {', '.join(parts[:MOST_SAID])}{more}."

    def show(self) -> Iterator[Block]:
        """Yield what a respondent does, and for each tuple of counts the number of sets and their total weight."""
        rows = zip(map(self._say_counts, self.counts), map(roughly, self._sizes), self.weights, strict=True)
        yield Say(f"Respondents: {self.say()}", key="")
        yield Table("sets", [Col("holds", "a set holds"), Col("sets", "sets"), Col("weight", "weight")], [*rows])
        yield Fact("stated", "stated", self.stated(), shown=False)

    def stated(self) -> dict[str, Any]:
        """The classes of the inputs, the counts and weights, as a file has them; every number is text."""
        told = {name: _spelled(getattr(self, name)) for name in (*STATED, "planned")}
        return {"inputs": None if self.inputs is None else list(self.inputs), **told}

    @property
    def digest(self) -> str:
        """SHA-256 of classes, counts, weights and ratio, as `sha256:…`; labels and planned shares do not change it."""
        told = [_spelled(getattr(self, name)) for name in STATED]
        return f"sha256:{hashlib.sha256(json.dumps(told, separators=(',', ':')).encode()).hexdigest()}"

    def say(self) -> str:
        """Say in a sentence what a respondent does."""
        sets = " or ".join(map(self._say_counts, self.counts[:4])) + (" or …" if len(self.counts) > 4 else "")
        return (
            f"answer with a set of {sets}, in which each set that holds the truth has {self.ratio_said} times the chance of one "
            f"that does not; one of {self.count_said} sets, {self.bits} bits to send."
        )

    @property
    def ratio_said(self) -> str:
        """The ratio t written in a few digits."""
        return f"{float(self.ratio):.4g}"

    def relabel(self, *, inputs: Sequence[str] | None = None) -> SetMechanism:
        """The same mechanism with other labels of the inputs."""
        return self if inputs is None else replace(self, inputs=read_labels(inputs, self.k, "input"))

    def _say_counts(self, counts: tuple[int, ...]) -> str:
        if len(counts) == 1:
            return f"{counts[0]} of the {self.k} truths"
        return " and ".join(f"{c} of {len(m)}" for c, m in zip(counts, self.members, strict=True))

    def read_label(self, text: str) -> tuple[int, ...] | None:
        """Read a set of inputs such as {a,b}; a set of one input may stand without braces. None if the text is no answer."""
        names = {label: j for j, label in enumerate(self.input_labels)}
        inside = text.strip()[1:-1] if text.strip()[:1] == "{" and text.strip()[-1:] == "}" else None
        if inside is None:
            # a set of one input is written as the input's label
            labels = [text.strip()]
        else:
            labels = [x.strip() for x in inside.split(",")] if inside.strip() else []
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


def _share_of(b: int, size: int, counts: tuple[int, ...], _: bool) -> Fraction:
    """Return the share of the sets with these counts that contain a given input of class b, which has `size` inputs."""
    return Fraction(counts[b], size)


def answers_of(given: object) -> Mechanism | SetMechanism:
    """Return `given` if it is a mechanism (of rows or of sets), else the mechanism of the given design or device."""
    for own in (given, getattr(given, "mechanism", None), getattr(given, "sets", None)):
        if isinstance(own, Mechanism | SetMechanism):
            return own
    return mechanism_of(given)
