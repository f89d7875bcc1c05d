"""Evaluate sums and quadratic forms at all 2^k patterns in floats, many patterns at a time, and find where they are largest.

A pattern is a row of k inputs that is t = e^ε at the inputs of a set S, and 1 elsewhere. Column generation over patterns uses this
file: it must find the patterns whose value exceeds the price that the dual variables give them.

The set S is stored as an integer whose bit j stands for input j. The bits are divided into upper and lower ones. A block is the set
of patterns that combine some values of the upper bits with all values of the lower bits. A sum over the inputs in S is a number for
the upper bits plus a number for the lower bits. For a quadratic form 1_Sᵀ A 1_S, with 1_S the indicator of S, a matrix product is
added to these two numbers. So each pattern costs few floating-point operations, and no table of all patterns is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

__all__ = ["Blocks", "Evaluate", "LargestNumbers", "first_sets", "largest", "near_largest", "sets_of"]

Array: TypeAlias = Any
LOWER_BITS = 12
BLOCK = 16
Evaluate: TypeAlias = Callable[[slice], Array]
"""A function from a block, given as a slice of the upper parts, to an array with a number for each of its patterns."""


@dataclass(frozen=True, slots=True)
class Blocks:
    """All 2^k patterns of k inputs, as pairs of an upper and a lower part; each part is a row of 0 and 1, which marks its inputs.

    A block is a slice of the upper parts, each with all lower parts.
    """

    upper: Array
    lower: Array

    @classmethod
    def of(cls, k: int) -> Blocks:
        """Return all patterns of k inputs, each divided into a lower and an upper part.

        The lower part is for the first inputs, at most LOWER_BITS of them; the upper part is for the other inputs.
        """
        return _blocks(k)

    @property
    def bits(self) -> int:
        """The number of inputs that the lower part of a pattern describes. They are the first inputs."""
        return int(self.lower.shape[1])

    @property
    def parts(self) -> Iterator[slice]:
        """Yield, for each block of patterns, the slice of `upper` that belongs to it."""
        for start in range(0, len(self.upper), BLOCK):
            yield slice(start, start + BLOCK)

    def linear(self, values: Array, constant: float = 0.0) -> Evaluate:
        """Return a function that gives, for each pattern in a block, `constant` plus the sum of `values` over its inputs."""
        lower = self.lower @ values[: self.bits]
        upper = (self.upper @ values[self.bits :] + constant)[:, None]
        return lambda part: upper[part] + lower

    def quadratic(self, form: Array) -> Evaluate:
        """Return a function that evaluates xᵀAx at each pattern x of 0 and 1 in a block, where A is the symmetric matrix `form`."""
        b = self.bits
        lower = np.einsum("ij,ij->i", self.lower @ form[:b, :b], self.lower)
        upper = np.einsum("ij,ij->i", self.upper @ form[b:, b:], self.upper)[:, None]
        across, columns = 2 * self.upper @ form[b:, :b], np.ascontiguousarray(self.lower.T)
        return lambda part: across[part] @ columns + upper[part] + lower


@lru_cache(maxsize=2)
def _blocks(k: int) -> Blocks:
    low = min(k, LOWER_BITS)
    return Blocks(_subsets(k - low), _subsets(low))


def _subsets(n: int) -> Array:
    return sets_of(range(1 << n), n)


def sets_of(patterns: Sequence[int] | Array, k: int) -> Array:
    """Convert patterns given as integers to rows of 0 and 1, indexed [pattern, input]; bit j of an integer is input j."""
    return ((np.asarray(patterns, dtype=np.int64)[:, None] >> np.arange(k)) & 1).astype(float)


def first_sets(chances: Array) -> Array:
    """List the sets of inputs from which column generation starts, as rows of 0 and 1.

    Put the k inputs on a circle, in the order of their probabilities `chances`. Each run of 1 to k − 1 neighbours on the circle is
    one of the sets.
    """
    k, order = len(chances), np.argsort(chances)
    found = np.zeros((k * (k - 1), k))
    for n in range(k):
        for size in range(1, k):
            found[n * (k - 1) + size - 1, order[(n + np.arange(size)) % k]] = 1
    return found


@dataclass(frozen=True, slots=True)
class LargestNumbers:
    """Patterns at which a function is large: `patterns` lists them, and `values` has the function's values there.

    `most` is the largest value at any pattern. A pattern is an integer whose bit j stands for input j.
    """

    most: float
    patterns: Array
    values: Array


def largest(blocks: Blocks, evaluate: Evaluate, *, many: int) -> LargestNumbers:
    """Find the patterns at which the function `evaluate` is largest, in falling order of its values.

    The result has `many` patterns, or all patterns if there are fewer.
    """
    size = len(blocks.lower)
    patterns, values = [np.zeros(0, dtype=np.int64)], [np.zeros(0)]
    for part in blocks.parts:
        found = evaluate(part).ravel()
        count = min(many, len(found))
        chosen = np.argpartition(found, len(found) - count)[len(found) - count :]
        patterns.append(chosen + part.start * size)
        values.append(found[chosen])
    at, all_values = np.concatenate(patterns), np.concatenate(values)
    order = np.argsort(-all_values, kind="stable")[:many]
    return LargestNumbers(float(all_values[order[0]]), at[order], all_values[order])


def near_largest(blocks: Blocks, evaluate: Evaluate, distance: float) -> LargestNumbers:
    """Find the patterns at which `evaluate` is at most `distance` below its largest value, in the order of the blocks."""
    size, most = len(blocks.lower), -np.inf
    patterns, values = [np.zeros(0, dtype=np.int64)], [np.zeros(0)]
    for part in blocks.parts:
        found = evaluate(part).ravel()
        most = max(most, float(found.max()))
        chosen = np.flatnonzero(found >= most - distance)
        patterns.append(chosen + part.start * size)
        values.append(found[chosen])
    at, all_values = np.concatenate(patterns), np.concatenate(values)
    kept = all_values >= most - distance
    return LargestNumbers(most, at[kept], all_values[kept])
