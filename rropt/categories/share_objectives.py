"""Two more numbers of the covariance of estimated shares: its determinant, and its largest eigenvalue."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from rropt.categories.covariance import efficient
from rropt.categories.objective import EveryShare
from rropt.categories.prevalences import Prevalences, read_prevalences
from rropt.categories.set_values import SetCovariance
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix, determinant
from rropt.mechanism import Mechanism

if TYPE_CHECKING:
    from rropt.certificate.scope import Scope
    from rropt.problem.problem import Problem

__all__ = ["Determinant", "LargestVariance"]


def _read_one(given: object, what: str) -> Prevalences:
    found = given if isinstance(given, Prevalences) else read_prevalences(given)
    if len(found.lists) > 1:
        raise InputError(
            f"the {what} is designed at one list of prevalences, and {len(found.lists)} were given; give one"
        )
    return found


def _moments(objective: EveryShare, mechanism: Mechanism) -> Matrix | None:
    """M⁻¹, or None where a mechanism does not identify all shares."""
    k = mechanism.k
    if objective.inputs not in (None, k):
        raise InputError(f"the {objective.name} is about {objective.inputs} inputs, and the mechanism has {k}")
    found = efficient(mechanism.rows, objective.prevalences.at(k)[0], objective.contrast_of(k))
    return None if found is None else found.moments


@dataclass(frozen=True, slots=True, init=False)
class Determinant(EveryShare):
    """The determinant of n times the covariance of all estimated shares but one, whichever is left out; smaller is better.

    It is 1/det M. π is a list of k positive numbers that sum to 1 (equal shares unless given).

    Args:
        prevalence: The shares at which the covariance is taken.

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
    options: ClassVar[frozenset[str]] = frozenset({"prevalence", "prevalences"})
    legs: ClassVar[str] = "rropt.categories.share_legs"

    def __init__(self, prevalence: object = None) -> None:
        object.__setattr__(self, "prevalences", _read_one(prevalence, "determinant"))

    def value(self, mechanism: Mechanism) -> Number | float:
        """1/det M; infinity where M is singular."""
        found = _moments(self, mechanism)
        return math.inf if found is None else determinant(found)

    def bounds_of(self, found: SetCovariance) -> tuple[Number | float, Number | float]:
        """1/det M where the answers are sets."""
        return found.determinant(), found.determinant()

    def statement(self, problem: Problem, scope: Scope) -> dict[str, Any]:
        """The prevalences."""
        return {"name": "determinant", **self.stated_prevalences(problem, scope)}

    def __str__(self) -> str:
        return f"determinant of the covariance at {self.prevalences}"


@dataclass(frozen=True, slots=True, init=False)
class LargestVariance(EveryShare):
    """The largest n·Var of a contrast of length 1 of the estimated shares, the largest eigenvalue of M⁻¹ − ππᵀ; smaller is better.

    π is a list of k positive numbers that sum to 1 (equal shares unless given).

    Args:
        prevalence: The shares at which the covariance is taken.

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
    options: ClassVar[frozenset[str]] = frozenset({"prevalence", "prevalences"})
    legs: ClassVar[str] = "rropt.categories.share_legs"

    def __init__(self, prevalence: object = None) -> None:
        object.__setattr__(self, "prevalences", _read_one(prevalence, "largest variance"))

    def value(self, mechanism: Mechanism) -> Number | float:
        """The eigenvalue where all contrasts have one variance; infinity where not all shares are identified."""
        low, high = self.value_bounds(mechanism)
        if low != high:
            raise InputError("the largest variance of this mechanism is an eigenvalue, which is no number of the field")
        return low

    def value_bounds(self, mechanism: Mechanism) -> tuple[Number | float, Number | float]:
        """The eigenvalue where all contrasts have one variance, else rational bounds of it; infinity as for `value`."""
        found, pi = _moments(self, mechanism), self.prevalences.at(mechanism.k)[0]
        if found is None:
            return math.inf, math.inf
        k = range(mechanism.k)
        covariance = [[found[a][b] - pi[a] * pi[b] for b in k] for a in k]
        value = covariance[0][0] - covariance[0][1]
        expected = [[value * (Fraction(int(a == b)) - Fraction(1, mechanism.k)) for b in k] for a in k]
        if covariance == expected:
            return value, value
        if mechanism.is_free:
            raise InputError(
                "the largest variance of this mechanism is an eigenvalue, which is enclosed at one epsilon; fix it"
            )
        from rropt.categories.eigenvalue import enclose_largest

        return enclose_largest(covariance)

    def bounds_of(self, found: SetCovariance) -> tuple[Number | float, Number | float]:
        """The eigenvalue where the answers are sets."""
        return found.largest()

    def statement(self, problem: Problem, scope: Scope) -> dict[str, Any]:
        """The prevalences."""
        return {"name": "largest variance", **self.stated_prevalences(problem, scope)}

    def __str__(self) -> str:
        return f"variance of the worst contrast at {self.prevalences}"
