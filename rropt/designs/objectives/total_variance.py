"""A-optimality: the trace of the covariance of estimated shares."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from rropt.designs.objectives.covariances.of_sets import SetCovariance
from rropt.designs.objectives.estimation import EveryShare
from rropt.designs.objectives.shares import Prevalences
from rropt.exact.element import Bound

__all__ = ["TotalVariance"]


@dataclass(frozen=True, slots=True, init=False, repr=False)
class TotalVariance(EveryShare):
    """The sum over k categories of n times the variance of each estimated share, at prevalences π; smaller is better.

    π is a list of k positive numbers that sum to 1 (equal shares unless given). If several lists are given, the objective
    is the mean of the sums, with `weights`, or with `worst=True` the worst of them.

    Args:
        prevalence: The shares at which the variance is taken: a list, or several; equal ones if not given.
        weights: The weight of each list, if several are given; equal ones if not given.
        worst: Whether the worst of several lists is meant.

    Raises:
        InputError: The shares are not positive numbers that sum to 1, or the lists, `weights` and `worst` do not fit together.

    Example:
        >>> from rropt import LDP, TotalVariance, design
        >>> print(design(TotalVariance(), LDP("ln3"), inputs=4, outputs="free").value)
        27/4

    Reference: Ye and Barg (2018), Optimal schemes for discrete distribution estimation under locally differential privacy.
    """

    prevalences: Prevalences
    name: ClassVar[str] = "total-variance"
    together: ClassVar[str] = "rropt.designs.objectives.estimation_mixed"

    def __init__(
        self, prevalence: object = None, *, weights: Iterable[object] | None = None, worst: bool = False
    ) -> None:
        EveryShare.__init__(self, prevalence, weights=weights, worst=worst)

    def minimand(self, j: Any) -> tuple[Any, list[Any]]:
        """Return Tr J⁻¹, which is the sum of the variances, and no constraints; J is the information matrix of the contrasts."""
        import cvxpy as cp

        return cp.tr_inv(j), []

    def value_where_alike(self, k: int, e: Any) -> Any:
        """Return (k − 1)·e, the total variance if k − 1 eigenvalues of the covariance are e and one is 0."""
        return (k - 1) * e

    def bounds_of_sets(self, found: SetCovariance) -> tuple[Bound, Bound]:
        """Return n times the sum of the variances of all shares, if answers are sets of inputs. The number is both the lower and
        the upper bound."""
        return found.total(), found.total()

    def __str__(self) -> str:
        return f"total variance at {self.prevalences}"
