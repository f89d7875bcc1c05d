"""The generators if all pairs of inputs have one ratio T and the slack 0: the patterns, grouped into orbits.

A pattern is a row whose entries are 1 and T. A row whose largest entry is at most T times its smallest one is a sum of patterns
with weights ≥ 0. The inputs are divided into classes, such that exchanging two inputs of one class changes neither the cone nor the
objective. Then a pattern is described by its counts: for each class, the number of inputs at which the pattern is T. All patterns
with the same counts are an orbit.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from rropt.designs.rows.patterns import MOST_ORBITS
from rropt.engine.sets import Classes, Counts
from rropt.exact.element import Number

__all__ = ["Orbits"]


@dataclass(frozen=True, slots=True)
class Orbits:
    """The orbits of patterns, rows whose entries are 1 and the demand's ratio T.

    An orbit has all patterns that are T at the same number of inputs of each class. The orbit is named by these numbers.
    """

    classes: Classes
    ratio: Number
    words: ClassVar[str] = "patterns"
    has_budgets: ClassVar[bool] = False
    delta: ClassVar[Fraction] = Fraction(0)
    is_exact: ClassVar[bool] = True

    @property
    def is_silent(self) -> bool:
        """Whether the demand's ratio is 1, so that no answer depends on the truth."""
        return self.ratio == 1

    @property
    def is_rational(self) -> bool:
        """Whether the patterns are rational."""
        return isinstance(self.ratio, Fraction)

    @property
    def is_listed(self) -> bool:
        """Whether the orbits are few enough for the checker to try them all; if not, column generation is used."""
        return self.is_silent or self.classes.number_of_orbits <= MOST_ORBITS

    def names(self) -> list[Counts]:
        """List the names of the orbits. A name has one number for each class: the number of its inputs at which a pattern is T.

        A pattern is a row whose entries are 1 and the demand's ratio T. For T > 1 the pattern that is T everywhere is left out,
        because it is a multiple of the pattern that is 1 everywhere. For T = 1 only the pattern that is 1 everywhere is listed.
        """
        found = self.classes.orbits()
        return [next(found)] if self.is_silent else list(found)[:-1]

    def row(self, counts: Counts) -> tuple[Number, ...]:
        """Return one pattern of an orbit: it is the demand's ratio at the first inputs of each class, and 1 elsewhere."""
        one: Number = Fraction(1)
        found: dict[int, Number] = {}
        for members, count in zip(self.classes.members, counts, strict=True):
            found |= {j: self.ratio if n < count else one for n, j in enumerate(members)}
        return tuple(found[j] for j in range(self.classes.k))

    def sums(self, counts: Counts) -> tuple[Number, ...]:
        """Sum a pattern of an orbit over the inputs of each class."""
        return tuple(n + (self.ratio - 1) * c for n, c in zip(self.classes.sizes, counts, strict=True))
