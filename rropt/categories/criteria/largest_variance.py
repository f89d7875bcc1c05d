"""E-optimality: the largest eigenvalue of the covariance of estimated shares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from rropt.categories.covariance import Square, common_variance
from rropt.categories.objective import EveryShare
from rropt.categories.prevalences import Prevalences, read_given
from rropt.categories.set_values import SetCovariance
from rropt.categories.symbols import largest_variance_of
from rropt.exact.element import Bound, Number
from rropt.exact.errors import Either, InputError
from rropt.exact.infinity import INFINITY
from rropt.mechanism import Mechanism
from rropt.problem.contract import Further

__all__ = ["LargestVariance"]


@dataclass(frozen=True, slots=True, init=False, repr=False)
class LargestVariance(EveryShare):
    """The largest n·Var of a contrast of length 1 of the estimated shares, the largest eigenvalue of M⁻¹ − ππᵀ; smaller is better.

    π is a list of k positive numbers that sum to 1 (equal shares unless given); for several lists the worst is meant.

    Args:
        prevalence: The shares at which the covariance is taken: a list, or several; equal ones if not given.
        worst: Whether the worst of several lists is meant, which has to be said where there are several.

    Raises:
        InputError: The shares are not positive numbers that sum to 1.

    Example:
        >>> from rropt import LDP, LargestVariance, design
        >>> print(design(LargestVariance(), LDP("ln3"), inputs=3, outputs="free").value)
        25/12

    Reference: Pukelsheim (2006), Optimal design of experiments, chapter 6 (the E-criterion).
    """

    prevalences: Prevalences
    name: ClassVar[str] = "largest-variance"
    legs: ClassVar[str] = "rropt.categories.criteria.least_largest_variance"
    takes: ClassVar[frozenset[Further]] = frozenset({"averages"})

    def __init__(self, prevalence: object = None, *, worst: bool = False) -> None:
        found = read_given(prevalence, None, worst=worst)
        if len(found.lists) > 1 and not found.is_worst:
            raise InputError(
                f"the largest variance of {len(found.lists)} lists of prevalences is designed for the worst of them, not for a "
                "mean; say so with ",
                Either("worst=True", "--worst"),
            )
        object.__setattr__(self, "prevalences", found)

    def value(self, mechanism: Mechanism) -> Bound:
        """The eigenvalue, if all contrasts of length 1 have one variance; infinity if some share is not identified."""
        low, high = self.value_bounds(mechanism)
        if low != high:
            raise InputError("the largest variance of this mechanism is an eigenvalue, which is no number of the field")
        return low

    def value_bounds(self, mechanism: Mechanism) -> tuple[Bound, Bound]:
        """The eigenvalue twice if all contrasts of length 1 have one variance, else rational bounds; infinity if some
        share is not identified."""
        found = self._estimates_at(mechanism)
        if mechanism.is_free and any(x is not None and common_variance(x.covariance) is None for x in found):
            raise InputError(
                "the largest variance of this mechanism is an eigenvalue, which is enclosed at one epsilon; fix it"
            )
        bounds = [(INFINITY, INFINITY) if x is None else self.bounds_at(x.covariance) for x in found]
        return max(low for low, _ in bounds), max(high for _, high in bounds)

    def bounds_at(self, covariance: Square) -> tuple[Number, Number]:
        """The eigenvalue twice if all contrasts of length 1 have one variance, else rational bounds."""
        from rropt.categories.eigenvalue import enclose_largest

        value = common_variance(covariance)
        return (value, value) if value is not None else enclose_largest(covariance)

    def minimand(self, j: Any) -> Any:
        """The largest eigenvalue of −J."""
        import cvxpy as cp

        return cp.lambda_max(-j)

    def value_of_minimand(self, x: float, k: int) -> float:
        """1 over the least eigenvalue of J."""
        return -1 / x

    def in_symbols(self, m: Any, outer: Any, place: int) -> Any:
        """The largest eigenvalue of M⁻¹ − ππᵀ, as a sympy function that is evaluated at numbers only."""
        return largest_variance_of(m, outer)

    def value_where_alike(self, k: int, e: Any) -> Any:
        """The eigenvalue."""
        return e

    def power_of_sum(self, k: int) -> int:
        """1, because the bound is ‖G‖²/Σ y."""
        return 1

    def bounds_of_sets(self, found: SetCovariance) -> tuple[Bound, Bound]:
        """The eigenvalue, if answers are sets."""
        return found.largest()

    def __str__(self) -> str:
        return f"variance of the worst contrast at {self.prevalences}"
