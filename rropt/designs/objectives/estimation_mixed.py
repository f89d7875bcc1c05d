"""Objectives that combine several criteria on estimated shares: a weighted sum of them, or the largest of them.

Each combination can be written as the largest of several sums of *parts*, where a part is one criterion at one list of prevalences.
A mean over lists is such a sum. The worst of several lists is the largest of the values at the lists. The largest variance of one
share is the largest of k variances of contrasts. A sum of several maxima is the largest of all sums that take one member from each
maximum, because the members can be chosen independently.

If some objective that certificates can state equals the combination at every mechanism, it replaces the combination. It may be a
sum of total variances and contrasts, or the largest of several such sums. It may also be a largest variance, or a determinant, at
the worst of several lists. For two shares every criterion is a multiple of the variance V of one share, because the covariance is V
(1,−1)ᵀ(1,−1). Its trace and its largest eigenvalue are 2V.

Every other combination mixes different criteria. Variances, 1/det M and the largest eigenvalue are convex in M, so the design is
still a convex program in the weights of rows. rropt solves this program and bounds its optimum from both sides
(`rropt.designs.estimation.mixed`).
"""

from __future__ import annotations

import itertools
import math
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from rropt.designs.objectives.contrast import Contrast
from rropt.designs.objectives.determinant import Determinant
from rropt.designs.objectives.estimation import Estimation
from rropt.designs.objectives.estimation_together import (
    Combined,
    Largest,
    Sum,
    VarianceSum,
    VarianceWorst,
    at_list,
    lists_of,
)
from rropt.designs.objectives.largest_variance import LargestVariance
from rropt.designs.objectives.shares import Prevalences
from rropt.designs.objectives.total_variance import TotalVariance
from rropt.exact.errors import InputError
from rropt.exact.matrix import identity, rank, total_of
from rropt.problem.contract import Further
from rropt.problem.terms import OfSeveral, OfTerms, read_rational_terms, read_several

if TYPE_CHECKING:
    import cvxpy

    from rropt.certificate.scope import Scope
    from rropt.problem.posed.weights import Weighed
    from rropt.problem.problem import Problem
    from rropt.solvers.cvxpy import CvxpyAnswer

__all__ = ["EstimateSum", "EstimateWorst", "Group", "Mixed", "add", "express", "take_worst"]

MOST_GROUPS = 256
MOST_CERTIFIED = 16  # no certificate is made for the largest of more sums of variances
ZERO, ONE = Fraction(0), Fraction(1)
Group: TypeAlias = dict[Estimation, Fraction]
"""A sum of parts: each part is a criterion at one list of prevalences, and is mapped to its weight."""


