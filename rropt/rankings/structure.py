"""Compute the information matrix of a mechanism at given shares of its inputs, from its rows or from a symmetric structure.

Let P be the mechanism's matrix, k the number of inputs, and π the shares. Row r of P has the probability q = Σ_j r_j π_j. The
information matrix is M = Σ r rᵀ/q, summed over the rows. Let D be the diagonal matrix of the probabilities q. Then L = M⁻¹PᵀD⁻¹ is
the efficient unbiased estimate from one answer, and its covariance is M⁻¹ − ππᵀ (Gauss and Markov; SPEC.md, 9.2).

In many mechanisms each row has a set S of inputs. The row has one value a at the inputs in S, and another value b at the others.
Let a and b depend only on the size of S, and let every set of such a size have a row. Then it is enough to know how many inputs of
each share are in S, and how large S is. Inputs with equal shares are called a class. Sets that contain equally many inputs of each
class are called a kind. All sets of a kind are treated at once: integers say how many sets the kind has, and how many of these sets
contain one given input, or two. If all shares are equal, there are at most k + 1 kinds, for any k.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.engine.sets import Classes
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
    """The rows of a matrix, listed one by one. `sets` has for each row the set of inputs that the row's output reports; it is empty
    if the outputs are not sets."""

    k: int
    rows: Matrix
    sets: tuple[frozenset[int], ...] = ()


@dataclass(frozen=True, slots=True)
class Symmetric:
    """A matrix with one row for every set of inputs of certain sizes. `values` maps each size to two numbers: the value of a row at
    the inputs in its set, and its value at the other inputs."""

    k: int
    values: Mapping[int, tuple[Any, Any]]


@dataclass(frozen=True, slots=True)
class Unlisted:
    """Stands for a mechanism's matrix that is too large to list.

    At most two estimators can be compared for such a matrix. One counts how often each input is in the reported set. The other is
    known only by a formula for its variances (`variances`).
    """

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
    """All sets that contain `inside[c]` inputs of each class c.

    A class is a group of inputs with equal shares, and class c has `size[c]` inputs. Each set has a row in the mechanism's matrix.
    This row has the value `first` at the inputs in the set, and the value `second` at the others.
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
        """Return how many of the sets contain a given input of class c; `number` is the number of all sets."""
        return number * self.inside[c] // self.size[c]

    def holding_two(self, number: int, c: int, d: int) -> int:
        """Return how many of the sets contain two given different inputs, one of class c and one of class d; `number` is the number
        of all sets."""
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
    """Yield each row with its probability at these shares; `ring` makes all these numbers, exact or as balls. An entry object that
    stands in several places of the matrix is converted only once."""
    known, chances = {id(x): ring(x) for row in structure.rows for x in row}, [ring(x) for x in shares]
    for row in structure.rows:
        r = [known[id(x)] for x in row]
        yield r, sum(x * share for x, share in zip(r, chances, strict=True))


def _symmetric(structure: Symmetric, shares: Sequence[Number], ring: Ring) -> Square:
    """Compute the whole information matrix of a symmetric structure, by copying the few different entries to their places."""
    classes = Classes.by(shares)
    own, other = information_by_classes(structure, classes, shares, ring)
    place, k = classes.places, range(structure.k)
    return [[own[place[a]] if a == b else other[place[a]][place[b]] for b in k] for a in k]


def information_by_classes(
    structure: Symmetric, classes: Classes, shares: Sequence[Number], ring: Ring
) -> tuple[list[Any], Square]:
    """Compute the different entries of the information matrix of one answer, as sums over kinds of sets. A kind consists of all
    sets that contain equally many inputs of each class. Return the diagonal entries as a list, one for each class. Return the other
    entries as a matrix, one for each pair of classes.

    Let a set have the probability a under each input that it contains, b under each other input, and q at the shares. Let
    g = a − b. The set adds b²/q to the entry of every pair of inputs. It adds bg/q once more for each input of the pair that it
    contains. If it contains both inputs, it adds g²/q as well. So the term b²/q is added up once, and only the inputs that a set
    contains need further terms. A class of one input has no pair of different inputs, so the matrix of the other entries has 0 at
    its place.
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
    """Yield groups of sets: all sets of a group have the same size and contain equally many inputs of each class."""
    values, sizes = {n: (ring(a), ring(b)) for n, (a, b) in structure.values.items()}, classes.sizes
    for size, (a, b) in values.items():
        for inside in classes.orbits_of_size(size):
            yield SetsOfSizes(sizes, inside, a, b)
