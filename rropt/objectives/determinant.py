"""The determinant of the covariance of estimated shares, whose root is the volume of their region of confidence.

Reference: Kiefer and Wolfowitz (1960); Pukelsheim (2006), Optimal design of experiments, chapter 6.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from flint import arb, arb_mat

from rropt.engine.asks import Asked, Condition
from rropt.engine.criteria import DeterminantOf, geometric_mean
from rropt.exact.conversion import sympy_of
from rropt.mechanism import Mechanism
from rropt.objectives.base import Document, read_weights, set_fields
from rropt.objectives.estimates import (
    Estimates,
    Lists,
    covariance,
    places,
    read_shares,
    shares_at,
)
from rropt.poses.cvxpy import pose_determinant
from rropt.solvers.rational import rational

if TYPE_CHECKING:
    import cvxpy

__all__ = ["Determinant"]


@dataclass(frozen=True, slots=True)
class Determinant(Estimates):
    """The determinant of n times the covariance of the best estimates of all shares but one; smaller is better.

    Of several lists of shares the geometric mean is meant, or the worst.

    Args:
        prevalence: The shares at which the design is best: a list, or several; equal ones if not given.
        weights: The weights of several lists; equal weights if not given.
        worst: Whether the worst of several lists is meant.

    Raises:
        InputError: The shares are not positive numbers that sum to 1, or `weights` or `worst` come without several lists.

    Examples:
        >>> from rropt import from_spec
        >>> print(round(float(Determinant().value(from_spec("warner:p=3/4"))), 6))
        1.0

    Reference: SPEC.md, 5.4.
    """

    name: ClassVar[str] = "determinant"
    lists: Lists
    weights: tuple[Fraction, ...]

    def __init__(
        self, prevalence: Iterable[object] = (), *, weights: Iterable[object] = (), worst: bool = False
    ) -> None:
        found = read_shares(prevalence)
        set_fields(self, lists=found, weights=read_weights(weights, len(found), worst=worst))

    def criterion(self, k: int) -> DeterminantOf:
        """The determinant at all lists."""
        return DeterminantOf(shares_at(self.lists, k), list(map(rational, self.weights)) or None)

    def as_cvxpy(self, asked: Asked, conditions: Sequence[Condition], labels: int = 1) -> cvxpy.Problem:
        """The semidefinite program of weights of rows."""
        return pose_determinant(asked, shares_at(self.lists, asked.k), self.weights)

    def in_symbols(self, k: int, covariances: Sequence[Any]) -> Any:
        """The determinant of the covariance of all shares but one, the geometric mean or the largest."""
        import sympy

        E = sympy.eye(k)[:-1, :]
        leading = [sympy.Determinant(sympy.MatMul(E, C, E.T)) for C in covariances]
        if not self.weights:
            return sympy.Max(*leading)
        return sympy.Mul(*(x ** sympy_of(w) for w, x in zip(self.weights, leading, strict=True)))

    def of_posed(self, optimum: float, k: int) -> float:
        """The determinant, of which the logarithm is posed."""
        return math.exp(-optimum) / k

    def values(self, mechanism: Mechanism) -> list[arb]:
        """The determinants at all lists, or their geometric mean."""
        own, lists = range(mechanism.k - 1), shares_at(self.lists, mechanism.k)
        covariances = [covariance(mechanism, pi) for pi in lists]
        found = [arb_mat(len(own), len(own), [G[a, b] for a in own for b in own]).det() for G in covariances]
        return [geometric_mean(found, list(map(rational, self.weights)))] if self.weights else found

    def stated(self, k: int) -> Document:
        """The lists."""
        return {"name": self.name, **places(self.lists, self.weights, k)}
