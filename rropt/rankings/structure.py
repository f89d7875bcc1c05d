"""The information of a mechanism of k inputs, from its rows or from the structure of them, at shares π.

Let q = Σ_j r_j π_j be the chance of row r and M = Σ r rᵀ/q, the information. The covariance of one answer's efficient unbiased
estimate, L = M⁻¹PᵀD⁻¹ with D the diagonal of these chances, is M⁻¹ − ππᵀ (Gauss and Markov; SPEC.md, 9.2).

A row of many mechanisms has one value a at the inputs of a set S and another, b, at the others. Where these depend on |S| alone
and all sets of a size are used, a term depends on how many inputs of each share are in S: inputs of equal shares are one
class, sets are counted by their numbers in each class, and integers count those that hold one or two given inputs, or leave
them out. With all shares equal there are k + 1 terms, for any k.
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
"""Of the balls that stand for numbers too long to be exact."""
Ring = Callable[[Number], Any]
"""How a number is taken: as it is, or as a ball that contains it."""
Square = list[list[Any]]
ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Listed:
    """Rows one by one, with the set of inputs that each reports; no sets if the outputs are none."""

    k: int
    rows: Matrix
    sets: tuple[frozenset[int], ...] = ()


@dataclass(frozen=True, slots=True)
class Symmetric:
    """All sets of each of these sizes, with the row's values inside and outside a set."""

    k: int
    values: Mapping[int, tuple[Any, Any]]


@dataclass(frozen=True, slots=True)
class Unlisted:
    """A structure too large to list: only the estimate by counting, or one with known variances."""

    k: int
    variances: Callable[[Sequence[Number]], Sequence[Number]] | None = None
    """From shares n·Var of each, of the only unbiased estimate."""


Structure = Listed | Symmetric


def rows_of(structure: Structure) -> Matrix:
    """The matrix: the listed rows, or every set of each size."""
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
    """All sets that contain `inside[c]` of the `size[c]` inputs of each class c, with their values inside and outside."""

    size: tuple[int, ...]
    inside: tuple[int, ...]
    first: Any
    second: Any

    @property
    def number(self) -> int:
        """The number of sets."""
        return math.prod(map(math.comb, self.size, self.inside))

    def holding(self, number: int, c: int) -> int:
        """Of `number` such sets, how many contain a given input of class c."""
        return number * self.inside[c] // self.size[c]

    def holding_two(self, number: int, c: int, d: int) -> int:
        """Count those that contain two given different inputs of these classes."""
        same = int(c == d)
        pairs = self.size[c] * (self.size[d] - same)
        return number * self.inside[c] * (self.inside[d] - same) // pairs


def information(structure: Structure, shares: Sequence[Number], ring: Ring) -> Square:
    """M = Σ r rᵀ/q."""
    if isinstance(structure, Symmetric):
        return _symmetric(structure, shares, ring)
    pairs, k, zero = list(_chances(structure, shares, ring)), range(structure.k), ring(ZERO)
    return [[sum((r[a] * r[b] / q for r, q in pairs), zero) for b in k] for a in k]


def _chances(structure: Listed, shares: Sequence[Number], ring: Ring) -> Iterator[tuple[list[Any], Any]]:
    """Each row with its probability; numbers that occur often are computed once."""
    known, chances = {id(x): ring(x) for row in structure.rows for x in row}, [ring(x) for x in shares]
    for row in structure.rows:
        r = [known[id(x)] for x in row]
        yield r, sum(x * share for x, share in zip(r, chances, strict=True))


def _symmetric(structure: Symmetric, shares: Sequence[Number], ring: Ring) -> Square:
    """All entries of the information, few of which differ."""
    classes = Classes.by(shares)
    own, other = information_by_classes(structure, classes, shares, ring)
    place, k = classes.places, range(structure.k)
    return [[own[place[a]] if a == b else other[place[a]][place[b]] for b in k] for a in k]


def information_by_classes(
    structure: Symmetric, classes: Classes, shares: Sequence[Number], ring: Ring
) -> tuple[list[Any], Square]:
    """The information matrix summed by kinds of sets. A set of chance a under inputs it holds, b under others, q in all adds b²/q
    for every two inputs, with g = a − b another bg/q for each of the two that it holds, and g²/q where it holds both; so only what
    a set holds is gone through.

    The number on the diagonal for each class, and off it for each two classes; of a class of one input 0.
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
    """The kinds of sets by the number of inputs of each class that they contain."""
    values, sizes = {n: (ring(a), ring(b)) for n, (a, b) in structure.values.items()}, classes.sizes
    for size, (a, b) in values.items():
        for inside in classes.orbits_of_size(size):
            yield SetsOfSizes(sizes, inside, a, b)
