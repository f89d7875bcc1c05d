"""The classes of answers that a program gives: a theorem's closed form, a solver's floats, evidence for the checker, pieces of an
interval, and proofs that no mechanism meets the conditions or has a finite value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeVar

from rropt.exact.element import Number
from rropt.exact.matrix import Matrix
from rropt.mechanism import Mechanism
from rropt.problem.pieces.piece import Piece
from rropt.problem.result import Leg, Optima

if TYPE_CHECKING:
    from rropt.solvers.cvxpy import CvxpyAnswer

__all__ = [
    "ClosedForm",
    "Evidence",
    "Face",
    "NumericAnswer",
    "Parts",
    "Search",
    "Unattained",
    "Unsatisfiable",
    "ask_cvxpy",
]

Face = tuple[Matrix, Matrix | None]
"""An optimal mechanism, and the other end of a segment of equally good ones that starts at it; None if there is no segment."""
Search = Literal["one", "few", "all"]
"""The optimal mechanisms to list: one, those found at little cost, or all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedForm:
    """A theorem's answer: the theorem's name, the optimal value, and the matrix `rows` of an optimal mechanism. If the theorem
    gives the value alone, `rows` is empty.

    If the theorem lists the optimal mechanisms, `optima` has them. Of a segment or a half-line of optimal mechanisms, it has only
    the ends. `multipliers` maps names to dual variables, which prove that no mechanism is better.
    """

    theorem: str
    value: Number
    rows: Matrix
    optima: tuple[Matrix, ...] = ()
    multipliers: Mapping[str, Number] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class NumericAnswer:
    """A solver's answer in floats. Values that differ by less than `resolution` are the same to the solver, because of its
    tolerance."""

    status: str
    value: float
    source: str
    resolution: float = 0.0


Form = TypeVar("Form")


def ask_cvxpy(solve: Callable[[Form, str], CvxpyAnswer], program: Form, solver: str) -> NumericAnswer:
    """Solve a program with a solver of cvxpy. The function `solve` poses the program and runs the solver, which must be
    installed."""
    from rropt.solvers.cvxpy import require_solver

    answer = solve(program, require_solver(solver))
    return NumericAnswer(status=answer.status, value=answer.value, source=f"cvxpy with {solver}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A mechanism with bounds on the optimum. `certificate` shows both to the checker.

    `rows` is the matrix of the mechanism, and `outputs` has the labels of its rows. If the answers are sets of inputs, the matrix
    may have too many rows to write down. Then `rows` is empty, and the certificate states a weight for each group of similar sets.
    If `is_bounded` is True, the certificate shows only that the mechanism keeps the demand, and rropt alone states the bounds.
    `estimators` has one matrix for each list of prevalences for which estimates are planned. Each matrix turns the shares of the
    outputs into estimates.
    """

    rows: Matrix
    bounds: tuple[Number, Number]
    certificate: str
    source: str
    minimisers: tuple[Face, ...] = ()
    optima: Optima | None = None
    outputs: tuple[str, ...] | None = None
    estimators: tuple[Matrix, ...] = ()
    notes: tuple[str, ...] = ()
    multipliers: Mapping[str, Number] = field(default_factory=dict)
    is_bounded: bool = False

    @classmethod
    def without_rows(cls, certificate: str, bounds: tuple[Number, Number], *, source: str) -> Evidence:
        """Make evidence with no `rows`, for a mechanism whose answers are sets of inputs. The certificate states a weight for each
        group of similar sets, instead of a matrix."""
        return cls(rows=(), bounds=bounds, certificate=certificate, source=source)

    @property
    def lower(self) -> Number:
        """The lower bound."""
        return self.bounds[0]

    @property
    def upper(self) -> Number:
        """The upper bound."""
        return self.bounds[1]

    @property
    def value(self) -> Number | None:
        """The exact value; None if the bounds differ, or if no certificate shows them."""
        return self.lower if self.lower == self.upper and not self.is_bounded else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unattained:
    """The result that no mechanism has a finite value. The demand makes every answer independent of the truth, so nothing can be
    estimated from the answers.

    `certificate` proves that the answers are independent of the truth. `note` is a sentence that tells this to the user.
    """

    certificate: str
    symbolic: Leg
    numeric: Leg
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsatisfiable:
    """The result that no mechanism which keeps the demand meets the conditions. `certificate` proves this; `notes` are sentences
    about it."""

    certificate: str
    numeric: Leg
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """The answer if epsilon, delta or the prevalence ranges over an interval.

    `pieces` are the parts of this interval. On each piece, one formula gives the optimum, or one pair of bounds encloses it. `legs`
    are three results to be compared: one of a theorem, one of a solver and one of the checker.

    `mechanism` is a mechanism that is optimal on the whole interval, given as a function of the number that ranges over the
    interval. It is None if there is no such mechanism, or if only `pieces` has the mechanisms. `value` is the value of `mechanism`,
    as one number or as a function of t = e^ε (or δ). It is None if the value has another form, or if `mechanism` is None.
    """

    pieces: tuple[Piece, ...]
    certificate: str
    sentence: str
    legs: tuple[Leg, Leg, Leg]
    mechanism: Mechanism | None = None
    value: Number | None = None
    notes: tuple[str, ...] = ()
