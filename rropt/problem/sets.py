"""A mechanism whose answers are sets of inputs, too many for a matrix: what a certificate by orbits says, and exact draws from it.

The inputs lie in classes. An answer is a set that holds c_a inputs of each class a, for one of the counts c that are listed; with
w its weight, N the number of such sets, Pr(set | input) = w/N, times t if the set holds the input. So an input of class a draws
counts with the chance w·(1 + (t − 1)c_a/n_a), then whether the set holds it, t·c_a : n_a − c_a, then a set at random among these.
Where all inputs are one class, few sets may stand for all: the shifts {x + s mod k : x in B} of blocks B, with shares.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from rropt.certificate.read import read_cut
from rropt.exact.element import Number
from rropt.exact.grammar import read_number, read_rational
from rropt.exact.matrix import total_of
from rropt.exact.reading import read_labels
from rropt.formats import numbered

__all__ = ["SetMechanism", "read_sets"]


@dataclass(frozen=True)
class SetMechanism:
    """Answers that are sets of inputs: `members` are the inputs of each class, `counts` how many of each class a set holds.

    `weights` are those of the counts, `ratio` is t = e^epsilon. `blocks` are sets of each of the counts with their shares, of which
    only the shifts modulo k are given; where there are none, all sets are.
    """

    members: tuple[tuple[int, ...], ...]
    counts: tuple[tuple[int, ...], ...]
    weights: tuple[Number, ...]
    ratio: Number
    inputs: tuple[str, ...] | None = None
    blocks: tuple[tuple[tuple[tuple[int, ...], Fraction], ...], ...] = ()

    @property
    def k(self) -> int:
        """The number of inputs."""
        return sum(map(len, self.members))

    @property
    def m(self) -> int:
        """The number of answers."""
        if self.blocks:
            return sum(self.k * len(of_counts) for of_counts in self.blocks)
        return sum(math.prod(map(math.comb, map(len, self.members), counts)) for counts in self.counts)

    @property
    def bits(self) -> int:
        """How many bits an answer takes to send."""
        return (self.m - 1).bit_length()

    @property
    def count_said(self) -> str:
        """The number of answers, as a person reads it."""
        return f"{self.m:,}" if self.m < 10**9 else f"about 10^{len(str(self.m)) - 1}"

    @property
    def input_labels(self) -> tuple[str, ...]:
        """The input labels, or 0, 1, … where there are none."""
        return self.inputs or tuple(map(str, range(self.k)))

    @property
    def said(self) -> str:
        """Nothing was rounded."""
        return ""

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The class of each input."""
        found = {j: a for a, inputs in enumerate(self.members) for j in inputs}
        return tuple(found[j] for j in range(self.k))

    def choices(self, a: int) -> tuple[Number, ...]:
        """For an input of the class a: the chances of each of the counts, first with the input in the set, then without."""
        n, found = len(self.members[a]), []
        for counts, weight in zip(self.counts, self.weights, strict=True):
            found += [weight * self.ratio * counts[a] / n, weight * (n - counts[a]) / n]
        return tuple(found)

    def chance(self, answer: Sequence[int], given: int) -> Number:
        """Pr(answer | input), both by indices; an answer that is never given has the chance 0."""
        held = set(answer)
        counts = tuple(sum(j in held for j in inputs) for inputs in self.members)
        if counts not in self.counts:
            return total_of([])
        place = self.counts.index(counts)
        weight = self.weights[place] / math.prod(map(math.comb, map(len, self.members), counts))
        if self.blocks:
            # how many of the shifts of each block the set is, with shares
            shifts = [(sorted((x + s) % self.k for x in b), w) for b, w in self.blocks[place] for s in range(self.k)]
            weight = self.weights[place] * sum((w for b, w in shifts if b == sorted(held)), Fraction(0)) / self.k
        return weight * self.ratio if given in held else weight

    def say(self) -> str:
        """What a respondent does."""
        sets = " or ".join(map(self._say_counts, self.counts[:4])) + (" or …" if len(self.counts) > 4 else "")
        return (
            f"answer with a set of {sets}, in which each set that holds the truth has {self.ratio_said} times the chance of one "
            f"that does not; one of {self.count_said} sets, {self.bits} bits to send."
        )

    @property
    def ratio_said(self) -> str:
        """t in a few digits."""
        return f"{float(self.ratio):.4g}"

    def relabel(self, *, inputs: Sequence[str] | None = None) -> SetMechanism:
        """The same with other labels of the inputs."""
        return self if inputs is None else replace(self, inputs=read_labels(inputs, self.k, "input"))

    def _say_counts(self, counts: tuple[int, ...]) -> str:
        if len(counts) == 1:
            return f"{counts[0]} of the {self.k} truths"
        return " and ".join(f"{c} of {len(m)}" for c, m in zip(counts, self.members, strict=True))

    def label(self, answer: Sequence[int]) -> str:
        """The set by the labels of its inputs."""
        names = self.input_labels
        return "{" + ",".join(names[j] for j in answer) + "}"


def read_sets(part: dict[str, Any]) -> SetMechanism | None:
    """The mechanism that an accepted certificate gives by orbits; None for one that gives a matrix."""
    if "orbits" not in part or "t" not in part["field"]:
        return None
    t = read_cut(part["field"]["t"])
    assert not isinstance(t, float)
    places = list(map(int, part["classes"]))
    members = tuple(tuple(j for j, a in enumerate(places) if a == c) for c in sorted(set(places)))
    counts = tuple(tuple(map(int, c)) for c in part["orbits"]["counts"])
    weights = tuple(read_number(w, t=t) for w in part["orbits"]["weights"])
    ratio = _ratio(part["notion"], t)
    inputs = numbered(part["inputs"])
    blocks = tuple(
        tuple((tuple(map(int, b)), read_rational(w)) for b, w in zip(x["sets"], x["shares"], strict=True))
        for x in part["orbits"].get("blocks", ())
    )
    return SetMechanism(members, counts, weights, ratio, None if inputs is None else tuple(inputs), blocks)


def _ratio(notion: dict[str, Any], t: Number) -> Number:
    """T of the demand."""
    if notion["name"] == "rho":
        a, b = (read_number(notion[key], t=t) for key in ("from", "to"))
        return b * (1 - a) / (a * (1 - b))
    return next(read_number(notion[key], t=t) for key in ("ratio", "gamma", "beta", "factor") if key in notion)
