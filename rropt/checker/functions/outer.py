"""What the outer steps of all objectives share: the shape of the question, and the mechanism with what is claimed of it."""

from dataclasses import dataclass
from typing import Any

from ..arithmetic.interval import UNIT
from ..arithmetic.quotient import ONE, Quotient, constant, total
from ..model.mechanism import Line
from ..refusals import expect
from ..rows.answer import Answer, AnswerByOrbits
from ..rows.numbers import Exact, Row
from ..rows.orbits import collect, members_of
from ..rows.patterns import pattern
from ..text.part import Matrix


@dataclass(frozen=True, slots=True)
class Shape:
    """How many outputs and inputs there are, the class of each input, and whether the mechanism is given by orbits.

    Every list beside a row is by class, in the order of the classes' numbers, never in that of the inputs: `places` says where the
    class of each input stands in it. The objective states its lists by input; `by_class` makes the one of the other.
    """

    outputs: int
    classes: list[int]
    by_orbits: bool

    @property
    def k(self) -> int:
        """The number of inputs."""
        return len(self.classes)

    def sizes(self) -> list[int]:
        """How many inputs each class has."""
        return [len(inputs) for inputs in members_of(self.classes)]

    def by_class(self, numbers: Line) -> Line:
        """One number a class, of a list that has one for each input and is the same on each class."""
        return collect(numbers, self.classes)


@dataclass(frozen=True, slots=True)
class Reached:
    """The answer of the certificate, for the mechanism's value and the bounds that are claimed."""

    answer: Answer | AnswerByOrbits
    shape: Shape

    def matrix(self) -> Matrix:
        """The mechanism by rows."""
        assert isinstance(self.answer, Answer), "the reader lets no mechanism by orbits pass here"
        return self.answer.mechanism

    def rows(self) -> list[tuple[Quotient, Row]]:
        """The rows of the mechanism with weights: by orbits the pattern of each orbit, with its weight."""
        if isinstance(self.answer, AnswerByOrbits):
            orbits = self.answer.orbits
            found = [pattern(counts, orbits.sizes, self.answer.demand.ratio()) for counts in orbits.counts]
            return list(zip(orbits.weights.numbers, found, strict=True))
        return [
            (ONE, [(x, 1, c) for x, c in zip(row, places(self.shape), strict=True)])
            for row in self.answer.mechanism.rows
        ]


def places(shape: Shape) -> list[int]:
    """The place of each input's class among the classes."""
    number = {c: n for n, c in enumerate(sorted(set(shape.classes)))}
    return [number[c] for c in shape.classes]


def expect_by_rows(shape: Shape, what: str) -> None:
    """Call the certificate malformed where its mechanism is by orbits and the objective takes none."""
    expect(not shape.by_orbits, f"{what} takes no mechanism by orbits")


def sum_below(f: Any, rows: list[tuple[Quotient, Row]]) -> Quotient:
    """A number that is not above the sum of f over rows with weights; of an enclosed f at least 0, as that sum is (Jensen)."""
    if isinstance(f.numbers, Exact):
        return total([w * f.value(row) for w, row in rows])
    convert = f.numbers.convert
    found = [(convert(w), f.value([(convert(x), n, c) for x, n, c in row])) for w, row in rows]
    return constant(max(0, f.numbers.add(found, (0, 0))[0]), UNIT)