class Mixed(Combined):
    """Base of the objectives that combine several criteria on estimated shares into one value."""

    __slots__ = ()
    contrasts_every_share: ClassVar[bool] = True
    is_paid_in_people: ClassVar[bool] = False  # a determinant is not
    legs: ClassVar[str] = "rropt.designs.estimation.mixed"
    together: ClassVar[str] = "rropt.designs.objectives.estimation_mixed"
    takes: ClassVar[frozenset[Further]] = frozenset({"averages", "labels"})

    @abstractmethod
    def groups(self, k: int) -> list[Group]:
        """List sums of parts, where a part is one criterion at one list of prevalences.

        The value of the objective is the largest of the sums.
        """

    def contrast_of(self, k: int) -> tuple[tuple[Fraction, ...], ...]:
        """The unit vectors e_1 … e_k: every share is estimated."""
        return identity(k)  # type: ignore[return-value]

    def known(self, k: int) -> Estimation | None:
        """Return an objective that certificates can state and that equals this one for every mechanism; None if there is none.

        An InputError is raised if this is the largest of several sums of variances that a certificate cannot state, because they
        are too many or one has several lists of prevalences, and if their contrasts together do not determine every share.
        """
        groups = [_of_two_shares(group) if k == 2 else group for group in self.groups(k)]
        parts = [part for group in groups for part in group]
        if all(isinstance(x, TotalVariance | Contrast) for x in parts):
            sums = list(dict.fromkeys(map(_sum_of, groups)))
            if len(sums) == 1:
                return sums[0]
            if len(sums) <= MOST_CERTIFIED and all(len(x.prevalences.lists) == 1 for x in sums):
                return VarianceWorst(*sums)
            if rank([(ONE,) * k, *(row for x in parts for row in x.contrast_of(k))]) == k:
                return None  # a mechanism with a finite value then identifies every share
            raise InputError(
                f"the {self} is the largest of {len(sums)} sums of variances, and its contrasts do not determine every share; "
                f"add a total variance with a small weight to one sum, or give at most {MOST_CERTIFIED} sums, each with one "
                "list of prevalences"
            )
        kind, is_plain = type(parts[0]), all(list(group.values()) == [ONE] for group in groups)
        if is_plain and {type(x) for x in parts} == {kind}:
            lists = tuple(dict.fromkeys(pi for x in parts for pi in x.prevalences.lists))
            return kind(Prevalences(lists, None if len(lists) > 1 else (ONE,)))  # type: ignore[call-arg]
        return None

    def statement(self, problem: Problem, scope: Scope) -> dict[str, Any]:
        """State, for a certificate, the objective that `known` returns. If `known` returns None, raise an InputError."""
        known = self.known(problem.k)
        if known is None:
            raise InputError(
                f"rropt cannot certify the {self}; for a certificate, give only total variances and contrasts, in at most "
                f"{MOST_CERTIFIED} sums, each with one list of prevalences"
            )
        return known.statement(problem, scope)

    def value_where_alike(self, k: int, e: Any) -> Any:
        """Compute the value of the objective if every contrast of length 1 has the same variance e."""
        return self._largest([_where_alike(group, k, e) for group in self.groups(k)])

    def as_cvxpy(self, problem: Problem) -> cvxpy.Problem:
        """Write the convex program over the weights of rows, whose optimum is the value of the objective.

        If `known` returns an objective, that objective's program is returned instead.
        """
        known = self.known(problem.k)
        return super().as_cvxpy(problem) if known is None else known.as_cvxpy(problem.restated(objective=known))

    def solve_cvxpy(self, problem: Problem, solver: str | None) -> CvxpyAnswer:
        """Solve in floats. If `known` returns another objective with the same value, solve that one instead."""
        known = self.known(problem.k)
        if known is None:
            return super().solve_cvxpy(problem, solver)
        return known.solve_cvxpy(problem.restated(objective=known), solver)

    def aim_in_cvxpy(self, frame: Weighed, prevalence: cvxpy.Parameter, k: int) -> Any:
        """Return the largest of the sums as a cvxpy expression. The constraints of the parts are added to the program `frame`."""
        import cvxpy as cp
        import numpy as np

        from rropt.designs.objectives.covariances.in_cvxpy import information_on_contrasts
        from rropt.designs.rows.float_patterns import basis_beside

        groups, basis, values = self.groups(k), basis_beside(np.ones(k)), {}
        at = {pi: information_on_contrasts(frame, prevalence, n) for n, pi in enumerate(self.prevalences.at(k))}
        for part in dict.fromkeys(part for group in groups for part in group):
            (pi,) = part.prevalences.lists
            values[part], beside = express(part, at[pi], basis)
            frame.constraints.extend(beside)
        sums = [cp.sum([float(w) * values[x] for x, w in group.items()]) for group in groups]
        return cp.maximum(*sums) if len(sums) > 1 else sums[0]

    def in_symbols_of(self, moments: Sequence[tuple[Any, Any]]) -> Any:
        """Return the value as a sympy expression: the largest of the sums that `groups` lists. `moments` has a pair for each list
        of prevalences π: the information matrix M, and the matrix ππᵀ."""
        k = moments[0][0].rows
        at = dict(zip(self.prevalences.at(k), moments, strict=True))

        def value(part: Estimation) -> Any:
            (pi,) = part.prevalences.lists
            return part.in_symbols(*at[pi], 0)

        return self._largest([sum(_symbol(w) * value(x) for x, w in group.items()) for group in self.groups(k)])

    def _largest(self, values: list[Any]) -> Any:
        if len(values) == 1 or not any(hasattr(x, "free_symbols") for x in values):
            return max(values)
        import sympy

        return sympy.Max(*values, evaluate=False)


