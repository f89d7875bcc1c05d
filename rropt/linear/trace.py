"""Trace: Σ_i w_i p_ii of a mechanism with as many outputs as inputs; with w = 1 it is k times the probability of an
honest answer under the uniform prior. Reference: Chai and Nayak, Section 4.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.matrix import Matrix
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism

__all__ = ["Trace"]


@dataclass(frozen=True, slots=True, init=False)
class Trace:
    """Σ_i w_i p_ii, larger is better; w = 1 unless weights are given, one per input."""

    weights: tuple[Number, ...] | None
    name: ClassVar[str] = "trace"
    sense: ClassVar[str] = "max"

    def __init__(self, weights: Iterable[object] | None = None) -> None:
        if weights is not None and (isinstance(weights, str | bytes) or not isinstance(weights, Iterable)):
            raise InputError(f"weights = {weights!r} is no list; give one weight per input, such as [1, '1/2']")
        found = None if weights is None else tuple(map(read_number, weights))
        if found == ():
            raise InputError("an empty list of weights was given; give one weight per input, or none for weights of 1")
        object.__setattr__(self, "weights", found)

    def matrix(self, k: int, m: int) -> Matrix:
        """The weights W with objective ΣW·P."""
        if m != k:
            raise InputError(f"the trace needs as many outputs as inputs, not {m} outputs for {k} inputs")
        if self.weights is not None and len(self.weights) != k:
            raise InputError(f"{len(self.weights)} trace weights were given for {k} inputs; give one per input")
        w = self.weights or (Fraction(1),) * k
        return tuple(tuple(w[i] if i == j else Fraction(0) for j in range(k)) for i in range(k))

    def value(self, mechanism: Mechanism) -> Number:
        """The weighted sum of the diagonal."""
        w = self.matrix(mechanism.k, mechanism.m)
        return sum((w[i][i] * mechanism.rows[i][i] for i in range(mechanism.k)), Fraction(0))

    def __str__(self) -> str:
        return "trace" if self.weights is None else f"trace weighted by {', '.join(map(show, self.weights))}"
