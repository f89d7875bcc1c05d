"""The covariance of estimated shares if each answer is a set of inputs.

A class consists of inputs that have equal shares and may be exchanged (`rropt.designs.rows.classes`). The covariance is computed
from the numbers of inputs of each class that a set holds.

Let π be the shares of the inputs, and M the sum of r rᵀ/(rᵀπ) over the rows r of the mechanism. M does not change if inputs of a
class are exchanged. Take a vector that is 0 outside one class and sums to 0. The product of M and this vector is d times the
vector, where the number d depends on the class alone. Because π is constant on the class, the product of the covariance M⁻¹ − ππᵀ
and the vector is 1/d times the vector.

The other vectors to consider are those that are constant on each class. For these, take the mechanism whose inputs are the classes
and whose output is the number of inputs of each class in the set. Let C be the covariance of the estimated shares of the classes.
Then on these vectors the covariance of the shares acts as a matrix with the entry C_ab/(n_a n_b) for an input of class a and an
input of class b, where these classes have n_a and n_b inputs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import flint

from rropt.designs.objectives.covariances.covariance import efficient_estimates
from rropt.designs.objectives.covariances.eigenvalue import BITS, enclose_largest
from rropt.designs.rows.patterns import at_shares
from rropt.engine.sets import Classes, SetMechanism
from rropt.exact.element import Bound, Number
from rropt.exact.enclosure import ball
from rropt.exact.infinity import INFINITY
from rropt.exact.matrix import Matrix, determinant, identity, total_of
from rropt.exact.sign import ball_of

__all__ = ["SetCovariance", "covariance_of_sets"]

Bounds = tuple[Bound, Bound]


@dataclass(frozen=True, slots=True)
class SetCovariance:
    """n times the covariance of the efficient estimates from n answers, each of which is a set of inputs.

    A class consists of inputs that have equal shares and may be exchanged.

    `rows` has the probability of each output for each class. Here an output is the number of inputs of each class in the answered
    set. `shares` are the total shares of the classes. Let M be the sum of r rᵀ/(rᵀπ) over the rows r of the mechanism, at the
    shares π of the inputs. `spread` has a number d for each class: if a vector is 0 outside the class and sums to 0, M times the
    vector is d times the vector. The number d is 0 if no answer distinguishes the inputs of the class, or if the class has one
    input.
    """

    classes: Classes
    rows: Matrix
    shares: tuple[Number, ...]
    spread: tuple[Number, ...]

    def between(self, contrast: Sequence[Sequence[Number]]) -> Matrix | None:
        """Compute n times the covariance of contrasts of the total shares of classes (sets of exchangeable inputs). None if they
        are not identified."""
        found = efficient_estimates(self.rows, self.shares, contrast)
        return None if found is None else found.covariance

    @property
    def within(self) -> list[tuple[Number, int]] | None:
        """The variance of contrasts inside each class of several inputs, and the number of such contrasts.

        A class consists of exchangeable inputs. A contrast inside it is 0 outside the class, sums to 0, and has length 1. The
        result has a pair for each of these classes: n times the variance of such a contrast from n answers, and the number of
        such contrasts that are orthogonal to one another. None if no answer distinguishes the inputs of some class.
        """
        pairs = [(d, n) for d, n in zip(self.spread, self.classes.sizes, strict=True) if n > 1]
        return [(1 / d, n - 1) for d, n in pairs] if all(d for d, _ in pairs) else None

    def variances(self) -> tuple[Number, ...] | None:
        """Compute for each class n times the variance of the estimated share of one of its inputs. None if some share is not
        identified."""
        whole = self.between(identity(len(self.shares)))
        if whole is None or self.within is None:
            return None
        sizes = self.classes.sizes
        inside = [Fraction(n - 1, n) / d if n > 1 else Fraction(0) for n, d in zip(sizes, self.spread, strict=True)]
        return tuple(row[a] / (n * n) + x for a, (row, n, x) in enumerate(zip(whole, sizes, inside, strict=True)))

    def total(self) -> Bound:
        """Compute the sum of n times the variances of all shares; infinity if some share is not identified."""
        found = self.variances()
        return INFINITY if found is None else total_of([n * x for n, x in zip(self.classes.sizes, found, strict=True)])

    def of_contrasts(self, contrast: Sequence[Sequence[Number]]) -> Bound:
        """Compute the sum of n times the variances of contrasts of the shares; infinity if the contrasts are not identified."""
        members = self.classes.members
        means = [[total_of([row[j] for j in inputs]) / len(inputs) for inputs in members] for row in contrast]
        found = self.between(means)
        if found is None:
            return INFINITY
        parts = [row[n] for n, row in enumerate(found)]
        for a, inputs in enumerate(members):
            left = total_of([(row[j] - of[a]) ** 2 for row, of in zip(contrast, means, strict=True) for j in inputs])
            if left and not self.spread[a]:
                return INFINITY
            parts.append(left / self.spread[a] if left else left)
        return total_of(parts)

    def determinant(self) -> Bound:
        """Compute the determinant of n times the covariance of all shares but one; infinity if some share is not identified.

        Let M be the sum of r rᵀ/(rᵀπ) over the rows r of the mechanism, where π are the shares. The result is 1/det M, which is
        computed as a product. Each class of s inputs gives s − 1 factors 1/d, where d is its `spread`. One more factor comes from
        the vectors that are constant on each class. Let p be the shares of the classes, and C n times the covariance of their
        estimates. Divide each row of C + ppᵀ by the size of its class; the factor is the determinant of this matrix.
        """
        found = efficient_estimates(self.rows, self.shares, identity(len(self.shares)))
        within = self.within
        if found is None or within is None:
            return INFINITY
        value = determinant([[x / n for x in row] for row, n in zip(found.moments, self.classes.sizes, strict=True)])
        for x, n in within:
            value = value * x**n
        return value

    def largest(self) -> Bounds:
        """Bound from below and above n times the largest variance of a contrast of length 1.

        The bounds are equal if all inputs form one class, and infinite if some share is not identified.
        """
        whole, within = self.between(identity(len(self.shares))), self.within
        if whole is None or within is None:
            return INFINITY, INFINITY
        inside = [x for x, _ in within]
        if len(self.shares) == 1:
            return inside[0], inside[0]
        # on vectors that are constant on classes, the covariance has the eigenvalues of the matrix C_ab/√(n_a n_b)
        with flint.ctx.workprec(BITS):
            roots = [ball(Fraction(n)).sqrt() for n in self.classes.sizes]
            balls = [[_ball(x) / (roots[a] * roots[b]) for b, x in enumerate(row)] for a, row in enumerate(whole)]
            low, high = enclose_largest(balls)
        return max([low, *inside]), max([high, *inside])


def _ball(x: Number) -> flint.arb:
    found: flint.arb = ball_of(x)
    return found


def covariance_of_sets(sets: SetMechanism, prevalences: Sequence[Number]) -> SetCovariance:
    """Compute the covariance of the estimated shares for a mechanism whose answers are sets, at given shares of the inputs."""
    weights = at_shares(sets, prevalences)
    classes, t = weights.classes, weights.ratio
    rows = [
        [w * (1 + (t - 1) * Fraction(c, n)) for c, n in zip(counts, classes.sizes, strict=True)]
        for counts, w in weights.weights
    ]
    own = classes.collect(prevalences)
    spread = [
        total_of(
            [
                w / weights.image(counts, own) * (t - 1) ** 2 * Fraction(counts[a] * (n - counts[a]), n * (n - 1))
                for counts, w in weights.weights
            ]
        )
        if n > 1
        else Fraction(0)
        for a, n in enumerate(classes.sizes)
    ]
    shares = tuple(x * n for x, n in zip(own, classes.sizes, strict=True))
    return SetCovariance(classes, tuple(map(tuple, rows)), shares, tuple(spread))
