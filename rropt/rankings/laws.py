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
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

import numpy
from numpy.typing import NDArray

from rropt.engine.reals import precise
from rropt.engine.sets import SetMechanism
from rropt.exact.element import Number
from rropt.mechanism import Mechanism
from rropt.objectives.estimates import covariance
from rropt.solvers.rational import rational

__all__ = ["MOST_LISTED", "BitByBit", "Law", "OfSets", "listed", "matrix_of", "variances"]

# Up to so many categories all sets are listed, exactly; beyond, all shares are equal.
MOST_LISTED = 12
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
class BitByBit:
    """k = 2^n categories in n bits, each kept with probability s/(1 + s) and flipped otherwise, by itself.

    The inverse of the mechanism's matrix is the only unbiased estimate. If all shares are equal, so are all answers, and n·Var of
    each share is Σ_i w_i²/k − 1/k² with the weights w of a row of the inverse. Its squares are a Kronecker product over the bits: a
    bit has s/(s − 1) on the diagonal of its inverse and −1/(s − 1) off it.
    """

    n: int
    s: Number

    def variances(self, shares: Sequence[Fraction]) -> Array:
        """By the formula, at equal shares."""
        k, gap = len(shares), float(self.s - 1)
        return numpy.full(k, numpy.power(((1 + gap) ** 2 + 1) / gap**2, self.n) / k - 1 / k**2)

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism, with a row for each category that is reported."""
        k, chances = 1 << self.n, [self.s ** (self.n - h) / (1 + self.s) ** self.n for h in range(self.n + 1)]
        return Mechanism([[chances[(i ^ j).bit_count()] for j in range(k)] for i in range(k)])


# How the answers of a family follow the truth.
Law: TypeAlias = Mechanism | SetMechanism | OfSets | BitByBit


def variances(law: Law, shares: Sequence[Fraction]) -> Array:
    """Compute n·Var of the best unbiased estimate of each share, at given shares.

    At equal shares there is a formula for all sets of some sizes, and for bits that are kept one by one. A matrix is inverted in
    balls.
    """
    are_equal = len(set(shares)) == 1
    if isinstance(law, SetMechanism):
        if not are_equal:
            return listed(law).variances(shares)
        k, gap = law.k, float(law.ratio - 1)
        sizes = zip(law.sizes, map(float, law.weights), strict=True)
        a = sum(w * gap**2 * d * (k - d) / (k * (k - 1) * (1 + gap * d / k)) for d, w in sizes)
        return numpy.full(k, (k - 1) / (k * a))
    if isinstance(law, OfSets) or (isinstance(law, BitByBit) and are_equal):
        return law.variances(shares)
    p = matrix_of(law)
    with precise():
        found = covariance(p, [rational(x) for x in shares])
    return numpy.array([float(found[j, j]) for j in range(p.k)])


def matrix_of(law: Law) -> Mechanism:
    """Return the matrix, of at most 2^`MOST_LISTED` rows, with a row for each set."""
    if isinstance(law, SetMechanism):
        return listed(law).mechanism
    return law if isinstance(law, Mechanism) else law.mechanism


def listed(p: SetMechanism) -> OfSets:
    """List all sets one by one; those of weight 0 are left out."""
    each = {c: w / math.comb(p.k, c) for c, w in zip(p.sizes, p.weights, strict=True) if w}
    held = [x for c in each for x in itertools.combinations(range(p.k), c)]
    return OfSets(p.ratio, numpy.array([[j in x for j in range(p.k)] for x in held]), [each[len(x)] for x in held])
