"""The answers of a program: a closed form, a solver's floats, evidence for the checker, pieces of an interval, or a proof that no
mechanism meets the conditions or has a finite value."""

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
    """A theorem's answer: the theorem's name, the optimal value, an optimal mechanism (`rows`) and, if the theorem lists them, all
    optimal ones (`optima`). `multipliers` has the prices that prove the value, by name."""

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
    """A mechanism, bounds on the optimum, and the certificate of both, which the checker is asked to judge; `outputs` are the
    labels of the rows.

    `rows` is empty if the certificate describes the mechanism by kinds of sets of inputs, because the sets are too many to write
    down. `is_bounded` means that the certificate shows only the mechanism's privacy, and that rropt alone states the bounds. Each
    matrix of `estimators` turns shares of outputs into estimates; there is one for each planned list of prevalences.
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
        """Make evidence without `rows`, for a certificate that describes the mechanism by kinds of sets of inputs."""
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
    """The result that no mechanism which keeps the demand has a finite value, because every answer is independent of the truth.
    `certificate` proves this, and `note` says it."""

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
    """The answer if epsilon, delta or the prevalence is free. `pieces` are intervals, on each of which one formula (or one pair of
    bounds) holds; `legs` are the answers of theorem, solver and checker.

    If one mechanism is optimal on the whole interval, `mechanism` gives it as a function of the free number; `value` is then its
    value, if that is one number or a function of t.
    """

    pieces: tuple[Piece, ...]
    certificate: str
    sentence: str
    legs: tuple[Leg, Leg, Leg]
    mechanism: Mechanism | None = None
    value: Number | None = None
    notes: tuple[str, ...] = ()
