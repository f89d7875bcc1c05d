"""D-optimality: the determinant of the covariance of all estimated shares but one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import flint

from rropt.designs.objectives.covariances.covariance import Square, bounds_of_ball, determinant_of_all_but_one
from rropt.designs.objectives.covariances.of_sets import SetCovariance
from rropt.designs.objectives.estimation import EveryShare
from rropt.designs.objectives.shares import Prevalences
from rropt.exact.element import Bound, Number
from rropt.exact.enclosure import ball, enclose_ball
from rropt.exact.errors import InputError
from rropt.exact.infinity import INFINITY
from rropt.exact.matrix import determinant
from rropt.exact.sign import ball_of
from rropt.mechanism import Mechanism
from rropt.problem.contract import Further

__all__ = ["Determinant", "geometric_mean"]

BITS = 400


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Determinant(EveryShare):
    """The determinant of n times the covariance of all estimated shares but one, whichever is left out; smaller is better.

    It is 1/det M for the information matrix M at prevalences π, k positive numbers that sum to 1 (equal shares unless given). The
    objective for several lists is the geometric mean of its values at the lists, with `weights`; or the worst if `worst=True`.

    Args:
        prevalence: The shares at which the covariance is taken: a list, or several; equal ones if not given.
        weights: The weight of each list, if several are given; equal ones if not given.
        worst: Whether the worst of several lists is meant.

    Raises:
        InputError: The shares are not positive numbers that sum to 1.

    Example:
        >>> from rropt import LDP, Determinant, design
        >>> print(design(Determinant(), LDP("ln3"), inputs=3, outputs="free").value)
        625/432

    Reference: Pukelsheim (2006), Optimal design of experiments, chapter 6 (the D-criterion).
    """

    prevalences: Prevalences
    name: ClassVar[str] = "determinant"
    together: ClassVar[str] = "rropt.designs.objectives.estimation_mixed"
    is_paid_in_people: ClassVar[bool] = False
    legs: ClassVar[str] = "rropt.designs.estimation.least_determinant"
    takes: ClassVar[frozenset[Further]] = frozenset({"averages", "labels"})

    def __init__(
        self, prevalence: object = None, *, weights: Iterable[object] | None = None, worst: bool = False
    ) -> None:
        EveryShare.__init__(self, prevalence, weights=weights, worst=worst)

    def value(self, mechanism: Mechanism) -> Bound:
        """The exact value; infinity if some share is not identified. A geometric mean over several lists raises an InputError."""
        values = self._values(mechanism)
        if INFINITY in values:
            return INFINITY
        if len(values) > 1 and not self.prevalences.is_worst:
            raise InputError(
                f"rropt cannot write the value of the {self} exactly; use `value_bounds`, which gives bounds on it"
            )
        found: Number = max(values)
        return found

    def value_bounds(self, mechanism: Mechanism) -> tuple[Bound, Bound]:
        """A lower and an upper bound of the value. They are equal unless the objective is a geometric mean."""
        values, weights = self._values(mechanism), self.prevalences.weights
        if len(values) == 1 or weights is None or INFINITY in values:
            found = self.value(mechanism)
            return found, found
        if mechanism.is_free:
            raise InputError(
                "rropt can bound a geometric mean of determinants only at one epsilon; give one, such as 1/2"
            )
        return geometric_mean(values, weights)

    def _values(self, mechanism: Mechanism) -> list[Any]:
        found = self._estimates_at(mechanism)
        return [INFINITY if x is None else determinant(x.moments) for x in found]

    def minimand(self, j: Any) -> tuple[Any, list[Any]]:
        """Return −log det J and an empty list of constraints, where J = `j` is the information matrix of the contrasts."""
        import cvxpy as cp

        return -cp.log_det(j), []

    def value_of_minimand(self, x: float, k: int) -> float:
        """Return the value of the objective, exp(x)/k, if the expression of `minimand` has the value x."""
        return math.exp(x) / k

    def in_symbols(self, m: Any, outer: Any, place: int) -> Any:
        """Write the value in symbols: 1/det M for the information matrix M = `m`."""
        import sympy

        return 1 / sympy.Determinant(m)

    def mean_in_symbols(self, weights: Sequence[Any], values: Sequence[Any]) -> Any:
        """The product of the values, each raised to its weight, in symbols."""
        return math.prod(x**w for w, x in zip(weights, values, strict=True))

    def value_where_alike(self, k: int, e: Any) -> Any:
        """Return the value for k shares if every contrast of length 1 has the same variance e. It is e^(k−1)/k."""
        return e ** (k - 1) / k

    def power_of_sum(self, k: int) -> int:
        """Return k, the exponent of Σ y in the lower bound det N·(k/Σ y)^k, where y are dual variables of the inputs and N is a
        matrix (see `rropt.designs.estimation.split`)."""
        return k

    def bounds_of_sets(self, found: SetCovariance) -> tuple[Bound, Bound]:
        """Return the exact value as both bounds, for a mechanism whose answers are sets of inputs."""
        return found.determinant(), found.determinant()

    def bounds_at(self, covariance: Square) -> tuple[Number, Number]:
        """Bounds of the determinant of n times the covariance of all shares but one; `covariance` is n times that of all shares."""
        return bounds_of_ball(determinant_of_all_but_one(covariance))

    def mean_of(self, values: Sequence[Number]) -> tuple[Number, Number]:
        """Bounds of the weighted geometric mean of `values`, which has one value for each list of prevalences."""
        return geometric_mean(values, self.prevalences.weights or ())

    def __str__(self) -> str:
        mean = len(self.prevalences.lists) > 1 and not self.prevalences.is_worst
        return f"{'geometric mean of the ' if mean else ''}determinant of the covariance at {self.prevalences}"


def geometric_mean(values: Sequence[Number], weights: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """Bound the product of positive values, each raised to its weight, from below and above by rationals."""
    with flint.ctx.workprec(BITS):
        logarithms = [ball_of(x).log() for x in values]
        mean = sum((ball(w) * x for w, x in zip(weights, logarithms, strict=True)), flint.arb(0))
        return enclose_ball(mean.exp())
