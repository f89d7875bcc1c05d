"""The largest variance of a contrast of length 1 of the estimated shares (E-optimality), or of a single share.

Let C = M⁻¹ − ππᵀ be n times the covariance of the estimated shares (`estimation` explains M and π). The largest variance of a
contrast of length 1 is the largest eigenvalue of C. The largest variance of a single share is max_j C_jj. This is the largest
variance of the contrasts e_1 … e_k, and the reduction `OneShare` restates the problem in this way.

For every mechanism, the mean variance of a share, Tr C/k, is at most max_j C_jj. This is at most the largest eigenvalue of C.
Therefore the optimal values of these three objectives are in the same order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, get_args

from rropt.designs.objectives.contrast import Contrast
from rropt.designs.objectives.covariances.covariance import Square, bounds_of_ball, common_variance
from rropt.designs.objectives.covariances.of_sets import SetCovariance
from rropt.designs.objectives.estimation import EveryShare
from rropt.designs.objectives.estimation_together import VarianceWorst
from rropt.designs.objectives.shares import Prevalences, read_given, read_stated_prevalences
from rropt.exact.element import Bound, Number
from rropt.exact.errors import Either, InputError, Received
from rropt.exact.infinity import INFINITY
from rropt.mechanism import Mechanism
from rropt.problem.contract import Further, Reduction
from rropt.problem.problem import Problem
from rropt.problem.result import Design

if TYPE_CHECKING:
    from rropt.certificate.scope import Scope

__all__ = ["LargestVariance", "OneShare"]

MOST_SHARES = 12  # each share is a contrast with its own inequality at every pattern
Of = Literal["contrasts", "shares"]


@dataclass(frozen=True, slots=True, init=False, repr=False)
class LargestVariance(EveryShare):
    """The largest n·Var of a contrast of length 1 of the shares estimated at prevalences π; smaller is better.

    π is a list of k positive numbers that sum to 1 (equal shares unless given). If several lists are given, the worst counts.
    With `of="shares"` the value is the largest n·Var of any single share.

    Args:
        prevalence: The shares at which the covariance is taken: a list, or several; equal ones if not given.
        of: "contrasts", all of length 1, or "shares".
        worst: Whether the worst of several lists is meant; it must be True if several are given.

    Raises:
        InputError: The shares are not positive numbers that sum to 1, `of` is neither of the two, several lists are given
            without `worst`, or `worst` is set without `prevalence`.

    Example:
        >>> from rropt import LDP, LargestVariance, design
        >>> print(design(LargestVariance(), LDP("ln3"), inputs=3, outputs="free").value)
        25/12
        >>> print(float(design(LargestVariance(of="shares"), LDP("ln3"), inputs=3).upper))
        1.3888888888888888

    Reference: Pukelsheim (2006), Optimal design of experiments, chapter 6 (the E-criterion).
    """

    prevalences: Prevalences
    of: Of
    name: ClassVar[str] = "largest-variance"
    together: ClassVar[str] = "rropt.designs.objectives.estimation_mixed"
    legs: ClassVar[str] = "rropt.designs.estimation.least_largest_variance"
    takes: ClassVar[frozenset[Further]] = frozenset({"averages", "labels"})

    options: ClassVar[frozenset[str]] = frozenset({"prevalence", "prevalences", "worst", "of"})

    def __init__(self, prevalence: object = None, *, of: Of = "contrasts", worst: bool = False) -> None:
        if of not in get_args(Of):
            raise InputError(Received("of", repr(of)), f" must be {' or '.join(get_args(Of))}")
        found = read_given(prevalence, None, worst=worst)
        if len(found.lists) > 1 and not found.is_worst:
            raise InputError(
                f"with {len(found.lists)} lists of prevalences, the largest variance is that of the worst list, not a mean over "
                "the lists; ask for the worst with ",
                Either("worst=True", "--worst"),
            )
        object.__setattr__(self, "prevalences", found)
        object.__setattr__(self, "of", of)

    @property
    def is_of_shares(self) -> bool:
        """Whether the value is the largest variance of a single share, not that of a contrast of length 1."""
        return self.of == "shares"

    def of_contrasts(self, k: int) -> VarianceWorst:
        """State the largest variance of one of k shares as the worst of the contrasts e_1 … e_k (e_j is 1 at j, else 0)."""
        return VarianceWorst(*(Contrast(row, self.prevalences) for row in self.contrast_of(k)))

    def value(self, mechanism: Mechanism) -> Bound:
        """Return the exact value; infinity if some share is not identified. A value without an exact form is refused."""
        low, high = self.value_bounds(mechanism)
        if low != high:
            raise InputError(
                "rropt cannot write the largest variance of this mechanism, an eigenvalue, exactly; use `value_bounds`, which "
                "gives bounds on it"
            )
        return low

    def value_bounds(self, mechanism: Mechanism) -> tuple[Bound, Bound]:
        """Return a lower and an upper bound of the value. They are equal if the value is known exactly, and infinite if some share
        is not identified."""
        found = self._estimates_at(mechanism)
        if mechanism.is_free and any(x is not None and common_variance(x.covariance) is None for x in found):
            raise InputError("the largest variance of this mechanism depends on epsilon; fix epsilon")
        bounds = [(INFINITY, INFINITY) if x is None else self.bounds_at(x.covariance) for x in found]
        return max(low for low, _ in bounds), max(high for _, high in bounds)

    def bounds_at(self, covariance: Square) -> tuple[Number, Number]:
        """Bound the largest eigenvalue of the covariance or, if single shares are meant, its largest diagonal entry.

        The bounds of the eigenvalue are equal if the entries are exact and all contrasts of length 1 have the same variance.
        """
        from rropt.designs.objectives.covariances.eigenvalue import enclose_largest

        if self.is_of_shares:
            lows, highs = zip(*(bounds_of_ball(row[j]) for j, row in enumerate(covariance)), strict=True)
            return max(lows), max(highs)
        value = common_variance(covariance)
        return (value, value) if value is not None else enclose_largest(covariance)

    def minimand(self, j: Any) -> tuple[Any, list[Any]]:
        """Return the expression that cvxpy minimises, and an empty list of constraints.

        Let J (`j`) be the information matrix of the contrasts. For contrasts of length 1, return the largest eigenvalue of −J. For
        single shares, return the largest bᵀJ⁻¹b over the rows b of B, whose columns are an orthonormal basis of the contrasts.
        """
        import cvxpy as cp
        import numpy as np

        from rropt.designs.rows.float_patterns import basis_beside

        if self.is_of_shares:
            return cp.maximum(*(cp.matrix_frac(b, j) for b in basis_beside(np.ones(j.shape[0] + 1)))), []
        return cp.lambda_max(-j), []

    def value_of_minimand(self, x: float, k: int) -> float:
        """Return the objective's value if the minimised expression has the value x: x for single shares, and −1/x for contrasts."""
        return x if self.is_of_shares else -1 / x

    def in_symbols(self, m: Any, outer: Any, place: int) -> Any:
        """Return the largest eigenvalue of the covariance M⁻¹ − ππᵀ in symbols (evaluated only at numbers) or, for single shares,
        its largest diagonal entry. The information matrix M is `m`, and ππᵀ is `outer`, for prevalences π."""
        import sympy

        from rropt.designs.objectives.covariances.symbols import largest_variance_of, variance_of

        if self.is_of_shares:
            rows = [sympy.ImmutableMatrix(sympy.eye(m.rows).row(j)) for j in range(m.rows)]
            return sympy.Max(*(variance_of(m, outer, row) for row in rows), evaluate=False)
        return largest_variance_of(m, outer)

    def value_where_alike(self, k: int, e: Any) -> Any:
        """Return the value if all contrasts of length 1 have the variance e: this is e, or e(1 − 1/k) for single shares."""
        return e * (k - 1) / k if self.is_of_shares else e

    def power_of_sum(self, k: int) -> int:
        """Return 1, because the lower bound that dual prices y prove is a constant divided by Σ y (`estimation.split`)."""
        return 1

    def bounds_of_sets(self, found: SetCovariance) -> tuple[Bound, Bound]:
        """Bound the value at one list of prevalences, from the covariance of a mechanism whose answers are sets of inputs."""
        if not self.is_of_shares:
            return found.largest()
        value = max(found.variances() or [INFINITY])
        return value, value

    def arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        """The positional and keyword arguments that construct this objective again."""
        given, named = self.prevalences.arguments()
        return given, {**self._stated_of, **named}

    def to_fields(self) -> dict[str, Any]:
        """Return the prevalences for JSON and, if the value is about single shares, the option `of`."""
        return {**self.prevalences.to_fields(), **self._stated_of}

    @property
    def _stated_of(self) -> dict[str, Any]:
        """The option `of`, unless it has its default."""
        return {"of": self.of} if self.is_of_shares else {}

    @classmethod
    def from_fields(cls, data: Mapping[str, Any]) -> LargestVariance:
        """Read the objective that `to_fields` wrote."""
        return cls(Prevalences.from_fields(data), of=data.get("of") or "contrasts")

    @classmethod
    def from_options(cls, name: str, given: Mapping[str, Any]) -> LargestVariance:
        """The objective at the stated prevalences."""
        return cls(read_stated_prevalences(given), of=given.get("of") or "contrasts")

    def statement(self, problem: Problem, scope: Scope) -> dict[str, Any]:
        """Return the name and prevalences for a certificate. Single shares are stated as k contrasts, the worst of which counts."""
        if self.is_of_shares:
            return self.of_contrasts(problem.k).statement(problem, scope)
        return {"name": "largest variance", **self.prevalences.state(problem.k, scope)}

    def __str__(self) -> str:
        return f"variance of the worst {'share' if self.is_of_shares else 'contrast'} at {self.prevalences}"


class OneShare(Reduction):
    """Restate the largest variance of a single share as the worst of k contrasts."""

    __slots__ = ()

    def simplify(self, problem: Problem) -> Problem | None:
        """Restate the problem as the worst of k contrasts, one for each share; None if the objective is not about single shares."""
        objective = problem.objective
        if not isinstance(objective, LargestVariance) or not objective.is_of_shares:
            return None
        if problem.k > MOST_SHARES:
            raise InputError(
                f"the largest variance of a share is supported for at most {MOST_SHARES} inputs, not for {problem.k}; give "
                "fewer inputs or, at equal prevalences, take total-variance, whose design gives all shares the same variance"
            )
        return problem.restated(objective=objective.of_contrasts(problem.k))

    def restore(self, found: Design, problem: Problem) -> Design:
        """Return the design for the restated problem, with the original problem in its place; nothing else changes."""
        return replace(found, problem=problem)
