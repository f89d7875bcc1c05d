"""Patterns in orbits (patterns that exchanging equal inputs turns into one another), or rows of any kind, as float arrays.

A pattern is s = 1 + (t − 1)·1_S: t on the inputs of a set S, whose indicator is 1_S, and 1 elsewhere. V is an orthonormal basis of
the vectors whose sum is 0, and v = Vᵀ1_S. The mean of vvᵀ over an orbit has one block for the vectors constant on classes and, for
each class of several inputs, a multiple of the identity.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from rropt.designs.rows.classes import Classes

__all__ = ["FloatPatterns", "basis_beside"]

Array: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class FloatPatterns:
    """The orbits of patterns in floats, with the arrays that a step of the interior-point method needs.

    A pattern is given by a set of inputs. An orbit contains the patterns with the same number of inputs of each class. Rows of any
    other kind may be given in the same form, with each input as a class of its own. Each π is a vector of prevalences.
    """

    classes: Classes
    gain: float  # t − 1
    counts: Array  # orbits × classes
    chances: tuple[Array, ...]  # sᵀπ by orbit, for each π
    vectors: Array  # v, in the basis of vectors constant on classes with sum 0
    spreads: (
        Array  # orbits × several: the multiple of the identity in the mean of vvᵀ, for each class of several inputs
    )
    basis: Array  # V, classes × (classes − 1), in √n-scaled coordinates
    several: Array  # the indices of the classes of several inputs
    limits: Array  # limits × orbits: the amount of each limit that an orbit of probability 1 uses
    # the most of every limit that all orbits together may use
    room: float = 0.0
    # probabilities of the orbits that cover every input alike and stay within the limits; None: in proportion to `chances[0]`
    start: Array | None = None
    # for each limit, whether it must be used up exactly; None if no limit must
    equal: Array | None = None
    # whether no equation follows from other limits and the coverage
    is_independent: bool = False

    @classmethod
    def of(
        cls, classes: Classes, gain: float, prevalences: Sequence[Array], counts: Array | None = None
    ) -> FloatPatterns:
        """Convert all patterns except the empty and the full one; if `counts` is given, only the patterns with these counts.

        Each list in `prevalences` has one number for each class: the prevalence of an input of the class.
        """
        sizes = np.array(classes.sizes, float)
        if counts is None:
            grids = np.meshgrid(*(np.arange(n + 1.0) for n in classes.sizes), indexing="ij")
            counts = np.stack([g.ravel() for g in grids], axis=1)[1:-1]
        basis = basis_beside(np.sqrt(sizes))
        several = np.flatnonzero(sizes > 1)
        c, n = counts[:, several], sizes[several]
        return cls(
            classes,
            gain,
            counts,
            tuple(1 + gain * (counts @ np.asarray(pi, float)) for pi in prevalences),
            counts / np.sqrt(sizes) @ basis,
            (c - c * c / n) / (n - 1),
            basis,
            several,
            np.zeros((0, len(counts))),
        )

    @classmethod
    def of_rays(cls, rays: Array, prevalences: Sequence[Array]) -> FloatPatterns:
        """Convert rows of any kind: each is scaled to probability 1 at the first prevalences, and written as s = 1 + counts."""
        k = rays.shape[1]
        rays = rays / (rays @ prevalences[0])[:, None]
        basis = basis_beside(np.ones(k))
        chances = tuple(rays @ pi for pi in prevalences)
        nothing = np.zeros((len(rays), 0))
        limits = np.zeros((0, len(rays)))
        return cls(Classes.single(k), 1.0, rays - 1, chances, rays @ basis, nothing, basis, np.zeros(0, int), limits)

    @classmethod
    def of_differences(cls, counts: Array, gain: float, prevalences: Sequence[Array]) -> FloatPatterns:
        """Convert rows s = 1 + gain·counts of any kind, each of which must have probability 1 at the first prevalences."""
        k = counts.shape[1]
        basis, nothing = basis_beside(np.ones(k)), np.zeros((len(counts), 0))
        chances = (np.ones(len(counts)), *(1 + gain * counts @ pi for pi in prevalences[1:]))
        limits = np.zeros((0, len(counts)))
        return cls(Classes.single(k), gain, counts, chances, counts @ basis, nothing, basis, np.zeros(0, int), limits)

    def with_limits(self, limits: Array, room: float, least: Array, others: Array) -> FloatPatterns:
        """Return the patterns with limits on what the rows use together, and with probabilities of the rows to start from.

        `limits` is indexed [limit, row]: the amount of the limit that the row uses. Every limit may be used up to `room`.
        Probabilities in proportion to `least` must use less than `room`. The start mixes these with a part in proportion to
        `others`; this part is at most one half, and small enough to leave room in every limit.
        """
        base, rest = least / least.sum(), others / others.sum()
        over = limits @ rest
        # a limit that `others` do not use allows any part of them
        part = min([0.5, *((room - limits @ base)[over > 0] / 2 / over[over > 0])])
        return replace(self, limits=limits, room=room, start=(1 - part) * base + part * rest)

    @property
    def may_fall_short(self) -> Array:
        """For each limit, True if the rows may use less than all of it, False if they must use it up."""
        return np.ones(len(self.limits), bool) if self.equal is None else ~self.equal

    @property
    def indicators(self) -> Array:
        """For one pattern of each orbit a line with 1 at its inputs and 0 elsewhere; the pattern holds the first inputs of each
        class."""
        if len(self.classes.members) == self.classes.k:
            return self.counts[:, [a for (a,) in self.classes.members]]
        found = np.zeros((len(self.counts), self.classes.k))
        for a, inputs in enumerate(self.classes.members):
            for n, j in enumerate(inputs):
                found[:, j] = self.counts[:, a] > n
        return found

    @property
    def dimensions(self) -> Array:
        """For each class of n > 1 inputs, n − 1: the dimension of the vectors that are 0 outside the class and sum to 0."""
        return np.array(self.classes.sizes, float)[self.several] - 1


def basis_beside(vector: Array) -> Array:
    """Return, as columns, an orthonormal basis of the vectors orthogonal to `vector`; for (1, …, 1) these are the contrasts."""
    k = len(vector)
    return np.linalg.qr(np.column_stack([vector, np.eye(k)]))[0][:, 1:k]
