"""Two more numbers of the covariance of estimated shares: its determinant, and its largest eigenvalue."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

import flint

from rropt.categories.covariance import (
    EfficientEstimates,
    Square,
    bounds_of_ball,
    common_variance,
    determinant_of_all_but_one,
    efficient_estimates,
)
from rropt.categories.objective import EveryShare
from rropt.categories.prevalences import Prevalences, read_given
from rropt.categories.set_values import SetCovariance
from rropt.exact.element import Bound, Number
from rropt.exact.enclosure import ball, enclose_ball
from rropt.exact.errors import Either, InputError
from rropt.exact.infinity import INFINITY
from rropt.exact.matrix import determinant
from rropt.exact.sign import ball_of
from rropt.mechanism import Mechanism

if TYPE_CHECKING:
    from rropt.certificate.scope import Scope
    from rropt.problem.problem import Problem

__all__ = ["Determinant", "LargestVariance", "geometric_mean"]

BITS = 400


def _covariances(objective: EveryShare, mechanism: Mechanism) -> list[EfficientEstimates | None]:
    """M⁻¹ at each list of prevalences, or None where a mechanism does not identify all shares."""
    k = mechanism.k
    if objective.inputs not in (None, k):
        raise InputError(f"the {objective.name} is about {objective.inputs} inputs, and the mechanism has {k}")
    return [efficient_estimates(mechanism.rows, pi, objective.contrast_of(k)) for pi in objective.prevalences.at(k)]


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Determinant(EveryShare):
    """The determinant of n times the covariance of all estimated shares but one, whichever is left out; smaller is better.

    It is 1/det M. π is a list of k positive numbers that sum to 1 (equal shares unless given). Of several lists the geometric mean
    with `weights` is meant, that is the mean of the logarithms, or the worst with `worst=True`.

    Args:
        prevalence: The shares at which the covariance is taken: a list, or several; equal ones if not given.
        weights: Of several lists, how much each counts.
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
    halves: ClassVar[int] = 2
    is_paid_in_people: ClassVar[bool] = False
    options: ClassVar[frozenset[str]] = frozenset({"prevalence", "prevalences", "worst"})
    legs: ClassVar[str] = "rropt.categories.d_and_e.legs"
    takes_plain: ClassVar[bool] = False

    def __init__(
        self, prevalence: object = None, *, weights: Iterable[object] | None = None, worst: bool = False
    ) -> None:
        object.__setattr__(self, "prevalences", read_given(prevalence, weights, worst=worst))

    def value(self, mechanism: Mechanism) -> Bound:
        """1/det M, of several lists the largest; infinity where M is singular."""
        values = self._values(mechanism)
        if INFINITY in values:
            return INFINITY
        if len(values) > 1 and not self.prevalences.is_worst:
            raise InputError(
                f"the {self} is a geometric mean, which is no number of the field; `value_bounds` encloses it"
            )
        found: Number = max(values)
        return found

    def value_bounds(self, mechanism: Mechanism) -> tuple[Bound, Bound]:
        """The value, of a geometric mean rational bounds."""
        values, weights = self._values(mechanism), self.prevalences.weights
        if len(values) == 1 or weights is None or INFINITY in values:
            found = self.value(mechanism)
            return found, found
        if mechanism.is_free:
            raise InputError("a geometric mean of determinants is enclosed at one epsilon; fix it")
        return geometric_mean(values, weights)

    def combine_floats(self, values: Sequence[float]) -> float:
        """The geometric mean, or the largest, of a value at each list of prevalences."""
        weights = self.prevalences.weights
        return (
            max(values) if weights is None else math.prod(x ** float(w) for w, x in zip(weights, values, strict=True))
        )

    def _values(self, mechanism: Mechanism) -> list[Any]:
        found = _covariances(self, mechanism)
        return [INFINITY if x is None else determinant(x.moments) for x in found]

    def value_where_alike(self, k: int, e: Any) -> Any:
        """The product of k − 1 equal eigenvalues, over k: one share is left out."""
        return e ** (k - 1) / k

    def power_of_sum(self, k: int) -> int:
        """k, as the bound is det N (k/Σ y)^k."""
        return k

    def bounds_of_sets(self, found: SetCovariance) -> tuple[Bound, Bound]:
        """1/det M where the answers are sets."""
        return found.determinant(), found.determinant()

    def bounds_at(self, covariance: Square) -> tuple[Number, Number]:
        """Bounds of the determinant of the covariance without one of the shares."""
        return bounds_of_ball(determinant_of_all_but_one(covariance))

    def mean_of(self, values: Sequence[Number]) -> tuple[Number, Number]:
        """The geometric mean."""
        return geometric_mean(values, self.prevalences.weights or ())

    def statement(self, problem: Problem, scope: Scope) -> dict[str, Any]:
        """The prevalences."""
        return {"name": "determinant", **self.prevalences.state(problem.k, scope)}

    def __str__(self) -> str:
        mean = len(self.prevalences.lists) > 1 and not self.prevalences.is_worst
        return f"{'geometric mean of the ' if mean else ''}determinant of the covariance at {self.prevalences}"


