"""Classes of inputs. Two inputs of one class may be exchanged without a change of what is asked. SPEC.md, section 4.2."""

from dataclasses import dataclass

from ..arithmetic.quotient import Quotient
from ..limits import MOST_PATTERNS, spend
from ..refusals import expect, expect_at_most, require
from ..text.part import Part

Line = list[Quotient]


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of a mechanism: its number of outputs, the class of each input, and whether it is given by orbits (sets of inputs).

    `outputs` is 0 if the mechanism is given by orbits. `classes` has for each input the integer that names its class. The classes
    are put in the order of these integers, and `numbers()` gives for each input the index of its class in this order.

    The lists in an objective have one number per input. Before they are multiplied with rows, `by_class` converts them to lists
    with one number per class.
    """

    outputs: int
    classes: list[int]
    by_orbits: bool

    @property
    def k(self) -> int:
        """Return the number of inputs."""
        return len(self.classes)

    def sizes(self) -> list[int]:
        """Count the inputs of each class."""
        return [len(inputs) for inputs in members_of(self.classes)]

    def numbers(self) -> list[int]:
        """List for each input the index of its class, counted from 0 in the order of the integers that name the classes."""
        number = {c: n for n, c in enumerate(sorted(set(self.classes)))}
        return [number[c] for c in self.classes]

    def by_class(self, numbers: Line) -> Line:
        """Convert a list with a number for each input to a list with a number for each class.

        Reject the certificate if two inputs of a class have different numbers.
        """
        return collect(numbers, self.classes)


def read_classes(part: Part | None, k: int) -> list[int]:
    """Read for each of k inputs the integer that names its class; if `part` is None, each input is a class of its own.

    Later the check may try patterns, which are rows with only two different numbers. It tries one pattern for each choice of how
    many inputs of each class have the larger number. If there are more than MOST_PATTERNS choices, raise `TooMuch`.
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
    """Convert a list with a number for each input to a list with a number for each class.

    Reject the certificate if two inputs of a class have different numbers.
    """
    require_equal_in_classes(numbers, classes)
    return [numbers[inputs[0]] for inputs in members_of(classes)]


def require_equal_in_classes(numbers: Line, classes: list[int]) -> None:
    """Reject the certificate if two inputs of one class have different numbers in the list."""
    for inputs in members_of(classes):
        spend(len(inputs))
        first = numbers[inputs[0]]
        same = all(numbers[j] is first or numbers[j] == first for j in inputs)
        require(same, "class-exchange", "two inputs of one class have different numbers")
