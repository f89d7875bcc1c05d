"""What all linear objectives share: a weight for every entry of the mechanism, ΣW·P."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

from rropt.exact.element import Number
from rropt.exact.errors import InputError, Received
from rropt.exact.matrix import Matrix
from rropt.exact.sign import enclose_relative
from rropt.mechanism import Mechanism
from rropt.problem.contract import Further, Objective
from rropt.problem.problem import Outputs

__all__ = ["Factors", "LinearObjective", "OfEntries", "cut"]

BITS = 120
MOST_INPUTS = 256  # each with a weight for every output
Factors = Sequence[Sequence[tuple[Number, Number]]]


class OfEntries(Objective):
    """What is the sum of the entries of the mechanism, each times its weight, or the worst of several such sums."""

    __slots__ = ()
    poses: ClassVar[str] = "rropt.linear.poses"
    together: ClassVar[str] = "rropt.linear.together"
    takes: ClassVar[frozenset[Further]] = frozenset({"conditions", "averages", "plain"})

    @abstractmethod
    def natural_outputs(self, k: int) -> int:
        """The number of outputs for k inputs."""

    @abstractmethod
    def matrices(self, k: int, m: int) -> tuple[Matrix, ...]:
        """The weights W of each sum."""

    def fit_outputs(self, asked: int | str | None, k: int) -> Outputs:
        """The natural number, or free: more outputs than that never help. Refused where there are too many weights."""
        if k > MOST_INPUTS:
            raise InputError(Received("inputs", str(k)), f" must lie between 2 and {MOST_INPUTS}")
        natural = self.natural_outputs(k)
        if asked == "free":
            return "free"
        if asked not in (None, natural):
            raise InputError(Received("outputs", str(asked)), f" does not fit the {self.name}: give {natural} or free")
        return natural

    def outputs_searched(self, outputs: Outputs, k: int) -> int:
        """The natural number, also where the number is free."""
        return self.natural_outputs(k)


class LinearObjective(OfEntries):
    """The sum of the entries of the mechanism, each times its weight."""

    __slots__ = ()
    legs: ClassVar[str] = "rropt.linear.legs"

    @abstractmethod
    def factors(self, k: int, m: int) -> Factors:
        """The weights W as stated, a row an output and a column an input: each the product of two numbers."""

    @abstractmethod
    def rational_near(self) -> LinearObjective:
        """The objective with its numbers cut to rationals."""

    def matrix(self, k: int, m: int) -> Matrix:
        """The weights W."""
        return tuple(tuple(a * b for a, b in row) for row in self.factors(k, m))

    def matrices(self, k: int, m: int) -> tuple[Matrix, ...]:
        """The weights W alone."""
        return (self.matrix(k, m),)

    def value(self, mechanism: Mechanism) -> Number:
        """The sum for a mechanism, each output taken as that of its index."""
        rows = zip(self.matrix(mechanism.k, mechanism.m), mechanism.rows, strict=True)
        return sum((w * p for r, s in rows for w, p in zip(r, s, strict=True)), Fraction(0))


def cut(x: Number) -> Fraction:
    """A rational a little below the number, by 2^-120 of it at most."""
    return enclose_relative(x, bits=BITS)[0]