@dataclass(frozen=True, slots=True, init=False, repr=False)
class LargestVariance(EveryShare):
    """The largest n·Var of a contrast of length 1 of the estimated shares, the largest eigenvalue of M⁻¹ − ππᵀ; smaller is better.

    π is a list of k positive numbers that sum to 1 (equal shares unless given); of several lists the worst is meant.

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
    options: ClassVar[frozenset[str]] = frozenset({"prevalence", "prevalences", "worst"})
    legs: ClassVar[str] = "rropt.categories.d_and_e.legs"
    takes_plain: ClassVar[bool] = False

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
        """The eigenvalue where all contrasts have one variance; infinity where not all shares are identified."""
        low, high = self.value_bounds(mechanism)
        if low != high:
            raise InputError("the largest variance of this mechanism is an eigenvalue, which is no number of the field")
        return low

    def value_bounds(self, mechanism: Mechanism) -> tuple[Bound, Bound]:
        """The eigenvalue where all contrasts have one variance, else rational bounds of it; infinity as for `value`."""
        found = _covariances(self, mechanism)
        if mechanism.is_free and any(x is not None and common_variance(x.covariance) is None for x in found):
            raise InputError(
                "the largest variance of this mechanism is an eigenvalue, which is enclosed at one epsilon; fix it"
            )
        bounds = [(INFINITY, INFINITY) if x is None else self.bounds_at(x.covariance) for x in found]
        return max(low for low, _ in bounds), max(high for _, high in bounds)

    def bounds_at(self, covariance: Square) -> tuple[Number, Number]:
        """The eigenvalue itself where all contrasts have one variance, else rational bounds of it."""
        from rropt.categories.d_and_e.eigenvalue import enclose_largest

        value = common_variance(covariance)
        return (value, value) if value is not None else enclose_largest(covariance)

    def value_where_alike(self, k: int, e: Any) -> Any:
        """The eigenvalue."""
        return e

    def power_of_sum(self, k: int) -> int:
        """1, as the bound is ‖G‖²/Σ y."""
        return 1

    def bounds_of_sets(self, found: SetCovariance) -> tuple[Bound, Bound]:
        """The eigenvalue where the answers are sets."""
        return found.largest()

    def statement(self, problem: Problem, scope: Scope) -> dict[str, Any]:
        """The prevalences."""
        return {"name": "largest variance", **self.prevalences.state(problem.k, scope)}

    def __str__(self) -> str:
        return f"variance of the worst contrast at {self.prevalences}"


def geometric_mean(values: Sequence[Number], weights: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """Bounds of the product of positive values, each to the power of its weight."""
    with flint.ctx.workprec(BITS):
        logarithms = [ball_of(x).log() for x in values]
        mean = sum((ball(w) * x for w, x in zip(weights, logarithms, strict=True)), flint.arb(0))
        return enclose_ball(mean.exp())
