"""The determinant of the covariance of estimated shares, whose root is the volume of their region of confidence.

Reference: Kiefer and Wolfowitz (1960); Pukelsheim (2006), Optimal design of experiments, chapter 6.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from rropt.engine.criteria import DeterminantOf
from rropt.objectives.base import Document, read_weights
from rropt.objectives.estimates import (
    Estimates,
    Lists,
    places,
    read_shares,
    shares_at,
)
from rropt.show import set_fields
from rropt.solvers.rational import rational

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

    def of_posed(self, optimum: float, k: int) -> float:
        """The determinant; the logarithm of k times it is posed."""
        return math.exp(optimum) / k

    def values(self, k: int, at: Sequence[Any]) -> Sequence[Any]:
        """The determinants at all lists, or their geometric mean."""
        found = [own.determinant() for own in at]
        return [at[0].mean(found, self.weights)] if self.weights else found

    def stated(self, k: int) -> Document:
        """The lists."""
        return {"name": self.name, **places(self.lists, self.weights, k)}
