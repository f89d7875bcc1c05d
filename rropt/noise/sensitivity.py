"""How much one person can change a numeric answer: exact ℓ₁ sensitivities under two notions of neighbouring data sets.

* `replace`: both data sets have the same n people, and the record of one person differs; n is public.
* `add-remove`: one data set has one person more. For averages there must be a public n, and both data sets have at least n people.

A count or a sum of values in [a, b] changes by at most b − a under `replace`, and by at most max(|a|, |b|) under `add-remove`. A
mean changes by at most (b − a)/n under `replace`. Under `add-remove`, one person with the value v joins n people with the mean m̄,
and the mean changes by |m̄ − (n·m̄ + v)/(n + 1)| = |m̄ − v|/(n + 1) ≤ (b − a)/(n + 1). Both bounds are attained if the
changed or added value is b and all others are a; so these numbers are the sensitivities, not only bounds. The ℓ₁ sensitivity of
several coordinates is the sum of their sensitivities. A histogram of two or more cells has the sensitivity 2 under `replace`,
because a replaced person leaves one cell and enters another; under `add-remove` it has 1, because an added person enters one cell.
(Ziani's lecture, Definitions 6 and 10, names counts, fractions and the histogram.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from rropt.exact.errors import InputError
from rropt.exact.grammar import read_rational
from rropt.exact.spelling import counted
from rropt.results import FieldResult, Table, fact_table

__all__ = [
    "Neighbours",
    "Sensitivity",
    "bounded_mean",
    "bounded_sum",
    "count",
    "fraction",
    "histogram",
    "read_neighbours",
]


class Neighbours(StrEnum):
    """Which pairs of data sets count as differing by one person."""

    REPLACE = "replace"
    ADD_REMOVE = "add-remove"


@dataclass(frozen=True, slots=True, repr=False)
class Sensitivity(FieldResult):
    """The ℓ₁ sensitivity of a query, and of each of its coordinates, for one kind of neighbours.

    `whole` tells whether the query's values are whole numbers.
    """

    l1: Fraction
    coordinates: tuple[Fraction, ...]
    neighbours: Neighbours
    query: str
    whole: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "neighbours", read_neighbours(self.neighbours))

    def explain(self) -> str:
        """Say the query and its sensitivity in a sentence."""
        return f"{self.query} has l1 sensitivity {self.l1} under {self.neighbours} neighbours"

    def as_table(self) -> Table:
        """Return a table with one row per field."""
        return fact_table({"query": self.query, "neighbours": self.neighbours, "l1 sensitivity": self.l1})


def read_neighbours(text: str) -> Neighbours:
    """Read `replace` or `add-remove`."""
    found = str(text).replace("/", "-")
    if found not in list(Neighbours):
        raise InputError(f"neighbours '{text}' are neither replace nor add-remove; give one of these")
    return Neighbours(found)


def _is_replaced(neighbours: str) -> bool:
    """Whether neighbouring data sets differ by replacing one person's data, as opposed to adding or removing a person."""
    return read_neighbours(neighbours) is Neighbours.REPLACE


def _ranges(ranges: Sequence[tuple[object, object]]) -> list[tuple[Fraction, Fraction]]:
    """Read the range [a, b] of each coordinate; refuse an empty one."""
    read = [(read_rational(a), read_rational(b)) for a, b in ranges]
    if not read:
        raise InputError("a query needs at least one coordinate; give the range of each")
    for a, b in read:
        if not a < b:
            raise InputError(f"the range from {a} to {b} is empty; give lower < upper")
    return read


def count(neighbours: Neighbours) -> Sensitivity:
    """Return the sensitivity of the number of people with a property: 1."""
    return Sensitivity(Fraction(1), (Fraction(1),), neighbours, "a count", whole=True)


def histogram(cells: int, neighbours: Neighbours) -> Sensitivity:
    """Return the sensitivity of the numbers of people in disjoint cells: 2 if a person is replaced, 1 if one is added or
    if there is only one cell."""
    if cells < 1 or cells % 1:
        raise InputError(f"a histogram needs a whole number of cells, at least 1, not {cells}")
    moved = 2 if _is_replaced(neighbours) and cells > 1 else 1
    return Sensitivity(
        Fraction(moved), (Fraction(1),) * int(cells), neighbours, f"a histogram of {int(cells)} cells", whole=True
    )


def fraction(n: int, neighbours: Neighbours) -> Sensitivity:
    """Return the sensitivity of the share of people with a property, a mean of 0s and 1s."""
    return replace(bounded_mean(n, [(0, 1)], neighbours), query="a fraction")


def bounded_sum(ranges: Sequence[tuple[object, object]], neighbours: Neighbours) -> Sensitivity:
    """Return the sensitivity of sums of coordinates, each in its own range [a, b]."""
    is_replaced = _is_replaced(neighbours)
    moved = tuple(b - a if is_replaced else max(abs(a), abs(b)) for a, b in _ranges(ranges))
    return _of_coordinates("sum", moved, neighbours)


def bounded_mean(n: int, ranges: Sequence[tuple[object, object]], neighbours: Neighbours) -> Sensitivity:
    """Return the sensitivity of means of coordinates, each in its own range [a, b].

    The means are over n people, or under `add-remove` over at least n people in both data sets.
    """
    if n < 1 or n % 1:
        raise InputError(
            f"an average needs a whole number of people, at least 1, not {n}; give the public number of people"
        )
    people = int(n) if _is_replaced(neighbours) else int(n) + 1
    return _of_coordinates("mean", tuple((b - a) / people for a, b in _ranges(ranges)), neighbours)


def _of_coordinates(query: str, moved: tuple[Fraction, ...], neighbours: Neighbours) -> Sensitivity:
    """Make the sensitivity of a query whose coordinates can change by `moved`; the ℓ₁ sensitivity is the sum of these numbers."""
    query = f"a {query} of {counted(len(moved), 'bounded coordinate')}"
    return Sensitivity(sum(moved, Fraction(0)), moved, neighbours, query)
