"""How a family answers, in a form from which n·Var of the estimated shares follows for up to a thousand categories.

Let t = e^ε. In nearly every family an answer is a set S of inputs, with Pr(S | j) = w_S·t if S contains the input j, and w_S if
not: an answer with a bit for each input is the set of inputs whose bit is 1. Let π be the shares, π(S) the share of the inputs in
S, and q_S = w_S(1 + (t − 1)π(S)) the probability of S. Divided by q_S, a row of the mechanism is 1 + d_S with

    d_Sj = (t − 1)(1[j in S] − π(S)) / (1 + (t − 1)π(S)).

As the columns of a mechanism sum to 1, Σ_S q_S d_S = 0. So the information of one answer is the matrix of ones plus
D = Σ_S q_S d_S d_Sᵀ, and on vectors that sum to 0 it is D alone. n·Cov of the best unbiased estimates (Gauss and Markov) is the
inverse of D there. Nothing cancels in this form, even at ε = 1/1000, so doubles suffice.

If all shares are equal and all sets of a size d have the same weight, in sum W_d, then D is a·I on these vectors with

    a = Σ_d W_d (t − 1)² d(k − d) / (k(k − 1)(1 + (t − 1)d/k)),

and every share has n·Var = (k − 1)/(k·a).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

import numpy
from flint import arb
from numpy.typing import NDArray

from rropt.engine.reals import precise
from rropt.exact.element import Number
from rropt.mechanism import Mechanism
from rropt.objectives.estimates import covariance
from rropt.solvers.rational import rational

__all__ = ["MOST_LISTED", "BitByBit", "Law", "Listed", "OfSets", "Real", "SetsBySize"]

MOST_LISTED = 12
"""Up to so many categories all sets are listed, exactly; beyond, all shares are equal."""
Real: TypeAlias = Number | arb
Array: TypeAlias = NDArray[numpy.float64]


@dataclass(frozen=True)
class OfSets:
    """Answers that are listed sets: `sets[i, j]` tells whether set i contains input j, `weights[i]` is w of set i."""

    t: Number
    sets: NDArray[numpy.bool_]
    weights: Sequence[Number]

    def variances(self, shares: Sequence[Fraction]) -> Array:
        """By the inverse of D on vectors that sum to 0: n·Cov = C·(CᵀDC)⁻¹·Cᵀ with the columns e_j − e_k of C."""
        gap, held = float(self.t - 1), self.sets.astype(float)
        inside = held @ numpy.array([float(x) for x in shares])
        d = gap * (held - inside[:, None]) / (1 + gap * inside)[:, None]
        q = numpy.array([float(w) for w in self.weights]) * (1 + gap * inside)
        differences = d[:, :-1] - d[:, -1:]
        inverse = numpy.linalg.inv(differences.T @ (q[:, None] * differences))
        return numpy.append(numpy.diag(inverse), inverse.sum())

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism, with a row for each set."""
        lines = zip(self.weights, self.sets, strict=True)
        return Mechanism([[w * self.t if is_in else w for is_in in line] for w, line in lines])


@dataclass(frozen=True)
class SetsBySize:
    """Answers that are all sets of some sizes: `weights` maps a size to W, w in sum over its sets."""

    t: Number
    k: int
    weights: Mapping[int, Real]

    def variances(self, shares: Sequence[Fraction]) -> Array:
        """By the formula if all shares are equal, else by the list of all sets."""
        if len(set(shares)) > 1:
            return self.listed.variances(shares)
        k, gap = self.k, float(self.t - 1)
        a = sum(float(w) * gap**2 * d * (k - d) / (k * (k - 1) * (1 + gap * d / k)) for d, w in self.weights.items())
        return numpy.full(k, (k - 1) / (k * a))

    @cached_property
    def listed(self) -> OfSets:
        """The sets one by one; those of weight 0 are left out."""
        sizes = {d: w for d, w in self.weights.items() if w}
        held = [(d, x) for d in sizes for x in itertools.combinations(range(self.k), d)]
        sets = numpy.array([[j in x for j in range(self.k)] for _, x in held])
        each = {d: w / math.comb(self.k, d) for d, w in sizes.items()}
        return OfSets(self.t, sets, [each[d] for d, _ in held])  # type: ignore[misc]

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism, with a row for each set."""
        return self.listed.mechanism


@dataclass(frozen=True)
class Listed:
    """A mechanism that is given as a matrix."""

    mechanism: Mechanism

    def variances(self, shares: Sequence[Fraction]) -> Array:
        """The diagonal of n·Cov, computed in balls."""
        with precise():
            found = covariance(self.mechanism, [rational(x) for x in shares])
        return numpy.array([float(found[j, j]) for j in range(self.mechanism.k)])


@dataclass(frozen=True)
class BitByBit:
    """k = 2^n categories in n bits, each kept with probability s/(1 + s) and flipped otherwise, by itself.

    The inverse of the mechanism's matrix is the only unbiased estimate. If all shares are equal, so are all answers, and n·Var of
    each share is Σ_i w_i²/k − 1/k² with the weights w of a row of the inverse. Its squares are a Kronecker product over the bits: a
    bit has s/(s − 1) on the diagonal of its inverse and −1/(s − 1) off it.
    """

    n: int
    s: Number

    def variances(self, shares: Sequence[Fraction]) -> Array:
        """By the formula if all shares are equal, else by the matrix."""
        if len(set(shares)) > 1:
            return Listed(self.mechanism).variances(shares)
        k, gap = len(shares), float(self.s - 1)
        return numpy.full(k, numpy.power(((1 + gap) ** 2 + 1) / gap**2, self.n) / k - 1 / k**2)

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism, with a row for each category that is reported."""
        k, chances = 1 << self.n, [self.s ** (self.n - h) / (1 + self.s) ** self.n for h in range(self.n + 1)]
        return Mechanism([[chances[(i ^ j).bit_count()] for j in range(k)] for i in range(k)])


Law: TypeAlias = OfSets | SetsBySize | BitByBit | Listed
"""What the answers of a mechanism tell of the shares of k inputs: `variances` has n·Var of the best unbiased estimate of each share
at given shares, and `mechanism` is the matrix, of at most 2^`MOST_LISTED` rows."""
