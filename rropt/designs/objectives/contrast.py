"""The variance of the estimate of one contrast of the shares, such as the mean of scores, or the sum of the variances of
several."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from rropt.designs.objectives.covariances.covariance import upper_variances
from rropt.designs.objectives.estimation import Estimation
from rropt.designs.objectives.shares import Prevalences, read_given, read_stated_prevalences
from rropt.designs.reductions import one_bit
from rropt.engine.sets import SetMechanism
from rropt.exact.decimal import decimal
from rropt.exact.element import Bound
from rropt.exact.enclosure import sqrt_bounds
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_rational
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.matrix import total_of
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.mechanism import Answers, Mechanism

if TYPE_CHECKING:
    import cvxpy

    from rropt.certificate.scope import Scope
    from rropt.problem.posed.symbols import SymbolicProblem
    from rropt.problem.problem import Problem
    from rropt.solvers.cvxpy import CvxpyAnswer

__all__ = ["Contrast"]

MOST_ROWS = 256


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Contrast(Estimation):
    """n times the variance of the estimate of a contrast of the k shares, or the sum over several contrasts; smaller is better.

    A contrast is a row of one number per input, such as the scores 1, 2, 3, 4, 5 of a scale whose mean is wanted. Adding a constant
    to a row changes nothing. Prevalences are given as for `TotalVariance`.

    Args:
        contrast: A row of k rationals, or several.
        prevalence: The shares at which the variance is taken: a list, or several; equal ones if not given.
        weights: The weight of each list, if several are given; equal ones if not given.
        worst: Whether the worst of several lists is meant.

    Raises:
        InputError: The rows and the shares differ in length, a row has under two numbers, all are constant, or over 256 are given.

    Example:
        >>> from rropt import LDP, Contrast, design
        >>> print(design(Contrast([0, 1]), LDP("ln3"), outputs="free").value)
        1

    Reference: Pukelsheim (2006), Optimal design of experiments, chapter 3 (optimality for parameter subsystems).
    """

    contrast: tuple[tuple[Fraction, ...], ...]
    prevalences: Prevalences
    given_by_input: ClassVar[str] = "scores"
    name: ClassVar[str] = "contrast"
    together: ClassVar[str] = "rropt.designs.objectives.estimation_mixed"
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
        rows = _read_contrast(contrast)
        if found.k not in (None, len(rows[0])):
            raise InputError(
                f"the contrast has {len(rows[0])} inputs and the prevalences have {found.k}; give one number per input in both"
            )
        object.__setattr__(self, "contrast", rows)
        object.__setattr__(self, "prevalences", found)

    @property
    def inputs(self) -> int:
        """The number of inputs, which is the length of a contrast."""
        return len(self.contrast[0])

    @property
    def scores(self) -> tuple[Fraction, ...] | None:
        """The estimated contrast, one number for each input. None if there are several contrasts."""
        return self.contrast[0] if len(self.contrast) == 1 else None

    def contrast_of(self, k: int) -> tuple[tuple[Fraction, ...], ...]:
        """The estimated contrasts, one per row."""
        return self.contrast

    def as_cvxpy(self, problem: Problem) -> cvxpy.Problem:
        """Build the convex program over the weights of rows. For a problem of the kind `one_bit.is_one_bit`, build it for the
        equivalent problem with two inputs."""
        return one_bit.as_cvxpy(problem) if one_bit.is_one_bit(problem) else Estimation.as_cvxpy(self, problem)

    def solve_cvxpy(self, problem: Problem, solver: str | None) -> CvxpyAnswer:
        """Solve the convex program in floats. For a problem of the kind `one_bit.is_one_bit`, solve the
        equivalent problem with two inputs, and multiply its value by the squared range of the scores."""
        return (
            one_bit.solve_cvxpy(problem, solver)
            if one_bit.is_one_bit(problem)
            else Estimation.solve_cvxpy(self, problem, solver)
        )

    def as_sympy(self, problem: Problem) -> SymbolicProblem:
        """Write the variance in symbols. For a problem of the kind `one_bit.is_one_bit`, write the
        variance of the equivalent problem with two inputs, times the squared range of the scores."""
        return one_bit.as_sympy(problem) if one_bit.is_one_bit(problem) else Estimation.as_sympy(self, problem)

    def say_cost(self, mechanism: Mechanism | SetMechanism) -> str:
        """Return a text that states an upper bound on the standard error of the estimate if 1,000 people answer.

        If there are several contrasts, or if no finite bound is known, the text is empty.
        """
        if len(self.contrast) > 1:
            return ""
        high = self._upper(mechanism)
        if is_infinite(high):
            return ""
        error = decimal(sqrt_bounds(enclose(high)[1] / 1000)[1], direction="upper")
        return f"its standard error is at most {error} from 1,000 people"

    def _upper(self, mechanism: Answers) -> Bound:
        """Bound the value from above. The bound is infinity if no finite one is known, or if ε is free."""
        lists, matrix = self.prevalences.at(mechanism.k), mechanism.matrix
        if matrix is not None and matrix.is_free:
            return INFINITY
        if matrix is None or len(lists) > 1:
            return mechanism.value(self)[1]
        found = upper_variances(matrix.rows, lists[0], self.contrast)
        return INFINITY if found is None else total_of(found)

    def arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        """The positional and keyword arguments that construct this objective again."""
        given, named = self.prevalences.arguments()
        return (self.contrast, *given), named

    def to_fields(self) -> dict[str, Any]:
        """Return the contrasts (one per row) and the prevalences, in the form that JSON stores."""
        return {"contrast": [[show(x) for x in row] for row in self.contrast], **self.prevalences.to_fields()}

    @classmethod
    def from_fields(cls, data: Mapping[str, Any]) -> Contrast:
        """Read the objective that `to_fields` wrote."""
        return cls(data["contrast"], Prevalences.from_fields(data))

    @classmethod
    def from_options(cls, name: str, given: Mapping[str, Any]) -> Contrast:
        """The objective of the option --contrast (a file with rows) or of --scores."""
        scores, rows = given.get("scores"), given.get("contrast")
        if (scores is None) == (rows is None):
            raise InputError(
                "the contrast needs --scores, such as 1,2,3,4,5, or --contrast FILE, a CSV with one row per contrast"
            )
        chosen: Any = scores if scores is not None else rows
        return cls(chosen, read_stated_prevalences(given))

    def statement(self, problem: Problem, scope: Scope) -> dict[str, Any]:
        """The name, the contrasts (one per row) and the prevalences, as a certificate states them."""
        rows = scope.matrix(self.contrast)
        return {"name": "contrast variance", "contrast": rows, **self.prevalences.state(problem.k, scope)}

    def __str__(self) -> str:
        row = ", ".join(map(show, self.contrast[0][:12])) + (", …" if len(self.contrast[0]) > 12 else "")
        what = f"the mean of the scores {row}" if len(self.contrast) == 1 else f"{len(self.contrast)} contrasts"
        return f"variance of {what} at {self.prevalences}"


def _read_contrast(given: Sequence[object]) -> tuple[tuple[Fraction, ...], ...]:
    """Read at most `MOST_ROWS` rows of rationals, all of the same length of at least two. If every row is constant, refuse them."""
    listed = list(given)
    is_nested = bool(listed) and all(isinstance(x, Iterable) and not isinstance(x, str | bytes) for x in listed)
    rows = tuple(tuple(map(read_rational, row)) for row in (listed if is_nested else [listed]))  # type: ignore[call-overload]
    if len({len(row) for row in rows}) != 1 or len(rows[0]) < 2:
        raise InputError("all rows of a contrast must have the same length of at least two; give one number per input")
    if len(rows) > MOST_ROWS:
        raise InputError(f"{len(rows)} contrasts were given; give at most {MOST_ROWS}")
    if all(x == row[0] for row in rows for x in row):
        raise InputError(
            "every contrast gives all inputs the same weight, so there is nothing to estimate; give different weights"
        )
    return rows
