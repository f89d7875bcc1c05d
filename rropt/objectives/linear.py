"""Objectives that are linear in the entries of the mechanism, Σ_ij W_ij·P_ij, their sums, and the worst of several."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import mul
from typing import TYPE_CHECKING, ClassVar

from flint import fmpq

from rropt import engine, poses
from rropt.engine.asks import Asked, Condition
from rropt.engine.found import Found, Impossible
from rropt.engine.theorems import largest_trace
from rropt.exact.conversion import sympy_of
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import total_of
from rropt.mechanism import Mechanism
from rropt.objectives.base import (
    Document,
    Objective,
    Sense,
    Sum,
    Terms,
    Worst,
    all_of,
    is_given,
    read_matrix,
    read_prior,
    read_rationals,
)
from rropt.show import set_fields
from rropt.solvers.rational import fraction, rational

if TYPE_CHECKING:
    import cvxpy

    from rropt.engine.pieces import Cut, Piece, Reader
    from rropt.poses.sympy import SymbolicProblem

__all__ = ["Linear", "LinearObjective", "LinearSum", "Trace", "Utility", "WorstLinear"]

Weights = tuple[tuple[Fraction, ...], ...]


class LinearObjective(Objective):
    """Σ_ij W_ij·P_ij, a linear objective. A subclass says what W is."""

    __slots__ = ()

    @abstractmethod
    def weights(self, k: int) -> Weights:
        """W for k inputs, a row for each output."""

    def matrices(self, k: int) -> tuple[Weights, ...]:
        """The weights of each objective whose worst is meant: of this one alone."""
        return (self.weights(k),)

    def outputs(self, k: int) -> int:
        """As many outputs as W has rows."""
        return len(self.matrices(k)[0])

    def solve(self, asked: Asked, outputs: int | None, conditions: Sequence[Condition]) -> Found | Impossible:
        """Solve the linear program of the entries."""
        found = engine.linear.maximise(asked, self._maximised(asked.k), conditions)
        return found if isinstance(found, Impossible) else self._turned(found)

    def solve_in_pieces(
        self, asked_at: Reader, ends: tuple[Cut, Cut | None], conditions: Sequence[Condition]
    ) -> list[Piece]:
        """Write optimal bases out in t."""
        asked = asked_at(ends[0].high + 1)
        if asked.common is None or asked.common[1]:
            raise InputError(
                "formulas of a linear objective for a range of budgets are found under one demand on all pairs with delta = 0; ask "
                "for a sweep over some numbers of the range"
            )
        k = asked.k
        found = engine.pieces.pieces(asked_at, self._maximised(k), ends, conditions)
        return [replace(piece, found=self._turned(piece.found)) for piece in found]

    def as_cvxpy(self, asked: Asked, conditions: Sequence[Condition], labels: int = 1) -> cvxpy.Problem:
        """The linear program of the entries."""
        return poses.cvxpy.pose_entries(asked, self.matrices(asked.k), self.sense, conditions)

    def as_sympy(self, asked: Asked, conditions: Sequence[Condition], labels: int = 1) -> SymbolicProblem:
        """The linear program of the entries."""
        return poses.sympy.pose_entries(asked, self.matrices(asked.k), self.sense, conditions)

    def is_only(self, asked: Asked, conditions: Sequence[Condition]) -> bool:
        """Look for another optimum."""
        return bool(engine.linear.is_only_optimum(asked, self._maximised(asked.k), conditions))

    def _maximised(self, k: int) -> list[list[list[fmpq]]]:
        """The weights of what is maximised: what is to be small has the opposite sign."""
        found = [[list(map(rational, row)) for row in W] for W in self.matrices(k)]
        return found if self.sense == "max" else [[[-w for w in row] for row in W] for W in found]

    def _turned(self, found: Found) -> Found:
        return found if self.sense == "max" else replace(found, lower=-found.upper, upper=-found.lower)

    def value_bounds(self, mechanism: Mechanism) -> tuple[Number, Number]:
        """The value, exactly: the worst where several are meant."""
        values = [_total(W, mechanism) for W in self.matrices(mechanism.k)]
        found = min(values) if self.sense == "max" else max(values)
        return found, found

    def combined(self, terms: Terms, *, worst: bool) -> Objective:
        """The weighted sum of linear objectives, or the worst of them."""
        parts = all_of(LinearObjective, terms)
        return WorstLinear(parts) if worst else LinearSum(parts)


@dataclass(frozen=True, slots=True)
class Trace(LinearObjective):
    """Σ_i w_i·P_ii, with one weight for each input, 1 unless given; larger is better.

    Args:
        weights: One number for each input; 1 each if not given.

    Raises:
        InputError: A weight is no rational number, or the list is empty.

    Examples:
        >>> from rropt import from_spec
        >>> print(Trace().value(from_spec("krr:k=3,epsilon=ln3")))
        9/5

    Reference: Chai and Nayak (2018), section 4; SPEC.md, 5.1.
    """

    name: ClassVar[str] = "trace"
    sense: ClassVar[Sense] = "max"
    of_inputs: tuple[Fraction, ...]

    def __init__(self, weights: Iterable[object] = ()) -> None:
        set_fields(self, of_inputs=read_rationals(weights, "weights") if weights != () else ())

    @property
    def inputs(self) -> int | None:
        """As many inputs as weights, if these are given."""
        return len(self.of_inputs) or None

    def solve(self, asked: Asked, outputs: int | None, conditions: Sequence[Condition]) -> Found | Impossible:
        """By the theorem where it holds, else by the linear program."""
        by_theorem = None if conditions or self.of_inputs else largest_trace(asked)
        return by_theorem or LinearObjective.solve(self, asked, outputs, conditions)

    def as_sympy(self, asked: Asked, conditions: Sequence[Condition], labels: int = 1) -> SymbolicProblem:
        """The linear program of the entries, with the formula of the theorem where it holds."""
        formula = None
        if asked.common is not None and not conditions and not self.of_inputs:
            ratio, slack = asked.common
            formula = poses.sympy.largest_trace(asked.k, sympy_of(ratio.exact), sympy_of(fraction(slack)))
        return poses.sympy.pose_entries(asked, self.matrices(asked.k), self.sense, conditions, formula)

    def weights(self, k: int) -> Weights:
        """The weights on the diagonal."""
        own = self.of_inputs or (Fraction(1),) * k
        return tuple(tuple(w if i == j else Fraction(0) for j in range(k)) for i, w in enumerate(own))

    def stated(self, k: int) -> Document:
        """A trace, or a weighted trace."""
        if not self.of_inputs:
            return {"name": "trace", "sense": "max"}
        return {"name": "weighted trace", "sense": "max", "weights": self.of_inputs}


@dataclass(frozen=True, slots=True)
class Utility(LinearObjective):
    """Σ_ij π_j·U_ij·P_ij, the mean utility of the action that an answer leads to; a loss with the sense "min".

    Args:
        utilities: A row for each action, a column for each input.
        prior: The probabilities of the inputs; equal ones if not given.
        sense: "max" for a utility, "min" for a loss.

    Raises:
        InputError: The utilities are no matrix of rational numbers, or the prior is no distribution of as many inputs.

    Examples:
        >>> from rropt import from_spec
        >>> print(Utility([[1, 0], [0, 1]], ["1/4", "3/4"]).value(from_spec("warner:p=3/4")))
        3/4

    Reference: SPEC.md, 5.1.
    """

    utilities: Weights
    prior: tuple[Fraction, ...]
    sense: Sense

    def __init__(
        self, utilities: Iterable[Iterable[object]], prior: Iterable[object] = (), *, sense: Sense = "max"
    ) -> None:
        found = read_matrix(utilities, "utilities")
        k = len(found[0])
        own = read_prior(prior) if is_given(prior) else (Fraction(1, k),) * k
        if len(own) != k:
            raise InputError(f"the prior has {len(own)} probabilities, but there are utilities for {k} inputs")
        set_fields(self, utilities=found, prior=own, sense=_read_sense(sense))

    @property
    def name(self) -> str:  # type: ignore[override]
        """A utility, or a loss."""
        return "utility" if self.sense == "max" else "loss"

    @property
    def inputs(self) -> int:
        """As many inputs as the matrix has columns."""
        return len(self.prior)

    def weights(self, k: int) -> Weights:
        """Each utility times the probability of its input."""
        return tuple(tuple(p * u for p, u in zip(self.prior, row, strict=True)) for row in self.utilities)

    def stated(self, k: int) -> Document:
        """A utility."""
        return {"name": "utility", "sense": self.sense, "utility": self.utilities, "prior": self.prior}


@dataclass(frozen=True, slots=True)
class Linear(LinearObjective):
    """Σ_ij C_ij·P_ij for any matrix C, a row for each output and a column for each input; smaller is better unless said.

    Args:
        cost: The matrix C.
        sense: "min" for a cost, "max" for a gain.

    Raises:
        InputError: C is no matrix of rational numbers.

    Examples:
        >>> from rropt import from_spec
        >>> print(Linear([[0, 1], [1, 0]]).value(from_spec("warner:p=3/4")))
        1/2

    Reference: SPEC.md, 5.1.
    """

    name: ClassVar[str] = "linear"
    cost: Weights
    sense: Sense

    def __init__(self, cost: Iterable[Iterable[object]], *, sense: Sense = "min") -> None:
        set_fields(self, cost=read_matrix(cost, "cost"), sense=_read_sense(sense))

    @property
    def inputs(self) -> int:
        """As many inputs as the matrix has columns."""
        return len(self.cost[0])

    def weights(self, k: int) -> Weights:
        """The matrix itself."""
        return self.cost

    def stated(self, k: int) -> Document:
        """A linear objective with its coefficients."""
        return {"name": "linear", "sense": self.sense, "costs": self.cost}


@dataclass(frozen=True, slots=True)
class LinearSum(Sum, LinearObjective):
    """Σ_a w_a·(objective a), where all are maximised or all minimised."""

    def weights(self, k: int) -> Weights:
        """The sum of the terms' matrices, which must have one shape."""
        matrices = _of_one_shape([term.weights(k) for _, term in self.members])
        factors = [w for w, _ in self.members]
        cells = [zip(*rows, strict=True) for rows in zip(*matrices, strict=True)]
        return tuple(tuple(sum(map(mul, factors, own), Fraction(0)) for own in row) for row in cells)

    def stated(self, k: int) -> Document:
        """A linear objective with the coefficients of the sum."""
        return {"name": "linear", "sense": self.sense, "costs": self.weights(k)}


