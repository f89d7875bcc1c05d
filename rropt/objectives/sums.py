"""Objectives that are a sum Σ f(r) over the rows of a mechanism, f convex and homogeneous: their sums, and the least of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from flint import arb, fmpq

from rropt import poses
from rropt.engine.asks import Asked, Condition
from rropt.engine.cone import Row
from rropt.engine.equal import symmetric_sum
from rropt.engine.found import Found, Impossible
from rropt.engine.one_bit import two_answers
from rropt.engine.prices import lists_of, number_classes
from rropt.engine.reals import precise
from rropt.engine.sums import Question, Summand, maximise_sum
from rropt.exact.element import Element, Number
from rropt.exact.matrix import total_of
from rropt.mechanism import Mechanism
from rropt.objectives.base import Document, Objective, Sense, Sum, Terms, Worst, all_of
from rropt.solvers.rational import fraction, rational

if TYPE_CHECKING:
    import cvxpy

    from rropt.poses.sympy import Formula, SymbolicProblem

__all__ = ["LeastSum", "RowSum", "RowSums", "total", "weigh", "weighted"]


# inputs up to which all patterns are compared
MOST_UNEQUAL = 12


class RowSum(Objective):
    """Σ_i f(r_i), or the least of several such sums; larger is better. A subclass says what f is."""

    __slots__ = ()

    @property
    def sense(self) -> Sense:
        """Larger is better."""
        return "max"

    @abstractmethod
    def summands(self, k: int) -> tuple[Summand, ...]:
        """The functions f of the sums whose least is meant: mostly one."""

    def classes(self, k: int) -> tuple[int, ...]:
        """The class of each input: exchanging two of a class changes nothing, as no list of numbers tells them apart."""
        lists = [*lists_of(self.stated(k), k)]
        return number_classes([tuple(own[j] for own in lists) for j in range(k)])

    def is_symmetric(self, k: int) -> bool:
        """Whether one sum is meant that treats all inputs alike."""
        return len(self.terms) == len(self.summands(k)) == 1 and not any(self.classes(k))

    @property
    def may_have_two_outputs(self) -> bool:
        """They may be asked for of one sum."""
        return self.may_be_combined

    def solve(self, asked: Asked, outputs: int | None, conditions: Sequence[Condition]) -> Found | Impossible:
        """Solve the linear program over rows, or compare mechanisms of two answers."""
        summands = self.summands(asked.k)
        if outputs is not None and not conditions:
            return two_answers(asked, summands[0])
        is_many_alike = asked.k > MOST_UNEQUAL and not conditions and self.is_symmetric(asked.k)
        by_theorem = symmetric_sum(asked, summands[0]) if is_many_alike else None
        return by_theorem or maximise_sum(Question(asked, summands, conditions, outputs or 1, self.classes(asked.k)))

    def as_cvxpy(self, asked: Asked, conditions: Sequence[Condition], labels: int = 1) -> cvxpy.Problem:
        """The linear program of weights of rows."""
        functions = [partial(_of_row, one) for one in self.summands(asked.k)]
        return poses.cvxpy.pose_sums(asked, functions, conditions, labels if conditions else 1)

    def formula(self, asked: Asked) -> Formula | None:
        """The formula of the optimum under one ratio of all pairs, if there is one."""
        return None

    def as_sympy(self, asked: Asked, conditions: Sequence[Condition], labels: int = 1) -> SymbolicProblem:
        """The linear program of weights of rows, with a formula of its optimum if there is one."""
        formula = None if conditions or asked.only_pure is None else self.formula(asked)
        functions = [one.of for one in self.summands(asked.k)]
        return poses.sympy.pose_sums(asked, functions, conditions, labels if conditions else 1, formula)

    def value_bounds(self, mechanism: Mechanism) -> tuple[Number, Number]:
        """The least of the sums: exactly if every f is a rational function, else between rationals."""
        found = [one.bounds(mechanism.rows) for one in self.summands(mechanism.k)]
        return min(low for low, _ in found), min(high for _, high in found)

    def value_bounds_of_k_ary(self, k: int, own: Number, other: Number) -> tuple[Number, Number]:
        """All rows of it count the same, if one sum is meant that treats all inputs alike."""
        if not self.is_symmetric(k):
            return Objective.value_bounds_of_k_ary(self, k, own, other)
        low, high = self.summands(k)[0].bounds([(own, *[other] * (k - 1))])
        return k * low, k * high

    def combined(self, terms: Terms, *, worst: bool) -> Objective:
        """The weighted sum of such objectives, or the least of them."""
        parts = all_of(RowSum, terms)
        return LeastSum(parts) if worst else RowSums(parts)


@dataclass(frozen=True, slots=True)
class RowSums(Sum, RowSum):
    """Σ_a w_a·(objective a)."""

    def summands(self, k: int) -> tuple[Summand, ...]:
        """The weighted sum of the functions."""
        return (weighted([(rational(w), term.summands(k)[0]) for w, term in self.members]),)

    def stated(self, k: int) -> Document:
        """Several objectives with their weights."""
        return {
            "name": "together",
            "of": [term.stated(k) for _, term in self.members],
            "weights": [w for w, _ in self.members],
        }


@dataclass(frozen=True, slots=True)
class LeastSum(Worst, RowSum):
    """The least of several sums."""

    def summands(self, k: int) -> tuple[Summand, ...]:
        """The function of each."""
        return tuple(one.summands(k)[0] for _, one in self.members)

    def stated(self, k: int) -> Document:
        """Several objectives without weights."""
        return {"name": "together", "of": [one.stated(k) for _, one in self.members]}


def weighted(terms: Sequence[tuple[fmpq, Summand]]) -> Summand:
    """The function Σ w_a·f_a."""
    weights = [w for w, _ in terms]
    tilts = zip(*(one.tilt for _, one in terms), strict=True)
    return Summand(
        lambda row: weigh(weights, [one.of(row) for _, one in terms]),
        tuple(weigh(weights, own) for own in tilts),
        all(one.is_exact for _, one in terms),
    )


def weigh(weights: Sequence[fmpq], values: Sequence[Any]) -> Any:
    """Σ w·x of rationals and balls, of exact numbers, or of expressions of sympy."""
    own: Sequence[Any] = weights if isinstance(values[0], fmpq | arb) else list(map(fraction, weights))
    return total([w * x for w, x in zip(own, values, strict=True) if w])


def total(terms: Sequence[Any]) -> Any:
    """The sum of rationals and balls, of exact numbers, or of expressions of sympy."""
    return total_of(terms) if all(isinstance(x, Fraction | Element) for x in terms) else sum(terms)


def _of_row(one: Summand, row: Row) -> float:
    with precise():
        return float(arb(one.of(row)))
