"""Linear programs in rational numbers: HiGHS proposes a basis in floats, and exact simplex steps lead from it to the optimum.

Maximise c·x over x ≥ 0 and rows a·x ≤ b or a·x = b. Each row has a name, under which its price is found. An optimum has prices
y, at least 0 for the rows ≤, with yᵀA ≥ c and y·b = c·x; they prove it. If nothing is feasible, prices with yᵀA ≥ 0 > y·b prove
that.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Generic, TypeVar

from flint import fmpq

__all__ = ["Basis", "Infeasible", "Name", "Optimum", "Program"]

Name = Hashable
V = TypeVar("V", bound=Any)
W = TypeVar("W", bound=Any)


@dataclass(slots=True)
class Program(Generic[V]):
    """Maximise gains·x over x ≥ 0 and named rows, each of which is ≤ or = its right side.

    Its numbers are rational where it is solved. They may be others of Q(t) where a basis is only written out.
    """

    gains: list[V] = field(default_factory=list)
    rows: list[Mapping[int, V]] = field(default_factory=list)
    right: list[V] = field(default_factory=list)
    equal: list[bool] = field(default_factory=list)
    names: list[Name] = field(default_factory=list)

    def variables(self, gains: Iterable[V]) -> range:
        """Add a variable for each of these gains; return their numbers."""
        first = len(self.gains)
        self.gains += gains
        return range(first, len(self.gains))

    def add(self, name: Name, row: Mapping[int, V], right: V, *, equal: bool = False) -> None:
        """Add the row Σ row[n]·x_n ≤ right, or = right; entries that are 0 are left out."""
        self.names.append(name)
        self.rows.append(row if all(row.values()) else {n: v for n, v in row.items() if v})
        self.right.append(right)
        self.equal.append(equal)

    def of(self, basis: Basis) -> Program[V]:
        """The square system of a basis: the rows whose slack is not basic, in the basic variables, counted in their order."""
        place = {n: at for at, n in enumerate(basis.columns)}
        tight = [r for r in range(len(self.rows)) if r not in basis.slacks]
        return Program(
            [self.gains[n] for n in basis.columns],
            [{place[n]: v for n, v in self.rows[r].items() if n in place} for r in tight],
            [self.right[r] for r in tight],
            [self.equal[r] for r in tight],
            [self.names[r] for r in tight],
        )

    def turned(self, number: Callable[[V], W], known: Mapping[int, W]) -> Program[W]:
        """The program in other numbers: each object is turned once, and `known` has what others become, by their `id`."""
        numbers = chain(self.gains, self.right, *(row.values() for row in self.rows))
        become = {place: number(x) for place, x in {id(x): x for x in numbers}.items()} | dict(known)
        rows: list[Mapping[int, W]] = [{n: become[id(v)] for n, v in row.items()} for row in self.rows]
        gains, right = ([become[id(v)] for v in own] for own in (self.gains, self.right))
        return Program(gains, rows, right, self.equal, self.names)


@dataclass(frozen=True, slots=True)
class Basis:
    """As many basic unknowns as there are rows: variables of the program by their numbers, and slacks by the numbers of their
    rows.

    The slack of an equality may be basic too; it then stands for an unknown that has to be 0.
    """

    columns: tuple[int, ...]
    slacks: frozenset[int]


@dataclass(frozen=True, slots=True)
class Optimum:
    """An optimal point, where variables that are not listed are 0, the prices of the rows but for those that are 0, and its
    basis. `profits` has the gain of each unknown that is not basic less its cost: at most 0."""

    point: Mapping[int, fmpq]
    prices: Mapping[Name, fmpq]
    basis: Basis
    profits: Mapping[int, fmpq]


@dataclass(frozen=True, slots=True)
class Infeasible:
    """Prices y that show that no point meets the rows: yᵀA ≥ 0 > y·b, where y is at least 0 for the rows ≤."""

    prices: Mapping[Name, fmpq]
