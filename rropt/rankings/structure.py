"""The information of a mechanism P of k inputs, from its rows or from their structure, at shares π.

Let q = Σ_j r_j π_j be the chance of row r. The information is M = Σ r rᵀ/q, summed over the rows. Let D be the diagonal matrix of
the chances. Then L = M⁻¹PᵀD⁻¹ is the efficient unbiased estimate from one answer, and its covariance is M⁻¹ − ππᵀ (Gauss and
Markov; SPEC.md, 9.2).

In many mechanisms each row has a set S of inputs: one value a at the inputs in S, and another value b at the others. Let a and b
depend on |S| alone, and let all sets of a size be used. Then a term of M depends only on how many inputs of each share are in S.
So inputs of equal shares form a class, and sets with equally many inputs of each class form a kind. Integers count the sets of a
kind, and those of them that hold one or two given inputs. With all shares equal there are at most k + 1 kinds, for any k.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.designs.rows.classes import Classes
from rropt.exact.element import Number
from rropt.exact.matrix import Matrix

__all__ = [
    "BITS",
    "Listed",
    "Ring",
    "SetsOfSizes",
    "Structure",
    "Symmetric",
    "Unlisted",
    "information",
    "information_by_classes",
    "rows_of",
]

BITS = 400
"""The precision, in bits, of the balls that stand for numbers too long to be exact."""
Ring = Callable[[Number], Any]
"""A function that returns a number as it is, or a ball that contains it."""
Square = list[list[Any]]
ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Listed:
    """Rows of a matrix one by one, and for each row the set of inputs that it reports; no sets if the outputs are not sets."""

    k: int
    rows: Matrix
    sets: tuple[frozenset[int], ...] = ()


@dataclass(frozen=True, slots=True)
class Symmetric:
    """A matrix whose rows are all sets of certain sizes; `values` has, by size, a row's values at the inputs inside and outside its
    set."""

    k: int
    values: Mapping[int, tuple[Any, Any]]


@dataclass(frozen=True, slots=True)
class Unlisted:
    """A structure too large to list; it has only the estimate by counting, or an estimate with known variances."""

    k: int
    variances: Callable[[Sequence[Number]], Sequence[Number]] | None = None
    """Computes n·Var of each share from the shares, for the only unbiased estimate; None if there is no such formula."""


Structure = Listed | Symmetric


def rows_of(structure: Structure) -> Matrix:
    """Write out the matrix: the listed rows or, for a symmetric structure, one row for every set of inputs with one of its
    sizes."""
    if isinstance(structure, Listed):
        return structure.rows
    k = range(structure.k)
    return tuple(
        tuple(a if j in chosen else b for j in k)
        for size, (a, b) in structure.values.items()
        for chosen in map(frozenset, itertools.combinations(k, size))
    )


@dataclass(frozen=True, slots=True)
class SetsOfSizes:
    """All sets that contain `inside[c]` of the `size[c]` inputs of each class c (inputs of equal shares).

    `first` and `second` are the values of their rows at the inputs inside and outside of the set.
    """

    size: tuple[int, ...]
    inside: tuple[int, ...]
    first: Any
    second: Any

    @property
    def number(self) -> int:
        """The number of sets."""
        return math.prod(map(math.comb, self.size, self.inside))

    def holding(self, number: int, c: int) -> int:
        """Count those of the `number` sets that contain a given input of class c."""
        return number * self.inside[c] // self.size[c]

    def holding_two(self, number: int, c: int, d: int) -> int:
        """Count those of the `number` sets that contain two given different inputs, of the classes c and d."""
        same = int(c == d)
        pairs = self.size[c] * (self.size[d] - same)
        return number * self.inside[c] * (self.inside[d] - same) // pairs


def information(structure: Structure, shares: Sequence[Number], ring: Ring) -> Square:
    """Compute the information matrix of one answer at these shares: Σ r rᵀ/q over the rows r, with q the probability of row r.

    Its entries are numbers or balls, as `ring` makes them.
    """
    if isinstance(structure, Symmetric):
        return _symmetric(structure, shares, ring)
    pairs, k, zero = list(_chances(structure, shares, ring)), range(structure.k), ring(ZERO)
    return [[sum((r[a] * r[b] / q for r, q in pairs), zero) for b in k] for a in k]


def _chances(structure: Listed, shares: Sequence[Number], ring: Ring) -> Iterator[tuple[list[Any], Any]]:
    """Yield each row with its probability at these shares, in numbers or balls of `ring`; an entry that occurs often is converted
    once."""
    known, chances = {id(x): ring(x) for row in structure.rows for x in row}, [ring(x) for x in shares]
    for row in structure.rows:
        r = [known[id(x)] for x in row]
        yield r, sum(x * share for x, share in zip(r, chances, strict=True))


def _symmetric(structure: Symmetric, shares: Sequence[Number], ring: Ring) -> Square:
    """Compute all entries of the information matrix, among which there are few different numbers."""
    classes = Classes.by(shares)
    own, other = information_by_classes(structure, classes, shares, ring)
    place, k = classes.places, range(structure.k)
    return [[own[place[a]] if a == b else other[place[a]][place[b]] for b in k] for a in k]


def information_by_classes(
    structure: Symmetric, classes: Classes, shares: Sequence[Number], ring: Ring
) -> tuple[list[Any], Square]:
    """Compute the information matrix of one answer as a sum over kinds of sets. Sets are of one kind if they hold equally many
    inputs of each class. Return two things: the entries on the diagonal, one for each class, and the other entries, one for each
    pair of classes.

    Let a set have chance a under the inputs that it holds, b under others, and q in all; let g = a − b. To the entry of any two
    inputs it adds b²/q, another bg/q for each of the two that it holds, and g²/q if it holds both. So only the inputs that a set
    holds are gone through. A class of one input has no entry off the diagonal, and 0 stands there.
    """
    rows, size = range(len(classes.members)), classes.sizes
    values, zero = [ring(share) for share in classes.collect(shares)], ring(ZERO)
    base, once, bent = zero, [zero for _ in rows], [zero for _ in rows]
    both = [[zero for _ in rows] for _ in rows]
    for sets in _alike(structure, classes, ring):
        inside = sum(share * n for share, n in zip(values, sets.inside, strict=True))
        outside = sum(share * (n - x) for share, n, x in zip(values, size, sets.inside, strict=True))
        a, b = sets.first, sets.second
        chance, gap = a * inside + b * outside, a - b
        line, bend, number = b * gap / chance, gap * gap / chance, sets.number
        base += b * b / chance * number
        held = [c for c in rows if sets.inside[c]]
        for n, c in enumerate(held):
            often = sets.holding(number, c)
            once[c] += line * often
            bent[c] += bend * often
            for d in held[n + (size[c] == 1) :]:
                both[c][d] += bend * sets.holding_two(number, c, d)
    own = [base + 2 * x + y for x, y in zip(once, bent, strict=True)]
    other = [[base + once[c] + once[d] + both[min(c, d)][max(c, d)] for d in rows] for c in rows]
    return own, [[zero if c == d and size[c] == 1 else other[c][d] for d in rows] for c in rows]


def _alike(structure: Symmetric, classes: Classes, ring: Ring) -> Iterator[SetsOfSizes]:
    """Yield the sets of each size, grouped: the sets of one group hold equally many inputs of each class."""
    values, sizes = {n: (ring(a), ring(b)) for n, (a, b) in structure.values.items()}, classes.sizes
    for size, (a, b) in values.items():
        for inside in classes.orbits_of_size(size):
            yield SetsOfSizes(sizes, inside, a, b)
