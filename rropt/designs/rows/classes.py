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

from dataclasses import dataclass
from fractions import Fraction

from rropt.engine.sets import Classes, Counts
from rropt.exact.element import Number
from rropt.exact.matrix import Matrix, freeze, inverse, product, total_of

__all__ = ["ClassMatrix", "Classes", "Counts"]


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