@dataclass(frozen=True, slots=True, init=False, repr=False)
class EstimateSum(OfTerms, Sum, Mixed):
    """A weighted sum of objectives of estimates, such as `TotalVariance() + 2*LargestVariance()`; smaller is better.

    Args:
        terms: Pairs of a rational weight above 0 and an objective of estimates, of any kind. A determinant must be stated
            for one list of prevalences, or for the worst of several lists.

    Raises:
        InputError: There is no term, a weight is no rational number above 0, a determinant is about the mean over several lists, or
            the objectives differ in their number of inputs.

    Example:
        >>> from rropt import LDP, LargestVariance, TotalVariance, design
        >>> print(float(design(TotalVariance() + 2 * LargestVariance(), LDP("ln3"), inputs=3).upper))
        8.333333333333334

    Reference: SPEC.md, 4, the lemma on prices, by which rropt bounds this objective without the checker.
    """

    terms: tuple[tuple[Fraction, Estimation], ...]
    prevalences: Prevalences
    name: ClassVar[str] = "estimate-sum"
    such_as: ClassVar[str] = "total-variance + 2*largest-variance"
    called: ClassVar[str] = "sum of objectives of estimates"

    def __init__(self, *terms: tuple[object, object]) -> None:
        found = read_rational_terms(terms, Estimation)  # type: ignore[type-abstract]
        _require_one_mean([x for _, x in found])
        object.__setattr__(self, "terms", found)
        object.__setattr__(self, "prevalences", lists_of([x for _, x in found]))

    def groups(self, k: int) -> list[Group]:
        """List sums of parts; the value of the objective is the largest of these sums.

        The value of each term is itself the largest of some sums. Choose one of these sums for each term, multiply it by the term's
        weight, and add up the products; the result has one sum for each possible choice.
        """
        each = [[_times(w, group) for group in _groups_of(x, k)] for w, x in self.terms]
        many = math.prod(map(len, each))
        if many > MOST_GROUPS:
            raise InputError(
                f"the {self} is the largest of {many} sums, more than the {MOST_GROUPS} that are allowed; add fewer worst cases"
            )
        return [_merged(chosen) for chosen in itertools.product(*each)]


@dataclass(frozen=True, slots=True, init=False, repr=False)
class EstimateWorst(OfSeveral, Largest, Mixed):
    """The largest of several objectives of estimates, such as `worst(TotalVariance(), 2*LargestVariance())`; smaller is better.

    Args:
        objectives: Two or more objectives of estimates, of any kind, or sums of them. A determinant must be stated for one
            list of prevalences, or for the worst of several lists.

    Raises:
        InputError: Fewer than two objectives are given, a determinant is about the mean over several lists, or the
            objectives differ in their number of inputs.

    Example:
        >>> from rropt import LDP, LargestVariance, TotalVariance, design
        >>> from rropt.problem import worst
        >>> found = design(worst(TotalVariance(), 3 * LargestVariance()), LDP("ln3"), inputs=3)
        >>> found.verdict.value, float(found.upper)
        ('within', 6.25)

    Reference: SPEC.md, 4, the lemma on prices, by which rropt bounds this objective without the checker.
    """

    objectives: tuple[Estimation, ...]
    prevalences: Prevalences
    name: ClassVar[str] = "estimate-worst"
    such_as: ClassVar[str] = "worst(determinant, contrast)"
    called: ClassVar[str] = "worst of several objectives of estimates"

    def __init__(self, *objectives: object) -> None:
        found = read_several(objectives, Estimation)  # type: ignore[type-abstract]
        _require_one_mean(found)
        object.__setattr__(self, "objectives", found)
        object.__setattr__(self, "prevalences", lists_of(found))

    def groups(self, k: int) -> list[Group]:
        """Return in one list the sums of criteria of all objectives. The largest of these sums is the value. Each sum maps
        criteria to weights."""
        return [group for x in self.objectives for group in _groups_of(x, k)]


def add(terms: Sequence[tuple[object, object]]) -> Estimation:
    """Return the weighted sum of objectives; each of the `terms` is a pair of a weight and an objective.

    The sum is a `VarianceSum` if each objective is a total variance or a contrast, and none is about the worst of several lists of
    prevalences. Otherwise it is an `EstimateSum`.
    """
    found = EstimateSum(*terms)
    is_plain = all(isinstance(x, TotalVariance | Contrast) and not x.prevalences.is_worst for _, x in found.terms)
    return VarianceSum(*found.terms) if is_plain else found


def take_worst(objectives: Sequence[object]) -> Estimation:
    """Make the largest of several objectives.

    This is a `VarianceWorst` if each objective is a sum of variances, at one list of prevalences or at the worst of several; else
    it is an `EstimateWorst`.
    """
    found = EstimateWorst(*objectives)
    is_plain = all(
        isinstance(x, TotalVariance | Contrast | VarianceSum)
        and (x.prevalences.is_worst or len(x.prevalences.lists) < 2)
        for x in found.objectives
    )
    return VarianceWorst(*found.objectives) if is_plain else found


