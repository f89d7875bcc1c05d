"""What all objectives on estimates of the shares of the inputs have in common: the shares at which they are planned, and the
covariance of the estimates of a mechanism."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from flint import arb, arb_mat, fmpq

from rropt import poses
from rropt.engine.asks import Asked, Condition
from rropt.engine.criteria import bound_eigenvalues, geometric_mean
from rropt.engine.equal import equal_shares, value_of_sets
from rropt.engine.estimates import Criterion, covariance_of, find, information_of
from rropt.engine.found import Found, Impossible, Unattained
from rropt.engine.reals import ball, end, precise
from rropt.exact.conversion import sympy_of
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import independent_rows, rank
from rropt.mechanism import Mechanism
from rropt.objectives.base import Document, Objective, Sense, Terms, read_lists
from rropt.solvers.rational import fraction, rational

if TYPE_CHECKING:
    import cvxpy

    from rropt.poses.sympy import SymbolicProblem

__all__ = [
    "Estimate",
    "Estimates",
    "Lists",
    "are_equal",
    "covariance",
    "places",
    "read_shares",
    "shares_at",
]

Lists = tuple[tuple[Fraction, ...], ...]
# objectives of which the theorem of equal shares speaks, by their names
THEOREMS = ("total variance", "determinant", "largest variance")


class Estimates(Objective):
    """A criterion of the covariance of the best estimates of k shares; smaller is better."""

    __slots__ = ()

    @property
    def sense(self) -> Sense:
        """Smaller is better."""
        return "min"

    @abstractmethod
    def criterion(self, k: int) -> Criterion:
        """The criterion as the engine knows it."""

    @property
    def inputs(self) -> int | None:
        """As many inputs as shares, if these are given."""
        lists: Lists = getattr(self, "lists", ())
        return len(lists[0]) if lists else None

    def planned_shares(self, k: int) -> tuple[Fraction, ...] | None:
        """Those of its list, equal ones if it names none."""
        if not hasattr(self, "lists"):
            return None
        lists: Lists = self.lists or ((Fraction(1, k),) * k,)
        return lists[0] if len(lists) == 1 else None

    @property
    def theorem(self) -> str | None:
        """The name under which the theorem of equal shares knows this objective, if it is about equal shares and this one."""
        return self.name if self.name in THEOREMS and are_equal(getattr(self, "lists", ())) else None

    def solve(
        self, asked: Asked, outputs: int | None, conditions: Sequence[Condition]
    ) -> Found | Impossible | Unattained:
        """By the theorem if all shares are equal, else by the interior point."""
        if conditions:
            raise InputError(
                f"conditions cannot be asked of the {self.name}; ask for a linear objective, or leave them out"
            )
        if asked.only_pure is not None and asked.only_pure.exact == 1:
            return Unattained()
        if self.theorem is not None and (found := equal_shares(self.theorem, asked)) is not None:
            return found
        return find(asked, self.criterion(asked.k))

    def as_cvxpy(self, asked: Asked, conditions: Sequence[Condition], labels: int = 1) -> cvxpy.Problem:
        """The semidefinite program of weights of rows."""
        return poses.cvxpy.pose_estimates(asked, self.planned(asked.k), partial(self.values, asked.k))

    def as_sympy(self, asked: Asked, conditions: Sequence[Condition], labels: int = 1) -> SymbolicProblem:
        """The criterion of the covariances at all lists, in weights of rows, with the formula of the theorem where it holds."""
        formula, pure = None, asked.only_pure
        if self.theorem is not None and pure is not None and pure.exact != 1:
            formula = poses.sympy.equal_shares(self.theorem, asked.k, sympy_of(pure.exact))
        values = partial(self.values, asked.k)
        return poses.sympy.pose_estimates(asked, self.planned(asked.k), values, formula)

    def planned(self, k: int) -> list[tuple[fmpq, ...]]:
        """The lists of shares at which the criterion is taken, equal shares if none are given."""
        return shares_at(getattr(self, "lists", ()), k)

    @abstractmethod
    def values(self, k: int, at: Sequence[Any]) -> Sequence[Any]:
        """The values of which the largest is meant, mostly one, of the best estimates at each list of shares.

        The estimates are those of a mechanism (`Estimate`), or posed for cvxpy or sympy (in `rropt.poses`).
        """

    def value_bounds(self, mechanism: Mechanism) -> tuple[Number, Number]:
        """Bounds of the criterion of the best estimates."""
        with precise():
            values = self.values(mechanism.k, [Estimate(mechanism, pi) for pi in self.planned(mechanism.k)])
            ends = [(fraction(end(x, up=False)), fraction(end(x, up=True))) for x in values]
        return max(low for low, _ in ends), max(high for _, high in ends)

    def value_bounds_of_k_ary(self, k: int, own: Number, other: Number) -> tuple[Number, Number]:
        """By the formula for sets of one input, where all shares are equal."""
        if self.theorem is None or own == other:
            return Objective.value_bounds_of_k_ary(self, k, own, other)
        value = value_of_sets(self.theorem, k, 1, own / other)
        return value, value

    def combined(self, terms: Terms, *, worst: bool) -> Objective:
        """Refuse a sum, and the worst of several."""
        raise InputError(
            f"a {self.name} cannot be part of a sum or of a worst case; add total variances and contrasts, or give it alone, with "
            "several lists of shares"
        )


def read_shares(given: Iterable[object]) -> Lists:
    """Read a list of positive shares that sum to 1, or several."""
    found = read_lists(given, "prevalence")
    for one in found:
        if min(one) <= 0:
            raise InputError(f"the prevalence has the entry {min(one)}, but shares that are estimated are above 0")
    return found


def shares_at(lists: Lists, k: int) -> list[tuple[fmpq, ...]]:
    """The lists as rationals, equal shares if none are given."""
    return [tuple(map(rational, one)) for one in lists or ((Fraction(1, k),) * k,)]


def places(lists: Lists, weights: Sequence[Fraction], k: int) -> Document:
    """The lists as a certificate states them."""
    if len(lists) < 2:
        return {"prevalences": lists[0] if lists else (Fraction(1, k),) * k}
    return {"several": lists} | ({"weights": weights} if weights else {})


def are_equal(lists: Lists) -> bool:
    """Whether the shares are all equal, in one list."""
    return len(lists) < 2 and all(len(set(one)) == 1 for one in lists)


def covariance(mechanism: Mechanism, shares: Sequence[fmpq]) -> arb_mat:
    """n times the covariance of the best estimates at these shares."""
    try:
        return covariance_of(_rows(mechanism), shares)
    except ZeroDivisionError:
        raise _not_told_apart("some shares") from None


@dataclass(frozen=True, slots=True)
class Estimate:
    """The best estimates of shares, which come from the answers of a mechanism."""

    mechanism: Mechanism
    shares: Sequence[fmpq]

    def variance(self, contrasts: Sequence[Sequence[fmpq]], weight: Fraction) -> arb:
        """A weight times n times the sum of the variances of contrasts.

        A mechanism may tell no more apart than the contrasts need. Then some differences d_j = r_j − r_k of columns are sums of
        others, and the contrasts K are the same sums, so that these others alone make K·I⁻¹·Kᵀ.
        """
        size, rows = self.mechanism.k - 1, self.mechanism.rows
        differences = [[row[j] - row[-1] for row in rows] for j in range(size)]
        own: Sequence[int] = range(size)
        if rank(differences) < size:
            own = independent_rows(differences)
            both = [
                [*difference, *(fraction(line[j] - line[-1]) for line in contrasts)]
                for j, difference in enumerate(differences)
            ]
            if rank(both) > len(own):
                raise _not_told_apart("the contrast")
        K = arb_mat(len(contrasts), len(own), [arb(line[j] - line[-1]) for line in contrasts for j in own])
        try:
            found = K * information_of(_rows(self.mechanism), self.shares, own).inv() * K.transpose()
        except ZeroDivisionError:  # its columns differ by less than what is carried
            raise _not_told_apart("the contrast") from None
        return rational(weight) * sum((found[a, a] for a in range(len(contrasts))), arb(0))

    def determinant(self) -> arb:
        """The determinant of n times the covariance of all shares but one."""
        own, G = range(self.mechanism.k - 1), covariance(self.mechanism, self.shares)
        return arb_mat(len(own), len(own), [G[a, b] for a in own for b in own]).det()

    def largest(self) -> arb:
        """The largest eigenvalue of n times the covariance; the variance of the eigenvector bounds it from below."""
        low, high = bound_eigenvalues([covariance(self.mechanism, self.shares)])
        return arb(low).union(arb(high))

    @staticmethod
    def mean(determinants: Sequence[arb], weights: Sequence[Fraction]) -> arb:
        """The geometric mean."""
        return geometric_mean(determinants, list(map(rational, weights)))


def _rows(mechanism: Mechanism) -> list[list[fmpq | arb]]:
    enclosed = cache(ball)  # of many entries, few numbers differ
    return [[enclosed(x) for x in row] for row in mechanism.rows if any(row)]


def _not_told_apart(what: str) -> InputError:
    return InputError(
        f"this mechanism does not tell all inputs apart, so that {what} cannot be estimated from its answers"
    )
