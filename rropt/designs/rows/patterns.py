"""Mechanisms whose rows are multiples of patterns, which are rows with the entries 1 and t.

This file builds such a mechanism, its information matrix M, and the labels of its answers. A pattern s is given by a set S of
inputs: s_j = t for each j in S, and s_j = 1 elsewhere. With the weight θ_S, the mechanism has the row θ_S·s.

Let each set S have a share w_S, and let the shares sum to 1. They *cover every input alike* if every input j is in sets of the same
total share: Σ_{S contains j} w_S = c, with the same number c for each j. The columns of the mechanism sum to 1 iff
θ_S = w_S/(1 + (t − 1)c) for such shares. So rational shares give weights that are numbers of Q(t) with a common denominator, for
any t.

At prevalences π let M(π) = Σ_S θ_S s sᵀ/(sᵀπ). Then Mπ = (1, …, 1). The efficient estimator of the shares of the inputs has, for
one respondent, the covariance M⁻¹ − ππᵀ.

Let all rows of a mechanism have largest entries of at most t times their smallest ones. Then the mechanism is a garbling of a
mechanism made of patterns (`rropt.order.staircase`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.designs.rows.classes import ClassMatrix
from rropt.engine.sets import Classes, Counts, SetMechanism
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix, freeze, total_of
from rropt.exact.reading import label_set
from rropt.exact.spelling import show
from rropt.mechanism import MOST_OUTPUTS, Mechanism

__all__ = [
    "MOST_ORBITS",
    "MOST_PRICED",
    "PatternWeights",
    "at_shares",
    "label_orders",
    "label_patterns",
    "patterns_of",
]

LONGEST_LABEL = 60
MOST_SPLIT = 1 << 14
MOST_ORBITS = 1 << 12
"""The largest number of orbits (patterns that differ by exchanging equal inputs) that the checker tries."""

MOST_PRICED = 24
"""The largest number of inputs for which column generation prices all patterns, if they are too many for the checker."""


@dataclass(frozen=True, slots=True)
class PatternWeights:
    """A mechanism whose rows are multiples of patterns, given by one weight for each orbit of patterns.

    An orbit has all patterns with the same number of inputs of each class. All patterns of an orbit have the same weight, and the
    orbit's weight is their sum.
    """

    classes: Classes
    ratio: Number
    weights: tuple[tuple[Counts, Number], ...]

    @classmethod
    def of_shares(cls, classes: Classes, ratio: Number, shares: Mapping[Counts, Number]) -> PatternWeights:
        """Convert shares of orbits to weights.

        The shares must sum to 1, and the patterns that contain an input must have the same total share for every input.
        """
        sizes = classes.sizes
        covered = [total_of([w * Fraction(counts[a], n) for counts, w in shares.items()]) for a, n in enumerate(sizes)]
        if any(w < 0 for w in shares.values()):
            raise InputError(
                f"a share of a pattern is {show(min(w for w in shares.values() if w < 0))}; give shares of at least 0"
            )
        if total_of(list(shares.values())) != 1 or any(c != covered[0] for c in covered):
            raise InputError(
                "the shares of the patterns must sum to 1, and those of the patterns that contain an input must have the same sum "
                "for every input; give such shares"
            )
        scale = 1 / (1 + (ratio - 1) * covered[0])
        return cls(classes, ratio, tuple((counts, w * scale) for counts, w in shares.items() if w))

    @property
    def number_of_outputs(self) -> int:
        """The number of answers; each answer is a pattern that has a weight."""
        return sum(self.classes.size_of(counts) for counts, _ in self.weights)

    def patterns(self) -> Iterator[tuple[tuple[int, ...], Number]]:
        """Yield every pattern that has a weight, with this weight. A pattern is given as the increasing list of its inputs."""
        for counts, weight in self.weights:
            each = weight / self.classes.size_of(counts)
            yield from ((pattern, each) for pattern in self.classes.patterns_of(counts))

    def mechanism(self, inputs: Sequence[str] | None = None) -> Mechanism:
        """Build the mechanism with one row for each pattern; an error if these are too many to write down."""
        if self.number_of_outputs > MOST_OUTPUTS:
            raise InputError(
                f"the mechanism has {self.number_of_outputs} outputs, but at most {MOST_OUTPUTS} can be written down; give fewer "
                "inputs"
            )
        listed = list(self.patterns())
        rows = []
        for pattern, weight in listed:
            held, inside = set(pattern), weight * self.ratio
            rows.append([inside if j in held else weight for j in range(self.classes.k)])
        return Mechanism(rows, inputs, label_patterns([p for p, _ in listed], self.classes.k, inputs))

    def rows(self) -> Matrix:
        """List one pattern of each orbit as a row, times the weight of the whole orbit."""
        t = self.ratio
        held = [
            {j for members, c in zip(self.classes.members, counts, strict=True) for j in members[:c]}
            for counts, _ in self.weights
        ]
        return freeze(
            [w * t if j in inside else w for j in range(self.classes.k)]
            for inside, (_, w) in zip(held, self.weights, strict=True)
        )

    def image(self, counts: Counts, values: Sequence[Number]) -> Number:
        """Compute Σ_j s_j v_j for a pattern s of the orbit. `values` has v_j, which is the same for all inputs j of a class."""
        t = self.ratio
        return total_of([(n - c + c * t) * v for c, n, v in zip(counts, self.classes.sizes, values, strict=True) if v])

    def information(self, prevalences: Sequence[Number]) -> ClassMatrix:
        """Compute M = Σ r rᵀ/(rᵀπ) over the mechanism's rows r, for prevalences π with one number for each class."""
        sizes, t = list(enumerate(self.classes.sizes)), self.ratio
        scaled = [(counts, weight / self.image(counts, prevalences)) for counts, weight in self.weights]
        acts = [
            [total_of([x * self._pair(counts, a, b) for counts, x in scaled]) * n for b, n in sizes] for a, _ in sizes
        ]
        diagonal = []
        for a, n in sizes:
            own = total_of([x * (1 + (t * t - 1) * Fraction(counts[a], n)) for counts, x in scaled])
            diagonal.append(own - acts[a][a] / n if n > 1 else Fraction(0))
            acts[a][a] += diagonal[a]
        return ClassMatrix(self.classes, freeze(acts), tuple(diagonal))

    def _pair(self, counts: Counts, a: int, b: int) -> Number:
        """Return the mean of s_j·s_l over the patterns s of an orbit, for two different inputs: j of the class a, and l of the
        class b.

        If a = b and this class has only one input j, return the mean of s_j².
        """
        sizes, t = self.classes.sizes, self.ratio
        p, q = Fraction(counts[a], sizes[a]), Fraction(counts[b], sizes[b])
        return 1 + (t - 1) * (p + q) + (t - 1) * (t - 1) * self.classes.share_of_both(counts, a, b)

    def split(self, keys: Sequence[Hashable]) -> PatternWeights:
        """Split each class into classes of inputs with equal keys; divide the weight of each old orbit among the new
        orbits, in proportion to their sizes."""
        places = self.classes.places
        fine = Classes.by(list(zip(places, keys, strict=True)))
        if len(fine.members) == len(self.classes.members):
            return self
        if fine.number_of_orbits > MOST_SPLIT:
            raise InputError(
                f"the inputs have so many different prevalences or probabilities that there are {fine.number_of_orbits} kinds of "
                f"answers, more than {MOST_SPLIT}; give more inputs the same prevalence or probability"
            )
        coarse, found = [places[members[0]] for members in fine.members], []
        whole = dict(self.weights)
        for counts in fine.orbits():
            key = tuple(
                sum(c for c, b in zip(counts, coarse, strict=True) if b == a) for a in range(len(self.classes.sizes))
            )
            if key in whole:
                found.append((counts, whole[key] * Fraction(fine.size_of(counts), self.classes.size_of(key))))
        return PatternWeights(fine, self.ratio, tuple(found))


