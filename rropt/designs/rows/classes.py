"""Classes of inputs that may be exchanged, and the matrices that such an exchange leaves as they are.

Let t = e^ε. A pattern is a vector in {1, t}^k, named by the set S of the inputs at which it is t. Let a problem stay the same when
two inputs of one class are exchanged. Then a pattern is described by its *counts*, the numbers of inputs of each class in S. All
patterns with the same counts are an *orbit*. If each input is a class of its own, an orbit is one pattern; so this file serves
every problem.

Let such exchanges leave a matrix A as it is. Then A_jl = blocks[a][b] for inputs j ≠ l of the classes a and b, and A_jj =
blocks[a][a] + diagonal[a]. On vectors that are constant on classes, A acts as R = diag(diagonal) + blocks·diag(sizes). A vector
that is 0 outside class a and sums to 0 is multiplied by diagonal[a]. So products, inverses, traces and determinants of such
matrices follow from R and the diagonal.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix, freeze, inverse, product, total_of

__all__ = ["ClassMatrix", "Classes", "Counts"]

Counts = tuple[int, ...]
"""For each class of inputs, how many of its inputs a pattern (a set of inputs) contains."""


@dataclass(frozen=True, slots=True)
class Classes:
    """A partition of the inputs 0, …, k − 1."""

    members: tuple[tuple[int, ...], ...]

    @classmethod
    def by(cls, keys: Sequence[Hashable]) -> Classes:
        """Group inputs with equal keys; classes are ordered by their first inputs."""
        found: dict[Hashable, list[int]] = {}
        for j, key in enumerate(keys):
            found.setdefault(key, []).append(j)
        return cls(tuple(map(tuple, found.values())))

    @classmethod
    def single(cls, k: int) -> Classes:
        """Put each input in a class of its own."""
        return cls(tuple((j,) for j in range(k)))

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

    @property
    def number_of_orbits(self) -> int:
        """The number of orbits. An orbit is all patterns (sets of inputs) that have the same number of inputs of each class.

        The orbits of the empty set and of the set of all inputs count too.
        """
        return math.prod(n + 1 for n in self.sizes)

    def orbits(self) -> Iterator[Counts]:
        """Yield every orbit of patterns (sets of inputs), given by the number of inputs of each class that its patterns contain."""
        return itertools.product(*(range(n + 1) for n in self.sizes))

    def number_of_size(self, total: int) -> int:
        """Return the number of orbits whose patterns have `total` inputs. An orbit is all patterns with the same number of inputs
        of each class."""
        ways = [1] + [0] * total
        for n in self.sizes:
            ways = [sum(ways[max(0, c - n) : c + 1]) for c in range(total + 1)]
        return ways[total]

    def orbits_of_size(self, total: int) -> Iterator[Counts]:
        """Yield the orbits whose patterns have `total` inputs, each given by its number of inputs of each class."""
        sizes = self.sizes
        rest = [sum(sizes[a:]) for a in range(len(sizes) + 1)]

        def extend(start: Counts, left: int) -> Iterator[Counts]:
            a = len(start)
            if a == len(sizes):
                yield start
                return
            for c in range(max(0, left - rest[a + 1]), min(sizes[a], left) + 1):
                yield from extend((*start, c), left - c)

        return extend((), total) if 0 <= total <= rest[0] else iter(())

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

    def spread(self, values: Sequence[Number]) -> tuple[Number, ...]:
        """Return a list with one entry per input: the entry of `values` that belongs to the class of the input."""
        return tuple(values[a] for a in self.places)

    def collect(self, values: Sequence[Number]) -> tuple[Number, ...]:
        """Reduce `values`, one per input, to one value per class; raise an error if inputs of one class have different values."""
        if any(values[j] != values[members[0]] for members in self.members for j in members[1:]):
            raise InputError(
                "inputs of one class must have the same number, such as a prevalence; put those with different numbers into "
                "separate classes"
            )
        return tuple(values[members[0]] for members in self.members)


@dataclass(frozen=True, slots=True)
class ClassMatrix:
    """A matrix that stays the same when two inputs of one class are exchanged.

    `acts` is its action on vectors that are constant on classes, indexed [class, class]. `diagonal` has one factor for each class:
    the matrix multiplies a vector by this factor if the vector is 0 outside the class and sums to 0.
    """

    classes: Classes
    acts: Matrix
    diagonal: tuple[Number, ...]

    @property
    def full(self) -> Matrix:
        """Write out all k × k entries of the matrix."""
        sizes, places = self.classes.sizes, self.classes.places
        blocks = [
            [(x - self.diagonal[a] if a == b else x) / sizes[b] for b, x in enumerate(row)]
            for a, row in enumerate(self.acts)
        ]
        return freeze(
            [blocks[a][b] + (self.diagonal[a] if j == i else 0) for i, b in enumerate(places)]
            for j, a in enumerate(places)
        )

    @property
    def is_regular(self) -> bool:
        """Whether each class of several inputs has a nonzero factor in `diagonal`. Whether `acts` is invertible is not checked."""
        return all(x for x, n in zip(self.diagonal, self.classes.sizes, strict=True) if n > 1)

    def inverse(self) -> ClassMatrix:
        """Compute the inverse; `acts` must be invertible. Where a factor in `diagonal` is 0, the result has the factor 0 as
        well."""
        diagonal = tuple(1 / x if x else Fraction(0) for x in self.diagonal)
        return ClassMatrix(self.classes, inverse(self.acts), diagonal)

    def times(self, other: ClassMatrix) -> ClassMatrix:
        """Return the product of this matrix and the other, which has the same classes."""
        diagonal = tuple(x * y for x, y in zip(self.diagonal, other.diagonal, strict=True))
        return ClassMatrix(self.classes, product(self.acts, other.acts), diagonal)

    def trace(self) -> Number:
        """Compute the sum of the diagonal entries of the full matrix."""
        own = [row[a] for a, row in enumerate(self.acts)]
        return total_of([*own, *((n - 1) * x for n, x in zip(self.classes.sizes, self.diagonal, strict=True))])

    def numbers(self) -> list[Number]:
        """List the entries of `acts`, then those of `diagonal`."""
        return [*(x for row in self.acts for x in row), *self.diagonal]