@dataclass(frozen=True, slots=True)
class WorstLinear(Worst, LinearObjective):
    """The least of several linear objectives if they are maximised, else the largest."""

    def weights(self, k: int) -> Weights:
        """There is no one matrix."""
        raise InputError("the worst of several objectives has no one matrix of weights; give its parts")

    def matrices(self, k: int) -> tuple[Weights, ...]:
        """A matrix for each, all of one shape."""
        return tuple(_of_one_shape([one.weights(k) for _, one in self.members]))

    def stated(self, k: int) -> Document:
        """The worst of the objectives, each as if alone."""
        return {"name": "worst", "of": [one.stated(k) for _, one in self.members]}


def _of_one_shape(matrices: Sequence[Weights]) -> Sequence[Weights]:
    shapes = {(len(W), len(W[0])) for W in matrices}
    if len(shapes) > 1:
        raise InputError(f"the objectives are for {sorted(shapes)} outputs and inputs, which must be the same for all")
    return matrices


def _total(weights: Weights, mechanism: Mechanism) -> Number:
    if len(weights) != mechanism.m or len(weights[0]) != mechanism.k:
        raise InputError(
            f"the objective is for {len(weights)} outputs and {len(weights[0])} inputs, but the mechanism has {mechanism.m} and "
            f"{mechanism.k}"
        )
    return total_of(
        [w * p for a, b in zip(weights, mechanism.rows, strict=True) for w, p in zip(a, b, strict=True) if w]
    )


def _read_sense(sense: object) -> Sense:
    if sense not in ("max", "min"):
        raise InputError(f'sense must be "max" or "min", not {str(sense)[:60]!r}')
    return sense