def express(part: Estimation, j: Any, basis: Any) -> tuple[Any, list[Any]]:
    """Return the value of a criterion as a convex cvxpy expression, and the constraints that it needs.

    The criterion `part` is about one list of prevalences. `basis` is a matrix B whose columns are an orthonormal basis of the
    contrasts. `j` is BᵀMB, where M is the information matrix of the shares.
    """
    import cvxpy as cp
    import numpy as np

    r = j.shape[0]
    if isinstance(part, LargestVariance):
        least = cp.Variable()
        return cp.inv_pos(least), [j - least * np.eye(r) >> 0]
    if isinstance(part, Determinant):
        return cp.exp(-cp.log_det(j)) / (r + 1), []
    return cp.matrix_frac((np.array(part.contrast_of(len(basis)), float) @ basis).T, j), []


def _require_one_mean(objectives: Sequence[Estimation]) -> None:
    """Refuse a determinant whose value is a mean over several lists of prevalences.

    This mean is a geometric mean, which cannot be written as a sum.
    """
    for x in objectives:
        if isinstance(x, Determinant) and len(x.prevalences.lists) > 1 and not x.prevalences.is_worst:
            raise InputError(
                f"the {x} cannot be combined with another objective, as a geometric mean is not a sum; give each determinant one "
                "list of prevalences, or the worst of several"
            )


def _groups_of(x: Estimation, k: int) -> list[Group]:
    """List sums of parts, where a part is one criterion at one list of prevalences.

    The value of the objective `x` is the largest of the sums.
    """
    if isinstance(x, Mixed):
        return x.groups(k)
    if isinstance(x, VarianceWorst):
        return [group for one in x.objectives for group in _groups_of(one, k)]
    if isinstance(x, VarianceSum):
        return [_merged([_times(w, group) for w, one in x.terms for group in _groups_of(one, k)])]
    if isinstance(x, LargestVariance) and x.is_of_shares:
        return _groups_of(x.of_contrasts(k), k)
    lists, weights = x.prevalences.at(k), x.prevalences.weights
    if weights is None:
        return [{_at(x, pi): ONE} for pi in lists]
    return [_merged([{_at(x, pi): w} for pi, w in zip(lists, weights, strict=True)])]


def _at(x: Estimation, pi: tuple[Fraction, ...]) -> Estimation:
    """Return the criterion restricted to one list of prevalences."""
    if isinstance(x, LargestVariance | Determinant):
        return type(x)(Prevalences((pi,)))
    return at_list(x, pi)


def _times(w: Fraction, group: Group) -> Group:
    return {part: w * x for part, x in group.items()}


def _merged(groups: Sequence[Group]) -> Group:
    found: Group = {}
    for group in groups:
        for part, w in group.items():
            found[part] = found.get(part, Fraction(0)) + w
    return found


def _of_two_shares(group: Group) -> Group:
    """Replace largest variances and determinants by variances of one share, if only two shares are estimated.

    `group` is a sum of criteria. For two shares, the largest variance is twice the variance of one share, and the determinant is
    equal to the variance of one share. In the new sum, a `Contrast` with a suitable weight stands for each of them.
    """
    found: list[Group] = []
    for part, w in group.items():
        (pi,) = part.prevalences.lists
        if isinstance(part, LargestVariance | Determinant):
            found.append({Contrast([0, 1], Prevalences((pi,))): w * (2 if isinstance(part, LargestVariance) else 1)})
        else:
            found.append({part: w})
    return _merged(found)


def _sum_of(group: Group) -> Estimation:
    """Return a sum of criteria as one objective: a `VarianceSum` or, if there is a single criterion of weight 1, that criterion."""
    parts = list(group.items())
    return parts[0][0] if len(parts) == 1 and parts[0][1] == ONE else VarianceSum(*((w, x) for x, w in parts))


def _where_alike(group: Group, k: int, e: Any) -> Any:
    """Compute the value of a sum of criteria for k shares if every contrast of length 1 has the same variance e."""
    found = []
    for part, w in group.items():
        if isinstance(part, Contrast):
            squares = (sum((x * x for x in row), ZERO) - sum(row, ZERO) ** 2 / k for row in part.contrast)
            found.append((w * sum(squares, ZERO), e))
        else:
            found.append((w, part.value_where_alike(k, e)))
    if hasattr(e, "free_symbols"):
        return sum(_symbol(w) * x for w, x in found)
    return total_of([w * x for w, x in found])


def _symbol(w: Fraction) -> Any:
    import sympy

    return sympy.Rational(w.numerator, w.denominator)
