"""Variances of estimated shares and of contrasts of them: their sum, weighted sums of several, and the largest of several.

Reference: Chai and Nayak (2018); Pukelsheim (2006), Optimal design of experiments.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from flint import fmpq

from rropt.engine.criteria import Form, VariancesOf
from rropt.exact.errors import InputError
from rropt.objectives.base import (
    Document,
    Objective,
    Sum,
    Terms,
    Worst,
    all_of,
    one_or_several,
    read_matrix,
    read_weights,
)
from rropt.objectives.estimates import (
    Estimates,
    Lists,
    places,
    read_shares,
    shares_at,
)
from rropt.show import set_fields
from rropt.solvers.rational import fraction, rational

__all__ = ["Contrast", "LargestOfVariances", "SumOfVariances", "TotalVariance", "Variances"]

Matrix = tuple[tuple[Fraction, ...], ...]
# a matrix of contrasts and a list of shares
Part = tuple[list[list[fmpq]], tuple[fmpq, ...]]


class Variances(Estimates):
    """Σ_a w_a V_a, or the largest V_a: V_a is n times the sum of the variances of contrasts K_a of the shares π_a."""

    __slots__ = ()

    @abstractmethod
    def parts(self, k: int) -> list[tuple[Fraction, Part]]:
        """The K_a and π_a, each with its weight."""

    @property
    def is_worst(self) -> bool:
        """Whether the largest V_a is meant, so that weights say nothing."""
        return False

    @property
    def form(self) -> Form:
        """The form in which a certificate states the parts."""
        return "of"

    @property
    def may_be_combined(self) -> bool:
        """Whether this may be part of a sum or of a worst case."""
        return not self.is_worst

    def criterion(self, k: int) -> VariancesOf:
        """All parts."""
        found = self.parts(k)
        weights = None if self.is_worst else [rational(w) for w, _ in found]
        return VariancesOf([K for _, (K, _) in found], [pi for _, (_, pi) in found], weights, self.form)

    def planned(self, k: int) -> list[tuple[fmpq, ...]]:
        """The shares of each part."""
        return [pi for _, (_, pi) in self.parts(k)]

    def values(self, k: int, at: Sequence[Any]) -> Sequence[Any]:
        """The variances, or their weighted sum."""
        found = [own.variance(K, w) for own, (w, (K, _)) in zip(at, self.parts(k), strict=True)]
        return found if self.is_worst else [sum(found)]

    def combined(self, terms: Terms, *, worst: bool) -> Objective:
        """The weighted sum of variances, or the largest of them."""
        parts = all_of(Variances, terms)
        return LargestOfVariances(parts) if worst else SumOfVariances(parts)


class VariancesAtLists(Variances):
    """The sum of the variances of contrasts, its mean over several lists of shares, or the largest at these lists."""

    __slots__ = ()
    lists: Lists
    weights: tuple[Fraction, ...]

    @abstractmethod
    def rows(self, k: int) -> Iterable[Iterable[Fraction | int]]:
        """The contrasts, each with a number for each input."""

    @property
    def is_worst(self) -> bool:
        """Whether the worst of several lists is meant."""
        return not self.weights

    @property
    def form(self) -> Form:
        """One list, or several."""
        return "one" if len(self.lists) < 2 else "places"

    def parts(self, k: int) -> list[tuple[Fraction, Part]]:
        """The contrasts, at each list."""
        K, lists = [list(map(rational, row)) for row in self.rows(k)], shares_at(self.lists, k)
        return [(w, (K, pi)) for w, pi in zip(self.weights or (Fraction(1),) * len(lists), lists, strict=True)]


@dataclass(frozen=True, slots=True)
class TotalVariance(VariancesAtLists):
    """n times the sum of the variances of the best estimates of all shares π, from n answers; smaller is better.

    Args:
        prevalence: The shares π at which the design is best: a list, or several; equal ones if not given.
        weights: The weights of several lists, whose mean is meant; equal weights if not given.
        worst: Whether the worst of several lists is meant.

    Raises:
        InputError: The shares are not positive numbers that sum to 1, or `weights` or `worst` come without several lists.

    Examples:
        >>> from rropt import from_spec
        >>> print(round(float(TotalVariance().value(from_spec("krr:k=3,epsilon=ln3"))), 6))
        4.166667

    Reference: SPEC.md, 5.3.
    """

    name: ClassVar[str] = "total variance"
    lists: Lists
    weights: tuple[Fraction, ...]

    def __init__(
        self, prevalence: Iterable[object] = (), *, weights: Iterable[object] = (), worst: bool = False
    ) -> None:
        found = read_shares(prevalence)
        set_fields(self, lists=found, weights=read_weights(weights, len(found), worst=worst))

    def rows(self, k: int) -> Iterable[Iterable[int]]:
        """Each share alone."""
        return [[int(a == b) for b in range(k)] for a in range(k)]

    def stated(self, k: int) -> Document:
        """The lists."""
        return {"name": self.name, **places(self.lists, self.weights, k)}


@dataclass(frozen=True, slots=True)
class Contrast(VariancesAtLists):
    """n times the variance of the best estimate of Σ c_j π_j, such as the mean of a scale; smaller is better.

    Args:
        contrast: The numbers c, one for each input; or several such rows, whose variances are added.
        prevalence: The shares π at which the design is best: a list, or several; equal ones if not given.
        weights: The weights of several lists, whose mean is meant; equal weights if not given.
        worst: Whether the worst of several lists is meant.

    Raises:
        InputError: The contrast is constant or no list of rational numbers; the shares are not positive numbers that sum to 1.

    Examples:
        >>> from rropt import from_spec
        >>> print(round(float(Contrast([0, 1]).value(from_spec("warner:p=3/4"))), 6))
        1.0

    Reference: SPEC.md, 5.3.
    """

    name: ClassVar[str] = "contrast variance"
    is_scale: ClassVar[bool] = True
    contrast: Matrix
    lists: Lists
    weights: tuple[Fraction, ...]

    def __init__(
        self,
        contrast: Iterable[object],
        prevalence: Iterable[object] = (),
        *,
        weights: Iterable[object] = (),
        worst: bool = False,
    ) -> None:
        found, lists = _read_contrast(contrast), read_shares(prevalence)
        if lists and len(lists[0]) != len(found[0]):
            raise InputError(
                f"the contrast has {len(found[0])} numbers for {len(lists[0])} shares; give one for each input"
            )
        set_fields(self, contrast=found, lists=lists, weights=read_weights(weights, len(lists), worst=worst))

    @property
    def inputs(self) -> int:
        """As many inputs as a contrast has numbers."""
        return len(self.contrast[0])

    @property
    def is_variance_of_one(self) -> bool:
        """Whether there is one contrast, at one list of shares."""
        return len(self.contrast) == 1 and len(self.lists) < 2

    @property
    def may_have_two_outputs(self) -> bool:
        """The mean of a scale may be asked with two answers."""
        return self.is_variance_of_one

    def rows(self, k: int) -> Matrix:
        """The contrasts."""
        return self.contrast

    def stated(self, k: int) -> Document:
        """The contrasts and the lists."""
        return {"name": self.name, "contrast": self.contrast, **places(self.lists, self.weights, k)}


@dataclass(frozen=True, slots=True)
class SumOfVariances(Sum, Variances):
    """Σ_a w_a·(variance a)."""

    def parts(self, k: int) -> list[tuple[Fraction, Part]]:
        """The parts of all terms."""
        return [(w * v, part) for w, term in self.members for v, part in term.parts(k)]

    def stated(self, k: int) -> Document:
        """An objective for each part, with its weight."""
        return {
            "name": "variances",
            "of": [_stated_part(part) for _, part in self.parts(k)],
            "weights": [w for w, _ in self.parts(k)],
        }


@dataclass(frozen=True, slots=True)
class LargestOfVariances(Worst, Variances):
    """The largest of several variances."""

    is_worst: ClassVar[bool] = True

    def parts(self, k: int) -> list[tuple[Fraction, Part]]:
        """The one part of each."""
        found = [one.parts(k) for _, one in self.members]
        if any(len(own) > 1 or own[0][0] != 1 for own in found):
            raise InputError(
                "the largest of several variances takes variances at one list of shares each, without a factor; for 4 times a "
                "variance give the contrast with numbers that are twice as large"
            )
        return [own[0] for own in found]

    def stated(self, k: int) -> Document:
        """An objective for each."""
        return {"name": "variances", "of": [_stated_part(part) for _, part in self.parts(k)]}


def _stated_part(part: Part) -> Document:
    K, pi = part
    return {
        "name": "contrast variance",
        "contrast": [list(map(fraction, row)) for row in K],
        "prevalences": list(map(fraction, pi)),
    }


def _read_contrast(given: Iterable[object]) -> Matrix:
    found = read_matrix(one_or_several(given), "contrast")
    if all(len(set(row)) == 1 for row in found):
        raise InputError(
            "the contrast has the same number for all inputs, so that its variance is 0; give different ones"
        )
    return found
