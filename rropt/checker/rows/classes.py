"""Classes of inputs, of which any two may be exchanged without a change of the question. SPEC.md, section 4.2."""

from dataclasses import dataclass

from ..arithmetic.quotient import Quotient
from ..limits import MOST_PATTERNS, spend
from ..refusals import expect, expect_at_most, require
from ..text.part import Part

Line = list[Quotient]


@dataclass(frozen=True, slots=True)
class Shape:
    """How many outputs and inputs there are, the class of each input, and whether the mechanism is given by orbits.

    Every list beside a row is by class, in the order of the classes' numbers, never in that of the inputs: `numbers` says which
    of them the class of each input is. The objective states its lists by input; `by_class` makes the one of the other.
    """

    outputs: int
    classes: list[int]
    by_orbits: bool

    @property
    def k(self) -> int:
        """The number of inputs."""
        return len(self.classes)

    def sizes(self) -> list[int]:
        """Count the inputs of each class."""
        return [len(inputs) for inputs in members_of(self.classes)]

    def numbers(self) -> list[int]:
        """Give for each input which of the classes its class is."""
        number = {c: n for n, c in enumerate(sorted(set(self.classes)))}
        return [number[c] for c in self.classes]

    def by_class(self, numbers: Line) -> Line:
        """Give one number a class, of a list that has one for each input and is the same on each class."""
        return collect(numbers, self.classes)


def read_classes(part: Part | None, k: int) -> list[int]:
    """Read the class of each input, by its number; without classes each input is one of its own, and k is small."""
    found = list(range(k)) if part is None else [item.index(k) for item in part.items()]
    expect(len(found) == k, "there should be a class for each input")
    orbits = 1
    for inputs in members_of(found):
        orbits = min(orbits * (len(inputs) + 1), MOST_PATTERNS + 1)
    expect_at_most(orbits, MOST_PATTERNS, "patterns to try")
    return found


def members_of(classes: list[int]) -> list[list[int]]:
    """List the inputs of each class, in the order of the classes' numbers."""
    found: dict[int, list[int]] = {c: [] for c in sorted(set(classes))}
    for j, c in enumerate(classes):
        found[c].append(j)
    return list(found.values())


def collect(numbers: Line, classes: list[int]) -> Line:
    """Give by class a list that has one number for each input; reject it if those of a class differ."""
    require_equal_in_classes(numbers, classes)
    return [numbers[inputs[0]] for inputs in members_of(classes)]


def require_equal_in_classes(numbers: Line, classes: list[int]) -> None:
    """Reject a list, of a number for each input, in which two inputs of a class have different ones."""
    for inputs in members_of(classes):
        spend(len(inputs))
        first = numbers[inputs[0]]
        same = all(numbers[j] is first or numbers[j] == first for j in inputs)
        require(same, "class-exchange", "two inputs of one class have different numbers")
