"""The base class of the objectives that are maximised, and the sum of a function f over the rows of a mechanism."""

from abc import abstractmethod
from typing import Any, ClassVar

from ..arithmetic.interval import UNIT
from ..arithmetic.quotient import ONE, Quotient, constant, total
from ..rows.answer_by_orbits import AnswerByOrbits
from ..rows.numbers import Exact, Row
from ..rows.patterns import pattern
from .outer import Reached


class Maximised:
    """Base class of informations, divergences and their combinations: maximised, over mechanisms with any number of outputs."""

    __slots__ = ()
    sense: ClassVar[str] = "max"
    free_outputs: ClassVar[bool] = True

    @abstractmethod
    def noun(self) -> str:
        """Name the objective, to follow "the maximum of the"."""

    def aim(self) -> tuple[str, str]:
        """Say what is maximised; the second text, which a sentence adds at its end, is empty."""
        return f"maximum of the {self.noun()}", ""


def rows_of(reached: Reached) -> list[tuple[Quotient, Row]]:
    """List the rows of the mechanism, each with its weight in the sum of the objective's function over the rows.

    If the mechanism is given by rows, the weight is 1. If it is given by orbits (sets of inputs that are alike), there is one row
    for each orbit, with the weight of the orbit.
    """
    if isinstance(reached.answer, AnswerByOrbits):
        orbits = reached.answer.orbits
        found = [pattern(counts, orbits.sizes, reached.answer.demand.ratio()) for counts in orbits.counts]
        return list(zip(orbits.weights.numbers, found, strict=True))
    numbers = reached.shape.numbers()
    return [(ONE, [(x, 1, c) for x, c in zip(row, numbers, strict=True)]) for row in reached.matrix().rows]


def sum_below(f: Any, rows: list[tuple[Quotient, Row]]) -> Quotient:
    """Compute the sum of f over the rows, each times its weight. If f has values in intervals, compute a lower bound of the sum.

    A lower bound below 0 is replaced by 0, because the sum is never negative. The reason is that every f of a maximised objective
    is convex and homogeneous with f(1, ..., 1) = 0. The rows of a mechanism sum to (1, ..., 1), so that the sum of f over the rows
    is at least f(1, ..., 1) = 0.
    """
    if isinstance(f.numbers, Exact):
        return total([w * f.value(row) for w, row in rows])
    found = [(f.numbers.convert(w), f.value(row)) for w, row in rows]
    return constant(max(0, f.numbers.add(found, (0, 0))[0]), UNIT)
