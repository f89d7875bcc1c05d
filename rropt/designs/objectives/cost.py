"""The objective Linear, Σ_ij C_ij p_ij for a matrix C of costs or gains, without a prior. Every linear objective has this form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from rropt.designs.objectives.linear import Factors, LinearObjective, cut
from rropt.exact.errors import InputError, Received
from rropt.exact.matrix import Matrix
from rropt.exact.reading import read_matrix
from rropt.exact.spelling import show
from rropt.problem.contract import Sense

if TYPE_CHECKING:
    from rropt.certificate.scope import Scope
    from rropt.problem.problem import Problem

__all__ = ["Linear"]


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Linear(LinearObjective):
    """Σ_ij C_ij p_ij, where p_ij is the chance of output i at input j, and C is an m×k matrix with one row per output.

    C is a cost, and less is better, unless `sense="max"`.

    Args:
        cost: C, m rows of k numbers.
        sense: "min" for a cost, "max" for a gain.

    Raises:
        InputError: C is no matrix, or the sense is neither "min" nor "max".

    Example:
        >>> from rropt import LDP, Linear, design
        >>> print(design(Linear([[0, 1, 2], [1, 0, 1], [2, 1, 0]]), LDP("ln3")).value)
        8/5

    Reference: SPEC.md, 4.1, the bound that prices prove.
    """

    costs: Matrix
    sense: Sense
    given_by_input: ClassVar[str] = "columns"
    name: ClassVar[str] = "linear"
    called: ClassVar[str] = "linear cost"
    options: ClassVar[frozenset[str]] = frozenset({"cost", "sense"})

    def __init__(self, cost: Iterable[Iterable[object]], *, sense: Sense = "min") -> None:
        if sense not in ("max", "min"):
            raise InputError(Received("sense", str(sense)), " must be min (a cost) or max (a gain)")
        object.__setattr__(self, "costs", read_matrix(cost))
        object.__setattr__(self, "sense", sense)

    def factors(self, k: int, m: int) -> Factors:
        """Return each entry of the m×k matrix of costs or gains as a pair of factors, here the entry and 1."""
        if (len(self.costs), len(self.costs[0])) != (m, k):
            raise InputError(
                f"a cost matrix of {len(self.costs)} rows and {len(self.costs[0])} columns does not fit {m} outputs and {k} "
                "inputs; give one row per output and one column per input"
            )
        return [[(x, Fraction(1)) for x in row] for row in self.costs]

    @property
    def inputs(self) -> int:
        """The number of inputs, one for each column of the matrix of costs or gains."""
        return len(self.costs[0])

    def natural_outputs(self, k: int) -> int:
        """The number of outputs: one for each row of the matrix of costs or gains."""
        return len(self.costs)

    def rational_near(self) -> Linear:
        """The objective with each cost or gain rounded down to a rational near it."""
        return Linear([[cut(x) for x in row] for row in self.costs], sense=self.sense)

    def arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        """The positional and keyword arguments that construct this objective again."""
        return (self.costs,), {} if self.sense == "min" else {"sense": self.sense}

    def to_fields(self) -> dict[str, Any]:
        """Return the matrix of costs or gains in the form that JSON stores."""
        return {"cost": [list(map(show, row)) for row in self.costs]}

    @classmethod
    def from_fields(cls, data: Mapping[str, Any]) -> Linear:
        """Read the objective that `to_fields` wrote."""
        return cls(data["cost"], sense=data["sense"])

    @classmethod
    def from_options(cls, name: str, given: Mapping[str, Any]) -> Linear:
        """The objective of the options --cost (a table of numbers) and --sense."""
        if given.get("cost") is None:
            raise InputError(
                "the linear objective needs --cost FILE, a CSV with one row per output and one column per input"
            )
        return cls(given["cost"], sense=given.get("sense") or "min")

    def statement(self, problem: Problem, scope: Scope) -> dict[str, Any]:
        """The name, the sense, and the matrix of costs or gains, as a certificate states them."""
        return {"name": "linear", "sense": self.sense, "costs": scope.matrix(self.costs)}

    def __str__(self) -> str:
        return f"linear {'cost' if self.sense == 'min' else 'gain'} ({len(self.costs)}×{len(self.costs[0])})"