def label_orders(rows: Sequence[Sequence[Number]], inputs: Sequence[str] | None) -> tuple[str, ...]:
    """Label each row by its order of the inputs: b>a,c if it is largest at b, smaller and equal at a and c, and 0 elsewhere.

    If this label would be too long and no entry is 0, the inputs with the smallest entry are called `rest`: b>rest. If labels are
    still too long, `_labelled` says how they are replaced.
    """
    k = len(rows[0])
    orders = []
    for row in rows:
        levels: dict[Number, list[int]] = {}
        for j in sorted((j for j, x in enumerate(row) if x), key=lambda j: row[j], reverse=True):
            levels.setdefault(row[j], []).append(j)
        orders.append([sorted(level) for level in levels.values()])

    def say(order: Sequence[Sequence[int]], names: Sequence[str]) -> list[str]:
        levels = [",".join(names[j] for j in level) for level in order]
        is_short = len(order) > 1 and sum(map(len, order)) == k and "rest" not in names
        return [">".join(levels), *([">".join([*levels[:-1], "rest"])] if is_short else [])]

    return _labelled(orders, say, k, inputs)


def label_patterns(patterns: Sequence[Sequence[int]], k: int, inputs: Sequence[str] | None = None) -> tuple[str, ...]:
    """Label each pattern by its inputs: {a,c} for a pattern with the inputs a and c, and a for one with the single input a.

    If this label would be too long, the label names the inputs that the pattern does not have: {all but b}. If labels are still
    too long, `_labelled` says how they are replaced.
    """

    def say(pattern: Sequence[int], names: Sequence[str]) -> list[str]:
        lacking = [names[j] for j in range(k) if j not in set(pattern)]
        return [label_set([names[j] for j in pattern]), *([f"{{all but {','.join(lacking)}}}"] if lacking else [])]

    return _labelled(patterns, say, k, inputs)


def _labelled(
    items: Sequence[Any], say: Callable[[Any, Sequence[str]], list[str]], k: int, inputs: Sequence[str] | None
) -> tuple[str, ...]:
    """Choose a short label for each item, all of them different.

    `say` writes an item in one or several ways, and gets as its second argument the names of the inputs. An item's label is the
    first of these texts that is short enough. The names are first the labels `inputs`, if these are given. If some item then has no
    short text, or if two items have the same label, the inputs' indices serve as names. If that fails too, the labels are the
    items' own indices.
    """
    for names in (list(inputs or ()), [str(j) for j in range(k)]):
        if names:
            found = [next((x for x in say(item, names) if len(x) <= LONGEST_LABEL), None) for item in items]
            labels = tuple(x for x in found if x is not None)
            if len(set(labels)) == len(items):
                return labels
    return tuple(str(n) for n in range(len(items)))


def patterns_of(sets: SetMechanism) -> PatternWeights:
    """Return a mechanism of sets as weights of orbits: all sets with the same number of inputs of each class together."""
    return PatternWeights(sets.classes, sets.ratio, tuple(zip(sets.counts, sets.weights, strict=True)))


def at_shares(sets: SetMechanism, shares: Sequence[Number]) -> PatternWeights:
    """Split the classes so that inputs of one class have equal shares, and return the weights by these classes.

    An error is raised if the mechanism has blocks and its inputs have unequal shares.
    """
    found = patterns_of(sets).split(shares)
    if sets.blocks and len(found.classes.members) > 1:
        raise InputError(
            "this mechanism answers only with the cyclic shifts of a few sets, which is as good as all sets only if all shares "
            "are equal; use equal shares"
        )
    return found
