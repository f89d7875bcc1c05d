"""Patterns, grouped into orbits, or rows of any other kind, as float arrays.

A pattern is a row with two entries: t at the inputs of a set S, and 1 at all other inputs. With 1_S the indicator of S, the pattern
is s = 1 + (t − 1)·1_S. The inputs are divided into classes of inputs that may be exchanged. An orbit is the group of all patterns
whose sets have the same number of inputs of each class.

Let V be a matrix whose columns are an orthonormal basis of the vectors with sum 0, and let v = Vᵀ1_S. The arrays describe the mean
of vvᵀ over an orbit. This matrix has one block that belongs to the vectors that are constant on each class. For each class of
several inputs it has a further block, a multiple of the identity.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from rropt.engine.sets import Classes

__all__ = ["FloatPatterns", "basis_beside"]

Array: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class FloatPatterns:
    """Orbits of patterns in floats, with the arrays that a step of the interior-point method needs.

    The inputs are divided into classes of inputs that may be exchanged. A pattern is a row that is t at a set of inputs and 1
    elsewhere. An orbit contains all patterns whose sets have the same number of inputs of each class. Rows of any other kind are
    stored in the same arrays: then each input is a class of its own, and each row counts as an orbit. In the comments below, each π
    is one of the given vectors of prevalences.
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
        """Write orbits of patterns as float arrays.

        A pattern belongs to a set of inputs: it is 1 + `gain` at these inputs, and 1 elsewhere. Each line of `counts` stands for
        one orbit, and says how many inputs of each class the sets of this orbit have. If `counts` is None, all orbits are written
        except two, those of the empty set and of the set of all inputs. Each array in `prevalences` has one number for each class:
        the prevalence of one input of the class.
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
        """Write rows of any kind as float arrays.

        Each row in `rays` is first scaled so that its answer has probability 1 at the first prevalences. `counts` is then the
        scaled row minus 1, and `gain` is 1.
        """
        k = rays.shape[1]
        rays = rays / (rays @ prevalences[0])[:, None]
        basis = basis_beside(np.ones(k))
        chances = tuple(rays @ pi for pi in prevalences)
        nothing = np.zeros((len(rays), 0))
        limits = np.zeros((0, len(rays)))
        return cls(Classes.single(k), 1.0, rays - 1, chances, rays @ basis, nothing, basis, np.zeros(0, int), limits)

    @classmethod
    def of_differences(cls, counts: Array, gain: float, prevalences: Sequence[Array]) -> FloatPatterns:
        """Write rows as float arrays, given the difference of each row from the row (1, …, 1).

        Each line v of `counts` stands for the row 1 + `gain`·v. The rows must already be scaled so that, at the first prevalences,
        the answer of each row has probability 1.
        """
        k = counts.shape[1]
        basis, nothing = basis_beside(np.ones(k)), np.zeros((len(counts), 0))
        chances = (np.ones(len(counts)), *(1 + gain * counts @ pi for pi in prevalences[1:]))
        limits = np.zeros((0, len(counts)))
        return cls(Classes.single(k), gain, counts, chances, counts @ basis, nothing, basis, np.zeros(0, int), limits)

    def with_limits(self, limits: Array, room: float, least: Array, others: Array) -> FloatPatterns:
        """Return the same patterns with limits on their probabilities, and with probabilities to start from.

        `limits` is indexed [limit, row]. Its entries say how much of each limit a row of probability 1 uses. All rows together may
        use at most `room` of each limit.

        The probabilities to start from mix two parts, one in proportion to `least` and one in proportion to `others`. Probabilities
        in proportion to `least`, without the other part, must use less than `room` of every limit. The part of `others` is at most
        one half of the mixture. It is also so small that the mixture does not use up any limit.
        """
        base, rest = least / least.sum(), others / others.sum()
        over = limits @ rest
        # a limit that `others` do not use allows any part of them
        part = min([0.5, *((room - limits @ base)[over > 0] / 2 / over[over > 0])])
        return replace(self, limits=limits, room=room, start=(1 - part) * base + part * rest)

    @property
    def may_fall_short(self) -> Array:
        """For each limit, True if the rows together may use less than the limit allows, False if they must use it up."""
        return np.ones(len(self.limits), bool) if self.equal is None else ~self.equal

    @property
    def indicators(self) -> Array:
        """Return one line for each orbit: 1 at the inputs where one of its patterns is larger than 1, and 0 elsewhere.

        In each class of inputs, the pattern is larger at the first inputs; `counts` says at how many. If each input is a class of
        its own, the lines are those of `counts`.
        """
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
