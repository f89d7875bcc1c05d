"""What the legs of a program answer: a theorem's closed form, a solver's floats, exact evidence, pieces, or why none is."""

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
"""An optimal mechanism, and what the face of optima leads towards of which it is the end."""
Search = Literal["one", "few", "all"]
"""How many of the optimal mechanisms are listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedForm:
    """What a theorem says of a problem: its value, one optimal mechanism, all of them where it names them, multipliers."""

    theorem: str
    value: Number
    rows: Matrix
    optima: tuple[Matrix, ...] = ()
    multipliers: Mapping[str, Number] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class NumericAnswer:
    """What a solver says, in floats, and how far apart values may be that its tolerance does not tell apart."""

    status: str
    value: float
    source: str
    resolution: float = 0.0


Form = TypeVar("Form")


def ask_cvxpy(solve: Callable[[Form, str], CvxpyAnswer], program: Form, solver: str) -> NumericAnswer:
    """What a solver of cvxpy says of a program, by the function that writes the program for it."""
    from rropt.solvers.cvxpy import require_solver

    answer = solve(program, require_solver(solver))
    return NumericAnswer(status=answer.status, value=answer.value, source=f"cvxpy with {solver}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What is proposed to the checker. `value` is None where only the bounds are known; `outputs` are labels of the rows.

    `rows` are empty where the certificate gives the mechanism by orbits of sets, of which there are too many to write down.
    `is_bounded` says that the bounds are rropt's own, and that the certificate is about the mechanism alone.
    `estimators` turn the shares of outputs into what is estimated, one for each list of prevalences that is planned for.
    """

    rows: Matrix
    value: Number | None
    lower: Number
    upper: Number
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
        """Evidence of a certificate that gives the mechanism by orbits; the value is exact where the bounds meet."""
        lower, upper = bounds
        value = lower if lower == upper else None
        return cls(rows=(), value=value, lower=lower, upper=upper, certificate=certificate, source=source)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unattained:
    """No mechanism of the demand has a finite value: the certificate of that, and what to say of each leg."""

    certificate: str
    symbolic: Leg
    numeric: Leg
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsatisfiable:
    """No mechanism of the demand meets the conditions: the certificate of that, and what to say."""

    certificate: str
    numeric: Leg
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """The answer where epsilon or the prevalence is free: its pieces, their certificates, and the three legs.

    Where one form is optimal throughout, `mechanism` is it; `value` is its value where that is one number or function of t.
    """

    pieces: tuple[Piece, ...]
    certificate: str
    sentence: str
    legs: tuple[Leg, Leg, Leg]
    mechanism: Mechanism | None = None
    value: Number | None = None
    notes: tuple[str, ...] = ()
