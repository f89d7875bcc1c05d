"""Expected utility (or loss): Σ_ij prior_j U_ij p_ij, where U_ij is what action i is worth when the truth is j.

Each output is an action. More outputs than actions never help: acting on an output is post-processing, and merging the
outputs that lead to one action keeps every demand that is closed under post-processing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.matrix import Matrix
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism, read_matrix

__all__ = ["Utility"]


@dataclass(frozen=True, slots=True, init=False)
class Utility:
    """Σ_ij prior_j U_ij p_ij for an m×k matrix U (rows = actions); the prior is uniform if not given.

    `sense="min"` makes U a loss: its least expectation is the Bayes risk under the demand.
    """

    matrix_of_utilities: Matrix
    prior: tuple[Number, ...]
    sense: Literal["max", "min"]
    name: ClassVar[str] = "utility"

    def __init__(
        self,
        utilities: Iterable[Iterable[object]],
        prior: Iterable[object] | None = None,
        *,
        sense: Literal["max", "min"] = "max",
    ) -> None:
        matrix = read_matrix(utilities)
        k = len(matrix[0])
        weights = (Fraction(1, k),) * k if prior is None else tuple(map(read_number, prior))
        _check_prior(weights, k)
        if sense not in ("max", "min"):
            raise InputError(f"sense = {sense!r} must be max (utility) or min (loss)")
        object.__setattr__(self, "matrix_of_utilities", matrix)
        object.__setattr__(self, "prior", weights)
        object.__setattr__(self, "sense", sense)

    def matrix(self, k: int, m: int) -> Matrix:
        """The weights W with objective ΣW·P."""
        u = self.matrix_of_utilities
        if (len(u), len(u[0])) != (m, k):
            raise InputError(
                f"a utility matrix of {len(u)} actions and {len(u[0])} inputs does not fit {m} outputs and {k} inputs"
            )
        return tuple(tuple(w * x for w, x in zip(self.prior, row, strict=True)) for row in u)

    def value(self, mechanism: Mechanism) -> Number:
        """The expected utility when each output is taken as the action of its index."""
        w = self.matrix(mechanism.k, mechanism.m)
        return sum(
            (a * b for r, s in zip(w, mechanism.rows, strict=True) for a, b in zip(r, s, strict=True)), Fraction(0)
        )

    def __str__(self) -> str:
        what = "expected utility" if self.sense == "max" else "expected loss"
        shape = f"{len(self.matrix_of_utilities)}×{len(self.prior)}"
        return f"{what} ({shape}) under the prior {', '.join(map(show, self.prior[:8]))}{', …' if len(self.prior) > 8 else ''}"


def _check_prior(weights: tuple[Number, ...], k: int) -> None:
    if len(weights) != k:
        raise InputError(f"a prior of {len(weights)} numbers was given for {k} inputs; give one per input")
    if any(w < 0 for w in weights):
        raise InputError(f"the prior {', '.join(map(show, weights))} has a negative entry")
    if sum(weights, Fraction(0)) != 1:
        raise InputError(f"the prior sums to {show(sum(weights, Fraction(0)))}, not 1")
