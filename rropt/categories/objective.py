"""What estimates of the shares of k categories are judged by: the total variance, and that of contrasts.

A mechanism whose rows have M = Σ r rᵀ/(rᵀπ) gives estimates of the shares with n·Cov = M⁻¹ − ππᵀ, and no regular unbiased
estimate from one answer a person has less. Contrasts K of the shares may be identified where not all shares are.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Self

from rropt.categories.contrasts import read_contrast
from rropt.categories.covariance import Square, bounds_of_ball, efficient_estimates, sum_of_variances, upper_variances
from rropt.categories.prevalences import Prevalences, read_given, read_stated_prevalences
from rropt.categories.set_values import SetCovariance, covariance_of_sets
from rropt.designs.rows.sets import SetMechanism
from rropt.exact.decimal import decimal
from rropt.exact.element import Bound, Number
from rropt.exact.enclosure import sqrt_bounds
from rropt.exact.errors import InputError, Received
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.matrix import Matrix, identity, independent_rows, total_of
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.privacy.disclosed import said_of_beliefs
from rropt.privacy.given import Answers
from rropt.problem.contract import Objective, OfCovariances, Sense
from rropt.problem.words import say_error

if TYPE_CHECKING:
    from rropt.certificate.scope import Scope
    from rropt.certificate.writing import Document
    from rropt.problem.problem import Outputs, Problem

__all__ = ["Contrast", "Estimation", "TotalVariance"]

MOST_INPUTS, MOST_SAID = 1024, 64
MOST_ANSWERS = 256  # where their number is stated


class Estimation(Objective, OfCovariances):
    """Objectives of the covariance of the estimated shares, at prevalences."""

    __slots__ = ()
    prevalences: Prevalences
    sense: ClassVar[Sense] = "min"
    legs: ClassVar[str] = "rropt.categories.legs"
    poses: ClassVar[str] = "rropt.categories.poses"
    most_inputs: ClassVar[int] = MOST_INPUTS
    is_paid_in_people: ClassVar[bool] = True
    takes_averages: ClassVar[bool] = True
    contrasts_every_share: ClassVar[bool] = False
    """Whether every share is estimated, so that inputs of equal prevalences may be exchanged."""

    halves: ClassVar[int] = 1
    """How many times its value, for two inputs, is the sum of the variances of what is estimated."""

    def power_of_sum(self, k: int) -> int:
        """To which power Σ y of the dual divides the bound from below; 0 where Σ y is subtracted."""
        return 0

    def value_where_alike(self, k: int, e: Any) -> Any:
        """The value where every contrast of length 1 of k shares has the variance e, a number or a symbol; of contrasts none is."""
        raise InputError(f"the {self.name} is no function of one variance; ask for one of every share")

    @abstractmethod
    def contrast_of(self, k: int) -> tuple[tuple[Fraction, ...], ...]:
        """The contrasts of k shares that are estimated."""

    @property
    def inputs(self) -> int | None:
        """As many as there are prevalences in a list; None where none are given."""
        return self.prevalences.k

    @property
    def planned_shares(self) -> tuple[Number, ...] | None:
        """The prevalences, where there is one list of them."""
        lists = self.prevalences.lists
        return lists[0] if len(lists) == 1 else None

    def say_beliefs(self, mechanism: Mechanism) -> str:
        """What becomes of the prevalences after the answer that speaks most for each truth."""
        return said_of_beliefs(mechanism, self.planned_shares)

    def fit_outputs(self, asked: int | str | None, k: int) -> Outputs:
        """As many as help, or at most so many, from which what is estimated is identified."""
        if asked in (None, "free"):
            return "free"
        if not isinstance(asked, int) or asked < k:
            fewest = len(independent_rows([*self.contrast_of(k), (Fraction(1),) * k]))
            if not isinstance(asked, int) or asked < fewest:
                raise InputError(
                    Received("outputs", str(asked)),
                    f" does not fit the {self.name}: fewer than {fewest} answers leave it without a finite value, as different "
                    f"shares give the same answers; give {fewest} or more, or free",
                )
        if asked > MOST_ANSWERS:
            raise InputError(
                Received("outputs", str(asked)),
                f" does not fit the {self.name}, which is designed for at most {MOST_ANSWERS} answers, or any number: give free",
            )
        return asked

    def outputs_searched(self, outputs: Outputs, k: int) -> int:
        """So many, or, as M lies in a space of k(k + 1)/2 dimensions, no more rows than these (Carathéodory)."""
        return outputs if isinstance(outputs, int) else k * (k + 1) // 2

    def value(self, mechanism: Mechanism) -> Bound:
        """The value with the efficient estimator; infinity where the mechanism does not identify what is estimated."""
        k = mechanism.k
        if self.inputs not in (None, k):
            raise InputError(f"the {self.name} is about {self.inputs} inputs, and the mechanism has {k}")
        found = [efficient_estimates(mechanism.rows, pi, self.contrast_of(k)) for pi in self.prevalences.at(k)]
        totals = [x.total for x in found if x is not None]
        if len(totals) < len(found):
            return INFINITY
        weights = self.prevalences.weights
        if weights is None:
            return max(totals)
        return total_of([w * x for w, x in zip(weights, totals, strict=True)])

    def value_of_sets(self, sets: SetMechanism) -> tuple[Bound, Bound]:
        """Bounds of the value where answers are sets of inputs: the mean at the prevalences, or the worst."""
        found = [self.bounds_of_sets(covariance_of_sets(sets, pi)) for pi in self.prevalences.at(sets.k)]
        lows, highs = zip(*found, strict=True)
        if len(found) == 1 or self.prevalences.weights is None or INFINITY in highs:
            return max(lows), max(highs)
        return self.mean_of(lows)[0], self.mean_of(highs)[1]

    def shares_of_estimates(self, k: int) -> tuple[tuple[Number, ...], ...]:
        """The prevalences."""
        return self.prevalences.at(k)

    def estimators_of(self, mechanism: Mechanism) -> tuple[Matrix, ...]:
        """The efficient estimates at each list of prevalences; none where what is estimated is not identified."""
        k = mechanism.k
        found = [efficient_estimates(mechanism.rows, pi, self.contrast_of(k)) for pi in self.prevalences.at(k)]
        return tuple(x.estimator for x in found if x is not None)

    def value_of_covariances(self, covariances: Sequence[Square]) -> tuple[Number, Number]:
        """The mean at the prevalences, or the worst."""
        lows, highs = zip(*map(self.bounds_at, covariances), strict=True)
        if len(covariances) == 1 or self.prevalences.weights is None:
            return max(lows), max(highs)
        return self.mean_of(lows)[0], self.mean_of(highs)[1]

    def bounds_at(self, covariance: Square) -> tuple[Number, Number]:
        """Bounds of the value at one list of prevalences, from the covariance in numbers or in balls."""
        return bounds_of_ball(sum_of_variances(covariance, self.contrast_of(len(covariance))))

    def mean_of(self, values: Sequence[Number]) -> tuple[Number, Number]:
        """Bounds of the mean over the lists of prevalences."""
        mean = total_of([w * x for w, x in zip(self.prevalences.weights or (), values, strict=True)])
        return mean, mean

    def bounds_of_sets(self, found: SetCovariance) -> tuple[Bound, Bound]:
        """Bounds of the value at one list of prevalences, where answers are sets of inputs."""
        value = found.of_contrasts(self.contrast_of(found.classes.k))
        return value, value

    def combine_floats(self, values: Sequence[float]) -> float:
        """The weighted mean, or the largest, of a value at each list of prevalences."""
        weights = self.prevalences.weights
        return max(values) if weights is None else math.fsum(float(w) * x for w, x in zip(weights, values, strict=True))

    def say_cost(self, mechanism: Mechanism | SetMechanism) -> str:
        """The largest standard error of a share at the planned shares, and the people for a margin of 0.05 in every share."""
        k = mechanism.k
        shares = self.planned_shares or ((Fraction(1, k),) * k if len(self.prevalences.lists) < 2 else None)
        if shares is None or not (variances := _variances(mechanism, shares)):
            return ""
        variance = max(enclose(x)[1] for x in variances)
        return say_error(variance, "in every share a standard error of at most {} from 1,000 people")

    def scales_of(self, k: int) -> tuple[tuple[Fraction, ...], ...] | None:
        """By list of prevalences how much the variance of each contrast counts; None where all count once."""
        return None

    def list_estimators(self, by_place: Sequence[Matrix], k: int) -> tuple[Matrix, ...]:
        """The estimators as a design lists them, from those at each list of prevalences."""
        return tuple(by_place)

    def arrange(self, places: list[Document], weights: Sequence[str] | None) -> Document:
        """The witness, from what it is at each list, and the weights of the lists where the worst is meant."""
        witness: Document = places[0] if len(places) == 1 else {"places": places}
        return witness if weights is None else {**witness, "weights": list(weights)}


def _variances(mechanism: Mechanism | SetMechanism, shares: Sequence[Number]) -> Sequence[Number]:
    """Of the efficient estimates of the shares; none where these are not identified, or too many to be quick."""
    if isinstance(mechanism, SetMechanism):
        return covariance_of_sets(mechanism, shares).variances() or ()
    if mechanism.is_free or mechanism.k > MOST_SAID:
        return ()
    return upper_variances(mechanism.rows, shares, identity(mechanism.k)) or ()


class EveryShare(Estimation):
    """What is estimated is every share; the objective is its prevalences and no more."""

    __slots__ = ()
    contrasts_every_share: ClassVar[bool] = True

    @abstractmethod
    def __init__(self, prevalence: object = None) -> None:
        """At these prevalences."""

    def contrast_of(self, k: int) -> tuple[tuple[Fraction, ...], ...]:
        """Every share."""
        one, zero = Fraction(1), Fraction(0)  # once: k may be a thousand
        return tuple((zero,) * a + (one,) + (zero,) * (k - 1 - a) for a in range(k))

    def arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        """What makes it again."""
        return self.prevalences.arguments()

    def to_fields(self) -> dict[str, Any]:
        """The prevalences."""
        return self.prevalences.to_fields()

    @classmethod
    def from_fields(cls, data: Mapping[str, Any]) -> Self:
        """The objective that `to_fields` wrote."""
        return cls(Prevalences.from_fields(data))

    @classmethod
    def from_options(cls, name: str, given: Mapping[str, Any]) -> Self:
        """The objective at the stated prevalences."""
        return cls(read_stated_prevalences(given))


@dataclass(frozen=True, slots=True, init=False, repr=False)
class TotalVariance(EveryShare):
    """The sum over k categories of n times the variance of each estimated share, at prevalences π; smaller is better.

    π is a list of k positive numbers that sum to 1 (equal shares unless given). Of several lists the mean with `weights` is
    meant, or the worst with `worst=True`.

    Args:
        prevalence: The shares at which the variance is taken: a list, or several; equal ones if not given.
        weights: Of several lists, how much each counts.
        worst: Whether the worst of several lists is meant.

    Raises:
        InputError: The shares are not positive numbers that sum to 1.

    Example:
        >>> from rropt import LDP, TotalVariance, design
        >>> print(design(TotalVariance(), LDP("ln3"), inputs=4, outputs="free").value)
        27/4

    Reference: Ye and Barg (2018), Optimal schemes for discrete distribution estimation under locally differential privacy.
    """

    prevalences: Prevalences
    name: ClassVar[str] = "total-variance"
    together: ClassVar[str] = "rropt.categories.together"
    options: ClassVar[frozenset[str]] = frozenset({"prevalence", "prevalences", "worst"})

    def __init__(
        self, prevalence: object = None, *, weights: Iterable[object] | None = None, worst: bool = False
    ) -> None:
        object.__setattr__(self, "prevalences", read_given(prevalence, weights, worst=worst))

    def value_where_alike(self, k: int, e: Any) -> Any:
        """The sum of k − 1 equal eigenvalues."""
        return (k - 1) * e

    def bounds_of_sets(self, found: SetCovariance) -> tuple[Bound, Bound]:
        """The sum over all shares."""
        return found.total(), found.total()

    def statement(self, problem: Problem, scope: Scope) -> dict[str, Any]:
        """The prevalences."""
        return {"name": "total variance", **self.prevalences.state(problem.k, scope)}

    def __str__(self) -> str:
        return f"total variance at {self.prevalences}"


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Contrast(Estimation):
    """The sum over the rows of K of n times the variance of each estimated K·shares, at prevalences π; smaller is better.

    `contrast` is one row, such as the scores 1, 2, 3, 4, 5 of a scale whose mean is wanted, or several. A number added to all of a
    row changes nothing. Prevalences are given as for `TotalVariance`.

    Args:
        contrast: A row of k rationals, or several.
        prevalence: The shares at which the variance is taken: a list, or several; equal ones if not given.
        weights: Of several lists, how much each counts.
        worst: Whether the worst of several lists is meant.

    Raises:
        InputError: The rows and the shares have different lengths, or are none.

    Example:
        >>> from rropt import LDP, Contrast, design
        >>> print(design(Contrast([0, 1]), LDP("ln3"), outputs="free").value)
        1

    Reference: Pukelsheim (2006), Optimal design of experiments, chapter 3 (optimality for parameter subsystems).
    """

    contrast: tuple[tuple[Fraction, ...], ...]
    prevalences: Prevalences
    name: ClassVar[str] = "contrast"
    together: ClassVar[str] = "rropt.categories.together"
    options: ClassVar[frozenset[str]] = frozenset({"prevalence", "prevalences", "worst", "scores", "contrast"})

    def __init__(
        self,
        contrast: Sequence[object],
        prevalence: object = None,
        *,
        weights: Iterable[object] | None = None,
        worst: bool = False,
    ) -> None:
        found = read_given(prevalence, weights, worst=worst)
        rows = read_contrast(contrast)
        if found.k not in (None, len(rows[0])):
            raise InputError(
                f"a contrast of {len(rows[0])} inputs and prevalences of {found.k} were given; give as many of both"
            )
        object.__setattr__(self, "contrast", rows)
        object.__setattr__(self, "prevalences", found)

    @property
    def inputs(self) -> int:
        """As many as K has columns."""
        return len(self.contrast[0])

    @property
    def scores(self) -> tuple[Fraction, ...] | None:
        """The row, where it is one."""
        return self.contrast[0] if len(self.contrast) == 1 else None

    def contrast_of(self, k: int) -> tuple[tuple[Fraction, ...], ...]:
        """The rows."""
        return self.contrast

    def say_cost(self, mechanism: Mechanism | SetMechanism) -> str:
        """The standard error of a single contrast at its prevalences."""
        if len(self.contrast) > 1:
            return ""
        high = self._upper(mechanism)
        if is_infinite(high):
            return ""
        error = decimal(sqrt_bounds(enclose(high)[1] / 1000)[1], direction="upper")
        return f"its standard error is at most {error} from 1,000 people"

    def _upper(self, mechanism: Answers) -> Bound:
        """The value, or a bound of it from above; infinity where it is none, or depends on a free ε."""
        lists, matrix = self.prevalences.at(mechanism.k), mechanism.matrix
        if matrix is not None and matrix.is_free:
            return INFINITY
        if matrix is None or len(lists) > 1:
            return mechanism.value(self)[1]
        found = upper_variances(matrix.rows, lists[0], self.contrast)
        return INFINITY if found is None else total_of(found)

    def arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        """What makes it again."""
        given, named = self.prevalences.arguments()
        return (self.contrast, *given), named

    def to_fields(self) -> dict[str, Any]:
        """The rows and the prevalences."""
        return {"contrast": [[show(x) for x in row] for row in self.contrast], **self.prevalences.to_fields()}

    @classmethod
    def from_fields(cls, data: Mapping[str, Any]) -> Contrast:
        """The objective that `to_fields` wrote."""
        return cls(data["contrast"], Prevalences.from_fields(data))

    @classmethod
    def from_options(cls, name: str, given: Mapping[str, Any]) -> Contrast:
        """The contrasts of a file, or the mean of scores."""
        scores, rows = given.get("scores"), given.get("contrast")
        if (scores is None) == (rows is None):
            raise InputError(
                "the contrast needs --scores, such as 1,2,3,4,5, or --contrast FILE, a CSV with a row a contrast"
            )
        chosen: Any = scores if scores is not None else rows
        return cls(chosen, read_stated_prevalences(given))

    def statement(self, problem: Problem, scope: Scope) -> dict[str, Any]:
        """The rows and the prevalences."""
        rows = scope.matrix(self.contrast)
        return {"name": "contrast variance", "contrast": rows, **self.prevalences.state(problem.k, scope)}

    def __str__(self) -> str:
        row = ", ".join(map(show, self.contrast[0][:12])) + (", …" if len(self.contrast[0]) > 12 else "")
        what = f"the mean of the scores {row}" if len(self.contrast) == 1 else f"{len(self.contrast)} contrasts"
        return f"variance of {what} at {self.prevalences}"
