"""Classes of inputs, of which any two may be exchanged without a change of the question. SPEC.md, section 4.2."""

from dataclasses import dataclass

from ..arithmetic.quotient import Quotient
from ..limits import MOST_PATTERNS, spend
from ..refusals import expect, expect_at_most, require
from ..text.part import Part

Line = list[Quotient]


@dataclass(frozen=True, slots=True)
class Shape:
    """The numbers of outputs and inputs, the class of each input, and whether the mechanism is given by orbits.

    `classes` has for each input the integer that names its class. Lists that are multiplied with rows have one number per class, in
    the order of these integers; `numbers()` gives for each input the index of its class in this order. Objectives state lists by
    input, which `by_class` converts.
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
        """For each input the index of its class."""
        number = {c: n for n, c in enumerate(sorted(set(self.classes)))}
        return [number[c] for c in self.classes]

    def by_class(self, numbers: Line) -> Line:
        """Convert a list by input, constant on classes, to one by class."""
        return collect(numbers, self.classes)


def read_classes(part: Part | None, k: int) -> list[int]:
    """Read for each of k inputs the integer that names its class; if `part` is None, each input is a class of its own.

    The number of orbits of patterns, the product of n_a + 1 over the classes of n_a inputs, must be within the limit.
    """
    found = list(range(k)) if part is None else [item.index(k) for item in part.items()]
    expect(len(found) == k, "there should be a class for each input")
    orbits = 1
    for inputs in members_of(found):
        orbits = min(orbits * (len(inputs) + 1), MOST_PATTERNS + 1)
    expect_at_most(orbits, MOST_PATTERNS, "patterns to try")
    return found


def members_of(classes: list[int]) -> list[list[int]]:
    """List the inputs of each class, in the order of the integers that name the classes."""
    found: dict[int, list[int]] = {c: [] for c in sorted(set(classes))}
    for j, c in enumerate(classes):
        found[c].append(j)
    return list(found.values())


def collect(numbers: Line, classes: list[int]) -> Line:
    """Convert a list by input to one by class; reject it if it is not constant on classes."""
    require_equal_in_classes(numbers, classes)
    return [numbers[inputs[0]] for inputs in members_of(classes)]


def require_equal_in_classes(numbers: Line, classes: list[int]) -> None:
    """Reject a list by input that is not constant on classes."""
    for inputs in members_of(classes):
        spend(len(inputs))
        first = numbers[inputs[0]]
        same = all(numbers[j] is first or numbers[j] == first for j in inputs)
        require(same, "class-exchange", "two inputs of one class have different numbers")
